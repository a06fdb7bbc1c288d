//! Pages of documentation: nothing but text.

#[doc = include_str!("../docs/choices.md")]
pub mod choices {}

#[doc = include_str!("../docs/conversion.md")]
pub mod conversion {}

#[doc = include_str!("../docs/differences.md")]
pub mod differences {}

/// So that the examples of the README are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
