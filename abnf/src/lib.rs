//! A compiler for ABNF (RFC 5234, RFC 7405).
//!
//! It reads a grammar and writes a standalone Rust crate that accepts exactly
//! the grammar's language. The stages are modules, in reading order; each takes
//! one type and returns one type, and what holds after it is written beside it.

pub mod bytes;
pub mod diagnostic;
pub mod grammar;
pub mod limits;
pub mod spec;

pub mod dfa;
pub mod dialect;
pub mod extract;
pub mod lint;
pub mod lower;
pub mod message;
pub mod nfa;
pub mod pattern;
pub mod resolve;
pub mod shape;
pub mod source;
pub mod syntax;
