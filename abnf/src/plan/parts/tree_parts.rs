//! Decides what trees show: the rules of a module to [`TreePlan`].
//!
//! A tree shows every rule of the module that has a type, and for recursive rules also their
//! groups, the literals that have accessors, and the significant characters. The parts of a
//! recursive rule are the nodes directly inside of it. The definition determines how often each
//! occurs. After this stage every recursive rule has accessors for its parts, unless the grammar
//! is too large for trees.

mod counts;
mod wanted;

use super::part_requests::PartRequest;
use super::selected::Selected;
use super::tree_plan::{GroupPlan, NodePart, NodePartKind, NodePlan, TreePlan, UnionPlan};
use super::unions::same_rules;
use crate::automata::pattern::pattern_keeping;
use crate::automata::rules::at_rule;
use crate::automata::shape::{Recursion, Shape};
use crate::automata::trees::trees;
use crate::diagnostic::{Code, Diagnostic};
use crate::grammar::RuleId;
use crate::grammar::uses::reached;
use crate::plan::exports::form::{Form, bytes};
use crate::plan::names::{Taken, camel, repeated_name, type_name};
use crate::plan::outline::{ITEM, InTrees, LITERAL};
use crate::spec::{Extra, Spec};
use counts::Counter;
use std::collections::{BTreeMap, BTreeSet};
use wanted::{Scope, Wanted, direct, listed, literal_variants, trifles};

/// The parts that the spec lists for nested rules, by rule.
pub type ListedParts = BTreeMap<RuleId, Vec<PartRequest>>;

/// Plans the trees of the exported rules. `None` if no rule recurs and the spec does not request trees,
/// or with a warning if the grammar is too large.
///
/// # Errors
///
/// Errors about listed parts.
pub fn tree_parts(
    in_trees: &InTrees,
    lists: &ListedParts,
    spec: &Spec,
    rules: &[Selected],
) -> Result<(Option<TreePlan>, Option<Diagnostic>), Vec<Diagnostic>> {
    let InTrees { grammar, shapes, .. } = in_trees;
    let nodes = nodes(in_trees, rules);
    if nodes.is_empty() && !spec.extras.contains(&Extra::Trees) {
        return Ok((None, None));
    }
    // Other rules have trees only if the spec requests them.
    let roots: Vec<RuleId> = if spec.extras.contains(&Extra::Trees) {
        rules.iter().map(|rule| rule.id).collect()
    } else {
        nodes.clone()
    };
    let used = reached(&roots, |rule| shapes.uses(rule).to_vec());
    let is_literal = |rule: &RuleId| in_trees.literals.contains_key(rule);
    let literals: Vec<RuleId> = used.iter().copied().filter(is_literal).collect();
    let groups: Vec<RuleId> =
        nodes.iter().copied().filter(|rule| in_trees.groups.contains_key(rule)).collect();
    let characters = characters(in_trees, lists, rules, &nodes);
    let kept = characters.iter().chain(&literals).copied().collect();
    let patterns = pattern_keeping(grammar, shapes, kept);
    let is_shown = |rule: &&Selected| {
        rule.form == Form::Type && !patterns.is_inlined(rule.id) && used.contains(&rule.id)
    };
    let shown = rules.iter().filter(is_shown).map(|rule| rule.id);
    let shown: Vec<RuleId> = shown.chain(groups.clone()).chain(literals.clone()).collect();
    let Ok(trees) = trees(&patterns, grammar.rules().len(), &shown) else {
        let message = "the grammar is too large for trees: it takes more than 65535 states";
        let warning = Diagnostic::warning(Code::NoTrees, message);
        return Ok((None, Some(warning.hint("export fewer rules"))));
    };
    let mut plan = TreePlan {
        trees,
        groups: Vec::new(),
        literals: literals.iter().map(|it| (*it, in_trees.literals[it].text.clone())).collect(),
        unions: Vec::new(),
        nodes: Vec::new(),
    };
    let mut names = TypeNames::new(rules);
    for &rule in &groups {
        let (name, text) = (grammar[rule].name.to_string(), grammar[rule].text.clone());
        let type_name = names.add_group(rule, &type_name(&name));
        plan.groups.push(GroupPlan { rule, name, type_name, text, owner: in_trees.owner(rule) });
    }
    let shown: BTreeSet<RuleId> = shown.into_iter().collect();
    let counter = Counter::new(grammar, shapes, &shown);
    let scope = Scope { in_trees, shown: &shown, characters: &characters, counter: &counter };
    let exported: BTreeSet<RuleId> = rules.iter().map(|rule| rule.id).collect();
    let mut errors = Vec::new();
    for rule in nodes {
        let (parts, trifles) = match lists.get(&rule) {
            None => {
                let parts = direct(&scope, rule);
                let trifles = trifles(&scope, rule, &parts, &exported);
                (parts, trifles)
            }
            Some(list) => match listed(&scope, rule, list) {
                Ok(parts) => (parts, Vec::new()),
                Err(error) => {
                    errors.push(at_rule(grammar, rule, error));
                    continue;
                }
            },
        };
        let mut made = Vec::new();
        for Wanted { rules, accessor, type_name, count } in parts {
            if let [only] = rules[..] {
                let kind =
                    if is_literal(&only) { NodePartKind::Literal } else { NodePartKind::Rule };
                made.push(NodePart { what: kind(only), accessor, count });
                continue;
            }
            let name = match type_name {
                Some(chosen) => UnionName::Chosen(chosen),
                None => UnionName::OfPart(of_accessor(&accessor)),
            };
            match names.union(in_trees, rule, rules, name).map(NodePartKind::Union) {
                Ok(what) => made.push(NodePart { what, accessor, count }),
                Err(error) => errors.push(at_rule(grammar, rule, error)),
            }
        }
        plan.nodes.push(NodePlan { rule, parts: made, trifles });
    }
    plan.unions = names.unions;
    if errors.is_empty() { Ok((Some(plan), None)) } else { Err(errors) }
}

/// Returns the recursive rules and their groups.
fn nodes(in_trees: &InTrees, rules: &[Selected]) -> Vec<RuleId> {
    let recurs = |rule: &&Selected| {
        rule.form == Form::Type && *in_trees.shapes.of(rule.id) != Shape::Regular(Recursion::None)
    };
    let mut nodes: Vec<RuleId> = rules.iter().filter(recurs).map(|rule| rule.id).collect();
    let owners: BTreeSet<RuleId> = nodes.iter().copied().collect();
    let groups = in_trees.groups.keys().copied();
    nodes.extend(groups.filter(|group| owners.contains(&in_trees.owner(*group))));
    nodes
}

/// Returns the rules of single characters that are parts of nodes.
fn characters(
    in_trees: &InTrees,
    lists: &ListedParts,
    rules: &[Selected],
    nodes: &[RuleId],
) -> BTreeSet<RuleId> {
    let told = nodes.iter().filter_map(|rule| in_trees.characters.get(rule)).flatten();
    let listed = lists.values().flatten().flat_map(|part| &part.rules);
    let wanted: BTreeSet<RuleId> = told.chain(listed).copied().collect();
    let is_character = |rule: &&Selected| {
        let is_set = rule.language.dfa().is_some_and(|dfa| bytes(dfa).is_some());
        rule.form == Form::Type && is_set && wanted.contains(&rule.id)
    };
    rules.iter().filter(is_character).map(|rule| rule.id).collect()
}

/// Returns the end of the name of an enum, in the singular: the accessor `items_2` yields an
/// `Item2`.
fn of_accessor(accessor: &str) -> String {
    let one = [ITEM, LITERAL].into_iter().find_map(|one| {
        let number = accessor.strip_prefix(&*repeated_name(one))?;
        (number.is_empty() || number.starts_with('_')).then(|| format!("{one}{number}"))
    });
    camel(one.as_deref().unwrap_or(accessor))
}

/// The name of an enum.
enum UnionName {
    /// Chosen by the user. Enums with the same name and rules are one.
    Chosen(String),
    /// The name of the rule, and this end for the part.
    OfPart(String),
}

/// The names of the types in trees, and the enums.
struct TypeNames {
    /// Of rules and groups.
    of_rules: BTreeMap<RuleId, String>,
    taken: Taken,
    unions: Vec<UnionPlan>,
}

impl TypeNames {
    fn new(rules: &[Selected]) -> Self {
        let of_rules: BTreeMap<RuleId, String> =
            rules.iter().map(|rule| (rule.id, rule.type_name.clone())).collect();
        let taken = Taken::new(of_rules.values().cloned());
        Self { of_rules, taken, unions: Vec::new() }
    }

    fn add_group(&mut self, group: RuleId, name: &str) -> String {
        let name = self.taken.unique(name);
        self.of_rules.insert(group, name.clone());
        name
    }

    /// Returns the index of the enum of some rules, for a part of the owner.
    fn union(
        &mut self,
        in_trees: &InTrees,
        owner: RuleId,
        rules: Vec<RuleId>,
        name: UnionName,
    ) -> Result<usize, Diagnostic> {
        let type_name = match name {
            UnionName::Chosen(chosen) => {
                let known = self.unions.iter().position(|union| union.type_name == chosen);
                if let Some(index) = known.filter(|it| same_rules(&self.unions[*it].rules, &rules))
                {
                    return Ok(index);
                }
                if self.taken.unique(&chosen) != chosen {
                    let owner = &in_trees.grammar[owner].name;
                    let message = format!(
                        "the type name of a part of `{owner}` would be `{chosen}`, which is \
                         another type of trees"
                    );
                    return Err(Diagnostic::error(Code::TypeNameCollision, message)
                        .hint("give the part another type name"));
                }
                chosen
            }
            UnionName::OfPart(end) => self.taken.unique(&format!("{}{end}", self.of_rules[&owner])),
        };
        let literals = literal_variants(in_trees, &rules, &self.of_rules);
        self.unions.push(UnionPlan { type_name, rules, literals });
        Ok(self.unions.len() - 1)
    }
}

#[cfg(test)]
mod tests;
