//! The judge: an Earley recogniser over the grammar itself.
//!
//! Slow and simple. It handles every context-free rule without any of the steps
//! that it is meant to check: no automaton, no byte
//! classes, no rewriting of recursion. Repetitions are counted in the items, and
//! nullable nonterminals are stepped over when they are predicted, after
//! J. Aycock and R. N. Horspool, "Practical Earley Parsing", The Computer Journal
//! 45(6), 2002.
//!
//! The chart is a stack with one column for each byte, so that walking all
//! strings in order costs one column for each step.

use crate::productions::{Dot, DotId, Nonterminal, Productions, Symbol, productions};
use crate::utf8;
use abnfc::grammar::{Resolved, RuleId};

/// The verdict of the grammar on a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The whole text is in the language.
    pub is_member: bool,
    /// The length of the longest prefix with a continuation in the language: the
    /// offset of the first unexpected byte, or the text's length.
    /// Zero if the language is empty.
    pub offset: usize,
    /// The length of the longest prefix that is itself in the language.
    pub longest_prefix: Option<usize>,
}

/// Reads a text byte by byte and forgets it again, last byte first.
pub struct Recogniser {
    grammar: Productions,
    columns: Vec<Column>,
    /// The byte before each column except the first.
    read: Vec<u8>,
    /// The items of the column being built, by position, to avoid duplicates.
    seen: Vec<Vec<(u32, u32)>>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Item {
    dot: DotId,
    /// Bodies so far in a [`Dot::Count`], packed bytes so far in a
    /// [`Dot::Scalar`], else 0.
    progress: u32,
    /// The column in which its nonterminal begins.
    origin: u32,
}

#[derive(Default)]
struct Column {
    items: Vec<Item>,
    /// The items that wait for a nonterminal, sorted by it.
    waiting: Vec<(Nonterminal, Item)>,
    accepts: bool,
}

impl Recogniser {
    /// Makes a recogniser for one rule. Prose derives nothing.
    pub fn new(grammar: &Resolved, rule: RuleId) -> Self {
        let grammar = productions(grammar, rule);
        let seen = grammar.dots.iter().map(|_| Vec::new()).collect();
        let mut recogniser = Self { grammar, columns: Vec::new(), read: Vec::new(), seen };
        let mut column = Column::default();
        recogniser.predict(&mut column, recogniser.grammar.start);
        column.accepts = recogniser.grammar.nullable[recogniser.grammar.start];
        recogniser.finish(column);
        recogniser
    }

    /// Reads one more byte.
    pub fn push(&mut self, byte: u8) {
        let mut column = Column::default();
        let last = self.columns.len() - 1;
        for i in 0..self.columns[last].items.len() {
            let item = self.columns[last].items[i];
            if let Some(next) = self.scan(item, byte) {
                self.add(&mut column, next);
            }
        }
        self.finish(column);
        self.read.push(byte);
    }

    /// Forgets the last byte; there must be one.
    pub fn pop(&mut self) {
        assert!(self.columns.len() > 1, "no byte to forget");
        self.columns.pop();
        self.read.pop();
    }

    /// Reads another text instead of the current one, and reuses their common prefix. Stops
    /// after the first unexpected byte.
    pub fn seek(&mut self, text: &[u8]) {
        let common = self.read.iter().zip(text).take_while(|(a, b)| a == b).count();
        while self.depth() > common {
            self.pop();
        }
        for &byte in &text[common..] {
            if !self.is_viable() {
                break;
            }
            self.push(byte);
        }
    }

    /// Returns the number of bytes read and not forgotten.
    pub fn depth(&self) -> usize {
        self.columns.len() - 1
    }

    /// Returns whether the text read so far is in the language.
    pub fn accepts(&self) -> bool {
        self.columns[self.depth()].accepts
    }

    /// Returns whether the text read so far, or some continuation of it, is in the language.
    pub fn is_viable(&self) -> bool {
        !self.columns[self.depth()].items.is_empty()
    }

    /// Returns whether the prefix of this length of the text is in the language.
    pub fn accepts_at(&self, length: usize) -> bool {
        self.columns[length].accepts
    }

    /// Returns whether some text of the language continues with the byte after the first `length`
    /// bytes of the text.
    pub fn expects_at(&self, length: usize, byte: u8) -> bool {
        self.columns[length].items.iter().any(|&item| self.scan(item, byte).is_some())
    }

    /// Returns the verdict on the text read so far.
    pub fn verdict(&self) -> Verdict {
        let viable = self.columns.iter().take_while(|column| !column.items.is_empty()).count();
        Verdict {
            is_member: self.accepts(),
            offset: viable.saturating_sub(1),
            longest_prefix: self.columns.iter().rposition(|column| column.accepts),
        }
    }

    /// Judges a text, forgetting the previous one.
    pub fn judge(&mut self, text: &[u8]) -> Verdict {
        self.seek(text);
        self.verdict()
    }

    /// Returns the item after one byte, if the item expects it.
    fn scan(&self, item: Item, byte: u8) -> Option<Item> {
        let is_in = |set: usize| self.grammar.bytes[set][usize::from(byte)];
        match &self.grammar.dots[item.dot as usize] {
            Dot::Before { symbol: Symbol::Byte(set), .. } if is_in(*set) => {
                Some(self.advance(item))
            }
            Dot::Count { body: Symbol::Byte(set), max, .. }
                if is_in(*set) && max.is_none_or(|max| item.progress < max) =>
            {
                Some(self.advance(item))
            }
            Dot::Scalar { set, then } => {
                let bytes = [unpack(item.progress), vec![byte]].concat();
                match utf8::prefix(&bytes, set) {
                    utf8::Prefix::Nothing => None,
                    utf8::Prefix::Part => Some(Item { progress: pack(&bytes), ..item }),
                    utf8::Prefix::Whole => Some(Item { dot: *then, progress: 0, ..item }),
                }
            }
            _ => None,
        }
    }

    /// The item after the symbol that it waits for.
    fn advance(&self, item: Item) -> Item {
        match &self.grammar.dots[item.dot as usize] {
            Dot::Before { then, .. } => Item { dot: *then, progress: 0, ..item },
            // Without an upper bound, counts above the lower one are equivalent.
            Dot::Count { min, max: None, .. } => {
                Item { progress: item.progress.saturating_add(1).min(*min), ..item }
            }
            Dot::Count { .. } => Item { progress: item.progress + 1, ..item },
            Dot::End { .. } | Dot::Scalar { .. } => unreachable!("waits for no symbol"),
        }
    }

    /// The nonterminal that an item waits for.
    fn awaited(&self, item: Item) -> Option<Nonterminal> {
        match &self.grammar.dots[item.dot as usize] {
            Dot::Before { symbol: Symbol::Nonterminal(n), .. } => Some(*n),
            Dot::Count { body: Symbol::Nonterminal(n), max, .. }
                if max.is_none_or(|max| item.progress < max) =>
            {
                Some(*n)
            }
            _ => None,
        }
    }

    /// The nonterminal that is complete with an item.
    fn completed(&self, item: Item) -> Option<Nonterminal> {
        match &self.grammar.dots[item.dot as usize] {
            Dot::End { of } => Some(*of),
            Dot::Count { of, min, .. } if *min <= item.progress => Some(*of),
            _ => None,
        }
    }

    /// Predicts and completes until nothing is new, and pushes the column.
    fn finish(&mut self, mut column: Column) {
        let mut i = 0;
        while i < column.items.len() {
            let item = column.items[i];
            if let Some(awaited) = self.awaited(item) {
                self.predict(&mut column, awaited);
                column.waiting.push((awaited, item));
                // An empty body changes nothing in a repetition.
                let is_production =
                    matches!(self.grammar.dots[item.dot as usize], Dot::Before { .. });
                if is_production && self.grammar.nullable[awaited] {
                    self.add(&mut column, self.advance(item));
                }
            }
            if let Some(completed) = self.completed(item) {
                self.complete(&mut column, completed, item.origin);
            }
            i += 1;
        }
        for item in &column.items {
            self.seen[item.dot as usize].clear();
        }
        column.waiting.sort_unstable();
        self.columns.push(column);
    }

    fn predict(&mut self, column: &mut Column, nonterminal: Nonterminal) {
        let origin = u32::try_from(self.columns.len()).expect("texts are short");
        for i in 0..self.grammar.first[nonterminal].len() {
            let dot = self.grammar.first[nonterminal][i];
            self.add(column, Item { dot, progress: 0, origin });
        }
    }

    fn complete(&mut self, column: &mut Column, nonterminal: Nonterminal, origin: u32) {
        if origin as usize == self.columns.len() {
            // Empty: stepped over when it was predicted.
            return;
        }
        if nonterminal == self.grammar.start && origin == 0 {
            column.accepts = true;
        }
        let waiting = &self.columns[origin as usize].waiting;
        let from = waiting.partition_point(|entry| entry.0 < nonterminal);
        let to = waiting.partition_point(|entry| entry.0 <= nonterminal);
        for i in from..to {
            let item = self.columns[origin as usize].waiting[i].1;
            self.add(column, self.advance(item));
        }
    }

    fn add(&mut self, column: &mut Column, item: Item) {
        let seen = &mut self.seen[item.dot as usize];
        if !seen.contains(&(item.progress, item.origin)) {
            seen.push((item.progress, item.origin));
            column.items.push(item);
        }
    }
}

/// Up to three bytes in one number, with their count above them.
fn pack(bytes: &[u8]) -> u32 {
    let count = u32::try_from(bytes.len()).expect("at most three");
    bytes.iter().fold(count, |packed, &byte| packed << 8 | u32::from(byte))
}

fn unpack(packed: u32) -> Vec<u8> {
    let bytes = packed.to_be_bytes();
    // The count precedes the first byte; nothing packed is 0.
    let start = bytes.iter().position(|&byte| byte != 0).unwrap_or(3);
    bytes[start + 1..].to_vec()
}

#[cfg(test)]
mod tests;
