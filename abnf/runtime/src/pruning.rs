//! Pruning: the configurations of a rule from which its text can end at given offsets.
//!
//! A recogniser that reads from left to right, such as [`super::chart`], follows every way to begin
//! a text, including those that turn out to fail. The usual remedy is to read the chart once more
//! from its end, and to keep only what takes part in a derivation of the whole text. Here this is
//! done for one rule and a set of its ends at a time. Only then does it determine exactly which
//! ends the rules inside may have, and most rules need no pruning at all, because the next bytes
//! decide.
//!
//! The search starts from the state in which the rule ends, at each of the offsets, and follows
//! the edges of the automaton backwards. A byte edge steps back by one byte if the byte of the text
//! is in its set. A call edge steps back from where the called rule ends to where it begins, for
//! each such call in the chart; the text inside of the call is not read again:
//!
//! ```text
//! sum = sum "+" num / num      the text 1+2+3, and the end 5 of the rule sum
//!
//!   at 5    sum "+" num .       the rule ends
//!   at 4    sum "+" . num       num reads from 4 to 5
//!   at 3    sum . "+" num       "+" is the byte from 3 to 4
//!   at 0    . sum "+" num       sum reads from 0 to 3
//! ```
//!
//! Of the ends 1, 3 and 5 that `sum` has at 0, only 3 is left for the `sum` inside. Takes time
//! proportional to the configurations found, and to the calls that end where a configuration
//! follows a call.

use super::alloc::vec;
use super::alloc::vec::Vec;
use super::chart::{Chart, Grammar, State};
use super::item_set::{Item, ItemSet};

/// The cost that is left to a search.
pub(crate) struct Budget {
    /// Steps, which bound the time.
    pub(crate) steps: usize,
    /// Items that are kept, which bound the memory.
    pub(crate) items: usize,
}

impl Budget {
    /// Spends steps. Returns `None` if too few are left.
    pub(crate) fn spend(&mut self, steps: usize) -> Option<()> {
        self.steps = self.steps.checked_sub(steps)?;
        Some(())
    }
}

/// The calls of a chart by where they end, and the automata of rules by where their edges lead.
pub(crate) struct Reversed {
    /// For each offset, the index of the first call that ends there.
    first: Vec<u32>,
    /// The rules of calls and where they begin, in ascending order of the latter for each end.
    calls: Vec<(u16, u32)>,
    /// For each rule, the state in which it ends, once its automaton has been reversed.
    end_states: Vec<Option<u16>>,
    /// For each state, the list of the edges that lead to it: one more than the index of its first
    /// link.
    sources: Vec<u32>,
    /// The states from which edges lead to a state, each with the next link of the list.
    links: Vec<(u16, u32)>,
    /// The states that have been reversed.
    seen: Vec<bool>,
}

#[allow(clippy::cast_possible_truncation, reason = "ends have a limit")]
impl Reversed {
    /// Sorts the calls of a chart by where they end, by counting. Takes time and memory
    /// proportional to the chart.
    pub(crate) fn new(grammar: Grammar<'_>, chart: &Chart, length: usize) -> Self {
        let mut first = vec![0_u32; length + 2];
        for (_, _, ends) in chart.calls() {
            for &end in ends {
                first[end as usize] += 1;
            }
        }
        let mut sum = 0;
        for slot in &mut first {
            sum += core::mem::replace(slot, sum);
        }
        let mut calls = vec![(0, 0); sum as usize];
        for (rule, begin, ends) in chart.calls() {
            for &end in ends {
                let slot = &mut first[end as usize];
                calls[*slot as usize] = (rule, begin);
                *slot += 1;
            }
        }
        // Each slot is now where the calls of the next offset begin.
        first.rotate_right(1);
        first[0] = 0;
        let (rules, states) = (grammar.rules.len(), grammar.states.len());
        Self {
            first,
            calls,
            end_states: vec![None; rules],
            sources: vec![0; states],
            links: Vec::new(),
            seen: vec![false; states],
        }
    }

    /// Finds the configurations of a rule, at offsets not before `from`, from which its text can
    /// end at one of these ends: each a state and an offset. Returns `None` if the budget does not
    /// suffice.
    pub(crate) fn reaching(
        &mut self,
        grammar: Grammar<'_>,
        text: &[u8],
        (rule, ends): (u16, &[u32]),
        from: u32,
        budget: &mut Budget,
    ) -> Option<ItemSet> {
        let mut found = ItemSet::default();
        let add = |found: &mut ItemSet, (state, offset): Item| {
            if grammar.fits(state, text.get(offset as usize).copied()) {
                found.add((state, offset));
            }
        };
        let end_state = self.end_state(grammar, rule)?;
        for &end in ends {
            add(&mut found, (end_state, end));
        }
        let mut index = 0;
        while let Some(&(state, offset)) = found.list.get(index) {
            index += 1;
            budget.spend(1)?;
            budget.items.checked_sub(found.list.len())?;
            let mut link = self.sources[usize::from(state)];
            while let Some(index) = link.checked_sub(1) {
                let source;
                (source, link) = self.links[index as usize];
                budget.spend(1)?;
                match grammar.state(source) {
                    State::Split { .. } => add(&mut found, (source, offset)),
                    State::Byte { set, .. } => {
                        if from < offset && grammar.contains(set, text[offset as usize - 1]) {
                            add(&mut found, (source, offset - 1));
                        }
                    }
                    State::Call { rule, .. } => {
                        let [low, high] = [0, 1].map(|more| self.first[offset as usize + more]);
                        let calls = &self.calls[low as usize..high as usize];
                        for &(called, begin) in calls.iter().rev() {
                            budget.spend(1)?;
                            if begin < from {
                                break;
                            }
                            if called == rule {
                                add(&mut found, (source, begin));
                            }
                        }
                    }
                    State::End => {}
                }
            }
        }
        budget.items = budget.items.checked_sub(found.list.len())?;
        Some(found)
    }

    /// Returns the state in which a rule ends, or `None` if the rule has no texts. Reverses the
    /// automaton of the rule at its first call.
    fn end_state(&mut self, grammar: Grammar<'_>, rule: u16) -> Option<u16> {
        let end = self.end_states[usize::from(rule)];
        if end.is_some() {
            return end;
        }
        let mut end = None;
        let mut open = vec![grammar.rules[usize::from(rule)].0];
        while let Some(from) = open.pop() {
            if core::mem::replace(&mut self.seen[usize::from(from)], true) {
                continue;
            }
            let mut add = |to: u16| {
                let next = core::mem::replace(
                    &mut self.sources[usize::from(to)],
                    self.links.len() as u32 + 1,
                );
                self.links.push((from, next));
                open.push(to);
            };
            match grammar.state(from) {
                State::End => end = Some(from),
                State::Byte { next, .. } | State::Call { next, .. } => add(next),
                State::Split { first, last } => {
                    grammar.targets(first, last).iter().copied().for_each(add);
                }
            }
        }
        self.end_states[usize::from(rule)] = end;
        end
    }
}
