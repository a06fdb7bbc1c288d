//! Finds the [`Shapes`] of rules: which rules are regular by their form.
//!
//! Rules that use each other form a component. A component is regular if all
//! its references to itself are last in their concatenations (right-linear) or
//! all are first (left-linear). A grammar of regular components is called strongly regular
//! (Mohri and Nederhof, "Regular approximation of context-free grammars through
//! transformation", 2001); its recursion is repetition. Any other component can
//! embed itself, and regularity of its language is undecidable in general.
//! [`mod@crate::automata::superset`] proves it for some components.
//!
//! Components are listed after the components that they use, so that later stages
//! need no recursion over rules.

use crate::automata::graph;
use crate::grammar::uses::references;
use crate::grammar::{Expr, Resolved, RuleId};
use std::collections::btree_map::{BTreeMap, Entry};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

/// The shape of each rule, and an order to compile them in.
#[derive(Clone, Debug)]
pub struct Shapes {
    of: Vec<Shape>,
    uses: Vec<Vec<RuleId>>,
    component_of: Vec<usize>,
    components: Vec<Vec<RuleId>>,
    unordered: Vec<Option<RuleId>>,
    embedding: Vec<bool>,
    /// See [`Shapes::steps`].
    pub(super) steps: usize,
}

/// The kind of automaton that a rule needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// An automaton without a stack suffices.
    Regular(Recursion),
    /// The rule is, or uses, a rule that embeds itself.
    Nested {
        /// Each rule uses the next and the last uses the first. Shared, because all rules of a
        /// long cycle and all their users refer to it.
        cycle: Arc<[RuleId]>,
    },
}

/// The form of recursion in a regular component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recursion {
    /// No recursion.
    None,
    /// Only at the beginning of a concatenation.
    Left,
    /// Only at the end of a concatenation.
    Right,
    /// In any position: the rules embed themselves, and their languages are regular nevertheless
    /// (see [`mod@crate::automata::superset`]).
    Anywhere,
}

impl Shapes {
    /// Returns the shape of a rule.
    pub fn of(&self, rule: RuleId) -> &Shape {
        &self.of[rule.index()]
    }

    /// Returns the components, each after those that it uses; the rules
    /// of a component are in order of definition.
    pub fn components(&self) -> &[Vec<RuleId>] {
        &self.components
    }

    /// Returns the component of a rule.
    pub fn component(&self, rule: RuleId) -> &[RuleId] {
        &self.components[self.component_index(rule)]
    }

    /// Returns the index of a rule's component in [`Shapes::components`]. It is not less than
    /// the index of any rule that the rule uses, directly or indirectly.
    pub fn component_index(&self, rule: RuleId) -> usize {
        self.component_of[rule.index()]
    }

    /// Returns whether a rule is on a cycle of rules, so that it contains itself.
    pub fn recurs(&self, rule: RuleId) -> bool {
        *self.of(rule) != Shape::Regular(Recursion::None)
    }

    /// Returns the rules that a rule refers to, each once, in order of first use.
    pub fn uses(&self, rule: RuleId) -> &[RuleId] {
        &self.uses[rule.index()]
    }

    /// Returns the first rule, among the rule and those that it uses, whose automaton does not
    /// preserve the order of preference: a rule with left recursion, or with recursion anywhere.
    pub fn unordered(&self, rule: RuleId) -> Option<RuleId> {
        self.unordered[self.component_index(rule)]
    }

    /// Returns whether the rule or one that it uses embeds itself, whether or not it is nested.
    pub fn is_embedding(&self, rule: RuleId) -> bool {
        self.embedding[self.component_index(rule)]
    }

    /// Returns the number of steps that finding the shapes took; they count towards
    /// [`total_subset_work`](crate::limits::Limits::total_subset_work).
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Returns the roots and the rules that they use, directly or indirectly, except those whose
    /// component has an index below `floor`.
    ///
    /// A search for some rules among all that a root uses can stop below the lowest of
    /// them. That keeps such searches linear over all rules of a long chain.
    pub fn reached_above(
        &self,
        floor: usize,
        roots: impl IntoIterator<Item = RuleId>,
        enters: impl Fn(RuleId) -> bool,
    ) -> BTreeSet<RuleId> {
        let mut found = BTreeSet::new();
        let mut stack: Vec<RuleId> = roots.into_iter().collect();
        while let Some(rule) = stack.pop() {
            if self.component_index(rule) >= floor && found.insert(rule) && enters(rule) {
                stack.extend(self.uses(rule));
            }
        }
        found
    }

    /// Returns the lowest index of a component among `rules`; the greatest index if there are none.
    pub fn floor<'a>(&self, rules: impl IntoIterator<Item = &'a RuleId>) -> usize {
        rules.into_iter().map(|&rule| self.component_index(rule)).min().unwrap_or(usize::MAX)
    }
}

/// Finds the shape of every rule by its form. Takes time linear in the grammar, except for the
/// search for cycles to report.
pub fn shape(grammar: &Resolved) -> Shapes {
    shape_if(grammar, |_, _| false)
}

/// As [`shape`], for a grammar with the same recursive rules and other or more rules that do not
/// recur: recursive rules keep their `known` shapes.
pub fn shape_again(grammar: &Resolved, known: &Shapes) -> Shapes {
    let is_known = |_: &Shapes, component: &[RuleId]| {
        let of_first = known.of.get(component[0].index());
        of_first == Some(&Shape::Regular(Recursion::Anywhere))
    };
    let mut shapes = shape_if(grammar, is_known);
    shapes.steps = known.steps;
    shapes
}

/// As [`shape`]. Calls `is_regular` for each component that embeds itself and uses no nested
/// component, with the shapes of all rules that the component uses.
pub(super) fn shape_if(
    grammar: &Resolved,
    mut is_regular: impl FnMut(&Shapes, &[RuleId]) -> bool,
) -> Shapes {
    let uses: Vec<Vec<RuleId>> = grammar.rules().map(|(_, rule)| references(&rule.expr)).collect();
    let components = components(&uses);
    let mut component_of = vec![0; uses.len()];
    for (i, component) in components.iter().enumerate() {
        for rule in component {
            component_of[rule.index()] = i;
        }
    }
    let of = vec![Shape::Regular(Recursion::None); uses.len()];
    let (unordered, embedding) = (Vec::new(), Vec::new());
    let mut shapes = Shapes { of, uses, component_of, components, unordered, embedding, steps: 0 };
    for index in 0..shapes.components.len() {
        let component = &shapes.components[index];
        let is_inner = |rule: RuleId| shapes.component_of[rule.index()] == index;
        let used = || component.iter().flat_map(|rule| &shapes.uses[rule.index()]);
        let below = || used().filter(|used| !is_inner(**used));
        let nested_below = below().map(|used| &shapes.of[used.index()]);
        let shape = match nested_below.clone().find(|it| matches!(it, Shape::Nested { .. })) {
            Some(nested) => nested.clone(),
            None => match component_shape(grammar, component, &is_inner, &shapes.uses) {
                Shape::Nested { .. } if is_regular(&shapes, component) => {
                    Shape::Regular(Recursion::Anywhere)
                }
                shape => shape,
            },
        };
        let has_order = match shape {
            Shape::Regular(Recursion::Left | Recursion::Anywhere) => false,
            Shape::Regular(Recursion::None | Recursion::Right) | Shape::Nested { .. } => true,
        };
        let own = (!has_order).then_some(component[0]);
        let of_used = below().filter_map(|used| shapes.unordered[shapes.component_index(*used)]);
        let first = of_used.chain(own).min();
        let embeds = matches!(shape, Shape::Regular(Recursion::Anywhere) | Shape::Nested { .. })
            || below().any(|&used| shapes.is_embedding(used));
        let members = component.clone();
        shapes.unordered.push(first);
        shapes.embedding.push(embeds);
        for rule in members {
            shapes.of[rule.index()] = shape.clone();
        }
    }
    shapes
}

fn component_shape(
    grammar: &Resolved,
    component: &[RuleId],
    inner: &impl Fn(RuleId) -> bool,
    uses: &[Vec<RuleId>],
) -> Shape {
    if let Some(recursion) = recursion(grammar, component, inner) {
        return Shape::Regular(recursion);
    }
    // Report the cycle from the rule that is farthest from either form.
    let from = *component
        .iter()
        .min_by_key(|rule| {
            let positions = Positions::of(&grammar[**rule].expr, inner);
            u8::from(positions.only_last) + u8::from(positions.only_first)
        })
        .expect("a component has a rule");
    Shape::Nested { cycle: shortest_cycle(from, inner, uses).into() }
}

/// Returns the form of the recursion of a component, whose rules are `inner`. `None` if its rules can
/// embed themselves.
pub(crate) fn recursion(
    grammar: &Resolved,
    component: &[RuleId],
    inner: &impl Fn(RuleId) -> bool,
) -> Option<Recursion> {
    let positions = component.iter().map(|rule| Positions::of(&grammar[*rule].expr, inner));
    let all = positions.fold(Positions::NONE, |a, b| Positions {
        any: a.any || b.any,
        only_last: a.only_last && b.only_last,
        only_first: a.only_first && b.only_first,
    });
    match all {
        Positions { any: false, .. } => Some(Recursion::None),
        Positions { only_last: true, .. } => Some(Recursion::Right),
        Positions { only_first: true, .. } => Some(Recursion::Left),
        _ => None,
    }
}

/// The positions of the references to the rule's own component.
#[derive(Clone, Copy)]
struct Positions {
    any: bool,
    only_last: bool,
    only_first: bool,
}

impl Positions {
    const NONE: Self = Self { any: false, only_last: true, only_first: true };

    fn of(expr: &Expr<RuleId>, inner: &impl Fn(RuleId) -> bool) -> Self {
        match expr {
            Expr::Empty | Expr::Set(_) | Expr::Prose(_) | Expr::Error => Self::NONE,
            Expr::Rule(rule) => Self { any: inner(*rule), ..Self::NONE },
            Expr::Concat(items) => {
                let last = items.len() - 1;
                items.iter().enumerate().fold(Self::NONE, |all, (i, item)| {
                    let item = Self::of(item, inner);
                    Self {
                        any: all.any || item.any,
                        only_last: all.only_last && (!item.any || i == last && item.only_last),
                        only_first: all.only_first && (!item.any || i == 0 && item.only_first),
                    }
                })
            }
            Expr::Alt(items) => items.iter().fold(Self::NONE, |all, item| {
                let item = Self::of(item, inner);
                Self {
                    any: all.any || item.any,
                    only_last: all.only_last && item.only_last,
                    only_first: all.only_first && item.only_first,
                }
            }),
            Expr::Repeat { max, body, .. } => {
                let body = Self::of(body, inner);
                // Two occurrences precede and follow each other.
                let once = *max == Some(1) || !body.any;
                Self {
                    any: body.any,
                    only_last: once && body.only_last,
                    only_first: once && body.only_first,
                }
            }
        }
    }
}

/// The greatest number of rules of a cycle that messages name. Each rule of the cycle, and each
/// user, names them, so the total would be quadratic in the length of the cycle.
pub const MAX_SHOWN: usize = 16;

/// Returns the names of the rules of a cycle, back to the first.
pub fn cycle_text(grammar: &Resolved, cycle: &[RuleId]) -> String {
    let name = |rule: &RuleId| grammar[*rule].name.to_string();
    let mut names: Vec<String> = cycle.iter().take(MAX_SHOWN).map(name).collect();
    if names.len() < cycle.len() {
        names.push(format!("({} more)", cycle.len() - names.len()));
    }
    names.extend(cycle.first().map(name));
    names.join(" -> ")
}

/// Returns a shortest cycle through a rule within its component.
fn shortest_cycle(
    from: RuleId,
    inner: &impl Fn(RuleId) -> bool,
    uses: &[Vec<RuleId>],
) -> Vec<RuleId> {
    // Sized by the component, not by the grammar, since there can be many components.
    let mut before: BTreeMap<RuleId, RuleId> = BTreeMap::new();
    let mut queue = VecDeque::from([from]);
    while let Some(rule) = queue.pop_front() {
        for &used in uses[rule.index()].iter().filter(|&&used| inner(used)) {
            if used == from {
                let mut cycle = vec![rule];
                while let Some(previous) = before.get(&cycle[cycle.len() - 1]) {
                    cycle.push(*previous);
                }
                cycle.reverse();
                return cycle;
            }
            if let Entry::Vacant(entry) = before.entry(used) {
                entry.insert(rule);
                queue.push_back(used);
            }
        }
    }
    unreachable!("a recursive component has a cycle through each of its rules")
}

/// Returns the strongly connected components, each after those that it uses.
fn components(uses: &[Vec<RuleId>]) -> Vec<Vec<RuleId>> {
    let successors = |rule: &Vec<RuleId>| rule.iter().map(|used| used.index()).collect();
    let graph: graph::Graph = uses.iter().map(successors).collect();
    let id = |index: usize| RuleId(u32::try_from(index).expect("rules are few"));
    let rules = |component: Vec<usize>| component.into_iter().map(id).collect();
    graph::components(&graph).into_iter().map(rules).collect()
}
