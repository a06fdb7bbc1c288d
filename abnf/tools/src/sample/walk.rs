//! Draws random texts of a nested rule.
//!
//! The rule is a [`Net`] of automata that call each other. First, the lengths of the
//! texts from each state to the end of its rule are computed. Then a random walk generates a text: at
//! each state, all transitions that can still end at the right length are equally likely, and so are all
//! divisions of the length between a called rule and its continuation. All texts can occur, but texts
//! with few decisions are more likely than others.
//!
//! The lengths are a least fixed point, computed length by length. After a number of steps without
//! reading, which left recursion allows, a walk takes a shortest path to the next byte.

use super::Random;
use super::{MAX_WORDS, Subject, too_large};
use abnfc::automata::nested::net::{Net, State, StateId};
use abnfc::automata::nfa::NfaError;
use abnfc::automata::rules::nfa_error;
use abnfc::diagnostic::Diagnostic;
use abnfc::grammar::RuleId;
use std::collections::VecDeque;

/// The maximum number of steps for computing the lengths.
const MAX_STEPS: u64 = 1 << 33;

/// The number of steps without reading after which a walk takes a shortest path.
const MAX_SILENT: usize = 1000;

/// A net, and the lengths of the texts from each of its states.
#[derive(Clone, Debug)]
pub(super) struct Walker {
    net: Net,
    start: StateId,
    /// For each state, its predecessors by transitions that read nothing.
    users: Vec<Vec<StateId>>,
    lengths: Lengths,
}

/// Whether each state has a text of each length, one bit each.
#[derive(Clone, Debug)]
struct Lengths {
    words: usize,
    bits: Vec<u64>,
}

impl Lengths {
    fn has(&self, state: StateId, length: usize) -> bool {
        self.bits[state.index() * self.words + length / 64] >> (length % 64) & 1 == 1
    }

    fn insert(&mut self, state: StateId, length: usize) {
        self.bits[state.index() * self.words + length / 64] |= 1 << (length % 64);
    }
}

impl Walker {
    pub(super) fn new(subject: Subject<'_>, greatest: usize) -> Result<Self, Diagnostic> {
        let net = net(subject)?;
        let start = net.rules[&subject.rule].start;
        let words = greatest / 64 + 1;
        let size = net.states.len().saturating_mul(words);
        if MAX_WORDS < size {
            return Err(too_large("the lengths take more than 16777216 words of memory", greatest));
        }
        let lengths = Lengths { words, bits: vec![0; size] };
        let users = users(&net);
        let mut walker = Self { net, start, users, lengths };
        walker.settle(greatest)?;
        Ok(walker)
    }

    pub(super) fn has(&self, length: usize) -> bool {
        self.lengths.has(self.start, length)
    }

    /// Computes the lengths, in order.
    fn settle(&mut self, greatest: usize) -> Result<(), Diagnostic> {
        let calls = self.net.states.iter().filter(|it| matches!(it, State::Call { .. })).count();
        let mut steps: u64 = 0;
        for length in 0..=greatest {
            steps += (self.net.states.len() + calls * length) as u64;
            if MAX_STEPS < steps {
                return Err(too_large("finding the lengths takes more than 2^33 steps", greatest));
            }
            for (index, rank) in self.ranks(length).into_iter().enumerate() {
                if rank.is_some() {
                    self.lengths.insert(StateId::new(index), length);
                }
            }
        }
        Ok(())
    }

    /// The state in which the texts of a called rule begin.
    fn called(&self, rule: RuleId) -> StateId {
        self.net.rules[&rule].start
    }

    /// Returns the ranks of the states that have a text of a length, in an order in which each state
    /// follows those on whose texts of this length its own depends. The shorter lengths are final.
    fn ranks(&self, length: usize) -> Ranks {
        let mut ranks: Ranks = vec![None; self.net.states.len()];
        let indices = 0..self.net.states.len();
        let mut queue: VecDeque<StateId> =
            indices.map(StateId::new).filter(|&state| self.follows(state, length)).collect();
        let mut is_found = vec![false; self.net.states.len()];
        queue.iter().for_each(|it| is_found[it.index()] = true);
        let mut rank = 0;
        while let Some(state) = queue.pop_front() {
            ranks[state.index()] = Some(rank);
            rank += 1;
            let has = |state: StateId, of: usize| {
                if of == length {
                    ranks[state.index()].is_some()
                } else {
                    self.lengths.has(state, of)
                }
            };
            for &user in &self.users[state.index()] {
                let follows = match &self.net.states[user.index()] {
                    State::Call { rule, next } => {
                        let start = self.called(*rule);
                        has(start, 0) && has(*next, length) || has(start, length) && has(*next, 0)
                    }
                    _ => true,
                };
                if follows && !is_found[user.index()] {
                    is_found[user.index()] = true;
                    queue.push_back(user);
                }
            }
        }
        ranks
    }

    /// Returns whether a state has a text of a length by shorter texts of other states, or by the end of
    /// its rule.
    fn follows(&self, state: StateId, length: usize) -> bool {
        match &self.net.states[state.index()] {
            State::Byte { next, .. } => {
                length.checked_sub(1).is_some_and(|rest| self.lengths.has(*next, rest))
            }
            State::Call { rule, next } => {
                let start = self.called(*rule);
                (1..length).any(|of_call| self.divides(start, *next, of_call, length))
            }
            State::End => length == 0,
            State::Split(_) | State::Enter { .. } | State::Leave(_) => false,
        }
    }

    /// Returns whether a call can take `of_call` bytes of a length.
    fn divides(&self, start: StateId, next: StateId, of_call: usize, length: usize) -> bool {
        self.lengths.has(start, of_call) && self.lengths.has(next, length - of_call)
    }

    /// Draws a text of a length that the rule has.
    pub(super) fn text(&self, length: usize, random: &mut Random) -> Vec<u8> {
        let mut text = Vec::with_capacity(length);
        let (mut state, mut left) = (self.start, length);
        // The states after calls, and the number of bytes left there.
        let mut stack: Vec<(StateId, usize)> = Vec::new();
        let mut silent = 0;
        let mut known = None;
        loop {
            silent += 1;
            let is_lost = MAX_SILENT < silent;
            match &self.net.states[state.index()] {
                State::Byte { set, next } => {
                    let bytes: Vec<u8> = set.iter().collect();
                    text.extend(random.choose(&bytes));
                    (state, left, silent) = (*next, left - 1, 0);
                }
                State::Split(targets) => {
                    let can_end = |it: &&StateId| self.lengths.has(**it, left);
                    let ways: Vec<StateId> = targets.iter().filter(can_end).copied().collect();
                    let way = if is_lost {
                        let ranks = self.known_ranks(left, &mut known);
                        ways.iter().min_by_key(|it| ranks[it.index()])
                    } else {
                        random.choose(&ways)
                    };
                    state = *way.expect("a text of this length is left");
                }
                State::Call { rule, next } => {
                    let start = self.called(*rule);
                    let of_call = if is_lost {
                        self.nearest(state, start, *next, (left, &mut known))
                    } else {
                        let fits = |&it: &usize| self.divides(start, *next, it, left);
                        random.choose(&(0..=left).filter(fits).collect::<Vec<_>>()).copied()
                    };
                    let of_call = of_call.expect("a text of this length is left");
                    stack.push((*next, left - of_call));
                    (state, left) = (start, of_call);
                }
                State::End | State::Enter { .. } | State::Leave(_) => match stack.pop() {
                    Some(after) => (state, left) = after,
                    None => return text,
                },
            }
        }
    }

    /// Computes the [`ranks`](Self::ranks) for a length.
    fn known_ranks<'a>(&self, length: usize, known: &'a mut CachedRanks) -> &'a Ranks {
        if known.as_ref().is_none_or(|it| it.0 != length) {
            *known = None;
        }
        &known.get_or_insert_with(|| (length, self.ranks(length))).1
    }

    /// Returns the number of bytes of a call on a shortest path to the next byte.
    fn nearest(
        &self,
        state: StateId,
        start: StateId,
        next: StateId,
        (left, known): (usize, &mut CachedRanks),
    ) -> Option<usize> {
        let inside = (1..left).find(|&of_call| self.divides(start, next, of_call, left));
        inside.or_else(|| {
            let ranks = self.known_ranks(left, known);
            let rank = |it: StateId| ranks[it.index()];
            let is_empty = self.lengths.has(start, 0);
            let ends_after = rank(next).is_some() && rank(next) < rank(state);
            Some(if is_empty && ends_after { 0 } else { left })
        })
    }
}

/// See [`Walker::ranks`].
type Ranks = Vec<Option<usize>>;

/// The ranks for a length.
type CachedRanks = Option<(usize, Ranks)>;

/// Returns for each state its predecessors by transitions that read nothing.
fn users(net: &Net) -> Vec<Vec<StateId>> {
    let mut users = vec![Vec::new(); net.states.len()];
    for (index, state) in net.states.iter().enumerate() {
        let user = StateId::new(index);
        match state {
            State::Split(targets) => targets.iter().for_each(|it| users[it.index()].push(user)),
            State::Call { rule, next } => {
                users[net.rules[rule].start.index()].push(user);
                users[next.index()].push(user);
            }
            State::Byte { .. } | State::End | State::Enter { .. } | State::Leave(_) => (),
        }
    }
    users
}

/// The automata of a rule and of all that it calls. Regular rules inside of them are copied.
fn net(Subject { grammar, automata, rule, limits }: Subject<'_>) -> Result<Net, Diagnostic> {
    let mut net = Net::new(grammar.rules().len());
    for needed in automata.patterns().reached(&[rule]) {
        if needed != rule && automata.fragment(needed).is_ok() {
            continue;
        }
        let mut fragment = |used| Ok::<_, NfaError>(automata.fragment(used).ok());
        net.add(automata.patterns(), needed, limits.nfa_states, &mut fragment)
            .map_err(|error| nfa_error(grammar, needed, &error))?;
    }
    Ok(net)
}
