//! The lines of a document, and listing numbers.

use crate::text::page::is_furniture;
use crate::text::tokens::{Tokens, width};

/// A line, and the properties that depend on it alone.
pub(super) struct Line {
    /// Offset of the first byte after white space, listing number and quotation
    /// marks.
    pub(super) first: usize,
    /// Offset of the newline.
    pub(super) end: usize,
    /// The column of `first`, from 0, counted from the end of a listing number or quotation mark,
    /// with a tab stop every 8 columns.
    pub(super) column: usize,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// White space or page furniture.
    Empty,
    /// A comment.
    Comment,
    /// Grammar or prose.
    Text,
}

pub(super) fn lines(text: &str, tokens: &Tokens) -> Vec<Line> {
    let ranges: Vec<_> =
        tokens.lines.iter().map(|line| (line.start as usize, line.end as usize)).collect();
    let contents = contents(text, &ranges);
    ranges
        .into_iter()
        .zip(contents)
        .map(|((_, end), content)| {
            let rest = &text[content..end];
            let first = end - rest.trim_start_matches(is_blank).len();
            let kind = match text.as_bytes().get(first) {
                _ if is_furniture(&text[first..end]) => Kind::Empty,
                Some(b';') => Kind::Comment,
                _ => Kind::Text,
            };
            Line { first, end, column: width(&text[content..first]), kind }
        })
        .collect()
}

/// Returns where each line begins after its quotation marks and its listing number.
fn contents(text: &str, ranges: &[(usize, usize)]) -> Vec<usize> {
    let mut contents: Vec<_> =
        ranges.iter().map(|&(start, end)| start + quotation(&text[start..end])).collect();
    let numbers: Vec<_> = ranges
        .iter()
        .zip(&contents)
        .map(|(&(_, end), &start)| listing_number(&text[start..end]))
        .collect();
    let mut i = 0;
    while i < numbers.len() {
        let run = numbers[i..]
            .windows(2)
            .take_while(|pair| match pair {
                [Some(a), Some(b)] => a.0.checked_add(1) == Some(b.0),
                _ => false,
            })
            .count()
            + 1;
        if 3 <= run {
            for j in i..i + run {
                contents[j] += numbers[j].map_or(0, |number| number.1);
            }
        }
        i += run;
    }
    contents
}

/// Returns the length of the quotation marks of mail, `> ` or `>> ` or `> > `, which no line of a
/// grammar begins with.
fn quotation(line: &str) -> usize {
    let marks = line.trim_start_matches(['>', ' ']);
    match line[..line.len() - marks.len()].rfind('>') {
        Some(last) if line[last + 1..].starts_with(' ') => last + 2,
        Some(last) => last + 1,
        None => 0,
    }
}

/// Reads `12`, `12.` or `12:` with the white space around it; returns the number and the length.
pub(super) fn listing_number(line: &str) -> Option<(u32, usize)> {
    let rest = line.trim_start_matches([' ', '\t']);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number = rest[..digits].parse().ok()?;
    let rest = &rest[digits..];
    let rest = rest.strip_prefix(['.', ':', ')', '|']).unwrap_or(rest);
    let rest = match rest.chars().next() {
        None => rest,
        Some(' ' | '\t') => &rest[1..],
        Some(_) => return None,
    };
    Some((number, line.len() - rest.len()))
}

/// Returns whether a character is white space before text; web pages contain no-break spaces.
fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{A0}')
}
