//! The types of `grammars/envelope.abnf`: parts located with the text, and the outermost alone.

#![allow(
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

include!(concat!(env!("OUT_DIR"), "/envelope.rs"));
