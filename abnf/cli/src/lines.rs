//! Lines of files and of standard input, one at a time.

use super::output::Output;
use abnfc_build::files;
use anyhow::{Context, bail};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The maximum length of a line in bytes; a longer line is an error.
pub(super) const MAX_LINE: usize = 64 << 20;

/// Returns the files whose lines are read: those that are named, or standard input if there are no
/// other arguments either.
pub(super) fn files_or_stdin<T>(arguments: &[T], named: &[PathBuf]) -> Vec<PathBuf> {
    if arguments.is_empty() && named.is_empty() {
        return vec![PathBuf::from("-")];
    }
    named.to_vec()
}

/// The lines of a file.
pub(super) struct Lines {
    path: PathBuf,
    /// The file as messages name it.
    pub(super) name: String,
    file: BufReader<Box<dyn Read>>,
    /// The number of the last line, from 1.
    pub(super) number: u64,
}

impl Lines {
    /// Opens a file; `-` is standard input.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        let file = BufReader::with_capacity(1 << 16, files::open(path)?);
        Ok(Self { path: path.to_owned(), name: files::name(path), file, number: 0 })
    }

    /// Returns the next line, without its line feed. Before it waits for more, it writes the output:
    /// the program that writes the lines may need the answers first.
    pub(super) fn next(&mut self, out: &mut Output) -> anyhow::Result<Option<Vec<u8>>> {
        if !self.file.buffer().contains(&b'\n') {
            out.flush()?;
        }
        let mut line = Vec::new();
        let mut limited = self.file.by_ref().take(MAX_LINE as u64 + 2);
        let unreadable = || files::unreadable(&self.path);
        limited.read_until(b'\n', &mut line).with_context(unreadable)?;
        if line.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        if line.ends_with(b"\n") {
            line.pop();
        }
        if MAX_LINE < line.len() {
            let (name, number) = (&self.name, self.number);
            bail!("{name}:{number}: the line is longer than {MAX_LINE} bytes, the limit");
        }
        Ok(Some(line))
    }
}
