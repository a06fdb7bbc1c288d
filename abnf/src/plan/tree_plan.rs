//! What is generated for trees: the result of [`super::tree_parts`], as plain data.

use crate::automata::trees::Trees;
use crate::grammar::RuleId;

/// What is generated for trees.
#[derive(Clone, Debug)]
pub struct TreePlan {
    /// What finds the rules.
    pub trees: Trees,
    /// The rules that recur.
    pub nodes: Vec<NodePlan>,
}

/// A rule that recurs, in trees.
#[derive(Clone, Debug)]
pub struct NodePlan {
    /// The rule.
    pub rule: RuleId,
    /// The rules of which it is one, with the name of their enum, if that is all it is.
    pub choice: Option<(String, Vec<RuleId>)>,
    /// Its parts otherwise.
    pub parts: Vec<NodePart>,
}

/// A part of a rule that recurs.
#[derive(Clone, Debug)]
pub struct NodePart {
    /// The rule.
    pub rule: RuleId,
    /// The name of its method.
    pub accessor: String,
    /// How often it occurs.
    pub count: Count,
}

/// How often a rule occurs directly inside another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Once.
    One,
    /// Once or not.
    Optional,
    /// Any number of times.
    Many,
}
