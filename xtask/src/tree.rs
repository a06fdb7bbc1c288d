//! The files of the repository.

use std::io;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().expect("xtask is a folder of the repository").to_path_buf()
}

/// Git's own folder, and what git ignores.
const IGNORED: &[&str] = &[
    ".git",
    "target",
    "columns/target",
    "columns/cluster/data",
    "editors/vscode/node_modules",
    "editors/vscode/package-lock.json",
    "tests/fuzz/corpus",
    "tests/fuzz/artifacts",
];

/// Returns all files of the repository, relative to `root`, with `/` between names, sorted. A
/// folder of the root that is a crate of `abnfc build` is left out: the README lets its readers
/// build a crate there.
pub(crate) fn files(root: &Path) -> io::Result<Vec<String>> {
    let is_guest =
        |folder: &str| !folder.contains('/') && root.join(folder).join("abnfc.toml").is_file();
    let is_package = |path: &str| Path::new(path).extension().is_some_and(|it| it == "vsix");
    below(root, |path| IGNORED.contains(&path) || is_package(path) || is_guest(path))
}

/// Returns all files below a folder, relative to the folder, with `/` between names, sorted. Empty
/// if the folder does not exist.
pub(crate) fn files_below(folder: &Path) -> io::Result<Vec<String>> {
    if folder.exists() { below(folder, |_| false) } else { Ok(Vec::new()) }
}

fn below(root: &Path, ignored: impl Fn(&str) -> bool) -> io::Result<Vec<String>> {
    let relative = |entry: &DirEntry| {
        let path = entry.path().strip_prefix(root).expect("it is below the root");
        let names: Vec<_> = path.iter().map(|name| name.to_string_lossy()).collect();
        names.join("/")
    };
    let entries = WalkDir::new(root).into_iter();
    let entries = entries.filter_entry(|entry| entry.depth() == 0 || !ignored(&relative(entry)));
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry?;
        if !entry.file_type().is_dir() {
            found.push(relative(&entry));
        }
    }
    found.sort();
    Ok(found)
}
