//! Alternatives that add nothing to the ones before them.

use crate::diagnostic::{Code, Diagnostic, report};
use crate::grammar::lower;
use crate::grammar::syntax::Node;
use crate::grammar::{Expr, Reference, ValueSet};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Adds the alternatives of a node, and those of bare groups among them.
pub(super) fn flatten<'a>(node: &'a Node, alternatives: &mut Vec<&'a Node>) {
    match node {
        Node::Alternation(nodes) => {
            for node in nodes {
                flatten(node, alternatives);
            }
        }
        Node::Group(node) => flatten(node, alternatives),
        node => alternatives.push(node),
    }
}

/// Reports one warning for each alternation with superfluous alternatives, in this node and in all
/// groups inside.
pub(super) fn redundant(alternatives: &[&Node], found: &mut Vec<Diagnostic>) {
    if let Some(warning) = superfluous(alternatives) {
        report(found, warning);
    }
    for node in alternatives {
        inside(node, found);
    }
}

fn inside(node: &Node, found: &mut Vec<Diagnostic>) {
    match node {
        Node::Alternation(_) => {
            let mut alternatives = Vec::new();
            flatten(node, &mut alternatives);
            redundant(&alternatives, found);
        }
        Node::Concatenation(nodes) => {
            for node in nodes {
                inside(node, found);
            }
        }
        Node::Repetition { node, .. }
        | Node::List { node, .. }
        | Node::Group(node)
        | Node::Optional(node) => {
            inside(node, found);
        }
        Node::Rulename(_)
        | Node::Text { .. }
        | Node::Range { .. }
        | Node::Values { .. }
        | Node::Prose { .. }
        | Node::Error { .. } => {}
    }
}

/// The texts that the alternatives so far cover.
#[derive(Default)]
struct Covered<'a> {
    /// Disjoint ranges of single values, from first to last.
    values: BTreeMap<u32, u32>,
    /// The alternatives of single values.
    sets: Vec<(ValueSet, &'a Node)>,
    /// The other alternatives, by their meaning.
    others: BTreeMap<Expr<Reference>, &'a Node>,
}

impl<'a> Covered<'a> {
    /// Returns the earlier alternative that makes this one superfluous.
    fn add(&mut self, node: &'a Node) -> Option<&'a Node> {
        match lower::meaning(node) {
            Expr::Set(set) => {
                if set.ranges().iter().all(|&range| self.has(range)) {
                    let overlaps = |earlier: &ValueSet| {
                        earlier.ranges().iter().any(|&(low, high)| {
                            low <= set.ranges()[0].0 && set.ranges()[0].0 <= high
                        })
                    };
                    return self.sets.iter().find(|(set, _)| overlaps(set)).map(|&(_, node)| node);
                }
                for &range in set.ranges() {
                    self.insert(range);
                }
                self.sets.push((set, node));
                None
            }
            expr if expr.has_error() => None,
            expr => match self.others.entry(expr) {
                Entry::Occupied(earlier) => Some(*earlier.get()),
                Entry::Vacant(entry) => {
                    entry.insert(node);
                    None
                }
            },
        }
    }

    fn has(&self, (low, high): (u32, u32)) -> bool {
        self.values.range(..=low).next_back().is_some_and(|(_, &last)| last >= high)
    }

    /// Joins the range with those that it overlaps or touches.
    fn insert(&mut self, (mut low, mut high): (u32, u32)) {
        while let Some((&first, &last)) = self.values.range(..=high.saturating_add(1)).next_back() {
            if last.saturating_add(1) < low {
                break;
            }
            self.values.remove(&first);
            low = low.min(first);
            high = high.max(last);
        }
        self.values.insert(low, high);
    }
}

fn superfluous(alternatives: &[&Node]) -> Option<Diagnostic> {
    if alternatives.len() < 2 {
        return None;
    }
    let mut covered = Covered::default();
    let pairs: Vec<(&Node, &Node)> = alternatives
        .iter()
        .filter_map(|&node| covered.add(node).map(|earlier| (node, earlier)))
        .collect();
    let &(node, earlier) = pairs.first()?;
    let case = differ_in_case(node, earlier);
    let warning = Diagnostic::warning(
        Code::RedundantAlternative,
        match (pairs.len(), case) {
            (1, true) => "this alternative adds nothing, because strings ignore case".to_owned(),
            (1, false) => "this alternative adds nothing to the ones before it".to_owned(),
            (n, true) => format!("{n} alternatives add nothing, because strings ignore case"),
            (n, false) => format!("{n} alternatives add nothing to the ones before them"),
        },
    )
    .at(node.span(), "")
    .hint(if case {
        "delete the duplicate; to distinguish cases, write `%s\"…\"` or `%x` with a number"
    } else {
        "delete it, or write what was intended"
    });
    let warning = warning.also(earlier.span(), "covered here");
    Some(
        pairs[1..].iter().take(2).fold(warning, |warning, (node, _)| warning.also(node.span(), "")),
    )
}

fn differ_in_case(node: &Node, earlier: &Node) -> bool {
    match (node, earlier) {
        (Node::Text { value, .. }, Node::Text { value: earlier, .. }) => value != earlier,
        _ => false,
    }
}
