//! Turns resolved rules into [`Patterns`]: expressions over bytes.
//!
//! Values become bytes: octets as they are, code points as the byte sequences of
//! well-formed UTF-8 (RFC 3629; the sequences come from regex-syntax). A rule that
//! is a set of bytes is substituted for its references, and adjacent sets in
//! an alternation are merged, so that `alpha`, written with 52 literals, costs one
//! transition. Neither changes which derivation is preferred, because a set has
//! no parts.
// Long because the type, its construction and its listing belong together.

use crate::automata::dfa::Dfa;
use crate::automata::shape::Shapes;
use crate::bytes::ByteSet;
use crate::grammar::filter::Filter;
use crate::grammar::uses::reached;
use crate::grammar::{Encoding, Expr, Resolved, RuleId, ValueSet};
use regex_syntax::utf8::Utf8Sequences;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Index;
use std::sync::Arc;

/// A regular expression over bytes with references to other rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// The empty text.
    Empty,
    /// One byte of the set.
    Set(ByteSet),
    /// A sequence.
    Concat(Vec<Pattern>),
    /// A choice in order of preference.
    Alt(Vec<Pattern>),
    /// A repetition of at least `min` and at most `max` items; more are preferred.
    Repeat {
        /// The least number of items.
        min: u32,
        /// The greatest number of items; `None` means unbounded.
        max: Option<u32>,
        /// The repeated pattern.
        body: Box<Pattern>,
    },
    /// The texts of a pattern that an automaton accepts too. The pattern of a rule with a
    /// [`Filter`].
    Within(Box<Pattern>, Arc<Dfa>),
    /// A reference to a rule.
    Rule(RuleId),
    /// A prose value; compiling a rule that reaches it fails.
    Prose(String),
    /// An erroneous element; compiling a rule that reaches it fails.
    Error,
}

impl Pattern {
    /// Returns whether a part of the pattern is restricted.
    pub(crate) fn has_filter(&self) -> bool {
        match self {
            Self::Within(..) => true,
            Self::Concat(items) | Self::Alt(items) => items.iter().any(Self::has_filter),
            Self::Repeat { body, .. } => body.has_filter(),
            _ => false,
        }
    }
}

/// The pattern of each rule.
#[derive(Clone, Debug)]
pub struct Patterns {
    of: Vec<Pattern>,
    /// The rules whose references are kept, whatever their patterns.
    kept: BTreeSet<RuleId>,
}

impl Patterns {
    /// Returns whether the rule is a set of bytes, or empty, and has been substituted for its
    /// references, so that no automaton can locate its texts.
    pub fn is_inlined(&self, rule: RuleId) -> bool {
        is_simple(&self[rule]) && !self.kept.contains(&rule)
    }

    /// Iterates over the rules whose references are kept, whatever their patterns.
    pub(crate) fn kept(&self) -> impl Iterator<Item = RuleId> {
        self.kept.iter().copied()
    }
}

impl Index<RuleId> for Patterns {
    type Output = Pattern;
    fn index(&self, rule: RuleId) -> &Pattern {
        &self.of[rule.index()]
    }
}

impl Patterns {
    /// Replaces the pattern of a rule.
    pub fn replace(&mut self, rule: RuleId, pattern: Pattern) {
        self.of[rule.index()] = pattern;
    }
}

/// Returns the patterns of all rules. Takes time linear in the grammar, plus a constant for each
/// range of code points.
pub fn pattern(grammar: &Resolved, shapes: &Shapes) -> Patterns {
    pattern_keeping(grammar, shapes, BTreeSet::new())
}

/// As [`pattern`], but keeps references to the rules `kept`, even if they are sets of bytes.
pub fn pattern_keeping(grammar: &Resolved, shapes: &Shapes, kept: BTreeSet<RuleId>) -> Patterns {
    let mut patterns = Patterns { of: vec![Pattern::Empty; grammar.rules().len()], kept };
    for &rule in shapes.components().iter().flatten() {
        // References within a component are kept, since their patterns are not known yet.
        let own = shapes.component_index(rule);
        let made = of_expr(&grammar[rule].expr, grammar.encoding, &|used| {
            let is_known = shapes.component_index(used) != own && !patterns.kept.contains(&used);
            reference(used, is_known.then(|| &patterns[used]))
        });
        patterns.of[rule.index()] = restricted(made, grammar[rule].filter.as_deref());
    }
    patterns
}

/// Returns the pattern of one rule. `known` returns the pattern of a rule that it uses, or `None`
/// if references to that rule must be kept.
pub(crate) fn pattern_of<'a>(
    grammar: &Resolved,
    rule: RuleId,
    known: impl Fn(RuleId) -> Option<&'a Pattern>,
) -> Pattern {
    let pattern = pattern_of_expr(&grammar[rule].expr, grammar.encoding, known);
    restricted(pattern, grammar[rule].filter.as_deref())
}

/// As [`pattern_of`], for any expression.
pub fn pattern_of_expr<'a>(
    expr: &Expr<RuleId>,
    encoding: Encoding,
    known: impl Fn(RuleId) -> Option<&'a Pattern>,
) -> Pattern {
    of_expr(expr, encoding, &|used| reference(used, known(used)))
}

/// Returns the pattern of the texts that a filter accepts.
fn restricted(pattern: Pattern, filter: Option<&Filter>) -> Pattern {
    let Some(filter) = filter else { return pattern };
    let dfa = Dfa::from(filter);
    match pattern {
        Pattern::Set(set) => {
            let is_left = |byte: &u8| dfa.check(&[*byte]).is_ok();
            Pattern::Set(set.iter().filter(is_left).collect())
        }
        pattern => Pattern::Within(Box::new(pattern), Arc::new(dfa)),
    }
}

impl Pattern {
    /// Returns the pattern of the texts of an automaton.
    pub fn of_dfa(dfa: &Dfa) -> Self {
        let any = Self::Set(ByteSet::range(0, u8::MAX));
        let all = Self::Repeat { min: 0, max: None, body: Box::new(any) };
        Self::Within(Box::new(all), Arc::new(dfa.clone()))
    }
}

/// Returns the pattern of a reference: a set of bytes is substituted, any other rule stays a
/// reference.
fn reference(used: RuleId, known: Option<&Pattern>) -> Pattern {
    match known {
        Some(pattern) if is_simple(pattern) => pattern.clone(),
        _ => Pattern::Rule(used),
    }
}

/// Returns whether a pattern can be substituted for references to it at no cost.
fn is_simple(pattern: &Pattern) -> bool {
    matches!(pattern, Pattern::Set(_) | Pattern::Empty)
}

fn of_expr(
    expr: &Expr<RuleId>,
    encoding: Encoding,
    reference: &impl Fn(RuleId) -> Pattern,
) -> Pattern {
    let of = |expr| of_expr(expr, encoding, reference);
    match expr {
        Expr::Empty => Pattern::Empty,
        Expr::Set(values) => of_values(values, encoding),
        Expr::Concat(items) => concat(items.iter().map(of)),
        Expr::Alt(items) => alt(items.iter().map(of)),
        Expr::Repeat { min, max, body } => match of(body) {
            Pattern::Empty => Pattern::Empty,
            body => Pattern::Repeat { min: *min, max: *max, body: Box::new(body) },
        },
        Expr::Rule(rule) => reference(*rule),
        Expr::Prose(prose) => Pattern::Prose(prose.text.to_string()),
        Expr::Error => Pattern::Error,
    }
}

fn of_values(values: &ValueSet, encoding: Encoding) -> Pattern {
    match encoding {
        Encoding::Octets => {
            let byte = |value| u8::try_from(value).expect("octets are checked by resolve");
            let ranges = values.ranges().iter();
            Pattern::Set(ranges.fold(ByteSet::EMPTY, |set, &(lo, hi)| {
                set.union(ByteSet::range(byte(lo), byte(hi)))
            }))
        }
        Encoding::Utf8 => {
            alt(values.ranges().iter().flat_map(|&range| scalar_ranges(range)).flat_map(
                |(lo, hi)| {
                    Utf8Sequences::new(lo, hi).map(|sequence| {
                        concat(
                            sequence
                                .as_slice()
                                .iter()
                                .map(|range| Pattern::Set(ByteSet::range(range.start, range.end))),
                        )
                    })
                },
            ))
        }
    }
}

/// Removes the surrogates, which are not valid `char`s, from a range of code points.
fn scalar_ranges((lo, hi): (u32, u32)) -> impl Iterator<Item = (char, char)> {
    const PIECES: [(u32, u32); 2] = [(0, 0xD7FF), (0xE000, 0x10_FFFF)];
    PIECES.into_iter().filter_map(move |(first, last)| {
        let (lo, hi) = (lo.max(first), hi.min(last));
        (lo <= hi).then(|| Some((char::from_u32(lo)?, char::from_u32(hi)?))).flatten()
    })
}

/// Makes a concatenation without empty items and without concatenations inside.
fn concat(items: impl Iterator<Item = Pattern>) -> Pattern {
    let mut flat = Vec::new();
    for item in items {
        match item {
            Pattern::Empty => (),
            Pattern::Concat(inner) => flat.extend(inner),
            other => flat.push(other),
        }
    }
    match flat.len() {
        0 => Pattern::Empty,
        1 => flat.swap_remove(0),
        _ => Pattern::Concat(flat),
    }
}

/// Makes an alternation without alternations inside, and merges adjacent sets.
fn alt(items: impl Iterator<Item = Pattern>) -> Pattern {
    let mut flat: Vec<Pattern> = Vec::new();
    let mut push = |item: Pattern| match (flat.last_mut(), item) {
        (Some(Pattern::Set(last)), Pattern::Set(set)) => *last = last.union(set),
        (_, item) => flat.push(item),
    };
    for item in items {
        match item {
            Pattern::Alt(inner) => inner.into_iter().for_each(&mut push),
            other => push(other),
        }
    }
    match flat.len() {
        // Only an empty set of values has no alternatives; it matches nothing.
        0 => Pattern::Set(ByteSet::EMPTY),
        1 => flat.swap_remove(0),
        _ => Pattern::Alt(flat),
    }
}

impl Patterns {
    /// Interprets the pattern: returns whether the whole text is in the language of the rule.
    ///
    /// Computes all ends for each needed rule and each start, as
    /// the least fixed point, and therefore supports any form of recursion. Slow: takes
    /// quadratic time for each pass, and a pass for each level of recursion.
    pub fn matches(&self, rule: RuleId, text: &[u8]) -> bool {
        let width = text.len() + 1;
        let mut ends: Vec<Vec<BTreeSet<usize>>> = vec![vec![BTreeSet::new(); width]; self.of.len()];
        let needed = self.reached(&[rule]);
        loop {
            let mut changed = false;
            // Rules usually precede the rules that they use, so this order takes few passes.
            for &needed in needed.iter().rev() {
                for start in 0..width {
                    let found = ends_of(&self[needed], BTreeSet::from([start]), text, &ends);
                    let known = &mut ends[needed.index()][start];
                    if found.len() > known.len() {
                        *known = found;
                        changed = true;
                    }
                }
            }
            if !changed {
                return ends[rule.index()][0].contains(&text.len());
            }
        }
    }

    /// Returns the roots and all rules that their patterns use, directly or indirectly.
    pub fn reached(&self, roots: &[RuleId]) -> BTreeSet<RuleId> {
        reached(roots, |rule| {
            let mut used = Vec::new();
            references(&self[rule], &mut used);
            used
        })
    }

    /// Returns the listing of one rule's pattern, with the names of `grammar`.
    pub fn listing<'a>(&'a self, rule: RuleId, grammar: &'a Resolved) -> impl fmt::Display + 'a {
        Listing { pattern: &self[rule], grammar }
    }
}

/// Collects the rules that a pattern refers to.
pub fn references(pattern: &Pattern, found: &mut Vec<RuleId>) {
    match pattern {
        Pattern::Rule(rule) => found.push(*rule),
        Pattern::Concat(items) | Pattern::Alt(items) => {
            items.iter().for_each(|item| references(item, found));
        }
        Pattern::Repeat { body, .. } | Pattern::Within(body, _) => references(body, found),
        Pattern::Empty | Pattern::Set(_) | Pattern::Prose(_) | Pattern::Error => (),
    }
}

/// Returns the offsets at which the pattern can end if it begins at one of the starts.
fn ends_of(
    pattern: &Pattern,
    starts: BTreeSet<usize>,
    text: &[u8],
    known: &[Vec<BTreeSet<usize>>],
) -> BTreeSet<usize> {
    match pattern {
        Pattern::Empty => starts,
        Pattern::Prose(_) | Pattern::Error => BTreeSet::new(),
        Pattern::Set(set) => starts
            .into_iter()
            .filter(|&at| text.get(at).is_some_and(|&byte| set.contains(byte)))
            .map(|at| at + 1)
            .collect(),
        Pattern::Concat(items) => {
            items.iter().fold(starts, |at, item| ends_of(item, at, text, known))
        }
        Pattern::Alt(items) => {
            items.iter().flat_map(|item| ends_of(item, starts.clone(), text, known)).collect()
        }
        Pattern::Repeat { min, max, body } => {
            let mut reached = starts;
            for _ in 0..*min {
                let next = ends_of(body, reached.clone(), text, known);
                if next == reached {
                    break;
                }
                reached = next;
            }
            let mut all = reached.clone();
            for _ in *min..max.unwrap_or(u32::MAX) {
                reached = ends_of(body, reached, text, known);
                let before = all.len();
                all.extend(&reached);
                if all.len() == before {
                    break;
                }
            }
            all
        }
        Pattern::Within(body, dfa) => {
            let of_start = |start: usize| {
                let ends = ends_of(body, BTreeSet::from([start]), text, known);
                ends.into_iter().filter(move |&end| dfa.check(&text[start..end]).is_ok())
            };
            starts.into_iter().flat_map(of_start).collect()
        }
        Pattern::Rule(rule) => {
            starts.iter().flat_map(|&at| &known[rule.index()][at]).copied().collect()
        }
    }
}

struct Listing<'a> {
    pattern: &'a Pattern,
    grammar: &'a Resolved,
}

impl<'a> Listing<'a> {
    fn of(&self, pattern: &'a Pattern) -> Self {
        Self { pattern, grammar: self.grammar }
    }

    fn sequence(
        &self,
        f: &mut fmt::Formatter<'_>,
        items: &'a [Pattern],
        between: &str,
    ) -> fmt::Result {
        for (i, item) in items.iter().enumerate() {
            f.write_str(if i == 0 { "(" } else { between })?;
            write!(f, "{}", self.of(item))?;
        }
        f.write_str(")")
    }
}

impl fmt::Display for Listing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pattern {
            Pattern::Empty => f.write_str("()"),
            Pattern::Set(set) => write!(f, "{set}"),
            Pattern::Concat(items) => self.sequence(f, items, " "),
            Pattern::Alt(items) => self.sequence(f, items, " | "),
            Pattern::Repeat { min, max, body } => {
                write!(f, "{}", self.of(body))?;
                match (min, max) {
                    (0, None) => f.write_str("*"),
                    (1, None) => f.write_str("+"),
                    (0, Some(1)) => f.write_str("?"),
                    (min, None) => write!(f, "{{{min},}}"),
                    (min, Some(max)) => write!(f, "{{{min},{max}}}"),
                }
            }
            Pattern::Within(body, dfa) => {
                write!(f, "({} within {} states)", self.of(body), dfa.state_count())
            }
            Pattern::Rule(rule) => write!(f, "{}", self.grammar[*rule].name),
            Pattern::Prose(text) => write!(f, "<{text}>"),
            Pattern::Error => f.write_str("<an error>"),
        }
    }
}
