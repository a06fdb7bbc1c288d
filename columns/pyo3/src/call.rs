//! Calls of a rule's functions with arrays that other libraries own.

use abnf_arrow::Function;
use abnf_layout::Columns;
use arrow_array::ArrayRef;
use arrow_schema::{ArrowError, Field, FieldRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3_arrow::input::AnyArray;
use pyo3_arrow::{PyArray, PyChunkedArray};
use std::sync::Arc;

/// Returns the results for an array, or for each chunk of a stream.
pub(crate) fn call(
    py: Python<'_>,
    columns: &'static Columns,
    function: Function,
    column: AnyArray,
) -> PyResult<Py<PyAny>> {
    let field = field(columns, function)?;
    match column {
        AnyArray::Array(array) => {
            let (array, _) = array.into_inner();
            let made = py.detach(|| function.call(columns, &array)).map_err(refused)?;
            Ok(Py::new(py, PyArray::try_new(made, field).map_err(refused)?)?.into_any())
        }
        AnyArray::Stream(stream) => {
            let (chunks, of) = stream.into_chunked_array()?.into_inner();
            if !abnf_arrow::supports(of.data_type()) {
                return Err(refused_type(&of));
            }
            let one = |chunk: &ArrayRef| function.call(columns, chunk);
            let made: Result<Vec<_>, _> = py.detach(|| chunks.iter().map(one).collect());
            let made = PyChunkedArray::try_new(made.map_err(refused)?, field)?;
            Ok(Py::new(py, made)?.into_any())
        }
    }
}

fn field(columns: &Columns, function: Function) -> PyResult<FieldRef> {
    let data_type = function.data_type(columns).map_err(refused)?;
    Ok(Arc::new(Field::new("", data_type, true)))
}

fn refused_type(field: &Field) -> PyErr {
    PyTypeError::new_err(format!("{} is neither text nor bytes", field.data_type()))
}

/// The array has a wrong type, or a length does not fit.
fn refused(error: ArrowError) -> PyErr {
    match error {
        ArrowError::InvalidArgumentError(message) => PyTypeError::new_err(message),
        other => PyValueError::new_err(other.to_string()),
    }
}
