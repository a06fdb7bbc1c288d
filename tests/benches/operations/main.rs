//! Compares the speed of the operations of `uri` with their counterparts in other libraries.
//! `cargo xtask bench --operations` builds and runs it.
//!
//! Operands are parsed before the measurement, and each contestant delivers the text of each
//! result. Contestants that follow the same document must write the same texts. A time is the
//! median of the passes over all operands, in nanoseconds of processor time per operation; the
//! last column is the time of the fastest other library divided by ours.

mod build;
mod data;
mod grow;
mod normalize;
mod parts;
mod queries;
mod resolve;

use clap::Parser;
use cpu_time::ThreadTime;
use data::Data;
use std::hint::black_box;
use std::path::PathBuf;

/// The arguments of `cargo xtask bench`.
#[derive(Parser)]
struct Options {
    /// Few texts and rounds.
    #[arg(long)]
    quick: bool,
    /// The number of repetitions of each operation.
    #[arg(long)]
    rounds: Option<usize>,
    /// The operations whose names contain this text; if absent, all operations.
    #[arg(long)]
    only: Option<String>,
    /// The folder with the data of other projects.
    #[arg(long, default_value = "../shared")]
    shared: PathBuf,
}

/// Receives the text of a result.
type Take<'t> = dyn FnMut(&str) + 't;

/// A library that performs the operation on all operands, and hands over each result.
struct Contestant<'d> {
    name: &'static str,
    /// Whether its results are compared with those of the first contestant, which is ours.
    is_same: bool,
    run: Box<dyn Fn(&mut Take<'_>) + 'd>,
}

/// An operation with its contestants and the number of operands.
struct Operation<'d> {
    name: &'static str,
    operands: u32,
    contestants: Vec<Contestant<'d>>,
}

impl<'d> Operation<'d> {
    fn new(name: &'static str, operands: usize) -> Self {
        let operands = u32::try_from(operands).expect("there are fewer");
        Self { name, operands, contestants: Vec::new() }
    }

    /// Adds a contestant that writes the same texts as the first one.
    fn same(mut self, name: &'static str, run: impl Fn(&mut Take<'_>) + 'd) -> Self {
        self.contestants.push(Contestant { name, is_same: true, run: Box::new(run) });
        self
    }

    /// Adds a contestant that follows another document.
    fn other(mut self, name: &'static str, run: impl Fn(&mut Take<'_>) + 'd) -> Self {
        self.contestants.push(Contestant { name, is_same: false, run: Box::new(run) });
        self
    }
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let data = Data::read(&options.shared, options.quick)?;
    let rounds = options.rounds.unwrap_or(if options.quick { 1 } else { 31 }).max(1);
    println!("{:34} {:24} {:>9} {:>7}", "operation", "library", "ns", "ratio");
    let all = [
        resolve::operations,
        normalize::operations,
        build::operations,
        grow::operations,
        parts::operations,
        queries::operations,
    ];
    for operation in all.into_iter().flat_map(|operations| operations(&data)) {
        if options.only.as_deref().is_none_or(|only| operation.name.contains(only)) {
            agree(&operation)?;
            show(&operation, &measure(&operation, rounds));
        }
    }
    Ok(())
}

/// Fails if the results of contestants that must agree differ.
fn agree(operation: &Operation<'_>) -> anyhow::Result<()> {
    let texts = |contestant: &Contestant<'_>| {
        let mut texts = Vec::new();
        (contestant.run)(&mut |text| texts.push(text.to_owned()));
        texts
    };
    let (first, rest) = operation.contestants.split_first().expect("there is ours");
    let expected = texts(first);
    for contestant in rest.iter().filter(|contestant| contestant.is_same) {
        let found = texts(contestant);
        let differs = expected.iter().zip(&found).find(|(expected, found)| expected != found);
        anyhow::ensure!(
            differs.is_none() && expected.len() == found.len(),
            "{}: {} writes {differs:?}",
            operation.name,
            contestant.name
        );
    }
    Ok(())
}

/// Returns the median time of each contestant, in nanoseconds per operation. The contestants take
/// turns, so that other load on the machine affects all of them.
fn measure(operation: &Operation<'_>, rounds: usize) -> Vec<f64> {
    let mut times = vec![Vec::with_capacity(rounds); operation.contestants.len()];
    for _ in 0..rounds {
        for (contestant, times) in operation.contestants.iter().zip(&mut times) {
            let mut length = 0;
            let start = ThreadTime::now();
            (contestant.run)(&mut |text| length += black_box(text).len());
            times.push(start.elapsed().as_secs_f64() * 1e9);
            black_box(length);
        }
    }
    let median = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2] / f64::from(operation.operands)
    };
    times.into_iter().map(median).collect()
}

/// Prints the times. The names of our contestants begin with `uri`.
fn show(operation: &Operation<'_>, times: &[f64]) {
    let of_others = operation.contestants.iter().zip(times);
    let of_others = of_others.filter(|(it, _)| !it.name.starts_with("uri")).map(|(_, time)| *time);
    let fastest = of_others.fold(f64::INFINITY, f64::min);
    for (contestant, time) in operation.contestants.iter().zip(times) {
        let Contestant { name, .. } = contestant;
        let ratio =
            if name.starts_with("uri") { format!("{:.2}", fastest / time) } else { String::new() };
        println!("{:34} {name:24} {time:>9.1} {ratio:>7}", operation.name);
    }
}
