//! Compares core rules that a grammar redefines with the originals.
//!
//! [`abnfc::grammar::lint`] finds the rules whose structures differ. This module decides whether their
//! languages differ, and finds a witness.

use super::languages::{Extent, Languages};
use abnfc::automata::compare::compare;
use abnfc::diagnostic::{Code, Diagnostic, report};
use abnfc::grammar::lint::{RedefinedCoreRule, own_and_core_rules};
use abnfc::grammar::{Expr, Resolved, RuleId};

/// Reports the core rules that the grammar redefines: which texts only one of the two has, or that the
/// two have the same texts. `known` are the rules whose structures differ. The search visits at most
/// `pairs` pairs of states.
pub(super) fn core_rules(
    languages: &Languages<'_>,
    grammar: &Resolved,
    known: &[RedefinedCoreRule],
    pairs: usize,
    found: &mut Vec<Diagnostic>,
) {
    // They are few, so the limit of all findings does not concern them.
    let mut all = Vec::new();
    for (own, core) in redefined(grammar) {
        let rule = &grammar[own];
        let Some(span) = rule.span else { continue };
        let warning = known.iter().find(|it| it.own == own).map(|it| it.finding(grammar));
        match (difference(languages, own, core, pairs), warning) {
            (Difference::Nothing, _) => {
                let message = format!("`{}` has the same texts as the core rule", rule.name);
                let note = Diagnostic::note(Code::RepeatedCoreRule, message);
                report(found, note.at(span, "").hint("delete it: core rules are always defined"));
            }
            (Difference::Text { which, text }, Some(warning)) => {
                let remark = format!("only {which} has {}", super::shown(&text));
                all.push(warning.remark(remark).witness(text));
            }
            (Difference::Unknown, Some(warning)) => all.push(warning),
            (_, None) => (),
        }
    }
    found.extend(all);
}

/// The difference between the texts of two rules.
enum Difference {
    Nothing,
    /// A text that only one of the two has.
    Text {
        which: &'static str,
        text: Vec<u8>,
    },
    /// A search exceeds its limit, or not all texts are known.
    Unknown,
}

fn difference(languages: &Languages<'_>, own: RuleId, core: RuleId, pairs: usize) -> Difference {
    let all = |rule| languages.rule(rule).filter(|texts| texts.extent == Extent::All);
    let Some((left, right)) = all(own).zip(all(core)) else { return Difference::Unknown };
    let Ok(compared) = compare(&left.dfa, &right.dfa, pairs) else { return Difference::Unknown };
    match (compared.only_left, compared.only_right) {
        (Some(text), _) => Difference::Text { which: "this one", text },
        (None, Some(text)) => Difference::Text { which: "the core rule", text },
        (None, None) => Difference::Nothing,
    }
}

/// Returns the own rules that have the names of core rules, with the core rules. Excluded are a rule
/// that replaces the core rule, which is reported elsewhere, and one that extends it, which differs on
/// purpose.
pub(super) fn redefined(grammar: &Resolved) -> Vec<(RuleId, RuleId)> {
    let mut pairs = own_and_core_rules(grammar);
    pairs.retain(|&(own, core)| grammar[own].expr != Expr::Rule(core));
    pairs
}
