//! Names the enums of parts that are one of several rules: located parts to [`Unions`].
//!
//! A union is an enum. Parts of different rules share one if the user gave them the same type
//! name and the same rules. After this stage every type of a module has a unique name.

use super::located::{LocatedParts, OncePart};
use super::part_requests::{PartRequest, PartRequests};
use super::selected::{SelectedLiteral, Union};
use crate::automata::rules::at_rule;
use crate::diagnostic::{Code, Diagnostic};
use crate::grammar::RuleId;
use crate::plan::context::Context;
use crate::plan::exports::form::Form;
use crate::plan::exports::named::NamedRule;
use crate::plan::names::{Taken, camel, iterator_name};
use crate::plan::outline::{Hints, ITEM, LITERAL};
use std::collections::{BTreeMap, BTreeSet};

/// The unions of a module, each once, and the names of iterators.
#[derive(Clone, Debug, Default)]
pub struct Unions {
    /// The unions.
    pub all: Vec<Union>,
    /// For each rule, the types of its parts.
    pub of_rules: Vec<PartTypes>,
}

/// The types of a rule's parts.
#[derive(Clone, Debug, Default)]
pub struct PartTypes {
    /// For each part that occurs at most once, the index of its union.
    pub once: Vec<Option<usize>>,
    /// For each part that is located by reading the text, the index of its union and the name of
    /// its iterator.
    pub repeated: Vec<(Option<usize>, String)>,
}

/// Returns errors about type names of unions that are taken. `reserved` are type names that the
/// module needs for itself.
pub fn collisions(
    context: Context<'_>,
    rules: &[NamedRule],
    parts: &[PartRequests],
    reserved: &[&str],
) -> Vec<Diagnostic> {
    let name_of = |rule: &NamedRule| &context.grammar[rule.id()].name;
    let mut owners: BTreeMap<&str, String> = BTreeMap::new();
    owners.extend(reserved.iter().map(|&name| (name, "a type that every crate has".to_owned())));
    for rule in rules.iter().filter(|rule| rule.form == Form::Type) {
        owners.insert(&rule.type_name, format!("the type of `{}`", name_of(rule)));
        owners.insert(&rule.buf_name, format!("the owned type of `{}`", name_of(rule)));
    }
    let mut unions: BTreeMap<&str, &[RuleId]> = BTreeMap::new();
    let mut errors = Vec::new();
    for (rule, parts) in rules.iter().zip(parts) {
        for part in &parts.parts {
            let Some(name) = part.type_name.as_deref() else { continue };
            let other = match unions.get(name) {
                Some(known) if same_rules(known, &part.rules) => continue,
                Some(_) => Some("a union of other rules"),
                None => owners.get(name).map(String::as_str),
            };
            let Some(other) = other else {
                unions.insert(name, &part.rules);
                continue;
            };
            let message = format!(
                "the type name of part `{}` of `{}` would be `{name}`, which is {other}",
                part.name,
                name_of(rule)
            );
            let error = Diagnostic::error(Code::TypeNameCollision, message)
                .hint("give the part another type name");
            errors.push(at_rule(context.grammar, rule.id(), error));
        }
    }
    errors
}

/// Names every union and every iterator. Names that users chose come first; they are free of
/// [`collisions`].
pub fn unions(
    hints: &Hints,
    rules: &[NamedRule],
    located: &[LocatedParts],
    reserved: &[&str],
) -> Unions {
    let type_names: BTreeMap<RuleId, &str> =
        rules.iter().map(|rule| (rule.id(), rule.type_name.as_str())).collect();
    let given = reserved.iter().map(|&name| name.to_owned());
    let typed = rules.iter().filter(|rule| rule.form == Form::Type);
    let of_rules = typed.flat_map(|rule| [rule.type_name.clone(), rule.buf_name.clone()]);
    let mut taken = Taken::new(given.chain(of_rules));
    let mut all = Vec::new();
    let mut chosen: BTreeMap<&str, usize> = BTreeMap::new();
    for part in located.iter().flat_map(LocatedParts::requests) {
        if let Some(name) = part.type_name.as_deref().filter(|name| !chosen.contains_key(name)) {
            chosen.insert(name, all.len());
            all.push(Union {
                type_name: taken.unique(name),
                rules: part.rules.clone(),
                literals: BTreeMap::new(),
            });
        }
    }
    let mut union_of = |taken: &mut Taken, owner: &str, part: &PartRequest| {
        if !part.is_union() {
            return None;
        }
        if let Some(name) = part.type_name.as_deref() {
            return chosen.get(name).copied();
        }
        // The names of enums are in the singular.
        let name = match &*part.name {
            ITEM => ITEM,
            LITERAL if part.is_of_literals(hints) => LITERAL,
            _ => &*part.accessor,
        };
        let type_name = taken.unique(&format!("{owner}{}", camel(name)));
        let literals = literals(hints, &type_names, &part.rules);
        all.push(Union { type_name, rules: part.rules.clone(), literals });
        Some(all.len() - 1)
    };
    let of_rule = |(rule, located): (&NamedRule, &LocatedParts)| {
        let owner = &rule.type_name;
        let once = |part: &OncePart| union_of(&mut taken, owner, &part.request);
        let once = located.once.iter().map(once).collect();
        let repeated = located.repeated.iter().map(|(part, _)| {
            let iterator = taken.unique(&iterator_name(owner, &part.accessor));
            (union_of(&mut taken, owner, part), iterator)
        });
        PartTypes { once, repeated: repeated.collect() }
    };
    let of_rules = rules.iter().zip(located).map(of_rule).collect();
    Unions { all, of_rules }
}

/// Returns the literals among the rules of a union, with unique names.
fn literals(
    hints: &Hints,
    type_names: &BTreeMap<RuleId, &str>,
    rules: &[RuleId],
) -> BTreeMap<RuleId, SelectedLiteral> {
    let types = rules.iter().filter_map(|rule| type_names.get(rule));
    let mut taken = Taken::new(types.map(|&name| name.to_owned()));
    let named = rules.iter().filter_map(|rule| {
        let literal = hints.literals.get(rule)?;
        let variant = taken.unique(&literal.variant());
        Some((*rule, SelectedLiteral { text: literal.text.clone(), variant }))
    });
    named.collect()
}

/// Returns whether two lists contain the same rules.
pub(super) fn same_rules(one: &[RuleId], other: &[RuleId]) -> bool {
    rule_set(one) == rule_set(other)
}

/// Returns the rules of a list as a set.
pub(super) fn rule_set(rules: &[RuleId]) -> BTreeSet<RuleId> {
    rules.iter().copied().collect()
}
