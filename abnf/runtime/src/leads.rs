//! Decides whether a choice of the walk leads to an end of its rule.
//!
//! The search starts at the place of the choice, skips inner rules by the ends that the chart has
//! for them, and visits each place once. If it takes long, a second search starts at the ends
//! ([`super::backward`]).

use super::alloc::vec::Vec;
use super::backward::Backward;
use super::chart::{NoTree, State};
use super::derivation::Walk;

/// A state and an offset.
pub(crate) type Place = (u32, u16);

/// The knowledge about a place that has a choice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    /// It leads to an end.
    Leads,
    /// It leads to none.
    Fails,
    /// On the stack of the search, or as good as a place on it; the index of that place.
    Open(usize),
    /// The walk has been here.
    Walked,
}

/// The choices of a place that fit what is read next.
pub(crate) enum Way {
    None,
    One(Place),
    Several,
}

/// The effort that the forward search has spent for one choice of the walk.
pub(crate) struct Patience {
    /// Where the choice is.
    pub(crate) begin: u32,
    pub(crate) spent: usize,
    /// The number of steps after which the backward search starts.
    pub(crate) limit: usize,
}

/// If a rule has more ends, they are not compared with the next byte before one is chosen.
const FEW: usize = 16;

/// The number of steps of the quick test for dead ends.
const SOON: usize = 64;

/// The number of steps after which the backward search starts for the first time.
const PATIENCE: usize = 64;

/// The same if the backward search has run for the enclosing rule.
const LITTLE_PATIENCE: usize = 8;

impl Walk<'_> {
    /// Sets the limit of the forward search for a choice at an offset.
    pub(crate) fn be_patient(&mut self, begin: u32) {
        let around = self.frames.iter().rev().nth(1);
        let was_asked = around.is_some_and(|frame| frame.leading.is_some());
        let limit = if was_asked { LITTLE_PATIENCE } else { PATIENCE };
        self.patience = Patience { begin, spent: 0, limit };
    }

    /// Returns the first choice from `from` on that leads to an end, with the index of the next.
    pub(crate) fn first_that_leads(
        &mut self,
        place: Place,
        from: usize,
    ) -> Result<Option<(Place, usize)>, NoTree> {
        let mut choice = from;
        while let Some(to) = self.choice(place, choice) {
            choice += 1;
            if self.leads(to)? {
                return Ok(Some((to, choice)));
            }
        }
        Ok(None)
    }

    /// Returns whether the next byte can follow a place.
    fn fits(&self, (offset, state): Place) -> bool {
        self.grammar.fits(state, self.text.get(offset as usize).copied())
    }

    /// The choices that fit.
    fn ways(&self, place: Place) -> Way {
        let (offset, state) = place;
        match self.grammar.state(state) {
            State::Split { first, last } => {
                let targets = self.grammar.targets(first, last).iter();
                self.fitting(targets.map(|&target| (offset, target)))
            }
            State::Call { rule, next } => {
                let ends = self.chart.ends(rule, offset);
                if FEW < ends.len() {
                    return Way::Several;
                }
                self.fitting(ends.iter().map(|&end| (end, next)))
            }
            State::Byte { .. } | State::End => self.fitting(self.choice(place, 0).into_iter()),
        }
    }

    /// Returns the choices of a place that reaches an end: only the one that does, if the quick
    /// test excludes the others.
    pub(crate) fn ways_on(&mut self, place: Place) -> Way {
        let ways = self.ways(place);
        if !matches!(ways, Way::Several) || self.choice(place, FEW).is_some() {
            return ways;
        }
        let mut left = Way::None;
        for choice in 0.. {
            let Some(to) = self.choice(place, choice) else { break };
            if !self.fails_soon(to) {
                let Way::None = left else { return Way::Several };
                left = Way::One(to);
            }
        }
        left
    }

    /// Returns whether the quick test shows that a place is a dead end.
    fn fails_soon(&mut self, mut place: Place) -> bool {
        for _ in 0..SOON {
            self.steps += 1;
            if !self.fits(place) {
                return true;
            }
            if let State::End = self.grammar.state(place.1) {
                return !self.is_end(place.0);
            }
            match self.ways(place) {
                Way::None => return true,
                Way::One(to) => place = to,
                Way::Several => return false,
            }
        }
        false
    }

    /// Whether the last rule may end at an offset.
    pub(crate) fn is_end(&self, offset: u32) -> bool {
        let frame = self.frames.last().expect("the walk is in a rule");
        self.ends[frame.ends.clone()].binary_search(&offset).is_ok()
    }

    fn fitting(&self, choices: impl Iterator<Item = Place>) -> Way {
        let mut fitting = choices.filter(|&to| self.fits(to));
        match (fitting.next(), fitting.next()) {
            (None, _) => Way::None,
            (Some(to), None) => Way::One(to),
            (Some(_), Some(_)) => Way::Several,
        }
    }

    /// Where a choice leads.
    fn choice(&self, (offset, state): Place, choice: usize) -> Option<Place> {
        match self.grammar.state(state) {
            State::Split { first, last } => {
                let to = self.grammar.targets(first, last).get(choice)?;
                Some((offset, *to))
            }
            State::Call { rule, next } => {
                let end = self.chart.ends(rule, offset).get(choice)?;
                Some((*end, next))
            }
            State::Byte { set, next } => {
                let byte = *self.text.get(offset as usize)?;
                (choice == 0 && self.grammar.contains(set, byte)).then_some((offset + 1, next))
            }
            State::End => None,
        }
    }

    /// Whether an end of the rule is reached from a place.
    pub(crate) fn leads(&mut self, from: Place) -> Result<bool, NoTree> {
        if let Some(leads) = self.is_leading(from) {
            return Ok(leads);
        }
        let mut looks: Vec<Look> = Vec::new();
        // Places whose answer depends on a place that is still on the stack.
        let mut hung: Vec<Place> = Vec::new();
        let mut at = Some(from);
        // The number of states since the last choice or byte; above the limit there is a cycle.
        let mut idle = 0;
        loop {
            self.spend(1)?;
            self.patience.spent += 1;
            if self.patience.limit <= self.patience.spent {
                self.ask_back();
                if let Some(leads) = self.is_leading(from) {
                    return Ok(leads);
                }
            }
            let mut leads = false;
            if let Some(place) = at.filter(|&place| self.fits(place)) {
                match self.look(place, &mut looks, hung.len()) {
                    Seen::Answer(answer) => leads = answer,
                    Seen::On(to) if idle <= self.grammar.states.len() => {
                        idle = if place.0 < to.0 { 0 } else { idle + 1 };
                        at = Some(to);
                        continue;
                    }
                    Seen::On(_) | Seen::Choice => {}
                }
            }
            if leads {
                let known = &mut self.frame().known;
                let places = looks.iter().map(|look| look.place).chain(hung);
                known.extend(places.map(|place| (place, Known::Leads)));
                return Ok(true);
            }
            // The next choice of the last place.
            let Some(look) = looks.last_mut() else { return Ok(false) };
            let (place, choice) = (look.place, look.next);
            look.next += 1;
            idle = 0;
            at = self.choice(place, choice);
            if at.is_none() {
                self.close(&mut looks, &mut hung);
            }
        }
    }

    /// Returns whether a place leads to an end, if the backward search has run.
    fn is_leading(&self, (offset, state): Place) -> Option<bool> {
        Some(self.frames.last()?.leading.as_ref()?.contains(&(state, offset)))
    }

    /// Searches backward from the ends, for as many steps as the forward search has spent.
    fn ask_back(&mut self) {
        let Patience { begin, spent, ref mut limit } = self.patience;
        *limit = 2 * spent;
        self.steps += spent;
        let Self { grammar, text, ref chart, .. } = *self;
        let backward =
            self.backward.get_or_insert_with(|| Backward::new(grammar, chart, text.len()));
        let frame = self.frames.last_mut().expect("the walk is in a rule");
        let asked = (frame.rule, &self.ends[frame.ends.clone()]);
        frame.leading = backward.places(grammar, text, asked, begin, spent);
    }

    /// Visits a place; one with choices is pushed onto the stack.
    fn look(&mut self, place: Place, looks: &mut Vec<Look>, hung: usize) -> Seen {
        let (offset, state) = place;
        if let State::End = self.grammar.state(state) {
            return Seen::Answer(self.is_end(offset));
        }
        match self.ways(place) {
            Way::None => return Seen::Answer(false),
            Way::One(to) => return Seen::On(to),
            Way::Several => {}
        }
        let number = looks.len() + hung;
        let known = &mut self.frame().known;
        match known.get(&place) {
            Some(Known::Leads | Known::Walked) => Seen::Answer(true),
            Some(Known::Fails) => Seen::Answer(false),
            Some(&Known::Open(first)) => {
                let last = looks.last_mut().expect("one is open");
                last.back_to = last.back_to.min(first);
                Seen::Answer(false)
            }
            None => {
                known.insert(place, Known::Open(number));
                looks.push(Look { place, next: 0, back_to: number, hung });
                Seen::Choice
            }
        }
    }

    /// Pops the last place, none of whose choices reaches an end. Strongly connected places are
    /// found by the algorithm of Tarjan ("Depth-first search and linear graph algorithms", 1972):
    /// each place is visited once, for any number of paths to it.
    fn close(&mut self, looks: &mut Vec<Look>, hung: &mut Vec<Place>) {
        let Some(Look { place, back_to, hung: before, .. }) = looks.pop() else { return };
        if back_to < looks.len() + before {
            // Its answer depends on a place that is still open.
            hung.push(place);
            if let Some(last) = looks.last_mut() {
                last.back_to = last.back_to.min(back_to);
            }
        } else {
            let failed = hung.drain(before..).chain([place]);
            self.frame().known.extend(failed.map(|place| (place, Known::Fails)));
        }
    }
}

/// An entry of the stack of the search.
struct Look {
    place: Place,
    /// The next choice.
    next: usize,
    /// The lowest index on the stack that it reaches, at first its own.
    back_to: usize,
    /// The number of undecided places when it was pushed.
    hung: usize,
}

/// The result of a visit.
enum Seen {
    /// Whether it leads to an end.
    Answer(bool),
    /// There is one successor.
    On(Place),
    /// There are several.
    Choice,
}
