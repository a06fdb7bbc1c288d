//! Turns parsed rules into a [`Grammar`]: from notation to meaning.
//!
//! Names are folded and `=/` merged (RFC 5234 section 3.3), strings are
//! concatenations of value sets (sections 2.3 and 3.1; letters ignore case unless
//! RFC 7405 says otherwise), groups vanish, lists are written out, and
//! adjacent alternatives of one value each are merged into one set. Elements without a meaning are
//! errors here: two different definitions of a rule, `=/` before `=`, reversed
//! bounds, values that are not code points. `=/` without `=` is left to
//! [`resolve`](crate::grammar::resolve), which has the rules of other grammars.
//!
//! The grammar is complete even after errors: [`Expr::Error`] takes the place of erroneous
//! elements.
// Long because each kind of notation has its function in one match.

mod comma_lists;
mod white_space;

pub use white_space::WhiteSpace;

use crate::diagnostic::{Code, Diagnostic, Hint, MAX_ERRORS, Span, report};
use crate::grammar::syntax::{Definition, ListForm, Name, Node, ParsedRule, Repeat, Rulelist};
use crate::grammar::{Expr, Grammar, NonAscii, Prose, Reference, Rule, RuleName, ValueSet};
use crate::text::directives::Listed;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

type Lowered = Expr<Reference>;

/// Lowers the rules of a file. Errors about a definition are in its rule, all other findings in
/// `found`.
pub fn lower(rules: &Rulelist, found: &mut Vec<Diagnostic>) -> Grammar {
    let first_basic = first_definitions(rules);
    let indices = indices(rules);
    let mut drafts: Vec<Draft> = Vec::new();
    let mut errors = Errors::default();
    for (rule, error) in &rules.errors {
        match rule {
            Some(rule) => errors.share(indices[*rule], error),
            None => report(found, Diagnostic::clone(error)),
        }
    }
    let spaced: BTreeSet<RuleName> =
        rules.spaced.iter().map(|listed| RuleName::new(&*listed.name)).collect();
    let spaces = |name: &RuleName| {
        if spaced.contains(name) { Spaces::Implied } else { Spaces::Written }
    };
    for (rule, &index) in rules.rules.iter().zip(&indices) {
        let name = RuleName::new(rule.name.text.as_str());
        check(&rule.node, &mut |error| errors.add(index, error));
        match (rule.definition, drafts.get_mut(index)) {
            (_, None) => {
                let mut draft = Draft::new(name.clone(), spaces(&name), rule);
                // Without `=` in this grammar, the rule belongs to another grammar.
                if rule.definition == Definition::Incremental
                    && let Some(&later) = first_basic.get(&name)
                {
                    errors.add(index, increment_before_base(&rule.name, later));
                    draft.definitions.push(Expr::Error);
                }
                drafts.push(draft);
            }
            (Definition::Incremental, Some(draft)) => draft.extend(rule),
            // The increment before the definition has been reported.
            (Definition::Basic, Some(draft)) if draft.base == Definition::Incremental => {
                draft.base = Definition::Basic;
                draft.extend(rule);
            }
            (Definition::Basic, Some(draft)) if draft.repeats(rule) => {
                report(found, repeated(&rule.name, draft.span));
            }
            (Definition::Basic, Some(draft)) => {
                errors.add(index, redefined(&rule.name, draft.span));
                // The references of the second definition are resolved too.
                draft.definitions.extend([draft.meaning(rule), Expr::Error]);
            }
        }
    }
    for (index, error) in errors.0 {
        drafts[index].errors.push(error);
    }
    for Listed { name, span } in &rules.spaced {
        if !rules.rules.iter().any(|rule| rule.name.text.eq_ignore_ascii_case(name)) {
            report(found, unknown_rule(name, *span));
        }
    }
    Grammar { rules: drafts.into_iter().map(Draft::finish).collect(), encoding: None }
}

/// Returns for each definition the index of its name, in the order of first definitions.
fn indices(rules: &Rulelist) -> Vec<usize> {
    let mut by_name: BTreeMap<RuleName, usize> = BTreeMap::new();
    let index = |rule: &ParsedRule| {
        let next = by_name.len();
        *by_name.entry(RuleName::new(rule.name.text.as_str())).or_insert(next)
    };
    rules.rules.iter().map(index).collect()
}

/// The errors of a file, each with the index of its rule.
#[derive(Default)]
struct Errors(Vec<(usize, Arc<Diagnostic>)>);

impl Errors {
    /// Adds an error, unless there are [`MAX_ERRORS`] already.
    fn add(&mut self, rule: usize, error: Diagnostic) {
        self.share(rule, &Arc::new(error));
    }

    /// Adds an error that other rules may have too.
    fn share(&mut self, rule: usize, error: &Arc<Diagnostic>) {
        if self.0.len() < MAX_ERRORS {
            self.0.push((rule, Arc::clone(error)));
        }
    }
}

fn unknown_rule(name: &str, span: Span) -> Diagnostic {
    let message = format!("no white space is implied in `{name}`, which is no rule of the grammar");
    Diagnostic::warning(Code::ImpliedSpace, message).at(span, "").hint("remove the name")
}

/// Whether white space may be between the elements of a definition.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spaces {
    /// Only where it is written.
    Written,
    /// As RFC 2616 section 2.1 implies.
    Implied,
}

/// A rule whose increments are still being collected.
struct Draft {
    name: RuleName,
    spaces: Spaces,
    span: Span,
    base: Definition,
    /// One for each definition, the first one first.
    definitions: Vec<Lowered>,
    texts: Vec<String>,
    lists: Option<ListForm>,
    non_ascii: Vec<NonAscii>,
    errors: Vec<Arc<Diagnostic>>,
}

impl Draft {
    fn new(name: RuleName, spaces: Spaces, rule: &ParsedRule) -> Self {
        let mut draft = Self {
            name,
            spaces,
            span: rule.name.span,
            base: rule.definition,
            definitions: Vec::new(),
            texts: Vec::new(),
            lists: None,
            non_ascii: Vec::new(),
            errors: Vec::new(),
        };
        draft.extend(rule);
        draft
    }

    fn extend(&mut self, rule: &ParsedRule) {
        self.definitions.push(self.meaning(rule));
        self.texts.push(rule.text.clone());
        rule.node.walk(&mut |node| {
            non_ascii(node, &mut self.non_ascii);
            if let Node::List { form, .. } = node {
                self.lists = Some(*form);
            }
        });
    }

    fn meaning(&self, rule: &ParsedRule) -> Lowered {
        meaning_with(&rule.node, self.spaces)
    }

    /// Returns whether another `=` for the same name has the same definition, which is harmless.
    fn repeats(&self, rule: &ParsedRule) -> bool {
        let second = self.meaning(rule);
        second == self.definitions[0] && !second.has_error()
    }

    fn finish(mut self) -> Rule {
        self.errors.sort_by_key(|error| error.primary.as_ref().map(|label| label.span.start));
        Rule {
            name: self.name,
            span: self.span,
            expr: Expr::alt(self.definitions),
            text: self.texts.join("\n"),
            lists: self.lists,
            is_increment: self.base == Definition::Incremental,
            non_ascii: self.non_ascii,
            errors: self.errors,
        }
    }
}

/// The warning about a second, equal definition.
fn repeated(name: &Name, first: Span) -> Diagnostic {
    let message = format!("rule `{}` is defined twice", name.text);
    Diagnostic::warning(Code::DuplicateRule, message)
        .at(name.span, "defined again here")
        .also(first, "first defined here")
        .hint("delete one of the two; they are equal")
}

/// The error about a second definition with another meaning.
fn redefined(name: &Name, first: Span) -> Diagnostic {
    let text = &name.text;
    Diagnostic::error(Code::DuplicateRule, format!("rule `{text}` is defined twice"))
        .in_rule()
        .at(name.span, "defined again here")
        .also(first, "first defined here")
        .hint(format!("rename one of the two, or write `{text} =/ …` to add alternatives"))
}

/// Returns the span of the first definition of each name with `=`.
fn first_definitions(rules: &Rulelist) -> BTreeMap<RuleName, Span> {
    let mut first = BTreeMap::new();
    for rule in &rules.rules {
        if rule.definition == Definition::Basic {
            first.entry(RuleName::new(rule.name.text.as_str())).or_insert(rule.name.span);
        }
    }
    first
}

fn increment_before_base(name: &Name, later: Span) -> Diagnostic {
    let text = &name.text;
    Diagnostic::error(
        Code::IncrementalBeforeDefinition,
        format!("`{text} =/` adds to a rule that is not defined yet"),
    )
    .in_rule()
    .at(name.span, format!("no `{text} =` before this"))
    .also(later, "defined only here")
    .hint("move the definition with `=` before the ones with `=/`")
}

/// Returns the meaning of a node without implied white space; [`Expr::Error`] for elements that
/// [`lower`] reports.
pub fn meaning(node: &Node) -> Expr<Reference> {
    meaning_with(node, Spaces::Written)
}

fn meaning_with(node: &Node, spaces: Spaces) -> Lowered {
    let meaning = |node: &Node| meaning_with(node, spaces);
    let all = |nodes: &[Node]| nodes.iter().map(meaning).collect::<Vec<_>>();
    match node {
        Node::Alternation(nodes) => Expr::alt(all(nodes)),
        Node::Concatenation(nodes) if spaces == Spaces::Implied => {
            let mut items = Vec::with_capacity(2 * nodes.len());
            for node in nodes {
                items.extend([comma_lists::implied_space(node.span()), meaning(node)]);
            }
            Expr::concat(items.split_off(1))
        }
        Node::Concatenation(nodes) => Expr::concat(all(nodes)),
        Node::Group(node) => meaning(node),
        Node::Optional(node) => Expr::option(meaning(node)),
        Node::Repetition { repeat, .. } | Node::List { repeat, .. } if is_reversed(*repeat) => {
            Expr::Error
        }
        Node::Repetition { repeat, node } => match (repeat.max, meaning(node)) {
            // Repeated zero times, but the intended element is unknown.
            (Some(0), body) if body.has_error() => Expr::Error,
            (max, body) if spaces == Spaces::Implied && max != Some(1) => {
                let body = Expr::concat([comma_lists::implied_space(repeat.span), body]);
                Expr::repeat(repeat.min, max, body)
            }
            (max, body) => Expr::repeat(repeat.min, max, body),
        },
        Node::List { repeat, form, node } => {
            let list = match form {
                ListForm::Sender => comma_lists::strict,
                ListForm::Recipient => comma_lists::lenient,
                ListForm::Linear => comma_lists::linear,
            };
            match (repeat.max, meaning(node)) {
                (Some(0), body) if body.has_error() => Expr::Error,
                (_, body) => list(*repeat, &body),
            }
        }
        Node::Rulename(Name { text, span }) => {
            Expr::Rule(Reference { name: RuleName::new(text), span: *span, default: None })
        }
        Node::Text { value, case_sensitive, .. } => {
            let character = |c: char| match case_sensitive {
                true => ValueSet::single(u32::from(c)),
                false => ValueSet::any_case(c),
            };
            Expr::concat(value.chars().map(|c| Expr::Set(character(c))))
        }
        Node::Values { values, .. } if values.iter().any(|&it| why_no_code_point(it).is_some()) => {
            Expr::Error
        }
        Node::Values { values, .. } => {
            Expr::concat(values.iter().map(|&value| Expr::Set(ValueSet::single(value))))
        }
        Node::Range { low, high, .. } => range(*low, *high),
        Node::Prose { text, span } => {
            Expr::Prose(Prose { text: text.as_str().into(), span: *span })
        }
        Node::Error { .. } => Expr::Error,
    }
}

/// Returns whether a repetition has a maximum below its minimum.
pub fn is_reversed(repeat: Repeat) -> bool {
    repeat.max.is_some_and(|max| max < repeat.min)
}

fn range(low: u32, high: u32) -> Lowered {
    if high < low || [low, high].into_iter().any(|end| why_no_code_point(end).is_some()) {
        return Expr::Error;
    }
    // Both ends are code points, so surrogates can only be between them.
    // They are not characters, and UTF-8 cannot encode them.
    Expr::Set(if low < SURROGATES.0 && SURROGATES.1 < high {
        ValueSet::new([(low, SURROGATES.0 - 1), (SURROGATES.1 + 1, high)])
    } else {
        ValueSet::new([(low, high)])
    })
}

const SURROGATES: (u32, u32) = (0xD800, 0xDFFF);

fn why_no_code_point(value: u32) -> Option<Code> {
    match value {
        0x11_0000.. => Some(Code::CodePointTooLarge),
        _ if (SURROGATES.0..=SURROGATES.1).contains(&value) => Some(Code::Surrogate),
        _ => None,
    }
}

/// Reports elements without a meaning.
fn check(node: &Node, report: &mut dyn FnMut(Diagnostic)) {
    match node {
        Node::Alternation(nodes) | Node::Concatenation(nodes) => {
            for node in nodes {
                check(node, report);
            }
        }
        Node::Group(node) | Node::Optional(node) => check(node, report),
        Node::Repetition { repeat, node: inner } | Node::List { repeat, node: inner, .. } => {
            if is_reversed(*repeat) {
                let sign = if matches!(node, Node::List { .. }) { '#' } else { '*' };
                report(min_above_max(*repeat, sign));
            }
            check(inner, report);
        }
        Node::Values { values, span } => {
            let error = values.iter().find_map(|&value| no_code_point(value, None, *span));
            if let Some(error) = error {
                report(error);
            }
        }
        Node::Range { low, high, span } => {
            let range = Some((*low, *high));
            let error = no_code_point(*low, range, *span)
                .or_else(|| no_code_point(*high, range, *span))
                .or_else(|| (high < low).then(|| reversed_range(*low, *high, *span)));
            if let Some(error) = error {
                report(error);
            }
        }
        Node::Rulename(_) | Node::Text { .. } | Node::Prose { .. } | Node::Error { .. } => (),
    }
}

fn min_above_max(Repeat { min, max, span }: Repeat, sign: char) -> Diagnostic {
    let max = max.unwrap_or(min);
    Diagnostic::error(
        Code::MinAboveMax,
        format!("a repetition of at least {min} and at most {max}"),
    )
    .in_rule()
    .at(span, "the first number is above the second")
    .hint(written(&format!("{max}{sign}{min}"), span))
}

/// Returns the hint to write `text` at a span.
fn written(text: &str, span: Span) -> Hint {
    Hint::change(format!("write `{text}`"), text, [span])
}

fn reversed_range(low: u32, high: u32, span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::ReversedRange,
        format!("the range %x{low:02X}-{high:02X} ends before it starts"),
    )
    .in_rule()
    .at(span, "")
    .hint(written(&format!("%x{high:02X}-{low:02X}"), span))
}

fn no_code_point(value: u32, range: Option<(u32, u32)>, span: Span) -> Option<Diagnostic> {
    let error = match why_no_code_point(value)? {
        code @ Code::Surrogate => {
            let error =
                Diagnostic::error(code, format!("%x{value:X} is a surrogate, not a character"));
            let is_surrogate = |value| why_no_code_point(value) == Some(Code::Surrogate);
            let hint = match range {
                Some((low, high)) if is_surrogate(low) != is_surrogate(high) => {
                    if is_surrogate(high) {
                        "end the range at %xD7FF"
                    } else {
                        "start the range at %xE000"
                    }
                }
                _ => "no text contains a surrogate: leave it out of the rule",
            };
            error.hint(hint)
        }
        code => {
            let message = format!("%x{value:X} is above %x10FFFF, the last code point");
            Diagnostic::error(code, message).hint("write a value up to %x10FFFF")
        }
    };
    Some(error.in_rule().at(span, ""))
}

/// Collects the values above 7F of a leaf.
fn non_ascii(node: &Node, values_found: &mut Vec<NonAscii>) {
    let mut note = |low: u32, high: u32, span: Span| {
        if 0x7F < high {
            values_found.push(NonAscii { low, high, span });
        }
    };
    match node {
        Node::Text { value, span, .. } => {
            let value = value.chars().map(u32::from).max().unwrap_or(0);
            note(value, value, *span);
        }
        Node::Values { values, span } if meaning(node) != Expr::Error => {
            for &value in values {
                note(value, value, *span);
            }
        }
        Node::Range { low, high, span } if meaning(node) != Expr::Error => {
            note(*low, *high, *span);
        }
        _ => (),
    }
}

#[cfg(test)]
mod tests;
