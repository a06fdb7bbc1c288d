//! Expressions in a notation. The structure is the same for all; the modules of the notations write sets,
//! strings and counts.

use super::atoms::{Atoms, single};
use super::{MAX_ELEMENTS, Notation, antlr, ebnf, gbnf, lark};
use abnfc::grammar::{Expr, RuleId, ValueSet};
use std::collections::BTreeMap;

pub(super) struct Elements<'a> {
    pub(super) notation: Notation,
    pub(super) names: &'a BTreeMap<RuleId, String>,
    /// The tokens of ANTLR.
    pub(super) atoms: Atoms,
    /// The number of elements so far.
    pub(super) count: usize,
}

/// How strongly an expression binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Alternatives,
    Sequence,
    Element,
}

impl Elements<'_> {
    /// Returns the right side of a definition. `None` if there are too many elements.
    pub(super) fn definition(&mut self, expr: &Expr<RuleId>) -> Option<String> {
        let mut out = String::new();
        self.write(expr, Level::Alternatives, &mut out)?;
        Some(out)
    }

    fn write(&mut self, expr: &Expr<RuleId>, level: Level, out: &mut String) -> Option<()> {
        self.count += 1;
        if MAX_ELEMENTS < self.count {
            return None;
        }
        let own = match expr {
            Expr::Alt(items) if items.contains(&Expr::Empty) => Level::Element,
            Expr::Alt(_) => Level::Alternatives,
            Expr::Set(set) => self.level_of(set),
            Expr::Concat(_) => Level::Sequence,
            Expr::Repeat { min, max, .. } => self.level_of_repeat(*min, *max),
            _ => Level::Element,
        };
        if own < level {
            out.push('(');
        }
        match expr {
            Expr::Alt(items) => {
                let some = items.iter().filter(|item| **item != Expr::Empty);
                // An alternative without text makes the others optional.
                if own == Level::Element {
                    let some = Expr::alt(some.cloned());
                    self.write(
                        &Expr::Repeat { min: 0, max: Some(1), body: Box::new(some) },
                        level,
                        out,
                    )?;
                } else {
                    self.list(some, " | ", Level::Sequence, out)?;
                }
            }
            Expr::Concat(items) => self.sequence(items, out)?,
            Expr::Repeat { min, max, body } => self.repeat(*min, *max, body, out)?,
            Expr::Rule(rule) => out.push_str(&self.names[rule]),
            Expr::Set(set) => self.set(set, out),
            Expr::Empty => out.push_str(match self.notation {
                Notation::Gbnf | Notation::Ebnf => "\"\"",
                Notation::Lark | Notation::Antlr => "",
            }),
            // Rules with these are left out.
            Expr::Prose(_) | Expr::Error => (),
        }
        if own < level {
            out.push(')');
        }
        Some(())
    }

    fn list<'e>(
        &mut self,
        items: impl Iterator<Item = &'e Expr<RuleId>>,
        between: &str,
        level: Level,
        out: &mut String,
    ) -> Option<()> {
        for (index, item) in items.enumerate() {
            out.push_str(if index == 0 { "" } else { between });
            self.write(item, level, out)?;
        }
        Some(())
    }

    /// Writes a sequence; adjacent characters are a string if the notation has no tokens.
    fn sequence(&mut self, items: &[Expr<RuleId>], out: &mut String) -> Option<()> {
        let mut rest = items;
        let mut is_first = true;
        while let Some(first) = rest.first() {
            if !std::mem::take(&mut is_first) {
                out.push(' ');
            }
            let characters = rest.iter().map_while(character).count();
            if 1 < characters && matches!(self.notation, Notation::Gbnf | Notation::Ebnf) {
                let string: String = rest.iter().map_while(character).collect();
                let quoted = match self.notation {
                    Notation::Gbnf => gbnf::string(&string),
                    _ => ebnf::string(&string),
                };
                out.push_str(&quoted);
                rest = &rest[characters..];
            } else {
                self.write(first, Level::Element, out)?;
                rest = &rest[1..];
            }
        }
        Some(())
    }

    /// Writes a repetition, as copies of the body where the notation has no operator for it.
    fn repeat(
        &mut self,
        min: u32,
        max: Option<u32>,
        body: &Expr<RuleId>,
        out: &mut String,
    ) -> Option<()> {
        let is_optional = match body {
            Expr::Repeat { min, .. } => *min == 0,
            Expr::Alt(items) => items.contains(&Expr::Empty),
            _ => false,
        };
        if is_optional && (min, max) == (0, Some(1)) {
            return self.write(body, Level::Element, out);
        }
        let mut one = String::new();
        self.write(body, Level::Element, &mut one)?;
        // Two operators in a row.
        let has_operator = match body {
            Expr::Repeat { min, max, .. } => self.level_of_repeat(*min, *max) == Level::Element,
            Expr::Alt(items) => items.contains(&Expr::Empty),
            _ => false,
        };
        if has_operator {
            one = format!("({one})");
        }
        let simple = match (min, max) {
            (0, None) => Some("*".to_owned()),
            (1, None) => Some("+".to_owned()),
            (0, Some(1)) => Some("?".to_owned()),
            _ => match self.notation {
                Notation::Gbnf => Some(gbnf::count(min, max)),
                Notation::Lark => lark::count(min, max),
                Notation::Ebnf | Notation::Antlr => None,
            },
        };
        if let Some(operator) = simple {
            out.push_str(&one);
            out.push_str(&operator);
            return Some(());
        }
        if self.notation == Notation::Lark {
            // At least two.
            let count = lark::count(min, Some(min)).unwrap_or_default();
            out.extend([&*one, &*count, " ", &*one, "*"]);
            return Some(());
        }
        let copies = max.unwrap_or(min) as usize;
        self.count = self.count.saturating_add(copies.saturating_mul(one.len()) / 4);
        if MAX_ELEMENTS < self.count {
            return None;
        }
        for index in 0..copies {
            out.push_str(if index == 0 { "" } else { " " });
            out.push_str(&one);
            let is_last = index + 1 == copies;
            out.push_str(match max {
                None if is_last => "+",
                Some(_) if min as usize <= index => "?",
                _ => "",
            });
        }
        Some(())
    }

    fn level_of_repeat(&self, min: u32, max: Option<u32>) -> Level {
        match (self.notation, min, max) {
            (_, 0 | 1, None)
            | (_, 0, Some(1))
            | (Notation::Gbnf, ..)
            | (Notation::Lark, _, Some(_)) => Level::Element,
            _ => Level::Sequence,
        }
    }

    fn level_of(&self, set: &ValueSet) -> Level {
        match self.notation {
            Notation::Antlr if self.atoms.of_set(set).count() != 1 => Level::Alternatives,
            _ => Level::Element,
        }
    }

    fn set(&self, set: &ValueSet, out: &mut String) {
        match self.notation {
            Notation::Gbnf => out.push_str(&gbnf::set(set)),
            Notation::Lark => out.push_str(&lark::set(set)),
            Notation::Ebnf => out.push_str(&ebnf::set(set)),
            Notation::Antlr => {
                let names: Vec<String> = self.atoms.of_set(set).map(antlr::token).collect();
                out.push_str(&names.join(" | "));
            }
        }
    }
}

/// Returns the character of an expression of one character.
fn character(expr: &Expr<RuleId>) -> Option<char> {
    match expr {
        Expr::Set(set) => single(set),
        _ => None,
    }
}
