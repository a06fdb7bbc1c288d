//! The rules that have a constant in the module `columns`, as plain data for the packages around a crate.

use super::columns::{parts, value};
use crate::plan::model::{Model, Module, Part, Rule, Scalar};
use crate::plan::names::{static_name, type_name};

/// The rules of a crate that take columns of texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnRules {
    /// The rules, in the order of the modules and the exports.
    pub rules: Vec<ColumnRule>,
    /// The rules without functions, since each is one byte of a set.
    pub sets: Vec<String>,
}

/// A rule with a constant in the module `columns` of its crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnRule {
    /// The path of the constant in the crate, such as `columns::TIME`.
    pub constant: String,
    /// The name of the rule in the grammar.
    pub rule: String,
    /// The beginning of the names of its functions: the rule's name in snake case, or that of its type if
    /// the spec names the type, below the name of the module.
    pub stem: String,
    /// The description by the user.
    pub docs: Option<String>,
    /// The parts that columns have.
    pub parts: Vec<ColumnPart>,
    /// A text of the rule that is easy to read. `None` if it is not text.
    pub example: Option<String>,
}

/// A part of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnPart {
    /// The name of its accessor.
    pub name: String,
    /// The type of its value. `None` if it is text alone.
    pub value: Option<&'static str>,
}

/// Returns the rules of all modules.
pub(crate) fn column_rules(model: &Model) -> ColumnRules {
    let rules = model.modules.iter().flat_map(|module| {
        let rule = |it| column_rule(module, it);
        module.rules.iter().map(rule)
    });
    let sets = model.modules.iter().flat_map(|module| &module.constants);
    ColumnRules { rules: rules.collect(), sets: sets.map(|it| it.name.clone()).collect() }
}

fn column_rule(module: &Module, rule: &Rule) -> ColumnRule {
    let constant = static_name(&rule.name);
    let inferred = type_name(&rule.name);
    let is_inferred = rule.type_name.strip_suffix("Rule").unwrap_or(&rule.type_name) == inferred
        || rule.type_name == inferred;
    let name = if is_inferred { constant.to_ascii_lowercase() } else { snake(&rule.type_name) };
    let (path, stem) = match &module.name {
        None => (format!("columns::{constant}"), name),
        Some(module) => (format!("{module}::columns::{constant}"), format!("{module}_{name}")),
    };
    let part = |part: &Part| ColumnPart {
        name: part.accessor.clone(),
        value: value(module, part).map(Scalar::name),
    };
    ColumnRule {
        constant: path,
        rule: rule.name.clone(),
        stem,
        docs: rule.docs.clone(),
        parts: parts(rule).into_iter().map(part).collect(),
        example: rule.samples.example.clone().and_then(|it| String::from_utf8(it).ok()),
    }
}

/// A type's name in snake case: `http2_frame` for `Http2Frame`.
fn snake(type_name: &str) -> String {
    let mut name = String::new();
    let mut previous = 'A';
    for c in type_name.chars() {
        if c.is_ascii_uppercase() && !previous.is_ascii_uppercase() {
            name.push('_');
        }
        name.push(c.to_ascii_lowercase());
        previous = c;
    }
    name
}

#[cfg(test)]
mod tests {
    use super::snake;

    #[test]
    fn names_of_types_in_snake_case() {
        for (name, expected) in [
            ("Uri", "uri"),
            ("Http2Frame", "http2_frame"),
            ("UriReference", "uri_reference"),
            ("URI", "uri"),
        ] {
            assert_eq!(snake(name), expected);
        }
    }
}
