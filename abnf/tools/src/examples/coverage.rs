//! Examples and a grammar to the alternatives that no example reaches.
//!
//! A copy of the grammar has a rule for each alternative and each optional element. The derivations of
//! the accepted examples show which rules of the copy the examples use. Adjacent alternatives that are
//! single characters count as one.

use super::{Example, Expected};
use abnfc::automata::pattern::pattern_keeping;
use abnfc::automata::shape::shape;
use abnfc::automata::trees::derive::{Tables, derive};
use abnfc::automata::trees::trees;
use abnfc::diagnostic::Span;
use abnfc::grammar::uses::{reached, references};
use abnfc::grammar::{Expr, Origin, Resolved, ResolvedRule, RuleId};
use std::collections::BTreeSet;

/// The coverage of a grammar by examples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// The number of rules, alternatives and optional elements.
    pub all: usize,
    /// The number that some example reaches.
    pub reached: usize,
    /// Those that no example reaches, in the order of the grammar. The alternatives of an unreached rule
    /// are not listed.
    pub unreached: Vec<Unreached>,
}

/// An element that no example reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreached {
    /// The name of the rule.
    pub rule: String,
    /// Its definition.
    pub span: Option<Span>,
    /// The alternative or optional element, as ABNF. `None` stands for the whole rule.
    pub alternative: Option<String>,
}

/// Returns the own rules and elements that the accepted examples reach. `None` if the grammar is too
/// large for trees.
///
/// An example that does not match, or whose text is too complex for a tree, reaches nothing.
#[must_use]
pub fn coverage(grammar: &Resolved, examples: &[Example]) -> Option<Coverage> {
    let own: Vec<RuleId> = grammar.own_rules().map(|(rule, _)| rule).collect();
    let mut copy = grammar.clone();
    let mut alternatives: Vec<(RuleId, RuleId)> = Vec::new();
    for &rule in &own {
        let split = split(copy[rule].expr.clone(), rule, &mut copy, &mut alternatives);
        copy.redefine(rule, split);
    }
    let counted: BTreeSet<RuleId> =
        own.iter().copied().chain(alternatives.iter().map(|it| it.1)).collect();
    let patterns = pattern_keeping(&copy, &shape(&copy), counted.clone());
    let roots: BTreeSet<RuleId> = examples
        .iter()
        .filter(|example| example.expected == Expected::Accept)
        .filter_map(|example| grammar.find(&example.rule))
        .collect();
    let roots: Vec<RuleId> = roots.into_iter().collect();
    let used = reached(&roots, |rule| references(&copy[rule].expr));
    let shown = used.into_iter().filter(|rule| counted.contains(rule) || roots.contains(rule));
    let tables =
        Tables::new(trees(&patterns, copy.rules().len(), &shown.collect::<Vec<_>>()).ok()?);
    let mut seen: BTreeSet<RuleId> = BTreeSet::new();
    for example in examples.iter().filter(|example| example.expected == Expected::Accept) {
        let rule = grammar.find(&example.rule);
        let nodes = rule.and_then(|rule| derive(&tables, rule, &example.text).ok());
        seen.extend(nodes.into_iter().flatten().map(|node| node.rule));
    }
    let mut unreached = Vec::new();
    for &rule in &own {
        let one = |alternative| Unreached {
            rule: grammar[rule].name.to_string(),
            span: grammar[rule].span,
            alternative,
        };
        if !seen.contains(&rule) {
            unreached.push(one(None));
            continue;
        }
        for (_, alternative) in alternatives.iter().filter(|it| it.0 == rule) {
            if !seen.contains(alternative) {
                unreached.push(one(Some(copy[*alternative].text.clone())));
            }
        }
    }
    let reached = counted.intersection(&seen).count();
    Some(Coverage { all: counted.len(), reached, unreached })
}

/// Returns the expression with a rule in place of each alternative and of each optional element.
fn split(
    expr: Expr<RuleId>,
    owner: RuleId,
    grammar: &mut Resolved,
    made: &mut Vec<(RuleId, RuleId)>,
) -> Expr<RuleId> {
    match expr {
        Expr::Alt(items) => {
            Expr::Alt(items.into_iter().map(|item| counted(item, owner, grammar, made)).collect())
        }
        Expr::Concat(items) => {
            Expr::Concat(items.into_iter().map(|item| split(item, owner, grammar, made)).collect())
        }
        Expr::Repeat { min: 0, max: Some(1), body } => {
            let body = Box::new(match *body {
                // The alternatives of the option are counted.
                body @ Expr::Alt(_) => split(body, owner, grammar, made),
                body => counted(body, owner, grammar, made),
            });
            Expr::Repeat { min: 0, max: Some(1), body }
        }
        Expr::Repeat { min, max, body } => {
            Expr::Repeat { min, max, body: Box::new(split(*body, owner, grammar, made)) }
        }
        expr => expr,
    }
}

/// A rule for an expression.
fn counted(
    expr: Expr<RuleId>,
    owner: RuleId,
    grammar: &mut Resolved,
    made: &mut Vec<(RuleId, RuleId)>,
) -> Expr<RuleId> {
    let text = grammar.show(&expr).to_string();
    let expr = split(expr, owner, grammar, made);
    let name = grammar[owner].name.clone();
    let rule = grammar.push(ResolvedRule {
        name,
        origin: Origin::Group,
        span: None,
        expr,
        filter: None,
        text,
        lists: None,
        extends: None,
        is_broken: false,
        errors: Vec::new(),
    });
    made.push((owner, rule));
    Expr::Rule(rule)
}
