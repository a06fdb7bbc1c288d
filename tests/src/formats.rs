//! The generated matchers of formats that have crates of their own.

/// A module for each grammar of `benches/formats/abnfc.toml`.
#[allow(
    clippy::all,
    clippy::pedantic,
    dead_code,
    missing_docs,
    rustdoc::all,
    unexpected_cfgs,
    unreachable_pub,
    unused_imports,
    reason = "generated, and checked where it is a crate"
)]
pub mod rules {
    include!(concat!(env!("OUT_DIR"), "/formats.rs"));
    pub use formats::*;
}
