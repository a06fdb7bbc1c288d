//! The tables that are printed, 100 columns wide at most.

use crate::contestant::{Checks, PARTS};
use crate::corpora::Group;
use crate::measure::Figures;
use crate::results::Results;
use std::fmt::Write as _;

/// All tables.
pub(crate) fn text(results: &Results) -> String {
    let mut text = String::new();
    for (mode, figures) in &results.modes {
        let ranking = results.ranking(figures);
        let (suite, title) = (&results.suite, mode.title());
        let _ = writeln!(
            text,
            "\n{} {}, {title}: times faster than {}\n",
            suite.name, suite.rule, suite.baseline
        );
        summaries(&mut text, results, figures, &ranking);
        text.push('\n');
        by_corpus(&mut text, results, figures, &ranking);
        text.push('\n');
        differences(&mut text, results, figures);
    }
    text.push('\n');
    for contestant in &results.suite.contestants {
        let checks = match contestant.checks {
            Checks::Whole(grammar) => format!("checks the whole text: {grammar}"),
            Checks::Less(what) => format!("checks less: {what}"),
            Checks::Floor(what) => format!("checks nothing: {what}"),
        };
        let _ = writeln!(text, "{:22}{checks}", contestant.name);
    }
    text
}

fn summaries(text: &mut String, results: &Results, figures: &Figures, ranking: &[usize]) {
    let _ = write!(text, "{:22}", "");
    for group in Group::ALL {
        let _ = write!(text, "  {:<5} mean   min   GB/s", group.title());
    }
    text.push('\n');
    for &row in ranking {
        let _ = write!(text, "{:22}", results.suite.contestants[row].name);
        for group in Group::ALL {
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

/// Two digits for what is small.
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
    text.push('\n');
    for (i, corpus) in results.suite.corpora.iter().enumerate() {
        let (count, bytes) = (corpus.len(), corpus.bytes());
        let mean = bytes / count.max(1);
        let group = corpus.group.title();
        let _ = write!(text, "[{}] {}: {group}, {count} texts of {mean} bytes", i + 1, corpus.name);
        if let Some(Some(ours)) = figures[i].first() {
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

/// Where a contestant accepts or reads something else than ours.
fn differences(text: &mut String, results: &Results, figures: &Figures) {
    for (row, contestant) in results.suite.contestants.iter().enumerate().skip(1) {
        let mut cells = Vec::new();
        for (i, corpus) in figures.iter().enumerate() {
            let (Some(ours), Some(theirs)) = (corpus[0], corpus[row]) else { continue };
            let mut found = Vec::new();
            if ours.accepted != theirs.accepted {
                found.push(format!("{:+}", difference(theirs.accepted, ours.accepted)));
            }
            let lengths = theirs.lengths.unwrap_or_default();
            for ((part, ours), theirs) in
                PARTS.iter().zip(ours.lengths.unwrap_or_default()).zip(lengths)
            {
                if ours != theirs {
                    found.push(format!("{part} {:+}", difference(theirs, ours)));
                }
            }
            if !found.is_empty() {
                cells.push(format!("[{}] {}", i + 1, found.join(" ")));
            }
        }
        if !cells.is_empty() {
            let _ = write!(
                text,
                "{}, texts accepted and lengths of parts, less ours:",
                contestant.name
            );
            wrap(text, &cells);
        }
    }
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
