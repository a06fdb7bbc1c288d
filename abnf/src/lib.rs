//! A compiler for ABNF (RFC 5234, RFC 7405).
//!
//! It reads a grammar and writes a standalone Rust crate that accepts exactly
//! the grammar's language. The stages are modules, in reading order; each takes
//! one type and returns one type, and what holds after it is written beside it.

pub mod bytes;
pub mod diagnostic;
pub mod grammar;
pub mod limits;
pub mod message;
pub mod spec;

pub mod source;

mod rough;

pub mod extract;

pub mod dialect;

pub mod syntax;

pub mod lower;

pub mod resolve;

pub mod lint;

pub mod shape;

pub mod pattern;

pub mod nfa;

pub mod dfa;

pub mod determinise;

pub mod minimise;

pub mod automata;

pub mod ambiguity;

pub mod diff;

pub mod model;

pub mod emit;

pub mod render;

pub mod frame;
