//! The grammar in a document: all lines but those of the grammar are dropped.
//!
//! The document may be an RFC, a part of one, a web page or a listing. What is
//! grammar is decided line by line, with these rules, each for a reason:
//!
//! - **A rule begins** where a line begins with a name and `=`, `=/`, `:=` or
//!   `::=`. In prose that is rare, and nothing else tells a rule from prose.
//! - Such a line is **never dropped silently**. One that does not scan is kept, so
//!   that `syntax` reports it, when anything in it is typical of a grammar (a
//!   string, a value, a bracket, a lone `/` or `|`, `*`); otherwise (`path = $5`,
//!   `g = http://a/b`, a sentence) it is skipped with a warning.
//! - **Examples** that begin like rules are skipped with a warning ([`candidate`]).
//! - **A rule that is given again** in the same words, as in the collected grammar of an
//!   RFC, is there once.
//! - **A rule goes on** in a line that scans as elements, if one of these holds.
//!   The line begins with `/`, `|` or a closing bracket. The rule is not finished:
//!   a bracket is open or an operator stands last (web pages lose indentation, so
//!   such a line may stand in any column). Or the line is indented further than
//!   the name and no empty line stands between. Wrapped prose such as
//!   `"/", ";", and "?" are reserved.` does not scan: commas and full stops are
//!   no tokens.
//! - After an **empty line** a rule goes on only where it has to, or where the
//!   line begins with an operator, and only if the line is indented further: an
//!   empty line mostly ends a rule, but page breaks bring empty lines with them. A
//!   line that goes on in ABNF, but not by these rules, gets a warning.
//! - **Page furniture** (form feeds, `[Page 7]` footers, `RFC 2396 … August 1998`
//!   headers) counts as empty.
//! - **Listing numbers** are dropped from at least three lines in a row that begin
//!   with consecutive numbers; fewer may be text, and a rule behind one of those
//!   gets a warning.
//! - **Marks of quotations** in mail, `> `, are dropped.
//! - **Code of other languages**, between the fences of Markdown that name one, is
//!   skipped; what begins like a rule there gets a warning.
//! - **Comments** stay between lines of a rule, and where they touch one.
//!
//! Each rule is moved to the first column and what continues it is indented, since
//! sections of a document indent differently.

mod candidate;
mod fence;
mod line;
mod rule;

use crate::diagnostic::Diagnostic;
use crate::text::source::{Source, offset};
use crate::text::tokens::Tokens;
use candidate::Candidate;
use line::{Kind, Line};
use rule::Document;
use std::collections::BTreeSet;

/// More warnings than this help nobody.
const MAX_WARNINGS: usize = 100;

/// The indentation of a continuation that has none in the document.
const INDENT: usize = 4;

/// Leaves only the lines that are grammar.
pub fn extract(source: &Source, tokens: Tokens, found: &mut Vec<Diagnostic>) -> Tokens {
    let lines = line::lines(&source.text, &tokens);
    let foreign = fence::foreign(&lines, &source.text);
    let document = Document { text: &source.text, tokens: &tokens.all, lines: &lines };
    // Of each line, the column that it is moved to; none drops it.
    let mut columns: Vec<Option<usize>> = vec![None; lines.len()];
    let mut skipped = Vec::new();
    let mut prose = BTreeSet::new();
    let mut candidates = Vec::new();
    let mut i = 0;
    while i < lines.len() {
        let message = if !rule::begins(&document, i) {
            (!foreign[i] && rule::begins_behind_number(&document, &lines[i]))
                .then_some("this line begins like a rule behind a number but is taken for prose")
        } else if foreign[i] {
            Some("this line begins like a rule but stands in code of another language")
        } else if rule::is_prose(&document, i) {
            prose.insert(i);
            Some("this line begins like a rule but is taken for prose")
        } else {
            let extent = rule::extent(&document, i);
            skipped.extend(extent.doubtful.map(|line| {
                let message =
                    "this line may continue the rule above the empty line but is taken for prose";
                (line, message)
            }));
            candidates.push(candidate::candidate(&document, i, &extent));
            i = extent.end;
            continue;
        };
        skipped.extend(message.map(|message| (i, message)));
        i += 1;
    }
    let examples = candidate::examples(&candidates, &prose);
    let mut known = BTreeSet::new();
    for (candidate, is_example) in candidates.iter().zip(examples) {
        let Candidate { at, end, .. } = *candidate;
        if is_example {
            skipped.push((at, "this line begins like a rule but is taken for an example"));
            continue;
        }
        if candidate.repeats(&known) {
            continue;
        }
        known.insert(candidate.words());
        columns[at] = Some(0);
        for (line, column) in lines[at + 1..end].iter().zip(&mut columns[at + 1..]) {
            let deeper = line.column.saturating_sub(lines[at].column);
            match line.kind {
                Kind::Empty => (),
                _ if deeper == 0 => *column = Some(INDENT),
                _ => *column = Some(deeper),
            }
        }
    }
    skipped.sort_unstable();
    let skipped =
        skipped.into_iter().map(|(line, message)| skipped_line(source, &lines[line], message));
    let mut skipped: Vec<Diagnostic> = skipped.take(MAX_WARNINGS).collect();
    found.append(&mut skipped);
    comments(&lines, &mut columns);
    kept(tokens, &lines, &columns)
}

/// The lines that have a column, moved there.
fn kept(tokens: Tokens, lines: &[Line], columns: &[Option<usize>]) -> Tokens {
    let Tokens { all, lines: old } = tokens;
    let moved = old.into_iter().zip(lines).zip(columns).filter_map(|((old, line), column)| {
        let first = all.partition_point(|token| (token.start as usize) < line.first);
        Some(crate::text::tokens::Line { column: offset((*column)?), first: offset(first), ..old })
    });
    let lines = moved.collect();
    Tokens { all, lines }
}

/// Keeps the comments above and below kept lines.
fn comments(lines: &[Line], columns: &mut [Option<usize>]) {
    let order: [Vec<usize>; 2] = [(0..lines.len()).collect(), (0..lines.len()).rev().collect()];
    for order in order {
        let mut touches = false;
        for i in order {
            match (lines[i].kind, columns[i]) {
                (_, Some(_)) => touches = true,
                (Kind::Comment, None) if touches => columns[i] = Some(0),
                (Kind::Empty, _) => (),
                _ => touches = false,
            }
        }
    }
}

fn skipped_line(source: &Source, line: &Line, message: &str) -> Diagnostic {
    Diagnostic::warning("skipped-line", message)
        .at(source.span(line.first, line.end), "")
        .hint("if it is grammar, fix it or put the grammar into a file of its own")
}

#[cfg(test)]
mod tests;
