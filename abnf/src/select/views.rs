//! How the parts of each rule are found: [`Wanted`] parts to a [`View`].

use super::Selected;
use super::apart::Apart;
use super::names::{TypeNames, camel};
use super::parts::{Context, Wanted, direct, listed};
use crate::automata::place;
use crate::diagnostic::Diagnostic;
use crate::grammar::{Resolved, RuleId};
use crate::limits::Limits;
use crate::model::too_large;
use crate::shape::{Shapes, reached, references};
use crate::spec::{Export, Parts};
use crate::tagged::parts::Part;
use crate::tagged::tagged;
use crate::tagged::tdfa::Tdfa;
use std::collections::{BTreeMap, BTreeSet};

/// The parts of a rule.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// Locates the parts that occur once at most; none if there are none.
    pub tdfa: Option<Tdfa>,
    /// What the parts are for; those of the automaton are the first, in its order.
    pub parts: Vec<SelectedPart>,
    /// For each rule of a part that has parts of its own, if the automaton of this rule
    /// has located them: in the order of the other's parts, which of its own has the texts
    /// of each of their rules.
    pub inherited: BTreeMap<RuleId, Vec<BTreeMap<RuleId, usize>>>,
}

/// A part of a rule.
#[derive(Clone, Debug)]
pub struct SelectedPart {
    /// Its name.
    pub name: String,
    /// The name of its method.
    pub accessor: String,
    /// Its rules.
    pub rules: Vec<RuleId>,
    /// If it has several rules, its place among the unions.
    pub union: Option<usize>,
}

/// Several rules of which a part is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Union {
    /// The name of its type, unique in its module.
    pub type_name: String,
    /// Its rules.
    pub rules: Vec<RuleId>,
}

/// Gives each rule its parts; returns the unions among them.
pub(super) fn views(
    grammar: &Resolved,
    shapes: &Shapes,
    exports: &[(RuleId, Export)],
    limits: &Limits,
    reserved: &[&str],
    rules: &mut [Selected],
    found: &mut Vec<Diagnostic>,
) -> Vec<Union> {
    let languages = rules.iter().map(|rule| (rule.id, &rule.dfa)).collect();
    let context = Context { grammar, shapes, languages: &languages };
    let of: BTreeMap<RuleId, &Parts> =
        exports.iter().map(|(id, export)| (*id, &export.parts)).collect();
    let mut work = limits.subset_work;
    let found_parts = rules.iter().map(|rule| {
        let (mut parts, is_listed) = match of[&rule.id] {
            Parts::Direct => (direct(context, rule.id), false),
            Parts::Listed(list) => (listed(context, rule.id, list, found), true),
        };
        parts.retain(|part| !part.repeated);
        let once: Vec<Part> = parts.iter().map(Wanted::part).collect();
        if once.is_empty() {
            return (None, parts);
        }
        let tdfa = tagged(grammar, shapes, rule.id, &once, limits, &mut work);
        match tdfa.and_then(|tdfa| numbered(grammar, rule.id, tdfa)) {
            Ok(tdfa) => (Some(tdfa), parts),
            Err(error) => {
                found.push(if is_listed { error } else { no_parts(grammar, rule.id, &error) });
                (None, Vec::new())
            }
        }
    });
    let (tdfas, wanted): (Vec<Option<Tdfa>>, Vec<Vec<Wanted>>) = found_parts.unzip();
    let mut unions = Unions::new(reserved, rules);
    for (rule, wanted) in rules.iter().zip(&wanted) {
        for part in wanted {
            unions.add_named(grammar, rule, part, found);
        }
    }
    for ((rule, tdfa), wanted) in rules.iter_mut().zip(tdfas).zip(wanted) {
        rule.view.tdfa = tdfa;
        let parts = wanted.into_iter().map(|part| SelectedPart {
            union: unions.of(&rule.type_name, &part),
            name: part.name,
            accessor: part.accessor,
            rules: part.rules,
        });
        rule.view.parts = parts.collect();
    }
    inherit(grammar, shapes, rules);
    unions.all
}

/// The automaton, if tables can hold it.
fn numbered(grammar: &Resolved, rule: RuleId, tdfa: Tdfa) -> Result<Tdfa, Diagnostic> {
    let Some(why) = too_large(&tdfa) else { return Ok(tdfa) };
    let message = format!("locating the parts of `{}` takes {why}", grammar[rule].name);
    Err(place(grammar, rule, Diagnostic::error("too-large-locator", message)))
}

/// A default that cannot be had is no error.
fn no_parts(grammar: &Resolved, rule: RuleId, why: &Diagnostic) -> Diagnostic {
    let name = &grammar[rule].name;
    let message = format!("the type of `{name}` gives access to no parts: {}", why.message);
    place(grammar, rule, Diagnostic::warning("no-parts", message))
}

/// The unions of a module, each once.
struct Unions {
    all: Vec<Union>,
    /// Those whose names the user chose.
    named: BTreeMap<String, usize>,
    names: TypeNames,
    /// The type of which rule a name is.
    types: BTreeMap<String, String>,
}

impl Unions {
    /// Also names the types that own the texts of the rules.
    fn new(reserved: &[&str], rules: &mut [Selected]) -> Self {
        let mut types: BTreeMap<String, String> = rules
            .iter()
            .map(|rule| (rule.type_name.clone(), format!("the type of `{}`", rule.name)))
            .chain(
                reserved
                    .iter()
                    .map(|&name| (name.to_owned(), "a type that every crate has".to_owned())),
            )
            .collect();
        let mut names = TypeNames::new(types.keys().cloned());
        for rule in rules {
            rule.buf_name = names.unique(&format!("{}Buf", rule.type_name));
            types.insert(rule.buf_name.clone(), format!("the owned type of `{}`", rule.name));
        }
        Self { all: Vec::new(), named: BTreeMap::new(), names, types }
    }

    /// Takes note of a name that the user chose.
    fn add_named(
        &mut self,
        grammar: &Resolved,
        rule: &Selected,
        part: &Wanted,
        found: &mut Vec<Diagnostic>,
    ) {
        let Some(name) = &part.type_name else { return };
        let other = match self.named.get(name) {
            Some(&known) if is_set(&self.all[known].rules, &part.rules) => return,
            Some(_) => Some("a union of other rules"),
            None => self.types.get(name).map(String::as_str),
        };
        if let Some(other) = other {
            let message = format!(
                "the type name of part `{}` of `{}` would be `{name}`, which is {other}",
                part.name, rule.name
            );
            let error = Diagnostic::error("type-name-collision", message);
            found.push(place(grammar, rule.id, error.hint("give the part another type name")));
            return;
        }
        self.named.insert(name.clone(), self.all.len());
        self.all.push(Union { type_name: self.names.unique(name), rules: part.rules.clone() });
    }

    /// The union that a part is, if it is one.
    fn of(&mut self, owner: &str, part: &Wanted) -> Option<usize> {
        if part.rules.len() == 1 {
            return None;
        }
        if let Some(name) = &part.type_name {
            return self.named.get(name).copied();
        }
        let type_name = self.names.unique(&format!("{owner}{}", camel(&part.accessor)));
        self.all.push(Union { type_name, rules: part.rules.clone() });
        Some(self.all.len() - 1)
    }
}

fn is_set(one: &[RuleId], other: &[RuleId]) -> bool {
    set(one) == set(other)
}

fn set(rules: &[RuleId]) -> BTreeSet<RuleId> {
    rules.iter().copied().collect()
}

/// Finds the parts that need not be located twice.
fn inherit(grammar: &Resolved, shapes: &Shapes, rules: &mut [Selected]) {
    let places: BTreeMap<RuleId, usize> =
        rules.iter().enumerate().map(|(place, rule)| (rule.id, place)).collect();
    for place in 0..rules.len() {
        let parent = &rules[place];
        let apart = Apart::new(grammar, shapes, parent.id);
        let mut inherited = BTreeMap::new();
        let children: BTreeSet<RuleId> =
            parent.view.parts.iter().flat_map(|part| part.rules.iter().copied()).collect();
        for child in children {
            let Some(&child_place) = places.get(&child) else { continue };
            let parts = rules[child_place].view.parts.iter().map(|inner| {
                let is_apart = apart.always(child, &set(&inner.rules));
                is_apart.then(|| known(grammar, &parent.view.parts, &inner.rules)).flatten()
            });
            if let Some(parts) = parts.collect::<Option<Vec<_>>>() {
                inherited.insert(child, parts);
            }
        }
        rules[place].view.inherited = inherited;
    }
}

/// Which of the parts have the texts of each of the rules, if the part of these rules
/// was located: as it is, or each rule for itself where none has another inside.
fn known(
    grammar: &Resolved,
    parts: &[SelectedPart],
    rules: &[RuleId],
) -> Option<BTreeMap<RuleId, usize>> {
    let part_of = |rules: &[RuleId]| parts.iter().position(|part| is_set(&part.rules, rules));
    if let Some(whole) = part_of(rules) {
        return Some(rules.iter().map(|&rule| (rule, whole)).collect());
    }
    let is_apart = |&rule: &RuleId| {
        let inside = reached(&[rule], |rule| references(&grammar[rule].expr));
        rules.iter().all(|other| *other == rule || !inside.contains(other))
    };
    let each = rules.iter().map(|&rule| Some((rule, part_of(&[rule])?)));
    each.collect::<Option<_>>().filter(|_| rules.iter().all(is_apart))
}
