//! The figures as JSON, for programs: in a fixed order, with the measured version, and without
//! dates or machine names.

use crate::contestant::{Checks, Lengths, Mode};
use crate::corpora::Group;
use crate::cost::Cost;
use crate::results::{Results, Summary};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::process::Command;

/// The whole file.
#[derive(Serialize)]
pub(crate) struct Report {
    machine: Machine,
    suites: Vec<SuiteReport>,
    cost: Option<Cost>,
}

#[derive(Serialize)]
struct Machine {
    processor: String,
    compiler: String,
    target_cpu: String,
    features: String,
}

#[derive(Serialize)]
struct SuiteReport {
    grammar: &'static str,
    rule: &'static str,
    baseline: &'static str,
    corpora: Vec<Line>,
    modes: Vec<ModeReport>,
}

/// A value that is written into one line.
type Line = Box<RawValue>;

#[derive(Serialize)]
struct CorpusReport {
    name: &'static str,
    group: Group,
    texts: usize,
    bytes: usize,
}

#[derive(Serialize)]
struct ModeReport {
    mode: Mode,
    contestants: Vec<Line>,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    checks: String,
    /// Absent if the contestant does less work than ours.
    real: Option<Summary>,
    made: Option<Summary>,
    long: Option<Summary>,
    corpora: Vec<Cell>,
}

#[derive(Serialize)]
struct Cell {
    nanoseconds_per_text: f64,
    ratio: Option<f64>,
    accepted: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    lengths: Option<Lengths>,
}

impl Report {
    /// Makes the report of all measurements. `target_cpu` and `features` are those of the build.
    pub(crate) fn new(
        results: &[Results],
        cost: Option<Cost>,
        target_cpu: &str,
        features: &str,
    ) -> serde_json::Result<Self> {
        let machine = Machine {
            processor: processor(),
            compiler: compiler(),
            target_cpu: target_cpu.to_owned(),
            features: features.to_owned(),
        };
        let suites = results.iter().map(suite).collect::<Result<_, _>>()?;
        Ok(Self { machine, suites, cost })
    }

    /// Returns the machine as a line of text.
    pub(crate) fn machine(&self) -> String {
        let Machine { processor, compiler, target_cpu, features } = &self.machine;
        let features = if features.is_empty() { "no features" } else { features };
        format!("{processor}, {compiler}, {target_cpu}, {features}")
    }

    /// The file's text.
    pub(crate) fn json(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

fn suite(results: &Results) -> serde_json::Result<SuiteReport> {
    let suite = &results.suite;
    let corpora = suite.corpora.iter().map(|corpus| {
        to_raw_value(&CorpusReport {
            name: corpus.name,
            group: corpus.group,
            texts: corpus.len(),
            bytes: corpus.bytes(),
        })
    });
    Ok(SuiteReport {
        grammar: suite.name,
        rule: suite.rule,
        baseline: suite.baseline,
        corpora: corpora.collect::<Result<_, _>>()?,
        modes: (0..results.modes.len()).map(|i| mode(results, i)).collect::<Result<_, _>>()?,
    })
}

#[expect(clippy::cast_precision_loss, reason = "counts of texts are small")]
fn mode(results: &Results, i: usize) -> serde_json::Result<ModeReport> {
    let (mode, figures) = &results.modes[i];
    let row = |row: usize| {
        let contestant = &results.suite.contestants[row];
        let corpora = results.suite.corpora.iter().enumerate().filter_map(|(i, corpus)| {
            let figure = figures[i][row]?;
            Some(Cell {
                nanoseconds_per_text: rounded(figure.nanoseconds / corpus.len() as f64),
                ratio: results.ratio(figures, i, row).map(rounded),
                accepted: figure.accepted,
                lengths: figure.lengths,
            })
        });
        to_raw_value(&Row {
            name: contestant.name,
            checks: match contestant.checks {
                Checks::Whole(what) | Checks::Less(what) | Checks::Floor(what) => what.to_owned(),
            },
            real: results.summary(figures, Group::Real, row).map(Summary::rounded),
            made: results.summary(figures, Group::Made, row).map(Summary::rounded),
            long: results.summary(figures, Group::Long, row).map(Summary::rounded),
            corpora: corpora.collect(),
        })
    };
    let contestants = results.ranking(figures).into_iter().map(row).collect::<Result<_, _>>()?;
    Ok(ModeReport { mode: *mode, contestants })
}

/// Rounds a figure: a measurement is not accurate to more than three digits after the point.
pub(crate) fn rounded(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}

/// Returns the model name of the processor, if it can be read.
fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("model name"));
    let name = line.and_then(|line| line.split_once(':')).map(|(_, name)| name.trim().to_owned());
    name.unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

/// The name and version of the compiler.
fn compiler() -> String {
    let output = Command::new("rustc").arg("--version").output();
    let text = output.map(|it| String::from_utf8_lossy(&it.stdout).into_owned());
    let text = text.unwrap_or_default();
    let words: Vec<&str> = text.split_whitespace().take(2).collect();
    words.join(" ")
}
