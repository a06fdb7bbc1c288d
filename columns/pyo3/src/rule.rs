//! A rule as a class of Python, and the rules of a module.

use crate::call::call;
use abnf_arrow::Function;
use abnf_layout::Columns;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3_arrow::input::AnyArray;

/// A rule of a grammar. Its methods take a column of texts or bytes.
#[pyclass(frozen)]
#[derive(Debug)]
pub struct Rule(&'static Columns);

#[pymethods]
impl Rule {
    /// The name of the rule in its grammar.
    #[getter]
    fn rule(&self) -> &'static str {
        self.0.rule
    }

    /// The names of the parts.
    #[getter]
    fn part_names(&self) -> Vec<&'static str> {
        self.0.parts.iter().map(|part| part.name).collect()
    }

    /// Returns which texts match.
    fn is_match(&self, py: Python<'_>, column: AnyArray) -> PyResult<Py<PyAny>> {
        call(py, self.0, Function::IsMatch, column)
    }

    /// Returns one part of each text.
    fn part(&self, py: Python<'_>, column: AnyArray, name: &str) -> PyResult<Py<PyAny>> {
        call(py, self.0, Function::Part(self.index(name)?), column)
    }

    /// Returns all parts of each text, as a struct.
    fn parts(&self, py: Python<'_>, column: AnyArray) -> PyResult<Py<PyAny>> {
        call(py, self.0, Function::Parts, column)
    }

    /// Returns all parts of each text, as a struct; numbers are numbers.
    fn values(&self, py: Python<'_>, column: AnyArray) -> PyResult<Py<PyAny>> {
        call(py, self.0, Function::Values, column)
    }

    /// Returns why each text does not match: an offset in bytes and a message.
    fn error(&self, py: Python<'_>, column: AnyArray) -> PyResult<Py<PyAny>> {
        call(py, self.0, Function::Error, column)
    }
}

impl Rule {
    fn index(&self, name: &str) -> PyResult<usize> {
        let index = self.0.parts.iter().position(|part| part.name == name);
        index.ok_or_else(|| {
            let names = self.part_names().join(", ");
            PyKeyError::new_err(format!("{} has no part {name:?}; its parts: {names}", self.0.rule))
        })
    }
}

/// Adds the class, and the dictionary `RULES` with rules by the names that they have in Python.
pub fn add(
    module: &Bound<'_, PyModule>,
    rules: &'static [(&'static str, Columns)],
) -> PyResult<()> {
    let all = PyDict::new(module.py());
    for (name, columns) in rules {
        all.set_item(name, Py::new(module.py(), Rule(columns))?)?;
    }
    module.add_class::<Rule>()?;
    module.add("RULES", all)
}
