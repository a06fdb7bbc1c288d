//! The tables that are printed, 100 columns wide at most.

use crate::contestant::{Checks, Contestant, Mode, PARTS};
use crate::corpora::{Corpus, Group};
use crate::measure::{Figure, Figures};
use std::fmt::Write as _;

/// What was measured, and what it is measured by.
pub(crate) struct Results<'a> {
    /// The columns.
    pub(crate) corpora: &'a [Corpus],
    /// The rows; the first one is ours.
    pub(crate) contestants: &'a [Contestant],
    /// The contestant whose speed is 1.
    pub(crate) baseline: &'a str,
    /// The figures of each mode.
    pub(crate) modes: Vec<(Mode, Figures)>,
}

/// Of all contestants that accept at least so much of what ours does, the speeds are
/// compared. Others reject texts early that ours reads to the end.
const COMPARABLE: f64 = 0.9;

/// How a contestant did on the corpora of a group.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub(crate) struct Summary {
    /// Geometric mean of how many times faster than the baseline it was.
    pub(crate) mean: f64,
    /// The smallest of these ratios.
    pub(crate) least: f64,
    /// Geometric mean, in bytes a nanosecond.
    pub(crate) gigabytes: f64,
}

impl Results<'_> {
    /// How many times faster than the baseline, if it does the same work.
    pub(crate) fn ratio(&self, figures: &Figures, corpus: usize, row: usize) -> Option<f64> {
        let figure = figures[corpus][row]?;
        let base = self.contestants.iter().position(|it| it.name == self.baseline)?;
        let ratio = figures[corpus][base]?.nanoseconds / figure.nanoseconds;
        self.is_comparable(figures, corpus, &figure).then_some(ratio)
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of texts are small")]
    fn is_comparable(&self, figures: &Figures, corpus: usize, figure: &Figure) -> bool {
        let Some(ours) = figures[corpus][0] else { return true };
        figure.accepted > 0 && figure.accepted as f64 >= COMPARABLE * ours.accepted as f64
    }

    /// None unless it is comparable on all corpora of the group.
    #[expect(clippy::cast_precision_loss, reason = "bytes of texts are few")]
    pub(crate) fn summary(&self, figures: &Figures, group: Group, row: usize) -> Option<Summary> {
        let corpora: Vec<usize> =
            (0..self.corpora.len()).filter(|&i| self.corpora[i].group == group).collect();
        let ratios: Option<Vec<f64>> =
            corpora.iter().map(|&i| self.ratio(figures, i, row)).collect();
        let ratios = ratios.filter(|it| !it.is_empty())?;
        let speeds: Option<Vec<f64>> = corpora
            .iter()
            .map(|&i| Some(self.corpora[i].bytes() as f64 / figures[i][row]?.nanoseconds))
            .collect();
        Some(Summary {
            mean: geometric_mean(&ratios),
            least: ratios.iter().copied().fold(f64::INFINITY, f64::min),
            gigabytes: geometric_mean(&speeds?),
        })
    }

    /// The rows of a mode, the fastest first.
    pub(crate) fn ranking(&self, figures: &Figures) -> Vec<usize> {
        let mut rows: Vec<usize> = (0..self.contestants.len())
            .filter(|&row| figures.iter().any(|corpus| corpus[row].is_some()))
            .collect();
        let key = |&row: &usize| {
            let summaries = Group::ALL.map(|group| self.summary(figures, group, row));
            summaries.into_iter().flatten().next().map_or(0.0, |summary| summary.mean)
        };
        rows.sort_by(|a, b| key(b).total_cmp(&key(a)));
        rows
    }
}

#[expect(clippy::cast_precision_loss, reason = "there are few corpora")]
fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp()
}

/// All tables.
pub(crate) fn text(results: &Results<'_>) -> String {
    let mut text = String::new();
    for (mode, figures) in &results.modes {
        let ranking = results.ranking(figures);
        let title = mode.title();
        let _ = writeln!(text, "\n{title}: times faster than {}\n", results.baseline);
        summaries(&mut text, results, figures, &ranking);
        text.push('\n');
        by_corpus(&mut text, results, figures, &ranking);
        text.push('\n');
        differences(&mut text, results, figures);
    }
    text.push('\n');
    for contestant in results.contestants {
        let checks = match contestant.checks {
            Checks::Whole(grammar) => format!("checks the whole text: {grammar}"),
            Checks::Less(what) => format!("checks less: {what}"),
            Checks::Floor(what) => format!("checks nothing: {what}"),
        };
        let _ = writeln!(text, "{:22}{checks}", contestant.name);
    }
    text
}

fn summaries(text: &mut String, results: &Results<'_>, figures: &Figures, ranking: &[usize]) {
    let _ = write!(text, "{:22}", "");
    for group in Group::ALL {
        let _ = write!(text, "  {:<5} mean   min   GB/s", group.title());
    }
    text.push('\n');
    for &row in ranking {
        let _ = write!(text, "{:22}", results.contestants[row].name);
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

fn by_corpus(text: &mut String, results: &Results<'_>, figures: &Figures, ranking: &[usize]) {
    let _ = write!(text, "{:22}", "");
    for (i, _) in results.corpora.iter().enumerate() {
        let _ = write!(text, "{:>7}", format!("[{}]", i + 1));
    }
    text.push('\n');
    for &row in ranking {
        let _ = write!(text, "{:22}", results.contestants[row].name);
        for corpus in 0..results.corpora.len() {
            let cell = results.ratio(figures, corpus, row).map_or("-".to_owned(), ratio);
            let _ = write!(text, "{cell:>7}");
        }
        text.push('\n');
    }
    text.push('\n');
    for (i, corpus) in results.corpora.iter().enumerate() {
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
fn differences(text: &mut String, results: &Results<'_>, figures: &Figures) {
    for (row, contestant) in results.contestants.iter().enumerate().skip(1) {
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
