//! Engines: how the generated code of a rule walks its automaton.
//!
//! A walk through a table costs a load from memory for each byte, one after the other.
//! Two shapes are quicker, and which of them a rule gets follows from its automaton alone,
//! unless the [`Spec`](crate::spec::Spec) says otherwise:
//!
//! | engine | where | why |
//! |---|---|---|
//! | [`shift`] | the automaton has a cycle, and packs into rows of 64 bits: nine states always, up to fifteen as they come | one shift a byte; no branch depends on the text |
//! | [`layers`] of shifts | else, where texts begin in a fixed form, and what is left of the automaton packs | the same, with two loads a byte that wait for nothing |
//! | [`program`] as code | at most [`MOST_STATES`] states and [`program::MOST_SETS`] sets of bytes that are skipped | skips runs of bytes at once, and knows the assignments of each edge |
//! | table | elsewhere | never wrong; finds all errors |
//!
//! A rule without a cycle has short texts only, and keeps its table. To notice parts takes
//! code or the table. Code is long; a module has as much of it as [`CODE_STATES`] states
//! need, which rules get in the order in which they are exported.

pub mod compares;
pub mod layers;
pub mod layout;
pub mod program;
pub mod shift;

use crate::automata::dfa::Dfa;
use crate::automata::tagged::tdfa::Tdfa;
use crate::spec::Engine;
use layers::Layers;
use layout::{Body, Region, layout};
use program::Program;
use shift::Shift;

/// The most states of an automaton that becomes code on its own account.
pub const MOST_STATES: usize = 64;

/// The most states of an automaton that becomes code if the user wants it. Code is nested as deep
/// as there are states, and whoever reads it, to format or to compile, takes stack for each level.
pub const MOST_STATES_ON_DEMAND: usize = 192;

/// No more states are looked at to see how many there are without what messages need.
const MOST_STATES_WITH_CONTEXTS: usize = 1024;

/// The states of a module that become code on their own account.
pub const CODE_STATES: usize = 400;

/// How texts of a rule are matched: by shifts if they are short, else by code, else by
/// the table, as far as there are these.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matching {
    /// Rows to shift.
    pub shift: Option<Shift>,
    /// Else layers of them.
    pub layers: Option<Layers>,
    /// Code.
    pub code: Option<Code>,
}

/// An automaton as code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// What the states do.
    pub program: Program,
    /// Where they stand.
    pub region: Region,
}

/// How a rule's texts are matched. `left` is how many states may still become code.
pub fn matching(dfa: &Dfa, engine: Engine, left: &mut usize) -> Matching {
    match engine {
        Engine::Table => Matching::default(),
        Engine::Shift => shifts(dfa),
        Engine::Code => Matching { code: code_of_dfa(dfa), ..shifts(dfa) },
        Engine::Auto if MOST_STATES < dfa.state_count() || !is_cyclic(dfa) => Matching::default(),
        Engine::Auto => {
            let code = code_of_dfa(dfa).filter(|code| has_room(code, left));
            Matching { code, ..shifts(dfa) }
        }
    }
}

/// How a rule's parts are located: by code, or else by the table. `left` is how many states
/// may still become code.
pub fn locating(tdfa: &Tdfa, engine: Engine, left: &mut usize) -> Option<Code> {
    // Where there are no slots, the length tells where the parts lie: to match is enough.
    let is_coded = matches!(engine, Engine::Auto | Engine::Code) && tdfa.slot_count() > 0;
    if !is_coded || MOST_STATES_WITH_CONTEXTS < tdfa.state_count() {
        return None;
    }
    // What messages need would only make it larger.
    let tdfa = &tdfa.without_contexts();
    match engine {
        Engine::Code => code_of_tdfa(tdfa),
        _ if MOST_STATES < tdfa.state_count() => None,
        _ => code_of_tdfa(tdfa).filter(|code| has_room(code, left)),
    }
}

/// The automaton as code, if it is not too large for it.
pub fn code_of_dfa(dfa: &Dfa) -> Option<Code> {
    (dfa.state_count() <= MOST_STATES_ON_DEMAND).then(|| program::of_dfa(dfa))?.map(code)
}

/// The automaton as code, if it is not too large for it.
pub fn code_of_tdfa(tdfa: &Tdfa) -> Option<Code> {
    (tdfa.state_count() <= MOST_STATES_ON_DEMAND).then(|| program::of_tdfa(tdfa))?.map(code)
}

/// The rows to shift, where texts are of any length.
fn shifts(dfa: &Dfa) -> Matching {
    // Whether there is a cycle is asked by recursion as deep as there are states.
    if layers::MOST_STATES_IN_ALL < dfa.state_count() || !is_cyclic(dfa) {
        return Matching::default();
    }
    let shift = shift::shift(dfa);
    let layers = if shift.is_some() { None } else { layers::layers(dfa) };
    Matching { shift, layers, code: None }
}

fn code(program: Program) -> Code {
    let targets =
        |state: &program::State| state.edges.iter().map(|edge| edge.target as usize).collect();
    let jumps: Vec<Vec<usize>> = program.states.iter().map(targets).collect();
    Code { region: layout(&jumps), program }
}

/// Whether code skips something, and there is room for it, which it takes.
fn has_room(code: &Code, left: &mut usize) -> bool {
    let states = code.program.states.len();
    let fits = !code.program.runs.is_empty() && states <= *left;
    if fits {
        *left -= states;
    }
    fits
}

/// Whether there are texts of any length.
fn is_cyclic(dfa: &Dfa) -> bool {
    let targets = |state| dfa.successors(state).map(|next| next as usize).collect();
    let jumps: Vec<Vec<usize>> = dfa.states().map(targets).collect();
    layout(&jumps).pieces.iter().any(|piece| !matches!(piece.body, Body::State(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::dfa;

    #[test]
    fn long_forms_have_no_shifts() {
        let long = dfa("r = 9000\"a\" *( \"b\" \"c\" )\n", "r");
        assert_eq!(matching(&long, Engine::Shift, &mut 0), Matching::default());
        // As many bytes as there are layers.
        let fits = format!("r = {}\"a\" *( \"b\" \"c\" )\n", layers::MOST_LAYERS);
        assert!(matching(&dfa(&fits, "r"), Engine::Shift, &mut 0).layers.is_some());
    }
}
