//! Restricts rules to the texts that meet the conditions of the spec: a grammar and a [`Spec`] to a
//! grammar whose rules have [`Filter`]s.
//!
//! Grammars state some conditions in comments and prose, such as the greatest number that digits may
//! denote. ABNF has no notation for them, and most would take a long definition. Each condition is an
//! automaton ([`mod@conditions`]), and a filter is the intersection of the automata of a rule. The
//! definition stays as it is, so the rule keeps its parts and derivations: for each remaining text,
//! they are those of the definition. Later stages read the filter wherever they build an automaton of
//! the rule ([`Pattern::Within`](crate::automata::pattern::Pattern::Within)), for the rule itself and
//! for its users.
//!
//! A filter can be applied if the rule is regular and does not contain itself. If it did, its
//! definition would refer to the restricted rule, whose texts need not be the texts of the original
//! rule that meet the conditions.
//!
//! A condition may compare a rule with other rules, which may be restricted too. Rules are therefore
//! processed in levels: each depends on rules of earlier levels only.
//!
//! After this stage a filter accepts at least one text of its rule, and refuses at least one.

pub mod conditions;
mod messages;

use crate::automata::compare::are_equal;
use crate::automata::dfa::Dfa;
use crate::automata::graph;
use crate::automata::minimise::minimise;
use crate::automata::products::intersection;
use crate::automata::rules::{Automata, automata_of_regular};
use crate::automata::shape::{Shape, Shapes, shape};
use crate::automata::superset::superset;
use crate::budget::Budget;
use crate::diagnostic::Diagnostic;
use crate::grammar::filter::Filter;
use crate::grammar::uses::{reached, references};
use crate::grammar::{Resolved, RuleId};
use crate::limits::Limits;
use crate::spec::{Condition, Export, Restriction, Spec};
use conditions::{automaton, check_numerals};
use messages::{
    circular_comparison, contains_itself, cyclic, idle, nothing_left, too_large, unknown, unusable,
};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// A grammar whose rules are restricted, and warnings about restrictions without effect.
#[derive(Clone, Debug)]
pub struct Restricted<'a> {
    /// The grammar.
    pub grammar: Cow<'a, Resolved>,
    /// The warnings.
    pub warnings: Vec<Diagnostic>,
}

/// Restricts the rules of the spec. Rules with an error in what they use are left alone, because
/// later stages report them.
///
/// # Errors
///
/// All restrictions that cannot be applied, or that leave no text.
pub fn restrict<'a>(grammar: &'a Resolved, spec: &Spec) -> Result<Restricted<'a>, Vec<Diagnostic>> {
    let (targets, mut errors) = targets(grammar, spec);
    let (levels, more) = levels(grammar, &targets);
    errors.extend(more);
    let mut restricted = Restricted { grammar: Cow::Borrowed(grammar), warnings: Vec::new() };
    if !errors.is_empty() {
        return Err(errors);
    }
    for level in levels {
        let Restricted { grammar, warnings } = &mut restricted;
        let roots: Vec<RuleId> = level.iter().flat_map(|target| target.roots()).collect();
        let limits = &spec.read.limits;
        let automata =
            automata_of_regular(grammar, &shapes(grammar, &roots, limits), &roots, limits);
        let filters = level.iter().map(|target| filter(grammar, &automata, target, limits));
        for (target, filter) in level.iter().zip(filters.collect::<Vec<_>>()) {
            match filter {
                Ok((filter, idle)) => {
                    warnings.extend(idle);
                    if let Some(filter) = filter {
                        grammar.to_mut().restrict(target.rule, filter);
                    }
                }
                Err(error) => errors.push(error),
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
    }
    Ok(restricted)
}

/// A rule to restrict.
struct Target<'a> {
    rule: RuleId,
    export: &'a Export,
    /// Each restriction with the rule that it compares with, if any.
    restrictions: Vec<(&'a Restriction, Option<RuleId>)>,
}

impl Target<'_> {
    /// Returns the rules whose automata the restrictions need.
    fn roots(&self) -> Vec<RuleId> {
        let others = self.restrictions.iter().filter_map(|it| it.1);
        std::iter::once(self.rule).chain(others).collect()
    }
}

/// Returns the rules to restrict, and errors about them.
fn targets<'a>(grammar: &Resolved, spec: &'a Spec) -> (Vec<Target<'a>>, Vec<Diagnostic>) {
    let restricted = spec.exports.iter().filter(|export| !export.restrictions.is_empty());
    let restricted: Vec<&Export> = restricted.collect();
    let (mut targets, mut errors): (Vec<Target<'_>>, _) = (Vec::new(), Vec::new());
    if restricted.is_empty() {
        return (targets, errors);
    }
    let names = grammar.names();
    let find = |name: &str| names.get(&*name.to_ascii_lowercase()).copied();
    for export in restricted {
        // Unknown rules and rules that occur twice are reported later.
        let Some(rule) = find(&export.rule) else { continue };
        if targets.iter().any(|other| other.rule == rule) {
            continue;
        }
        let used = used(grammar, &references(&grammar[rule].expr));
        if used.contains(&rule) {
            errors.push(contains_itself(export));
            continue;
        }
        let mut restrictions = Vec::new();
        for restriction in &export.restrictions {
            match restriction.condition.rule().map(|name| (name, find(name))) {
                Some((name, None)) => errors.push(unknown(grammar, export, restriction, name)),
                Some((_, other)) => restrictions.push((restriction, other)),
                None => restrictions.push((restriction, None)),
            }
        }
        if !grammar[rule].is_broken && !used.into_iter().any(|used| grammar[used].is_broken) {
            targets.push(Target { rule, export, restrictions });
        }
    }
    (targets, errors)
}

/// Returns the roots and all rules that they use.
fn used(grammar: &Resolved, roots: &[RuleId]) -> BTreeSet<RuleId> {
    reached(roots, |rule| references(&grammar[rule].expr))
}

/// Divides the targets into levels, each of which depends on earlier ones only. Returns errors about
/// targets that depend on themselves.
fn levels<'t, 'a>(
    grammar: &Resolved,
    targets: &'t [Target<'a>],
) -> (Vec<Vec<&'t Target<'a>>>, Vec<Diagnostic>) {
    let index_of: BTreeMap<RuleId, usize> = targets.iter().map(|it| it.rule).zip(0..).collect();
    let needed = |target: &Target<'_>| {
        let roots: Vec<RuleId> = [
            references(&grammar[target.rule].expr),
            target.restrictions.iter().filter_map(|it| it.1).collect(),
        ]
        .concat();
        let used = used(grammar, &roots).into_iter();
        used.filter_map(|rule| index_of.get(&rule).copied()).collect()
    };
    let graph: graph::Graph = targets.iter().map(needed).collect();
    let mut errors = Vec::new();
    let mut levels: Vec<Vec<&Target<'_>>> = Vec::new();
    let mut level_of = vec![0; targets.len()];
    for component in graph::components(&graph) {
        let first = component[0];
        if component.len() > 1 {
            let members = component.iter().map(|&index| targets[index].export);
            errors.extend(cyclic(&members.collect::<Vec<_>>()));
            continue;
        }
        if graph[first].contains(&first) {
            let Target { rule, export, restrictions } = &targets[first];
            let uses = |other: &RuleId| used(grammar, &[*other]).contains(rule);
            let circular = restrictions.iter().filter(|it| it.1.as_ref().is_some_and(uses));
            errors.extend(circular.map(|it| circular_comparison(export, it.0)));
            continue;
        }
        let level = graph[first].iter().map(|&used| level_of[used] + 1).max().unwrap_or(0);
        level_of[first] = level;
        levels.resize_with(levels.len().max(level + 1), Vec::new);
        levels[level].push(&targets[first]);
    }
    (levels, errors)
}

/// Returns the shapes of all rules. If all rules that the roots use are regular by their form, this
/// takes linear time.
fn shapes(grammar: &Resolved, roots: &[RuleId], limits: &Limits) -> Shapes {
    let by_form = shape(grammar);
    let is_regular = |rule: &RuleId| matches!(by_form.of(*rule), Shape::Regular(_));
    if roots.iter().all(is_regular) { by_form } else { superset(grammar, limits) }
}

/// Returns the filter of a rule, and warnings about conditions that all texts meet. There is no
/// filter if all texts meet all conditions.
fn filter(
    grammar: &Resolved,
    automata: &Automata,
    target: &Target<'_>,
    limits: &Limits,
) -> Result<(Option<Filter>, Vec<Diagnostic>), Diagnostic> {
    let Target { rule, export, restrictions } = target;
    let first = restrictions[0].0;
    let base = automata.dfa(*rule).map_err(|why| unusable(export, first, *rule, grammar, why))?;
    let both = |a: &Dfa, b: &Dfa| intersection(a, b, &mut Budget::of_rule(limits));
    let mut left = base.clone();
    let mut conditions: Option<Dfa> = None;
    let mut warnings = Vec::new();
    for &(restriction, other) in restrictions {
        if let Condition::Range { .. } = restriction.condition {
            check_numerals(base, export, restriction, limits)?;
        }
        let other = other.map(|other| {
            let dfa = automata.dfa(other);
            dfa.map_err(|why| unusable(export, restriction, other, grammar, why))
        });
        let too_large = |why| too_large(export, restriction, why, limits);
        let condition = automaton(export, &restriction.condition, other.transpose()?, limits);
        let condition = condition.map_err(too_large)?;
        let remaining = minimise(&both(&left, &condition).map_err(too_large)?);
        if remaining.is_empty() {
            return Err(nothing_left(export, restriction, are_equal(&left, base)));
        }
        if are_equal(&left, &remaining) {
            warnings.push(idle(export, restriction));
            continue;
        }
        left = remaining;
        // The filter of the remaining texts may be smaller than that of the conditions.
        conditions = Some(match conditions {
            None => condition,
            Some(others) => both(&others, &condition).map_or(left.clone(), |dfa| minimise(&dfa)),
        });
    }
    let filter = conditions.map(|conditions| {
        let is_smaller = conditions.state_count() <= left.state_count();
        Filter::from(if is_smaller { &conditions } else { &left })
    });
    Ok((filter, warnings))
}

#[cfg(test)]
mod tests;
