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
    let mut into: Vec<Vec<usize>> = vec![Vec::new(); kinds.len()];
    for (i, edge) in edges.iter().enumerate() {
        into[edge.head].push(i);
    }
    let mut nodes = Partition::new(kinds.len(), |node| kinds[node]);
    let mut cords = Partition::new(edges.len(), |edge| edges[edge].label);
    let (mut next_block, mut next_cord) = (1, 0);
    // Block 0 needs no processing; see the head comment.
    loop {
        while next_block < nodes.count() {
            for i in nodes.range(next_block) {
                for &edge in &into[nodes.elements[i]] {
                    cords.mark(edge);
                }
            }
            cords.split();
            next_block += 1;
        }
        if next_cord == cords.count() {
            return nodes.set_of;
        }
        for i in cords.range(next_cord) {
            nodes.mark(edges[cords.elements[i]].tail);
        }
        nodes.split();
        next_cord += 1;
    }
}

/// A refinable partition of `0..n`: the elements of a set are adjacent, the
/// marked ones first.
struct Partition {
    elements: Vec<usize>,
    location: Vec<usize>,
    set_of: Vec<usize>,
    first: Vec<usize>,
    end: Vec<usize>,
    marked: Vec<usize>,
    touched: Vec<usize>,
}

impl Partition {
    /// Makes the partition by `key`; sets are in the order of keys.
    fn new(n: usize, key: impl Fn(usize) -> usize) -> Self {
        let mut elements: Vec<usize> = (0..n).collect();
        elements.sort_by_key(|&element| key(element));
        let mut partition = Self {
            location: vec![0; n],
            set_of: vec![0; n],
            first: Vec::new(),
            end: Vec::new(),
            marked: Vec::new(),
            touched: Vec::new(),
            elements,
        };
        for at in 0..n {
            let element = partition.elements[at];
            if at == 0 || key(partition.elements[at - 1]) != key(element) {
                partition.first.push(at);
                partition.end.push(at);
                partition.marked.push(0);
            }
            let set = partition.first.len() - 1;
            partition.end[set] = at + 1;
            partition.location[element] = at;
            partition.set_of[element] = set;
        }
        partition
    }

    fn count(&self) -> usize {
        self.first.len()
    }

    /// Returns the range of the elements of a set.
    fn range(&self, set: usize) -> std::ops::Range<usize> {
        self.first[set]..self.end[set]
    }

    fn mark(&mut self, element: usize) {
        let set = self.set_of[element];
        let at = self.location[element];
        let unmarked = self.first[set] + self.marked[set];
        if at < unmarked {
            return;
        }
        if self.marked[set] == 0 {
            self.touched.push(set);
        }
        self.elements.swap(at, unmarked);
        self.location[self.elements[at]] = at;
        self.location[self.elements[unmarked]] = unmarked;
        self.marked[set] += 1;
    }

    /// Splits every partly marked set; the smaller half gets the new
    /// number. Removes all marks.
    fn split(&mut self) {
        while let Some(set) = self.touched.pop() {
            let (first, end) = (self.first[set], self.end[set]);
            let middle = first + std::mem::take(&mut self.marked[set]);
            if middle == end {
                continue;
            }
            let small = if middle - first <= end - middle {
                self.first[set] = middle;
                first..middle
            } else {
                self.end[set] = middle;
                middle..end
            };
            for at in small.clone() {
                self.set_of[self.elements[at]] = self.first.len();
            }
            self.first.push(small.start);
            self.end.push(small.end);
            self.marked.push(0);
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
