//! Standard output and standard error.
//!
//! Data is written unchanged, locked and buffered. The use of colours is decided for each stream
//! separately: by `--color`, by environment variables such as `NO_COLOR`, or else by whether it is a
//! terminal.

use super::hints;
use abnfc::diagnostic::Diagnostics;
use abnfc::diagnostic::render::{Look, render};
use anstream::{AutoStream, ColorChoice};
use clap::builder::styling::{AnsiColor, Style};
use serde::Serialize;
use std::fmt;
use std::io::{self, BufWriter, StdoutLock, Write};

/// The format of data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON object per line
    Json,
}

/// Standard output could not be written.
#[derive(Debug)]
pub(super) struct WriteError(pub(super) io::Error);

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cannot write to standard output")
    }
}

impl std::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

/// Standard output, locked and buffered.
pub(super) struct Output {
    out: BufWriter<StdoutLock<'static>>,
    /// Whether it shows colours.
    pub(super) is_coloured: bool,
}

impl Output {
    /// Locks standard output for the rest of the run.
    pub(super) fn new() -> Self {
        let out = io::stdout();
        Self { is_coloured: takes_colour(&out), out: BufWriter::with_capacity(1 << 16, out.lock()) }
    }

    /// Returns the number of columns, if the stream is a terminal.
    pub(super) fn columns() -> Option<usize> {
        let (terminal_size::Width(columns), _) = terminal_size::terminal_size_of(io::stdout())?;
        Some(columns.into())
    }

    /// Returns the style of bold text in this colour, if the stream shows colours.
    pub(super) fn style(&self, colour: AnsiColor) -> Style {
        if self.is_coloured { colour.on_default().bold() } else { Style::new() }
    }

    /// Writes bytes.
    pub(super) fn bytes(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        self.out.write_all(bytes).map_err(WriteError)
    }

    /// Writes a text.
    pub(super) fn text(&mut self, text: &str) -> Result<(), WriteError> {
        self.bytes(text.as_bytes())
    }

    /// Writes a text and ends the line.
    pub(super) fn line(&mut self, text: &str) -> Result<(), WriteError> {
        self.text(text)?;
        self.text("\n")
    }

    /// Writes one object on a separate line.
    pub(super) fn json(&mut self, value: &impl Serialize) -> Result<(), WriteError> {
        serde_json::to_writer(&mut self.out, value).map_err(|error| WriteError(error.into()))?;
        self.text("\n")
    }

    /// Writes everything that is buffered.
    pub(super) fn flush(&mut self) -> Result<(), WriteError> {
        self.out.flush().map_err(WriteError)
    }
}

/// Applies `--color` to both streams.
pub(super) fn choose_colour(choice: clap::ColorChoice) {
    match choice {
        clap::ColorChoice::Always => ColorChoice::Always.write_global(),
        clap::ColorChoice::Never => ColorChoice::Never.write_global(),
        clap::ColorChoice::Auto => (),
    }
}

/// Prints errors and warnings on standard error, with excerpts.
pub(super) fn diagnostics(diagnostics: &Diagnostics) {
    if !diagnostics.items.is_empty() {
        let err = io::stderr();
        let text = rendered(diagnostics, takes_colour(&err));
        to_stderr(&text);
    }
}

/// Errors and warnings with excerpts, as text that ends its last line.
pub(super) fn rendered(diagnostics: &Diagnostics, is_coloured: bool) -> String {
    let look = if is_coloured { Look::Coloured } else { Look::Plain };
    let mut text = render(diagnostics, look, &hints::words);
    if !text.ends_with('\n') && !text.is_empty() {
        text.push('\n');
    }
    text
}

/// Prints an error without a position in a grammar.
pub(super) fn error(message: &str) {
    let style = AnsiColor::Red.on_default().bold();
    let label = if takes_colour(&io::stderr()) { style } else { Style::new() };
    to_stderr(&format!("{label}error{label:#}: {message}\n"));
}

/// Prints a remark on standard error.
pub(super) fn note(message: &str) {
    to_stderr(&format!("{message}\n"));
}

fn to_stderr(text: &str) {
    // Failing to write a message is not an error of the command.
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

fn takes_colour(stream: &impl anstream::stream::RawStream) -> bool {
    !matches!(AutoStream::choice(stream), ColorChoice::Never)
}

/// Returns a count with its noun: `1 rule`, `2 rules`.
pub(super) fn count(n: usize, noun: &str) -> String {
    let ending = if n == 1 { "" } else { "s" };
    format!("{n} {noun}{ending}")
}
