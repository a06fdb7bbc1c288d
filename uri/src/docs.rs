//! Pages of documentation: nothing but text.

#[doc = include_str!("../docs/choices.md")]
pub mod choices {}

#[doc = include_str!("../docs/conversion.md")]
pub mod conversion {}

#[doc = include_str!("../docs/differences.md")]
pub mod differences {}

#[doc = include_str!("../docs/errata.md")]
pub mod errata {}

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
