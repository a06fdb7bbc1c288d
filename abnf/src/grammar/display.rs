//! Grammars as ABNF text that reads back to an equal grammar.
//!
//! Beyond quoting, only letters need care: a set of both cases of
//! a letter prints inside `"…"`, a single letter inside `%s"…"` (RFC 7405), and a value
//! that cannot be quoted prints as a number.

use super::{Expr, Grammar, Origin, Prose, Reference, Resolved, RuleId, ValueSet};
use std::fmt::{self, Formatter};

/// ABNF, one rule a line.
impl fmt::Display for Grammar {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for rule in &self.rules {
            let sign = if rule.is_increment { "=/" } else { "=" };
            writeln!(f, "{} {sign} {}", rule.name, rule.expr)?;
        }
        Ok(())
    }
}

/// ABNF. A rule with the same name as an earlier rule prints as `name@IMPORT` or
/// `name@core`, which is never a rulename; a comment says where imports begin.
impl fmt::Display for Resolved {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut origin = &Origin::Own;
        for (id, rule) in self.rules() {
            if rule.origin != *origin {
                origin = &rule.origin;
                match origin {
                    Origin::Own => {}
                    Origin::Import(name) => writeln!(f, "; import {name}")?,
                    Origin::Core => writeln!(f, "; core rules")?,
                    Origin::Group => writeln!(f, "; groups")?,
                }
            }
            writeln!(f, "{} = {}", self.unique_name(id), self.show(&rule.expr))?;
        }
        Ok(())
    }
}

impl Resolved {
    /// Returns an expression of this grammar as ABNF.
    pub fn show<'a>(&'a self, expr: &'a Expr<RuleId>) -> impl fmt::Display + 'a {
        Shown { expr, rules: self }
    }

    /// Writes a rule's name, with its origin if an earlier rule has the same name.
    fn unique_name(&self, id: RuleId) -> String {
        let rule = &self[id];
        let name = rule.name.as_str();
        match &rule.origin {
            Origin::Import(import) if self.find(name) != Some(id) => format!("{name}@{import}"),
            Origin::Core if self.find(name) != Some(id) => format!("{name}@core"),
            _ => name.to_owned(),
        }
    }
}

struct Shown<'a> {
    expr: &'a Expr<RuleId>,
    rules: &'a Resolved,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        alternation(self.expr, &|id, f| f.write_str(&self.rules.unique_name(*id)), f)
    }
}

/// The ABNF after `=`.
impl fmt::Display for Expr<Reference> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        alternation(self, &|reference, f| f.write_str(reference.name.as_str()), f)
    }
}

impl fmt::Display for Prose {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "<{}>", self.text)
    }
}

type Name<'a, R> = &'a dyn Fn(&R, &mut Formatter<'_>) -> fmt::Result;

/// Prints `expr` in a position where an alternation needs no brackets.
fn alternation<R>(expr: &Expr<R>, name: Name<'_, R>, f: &mut Formatter<'_>) -> fmt::Result {
    match expr {
        Expr::Alt(items) => {
            for (i, item) in items.iter().enumerate() {
                f.write_str(if i == 0 { "" } else { " / " })?;
                alternation(item, name, f)?;
            }
            Ok(())
        }
        Expr::Set(set) => f.write_str(&pieces(set).join(" / ")),
        expr => concatenation(expr, name, f),
    }
}

/// Prints `expr` in a position where a concatenation needs no brackets.
fn concatenation<R>(expr: &Expr<R>, name: Name<'_, R>, f: &mut Formatter<'_>) -> fmt::Result {
    let Expr::Concat(items) = expr else { return repetition(expr, name, f) };
    let mut rest = items.as_slice();
    while let Some(first) = rest.first() {
        let run = string_run(rest);
        if run.is_empty() {
            repetition(first, name, f)?;
            rest = &rest[1..];
        } else {
            write_string(&run, f)?;
            rest = &rest[run.len()..];
        }
        f.write_str(if rest.is_empty() { "" } else { " " })?;
    }
    Ok(())
}

/// Prints `expr` in a position where a repetition needs no brackets.
fn repetition<R>(expr: &Expr<R>, name: Name<'_, R>, f: &mut Formatter<'_>) -> fmt::Result {
    match expr {
        Expr::Repeat { min: 0, max: Some(1), body } => {
            f.write_str("[ ")?;
            alternation(body, name, f)?;
            f.write_str(" ]")
        }
        Expr::Repeat { min, max, body } => {
            match (min, max) {
                (0, None) => f.write_str("*")?,
                (0, Some(max)) => write!(f, "*{max}")?,
                (min, None) => write!(f, "{min}*")?,
                (min, Some(max)) if min == max => write!(f, "{min}")?,
                (min, Some(max)) => write!(f, "{min}*{max}")?,
            }
            element(body, name, f)
        }
        expr => element(expr, name, f),
    }
}

fn element<R>(expr: &Expr<R>, name: Name<'_, R>, f: &mut Formatter<'_>) -> fmt::Result {
    match expr {
        Expr::Empty => f.write_str("\"\""),
        Expr::Rule(rule) => name(rule, f),
        Expr::Prose(prose) => write!(f, "{prose}"),
        Expr::Error => f.write_str("<an error>"),
        Expr::Set(set) if pieces(set).len() == 1 => f.write_str(&pieces(set)[0]),
        Expr::Repeat { min: 0, max: Some(1), .. } => repetition(expr, name, f),
        Expr::Set(_) | Expr::Concat(_) | Expr::Alt(_) | Expr::Repeat { .. } => {
            f.write_str("( ")?;
            alternation(expr, name, f)?;
            f.write_str(" )")
        }
    }
}

/// The form of a value set in a string.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    /// A printable character other than a letter: in any quoted string.
    Plain(char),
    /// Both cases of a letter: in `"…"`.
    AnyCase(char),
    /// One case of a letter: in `%s"…"`.
    Letter(char),
    /// A single value that cannot be quoted: in `%x…`.
    Number(u32),
}

impl Unit {
    fn of(set: &ValueSet) -> Option<Self> {
        match *set.ranges() {
            [(low, high)] if low == high => Some(Self::of_value(low)),
            [(upper, u), (lower, l)] if upper == u && lower == l && lower == upper + 0x20 => {
                match Self::of_value(lower) {
                    Self::Letter(letter) if letter.is_ascii_lowercase() => {
                        Some(Self::AnyCase(letter))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn of_value(value: u32) -> Self {
        match char::from_u32(value) {
            Some(c) if c.is_ascii_alphabetic() => Self::Letter(c),
            Some(c @ (' ' | '!' | '#'..='~')) => Self::Plain(c),
            _ => Self::Number(value),
        }
    }

    /// Returns whether both can be in one string, given the kind of string so far.
    fn joins(self, kind: Self) -> bool {
        match (kind, self) {
            (Self::Number(_), other) => matches!(other, Self::Number(_)),
            (_, Self::Number(_))
            | (Self::AnyCase(_), Self::Letter(_))
            | (Self::Letter(_), Self::AnyCase(_)) => false,
            _ => true,
        }
    }
}

/// Returns the longest prefix of `items` that prints as one string.
fn string_run<R>(items: &[Expr<R>]) -> Vec<Unit> {
    let mut run = Vec::new();
    let mut kind = None;
    for item in items {
        let Expr::Set(set) = item else { break };
        let Some(unit) = Unit::of(set) else { break };
        match kind {
            Some(kind) if !unit.joins(kind) => break,
            // The first letter decides whether case matters.
            None | Some(Unit::Plain(_)) => kind = Some(unit),
            Some(_) => {}
        }
        run.push(unit);
    }
    run
}

fn write_string(run: &[Unit], f: &mut Formatter<'_>) -> fmt::Result {
    let mut before_number = "%x";
    for unit in run {
        if let Unit::Number(value) = unit {
            write!(f, "{before_number}{value:02X}")?;
            before_number = ".";
        }
    }
    if before_number == "." {
        return Ok(());
    }
    let exact = run.iter().any(|unit| matches!(unit, Unit::Letter(_)));
    f.write_str(if exact { "%s\"" } else { "\"" })?;
    for unit in run {
        match unit {
            Unit::Plain(c) | Unit::AnyCase(c) | Unit::Letter(c) => write!(f, "{c}")?,
            Unit::Number(_) => {}
        }
    }
    f.write_str("\"")
}

/// Returns the alternatives that print a set, each an element; at least one.
fn pieces(set: &ValueSet) -> Vec<String> {
    let single = |value: u32| set.ranges().binary_search(&(value, value)).is_ok();
    let mut pieces = Vec::new();
    for &(low, high) in set.ranges() {
        if low == high {
            let unit = match Unit::of_value(low) {
                // Both cases of a letter print as one string, at the first.
                Unit::Letter(c) if c.is_ascii_uppercase() && single(low + 0x20) => {
                    Unit::AnyCase(c.to_ascii_lowercase())
                }
                Unit::Letter(c) if c.is_ascii_lowercase() && single(low - 0x20) => continue,
                unit => unit,
            };
            pieces.push(Quoted(unit).to_string());
        } else {
            match (Unit::of_value(low), Unit::of_value(high)) {
                (first @ Unit::Plain(_), second @ Unit::Plain(_)) if high == low + 1 => {
                    pieces.extend([Quoted(first).to_string(), Quoted(second).to_string()]);
                }
                _ => pieces.push(format!("%x{low:02X}-{high:02X}")),
            }
        }
    }
    pieces
}

struct Quoted(Unit);

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_string(&[self.0], f)
    }
}

#[cfg(test)]
mod tests;
