//! The Rust half of the Python package `abnf_columns`: a class for a rule, and the rules.
//!
//! Input is any object with the methods of the Arrow C data interface, an array or a stream of arrays;
//! output has the same methods. Buffers are shared in both directions, not copied. The lock of the
//! interpreter is released while a rule reads texts.

mod call;
mod rules;

use pyo3::prelude::*;
use rules::Rule;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Rule>()?;
    module.add("RULES", rules::all(module.py())?)
}
