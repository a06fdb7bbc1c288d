//! Compares core rules that a grammar redefines with the originals.
//!
//! [`abnfc::grammar::lint`] warns if the structures of the two rules differ. This module decides whether
//! their languages differ, and finds a witness.

use super::Subject;
use super::languages::{Extent, Languages};
use abnfc::automata::compare::compare;
use abnfc::diagnostic::{Code, Diagnostic, report};
use abnfc::grammar::{Expr, Origin, Resolved, RuleId, RuleName};
use std::collections::BTreeMap;

/// Removes the warnings about equal languages, adds a text to the others, and notes which rules repeat a
/// core rule. The search visits at most `pairs` pairs of states.
pub(super) fn core_rules(
    languages: &Languages<'_>,
    subject: &Subject<'_>,
    pairs: usize,
    found: &mut Vec<Diagnostic>,
) {
    for (own, core) in redefined(subject.grammar) {
        let rule = &subject.grammar[own];
        let Some(span) = rule.span else { continue };
        let known = [own, core].map(|rule| languages.rule(rule));
        let [Some(left), Some(right)] = known else { continue };
        if left.extent != Extent::All || right.extent != Extent::All {
            continue;
        }
        let Ok(compared) = compare(&left.dfa, &right.dfa, pairs) else { continue };
        let told = found.iter().position(|item| {
            item.code == Code::RedefinedCoreRule
                && item.primary.as_ref().is_some_and(|it| it.span == span)
        });
        let [own_text, core_text] = [&compared.only_left, &compared.only_right];
        match (told, own_text.as_ref().or(core_text.as_ref())) {
            (told, None) => {
                if let Some(at) = told {
                    found.remove(at);
                }
                let message = format!("`{}` has the texts of the core rule", rule.name);
                let note = Diagnostic::note(Code::RepeatedCoreRule, message);
                report(found, note.at(span, "").hint("delete it: core rules are always there"));
            }
            (Some(at), Some(text)) => {
                let which = if own_text.is_some() { "this one" } else { "the core rule" };
                let item = found[at].clone();
                let remark = format!("only {which} has {}", super::shown(text));
                found[at] = item.remark(remark).witness(text.clone());
            }
            (None, Some(_)) => (),
        }
    }
}

/// Returns the own rules that have the names of core rules, with the core rules. Excluded are a rule
/// that replaces the core rule, which is reported elsewhere, and one that extends it, which differs on
/// purpose.
pub(super) fn redefined(grammar: &Resolved) -> Vec<(RuleId, RuleId)> {
    let core: BTreeMap<&RuleName, RuleId> = grammar
        .rules()
        .filter(|(_, rule)| rule.origin == Origin::Core)
        .map(|(id, rule)| (&rule.name, id))
        .collect();
    let own = grammar.own_rules().filter(|(_, rule)| rule.extends.is_none());
    own.filter_map(|(id, rule)| Some((id, *core.get(&rule.name)?)))
        .filter(|&(own, core)| grammar[own].expr != Expr::Rule(core))
        .collect()
}
