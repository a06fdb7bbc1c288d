//! Two transducers of a part to the [`Product`] of their paths, the relation of the marks on them, and
//! the texts in which the parts differ.
//!
//! A text that both languages have is one path through the product, since it is one path through each
//! transducer. The occurrences in a text are equal exactly if both paths have the same marks at each
//! offset. A state therefore stores whether each side has had marks, and whether they were the same:
//! no offsets are compared later.

use abnfc::automata::compare::{TooManyPairs, legibility, legible};
use abnfc::automata::events::unambiguous::{Marks, Thread, Unambiguous};
use std::collections::{BTreeMap, BTreeSet};

/// The marks of both sides so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Marked {
    /// There are none.
    Neither,
    /// Both sides have the same ones.
    Equal,
    OnlyA,
    OnlyB,
    /// Each side has marks, and they differ.
    Differently,
}

impl Marked {
    /// Adds the marks at the next offset.
    fn and(self, a: Marks, b: Marks) -> Self {
        let has_a = !a.is_empty() || matches!(self, Self::Equal | Self::OnlyA | Self::Differently);
        let has_b = !b.is_empty() || matches!(self, Self::Equal | Self::OnlyB | Self::Differently);
        let are_equal = a == b && matches!(self, Self::Neither | Self::Equal);
        match (has_a, has_b) {
            (false, false) => Self::Neither,
            (true, false) => Self::OnlyA,
            (false, true) => Self::OnlyB,
            (true, true) if are_equal => Self::Equal,
            (true, true) => Self::Differently,
        }
    }

    /// Returns the kind of difference of a text that ends here.
    pub(super) fn kind(self) -> Option<usize> {
        match self {
            Self::Neither | Self::Equal => None,
            Self::OnlyA => Some(0),
            Self::OnlyB => Some(1),
            Self::Differently => Some(2),
        }
    }
}

/// The number of kinds of difference.
pub(super) const KINDS: usize = 3;

/// The states of both transducers after a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    a: Thread,
    b: Thread,
    marked: Marked,
}

/// The reachable pairs of states.
pub(super) struct Product {
    /// For each class of bytes its most legible byte and its size, in the order of legibility.
    pub(super) bytes: Vec<(u8, u128)>,
    /// The pairs before the first byte, without duplicates.
    pub(super) begins: Vec<usize>,
    /// For each pair, the class and the next pair of each step, in the order of the classes.
    pub(super) steps: Vec<Vec<(usize, usize)>>,
    /// For each pair in which texts of both languages end, their marks.
    pub(super) ends: Vec<Option<Marked>>,
    /// For each pair, a bit for each kind of difference that some continuation has.
    leads_to: Vec<u8>,
}

impl Product {
    /// Makes the product, of at most `limit` pairs and steps.
    pub(super) fn new(
        a: &Unambiguous,
        b: &Unambiguous,
        limit: usize,
    ) -> Result<Self, TooManyPairs> {
        let classes = a.classes().refined(b.classes());
        let mut bytes: Vec<(u8, u128)> =
            classes.sets().iter().map(|set| (legible(set), set.len() as u128)).collect();
        bytes.sort_by_key(|&(byte, _)| legibility(byte));
        let mut pairs: Vec<Pair> = Vec::new();
        let mut number: BTreeMap<Pair, usize> = BTreeMap::new();
        let mut add = |pairs: &mut Vec<Pair>, pair: Pair| {
            *number.entry(pair).or_insert_with(|| {
                pairs.push(pair);
                pairs.len() - 1
            })
        };
        let mut begins = BTreeSet::new();
        for first_a in a.begins() {
            for first_b in b.begins() {
                let marked = Marked::Neither.and(first_a.marks, first_b.marks);
                let pair = Pair { a: first_a.target, b: first_b.target, marked };
                begins.insert(add(&mut pairs, pair));
            }
        }
        let mut steps: Vec<Vec<(usize, usize)>> = Vec::new();
        let mut size = 0;
        while let Some(&pair) = pairs.get(steps.len()) {
            let mut of_pair = Vec::new();
            for (class, &(byte, _)) in bytes.iter().enumerate() {
                let (nexts_a, nexts_b) = (a.next(pair.a, byte), b.next(pair.b, byte));
                size += nexts_a.len() * nexts_b.len();
                if limit < size + pairs.len() {
                    return Err(TooManyPairs(limit));
                }
                for next_a in nexts_a {
                    for next_b in nexts_b {
                        let marked = pair.marked.and(next_a.marks, next_b.marks);
                        let next = Pair { a: next_a.target, b: next_b.target, marked };
                        of_pair.push((class, add(&mut pairs, next)));
                    }
                }
            }
            steps.push(of_pair);
        }
        let end = |pair: &Pair| (a.is_end(pair.a) && b.is_end(pair.b)).then_some(pair.marked);
        let ends: Vec<Option<Marked>> = pairs.iter().map(end).collect();
        let leads_to = leads_to(&steps, &ends);
        let begins = begins.into_iter().collect();
        Ok(Self { bytes, begins, steps, ends, leads_to })
    }

    /// Returns whether the languages have a text in common.
    pub(super) fn has_text(&self) -> bool {
        self.ends.iter().any(Option::is_some)
    }

    /// Returns the first texts of each kind of difference, at most `count`, in the order of length and
    /// then of legibility; one text stands for all with bytes of the same classes. After `limit` steps,
    /// there may be fewer texts, but at least one of each kind that exists.
    pub(super) fn texts(&self, count: usize, limit: usize) -> [Vec<Vec<u8>>; KINDS] {
        let mut found = self.search(count, limit);
        // With one text of each kind, no pair is entered twice.
        if 1 < count && self.begins.iter().any(|&pair| self.leads_to[pair] & !kinds(&found) != 0) {
            let firsts = self.search(1, usize::MAX);
            for (texts, firsts) in found.iter_mut().zip(firsts) {
                if texts.is_empty() {
                    *texts = firsts;
                }
            }
        }
        found
    }

    /// Searches the texts of all lengths.
    ///
    /// A pair that `count` texts have reached is not entered again: whatever follows a later text follows
    /// each of them, so there are enough texts that are shorter or more legible.
    fn search(&self, count: usize, limit: usize) -> [Vec<Vec<u8>>; KINDS] {
        let mut found = [const { Vec::new() }; KINDS];
        let mut visits = vec![0_usize; self.steps.len()];
        let mut level = vec![(Vec::new(), self.begins.clone())];
        let mut size = 0;
        while !level.is_empty() {
            for (text, pairs) in &level {
                // One of the pairs is that of the accepting path.
                let kind = pairs.iter().find_map(|&pair| self.ends[pair]?.kind());
                if let Some(kind) = kind.filter(|&kind| found[kind].len() < count) {
                    found[kind].push(text.clone());
                }
            }
            let missing = (0..KINDS).filter(|&kind| found[kind].len() < count);
            let missing = missing.fold(0, |bits: u8, kind| bits | 1 << kind);
            let mut longer = Vec::new();
            for (text, pairs) in level {
                let mut nexts: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
                for &(class, next) in pairs.iter().flat_map(|&pair| &self.steps[pair]) {
                    size += 1;
                    nexts.entry(class).or_default().push(next);
                }
                if limit < size {
                    return found;
                }
                // The texts with the first classes come first.
                for (class, mut nexts) in nexts {
                    nexts.retain(|&next| {
                        let is_entered = self.leads_to[next] & missing != 0 && visits[next] < count;
                        visits[next] += usize::from(is_entered);
                        is_entered
                    });
                    if !nexts.is_empty() {
                        let text = [text.as_slice(), &[self.bytes[class].0]].concat();
                        longer.push((text, nexts));
                    }
                }
            }
            level = longer;
        }
        found
    }
}

/// Returns a bit for each kind that has a text.
fn kinds(found: &[Vec<Vec<u8>>; KINDS]) -> u8 {
    let kinds = (0..KINDS).filter(|&kind| !found[kind].is_empty());
    kinds.fold(0, |bits, kind| bits | 1 << kind)
}

/// Returns for each pair a bit for each kind of difference that some continuation has.
fn leads_to(steps: &[Vec<(usize, usize)>], ends: &[Option<Marked>]) -> Vec<u8> {
    let mut back: Vec<Vec<usize>> = vec![Vec::new(); steps.len()];
    for (pair, steps) in steps.iter().enumerate() {
        for &(_, next) in steps {
            if back[next].last() != Some(&pair) {
                back[next].push(pair);
            }
        }
    }
    let mut leads_to = vec![0_u8; steps.len()];
    for kind in 0..KINDS {
        let is_end = |&pair: &usize| ends[pair].and_then(Marked::kind) == Some(kind);
        let mut stack: Vec<usize> = (0..steps.len()).filter(is_end).collect();
        while let Some(pair) = stack.pop() {
            if leads_to[pair] >> kind & 1 == 0 {
                leads_to[pair] |= 1 << kind;
                stack.extend(&back[pair]);
            }
        }
    }
    leads_to
}
