//! The printed tables, at most 100 columns wide.

use crate::contestant::{Checks, PARTS};
use crate::measure::{Figure, Figures};
use crate::results::Results;
use std::fmt::Write as _;

/// All tables of a suite.
pub(crate) fn text(results: &Results) -> String {
    let mut text = String::new();
    let suite = &results.suite;
    for (mode, figures) in &results.modes {
        let title = mode.title();
        let head = format!("{} {}, {title}", suite.name, suite.rule);
        let _ = writeln!(text, "\n{head}: times faster than {}\n", suite.baseline);
        let ranking = results.ranking(figures);
        summaries(&mut text, results, figures, &ranking);
        text.push('\n');
        by_corpus(&mut text, results, figures, &ranking);
    }
    text.push('\n');
    corpora(&mut text, results);
    text.push('\n');
    contestants(&mut text, results);
    text
}

/// The results of a contestant for a corpus, with the lengths of parts if requested.
fn found(results: &Results, corpus: usize, row: usize) -> Option<Figure> {
    results.modes.iter().rev().find_map(|(_, figures)| figures[corpus][row])
}

fn summaries(text: &mut String, results: &Results, figures: &Figures, ranking: &[usize]) {
    let _ = write!(text, "{:22}", "");
    let groups = results.groups();
    for group in &groups {
        let _ = write!(text, "  {:<5} mean   min   GB/s", group.title());
    }
    text.push('\n');
    for &row in ranking {
        let _ = write!(text, "{:22}", results.suite.contestants[row].name);
        for &group in &groups {
            let cell = results.summary(figures, group, row).map_or_else(
                || format!("{:>10} {:>5} {:>6}", "-", "-", "-"),
                |it| format!("{:>10} {:>5} {:>6.2}", ratio(it.mean), ratio(it.least), it.gigabytes),
            );
            let _ = write!(text, "  {cell}");
        }
        let line = text.trim_end().len();
        text.truncate(line);
        text.push('\n');
    }
}

/// Formats a ratio; small ones with two digits after the point.
fn ratio(value: f64) -> String {
    if value < 9.995 { format!("{value:.2}") } else { format!("{value:.1}") }
}

fn by_corpus(text: &mut String, results: &Results, figures: &Figures, ranking: &[usize]) {
    let _ = write!(text, "{:22}", "");
    for (i, _) in results.suite.corpora.iter().enumerate() {
        let _ = write!(text, "{:>7}", format!("[{}]", i + 1));
    }
    text.push('\n');
    for &row in ranking {
        let _ = write!(text, "{:22}", results.suite.contestants[row].name);
        for corpus in 0..results.suite.corpora.len() {
            let cell = results.ratio(figures, corpus, row).map_or("-".to_owned(), ratio);
            let _ = write!(text, "{cell:>7}");
        }
        text.push('\n');
    }
}

fn corpora(text: &mut String, results: &Results) {
    for (i, corpus) in results.suite.corpora.iter().enumerate() {
        let (name, group, count) = (corpus.name, corpus.group.title(), corpus.len());
        let mean = corpus.bytes() / count.max(1);
        let _ = write!(text, "[{}] {name}: {group}, {count} texts of {mean} bytes", i + 1);
        if let Some(ours) = found(results, i, 0) {
            let _ = write!(text, ", {} accepted", ours.accepted);
            if let Some(lengths) = ours.lengths {
                let _ = write!(text, ", parts {}", joined(&lengths));
            }
        }
        text.push('\n');
    }
}

fn joined(lengths: &[usize]) -> String {
    let lengths: Vec<String> = lengths.iter().map(usize::to_string).collect();
    lengths.join(" ")
}

/// Writes what each contestant checks, and how its results differ from those of the generated code.
fn contestants(text: &mut String, results: &Results) {
    for (row, contestant) in results.suite.contestants.iter().enumerate() {
        let checks = match contestant.checks {
            Checks::Whole(grammar) => format!("checks the whole text: {grammar}"),
            Checks::Less(what) => format!("checks less: {what}"),
            Checks::Floor(what) => format!("checks nothing: {what}"),
        };
        let _ = write!(text, "{:22}{checks}", contestant.name);
        let differences = differences(results, row);
        if differences.is_empty() || matches!(contestant.checks, Checks::Floor(_)) {
            text.push('\n');
        } else {
            text.push_str("\n    texts accepted and lengths of parts, less ours:");
            wrap(text, &differences);
        }
    }
}

/// An item for each corpus on which a contestant differs from ours.
fn differences(results: &Results, row: usize) -> Vec<String> {
    let mut items = Vec::new();
    for i in 0..results.suite.corpora.len() {
        let (Some(ours), Some(theirs)) = (found(results, i, 0), found(results, i, row)) else {
            continue;
        };
        let mut found = Vec::new();
        if ours.accepted != theirs.accepted {
            found.push(format!("{:+}", difference(theirs.accepted, ours.accepted)));
        }
        let lengths = ours.lengths.zip(theirs.lengths).unwrap_or_default();
        for ((part, ours), theirs) in PARTS.iter().zip(lengths.0).zip(lengths.1) {
            if ours != theirs {
                found.push(format!("{part} {:+}", difference(theirs, ours)));
            }
        }
        if !found.is_empty() {
            items.push(format!("[{}] {}", i + 1, found.join(" ")));
        }
    }
    items
}

fn difference(theirs: usize, ours: usize) -> i64 {
    i64::try_from(theirs).unwrap_or(i64::MAX) - i64::try_from(ours).unwrap_or(i64::MAX)
}

/// Appends items, separated by commas, in lines of 100 columns.
fn wrap(text: &mut String, items: &[String]) {
    let mut column = usize::MAX;
    for (i, item) in items.iter().enumerate() {
        let item = if i + 1 < items.len() { format!("{item},") } else { item.clone() };
        if column.saturating_add(item.len() + 1) > 100 {
            text.push_str("\n   ");
            column = 3;
        }
        text.push(' ');
        text.push_str(&item);
        column += item.len() + 1;
    }
    text.push('\n');
}
