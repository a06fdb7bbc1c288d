//! Puts a generated crate in place, whole or not at all.
//!
//! Everything is written into a temporary directory beside its place first, then
//! moved by renaming; where a move fails, those before it are undone. The folder
//! `src/generated` belongs to us whole. The files of the frame are written where
//! there is none and belong to the user from then on.

use anyhow::{Context, bail};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The folder that holds what is generated, inside of the crate.
pub(super) const GENERATED: &str = "src/generated";

/// How the names of temporary directories start.
const TEMPORARY: &str = ".abnfc-";

/// The texts of a crate by their paths, which have `/` between their parts.
#[derive(Debug)]
pub(super) struct Crate {
    /// Relative to the crate.
    pub(super) frame: BTreeMap<String, String>,
    /// Relative to [`GENERATED`].
    pub(super) generated: BTreeMap<String, String>,
}

/// How a file on disk differs from what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Flaw {
    /// It has other content.
    Stale,
    /// It is not there.
    Missing,
    /// It should not be there.
    Superfluous,
}

impl Flaw {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Stale => "stale",
            Self::Missing => "missing",
            Self::Superfluous => "superfluous",
        }
    }
}

/// What installing would change, in order of paths, which are relative to the
/// crate.
pub(super) fn flaws(dir: &Path, made: &Crate) -> anyhow::Result<Vec<(String, Flaw)>> {
    let mut flaws = BTreeMap::new();
    for path in made.frame.keys() {
        if !exists(&dir.join(path))? {
            flaws.insert(path.clone(), Flaw::Missing);
        }
    }
    let generated = dir.join(GENERATED);
    let mut there = BTreeSet::new();
    files_below(&generated, "", &mut there)?;
    for path in &there {
        let flaw = match made.generated.get(path) {
            None => Some(Flaw::Superfluous),
            Some(text) => {
                let file = generated.join(path);
                let bytes =
                    fs::read(&file).with_context(|| format!("cannot read `{}`", file.display()))?;
                (bytes != text.as_bytes()).then_some(Flaw::Stale)
            }
        };
        if let Some(flaw) = flaw {
            flaws.insert(format!("{GENERATED}/{path}"), flaw);
        }
    }
    for path in made.generated.keys().filter(|path| !there.contains(*path)) {
        flaws.insert(format!("{GENERATED}/{path}"), Flaw::Missing);
    }
    Ok(flaws.into_iter().collect())
}

/// Refuses a directory that holds something else than a crate of ours, which is
/// one whose `src/generated/mod.rs` starts with `header`.
pub(super) fn accept(dir: &Path, header: &str) -> anyhow::Result<()> {
    let entries = match fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error).context(format!("cannot read `{}`", dir.display())),
    };
    let mut entries = entries.filter(|entry| !entry.as_ref().is_ok_and(is_left_over));
    if entries.next().is_none() {
        return Ok(());
    }
    match fs::read(dir.join(GENERATED).join("mod.rs")) {
        Ok(bytes) if bytes.starts_with(header.as_bytes()) => Ok(()),
        _ => bail!(
            "`{}` is not empty and holds no crate made by `abnfc build`; nothing was written",
            dir.display()
        ),
    }
}

/// Whether it is what a build that was killed has left behind.
fn is_left_over(entry: &fs::DirEntry) -> bool {
    entry.file_name().to_string_lossy().starts_with(TEMPORARY)
}

/// Writes the crate; on failure everything is as it was.
pub(super) fn install(dir: &Path, made: &Crate) -> anyhow::Result<()> {
    let is_new = !exists(dir)?;
    let beside = if is_new { parent(dir) } else { dir };
    fs::create_dir_all(beside).with_context(|| cannot_write(beside))?;
    let temporary = tempfile::Builder::new()
        .prefix(TEMPORARY)
        .tempdir_in(beside)
        .with_context(|| cannot_write(beside))?;
    // Not the temporary directory itself, which nobody else may read.
    let new = temporary.path().join("new");
    write_all(&new, &made.frame).with_context(|| cannot_write(&new))?;
    let generated = new.join(GENERATED);
    write_all(&generated, &made.generated).with_context(|| cannot_write(&generated))?;

    let mut moves = Moves::default();
    let moved = if is_new {
        moves.rename(&new, dir)
    } else {
        move_into(dir, made, &new, &temporary, &mut moves)
    };
    moved.map_err(|error| {
        let undone = moves.undo();
        let error = anyhow::Error::new(error).context(cannot_write(dir));
        match undone {
            Ok(()) => error,
            Err(second) => {
                // The only copy of what was there must survive.
                let kept = temporary.keep();
                error.context(format!(
                    "what was in `{}` is kept in `{}` ({second})",
                    dir.display(),
                    kept.display()
                ))
            }
        }
    })
}

/// Puts the missing files of the frame and all of [`GENERATED`] in place.
fn move_into(
    dir: &Path,
    made: &Crate,
    new: &Path,
    temporary: &TempDir,
    moves: &mut Moves,
) -> io::Result<()> {
    for path in made.frame.keys() {
        let to = dir.join(path);
        if !fs::exists(&to)? {
            moves.create_parent(&to)?;
            moves.rename(&new.join(path), &to)?;
        }
    }
    let generated = dir.join(GENERATED);
    moves.create_parent(&generated)?;
    if fs::exists(&generated)? {
        moves.rename(&generated, &temporary.path().join("old"))?;
    }
    moves.rename(&new.join(GENERATED), &generated)
}

/// What was done so far, to be undone on failure.
#[derive(Debug, Default)]
struct Moves(Vec<Move>);

#[derive(Debug)]
enum Move {
    Renamed { from: PathBuf, to: PathBuf },
    Created(PathBuf),
}

impl Moves {
    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)?;
        self.0.push(Move::Renamed { from: from.to_owned(), to: to.to_owned() });
        Ok(())
    }

    /// Makes sure that the folder of a file exists; ours are one deep.
    fn create_parent(&mut self, of: &Path) -> io::Result<()> {
        let folder = parent(of);
        match fs::create_dir(folder) {
            Ok(()) => {
                self.0.push(Move::Created(folder.to_owned()));
                Ok(())
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn undo(self) -> io::Result<()> {
        self.0.into_iter().rev().try_for_each(|it| match it {
            Move::Renamed { from, to } => fs::rename(to, from),
            Move::Created(folder) => fs::remove_dir(folder),
        })
    }
}

fn write_all(folder: &Path, files: &BTreeMap<String, String>) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(parent(&path))?;
        fs::write(path, text)?;
    }
    Ok(())
}

/// Collects the files below a folder; one that does not exist has none.
fn files_below(folder: &Path, path: &str, found: &mut BTreeSet<String>) -> anyhow::Result<()> {
    let cannot_read = || format!("cannot read `{}`", folder.display());
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        entries => entries.with_context(cannot_read)?,
    };
    for entry in entries {
        let entry = entry.with_context(cannot_read)?;
        let path = format!("{path}{}", entry.file_name().to_string_lossy());
        if entry.file_type().with_context(cannot_read)?.is_dir() {
            files_below(&entry.path(), &format!("{path}/"), found)?;
        } else {
            found.insert(path);
        }
    }
    Ok(())
}

fn exists(path: &Path) -> anyhow::Result<bool> {
    fs::exists(path).with_context(|| format!("cannot read `{}`", path.display()))
}

fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => path,
    }
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write `{}`", path.display())
}

#[cfg(test)]
mod tests {
    use super::{Crate, Flaw, accept, flaws, install};
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::Path;

    const HEADER: &str = "// ours";

    fn texts(files: &[(&str, &str)]) -> BTreeMap<String, String> {
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
    }

    fn made(generated: &[(&str, &str)]) -> Crate {
        let frame = texts(&[("Cargo.toml", "frame"), ("src/lib.rs", "frame")]);
        Crate { frame, generated: texts(generated) }
    }

    /// Every file below a folder with its content.
    fn tree(folder: &Path) -> BTreeMap<String, String> {
        let mut paths = std::collections::BTreeSet::new();
        super::files_below(folder, "", &mut paths).unwrap();
        paths
            .into_iter()
            .map(|path| {
                let text = fs::read_to_string(folder.join(&path)).unwrap();
                (path, text)
            })
            .collect()
    }

    #[test]
    fn a_new_crate_is_complete_and_leaves_nothing_beside_it() {
        let room = tempfile::tempdir().unwrap();
        let dir = room.path().join("a/b");
        let made = made(&[("mod.rs", "// ours\n"), ("c/d.rs", "d")]);
        accept(&dir, HEADER).unwrap();
        install(&dir, &made).unwrap();
        let there = tree(room.path());
        assert_eq!(
            there.keys().collect::<Vec<_>>(),
            [
                "a/b/Cargo.toml",
                "a/b/src/generated/c/d.rs",
                "a/b/src/generated/mod.rs",
                "a/b/src/lib.rs"
            ]
        );
        assert_eq!(flaws(&dir, &made).unwrap(), []);
    }

    #[test]
    fn an_empty_directory_is_filled() {
        let room = tempfile::tempdir().unwrap();
        let made = made(&[("mod.rs", "// ours\n")]);
        accept(room.path(), HEADER).unwrap();
        install(room.path(), &made).unwrap();
        assert_eq!(tree(room.path()).len(), 3);
        assert_eq!(flaws(room.path(), &made).unwrap(), []);
    }

    #[test]
    fn a_second_build_replaces_what_is_generated_and_keeps_the_rest() {
        let room = tempfile::tempdir().unwrap();
        let dir = room.path();
        install(dir, &made(&[("mod.rs", "// ours\nold"), ("old.rs", "")])).unwrap();
        fs::write(dir.join("Cargo.toml"), "mine").unwrap();
        fs::remove_file(dir.join("src/lib.rs")).unwrap();
        fs::write(dir.join("src/more.rs"), "mine").unwrap();
        let made = made(&[("mod.rs", "// ours\nnew"), ("new.rs", "")]);
        assert_eq!(
            flaws(dir, &made).unwrap(),
            [
                ("src/generated/mod.rs".to_owned(), Flaw::Stale),
                ("src/generated/new.rs".to_owned(), Flaw::Missing),
                ("src/generated/old.rs".to_owned(), Flaw::Superfluous),
                ("src/lib.rs".to_owned(), Flaw::Missing),
            ]
        );
        accept(dir, HEADER).unwrap();
        install(dir, &made).unwrap();
        assert_eq!(flaws(dir, &made).unwrap(), []);
        assert_eq!(
            tree(dir),
            texts(&[
                ("Cargo.toml", "mine"),
                ("src/generated/mod.rs", "// ours\nnew"),
                ("src/generated/new.rs", ""),
                ("src/lib.rs", "frame"),
                ("src/more.rs", "mine"),
            ])
        );
    }

    #[test]
    fn a_foreign_directory_is_refused() {
        let room = tempfile::tempdir().unwrap();
        fs::write(room.path().join("thesis.txt"), "").unwrap();
        accept(room.path(), HEADER).unwrap_err();
        fs::create_dir_all(room.path().join("src/generated")).unwrap();
        fs::write(room.path().join("src/generated/mod.rs"), "// theirs\n// ours\n").unwrap();
        accept(room.path(), HEADER).unwrap_err();
    }

    /// A build that is killed leaves its temporary directory behind, which must not
    /// keep the next build from doing its work.
    #[test]
    fn an_interrupted_build_can_be_repeated() {
        let room = tempfile::tempdir().unwrap();
        fs::create_dir_all(room.path().join(".abnfc-killed/new/src")).unwrap();
        accept(room.path(), HEADER).unwrap();
        install(room.path(), &made(&[("mod.rs", "// ours\n")])).unwrap();
        accept(room.path(), HEADER).unwrap();
        fs::write(room.path().join("src/generated/mod.rs"), "// theirs").unwrap();
        accept(room.path(), HEADER).unwrap_err();
    }

    /// `src/lib.rs/` cannot be made where `src` is a file: the frame's first file
    /// is in place by then and has to go again.
    #[test]
    fn a_failure_half_way_leaves_everything_as_it_was() {
        let room = tempfile::tempdir().unwrap();
        fs::write(room.path().join("src"), "a file").unwrap();
        let before = tree(room.path());
        install(room.path(), &made(&[("mod.rs", "")])).unwrap_err();
        assert_eq!(tree(room.path()), before);
    }

    /// The old folder is away when the new one fails to come.
    #[test]
    fn a_failed_swap_is_put_back() {
        let room = tempfile::tempdir().unwrap();
        let dir = room.path();
        install(dir, &made(&[("mod.rs", "old")])).unwrap();
        let before = tree(dir);
        let mut moves = super::Moves::default();
        let away = dir.join("away");
        moves.rename(&dir.join("src/generated"), &away).unwrap();
        moves.rename(&dir.join("no such file"), &dir.join("src/generated")).unwrap_err();
        moves.undo().unwrap();
        assert_eq!(tree(dir), before);
    }
}
