//! The rules of RFC 5424 as SQL functions of Apache DataFusion.
//!
//! [`register`] adds the functions to a context, and lists them.
//
// This file is yours: `abnfc columns` wrote it once and never changes it.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[rustfmt::skip]
mod generated;

pub use generated::{RULES, register};
