//! What finds all rules of a text as tables, and the rules that recur.

use crate::automata::trees::Trees;
use crate::grammar::RuleId;
use crate::plan::selected::Selection;
use crate::plan::tree_plan::{Count, NodePlan, TreePlan};

/// The trees of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeTable {
    /// The automata.
    pub trees: Trees,
    /// The indices in the module of the rules that trees show, by their numbers.
    pub shown: Vec<usize>,
    /// The rules that recur.
    pub nodes: Vec<Node>,
}

/// A rule that recurs, in trees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The index of the rule in the module.
    pub rule: usize,
    /// The name of the enum of what it can be and the indices of these rules, if it is one of
    /// several and nothing else.
    pub choice: Option<(String, Vec<usize>)>,
    /// The indices of the rules in it otherwise, each with its method and how often it occurs.
    pub parts: Vec<(usize, String, Count)>,
}

impl Node {
    /// Whether nothing can be asked about it.
    pub fn is_bare(&self) -> bool {
        self.choice.is_none() && self.parts.is_empty()
    }
}

/// The trees of a selection.
pub(super) fn tree_table(selection: &Selection) -> Option<TreeTable> {
    let TreePlan { trees, nodes } = selection.trees.as_ref()?;
    let index = |rule: &RuleId| {
        let index = selection.rules.iter().position(|it| it.id == *rule);
        index.expect("trees show rules that are exported")
    };
    let shown = trees.shown.iter().map(index).collect();
    let nodes = nodes.iter().map(|NodePlan { rule, choice, parts }| Node {
        rule: index(rule),
        choice: choice
            .as_ref()
            .map(|(name, rules)| (name.clone(), rules.iter().map(index).collect())),
        parts: parts.iter().map(|it| (index(&it.rule), it.accessor.clone(), it.count)).collect(),
    });
    Some(TreeTable { trees: trees.clone(), shown, nodes: nodes.collect() })
}
