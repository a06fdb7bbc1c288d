//! Dfa to Dfa: the minimal automaton of the language, numbered canonically.
//!
//! The partition refinement of Valmari and Lehtinen ("Efficient minimization of
//! DFAs with partial transition functions", 2008; Valmari, "Fast brief practical
//! DFA minimization", 2012): like Hopcroft's, but over the transitions that exist,
//! in time of transitions times the logarithm of states. It needs a trimmed
//! automaton, which [`crate::determinise`] gives.

use crate::bytes::ByteClasses;
use crate::dfa::{Dfa, StateId};
use std::collections::VecDeque;

/// The minimal canonical automaton of the same language (see [`Dfa`]).
pub fn minimise(dfa: &Dfa) -> Dfa {
    if dfa.is_empty() {
        let classes = ByteClasses::of_sets([]);
        return Dfa { classes, next: vec![None], accepting: vec![false] };
    }
    canonical(dfa, &blocks(dfa))
}

/// The block of each state in the coarsest partition that respects acceptance and
/// transitions.
fn blocks(dfa: &Dfa) -> Vec<usize> {
    let width = dfa.classes().count();
    let mut tails = Vec::new();
    let mut labels = Vec::new();
    let mut into: Vec<Vec<usize>> = vec![Vec::new(); dfa.state_count()];
    for state in dfa.states() {
        for class in 0..width {
            if let Some(head) = dfa.next_by_class(state, class) {
                into[head as usize].push(tails.len());
                tails.push(state as usize);
                labels.push(class);
            }
        }
    }
    let mut states = Partition::new(dfa.state_count(), |_| 0);
    for state in dfa.states().filter(|&state| dfa.is_accepting(state)) {
        states.mark(state as usize);
    }
    states.split();
    let mut cords = Partition::new(tails.len(), |transition| labels[transition]);
    let (mut next_block, mut next_cord) = (1, 0);
    while next_cord < cords.count() {
        for i in cords.range(next_cord) {
            states.mark(tails[cords.elements[i]]);
        }
        states.split();
        next_cord += 1;
        while next_block < states.count() {
            for i in states.range(next_block) {
                for &transition in &into[states.elements[i]] {
                    cords.mark(transition);
                }
            }
            cords.split();
            next_block += 1;
        }
    }
    states.set_of
}

/// A refinable partition of `0..n`: the elements of a set stand together, the
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
    /// Elements with one key form a set; sets are in order of keys.
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

    /// Where the elements of a set stand.
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

    /// Splits every set that is marked in part; the smaller half gets the new
    /// number. Takes all marks off.
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

/// One state a block, numbered breadth-first by class; classes merged where no
/// state tells them apart.
// See note [canonical numbers].
fn canonical(dfa: &Dfa, block_of: &[usize]) -> Dfa {
    let block_count = block_of.iter().max().map_or(0, |max| max + 1);
    let mut member: Vec<StateId> = vec![0; block_count];
    for state in dfa.states() {
        member[block_of[state as usize]] = state;
    }
    let column = |class: usize| -> Vec<Option<usize>> {
        let target = |&state: &StateId| dfa.next_by_class(state, class);
        member.iter().map(|state| target(state).map(|target| block_of[target as usize])).collect()
    };
    let mut columns: Vec<Vec<Option<usize>>> = (0..dfa.classes().count()).map(column).collect();
    let mut distinct = columns.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let label: Vec<usize> = columns
        .iter()
        .map(|column| distinct.binary_search(column).expect("it is one of them"))
        .collect();
    let classes = ByteClasses::from_labels(&std::array::from_fn(|byte| {
        label[dfa.classes().map()[byte] as usize]
    }));
    columns = classes
        .representatives()
        .into_iter()
        .map(|byte| std::mem::take(&mut columns[dfa.classes().class(byte)]))
        .collect();

    let start = block_of[Dfa::START as usize];
    let mut number: Vec<Option<StateId>> = vec![None; block_count];
    number[start] = Some(0);
    let mut queue = VecDeque::from([start]);
    let mut made = Dfa { classes, next: Vec::new(), accepting: Vec::new() };
    let mut count = 1;
    while let Some(block) = queue.pop_front() {
        made.accepting.push(dfa.is_accepting(member[block]));
        for column in &columns {
            let next = column[block].map(|target| {
                *number[target].get_or_insert_with(|| {
                    queue.push_back(target);
                    count += 1;
                    count - 1
                })
            });
            made.next.push(next);
        }
    }
    made
}
