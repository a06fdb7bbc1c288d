//! The preferred derivation of a text: the second of two passes that make a tree.
//!
//! Of all derivations the one is preferred that, from left to right, takes the earlier
//! alternative, one more repetition, the present option. The walk goes down from the whole text:
//! what a rule may end at is known before its text is looked into, so that each choice is tried
//! only if the chart says that the rest can be read. No choice of the walk is taken back but one:
//! to go round without reading anything.

use super::alloc::collections::{BTreeMap, BTreeSet};
use super::alloc::vec::Vec;
use super::backward::{Backward, Places};
use super::chart::{Chart, Grammar, MAX_STEPS, NoTree, State};
use super::leads::{Known, Patience, Place, Way};
use core::ops::Range;

/// A rule that has a text, with the rules inside of it behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Derived {
    /// The rule.
    pub rule: u16,
    /// Where its text begins.
    pub begin: u32,
    /// Where its text ends.
    pub end: u32,
    /// The index of the one around it; the root has its own.
    pub parent: u32,
    /// The index after the last one inside.
    pub after: u32,
}

/// The preferred derivation of a text that is shorter than 2^32 - 1 bytes: the rule, which is
/// shown, and all rules inside that are, each before those inside of it.
pub fn derive(grammar: Grammar<'_>, rule: u16, text: &[u8]) -> Result<Vec<Derived>, NoTree> {
    let chart = Chart::new(grammar, rule, text)?;
    let end = short(text.len());
    if chart.ends(rule, 0).last() != Some(&end) {
        return Err(NoTree::Mismatch);
    }
    let walk = Walk {
        grammar,
        text,
        steps: chart.steps,
        chart,
        backward: None,
        frames: Vec::new(),
        ends: Vec::new(),
        chosen: Vec::new(),
        derived: Vec::new(),
        rounds: Vec::new(),
        deep: BTreeSet::new(),
        patience: Patience { begin: 0, spent: 0, limit: 0 },
    };
    walk.run(rule, end)
}

#[allow(clippy::cast_possible_truncation, reason = "the length is checked first")]
const fn short(offset: usize) -> u32 {
    offset as u32
}

/// A rule whose text is being walked.
pub(crate) struct Frame {
    pub(crate) rule: u16,
    begin: u32,
    /// Where its text may end, in order, among all ends.
    pub(crate) ends: Range<usize>,
    /// The index of what is derived for it, or for the one around it if it is not shown.
    node: u32,
    /// How much was derived before it, how many rules had gone round, and how many choices stood.
    before: (usize, usize, usize),
    /// How many rules directly around it begin where it begins.
    around: usize,
    /// Where the walk stands.
    place: Place,
    pub(crate) known: BTreeMap<Place, Known>,
    /// The places that lead to an end, if that was asked from the ends.
    pub(crate) leading: Option<Places>,
}

pub(crate) struct Walk<'g> {
    pub(crate) grammar: Grammar<'g>,
    pub(crate) text: &'g [u8],
    pub(crate) chart: Chart,
    /// Made when it is needed.
    pub(crate) backward: Option<Backward>,
    pub(crate) frames: Vec<Frame>,
    /// Where the texts of the frames may end.
    pub(crate) ends: Vec<u32>,
    /// What the frames have chosen since their last byte: the place, the next choice, and how much
    /// was derived before.
    chosen: Vec<(Place, usize, usize)>,
    derived: Vec<Derived>,
    /// Rules that were found to go round, each with its begin and ends: as long as the rules around
    /// them are the same, or have gone round as well.
    rounds: Vec<Asked>,
    /// The frames inside of which [`NEAR`] or more begin where they begin.
    deep: BTreeSet<Asked>,
    pub(crate) patience: Patience,
    pub(crate) steps: usize,
}

/// A rule, where it begins, and where it may end.
type Asked = (u16, u32, Vec<u32>);

/// So many rules around are compared one by one.
const NEAR: usize = 8;

impl Walk<'_> {
    fn run(mut self, rule: u16, end: u32) -> Result<Vec<Derived>, NoTree> {
        self.ends.push(end);
        self.enter(rule, 0, 0);
        while let Some(place) = self.frames.last().map(|frame| frame.place) {
            self.spend(1)?;
            if !self.step(place, 0)? && !self.back()? {
                return Err(NoTree::TooComplex);
            }
        }
        Ok(self.derived)
    }

    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), NoTree> {
        self.steps += steps;
        if MAX_STEPS < self.steps { Err(NoTree::TooComplex) } else { Ok(()) }
    }

    pub(crate) fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the walk is in a rule")
    }

    fn asked(&self, frame: &Frame) -> Asked {
        (frame.rule, frame.begin, self.ends[frame.ends.clone()].to_vec())
    }

    /// Begins a rule, whose ends are those from an index on.
    fn enter(&mut self, rule: u16, begin: u32, ends: usize) {
        let before = self.derived.len();
        let mut node = short(before);
        let mut around = 0;
        if let Some(frame) = self.frames.last() {
            node = frame.node;
            around = if frame.begin == begin { frame.around + 1 } else { 0 };
        }
        if NEAR <= around {
            let leaving = &self.frames[self.frames.len() - NEAR];
            self.deep.insert(self.asked(leaving));
        }
        if rule < self.grammar.shown {
            let parent = node;
            node = short(before);
            self.derived.push(Derived { rule, begin, end: begin, parent, after: node });
        }
        self.frames.push(Frame {
            rule,
            begin,
            ends: ends..self.ends.len(),
            node,
            before: (before, self.rounds.len(), self.chosen.len()),
            around,
            place: (begin, self.grammar.rules[usize::from(rule)].0),
            known: BTreeMap::new(),
            leading: None,
        });
    }

    /// Takes the last frame off.
    fn pop(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        self.ends.truncate(frame.ends.start);
        self.chosen.truncate(frame.before.2);
        if NEAR <= frame.around {
            let near = &self.frames[self.frames.len() - NEAR];
            self.deep.remove(&self.asked(near));
        }
        Some(frame)
    }

    /// Goes on from a place, with the first choice that leads on, of those from `from` on.
    /// `false` if there is none.
    fn step(&mut self, place: Place, from: usize) -> Result<bool, NoTree> {
        let (offset, state) = place;
        match self.grammar.state(state) {
            State::End => return Ok(self.leave(offset)),
            State::Byte { next, .. } => {
                // It was seen that it leads on.
                let frame = self.frame();
                frame.place = (offset + 1, next);
                let chosen = frame.before.2;
                self.chosen.truncate(chosen);
                self.rounds.clear();
                return Ok(true);
            }
            State::Call { rule, next } => return self.call(place, rule, next, from),
            State::Split { .. } => {}
        }
        if from == 0 {
            if let Way::One(to) = self.ways_on(place) {
                self.frame().place = to;
                return Ok(true);
            }
            if self.is_round(place) {
                return Ok(false);
            }
        }
        self.be_patient(offset);
        let Some((to, next)) = self.first_that_leads(place, from)? else { return Ok(false) };
        if self.grammar.is_by_count(state) && self.first_that_leads(place, next)?.is_some() {
            // Which way is preferred hangs on what repeats.
            return Err(NoTree::TooComplex);
        }
        self.chosen.push((place, next, self.derived.len()));
        self.frame().place = to;
        Ok(true)
    }

    /// Walks a rule inside. If `from` is not 0, its text is not empty.
    fn call(&mut self, place: Place, rule: u16, next: u16, from: usize) -> Result<bool, NoTree> {
        let (begin, _) = place;
        let first = self.ends.len();
        if from > 0 {
            self.add_ends(begin, rule, next)?;
            if self.ends.get(first) == Some(&begin) {
                self.ends.remove(first);
            }
        } else if let Way::One((end, _)) = self.ways_on(place) {
            self.ends.push(end);
        } else if !self.is_round(place) {
            self.add_ends(begin, rule, next)?;
        }
        if self.ends.len() == first || self.is_inside(rule, begin, first) {
            self.ends.truncate(first);
            return Ok(false);
        }
        if self.ends[first] == begin {
            self.chosen.push((place, 1, self.derived.len()));
        }
        let place_after = match self.ends[first..] {
            // There is nothing to look for inside.
            [end] if self.grammar.is_plain(place.1) => Some((end, next)),
            _ => None,
        };
        self.frame().place = place_after.unwrap_or(place);
        match place_after {
            None => self.enter(rule, begin, first),
            Some((end, _)) => {
                self.ends.truncate(first);
                self.add_plain(rule, begin, end);
            }
        }
        Ok(true)
    }

    /// Adds a rule inside whose end is known, and in which there is none that is shown.
    fn add_plain(&mut self, rule: u16, begin: u32, end: u32) {
        let frame = self.frames.last().expect("the walk is in a rule");
        let (parent, chosen) = (frame.node, frame.before.2);
        if rule < self.grammar.shown {
            let after = short(self.derived.len() + 1);
            self.derived.push(Derived { rule, begin, end, parent, after });
        }
        if begin < end {
            self.chosen.truncate(chosen);
            self.rounds.clear();
        }
    }

    /// Adds the ends of a rule inside that lead on, in order.
    fn add_ends(&mut self, begin: u32, rule: u16, next: u16) -> Result<(), NoTree> {
        self.be_patient(begin);
        let first = self.ends.len();
        let ends = self.frame().ends.clone();
        let last = self.ends[ends].last().copied();
        let mut index = 0;
        while self.frame().leading.is_none() {
            // Behind the last end of the rule around it, nothing leads to one.
            match self.chart.ends(rule, begin).get(index) {
                Some(&end) if Some(end) <= last => {
                    if self.leads((end, next))? {
                        self.ends.push(end);
                    }
                }
                _ => return Ok(()),
            }
            index += 1;
        }
        self.ends.truncate(first);
        let frame = self.frames.last().expect("the walk is in a rule");
        let known = self.chart.ends(rule, begin);
        let places = frame.leading.iter().flat_map(|it| it.range((next, begin)..=(next, u32::MAX)));
        let ends = places.map(|&(_, end)| end).filter(|end| known.binary_search(end).is_ok());
        self.ends.extend(ends);
        Ok(())
    }

    /// Whether the walk has been at a place with several choices before, and has read nothing
    /// since. On every way round there is such a place, because some other way leads on.
    fn is_round(&mut self, place: Place) -> bool {
        self.frame().known.insert(place, Known::Walked) == Some(Known::Walked)
    }

    /// Whether the same is asked already, of a rule that has read nothing since, or was in vain.
    /// The ends are those from an index on.
    fn is_inside(&mut self, rule: u16, begin: u32, ends: usize) -> bool {
        let asked = &self.ends[ends..];
        let is_it = |&(other, at, ref ends): &Asked| other == rule && at == begin && ends == asked;
        self.steps += NEAR + self.rounds.len();
        let around = self.frames.iter().rev().take_while(|frame| frame.begin == begin);
        let mut near = around.take(NEAR);
        near.any(|frame| frame.rule == rule && self.ends[frame.ends.clone()] == *asked)
            || self.rounds.iter().any(is_it)
            || !self.deep.is_empty() && self.deep.contains(&(rule, begin, asked.to_vec()))
    }

    /// Ends a rule, if it may end here.
    fn leave(&mut self, end: u32) -> bool {
        let frame = self.frames.last().expect("the walk is in a rule");
        if !self.is_end(end) {
            return false;
        }
        let (rule, node, begin) = (frame.rule, frame.node, frame.begin);
        // They may have gone round because of this one, which is around no more.
        self.rounds.truncate(frame.before.1);
        if rule < self.grammar.shown {
            let after = short(self.derived.len());
            let derived = &mut self.derived[node as usize];
            (derived.end, derived.after) = (end, after);
        }
        self.pop();
        let grammar = self.grammar;
        if let Some(frame) = self.frames.last_mut() {
            if begin < end {
                self.chosen.truncate(frame.before.2);
            }
            if let State::Call { next, .. } = grammar.state(frame.place.1) {
                frame.place = (end, next);
            }
        }
        true
    }

    /// Takes back the last choices that led nowhere; `false` if there was none.
    fn back(&mut self) -> Result<bool, NoTree> {
        while let Some(frame) = self.frames.last() {
            self.steps += 1;
            let (derived, _, chosen) = frame.before;
            if chosen < self.chosen.len() {
                let Some((place, choice, derived)) = self.chosen.pop() else { break };
                self.derived.truncate(derived);
                if self.step(place, choice)? {
                    return Ok(true);
                }
            } else {
                let asked = self.asked(frame);
                self.derived.truncate(derived);
                self.pop();
                self.rounds.push(asked);
            }
        }
        Ok(false)
    }
}
