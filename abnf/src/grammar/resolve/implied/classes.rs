//! The classes of the values with which elements begin and end.

use crate::grammar::{Expr, Resolved, RuleId, ValueSet, facts};
use std::fmt;

/// The white space between two elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    None,
    Optional,
    Required,
}

/// A set of classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Classes(u8);

const TOKEN: u8 = 1;
const QUOTE: u8 = 2;
const SEPARATOR: u8 = 4;
const WHITE: u8 = 8;
const OTHER: u8 = 16;

/// The classes, each with its name in messages.
const NAMES: [(u8, &str); 5] = [
    (TOKEN, "characters of tokens"),
    (QUOTE, "`\"`"),
    (SEPARATOR, "separators"),
    (WHITE, "white space"),
    (OTHER, "other values"),
];

impl Classes {
    fn of_set(set: &ValueSet) -> Self {
        let mut classes = 0;
        for &(low, high) in set.ranges() {
            for value in low..=high.min(0x7F) {
                classes |= class(value);
            }
            if 0x7F < high {
                classes |= OTHER;
            }
        }
        Self(classes)
    }

    pub(super) fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn each(self) -> impl Iterator<Item = u8> {
        NAMES.into_iter().map(|it| it.0).filter(move |class| self.0 & class != 0)
    }

    /// Returns the white space between an element that ends in `self` and one that begins with
    /// `after`, and whether all values require the same.
    pub(super) fn space(self, after: Self) -> (Space, bool) {
        let mut answers: Vec<Space> = Vec::new();
        for before in self.each().filter(|&class| class != WHITE) {
            for after in after.each().filter(|&class| class != WHITE) {
                let answer = match (before, after) {
                    (TOKEN, TOKEN) => Space::Required,
                    (SEPARATOR, SEPARATOR) | (OTHER, _) | (_, OTHER) => Space::None,
                    _ => Space::Optional,
                };
                if !answers.contains(&answer) {
                    answers.push(answer);
                }
            }
        }
        match answers[..] {
            [] => (Space::None, true),
            [answer] => (answer, true),
            // It can have its own white space there, as lists do.
            _ => (Space::Optional, (self.0 | after.0) & WHITE != 0),
        }
    }
}

impl fmt::Display for Classes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = NAMES.iter().filter(|(class, _)| self.0 & class != 0).map(|it| it.1);
        f.write_str(&names.collect::<Vec<_>>().join(" or "))
    }
}

/// Returns the class of a value up to 7F (RFC 2616 section 2.2).
fn class(value: u32) -> u8 {
    match u8::try_from(value).map(char::from) {
        Ok('"') => QUOTE,
        Ok(
            '(' | ')' | '<' | '>' | '@' | ',' | ';' | ':' | '\\' | '/' | '[' | ']' | '?' | '='
            | '{' | '}',
        ) => SEPARATOR,
        Ok(' ' | '\t' | '\r' | '\n') => WHITE,
        Ok('!'..='~') => TOKEN,
        _ => OTHER,
    }
}

/// The classes at the edges of all rules.
pub(super) struct Edges {
    pub(super) nullable: Vec<bool>,
    first: Vec<Classes>,
    last: Vec<Classes>,
}

impl Edges {
    /// Computes the edges of all rules.
    pub(super) fn new(resolved: &Resolved) -> Self {
        let nullable = facts::nullable(resolved);
        let none = vec![Classes::default(); nullable.len()];
        let mut edges = Self { nullable, first: none.clone(), last: none };
        loop {
            let mut has_changed = false;
            for (id, rule) in resolved.rules() {
                let (first, last) = (edges.first(&rule.expr), edges.last(&rule.expr));
                let at = id.index();
                has_changed |= (edges.first[at], edges.last[at]) != (first, last);
                (edges.first[at], edges.last[at]) = (first, last);
            }
            if !has_changed {
                return edges;
            }
        }
    }

    pub(super) fn first(&self, expr: &Expr<RuleId>) -> Classes {
        self.edge(expr, &self.first, End::First)
    }

    pub(super) fn last(&self, expr: &Expr<RuleId>) -> Classes {
        self.edge(expr, &self.last, End::Last)
    }

    fn edge(&self, expr: &Expr<RuleId>, known: &[Classes], end: End) -> Classes {
        let all = |items: &mut dyn Iterator<Item = &Expr<RuleId>>| {
            items.fold(Classes::default(), |all, item| all.union(self.edge(item, known, end)))
        };
        match expr {
            Expr::Empty | Expr::Prose(_) | Expr::Error => Classes::default(),
            Expr::Set(set) => Classes::of_set(set),
            Expr::Rule(id) => known[id.index()],
            Expr::Repeat { body, .. } => self.edge(body, known, end),
            Expr::Alt(items) => all(&mut items.iter()),
            Expr::Concat(items) => {
                let is_nullable = |item: &&Expr<RuleId>| facts::nullable_expr(item, &self.nullable);
                // The elements up to the first one that is not empty.
                let (count, len) = match end {
                    End::First => (items.iter().take_while(is_nullable).count(), items.len()),
                    End::Last => (items.iter().rev().take_while(is_nullable).count(), items.len()),
                };
                let count = (count + 1).min(len);
                match end {
                    End::First => all(&mut items[..count].iter()),
                    End::Last => all(&mut items[len - count..].iter()),
                }
            }
        }
    }
}

#[derive(Clone, Copy)]
enum End {
    First,
    Last,
}
