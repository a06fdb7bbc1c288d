//! The answer for a text, as text and as JSON. `explain` prints mismatches in the same way.

use super::locator::Located;
use abnfc::automata::expected::{TOO_COMPLEX, mismatch};
use abnfc::automata::language::Mismatch;
use abnfc::bytes::escapes::escaped;
use abnfc_tools::derivations::Node;
use clap::builder::styling::Style;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::{self, Write as _};

/// The origin of a text.
pub(super) struct Origin<'a> {
    /// `None` for an argument.
    pub(super) file: Option<&'a str>,
    /// The number of the line or argument, from 1.
    pub(super) line: u64,
}

/// The beginning of a message about the text.
impl fmt::Display for Origin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.file {
            Some(file) => write!(f, "{file}:{}: ", self.line),
            None => Ok(()),
        }
    }
}

/// The answer for a text. In `parts` and `tree`, the outer option is `None` if they were not
/// requested, the inner one if the text or the grammar is too large for a derivation.
#[allow(clippy::option_option)] // JSON distinguishes an absent key and null.
pub(super) enum Answer {
    Match {
        parts: Option<Option<Located>>,
        tree: Option<Option<Vec<Node>>>,
    },
    /// The position, and the innermost part that is certain there.
    Mismatch(Mismatch, Option<String>),
}

/// The number of bytes of a text that are shown before and after the wrong byte.
const BEFORE: usize = 56;
const AFTER: usize = 16;

/// The maximum indentation in levels, which bounds the length of lines.
const MAX_INDENT: usize = 40;

impl Answer {
    /// Returns the answer in lines, with the styles of a match and of a mismatch.
    pub(super) fn lines(&self, rule: &str, text: &[u8], [good, bad]: [Style; 2]) -> String {
        let (parts, tree) = match self {
            Self::Match { parts, tree } => (parts, tree),
            Self::Mismatch(at, part) => {
                let message = mismatch(part.as_deref().unwrap_or(rule), at, text);
                return mismatch_lines(at, &message, text, bad);
            }
        };
        let mut lines = format!("{good}match{good:#}");
        for (name, (begin, end)) in parts.iter().flatten().flat_map(Located::ranges) {
            write!(lines, " {name}={begin}..{end}").expect("writing to a string cannot fail");
        }
        for node in tree.iter().flatten().flatten() {
            lines.push_str(&node_line(node, text));
        }
        if matches!(parts, Some(None)) || matches!(tree, Some(None)) {
            lines.push_str("\n    the text or the grammar is too large for a tree");
        }
        lines.push('\n');
        lines
    }

    /// Returns the answer as an object.
    pub(super) fn json<'a>(
        &'a self,
        rule: &str,
        text: &'a [u8],
        origin: &Origin<'a>,
    ) -> impl Serialize + 'a {
        let mut json = Json {
            file: origin.file,
            line: origin.file.map(|_| origin.line),
            text: String::from_utf8_lossy(text),
            r#match: Some(true),
            ..Json::default()
        };
        match self {
            Self::Match { parts, tree } => {
                json.parts = parts.as_ref().map(Option::as_ref);
                json.tree = tree.as_ref().map(|tree| tree.as_deref().map(entries));
            }
            Self::Mismatch(at, part) => {
                json.r#match = (!at.is_too_complex).then_some(false);
                json.failure = Failure::new(at, part.as_deref(), text);
                json.message = Some(mismatch(part.as_deref().unwrap_or(rule), at, text));
            }
        }
        json
    }
}

/// Returns the message about a mismatch in a style, and the text with a mark below the wrong byte.
pub(crate) fn mismatch_lines(at: &Mismatch, message: &str, text: &[u8], style: Style) -> String {
    let verdict = if at.is_too_complex { TOO_COMPLEX } else { "invalid" };
    let mut lines = format!("{style}{verdict}{style:#}{}\n", &message[verdict.len()..]);
    if !at.is_too_complex {
        let (shown, mark) = excerpt(text, at.offset);
        write!(lines, "    {shown}\n    {:mark$}{style}^{style:#}\n", "")
            .expect("writing to a string cannot fail");
    }
    lines
}

/// Returns a line break and the line of a rule in a text.
fn node_line(node: &Node, text: &[u8]) -> String {
    let Node { rule, begin, end, depth } = node;
    let piece = &text[*begin..*end];
    let shown = escaped(&piece[..piece.len().min(BEFORE)]);
    let dots = if piece.len() > BEFORE { "..." } else { "" };
    let number = if MAX_INDENT < *depth { format!("[{depth}] ") } else { String::new() };
    let indent = 4 + 2 * depth.min(&MAX_INDENT);
    format!("\n{:indent$}{number}{rule} {begin}..{end} {shown}{dots}", "").trim_end().to_owned()
}

/// Returns the text around an offset in one line, and the column of the offset.
fn excerpt(text: &[u8], offset: usize) -> (String, usize) {
    let begin = offset.saturating_sub(BEFORE);
    let end = text.len().min(offset + AFTER);
    let dots = |are_there: bool| if are_there { "..." } else { "" };
    let before = format!("{}{}", dots(0 < begin), escaped(&text[begin..offset]));
    let after = format!("{}{}", escaped(&text[offset..end]), dots(end < text.len()));
    // Escapes are ASCII.
    let column = before.len();
    (before + &after, column)
}

/// See the long help.
#[derive(Default, Serialize)]
#[allow(clippy::option_option)] // JSON distinguishes an absent key and null.
struct Json<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    text: Cow<'a, str>,
    r#match: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<Option<&'a Located>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<Option<Vec<Entry<'a>>>>,
    #[serde(flatten)]
    failure: Option<Failure<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

/// A mismatch in JSON.
#[derive(Serialize)]
pub(crate) struct Failure<'a> {
    offset: usize,
    part: Option<&'a str>,
    found: Option<u8>,
    expected: Vec<(u8, u8)>,
    end: bool,
}

impl<'a> Failure<'a> {
    /// `None` if the text is too complex, so that no position is known.
    pub(crate) fn new(at: &Mismatch, part: Option<&'a str>, text: &[u8]) -> Option<Self> {
        let &Mismatch { offset, expected, end, is_too_complex } = at;
        let found = text.get(offset).copied();
        let failure = Self { offset, part, found, expected: expected.ranges(), end };
        (!is_too_complex).then_some(failure)
    }
}

/// A rule in a text, in JSON.
#[derive(Serialize)]
pub(crate) struct Entry<'a> {
    rule: &'a str,
    begin: usize,
    end: usize,
    depth: usize,
}

/// Returns the rules in a text for JSON.
pub(crate) fn entries(nodes: &[Node]) -> Vec<Entry<'_>> {
    let entry = |&Node { ref rule, begin, end, depth }| Entry { rule, begin, end, depth };
    nodes.iter().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    #[test]
    fn the_mark_is_below_the_byte() {
        assert_eq!(excerpt(b"abc", 1), ("abc".to_owned(), 1));
        assert_eq!(excerpt(b"", 0), (String::new(), 0));
        assert_eq!(excerpt(b"\nb\xFF", 2), (r"\nb\xFF".to_owned(), 3));
        let (shown, column) = excerpt(&[b'a'; 1000], 500);
        assert_eq!((shown.len(), column), (3 + 56 + 16 + 3, 3 + 56));
    }
}
