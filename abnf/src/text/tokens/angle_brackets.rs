//! Descriptions, `<words>`.
//!
//! RFC 5234 ends a description at the first `>` and on its line. Older RFCs do neither:
//!
//! ```text
//! qtext  =  <any CHAR excepting <">,     ; => may be folded
//!            "\" & CR, and including
//!            linear-white-space>
//! ```
//!
//! In such a description, quoted texts, `<">` and `<name>` are units, and `;` after white space
//! begins a comment. The description has this form if it does not end on its line, or if its first
//! `>` is in `<">`, in a quoted text, or in a comment. It ends at most [`MAX_LINES`] lines below,
//! and neither at an empty line nor below the beginning of a rule. One break of pages may be inside.

use super::is_rulename;
use crate::text::page::{MAX_BREAK, is_furniture, page_break};

/// The greatest number of lines below the first one.
const MAX_LINES: usize = 12;

/// The greatest number of bytes below the first line that are searched, so that time is linear.
const MAX_BYTES: usize = 4096;

/// The end of a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// After this number of bytes in its first line.
    Here(usize),
    /// On a later line. The number of bytes of the first line that belong to it.
    Below(usize),
    /// Nowhere.
    Missing,
}

/// Finds the end of the description at the start of `line`; `below` is the text after the line.
pub(super) fn end(line: &str, below: &str) -> End {
    let strict = line.find('>');
    let inside = strict.map(|end| &line[..end]);
    let is_old = inside.is_none_or(|inside| {
        // `<">` itself is not a description with `<">` in it.
        let in_mark = 2 < inside.len() && inside.ends_with("<\"");
        let in_quotes = line[inside.len()..].starts_with(">\"") && inside.ends_with('"');
        let in_comment = inside.ends_with('=') && comment(inside).is_some();
        in_mark || in_quotes || in_comment
    });
    if is_old {
        match part(&line[1..]) {
            Some(Part::Closed(length)) => return End::Here(1 + length),
            Some(Part::Open(length)) if closes(below) => return End::Below(1 + length),
            _ => (),
        }
    }
    strict.map_or(End::Missing, |end| End::Here(end + 1))
}

/// The part of a line that belongs to a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Up to the closing `>`.
    Closed(usize),
    /// Up to a comment or the end of the line.
    Open(usize),
}

/// Reads the part of a line that is inside a description; `None` if it cannot be.
pub(super) fn part(line: &str) -> Option<Part> {
    let mut at = 0;
    while let Some(c) = line[at..].chars().next() {
        let rest = &line[at..];
        at += match c {
            '>' => return Some(Part::Closed(at + 1)),
            ';' if line[..at].is_empty() || line[..at].ends_with([' ', '\t']) => {
                return Some(Part::Open(line[..at].trim_end().len()));
            }
            '<' => unit(rest)?,
            '"' => quoted(rest),
            _ => c.len_utf8(),
        };
    }
    Some(Part::Open(line.trim_end().len()))
}

/// Returns the length of `<">` or `<name>`.
fn unit(rest: &str) -> Option<usize> {
    let end = rest.find('>')?;
    (&rest[1..end] == "\"" || is_rulename(&rest[1..end])).then_some(end + 1)
}

/// Returns the length of a quoted text, or of a quotation mark without another one.
fn quoted(rest: &str) -> usize {
    if rest.starts_with("\"\"\"") {
        return 3;
    }
    rest[1..].find('"').map_or(1, |end| end + 2)
}

/// Returns the offset of the comment in a line of a description.
fn comment(line: &str) -> Option<usize> {
    match part(line.get(1..)?)? {
        Part::Open(length) if length + 1 < line.len() => Some(length + 1),
        _ => None,
    }
}

/// Returns whether a description ends in the text below its first line.
fn closes(below: &str) -> bool {
    let below = match below.as_bytes().get(..MAX_BYTES) {
        Some(bytes) => &below[..bytes.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1)],
        None => below,
    };
    let is_start_of_break = |line: &str| is_furniture(line.trim());
    let before = below.lines().take(MAX_LINES).take_while(|line| !is_start_of_break(line)).count();
    let rest: Vec<&str> = below.lines().skip(before).take(MAX_BREAK + MAX_LINES).collect();
    let after = page_break(&rest).map(|length| &rest[length..]).unwrap_or_default();
    let lines = below.lines().take(before).chain(after.iter().copied()).take(MAX_LINES);
    for line in lines {
        let line = line.trim();
        if line.is_empty() || begins_rule(line) {
            return false;
        }
        match part(line) {
            Some(Part::Closed(_)) => return true,
            Some(Part::Open(_)) => (),
            None => return false,
        }
    }
    false
}

fn begins_rule(line: &str) -> bool {
    let name =
        line.len() - line.trim_start_matches(|c: char| c.is_alphanumeric() || c == '-').len();
    let sign = line[name..].trim_start();
    0 < name && ["=", ":=", "::="].iter().any(|it| sign.starts_with(it))
}

/// Returns a description without its brackets in the form of RFC 5234: one line, no comments, no `>`.
pub(super) fn in_abnf(written: &str) -> String {
    let mut text = String::new();
    for line in written.lines().filter(|line| !is_furniture(line)) {
        let mut rest = match part(line.trim()) {
            Some(Part::Open(length)) => &line.trim()[..length],
            _ => line.trim(),
        };
        if !text.is_empty() {
            text.push(' ');
        }
        while let Some(end) = rest.find('>') {
            let start = rest[..end].rfind('<').filter(|&start| unit(&rest[start..]).is_some());
            let before = start.unwrap_or(end);
            text.push_str(&rest[..before]);
            match start {
                Some(start) if &rest[start..=end] == "<\">" => text.push_str("DQUOTE"),
                Some(start) => text.push_str(&rest[start + 1..end]),
                None => {
                    // `">"`
                    let is_quoted = text.ends_with('"') && rest[end + 1..].starts_with('"');
                    if is_quoted {
                        text.pop();
                    }
                    text.push_str("%x3E");
                    rest = &rest[end + 1 + usize::from(is_quoted)..];
                    continue;
                }
            }
            rest = &rest[end + 1..];
        }
        text.push_str(rest);
    }
    if written.contains('\n') {
        // The white space is layout.
        return text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{End, end, in_abnf};

    #[test]
    fn a_description_of_rfc_5234_ends_at_the_first_bracket() {
        for (line, length) in [("<a> b>", 3), ("<\"> / <a>", 3), ("<a ; b> c", 7), ("<a <b>", 6)] {
            assert_eq!(end(line, "> x"), End::Here(length), "{line}");
        }
    }

    #[test]
    fn older_descriptions_have_units() {
        assert_eq!(end("<no <\">> x", ""), End::Here(8));
        assert_eq!(end("<no <\"> / <a>", ""), End::Here(7));
        assert_eq!(end("<no \">\"> x", ""), End::Here(8));
        assert_eq!(end("<no <\">,  ; => x", "  or y>\n"), End::Below(8));
        assert_eq!(end("<no \"[\",  ; => x", "  \">\" or y>\n"), End::Below(8));
    }

    #[test]
    fn the_end_is_near_or_missing() {
        assert_eq!(end("<a", "b\n c> d"), End::Below(2));
        let page_break = "\n\nBy et al  [Page 3]\n\u{C}\nRFC 1  T  May 1998\n\n";
        assert_eq!(end("<a", &format!("{page_break}b>\n")), End::Below(2));
        assert_eq!(end("<a", &format!("b\n{page_break}b>\n")), End::Below(2));
        let twice = format!("b\n{page_break}b\n{page_break}b>\n");
        for below in ["", "b", "b\n\nc>", "b = c>", "b <c d>", page_break, &twice] {
            assert_eq!(end("<a", below), End::Missing, "{below}");
        }
        assert_eq!(end("<a", &("b\n".repeat(99) + ">")), End::Missing);
        assert_eq!(end("<a", &("b".repeat(5000) + ">\n")), End::Missing);
    }

    #[test]
    fn descriptions_become_one_line() {
        assert_eq!(in_abnf("a <\">,  ; => b\n   \"\\\" and\n <c-d>"), "a DQUOTE, \"\\\" and c-d");
        assert_eq!(in_abnf("not \">\" or >"), "not %x3E or %x3E");
        assert_eq!(in_abnf("a,\n\n\nBy <x>  [Page 3]\n\u{C}\n\n  b or c"), "a, b or c");
    }
}
