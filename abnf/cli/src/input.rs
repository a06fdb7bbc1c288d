//! Files and standard input, with errors that name them.

use abnfc::diagnostic::{Diagnostic, Diagnostics, Hint};
use abnfc::limits::LimitName;
use abnfc::text::bundled::{self, Bundled};
use anyhow::{Context, bail};
use std::fs::{self, File};
use std::io::{self, Read, Stdin};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// A file's content under the name that messages use.
#[derive(Debug)]
pub(super) struct Input {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
    /// The bundled grammar that it is, if it is no file.
    pub(super) bundled: Option<&'static Bundled>,
}

/// Reads a grammar: a file or, where there is none, the bundled grammar of that name. The path
/// is that of the name in some folder.
pub(super) fn read_grammar(path: &Path, name: &str, limit: usize) -> anyhow::Result<Input> {
    match bundled(path, name)? {
        Some(bundled) => Ok(of_bundled(bundled)),
        None => read(path, limit),
    }
}

/// As [`read_grammar`], for a file that another file names, which must not wait for a writer as
/// a pipe does.
pub(super) fn read_named_grammar(path: &Path, name: &str, limit: usize) -> anyhow::Result<Input> {
    match bundled(path, name)? {
        Some(bundled) => Ok(of_bundled(bundled)),
        None => read_named(path, limit),
    }
}

/// The bundled grammar of a name, unless there is a file.
fn bundled(path: &Path, name: &str) -> anyhow::Result<Option<&'static Bundled>> {
    if fs::symlink_metadata(path).is_ok() {
        return Ok(None);
    }
    let found = bundled::find(name);
    let number = name.get(..3).filter(|it| it.eq_ignore_ascii_case("rfc")).map(|_| &name[3..]);
    let is_rfc = number.is_some_and(|it| !it.is_empty() && it.bytes().all(|b| b.is_ascii_digit()));
    if found.is_none() && is_rfc {
        bail!(
            "there is no file `{name}` and no bundled grammar of that name; `abnfc --help` lists them"
        );
    }
    Ok(found)
}

fn of_bundled(bundled: &'static Bundled) -> Input {
    let bytes = bundled.text.as_bytes().to_vec();
    Input { name: bundled.name.to_owned(), bytes, bundled: Some(bundled) }
}

/// Reads a file, or standard input for `-`, of at most `limit` bytes; a longer one
/// is refused without being read to its end.
pub(super) fn read(path: &Path, limit: usize) -> anyhow::Result<Input> {
    let bytes = if is_stdin(path) {
        read_all(stdin()?, limit).with_context(|| unreadable(path))?
    } else {
        File::open(path).and_then(|file| read_all(file, limit)).with_context(|| unreadable(path))?
    };
    let name = name(path);
    if bytes.len() > limit {
        let message = format!("`{name}` has more than {limit} bytes, the limit");
        let error = Diagnostic::error("file-too-large", message)
            .hint(Hint::RaiseLimit(LimitName::SourceBytes))
            .hint("split the grammar");
        return Err(Diagnostics { items: vec![error], ..Diagnostics::default() }.into());
    }
    Ok(Input { name, bytes, bundled: None })
}

/// As [`read`], for a file that another file names.
pub(super) fn read_named(path: &Path, limit: usize) -> anyhow::Result<Input> {
    let found = fs::metadata(path).with_context(|| unreadable(path))?;
    if !found.is_file() {
        bail!("cannot read `{}`: it is not a regular file", path.display());
    }
    read(path, limit)
}

/// A file, or standard input for `-`, to be read bit by bit.
pub(super) fn open(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    if is_stdin(path) {
        return Ok(Box::new(stdin()?));
    }
    let file = File::open(path).with_context(|| unreadable(path))?;
    Ok(Box::new(file))
}

/// What is said of a file that cannot be read.
pub(super) fn unreadable(path: &Path) -> String {
    if is_stdin(path) {
        "cannot read standard input".to_owned()
    } else {
        format!("cannot read `{}`", path.display())
    }
}

/// How messages call a file.
pub(super) fn name(path: &Path) -> String {
    if is_stdin(path) { "<stdin>".to_owned() } else { path.display().to_string() }
}

/// Standard input, which can be had once.
pub(super) fn stdin() -> anyhow::Result<Stdin> {
    static IS_TAKEN: AtomicBool = AtomicBool::new(false);
    if IS_TAKEN.swap(true, Ordering::Relaxed) {
        bail!("standard input is asked for twice");
    }
    Ok(io::stdin())
}

/// Whether the path stands for standard input.
pub(super) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn read_all(from: impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
