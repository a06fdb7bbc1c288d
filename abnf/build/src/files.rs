//! Files, standard input and bundled grammars, with errors that name them.

use abnfc::diagnostic::{Code, Diagnostic, Diagnostics, Hint};
use abnfc::limits::LimitName;
use abnfc::text::bundled::{self, Bundled};
use anyhow::{Context, bail};
use std::fs::{self, File};
use std::io::{self, Read, Stdin};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// The content of a file.
#[derive(Clone, Debug)]
pub struct Input {
    /// The name in messages.
    pub name: String,
    /// The content.
    pub bytes: Vec<u8>,
    /// The bundled grammar, if there was no file.
    pub bundled: Option<&'static Bundled>,
}

/// Reads a grammar: the file at `path`, or the bundled grammar called `name` if there is no file.
pub fn read_grammar(path: &Path, name: &str, limit: usize) -> anyhow::Result<Input> {
    match bundled(path, name)? {
        Some(bundled) => Ok(of_bundled(bundled)),
        None => read(path, limit),
    }
}

/// Reads a grammar that another file names, as [`read_grammar`] does. Only regular files are read,
/// because reading a pipe could block.
pub fn read_named_grammar(path: &Path, name: &str, limit: usize) -> anyhow::Result<Input> {
    match bundled(path, name)? {
        Some(bundled) => Ok(of_bundled(bundled)),
        None => read_named(path, limit),
    }
}

/// Returns the bundled grammar of a name, unless there is a file. A folder is no grammar, and may be
/// the crate of a bundled one.
fn bundled(path: &Path, name: &str) -> anyhow::Result<Option<&'static Bundled>> {
    let found = bundled::find(name);
    if fs::symlink_metadata(path).is_ok() {
        return Ok(found.filter(|_| path.is_dir()));
    }
    // The name of a file usually has an extension.
    let is_word = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric());
    if found.is_none() && is_word {
        bail!(
            "there is no file `{name}` and no bundled grammar of that name; `abnfc list` lists them"
        );
    }
    Ok(found)
}

/// Returns a bundled grammar as the content of a file.
pub fn of_bundled(bundled: &'static Bundled) -> Input {
    let bytes = bundled.text.as_bytes().to_vec();
    Input { name: bundled.name.to_owned(), bytes, bundled: Some(bundled) }
}

/// Reads a file, or standard input for `-`, of at most `limit` bytes. A longer one is an error and
/// is not read to its end.
pub fn read(path: &Path, limit: usize) -> anyhow::Result<Input> {
    let bytes = if is_stdin(path) {
        read_all(stdin()?, limit).with_context(|| unreadable(path))?
    } else {
        File::open(path).and_then(|file| read_all(file, limit)).with_context(|| unreadable(path))?
    };
    let name = name(path);
    within(&name, &bytes, limit)?;
    Ok(Input { name, bytes, bundled: None })
}

/// Checks that a file has at most `limit` bytes.
pub fn within(name: &str, bytes: &[u8], limit: usize) -> Result<(), Diagnostics> {
    if bytes.len() <= limit {
        return Ok(());
    }
    let message = format!("`{name}` has more than {limit} bytes, the limit");
    let error = Diagnostic::error(Code::FileTooLarge, message)
        .hint(Hint::raise(LimitName::SourceBytes))
        .hint("split the grammar");
    Err(Diagnostics::from(error))
}

/// Reads a regular file that another file names, as [`read`] does.
pub fn read_named(path: &Path, limit: usize) -> anyhow::Result<Input> {
    let found = fs::metadata(path).with_context(|| unreadable(path))?;
    if !found.is_file() {
        bail!("cannot read `{}`: it is not a regular file", path.display());
    }
    read(path, limit)
}

/// Opens a file, or standard input for `-`.
pub fn open(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    if is_stdin(path) {
        return Ok(Box::new(stdin()?));
    }
    let file = File::open(path).with_context(|| unreadable(path))?;
    Ok(Box::new(file))
}

/// Returns the message about a file that cannot be read.
pub fn unreadable(path: &Path) -> String {
    if is_stdin(path) {
        "cannot read standard input".to_owned()
    } else {
        format!("cannot read `{}`", path.display())
    }
}

/// Returns the name of a file in messages.
pub fn name(path: &Path) -> String {
    if is_stdin(path) { "<stdin>".to_owned() } else { path.display().to_string() }
}

/// Returns standard input, at most once.
pub fn stdin() -> anyhow::Result<Stdin> {
    static IS_TAKEN: AtomicBool = AtomicBool::new(false);
    if IS_TAKEN.swap(true, Ordering::Relaxed) {
        bail!("standard input is used twice");
    }
    Ok(io::stdin())
}

/// Returns whether the path denotes standard input.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn read_all(from: impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
