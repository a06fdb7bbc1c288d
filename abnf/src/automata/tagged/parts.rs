//! Parts, their tags, and the number of their occurrences.
//!
//! A part is a named set of rules (`path` is abs-path, opaque-part or rel-path). This module bounds
//! the number of its occurrences in a derivation of a rule from the grammar, so that the type of an
//! accessor follows from the grammar and not from a declaration.

use crate::automata::shape::Shapes;
use crate::grammar::{Expr, Resolved, RuleId};
use std::collections::{BTreeMap, BTreeSet};

/// A named set of rules to locate in the texts of another rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name of the accessor, as a rulename.
    pub name: String,
    /// Its rules; a text of any of them is a text of the part.
    pub rules: BTreeSet<RuleId>,
}

/// Which occurrences of a part count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Those that the definition itself names, not those inside of the other rules that it uses. A
    /// rule through which the definition recurs continues the definition.
    Direct,
    /// The outermost ones, at any depth.
    Any,
}

/// The name of the part for the alternative of a definition that a text has. Messages do not show
/// it.
pub const KIND: &str = "kind";

/// Bounds of the number of occurrences; 2 means two or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Occurrences {
    /// The least number in any derivation.
    pub min: u8,
    /// The greatest number in any derivation.
    pub max: u8,
}

impl Occurrences {
    const NEVER: Self = Self { min: 0, max: 0 };

    fn plus(self, other: Self) -> Self {
        Self { min: (self.min + other.min).min(2), max: (self.max + other.max).min(2) }
    }

    fn or(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    fn times(self, min: u32, max: Option<u32>) -> Self {
        let scale = |count: u8, times: u32| match (count, times) {
            (0, _) | (_, 0) => 0,
            (1, 1) => 1,
            _ => 2,
        };
        Self { min: scale(self.min, min), max: scale(self.max, max.unwrap_or(u32::MAX)) }
    }
}

/// The greatest number of tags, limited by [`TagSet`].
pub const MAX_TAGS: usize = 120;

/// A set of tags, a bit each.
pub type TagSet = u128;

/// The tags of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tags {
    /// For each rule of the part the tag before its texts.
    pub opens: Vec<(RuleId, u16)>,
    /// The tag after a text of any of them.
    pub close: u16,
}

impl Tags {
    /// Returns all tags of the part.
    pub fn set(&self) -> TagSet {
        self.opens.iter().fold(1 << self.close, |set, &(_, tag)| set | 1 << tag)
    }
}

/// Returns the number of tags of the parts: one for each rule and one more for each part.
pub fn tag_count(parts: &[Part]) -> usize {
    parts.iter().map(|part| part.rules.len() + 1).sum()
}

/// Returns the tags of each part, numbered in the order of the parts.
///
/// # Panics
///
/// If there are more than [`MAX_TAGS`].
pub fn tags(parts: &[Part]) -> Vec<Tags> {
    assert!(tag_count(parts) <= MAX_TAGS, "too many tags");
    let mut next = 0..;
    let mut tag = || next.next().expect("tags do not run out");
    let of = |part: &Part| Tags {
        opens: part.rules.iter().map(|&rule| (rule, tag())).collect(),
        close: tag(),
    };
    parts.iter().map(of).collect()
}

/// Bounds the number of occurrences of a part inside a rule, not counting the rule itself.
///
/// Of an occurrence inside another one, only the outer one counts. In a recursive component
/// that reaches the part the bounds are 0 and 2.
pub fn occurrences(
    grammar: &Resolved,
    shapes: &Shapes,
    rule: RuleId,
    part: &Part,
    depth: Depth,
) -> Occurrences {
    let is_part = |rule: RuleId| part.rules.contains(&rule);
    let near = match depth {
        Depth::Direct => shapes.component(rule).iter().chain(&part.rules).copied().collect(),
        Depth::Any => {
            let floor = shapes.floor(&part.rules);
            shapes.reached_above(floor, [rule], |other| other == rule || !is_part(other))
        }
    };
    let mut near: Vec<RuleId> = near.into_iter().collect();
    near.sort_by_key(|&rule| (shapes.component_index(rule), rule));
    let mut of: BTreeMap<RuleId, Occurrences> = BTreeMap::new();
    for component in near.chunk_by(|&a, &b| shapes.component_index(a) == shapes.component_index(b))
    {
        for &member in component {
            let own = Occurrences { min: 1, max: 1 };
            let found = if is_part(member) { own } else { in_expr(&grammar[member].expr, &of) };
            of.insert(member, found);
        }
        // A rule on a cycle can contain everything that any rule on the cycle contains.
        let recursive = shapes.recurs(component[0]);
        if recursive && component.iter().any(|member| of[member].max > 0) {
            for &member in component.iter().filter(|&&member| !is_part(member)) {
                of.insert(member, Occurrences { min: 0, max: 2 });
            }
        }
    }
    in_expr(&grammar[rule].expr, &of)
}

/// Bounds the occurrences in an expression. A rule without an entry in `of` reaches no rule of the
/// part.
fn in_expr(expr: &Expr<RuleId>, of: &BTreeMap<RuleId, Occurrences>) -> Occurrences {
    match expr {
        Expr::Empty | Expr::Set(_) | Expr::Prose(_) | Expr::Error => Occurrences::NEVER,
        Expr::Rule(rule) => of.get(rule).copied().unwrap_or(Occurrences::NEVER),
        Expr::Concat(items) => {
            items.iter().fold(Occurrences::NEVER, |sum, item| sum.plus(in_expr(item, of)))
        }
        Expr::Alt(items) => items
            .iter()
            .map(|item| in_expr(item, of))
            .reduce(Occurrences::or)
            .unwrap_or(Occurrences::NEVER),
        Expr::Repeat { min, max, body } => in_expr(body, of).times(*min, *max),
    }
}
