//! Reports the parts that no automaton locates.

use super::located::LocatedParts;
use super::part_requests::PartRequest;
use crate::diagnostic::{Code, Diagnostic, Hint, Severity};
use crate::grammar::RuleId;
use crate::limits::LimitName;
use crate::plan::accessors::Lacking;
use crate::plan::context::Context;
use crate::plan::exports::named::NamedRule;
use crate::plan::exports::omissions::{few, listed};
use crate::plan::outline::Hints;
use std::collections::{BTreeMap, BTreeSet};

/// Parts of a rule without an automaton, for one reason.
#[derive(Clone, Debug)]
pub struct Lack {
    /// The rule.
    pub rule: RuleId,
    parts: Vec<String>,
    pub(super) is_listed: bool,
    pub(super) why: Diagnostic,
}

pub(super) fn lack(
    hints: &Hints,
    rule: &NamedRule,
    parts: &[PartRequest],
    why: Diagnostic,
) -> Lack {
    let is_listed = rule.listed_parts().is_some();
    let parts = parts.iter().flat_map(|part| part.shown(hints)).collect();
    Lack { rule: rule.id(), parts, is_listed, why }
}

/// Groups parts by reason, for the documentation of the type.
pub(super) fn lacking(lacks: &[&Lack]) -> Vec<Lacking> {
    let mut all: Vec<Lacking> = Vec::new();
    for Lack { parts, why, .. } in lacks {
        match all.iter_mut().find(|known| known.why == why.message) {
            Some(known) => known.parts.extend(parts.iter().cloned()),
            None => all.push(Lacking { parts: parts.clone(), why: why.message.clone() }),
        }
    }
    all
}

/// Returns the rules that have parts but none located, for other reasons than the size of all tables
/// together, to which those of trees would add. `parts` are parallel to the rules.
pub fn without_parts(
    rules: &[NamedRule],
    parts: &[LocatedParts],
    lacks: &[Lack],
) -> BTreeSet<RuleId> {
    let has_tables = |lack: &&Lack| lack.why.code != Code::TooLargeTables;
    let lacking: BTreeSet<RuleId> = lacks.iter().filter(has_tables).map(|lack| lack.rule).collect();
    let rules = rules.iter().zip(parts).filter(|(_, parts)| parts.requests().next().is_none());
    rules.map(|(rule, _)| rule.id()).filter(|rule| lacking.contains(rule)).collect()
}

/// Returns one warning for each limit that parts exceed, and one for each rule and other reason.
pub fn no_parts(context: Context<'_>, lacks: Vec<Lack>) -> Vec<Diagnostic> {
    let warning = |lacks: Vec<Lack>| {
        let parts: Vec<&str> =
            lacks.iter().flat_map(|lack| &lack.parts).map(String::as_str).collect();
        let what = match rules_of(&lacks)[..] {
            [rule] => format!("{} in `{}`", few(&parts, "part"), context.grammar[rule].name),
            ref rules => format!("the parts of {}", listed(context, rules)),
        };
        let message = format!("no accessors for {what}");
        of_group(context, lacks, &message, Some(Hint::Trees))
    };
    groups(lacks).into_iter().map(warning).collect()
}

/// As [`no_parts`], for rules whose parts are in trees.
pub fn in_trees(context: Context<'_>, lacks: &[Lack], rules: &BTreeSet<RuleId>) -> Vec<Diagnostic> {
    let lacks = lacks.iter().filter(|lack| rules.contains(&lack.rule)).cloned().collect();
    let warning = |lacks: Vec<Lack>| {
        let names = listed(context, &rules_of(&lacks));
        let message = format!("the parts of {names} are only in trees");
        of_group(context, lacks, &message, None)
    };
    groups(lacks).into_iter().map(warning).collect()
}

/// Groups parts by the limit that they exceed, or by rule and other reason.
fn groups(lacks: Vec<Lack>) -> Vec<Vec<Lack>> {
    let mut groups: Vec<Vec<Lack>> = Vec::new();
    let mut index_of: BTreeMap<(Code, Option<RuleId>), usize> = BTreeMap::new();
    for lack in lacks {
        let is_limit = lack.why.hints.iter().any(|hint| matches!(hint, Hint::RaiseLimit { .. }));
        let rule = if is_limit { None } else { Some(lack.rule) };
        let index = *index_of.entry((lack.why.code, rule)).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[index].push(lack);
    }
    groups
}

fn rules_of(lacks: &[Lack]) -> Vec<RuleId> {
    let mut rules: Vec<RuleId> = lacks.iter().map(|lack| lack.rule).collect();
    rules.dedup();
    rules
}

/// Returns the warning about a group, with a message that goes before the reason.
fn of_group(
    context: Context<'_>,
    lacks: Vec<Lack>,
    message: &str,
    trees: Option<Hint>,
) -> Diagnostic {
    let first = context.grammar[lacks[0].rule].name.to_string();
    // The hint about the greatest limit suffices for all.
    let why = lacks.into_iter().rev().max_by_key(|lack| sufficient_limit(&lack.why));
    let why = why.expect("a group has a member").why;
    let message = format!("{message}: {}", why.message);
    let hints = hints(&first, &why, trees);
    Diagnostic { severity: Severity::Warning, code: Code::NoParts, message, hints, ..why }
}

/// Returns the greatest limit that a hint names.
fn sufficient_limit(why: &Diagnostic) -> Option<usize> {
    let limit = |hint: &Hint| match hint {
        Hint::RaiseLimit { to, .. } => *to,
        _ => None,
    };
    why.hints.iter().filter_map(limit).max()
}

/// Returns the hints about parts of a rule that are left out. Those of its automaton suggest changes of the
/// grammar, which is correct.
fn hints(rule: &str, why: &Diagnostic, trees: Option<Hint>) -> Vec<Hint> {
    let limit = why.hints.iter().find(|hint| matches!(hint, Hint::RaiseLimit { .. }));
    let Some(limit) = limit.cloned() else { return why.hints.clone() };
    let lists = (limit == Hint::raise(LimitName::SubsetWork))
        .then(|| Hint::ListParts { rule: rule.to_owned() });
    lists.into_iter().chain(trees).chain([limit]).collect()
}
