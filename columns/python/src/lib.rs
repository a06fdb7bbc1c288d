//! The Rust half of the Python package `abnf_columns`: its rules.

use abnf_layout::{Columns, rule};
use pyo3::prelude::*;

/// The rules by the names that they have in Python.
static RULES: [(&str, Columns); 5] = [
    ("uri", rule!(uri::rfc3986::columns::URI_REFERENCE)),
    ("absolute_uri", rule!(uri::rfc3986::columns::ABSOLUTE_URI)),
    ("iri", rule!(uri::rfc3987::columns::IRI_REFERENCE)),
    ("date_time", rule!(abnf_rfc3339::columns::DATE_TIME)),
    ("date", rule!(abnf_rfc3339::columns::FULL_DATE)),
];

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    abnf_pyo3::add(module, &RULES)
}
