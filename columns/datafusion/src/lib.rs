//! Rules of generated crates as SQL functions of Apache DataFusion.
//!
//! [`functions`] returns the functions of a rule, whose names begin with a stem of the caller's choice;
//! [`register`] adds them to a context, [`register_all`] those of several rules. With the stem `uri`, and the rule `URI-reference` of RFC 3986:
//!
//! | function | result | null if |
//! |---|---|---|
//! | `uri_is_match(text)` | `Boolean` | `text` is null |
//! | `uri_host(text)`, and so on for each part | the part | `text` does not match, or lacks the part |
//! | `uri_parts(text)` | a struct of all parts | `text` does not match |
//! | `uri_values(text)` | a struct of all parts, as numbers if they have a value | `text` does not match |
//! | `uri_error(text)` | a struct of `offset`, in bytes, and `message` | `text` matches |
//!
//! All of them are null if `text` is null. `text` is a column or a value of a type of text or bytes,
//! or a dictionary of one; any other type is an error of the plan, as there is no implicit cast. The
//! crate [`abnf_arrow`] describes the types of results and the costs.
//!
//! # Names
//!
//! A part called `is_match`, `parts`, `values` or `error` would have the name of another function. Its
//! function has the word `part` in front: `uri_part_error(text)`. If names are still not distinct,
//! [`functions`] returns an error.
//!
//! # Fields of structs
//!
//! DataFusion 55 calls a function once **for each field** that a query reads, even if a subquery names
//! the struct: `SELECT p['host'], p['path'] FROM (SELECT uri_parts(url) AS p FROM urls)` calls
//! `uri_parts` twice, because the optimizer moves the reading of fields to the leaves of the plan.
//! To read few parts, call their functions: `uri_host(url), uri_path(url)`. To read many, set
//! `datafusion.optimizer.enable_leaf_expression_pushdown` to `false`: then `uri_parts` is called
//! once.
//!
//! # Other programs
//!
//! Plans refer to functions by their names. Every process that reads a plan, such as an executor of
//! Ballista, must register the same functions.

mod function;
mod names;

// For crates that only register rules, so that they cannot depend on another version.
pub use datafusion_common;
pub use datafusion_expr;

use abnf_layout::Columns;
use datafusion_common::{Result, plan_err};
use datafusion_expr::ScalarUDF;
use datafusion_expr::registry::FunctionRegistry;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Returns the functions of a rule. Their names begin with `stem` and an underscore.
///
/// # Errors
///
/// Returns an error if `stem` contains other characters than lower-case letters, digits and underscores,
/// which SQL would need quotes for, or if two functions would have [the same name](crate#names).
pub fn functions(stem: &str, columns: &'static Columns) -> Result<Vec<ScalarUDF>> {
    let named = names::functions(stem, columns)?;
    named.into_iter().map(|(name, it)| function::udf(name, columns, it)).collect()
}

/// Adds the functions of a rule to a context or another registry.
///
/// # Errors
///
/// Returns an error, and adds no function, if [`functions`] does, or if the registry has a scalar function
/// of one of the names: DataFusion itself would replace that one silently.
pub fn register(
    registry: &mut dyn FunctionRegistry,
    stem: &str,
    columns: &'static Columns,
) -> Result<()> {
    add(registry, functions(stem, columns)?)
}

/// Adds the functions of several rules, each with its stem, to a context or another registry.
///
/// # Errors
///
/// As [`register`], and if a function of two rules would have the same name. No function is added.
pub fn register_all(
    registry: &mut dyn FunctionRegistry,
    rules: &'static [(&'static str, Columns)],
) -> Result<()> {
    let mut all = Vec::new();
    for (stem, columns) in rules {
        all.extend(functions(stem, columns)?);
    }
    let mut names = BTreeSet::new();
    if let Some(twice) = all.iter().find(|it| !names.insert(it.name())) {
        return plan_err!("two rules have a function {}; choose other stems", twice.name());
    }
    add(registry, all)
}

fn add(registry: &mut dyn FunctionRegistry, functions: Vec<ScalarUDF>) -> Result<()> {
    if let Some(function) = functions.iter().find(|it| registry.udf(it.name()).is_ok()) {
        return plan_err!("there is a function {} already; choose another stem", function.name());
    }
    functions.into_iter().try_for_each(|it| registry.register_udf(Arc::new(it)).map(drop))
}
