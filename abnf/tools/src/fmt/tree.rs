//! The tokens of a rule to a tree with comments in it, and the width that each part of the tree
//! has in one line.
//!
//! A comment belongs to the gap between two tokens. The gaps before and after a `/` are one, since the
//! layout puts every `/` at the beginning of a line.

use abnfc::text::tokens::Kind;
use std::borrow::Cow;
use std::iter::Peekable;

#[derive(Debug)]
pub(super) struct Rule<'a> {
    pub(super) name: Cow<'a, str>,
    /// `=` or `=/`
    pub(super) sign: &'a str,
    /// The column of the sign in the file, from 0.
    pub(super) sign_column: usize,
    pub(super) body: Alternation<'a>,
    /// The comments after the last token.
    pub(super) tail: Vec<Comment<'a>>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Comment<'a> {
    /// The text from `;` on, without white space at the end.
    pub(super) text: &'a str,
    /// The column in the file, from 0.
    pub(super) column: usize,
    /// Whether the comment follows another token of its line.
    pub(super) is_trailing: bool,
}

/// The content of brackets, or the definition of a rule.
#[derive(Debug, Default)]
pub(super) struct Alternation<'a> {
    pub(super) alternatives: Vec<Alternative<'a>>,
    /// Its width in one line. `None` if the author breaks lines between alternatives, or if it contains a
    /// comment.
    pub(super) flat: Option<usize>,
}

#[derive(Debug, Default)]
pub(super) struct Alternative<'a> {
    /// The comments before its first element.
    pub(super) before: Vec<Comment<'a>>,
    /// Whether the author breaks the line before it.
    pub(super) starts_line: bool,
    pub(super) elements: Vec<Element<'a>>,
    /// Its width in one line, if it can have one.
    pub(super) flat: Option<usize>,
}

#[derive(Debug)]
pub(super) struct Element<'a> {
    /// The comments between it and the element before it.
    pub(super) before: Vec<Comment<'a>>,
    /// Its repeat.
    pub(super) repeat: Cow<'a, str>,
    /// Its token or its opening bracket.
    pub(super) text: Cow<'a, str>,
    /// The content of a bracket.
    pub(super) group: Option<Group<'a>>,
    /// Its width in one line, if it can have one.
    pub(super) flat: Option<usize>,
}

#[derive(Debug)]
pub(super) struct Group<'a> {
    pub(super) body: Alternation<'a>,
    /// The comments before the closing bracket.
    pub(super) end: Vec<Comment<'a>>,
    pub(super) closing: Cow<'a, str>,
}

/// A token of a rule with the comments before it.
pub(super) struct Lexeme<'a> {
    pub(super) kind: Kind,
    pub(super) text: Cow<'a, str>,
    pub(super) before: Vec<Comment<'a>>,
    pub(super) line: u32,
    pub(super) column: usize,
    pub(super) starts_line: bool,
}

/// Reads a rule without syntax errors.
pub(super) fn tree<'a>(lexemes: Vec<Lexeme<'a>>, tail: Vec<Comment<'a>>) -> Rule<'a> {
    let mut lexemes = lexemes.into_iter().peekable();
    let name = lexemes.next().expect("a rule has a name");
    let sign = lexemes.next().expect("a rule has a sign");
    let mut body = alternation(&mut lexemes, sign.before);
    body.measure();
    let sign_column = sign.column;
    let sign = if sign.kind == Kind::EqualsSlash { "=/" } else { "=" };
    Rule { name: name.text, sign, sign_column, body, tail }
}

type Lexemes<'a> = Peekable<std::vec::IntoIter<Lexeme<'a>>>;

/// Reads up to a closing bracket or the end. The recursion is as deep as brackets are nested.
fn alternation<'a>(lexemes: &mut Lexemes<'a>, mut before: Vec<Comment<'a>>) -> Alternation<'a> {
    let mut alternation = Alternation::default();
    let mut alternative = Alternative::default();
    let is_end = |it: &Lexeme<'_>| matches!(it.kind, Kind::GroupClose | Kind::OptionClose);
    while let Some(mut next) = lexemes.next_if(|it| !is_end(it)) {
        if next.kind == Kind::Slash {
            alternation.alternatives.push(std::mem::take(&mut alternative));
            alternative.starts_line = next.starts_line;
            before = next.before;
            continue;
        }
        if alternative.elements.is_empty() {
            before.append(&mut next.before);
            alternative.before = std::mem::take(&mut before);
            alternative.starts_line |= next.starts_line;
        }
        alternative.elements.push(element(next, lexemes));
    }
    alternation.alternatives.push(alternative);
    alternation
}

fn element<'a>(first: Lexeme<'a>, lexemes: &mut Lexemes<'a>) -> Element<'a> {
    let Lexeme { kind, text, before, .. } = first;
    let is_repeat = kind == Kind::Repeat || kind.is_list();
    let (repeat, kind, text) = if is_repeat {
        let repeated = lexemes.next().expect("a repeat has an element");
        (text, repeated.kind, repeated.text)
    } else {
        (Cow::Borrowed(""), kind, text)
    };
    let group = matches!(kind, Kind::GroupOpen | Kind::OptionOpen).then(|| {
        let body = alternation(lexemes, Vec::new());
        let end = lexemes.next().expect("a bracket is closed");
        Group { body, end: end.before, closing: end.text }
    });
    Element { before, repeat, text, group, flat: None }
}

impl Alternation<'_> {
    /// Computes the widths inside it.
    fn measure(&mut self) {
        let mut flat = Some(0);
        for (i, alternative) in self.alternatives.iter_mut().enumerate() {
            alternative.measure();
            let is_apart = !alternative.before.is_empty() || (0 < i && alternative.starts_line);
            let width = alternative.flat.filter(|_| !is_apart);
            let separator = if i == 0 { 0 } else { " / ".len() };
            flat = flat.zip(width).map(|(sum, width)| sum + separator + width);
        }
        self.flat = flat;
    }
}

impl Alternative<'_> {
    fn measure(&mut self) {
        let mut flat = Some(0);
        for (i, element) in self.elements.iter_mut().enumerate() {
            element.measure();
            let width = element.flat.filter(|_| i == 0 || element.before.is_empty());
            flat = flat.zip(width).map(|(sum, width)| sum + usize::from(0 < i) + width);
        }
        self.flat = flat;
    }
}

impl Element<'_> {
    fn measure(&mut self) {
        let own = self.repeat.len() + self.text.len();
        self.flat = match &mut self.group {
            None => Some(own),
            Some(group) => {
                group.body.measure();
                let body = group.body.flat.filter(|_| group.end.is_empty());
                body.map(|body| own + " ".len() + body + " )".len())
            }
        };
    }
}
