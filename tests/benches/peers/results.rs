//! Ratios to the baseline, on each corpus and on groups of corpora.

use crate::contestant::Mode;
use crate::corpora::Group;
use crate::measure::{Figure, Figures};
use crate::report::rounded;
use crate::suites::Suite;

/// The measurements, and their baseline.
pub(crate) struct Results {
    /// The columns are its corpora, the rows its contestants.
    pub(crate) suite: Suite,
    /// The figures of each mode.
    pub(crate) modes: Vec<(Mode, Figures)>,
}

/// The minimum share of the texts that ours accepts which a contestant must accept for a comparison
/// of speeds. Other contestants reject texts early that ours reads to the end.
const COMPARABLE: f64 = 0.9;

/// The result of a contestant on the corpora of a group.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub(crate) struct Summary {
    /// The geometric mean of the speeds relative to the baseline.
    pub(crate) mean: f64,
    /// The smallest ratio.
    pub(crate) least: f64,
    /// The geometric mean of the speeds, in bytes per nanosecond.
    pub(crate) gigabytes: f64,
}

impl Summary {
    /// Formats a ratio with its significant digits.
    pub(crate) fn rounded(self) -> Self {
        let Self { mean, least, gigabytes } = self;
        Self { mean: rounded(mean), least: rounded(least), gigabytes: rounded(gigabytes) }
    }
}

impl Results {
    /// The groups that have a corpus.
    pub(crate) fn groups(&self) -> Vec<Group> {
        let has_one = |group: &Group| self.suite.corpora.iter().any(|it| it.group == *group);
        Group::ALL.into_iter().filter(has_one).collect()
    }

    /// The speed relative to the baseline, if both do the same work.
    pub(crate) fn ratio(&self, figures: &Figures, corpus: usize, row: usize) -> Option<f64> {
        let figure = figures[corpus][row]?;
        let base = self.suite.contestants.iter().position(|it| it.name == self.suite.baseline)?;
        let ratio = figures[corpus][base]?.nanoseconds / figure.nanoseconds;
        is_comparable(figures[corpus][0], &figure).then_some(ratio)
    }

    /// Returns the summary of a group. `None` unless the contestant is comparable on all of its
    /// corpora.
    #[expect(clippy::cast_precision_loss, reason = "bytes of texts are few")]
    pub(crate) fn summary(&self, figures: &Figures, group: Group, row: usize) -> Option<Summary> {
        let corpora: Vec<usize> = (0..self.suite.corpora.len())
            .filter(|&i| self.suite.corpora[i].group == group)
            .collect();
        let ratios: Option<Vec<f64>> =
            corpora.iter().map(|&i| self.ratio(figures, i, row)).collect();
        let ratios = ratios.filter(|it| !it.is_empty())?;
        let speeds: Option<Vec<f64>> = corpora
            .iter()
            .map(|&i| Some(self.suite.corpora[i].bytes() as f64 / figures[i][row]?.nanoseconds))
            .collect();
        Some(Summary {
            mean: geometric_mean(&ratios),
            least: ratios.iter().copied().fold(f64::INFINITY, f64::min),
            gigabytes: geometric_mean(&speeds?),
        })
    }

    /// The rows of a mode, the fastest on the first group of corpora first.
    pub(crate) fn ranking(&self, figures: &Figures) -> Vec<usize> {
        let mut rows: Vec<usize> = (0..self.suite.contestants.len())
            .filter(|&row| figures.iter().any(|corpus| corpus[row].is_some()))
            .collect();
        let group = self.groups().first().copied();
        let key = |&row: &usize| {
            let summary = group.and_then(|group| self.summary(figures, group, row));
            summary.map_or(0.0, |summary| summary.mean)
        };
        rows.sort_by(|a, b| key(b).total_cmp(&key(a)));
        rows
    }
}

#[expect(clippy::cast_precision_loss, reason = "there are few corpora")]
fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp()
}

/// Returns whether the number of texts that a contestant accepted is close to that of ours, if ours
/// took part.
#[expect(clippy::cast_precision_loss, reason = "counts of texts are small")]
fn is_comparable(ours: Option<Figure>, figure: &Figure) -> bool {
    let enough = ours.map_or(0.0, |ours| COMPARABLE * ours.accepted as f64);
    figure.accepted > 0 && figure.accepted as f64 >= enough
}
