//! Finds the lines of a rule in a document, by the rules in [`crate::text::extract`].

use super::line::{Kind as LineKind, Line};
use super::rule::{Document, begins, body, has_typical, is_bracketed, is_sentence, is_unknown};
use crate::text::tokens::Kind;
use std::collections::BTreeSet;

/// The lines of a rule.
pub(super) struct Extent {
    /// The index after the last line.
    pub(super) end: usize,
    /// A line after the rule that would continue it by RFC 5234.
    pub(super) doubtful: Option<usize>,
}

/// Finds the extent of the rule that begins at a line and ends before `limit`.
pub(super) fn extent(document: &Document<'_>, at: usize, limit: usize) -> Extent {
    let lines = &document.lines[..limit];
    let body = body(document, at);
    // The body may begin below the name.
    let first =
        lines[at..].iter().position(|line| body <= line.end).map_or(lines.len(), |i| at + i);
    let mut state = State::default();
    let mut end = at + 1;
    // Whether the lines above are empty, and whether a page ended there.
    let (mut gap, mut turned) = (false, false);
    let mut columns: BTreeSet<usize> =
        lines.get(first).map(|it| column(document, it, body)).into_iter().collect();
    for (next, line) in lines.iter().enumerate().skip(at) {
        match line.kind {
            LineKind::Empty => {
                gap = true;
                turned |= !document.text[line.first..line.end].trim().is_empty();
            }
            LineKind::Comment => (),
            LineKind::Text if next < first => (),
            LineKind::Text if next == first => {
                state.advance(document, body, line.end);
                (end, gap, turned) = (next + 1, false, false);
            }
            LineKind::Text => {
                let deeper = lines[at].column < line.column;
                let apart = gap && !(turned && columns.contains(&line.column));
                // Such a definition may be in words.
                let continues = deeper && !apart && is_bracketed(document, at);
                if begins(document, next) {
                    break;
                }
                if !continues && !state.continues(document, line, deeper, apart) {
                    let doubtful = deeper && gap && state.continues(document, line, deeper, false);
                    let is_typical = has_typical(document, &document.content(line));
                    let doubtful = doubtful && (is_typical || turned);
                    return Extent { end, doubtful: doubtful.then_some(next) };
                }
                state.advance(document, line.first, line.end);
                columns.insert(line.column);
                (end, gap, turned) = (next + 1, false, false);
            }
        }
    }
    Extent { end, doubtful: None }
}

/// Returns the column of the first element of a rule, whose body begins at an offset in this line.
fn column(document: &Document<'_>, line: &Line, body: usize) -> usize {
    let rest = &document.text[body.max(line.first)..line.end];
    let element = line.end - rest.trim_start().len();
    line.column + document.text[line.first..element].chars().count()
}

/// The state of a rule that is being read.
#[derive(Default)]
struct State {
    depth: usize,
    after: After,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum After {
    /// An element must follow.
    #[default]
    Operator,
    Element,
    /// A description without an end: the next line is kept so that `syntax` reports it.
    OpenProse,
}

impl State {
    /// Reads a part of a line.
    fn advance(&mut self, document: &Document<'_>, start: usize, end: usize) {
        let mut start = start;
        if self.after == After::OpenProse {
            let Some(length) = document.text[start..end].find('>') else { return };
            start += length + 1;
            self.after = After::Element;
        }
        for piece in document.pieces(start, end) {
            match piece.kind {
                Kind::GroupOpen | Kind::OptionOpen => self.depth += 1,
                Kind::GroupClose | Kind::OptionClose => self.depth = self.depth.saturating_sub(1),
                _ => (),
            }
            self.after = match piece.kind {
                Kind::GroupOpen
                | Kind::OptionOpen
                | Kind::Slash
                | Kind::Bar
                | Kind::Repeat
                | Kind::List => After::Operator,
                Kind::OpenProse => After::OpenProse,
                _ => After::Element,
            };
        }
    }

    fn continues(&self, document: &Document<'_>, line: &Line, deeper: bool, gap: bool) -> bool {
        if self.after == After::OpenProse {
            return deeper && !gap;
        }
        let pieces = document.content(line);
        let Some(first) = pieces.first() else { return false };
        if matches!(first.kind, Kind::ProseMore | Kind::ProseEnd) {
            return true;
        }
        let scans = pieces.iter().all(|piece| {
            !is_unknown(piece.kind) && !matches!(piece.kind, Kind::Equals | Kind::EqualsSlash)
        });
        let operator = match first.kind {
            Kind::Slash | Kind::Bar => true,
            Kind::GroupClose | Kind::OptionClose => 0 < self.depth,
            _ => false,
        };
        if scans && is_sentence(document, &pieces) {
            return false;
        }
        if !scans {
            // Part of a rule, with an error that `syntax` reports.
            let typical = first.kind != Kind::Name && !is_unknown(first.kind);
            return deeper && !gap && typical && !is_sentence(document, &pieces);
        }
        let open = self.after == After::Operator || 0 < self.depth;
        if gap { deeper && (operator || open) } else { deeper || operator || open }
    }
}
