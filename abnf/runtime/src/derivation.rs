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
use core::ops::Range;

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
    /// Where its text may end, in order, among all ends.
    ends: Range<usize>,
    /// The index of what is derived for it, or for the one around it if it is not shown.
    node: u32,
    /// How much was derived before it, how many rules had gone round, and how many choices stood.
    before: (usize, usize, usize),
    /// How many rules directly around it begin where it begins.
    around: usize,
    /// Where the walk stands.
    place: Place,
    known: BTreeMap<Place, Known>,
    /// The places that lead to an end, if that was asked from the ends.
    leading: Option<Places>,
}

/// How long it was asked from places whether they lead to an end, for one choice of the walk.
struct Patience {
    /// Where the choice is.
    begin: u32,
    spent: usize,
    /// After so many steps it is asked from the ends.
    limit: usize,
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
    /// Made when it is needed.
    backward: Option<Backward>,
    frames: Vec<Frame>,
    /// Where the texts of the frames may end.
    ends: Vec<u32>,
    /// What the frames have chosen since their last byte: the place, the next choice, and how much
    /// was derived before.
    chosen: Vec<(Place, usize, usize)>,
    derived: Vec<Derived>,
    /// Rules that were found to go round, each with its begin and ends: as long as the rules around
    /// them are the same, or have gone round as well.
    rounds: Vec<Asked>,
    /// The frames inside of which [`NEAR`] or more begin where they begin.
    deep: BTreeSet<Asked>,
    patience: Patience,
    steps: usize,
}

/// A rule, where it begins, and where it may end.
type Asked = (u16, u32, Vec<u32>);

/// So many rules around are compared one by one.
const NEAR: usize = 8;

/// More ends of a rule than that are not compared with what is read next before one is chosen.
const FEW: usize = 16;

/// The steps after which it is first asked from the ends whether places lead to them.
const PATIENCE: usize = 64;

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

    fn spend(&mut self, steps: usize) -> Result<(), NoTree> {
        self.steps += steps;
        if MAX_STEPS < self.steps { Err(NoTree::TooComplex) } else { Ok(()) }
    }

    fn frame(&mut self) -> &mut Frame {
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
            if let Way::One(to) = self.ways(place) {
                self.frame().place = to;
                return Ok(true);
            }
            if self.is_round(place) {
                return Ok(false);
            }
        }
        self.patience = Patience { begin: offset, spent: 0, limit: PATIENCE };
        let Some((to, next)) = self.first_that_leads(place, from)? else { return Ok(false) };
        if self.grammar.is_by_count(state) && self.first_that_leads(place, next)?.is_some() {
            // Which way is preferred hangs on what repeats.
            return Err(NoTree::TooComplex);
        }
        self.chosen.push((place, next, self.derived.len()));
        self.frame().place = to;
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
        let first = self.ends.len();
        match self.ways(place) {
            // It was seen that it leads on.
            Way::One((end, _)) if from == 0 => self.ends.push(end),
            Way::None | Way::One(_) => {}
            Way::Several if from == 0 && self.is_round(place) => {}
            Way::Several => {
                self.add_ends(begin, rule, next)?;
                if from > 0 && self.ends.get(first) == Some(&begin) {
                    self.ends.remove(first);
                }
            }
        }
        if self.ends.len() == first || self.is_inside(rule, begin, first) {
            self.ends.truncate(first);
            return Ok(false);
        }
        if self.ends[first] == begin {
            self.chosen.push((place, 1, self.derived.len()));
        }
        self.frame().place = place;
        self.enter(rule, begin, first);
        Ok(true)
    }

    /// Adds the ends of a rule inside that lead on, in order.
    fn add_ends(&mut self, begin: u32, rule: u16, next: u16) -> Result<(), NoTree> {
        self.patience = Patience { begin, spent: 0, limit: PATIENCE };
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
        if self.ends[frame.ends.clone()].binary_search(&end).is_err() {
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
            let ends = self.frame().ends.clone();
            return Seen::Answer(self.ends[ends].binary_search(&offset).is_ok());
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
