//! Implied white space (RFC 2616 section 2.1): in the rules that a grammar names, linear white space
//! may be between adjacent words, and between words and separators.
//!
//! The RFC applies this to all rules "except where noted otherwise", and notes the exceptions in
//! prose: dates, media types, language tags and others. No property of a grammar distinguishes them,
//! so the author lists the rules: `; @implied-space Accept, TE`.
//!
//! `lower` marks each place between two elements, and between two repetitions of one, in the
//! definitions of the listed rules. The values on both sides of a mark decide here:
//!
//! | before and after it | meaning |
//! |---|---|
//! | characters of tokens | `1*LWS`, since the two would be one token otherwise |
//! | separators | nothing |
//! | white space, controls or values above 7F, on one side | nothing |
//! | anything else | `*LWS` |
//!
//! A quotation mark counts as the edge of a quoted string. If a side can have values of several
//! classes with different answers, the mark is `*LWS`, and a warning reports the rule.

mod classes;

use crate::diagnostic::{Code, Diagnostic, report};
use crate::grammar::{Expr, Origin, Resolved, ResolvedRule, RuleId, RuleName, facts};
use classes::{Classes, Edges, Space};

/// Returns the rule to which all marks refer. It is the last one until [`implied`] removes it.
pub(super) fn mark() -> ResolvedRule {
    ResolvedRule {
        name: RuleName::new("LWS"),
        origin: Origin::Group,
        span: None,
        expr: Expr::Empty,
        filter: None,
        text: String::new(),
        lists: None,
        extends: None,
        is_broken: false,
        errors: Vec::new(),
    }
}

/// Replaces the marks, and removes their rule. `white_space` is the meaning of `LWS` for each rule
/// with marks.
pub(super) fn implied(
    resolved: &mut Resolved,
    mark: RuleId,
    white_space: impl Fn(RuleId) -> Expr<RuleId>,
    found: &mut Vec<Diagnostic>,
) {
    let edges = Edges::new(resolved);
    let has_mark = |rule: &ResolvedRule| {
        let mut has_mark = false;
        rule.expr.walk(&mut |expr| has_mark |= *expr == Expr::Rule(mark));
        has_mark
    };
    let marked: Vec<RuleId> =
        resolved.rules().filter(|(_, rule)| has_mark(rule)).map(|(id, _)| id).collect();
    for id in marked {
        let lws = white_space(id);
        let mut spacing = Spacing { edges: &edges, mark, lws, doubt: None };
        let expr = spacing.spaced(&resolved[id].expr);
        let doubt = spacing.doubt;
        resolved.rules[id.index()].expr = expr;
        if resolved[id].origin == Origin::Own {
            report(found, finding(resolved, id, doubt));
        }
    }
    resolved.rules.truncate(mark.index());
}

fn finding(resolved: &Resolved, id: RuleId, doubt: Option<(Classes, Classes)>) -> Diagnostic {
    let rule = &resolved[id];
    let meaning = resolved.show(&rule.expr);
    let finding = match doubt {
        None => {
            let message = format!("with implied white space, `{}` is `{meaning}`", rule.name);
            Diagnostic::note(Code::ImpliedSpace, message)
        }
        Some((before, after)) => {
            let message = format!(
                "the white space in `{}` is not clear between {before} and {after}: it is read as \
                 `{meaning}`",
                rule.name
            );
            let hint = "write the white space in the rule, and remove it from `; @implied-space`";
            Diagnostic::warning(Code::ImpliedSpace, message).hint(hint)
        }
    };
    match rule.span {
        Some(span) => finding.at(span, ""),
        None => finding,
    }
}

/// The state of the pass over one rule.
struct Spacing<'a> {
    edges: &'a Edges,
    mark: RuleId,
    lws: Expr<RuleId>,
    /// The first place whose white space is not clear.
    doubt: Option<(Classes, Classes)>,
}

impl Spacing<'_> {
    fn spaced(&mut self, expr: &Expr<RuleId>) -> Expr<RuleId> {
        let mark = Expr::Rule(self.mark);
        match expr {
            Expr::Alt(items) => {
                let items: Vec<_> = items.iter().map(|item| self.spaced(item)).collect();
                Expr::alt(items)
            }
            Expr::Concat(items) => {
                let mut parts = Vec::new();
                for part in items.split(|item| *item == mark).filter(|part| !part.is_empty()) {
                    let part: Vec<_> = part.iter().map(|item| self.spaced(item)).collect();
                    parts.push(Expr::concat(part));
                }
                self.sequence(&parts)
            }
            Expr::Repeat { min, max, body } => {
                let again = matches!(&**body, Expr::Concat(items) if items.first() == Some(&mark));
                let body = self.spaced(body);
                if again { self.repeated(*min, *max, body) } else { Expr::repeat(*min, *max, body) }
            }
            // An empty string beside it.
            leaf if *leaf == mark => Expr::Empty,
            leaf => leaf.clone(),
        }
    }

    /// `min*max( body )` with white space between the repetitions.
    fn repeated(&mut self, min: u32, max: Option<u32>, body: Expr<RuleId>) -> Expr<RuleId> {
        let space = self.between(self.edges.last(&body), self.edges.first(&body));
        let body_again = body.clone();
        if space == Expr::Empty || max == Some(0) {
            return Expr::repeat(min, max, body);
        }
        let next = Expr::concat([space, body_again]);
        let more = Expr::repeat(min.saturating_sub(1), max.map(|max| max - 1), next);
        let some = Expr::concat([body, more]);
        if min == 0 { Expr::option(some) } else { some }
    }

    /// Elements with white space between them.
    fn sequence(&mut self, parts: &[Expr<RuleId>]) -> Expr<RuleId> {
        let Some((head, rest)) = parts.split_first() else { return Expr::Empty };
        if rest.is_empty() {
            return head.clone();
        }
        if let Some(some) = self.nonempty(head) {
            // No white space precedes the first element that is not empty.
            let after = self.after(self.edges.last(&some), rest);
            return Expr::alt([Expr::concat([some, after]), self.sequence(rest)]);
        }
        let after = self.after(self.edges.last(head), rest);
        Expr::concat([head.clone(), after])
    }

    /// Elements after one that ends in `before`.
    fn after(&mut self, mut before: Classes, parts: &[Expr<RuleId>]) -> Expr<RuleId> {
        let mut all = Vec::new();
        for part in parts {
            let some = self.nonempty(part);
            let is_optional = some.is_some();
            let some = some.unwrap_or_else(|| part.clone());
            let space = self.between(before, self.edges.first(&some));
            let last = self.edges.last(&some);
            before = if is_optional { before.union(last) } else { last };
            let element = Expr::concat([space, some]);
            all.push(if is_optional { Expr::option(element) } else { element });
        }
        Expr::concat(all)
    }

    /// Returns an element that can be empty, without the empty text. `None` if it cannot be, or if
    /// only a rule can be: rules are not taken apart.
    fn nonempty(&self, expr: &Expr<RuleId>) -> Option<Expr<RuleId>> {
        if !facts::nullable_expr(expr, &self.edges.nullable) {
            return None;
        }
        match expr {
            Expr::Repeat { min: 0, max, body } if self.nonempty(body).is_none() => {
                Some(Expr::repeat(1, *max, (**body).clone()))
            }
            Expr::Alt(items) => {
                let items = items.iter().filter(|item| **item != Expr::Empty);
                let items: Vec<_> =
                    items.map(|item| self.nonempty(item).unwrap_or_else(|| item.clone())).collect();
                (!items.is_empty()).then(|| Expr::alt(items))
            }
            // An option with an element that can be empty.
            Expr::Repeat { min: 0, max: Some(1), body } => self.nonempty(body),
            _ => None,
        }
    }

    /// Returns the white space between two elements.
    fn between(&mut self, before: Classes, after: Classes) -> Expr<RuleId> {
        let (space, is_clear) = before.space(after);
        if !is_clear {
            self.doubt.get_or_insert((before, after));
        }
        match space {
            Space::None => Expr::Empty,
            Space::Optional => Expr::repeat(0, None, self.lws.clone()),
            Space::Required => Expr::repeat(1, None, self.lws.clone()),
        }
    }
}

#[cfg(test)]
mod tests;
