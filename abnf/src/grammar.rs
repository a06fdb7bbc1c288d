//! The representations of a grammar: [`Grammar`], the result of `lower`, and [`Resolved`], the
//! result of `resolve`.
//!
//! Both consist of [`Expr`] trees, which are generic over the kind of reference: a
//! [`Reference`] by name after `lower`, a [`RuleId`] after `resolve`. Values are
//! numbers; `resolve` decides whether they are octets or code points.

mod build;
pub mod core_rules;
mod display;
pub mod facts;
pub mod lint;
pub mod lower;
mod map;
pub mod resolve;
pub mod structure;
pub mod suggest;
pub mod syntax;
pub mod uses;

pub use crate::spec::Encoding;
pub use map::Leaf;

use crate::diagnostic::{Diagnostic, MAX_ERRORS, Span};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A rulename: compared without regard to ASCII case (RFC 5234 section 2.1),
/// printed as first written.
// A pointer, because expressions hold many.
#[derive(Clone, Debug)]
pub struct RuleName(Arc<Spellings>);

#[derive(Debug)]
struct Spellings {
    written: String,
    folded: String,
}

impl RuleName {
    /// Makes a name from its spelling.
    pub fn new(written: impl Into<String>) -> Self {
        let written = written.into();
        let folded = written.to_ascii_lowercase();
        Self(Arc::new(Spellings { written, folded }))
    }

    /// Returns the name as written at its first definition.
    pub fn as_str(&self) -> &str {
        &self.0.written
    }

    /// Returns the name in lower case, the form in which names are compared.
    pub fn folded(&self) -> &str {
        &self.0.folded
    }
}

impl PartialEq for RuleName {
    fn eq(&self, other: &Self) -> bool {
        self.folded() == other.folded()
    }
}
impl Eq for RuleName {}
impl PartialOrd for RuleName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for RuleName {
    fn cmp(&self, other: &Self) -> Ordering {
        self.folded().cmp(other.folded())
    }
}
impl fmt::Display for RuleName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A set of values as sorted, disjoint, non-adjacent inclusive ranges.
///
/// Never empty inside an [`Expr`]. A set of alternatives that were written one by one, such as
/// `"<" / ">"`, also stores these alternatives in order; they affect neither its values nor
/// the equality of sets.
// Most sets are one character in both cases. A grammar of 16 MB can have 16 million
// sets, and an allocation for each would double its memory.
#[derive(Clone)]
pub struct ValueSet(Ranges);

#[derive(Clone)]
enum Ranges {
    One([(u32, u32); 1]),
    Two([(u32, u32); 2]),
    Other(Vec<(u32, u32)>),
    Written(Box<Written>),
}

/// Alternatives of one character each.
#[derive(Clone)]
struct Written {
    ranges: Vec<(u32, u32)>,
    alternatives: Vec<ValueSet>,
}

/// Longer lists of alternatives are not stored.
const MAX_WRITTEN: usize = 256;

impl ValueSet {
    /// Makes a set of ranges in any order. Reversed ranges are dropped; the caller must report
    /// them.
    pub fn new(ranges: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut ranges: Vec<_> = ranges.into_iter().filter(|(lo, hi)| lo <= hi).collect();
        ranges.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
        for (lo, hi) in ranges {
            match merged.last_mut() {
                Some(last) if lo <= last.1.saturating_add(1) => last.1 = last.1.max(hi),
                _ => merged.push((lo, hi)),
            }
        }
        Self(match *merged {
            [one] => Ranges::One([one]),
            [one, two] => Ranges::Two([one, two]),
            _ => Ranges::Other(merged),
        })
    }

    /// Makes a set of one value.
    pub fn single(value: u32) -> Self {
        Self(Ranges::One([(value, value)]))
    }

    /// Makes a set of adjacent alternatives, and stores them if each is one character, where
    /// both cases of a letter count as one. Takes linear time, apart from sorting.
    pub fn of_alternatives(mut sets: Vec<Self>) -> Self {
        if let [_] = sets[..] {
            return sets.remove(0);
        }
        let set = Self::new(sets.iter().flat_map(Self::ranges).copied());
        let count: usize = sets.iter().map(|set| set.alternatives().len()).sum();
        if count > MAX_WRITTEN {
            return set;
        }
        let mut alternatives: Vec<Self> = Vec::new();
        for one in sets.iter().flat_map(Self::alternatives) {
            if one.character().is_none() {
                return set;
            }
            if !alternatives.contains(one) {
                alternatives.push(one.clone());
            }
        }
        match &alternatives[..] {
            [_] => alternatives.remove(0),
            _ => Self(Ranges::Written(Box::new(Written {
                ranges: set.ranges().to_vec(),
                alternatives,
            }))),
        }
    }

    /// Returns the alternatives as written, each a character, or the set itself if they are not
    /// stored.
    pub fn alternatives(&self) -> &[Self] {
        match &self.0 {
            Ranges::Written(written) => &written.alternatives,
            _ => std::slice::from_ref(self),
        }
    }

    /// Returns the only character of the set, or the capital of its only letter.
    pub fn character(&self) -> Option<u32> {
        let is_capital = |value: u32| u8::try_from(value).is_ok_and(|it| it.is_ascii_uppercase());
        match (self.alternatives(), self.ranges()) {
            ([_], &[(low, high)]) if low == high => Some(low),
            ([_], &[(a, b), (c, d)]) if a == b && c == d && is_capital(a) && c == a + 0x20 => {
                Some(a)
            }
            _ => None,
        }
    }

    /// Returns the ranges, in order.
    pub fn ranges(&self) -> &[(u32, u32)] {
        match &self.0 {
            Ranges::One(ranges) => ranges,
            Ranges::Two(ranges) => ranges,
            Ranges::Other(ranges) => ranges,
            Ranges::Written(written) => &written.ranges,
        }
    }

    /// Returns the union of two sets.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self::new(self.ranges().iter().chain(other.ranges()).copied())
    }

    /// Returns the greatest value; `None` if the set is empty.
    pub fn max(&self) -> Option<u32> {
        self.ranges().last().map(|range| range.1)
    }
}

impl PartialEq for ValueSet {
    fn eq(&self, other: &Self) -> bool {
        self.ranges() == other.ranges()
    }
}
impl Eq for ValueSet {}
impl PartialOrd for ValueSet {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for ValueSet {
    fn cmp(&self, other: &Self) -> Ordering {
        self.ranges().cmp(other.ranges())
    }
}
impl Hash for ValueSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.ranges().hash(state);
    }
}
impl fmt::Debug for ValueSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ValueSet").field(&self.ranges()).finish()
    }
}

/// An expression over references of type `R`.
///
/// Built by the smart constructors [`set`](Self::set), [`concat`](Self::concat),
/// [`alt`](Self::alt) and [`repeat`](Self::repeat), so that: a `Concat` or `Alt`
/// has at least two items and none of its own kind directly inside; no `Empty`
/// is an item of a `Concat` or repeated; no two adjacent items of an `Alt` are both
/// `Set`; no `Repeat` has the bounds 1 and 1, or `max` 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Expr<R> {
    /// The empty text, `""`.
    Empty,
    /// One value of the set. Strings are concatenations of these.
    Set(ValueSet),
    /// A sequence.
    Concat(Vec<Expr<R>>),
    /// A choice, in order of preference.
    Alt(Vec<Expr<R>>),
    /// A repetition of at least `min` and at most `max` items; more are preferred.
    Repeat {
        /// The least number of items.
        min: u32,
        /// The greatest number of items, at least `min`; `None` means unbounded.
        max: Option<u32>,
        /// The repeated expression.
        body: Box<Expr<R>>,
    },
    /// A reference to a rule.
    Rule(R),
    /// A prose value (RFC 5234 section 4, prose-val). After `resolve`,
    /// only prose values that name no rule are left.
    Prose(Prose),
    /// An erroneous element that has been reported. Rules that need it cannot be compiled.
    Error,
}

/// A prose value with its span.
#[derive(Clone, Debug)]
pub struct Prose {
    /// The text between `<` and `>`.
    pub text: Box<str>,
    /// Its span.
    pub span: Span,
}

impl PartialEq for Prose {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}
impl Eq for Prose {}
impl PartialOrd for Prose {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Prose {
    fn cmp(&self, other: &Self) -> Ordering {
        self.text.cmp(&other.text)
    }
}

/// A use of a rule by name. Equal to another use of the same name elsewhere.
#[derive(Clone, Debug)]
pub struct Reference {
    /// The name as written here.
    pub name: RuleName,
    /// Its span.
    pub span: Span,
    /// Whether it is the `OWS` of a list of HTTP, which need not be defined.
    pub is_implied: bool,
}

impl PartialEq for Reference {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}
impl Eq for Reference {}
impl PartialOrd for Reference {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Reference {
    fn cmp(&self, other: &Self) -> Ordering {
        self.name.cmp(&other.name)
    }
}

/// A grammar whose references are names, the result of `lower`. `Display` prints ABNF that parses
/// back to an equal grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grammar {
    /// In order of first definition; names are unique.
    pub rules: Vec<Rule>,
    /// The encoding that the text states, if any.
    pub encoding: Option<Encoding>,
}

/// A rule with its incremental alternatives merged.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name.
    pub name: RuleName,
    /// The name at its first definition.
    pub span: Span,
    /// Its definition.
    pub expr: Expr<Reference>,
    /// The definition as ABNF text, for documentation: lines without common
    /// indentation and without comments, no final newline. If increments are
    /// merged, each definition begins a new line.
    pub text: String,
    /// The values above 7F, in the order of the text.
    pub non_ascii: Vec<NonAscii>,
    /// Whether the grammar only extends the rule, with `=/`. The rule itself belongs to an import
    /// or to the core rules.
    pub is_increment: bool,
    /// Its errors, in the order of the text. No list of findings repeats them.
    pub errors: Vec<Arc<Diagnostic>>,
}

/// A value above 7F, which can be an octet or a code point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NonAscii {
    /// The least value of the element.
    pub low: u32,
    /// The greatest value of the element.
    pub high: u32,
    /// Its span.
    pub span: Span,
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.expr, self.is_increment)
            == (&other.name, &other.expr, other.is_increment)
    }
}
impl Eq for Rule {}

/// A rule of a [`Resolved`] grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(pub(crate) u32);

impl RuleId {
    /// Makes the id of an index in [`Resolved::rules`], for hand-made grammars.
    pub const fn from_index(index: u32) -> Self {
        Self(index)
    }

    /// Returns the index in [`Resolved::rules`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a resolved rule was defined.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// In the grammar itself.
    Own,
    /// In the import of this name.
    Import(String),
    /// In RFC 5234 appendix B.1.
    Core,
    /// In another rule of the grammar, as a group without a name.
    Group,
}

/// A rule whose references are resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedRule {
    /// Its name.
    pub name: RuleName,
    /// The grammar that defines it.
    pub origin: Origin,
    /// The name at its definition; `None` for core rules.
    pub span: Option<Span>,
    /// Its definition.
    pub expr: Expr<RuleId>,
    /// See [`Rule::text`].
    pub text: String,
    /// The rule of another grammar that the definition extends with `=/`.
    pub extends: Option<RuleId>,
    /// Whether there is an error in the definition: an [`Expr::Error`].
    pub is_broken: bool,
    /// The errors of the definition. [`Resolved::errors`] has those that are reported.
    pub errors: Vec<Arc<Diagnostic>>,
}

/// A grammar in which every reference is a rule.
///
/// No duplicate, no undefined rule, no reversed range, `min <= max`, no
/// surrogate and nothing above 10FFFF. The order of rules is own, imports,
/// core, each in order of definition. All 16 core rules are present, even those that
/// the grammar redefines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    pub(crate) rules: Vec<ResolvedRule>,
    /// Whether values are octets or code points.
    pub encoding: Encoding,
    /// The errors of definitions, each once. No list of findings repeats them.
    pub errors: Vec<Arc<Diagnostic>>,
}

impl Resolved {
    /// Makes a grammar of own rules, for tests of later stages. The caller keeps the
    /// promises of [`Resolved`], except that the core rules may be missing.
    #[doc(hidden)]
    pub fn from_rules<'a>(
        encoding: Encoding,
        rules: impl IntoIterator<Item = (&'a str, Expr<RuleId>)>,
    ) -> Self {
        let rule = |(name, expr): (&str, _)| ResolvedRule {
            name: RuleName::new(name),
            origin: Origin::Own,
            span: None,
            expr,
            text: String::new(),
            extends: None,
            is_broken: false,
            errors: Vec::new(),
        };
        Self { rules: rules.into_iter().map(rule).collect(), encoding, errors: Vec::new() }
    }

    /// Adds an error of a definition, unless there are [`MAX_ERRORS`] already.
    pub(crate) fn report(&mut self, error: &Arc<Diagnostic>) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(Arc::clone(error));
        }
    }

    /// Iterates over all rules with their ids, in order.
    pub fn rules(&self) -> impl ExactSizeIterator<Item = (RuleId, &ResolvedRule)> {
        self.rules
            .iter()
            .enumerate()
            .map(|(i, rule)| (RuleId(u32::try_from(i).expect("rules are few")), rule))
    }

    /// Iterates over the grammar's own rules, in order of definition.
    pub fn own_rules(&self) -> impl Iterator<Item = (RuleId, &ResolvedRule)> {
        self.rules().filter(|(_, rule)| rule.origin == Origin::Own)
    }

    /// Returns the rule of a name, ignoring case: the grammar's own, else an
    /// import's, else a core rule.
    pub fn find(&self, name: &str) -> Option<RuleId> {
        let name = RuleName::new(name);
        self.rules().find(|(_, rule)| rule.name == name).map(|(id, _)| id)
    }

    /// Returns the result of [`find`](Self::find) for each folded name, for many lookups.
    pub fn names(&self) -> BTreeMap<&str, RuleId> {
        let mut names = BTreeMap::new();
        for (id, rule) in self.rules() {
            names.entry(rule.name.folded()).or_insert(id);
        }
        names
    }
}
