//! The measurement: all contestants in one process, in a new random order every round, so
//! that other load affects all of them.
//!
//! A pass hands every text of a corpus to one contestant. Its time is the thread's own
//! processor time, which excludes other programs. The result is the median
//! over all rounds.

use crate::contestant::{Contestant, Lengths, Mode, PARTS, Run};
use crate::corpora::Corpus;
use crate::engines::Engines;
use crate::program::Process;
use conformance::strings::Random;
use cpu_time::ThreadTime;
use std::hint::black_box;
use std::io::IsTerminal as _;

/// The measurement of one contestant with one corpus in one mode.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figure {
    /// Median processor time of a pass, in nanoseconds.
    pub(crate) nanoseconds: f64,
    /// The number of accepted texts.
    pub(crate) accepted: usize,
    /// The sums of the lengths of all parts; only in [`Mode::Parts`].
    pub(crate) lengths: Option<Lengths>,
}

/// The figures for each corpus and each contestant; `None` if the contestant does not support the
/// mode.
pub(crate) type Figures = Vec<Vec<Option<Figure>>>;

/// Measures one mode.
pub(crate) fn measure(
    contestants: &[Contestant],
    corpora: &[Corpus],
    engines: &Engines,
    mode: Mode,
    rounds: usize,
) -> anyhow::Result<Figures> {
    let mut random = Random::new(0);
    let of_corpus = |corpus: &Corpus| {
        progress(&format!("{mode} {}", corpus.name));
        let (mut counted, mut order) = (Vec::new(), Vec::new());
        for (i, contestant) in contestants.iter().enumerate() {
            let runner = Runner::new(contestant, corpus, mode)?;
            counted.push(match &runner {
                Some(Runner::Program(it)) => {
                    let verdicts = it.verdicts(corpus.len())?;
                    Some((verdicts.into_iter().filter(|&it| it).count(), None))
                }
                _ => count(contestant, corpus, engines, mode),
            });
            order.extend(runner.map(|runner| (i, runner)));
        }
        let mut times = vec![Vec::with_capacity(rounds); contestants.len()];
        for _ in 0..rounds {
            shuffle(&mut order, &mut random);
            for (i, runner) in &order {
                times[*i].push(runner.pass(corpus, engines)?);
            }
        }
        progress("");
        let figure = |((accepted, lengths), times): ((usize, _), Vec<f64>)| Figure {
            nanoseconds: median(times),
            accepted,
            lengths,
        };
        let figures = counted.into_iter().zip(times);
        Ok(figures.map(|(counted, times)| counted.map(|it| figure((it, times)))).collect())
    };
    corpora.iter().map(of_corpus).collect()
}

/// The timed function or program of a contestant.
enum Runner {
    Function(Run),
    Program(Process),
}

impl Runner {
    fn new(contestant: &Contestant, corpus: &Corpus, mode: Mode) -> anyhow::Result<Option<Self>> {
        if let Some(run) = contestant.run(mode) {
            return Ok(Some(Self::Function(run)));
        }
        let program = contestant.program(mode);
        program.map(|it| it.start(corpus).map(Self::Program)).transpose()
    }

    /// Returns the processor time of one pass, in nanoseconds.
    #[expect(clippy::cast_precision_loss, reason = "a pass takes less than a day")]
    fn pass(&self, corpus: &Corpus, engines: &Engines) -> anyhow::Result<f64> {
        match self {
            Self::Function(run) => Ok(pass(*run, corpus, engines)),
            Self::Program(process) => Ok(process.pass()? as f64),
        }
    }
}

/// Prints the progress if the output is a terminal.
fn progress(what: &str) {
    if std::io::stderr().is_terminal() {
        eprint!("\r{what:40}\r");
    }
}

/// Returns the number of accepted texts, and the sums of the lengths of their parts. Also warms up.
fn count(
    contestant: &Contestant,
    corpus: &Corpus,
    engines: &Engines,
    mode: Mode,
) -> Option<(usize, Option<Lengths>)> {
    if mode != Mode::Parts {
        let run = contestant.run(mode)?;
        return Some((corpus.texts().map(|text| run(engines, text)).sum(), None));
    }
    let parts = contestant.parts?;
    let (mut accepted, mut sums) = (0, [0; PARTS.len()]);
    for text in corpus.texts() {
        let found = (parts.lengths)(text);
        let sum: usize = found.map_or(0, |lengths| 1 + lengths.iter().sum::<usize>());
        assert_eq!(
            (parts.run)(engines, text),
            sum,
            "{} has another sum for {text:?}",
            contestant.name
        );
        accepted += usize::from(found.is_some());
        for (sum, length) in sums.iter_mut().zip(found.unwrap_or_default()) {
            *sum += length;
        }
    }
    Some((accepted, Some(sums)))
}

/// The processor time of one pass, in nanoseconds.
#[inline(never)]
fn pass(run: Run, corpus: &Corpus, engines: &Engines) -> f64 {
    // The compiler cannot see which function this is, so it cannot inline the call.
    let run = black_box(run);
    let start = ThreadTime::now();
    let sum: usize = corpus.texts().map(|text| run(engines, text)).sum();
    let time = start.elapsed();
    black_box(sum);
    time.as_secs_f64() * 1e9
}

fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for i in (1..items.len()).rev() {
        items.swap(i, random.below(i + 1));
    }
}

/// Returns the median of a non-empty list.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
