//! The deterministic automaton with a stack: the type, its interpreter and its listing.
//!
//! A byte of the text leads to another state, opens a bracket, or closes one. Opening a bracket
//! pushes the state onto the stack; closing one pops that state, and the next state depends on it
//! and on the closed brackets. [`mod@super::determinise`] builds the automaton.

use crate::automata::graph;
use crate::automata::id::id;
use crate::bytes::{ByteClasses, ByteSet};
use crate::grammar::RuleId;
use std::collections::BTreeMap;
use std::fmt;

id! {
    /// A state of a [`Pushdown`].
    pub struct StateId;
}

id! {
    /// A set of brackets that one byte closes; only those that the state on the stack has opened
    /// matter.
    pub struct SymbolId;
}

/// The effect of a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Move {
    /// Leads to a state.
    Step(StateId),
    /// Pushes the current state onto the stack and leads to another one.
    Open(StateId),
    /// Pops a state off the stack, and leads to the state that [`Pushdown::after`] returns.
    Close(SymbolId),
}

/// A deterministic automaton with a stack, for several rules that share its states.
///
/// Every state with every stack that a text reaches is on a path to the end of a text. A missing
/// move is therefore the first byte after which no continuation matches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pushdown {
    pub(super) classes: ByteClasses,
    /// The moves by state and class.
    pub(super) rows: Vec<Vec<Option<Move>>>,
    /// Whether a text can end in a state. The stack is empty there.
    pub(super) accepting: Vec<bool>,
    /// The state after a bracket, by the state in which it was opened.
    pub(super) returns: BTreeMap<(StateId, SymbolId), StateId>,
    pub(super) starts: BTreeMap<RuleId, StateId>,
}

/// The position at which a text leaves the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The offset of the first byte after which no continuation matches; the length of the text
    /// if it ends too early.
    pub offset: usize,
    /// The state at the offset.
    pub state: StateId,
}

impl Pushdown {
    /// Returns the automaton with the rules of both, which must be disjoint.
    pub(super) fn union(&self, other: &Self) -> Self {
        let classes = self.classes.refined(&other.classes);
        let representatives = classes.representatives();
        let symbol = |symbol: SymbolId| symbol.index() + 1;
        let symbols = self.returns.keys().map(|(_, it)| symbol(*it)).max().unwrap_or(0);
        let mut made = Self { classes, ..Self::default() };
        for (of, before, symbols) in [(self, 0, 0), (other, self.state_count(), symbols)] {
            let moved = |to: StateId| StateId::new(before + to.index());
            let closing = |symbol: SymbolId| SymbolId::new(symbols + symbol.index());
            let moved_to = |to| match to {
                Move::Step(to) => Move::Step(moved(to)),
                Move::Open(to) => Move::Open(moved(to)),
                Move::Close(symbol) => Move::Close(closing(symbol)),
            };
            for state in of.states() {
                let row = representatives.iter().map(|&byte| of.next(state, byte).map(moved_to));
                made.rows.push(row.collect());
            }
            made.accepting.extend(&of.accepting);
            let returns = of.returns.iter();
            made.returns.extend(
                returns.map(|(&(at, symbol), &to)| ((moved(at), closing(symbol)), moved(to))),
            );
            made.starts.extend(of.starts.iter().map(|(&rule, &start)| (rule, moved(start))));
        }
        made
    }

    /// Returns the classes of bytes that the automaton treats alike.
    pub fn classes(&self) -> &ByteClasses {
        &self.classes
    }

    /// Returns the coarsest classes of bytes that texts from `start` on do not distinguish.
    pub fn classes_from(&self, start: StateId) -> ByteClasses {
        let reached = self.reached([start]);
        let column = |class| reached.iter().map(|state| self.rows[state.index()][class]).collect();
        self.classes.merged::<Vec<Option<Move>>>(column)
    }

    /// Returns the number of states.
    pub fn state_count(&self) -> usize {
        self.rows.len()
    }

    /// Returns the number of different moves that open or close a bracket.
    pub fn move_count(&self) -> usize {
        let moves = self.rows.iter().enumerate().flat_map(|(state, row)| {
            row.iter().flatten().map(move |&to| match to {
                Move::Open(_) => (Some(state), to),
                Move::Step(_) | Move::Close(_) => (None, to),
            })
        });
        let moves = moves.filter(|(_, to)| !matches!(to, Move::Step(_)));
        moves.collect::<std::collections::BTreeSet<_>>().len()
    }

    /// Iterates over all states.
    pub fn states(&self) -> impl Iterator<Item = StateId> + use<> {
        (0..self.rows.len()).map(StateId::new)
    }

    /// Returns the states that texts reach from `starts`, and perhaps states that follow the same
    /// brackets elsewhere.
    pub fn reached(&self, starts: impl IntoIterator<Item = StateId>) -> Vec<StateId> {
        let successors = |state: usize| {
            let id = StateId::new(state);
            let moves = self.rows[state].iter().flatten().filter_map(|to| match to {
                Move::Step(to) | Move::Open(to) => Some(to.index()),
                Move::Close(_) => None,
            });
            let after = self.returns.range((id, SymbolId::new(0))..);
            let after = after.take_while(move |((from, _), _)| *from == id);
            moves.chain(after.map(|(_, to)| to.index())).collect::<Vec<_>>()
        };
        let reached =
            graph::reached(self.rows.len(), starts.into_iter().map(StateId::index), successors);
        self.states().filter(|state| reached[state.index()]).collect()
    }

    /// Returns the state in which the texts of a rule begin, if the automaton has the rule.
    pub fn start(&self, rule: RuleId) -> Option<StateId> {
        self.starts.get(&rule).copied()
    }

    /// Iterates over the rules with the states in which their texts begin.
    pub fn starts(&self) -> impl Iterator<Item = (RuleId, StateId)> + '_ {
        self.starts.iter().map(|(&rule, &start)| (rule, start))
    }

    /// Returns the move of a state for a byte.
    pub fn next(&self, state: StateId, byte: u8) -> Option<Move> {
        self.rows[state.index()][self.classes.class(byte)]
    }

    /// Returns the state after a bracket that was opened in a state.
    pub fn after(&self, opened_in: StateId, symbol: SymbolId) -> Option<StateId> {
        self.returns.get(&(opened_in, symbol)).copied()
    }

    /// Iterates over the states after brackets, with the state in which each was opened and the
    /// closing symbol.
    pub fn returns(&self) -> impl Iterator<Item = ((StateId, SymbolId), StateId)> + '_ {
        self.returns.iter().map(|(&from, &to)| (from, to))
    }

    /// Returns whether a text that ends here is in the language.
    pub fn is_accepting(&self, state: StateId) -> bool {
        self.accepting[state.index()]
    }

    /// Returns the bytes after which some continuation matches.
    pub fn expected(&self, state: StateId) -> ByteSet {
        (0..=255).filter(|&byte| self.next(state, byte).is_some()).collect()
    }

    /// Reads one byte. Returns the next state; `None` if no continuation matches.
    pub fn step(&self, state: StateId, byte: u8, stack: &mut Vec<StateId>) -> Option<StateId> {
        match self.next(state, byte)? {
            Move::Step(next) => Some(next),
            Move::Open(next) => {
                stack.push(state);
                Some(next)
            }
            Move::Close(symbol) => self.after(stack.pop()?, symbol),
        }
    }

    /// Checks that the whole text is in the language of the rule that begins in `start`. Takes time
    /// linear in the text.
    ///
    /// # Errors
    ///
    /// The position at which the text leaves the language.
    pub fn check(&self, start: StateId, text: &[u8]) -> Result<(), Mismatch> {
        let mut state = start;
        let mut stack = Vec::new();
        for (offset, &byte) in text.iter().enumerate() {
            state = self.step(state, byte, &mut stack).ok_or(Mismatch { offset, state })?;
        }
        let ends = self.is_accepting(state) && stack.is_empty();
        if ends { Ok(()) } else { Err(Mismatch { offset: text.len(), state }) }
    }
}

/// One line for each state, `*` at accepting ones, then its moves: `+` opens, `-` closes.
impl fmt::Display for Pushdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} states, {} byte classes", self.rows.len(), self.classes.count())?;
        let members = self.classes.sets();
        for (state, row) in self.states().zip(&self.rows) {
            let mark = if self.is_accepting(state) { '*' } else { ' ' };
            write!(f, "{mark}{state:>4}:")?;
            let mut moves: BTreeMap<Move, ByteSet> = BTreeMap::new();
            for (class, to) in
                row.iter().enumerate().filter_map(|(class, to)| Some((class, (*to)?)))
            {
                let set = moves.entry(to).or_insert(ByteSet::EMPTY);
                *set = set.union(members[class]);
            }
            for (to, set) in moves {
                match to {
                    Move::Step(to) => write!(f, " {set} -> {to}")?,
                    Move::Open(to) => write!(f, " {set} + {to}")?,
                    Move::Close(symbol) => write!(f, " {set} - #{symbol}")?,
                }
            }
            let returns = self.returns.range((state, SymbolId::new(0))..);
            for ((_, symbol), to) in returns.take_while(|((from, _), _)| *from == state) {
                write!(f, " #{symbol} -> {to}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
