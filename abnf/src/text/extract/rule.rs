//! Where a rule of a document begins and ends; the reasons stand in
//! [`crate::text::extract`].

use super::line::{Kind as LineKind, Line, listing_number};
use crate::text::rough::{Kind, Token, tokens};

/// Whether a rule seems to begin in a line.
pub(super) fn begins(lines: &[Line], at: usize, text: &str) -> bool {
    definition(lines, at, text).is_some()
}

/// Whether a rule seems to begin in a line behind a number, as in an excerpt of a
/// listing.
pub(super) fn begins_behind_number(line: &Line, text: &str) -> bool {
    let content = &text[line.first..line.end];
    let Some((_, length)) = listing_number(content) else { return false };
    let mut kinds = tokens(&content[length..]).map(|token| token.kind);
    kinds.next() == Some(Kind::Name)
        && matches!(kinds.next(), Some(Kind::Equals | Kind::EqualsSlash))
}

/// Whether a line that begins like a rule is prose: it does not scan, and nothing
/// in it is of a grammar.
pub(super) fn is_prose(lines: &[Line], at: usize, text: &str) -> bool {
    let Some(body) = definition(lines, at, text) else { return true };
    let Some(body) = text.get(body..lines[at].end) else { return false };
    let tokens: Vec<_> = tokens(body).collect();
    let count =
        |token: &Token| token.kind == Kind::Repeat && !body[token.start..token.end].contains('*');
    if !tokens.is_empty() && tokens.iter().all(count) {
        // `x = 5`
        return true;
    }
    if tokens.iter().all(|token| !matches!(token.kind, Kind::Stray(_))) {
        return false;
    }
    is_sentence(&tokens) || !has_typical(body)
}

/// The lines of a rule.
pub(super) struct Extent {
    /// The index of the line behind the last.
    pub(super) end: usize,
    /// A line behind the rule that would continue it in ABNF.
    pub(super) doubtful: Option<usize>,
}

/// Where the rule ends that begins at a line.
pub(super) fn extent(lines: &[Line], at: usize, text: &str) -> Extent {
    let body = definition(lines, at, text).unwrap_or(lines[at].end);
    // The body may begin below the name.
    let first =
        lines[at..].iter().position(|line| body <= line.end).map_or(lines.len(), |i| at + i);
    let mut state = State::default();
    let mut end = at + 1;
    let mut gap = false;
    for (next, line) in lines.iter().enumerate().skip(at) {
        match line.kind {
            LineKind::Empty => gap = true,
            LineKind::Comment => (),
            LineKind::Text if next < first => (),
            LineKind::Text if next == first => {
                state.advance(&text[body..line.end]);
                (end, gap) = (next + 1, false);
            }
            LineKind::Text => {
                let content = &text[line.first..line.end];
                let deeper = lines[at].column < line.column;
                if begins(lines, next, text) {
                    break;
                }
                if !state.goes_on(content, deeper, gap) {
                    let doubtful = deeper && gap && state.goes_on(content, deeper, false);
                    let doubtful = doubtful && has_typical(content);
                    return Extent { end, doubtful: doubtful.then_some(next) };
                }
                state.advance(content);
                (end, gap) = (next + 1, false);
            }
        }
    }
    Extent { end, doubtful: None }
}

fn has_typical(text: &str) -> bool {
    let tokens: Vec<_> = tokens(text).collect();
    (0..tokens.len()).any(|i| is_typical(&tokens, i, text))
}

/// Offset behind the `=` of a rule that begins in a line; the `=` may stand at the
/// start of the next line with text.
fn definition(lines: &[Line], at: usize, text: &str) -> Option<usize> {
    let line = &lines[at];
    if line.kind != LineKind::Text {
        return None;
    }
    let content = &text[line.first..line.end];
    let mut tokens = tokens(content);
    let name = tokens.next()?;
    match name.kind {
        Kind::Name => (),
        // `<name> ::= …`; tags of web pages have no `=` behind them.
        Kind::Prose if content[..name.end].contains(|c: char| c.is_ascii_alphabetic()) => (),
        _ => return None,
    }
    let (from, rest) = if let Some(token) = tokens.next() {
        (line.first + token.start, &content[token.start..])
    } else {
        let next = lines[at + 1..].iter().find(|next| next.kind == LineKind::Text)?;
        (next.first, &text[next.first..next.end])
    };
    let length = ["::=", ":=", "=/", "="].iter().find(|it| rest.starts_with(**it))?.len();
    // Programs compare and map.
    (!rest[length..].starts_with(['=', '>', '~'])).then_some(from + length)
}

/// How far a rule is.
#[derive(Default)]
struct State {
    depth: usize,
    after: After,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum After {
    /// An element has to follow.
    #[default]
    Operator,
    Element,
    /// A description that goes on below, which ABNF does not have: the lines
    /// are kept for `syntax` to report.
    UnclosedProse,
}

impl State {
    fn advance(&mut self, line: &str) {
        let mut line = line;
        if self.after == After::UnclosedProse {
            let Some((_, rest)) = line.split_once('>') else { return };
            line = rest;
            self.after = After::Element;
        }
        for token in tokens(line) {
            match token.kind {
                Kind::Open => self.depth += 1,
                Kind::Close => self.depth = self.depth.saturating_sub(1),
                _ => (),
            }
            self.after = match token.kind {
                Kind::Open | Kind::Slash | Kind::Bar | Kind::Repeat => After::Operator,
                Kind::UnclosedProse => After::UnclosedProse,
                _ => After::Element,
            };
        }
    }

    fn goes_on(&self, line: &str, deeper: bool, gap: bool) -> bool {
        if self.after == After::UnclosedProse {
            return deeper && !gap;
        }
        let tokens: Vec<_> = tokens(line).collect();
        let Some(first) = tokens.first() else { return false };
        let scans = tokens
            .iter()
            .all(|token| !matches!(token.kind, Kind::Stray(_) | Kind::Equals | Kind::EqualsSlash));
        let operator = match first.kind {
            Kind::Slash | Kind::Bar => true,
            Kind::Close => 0 < self.depth,
            _ => false,
        };
        if !scans {
            // Part of a rule, with an error that `syntax` tells.
            let typical = !matches!(first.kind, Kind::Name | Kind::Stray(_));
            return deeper && !gap && typical && !is_sentence(&tokens);
        }
        let open = self.after == After::Operator || 0 < self.depth;
        if gap { deeper && (operator || open) } else { deeper || operator || open }
    }
}

/// Three words in a row, and a word with a comma or full stop.
fn is_sentence(tokens: &[Token]) -> bool {
    let words = tokens.windows(3).any(|it| it.iter().all(|token| token.kind == Kind::Name));
    let stop = tokens.windows(2).any(|it| {
        it[0].kind == Kind::Name && matches!(it[1].kind, Kind::Stray('.' | ',')) && !it[1].spaced
    });
    words && stop
}

/// Whether a token is one that prose and addresses do not have.
fn is_typical(tokens: &[Token], i: usize, text: &str) -> bool {
    let token = tokens[i];
    let stands_alone = token.spaced && tokens.get(i + 1).is_none_or(|next| next.spaced);
    match token.kind {
        Kind::Text | Kind::Number | Kind::Open | Kind::Close | Kind::Stray('"') => true,
        Kind::Slash | Kind::Bar => stands_alone,
        Kind::Repeat => text[token.start..token.end].contains('*'),
        Kind::Stray('\'' | '#') => token.spaced,
        _ => false,
    }
}
