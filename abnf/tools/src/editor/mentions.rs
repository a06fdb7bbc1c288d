//! Finds the names in a grammar, each with the rule that it refers to.
//!
//! A name in a definition is not resolved again: it is looked up among the rules that the resolved
//! definition refers to. A name that the resolved definition lacks, because it is undefined or
//! repeated zero times, refers to the grammar's own rule of that name, or to no rule.

use abnfc::diagnostic::Span;
use abnfc::grammar::resolve::named;
use abnfc::grammar::syntax::{Definition, Node, Rulelist};
use abnfc::grammar::uses::references;
use abnfc::grammar::{Origin, Resolved, RuleId, RuleName};
use abnfc::text::imports::Directive;
use abnfc::text::source::Source;
use std::collections::BTreeMap;

/// A name in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The span of the name.
    pub span: Span,
    /// The name in ABNF; in BNF the text can have `_` for `-`.
    pub name: String,
    /// The role of the name.
    pub role: Role,
    /// The rule that it refers to, if it refers to one.
    pub rule: Option<RuleId>,
}

/// The role of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The name is defined by `=`.
    Definition,
    /// The name is extended by `=/`.
    Increment,
    /// The name is an element of a definition.
    Reference,
    /// The name is in a prose value, as in `<host, see [URI]>`.
    Prose,
    /// The name is in the list of rules of an import.
    Import,
    /// The name is the rule of an example, as in `; @accept host ::1`.
    Example,
}

/// Returns the names in a file, in the order of the text.
pub(super) fn mentions(
    source: &Source,
    rules: &Rulelist,
    directives: &[Directive],
    grammar: &Resolved,
) -> Vec<Mention> {
    let own: BTreeMap<&str, RuleId> =
        grammar.own_rules().map(|(id, rule)| (rule.name.folded(), id)).collect();
    let mut finder = Finder { text: &source.text, grammar, own, found: Vec::new() };
    let mut known: BTreeMap<RuleId, Vec<RuleId>> = BTreeMap::new();
    for rule in &rules.rules {
        let id = finder.own(&rule.name.text);
        let role = match rule.definition {
            Definition::Basic => Role::Definition,
            Definition::Incremental => Role::Increment,
        };
        finder.add(rule.name.span, &rule.name.text, role, id);
        let used: &[RuleId] = match id {
            Some(id) => known.entry(id).or_insert_with(|| references(&grammar[id].expr)),
            None => &[],
        };
        rule.node.walk(&mut |node| finder.node(node, used));
    }
    for directive in directives {
        finder.listed(directive);
    }
    finder.examples(source);
    finder.found.sort_by_key(|it| it.span);
    finder.found.dedup_by_key(|it| it.span);
    finder.found
}

struct Finder<'a> {
    text: &'a str,
    grammar: &'a Resolved,
    own: BTreeMap<&'a str, RuleId>,
    found: Vec<Mention>,
}

impl Finder<'_> {
    fn own(&self, name: &str) -> Option<RuleId> {
        self.own.get(&*name.to_ascii_lowercase()).copied()
    }

    fn add(&mut self, span: Span, name: &str, role: Role, rule: Option<RuleId>) {
        self.found.push(Mention { span, name: name.to_owned(), role, rule });
    }

    /// Adds the names of one node in a definition that refers to these rules.
    fn node(&mut self, node: &Node, used: &[RuleId]) {
        match node {
            Node::Rulename(name) => {
                let folded = RuleName::new(name.text.as_str());
                let rule = used.iter().copied().find(|&it| self.grammar[it].name == folded);
                let rule = rule.or_else(|| self.own(&name.text));
                self.add(name.span, &name.text, Role::Reference, rule);
            }
            Node::Prose { text, span } => self.prose(text, *span, used),
            _ => (),
        }
    }

    fn prose(&mut self, text: &str, span: Span, used: &[RuleId]) {
        let Some(name) = named(text) else { return };
        let means = |id: RuleId| self.grammar[id].name == name.rule;
        let is_of = |id: RuleId, document: &str| match &self.grammar[id].origin {
            Origin::Import(import) => import.eq_ignore_ascii_case(document),
            Origin::Own | Origin::Core | Origin::Group => false,
        };
        let mut rules = used.iter().copied().filter(|&id| means(id));
        let rule = match name.document {
            Some(document) => {
                let all: Vec<RuleId> = rules.collect();
                let there = all.iter().copied().find(|&id| is_of(id, document));
                there.or(all.first().copied())
            }
            None => rules.next(),
        };
        // Prose that describes a set of characters refers to no rule.
        let Some(rule) = rule else { return };
        let start = span.start as usize + 1;
        let start = start + (text.len() - text.trim_start().len());
        let span = self.span(span, start, name.rule.as_str().len());
        self.add(span, name.rule.as_str(), Role::Prose, Some(rule));
    }

    /// Returns the names in the list of rules of an import.
    fn listed(&mut self, directive: &Directive) {
        let whole = &self.text[directive.span.start as usize..directive.span.end as usize];
        let Some(open) = whole.rfind('(').filter(|_| !directive.rules.is_empty()) else { return };
        let mut at = directive.span.start as usize + open + 1;
        for piece in whole[open + 1..].trim_end_matches(')').split(',') {
            let name = piece.trim();
            let start = at + (piece.len() - piece.trim_start().len());
            let folded = RuleName::new(name);
            let rule = self.grammar.rules().find(|(_, it)| match &it.origin {
                Origin::Import(import) => {
                    import.eq_ignore_ascii_case(&directive.name) && it.name == folded
                }
                Origin::Own | Origin::Core | Origin::Group => false,
            });
            let rule = rule.map(|(id, _)| id);
            self.add(self.span(directive.span, start, name.len()), name, Role::Import, rule);
            at += piece.len() + 1;
        }
    }

    /// Returns the names in examples.
    fn examples(&mut self, source: &Source) {
        for (at, comment) in super::comment_lines(source) {
            let Some(rest) = comment.trim_start().strip_prefix('@') else { continue };
            let Some((keyword, rest)) = rest.split_once([' ', '\t']) else { continue };
            if !["accept", "reject", "part", "no-part"].contains(&keyword) {
                continue;
            }
            let rest = rest.trim_start();
            let name = &rest[..rest.find([' ', '\t']).unwrap_or(rest.len())];
            let start = at + (comment.len() - rest.len());
            let rule = self.own(name).or_else(|| self.grammar.find(name));
            if !name.is_empty() {
                self.add(source.span(start, start + name.len()), name, Role::Example, rule);
            }
        }
    }

    fn span(&self, like: Span, start: usize, length: usize) -> Span {
        debug_assert!(start + length <= self.text.len());
        let at = |offset: usize| abnfc::text::source::offset(offset);
        Span { file: like.file, start: at(start), end: at(start + length) }
    }
}
