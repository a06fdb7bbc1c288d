//! The names of a rule's functions.

use abnf_arrow::Function;
use abnf_layout::Columns;
use datafusion_common::{Result, plan_err};
use std::collections::BTreeSet;

/// The functions that every rule has. Those of structs need parts.
const OF_RULE: [(&str, Function, bool); 4] = [
    ("is_match", Function::IsMatch, false),
    ("parts", Function::Parts, true),
    ("values", Function::Values, true),
    ("error", Function::Error, false),
];

/// Returns the functions with their names, which are distinct.
pub(crate) fn functions(stem: &str, columns: &Columns) -> Result<Vec<(String, Function)>> {
    let is_plain = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_';
    if !stem.starts_with(|it: char| it.is_ascii_lowercase()) || !stem.chars().all(is_plain) {
        return plan_err!(
            "`{stem}` is no stem of function names: use a lower-case letter, then \
            lower-case letters, digits and underscores"
        );
    }
    let mut functions = Vec::new();
    for (name, function, needs_parts) in OF_RULE {
        if !needs_parts || !columns.parts.is_empty() {
            functions.push((format!("{stem}_{name}"), function));
        }
    }
    for (index, part) in columns.parts.iter().enumerate() {
        let name = part.name.trim_start_matches("r#").to_ascii_lowercase().replace('-', "_");
        let is_taken = OF_RULE.iter().any(|(taken, ..)| *taken == name);
        let mark = if is_taken { "part_" } else { "" };
        functions.push((format!("{stem}_{mark}{name}"), Function::Part(index)));
    }
    let mut seen = BTreeSet::new();
    match functions.iter().find(|(name, _)| !seen.insert(name)) {
        None => Ok(functions),
        Some((name, _)) => plan_err!("two functions of {} would be called {name}", columns.rule),
    }
}
