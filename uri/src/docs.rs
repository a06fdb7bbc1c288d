//! Pages of documentation: nothing but text.

// Two pages link to operations on types of `rfc3986`, and are empty without these features.
#[cfg_attr(all(feature = "operations", feature = "rfc3986"), doc = include_str!("../docs/choices.md"))]
#[cfg_attr(
    not(all(feature = "operations", feature = "rfc3986")),
    doc = "With the features `operations` and `rfc3986`."
)]
pub mod choices {}

#[cfg_attr(all(feature = "operations", feature = "rfc3986"), doc = include_str!("../docs/conversion.md"))]
#[cfg_attr(
    not(all(feature = "operations", feature = "rfc3986")),
    doc = "With the features `operations` and `rfc3986`."
)]
pub mod conversion {}

#[doc = include_str!("../docs/differences.md")]
pub mod differences {}

#[doc = include_str!("../docs/errata.md")]
pub mod errata {}

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
