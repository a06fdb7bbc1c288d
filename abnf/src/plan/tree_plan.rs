//! What is generated for trees: the result of [`super::tree_parts`], as plain data.

use super::told::Count;
use crate::automata::trees::Trees;
use crate::grammar::RuleId;
use std::collections::BTreeMap;

/// What is generated for trees.
#[derive(Clone, Debug)]
pub struct TreePlan {
    /// What finds the rules. Those that it shows are exported rules, then groups, then literals.
    pub trees: Trees,
    /// The groups that it shows, in their order.
    pub groups: Vec<GroupPlan>,
    /// The literals that it shows, in their order, as ABNF.
    pub literals: Vec<(RuleId, String)>,
    /// The enums of what parts can be.
    pub unions: Vec<UnionPlan>,
    /// The rules that recur and their groups.
    pub nodes: Vec<NodePlan>,
}

/// A group that repeats in a rule that recurs.
#[derive(Clone, Debug)]
pub struct GroupPlan {
    /// Its rule, which no module has.
    pub rule: RuleId,
    /// The name of this rule.
    pub name: String,
    /// The name of its type, unique among those of trees.
    pub type_name: String,
    /// Its definition as text.
    pub text: String,
    /// The exported rule that it is inside of.
    pub owner: RuleId,
}

/// Several rules or literals of which a part is one.
#[derive(Clone, Debug)]
pub struct UnionPlan {
    /// The name of its enum, unique among the types of trees.
    pub type_name: String,
    /// What it can be.
    pub rules: Vec<RuleId>,
    /// The names of the variants for literals.
    pub literals: BTreeMap<RuleId, String>,
}

/// A rule that recurs, or a group of one, in trees.
#[derive(Clone, Debug)]
pub struct NodePlan {
    /// The rule.
    pub rule: RuleId,
    /// Its parts.
    pub parts: Vec<NodePart>,
    /// The rules of its definition that are no parts.
    pub trifles: Vec<String>,
}

/// A part of a rule that recurs.
#[derive(Clone, Debug)]
pub struct NodePart {
    /// What it is.
    pub what: NodePartKind,
    /// The name of its method.
    pub accessor: String,
    /// How often it occurs.
    pub count: Count,
}

/// What a part of a rule that recurs is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodePartKind {
    /// Text of a rule or a group.
    Rule(RuleId),
    /// One of several, by the index of the union.
    Union(usize),
    /// A literal that is there or not.
    Literal(RuleId),
}
