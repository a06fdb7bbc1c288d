//! Rules of generated crates as objects of Python, for wheels.
//!
//! A wheel is a module that [adds](add) its rules. Input is any object with the methods of the Arrow C data
//! interface, an array or a stream of arrays; output has the same methods. Buffers are shared in both
//! directions, not copied. The lock of the interpreter is released while a rule reads texts.
//!
//! The class `Rule` of the Python package `abnf_columns` makes the results columns of the caller's library.

mod call;
mod rule;

pub use rule::{Rule, add};
