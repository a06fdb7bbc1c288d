//! Compares the speed of the operations of `uri` with their counterparts in other libraries.
//! `cargo xtask bench --operations` builds and runs it.
//!
//! Operands are parsed before the measurement, and each contestant delivers the text of each
//! result. Contestants that follow the same document must write the same texts.

mod build;
#[path = "../compare.rs"]
mod compare;
mod data;
mod grow;
mod normalize;
mod parts;
mod queries;
mod resolve;

use clap::Parser;
use data::Data;
use std::path::PathBuf;

/// An operation whose results are texts.
type Operation<'d> = compare::Operation<'d, str>;

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

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let data = Data::read(&options.shared, options.quick)?;
    let rounds = options.rounds.unwrap_or(if options.quick { 1 } else { 31 }).max(1);
    let all = [
        resolve::operations,
        normalize::operations,
        build::operations,
        grow::operations,
        parts::operations,
        queries::operations,
    ];
    let operations = all.into_iter().flat_map(|operations| operations(&data));
    let is_chosen =
        |it: &Operation<'_>| options.only.as_deref().is_none_or(|only| it.name.contains(only));
    compare::run(operations.filter(is_chosen).collect(), rounds)
}
