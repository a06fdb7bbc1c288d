//! The judge of parts: the preferred derivation of a text, found by backtracking.
//!
//! A backtracking walk of the grammar tries, at each point from left to right, the
//! earlier alternative, one more repetition and the present option first, and gives
//! up a choice only if no derivation of the whole text follows from it. The first
//! derivation found is therefore the preferred one by definition. The judge
//! shares no code with the automata. It takes exponential time at worst, so it has a budget;
//! it does not support left recursion.

use crate::utf8;
use abnfc::grammar::{Encoding, Expr, Resolved, RuleId, ValueSet};
use std::collections::BTreeSet;

/// For each part, the rule whose text it is, its begin and its end.
pub type Places = Vec<Option<(RuleId, usize, usize)>>;

/// For each occurrence of a part, the index of its rule, its begin and its end.
pub type Occurrences = Vec<(usize, usize, usize)>;

/// Rules in the order in which they end, each with its begin and its end.
pub type Ended = Vec<(RuleId, usize, usize)>;

/// The walk exceeded its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfSteps;

/// Returns the parts in the preferred derivation of the whole text from the
/// rule; `None` if there is no derivation. Of two occurrences of a part, one inside
/// the other, the outer one counts; the rule is not a part of itself.
pub fn preferred(
    grammar: &Resolved,
    rule: RuleId,
    parts: &[BTreeSet<RuleId>],
    text: &[u8],
    steps: usize,
) -> Result<Option<Places>, OutOfSteps> {
    let Some(found) = derive(grammar, rule, parts, text, steps)? else { return Ok(None) };
    let mut places = vec![None; parts.len()];
    for occurrence in found {
        for part in (0..parts.len()).filter(|part| occurrence.parts >> part & 1 == 1) {
            assert_eq!(places[part], None, "the part occurs more than once");
            places[part] = Some((occurrence.rule, occurrence.begin, occurrence.end));
        }
    }
    Ok(Some(places))
}

/// All occurrences of one part in the preferred derivation, in order. Otherwise as
/// [`preferred`].
pub fn occurrences(
    grammar: &Resolved,
    rule: RuleId,
    part: &BTreeSet<RuleId>,
    text: &[u8],
    steps: usize,
) -> Result<Option<Occurrences>, OutOfSteps> {
    let found = derive(grammar, rule, std::slice::from_ref(part), text, steps)?;
    let variant = |of: RuleId| part.iter().position(|&rule| rule == of).expect("it is of the part");
    let listed = |one: &Occurrence| (variant(one.rule), one.begin, one.end);
    Ok(found.map(|found| found.iter().map(listed).collect()))
}

/// Returns the rules among these in the preferred derivation, including the rule itself if it is
/// one of them, in the order in which they end: each with its begin and its end. Otherwise as
/// [`preferred`].
pub fn tree(
    grammar: &Resolved,
    rule: RuleId,
    shown: &BTreeSet<RuleId>,
    text: &[u8],
    steps: usize,
) -> Result<Option<Ended>, OutOfSteps> {
    let parts = std::slice::from_ref(shown);
    let found = derive_all(grammar, rule, parts, Inside::All, text, steps)?;
    let listed = |one: &Occurrence| (one.rule, one.begin, one.end);
    let root = shown.contains(&rule).then_some((rule, 0, text.len()));
    Ok(found.map(|found| found.iter().map(listed).chain(root).collect()))
}

/// The outermost occurrences in the order in which they end.
fn derive(
    grammar: &Resolved,
    rule: RuleId,
    parts: &[BTreeSet<RuleId>],
    text: &[u8],
    steps: usize,
) -> Result<Option<Vec<Occurrence>>, OutOfSteps> {
    derive_all(grammar, rule, parts, Inside::Nothing, text, steps)
}

fn derive_all(
    grammar: &Resolved,
    rule: RuleId,
    parts: &[BTreeSet<RuleId>],
    inside: Inside,
    text: &[u8],
    steps: usize,
) -> Result<Option<Vec<Occurrence>>, OutOfSteps> {
    let mut walk = Walk { grammar, parts, inside, text, steps, found: None };
    let end = &mut |walk: &mut Walk<'_>, at: usize, trail: Trail<'_>| {
        if at == walk.text.len() {
            let mut found = Vec::new();
            let mut rest = trail;
            while let Some(Link { last, before }) = rest {
                found.push(*last);
                rest = *before;
            }
            found.reverse();
            walk.found = Some(found);
        }
        Ok(walk.found.is_some())
    };
    walk.expr(&grammar[rule].expr, 0, 0, None, end)?;
    Ok(walk.found)
}

/// The span of a rule of a part.
#[derive(Clone, Copy, Debug)]
struct Occurrence {
    /// A bit for each part that it is an occurrence of.
    parts: u64,
    rule: RuleId,
    begin: usize,
    end: usize,
}

/// The occurrences that have ended, the last first.
type Trail<'t> = Option<&'t Link<'t>>;

struct Link<'t> {
    last: Occurrence,
    before: Trail<'t>,
}

/// Which occurrences count inside an occurrence of a part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    /// No other occurrence of the part.
    Nothing,
    /// All occurrences.
    All,
}

struct Walk<'a> {
    grammar: &'a Resolved,
    parts: &'a [BTreeSet<RuleId>],
    inside: Inside,
    text: &'a [u8],
    steps: usize,
    found: Option<Vec<Occurrence>>,
}

/// The continuation of a piece of a derivation. Returns whether it led to a whole one.
type Then<'t, 'a> =
    &'t mut dyn for<'b> FnMut(&mut Walk<'a>, usize, Trail<'b>) -> Result<bool, OutOfSteps>;

impl<'a> Walk<'a> {
    /// `open` has a bit for each part that this expression is inside of.
    fn expr(
        &mut self,
        expr: &'a Expr<RuleId>,
        at: usize,
        open: u64,
        trail: Trail<'_>,
        then: Then<'_, 'a>,
    ) -> Result<bool, OutOfSteps> {
        self.steps = self.steps.checked_sub(1).ok_or(OutOfSteps)?;
        match expr {
            Expr::Empty => then(self, at, trail),
            Expr::Prose(_) | Expr::Error => Ok(false),
            Expr::Set(values) => match self.value(values, at) {
                Some(end) => then(self, end, trail),
                None => Ok(false),
            },
            Expr::Concat(items) => self.sequence(items, at, open, trail, then),
            Expr::Alt(items) => {
                for item in items {
                    if self.expr(item, at, open, trail, then)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Expr::Repeat { min, max, body } => {
                let repeat = Repeat { min: *min, max: *max, body, open };
                self.repeat(&repeat, 0, at, trail, then)
            }
            Expr::Rule(rule) => self.rule(*rule, at, open, trail, then),
        }
    }

    fn sequence(
        &mut self,
        items: &'a [Expr<RuleId>],
        at: usize,
        open: u64,
        trail: Trail<'_>,
        then: Then<'_, 'a>,
    ) -> Result<bool, OutOfSteps> {
        match items.split_first() {
            None => then(self, at, trail),
            Some((first, rest)) => self.expr(first, at, open, trail, &mut |walk, at, trail| {
                walk.sequence(rest, at, open, trail, then)
            }),
        }
    }

    fn repeat(
        &mut self,
        repeat: &Repeat<'a>,
        count: u32,
        at: usize,
        trail: Trail<'_>,
        then: Then<'_, 'a>,
    ) -> Result<bool, OutOfSteps> {
        if repeat.max.is_none_or(|max| count < max) {
            let more = &mut |walk: &mut Self, end: usize, trail: Trail<'_>| {
                // Repeating without progress would not terminate.
                if end == at && repeat.max.is_none() && repeat.min <= count {
                    return Ok(false);
                }
                walk.repeat(repeat, count + 1, end, trail, then)
            };
            if self.expr(repeat.body, at, repeat.open, trail, more)? {
                return Ok(true);
            }
        }
        if repeat.min <= count { then(self, at, trail) } else { Ok(false) }
    }

    fn rule(
        &mut self,
        rule: RuleId,
        at: usize,
        open: u64,
        trail: Trail<'_>,
        then: Then<'_, 'a>,
    ) -> Result<bool, OutOfSteps> {
        let all = self.inside == Inside::All;
        let is_open = |part: &usize| open >> part & 1 == 1;
        let is_begun = |part: &usize| self.parts[*part].contains(&rule) && (all || !is_open(part));
        let begun = (0..self.parts.len()).filter(is_begun).fold(0, |begun, part| begun | 1 << part);
        let open = open | begun;
        let grammar = self.grammar;
        self.expr(&grammar[rule].expr, at, open, trail, &mut |walk, end, trail| {
            if begun == 0 {
                return then(walk, end, trail);
            }
            let last = Occurrence { parts: begun, rule, begin: at, end };
            then(walk, end, Some(&Link { last, before: trail }))
        })
    }

    /// Returns the end of a value of the set that begins here.
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
