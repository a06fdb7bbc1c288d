//! The choice of a definition, which `kind` gives access to.

use super::counts::Counter;
use super::definitions::Definitions;
use crate::grammar::{Expr, RuleId};
use std::collections::BTreeSet;

/// Returns the alternatives of the only choice in a definition, which may be the whole definition,
/// if each is a rule or a literal. In a group, other elements may surround the rule of an
/// alternative. Groups of literals have accessors of their own.
pub(super) fn choice(
    definitions: &Definitions<'_>,
    counter: &Counter,
    rule: RuleId,
) -> Option<Vec<RuleId>> {
    let hints = definitions.hints;
    let groups = hints.literal_groups.get(&rule).map_or(&[][..], Vec::as_slice);
    let expr = &definitions.grammar[rule].expr;
    let items = match expr {
        Expr::Concat(items) => items.as_slice(),
        whole => std::slice::from_ref(whole),
    };
    let mut choices = items.iter().filter_map(|item| {
        let item = match item {
            Expr::Repeat { min: 0, max: Some(1), body } => body,
            other => other,
        };
        let Expr::Alt(items) = item else { return None };
        let rules = alternatives(items, |item| match item {
            Expr::Rule(rule) if definitions.is_alternative(*rule) => Some(*rule),
            _ => None,
        });
        rules.filter(|rules| !groups.contains(rules))
    });
    let only = choices.next().filter(|_| choices.next().is_none());
    if only.is_some() || !hints.groups.contains_key(&rule) {
        return only;
    }
    let Expr::Alt(items) = expr else { return None };
    alternatives(items, |item| {
        let mut counts = counter.counts(item);
        let is_text = |rule| definitions.is_alternative(rule) && !hints.blank.contains(&rule);
        counts.retain(|(rule, _)| is_text(*rule));
        match counts[..] {
            [(rule, (1, 1))] => Some(rule),
            _ => None,
        }
    })
}

/// Returns the rule of each alternative, if each has one and all are different.
fn alternatives(
    items: &[Expr<RuleId>],
    rule: impl Fn(&Expr<RuleId>) -> Option<RuleId>,
) -> Option<Vec<RuleId>> {
    let rules: Vec<RuleId> = items.iter().map(rule).collect::<Option<_>>()?;
    let distinct: BTreeSet<&RuleId> = rules.iter().collect();
    (distinct.len() == rules.len()).then_some(rules)
}
