//! Parts that have no rule of their own, or are told by where they stand: a grammar and a
//! [`Spec`] to an [`Outline`].
//!
//! The parts of a rule are texts of the rules in its definition. That says too little where
//! a definition repeats a group without a name: the weight in `*( media-range [ weight ] )`
//! belongs to a range. Such a group becomes a rule, so that later stages need to know nothing
//! of groups; so does a literal that is an alternative. Alternatives that repeat are told in one
//! order, as a union.
//!
//! Only the definitions of rules change whose parts nobody listed. After this stage these
//! have the same texts and the same derivations as before, but for the names of groups.

mod groups;
mod literals;
mod sizes;

use super::exports::{Demand, Request};
use super::names::type_name;
use crate::automata::shape::{Recursion, Shape, Shapes, shape};
use crate::grammar::{Expr, Origin, Resolved, ResolvedRule, RuleId, RuleName};
use crate::spec::{Export, Locate, Others, Parts, Spec};
use groups::groups;
use literals::literals;
use sizes::{MANY, Size, size, sizes};
use std::collections::{BTreeMap, BTreeSet};

pub use literals::Literal;

/// The name of a part that is a group, or one of several alternatives, each time that it
/// repeats.
pub const ITEM: &str = "item";

/// A grammar whose groups have names, and what definitions say about parts.
#[derive(Clone, Debug)]
pub struct Outline {
    /// The grammar; the rules of groups come last.
    pub grammar: Resolved,
    /// What the definitions say.
    pub hints: Hints,
}

/// What definitions say about parts, beside which rules they use.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// The rules of groups, each with the rule that it is a group of, which comes before it.
    pub groups: BTreeMap<RuleId, RuleId>,
    /// The rules of literals that are alternatives. They have no types.
    pub literals: BTreeMap<RuleId, Literal>,
    /// By rule, how many alternatives of its choice are literals.
    pub choices: BTreeMap<RuleId, usize>,
    /// The rules of white space, and of nothing.
    pub blank: BTreeSet<RuleId>,
    /// By rule, the alternatives that repeat in its texts, in the order of preference.
    pub unions: BTreeMap<RuleId, Vec<Vec<RuleId>>>,
    /// By rule, the characters that tell something, because another character or none may stand
    /// in their place, and short texts that do not repeat as the characters of a text do.
    pub characters: BTreeMap<RuleId, BTreeSet<RuleId>>,
}

/// Which of more literals than this a text has is found when somebody asks.
const MAX_LOCATED: usize = 2;

impl Hints {
    /// Adds the groups of these rules, and notes which rules parts are made of.
    pub fn complete(&self, grammar: &Resolved, requests: &mut Vec<Request>) {
        let mut exports: BTreeMap<RuleId, Export> =
            requests.iter().map(|it| (it.id, it.export.clone())).collect();
        for (&group, owner) in &self.groups {
            let Some(export) = exports.get(owner) else { continue };
            let docs = format!("What repeats in `{}`, each time.", grammar[*owner].name);
            let rule = grammar[group].name.as_str().to_owned();
            let engine = export.engine;
            let export = Export { rule, docs: Some(docs), engine, ..Export::default() };
            exports.insert(group, export.clone());
            requests.push(Request { id: group, export, demand: Demand::Whole, is_part: true });
        }
        let unions = self.unions.iter().map(|(owner, unions)| (owner, unions.concat()));
        let characters = self.characters.iter();
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

/// Gives groups names and finds what definitions say about parts. Linear in the grammar.
pub fn outline(grammar: &Resolved, spec: &Spec) -> Outline {
    let shapes = shape(grammar);
    let mut sizes = sizes(grammar, &shapes);
    let mut made = grammar.clone();
    let mut hints = Hints::default();
    let mut names = Names::of(grammar);
    let mut of_literals: BTreeMap<Expr<RuleId>, RuleId> = BTreeMap::new();
    let is_blank = |rule: &RuleId| sizes[rule.index()].is_blank;
    hints.blank = grammar.rules().map(|(id, _)| id).filter(is_blank).collect();
    let mut open = owners(grammar, &shapes, spec);
    open.reverse();
    while let Some(owner) = open.pop() {
        let found = groups(&made[owner].expr, &mut sizes);
        let of_owner = made[owner].name.clone();
        for expr in found.groups {
            let id = RuleId(u32::try_from(made.rules.len()).expect("rules are few"));
            let name = names.of_group(&of_owner);
            let origin = match &made[owner].origin {
                Origin::Own => Origin::Group,
                other => other.clone(),
            };
            made.rules.push(rule_of(name, origin, expr));
            hints.groups.insert(id, owner);
            open.push(id);
        }
        made.rules[owner.index()].expr = found.expr;
        if !found.unions.is_empty() {
            hints.unions.insert(owner, found.unions);
        }
        hints.characters.insert(owner, characters(&made, owner, &sizes));
        if let Some(found) = literals(&made[owner].expr, &sizes) {
            hints.choices.insert(owner, found.literal_count());
            let mut rule = |literal: Literal| {
                let known = of_literals.entry(literal.expr.clone()).or_insert_with(|| {
                    let id = RuleId(u32::try_from(made.rules.len()).expect("rules are few"));
                    let name = RuleName::new(literal.text.clone());
                    made.rules.push(rule_of(name, Origin::Group, literal.expr.clone()));
                    sizes.push(size(&literal.expr, &sizes));
                    hints.literals.insert(id, literal);
                    id
                });
                Expr::Rule(*known)
            };
            let expr = found.expr(&mut rule);
            made.rules[owner.index()].expr = expr;
        }
    }
    for &group in hints.groups.keys() {
        let text = format!("{} = {}", made[group].name, made.show(&made[group].expr));
        made.rules[group.index()].text = text;
    }
    Outline { grammar: made, hints }
}

/// The rules whose parts nobody listed and that the spec may export. A rule that recurs is not
/// among them: its steps are no groups.
fn owners(grammar: &Resolved, shapes: &Shapes, spec: &Spec) -> Vec<RuleId> {
    let names = grammar.names();
    let id_of = |export: &Export| names.get(&*export.rule.to_ascii_lowercase()).copied();
    let listed = spec.exports.iter().filter(|it| matches!(it.parts, Parts::Listed(_)));
    let listed: BTreeSet<RuleId> = listed.filter_map(id_of).collect();
    let mut owners: BTreeSet<RuleId> = spec.exports.iter().filter_map(id_of).collect();
    if spec.exports.is_empty() || spec.others == Others::Exported {
        owners.extend(grammar.own_rules().map(|(id, _)| id));
    }
    let is_owner = |rule: &RuleId| {
        let is_regular = *shapes.of(*rule) == Shape::Regular(Recursion::None);
        !listed.contains(rule) && is_regular && !grammar[*rule].is_broken
    };
    owners.into_iter().filter(is_owner).collect()
}

/// Rules of single characters that stand in a definition once, not repeated, and have more
/// than one text or need not be there; and rules of a few characters that repeat between others. Core rules and white space tell nothing, and nor do the
/// alternatives of a rule that is hardly more than a character itself.
fn characters(grammar: &Resolved, owner: RuleId, sizes: &[Size]) -> BTreeSet<RuleId> {
    let is_choice = matches!(grammar[owner].expr, Expr::Alt(_));
    if is_choice && sizes[owner.index()].longest < MANY {
        return BTreeSet::new();
    }
    let mut uses = BTreeMap::new();
    count(&grammar[owner].expr, Place::Certain, &mut uses);
    let tells = |(rule, place): (RuleId, Place)| {
        let size = &sizes[rule.index()];
        let tells = match (place, size.longest) {
            (Place::Certain, 1) | (Place::Repeated, 2..MANY) => size.has_choice,
            (Place::Optional, 1) => true,
            _ => false,
        };
        let is_known = matches!(grammar[rule].origin, Origin::Own | Origin::Import(_));
        (tells && is_known && !size.is_blank).then_some(rule)
    };
    uses.into_iter().filter_map(tells).collect()
}

/// Where a rule is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Certain,
    Optional,
    /// More than once, as far as the definition says.
    Repeated,
    /// One directly after the other, as characters stand.
    Run,
}

/// Adds the uses of rules in an expression that stands in some place.
fn count(expr: &Expr<RuleId>, place: Place, uses: &mut BTreeMap<RuleId, Place>) {
    match expr {
        Expr::Rule(rule) => {
            let again = |known: &mut Place| *known = (*known).max(place).max(Place::Repeated);
            uses.entry(*rule).and_modify(again).or_insert(place);
        }
        Expr::Concat(items) => items.iter().for_each(|item| count(item, place, uses)),
        Expr::Alt(items) => {
            items.iter().for_each(|item| count(item, place.max(Place::Optional), uses));
        }
        Expr::Repeat { max: Some(1), body, .. } => count(body, place.max(Place::Optional), uses),
        Expr::Repeat { body, .. } => match &**body {
            Expr::Rule(_) => count(body, Place::Run, uses),
            Expr::Alt(items) => items.iter().for_each(|item| match item {
                Expr::Rule(_) => count(item, Place::Run, uses),
                other => count(other, Place::Repeated, uses),
            }),
            other => count(other, Place::Repeated, uses),
        },
        Expr::Empty | Expr::Set(_) | Expr::Prose(_) | Expr::Error => {}
    }
}

fn rule_of(name: RuleName, origin: Origin, expr: Expr<RuleId>) -> ResolvedRule {
    let (text, errors) = (String::new(), Vec::new());
    ResolvedRule { name, origin, span: None, expr, text, is_broken: false, errors, extends: None }
}

/// The names that no rule and no type has.
struct Names {
    rules: BTreeSet<String>,
    types: BTreeSet<String>,
}

impl Names {
    fn of(grammar: &Resolved) -> Self {
        let names = || grammar.rules().map(|(_, rule)| &rule.name);
        let types = names().map(|name| type_name(name.as_str())).collect();
        Self { rules: names().map(|name| name.folded().to_owned()).collect(), types }
    }

    fn of_group(&mut self, owner: &RuleName) -> RuleName {
        let mut number = 1;
        loop {
            let name = match number {
                1 => format!("{owner}-{ITEM}"),
                _ => format!("{owner}-{ITEM}-{number}"),
            };
            let (name, of_type) = (RuleName::new(name.clone()), type_name(&name));
            if !self.rules.contains(name.folded()) && !self.types.contains(&of_type) {
                self.rules.insert(name.folded().to_owned());
                self.types.insert(of_type);
                return name;
            }
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests;
