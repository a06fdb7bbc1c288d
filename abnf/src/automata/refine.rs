//! Partition refinement: finds the nodes of a labelled graph with the same future.
//!
//! The partition refinement of Valmari and Lehtinen ("Efficient minimization of
//! DFAs with partial transition functions", 2008; Valmari, "Fast brief practical
//! DFA minimization", 2012): like Hopcroft's algorithm, but over existing edges only, in time
//! O(m log n) for m edges and n nodes.
//!
//! Two partitions refine each other: that of the nodes into *blocks*, initially by kind, and that of
//! the edges into *cords*, initially by label. Processing a block splits each cord into the edges
//! that lead into the block and those that do not. Processing a cord splits each block into the
//! nodes that have an edge in the cord and those that have none. When all are processed, the edges
//! of a cord have one label and lead into one block, and the nodes of a block have edges in the same
//! cords, so the partition of the nodes is stable. Every split is necessary, so it is the coarsest.
//!
//! Of a set that is split, the smaller part gets a new number and is processed; the larger part
//! keeps the number of the whole. An edge is therefore processed again only in a set of at most half
//! the size, which gives the logarithm. The first block is never processed: the edges of a cord that
//! lead into no other block lead into that one.

/// An edge of a deterministic graph: no two edges of a node have the same label.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) tail: usize,
    pub(crate) label: usize,
    pub(crate) head: usize,
}

/// Returns the block of each node in the coarsest partition in which the nodes of a block
/// have the same kind, and their edges have the same labels and lead to the same blocks.
///
/// A missing edge counts as an edge to a node of a kind of its own. If that is wrong
/// (an explicit dead state), the caller must remove the edges first.
pub(crate) fn coarsest(kinds: &[usize], edges: &[Edge]) -> Vec<usize> {
    let into = Groups::by(kinds.len(), edges.len(), |edge| edges[edge].head);
    let tails: Vec<u32> = edges.iter().map(|edge| number(edge.tail)).collect();
    let mut nodes = Partition::new(kinds.len(), |node| kinds[node]);
    let mut cords = Partition::new(edges.len(), |edge| edges[edge].label);
    let (mut next_block, mut next_cord) = (1, 0);
    // Block 0 needs no processing; see the head comment.
    loop {
        while next_block < nodes.count() {
            for &node in nodes.members(next_block) {
                for &edge in into.of(node) {
                    cords.mark(edge);
                }
            }
            cords.split();
            next_block += 1;
        }
        if next_cord == cords.count() {
            return nodes.set_of.into_iter().map(|set| set as usize).collect();
        }
        for &edge in cords.members(next_cord) {
            nodes.mark(tails[edge as usize]);
        }
        nodes.split();
        next_cord += 1;
    }
}

/// Converts a number of nodes or edges. Half the memory makes the search faster.
fn number(index: usize) -> u32 {
    u32::try_from(index).expect("limits keep automata far smaller")
}

/// The elements `0..n` in the order of their keys; those with the same key are in ascending order.
struct Groups {
    elements: Vec<u32>,
    /// Where the elements of each key begin, and the end.
    first: Vec<u32>,
}

impl Groups {
    /// Sorts by counting. Keys are below `keys`.
    fn by(keys: usize, n: usize, key: impl Fn(usize) -> usize) -> Self {
        let mut first = vec![0; keys + 1];
        for element in 0..n {
            first[key(element) + 1] += 1;
        }
        for key in 0..keys {
            first[key + 1] += first[key];
        }
        let mut next = first.clone();
        let mut elements = vec![0; n];
        for element in 0..n {
            let at = &mut next[key(element)];
            elements[*at as usize] = number(element);
            *at += 1;
        }
        Self { elements, first }
    }

    fn of(&self, key: u32) -> &[u32] {
        &self.elements[self.first[key as usize] as usize..self.first[key as usize + 1] as usize]
    }
}

/// Returns `0..n` in the order of their keys, those with the same key in ascending order.
fn sorted(n: usize, key: impl Fn(usize) -> usize) -> Vec<u32> {
    let keys = (0..n).map(&key).max().map_or(0, |max| max.saturating_add(1));
    if keys / 4 <= n {
        return Groups::by(keys, n, key).elements;
    }
    let mut elements: Vec<u32> = (0..n).map(number).collect();
    elements.sort_by_key(|&element| key(element as usize));
    elements
}

/// A refinable partition of `0..n`: the elements of a set are adjacent, the
/// marked ones first.
struct Partition {
    elements: Vec<u32>,
    location: Vec<u32>,
    set_of: Vec<u32>,
    sets: Vec<Set>,
    touched: Vec<u32>,
}

/// A set of a [`Partition`], as offsets of its elements.
struct Set {
    first: u32,
    /// The end of the marked elements.
    unmarked: u32,
    end: u32,
}

impl Partition {
    /// Makes the partition by `key`; sets are in the order of keys.
    fn new(n: usize, key: impl Fn(usize) -> usize) -> Self {
        let mut partition = Self {
            elements: sorted(n, &key),
            location: vec![0; n],
            set_of: vec![0; n],
            sets: Vec::new(),
            touched: Vec::new(),
        };
        let mut before = None;
        for (element, at) in partition.elements.iter().map(|&it| it as usize).zip(0..) {
            let own = key(element);
            if before != Some(own) {
                partition.sets.push(Set { first: at, unmarked: at, end: at });
            }
            before = Some(own);
            let set = partition.sets.len() - 1;
            partition.sets[set].end = at + 1;
            partition.location[element] = at;
            partition.set_of[element] = number(set);
        }
        partition
    }

    fn count(&self) -> usize {
        self.sets.len()
    }

    /// Returns the elements of a set.
    fn members(&self, set: usize) -> &[u32] {
        let Set { first, end, .. } = self.sets[set];
        &self.elements[first as usize..end as usize]
    }

    fn mark(&mut self, element: u32) {
        let number = self.set_of[element as usize];
        let set = &mut self.sets[number as usize];
        let (at, unmarked) = (self.location[element as usize], set.unmarked);
        if at < unmarked {
            return;
        }
        if unmarked == set.first {
            self.touched.push(number);
        }
        set.unmarked += 1;
        let other = self.elements[unmarked as usize];
        self.elements[at as usize] = other;
        self.elements[unmarked as usize] = element;
        self.location[other as usize] = at;
        self.location[element as usize] = unmarked;
    }

    /// Splits every partly marked set; the smaller half gets the new
    /// number. Removes all marks.
    fn split(&mut self) {
        while let Some(touched) = self.touched.pop() {
            let count = number(self.sets.len());
            let set = &mut self.sets[touched as usize];
            let Set { first, unmarked: middle, end } = *set;
            set.unmarked = first;
            if middle == end {
                continue;
            }
            let small = if middle - first <= end - middle {
                set.first = middle;
                set.unmarked = middle;
                first..middle
            } else {
                set.end = middle;
                middle..end
            };
            for &element in &self.elements[small.start as usize..small.end as usize] {
                self.set_of[element as usize] = count;
            }
            self.sets.push(Set { first: small.start, unmarked: small.start, end: small.end });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::seeded;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// Kinds and edges of a deterministic graph with three labels.
    fn graphs() -> impl Strategy<Value = (Vec<usize>, Vec<Edge>)> {
        (1..10_usize).prop_flat_map(|count| {
            let heads = prop::collection::vec(prop::option::of(0..count), 3 * count);
            let kinds = prop::collection::vec(0..3_usize, count);
            (kinds, heads).prop_map(|(kinds, heads)| {
                let edge = |(index, head): (usize, Option<usize>)| {
                    Some(Edge { tail: index / 3, label: index % 3, head: head? })
                };
                (kinds, heads.into_iter().enumerate().filter_map(edge).collect())
            })
        })
    }

    /// Blocks by the definition: split by kind, then by the blocks that edges lead to, until
    /// nothing changes (Moore, "Gedanken-experiments on sequential machines", 1956).
    fn moore(kinds: &[usize], edges: &[Edge]) -> Vec<usize> {
        let mut blocks = kinds.to_vec();
        loop {
            let mut numbers = BTreeMap::new();
            let split = (0..blocks.len()).map(|node| {
                let out = edges.iter().filter(|edge| edge.tail == node);
                let out: BTreeSet<_> = out.map(|edge| (edge.label, blocks[edge.head])).collect();
                let number = numbers.len();
                *numbers.entry((blocks[node], out)).or_insert(number)
            });
            let split: Vec<usize> = split.collect();
            let count = |blocks: &[usize]| blocks.iter().collect::<BTreeSet<_>>().len();
            if count(&split) == count(&blocks) {
                return split;
            }
            blocks = split;
        }
    }

    proptest! {
        #![proptest_config(seeded(500))]

        #[test]
        fn the_partition_is_the_coarsest((kinds, edges) in graphs()) {
            let (found, expected) = (coarsest(&kinds, &edges), moore(&kinds, &edges));
            for a in 0..kinds.len() {
                for b in 0..kinds.len() {
                    prop_assert_eq!(found[a] == found[b], expected[a] == expected[b]);
                }
            }
        }
    }
}
