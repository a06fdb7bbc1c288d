//! Crossings: states that the table reads between two states of the code.
//!
//! Some texts leave the code for a few bytes: the address inside of the brackets of a host, an escape
//! before the first other character of a path. The code for such states would be long, and few
//! texts reach them. Where a text leaves an accepting state for one that does not accept, the table
//! reads it up to the next accepting state, from which the code continues if it has that state.
//!
//! The states that do not accept and can be reached through each other are a *region*; the accepting
//! states that follow it are its *landings*. There is one crossing in a program, between an earlier
//! part, whose states lead to it, and a later part, to which it leads, so that code needs no loop.

use super::StateId;
use crate::automata::tagged::tdfa::Tdfa;

/// The maximum number of states of a region that is searched.
const MAX_SEARCHED: usize = 1024;

/// The maximum number of states of a region whose states can be code.
const MAX_SMALL: usize = 8;

/// States that do not accept, and what follows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Whether it has too many states to be code.
    pub is_large: bool,
    /// The accepting states that follow, in breadth-first order.
    pub landings: Vec<StateId>,
}

/// Returns the region that begins in a state; `None` if the state accepts, or if the region has too
/// many states.
///
/// Takes time linear in the edges of the region.
pub fn region(tdfa: &Tdfa, entry: StateId) -> Option<Region> {
    if tdfa.ends(entry).is_some() {
        return None;
    }
    let (mut inside, mut landings) = (vec![entry], Vec::new());
    let mut is_inside = vec![false; tdfa.state_count()];
    is_inside[entry.index()] = true;
    let mut next = 0;
    while let Some(&state) = inside.get(next) {
        next += 1;
        for target in tdfa.dense.successors(state) {
            if std::mem::replace(&mut is_inside[target.index()], true) {
                continue;
            }
            if tdfa.ends(target).is_some() {
                landings.push(target);
            } else {
                inside.push(target);
            }
        }
        if MAX_SEARCHED < inside.len() {
            return None;
        }
    }
    Some(Region { is_large: MAX_SMALL < inside.len(), landings })
}

/// A way from a state of the code through a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The index of the state among those of the code.
    pub from: usize,
    /// The first state of the region.
    pub entry: StateId,
    /// The index of the first landing that is code.
    pub to: usize,
}

/// Returns the index of the state before which the crossing of most ways is, the last such index, and
/// the first states of its regions, each once. `None` if there is no way.
pub fn crossing(ways: &[Way]) -> Option<(usize, Vec<StateId>)> {
    let is_served = |way: &&Way, at: usize| way.from < at && at <= way.to;
    let served = |at: usize| ways.iter().filter(move |way| is_served(way, at));
    let last = ways.iter().map(|way| way.to).max()?;
    let at = (1..=last).max_by_key(|&at| (served(at).count(), at))?;
    let mut entries: Vec<StateId> = served(at).map(|way| way.entry).collect();
    entries.sort_unstable();
    entries.dedup();
    (!entries.is_empty()).then_some((at, entries))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_ways_are_served() {
        let way = |from, entry, to| Way { from, entry: StateId::new(entry), to };
        assert_eq!(crossing(&[]), None);
        let [one, two] = [StateId::new(8), StateId::new(9)];
        assert_eq!(crossing(&[way(0, 8, 3)]), Some((3, vec![one])));
        assert_eq!(crossing(&[way(0, 8, 3), way(2, 9, 5)]), Some((3, vec![one, two])));
        // The crossing of the first way must be before that of the others.
        let ways = [way(0, 8, 1), way(2, 9, 4), way(3, 9, 4)];
        assert_eq!(crossing(&ways), Some((4, vec![two])));
    }

    #[test]
    fn regions_end_at_accepting_states() {
        let grammar = "r = \"a\" [ \"(\" 1*( \"b\" / \"c\" ) \")\" ]\n";
        let tdfa = crate::plan::engines::plain(&crate::testing::dfa(grammar, "r"));
        let follow = |text: &str| {
            text.bytes().fold(Tdfa::START, |state, byte| tdfa.next(state, byte).unwrap().target)
        };
        assert_eq!(region(&tdfa, follow("a")), None);
        let found = region(&tdfa, follow("a(")).unwrap();
        assert_eq!(found, Region { is_large: false, landings: vec![follow("a(b)")] });
    }
}
