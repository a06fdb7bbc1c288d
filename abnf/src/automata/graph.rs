//! Graph algorithms that several passes share, over nodes numbered from 0.
//!
//! A graph is the list of the successors of each node. All algorithms take time linear in nodes and
//! edges unless noted otherwise, and none is recursive, because a grammar may have a chain of a
//! hundred thousand rules.

/// The successors of each node.
pub type Graph = Vec<Vec<usize>>;

/// Returns the graph with every edge reversed.
pub fn reversed(graph: &[Vec<usize>]) -> Graph {
    let mut back = vec![Vec::new(); graph.len()];
    for (from, successors) in graph.iter().enumerate() {
        for &to in successors {
            back[to].push(from);
        }
    }
    back
}

/// Returns for each node whether it is a root or reachable from one.
pub fn reached<I: IntoIterator<Item = usize>>(
    count: usize,
    roots: impl IntoIterator<Item = usize>,
    successors: impl Fn(usize) -> I,
) -> Vec<bool> {
    let mut reached = vec![false; count];
    let mut stack: Vec<usize> = roots.into_iter().collect();
    while let Some(node) = stack.pop() {
        if !std::mem::replace(&mut reached[node], true) {
            stack.extend(successors(node));
        }
    }
    reached
}

/// Returns the strongly connected components, each after its successors (Tarjan,
/// "Depth-first search and linear graph algorithms", 1972). The nodes of a component are
/// in ascending order.
pub fn components(graph: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let mut number = vec![UNSEEN; graph.len()];
    let mut low = vec![0; graph.len()];
    let mut on_stack = vec![false; graph.len()];
    let mut stack: Vec<usize> = Vec::new();
    let mut components = Vec::new();
    let mut count = 0;
    for root in 0..graph.len() {
        if number[root] != UNSEEN {
            continue;
        }
        // A node, and the number of its successors that have been followed.
        let mut calls = vec![(root, 0)];
        while let Some(call) = calls.last_mut() {
            let (node, followed) = *call;
            if followed == 0 {
                number[node] = count;
                low[node] = count;
                count += 1;
                stack.push(node);
                on_stack[node] = true;
            }
            if let Some(&successor) = graph[node].get(followed) {
                call.1 += 1;
                if number[successor] == UNSEEN {
                    calls.push((successor, 0));
                } else if on_stack[successor] {
                    low[node] = low[node].min(number[successor]);
                }
                continue;
            }
            calls.pop();
            if let Some(&(before, _)) = calls.last() {
                low[before] = low[before].min(low[node]);
            }
            if low[node] == number[node] {
                let first = stack.iter().rposition(|&other| other == node).expect("it was pushed");
                let mut component: Vec<usize> = stack.drain(first..).collect();
                component.iter().for_each(|&node| on_stack[node] = false);
                component.sort_unstable();
                components.push(component);
            }
        }
    }
    components
}

/// Returns the nodes on cycles.
pub fn on_cycles(graph: &[Vec<usize>]) -> Vec<usize> {
    let components = components(graph).into_iter();
    components
        .filter(|component| 1 < component.len() || graph[component[0]].contains(&component[0]))
        .flatten()
        .collect()
}

/// Returns the immediate dominator of each node that is reachable from the root: the last other
/// node on all paths from the root to it, and the root itself for the root (Cooper, Harvey and
/// Kennedy, "A simple, fast dominance algorithm", 2001). Takes quadratic time at worst, and nearly
/// linear time in practice.
pub fn dominators(graph: &[Vec<usize>], root: usize) -> Vec<Option<usize>> {
    let order = postorder(graph, root);
    let mut number = vec![0; graph.len()];
    for (index, &node) in order.iter().enumerate() {
        number[node] = index;
    }
    let back = reversed(graph);
    let mut dominator: Vec<Option<usize>> = vec![None; graph.len()];
    dominator[root] = Some(root);
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for &node in order.iter().rev().filter(|&&node| node != root) {
            let known = back[node].iter().copied().filter(|&it| dominator[it].is_some());
            let common = known.reduce(|mut a, mut b| {
                while a != b {
                    if number[a] < number[b] {
                        a = dominator[a].expect("it is known");
                    } else {
                        b = dominator[b].expect("it is known");
                    }
                }
                a
            });
            has_changed |= dominator[node] != common;
            dominator[node] = common;
        }
    }
    dominator
}

/// Returns the nodes that are reachable from the root in postorder.
fn postorder(graph: &[Vec<usize>], root: usize) -> Vec<usize> {
    let mut seen = vec![false; graph.len()];
    let mut order = Vec::new();
    // A node, and the number of its successors that have been followed.
    let mut stack = vec![(root, 0)];
    seen[root] = true;
    while let Some((node, followed)) = stack.last_mut() {
        if let Some(&successor) = graph[*node].get(*followed) {
            *followed += 1;
            if !std::mem::replace(&mut seen[successor], true) {
                stack.push((successor, 0));
            }
        } else {
            order.push(*node);
            stack.pop();
        }
    }
    order
}

/// Returns for each node whether it is on a cycle, or on a path from one cycle to another. These
/// nodes remain when nodes without predecessors or without successors are removed repeatedly.
pub fn between_cycles(graph: &[Vec<usize>]) -> Vec<bool> {
    let back = reversed(graph);
    let mut left = vec![true; graph.len()];
    for (out, back) in [(graph, &back[..]), (&back[..], graph)] {
        let mut degree: Vec<usize> =
            out.iter().map(|to| to.iter().filter(|&&to| left[to]).count()).collect();
        let mut stack: Vec<usize> =
            (0..out.len()).filter(|&node| left[node] && degree[node] == 0).collect();
        while let Some(gone) = stack.pop() {
            left[gone] = false;
            for &neighbour in back[gone].iter().filter(|&&neighbour| left[neighbour]) {
                degree[neighbour] -= 1;
                if degree[neighbour] == 0 {
                    stack.push(neighbour);
                }
            }
        }
    }
    left
}

/// Returns whether the graph has a cycle.
pub fn has_cycle(graph: &[Vec<usize>]) -> bool {
    between_cycles(graph).contains(&true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::seeded;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn graphs() -> impl Strategy<Value = Graph> {
        (1..9_usize).prop_flat_map(|count| {
            let successors = prop::collection::vec(0..count, 0..4);
            prop::collection::vec(successors, count)
        })
    }

    /// The pairs of nodes with a path of at least one edge, by the definition.
    fn paths(graph: &Graph) -> Vec<Vec<bool>> {
        let count = graph.len();
        let mut paths = vec![vec![false; count]; count];
        for (from, successors) in graph.iter().enumerate() {
            successors.iter().for_each(|&to| paths[from][to] = true);
        }
        for middle in 0..count {
            for from in 0..count {
                for to in 0..count {
                    paths[from][to] |= paths[from][middle] && paths[middle][to];
                }
            }
        }
        paths
    }

    proptest! {
        #![proptest_config(seeded(256))]

        #[test]
        fn dominators_are_on_all_paths(graph in graphs()) {
            let dominator = dominators(&graph, 0);
            let reached_without = |without: usize| {
                let next = |node: usize| graph[node].iter().copied().filter(move |&it| it != without);
                reached(graph.len(), (without != 0).then_some(0), next)
            };
            let all = reached(graph.len(), [0], |node| graph[node].iter().copied());
            for node in 0..graph.len() {
                prop_assert_eq!(dominator[node].is_some(), all[node]);
                let Some(mut above) = dominator[node] else { continue };
                let mut chain = BTreeSet::from([node, above]);
                while let Some(next) = dominator[above].filter(|&it| it != above) {
                    chain.insert(next);
                    above = next;
                }
                let expected = (0..graph.len()).filter(|&it| it == node || !reached_without(it)[node]);
                prop_assert_eq!(chain, expected.collect::<BTreeSet<_>>());
            }
        }

        #[test]
        fn the_algorithms_agree_with_paths(graph in graphs()) {
            let paths = paths(&graph);
            let nodes = 0..graph.len();
            let components = components(&graph);
            for (i, component) in components.iter().enumerate() {
                let first = component[0];
                let expected: Vec<usize> = nodes
                    .clone()
                    .filter(|&node| node == first || paths[first][node] && paths[node][first])
                    .collect();
                prop_assert_eq!(component, &expected);
                for later in components[i + 1..].iter().flatten() {
                    prop_assert!(!paths[first][*later], "each component comes after its successors");
                }
            }
            prop_assert_eq!(components.iter().flatten().count(), graph.len());

            let is_cyclic = |&node: &usize| paths[node][node];
            prop_assert_eq!(has_cycle(&graph), nodes.clone().any(|node| is_cyclic(&node)));
            let between: Vec<bool> = nodes
                .clone()
                .map(|node| {
                    let leads = nodes.clone().any(|to| is_cyclic(&to) && (to == node || paths[node][to]));
                    let is_led = nodes.clone().any(|by| is_cyclic(&by) && (by == node || paths[by][node]));
                    leads && is_led
                })
                .collect();
            prop_assert_eq!(between_cycles(&graph), between);

            let from_first: Vec<bool> =
                nodes.clone().map(|node| node == 0 || paths[0][node]).collect();
            prop_assert_eq!(reached(graph.len(), [0], |node| graph[node].clone()), from_first);
            let back = reversed(&graph);
            let edges = |graph: &Graph| {
                let all = graph.iter().enumerate();
                let mut all: Vec<(usize, usize)> =
                    all.flat_map(|(from, to)| to.iter().map(move |&to| (from, to))).collect();
                all.sort_unstable();
                all
            };
            let mut turned: Vec<(usize, usize)> =
                edges(&back).into_iter().map(|(from, to)| (to, from)).collect();
            turned.sort_unstable();
            prop_assert_eq!(edges(&graph), turned);
        }
    }

    #[test]
    fn a_long_chain_needs_no_stack() {
        let chain: Graph = (0..200_000).map(|node| vec![(node + 1) % 200_000]).collect();
        assert_eq!(components(&chain).len(), 1);
        assert!(has_cycle(&chain));
        assert!(!has_cycle(&chain.iter().map(|_| Vec::new()).collect::<Graph>()));
    }
}
