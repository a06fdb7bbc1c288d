//! Names the enums of parts that are one of several rules: located parts to [`Unions`].
//!
//! A union is an enum. Parts of different rules share one if the user gave them the same type
//! name and the same rules. After this stage every type of a module has a unique name. The enums of
//! trees are in a module of their own, and get their names from [`UnionNames`] too.

use super::located::{LocatedParts, OncePart};
use super::part_requests::{PartRequest, PartRequests, Requested};
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

/// The alternatives of a part that is one of several rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Union {
    /// The name of its type, unique in its module.
    pub type_name: String,
    /// Its rules, including those of literals.
    pub rules: Vec<RuleId>,
    /// The literals among its rules.
    pub literals: BTreeMap<RuleId, SelectedLiteral>,
}

/// A literal among the alternatives of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectedLiteral {
    /// The literal as ABNF.
    pub text: String,
    /// The name of its variant, unique in its union.
    pub variant: String,
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
    requested: &Requested,
    reserved: &[&str],
) -> Vec<Diagnostic> {
    let name_of = |rule: RuleId| &context.grammar[rule].name;
    let mut owners: BTreeMap<&str, String> = BTreeMap::new();
    owners.extend(reserved.iter().map(|&name| (name, "a type that every crate has".to_owned())));
    for rule in rules.iter().filter(|rule| rule.form == Form::Type) {
        let name = name_of(rule.id());
        owners.insert(&rule.type_name, format!("the type of `{name}`"));
        owners.insert(&rule.buf_name, format!("the owned type of `{name}`"));
    }
    let in_texts = rules.iter().map(NamedRule::id).zip(&requested.in_texts);
    let in_trees = requested.in_trees.iter().flat_map(|it| &it.nodes);
    let in_trees = in_trees.map(|(rule, parts)| (*rule, parts));
    let of_module = |all: Vec<(RuleId, &PartRequests)>| {
        let parts =
            all.into_iter().flat_map(|(rule, it)| it.parts.iter().map(move |it| (rule, it)));
        let mut unions: BTreeMap<&str, &[RuleId]> = BTreeMap::new();
        let mut errors = Vec::new();
        for (rule, part) in parts {
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
            errors.push(at_rule(context.grammar, rule, error));
        }
        errors
    };
    [of_module(in_texts.collect()), of_module(in_trees.collect())].concat()
}

/// Names every union and every iterator. Names that users chose come first; they are free of
/// [`collisions`].
pub fn unions(
    hints: &Hints,
    rules: &[NamedRule],
    located: &[LocatedParts],
    reserved: &[&str],
) -> Unions {
    let type_names = rules.iter().map(|rule| (rule.id(), rule.type_name.clone())).collect();
    let given = reserved.iter().map(|&name| name.to_owned());
    let typed = rules.iter().filter(|rule| rule.form == Form::Type);
    let of_rules = typed.flat_map(|rule| [rule.type_name.clone(), rule.buf_name.clone()]);
    let taken = Taken::new(given.chain(of_rules));
    let requests = located.iter().flat_map(LocatedParts::requests);
    let mut names = UnionNames::new(hints, type_names, taken, requests);
    let of_rule = |(rule, located): (&NamedRule, &LocatedParts)| {
        let once = |part: &OncePart| names.union(rule.id(), &part.request);
        let once = located.once.iter().map(once).collect();
        let repeated = located.repeated.iter().map(|(part, _)| {
            let iterator = names.taken.unique(&iterator_name(&rule.type_name, &part.accessor));
            (names.union(rule.id(), part), iterator)
        });
        PartTypes { once, repeated: repeated.collect() }
    };
    let of_rules = rules.iter().zip(located).map(of_rule).collect();
    Unions { all: names.unions, of_rules }
}

/// The unions of a module while they get their names.
pub(super) struct UnionNames<'a> {
    hints: &'a Hints,
    /// The type names of rules.
    pub(super) type_names: BTreeMap<RuleId, String>,
    /// The type names that are taken.
    pub(super) taken: Taken,
    /// The unions with names that users chose.
    chosen: BTreeMap<&'a str, usize>,
    pub(super) unions: Vec<Union>,
}

impl<'a> UnionNames<'a> {
    /// Makes the unions of the parts for which users chose names.
    pub(super) fn new(
        hints: &'a Hints,
        type_names: BTreeMap<RuleId, String>,
        taken: Taken,
        parts: impl Iterator<Item = &'a PartRequest>,
    ) -> Self {
        let (chosen, unions) = (BTreeMap::new(), Vec::new());
        let mut made = Self { hints, type_names, taken, chosen, unions };
        for part in parts {
            let Some(name) = part.type_name.as_deref() else { continue };
            if !made.chosen.contains_key(name) {
                made.chosen.insert(name, made.unions.len());
                let type_name = made.taken.unique(name);
                made.add(type_name, &part.rules);
            }
        }
        made
    }

    /// Returns the index of the union that a part of a rule is. `None` if it is a single rule.
    pub(super) fn union(&mut self, owner: RuleId, part: &PartRequest) -> Option<usize> {
        if !part.is_union() {
            return None;
        }
        if let Some(name) = part.type_name.as_deref() {
            return self.chosen.get(name).copied();
        }
        // The names of enums are in the singular.
        let name = match &*part.name {
            ITEM => ITEM,
            LITERAL if part.is_of_literals(self.hints) => LITERAL,
            _ => &*part.accessor,
        };
        let type_name = format!("{}{}", self.type_names[&owner], camel(name));
        let type_name = self.taken.unique(&type_name);
        self.add(type_name, &part.rules);
        Some(self.unions.len() - 1)
    }

    /// Adds a union. The variants of its literals get names that differ from those of its rules.
    fn add(&mut self, type_name: String, rules: &[RuleId]) {
        let types = rules.iter().filter_map(|rule| self.type_names.get(rule));
        let mut taken = Taken::new(types.cloned());
        let named = rules.iter().filter_map(|rule| {
            let literal = self.hints.literals.get(rule)?;
            let variant = taken.unique(&literal.variant());
            Some((*rule, SelectedLiteral { text: literal.text.clone(), variant }))
        });
        let literals = named.collect();
        self.unions.push(Union { type_name, rules: rules.to_vec(), literals });
    }
}

/// Returns whether two lists contain the same rules.
pub(super) fn same_rules(one: &[RuleId], other: &[RuleId]) -> bool {
    rule_set(one) == rule_set(other)
}

/// Returns the rules of a list as a set.
pub(super) fn rule_set(rules: &[RuleId]) -> BTreeSet<RuleId> {
    rules.iter().copied().collect()
}
