//! The names in the Cargo.toml of a crate that is there already: examples and tests
//! refer to the crate by them, and its user may have changed them.

use abnfc::back::scaffold::crate_name;
use anyhow::Context;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// What a crate is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Names {
    pub(super) package: String,
    /// The name in Rust code.
    pub(super) library: String,
}

impl Names {
    /// Those of a package whose library has no name of its own.
    pub(super) fn of_package(package: String) -> Self {
        Self { library: crate_name(&package), package }
    }
}

/// The names of the crate in a directory; none where there is no manifest, or none
/// with a name that cargo takes.
pub(super) fn names(dir: &Path) -> anyhow::Result<Option<Names>> {
    let path = dir.join("Cargo.toml");
    match fs::read_to_string(&path) {
        Ok(text) => Ok(names_in(&text)),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Ok(None)
        }
        Err(error) => Err(error).with_context(|| format!("cannot read `{}`", path.display())),
    }
}

/// Reads no more of TOML than the way in which everybody writes these two lines.
fn names_in(manifest: &str) -> Option<Names> {
    let (mut package, mut library) = (None, None);
    let mut table = "";
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            table = line.split('#').next().unwrap_or_default().trim_end();
        } else if let Some(name) = value_of_name(line).filter(|name| is_name(name)) {
            match table {
                "[package]" => package = Some(name.to_owned()),
                "[lib]" => library = Some(crate_name(name)),
                _ => (),
            }
        }
    }
    let names = Names::of_package(package?);
    Some(Names { library: library.unwrap_or(names.library), ..names })
}

/// `abc` in `name = "abc"`.
fn value_of_name(line: &str) -> Option<&str> {
    let value = line.strip_prefix("name")?.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    value[1..].split_once(quote).map(|(name, _)| name)
}

/// Whether it can be the name of a package and, with `_` for `-`, stand in code.
fn is_name(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    name.starts_with(is_letter)
        && name != "_"
        && name.chars().all(|c| is_letter(c) || c.is_ascii_digit() || c == '-')
}

#[cfg(test)]
mod tests {
    use super::{Names, names_in};

    #[track_caller]
    fn check(manifest: &str, expected: Option<(&str, &str)>) {
        let expected = expected.map(|(package, library)| Names {
            package: package.to_owned(),
            library: library.to_owned(),
        });
        assert_eq!(names_in(manifest), expected, "{manifest}");
    }

    #[test]
    fn names_are_found_in_their_tables() {
        check("[package]\nname = \"My-crate\"\n", Some(("My-crate", "My_crate")));
        check("[package] # mine\nversion = \"1\"\nname='a' # b\n", Some(("a", "a")));
        check("[lib]\nname = \"l\"\n[package]\nname = \"p\"\n", Some(("p", "l")));
        check("[package]\nname = \"p\"\n[[bin]]\nname = \"b\"\n", Some(("p", "p")));
        check("[dependencies]\nname = \"1\"\n", None);
        check("[package]\nnames = \"p\"\nname\n", None);
        check("", None);
    }

    #[test]
    fn what_cannot_stand_in_code_is_no_name() {
        for name in ["", "_", "1a", "-a", "a b", "a;b", "ä", "a::b"] {
            check(&format!("[package]\nname = \"{name}\"\n"), None);
        }
    }
}
