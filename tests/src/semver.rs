//! The generated matcher of Semantic Versioning 2.0.0.

/// A type for every rule; [`Version`](rules::Version) is the type of the whole text.
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
    include!(concat!(env!("OUT_DIR"), "/semver.rs"));
}
