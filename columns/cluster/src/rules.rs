//! The rules whose functions all processes register.

use abnf_layout::{Columns, rule};
use datafusion::error::Result;
use datafusion::logical_expr::ScalarUDF;

/// The rules, and the stems of their functions: with the stem `uri` there are `uri_is_match(text)`,
/// `uri_host(text)` and so on. A line here is all that another rule needs.
pub static RULES: [(&str, Columns); 3] = [
    ("uri", rule!(uri::rfc3986::columns::URI_REFERENCE)),
    ("date_time", rule!(abnf_rfc3339::columns::DATE_TIME)),
    ("date", rule!(abnf_rfc3339::columns::FULL_DATE)),
];

/// Returns the functions of all rules.
///
/// # Errors
///
/// Returns an error if a stem is not plain, or if two functions of a rule have the same name.
pub fn functions() -> Result<Vec<ScalarUDF>> {
    let mut functions = Vec::new();
    for (stem, columns) in &RULES {
        functions.extend(abnf_datafusion::functions(stem, columns)?);
    }
    Ok(functions)
}
