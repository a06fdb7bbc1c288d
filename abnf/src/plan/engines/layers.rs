//! Layers: automata whose texts begin in a fixed form, such as `2026-11-21T`.
//!
//! An automaton with many states can have few states at each offset: after the ninth byte of a time,
//! only the states inside of a day are possible. Layer `n` is the set of states that texts of `n`
//! bytes reach. If each state has a window of six bits, as in [`super::shift`], the dead state and
//! nine others of a layer fit into 64 bits, and the step from one layer to the next is one shift:
//!
//! ```text
//! 2026-11-21T08:00:00.25Z
//! └── 18 layers ───┘└──── rows of one automaton: the last digit, a fraction, an offset
//! ```
//!
//! Where all texts are in one state, such as after the `T`, the bytes before and those after can be
//! read at the same time: the processor does not wait for one shift before it begins the other. Such
//! an offset is a *joint*.
//!
//! There are as few layers as possible: each layer is followed by an attempt to pack all states that
//! are reachable from the next one into rows. The layers end when that succeeds.

use super::shift::{self, Shift, WINDOW};
use crate::automata::dfa::{Dfa, StateId};

/// A layered automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    /// A layer for each byte, from the first.
    pub layers: Vec<Layer>,
    /// The rows that read the bytes after the layers.
    pub rest: Shift,
    /// The states of `rest`, in the order of its offsets.
    pub rest_states: Vec<StateId>,
}

/// The states before a byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The row of each class, which leads to the next layer.
    pub rows: Vec<u64>,
    /// The accepting states, as bits at their offsets.
    pub accepting: u64,
    /// Whether it has one state, whose offset is [`START`].
    pub is_joint: bool,
}

/// Returns the number of layers before the joint that is nearest to the middle; 0 without a joint.
pub fn joint(layers: &[Layer]) -> usize {
    let joints = (1..layers.len()).filter(|&index| layers[index].is_joint);
    joints.min_by_key(|&index| (2 * index).abs_diff(layers.len())).unwrap_or(0)
}

/// The maximum number of layers.
pub const MAX_LAYERS: usize = 32;

/// The maximum number of states of a layer: there are ten windows, one of them for the dead state.
const MAX_LAYER_STATES: usize = 9;

/// The maximum number of states of an automaton with layers: those of all layers and of the rest.
pub const MAX_STATES: usize = MAX_LAYERS * MAX_LAYER_STATES + shift::MAX_STATES;

/// The offset of the dead state in each layer; those of the other states follow.
const DEAD: u8 = 0;

/// The offset of the start.
pub const START: u8 = WINDOW;

/// Returns the layers of an automaton, as few as possible so that the rest packs into rows. `None`
/// if no number of layers suffices, or if one of them has too many states.
///
/// Takes at most [`MAX_LAYERS`] times the time of [`shift::shift`], for any number of states.
pub fn layers(dfa: &Dfa) -> Option<Layers> {
    let mut layers: Vec<Vec<StateId>> = vec![vec![Dfa::START]];
    // The states of the last attempt to pack; the same states fail again.
    let mut tried = Vec::new();
    while layers.len() <= MAX_LAYERS {
        let next = after(dfa, layers.last()?);
        if next.is_empty() || MAX_LAYER_STATES < next.len() {
            return None;
        }
        let rest_states = reachable(dfa, &next);
        layers.push(next);
        let Some(rest_states) = rest_states else { continue };
        if tried != rest_states {
            if let Some(rest) = shift::shift(&part(dfa, &rest_states)) {
                return Some(packed(dfa, &layers, rest, rest_states));
            }
            tried = rest_states;
        }
    }
    None
}

/// Returns the states after one more byte, in ascending order.
fn after(dfa: &Dfa, states: &[StateId]) -> Vec<StateId> {
    let mut after: Vec<StateId> = states.iter().flat_map(|&state| dfa.successors(state)).collect();
    after.sort_unstable();
    after.dedup();
    after
}

/// Returns the states that are reachable from these; `None` if they are too many to pack.
fn reachable(dfa: &Dfa, from: &[StateId]) -> Option<Vec<StateId>> {
    let mut all = from.to_vec();
    while all.len() <= shift::MAX_STATES {
        let mut more = after(dfa, &all);
        more.extend(from);
        more.sort_unstable();
        more.dedup();
        if more == all {
            return Some(all);
        }
        all = more;
    }
    None
}

/// Returns the automaton of some states alone, whose edges lead to no other states. Its start is
/// not used.
fn part(dfa: &Dfa, states: &[StateId]) -> Dfa {
    let number = |state| {
        let index = states.binary_search(&state).expect("they lead to no others");
        StateId::new(index)
    };
    let classes = 0..dfa.classes().count();
    let row =
        |&state| classes.clone().map(move |class| dfa.next_by_class(state, class).map(number));
    let accepting = states.iter().map(|&state| dfa.is_accepting(state)).collect();
    Dfa::from_table(dfa.classes().clone(), states.iter().flat_map(row).collect(), accepting)
}

fn packed(dfa: &Dfa, layers: &[Vec<StateId>], rest: Shift, rest_states: Vec<StateId>) -> Layers {
    let side_by_side = |layer: &[StateId], state| {
        let index = layer.iter().position(|&it| it == state).expect("it is of the layer");
        START + WINDOW * u8::try_from(index).expect("few fit")
    };
    let of_rest = |state| {
        let index = rest_states.binary_search(&state).expect("it is reached");
        rest.offsets[index]
    };
    let last = layers.len() - 2;
    let layer = |(index, pair): (usize, &[Vec<StateId>])| {
        let [states, next] = pair else { unreachable!("windows of two") };
        let dead = if index == last { rest.dead } else { DEAD };
        let offset = |state| match state {
            None => dead,
            Some(state) if index == last => of_rest(state),
            Some(state) => side_by_side(next, state),
        };
        let row = |class| {
            let windows = states.iter().map(|&state| {
                let to = offset(dfa.next_by_class(state, class));
                u64::from(to) << side_by_side(states, state)
            });
            windows.fold(u64::from(dead) << DEAD, |row, window| row | window)
        };
        let accepting = states.iter().filter(|&&state| dfa.is_accepting(state));
        Layer {
            rows: (0..dfa.classes().count()).map(row).collect(),
            accepting: accepting.fold(0, |all, &state| all | 1 << side_by_side(states, state)),
            is_joint: states.len() == 1,
        }
    };
    let layers = layers.windows(2).enumerate().map(layer).collect();
    Layers { layers, rest, rest_states }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{dfa, texts};

    /// Returns whether a text matches, by the layers alone.
    fn matches(layers: &Layers, dfa: &Dfa, text: &[u8]) -> bool {
        let mut state = START;
        for (offset, &byte) in text.iter().enumerate() {
            let class = dfa.classes().class(byte);
            state = match layers.layers.get(offset) {
                Some(layer) => (layer.rows[class] >> state & 63) as u8,
                None => layers.rest.step(state, class),
            };
        }
        match layers.layers.get(text.len()) {
            Some(layer) => layer.accepting >> state & 1 == 1,
            None => layers
                .rest_states
                .iter()
                .zip(&layers.rest.offsets)
                .any(|(&it, &offset)| offset == state && dfa.is_accepting(it)),
        }
    }

    #[test]
    fn layers_do_as_the_automaton_does() {
        // Nothing may come twice in a row, so that many states are left; then anything.
        let fixed =
            "r = 4( \"a\" ( \"b\" / \"c\" \"c\" ) / \"b\" 2\"a\" / 3\"c\" ) *( \"a\" / \"bc\" )\n";
        let with_short = "r = 2\"a\" [ 2( \"b\" / \"ca\" ) *( \"c\" \"b\" ) ]\n";
        for (text, least) in [(fixed, 6), (with_short, 1)] {
            let dfa = dfa(text, "r");
            let layers = layers(&dfa).expect("it has layers");
            assert!(least <= layers.layers.len(), "{text} has {}", layers.layers.len());
            for text in texts(b"abc", 9) {
                let shown = String::from_utf8_lossy(&text).into_owned();
                assert_eq!(matches(&layers, &dfa, &text), dfa.check(&text).is_ok(), "{shown}");
            }
        }
    }

    #[test]
    fn no_layers_where_the_form_is_long_or_wide() {
        let length = MAX_LAYERS + shift::MAX_STATES;
        assert_eq!(layers(&dfa(&format!("r = {length}\"a\"\n"), "r")), None);
        // This is decided without visiting all states.
        let long = "r = 5000\"a\" *( \"b\" \"c\" )\n";
        assert_eq!(layers(&dfa(long, "r")), None);
        // Sixteen states after four bytes, and more after those.
        let wide = "r = *( %x61-62 ) \"a\" 5( %x61-62 )\n";
        assert_eq!(layers(&dfa(wide, "r")), None);
    }
}
