//! Finds formulas and assignments, which begin like rules.
//!
//! `apparent_age = max(0, response_time - date_value)` has operators that no notation has, and nothing
//! that occurs only in grammars. `freshness_lifetime = max_age_value` has neither; it is a formula because
//! another line defines the same name by a formula, or because it refers to such a name, and no rule is
//! involved.

use super::candidate::Candidate;
use std::collections::BTreeSet;

/// A formula refers to others by short chains.
const MAX_ROUNDS: usize = 8;

/// Returns for each candidate whether it is a formula. `others` are the names, in lower case, that
/// formulas among the prose define.
pub(super) fn formulas(candidates: &[Candidate<'_>], others: &BTreeSet<String>) -> Vec<bool> {
    let rules = candidates.iter().filter(|it| !it.has_operators && !it.is_plain);
    let used: BTreeSet<&String> = rules.flat_map(|it| &it.uses).collect();
    let mut formulas: Vec<bool> =
        candidates.iter().map(|it| it.has_operators && !used.contains(&it.name)).collect();
    for _ in 0..MAX_ROUNDS {
        let all = || candidates.iter().zip(&formulas);
        let rules = || all().filter(|(_, is_formula)| !**is_formula).map(|(it, _)| it);
        let computed = all().filter(|(_, is_formula)| **is_formula).map(|(it, _)| &it.name);
        let computed: BTreeSet<&String> = computed.chain(others).collect();
        let rule_names: BTreeSet<&String> = rules().map(|it| &it.name).collect();
        let is_formula = |it: &Candidate<'_>| {
            let is_rule = |name: &String| rule_names.contains(name) && *name != it.name;
            it.is_plain
                && (computed.contains(&it.name) || it.uses.iter().any(|it| computed.contains(it)))
                && !it.uses.iter().any(|name| is_rule(name) && !computed.contains(name))
                && !used.contains(&it.name)
        };
        let now: Vec<bool> = all().map(|(it, &known)| known || is_formula(it)).collect();
        if now == formulas {
            break;
        }
        formulas = now;
    }
    formulas
}
