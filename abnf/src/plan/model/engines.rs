//! Decides how the automata of a module are walked. Automata that differ only in their starts
//! share their states; some have shifts or code.

use super::share::{Named, Shared, SharedMatcher, Tables};
use super::starts::with_start;
use crate::automata::dense::StateId;
use crate::automata::events::Transducer;
use crate::automata::nested::{Network, Pushdown};
use crate::automata::tagged::tdfa::Tdfa;
use crate::plan::engine::program::Program;
use crate::plan::engine::{self, Shifts, plain};
use crate::spec::Engine;
use std::borrow::Cow;

/// The automata of one module with their engines.
pub struct Engines<'a> {
    pub(super) matchers: Vec<WalkedMatcher<'a>>,
    pub(super) locators: Vec<(Named, Coded<'a>)>,
    pub(super) event_tables: Vec<(Named, &'a Transducer)>,
    pub(super) nested: Option<&'a Pushdown>,
    pub(super) general: Option<&'a Network>,
    pub(super) of_rules: Vec<Tables>,
}

/// The automaton of a language with its engines.
pub(super) struct WalkedMatcher<'a> {
    pub(super) shared: SharedMatcher<'a>,
    pub(super) shifts: Shifts,
    pub(super) coded: Coded<'a>,
}

/// An automaton of a module, or the automaton that has its states.
#[allow(clippy::large_enum_variant, reason = "most are of the large variant")]
pub(super) enum Automaton<'a> {
    /// An automaton with states of its own, and its further start states.
    Own(Cow<'a, Tdfa>, Vec<StateId>),
    /// The index of the automaton that has its states, and the start among them.
    From(usize, StateId),
}

/// An automaton, and its states that are code.
pub(super) struct Coded<'a> {
    pub(super) automaton: Automaton<'a>,
    pub(super) code: Option<Program>,
}

/// Decides how each automaton is walked.
pub fn engines(all: Vec<Shared<'_>>) -> Vec<Engines<'_>> {
    all.into_iter().map(of_module).collect()
}

fn of_module(shared: Shared<'_>) -> Engines<'_> {
    let Shared { matchers, locators, event_tables, nested, general, of_rules } = shared;
    let (names, automata): (Vec<_>, Vec<_>) = locators.into_iter().unzip();
    let automata = automata.into_iter().map(Cow::Borrowed).collect();
    let locators = coded(based(automata), names.iter().map(|it| it.engine));
    let locators = names.into_iter().zip(locators).collect();
    let automata = matchers.iter().map(|it| Cow::Owned(plain(it.dfa))).collect();
    let walked = coded(based(automata), matchers.iter().map(|it| it.named.engine));
    let matchers = matchers.into_iter().zip(walked).map(|(shared, coded)| {
        let shifts = engine::shifts(shared.dfa, shared.named.engine);
        WalkedMatcher { shared, shifts, coded }
    });
    let matchers = matchers.collect();
    Engines { matchers, locators, event_tables, nested, general, of_rules }
}

/// The number of automata that are tried as the base of another.
const MAX_BASES: usize = 16;

/// The minimal number of states for which sharing a table pays.
const MIN_SHARED: usize = 8;

/// Finds the automata that differ from an earlier one only in their starts.
fn based(automata: Vec<Cow<'_, Tdfa>>) -> Vec<Automaton<'_>> {
    let mut all: Vec<Automaton<'_>> = Vec::new();
    for tdfa in automata {
        let bases = all.iter_mut().enumerate().filter_map(|(index, base)| match base {
            Automaton::Own(base, starts) => Some((index, base, starts)),
            Automaton::From(..) => None,
        });
        let large = bases.filter(|(_, base, starts)| {
            let states = base.state_count() - starts.len();
            MIN_SHARED <= states && states.abs_diff(tdfa.state_count()) <= 1
        });
        let with = large.take(MAX_BASES).find_map(|(index, base, starts)| {
            let both = with_start(base, &tdfa)?;
            let start = StateId::new(base.state_count());
            *base = Cow::Owned(both);
            starts.push(start);
            Some(Automaton::From(index, start))
        });
        all.push(with.unwrap_or_else(|| Automaton::Own(tdfa, Vec::new())));
    }
    all
}

/// Decides which automata become code. An automaton that shares the states of another shares its
/// code, and its requests.
fn coded(automata: Vec<Automaton<'_>>, engines: impl Iterator<Item = Engine>) -> Vec<Coded<'_>> {
    let mut engines: Vec<Engine> = engines.collect();
    for (index, automaton) in automata.iter().enumerate() {
        if let Automaton::From(base, _) = automaton {
            engines[*base] = engines[*base].max(engines[index]);
        }
    }
    let all = automata.into_iter().zip(engines).map(|(automaton, engine)| {
        let code = match &automaton {
            // The offsets of parts follow from the length of the text, so the matcher suffices.
            Automaton::Own(tdfa, _) if !tdfa.parts.is_empty() && tdfa.slots == 0 => None,
            Automaton::Own(tdfa, starts) => engine::code(tdfa, starts, engine),
            Automaton::From(..) => None,
        };
        Coded { automaton, code }
    });
    all.collect()
}
