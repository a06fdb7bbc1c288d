//! The code to generate for trees: the result of [`super::tree_parts`], as plain data.

use crate::automata::trees::Trees;
use crate::grammar::RuleId;
use crate::plan::told::Count;
use std::collections::BTreeMap;

/// The code to generate for trees.
#[derive(Clone, Debug)]
pub struct TreePlan {
    /// The automata. They show exported rules, then groups, then literals.
    pub trees: Trees,
    /// The groups, in the order of the automata.
    pub groups: Vec<GroupPlan>,
    /// The literals, in the order of the automata, as ABNF.
    pub literals: Vec<(RuleId, String)>,
    /// The enums of parts with several alternatives.
    pub unions: Vec<UnionPlan>,
    /// The recursive rules and their groups.
    pub nodes: Vec<NodePlan>,
}

/// A group of a recursive rule.
#[derive(Clone, Debug)]
pub struct GroupPlan {
    /// Its rule in the grammar of trees.
    pub rule: RuleId,
    /// The name of this rule.
    pub name: String,
    /// The name of its type, unique among those of trees.
    pub type_name: String,
    /// Its definition as text.
    pub text: String,
    /// The exported rule that it belongs to.
    pub owner: RuleId,
}

/// A part that is one of several rules or literals.
#[derive(Clone, Debug)]
pub struct UnionPlan {
    /// The name of its enum, unique among the types of trees.
    pub type_name: String,
    /// Its rules, including those of literals.
    pub rules: Vec<RuleId>,
    /// The names of the variants for literals.
    pub literals: BTreeMap<RuleId, String>,
}

/// A recursive rule, or a group of one, in trees.
#[derive(Clone, Debug)]
pub struct NodePlan {
    /// The rule.
    pub rule: RuleId,
    /// Its parts.
    pub parts: Vec<NodePart>,
    /// The rules of its definition that are not parts.
    pub trifles: Vec<String>,
}

/// A part of a recursive rule.
#[derive(Clone, Debug)]
pub struct NodePart {
    /// Its kind.
    pub what: NodePartKind,
    /// The name of its method.
    pub accessor: String,
    /// The number of its occurrences.
    pub count: Count,
}

/// The kind of a part of a recursive rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodePartKind {
    /// Text of a rule or a group.
    Rule(RuleId),
    /// One of several, as the index of the union.
    Union(usize),
    /// A literal that may be absent.
    Literal(RuleId),
}
