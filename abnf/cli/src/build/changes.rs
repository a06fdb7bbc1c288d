//! Compares the files of a build with those on disk, for `build --check` and for messages.

use super::super::install::{Delivery, exists};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// The difference between a file on disk and the delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Change {
    /// Its content differs.
    Stale,
    /// It does not exist.
    Missing,
    /// It exists and must not.
    Superfluous,
}

impl Change {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Stale => "stale",
            Self::Missing => "missing",
            Self::Superfluous => "superfluous",
        }
    }
}

/// Returns the files that installing the delivery would change, ordered by path.
pub(super) fn changes(delivery: &Delivery) -> io::Result<BTreeMap<String, Change>> {
    let Delivery { root, folder, generated, replaced, once, removed } = delivery;
    let mut expected: BTreeMap<String, Option<&[u8]>> = BTreeMap::new();
    expected.extend(once.keys().map(|path| (path.clone(), None)));
    expected.extend(replaced.iter().map(|(path, bytes)| (path.clone(), Some(&**bytes))));
    expected.extend(generated.iter().map(|(path, it)| (format!("{folder}/{path}"), Some(&**it))));
    let change = |path: &String, bytes: Option<&[u8]>| match (root.join(path), bytes) {
        (file, _) if !exists(&file) => Some((path.clone(), Change::Missing)),
        (file, Some(bytes)) if !holds(&file, bytes) => Some((path.clone(), Change::Stale)),
        _ => None,
    };
    let mut changes: BTreeMap<String, Change> =
        expected.iter().filter_map(|(path, bytes)| change(path, *bytes)).collect();
    let mut found = files(root, folder)?;
    found.extend(removed.iter().filter(|path| exists(&root.join(path))).cloned());
    found.retain(|path| !expected.contains_key(path));
    changes.extend(found.into_iter().map(|path| (path, Change::Superfluous)));
    Ok(changes)
}

/// Returns whether the path is a regular file with this content.
fn holds(file: &Path, bytes: &[u8]) -> bool {
    let is_file = file.metadata().is_ok_and(|it| it.is_file() && it.len() == bytes.len() as u64);
    is_file && fs::read(file).is_ok_and(|found| found == bytes)
}

/// Returns the paths of all files below a folder, relative to the root.
fn files(root: &Path, folder: &str) -> io::Result<Vec<String>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    folders.retain(|folder| exists(&root.join(folder)));
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root.join(&folder))? {
            let entry = entry?;
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            let list = if entry.file_type()?.is_dir() { &mut folders } else { &mut files };
            list.push(path);
        }
    }
    Ok(files)
}
