//! Paths between files and folders.

use std::path::{Component, Path, PathBuf};

/// Returns the path from a folder to another file or folder, both absolute and without links and `..`; the other
/// itself if nothing leads there, as between drives.
pub(super) fn between(from: &Path, to: &Path) -> PathBuf {
    let common = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let is_root = |it: Component<'_>| matches!(it, Component::Prefix(_) | Component::RootDir);
    let up = from.components().skip(common);
    if common == 0 || up.clone().any(is_root) {
        return to.to_owned();
    }
    let up = up.map(|_| Component::ParentDir);
    up.chain(to.components().skip(common)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_between_folders() {
        for (from, to, expected) in [
            ("/a/b/c", "/a/d", "../../d"),
            ("/a", "/a/b", "b"),
            ("/a/b", "/", "../.."),
            ("/a/b", "/a", ".."),
        ] {
            assert_eq!(between(Path::new(from), Path::new(to)), Path::new(expected));
        }
    }
}
