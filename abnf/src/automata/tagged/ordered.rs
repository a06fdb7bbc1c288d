//! Tagged Nfa to [`Ordered`]: determinisation over lists in order of preference.
//!
//! A state is the list of the NFA states, each a reader or the end, that a text
//! reaches, the preferred way first. Of two ways to one NFA state the later can never
//! win and is left out. What was met on the ways is no part of the state, so that
//! there are finitely many; it stands on the edges.
//!
//! A place in a list *can win* if some rest of the text is accepted by way of it and
//! not by way of any earlier one. That is a question of reachability in the finished
//! automaton, which spares the search for coverage that it takes on the NFA.

use crate::automata::ambiguity::useful;
use crate::automata::determinise::TooLarge;
use crate::automata::nfa::{self, Nfa};
use crate::bytes::{ByteClasses, ByteSet};
use std::collections::{BTreeMap, BTreeSet};

/// The automaton.
pub(crate) struct Ordered {
    pub(crate) classes: ByteClasses,
    /// Sequences of tags that are met at one place, each once.
    pub(crate) words: Vec<Vec<u16>>,
    /// The word of each place of the first state, before the first byte.
    pub(crate) begin: Vec<WordId>,
    /// At least one.
    pub(crate) states: Vec<State>,
}

/// A number in [`Ordered::words`].
pub(crate) type WordId = u32;

pub(crate) struct State {
    /// The NFA states.
    pub(crate) list: Vec<nfa::StateId>,
    /// The place that wins if the text ends here.
    pub(crate) end: Option<usize>,
    /// Which places can win.
    pub(crate) can_win: Vec<bool>,
    /// For each class the edge; none where no continuation is accepted.
    pub(crate) next: Vec<Option<Step>>,
}

pub(crate) struct Step {
    pub(crate) target: usize,
    /// For each place of the target, in order; sources are in ascending order too.
    pub(crate) ways: Vec<Way>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Way {
    /// The place in the state before.
    pub(crate) from: usize,
    /// What is met after the byte.
    pub(crate) word: WordId,
}

/// Work for each element of what is kept, so that memory is bounded with it.
const KEPT: usize = 4;

/// Makes at most `max_states` states.
/// `work` is what is left of the budget, counted in NFA states visited and entries made.
pub(crate) fn ordered(nfa: &Nfa, max_states: usize, work: &mut usize) -> Result<Ordered, TooLarge> {
    let classes = ByteClasses::of_sets(&sets(nfa));
    let mut builder = Builder {
        nfa,
        useful: useful(nfa),
        lists: Vec::new(),
        by_list: BTreeMap::new(),
        words: Vec::new(),
        by_word: BTreeMap::new(),
        seen: vec![0; nfa.states.len()],
        round: 0,
        max_states,
        work,
    };
    let start = builder.step(&[(0, nfa.start)])?;
    let begin = start.ways.iter().map(|way| way.word).collect();
    let mut states = Vec::new();
    while let Some(list) = builder.lists.get(states.len()).cloned() {
        let mut next = Vec::new();
        for byte in classes.representatives() {
            let step = builder.step(&read(nfa, &list, byte))?;
            next.push((!step.ways.is_empty()).then_some(step));
        }
        let end = list.iter().position(|&state| state == nfa.accept);
        states.push(State { end, can_win: vec![false; list.len()], next, list });
    }
    find_winners(&mut states);
    Ok(Ordered { classes, words: builder.words, begin, states })
}

/// Where the places lead by a byte, with their numbers.
fn read(nfa: &Nfa, list: &[nfa::StateId], byte: u8) -> Vec<(usize, nfa::StateId)> {
    let after = |(place, &state): (usize, &nfa::StateId)| match &nfa.states[state as usize] {
        nfa::State::Byte { set, next } if set.contains(byte) => Some((place, *next)),
        _ => None,
    };
    list.iter().enumerate().filter_map(after).collect()
}

/// Backwards from the ends: a place can win if a place that comes from it can.
fn find_winners(states: &mut [State]) {
    let mut sources: Vec<Vec<Vec<(usize, usize)>>> =
        states.iter().map(|state| vec![Vec::new(); state.can_win.len()]).collect();
    let mut stack = Vec::new();
    for (id, state) in states.iter().enumerate() {
        stack.extend(state.end.map(|place| (id, place)));
        for step in state.next.iter().flatten() {
            for (place, way) in step.ways.iter().enumerate() {
                sources[step.target][place].push((id, way.from));
            }
        }
    }
    while let Some((id, place)) = stack.pop() {
        if !std::mem::replace(&mut states[id].can_win[place], true) {
            stack.extend(&sources[id][place]);
        }
    }
}

struct Builder<'a> {
    nfa: &'a Nfa,
    /// Which NFA states a text reaches and a text leaves for the end.
    useful: Vec<bool>,
    lists: Vec<Vec<nfa::StateId>>,
    by_list: BTreeMap<Vec<nfa::StateId>, usize>,
    words: Vec<Vec<u16>>,
    by_word: BTreeMap<Vec<u16>, WordId>,
    /// In which round an NFA state was last visited.
    seen: Vec<u32>,
    round: u32,
    max_states: usize,
    work: &'a mut usize,
}

impl Builder<'_> {
    fn spend(&mut self, amount: usize) -> Result<(), TooLarge> {
        *self.work = self.work.checked_sub(amount).ok_or(TooLarge::Work)?;
        Ok(())
    }

    /// All that is reached from there without reading, in order of preference.
    fn step(&mut self, after: &[(usize, nfa::StateId)]) -> Result<Step, TooLarge> {
        self.round += 1;
        self.spend(1)?;
        let mut list = Vec::new();
        let mut ways = Vec::new();
        for &(from, state) in after {
            let mut stack = vec![(state, Vec::new())];
            while let Some((state, word)) = stack.pop() {
                self.spend(1)?;
                let at = state as usize;
                if !self.useful[at]
                    || std::mem::replace(&mut self.seen[at], self.round) == self.round
                {
                    continue;
                }
                let nfa = self.nfa;
                if matches!(nfa.states[at], nfa::State::Byte { .. }) || state == nfa.accept {
                    list.push(state);
                    ways.push(Way { from, word: self.word(&word)? });
                }
                match &nfa.states[at] {
                    nfa::State::Byte { .. } => (),
                    nfa::State::Tag { tag, next } => {
                        let mut word = word;
                        word.push(*tag);
                        stack.push((*next, word));
                    }
                    nfa::State::Split(targets) => {
                        self.spend(targets.len() * (1 + word.len()))?;
                        stack.extend(targets.iter().rev().map(|&way| (way, word.clone())));
                    }
                }
            }
        }
        self.spend(KEPT * list.len())?;
        let target = self.state(list)?;
        Ok(Step { target, ways })
    }

    fn state(&mut self, list: Vec<nfa::StateId>) -> Result<usize, TooLarge> {
        if let Some(&id) = self.by_list.get(&list) {
            return Ok(id);
        }
        let id = self.lists.len();
        if id >= self.max_states {
            return Err(TooLarge::States);
        }
        self.by_list.insert(list.clone(), id);
        self.lists.push(list);
        Ok(id)
    }

    fn word(&mut self, word: &[u16]) -> Result<WordId, TooLarge> {
        self.spend(1 + word.len())?;
        if let Some(&id) = self.by_word.get(word) {
            return Ok(id);
        }
        self.spend(KEPT * word.len())?;
        let id = WordId::try_from(self.words.len()).expect("the work is below 2^32");
        self.by_word.insert(word.to_vec(), id);
        self.words.push(word.to_vec());
        Ok(id)
    }
}

fn sets(nfa: &Nfa) -> BTreeSet<ByteSet> {
    let states = nfa.reachable().into_iter().map(|state| &nfa.states[state as usize]);
    states
        .filter_map(|state| match state {
            nfa::State::Byte { set, .. } => Some(*set),
            nfa::State::Split(_) | nfa::State::Tag { .. } => None,
        })
        .collect()
}
