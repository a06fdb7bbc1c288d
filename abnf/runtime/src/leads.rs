//! Whether a choice of the walk leads to an end of its rule.
//!
//! It is asked from the place of the choice, over what the chart says of the rules inside, and each
//! place is looked into once; if that takes long, also from the ends ([`super::backward`]).

use super::alloc::vec::Vec;
use super::backward::Backward;
use super::chart::{NoTree, State};
use super::derivation::Walk;

/// A state and an offset.
pub(crate) type Place = (u32, u16);

/// What is known of a place where there is a choice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    /// It leads to an end.
    Leads,
    /// It leads to none.
    Fails,
    /// It is being looked at, or leads on if one does that is; its number among these.
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

/// How long it was asked from places whether they lead to an end, for one choice of the walk.
pub(crate) struct Patience {
    /// Where the choice is.
    pub(crate) begin: u32,
    pub(crate) spent: usize,
    /// After so many steps it is asked from the ends.
    pub(crate) limit: usize,
}

/// More ends of a rule than that are not compared with what is read next before one is chosen.
const FEW: usize = 16;

/// How many steps it takes at most to see soon that a place leads nowhere.
const SOON: usize = 64;

/// The steps after which it is first asked from the ends whether places lead to them.
const PATIENCE: usize = 64;

/// The same where it was asked from the ends of the rule around.
const LITTLE_PATIENCE: usize = 8;

impl Walk<'_> {
    /// Begins to ask for a choice at an offset.
    pub(crate) fn be_patient(&mut self, begin: u32) {
        let around = self.frames.iter().rev().nth(1);
        let was_asked = around.is_some_and(|frame| frame.leading.is_some());
        let limit = if was_asked { LITTLE_PATIENCE } else { PATIENCE };
        self.patience = Patience { begin, spent: 0, limit };
    }

    /// Of the choices from `from` on the first that leads to an end, with the number of the next.
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

    /// Whether a place fits what is read next.
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

    /// The choices of a place that leads on: the only one that does, if that is soon seen.
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

    /// Whether a place is soon seen to lead nowhere.
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
        // Places that lead on if one does that is still being looked at.
        let mut hung: Vec<Place> = Vec::new();
        let mut at = Some(from);
        // How many states there were since the last choice or byte: after so many it goes round.
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

    /// Whether a place leads to an end, if it was asked from the ends.
    fn is_leading(&self, (offset, state): Place) -> Option<bool> {
        Some(self.frames.last()?.leading.as_ref()?.contains(&(state, offset)))
    }

    /// Asks from the ends which places lead to them, for as long as it was asked from places.
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

    /// What is seen from a place; one with choices is put onto the others.
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

    /// Takes off the last place, none of whose choices leads on. What can reach each other is found
    /// as by Tarjan ("Depth-first search and linear graph algorithms", 1972): no place is looked
    /// into twice, however many ways there are to it.
    fn close(&mut self, looks: &mut Vec<Look>, hung: &mut Vec<Place>) {
        let Some(Look { place, back_to, hung: before, .. }) = looks.pop() else { return };
        if back_to < looks.len() + before {
            // It leads on if one does that is still open.
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

/// A choice that is being looked at.
struct Look {
    place: Place,
    /// The next choice.
    next: usize,
    /// The number of the first that it came back to, or its own.
    back_to: usize,
    /// How many there were that are not being looked at any more but have no answer.
    hung: usize,
}

/// What is seen from a place.
enum Seen {
    /// Whether it leads to an end.
    Answer(bool),
    /// There is one way on.
    On(Place),
    /// There are several.
    Choice,
}
