//! The representations of a grammar: [`Grammar`], the result of `lower`, and [`Resolved`], the
//! result of `resolve`.
//!
//! Both consist of [`Expr`] trees, which are generic over the kind of reference: a
//! [`Reference`] by name after `lower`, a [`RuleId`] after `resolve`. Values are
//! numbers; `resolve` decides whether they are octets or code points.
// Long because every stage reads these types, which refer to each other.

mod build;
pub mod core_rules;
mod display;
pub mod facts;
pub mod filter;
pub mod lint;
pub mod lower;
mod map;
pub mod readable;
pub mod resolve;
pub mod structure;
pub mod suggest;
pub mod syntax;
pub mod uses;
mod values;

pub use crate::spec::Encoding;
pub use map::Leaf;
pub use values::ValueSet;

use crate::diagnostic::{Diagnostic, MAX_ERRORS, Span};
use filter::Filter;
use lower::WhiteSpace;
use resolve::UnresolvedProse;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Index;
use std::sync::Arc;
use syntax::ListForm;

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
    /// One value of the set. Strings are concatenations of sets.
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
    /// Its meaning if no rule has the name: the white space of a list need not be defined.
    pub default: Option<WhiteSpace>,
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

impl Grammar {
    /// Returns the errors in definitions, in the order of the rules.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.rules.iter().flat_map(|rule| &rule.errors).map(AsRef::as_ref)
    }
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
    /// The form of the lists in [`text`](Self::text); `None` if there are none.
    pub lists: Option<ListForm>,
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

/// The origin of a resolved rule.
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
    /// The texts of the definition that the rule has; `None` means all. A rule with a filter does
    /// not contain itself. Functions of definitions alone do not read it.
    pub filter: Option<Arc<Filter>>,
    /// See [`Rule::text`].
    pub text: String,
    /// See [`Rule::lists`].
    pub lists: Option<ListForm>,
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
/// surrogate and nothing above 10FFFF. Expressions are as the constructors make them, such as
/// [`Expr::repeat`], so rebuilding one changes nothing. The order of rules is own, imports,
/// core, each in order of definition. All 16 core rules are present, even those that
/// the grammar redefines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    pub(crate) rules: Vec<ResolvedRule>,
    /// Whether values are octets or code points.
    pub encoding: Encoding,
    /// The errors of definitions, each once. No list of findings repeats them.
    pub errors: Vec<Arc<Diagnostic>>,
    /// The prose values of own rules that name no rule, in the order of the rules. No list of
    /// findings has them.
    pub prose: Vec<UnresolvedProse>,
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
            filter: None,
            text: String::new(),
            lists: None,
            extends: None,
            is_broken: false,
            errors: Vec::new(),
        };
        let rules = rules.into_iter().map(rule).collect();
        Self { rules, encoding, errors: Vec::new(), prose: Vec::new() }
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

impl Resolved {
    /// Appends a rule. The caller keeps the invariants of [`Resolved`].
    pub fn push(&mut self, rule: ResolvedRule) -> RuleId {
        let id = RuleId(u32::try_from(self.rules.len()).expect("rules are numbered in 32 bits"));
        self.rules.push(rule);
        id
    }

    /// Restricts a rule that does not contain itself to some texts of its definition, at least one.
    pub fn restrict(&mut self, rule: RuleId, filter: Filter) {
        self.rules[rule.index()].filter = Some(Arc::new(filter));
    }

    /// Replaces the definition of a rule. The caller keeps the invariants of [`Resolved`].
    pub fn redefine(&mut self, rule: RuleId, expr: Expr<RuleId>) {
        self.rules[rule.index()].expr = expr;
    }
}

impl Index<RuleId> for Resolved {
    type Output = ResolvedRule;
    fn index(&self, id: RuleId) -> &ResolvedRule {
        &self.rules[id.index()]
    }
}
