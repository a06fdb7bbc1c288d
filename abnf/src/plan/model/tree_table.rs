//! The tables of trees, and the recursive rules.

use super::{Rule, Unit};
use crate::automata::trees::Trees;
use crate::grammar::RuleId;
use crate::plan::accessors::{Content, Count};
use crate::plan::parts::part_requests::PartRequest;
use crate::plan::parts::selected::Selection;
use crate::plan::parts::tree_plan::{GroupPlan, NodePlan, TreePlan};
use crate::plan::parts::unions::Union;
use std::collections::BTreeMap;

/// The trees of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeTable {
    /// The automata.
    pub trees: Trees,
    /// The rules, groups and literals that trees show, by number.
    pub shown: Vec<Shown>,
    /// The enums of parts with several alternatives.
    pub unions: Vec<NodeUnion>,
    /// The recursive rules and their groups.
    pub nodes: Vec<Node>,
}

/// A rule, group or literal that trees show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A rule, by its index in the module.
    Rule(usize),
    /// A group of a recursive rule.
    Group {
        /// The name of its rule.
        name: String,
        /// The name of its type.
        type_name: String,
        /// Its definition as text.
        abnf: String,
        /// The index of its owner.
        owner: usize,
        /// The unit of its texts.
        unit: Unit,
    },
    /// A literal as ABNF.
    Literal(String),
}

/// A part that is one of several rules or literals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeUnion {
    /// The name of its enum.
    pub type_name: String,
    /// The numbers of its alternatives; literals have the names of their variants.
    pub alternatives: Vec<(usize, Option<String>)>,
}

/// A recursive rule, or a group of one, in trees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its number.
    pub number: usize,
    /// Its parts.
    pub parts: Vec<TreePart>,
    /// The names of the rules in its definition that are not parts.
    pub without_accessors: Vec<String>,
}

/// A part of a recursive rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreePart {
    /// Its kind.
    pub what: TreePartKind,
    /// The name of its method.
    pub accessor: String,
    /// The number of its occurrences.
    pub count: Count,
}

/// The kind of a part of a recursive rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreePartKind {
    /// A rule or a group, by its number.
    One(usize),
    /// One of several, as the index of the union.
    Union(usize),
    /// A literal that may be absent, by its number.
    Literal(usize),
}

impl Shown {
    /// Returns the index of the rule, unless it is a group or a literal.
    pub fn rule(&self) -> Option<usize> {
        match self {
            Self::Rule(rule) => Some(*rule),
            Self::Group { .. } | Self::Literal(_) => None,
        }
    }

    /// Returns the name of the type of a rule or group, or the literal.
    pub fn type_name<'a>(&'a self, rules: &'a [Rule]) -> &'a str {
        match self {
            Self::Rule(rule) => &rules[*rule].type_name,
            Self::Group { type_name: name, .. } | Self::Literal(name) => name,
        }
    }
}

impl TreeTable {
    /// Returns the numbers of the alternatives of a part.
    pub fn numbers(&self, what: TreePartKind) -> Vec<usize> {
        match what {
            TreePartKind::One(number) | TreePartKind::Literal(number) => vec![number],
            TreePartKind::Union(union) => {
                self.unions[union].alternatives.iter().map(|it| it.0).collect()
            }
        }
    }

    /// Returns the index of the node of a rule or group, if it is one.
    pub fn node(&self, number: usize) -> Option<usize> {
        self.nodes.iter().position(|node| node.number == number)
    }

    /// Returns the name of a rule or group, or the literal.
    pub fn name<'a>(&'a self, rules: &'a [Rule], number: usize) -> &'a str {
        match &self.shown[number] {
            Shown::Rule(rule) => &rules[*rule].name,
            Shown::Group { name, .. } | Shown::Literal(name) => name,
        }
    }
}

/// Makes the tables of the trees of a selection. `rules` are its rules.
pub(super) fn tree_table(selection: &Selection, rules: &[Rule]) -> Option<TreeTable> {
    let TreePlan { trees, groups, literals, unions, nodes } = selection.trees.as_ref()?;
    let indices: BTreeMap<RuleId, usize> =
        selection.rules.iter().enumerate().map(|(index, rule)| (rule.id, index)).collect();
    let index = |rule: RuleId| indices.get(&rule).copied();
    let exported = trees.shown.iter().filter_map(|rule| index(*rule)).map(Shown::Rule);
    let groups = groups.iter().map(|group| {
        let GroupPlan { name, type_name, text, owner, .. } = group.clone();
        let owner = index(owner).expect("groups are those of exported rules");
        Shown::Group { name, type_name, abnf: text, owner, unit: rules[owner].unit }
    });
    let texts = literals.iter().map(|(_, text)| Shown::Literal(text.clone()));
    let shown: Vec<Shown> = exported.chain(groups).chain(texts).collect();
    debug_assert_eq!(shown.len(), trees.shown.len());
    let numbers: BTreeMap<RuleId, usize> =
        trees.shown.iter().enumerate().map(|(number, &rule)| (rule, number)).collect();
    let number = |rule: RuleId| numbers[&rule];
    let unions = unions.iter().map(|Union { type_name, rules, literals }| {
        let variant = |rule| literals.get(rule).map(|literal| literal.variant.clone());
        let alternatives = rules.iter().map(|rule| (number(*rule), variant(rule))).collect();
        NodeUnion { type_name: type_name.clone(), alternatives }
    });
    let part =
        |(PartRequest { rules, accessor, content, count, .. }, union): &(_, Option<usize>)| {
            let what = match (*union, content) {
                (Some(index), _) => TreePartKind::Union(index),
                (None, Content::Texts) => TreePartKind::One(number(rules[0])),
                (None, Content::Literal) => TreePartKind::Literal(number(rules[0])),
            };
            TreePart { what, accessor: accessor.clone(), count: *count }
        };
    let node = |NodePlan { rule, parts, without_accessors, .. }: &NodePlan| Node {
        number: number(*rule),
        parts: parts.iter().map(part).collect(),
        without_accessors: without_accessors.clone(),
    };
    let (unions, nodes) = (unions.collect(), nodes.iter().map(node).collect());
    Some(TreeTable { trees: trees.clone(), shown, unions, nodes })
}
