//! Guesses the entries of a grammar, the rules by which most texts are parsed, which get code.
//!
//! ABNF does not state which rule a grammar is for. Two habits of authors indicate it: it is
//! the first rule, like `URI` in RFC 3986, or a rule that no other rule uses, like
//! `URI-reference` and `absolute-URI`. A variant is not an entry: `absolute-URI` refers only to
//! rules that `URI-reference` uses too. Code pays off only for texts with runs of bytes to skip.
//!
//! The entries are therefore the first exported rule, and each rule that no other exported rule
//! uses and that refers to no rule, or to a rule that no earlier entry uses. All are regular, and
//! code is likely to read most of their texts ([`reads_most`]). There are at most [`MAX_ENTRIES`],
//! in the order of the list or the grammar, so that a crate for a hundred header fields stays
//! small.

use super::plain;
use super::program::reads_most;
use crate::automata::language::Language;
use crate::grammar::uses::reached;
use crate::grammar::{Resolved, RuleId};
use crate::plan::context::Context;
use crate::plan::exports::named::NamedRule;
use crate::spec::{Others, Spec};
use std::collections::BTreeSet;

/// The maximum number of entries of a grammar.
pub const MAX_ENTRIES: usize = 4;

/// Returns the entries among the exported rules, which are in the order of the spec's list, or in
/// that of the grammar.
///
/// Takes time linear in the grammar and in the automata of the rules that are tried.
pub fn entries(context: Context<'_>, exported: &[(RuleId, &Language)]) -> BTreeSet<RuleId> {
    let rules: Vec<RuleId> = exported.iter().map(|(id, _)| *id).collect();
    let outermost = outermost(context, &rules);
    let candidates =
        exported.iter().filter(|(id, _)| rules.first() == Some(id) || outermost.contains(id));
    let mut found = BTreeSet::new();
    // The set contains all rules inside of its members.
    let mut covered = BTreeSet::new();
    for &(id, language) in candidates {
        let Some(dfa) = language.dfa() else { continue };
        let uses = context.shapes.uses(id);
        let is_new = uses.is_empty() || uses.iter().any(|used| !covered.contains(used));
        if is_new && reads_most(&plain(dfa)) {
            found.insert(id);
            covered.extend(reached(&[id], |rule| context.shapes.uses(rule).to_vec()));
        }
        if found.len() == MAX_ENTRIES {
            break;
        }
    }
    found
}

/// Returns, for each cycle of rules, the first exported rule, if no exported rule outside of the
/// cycle uses it, directly or indirectly.
fn outermost(context: Context<'_>, exported: &[RuleId]) -> BTreeSet<RuleId> {
    let shapes = context.shapes;
    let mut first: Vec<Option<RuleId>> = vec![None; shapes.components().len()];
    for &rule in exported {
        first[shapes.component_index(rule)].get_or_insert(rule);
    }
    let mut is_inside = vec![false; first.len()];
    // Rules come before the rules that they use.
    for (index, component) in shapes.components().iter().enumerate().rev() {
        if first[index].is_none() && !is_inside[index] {
            continue;
        }
        for &used in component.iter().flat_map(|&rule| shapes.uses(rule)) {
            let used = shapes.component_index(used);
            is_inside[used] |= used != index;
        }
    }
    let all = first.into_iter().zip(is_inside);
    all.filter_map(|(rule, is_inside)| rule.filter(|_| !is_inside)).collect()
}

/// Returns the languages of the rules that the grammar defines, in the order of the spec's list,
/// or in that of the grammar if all rules are exported.
pub fn by_importance<'a>(
    grammar: &Resolved,
    rules: &'a [NamedRule],
    spec: &Spec,
) -> Vec<(RuleId, &'a Language)> {
    let written = rules.iter().filter(|rule| rule.id().index() < grammar.rules().len());
    let mut rules: Vec<_> = written.map(|rule| (rule.id(), &rule.language)).collect();
    if spec.others == Others::Exported {
        rules.sort_by_key(|(id, _)| *id);
    }
    rules
}

#[cfg(test)]
mod tests;
