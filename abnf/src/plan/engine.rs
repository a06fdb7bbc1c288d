//! Engines: how the generated code of a rule walks its automaton.
//!
//! A walk through a table costs a load from memory for each byte, one after the other.
//! Other shapes are quicker, and which of them a rule gets follows from the grammar alone,
//! unless the [`Spec`](crate::spec::Spec) says otherwise:
//!
//! | engine | where | why |
//! |---|---|---|
//! | [`shift`] | the automaton has a cycle, and packs into rows of 64 bits: nine states always, up to fifteen as they come | one shift a byte; no branch depends on the text |
//! | [`layers`] of shifts | else, where texts begin in a fixed form, and what is left of the automaton packs | the same, with two loads a byte that wait for nothing |
//! | [`program`] as code | the rule is one of the [`entries`](super::entries), or the spec says so; and something is skipped, at most [`program::MAX_SETS`] sets of bytes | skips runs of bytes at once, and knows the assignments of each edge |
//! | table | elsewhere, and for the states that code leaves out | never wrong; finds all errors |
//!
//! A rule without a cycle has short texts only, and keeps its table. Code or the table locates
//! parts. Code is long: 100 to 600 lines a rule, beside 1,400 lines of run-time, which the first
//! rule takes. Few rules have it unless the spec says so.

pub mod layers;
pub mod program;
pub mod range_tests;
pub mod shift;
pub mod sweep;

use crate::automata::dense::{Dense, Edge, StateId};
use crate::automata::dfa::Dfa;
use crate::automata::graph::has_cycle;
use crate::automata::tagged::tdfa::{Context, Tdfa};
use crate::plan::selected::Selected;
use crate::spec::{Engine, Locate};
use layers::Layers;
use program::Program;
use shift::Shift;

/// The most states of an automaton that gets shifts on its own account.
pub const MAX_SHIFTED_STATES: usize = 64;

/// How texts of a rule are matched, if not by the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shifts {
    /// Rows to shift.
    pub shift: Option<Shift>,
    /// Else layers of them.
    pub layers: Option<Layers>,
}

/// The rows to shift of an automaton, if the engine wants them and the automaton packs.
pub fn shifts(dfa: &Dfa, engine: Engine) -> Shifts {
    let is_wanted = match engine {
        Engine::Table => false,
        Engine::Shift | Engine::Code => dfa.state_count() <= layers::MAX_STATES,
        Engine::Auto => dfa.state_count() <= MAX_SHIFTED_STATES,
    };
    if !is_wanted || !is_cyclic(dfa) {
        return Shifts::default();
    }
    let shift = shift::shift(dfa);
    let layers = if shift.is_some() { None } else { layers::layers(dfa) };
    Shifts { shift, layers }
}

/// Returns how texts of a rule are matched. [`Engine::Auto`] requests code for an
/// [entry](super::entries), unless it has shifts and needs no other code: short texts do not need
/// it.
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

/// Returns how parts of a rule are located. [`Engine::Auto`] requests code for an entry.
pub fn for_locating(rule: &Selected) -> Engine {
    match (rule.locate, rule.engine) {
        // Accessors that locate can be called in constants: the table is for them.
        (Locate::OnDemand, _) => Engine::Table,
        (_, Engine::Auto) if rule.is_entry => Engine::Code,
        (_, engine) => engine,
    }
}

/// The automaton as code, if it is to be code and skips something.
///
/// Texts begin in the other starts too.
pub fn code(tdfa: &Tdfa, starts: &[StateId], engine: Engine) -> Option<Program> {
    match engine {
        Engine::Auto | Engine::Table | Engine::Shift => None,
        Engine::Code => program::program(tdfa, starts),
    }
}

/// The automaton of a language as one that notes nothing.
pub fn plain(dfa: &Dfa) -> Tdfa {
    let edge = |edge: &Edge<()>| Edge { target: edge.target, output: Vec::new() };
    let dense = Dense {
        classes: dfa.classes.clone(),
        next: dfa.next.iter().map(|entry| entry.as_ref().map(edge)).collect(),
        ends: dfa.ends.iter().map(|end| end.map(|()| Vec::new())).collect(),
    };
    let contexts = vec![Context::default(); dfa.state_count()];
    Tdfa { dense, registers: 0, slots: 0, parts: Vec::new(), contexts }
}

/// Returns whether there are texts of any length.
fn is_cyclic(dfa: &Dfa) -> bool {
    let successors = |state| dfa.successors(state).map(StateId::index).collect();
    has_cycle(&dfa.states().map(successors).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::dfa;

    #[test]
    fn long_forms_have_no_shifts() {
        let long = dfa("r = 9000\"a\" *( \"b\" \"c\" )\n", "r");
        assert_eq!(shifts(&long, Engine::Shift), Shifts::default());
        // As many bytes as there are layers.
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
            assert_eq!(code(&plain(&digits), &[], engine).is_some(), has_code, "{engine:?}");
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
}
