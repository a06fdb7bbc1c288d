//! The files of the repository.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().expect("xtask is a folder of the repository").to_path_buf()
}

/// What git ignores, and git's own folder.
const IGNORED: &[&str] =
    &[".git", "target", "tests/fuzz/target", "tests/fuzz/corpus", "tests/fuzz/artifacts"];

/// All files of the repository, relative to `root`, with `/` between names, sorted.
/// A folder of the root with a crate that `abnfc build` made is none of ours: the README
/// lets its reader build a crate there.
pub(crate) fn files(root: &Path) -> io::Result<Vec<String>> {
    let is_guest =
        |folder: &str| !folder.contains('/') && root.join(folder).join("abnfc.toml").is_file();
    below(root, |path| IGNORED.contains(&path) || is_guest(path))
}

/// All files below a folder, relative to it, with `/` between names, sorted. A
/// folder that does not exist has none.
pub(crate) fn files_below(folder: &Path) -> io::Result<Vec<String>> {
    below(folder, |_| false)
}

fn below(root: &Path, ignored: impl Fn(&str) -> bool) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        let entries = match fs::read_dir(root.join(&folder)) {
            Ok(entries) => entries,
            Err(error) if folder.is_empty() && error.kind() == io::ErrorKind::NotFound => break,
            Err(error) => return Err(error),
        };
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name();
            let name = name.to_str().ok_or_else(|| {
                io::Error::new(
                    io::ErrorKind::InvalidData,
                    format!("`{}` is not UTF-8", name.display()),
                )
            })?;
            let path = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
            if ignored(&path) {
                continue;
            }
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
