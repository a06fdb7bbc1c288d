//! What is said about a text, for people and as JSON.

use super::places::{Occurring, Places};
use super::tree::{Entry, Rules};
use abnfc::automata::language::Mismatch;
use abnfc::bytes::escapes::escaped;
use abnfc::tools::expected::{TOO_COMPLEX, invalid, too_complex};
use clap::builder::styling::Style;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write as _};

/// Where a text is from.
pub(in crate::cli) struct Place<'a> {
    /// None for an argument.
    pub(in crate::cli) file: Option<&'a str>,
    /// The number of the line or argument, from 1.
    pub(in crate::cli) line: u64,
}

/// What precedes a message about the text.
impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.file {
            Some(file) => write!(f, "{file}:{}: ", self.line),
            None => Ok(()),
        }
    }
}

/// The answer for a text.
pub(in crate::cli) enum Answer<'a> {
    /// The text matches.
    Match {
        /// Its parts, if any were asked for.
        parts: Option<Places>,
        /// All rules in it, if they were asked for.
        tree: Option<Rules<'a>>,
    },
    /// The text passes a limit of the general engine.
    TooComplex,
    Mismatch {
        why: Mismatch,
        /// Where the bytes at hand begin in the text.
        begin: usize,
        rule: &'a str,
        part: Option<String>,
        /// What could stand there, in words.
        expected: &'a str,
    },
}

/// More of a text than this many bytes before and behind the wrong one is not shown.
pub(super) const BEFORE: usize = 56;
pub(super) const BEHIND: usize = 16;

impl<'a> Answer<'a> {
    /// The answer for a text that leaves the language of a rule.
    pub(in crate::cli) fn wrong(
        why: Mismatch,
        begin: usize,
        rule: &'a str,
        part: impl FnOnce() -> Option<String>,
        expected: &'a str,
    ) -> Self {
        if why.is_too_complex {
            return Self::TooComplex;
        }
        Self::Mismatch { why, begin, rule, part: part(), expected }
    }

    /// Writes the answer in lines, in the style of a match and that of a mismatch. Of a text that
    /// does not match, the bytes around the wrong one are enough.
    pub(in crate::cli) fn write(
        &self,
        out: &mut Vec<u8>,
        text: &[u8],
        place: &Place<'_>,
        [good, bad]: [Style; 2],
    ) -> io::Result<()> {
        let said = match self {
            Self::Match { parts, tree } => {
                write!(out, "{place}{good}match{good:#}")?;
                if let Some(Places::All(parts)) = parts {
                    write_places(out, parts)?;
                }
                if let Some(Rules::All(rules)) = tree {
                    rules.iter().try_for_each(|entry| write_entry(out, entry, text))?;
                }
                if *parts == Some(Places::TooComplex) || *tree == Some(Rules::TooComplex) {
                    write!(out, "\n    the text is too complex for a tree")?;
                }
                return writeln!(out);
            }
            Self::TooComplex => TOO_COMPLEX,
            Self::Mismatch { .. } => INVALID,
        };
        writeln!(out, "{place}{bad}{said}{bad:#}{}", &self.message(text)[said.len()..])?;
        if let Self::Mismatch { why, begin, .. } = self {
            let (shown, mark) = excerpt(text, why.offset, *begin);
            writeln!(out, "    {shown}\n    {:mark$}{bad}^{bad:#}", "")?;
        }
        Ok(())
    }

    /// What is wrong, as the message of a generated crate has it.
    pub(in crate::cli) fn message(&self, text: &[u8]) -> String {
        match self {
            Self::Match { .. } => "match".to_owned(),
            Self::TooComplex => too_complex(),
            Self::Mismatch { why, begin, rule, part, expected } => {
                let name = part.as_deref().unwrap_or(rule);
                invalid(name, why.offset, expected, text.get(why.offset - begin).copied())
            }
        }
    }

    /// The answer as an object.
    pub(super) fn json<'b>(&'b self, text: &'b [u8], place: &Place<'b>) -> impl Serialize + 'b {
        let mut json = Json {
            file: place.file,
            line: place.file.map(|_| place.line),
            text: String::from_utf8_lossy(text),
            r#match: Some(true),
            parts: None,
            tree: None,
            failure: None,
            message: None,
        };
        match self {
            Self::Match { parts, tree } => {
                json.tree = tree.as_ref();
                json.parts = parts.as_ref();
            }
            Self::TooComplex => {
                json.r#match = None;
                json.message = Some(self.message(text));
            }
            Self::Mismatch { why, part, .. } => {
                json.r#match = Some(false);
                json.failure = Some(Failure::new(why, part.as_deref(), text));
                json.message = Some(self.message(text));
            }
        }
        json
    }
}

/// The places of parts, each behind a space.
fn write_places(out: &mut Vec<u8>, parts: &[(String, Occurring)]) -> io::Result<()> {
    for (name, occurring) in parts {
        for (begin, end) in occurring.ranges() {
            write!(out, " {name}={begin}..{end}")?;
        }
    }
    Ok(())
}

/// Deeper rules are not indented further, so that the lines of a deep tree are not long.
const DEEP: usize = 40;

/// A rule in a text, behind a line break.
fn write_entry(out: &mut Vec<u8>, entry: &Entry<'_>, text: &[u8]) -> io::Result<()> {
    let Entry { rule, begin, end, depth } = entry;
    let piece = &text[*begin..*end];
    let shown = escaped(&piece[..piece.len().min(BEFORE)]);
    let dots = if piece.len() > BEFORE { "..." } else { "" };
    let indent = 4 + 2 * depth.min(&DEEP);
    let deep = if DEEP < *depth { format!("[{depth}] ") } else { String::new() };
    let line = format!("\n{:indent$}{deep}{rule} {begin}..{end} {shown}{dots}", "");
    out.write_all(line.trim_end().as_bytes())
}

const INVALID: &str = "invalid";

/// What is around an offset, in one line, and in which column the offset is. The bytes at
/// hand begin at an offset of their own.
fn excerpt(text: &[u8], offset: usize, first: usize) -> (String, usize) {
    let offset = offset - first;
    let begin = offset.saturating_sub(BEFORE);
    let end = text.len().min(offset.saturating_add(BEHIND));
    let dots = |are_there: bool| if are_there { "..." } else { "" };
    let before = format!("{}{}", dots(0 < first + begin), escaped(&text[begin..offset]));
    let behind = format!("{}{}", escaped(&text[offset..end]), dots(end < text.len()));
    // Escapes are ASCII.
    let column = before.len();
    (before + &behind, column)
}

/// See the long help.
#[derive(Serialize)]
struct Json<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    text: Cow<'a, str>,
    r#match: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<&'a Places>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<&'a Rules<'a>>,
    #[serde(flatten)]
    failure: Option<Failure<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

#[derive(Serialize)]
pub(in crate::cli) struct Failure<'a> {
    offset: usize,
    part: Option<&'a str>,
    found: Option<u8>,
    expected: Vec<(u8, u8)>,
    end: bool,
}

impl<'a> Failure<'a> {
    /// Of a whole text.
    pub(in crate::cli) fn new(why: &Mismatch, part: Option<&'a str>, text: &[u8]) -> Self {
        let &Mismatch { offset, expected, end, .. } = why;
        let found = text.get(offset).copied();
        Self { offset, part, found, expected: expected.ranges(), end }
    }
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    #[test]
    fn the_mark_is_below_the_byte() {
        assert_eq!(excerpt(b"abc", 1, 0), ("abc".to_owned(), 1));
        assert_eq!(excerpt(b"abc", 8, 7), ("...abc".to_owned(), 4));
        assert_eq!(excerpt(b"", 0, 0), (String::new(), 0));
        assert_eq!(excerpt(b"\nb\xFF", 2, 0), (r"\nb\xFF".to_owned(), 3));
        let (shown, column) = excerpt(&[b'a'; 1000], 500, 0);
        assert_eq!((shown.len(), column), (3 + 56 + 16 + 3, 3 + 56));
    }
}
