//! The interpreters of an [`Nfa`]: slow, simple, and the reference for all later automata.

use super::{Nfa, State, StateId};

impl Nfa {
    /// Returns whether the whole text is in the language. Follows all
    /// states at once, in time O(n m) for n bytes and m states.
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

    /// Returns all states reached without reading, in order of preference.
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
    /// Returns the tags on the preferred path of the text, each with its offset; `None` if
    /// the text is not in the language. Takes time O(n m t) for n bytes, m states and t
    /// tags.
    ///
    /// Carries the tags of every path, and keeps the preferred one of two paths to one state.
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
