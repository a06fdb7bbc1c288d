//! Compares data of generated code with that of other libraries: texts to data, and data to texts.
//! `cargo xtask bench --values` builds and runs it.
//!
//! Reading begins with a text that nothing is known of. Writing begins with data, and includes
//! whatever a contestant does to make sure that the text is correct: ours reads it back, those named
//! `format!` check nothing.

#[path = "../compare.rs"]
mod compare;
mod dates;
mod media_types;
mod versions;

use clap::Parser;

/// An operation whose results are bytes.
type Operation<'d> = compare::Operation<'d, [u8]>;

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
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let rounds = options.rounds.unwrap_or(if options.quick { 1 } else { 31 }).max(1);
    let texts = if options.quick { 100 } else { 20_000 };
    let all = [dates::operations, versions::operations, media_types::operations];
    let operations = all.into_iter().flat_map(|operations| operations(texts));
    let is_chosen =
        |it: &Operation<'_>| options.only.as_deref().is_none_or(|only| it.name.contains(only));
    compare::run(operations.filter(is_chosen).collect(), rounds)
}

/// Returns texts that a function makes of a random generator.
fn texts(count: usize, seed: u64, make: impl Fn(&mut fastrand::Rng) -> String) -> Vec<String> {
    let mut random = fastrand::Rng::with_seed(seed);
    (0..count).map(|_| make(&mut random)).collect()
}
