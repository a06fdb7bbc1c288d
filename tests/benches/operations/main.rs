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
mod parse;
mod parts;
mod queries;
mod reading;
mod resolve;

use clap::Parser;
use data::Data;
use std::path::PathBuf;

/// An operation whose results are texts.
type Operation<'d> = compare::Operation<'d, str>;

/// The arguments of `cargo xtask bench`.
#[derive(Parser)]
struct Options {
    #[command(flatten)]
    common: compare::Common,
    /// The folder with the data of other projects.
    #[arg(long, default_value = "../shared")]
    shared: PathBuf,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let data = Data::read(&options.shared, options.common.quick)?;
    let all = [
        parse::operations,
        reading::operations,
        resolve::operations,
        normalize::operations,
        build::operations,
        grow::operations,
        parts::operations,
        queries::operations,
    ];
    let operations = all.into_iter().flat_map(|operations| operations(&data));
    compare::run(operations, &options.common)
}
