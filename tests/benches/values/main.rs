//! Compares data of generated code with that of other libraries: texts to data, and data to texts.
//! `cargo xtask bench --values` builds and runs it.
//!
//! Reading begins with a text that nothing is known of. Writing begins with data, and includes
//! whatever a contestant does to make sure that the text is correct: ours reads it back, unless the
//! compiler has proved that this is not necessary; those named `format!` check nothing.

#[path = "../compare.rs"]
mod compare;
mod dates;
mod json;
mod media_types;
#[path = "../samples.rs"]
mod samples;
mod versions;

use clap::Parser;
use conformance::strings::Random;

/// An operation whose results are bytes.
type Operation<'d> = compare::Operation<'d, [u8]>;

/// The arguments of `cargo xtask bench`.
#[derive(Parser)]
struct Options {
    #[command(flatten)]
    common: compare::Common,
}

fn main() -> anyhow::Result<()> {
    let Options { common } = Options::parse();
    let texts = if common.quick { 100 } else { 20_000 };
    let all = [dates::operations, versions::operations, media_types::operations, json::operations];
    compare::run(all.into_iter().flat_map(|operations| operations(texts)), &common)
}

/// Returns texts that a function makes of a random generator.
fn texts(count: usize, seed: u64, make: impl Fn(&mut Random) -> String) -> Vec<String> {
    let mut random = Random::new(seed);
    (0..count).map(|_| make(&mut random)).collect()
}
