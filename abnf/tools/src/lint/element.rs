//! The definitions of a grammar as trees with spans: [`Rulelist`] and [`Resolved`] to [`Element`]s.
//!
//! Parsed rules have spans but no meaning, resolved rules have meaning but no spans. A tree with spans is
//! used only if its meaning is that of the resolved rule; otherwise the rule gets a tree in which all
//! elements have the span of the rule. Findings based on these trees are therefore always correct.

use abnfc::diagnostic::Span;
use abnfc::grammar::lower::is_reversed;
use abnfc::grammar::syntax::{Definition, Name, Node, Rulelist};
use abnfc::grammar::uses::references;
use abnfc::grammar::{
    Expr, Leaf, Origin, Prose, Reference, Resolved, RuleId, RuleName, ValueSet, lower,
};
use abnfc::text::source::offset;
use std::collections::BTreeMap;

/// A part of a definition.
#[derive(Clone, Debug)]
pub(super) struct Element {
    /// Its span; `None` in bundled grammars.
    pub(super) span: Option<Span>,
    /// Whether the span contains exactly this element.
    pub(super) is_exact: bool,
    /// The kind.
    pub(super) kind: Kind,
}

/// The content of an element.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// A string or a number: one value of each set.
    Values(Vec<ValueSet>),
    /// A rule.
    Rule(RuleId),
    /// Alternatives, none of which is a choice itself.
    Choice(Vec<Element>),
    /// A concatenation.
    Sequence(Vec<Element>),
    /// A repetition or an option.
    Repeat {
        /// The minimum count.
        min: u32,
        /// The maximum count; `None` if unbounded.
        max: Option<u32>,
        /// The repeated element.
        body: Box<Element>,
    },
    /// Prose.
    Prose(Prose),
    /// An erroneous element.
    Error,
}

impl Element {
    /// The resolved expression.
    pub(super) fn expr(&self) -> Expr<RuleId> {
        let all = |items: &[Self]| items.iter().map(Self::expr).collect::<Vec<_>>();
        match &self.kind {
            Kind::Values(sets) => Expr::concat(sets.iter().cloned().map(Expr::Set)),
            Kind::Rule(rule) => Expr::Rule(*rule),
            Kind::Choice(items) => Expr::alt(all(items)),
            Kind::Sequence(items) => Expr::concat(all(items)),
            Kind::Repeat { min, max, body } => Expr::repeat(*min, *max, body.expr()),
            Kind::Prose(prose) => Expr::Prose(prose.clone()),
            Kind::Error => Expr::Error,
        }
    }

    /// Returns the elements directly inside this one.
    pub(super) fn children(&self) -> &[Self] {
        match &self.kind {
            Kind::Choice(items) | Kind::Sequence(items) => items,
            Kind::Repeat { body, .. } => std::slice::from_ref(body),
            Kind::Values(_) | Kind::Rule(_) | Kind::Prose(_) | Kind::Error => &[],
        }
    }

    /// Visits the element and everything inside, each before its parts, in the order of the text.
    /// Recursion is as deep as groups are nested.
    pub(super) fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Self)) {
        visit(self);
        for child in self.children() {
            child.walk(visit);
        }
    }
}

/// Returns the tree of each rule, in the order of the rules. `text` is the text of the rules. Takes time
/// linear in the grammar.
pub(super) fn elements(text: &str, rules: &Rulelist, grammar: &Resolved) -> Vec<Element> {
    let mut definitions: BTreeMap<RuleName, Vec<&Node>> = BTreeMap::new();
    for rule in &rules.rules {
        let nodes = definitions.entry(RuleName::new(rule.name.text.as_str())).or_default();
        // A repeated definition is equal to the first one.
        if nodes.is_empty() || rule.definition == Definition::Incremental {
            nodes.push(&rule.node);
        }
    }
    let element = |(_, rule): (RuleId, &abnfc::grammar::ResolvedRule)| {
        let nodes = definitions.get(&rule.name).filter(|_| rule.origin == Origin::Own);
        let base = rule.extends.map(|base| of_expr(&grammar[base].expr, None));
        let with_places = nodes.map(|nodes| definition(text, nodes, base, grammar, &rule.expr));
        with_places
            .filter(|element| element.expr() == rule.expr)
            .unwrap_or_else(|| of_expr(&rule.expr, rule.span))
    };
    grammar.rules().map(element).collect()
}

/// Returns an expression as a tree whose parts all have one span.
fn of_expr(expr: &Expr<RuleId>, span: Option<Span>) -> Element {
    let all = |items: &[Expr<RuleId>]| items.iter().map(|item| of_expr(item, span)).collect();
    let kind = match expr {
        Expr::Empty => Kind::Values(Vec::new()),
        Expr::Set(set) => Kind::Values(vec![set.clone()]),
        Expr::Concat(items) => Kind::Sequence(all(items)),
        Expr::Alt(items) => Kind::Choice(all(items)),
        Expr::Repeat { min, max, body } => {
            Kind::Repeat { min: *min, max: *max, body: Box::new(of_expr(body, span)) }
        }
        Expr::Rule(rule) => Kind::Rule(*rule),
        Expr::Prose(prose) => Kind::Prose(prose.clone()),
        Expr::Error => Kind::Error,
    };
    Element { span, is_exact: false, kind }
}

/// Returns the tree of one rule. Its references are looked up in `meaning`, which is probably the
/// meaning of the tree.
fn definition(
    text: &str,
    nodes: &[&Node],
    base: Option<Element>,
    grammar: &Resolved,
    meaning: &Expr<RuleId>,
) -> Element {
    let named = references(meaning).into_iter().map(|rule| (grammar[rule].name.folded(), rule));
    let names = Names { rules: named.collect(), text };
    if let ([node], None) = (nodes, &base) {
        return names.element(node);
    }
    let mut alternatives = Vec::new();
    match base {
        Some(Element { kind: Kind::Choice(items), .. }) => alternatives.extend(items),
        base => alternatives.extend(base),
    }
    for node in nodes {
        names.alternatives(node, &mut alternatives);
    }
    let span = nodes.first().map(|node| names.span(node));
    Element { span, is_exact: false, kind: Kind::Choice(alternatives) }
}

struct Names<'a> {
    /// The rules that a definition refers to, by their folded names.
    rules: BTreeMap<&'a str, RuleId>,
    text: &'a str,
}

impl Names<'_> {
    fn element(&self, node: &Node) -> Element {
        let all = |nodes: &[Node]| nodes.iter().map(|node| self.element(node)).collect();
        let span = Some(self.span(node));
        let kind = match node {
            Node::Alternation(_) => {
                let mut items = Vec::new();
                self.alternatives(node, &mut items);
                Kind::Choice(items)
            }
            Node::Concatenation(nodes) => Kind::Sequence(all(nodes)),
            Node::Group(node) => return self.element(node),
            Node::Optional(node) => {
                Kind::Repeat { min: 0, max: Some(1), body: Box::new(self.element(node)) }
            }
            Node::Repetition { repeat, .. } if is_reversed(*repeat) => Kind::Error,
            Node::Repetition { repeat, node } if repeat.max != Some(0) => {
                let body = Box::new(self.element(node));
                Kind::Repeat { min: repeat.min, max: repeat.max, body }
            }
            Node::Rulename(Name { text, .. }) => match self.rule(text) {
                Some(rule) => Kind::Rule(rule),
                None => Kind::Error,
            },
            Node::Prose { text, span } => self.prose(text, *span),
            // Elements whose only references are those of a list, whose parts have no spans of their own.
            Node::Repetition { .. }
            | Node::List { .. }
            | Node::Text { .. }
            | Node::Range { .. }
            | Node::Values { .. }
            | Node::Error { .. } => return self.without_parts(node),
        };
        Element { span, is_exact: true, kind }
    }

    /// Adds the alternatives of a node, and those of bare groups among them.
    fn alternatives(&self, node: &Node, found: &mut Vec<Element>) {
        match node {
            Node::Alternation(nodes) => {
                for node in nodes {
                    self.alternatives(node, found);
                }
            }
            Node::Group(node) => self.alternatives(node, found),
            node => found.push(self.element(node)),
        }
    }

    fn without_parts(&self, node: &Node) -> Element {
        let span = Some(self.span(node));
        let meaning = lower::meaning(node).map(&mut |leaf: Leaf<Reference>| match leaf {
            Leaf::Rule(reference) => match self.rule(reference.name.as_str()) {
                Some(rule) => Expr::Rule(rule),
                None => match reference.default {
                    Some(default) => {
                        let mut rules = default.names().filter_map(|name| self.rule(name.as_str()));
                        rules.next().map_or_else(|| default.expr(), Expr::Rule)
                    }
                    None => Expr::Error,
                },
            },
            Leaf::Prose(prose) => Expr::Prose(prose),
        });
        match &meaning {
            // A string is one element.
            Expr::Concat(items) if !matches!(node, Node::List { .. }) => {
                let set = |item: &Expr<RuleId>| match item {
                    Expr::Set(set) => Some(set.clone()),
                    _ => None,
                };
                match items.iter().map(set).collect() {
                    Some(sets) => Element { span, is_exact: true, kind: Kind::Values(sets) },
                    None => Element { is_exact: true, ..of_expr(&meaning, span) },
                }
            }
            _ => Element { is_exact: true, ..of_expr(&meaning, span) },
        }
    }

    /// Returns the span of a node, including its brackets.
    fn span(&self, node: &Node) -> Span {
        match node {
            Node::Alternation(nodes) | Node::Concatenation(nodes) => {
                self.span(&nodes[0]).to(self.span(&nodes[nodes.len() - 1]))
            }
            Node::Repetition { repeat, node } | Node::List { repeat, node, .. } => {
                repeat.span.to(self.span(node))
            }
            Node::Group(node) | Node::Optional(node) => {
                let inside = self.span(node);
                self.bracketed(inside).unwrap_or(inside)
            }
            node => node.span(),
        }
    }

    /// Extends a span to the brackets around it, unless a comment precedes it.
    fn bracketed(&self, inside: Span) -> Option<Span> {
        let before = self.text[..inside.start as usize].trim_end().strip_suffix(['(', '['])?;
        let mut rest = self.text[inside.end as usize..].trim_start();
        while rest.starts_with(';') {
            rest = rest.split_once('\n')?.1.trim_start();
        }
        let after = rest.strip_prefix([')', ']'])?;
        let end = offset(self.text.len() - after.len());
        Some(Span { start: offset(before.len()), end, ..inside })
    }

    fn rule(&self, name: &str) -> Option<RuleId> {
        self.rules.get(name.to_ascii_lowercase().as_str()).copied()
    }

    /// Returns the rule whose name begins a prose value, if the definition refers to it.
    fn prose(&self, text: &str, span: Span) -> Kind {
        let name = text.split(',').next().unwrap_or_default().trim();
        match self.rule(name) {
            Some(rule) => Kind::Rule(rule),
            None => Kind::Prose(Prose { text: text.into(), span }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::parsed;
    use abnfc::read;

    fn rule_of(text: &str) -> (Resolved, Vec<Element>) {
        let read = read("g", text.as_bytes(), &[], &abnfc::spec::ReadOptions::default()).unwrap();
        let elements = elements(text, &parsed(0, text), &read.resolved);
        (read.resolved, elements)
    }

    #[test]
    fn every_part_of_a_definition_has_a_span() {
        let text = "a = ( b / \"xy\" ) *2( %x30-39 [ c ] ) <b> 0d\nb = \"b\"\nc = b\nd = b\n\
                    DIGIT =/ b / c\nb =/ ( c / ( \"e\" / d ) )\n";
        let (grammar, elements) = rule_of(text);
        let mut spans = Vec::new();
        for ((_, rule), element) in grammar.own_rules().zip(&elements) {
            assert_eq!(element.expr(), rule.expr, "{}", rule.name);
            element.walk(&mut |it| {
                spans.push(it.span.map(|span| &text[span.start as usize..span.end as usize]));
            });
        }
        let expected = [
            "( b / \"xy\" ) *2( %x30-39 [ c ] ) <b> 0d",
            "b / \"xy\"",
            "b",
            "\"xy\"",
            "*2( %x30-39 [ c ] )",
            "%x30-39 [ c ]",
            "%x30-39",
            "[ c ]",
            "c",
            "<b>",
            "0d",
        ];
        let found: Vec<_> = spans.iter().take(expected.len()).map(|it| it.unwrap()).collect();
        assert_eq!(found, expected);
        // Elements of a rule of another grammar have no span.
        assert_eq!(spans.iter().filter(|it| it.is_none()).count(), 1);
    }

    #[test]
    fn elements_without_a_span_of_their_own_have_that_of_the_rule() {
        let text = "a = <any CHAR except \";\"> / b\nb = \"b\"\n";
        let (grammar, elements) = rule_of(text);
        assert_eq!(elements[0].expr(), grammar[RuleId::from_index(0)].expr);
        let mut spans = Vec::new();
        elements[0].walk(&mut |it| spans.push(it.span));
        assert!(spans.iter().all(|&span| span == grammar[RuleId::from_index(0)].span));
    }
}
