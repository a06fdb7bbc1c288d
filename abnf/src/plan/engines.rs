//! Engines: how the generated code of a rule walks its automaton.
//!
//! A walk through a table takes a load for each byte, which depends on the load before it. Other
//! engines are faster. The grammar alone determines the engine of a rule, unless the
//! [`Spec`](crate::spec::Spec) names one:
//!
//! | engine | chosen if | advantage |
//! |---|---|---|
//! | [`shift`] | the automaton has a cycle and packs into rows of 64 bits: always up to nine states, at most fifteen | one shift for each byte; no branch depends on the text |
//! | [`layers`] of shifts | otherwise, if texts begin in a fixed form and the rest of the automaton packs | the same, with two independent loads for each byte |
//! | [`program`] as code | the rule is one of the [`entries`], or the spec requests code; and the automaton has runs of at most [`program::MAX_SETS`] sets of bytes | skips runs of bytes at once; the assignments of an edge are constants |
//! | table | otherwise, and for the states that code omits | small; locates all errors |
//!
//! A rule without a cycle mostly has short texts, and keeps its table. If all its texts have at least
//! [`LAYERED`] bytes, as UUIDs have, it may have layers. Parts are located by code or by
//! the table. Code is long: 100 to 600 lines for each rule, and 1,400 lines of run-time for the first
//! rule with code. Therefore few rules have code unless the spec requests it.

pub mod entries;
pub mod layers;
pub mod program;
pub mod range_tests;
pub mod share;
pub mod shift;
mod starts;
pub mod sweep;

use crate::automata::compare::shortest;
use crate::automata::dense::{Dense, Edge, StateId};
use crate::automata::dfa::Dfa;
use crate::automata::events::Transducer;
use crate::automata::graph::has_cycle;
use crate::automata::nested::{Network, Pushdown};
use crate::automata::tagged::tdfa::{Context, Tdfa};
use crate::plan::parts::selected::Selected;
use crate::spec::{Engine, Locate};
use layers::Layers;
use program::Program;
use share::{Named, Shared, SharedMatcher, Tables};
use shift::Shift;
use starts::{Joined, joined};
use std::borrow::Cow;

/// The maximum number of states of an automaton that gets shifts without a request.
pub const MAX_SHIFTED_STATES: usize = 64;

/// The least length of the shortest text for which an automaton without a cycle gets layers.
pub const LAYERED: usize = 32;

/// The shifts that match the texts of a rule, if any do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shifts {
    /// The whole automaton as rows.
    pub shift: Option<Shift>,
    /// Layers, if the whole automaton does not pack.
    pub layers: Option<Layers>,
}

/// Returns the shifts of an automaton, if the engine allows them and the automaton packs.
pub fn shifts(dfa: &Dfa, engine: Engine) -> Shifts {
    let is_wanted = match engine {
        Engine::Table => false,
        Engine::Shift | Engine::Code => dfa.state_count() <= layers::MAX_STATES,
        Engine::Auto => dfa.state_count() <= MAX_SHIFTED_STATES,
    };
    let is_cyclic = is_cyclic(dfa);
    let is_long = || shortest(dfa).is_some_and(|text| LAYERED <= text.len());
    if !is_wanted || !is_cyclic && !is_long() {
        return Shifts::default();
    }
    let shift = if is_cyclic { shift::shift(dfa) } else { None };
    let layers = if shift.is_some() { None } else { layers::layers(dfa) };
    Shifts { shift, layers }
}

/// Returns the engine that matches texts of a rule. [`Engine::Auto`] means code for an
/// [entry](entries), except if no part needs code and the automaton packs into shifts: texts of
/// such rules are short.
pub fn for_matching(dfa: &Dfa, rule: &Selected) -> Engine {
    if rule.engine != Engine::Auto || !rule.is_entry {
        return rule.engine;
    }
    let locates = |tdfa: &Tdfa| 0 < tdfa.slots && for_locating(rule) == Engine::Code;
    let has_shifts = || shifts(dfa, Engine::Auto) != Shifts::default();
    if rule.view.tdfa.as_ref().is_some_and(locates) || !has_shifts() {
        Engine::Code
    } else {
        Engine::Auto
    }
}

/// Returns the engine that locates parts of a rule. [`Engine::Auto`] means code for an entry.
pub fn for_locating(rule: &Selected) -> Engine {
    match (rule.locate, rule.engine) {
        // Accessors that locate parts can be called in constants, where only tables can be walked.
        (Locate::OnDemand, _) => Engine::Table,
        (_, Engine::Auto) if rule.is_entry => Engine::Code,
        (_, engine) => engine,
    }
}

/// Returns the automaton as code, if the engine is code and the automaton has runs to skip.
///
/// Texts begin in `start`, and can also begin in the states `others`.
pub fn code(tdfa: &Tdfa, start: StateId, others: &[StateId], engine: Engine) -> Option<Program> {
    // Without slots, the offsets of parts follow from the length of the text, so the matcher
    // suffices.
    let is_read = tdfa.parts.is_empty() || 0 < tdfa.slots;
    match engine {
        Engine::Code if is_read => program::program(tdfa, start, others),
        Engine::Auto | Engine::Table | Engine::Shift | Engine::Code => None,
    }
}

/// Returns the automaton of a language as a tagged automaton without tags.
pub fn plain(dfa: &Dfa) -> Tdfa {
    let edge = |edge: &Edge<()>| Edge { target: edge.target, output: Vec::new() };
    let dense = Dense {
        classes: dfa.classes.clone(),
        next: dfa.next.iter().map(|entry| entry.as_ref().map(edge)).collect(),
        ends: dfa.ends.iter().map(|end| end.map(|()| Vec::new())).collect(),
    };
    let contexts = vec![Context::default(); dfa.state_count()];
    let (parts, scans) = (Vec::new(), Vec::new());
    Tdfa { dense, registers: 0, slots: 0, parts, contexts, scans }
}

/// Returns whether the language has texts of unbounded length.
fn is_cyclic(dfa: &Dfa) -> bool {
    let successors = |state| dfa.successors(state).map(StateId::index).collect();
    has_cycle(&dfa.states().map(successors).collect::<Vec<_>>())
}

/// The automata of one module with their engines.
pub struct Engines<'a> {
    pub(in crate::plan) matchers: Vec<WalkedMatcher<'a>>,
    pub(in crate::plan) locators: Vec<(Named, Coded<'a>)>,
    pub(in crate::plan) event_tables: Vec<(Named, &'a Transducer)>,
    pub(in crate::plan) nested: Option<&'a Pushdown>,
    pub(in crate::plan) general: Option<&'a Network>,
    pub(in crate::plan) of_rules: Vec<Tables>,
}

/// The automaton of a language with its engines.
pub(in crate::plan) struct WalkedMatcher<'a> {
    pub(in crate::plan) shared: SharedMatcher<'a>,
    pub(in crate::plan) shifts: Shifts,
    pub(in crate::plan) coded: Coded<'a>,
}

/// An automaton of a module, or the automaton that has its states.
#[allow(clippy::large_enum_variant, reason = "most are of the large variant")]
pub(in crate::plan) enum Automaton<'a> {
    /// An automaton with states of its own, and its further start states that share its code.
    Own(Cow<'a, Tdfa>, Vec<StateId>),
    /// An automaton with the states of another one.
    From {
        /// The index of the other automaton.
        base: usize,
        /// The start among its states.
        start: StateId,
        /// Whether code for the other automaton reads its texts too.
        shares_code: bool,
    },
}

/// An automaton, and its states that are code.
pub(in crate::plan) struct Coded<'a> {
    pub(in crate::plan) automaton: Automaton<'a>,
    pub(in crate::plan) code: Option<Program>,
}

/// Decides how each automaton is walked.
pub fn engines(all: Vec<Shared<'_>>) -> Vec<Engines<'_>> {
    all.into_iter().map(of_module).collect()
}

fn of_module(shared: Shared<'_>) -> Engines<'_> {
    let Shared { matchers, locators, event_tables, nested, general, of_rules } = shared;
    let (names, automata): (Vec<_>, Vec<_>) = locators.into_iter().unzip();
    let automata = automata.into_iter().map(Cow::Borrowed);
    let joint = names.iter().map(|it: &Named| it.joint);
    let locators = coded(based(automata.zip(joint)), names.iter().map(|it| it.engine));
    let locators = names.into_iter().zip(locators).collect();
    let automata = matchers.iter().map(|it| (Cow::Owned(plain(it.dfa)), None));
    let walked = coded(based(automata), matchers.iter().map(|it| it.named.engine));
    let matchers = matchers.into_iter().zip(walked).map(|(shared, coded)| {
        let shifts = shifts(shared.dfa, shared.named.engine);
        WalkedMatcher { shared, shifts, coded }
    });
    let matchers = matchers.collect();
    Engines { matchers, locators, event_tables, nested, general, of_rules }
}

/// The maximum number of automata that are tried as the base of another one.
const MAX_BASES: usize = 16;

/// The minimum number of states for which sharing a table pays off.
const MIN_SHARED: usize = 8;

/// Finds the automata that have the states of an earlier one: those that were joined with it, and
/// those that differ from it only in their starts. `joint` is the same for automata that were joined.
fn based<'a>(
    automata: impl IntoIterator<Item = (Cow<'a, Tdfa>, Option<usize>)>,
) -> Vec<Automaton<'a>> {
    let mut all: Vec<Automaton<'_>> = Vec::new();
    let mut of_all: Vec<(usize, Option<usize>)> = Vec::new();
    for (tdfa, joint) in automata {
        let own = (tdfa.state_count(), joint);
        let is_joint = |other: Option<usize>| joint.is_some() && joint == other;
        let bases = all.iter_mut().zip(&of_all).enumerate().filter_map(|(index, (base, &of))| {
            let is_like = MIN_SHARED <= of.0 && of.0.abs_diff(own.0) <= 1;
            match base {
                Automaton::Own(base, starts) if is_like || is_joint(of.1) => {
                    Some((index, base, starts))
                }
                Automaton::Own(..) | Automaton::From { .. } => None,
            }
        });
        let with = bases.take(MAX_BASES).find_map(|(index, base, starts)| {
            let Joined { tdfa, start, shares_code } = joined(base, &tdfa)?;
            if !shares_code && !is_joint(of_all[index].1) {
                return None;
            }
            *base = Cow::Owned(tdfa);
            if shares_code {
                starts.push(start);
            }
            Some(Automaton::From { base: index, start, shares_code })
        });
        all.push(with.unwrap_or_else(|| Automaton::Own(tdfa, Vec::new())));
        of_all.push(own);
    }
    all
}

/// Decides which automata become code. An automaton that shares the code of another one also shares
/// its requests for an engine.
fn coded(automata: Vec<Automaton<'_>>, engines: impl Iterator<Item = Engine>) -> Vec<Coded<'_>> {
    let mut engines: Vec<Engine> = engines.collect();
    for (index, automaton) in automata.iter().enumerate() {
        if let Automaton::From { base, shares_code: true, .. } = automaton {
            engines[*base] = engines[*base].max(engines[index]);
        }
    }
    let codes = automata.iter().zip(engines).map(|(automaton, engine)| match automaton {
        Automaton::Own(tdfa, others) => code(tdfa, Tdfa::START, others, engine),
        Automaton::From { shares_code: true, .. } => None,
        Automaton::From { base, start, .. } => match &automata[*base] {
            Automaton::Own(tdfa, _) => code(tdfa, *start, &[], engine),
            Automaton::From { .. } => unreachable!("a base has states of its own"),
        },
    });
    let codes: Vec<_> = codes.collect();
    let all = automata.into_iter().zip(codes);
    all.map(|(automaton, code)| Coded { automaton, code }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::dfa;

    #[test]
    fn long_forms_have_no_shifts() {
        let long = dfa("r = 9000\"a\" *( \"b\" \"c\" )\n", "r");
        assert_eq!(shifts(&long, Engine::Shift), Shifts::default());
        // The number of bytes equals the maximum number of layers.
        let fits = format!("r = {}\"a\" *( \"b\" \"c\" )\n", layers::MAX_LAYERS);
        assert!(shifts(&dfa(&fits, "r"), Engine::Shift).layers.is_some());
    }

    #[test]
    fn an_engine_says_what_may_be_made() {
        let digits = dfa("r = *%x30-39\n", "r");
        for (engine, has_shifts, has_code) in [
            (Engine::Auto, true, false),
            (Engine::Table, false, false),
            (Engine::Shift, true, false),
            (Engine::Code, true, true),
        ] {
            assert_eq!(shifts(&digits, engine).shift.is_some(), has_shifts, "{engine:?}");
            assert_eq!(
                code(&plain(&digits), Tdfa::START, &[], engine).is_some(),
                has_code,
                "{engine:?}"
            );
        }
    }

    #[test]
    fn rules_with_texts_of_any_length() {
        for (rule, expected) in
            [("*\"a\"", true), ("\"a\" / \"bb\"", false), ("*( \"ab\" ) \"c\"", true)]
        {
            assert_eq!(is_cyclic(&dfa(&format!("r = {rule}\n"), "r")), expected, "{rule}");
        }
    }

    #[test]
    fn long_texts_of_a_fixed_form_have_layers() {
        let form = |digits| format!("r = {digits}( %x30-39 / %x61-66 ) \"-\" 12%x30-39\n");
        assert!(shifts(&dfa(&form(19), "r"), Engine::Auto).layers.is_some());
        assert_eq!(shifts(&dfa(&form(18), "r"), Engine::Auto), Shifts::default());
    }
}
