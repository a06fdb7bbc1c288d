//! Which matchers there are, and their tables.
//!
//! Minimal canonical automata are equal where languages are, so equality of
//! automata finds the rules that share a matcher. A matcher belongs to the first
//! module that needs it. Within a module, matchers share a class map where that
//! takes fewer bytes: a common map saves 256 bytes and makes the tables wider.

use super::Part;
use super::names::static_name;
use crate::bytes::ByteClasses;
use crate::dfa::{Dfa, StateId};
use std::collections::BTreeMap;

/// A matcher of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatcherId {
    /// The module that holds it.
    pub module: usize,
    /// Its place there.
    pub index: usize,
}

/// A named partition of the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassMap {
    /// The name of its static.
    pub name: String,
    /// The partition.
    pub classes: ByteClasses,
}

/// The tables of one language.
///
/// State 0 is dead: it rejects, and every transition leads back to it. Accepting
/// states have the highest numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matcher {
    /// The name of its static.
    pub name: String,
    /// The rules of its language, as `rule` or `module::rule`.
    pub rules: Vec<String>,
    /// Its class map, by place in [`super::Module::class_maps`].
    pub class_map: usize,
    /// The next state by state and class.
    pub rows: Vec<Vec<u16>>,
    /// What an entry of the table is.
    pub width: Width,
    /// The state in which every text begins.
    pub start: u16,
    /// The first accepting state; the number of states if none is.
    pub accepting: u16,
}

/// The type of a table's entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// `u8`, for up to 256 states.
    Narrow,
    /// `u16`.
    Wide,
}

/// The tables of one module.
pub(super) struct ModuleTables {
    pub(super) class_maps: Vec<ClassMap>,
    pub(super) matchers: Vec<Matcher>,
    pub(super) of_rules: Vec<MatcherId>,
}

/// Whether an automaton has more states than tables can number, the dead one and
/// the bound above the last one included.
pub fn too_many_states(dfa: &Dfa) -> bool {
    usize::from(u16::MAX) <= dfa.state_count() + 1
}

/// The tables of every module.
pub(super) fn tables(parts: &[Part]) -> Vec<ModuleTables> {
    let mut languages: BTreeMap<&Dfa, MatcherId> = BTreeMap::new();
    let mut of_rules: Vec<Vec<MatcherId>> = Vec::new();
    let mut found: Vec<Vec<Language<'_>>> = Vec::new();
    for (module, part) in parts.iter().enumerate() {
        found.push(Vec::new());
        of_rules.push(Vec::new());
        for rule in &part.rules {
            // Equal languages have equal automata: note [canonical numbers].
            let id = *languages.entry(&rule.dfa).or_insert_with(|| {
                let name = static_name(rule.name.folded());
                found[module].push(Language { name, rules: Vec::new(), dfa: &rule.dfa });
                MatcherId { module, index: found[module].len() - 1 }
            });
            let prefix = if part.module.is_empty() { "" } else { "::" };
            let rule_name = format!("{}{prefix}{}", part.module, rule.name);
            found[id.module][id.index].rules.push(rule_name);
            of_rules[module].push(id);
        }
    }
    found.into_iter().zip(of_rules).map(|(found, of_rules)| module(found, of_rules)).collect()
}

struct Language<'a> {
    name: String,
    rules: Vec<String>,
    dfa: &'a Dfa,
}

fn module(languages: Vec<Language<'_>>, of_rules: Vec<MatcherId>) -> ModuleTables {
    let (class_maps, map_of) = class_maps(&languages);
    let matchers = languages
        .into_iter()
        .zip(map_of)
        .map(|(language, class_map)| matcher(language, class_map, &class_maps[class_map].classes));
    ModuleTables { matchers: matchers.collect(), class_maps, of_rules }
}

/// The maps, and for each language the place of its own.
///
/// Greedy, the largest tables first: a language joins the map that then costs the
/// fewest bytes more, or begins one where that costs less. Only so many maps are
/// tried, so that the time is not the square of the languages.
fn class_maps(languages: &[Language<'_>]) -> (Vec<ClassMap>, Vec<usize>) {
    let mut order: Vec<usize> = (0..languages.len()).collect();
    order.sort_by_key(|&i| {
        let dfa = languages[i].dfa;
        std::cmp::Reverse(column_size(dfa) * dfa.classes().count())
    });
    let mut groups: Vec<Group> = Vec::new();
    for language in order {
        let dfa = languages[language].dfa;
        let alone = Group {
            classes: dfa.classes().clone(),
            column: column_size(dfa),
            languages: vec![language],
        };
        let tried = groups.iter().enumerate().take(MAX_TRIED);
        match tried.map(|(i, group)| (group.cost_of(&alone), i)).min() {
            Some((cost, i)) if cost < alone.size() => groups[i].join(&alone),
            _ => groups.push(alone),
        }
    }
    let first = |group: &Group| group.languages.iter().copied().min();
    groups.sort_by_key(first);
    let mut map_of = vec![0; languages.len()];
    for (map, group) in groups.iter().enumerate() {
        for &language in &group.languages {
            map_of[language] = map;
        }
    }
    let name = |group: &Group| match groups.len() {
        1 if 1 < languages.len() => "ALL".to_owned(),
        _ => first(group).map_or(String::new(), |language| languages[language].name.clone()),
    };
    let maps =
        groups.iter().map(|group| ClassMap { name: name(group), classes: group.classes.clone() });
    (maps.collect(), map_of)
}

/// Languages that read bytes through one map.
struct Group {
    classes: ByteClasses,
    /// Bytes that one more class adds to the tables.
    column: usize,
    languages: Vec<usize>,
}

impl Group {
    fn size(&self) -> usize {
        MAP_SIZE + self.column * self.classes.count()
    }

    /// By how many bytes the other's languages would enlarge it.
    fn cost_of(&self, other: &Self) -> usize {
        let count = self.classes.refined_count(&other.classes);
        MAP_SIZE + (self.column + other.column) * count - self.size()
    }

    fn join(&mut self, other: &Self) {
        self.classes = self.classes.refined(&other.classes);
        self.column += other.column;
        self.languages.extend(&other.languages);
    }
}

/// How many maps a language may join.
const MAX_TRIED: usize = 64;

/// Bytes of a class map.
const MAP_SIZE: usize = 256;

/// Bytes of one column of a transition table.
fn column_size(dfa: &Dfa) -> usize {
    let entry = match width(dfa) {
        Width::Narrow => 1,
        Width::Wide => 2,
    };
    (dfa.state_count() + 1) * entry
}

fn width(dfa: &Dfa) -> Width {
    if dfa.state_count() < 256 { Width::Narrow } else { Width::Wide }
}

fn matcher(language: Language<'_>, class_map: usize, classes: &ByteClasses) -> Matcher {
    let dfa = language.dfa;
    let (accepting, others): (Vec<StateId>, Vec<StateId>) =
        dfa.states().partition(|&state| dfa.is_accepting(state));
    let first_accepting = number(others.len());
    let order: Vec<StateId> = others.into_iter().chain(accepting).collect();
    let mut number_of = vec![0; order.len()];
    for (place, &state) in order.iter().enumerate() {
        number_of[state as usize] = number(place);
    }
    let representatives = classes.representatives();
    let row = |state: StateId| {
        let next = |&byte: &u8| dfa.next(state, byte).map_or(0, |next| number_of[next as usize]);
        representatives.iter().map(next).collect()
    };
    let dead = vec![0; representatives.len()];
    Matcher {
        name: language.name,
        rules: language.rules,
        class_map,
        rows: std::iter::once(dead).chain(order.iter().map(|&state| row(state))).collect(),
        width: width(dfa),
        start: number_of[Dfa::START as usize],
        accepting: first_accepting,
    }
}

/// The number of the state at a place in the order of live states.
fn number(place: usize) -> u16 {
    u16::try_from(place + 1).expect("automata with more states are refused")
}
