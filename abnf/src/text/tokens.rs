//! The lexer: a text to tokens, once, for ABNF, BNF and documents alike.
//!
//! It never fails and loses nothing: every byte of the text is in exactly one token, even
//! bytes that no notation uses ([`Kind::Stray`]). Faulty tokens are
//! reported by [`crate::grammar::syntax`], which knows whether a token is part of a rule.
//!
//! [`extract`](crate::text::extract) drops lines and [`dialect`](crate::text::dialect)
//! changes the kinds of tokens; no stage changes the text, so positions always refer
//! to the file.
// Long because each kind of token has its function.

mod angle_brackets;

use crate::text::page::is_furniture;
use crate::text::source::{Source, offset};
use angle_brackets::{End, Part};
use std::borrow::Cow;

/// The kind of a token. Only [`Newline`](Self::Newline) contains a line end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Spaces and tabs.
    Space,
    /// A line end.
    Newline,
    /// `;` and the rest of the line.
    Comment,
    /// A letter, then letters, digits, `-` and `_`, and `+` between such.
    Name,
    /// Digits and stars.
    Repeat,
    /// `#`, with the digits before and after it. In most dialects an error.
    List,
    /// `"a"`, with or without `%s` or `%i`.
    Text,
    /// A string without its closing quote, up to the line end.
    OpenText,
    /// `%x`, `%d` or `%b` and the letters, digits, dots and hyphens after it.
    Number,
    /// `<words>`
    Prose,
    /// The first line of a description of several lines.
    ProseStart,
    /// A line of such a description after the first one, and before the last one.
    ProseMore,
    /// The end of such a description.
    ProseEnd,
    /// `<` without its `>`, up to the line end.
    OpenProse,
    /// `"""`, the quotation mark in older notations.
    TripleQuote,
    /// `=`
    Equals,
    /// `:=` or `::=`
    ColonEquals,
    /// `=/`
    EqualsSlash,
    /// The separator of alternatives: `/`, or `|` in a dialect that has it.
    Slash,
    /// `|`
    Bar,
    /// `(`, or a `[` with the same meaning in a dialect.
    GroupOpen,
    /// `)`, or a `]` with the same meaning in a dialect.
    GroupClose,
    /// `[`
    OptionOpen,
    /// `]`
    OptionClose,
    /// Any other character.
    Stray,
    /// Set by a dialect: a name in which `_` and `+` stand for `-`.
    FoldedName,
    /// Set by a dialect: `<">` or `"""`, the quotation mark.
    QuoteMark,
    /// Set by a dialect: `<name>`, where such is the form of all names.
    BracketName,
    /// Set by a dialect: the first token of a definition in words.
    Words,
    /// Set by a dialect: any other token of such a definition.
    WordsMore,
    /// Set by a dialect: a literal `/`.
    BareSlash,
    /// Set by a dialect: a list of HTTP without empty elements.
    StrictList,
    /// Set by a dialect: a list of HTTP that may have empty elements.
    LenientList,
    /// Set by a dialect: a list of RFC 822 and RFC 2616.
    LinearList,
}

impl Kind {
    /// Returns whether the token is only layout.
    pub fn is_trivia(self) -> bool {
        matches!(self, Self::Space | Self::Newline | Self::Comment)
    }

    /// Returns whether the token is a list in a dialect that has lists.
    pub fn is_list(self) -> bool {
        matches!(self, Self::StrictList | Self::LenientList | Self::LinearList)
    }

    /// Returns whether the token is a part, but not the first one, of a longer one.
    fn is_rest(self) -> bool {
        matches!(self, Self::ProseMore | Self::ProseEnd | Self::WordsMore)
    }

    /// Returns whether the token can only begin or be an element.
    pub(crate) fn begins_element(self) -> bool {
        matches!(
            self,
            Self::Name
                | Self::FoldedName
                | Self::Text
                | Self::Number
                | Self::Prose
                | Self::ProseStart
                | Self::QuoteMark
                | Self::TripleQuote
                | Self::BracketName
                | Self::Repeat
                | Self::List
                | Self::GroupOpen
                | Self::OptionOpen
        )
    }
}

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The kind.
    pub kind: Kind,
    /// Offset of its first byte.
    pub start: u32,
    /// Offset after its last byte.
    pub end: u32,
}

impl Token {
    /// Returns the text of the token.
    pub fn text(self, text: &str) -> &str {
        &text[self.start as usize..self.end as usize]
    }

    /// Returns the text of the token in ABNF.
    pub fn in_abnf(self, text: &str) -> Cow<'_, str> {
        let written = self.text(text);
        match self.kind {
            Kind::FoldedName => written.replace(['_', '+'], "-").into(),
            Kind::BracketName => written[1..written.len() - 1].replace('_', "-").into(),
            Kind::Prose if written[..written.len() - 1].contains(['>', '\n']) => {
                format!("<{}>", angle_brackets::in_abnf(&written[1..written.len() - 1])).into()
            }
            Kind::Words => {
                let words = angle_brackets::in_abnf(written);
                format!("<{}>", words.split_whitespace().collect::<Vec<_>>().join(" ")).into()
            }
            Kind::QuoteMark => "%x22".into(),
            Kind::BareSlash => "\"/\"".into(),
            Kind::Slash => "/".into(),
            Kind::Equals => "=".into(),
            Kind::GroupOpen => "(".into(),
            Kind::GroupClose => ")".into(),
            _ => written.into(),
        }
    }
}

/// A line of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line number in the file, from 1.
    pub number: u32,
    /// The column of the first token, from 0: in the file, or after `extract` has moved the line.
    pub column: u32,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset of the line end.
    pub end: u32,
    /// The index of the first token that is not white space.
    pub(crate) first: u32,
    /// The index after the last token before the line end.
    pub(crate) last: u32,
}

/// The tokens of a text, and the lines that belong to the grammar.
#[derive(Clone, Debug)]
pub struct Tokens {
    /// All tokens, in the order of the text.
    pub all: Vec<Token>,
    /// In the order of the text; `extract` keeps only those of the grammar.
    pub lines: Vec<Line>,
}

impl Tokens {
    /// Returns the tokens of a line.
    pub fn of(&self, line: &Line) -> &[Token] {
        &self.all[line.first as usize..line.last as usize]
    }

    /// Returns the elements and the layout of a line. Elements of several lines are in their first
    /// line: a description, and a definition in words.
    pub fn whole<'a>(&'a self, line: &'a Line) -> impl Iterator<Item = Token> + 'a {
        let is_rest = |at: usize| self.all.get(at).is_some_and(|token| token.kind.is_rest());
        (line.first as usize..line.last as usize).filter_map(move |at| {
            let is_inside = self.all[at].kind == Kind::Space && is_rest(at + 1);
            (!is_inside && !is_rest(at)).then(|| self.joined(at))
        })
    }

    /// Returns a token with the later tokens of its element.
    fn joined(&self, at: usize) -> Token {
        let token = self.all[at];
        let kind = match token.kind {
            Kind::ProseStart => Kind::Prose,
            Kind::Words => Kind::Words,
            _ => return token,
        };
        let rest = self.all[at + 1..].iter();
        let mut rest = rest.take_while(|it| it.kind.is_rest() || it.kind.is_trivia());
        let last = match kind {
            // Another description can follow the end.
            Kind::Prose => rest.find(|it| it.kind == Kind::ProseEnd),
            _ => rest.filter(|it| it.kind.is_rest()).last(),
        };
        Token { kind, end: last.map_or(token.end, |it| it.end), ..token }
    }

    /// Returns the lines of the grammar as ABNF, at their line numbers.
    pub fn to_abnf(&self, text: &str) -> String {
        let mut written = String::new();
        let mut number = 1;
        for line in &self.lines {
            while number < line.number {
                written.push('\n');
                number += 1;
            }
            if self.whole(line).next().is_some() {
                written.extend(std::iter::repeat_n(' ', line.column as usize));
            }
            for token in self.whole(line) {
                written.push_str(&token.in_abnf(text));
            }
        }
        written.push('\n');
        written
    }
}

/// Cuts a text into tokens.
pub fn tokens(source: &Source) -> Tokens {
    let text = &*source.text;
    let mut all = Vec::new();
    let mut lines = Vec::new();
    let mut start = 0;
    // Whether the line begins inside a description.
    let mut in_prose = false;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let end = start + line.strip_suffix('\n').unwrap_or(line).len();
        let mut at = start;
        let before = all.len();
        while at < end {
            let (kind, length) = match &text[at..end] {
                rest if in_prose && !rest.starts_with([' ', '\t', ';']) => prose_rest(rest),
                rest => token(rest, &text[start + line.len()..]),
            };
            in_prose = match kind {
                Kind::ProseStart => true,
                Kind::ProseEnd => false,
                _ => in_prose,
            };
            all.push(Token { kind, start: offset(at), end: offset(at + length) });
            at += length;
        }
        let is_indented = all.get(before).is_some_and(|token: &Token| token.kind == Kind::Space);
        let first = before + usize::from(is_indented);
        let indent = if is_indented { all[before].text(text) } else { "" };
        let (column, last) = (offset(width(indent)), offset(all.len()));
        let (first, start_of_line) = (offset(first), offset(start));
        lines.push(Line { number, column, start: start_of_line, end: offset(end), first, last });
        start += line.len();
        if end < start {
            all.push(Token { kind: Kind::Newline, start: offset(end), end: offset(start) });
        }
    }
    Tokens { all, lines }
}

/// Returns the width of white space in columns, with a tab stop every 8 columns.
pub(crate) fn width(indentation: &str) -> usize {
    indentation.chars().fold(0, |column, c| match c {
        '\t' => column / 8 * 8 + 8,
        _ => column + 1,
    })
}

fn length_while(text: &str, pred: impl Fn(u8) -> bool) -> usize {
    text.bytes().position(|byte| !pred(byte)).unwrap_or(text.len())
}

/// Returns the kind and length of the token at the start of a line inside a description.
fn prose_rest(text: &str) -> (Kind, usize) {
    // A break of pages.
    if is_furniture(text) {
        return (Kind::ProseMore, text.len());
    }
    match angle_brackets::part(text) {
        Some(Part::Closed(length)) => (Kind::ProseEnd, length),
        Some(Part::Open(length)) => (Kind::ProseMore, length),
        None => (Kind::ProseMore, text.len()),
    }
}

/// Returns the kind and length of the token at the start of a text of one line. `below` is the text
/// after the line.
fn token(text: &str, below: &str) -> (Kind, usize) {
    let bytes = text.as_bytes();
    let first = text.chars().next().unwrap_or_default();
    match first {
        ' ' | '\t' => (Kind::Space, length_while(text, |b| matches!(b, b' ' | b'\t'))),
        ';' => (Kind::Comment, text.len()),
        'a'..='z' | 'A'..='Z' => (Kind::Name, name(text)),
        '0'..='9' | '*' | '#' => repeat(text),
        '"' if is_triple_quote(text) => (Kind::TripleQuote, 3),
        '"' => string(text, 0),
        '%' => match bytes.get(1).map(u8::to_ascii_lowercase) {
            Some(b's' | b'i') if bytes.get(2) == Some(&b'"') => string(text, 2),
            Some(b'x' | b'd' | b'b') => {
                let rest = length_while(&text[2..], |b| {
                    b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-')
                });
                (Kind::Number, 2 + rest)
            }
            _ => (Kind::Stray, 1),
        },
        '<' => match angle_brackets::end(text, below) {
            End::Here(length) => (Kind::Prose, length),
            End::Below(length) => (Kind::ProseStart, length),
            End::Missing => (Kind::OpenProse, text.len()),
        },
        ':' if text.starts_with("::=") => (Kind::ColonEquals, 3),
        ':' if text.starts_with(":=") => (Kind::ColonEquals, 2),
        '=' if text.starts_with("=/") => (Kind::EqualsSlash, 2),
        '=' => (Kind::Equals, 1),
        '/' => (Kind::Slash, 1),
        '|' => (Kind::Bar, 1),
        '(' => (Kind::GroupOpen, 1),
        ')' => (Kind::GroupClose, 1),
        '[' => (Kind::OptionOpen, 1),
        ']' => (Kind::OptionClose, 1),
        _ => (Kind::Stray, first.len_utf8()),
    }
}

/// Returns the length of a name.
fn name(text: &str) -> usize {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut length = 0;
    loop {
        length += length_while(&text[length..], |b| is_word(b) || b == b'-');
        let rest = &text.as_bytes()[length..];
        if rest.first() != Some(&b'+') || !rest.get(1).is_some_and(|&byte| is_word(byte)) {
            return length;
        }
        length += 1;
    }
}

fn repeat(text: &str) -> (Kind, usize) {
    let digits = |text: &str| length_while(text, |b| b.is_ascii_digit());
    let before = digits(text);
    if text.as_bytes().get(before) == Some(&b'#') {
        return (Kind::List, before + 1 + digits(&text[before + 1..]));
    }
    (Kind::Repeat, length_while(text, |b| b.is_ascii_digit() || b == b'*'))
}

/// Returns whether a text begins with `"""`, which is not the empty string and another string: they
/// have white space between them.
fn is_triple_quote(text: &str) -> bool {
    text.strip_prefix("\"\"\"").is_some_and(|rest| {
        rest.is_empty() || rest.starts_with([' ', '\t', ')', ']', '/', '|', '<', '*'])
    })
}

/// Reads a string after a prefix of the given length.
fn string(text: &str, prefix: usize) -> (Kind, usize) {
    match text[prefix + 1..].find('"') {
        Some(end) => (Kind::Text, prefix + 1 + end + 1),
        None => (Kind::OpenText, text.len()),
    }
}

/// Returns whether a text is a `rulename` of RFC 5234 section 4.
pub fn is_rulename(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

#[cfg(test)]
mod tests;
