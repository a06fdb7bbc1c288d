//! Where rules begin.
//!
//! RFC 5234 section 2.2: rules begin in one column, what continues a rule stands
//! further right. No element holds a `=` outside of quotes, so a line that begins
//! with a name and `=` begins a rule in whatever column it stands; that also is
//! where reading goes on after an error.

use super::report::{NONE, Report};
use crate::diagnostic::{Diagnostic, Hint};

/// The lines of one rule, from the first byte of its name.
pub(super) struct Region {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether an error says that lines behind these may belong to the rule as well.
    pub(super) may_lack_lines: bool,
}

/// The rules' places in order. Text between them is reported.
pub(super) fn regions(report: &mut Report<'_>) -> Vec<Region> {
    let text = report.source.text.as_str();
    let base = Lines::new(text)
        .filter(|line| begins_rule(&text[line.first..]))
        .map(|line| line.column)
        .min()
        .unwrap_or(usize::MAX);
    let mut regions: Vec<Region> = Vec::new();
    let mut place = Place::Outside;
    let mut warned = false;
    for line in Lines::new(text) {
        let rest = &text[line.first..line.end];
        if rest.is_empty() || rest.starts_with(';') {
            continue;
        }
        if begins_rule(&text[line.first..]) {
            if base < line.column && !warned {
                warned = true;
                report.push(column_warning(report, &line, base));
            }
            regions.push(Region { start: line.first, end: line.end, may_lack_lines: false });
            place = Place::Rule;
            continue;
        }
        let continues = base < line.column && base != usize::MAX;
        match (place, regions.last_mut()) {
            (Place::Rule | Place::Flush, Some(rule)) if continues => rule.end = line.end,
            (Place::Rule, Some(rule)) if begins_like_continuation(rest) => {
                rule.end = line.end;
                rule.may_lack_lines = true;
                place = Place::Flush;
                report.error(
                    "continuation-column",
                    "this line continues a rule but stands in the column of the rulenames",
                    (line.first, line.first + 1),
                    "indent this line",
                    Some("a rule goes on only in lines that are indented further".to_owned()),
                );
            }
            (Place::Flush, Some(rule)) if begins_like_continuation(rest) => rule.end = line.end,
            (Place::Text, _) => (),
            (_, rule) => {
                if let Some(rule) = rule {
                    rule.may_lack_lines = true;
                }
                place = Place::Text;
                outside(&line, rest, report);
            }
        }
    }
    regions
}

/// What the line before belonged to.
#[derive(Clone, Copy)]
enum Place {
    /// Nothing yet.
    Outside,
    /// A rule.
    Rule,
    /// A rule, whose lines are not indented; reported.
    Flush,
    /// Text that is no rule; reported.
    Text,
}

fn column_warning(report: &Report<'_>, line: &Line, base: usize) -> Diagnostic {
    Diagnostic::warning(
        "rule-column",
        format!(
            "this rule begins in column {}, others begin in column {}",
            line.column + 1,
            base + 1
        ),
    )
    .at(report.span((line.first, line.first + 1)), "")
    .hint("RFC 5234 has all rules begin in the same column")
}

fn outside(line: &Line, rest: &str, report: &mut Report<'_>) {
    let word = rest.len() - rest.trim_start_matches(is_name_char).len();
    let after = rest[word..].trim_start();
    if 0 < word && after.starts_with(['"', '(', '[', '%', '*', ':']) {
        let at = line.first + (rest.len() - after.len());
        report.error(
            "missing-equals",
            format!("expected `=` after the rulename `{}`", &rest[..word]),
            (at, at + 1),
            "expected `=` or `=/`",
            NONE,
        );
        return;
    }
    let hints = match rest.chars().next() {
        Some('\u{C}') => vec!["the file looks like pages of an RFC".into(), Hint::Extract],
        Some(c) if c.is_whitespace() => {
            let text = format!(
                "it begins with the character U+{:04X}; indent with spaces and tabs",
                u32::from(c)
            );
            vec![text.into()]
        }
        _ => vec!["a rule is `name = elements`".into(), Hint::Extract],
    };
    let end = line.first + rest.trim_end().len().max(1);
    report.error("outside-rule", "this text belongs to no rule", (line.first, end), "", hints);
}

/// Whether a line can only be a part of a rule.
fn begins_like_continuation(line: &str) -> bool {
    line.starts_with(['/', '|', ')', ']', '(', '[', '"', '%', '*', '<'])
        || line.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a name and `=` stand here; the name may be one that ABNF forbids, so
/// that this can be reported, and `=` may stand in a later line.
fn begins_rule(text: &str) -> bool {
    let after = if let Some(prose) = text.strip_prefix('<') {
        let Some(end) = prose.find(['>', '\n']) else { return false };
        if !prose[end..].starts_with('>') {
            return false;
        }
        &prose[end + 1..]
    } else {
        let after = text.trim_start_matches(is_name_char);
        let name = &text[..text.len() - after.len()];
        if !name.contains(|c: char| c.is_alphabetic()) {
            return false;
        }
        after
    };
    // White space that ABNF does not have is for the scanner to report.
    let after = after.trim_start_matches(|c: char| c.is_whitespace() && c != '\n');
    if after.starts_with([';', '\n']) {
        let next = Lines::new(after)
            .map(|line| &after[line.first..line.end])
            .find(|line| !line.is_empty() && !line.starts_with(';'));
        return next.is_some_and(|line| line.starts_with('='));
    }
    after.starts_with('=') || after.starts_with(":=") || after.starts_with("::=")
}

/// Generous: what an author may take for a part of a name.
fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '+' | '$' | '@' | '!')
}

struct Line {
    /// Offset of the first byte that is no white space.
    first: usize,
    /// Offset of the newline.
    end: usize,
    /// Of `first`, from 0; tabs stand every 8 columns.
    column: usize,
}

struct Lines<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }
}

impl Iterator for Lines<'_> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            return None;
        }
        let end = self.at + rest.find('\n').unwrap_or(rest.len());
        let indent = rest.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let line = Line { first: self.at + indent, end, column: width(rest.as_bytes(), indent) };
        self.at = (end + 1).min(self.text.len());
        Some(line)
    }
}

/// The columns that the first `indent` bytes take.
pub(super) fn width(line: &[u8], indent: usize) -> usize {
    line[..indent].iter().fold(0, |column, byte| match byte {
        b'\t' => column / 8 * 8 + 8,
        _ => column + 1,
    })
}
