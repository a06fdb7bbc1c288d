//! Shared code of the conformance tests: the comparison with other libraries for URIs, matchers of
//! other grammars, and the bodies of the fuzz targets. The reference recogniser and the source of
//! strings are a package of their own, because they must be fast.

pub mod engines;
pub mod envelope;
#[cfg(feature = "bench")]
pub mod formats;
pub mod forms;
pub mod fuzz_bodies;
pub mod fuzz_tools;
pub mod languages;
pub mod outside;
pub mod rfc3339;
pub mod rfc3986;
#[cfg(feature = "bench")]
pub mod semver;
pub mod uri_deviations;
pub mod uri_differences;
pub mod uri_escapes;
pub mod uri_normal_forms;
pub mod uri_parts;
pub mod uri_peers;
pub mod uri_resolution;
pub mod uri_successors;
pub mod uri_targets;
pub mod uri_urls;

pub use conformance_reference::{derivation, derivations, reference, strings};

/// The examples of the README, except the crate that it builds, which is tested with its
/// commands.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
mod readme {}
