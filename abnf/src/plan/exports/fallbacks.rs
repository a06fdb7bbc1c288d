//! Reports the regular rules that only the general engine matches: [`Automata`] to warnings.
//!
//! A rule such as `0*1000000000"x"` has an automaton that no table can hold. The general engine
//! matches it, but not in one pass, and its parts are in trees.

use super::omissions::{listed, matcher_error};
use crate::automata::language::Language;
use crate::automata::rules::Automata;
use crate::automata::shape::Shape;
use crate::diagnostic::{Diagnostic, Severity};
use crate::grammar::RuleId;
use crate::plan::context::Context;
use std::collections::BTreeMap;

/// Returns a warning for each reason why regular rules among these need the general engine.
pub fn fallbacks(context: Context<'_>, automata: &Automata, rules: &[RuleId]) -> Vec<Diagnostic> {
    let mut index_of: BTreeMap<String, usize> = BTreeMap::new();
    let mut found: Vec<(Diagnostic, Vec<RuleId>)> = Vec::new();
    for &rule in rules {
        let is_regular = matches!(context.shapes.of(rule), Shape::Regular(_));
        if !is_regular || !automata.has(rule) {
            continue;
        }
        let Ok(Language::General(..)) = automata.language(rule) else { continue };
        let why = match automata.dfa(rule) {
            Err(why) => why.clone(),
            Ok(dfa) => matcher_error(context, rule, dfa).expect("a table could hold it"),
        };
        let index = *index_of.entry(why.message.clone()).or_insert_with(|| {
            found.push((why, Vec::new()));
            found.len() - 1
        });
        found[index].1.push(rule);
    }
    let warning = |(why, rules): (Diagnostic, Vec<RuleId>)| {
        let verb = if rules.len() == 1 { "is" } else { "are" };
        let names = listed(context, &rules);
        let message = format!("{names} {verb} matched by the general engine: {}", why.message);
        Diagnostic { severity: Severity::Warning, message, ..why }
    };
    found.into_iter().map(warning).collect()
}
