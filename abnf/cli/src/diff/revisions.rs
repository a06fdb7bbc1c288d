//! Grammars of revisions of a repository, as `git` finds them.
//!
//! Each file is looked up in the tree of a commit and read as a blob, so neither the index nor filters
//! matter, and a folder or a link is not mistaken for a file. Imports that the grammar names relative to
//! itself, and those of options, are read from the same revision.

use super::super::input::{Input, spec_argument};
use super::super::options::Reading;
use super::super::paths::between;
use abnfc::spec::Spec;
use abnfc::text::bundled;
use abnfc_build::files::{self, is_stdin};
use abnfc_build::imports::imports_read_by;
use anyhow::{Context, bail, ensure};
use std::io::{ErrorKind, Read as _};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Two revisions; without the second one, the files in the working tree.
pub(super) struct Revisions {
    pub(super) old: Revision,
    pub(super) new: Option<Revision>,
}

/// A commit.
pub(super) struct Revision {
    /// The name by which the caller denotes the commit.
    name: String,
    /// Its hash.
    commit: String,
    /// The folder in which `git` runs.
    folder: PathBuf,
    /// The path of that folder in the repository.
    prefix: PathBuf,
}

impl Revisions {
    /// Finds the commits of `OLD..NEW`, `OLD...NEW` or `OLD`, in the repository of a file. As in `git
    /// diff`, three dots compare NEW with the last commit that it shares with OLD, and a revision that
    /// is left out is `HEAD`.
    pub(super) fn find(argument: &str, file: &Path) -> anyhow::Result<Self> {
        let folder = folder(file);
        let find = |name: &str| {
            let name = if name.is_empty() { "HEAD" } else { name };
            Revision::find(name, &folder)
        };
        let (old, new, is_since_merge) =
            match (argument.split_once("..."), argument.split_once("..")) {
                (Some((old, new)), _) => (old, Some(new), true),
                (None, Some((old, new))) => (old, Some(new), false),
                (None, None) => (argument, None, false),
            };
        ensure!(!argument.is_empty(), "`--git` needs a revision");
        let mut revisions = Self { old: find(old)?, new: new.map(find).transpose()? };
        if let (true, Some(new)) = (is_since_merge, &revisions.new) {
            let base = [revisions.old.commit.as_str(), new.commit.as_str()];
            let made = git(&folder, &["merge-base", base[0], base[1]])?;
            ensure!(made.status.success(), "`{argument}`: the revisions have no common commit");
            String::from_utf8_lossy(&made.stdout).trim().clone_into(&mut revisions.old.commit);
        }
        Ok(revisions)
    }
}

impl Revision {
    fn find(name: &str, folder: &Path) -> anyhow::Result<Self> {
        let commit = format!("{name}^{{commit}}");
        let made = git(folder, &["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])?;
        if !made.status.success() {
            let is_inside = git(folder, &["rev-parse", "--git-dir"])?;
            ensure!(is_inside.status.success(), "git: {}", message(&is_inside));
            bail!("the repository has no revision `{}`", name.escape_debug());
        }
        let prefix = git(folder, &["rev-parse", "--show-prefix"])?;
        let line = |output: &Output| {
            String::from_utf8_lossy(&output.stdout).trim_end_matches(['\r', '\n']).to_owned()
        };
        Ok(Self {
            name: name.to_owned(),
            commit: line(&made),
            folder: folder.to_owned(),
            prefix: PathBuf::from(line(&prefix)),
        })
    }

    /// Reads the grammar of a file and its imports.
    pub(super) fn load(&self, reading: &Reading, path: &Path) -> anyhow::Result<Input> {
        let name = path.display();
        ensure!(!is_stdin(path), "`--git` compares files, not standard input");
        ensure!(
            spec_argument(path).is_none(),
            "`{name}` is a spec file, which `--git` cannot read; name the grammar"
        );
        let limits = reading.limits();
        let Some(grammar) = self.file(path, limits.source_bytes)? else {
            bail!("revision `{}` has no file `{name}`", self.name);
        };
        let read = |path: &Path, name: &str, limit: usize| self.import(path, name, limit);
        let requested = reading.imports.iter().chain(&reading.documents);
        let imports = imports_read_by(&grammar, path, requested, &read, &read, &limits)?;
        let spec = Spec { read: reading.options(), imports, ..Spec::default() };
        Ok(Input { name: grammar.name, bytes: grammar.bytes, spec })
    }

    /// Reads an imported file, or the bundled grammar of its name if the revision has no such file.
    fn import(&self, path: &Path, name: &str, limit: usize) -> anyhow::Result<files::Input> {
        if let Some(found) = self.file(path, limit)? {
            return Ok(found);
        }
        match bundled::find(name) {
            Some(bundled) => Ok(files::of_bundled(bundled)),
            None => bail!("revision `{}` has no file `{}`", self.name, path.display()),
        }
    }

    /// Returns the entry of a path from the root of the repository.
    fn entry(&self, path: &str) -> anyhow::Result<Option<Entry>> {
        let listed =
            git(&self.folder, &["ls-tree", "-z", "--full-tree", &self.commit, "--", path])?;
        ensure!(listed.status.success(), "git: {}", message(&listed));
        // MODE, TYPE, HASH, a tabulator and the path.
        let entry = String::from_utf8_lossy(&listed.stdout);
        let entry = entry.split('\0').next().unwrap_or_default();
        let (entry, _) = entry.split_once('\t').unwrap_or_default();
        let mut fields = entry.split(' ').map(str::to_owned);
        let fields = [fields.next(), fields.next(), fields.next()];
        let [Some(mode), Some(kind), Some(hash)] = fields else { return Ok(None) };
        Ok(Some(Entry { mode, kind, hash }))
    }

    /// Reads a file of at most `limit` bytes. `None` if the revision does not have it.
    fn file(&self, path: &Path, limit: usize) -> anyhow::Result<Option<files::Input>> {
        let inside = normal(&self.prefix.join(relative(&self.folder, path)));
        let mut names = inside.components().map(|it| it.as_os_str().to_string_lossy());
        if names.clone().next().is_some_and(|first| first == "..") {
            bail!("`{}` is outside of the repository", path.display());
        }
        let names: Vec<_> = names.by_ref().collect();
        let name = format!("{}:{}", self.name, path.display());
        let Some(Entry { mode, kind, hash }) = self.entry(&names.join("/"))? else {
            for count in 1..names.len() {
                let folder = names[..count].join("/");
                if self.entry(&folder)?.is_some_and(|it| it.mode == LINK) {
                    bail!(
                        "`{name}` is reached through the symbolic link `{folder}`, which `--git` does not follow"
                    );
                }
            }
            return Ok(None);
        };
        match (&*mode, &*kind) {
            (LINK, _) => bail!("`{name}` is a symbolic link, which `--git` does not follow"),
            (_, "blob") => (),
            _ => return Ok(None),
        }
        let mut started = command(&self.folder, &["cat-file", "blob", &hash])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context(NO_GIT)?;
        let mut bytes = Vec::new();
        let out = started.stdout.take().context("git has no output")?;
        let copied = out.take(limit as u64 + 1).read_to_end(&mut bytes);
        // A long file is not read to its end, so `git` may fail.
        let status = started.wait().context(NO_GIT)?;
        copied.with_context(|| format!("cannot read `{name}`"))?;
        files::within(&name, &bytes, limit)?;
        ensure!(status.success(), "git cannot read `{name}`");
        Ok(Some(files::Input { name, bytes, bundled: None }))
    }
}

/// An entry of a tree.
struct Entry {
    mode: String,
    kind: String,
    hash: String,
}

/// The mode of a symbolic link.
const LINK: &str = "120000";

const NO_GIT: &str = "cannot run `git`, which `--git` needs";

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    // Paths are names, whatever characters they contain.
    command.env("GIT_LITERAL_PATHSPECS", "1");
    command
}

fn git(folder: &Path, arguments: &[&str]) -> anyhow::Result<Output> {
    command(folder, arguments).output().map_err(|error| match error.kind() {
        ErrorKind::NotFound => anyhow::Error::new(error).context(NO_GIT),
        _ => anyhow::Error::new(error).context("cannot run `git`"),
    })
}

/// Returns the first line of a message of `git`.
fn message(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().next().unwrap_or("it failed without a message");
    line.trim_start_matches("fatal: ").to_owned()
}

/// Returns the folder of a file, or the nearest one above it that exists: another revision may have had
/// the folder.
fn folder(file: &Path) -> PathBuf {
    let mut folders = file.ancestors().skip(1).filter(|it| it.is_dir());
    let folder = folders.next().unwrap_or(Path::new(""));
    if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() }
}

/// Returns a path without `.`, and without `..` except at its beginning.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        let last = normal.components().next_back();
        match component {
            Component::CurDir => (),
            Component::ParentDir if matches!(last, Some(Component::Normal(_))) => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    normal
}

/// Returns the path that leads from a folder to a file.
fn relative(folder: &Path, file: &Path) -> PathBuf {
    let [folder, file] = [folder, file]
        .map(|path| normal(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned())));
    between(&folder, &file)
}

#[cfg(test)]
mod tests {
    use super::{normal, relative};
    use std::path::{Path, PathBuf};

    #[test]
    fn paths_are_relative_to_folders() {
        let path = |folder: &str, file: &str| relative(Path::new(folder), Path::new(file));
        assert_eq!(path(".", "a/../b.abnf"), PathBuf::from("b.abnf"));
        assert_eq!(path("a/b", "a/c/d.abnf"), PathBuf::from("../c/d.abnf"));
        let inside = |prefix: &str, file: &str| normal(&Path::new(prefix).join(path(".", file)));
        assert_eq!(inside("x/y/", "../b.abnf"), PathBuf::from("x/b.abnf"));
        assert_eq!(inside("x/", "../../b.abnf"), PathBuf::from("../b.abnf"));
    }
}
