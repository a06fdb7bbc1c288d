//! The interpreters of an [`Nfa`]: slow, plain, and the reference for all that is made of it.

use super::{Nfa, State, StateId};

impl Nfa {
    /// Whether the whole text is in the language: the interpreter. It follows all
    /// states at once, in time of the text times the states.
    pub fn matches(&self, text: &[u8]) -> bool {
        let mut current = self.closure([self.start]);
        for &byte in text {
            let next = current.iter().filter_map(|&state| match &self[state] {
                State::Byte { set, next } if set.contains(byte) => Some(*next),
                _ => None,
            });
            current = self.closure(next);
        }
        current.contains(&self.accept)
    }

    /// All states reached without reading, in order of preference.
    pub fn closure(&self, from: impl IntoIterator<Item = StateId>) -> Vec<StateId> {
        let mut seen = vec![false; self.states.len()];
        let mut reached = Vec::new();
        let mut stack: Vec<StateId> = from.into_iter().collect();
        stack.reverse();
        while let Some(state) = stack.pop() {
            if std::mem::replace(&mut seen[state.index()], true) {
                continue;
            }
            reached.push(state);
            match &self[state] {
                State::Byte { .. } => (),
                State::Split(targets) => stack.extend(targets.iter().rev()),
                State::Tag { next, .. } => stack.push(*next),
            }
        }
        reached
    }
}

impl Nfa {
    /// The tags that the preferred way of the text meets, each with its offset; `None` if
    /// the text is not in the language: the interpreter of tags, in time of the text times
    /// the states times the tags met.
    ///
    /// It carries what every way has met, and of two ways to one state keeps the preferred.
    pub fn tags(&self, text: &[u8]) -> Option<Vec<(u16, usize)>> {
        let mut ways = vec![(self.start, Vec::new())];
        for offset in 0..=text.len() {
            let mut seen = vec![false; self.states.len()];
            let mut reached: Vec<(StateId, Vec<(u16, usize)>)> = Vec::new();
            ways.reverse();
            while let Some((state, met)) = ways.pop() {
                if std::mem::replace(&mut seen[state.index()], true) {
                    continue;
                }
                reached.push((state, met.clone()));
                match &self[state] {
                    State::Byte { .. } => (),
                    State::Split(targets) => {
                        ways.extend(targets.iter().rev().map(|&to| (to, met.clone())));
                    }
                    State::Tag { tag, next } => {
                        ways.push((*next, [met, vec![(*tag, offset)]].concat()));
                    }
                }
            }
            let Some(&byte) = text.get(offset) else {
                return reached.into_iter().find(|way| way.0 == self.accept).map(|way| way.1);
            };
            for (state, met) in reached {
                match &self[state] {
                    State::Byte { set, next } if set.contains(byte) => ways.push((*next, met)),
                    _ => (),
                }
            }
        }
        unreachable!("the end of the text was read")
    }
}
