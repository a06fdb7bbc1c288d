//! Conditions of `cfg` attributes, evaluated as far as the compiler knows them.
//!
//! The features of the run-time that stand for parts of it are known. Cargo features of the emitted
//! crate remain if the crate declares them, and are off otherwise. Everything else remains.

use super::{COMPILER, Contents, Feature};
use crate::spec::CargoFeature;

/// The result of evaluating a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// It always holds.
    Always,
    /// It never holds.
    Never,
    /// It holds if this condition does.
    If(String),
}

/// Evaluates the predicate of a `cfg`: a name, a pair `name = "value"`, or `all`, `any` or `not`
/// of others.
pub(super) fn evaluate(predicate: &str, contents: &Contents) -> Condition {
    let call = predicate.split_once('(');
    let call = call.and_then(|(name, rest)| Some((name, rest.strip_suffix(')')?)));
    let Some((name, arguments)) = call else { return option(predicate, contents) };
    let arguments = arguments_of(arguments);
    let mut values = arguments.into_iter().map(|argument| evaluate(argument, contents));
    match name {
        "all" => combine(name, values, &Condition::Always, Condition::Never),
        "any" => combine(name, values, &Condition::Never, Condition::Always),
        "not" => match values.next() {
            Some(Condition::Always) => Condition::Never,
            Some(Condition::Never) => Condition::Always,
            Some(Condition::If(inner)) => Condition::If(format!("not({inner})")),
            None => Condition::If(predicate.to_owned()),
        },
        _ => Condition::If(predicate.to_owned()),
    }
}

/// Combines the arguments of `all` or `any`. A `neutral` argument is left out; an `absorbing` one
/// decides the result.
fn combine(
    name: &str,
    values: impl Iterator<Item = Condition>,
    neutral: &Condition,
    absorbing: Condition,
) -> Condition {
    let mut open = Vec::new();
    for value in values {
        match value {
            Condition::If(condition) => open.push(condition),
            value if value == absorbing => return absorbing,
            _ => {}
        }
    }
    match &open[..] {
        [] => neutral.clone(),
        [only] => Condition::If(only.clone()),
        _ => Condition::If(format!("{name}({})", open.join(", "))),
    }
}

/// Evaluates a condition without arguments.
fn option(text: &str, contents: &Contents) -> Condition {
    let name = text.strip_prefix("feature = \"").and_then(|rest| rest.strip_suffix('"'));
    let Some(name) = name else { return Condition::If(text.to_owned()) };
    let holds = |holds| if holds { Condition::Always } else { Condition::Never };
    if let Some(feature) = Feature::ALL.into_iter().find(|feature| feature.name() == name) {
        return holds(contents.features.contains(&feature));
    }
    match CargoFeature::ALL.into_iter().find(|feature| feature.name() == name) {
        Some(feature) if !contents.cargo_features.contains(&feature) => Condition::Never,
        None if name == COMPILER => Condition::Never,
        Some(_) | None => Condition::If(text.to_owned()),
    }
}

/// Splits a list of arguments at its commas, but not inside of parentheses.
fn arguments_of(list: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let split = list.split(|c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    });
    split.map(str::trim).filter(|argument| !argument.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(predicate: &str, expected: &str) {
        let contents = Contents {
            features: [Feature::Text].into(),
            cargo_features: [CargoFeature::Alloc, CargoFeature::Serde].into(),
        };
        let found = match evaluate(predicate, &contents) {
            Condition::Always => "always".to_owned(),
            Condition::Never => "never".to_owned(),
            Condition::If(condition) => condition,
        };
        assert_eq!(found, expected, "{predicate}");
    }

    #[test]
    fn known_features_are_evaluated_and_declared_ones_remain() {
        check("feature = \"text\"", "always");
        check("feature = \"bytes\"", "never");
        check("not(feature = \"bytes\")", "always");
        check("feature = \"compiler\"", "never");
        check("feature = \"alloc\"", "feature = \"alloc\"");
        check("feature = \"simd\"", "never");
        check("not(feature = \"alloc\")", "not(feature = \"alloc\")");
        check("unix", "unix");
    }

    #[test]
    fn lists_keep_what_is_not_known() {
        check("all(feature = \"text\", unix)", "unix");
        check("all(feature = \"simd\", target_arch = \"x86_64\")", "never");
        check("any(feature = \"proptest\", feature = \"serde\")", "feature = \"serde\"");
        check("any(feature = \"proptest\", feature = \"bytes\")", "never");
        check(
            "all(feature = \"alloc\", not(any(unix, windows)))",
            "all(feature = \"alloc\", not(any(unix, windows)))",
        );
        check("any(feature = \"text\", unix)", "always");
        check("all()", "always");
        check("any()", "never");
    }
}
