//! Facts from the manifests around a build: the name of the crate, and the workspace around its folder.

use abnfc::back::scaffold::crate_name;
use abnfc::diagnostic::{Code, Diagnostic, Diagnostics, FileId, Files, Span};
use anyhow::{Context, bail};
use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use toml::de::DeTable;

/// The maximum size of a manifest in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The names of a crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Names {
    pub(super) package: String,
    /// The name in Rust code.
    pub(super) library: String,
}

impl Names {
    /// Returns the names of a package whose library has the default name.
    pub(super) fn of_package(package: String) -> Self {
        Self { library: crate_name(&package), package }
    }
}

/// Facts from the manifest of a crate.
#[derive(Clone, Debug)]
pub(super) struct Manifest {
    /// `None` if the package has no name.
    pub(super) names: Option<Names>,
    pub(super) features: BTreeSet<String>,
}

/// Returns the manifest in a folder, if there is one.
pub(super) fn manifest(dir: &Path) -> anyhow::Result<Option<Manifest>> {
    let path = dir.join("Cargo.toml");
    let Some(text) = text(&path)? else { return Ok(None) };
    let manifest = parse(&path, &text)?;
    let name = |table: &str| {
        let name = manifest.get(table)?.get_ref().get("name")?.get_ref().as_str()?;
        Some(name.to_owned())
    };
    let names = name("package").map(|package| {
        let library = name("lib").map(|name| crate_name(&name));
        let names = Names::of_package(package);
        Names { library: library.unwrap_or(names.library), ..names }
    });
    let features = manifest.get("features").and_then(|known| known.get_ref().as_table());
    let features = features.into_iter().flat_map(|known| known.keys());
    let features = features.map(|name| name.get_ref().to_string()).collect();
    Ok(Some(Manifest { names, features }))
}

/// Returns the manifest of the workspace around a new crate that is not a member of it. Cargo refuses to
/// build the crate.
pub(super) fn foreign_workspace(dir: &Path) -> anyhow::Result<Option<PathBuf>> {
    let dir = std::path::absolute(dir)
        .with_context(|| format!("`{}` is not a directory", dir.display()))?;
    for above in dir.ancestors().skip(1) {
        let path = above.join("Cargo.toml");
        // Files in parent folders may be unrelated.
        let Ok(Some(text)) = text(&path) else { continue };
        let Ok(manifest) = parse(&path, &text) else { continue };
        let Some(workspace) = manifest.get("workspace") else { continue };
        let below = dir.strip_prefix(above).unwrap_or(&dir).to_string_lossy().replace('\\', "/");
        let lists = |key: &str, fits: fn(&str, &str) -> bool| {
            let list = workspace.get_ref().get(key).and_then(|list| list.get_ref().as_array());
            let patterns = list.into_iter().flat_map(|list| list.iter());
            let mut patterns = patterns.filter_map(|item| item.get_ref().as_str());
            patterns.any(|pattern| fits(pattern.trim_matches('/'), &below))
        };
        let excludes = |pattern: &str, path: &str| Path::new(path).starts_with(pattern);
        let is_settled = lists("members", is_like) || lists("exclude", excludes);
        return Ok((!is_settled).then_some(path));
    }
    Ok(None)
}

/// Returns whether a path matches a pattern in which `*` stands for any characters of a name.
fn is_like(pattern: &str, path: &str) -> bool {
    let is_name_like = |pattern: &str, name: &str| match pattern.split_once('*') {
        None => pattern == name,
        Some((begin, end)) => {
            begin.len() + end.len() <= name.len() && name.starts_with(begin) && name.ends_with(end)
        }
    };
    let (patterns, names) = (pattern.split('/'), path.split('/'));
    patterns.clone().count() == names.clone().count()
        && patterns.zip(names).all(|(pattern, name)| is_name_like(pattern, name))
}

/// Returns the text of a manifest, if there is one.
fn text(path: &Path) -> anyhow::Result<Option<String>> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() || MAX_BYTES < found.len() => {
            bail!("`{}` is not a regular file of at most 1 MiB", path.display())
        }
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        _ => (),
    }
    let text = fs::read_to_string(path);
    text.map(Some).with_context(|| format!("cannot read `{}`", path.display()))
}

fn parse<'a>(path: &Path, text: &'a str) -> Result<DeTable<'a>, Diagnostics> {
    DeTable::parse(text).map(toml::Spanned::into_inner).map_err(|error| {
        let mut files = Files::default();
        files.push(path.display().to_string(), text);
        let place = error.span().unwrap_or_default();
        let offset = |at: usize| u32::try_from(at).unwrap_or_default();
        let span = Span { file: FileId(0), start: offset(place.start), end: offset(place.end) };
        let item = Diagnostic::error(Code::BadManifest, error.message()).at(span, "");
        Diagnostics { files, items: vec![item] }
    })
}

#[cfg(test)]
mod tests {
    use super::{Names, foreign_workspace, is_like, manifest};
    use std::fs;
    use std::path::Path;

    fn names(dir: &Path) -> Option<Names> {
        manifest(dir).unwrap().and_then(|it| it.names)
    }

    #[track_caller]
    fn check(manifest: &str, expected: Option<(&str, &str)>) {
        let room = tempfile::tempdir().unwrap();
        fs::write(room.path().join("Cargo.toml"), manifest).unwrap();
        let expected = expected.map(|(package, library)| Names {
            package: package.to_owned(),
            library: library.to_owned(),
        });
        assert_eq!(names(room.path()), expected, "{manifest}");
    }

    #[test]
    fn names_are_found_in_their_tables() {
        check("[package]\nname = \"My-crate\"\n", Some(("My-crate", "My_crate")));
        check("package.name = '''a'''\n", Some(("a", "a")));
        check("lib = { name = \"l\" }\n[package]\nname = \"p\"\n", Some(("p", "l")));
        check("[package]\nname = \"p\"\n[[bin]]\nname = \"b\"\n", Some(("p", "p")));
        check("[dependencies]\nname = \"1\"\n", None);
        check("", None);
    }

    #[test]
    fn features_of_modules_can_be_missing() {
        let room = tempfile::tempdir().unwrap();
        assert!(manifest(room.path()).unwrap().is_none());
        for (manifest, missing) in [
            ("[package]\nname = \"p\"\n", &["a", "b"][..]),
            ("[features]\nb = []\nc = []\n", &["a"]),
            ("features = { a = [], b = [\"a\"] }\n", &[]),
        ] {
            fs::write(room.path().join("Cargo.toml"), manifest).unwrap();
            let known = super::manifest(room.path()).unwrap().expect("it is there").features;
            let unknown = |name: &&str| !known.contains(*name);
            let found: Vec<_> = ["a", "b"].into_iter().filter(unknown).collect();
            assert_eq!(found, missing, "{manifest}");
        }
    }

    #[test]
    fn a_workspace_around_counts_unless_it_has_settled_the_matter() {
        let room = tempfile::tempdir().unwrap();
        let manifest = room.path().join("Cargo.toml");
        let new = room.path().join("crates/new");
        let check = |text: &str, is_foreign: bool| {
            fs::write(&manifest, text).unwrap();
            assert_eq!(foreign_workspace(&new).unwrap().is_some(), is_foreign, "{text}");
        };
        check("[package]\nname = \"a\"\n", false);
        check("[workspace]\n", true);
        check("[workspace]\nmembers = [\"crates/*\"]\n", false);
        check("[workspace]\nmembers = [\"crates\", \"*\"]\n", true);
        check("[workspace]\nexclude = [\"crates\"]\n", false);
    }

    #[test]
    fn patterns_match_names() {
        assert!(is_like("a/*", "a/b") && is_like("a/x-*", "a/x-1") && is_like("a", "a"));
        assert!(!is_like("a/*", "a/b/c") && !is_like("x*x", "x") && !is_like("*", "a/b"));
    }
}
