//! Plans the code for trees: [`TreeRequests`] to a [`TreePlan`].
//!
//! After this stage the trees have automata, unless they would be too large, and every type of trees
//! has a unique name.

use super::part_requests::{PartRequest, PartRequests, ShownRules, TreeRequests};
use super::unions::{Union, UnionNames};
use super::writers::Writer;
use crate::automata::pattern::Pattern;
use crate::automata::trees::{Trees, trees};
use crate::diagnostic::{Code, Diagnostic};
use crate::grammar::RuleId;
use crate::plan::exports::named::NamedRule;
use crate::plan::names::{Taken, type_name};
use crate::plan::outline::InTrees;
use std::collections::BTreeSet;

/// The code to generate for trees.
#[derive(Clone, Debug)]
pub struct TreePlan {
    /// The automata. They show exported rules, then groups, then literals.
    pub trees: Trees,
    /// The groups, in the order of the automata.
    pub groups: Vec<GroupPlan>,
    /// The literals, in the order of the automata, as ABNF.
    pub literals: Vec<(RuleId, String)>,
    /// The enums of parts with several alternatives. Their names are unique among the types of
    /// trees.
    pub unions: Vec<Union>,
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

/// A recursive rule, or a group of one, in trees.
#[derive(Clone, Debug)]
pub struct NodePlan {
    /// The rule.
    pub rule: RuleId,
    /// Its parts, each with the index of its union if it is one.
    pub parts: Vec<(PartRequest, Option<usize>)>,
    /// The rules of its definition that are not parts.
    pub without_accessors: Vec<String>,
    /// The writer of its data. `None` if it has no data.
    pub writer: Option<Writer>,
}

/// Returns the regular rules that have parts in trees, other than literals, and whose data consists of
/// them. `writers` are those of the nodes.
pub fn regular_with_parts(
    in_trees: &InTrees,
    requests: &TreeRequests,
    writers: &[Option<Writer>],
) -> BTreeSet<RuleId> {
    let nodes = requests.nodes.iter().zip(writers);
    let has_parts = |((rule, PartRequests { parts, .. }), writer): &(
        &(RuleId, PartRequests),
        &Option<Writer>,
    )| {
        in_trees.regular.contains(rule)
            && !parts.iter().all(|part| part.is_of_literals(&in_trees.hints))
            && !writer.as_ref().is_some_and(|it| it.loses_text)
    };
    nodes.filter(has_parts).map(|((rule, _), _)| *rule).collect()
}

/// Makes the automata of trees.
///
/// # Errors
///
/// A warning if there are no trees because the grammar is too large.
pub fn tree_automata(
    in_trees: &InTrees,
    rules: &[NamedRule],
    shown: &ShownRules,
) -> Result<Trees, Diagnostic> {
    let grammar = &in_trees.grammar;
    let mut patterns = shown.patterns.clone();
    // Trees show no rule inside of a restricted one: the automaton of its texts makes no calls.
    for rule in rules.iter().filter(|it| grammar[it.id()].filter.is_some()) {
        if let Some(dfa) = rule.language.dfa() {
            patterns.replace(rule.id(), Pattern::of_dfa(dfa));
        }
    }
    let all: Vec<RuleId> = shown.all().collect();
    trees(&patterns, grammar.rules().len(), &all).map_err(|_| {
        let message = "the grammar is too large for trees: it takes more than 65535 states";
        Diagnostic::warning(Code::NoTrees, message).hint("export fewer rules")
    })
}

/// Plans the trees of a module. `writers` are those of the nodes. `unions` are the type names of the
/// unions in texts, whose data is in one module with that of unions in trees.
pub fn tree_plan(
    in_trees: &InTrees,
    rules: &[NamedRule],
    (requests, trees, writers): (TreeRequests, Trees, Vec<Option<Writer>>),
    unions: &[Union],
) -> TreePlan {
    let InTrees { grammar, hints, .. } = in_trees;
    let TreeRequests { shown, nodes } = requests;
    let is_leaf = |rule: &&NamedRule| rule.request.export.is_leaf;
    let leaves = rules.iter().filter(is_leaf).map(NamedRule::id).collect();
    let trees = trees.with_leaves(&leaves);
    let type_names = rules.iter().map(|rule| (rule.id(), rule.type_name.clone()));
    let of_rules = rules.iter().map(|rule| rule.type_name.clone());
    let taken = Taken::new(of_rules.chain(unions.iter().map(|it| it.type_name.clone())));
    let requests = nodes.iter().flat_map(|(_, node)| &node.parts);
    let mut names = UnionNames::new(hints, type_names.collect(), taken, requests);
    let groups = shown.groups.iter().map(|&rule| {
        let (name, text) = (grammar[rule].name.to_string(), grammar[rule].text.clone());
        let type_name = names.taken.unique(&type_name(&name));
        names.type_names.insert(rule, type_name.clone());
        GroupPlan { rule, name, type_name, text, owner: hints.owner(rule) }
    });
    let groups = groups.collect();
    let nodes = nodes.iter().zip(writers).map(|((rule, requests), writer)| {
        let PartRequests { parts, without_accessors } = requests;
        let part = |part: &PartRequest| (part.clone(), names.union(*rule, part));
        let parts = parts.iter().filter(|_| !leaves.contains(rule)).map(part).collect();
        let without_accessors = without_accessors.clone();
        NodePlan { rule: *rule, parts, without_accessors, writer }
    });
    let nodes = nodes.collect();
    let literals =
        shown.literals.iter().map(|rule| (*rule, hints.literals[rule].text.clone())).collect();
    TreePlan { trees, groups, literals, unions: names.unions, nodes }
}
