//! `abnfc conform`: compares a program with a rule, and prints the texts on which they disagree.

mod answer;
mod baseline;
mod judge;
mod program;
mod report;
mod sources;
mod words;

pub(super) use self::sources::sources;

use self::baseline::{Baseline, Scope};
use self::judge::Judge;
use self::program::{Program, Protocol, Stdout};
use self::report::{Format, Missing, Reported};
use self::words::KindName;
use super::Outcome;
use super::input::Input;
use super::man::short_help;
use super::matching::locator::Locator;
use super::options::{self, Reading};
use super::output::{self, Output, count};
use super::write::RuleData;
use abnfc::Read;
use abnfc::automata::rules::automata;
use abnfc::automata::superset::superset;
use abnfc_tools::conform::{Bounds, Report, conform, texts};
use abnfc_tools::explain::subject_of;
use abnfc_tools::sample;
use anyhow::bail;
use clap::ValueEnum as _;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const MANUAL: &str = include_str!("manual/conform.txt");

/// Test a program by a rule
#[derive(Debug, clap::Args)]
#[command(after_help = short_help("conform", MANUAL), after_long_help = MANUAL)]
pub(super) struct Conform {
    /// The grammar
    grammar: PathBuf,
    /// The rule; case does not matter
    rule: String,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
    /// How the program takes texts and answers
    #[arg(long, value_enum, default_value_t)]
    protocol: Protocol,
    /// Maximum number of texts
    #[arg(short = 'n', long, value_name = "N", default_value_t = 2000, value_parser = texts_count)]
    count: usize,
    /// Seed of the random generator
    #[arg(short, long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Try the examples in FILE too; repeatable
    #[arg(long, value_name = "FILE")]
    examples: Vec<PathBuf>,
    /// Compare these parts too, which the program reports
    #[arg(long, value_name = "PART,...", value_delimiter = ',')]
    parts: Vec<String>,
    /// Compare the data of texts too, which the program reports as JSON
    #[arg(long, conflicts_with = "parts")]
    values: bool,
    /// Report only these kinds of findings
    #[arg(long, value_enum, value_name = "KIND,...", value_delimiter = ',')]
    kinds: Vec<KindName>,
    /// Seconds that the program may take for one text
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    timeout: Duration,
    /// Seconds for the run, approximately
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = seconds)]
    time: Duration,
    /// Maximum number of findings
    #[arg(long, value_name = "N", default_value_t = 20)]
    findings: usize,
    /// Maximum number of questions to shorten the text of a finding
    #[arg(long, value_name = "N", default_value_t = 2000)]
    questions: usize,
    /// Known findings, which do not count for the exit status
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write the findings to the file of --baseline
    #[arg(long, requires = "baseline")]
    write_baseline: bool,
    /// Known findings that are not found again count for the exit status
    #[arg(long, requires = "baseline", conflicts_with = "write_baseline")]
    strict: bool,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    reading: Reading,
}

fn texts_count(argument: &str) -> Result<usize, String> {
    let count = argument.parse().ok().filter(|count| (1..=10_000_000).contains(count));
    count.ok_or("from 1 to 10000000".to_owned())
}

fn seconds(argument: &str) -> Result<Duration, String> {
    let seconds: f64 = argument.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    let is_useful = (0.001..=86_400.0).contains(&seconds);
    is_useful.then(|| Duration::from_secs_f64(seconds)).ok_or("from 0.001 to 86400".to_owned())
}

impl Conform {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let begun = Instant::now();
        self.require_compared_kinds()?;
        let baseline = match &self.baseline {
            // Notes of the old file are written again.
            Some(path) if !self.write_baseline || path.exists() => Baseline::read(path)?,
            _ => Baseline::default(),
        };
        let (input, read, rule) = self.reading.load_rule(&self.grammar, &self.rule)?;
        let name = read.resolved[rule].name.as_str();
        let limits = input.limits();
        let shapes = superset(&read.resolved, limits);
        let automata = automata(&read.resolved, &shapes, &[rule], limits);
        let kept = BTreeSet::new();
        let subject = subject_of(&read.resolved, rule, kept, shapes, &automata, limits);
        let subject = subject.map_err(|error| options::failed(&read, &error))?;
        let locator = match self.parts.as_slice() {
            [] => None,
            parts => Some(Locator::new(&read, &subject, rule, parts, limits)?),
        };
        if let Some(part) = locator.as_ref().and_then(Locator::repeated) {
            bail!("`{part}` can repeat; --values compares all of its texts");
        }
        let values = self.values.then(|| RuleData::new(&input, name)).transpose()?;
        let compares_more = locator.is_some() || values.is_some();
        let stdout = if compares_more { Stdout::Read } else { Stdout::Dropped };
        let program = Program::new(&self.command, self.protocol, self.timeout, stdout)?;
        let of_texts =
            sample::Subject { grammar: &read.resolved, automata: &automata, rule, limits };
        let mut texts = self.texts(&input, &read, of_texts)?;
        texts.retain(|text| program.takes(text));
        if texts.is_empty() {
            bail!("there is no text of `{name}` and none like it that the program can take");
        }
        // A quarter of the time is for the texts of findings.
        if self.time / 4 * 3 < begun.elapsed() {
            bail!("the time of --time was over when the texts were made; --count bounds them");
        }
        let kinds = match self.kinds.as_slice() {
            [] => KindName::value_variants().to_vec(),
            kinds => kinds.to_vec(),
        };
        let parts = locator.iter().flat_map(Locator::names).map(str::to_ascii_lowercase).collect();
        let scope = Scope { kinds, parts, values: self.values };
        let (time, count) = ((begun, self.time), texts.len());
        let mut judge = Judge::new(program, &subject, locator, values, &scope.kinds, time, count);
        let bounds = Bounds { findings: self.findings, questions: self.questions };
        let report = conform(&subject, &texts, bounds, |text| judge.ask(text))?;
        let (asked, unsent) = (judge.asked(), judge.unsent());
        drop(judge);

        let missing =
            if self.write_baseline { Vec::new() } else { baseline.missing(&report, &scope) };
        let missing = Missing { known: missing, counts: self.strict };
        let (lost, lost_count) = (missing.known.len(), missing.failures());
        let reported = Reported::new(&read, name, &subject, &report, &baseline, missing);
        let new = reported.new_findings();
        reported.print(self.format, out)?;
        out.flush()?;
        output::note(&summary(&report, new, lost, asked, unsent));
        if let (Some(path), true) = (&self.baseline, self.write_baseline) {
            baseline.renewed(&report, &scope).write(path)?;
            return Ok(Outcome::Fine);
        }
        // Causes that were left out may be new.
        Ok(Outcome::finding_if(0 < new + report.left_out + lost_count))
    }

    /// Checks that findings of the kinds in --kinds are possible.
    fn require_compared_kinds(&self) -> anyhow::Result<()> {
        if self.kinds.contains(&KindName::Part) && self.parts.is_empty() {
            bail!("--kinds has `part`, but --parts is missing, which names the parts to compare");
        }
        if self.kinds.contains(&KindName::Value) && !self.values {
            bail!("--kinds has `value`, but --values is missing, which compares values");
        }
        Ok(())
    }

    /// Makes the texts that the program must judge.
    fn texts(
        &self,
        input: &Input,
        read: &Read,
        subject: sample::Subject<'_>,
    ) -> anyhow::Result<Vec<Vec<u8>>> {
        let sources = sources(input, read, subject.rule, &self.examples, &self.reading)?;
        let made = texts(subject, sources, self.count, self.seed);
        made.map_err(|error| options::failed(read, &error).into())
    }
}

fn summary(report: &Report, new: usize, missing: usize, asked: usize, unsent: usize) -> String {
    let tried = count(report.agreed + report.disagreed + report.ignored, "text");
    let mut words =
        vec![format!("{tried}: {} agree, {} disagree", report.agreed, report.disagreed)];
    if !report.findings.is_empty() {
        let findings = count(report.findings.len(), "finding");
        words.push(format!("{findings}, {new} new"));
        words.push(count(asked, "question"));
    }
    if 0 < missing {
        words.push(format!("{} not found again", count(missing, "known finding")));
    }
    if 0 < report.ignored {
        words.push(format!("{} ignored", report.ignored));
    }
    if 0 < report.unexplained {
        let texts = count(report.unexplained, "text");
        words.push(format!("{texts} may have other causes"));
    }
    if 0 < report.left_out {
        let causes = count(report.left_out, "cause");
        words.push(format!("{causes} left out, see --findings"));
    }
    if 0 < unsent {
        let unsent = count(unsent, "text");
        words.push(format!("the time of --time was over before {unsent}"));
    }
    words.join("; ")
}
