//! The names of functions of SQL, as `abnf-datafusion` and the Python packages choose them.

use crate::back::emit::ColumnRule;
use std::collections::BTreeMap;

/// The functions that every rule has. Those of structs need parts.
const OF_RULE: [(&str, bool); 4] =
    [("is_match", false), ("parts", true), ("values", true), ("error", false)];

/// A rule that is left out because one of its functions has the name of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The rule.
    pub rule: String,
    /// The name.
    pub function: String,
    /// The rule that has the function; the same rule if two of its own functions have the name.
    pub other: String,
}

/// Returns the names of a rule's functions: first those of the rule, then one for each part.
pub(super) fn functions(rule: &ColumnRule) -> Vec<String> {
    let stem = &rule.stem;
    let has = |needs_parts: &bool| !needs_parts || !rule.parts.is_empty();
    let of_rule = OF_RULE.iter().filter(|(_, needs_parts)| has(needs_parts));
    let of_parts = rule.parts.iter().map(|part| {
        let name = part.name.to_ascii_lowercase();
        let is_taken = OF_RULE.iter().any(|(taken, _)| *taken == name);
        format!("{stem}_{}{name}", if is_taken { "part_" } else { "" })
    });
    of_rule.map(|(name, _)| format!("{stem}_{name}")).chain(of_parts).collect()
}

/// Returns the rules whose functions have names that no earlier one has, and the other rules.
pub fn distinct(rules: Vec<ColumnRule>) -> (Vec<ColumnRule>, Vec<Clash>) {
    let mut owners: BTreeMap<String, String> = BTreeMap::new();
    let (mut kept, mut clashes) = (Vec::new(), Vec::new());
    for rule in rules {
        let names = functions(&rule);
        let mut own: Vec<&String> = names.iter().collect();
        own.sort();
        let twice = own.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        let clash = names.iter().find_map(|name| Some((name, owners.get(name)?.clone())));
        let twice = twice.map(|name| (name, rule.rule.clone()));
        if let Some((name, other)) = clash.or(twice) {
            clashes.push(Clash { function: name.clone(), other, rule: rule.rule });
            continue;
        }
        owners.extend(names.into_iter().map(|name| (name, rule.rule.clone())));
        kept.push(rule);
    }
    (kept, clashes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::back::emit::ColumnPart;

    fn rule(name: &str, parts: &[&str]) -> ColumnRule {
        let part = |part: &&str| ColumnPart { name: (*part).to_owned(), value: None };
        ColumnRule {
            constant: String::new(),
            rule: name.to_owned(),
            stem: name.replace('-', "_"),
            docs: None,
            parts: parts.iter().map(part).collect(),
            example: None,
        }
    }

    /// As a test of `abnf-datafusion` has them.
    #[test]
    fn names_that_are_taken_have_a_mark() {
        let made = functions(&rule("a", &["error", "parts", "part", "host"]));
        let expected =
            ["is_match", "parts", "values", "error", "part_error", "part_parts", "part", "host"];
        assert_eq!(made, expected.map(|it| format!("a_{it}")));
        assert_eq!(functions(&rule("a", &[])), ["a_is_match", "a_error"]);
    }

    #[test]
    fn rules_with_names_of_others_are_left_out() {
        let rules = vec![
            rule("a", &["b-error", "c"].map(|it| &*it.replace('-', "_").leak())),
            rule("a-b", &[]),
            rule("x", &["error", "part_error"]),
            rule("y", &[]),
        ];
        let (kept, clashes) = distinct(rules);
        assert_eq!(kept.iter().map(|it| &*it.rule).collect::<Vec<_>>(), ["a", "y"]);
        let clash = |rule: &str, function: &str, other: &str| Clash {
            rule: rule.to_owned(),
            function: function.to_owned(),
            other: other.to_owned(),
        };
        assert_eq!(clashes, [clash("a-b", "a_b_error", "a"), clash("x", "x_part_error", "x")]);
    }
}
