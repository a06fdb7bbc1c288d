// This file is yours: `abnfc build` wrote it once and never changes it.
#![doc = include_str!("generated/overview.md")]
#![no_std]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[rustfmt::skip]
mod generated;

pub use generated::*;
