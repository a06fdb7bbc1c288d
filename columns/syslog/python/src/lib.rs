//! The Rust half of the Python package `abnf_syslog_columns`: its rules.
//
// This file is yours: `abnfc columns` wrote it once and never changes it.

#[rustfmt::skip]
mod generated;

use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    abnf_pyo3::add(module, &generated::RULES)
}
