//! The preferred derivation of a text that [`super::prediction`] does not find: the second of two
//! passes.
//!
//! Of all derivations the preferred one takes, from left to right, the earlier alternative, one
//! more repetition, the present option. The first pass, [`super::chart`], is an Earley recogniser:
//! it finds, for each rule and each offset, the offsets at which the text of the rule can end. This
//! pass walks down from the whole text, and always takes the first branch from which the end of the
//! text can be reached.
//!
//! # Frames
//!
//! A rule whose text is being walked has a frame. The frame holds the offsets at which the text may
//! end so that the rest of the whole text can be read. There is one such end unless the text is
//! ambiguous; if there are several, the preferred branches inside of the rule decide which it is.
//! The walk keeps this invariant:
//!
//! > From the configuration of the frame, its state and its offset, the rule can reach one of the
//! > ends of the frame.
//!
//! The invariant holds at first: the frame of the whole text has one end, which the chart confirms.
//! Every step keeps it. If all branches but one fail within a few bytes, that one keeps it.
//! Otherwise the walk takes the first branch whose configuration is in the set that
//! [`super::pruning`] computes from the ends of the frame, at most once for a frame. The frame of a
//! rule inside gets the ends from which an end of this frame can be reached. Thus no branch fails,
//! with one exception.
//!
//! # Cycles
//!
//! The rules `a = b / "x"` and `b = a` have infinitely many derivations of `"x"`. Derivations with
//! a cycle that reads nothing are excluded: a frame does not pass a configuration twice, and a rule
//! does not contain itself with the same begin and the same ends. A branch that keeps the invariant
//! can therefore lead only into a cycle. The walk then returns to the last choice, but never past a
//! byte, and stores the calls that failed, so that each is tried once.
//!
//! # Cost
//!
//! Time is proportional to the length of the derivation and to the sets of pruning. A frame whose
//! rule and ends are those of a frame around it, as in right recursion, shares the set of that
//! frame. The frames of a left recursion have different ends, but each set is small, because the
//! search from its end stops where the next frame begins. So both take linear time. No step
//! recurses on the call stack.
// Long because the walk is one algorithm, and a third of the lines explain it.

use super::alloc::vec;
use super::alloc::vec::Vec;
use super::chart::{Chart, Grammar, MAX_LINKS, MAX_STEPS, NoTree, State};
use super::item_set::{Item, ItemSet};
use super::pruning::{Budget, Reversed};
use core::ops::Range;

/// A rule that has a text, followed by the rules inside of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Derived {
    /// The rule.
    pub rule: u16,
    /// The offset at which its text begins.
    pub begin: u32,
    /// The offset at which its text ends.
    pub end: u32,
    /// The index of the rule around it; the root has its own.
    pub parent: u32,
    /// The index after the last rule inside.
    pub after: u32,
}

/// Finds the preferred derivation of a text that is shorter than 2^32 - 1 bytes. Returns the rule,
/// which must be a shown one, and all shown rules inside, each before those inside of it.
pub fn derive_in_two_passes(
    grammar: Grammar<'_>,
    rule: u16,
    text: &[u8],
) -> Result<Vec<Derived>, NoTree> {
    let chart = Chart::new(grammar, rule, text)?;
    let end = short(text.len());
    if chart.ends(rule, 0).last() != Some(&end) {
        return Err(NoTree::Mismatch);
    }
    let budget = Budget { steps: MAX_STEPS.saturating_sub(chart.steps), items: MAX_LINKS };
    let walk = Walk {
        grammar,
        text,
        chart,
        reversed: None,
        frames: Vec::new(),
        ends: Vec::new(),
        innermost: vec![0; (text.len() + 1).next_power_of_two()],
        choices: Vec::new(),
        failed: Vec::new(),
        derived: Vec::new(),
        budget,
    };
    walk.run(rule, end).ok_or(NoTree::TooComplex)
}

#[allow(clippy::cast_possible_truncation, reason = "the length is checked first")]
const fn short(offset: usize) -> u32 {
    offset as u32
}

/// A rule whose text is being walked.
struct Frame {
    rule: u16,
    begin: u32,
    /// Whether the tree shows the rule.
    is_shown: bool,
    /// Whether the tree shows nothing inside of the rule.
    hides: bool,
    /// The offsets at which its text may end, in ascending order, as a range of [`Walk::ends`].
    ends: Range<usize>,
    /// The index of the derived rule, or of the one around it if this rule is not shown.
    node: u32,
    /// The lengths that the lists of the walk had before the rule was entered.
    before: Lengths,
    /// The present state and offset in this rule.
    at: Item,
    /// The configurations with several branches that the walk has passed since its last byte.
    visited: ItemSet,
    /// The index of the outermost frame with the same rule and the same ends, or of this one.
    leader: usize,
    /// Only of a leader, once it is needed: the configurations from which an end is reached.
    reaching: Option<ItemSet>,
    /// The previous value of the frame's slot in [`Walk::innermost`].
    outer: u32,
}

/// The lengths of lists, to which they are cut back.
#[derive(Clone, Copy)]
struct Lengths {
    derived: usize,
    choices: usize,
    failed: usize,
}

/// A choice that can be taken back, because nothing has been read since.
struct Choice {
    at: Item,
    /// The number of the next branch to try.
    next: usize,
    /// The number of rules that were derived before.
    derived: usize,
}

/// A rule that could not be walked without a cycle.
struct Failed {
    rule: u16,
    begin: u32,
    ends: Vec<u32>,
}

/// The maximum number of steps for which a branch is followed before the frame is pruned.
const LOOKAHEAD: usize = 64;

/// The maximum number of ends of a rule inside that are followed before the frame is pruned.
const MAX_COMPARED: usize = 16;

struct Walk<'g> {
    grammar: Grammar<'g>,
    text: &'g [u8],
    chart: Chart,
    /// The data of pruning, once it is needed.
    reversed: Option<Reversed>,
    frames: Vec<Frame>,
    /// The ends of all frames.
    ends: Vec<u32>,
    /// A hash table of the frames by their rules and last ends: one more than the index of the
    /// innermost frame of each slot, from which [`Frame::outer`] leads to the others.
    innermost: Vec<u32>,
    /// The choices since the last byte, those of each frame together.
    choices: Vec<Choice>,
    /// Calls that failed, as long as the rules around them are the same or have failed as well.
    failed: Vec<Failed>,
    derived: Vec<Derived>,
    budget: Budget,
}

/// All methods return `None` if a limit is exceeded.
impl Walk<'_> {
    fn run(mut self, rule: u16, end: u32) -> Option<Vec<Derived>> {
        self.ends.push(end);
        self.enter(rule, 0, 0, 0);
        while let Some(frame) = self.frames.last() {
            let at = frame.at;
            self.budget.spend(1)?;
            if !self.step(at, 0)? {
                self.backtrack()?;
            }
        }
        Some(self.derived)
    }

    fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the walk is in a rule")
    }

    /// Continues from a configuration of the last frame by the first branch that can be taken, of
    /// those from number `from` on. Returns `false` if there is none.
    fn step(&mut self, at: Item, from: usize) -> Option<bool> {
        let (state, offset) = at;
        match self.grammar.state(state) {
            State::End => self.leave(offset),
            State::Byte { next, .. } => self.advance((next, offset + 1)),
            State::Split { first, last } => return self.branch(at, (first, last), from),
            State::Call { rule, next } => return self.call(at, (rule, next), from),
        }
        Some(true)
    }

    /// Moves the last frame to a greater offset. Choices before it are final.
    fn advance(&mut self, to: Item) {
        let frame = self.top();
        frame.at = to;
        frame.visited.clear();
        let choices = frame.before.choices;
        self.choices.truncate(choices);
        self.failed.clear();
    }

    /// Continues from a split by one of its targets.
    fn branch(&mut self, at: Item, (first, last): (u16, u16), from: usize) -> Option<bool> {
        let (state, offset) = at;
        let grammar = self.grammar;
        if from == 0 {
            let byte = self.text.get(offset as usize).copied();
            let only = grammar.only(first, last, byte).map(|to| (to, offset));
            let targets = grammar.targets(first, last).iter().map(|to| (*to, offset));
            self.budget.spend(targets.len())?;
            if let Some(to) = only.or_else(|| self.only_viable(targets)) {
                self.top().at = to;
                return Some(true);
            }
            if !self.top().visited.add(at) {
                return Some(false);
            }
        }
        self.prune()?;
        let reaching = reaching(&self.frames);
        let targets = grammar.targets(first, last).iter().enumerate().skip(from);
        let mut reached = targets.filter(|(_, target)| reaching.contains((**target, offset)));
        let Some((number, target)) = reached.next() else { return Some(false) };
        if grammar.is_by_count(state) && reached.next().is_some() {
            // The number of repetitions, and so the preferred branch, is unknown before they are
            // read.
            return None;
        }
        self.choices.push(Choice { at, next: number + 1, derived: self.derived.len() });
        self.top().at = (*target, offset);
        Some(true)
    }

    /// Continues from a call by the rule inside. If `from` is not 0, its text must not be empty.
    fn call(&mut self, at: Item, (rule, next): (u16, u16), from: usize) -> Option<bool> {
        let (state, begin) = at;
        let first = self.ends.len();
        if from > 0 {
            self.push_ends(rule, begin, next)?;
        } else if let Some(end) = self.only_end(rule, begin, next) {
            self.ends.push(end);
        } else if self.top().visited.add(at) {
            self.push_ends(rule, begin, next)?;
        }
        self.budget.spend(self.ends.len() - first)?;
        if from > 0 && self.ends.get(first) == Some(&begin) {
            self.ends.remove(first);
        }
        if self.ends.len() == first {
            return Some(false);
        }
        let (around, compared) = self.with_same_ends(rule, first);
        self.budget.spend(compared)?;
        let comes_round = around.is_some_and(|index| self.frames[index].begin == begin);
        if comes_round || self.has_failed(rule, begin, first)? {
            self.ends.truncate(first);
            return Some(false);
        }
        if self.ends[first] == begin {
            self.choices.push(Choice { at, next: 1, derived: self.derived.len() });
        }
        match self.ends[first..] {
            [end] if self.grammar.is_plain(state) => {
                self.ends.truncate(first);
                self.push_plain(rule, begin, end);
                self.continue_after(begin, (next, end));
            }
            _ => {
                let leader = around.map_or(self.frames.len(), |index| self.frames[index].leader);
                self.enter(rule, begin, first, leader);
            }
        }
        Some(true)
    }

    /// As [`Self::only_viable`], for the ends of a rule inside.
    fn only_end(&self, rule: u16, begin: u32, next: u16) -> Option<u32> {
        match self.chart.ends(rule, begin) {
            [end] => Some(*end),
            ends if MAX_COMPARED < ends.len() => None,
            ends => {
                let after = ends.iter().map(|end| (next, *end));
                self.only_viable(after).map(|(_, end)| end)
            }
        }
    }

    /// Returns the only branch from which the text can continue as far as it can be read without a
    /// decision, if there is exactly one. This decides most branches that the next byte does not,
    /// such as whether white space is followed by a comma.
    fn only_viable(&self, branches: impl Iterator<Item = Item>) -> Option<Item> {
        let mut viable = None;
        for to in branches {
            if !self.fails_soon(to) && viable.replace(to).is_some() {
                return None;
            }
        }
        viable
    }

    /// Follows a configuration while only one branch fits the next byte, and returns whether this
    /// shows that it reaches no end of the last frame.
    fn fails_soon(&self, (mut state, mut offset): Item) -> bool {
        for _ in 0..LOOKAHEAD {
            let byte = self.text.get(offset as usize).copied();
            if !self.grammar.fits(state, byte) {
                return true;
            }
            match self.grammar.state(state) {
                State::End => {
                    let ends = self.frames.last().map_or(0..0, |frame| frame.ends.clone());
                    return self.ends[ends].binary_search(&offset).is_err();
                }
                State::Byte { next, .. } => (state, offset) = (next, offset + 1),
                State::Split { first, last } => match self.grammar.only(first, last, byte) {
                    Some(to) => state = to,
                    None => return false,
                },
                State::Call { rule, next } => match self.chart.ends(rule, offset) {
                    [] => return true,
                    [end] => (state, offset) = (next, *end),
                    _ => return false,
                },
            }
        }
        false
    }

    /// Adds a rule inside whose end is known, and which contains no shown rule.
    fn push_plain(&mut self, rule: u16, begin: u32, end: u32) {
        if rule < self.grammar.shown && !self.top().hides {
            let (parent, after) = (self.top().node, short(self.derived.len() + 1));
            self.derived.push(Derived { rule, begin, end, parent, after });
        }
    }

    /// Moves the last frame to the end of a rule inside.
    fn continue_after(&mut self, begin: u32, to: Item) {
        if begin < to.1 {
            self.advance(to);
        } else {
            self.top().at = to;
        }
    }

    /// Adds the ends of a rule inside from which an end of the last frame is reached, in order.
    fn push_ends(&mut self, rule: u16, begin: u32, next: u16) -> Option<()> {
        self.prune()?;
        let reaching = reaching(&self.frames);
        let ends = self.chart.ends(rule, begin);
        // A left recursion has many ends, few of which are left, so the smaller set is iterated.
        self.budget.spend(ends.len().min(reaching.list.len()))?;
        if ends.len() <= reaching.list.len() {
            self.ends.extend(ends.iter().filter(|end| reaching.contains((next, **end))));
        } else {
            let first = self.ends.len();
            let after = reaching.list.iter().filter(|(state, _)| *state == next);
            let after = after.map(|(_, offset)| *offset);
            self.ends.extend(after.filter(|offset| ends.binary_search(offset).is_ok()));
            self.ends[first..].sort_unstable();
        }
        Some(())
    }

    /// Finds the configurations from which an end of the last frame is reached, for its leader.
    fn prune(&mut self) -> Option<()> {
        let Self { grammar, text, ref chart, .. } = *self;
        let leader = self.frames.last()?.leader;
        if self.frames[leader].reaching.is_some() {
            return Some(());
        }
        let reversed =
            self.reversed.get_or_insert_with(|| Reversed::new(grammar, chart, text.len()));
        let frame = &mut self.frames[leader];
        let asked = (frame.rule, &self.ends[frame.ends.clone()]);
        frame.reaching =
            Some(reversed.reaching(grammar, text, asked, frame.begin, &mut self.budget)?);
        Some(())
    }

    /// Begins a rule, whose ends are those from index `first` on.
    fn enter(&mut self, rule: u16, begin: u32, first: usize, leader: usize) {
        let derived = self.derived.len();
        let (mut node, is_hidden) = self.frames.last().map_or((0, false), |it| (it.node, it.hides));
        let is_shown = rule < self.grammar.shown && !is_hidden;
        let hides = is_hidden || is_shown && self.grammar.is_leaf(rule);
        let before = Lengths { derived, choices: self.choices.len(), failed: self.failed.len() };
        if is_shown {
            let parent = node;
            node = short(derived);
            self.derived.push(Derived { rule, begin, end: begin, parent, after: node });
        }
        let slot = self.slot(rule);
        let number = short(self.frames.len() + 1);
        let outer = core::mem::replace(&mut self.innermost[slot], number);
        self.frames.push(Frame {
            rule,
            begin,
            is_shown,
            hides,
            ends: first..self.ends.len(),
            node,
            before,
            at: (self.grammar.rules[usize::from(rule)].0, begin),
            visited: ItemSet::default(),
            leader,
            reaching: None,
            outer,
        });
    }

    /// Ends a rule, and continues in the rule around it.
    fn leave(&mut self, end: u32) {
        let Some(frame) = self.pop() else { return };
        // Calls may have failed because of this rule, which no longer encloses them.
        self.failed.truncate(frame.before.failed);
        if frame.is_shown {
            let after = short(self.derived.len());
            let derived = &mut self.derived[frame.node as usize];
            (derived.end, derived.after) = (end, after);
        }
        if let Some(around) = self.frames.last()
            && let State::Call { next, .. } = self.grammar.state(around.at.0)
        {
            self.continue_after(frame.begin, (next, end));
        }
    }

    /// Removes the last frame.
    fn pop(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        let slot = self.slot(frame.rule);
        self.innermost[slot] = frame.outer;
        self.ends.truncate(frame.ends.start);
        self.choices.truncate(frame.before.choices);
        self.budget.items += frame.reaching.as_ref().map_or(0, |set| set.list.len());
        Some(frame)
    }

    /// Reverts choices until one of them has another branch.
    fn backtrack(&mut self) -> Option<()> {
        loop {
            self.budget.spend(1)?;
            let frame = self.frames.last()?;
            if frame.before.choices < self.choices.len() {
                let Choice { at, next, derived } = self.choices.pop()?;
                self.derived.truncate(derived);
                self.top().at = at;
                if self.step(at, next)? {
                    return Some(());
                }
            } else {
                let ends = self.ends[frame.ends.clone()].to_vec();
                let failed = Failed { rule: frame.rule, begin: frame.begin, ends };
                self.derived.truncate(frame.before.derived);
                self.pop();
                self.failed.push(failed);
            }
        }
    }

    /// The slot in the hash table for a rule whose ends are the last ones.
    fn slot(&self, rule: u16) -> usize {
        let last = self.ends.last().map_or(0, |end| *end as usize);
        last.wrapping_add(usize::from(rule).wrapping_mul(0x9E37_79B1)) & (self.innermost.len() - 1)
    }

    /// Returns the innermost frame of a rule with the same ends, which are those from index `first`
    /// on, and the number of frames that were compared.
    fn with_same_ends(&self, rule: u16, first: usize) -> (Option<usize>, usize) {
        let mut number = self.innermost[self.slot(rule)];
        let mut compared = 0;
        while let Some(index) = number.checked_sub(1) {
            compared += 1;
            let frame = &self.frames[index as usize];
            if frame.rule == rule && self.ends[frame.ends.clone()] == self.ends[first..] {
                return (Some(index as usize), compared);
            }
            number = frame.outer;
        }
        (None, compared)
    }

    /// Returns whether a call has failed whose ends are those from index `first` on.
    fn has_failed(&mut self, rule: u16, begin: u32, first: usize) -> Option<bool> {
        self.budget.spend(self.failed.len())?;
        let is_it = |it: &Failed| it.rule == rule && it.begin == begin;
        Some(self.failed.iter().any(|it| is_it(it) && it.ends == self.ends[first..]))
    }
}

/// Returns the configurations from which an end of the last frame is reached. Its leader must have
/// been pruned.
fn reaching(frames: &[Frame]) -> &ItemSet {
    let leader = frames.last().map_or(0, |frame| frame.leader);
    frames[leader].reaching.as_ref().expect("the leader has been pruned")
}
