//! Gives names to parts that have no rule of their own: a grammar and a [`Spec`] to an
//! [`Outline`].
//!
//! The parts of a rule are texts of the rules in its definition. If a definition repeats a group
//! without a name, as in `*( media-range [ weight ] )`, separate lists of ranges and weights would
//! lose which weight belongs to which range. The group becomes a rule, so that later stages handle
//! no groups. So does a literal that has an accessor. Alternatives that repeat are located in the
//! order of the text, as a union; if two lists share an alternative, the alternatives of each list
//! become a group instead.
//!
//! Only the definitions of rules without listed parts change. They keep their texts and, apart
//! from the names of groups, their derivations.
//!
//! The parts of recursive rules are located in trees, and so are those of regular rules that no automaton
//! can locate. Their groups are rules of a second grammar, which only trees use ([`InTrees`]), so that
//! matching does not change.

mod characters;
mod group_names;
mod groups;
mod in_trees;
mod large;
mod literal_groups;
mod literal_names;
mod literals;
mod shared_lists;
mod sizes;

use crate::automata::pattern::{Patterns, pattern};
use crate::automata::shape::{Shapes, shape_again};
use crate::grammar::uses::references;
use crate::grammar::{Expr, Origin, Resolved, ResolvedRule, RuleId, RuleName};
use crate::plan::accessors::LocatedIn;
use crate::plan::exports::requests::{Demand, Request};
use crate::spec::{Export, Locate, Others, Spec};
use characters::characters;
use group_names::Names;
use groups::groups;
use in_trees::in_trees;
use literal_groups::{name_literal_groups, name_literals_of_unions};
use literals::literals;
use shared_lists::lists;
use sizes::{Significance, size};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

pub use in_trees::InTrees;
pub use large::with_large;
pub use literal_groups::{LITERAL, literal_name};
pub use literals::Literal;
pub(super) use sizes::{Size, sizes};

/// The name of a part whose occurrences are those of a repeated group or choice.
pub const ITEM: &str = "item";

/// A grammar whose groups have names, and the hints of its definitions about parts.
#[derive(Clone, Debug)]
pub struct Outline {
    /// The grammar; the rules of groups come last.
    pub grammar: Rc<Resolved>,
    /// The shapes of its rules.
    pub shapes: Shapes,
    /// The patterns of its rules.
    pub patterns: Arc<Patterns>,
    /// The hints of the definitions.
    pub hints: Hints,
    /// The same for trees, in which the groups of rules with parts in trees have names too.
    pub in_trees: InTrees,
}

/// The hints that definitions give about parts, in addition to the rules that they use.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// The rules of groups, each with its owner, the rule that it is a group of. Owners come first.
    pub groups: BTreeMap<RuleId, RuleId>,
    /// The rules of literals that have accessors. They have no types.
    pub literals: BTreeMap<RuleId, Literal>,
    /// For each rule, the number of literals among the alternatives of its choice.
    pub choices: BTreeMap<RuleId, usize>,
    /// For each rule, the groups of literals in its definition.
    pub literal_groups: BTreeMap<RuleId, Vec<Vec<RuleId>>>,
    /// The rules of white space, and of nothing.
    pub blank: BTreeSet<RuleId>,
    /// The rules of one character with white space around it.
    pub delimiters: BTreeSet<RuleId>,
    /// For each rule, the alternatives that repeat in its texts, in the order of preference.
    pub unions: BTreeMap<RuleId, Vec<Vec<RuleId>>>,
    /// For each rule, the significant characters, which another character could replace or which
    /// are optional, and the short texts that do not repeat like the characters of a text.
    pub characters: BTreeMap<RuleId, BTreeSet<RuleId>>,
    /// For each rule with parts in trees, the characters among them.
    pub characters_in_trees: BTreeMap<RuleId, BTreeSet<RuleId>>,
}

/// A choice of more literals than this is located on demand.
const MAX_LOCATED: usize = 2;

impl Hints {
    /// Returns the rule that a group, or a group in a group, belongs to; for other rules, the rule.
    pub fn owner(&self, rule: RuleId) -> RuleId {
        let mut owner = rule;
        while let Some(&outer) = self.groups.get(&owner) {
            owner = outer;
        }
        owner
    }

    /// Returns the characters that are parts of each rule or of its groups.
    fn characters_of_owners(&self) -> BTreeMap<RuleId, BTreeSet<RuleId>> {
        let mut all: BTreeMap<RuleId, BTreeSet<RuleId>> = BTreeMap::new();
        for (&rule, found) in self.characters.iter().filter(|it| !it.1.is_empty()) {
            all.entry(self.owner(rule)).or_default().extend(found);
        }
        all
    }

    /// Adds requests for the groups of the requested rules, and marks the rules that parts consist
    /// of.
    pub fn complete(&self, grammar: &Resolved, requests: &mut Vec<Request>) {
        let mut exports: BTreeMap<RuleId, Export> =
            requests.iter().map(|it| (it.id, it.export.clone())).collect();
        for (&group, owner) in &self.groups {
            let Some(export) = exports.get(owner) else { continue };
            let docs = format!("A repeated item of `{}`.", grammar[*owner].name);
            let rule = grammar[group].name.as_str().to_owned();
            let engine = export.engine;
            let export = Export { rule, docs: Some(docs), engine, ..Export::default() };
            exports.insert(group, export.clone());
            requests.push(Request { id: group, export, demand: Demand::Whole, is_part: true });
        }
        let unions = self.unions.iter().map(|(owner, unions)| (owner, unions.concat()));
        let characters = self.characters.iter().chain(&self.characters_in_trees);
        let characters = characters.map(|(owner, rules)| (owner, rules.iter().copied().collect()));
        let of_exported = unions.chain(characters).filter(|(owner, _)| exports.contains_key(owner));
        let of_parts: BTreeSet<RuleId> =
            of_exported.flat_map(|(_, rules): (_, Vec<RuleId>)| rules).collect();
        for request in requests {
            request.is_part |= of_parts.contains(&request.id);
            // A view would need a slot for each literal.
            if self.choices.get(&request.id).is_some_and(|&literals| literals > MAX_LOCATED) {
                request.export.locate = Locate::OnDemand;
            }
        }
    }
}

/// Names groups and collects hints about parts. Takes time linear in the grammar, apart from the
/// groups of literals.
pub fn outline(grammar: &Resolved, shapes: &Shapes, spec: &Spec) -> Outline {
    let recurs = |rule: &RuleId| shapes.recurs(*rule);
    let (exported, owners) = exported(grammar, spec);
    let (recurring, regular): (Vec<RuleId>, Vec<RuleId>) = owners.into_iter().partition(recurs);
    let mut draft = Draft::new(grammar, shapes);
    name_parts(&mut draft, regular, LocatedIn::Text);
    finished(draft, shapes, (recurring, BTreeSet::new()), &exported)
}

/// Names the parts in trees of the rules `owners`, which recur or are among `large`.
fn finished(
    draft: Draft,
    shapes: &Shapes,
    (owners, large): (Vec<RuleId>, BTreeSet<RuleId>),
    exported: &BTreeSet<RuleId>,
) -> Outline {
    let Draft { made, hints, .. } = draft;
    let grammar = Rc::new(made);
    let of_grammar = shape_again(&grammar, shapes);
    let in_trees = if owners.is_empty() {
        InTrees::without_parts(Rc::clone(&grammar), of_grammar.clone())
    } else {
        let made = Resolved::clone(&grammar);
        let Hints { blank, delimiters, .. } = &hints;
        let (blank, delimiters) = (blank.clone(), delimiters.clone());
        let draft = Draft { made, hints: Hints { blank, delimiters, ..Hints::default() }, ..draft };
        in_trees(draft, shapes, (owners, large), exported)
    };
    let characters_in_trees = in_trees.hints.characters_of_owners();
    let (shapes, hints) = (of_grammar, Hints { characters_in_trees, ..hints });
    let patterns = Arc::new(pattern(&grammar, &shapes));
    Outline { grammar, shapes, patterns, hints, in_trees }
}

/// Names the groups and literals of the owners, and records the hints of their definitions.
fn name_parts(draft: &mut Draft, owners: Vec<RuleId>, located_in: LocatedIn) {
    let mut open = owners;
    open.reverse();
    while let Some(owner) = open.pop() {
        open.extend(draft.name_groups(owner));
        name_literals_of_unions(draft, owner, located_in);
        open.extend(draft.name_lists(owner));
        let found = characters(&draft.made, owner, &draft.sizes, located_in);
        draft.hints.characters.insert(owner, found);
        draft.name_literals(owner);
        let found = name_literal_groups(draft, owner);
        draft.hints.literal_groups.insert(owner, found);
    }
    draft.show_groups();
}

/// A grammar whose groups are being named.
struct Draft {
    made: Resolved,
    hints: Hints,
    /// Indexed by rule.
    sizes: Vec<Size>,
    names: Names,
}

impl Draft {
    fn new(grammar: &Resolved, shapes: &Shapes) -> Self {
        let sizes = sizes(grammar, shapes);
        let rules = |is_one: fn(&Size) -> bool| {
            let all = grammar.rules().map(|(id, _)| id);
            all.filter(|rule| is_one(&sizes[rule.index()])).collect()
        };
        let (blank, delimiters) = (rules(|size| size.is_blank), rules(|size| size.is_delimiter));
        Self {
            made: grammar.clone(),
            hints: Hints { blank, delimiters, ..Hints::default() },
            sizes,
            names: Names::of(grammar),
        }
    }

    /// Names the groups of a rule and records its unions. Returns the rules of the groups.
    fn name_groups(&mut self, owner: RuleId) -> Vec<RuleId> {
        let found = groups(&self.made[owner].expr, &mut self.sizes);
        self.made.rules[owner.index()].expr = found.expr;
        if !found.unions.is_empty() {
            self.hints.unions.insert(owner, found.unions);
        }
        self.add_groups(owner, found.groups)
    }

    /// Names the alternatives of lists that share a rule. Returns the new rules.
    fn name_lists(&mut self, owner: RuleId) -> Vec<RuleId> {
        let Some(unions) = self.hints.unions.get(&owner) else { return Vec::new() };
        let Some(found) = lists(&self.made[owner].expr, unions, &mut self.sizes) else {
            return Vec::new();
        };
        self.made.rules[owner.index()].expr = found.expr;
        self.hints.unions.insert(owner, found.unions);
        self.add_groups(owner, found.groups)
    }

    /// Makes rules of groups whose sizes are known.
    fn add_groups(&mut self, owner: RuleId, groups: Vec<Expr<RuleId>>) -> Vec<RuleId> {
        let of_owner = self.made[owner].name.clone();
        let name = |expr| {
            let name = self.names.of_group(&of_owner);
            let origin = match &self.made[owner].origin {
                Origin::Own => Origin::Group,
                other => other.clone(),
            };
            let id = add(&mut self.made, name, origin, expr);
            self.hints.groups.insert(id, owner);
            id
        };
        groups.into_iter().map(name).collect()
    }

    /// Makes rules of the literals that a rule chooses from.
    fn name_literals(&mut self, owner: RuleId) {
        let Some(found) = literals(&self.made[owner].expr, &self.sizes) else {
            // The literals of a list that became a group have names already.
            let used = references(&self.made[owner].expr).into_iter();
            let named = used.filter(|it| self.hints.literals.contains_key(it)).count();
            if named > 0 && self.hints.groups.contains_key(&owner) {
                self.hints.choices.insert(owner, named);
            }
            return;
        };
        self.hints.choices.insert(owner, found.literal_count());
        let expr = found.expr(&mut |literal| Expr::Rule(self.literal(literal)));
        self.made.rules[owner.index()].expr = expr;
    }

    /// Makes a rule for a literal of one definition. No other definition uses the rule: its texts
    /// would belong to a part of a part.
    fn literal(&mut self, literal: Literal) -> RuleId {
        let (name, expr) = (RuleName::new(literal.text.clone()), literal.expr.clone());
        self.sizes.push(Size { significance: Significance::Always, ..size(&expr, &self.sizes) });
        let id = add(&mut self.made, name, Origin::Group, expr);
        self.hints.literals.insert(id, literal);
        id
    }

    /// Writes the final definitions of groups as text.
    fn show_groups(&mut self) {
        for &group in self.hints.groups.keys() {
            let rule = &self.made[group];
            let text = format!("{} = {}", rule.name, self.made.show(&rule.expr));
            self.made.rules[group.index()].text = text;
        }
    }
}

/// Returns the rules that the spec may export, and those among them without listed parts.
fn exported(grammar: &Resolved, spec: &Spec) -> (BTreeSet<RuleId>, Vec<RuleId>) {
    let names = grammar.names();
    let id_of = |export: &Export| names.get(&*export.rule.to_ascii_lowercase()).copied();
    let listed = spec.exports.iter().filter(|it| !it.has_default_parts());
    let listed: BTreeSet<RuleId> = listed.filter_map(id_of).collect();
    let mut exported: BTreeSet<RuleId> = spec.exports.iter().filter_map(id_of).collect();
    if spec.exports.is_empty() || spec.others == Others::Exported {
        exported.extend(grammar.own_rules().map(|(id, _)| id));
    }
    let is_owner = |rule: &RuleId| !listed.contains(rule) && !grammar[*rule].is_broken;
    let owners = exported.iter().copied().filter(is_owner).collect();
    (exported, owners)
}

/// Appends a rule.
fn add(grammar: &mut Resolved, name: RuleName, origin: Origin, expr: Expr<RuleId>) -> RuleId {
    let id = RuleId(u32::try_from(grammar.rules.len()).expect("rules are few"));
    let (text, errors) = (String::new(), Vec::new());
    let rule = ResolvedRule {
        name,
        origin,
        span: None,
        expr,
        filter: None,
        text,
        lists: None,
        is_broken: false,
        errors,
        extends: None,
    };
    grammar.rules.push(rule);
    id
}

#[cfg(test)]
mod tests;
