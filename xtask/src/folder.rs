//! A folder that a generator owns whole: what stands in it is what was generated,
//! nothing else and nothing less.

use crate::tree;
use anyhow::Context as _;
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;

/// Whether a command may change files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// It brings them up to date.
    Write,
    /// It only looks.
    Check,
}

/// How a file differs from what was generated. Holds its path inside the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Difference {
    /// It is not there.
    Missing(String),
    /// Its content is another.
    Stale(String),
    /// It was not generated.
    Superfluous(String),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(path) => write!(f, "{path} is missing"),
            Self::Stale(path) => write!(f, "{path} is stale or was edited by hand"),
            Self::Superfluous(path) => write!(f, "{path} is superfluous"),
        }
    }
}

/// Compares a folder with the files that it should hold and, in [`Mode::Write`],
/// makes it so. Files that do not differ are not touched. Returns what differed.
pub(crate) fn folder(
    folder: &Path,
    files: &BTreeMap<String, String>,
    mode: Mode,
) -> anyhow::Result<Vec<Difference>> {
    let there = tree::files_below(folder).with_context(|| folder.display().to_string())?;
    let mut differences = Vec::new();
    for (path, text) in files {
        if !there.contains(path) {
            differences.push(Difference::Missing(path.clone()));
        } else if fs::read(folder.join(path))? != text.as_bytes() {
            differences.push(Difference::Stale(path.clone()));
        }
    }
    let superfluous = there.into_iter().filter(|path| !files.contains_key(path));
    differences.extend(superfluous.map(Difference::Superfluous));
    if mode == Mode::Write {
        for difference in &differences {
            mend(folder, files, difference).with_context(|| difference.to_string())?;
        }
    }
    Ok(differences)
}

fn mend(
    folder: &Path,
    files: &BTreeMap<String, String>,
    difference: &Difference,
) -> anyhow::Result<()> {
    match difference {
        Difference::Missing(path) | Difference::Stale(path) => {
            let text = &files[path];
            let path = folder.join(path);
            fs::create_dir_all(path.parent().expect("it is inside the folder"))?;
            fs::write(path, text)?;
        }
        Difference::Superfluous(path) => fs::remove_file(folder.join(path))?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(files: &[(&str, &str)]) -> BTreeMap<String, String> {
        files.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect()
    }

    #[test]
    fn finds_and_mends_every_kind_of_difference() {
        let temp = tempfile::tempdir().unwrap();
        let dir = temp.path().join("not/yet/there");
        let want = files(&[("a.rs", "a"), ("b.rs", "b"), ("deep/c.rs", "c")]);
        let first = folder(&dir, &want, Mode::Write).unwrap();
        assert_eq!(first.len(), 3);
        assert_eq!(folder(&dir, &want, Mode::Check).unwrap(), []);

        fs::write(dir.join("a.rs"), "a ").unwrap();
        fs::remove_file(dir.join("b.rs")).unwrap();
        fs::write(dir.join("deep/orphan.rs"), "").unwrap();
        let expected = [
            Difference::Stale("a.rs".into()),
            Difference::Missing("b.rs".into()),
            Difference::Superfluous("deep/orphan.rs".into()),
        ];
        assert_eq!(folder(&dir, &want, Mode::Check).unwrap(), expected);
        assert_eq!(folder(&dir, &want, Mode::Check).unwrap(), expected, "a check changes nothing");
        assert_eq!(folder(&dir, &want, Mode::Write).unwrap(), expected);
        assert_eq!(folder(&dir, &want, Mode::Check).unwrap(), []);
    }

    #[test]
    fn leaves_files_alone_that_do_not_differ() {
        let temp = tempfile::tempdir().unwrap();
        let want = files(&[("a.rs", "a")]);
        folder(temp.path(), &want, Mode::Write).unwrap();
        let path = temp.path().join("a.rs");
        let before = fs::metadata(&path).unwrap().modified().unwrap();
        assert_eq!(folder(temp.path(), &want, Mode::Write).unwrap(), []);
        assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), before);
    }
}
