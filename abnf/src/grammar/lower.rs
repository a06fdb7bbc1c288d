//! Parsed rules to a [`Grammar`]: from notation to meaning.
//!
//! Names are folded and `=/` merged (RFC 5234 section 3.3), strings are
//! concatenations of value sets (sections 2.3 and 3.1; letters ignore case unless
//! RFC 7405 says otherwise), groups vanish, and neighbouring alternatives of one
//! value each are one set. What cannot mean anything is an error here: a rule
//! defined twice in two ways, `=/` without `=`, bounds the wrong way round, values
//! that are no code points.
//!
//! After an error the grammar is still whole: it holds the nearest thing that the
//! text can have meant, or a prose value where there is none.

use crate::diagnostic::{Diagnostic, Span, report};
use crate::grammar::syntax::{Definition, Name, Node, ParsedRule, Repeat, Rulelist};
use crate::grammar::{Expr, Grammar, NonAscii, Prose, Reference, Rule, RuleName, ValueSet};
use std::collections::BTreeMap;

type Lowered = Expr<Reference>;

/// Gives the rules their meaning.
pub fn lower(rules: Rulelist, found: &mut Vec<Diagnostic>) -> Grammar {
    let first_basic = first_definitions(&rules);
    let mut drafts: Vec<Draft> = Vec::new();
    let mut by_name: BTreeMap<RuleName, usize> = BTreeMap::new();
    for rule in rules.rules {
        let name = RuleName::new(rule.name.text.as_str());
        let draft = by_name.get(&name).map(|&at| &mut drafts[at]);
        match (rule.definition, draft) {
            (_, None) => {
                let is_increment = rule.definition == Definition::Incremental;
                if is_increment {
                    report(found, increment_without_base(&rule.name, first_basic.get(&name)));
                }
                by_name.insert(name.clone(), drafts.len());
                let draft = Draft::new(name, rule, found);
                drafts.push(Draft { is_broken: draft.is_broken || is_increment, ..draft });
            }
            (Definition::Incremental, Some(draft)) => draft.extend(rule, found),
            // The increment that came first has been reported.
            (Definition::Basic, Some(draft)) if draft.base == Definition::Incremental => {
                draft.base = Definition::Basic;
                draft.extend(rule, found);
            }
            (Definition::Basic, Some(draft)) => draft.compare(rule, found),
        }
    }
    Grammar { rules: drafts.into_iter().map(Draft::finish).collect() }
}

/// A rule whose increments are still coming in.
struct Draft {
    name: RuleName,
    span: Span,
    base: Definition,
    /// Whether one of the definitions has an error.
    is_broken: bool,
    /// One for each definition, the first one first.
    definitions: Vec<Lowered>,
    texts: Vec<String>,
    non_ascii: Vec<NonAscii>,
}

impl Draft {
    fn new(name: RuleName, rule: ParsedRule, found: &mut Vec<Diagnostic>) -> Self {
        let mut draft = Self {
            name,
            span: rule.name.span,
            base: rule.definition,
            is_broken: false,
            definitions: Vec::new(),
            texts: Vec::new(),
            non_ascii: Vec::new(),
        };
        draft.extend(rule, found);
        draft
    }

    fn extend(&mut self, rule: ParsedRule, found: &mut Vec<Diagnostic>) {
        let mut errors = Vec::new();
        self.definitions.push(expression(rule.node, &mut self.non_ascii, &mut errors));
        self.is_broken |= rule.broken || !errors.is_empty();
        for error in errors {
            report(found, error);
        }
        self.texts.push(rule.text);
    }

    /// Another `=` for the same name: harmless where it says the same. What a definition
    /// with an error says is not known.
    fn compare(&mut self, rule: ParsedRule, found: &mut Vec<Diagnostic>) {
        let mut errors = Vec::new();
        let second = expression(rule.node, &mut Vec::new(), &mut errors);
        self.is_broken |= rule.broken || !errors.is_empty();
        for error in errors {
            report(found, error);
        }
        if self.is_broken {
            return;
        }
        let name = &rule.name.text;
        let message = format!("rule `{name}` is defined twice");
        self.is_broken = second != self.definitions[0];
        let diagnostic = if self.is_broken {
            Diagnostic::error("duplicate-rule", message)
                .in_rule()
                .hint(format!("rename one of the two, or write `{name} =/ …` to add alternatives"))
        } else {
            Diagnostic::warning("duplicate-rule", message)
                .hint("delete one of the two; they say the same")
        };
        report(
            found,
            diagnostic
                .at(rule.name.span, "defined again here")
                .also(self.span, "first defined here"),
        );
    }

    fn finish(self) -> Rule {
        Rule {
            name: self.name,
            span: self.span,
            expr: Expr::alt(self.definitions),
            text: self.texts.join("\n"),
            is_broken: self.is_broken,
            non_ascii: self.non_ascii,
        }
    }
}

/// Where each name is first defined with `=`.
fn first_definitions(rules: &Rulelist) -> BTreeMap<RuleName, Span> {
    let mut first = BTreeMap::new();
    for rule in &rules.rules {
        if rule.definition == Definition::Basic {
            first.entry(RuleName::new(rule.name.text.as_str())).or_insert(rule.name.span);
        }
    }
    first
}

fn increment_without_base(name: &Name, later: Option<&Span>) -> Diagnostic {
    let text = &name.text;
    let error = Diagnostic::error(
        "incremental-before-definition",
        format!("`{text} =/` adds to a rule that is not defined yet"),
    )
    .in_rule()
    .at(name.span, format!("no `{text} =` before this"));
    match later {
        Some(&later) => error
            .also(later, "defined only here")
            .hint("move the definition with `=` before the ones with `=/`"),
        None => error.hint(format!("write `{text} =` in the first definition")),
    }
}

/// What a node means; errors in it have been or will be reported by [`lower`].
pub(crate) fn meaning(node: &Node) -> Expr<Reference> {
    expression(node.clone(), &mut Vec::new(), &mut Vec::new())
}

fn expression(node: Node, non_ascii: &mut Vec<NonAscii>, found: &mut Vec<Diagnostic>) -> Lowered {
    let mut each = |nodes: Vec<Node>| -> Vec<Lowered> {
        nodes.into_iter().map(|node| expression(node, non_ascii, found)).collect()
    };
    match node {
        Node::Alternation(nodes) => Expr::alt(each(nodes)),
        Node::Concatenation(nodes) => Expr::concat(each(nodes)),
        Node::Group(node) => expression(*node, non_ascii, found),
        Node::Optional(node) => Expr::option(expression(*node, non_ascii, found)),
        Node::Repetition { repeat, node } => {
            let (min, max) = bounds(repeat, found);
            Expr::repeat(min, max, expression(*node, non_ascii, found))
        }
        Node::Rulename(Name { text, span }) => {
            Expr::Rule(Reference { name: RuleName::new(text), span })
        }
        Node::Text { value, case_sensitive, span } => {
            note(value.chars().map(u32::from).max().unwrap_or(0), span, non_ascii);
            Expr::concat(value.chars().map(|c| Expr::Set(character(c, case_sensitive))))
        }
        Node::Values { values, span } => {
            if let Some(error) = values.iter().find_map(|&value| not_a_code_point(value, span)) {
                report(found, error);
                let values: Vec<_> = values.iter().map(|value| format!("{value:02X}")).collect();
                return Expr::Prose(Prose { text: format!("%x{}", values.join(".")).into(), span });
            }
            for &value in &values {
                note(value, span, non_ascii);
            }
            Expr::concat(values.into_iter().map(|value| Expr::Set(ValueSet::single(value))))
        }
        Node::Range { low, high, span } => range(low, high, span, non_ascii, found),
        Node::Prose { text, span } => Expr::Prose(Prose { text: text.into(), span }),
    }
}

fn character(c: char, case_sensitive: bool) -> ValueSet {
    if case_sensitive || !c.is_ascii_alphabetic() {
        return ValueSet::single(u32::from(c));
    }
    let [upper, lower] = [c.to_ascii_uppercase(), c.to_ascii_lowercase()].map(u32::from);
    ValueSet::new([(upper, upper), (lower, lower)])
}

fn note(value: u32, span: Span, non_ascii: &mut Vec<NonAscii>) {
    if value > 0x7F {
        non_ascii.push(NonAscii { low: value, high: value, span });
    }
}

fn bounds(Repeat { min, max, span }: Repeat, found: &mut Vec<Diagnostic>) -> (u32, Option<u32>) {
    match max {
        Some(max) if min > max => {
            report(
                found,
                Diagnostic::error(
                    "min-above-max",
                    format!("a repetition of at least {min} and at most {max}"),
                )
                .in_rule()
                .at(span, "the first number is above the second")
                .hint(format!("write `{max}*{min}`")),
            );
            (max, Some(min))
        }
        max => (min, max),
    }
}

fn range(
    low: u32,
    high: u32,
    span: Span,
    non_ascii: &mut Vec<NonAscii>,
    found: &mut Vec<Diagnostic>,
) -> Lowered {
    let ends = not_a_code_point(low, span).or_else(|| not_a_code_point(high, span));
    if let Some(error) = ends {
        report(found, error);
        return Expr::Prose(Prose { text: format!("%x{low:02X}-{high:02X}").into(), span });
    }
    let (low, high) = if low <= high {
        (low, high)
    } else {
        report(
            found,
            Diagnostic::error(
                "reversed-range",
                format!("the range %x{low:02X}-{high:02X} ends before it starts"),
            )
            .in_rule()
            .at(span, "")
            .hint(format!("write `%x{high:02X}-{low:02X}`")),
        );
        (high, low)
    };
    if high > 0x7F {
        non_ascii.push(NonAscii { low, high, span });
    }
    // Both ends are code points, so that surrogates can only lie between them;
    // they are no characters and UTF-8 has no form for them.
    if low < SURROGATES.0 && high > SURROGATES.1 {
        Expr::Set(ValueSet::new([(low, SURROGATES.0 - 1), (SURROGATES.1 + 1, high)]))
    } else {
        Expr::Set(ValueSet::new([(low, high)]))
    }
}

const SURROGATES: (u32, u32) = (0xD800, 0xDFFF);

fn not_a_code_point(value: u32, span: Span) -> Option<Diagnostic> {
    if value > 0x10_FFFF {
        return Some(
            Diagnostic::error(
                "code-point-too-large",
                format!("%x{value:X} is above %x10FFFF, the last code point"),
            )
            .in_rule()
            .at(span, "")
            .hint("write a value up to %x10FFFF"),
        );
    }
    (SURROGATES.0..=SURROGATES.1).contains(&value).then(|| {
        Diagnostic::error("surrogate", format!("%x{value:X} is a surrogate, not a character"))
            .in_rule()
            .at(span, "")
            .hint("leave %xD800-DFFF out: a range ends at %xD7FF or starts at %xE000")
    })
}

#[cfg(test)]
mod tests;
