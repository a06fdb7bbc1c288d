//! The code that all rules of a generated module share.
//!
//! A macro makes the types of each rule. Their methods only call functions of this module, which are
//! generic over the type.

#![no_std]
#![cfg_attr(not(feature = "simd"), forbid(unsafe_code))]
#![allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    unused_macros,
    reason = "rules need different parts of it"
)]
#![allow(unexpected_cfgs, reason = "the crate around need not have every feature")]

#[cfg(feature = "alloc")]
pub(crate) extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "arbitrary")]
pub(crate) mod arbitrary;
#[cfg(feature = "code")]
pub(crate) mod automaton;
#[cfg(feature = "code")]
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
pub(crate) mod avx2;
#[cfg(feature = "code")]
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
pub(crate) mod avx512;
pub(crate) mod byte_set;
#[cfg(feature = "writers")]
#[cfg(feature = "alloc")]
pub(crate) mod changed;
#[cfg(feature = "trees")]
#[cfg(feature = "alloc")]
pub(crate) mod chart;
#[cfg(feature = "decoded")]
pub(crate) mod chunks;
#[cfg(feature = "code")]
#[cfg(feature = "code_points")]
pub(crate) mod code_points;
#[cfg(feature = "collected")]
#[cfg(feature = "alloc")]
pub(crate) mod collected;
#[cfg(feature = "columns")]
pub(crate) mod columns;
#[cfg(feature = "compiler")]
#[doc(hidden)]
pub mod compiler;
#[cfg(feature = "conform")]
pub(crate) mod conform;
#[cfg(feature = "records")]
#[cfg(feature = "serde")]
pub(crate) mod datum;
#[cfg(feature = "writers")]
#[cfg(feature = "floats")]
#[cfg(feature = "alloc")]
pub(crate) mod decimals;
#[cfg(feature = "decoded")]
pub(crate) mod decoding;
#[cfg(feature = "trees")]
#[cfg(feature = "alloc")]
pub(crate) mod derivation;
#[cfg(feature = "writers")]
#[cfg(feature = "alloc")]
pub(crate) mod detours;
pub(crate) mod dfa;
#[cfg(feature = "writers")]
#[cfg(feature = "alloc")]
pub(crate) mod direct;
#[cfg(feature = "encoded")]
#[cfg(feature = "alloc")]
pub(crate) mod encoded;
#[cfg(feature = "encoded")]
#[cfg(feature = "alloc")]
pub(crate) mod encoder;
#[cfg(feature = "encoded")]
#[cfg(feature = "alloc")]
pub(crate) mod encoder_search;
pub(crate) mod error;
pub(crate) mod expected;
#[cfg(feature = "compiler")]
pub mod files;
#[cfg(feature = "writers")]
#[cfg(feature = "alloc")]
pub(crate) mod fillers;
#[cfg(feature = "foreign")]
pub(crate) mod foreign;
#[cfg(feature = "writers")]
#[cfg(feature = "floats")]
#[cfg(feature = "alloc")]
pub(crate) mod fractions;
#[cfg(feature = "general")]
#[cfg(feature = "alloc")]
pub(crate) mod general;
#[cfg(feature = "writers")]
#[cfg(feature = "alloc")]
pub(crate) mod graph;
#[cfg(feature = "items")]
#[cfg(feature = "alloc")]
pub(crate) mod item_set;
#[cfg(feature = "lines")]
pub mod lines;
#[cfg(feature = "trees")]
#[cfg(feature = "alloc")]
pub(crate) mod lookahead;
#[cfg(feature = "code")]
#[cfg(feature = "simd")]
pub(crate) mod masks;
#[cfg(feature = "push")]
pub(crate) mod matcher;
#[cfg(feature = "records")]
#[cfg(feature = "serde")]
pub(crate) mod names;
#[cfg(feature = "code")]
#[cfg(all(feature = "simd", target_arch = "aarch64"))]
pub(crate) mod neon;
#[cfg(feature = "nested")]
pub(crate) mod nested;
#[cfg(feature = "node_writers")]
#[cfg(feature = "alloc")]
pub(crate) mod nests;
#[cfg(feature = "node_data")]
#[cfg(feature = "alloc")]
pub(crate) mod node_data;
#[cfg(feature = "node_writers")]
#[cfg(feature = "alloc")]
pub(crate) mod node_direct;
#[cfg(feature = "node_data")]
#[cfg(feature = "alloc")]
pub(crate) mod node_types;
#[cfg(feature = "node_writers")]
#[cfg(feature = "alloc")]
pub(crate) mod node_writing;
#[cfg(feature = "writers")]
#[cfg(any(feature = "floats", feature = "integers"))]
#[cfg(feature = "alloc")]
pub(crate) mod notation;
#[cfg(feature = "writers")]
#[cfg(feature = "integers")]
#[cfg(feature = "alloc")]
pub(crate) mod numerals;
#[cfg(feature = "alloc")]
pub(crate) mod owned;
#[cfg(feature = "parts")]
pub(crate) mod parts;
#[cfg(feature = "code")]
pub(crate) mod planes;
#[cfg(feature = "trees")]
#[cfg(feature = "alloc")]
pub(crate) mod prediction;
#[cfg(feature = "proptest")]
pub(crate) mod proptest;
#[cfg(feature = "trees")]
#[cfg(feature = "alloc")]
pub(crate) mod pruning;
#[cfg(any(feature = "arbitrary", feature = "conform", feature = "proptest"))]
pub(crate) mod random;
#[cfg(feature = "readers")]
pub(crate) mod reading;
#[cfg(feature = "writers")]
#[cfg(feature = "alloc")]
pub(crate) mod records;
#[cfg(feature = "repeated")]
pub(crate) mod repeated;
pub(crate) mod rule;
#[cfg(feature = "code")]
pub(crate) mod run;
#[cfg(test)]
pub(crate) mod samples;
#[cfg(feature = "code")]
pub(crate) mod scan;
#[cfg(feature = "writers")]
#[cfg(feature = "alloc")]
pub(crate) mod search;
#[cfg(feature = "serde")]
pub(crate) mod serde;
#[cfg(feature = "shift")]
pub(crate) mod shift;
#[cfg(feature = "code")]
#[cfg(feature = "simd")]
pub(crate) mod simd;
#[cfg(feature = "parts")]
pub(crate) mod slot_scans;
#[cfg(feature = "writers")]
#[cfg(feature = "alloc")]
pub(crate) mod spellings;
#[cfg(feature = "general")]
#[cfg(feature = "alloc")]
pub(crate) mod stacks;
#[cfg(feature = "records")]
#[cfg(feature = "serde")]
pub(crate) mod structured;
pub(crate) mod table;
pub(crate) mod tables;
#[cfg(feature = "parts")]
pub(crate) mod tagged;
pub(crate) mod text;
#[cfg(feature = "repeated")]
pub(crate) mod transducer;
#[cfg(feature = "trees")]
#[cfg(feature = "alloc")]
pub mod tree;
#[cfg(feature = "unions")]
pub(crate) mod unions;
pub(crate) mod unit;
#[cfg(feature = "values")]
pub(crate) mod values;
#[cfg(any(feature = "encoded", feature = "foreign", feature = "writers"))]
#[cfg(feature = "alloc")]
pub(crate) mod write_error;
#[cfg(feature = "writers")]
#[cfg(feature = "alloc")]
pub(crate) mod writing;

pub use self::byte_set::ByteSet;
#[cfg(feature = "fallible")]
pub use self::chunks::ValueError;
pub use self::error::ParseError;
#[cfg(feature = "push")]
pub use self::matcher::Matcher;
#[cfg(feature = "node_data")]
#[cfg(feature = "alloc")]
pub use self::node_data::DataError;
#[cfg(feature = "alloc")]
pub use self::owned::OwnedParseError;
pub(crate) use self::rule::{Forms, Rule, Unit, View};
#[cfg(any(feature = "encoded", feature = "foreign", feature = "writers"))]
#[cfg(feature = "alloc")]
pub use self::write_error::WriteError;
