//! Finds the grammar in a document, and drops all other lines.
//!
//! The document may be an RFC, a part of one, a web page or a listing. These rules decide
//! line by line what belongs to the grammar:
//!
//! - **A rule begins** with a line that begins with a name and `=`, `=/`, `:=` or
//!   `::=`. That is rare in prose, and no other criterion separates rules from prose.
//! - Such a line is **never dropped silently**. If it does not scan, but contains
//!   anything typical of a grammar (a string, a value, a bracket, a lone `/` or `|`, `*`), it is
//!   kept, so that `syntax` reports the error. Otherwise (`path = $5`,
//!   `g = http://a/b`, a sentence) it is skipped with a warning.
//! - **The sign** of most rules, `=` or else `:=` and `::=`, is that of all: a line with another one is
//!   skipped with a warning (`entity-body := Content-Encoding( Content-Type( data ) )` in RFC 2616).
//! - **Examples** that begin like rules are skipped with a warning ([`candidate`]), and **formulas** as well
//!   ([`formula`]).
//! - **A rule that is repeated** verbatim, as in the collected grammar of an
//!   RFC, is kept once.
//! - **A rule continues** in a line that scans as elements, if one of these holds.
//!   The line begins with `/`, `|` or a closing bracket. The rule is unfinished:
//!   a bracket is open or it ends with an operator (web pages lose indentation, so
//!   the line may begin in any column). Or the line is indented further than
//!   the name and follows without an empty line. Wrapped prose such as
//!   `"/", ";", and "?" are reserved.` does not scan: commas and full stops are
//!   no tokens.
//! - After an **empty line** a rule continues only if it is unfinished or the
//!   line begins with an operator, and only if the line is indented further: an
//!   empty line usually ends a rule, but page breaks produce empty lines too. On the next page, a
//!   line that is aligned with the elements of the rule continues it as well. A
//!   line that continues the rule by RFC 5234, but not by these rules, gets a warning.
//! - **Page furniture** (form feeds, `[Page 7]` footers, `RFC 2396 … August 1998`
//!   headers) counts as empty.
//! - **Listing numbers** are dropped from at least three lines in a row that begin
//!   with consecutive numbers; fewer may be text, and a rule after one of those
//!   gets a warning.
//! - **Quotation marks** of mail, `> `, are dropped.
//! - **Blocks of code** of [`document`](super::document): a block of another language is skipped,
//!   and if a block says that it is ABNF, whatever is not in such a block. A line that begins like
//!   a rule there gets a warning.
//! - **Comments** are kept between lines of a rule, and directly above or below one.
//!
//! Each rule is moved to the first column and its continuation lines are indented, since
//! sections of a document indent differently.

mod candidate;
mod extent;
mod formula;
mod line;
mod rule;
mod section;

use crate::diagnostic::{Code, Diagnostic};
use crate::spec::Extract;
use crate::text::block::Block;
use crate::text::source::{Source, offset};
use crate::text::tokens::Tokens;
use candidate::Candidate;
use line::{Kind, Line};
use rule::Document;
use std::collections::BTreeSet;

/// The greatest number of warnings.
const MAX_WARNINGS: usize = 100;

/// The indentation of a continuation that has none in the document.
const INDENT: usize = 4;

/// Returns for each line why it cannot be grammar, because of its block or the absence of one.
fn foreign(blocks: &[Block], lines: usize) -> Vec<Option<&'static str>> {
    let unmarked = "this line begins like a rule but is in no block that is marked as ABNF";
    let other = "this line begins like a rule but is in code of another language";
    let is_marked = blocks.iter().any(Block::is_abnf);
    let mut foreign = vec![is_marked.then_some(unmarked); lines];
    for block in blocks {
        let reason = match block {
            block if block.is_abnf() => None,
            block if block.may_be_abnf() => is_marked.then_some(unmarked),
            _ => Some(other),
        };
        let end = block.lines.end.min(lines);
        foreign[block.lines.start.min(end)..end].fill(reason);
    }
    foreign
}

/// Keeps only the lines of the grammar, unless the whole file is grammar.
pub fn extract(
    source: &Source,
    tokens: Tokens,
    choice: &Extract,
    found: &mut Vec<Diagnostic>,
) -> Tokens {
    if *choice == Extract::No {
        return tokens;
    }
    let lines = line::lines(&source.text, &tokens);
    let within = match choice {
        Extract::No | Extract::Yes => 0..lines.len(),
        Extract::From(region) => section::lines(source, &lines, region).unwrap_or_else(|error| {
            found.push(error);
            0..0
        }),
    };
    let foreign = foreign(&source.blocks, lines.len());
    // Where blocks are marked as ABNF, all other lines are foreign.
    let stated = source.blocks.iter().any(Block::is_abnf);
    let document = Document { text: &source.text, tokens: &tokens.all, lines: &lines };
    let signs = rule::Signs::of(&document);
    // For each line, the column that it is moved to; `None` drops it.
    let mut columns: Vec<Option<usize>> = vec![None; lines.len()];
    let mut skipped = Vec::new();
    let mut prose = BTreeSet::new();
    // The names that formulas among the prose define.
    let mut computed = BTreeSet::new();
    let mut candidates = Vec::new();
    let mut i = within.start;
    while i < within.end {
        let message = if !rule::begins(&document, i) {
            (foreign[i].is_none() && rule::begins_after_number(&document, &lines[i]))
                .then_some("this line begins like a rule after a number but is taken for prose")
        } else if foreign[i].is_some() {
            foreign[i]
        } else if signs.is_foreign(&document, i) {
            Some("this line begins like a rule but not with the sign of the other rules")
        } else if rule::is_prose(&document, i) {
            prose.insert(i);
            if formula::has_operators(&document, i) {
                computed.extend(formula::name(&document, i));
            }
            Some("this line begins like a rule but is taken for prose")
        } else {
            let extent = extent::extent(&document, i, within.end);
            skipped.extend(extent.doubtful.map(|line| {
                let message =
                    "this line may continue the rule above the empty line but is taken for prose";
                (line, message)
            }));
            let candidate = candidate::candidate(&document, i, &extent);
            candidates.push(if stated { candidate.certain() } else { candidate });
            i = extent.end;
            continue;
        };
        skipped.extend(message.map(|message| (i, message)));
        i += 1;
    }
    // Whatever the document says to be ABNF is no formula.
    let formulas = if stated {
        vec![false; candidates.len()]
    } else {
        formula::formulas(&document, &candidates, &computed)
    };
    let mut is_formula = formulas.into_iter();
    candidates.retain(|candidate| {
        let is_formula = is_formula.next() == Some(true);
        if is_formula {
            let message = "this line begins like a rule but is taken for a formula";
            skipped.push((candidate.at, message));
        }
        !is_formula
    });
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

/// Moves the lines that have a column, and drops the others.
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
    Diagnostic::warning(Code::SkippedLine, message)
        .at(source.span(line.first, line.end), "")
        .hint("if it is grammar, fix it or put the grammar into a file of its own")
}

#[cfg(test)]
mod tests;
