//! The rules, alternatives and optional elements that a text of a rule uses.
//!
//! A copy of the grammar has a rule for each alternative and each optional element. The derivation of
//! a text shows which rules of the copy the text uses. Adjacent alternatives that are single
//! characters count as one.

use abnfc::automata::pattern::pattern_keeping;
use abnfc::automata::shape::shape;
use abnfc::automata::trees::derive::{Tables, derive};
use abnfc::automata::trees::trees;
use abnfc::diagnostic::Span;
use abnfc::grammar::uses::{reached, references};
use abnfc::grammar::{Expr, Origin, Resolved, ResolvedRule, RuleId};
use std::collections::BTreeSet;

/// The elements of a grammar.
#[derive(Debug)]
pub(crate) struct Elements {
    /// The own rules of the grammar.
    own: Vec<RuleId>,
    /// The rule of the copy for each alternative and optional element, with its owner.
    alternatives: Vec<(RuleId, RuleId)>,
    /// The rules of the copy that are elements.
    counted: BTreeSet<RuleId>,
    copy: Resolved,
    tables: Tables,
}

/// A rule, or an alternative or optional element of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// The name of the rule.
    pub rule: String,
    /// Its definition.
    pub span: Option<Span>,
    /// The alternative or optional element, as ABNF. `None` stands for the whole rule.
    pub alternative: Option<String>,
}

impl Elements {
    /// Returns the elements that texts of some rules can use. `None` if the grammar is too large for
    /// trees.
    pub(crate) fn new(grammar: &Resolved, roots: &BTreeSet<RuleId>) -> Option<Self> {
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
        let roots: Vec<RuleId> = roots.iter().copied().collect();
        let used = reached(&roots, |rule| references(&copy[rule].expr));
        let shown = used.into_iter().filter(|rule| counted.contains(rule) || roots.contains(rule));
        let trees = trees(&patterns, copy.rules().len(), &shown.collect::<Vec<_>>()).ok()?;
        Some(Self { own, alternatives, counted, copy, tables: Tables::new(trees) })
    }

    /// Returns the number of elements.
    pub(crate) fn count(&self) -> usize {
        self.counted.len()
    }

    /// Returns the elements that a text uses, as rules of the copy; an empty set if the text does not match, or
    /// is too complex for a tree.
    pub(crate) fn of(&self, rule: RuleId, text: &[u8]) -> BTreeSet<RuleId> {
        let nodes = derive(&self.tables, rule, text).into_iter().flatten();
        nodes.map(|node| node.rule).filter(|rule| self.counted.contains(rule)).collect()
    }

    /// Returns the own rules, each with the rules of its alternatives and optional elements.
    pub(crate) fn rules(&self) -> impl Iterator<Item = (RuleId, Vec<RuleId>)> + '_ {
        self.own.iter().map(|&rule| {
            let alternatives = self.alternatives.iter().filter(move |it| it.0 == rule);
            (rule, alternatives.map(|it| it.1).collect())
        })
    }

    /// Describes an element.
    pub(crate) fn element(&self, element: RuleId) -> Element {
        let alternative = self.alternatives.iter().find(|it| it.1 == element);
        let rule = alternative.map_or(element, |it| it.0);
        Element {
            rule: self.copy[rule].name.to_string(),
            span: self.copy[rule].span,
            alternative: alternative.map(|it| self.copy[it.1].text.clone()),
        }
    }
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
