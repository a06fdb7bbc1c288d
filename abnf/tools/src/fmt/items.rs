//! Tokens to [`Item`]s: rules as trees with the comments in them, and the items between rules.
//!
//! Comments after a rule belong to the rule if they are on its last line, or below it, further right
//! than its name, without an empty line between.

use super::tree::{Comment, Lexeme, Rule, tree};
use abnfc::grammar::syntax::Rulelist;
use abnfc::text::source::{self, Source};
use abnfc::text::tokens::{Kind, Line, Tokens};
use std::borrow::Cow;
use std::iter::Peekable;

/// An item of a file.
#[derive(Debug)]
pub(super) enum Item<'a> {
    /// Empty lines.
    Blank,
    /// A comment outside of rules.
    Comment(&'a str),
    Rule(Rule<'a>),
}

/// Returns the items of a file without syntax errors.
pub(super) fn items<'a>(source: &'a Source, tokens: &'a Tokens, rules: &Rulelist) -> Vec<Item<'a>> {
    let mut placed = tokens.lines.iter().flat_map(|line| of_line(source, tokens, line)).peekable();
    let mut items = Vec::new();
    let mut last_line = None;
    for rule in &rules.rules {
        comments(&mut placed, rule.span.start, &mut last_line, &mut items);
        let of_rule = std::iter::from_fn(|| placed.next_if(|it| it.start < rule.span.end));
        let of_rule: Vec<Placed<'_>> = of_rule.collect();
        let end = of_rule.iter().map(|it| it.last_line).max();
        // A description at the end can have comments in it.
        let (lexemes, mut tail) = lexemes(of_rule.into_iter());
        let Some(first) = lexemes.first() else { continue };
        let (first_line, column) = (first.line, first.column);
        blank(&mut last_line, first_line, end.unwrap_or(first_line), &mut items);
        while let Some(next) = placed.next_if(|it| {
            it.kind == Kind::Comment
                && (last_line == Some(it.line)
                    || (last_line == Some(it.line - 1) && column < it.column))
        }) {
            last_line = Some(next.line);
            tail.push(next.comment());
        }
        items.push(Item::Rule(tree(lexemes, tail)));
    }
    comments(&mut placed, u32::MAX, &mut last_line, &mut items);
    items
}

/// A token with its position.
struct Placed<'a> {
    kind: Kind,
    text: Cow<'a, str>,
    /// The text as written.
    written: &'a str,
    start: u32,
    line: u32,
    last_line: u32,
    column: usize,
    is_first: bool,
}

impl<'a> Placed<'a> {
    fn comment(&self) -> Comment<'a> {
        let text = self.written.trim_end();
        Comment { text, column: self.column, is_trailing: !self.is_first }
    }
}

/// Returns the tokens of a line except white space.
fn of_line<'a>(
    source: &'a Source,
    tokens: &'a Tokens,
    line: &'a Line,
) -> impl Iterator<Item = Placed<'a>> {
    let mut column = line.column as usize;
    tokens.whole(line).enumerate().filter_map(move |(i, token)| {
        let written = token.text(&source.text);
        let begin = column;
        column = column_after(column, written.lines().next().unwrap_or_default());
        (token.kind != Kind::Space).then(|| Placed {
            kind: token.kind,
            text: token.in_abnf(&source.text),
            written,
            start: token.start,
            line: line.number,
            last_line: line.number + source::offset(written.matches('\n').count()),
            column: begin,
            is_first: i == 0,
        })
    })
}

/// Returns the column after a text that begins in a column; tab stops are 8 columns apart.
fn column_after(column: usize, text: &str) -> usize {
    text.chars().fold(column, |column, c| if c == '\t' { column / 8 * 8 + 8 } else { column + 1 })
}

/// Adds an item for the empty lines between two lines, if there are any.
fn blank(last_line: &mut Option<u32>, first: u32, last: u32, items: &mut Vec<Item<'_>>) {
    if last_line.is_some_and(|line| line + 1 < first) {
        items.push(Item::Blank);
    }
    *last_line = Some(last);
}

/// Adds the comments before an offset.
fn comments<'a>(
    placed: &mut Peekable<impl Iterator<Item = Placed<'a>>>,
    end: u32,
    last_line: &mut Option<u32>,
    items: &mut Vec<Item<'a>>,
) {
    while let Some(next) = placed.next_if(|it| it.start < end) {
        blank(last_line, next.line, next.line, items);
        items.push(Item::Comment(next.comment().text));
    }
}

/// Returns the tokens of a rule, and the comments after the last one.
fn lexemes<'a>(placed: impl Iterator<Item = Placed<'a>>) -> (Vec<Lexeme<'a>>, Vec<Comment<'a>>) {
    let mut lexemes = Vec::new();
    let mut before = Vec::new();
    for token in placed {
        if token.kind == Kind::Comment {
            before.push(token.comment());
            continue;
        }
        let Placed { kind, text, line, column, is_first, .. } = token;
        let before = std::mem::take(&mut before);
        lexemes.push(Lexeme { kind, text, before, line, column, starts_line: is_first });
    }
    (lexemes, before)
}
