//! The default parts of a rule: those that its definition itself names.

use super::choice::choice;
use super::counts::Counter;
use super::definitions::Definitions;
use super::{PartRequest, PartRequests};
use crate::automata::tagged::parts::KIND;
use crate::grammar::uses::references;
use crate::grammar::{Expr, Origin, RuleId};
use crate::plan::accessors::{Content, Count, LocatedIn};
use crate::plan::names::{Taken, repeated_name};
use crate::plan::outline::{ITEM, literal_name};

/// Returns the default parts of a rule: its choice, the alternatives that repeat, its rules in the
/// order of the definition, and its groups of literals.
pub(super) fn direct(
    definitions: &Definitions<'_>,
    counter: &Counter,
    rule: RuleId,
) -> PartRequests {
    let Definitions { grammar, hints, .. } = definitions;
    let expr = &grammar[rule].expr;
    let mut parts = Vec::new();
    if let Some(rules) = choice(definitions, counter, rule) {
        let counts = counter.count_of(expr, &rules);
        if counts.1 == 1 {
            parts.extend(texts(definitions, KIND, rules, counts));
        }
    }
    let is_choice = matches!(expr, Expr::Alt(_)) && !parts.is_empty();
    if !(is_choice && definitions.located_in == LocatedIn::Tree) {
        for rules in hints.unions.get(&rule).into_iter().flatten() {
            if rules.iter().all(|rule| definitions.is_candidate(*rule)) {
                parts.extend(texts(definitions, ITEM, rules.clone(), (0, 2)));
            }
        }
        for (used, counts) in counter.counts(expr) {
            let is_part = |count| definitions.is_significant(rule, used, count);
            if Count::of(counts).is_some_and(is_part) {
                let is_group = hints.groups.contains_key(&used);
                let name = if is_group { ITEM } else { grammar[used].name.as_str() };
                parts.extend(texts(definitions, name, vec![used], counts));
            }
        }
        for rules in hints.literal_groups.get(&rule).into_iter().flatten() {
            parts.extend(literals(definitions, rules, counter.count_of(expr, rules)));
        }
    }
    name_accessors(definitions, rule, &mut parts);
    let without_accessors = without_accessors(definitions, rule, &parts);
    PartRequests { parts, without_accessors }
}

/// Returns a part of rules. `None` if it never occurs.
fn texts(
    definitions: &Definitions<'_>,
    name: &str,
    rules: Vec<RuleId>,
    counts: (u8, u8),
) -> Option<PartRequest> {
    let count = Count::of(counts)?;
    let accessor = match count {
        Count::One | Count::Optional => definitions.accessor(name),
        Count::Many => definitions.accessor(&repeated_name(name)),
    };
    let (name, content) = (name.to_owned(), Content::Texts);
    Some(PartRequest { name, accessor, rules, type_name: None, content, count })
}

/// Returns a group of literals as a part. `None` unless it occurs, and at most once.
fn literals(
    definitions: &Definitions<'_>,
    rules: &[RuleId],
    counts: (u8, u8),
) -> Option<PartRequest> {
    let count = Count::of(counts).filter(|count| *count != Count::Many)?;
    let (name, of_accessor) = literal_name(&definitions.hints.literals, rules);
    let (accessor, rules) = (definitions.accessor(&of_accessor), rules.to_vec());
    let content = Content::Literal;
    Some(PartRequest { name, accessor, rules, type_name: None, content, count })
}

/// Makes the names of accessors unique. If names collide, a part that is a single rule keeps its
/// name. A plural is a new name, and a group of literals never has the name of a rule.
fn name_accessors(definitions: &Definitions<'_>, rule: RuleId, parts: &mut [PartRequest]) {
    let Definitions { grammar, hints, .. } = definitions;
    let is_rule = |part: &PartRequest| match part.rules[..] {
        [rule] => part.count != Count::Many && !hints.groups.contains_key(&rule),
        _ => false,
    };
    let (literals, texts): (Vec<&mut PartRequest>, Vec<_>) =
        parts.iter_mut().partition(|part| part.content == Content::Literal);
    let (rules, others): (Vec<&mut PartRequest>, _) =
        texts.into_iter().partition(|part| is_rule(part));
    let mut taken = Taken::default();
    for part in rules.into_iter().chain(others) {
        part.accessor = taken.unique_snake(&part.accessor);
    }
    for used in references(&grammar[rule].expr) {
        taken.insert(&definitions.accessor(grammar[used].name.as_str()));
    }
    for part in literals {
        part.accessor = taken.unique_snake(&part.accessor);
    }
}

/// Returns the names of the exported rules in a definition that are in no part.
fn without_accessors(
    definitions: &Definitions<'_>,
    rule: RuleId,
    parts: &[PartRequest],
) -> Vec<String> {
    let Definitions { grammar, shapes, exported, .. } = definitions;
    let has_none = |used: &RuleId| {
        matches!(grammar[*used].origin, Origin::Own | Origin::Import(_))
            && exported.is_regular(*used)
            && !shapes.component(rule).contains(used)
            && !parts.iter().any(|part| part.rules.contains(used))
    };
    let used = references(&grammar[rule].expr).into_iter();
    used.filter(has_none).map(|used| grammar[used].name.to_string()).collect()
}
