//! The judge of parts: the preferred derivation of a text, found by trying.
//!
//! A backtracking walk of the grammar tries, at each point from left to right, the
//! earlier alternative, one more repetition and the present option first, and gives
//! up a choice only if no derivation of the whole text follows from it. The first
//! derivation found is therefore the preferred one, by the definition itself. It
//! shares no code with the automata. Exponential at worst, so that it has a budget;
//! it does not take left recursion.

use crate::utf8;
use abnfc::grammar::{Encoding, Expr, Resolved, RuleId, ValueSet};
use std::collections::BTreeSet;

/// For each part the rule whose text it is, where that begins and where it ends.
pub type Places = Vec<Option<(RuleId, usize, usize)>>;

/// The walk took more steps than it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfSteps;

/// The places of the parts in the preferred derivation of the whole text from the
/// rule; none where there is no derivation. Of two occurrences of a part, one inside
/// the other, the outer counts; the rule itself is no part of itself.
pub fn preferred(
    grammar: &Resolved,
    rule: RuleId,
    parts: &[BTreeSet<RuleId>],
    text: &[u8],
    steps: usize,
) -> Result<Option<Places>, OutOfSteps> {
    let mut walk = Walk { grammar, parts, text, steps, found: None };
    let places = vec![None; parts.len()];
    let end = &mut |walk: &mut Walk<'_>, at: usize, places: &Places| {
        if at == walk.text.len() {
            walk.found = Some(places.clone());
        }
        Ok(walk.found.is_some())
    };
    walk.expr(&grammar[rule].expr, 0, 0, &places, end)?;
    Ok(walk.found)
}

struct Walk<'a> {
    grammar: &'a Resolved,
    parts: &'a [BTreeSet<RuleId>],
    text: &'a [u8],
    steps: usize,
    found: Option<Places>,
}

/// What follows a piece of a derivation: true where it led to a whole one.
type Then<'t, 'a> = &'t mut dyn FnMut(&mut Walk<'a>, usize, &Places) -> Result<bool, OutOfSteps>;

impl<'a> Walk<'a> {
    /// `open` has a bit for each part that this expression is inside of.
    fn expr(
        &mut self,
        expr: &'a Expr<RuleId>,
        at: usize,
        open: u64,
        places: &Places,
        then: Then<'_, 'a>,
    ) -> Result<bool, OutOfSteps> {
        self.steps = self.steps.checked_sub(1).ok_or(OutOfSteps)?;
        match expr {
            Expr::Empty => then(self, at, places),
            Expr::Prose(_) => Ok(false),
            Expr::Set(values) => match self.value(values, at) {
                Some(end) => then(self, end, places),
                None => Ok(false),
            },
            Expr::Concat(items) => self.sequence(items, at, open, places, then),
            Expr::Alt(items) => {
                for item in items {
                    if self.expr(item, at, open, places, then)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Expr::Repeat { min, max, body } => {
                let repeat = Repeat { min: *min, max: *max, body, open };
                self.repeat(&repeat, 0, at, places, then)
            }
            Expr::Rule(rule) => self.rule(*rule, at, open, places, then),
        }
    }

    fn sequence(
        &mut self,
        items: &'a [Expr<RuleId>],
        at: usize,
        open: u64,
        places: &Places,
        then: Then<'_, 'a>,
    ) -> Result<bool, OutOfSteps> {
        match items.split_first() {
            None => then(self, at, places),
            Some((first, rest)) => self.expr(first, at, open, places, &mut |walk, at, places| {
                walk.sequence(rest, at, open, places, then)
            }),
        }
    }

    fn repeat(
        &mut self,
        repeat: &Repeat<'a>,
        count: u32,
        at: usize,
        places: &Places,
        then: Then<'_, 'a>,
    ) -> Result<bool, OutOfSteps> {
        if repeat.max.is_none_or(|max| count < max) {
            let more = &mut |walk: &mut Self, end: usize, places: &Places| {
                // Going round without progress is going round for ever.
                if end == at && repeat.min <= count && 0 < count {
                    return Ok(false);
                }
                walk.repeat(repeat, count + 1, end, places, then)
            };
            if self.expr(repeat.body, at, repeat.open, places, more)? {
                return Ok(true);
            }
        }
        if repeat.min <= count { then(self, at, places) } else { Ok(false) }
    }

    fn rule(
        &mut self,
        rule: RuleId,
        at: usize,
        open: u64,
        places: &Places,
        then: Then<'_, 'a>,
    ) -> Result<bool, OutOfSteps> {
        let is_begun = |part: &usize| self.parts[*part].contains(&rule) && open >> part & 1 == 0;
        let begun: Vec<usize> = (0..self.parts.len()).filter(is_begun).collect();
        let open = begun.iter().fold(open, |open, part| open | 1 << part);
        let grammar = self.grammar;
        self.expr(&grammar[rule].expr, at, open, places, &mut |walk, end, places| {
            let mut places = places.clone();
            for &part in &begun {
                assert_eq!(places[part], None, "the part occurs more than once");
                places[part] = Some((rule, at, end));
            }
            then(walk, end, &places)
        })
    }

    /// Where a value of the set ends that begins here.
    fn value(&self, values: &ValueSet, at: usize) -> Option<usize> {
        let rest = &self.text[at..];
        let is_in = |value: u32| values.ranges().iter().any(|&(lo, hi)| lo <= value && value <= hi);
        match self.grammar.encoding {
            Encoding::Octets => is_in(u32::from(*rest.first()?)).then_some(at + 1),
            Encoding::Utf8 => (1..=4.min(rest.len()))
                .find(|&length| {
                    matches!(utf8::prefix(&rest[..length], values), utf8::Prefix::Whole)
                })
                .map(|length| at + length),
        }
    }
}

struct Repeat<'a> {
    min: u32,
    max: Option<u32>,
    body: &'a Expr<RuleId>,
    open: u64,
}
