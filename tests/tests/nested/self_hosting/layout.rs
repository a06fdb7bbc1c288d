//! Leniencies of the reader beyond section 4 of RFC 5234, and how to undo each: rewrites the tokens
//! of a text to a strict text of the same rules.

use abnfc::text::source::Source;
use abnfc::text::tokens::{Kind, Line, Tokens};

/// The extensions of the reader beyond section 4 of RFC 5234.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Layout {
    /// Rules begin in other columns than the first. Section 2.2 allows it if the column is the
    /// same for all rules, else there is a warning; section 4 has no white space before a rule.
    /// A bracket that closes a group may be in the column of the rules, with a warning.
    /// Undone: rules begin in the first column, and brackets do not.
    Columns,
    /// A rule continues after an empty line, or after a comment in the first column; in section 4,
    /// every continuation begins with white space. Undone: there is a space before line
    /// ends and comments.
    Lines,
    /// Two elements without white space between them, with a warning; in section 4, a
    /// `concatenation` requires some. Undone: there is a space.
    Spaces,
    /// Comments contain characters that are not printable ASCII; in section 4 they are `WSP` and
    /// `VCHAR`. Undone: there are question marks instead.
    Comments,
}

pub(super) const LAYOUTS: [Layout; 4] =
    [Layout::Columns, Layout::Lines, Layout::Spaces, Layout::Comments];

/// The text after such layout is undone.
pub(super) fn without(source: &Source, tokens: &Tokens, layouts: &[Layout]) -> String {
    let begins = (0..tokens.lines.len()).filter(|&at| begins_rule(tokens, at));
    let base = begins.map(|at| tokens.lines[at].column).min().unwrap_or(0);
    let mut text = String::new();
    for (at, line) in tokens.lines.iter().enumerate() {
        let is_blank = tokens.of(line).iter().all(|token| token.kind.is_trivia());
        if is_blank && layouts.contains(&Layout::Lines) {
            text.push(' ');
        }
        if !layouts.contains(&Layout::Columns) {
            text += indentation(source, tokens, line);
        } else if !begins_rule(tokens, at) {
            let least = u32::from(begins_with_close(tokens, line));
            text += &" ".repeat(line.column.saturating_sub(base).max(least) as usize);
        }
        push_tokens(&mut text, source, tokens, line, layouts);
        text.push('\n');
    }
    text
}

/// The text with one digit in place of each number of more than eight.
pub(super) fn with_small_numbers(source: &Source, tokens: &Tokens) -> String {
    let mut text = String::new();
    for line in &tokens.lines {
        text += indentation(source, tokens, line);
        for token in tokens.of(line) {
            let written = token.text(&source.text);
            // The text after the sign and the letter of the base.
            let (base, numbers) = match token.kind {
                Kind::Number => written.split_at(2),
                Kind::Repeat => ("", written),
                _ => (written, ""),
            };
            text += base;
            let radix = match base.to_ascii_lowercase().as_str() {
                "%x" => 16,
                "%b" => 2,
                _ => 10,
            };
            let is_digit = |c: char| c.is_digit(radix);
            for number in numbers.split_inclusive(|c| !is_digit(c)) {
                let digits = number.chars().take_while(|&c| is_digit(c)).count();
                text += if 8 < digits { &number[digits - 1..] } else { number };
            }
        }
        text.push('\n');
    }
    text
}

fn indentation<'a>(source: &'a Source, tokens: &Tokens, line: &Line) -> &'a str {
    let first = tokens.of(line).first().map_or(line.end, |token| token.start);
    &source.text[line.start as usize..first as usize]
}

/// Returns whether a rule begins in a line; its `=` may be on a later one.
fn begins_rule(tokens: &Tokens, at: usize) -> bool {
    let is_named = tokens.of(&tokens.lines[at]).first().is_some_and(|it| it.kind == Kind::Name);
    let rest = tokens.lines[at..].iter().flat_map(|line| tokens.of(line));
    let mut kinds = rest.map(|token| token.kind).filter(|kind| !kind.is_trivia());
    is_named && matches!(kinds.nth(1), Some(Kind::Equals | Kind::EqualsSlash))
}

fn begins_with_close(tokens: &Tokens, line: &Line) -> bool {
    let first = tokens.of(line).first();
    first.is_some_and(|it| matches!(it.kind, Kind::GroupClose | Kind::OptionClose))
}

fn push_tokens(
    text: &mut String,
    source: &Source,
    tokens: &Tokens,
    line: &Line,
    layouts: &[Layout],
) {
    let mut before = None;
    for token in tokens.of(line) {
        let touches = before.is_some_and(ends_element) && begins_element(token.kind);
        if touches && layouts.contains(&Layout::Spaces) {
            text.push(' ');
        }
        let written = token.text(&source.text);
        if token.kind == Kind::Comment && layouts.contains(&Layout::Comments) {
            let is_plain = |c: char| matches!(c, '\t' | ' '..='~');
            text.extend(written.chars().map(|c| if is_plain(c) { c } else { '?' }));
        } else {
            *text += written;
        }
        before = Some(token.kind);
    }
}

/// Returns whether an element ends with such a token.
fn ends_element(kind: Kind) -> bool {
    use Kind::{GroupClose, Name, Number, OptionClose, Prose, Text};
    matches!(kind, Name | Text | Number | Prose | GroupClose | OptionClose)
}

/// Returns whether an element, or its repeat, begins with such a token.
fn begins_element(kind: Kind) -> bool {
    use Kind::{GroupOpen, Name, Number, OptionOpen, Prose, Repeat, Text};
    matches!(kind, Name | Text | Number | Prose | GroupOpen | OptionOpen | Repeat)
}
