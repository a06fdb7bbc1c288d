//! How the parts of each rule are found: [`Wanted`] parts to a [`View`].

use super::Selected;
use super::apart::Apart;
use super::outermost::outermost;
use super::parts::{Context, Wanted, direct, listed};
use crate::automata::events::{Transducer, repeated};
use crate::automata::rules::place;
use crate::automata::shape::{Shapes, reached, references};
use crate::automata::tagged::parts::Part;
use crate::automata::tagged::tagged;
use crate::automata::tagged::tdfa::Tdfa;
use crate::diagnostic::{Diagnostic, Severity};
use crate::grammar::{Resolved, RuleId};
use crate::limits::Limits;
use crate::plan::format::{locator_excess, transducer_excess};
use crate::plan::names::{Taken, camel};
use crate::plan::slots::with_room;
use crate::spec::{Export, Parts};
use std::collections::{BTreeMap, BTreeSet};

/// The parts of a rule.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// Locates the parts that occur once at most; none if there are none.
    pub tdfa: Option<Tdfa>,
    /// What the parts are for, in the order of the automaton.
    pub parts: Vec<SelectedPart>,
    /// The parts that may occur more than once.
    pub repeated: Vec<SelectedRepetition>,
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
    /// The place of the part that it always is inside of, if it is located through that
    /// one and not by the automaton.
    pub through: Option<usize>,
}

impl SelectedPart {
    /// For the automaton.
    pub(super) fn part(&self) -> Part {
        Part { name: self.name.clone(), rules: self.rules.iter().copied().collect() }
    }
}

/// A part of a rule that may occur more than once.
#[derive(Clone, Debug)]
pub struct SelectedRepetition {
    /// What it is; its rules are in the order of the transducer.
    pub part: SelectedPart,
    /// The name of its iterator, unique in its module.
    pub iterator: String,
    /// Tells its occurrences.
    pub transducer: Transducer,
}

/// Several rules of which a part is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Union {
    /// The name of its type, unique in its module.
    pub type_name: String,
    /// Its rules.
    pub rules: Vec<RuleId>,
}

/// The code of an error: tables cannot number what finds the parts of a rule.
const TOO_LARGE: &str = "too-large-locator";

/// The code of an error: all tables together would have too many entries.
const TABLE_LIMIT: &str = "table-limit";

/// What is left for parts.
pub(super) struct Budget<'a> {
    pub(super) limits: &'a Limits,
    /// See [`Limits::subset_work`].
    pub(super) work: usize,
    /// How many entries tables may have.
    pub(super) room: usize,
}

/// Gives each rule its parts; returns the unions among them.
pub(super) fn views(
    grammar: &Resolved,
    shapes: &Shapes,
    exports: &[(RuleId, Export)],
    mut budget: Budget<'_>,
    reserved: &[&str],
    rules: &mut [Selected],
    found: &mut Vec<Diagnostic>,
) -> Vec<Union> {
    let languages = rules.iter().map(|rule| (rule.id, &rule.dfa)).collect();
    let context = Context { grammar, shapes, languages: &languages };
    let of: BTreeMap<RuleId, &Parts> =
        exports.iter().map(|(id, export)| (*id, &export.parts)).collect();
    // Nobody will see the defaults of what cannot be generated.
    let failed = found.iter().any(|item| item.severity == Severity::Error);
    let mut lacking = Vec::new();
    let located = rules.iter().map(|rule| match of[&rule.id] {
        Parts::Direct if failed => Located::default(),
        Parts::Direct => {
            let parts = direct(context, rule.id);
            let mut errors = Vec::new();
            let located = located(context, rule.id, parts, &mut budget, &mut errors);
            lacking.extend(errors.into_iter().map(|error| (rule.id, error)));
            located
        }
        Parts::Listed(list) => {
            let parts = listed(context, rule.id, list, found);
            located(context, rule.id, parts, &mut budget, found)
        }
    });
    let located: Vec<Located> = located.collect();
    found.extend(no_parts(grammar, &lacking));
    let mut unions = Unions::new(reserved, rules);
    for (rule, located) in rules.iter().zip(&located) {
        for part in located.once.iter().chain(located.often.iter().map(|it| &it.0)) {
            unions.add_named(grammar, rule, part, found);
        }
    }
    for (rule, located) in rules.iter_mut().zip(located) {
        let owner = &rule.type_name;
        let once = located.once.into_iter().map(|part| unions.selected(owner, part));
        rule.view.parts = once.collect();
        rule.view.tdfa = located.tdfa;
        let often = located.often.into_iter().map(|(part, transducer)| {
            let iterator = unions.names.unique(&format!("{owner}{}", camel(&part.accessor)));
            let rules = set(&part.rules).into_iter().collect();
            let part = SelectedPart { rules, ..unions.selected(owner, part) };
            SelectedRepetition { part, iterator, transducer }
        });
        rule.view.repeated = often.collect();
    }
    if !failed {
        outermost(grammar, shapes, &mut budget, rules);
    }
    inherit(grammar, shapes, rules);
    unions.all
}

/// The parts of a rule with what finds them.
#[derive(Default)]
struct Located {
    /// For those that occur once at most.
    tdfa: Option<Tdfa>,
    once: Vec<Wanted>,
    often: Vec<(Wanted, Transducer)>,
}

/// What cannot be had is left out.
fn located(
    context: Context<'_>,
    rule: RuleId,
    parts: Vec<Wanted>,
    budget: &mut Budget<'_>,
    errors: &mut Vec<Diagnostic>,
) -> Located {
    let Context { grammar, shapes, .. } = context;
    let limits = budget.limits;
    let (often, mut once): (Vec<Wanted>, _) = parts.into_iter().partition(|it| it.repeated);
    let mut tdfa = None;
    if !once.is_empty() {
        let parts: Vec<Part> = once.iter().map(Wanted::part).collect();
        let made = tagged(grammar, shapes, rule, &parts, limits, &mut budget.work);
        match made.and_then(|tdfa| numbered(grammar, rule, tdfa, &mut budget.room)) {
            Ok(made) => tdfa = Some(with_room(made)),
            Err(error) => {
                errors.push(error);
                once.clear();
            }
        }
    }
    let often = often.into_iter().filter_map(|part| {
        let made = repeated(grammar, shapes, rule, &part.part(), limits, &mut budget.work)
            .and_then(|made| numbered_events(grammar, rule, &part, made, &mut budget.room));
        made.map_err(|error| errors.push(error)).ok().map(|transducer| (part, transducer))
    });
    let often = often.collect();
    Located { tdfa, once, often }
}

/// The automaton, if tables can hold it.
fn numbered(
    grammar: &Resolved,
    rule: RuleId,
    tdfa: Tdfa,
    room: &mut usize,
) -> Result<Tdfa, Diagnostic> {
    let entries = tdfa.state_count() * tdfa.classes().count();
    let why = locator_excess(&tdfa).map(|why| (TOO_LARGE, why)).or_else(|| past(entries, room));
    let Some((code, why)) = why else { return Ok(tdfa) };
    let message = format!("locating the parts of `{}` takes {why}", grammar[rule].name);
    Err(place(grammar, rule, Diagnostic::error(code, message)))
}

/// The transducer, if tables can hold it.
fn numbered_events(
    grammar: &Resolved,
    rule: RuleId,
    part: &Wanted,
    transducer: Transducer,
    room: &mut usize,
) -> Result<Transducer, Diagnostic> {
    let entries = transducer.state_count() * transducer.classes().count();
    let why = transducer_excess(&transducer).map(|why| (TOO_LARGE, why));
    let Some((code, why)) = why.or_else(|| past(entries, room)) else { return Ok(transducer) };
    let (name, rule_name) = (&part.name, &grammar[rule].name);
    let message = format!("telling the occurrences of `{name}` in `{rule_name}` takes {why}");
    Err(place(grammar, rule, Diagnostic::error(code, message)))
}

/// Takes the entries of two tables from what is left; what is wrong if that does not
/// suffice.
fn past(entries: usize, room: &mut usize) -> Option<(&'static str, String)> {
    let entries = entries.saturating_mul(2);
    let left = room.checked_sub(entries);
    *room = left.unwrap_or(*room);
    left.is_none().then(|| {
        let why = format!("tables of {entries} entries, of which the limit leaves {room}");
        (TABLE_LIMIT, why)
    })
}

/// A default that cannot be had is no error. What several rules lack parts for is told once.
fn no_parts(grammar: &Resolved, lacking: &[(RuleId, Diagnostic)]) -> Vec<Diagnostic> {
    let mut causes: BTreeMap<(&str, &str), Vec<&(RuleId, Diagnostic)>> = BTreeMap::new();
    for entry in lacking {
        let why = &entry.1;
        // The limits of the whole run are one cause, wherever they are passed.
        let is_shared = matches!(why.code, "work-limit" | TABLE_LIMIT);
        let message = if is_shared { "" } else { &*why.message };
        causes.entry((why.code, message)).or_default().push(entry);
    }
    let mut causes: Vec<_> = causes.into_values().collect();
    causes.sort_by_key(|entries| lacking.iter().position(|entry| std::ptr::eq(entry, entries[0])));
    let told = causes.into_iter().map(|entries| {
        let (rule, why) = entries[0];
        let rules: BTreeSet<RuleId> = entries.iter().map(|entry| entry.0).collect();
        lacks_parts(grammar, *rule, rules.len(), why)
    });
    told.collect()
}

/// Says so of a rule, as the first of so many.
fn lacks_parts(grammar: &Resolved, rule: RuleId, count: usize, why: &Diagnostic) -> Diagnostic {
    let name = &grammar[rule].name;
    let subject = match count {
        0 | 1 => format!("the type of `{name}` lacks parts"),
        2 => format!("the types of `{name}` and one more rule lack parts"),
        _ => format!("the types of `{name}` and {} more rules lack parts", count - 1),
    };
    let message = format!("{subject}: {}", why.message);
    let warning = place(grammar, rule, Diagnostic::warning("no-parts", message));
    Diagnostic { hints: why.hints.clone(), ..warning }
}

/// The unions of a module, each once.
struct Unions {
    all: Vec<Union>,
    /// Those whose names the user chose.
    named: BTreeMap<String, usize>,
    names: Taken,
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
        let mut names = Taken::new(types.keys().cloned());
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

    /// A part with the union that it is, if it is one.
    fn selected(&mut self, owner: &str, part: Wanted) -> SelectedPart {
        let union = self.of(owner, &part);
        let Wanted { name, accessor, rules, .. } = part;
        SelectedPart { union, name, accessor, rules, through: None }
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

pub(super) fn is_set(one: &[RuleId], other: &[RuleId]) -> bool {
    set(one) == set(other)
}

pub(super) fn set(rules: &[RuleId]) -> BTreeSet<RuleId> {
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
                if inner.through.is_some() {
                    return Some(BTreeMap::new());
                }
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
    let part_of = |rules: &[RuleId]| {
        parts.iter().position(|part| part.through.is_none() && is_set(&part.rules, rules))
    };
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
