//! The order of code: any graph of states as blocks and loops that a structured language
//! can spell.
//!
//! States that reach each other form a loop, and what is not in a loop together stands in
//! the order in which it is reached, each in a block that ends where the next begins. A
//! jump forward is then the end of a block, a jump back the next turn of a loop. Inside
//! of a loop the jumps to its entries are set aside, which makes what is left simpler, and
//! so on. A loop with several entries begins with a choice among them, so that an
//! irreducible graph needs no copies of its states. (The idea is that of N. Ramsey,
//! "Beyond Relooper", 2022, with the nesting of F. Bourdoncle's weak topological order,
//! 1993.)

use std::collections::BTreeSet;

/// States, by number.
pub type States = BTreeSet<usize>;

/// Pieces in order; a jump leads to a later one, or out of the region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The entries of the loop whose turn the region is; the start, for the whole.
    pub entries: States,
    /// The first is where the region begins, save where there are several entries.
    pub pieces: Vec<Piece>,
}

/// A piece of a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The states in it.
    pub states: States,
    /// Those that are jumped to from outside.
    pub entries: States,
    /// How it is spelled.
    pub body: Body,
}

/// How a piece is spelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// One state, which does not jump to itself, or only as the entry of the loop around.
    State(usize),
    /// One state that jumps to itself.
    Again(usize),
    /// States that reach each other.
    Loop(Region),
}

/// Lays out the graph of these jumps, by state, from the start 0.
///
/// All states are reached. Depth of recursion and nesting are at most the number of
/// states. Time is quadratic at worst.
pub fn layout(jumps: &[Vec<usize>]) -> Region {
    region(jumps, &(0..jumps.len()).collect(), &States::new(), States::from([0]))
}

/// The region of these states; jumps to `cut` are those of the loop around.
fn region(jumps: &[Vec<usize>], states: &States, cut: &States, entries: States) -> Region {
    let components = components(jumps, states, cut);
    let piece = |component: &States| {
        let outside = states.difference(component).flat_map(|&from| &jumps[from]);
        let from_outside = outside.filter(|&to| !cut.contains(to));
        let own: States =
            from_outside.chain(&entries).filter(|&to| component.contains(to)).copied().collect();
        let first = *component.first().expect("a component is not empty");
        let body = if component.len() > 1 {
            Body::Loop(region(jumps, component, &own, own.clone()))
        } else if jumps[first].contains(&first) && !cut.contains(&first) {
            Body::Again(first)
        } else {
            Body::State(first)
        };
        Piece { states: component.clone(), entries: own, body }
    };
    let pieces = components.iter().map(piece).collect();
    Region { entries, pieces }
}

/// The strongly connected components of the subgraph without the jumps to `cut`, in
/// topological order (Tarjan, 1972).
fn components(jumps: &[Vec<usize>], states: &States, cut: &States) -> Vec<States> {
    let mut search = Search {
        jumps,
        states,
        cut,
        index: vec![None; jumps.len()],
        low: vec![0; jumps.len()],
        count: 0,
        stack: Vec::new(),
        found: Vec::new(),
    };
    for &state in states {
        if search.index[state].is_none() {
            search.visit(state);
        }
    }
    search.found.reverse();
    search.found
}

struct Search<'a> {
    jumps: &'a [Vec<usize>],
    states: &'a States,
    cut: &'a States,
    index: Vec<Option<usize>>,
    low: Vec<usize>,
    count: usize,
    stack: Vec<usize>,
    found: Vec<States>,
}

impl Search<'_> {
    fn visit(&mut self, state: usize) {
        let index = self.count;
        self.count += 1;
        self.index[state] = Some(index);
        self.low[state] = index;
        self.stack.push(state);
        for &to in &self.jumps[state] {
            if !self.states.contains(&to) || self.cut.contains(&to) {
                continue;
            }
            match self.index[to] {
                None => {
                    self.visit(to);
                    self.low[state] = self.low[state].min(self.low[to]);
                }
                Some(other) if self.stack.contains(&to) => {
                    self.low[state] = self.low[state].min(other);
                }
                Some(_) => {}
            }
        }
        if self.low[state] == index {
            let place = self.stack.iter().position(|&on| on == state).expect("it is on it");
            self.found.push(self.stack.split_off(place).into_iter().collect());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Follows jumps through the layout as code would: forward to a later piece of a
    /// region around, or to an entry of a loop around.
    fn check(region: &Region, jumps: &[Vec<usize>], around: &mut Vec<States>) {
        for (place, piece) in region.pieces.iter().enumerate() {
            let later: Vec<States> =
                region.pieces[place + 1..].iter().map(|it| it.entries.clone()).collect();
            let depth = around.len();
            around.extend(later);
            match &piece.body {
                Body::State(state) => check_state(*state, jumps, around),
                Body::Again(state) => {
                    around.push(States::from([*state]));
                    check_state(*state, jumps, around);
                }
                Body::Loop(inner) => {
                    assert_eq!(inner.entries, piece.entries);
                    around.push(inner.entries.clone());
                    check(inner, jumps, around);
                }
            }
            around.truncate(depth);
        }
        let first = &region.pieces[0];
        assert!(!first.entries.is_disjoint(&region.entries), "code begins with the first piece");
    }

    fn check_state(state: usize, jumps: &[Vec<usize>], around: &[States]) {
        for to in &jumps[state] {
            assert!(
                around.iter().any(|entries| entries.contains(to)),
                "no way from {state} to {to}"
            );
        }
    }

    fn all(region: &Region) -> Vec<usize> {
        let states = region.pieces.iter().flat_map(|piece| match &piece.body {
            Body::State(state) | Body::Again(state) => vec![*state],
            Body::Loop(inner) => all(inner),
        });
        states.collect()
    }

    #[test]
    fn every_jump_has_a_way() {
        let graphs: [&[&[usize]]; 6] = [
            &[&[]],
            &[&[0]],
            &[&[1], &[0]],
            // Irreducible: 1 and 2 are both entered, and reach each other.
            &[&[1, 2], &[2], &[1]],
            &[&[1, 3], &[2, 0], &[3, 1], &[2, 3]],
            &[&[1, 4], &[2], &[3, 1], &[4, 2], &[1, 5], &[5, 0]],
        ];
        for graph in graphs {
            let jumps: Vec<Vec<usize>> = graph.iter().map(|to| to.to_vec()).collect();
            let region = layout(&jumps);
            check(&region, &jumps, &mut Vec::new());
            let mut states = all(&region);
            states.sort_unstable();
            assert_eq!(states, (0..jumps.len()).collect::<Vec<_>>(), "each once");
        }
    }

    #[test]
    fn random_graphs_too() {
        let mut seed = 7u64;
        let mut random = |bound: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            usize::try_from((seed >> 33) % bound).unwrap()
        };
        for _ in 0..2_000 {
            let count = 2 + random(9);
            let mut jumps: Vec<Vec<usize>> = (0..count)
                .map(|_| (0..random(4)).map(|_| random(count as u64)).collect())
                .collect();
            // All are reached.
            for state in 1..count {
                let from = random(state as u64);
                jumps[from].push(state);
            }
            check(&layout(&jumps), &jumps, &mut Vec::new());
        }
    }
}
