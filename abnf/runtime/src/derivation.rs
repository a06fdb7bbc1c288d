//! The preferred derivation of a text: the second of two passes that make a tree.
//!
//! Of all derivations the one is preferred that, from left to right, takes the earlier
//! alternative, one more repetition, the present option. The walk goes down from the whole text:
//! what a rule may end at is known before its text is looked into, so that each choice is tried
//! only if the chart says that the rest can be read. No choice of the walk is taken back but one:
//! to go round without reading anything.

use super::alloc::collections::BTreeMap;
use super::alloc::vec;
use super::alloc::vec::Vec;
use super::chart::{Chart, Grammar, MAX_STEPS, NoTree, State};

/// A rule that has a text, with the rules inside of it behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Derived {
    /// The rule.
    pub(crate) rule: u16,
    /// Where its text begins.
    pub(crate) begin: u32,
    /// Where its text ends.
    pub(crate) end: u32,
    /// The index of the one around it; the root has its own.
    pub(crate) parent: u32,
    /// The index after the last one inside.
    pub(crate) after: u32,
}

/// The preferred derivation of a text that is shorter than 2^32 - 1 bytes: the rule, which is
/// shown, and all rules inside that are, each before those inside of it.
pub(crate) fn derive(grammar: Grammar<'_>, rule: u16, text: &[u8]) -> Result<Vec<Derived>, NoTree> {
    let chart = Chart::new(grammar, rule, text)?;
    let end = short(text.len());
    if chart.ends(rule, 0).last() != Some(&end) {
        return Err(NoTree::Mismatch);
    }
    let steps = chart.steps;
    let (frames, derived, rounds) = (Vec::new(), Vec::new(), Vec::new());
    Walk { grammar, text, chart, frames, derived, rounds, steps }.run(rule, end)
}

#[allow(clippy::cast_possible_truncation, reason = "the length is checked first")]
const fn short(offset: usize) -> u32 {
    offset as u32
}

/// A state and an offset.
type Place = (u32, u16);

/// What is known of a place where there is a choice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// It leads to an end.
    Leads,
    /// It leads to none.
    Fails,
    /// It is being looked at, or leads on if one does that is; its number among these.
    Open(usize),
    /// The walk has been here.
    Walked,
}

/// A rule whose text is being walked.
struct Frame {
    rule: u16,
    begin: u32,
    /// Where its text may end, in order.
    ends: Vec<u32>,
    /// The index of what is derived for it, or for the one around it if it is not shown.
    node: u32,
    /// How much was derived before it, and how many rules had gone round.
    before: (usize, usize),
    /// Where the walk stands.
    place: Place,
    known: BTreeMap<Place, Known>,
    /// What has been chosen since the last byte: the place, the next choice, and how much was
    /// derived before.
    chosen: Vec<(Place, usize, usize)>,
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

struct Walk<'g> {
    grammar: Grammar<'g>,
    text: &'g [u8],
    chart: Chart,
    frames: Vec<Frame>,
    derived: Vec<Derived>,
    /// Rules that were found to go round, each with its begin and ends: as long as the rules around
    /// them are the same, or have gone round as well.
    rounds: Vec<(u16, u32, Vec<u32>)>,
    steps: usize,
}

impl Walk<'_> {
    fn run(mut self, rule: u16, end: u32) -> Result<Vec<Derived>, NoTree> {
        self.enter(rule, 0, vec![end]);
        while let Some(frame) = self.frames.last() {
            self.steps += 1;
            if MAX_STEPS < self.steps {
                return Err(NoTree::TooComplex);
            }
            let place = frame.place;
            if !self.step(place, 0)? && !self.back()? {
                return Err(NoTree::TooComplex);
            }
        }
        Ok(self.derived)
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the walk is in a rule")
    }

    /// Begins a rule.
    fn enter(&mut self, rule: u16, begin: u32, ends: Vec<u32>) {
        let before = self.derived.len();
        let around = self.frames.last().map_or(short(before), |frame| frame.node);
        let mut node = around;
        if rule < self.grammar.shown {
            node = short(before);
            self.derived.push(Derived { rule, begin, end: begin, parent: around, after: node });
        }
        let place = (begin, self.grammar.rules[usize::from(rule)].0);
        let (known, chosen) = (BTreeMap::new(), Vec::new());
        let before = (before, self.rounds.len());
        self.frames.push(Frame { rule, begin, ends, node, before, place, known, chosen });
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
                frame.chosen.clear();
                self.rounds.clear();
                return Ok(true);
            }
            State::Call { rule, next } => return self.call(place, rule, next, from),
            State::Split { .. } => {}
        }
        if from == 0 {
            if let Way::One(to) = self.ways(place) {
                self.frame().place = to;
                return Ok(true);
            }
            if self.is_round(place) {
                return Ok(false);
            }
        }
        let Some((to, next)) = self.first_that_leads(place, from)? else { return Ok(false) };
        if self.grammar.is_by_count(state) && self.first_that_leads(place, next)?.is_some() {
            // Which way is preferred hangs on what repeats.
            return Err(NoTree::TooComplex);
        }
        let derived = self.derived.len();
        let frame = self.frame();
        frame.chosen.push((place, next, derived));
        frame.place = to;
        Ok(true)
    }

    /// Of the choices from `from` on the first that leads to an end, with the number of the next.
    fn first_that_leads(
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

    /// Walks a rule inside. If `from` is not 0, its text is not empty.
    fn call(&mut self, place: Place, rule: u16, next: u16, from: usize) -> Result<bool, NoTree> {
        let (begin, _) = place;
        let mut ends = Vec::new();
        match self.ways(place) {
            // It was seen that it leads on.
            Way::One((end, _)) if from == 0 => ends.push(end),
            Way::None | Way::One(_) => {}
            Way::Several if from == 0 && self.is_round(place) => {}
            Way::Several => {
                let last = self.frame().ends.last().copied();
                for index in 0..self.chart.ends(rule, begin).len() {
                    let end = self.chart.ends(rule, begin)[index];
                    // Behind the last end of the rule around it, nothing leads to one.
                    if last < Some(end) {
                        break;
                    }
                    if (from == 0 || end != begin) && self.leads((end, next))? {
                        ends.push(end);
                    }
                }
            }
        }
        if ends.is_empty() || self.is_inside(rule, begin, &ends) {
            return Ok(false);
        }
        let derived = self.derived.len();
        if ends[0] == begin {
            self.frame().chosen.push((place, 1, derived));
        }
        self.frame().place = place;
        self.enter(rule, begin, ends);
        Ok(true)
    }

    /// Whether the walk has been at a place with several choices before, and has read nothing
    /// since. On every way round there is such a place, because some other way leads on.
    fn is_round(&mut self, place: Place) -> bool {
        self.frame().known.insert(place, Known::Walked) == Some(Known::Walked)
    }

    /// Whether the same is asked already, of a rule that has read nothing since, or was in vain.
    fn is_inside(&mut self, rule: u16, begin: u32, ends: &[u32]) -> bool {
        let around = self.frames.iter().rev().take_while(|frame| frame.begin == begin);
        let mut steps = 0;
        let found = around.into_iter().any(|frame| {
            steps += 1;
            frame.rule == rule && frame.ends == ends
        });
        let asked = |it: &(u16, u32, Vec<u32>)| it.0 == rule && it.1 == begin && it.2 == ends;
        self.steps += steps + self.rounds.len();
        found || self.rounds.iter().any(asked)
    }

    /// Ends a rule, if it may end here.
    fn leave(&mut self, end: u32) -> bool {
        let frame = self.frames.last().expect("the walk is in a rule");
        if frame.ends.binary_search(&end).is_err() {
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
        self.frames.pop();
        let grammar = self.grammar;
        if let Some(frame) = self.frames.last_mut() {
            if begin < end {
                frame.chosen.clear();
            }
            if let State::Call { next, .. } = grammar.state(frame.place.1) {
                frame.place = (end, next);
            }
        }
        true
    }

    /// Takes back the last choices that led nowhere; `false` if there was none.
    fn back(&mut self) -> Result<bool, NoTree> {
        while let Some(frame) = self.frames.last_mut() {
            self.steps += 1;
            if let Some((place, choice, derived)) = frame.chosen.pop() {
                self.derived.truncate(derived);
                if self.step(place, choice)? {
                    return Ok(true);
                }
            } else if let Some(Frame { rule, begin, ends, before, .. }) = self.frames.pop() {
                self.derived.truncate(before.0);
                self.rounds.push((rule, begin, ends));
            }
        }
        Ok(false)
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
                let ends = self.chart.ends(rule, offset).iter();
                self.fitting(ends.map(|&end| (end, next)))
            }
            State::Byte { .. } | State::End => self.fitting(self.choice(place, 0).into_iter()),
        }
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
    fn leads(&mut self, from: Place) -> Result<bool, NoTree> {
        let mut looks: Vec<Look> = Vec::new();
        // Places that lead on if one does that is still being looked at.
        let mut hung: Vec<Place> = Vec::new();
        let mut at = Some(from);
        // How many states there were since the last choice or byte: after so many it goes round.
        let mut idle = 0;
        loop {
            self.steps += 1;
            if MAX_STEPS < self.steps {
                return Err(NoTree::TooComplex);
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

    /// What is seen from a place; one with choices is put onto the others.
    fn look(&mut self, place: Place, looks: &mut Vec<Look>, hung: usize) -> Seen {
        let (offset, state) = place;
        if let State::End = self.grammar.state(state) {
            return Seen::Answer(self.frame().ends.binary_search(&offset).is_ok());
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

/// The choices of a place that fit what is read next.
enum Way {
    None,
    One(Place),
    Several,
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
