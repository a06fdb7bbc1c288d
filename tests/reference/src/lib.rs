//! What the compiler is compared with: a recogniser, derivations, and a source of strings. They read
//! the resolved grammar and nothing that later stages of the compiler make.
//!
//! The recogniser is slow by design and reads millions of strings, so this package is built with
//! optimisation; the tests and the matchers that they generate are not.

pub mod derivation;
pub mod derivations;
mod productions;
pub mod reference;
pub mod strings;
mod utf8;
