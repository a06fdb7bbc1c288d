//! The settings of a compilation: everything that a user chooses, except the grammar itself.

mod cargo_feature;
mod notation;
mod piece_spec;
pub mod region;
mod restriction;
mod spec_source;
pub(crate) mod toml_text;
mod value_spec;

pub use cargo_feature::CargoFeature;
pub use notation::Dialect;
pub use piece_spec::{DecodedSpec, Invalid, Meaning, NumberedUnit, PieceSpec, Rest};
pub use restriction::{Condition, Restriction};
pub use spec_source::{SpecSource, SpecSpan};
pub use value_spec::{FloatType, IntegerType, LetterCase, ValueSpec, Values};
pub use value_spec::{ForeignType, ReadFunction};

use crate::limits::Limits;
use region::Region;
use std::collections::{BTreeMap, BTreeSet};

/// Options for reading a grammar file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Whether the grammar must be found inside a document.
    pub extract: Extract,
    /// The notation.
    pub dialect: Dialect,
    /// The meaning of values; `None` means that of the grammar.
    pub encoding: Option<Encoding>,
    /// Upper bounds.
    pub limits: Limits,
}

/// Whether the grammar must be found inside a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Extract {
    /// The whole file is grammar.
    #[default]
    No,
    /// Only some of its lines are.
    Yes,
    /// Only some of the lines in a part of the document are.
    From(Region),
}

/// The meaning of the values of a grammar (see [`crate::grammar::resolve`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Encoding {
    /// A byte.
    Octets,
    /// A Unicode scalar value, in UTF-8.
    Utf8,
}

/// A grammar whose rules another may use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Import {
    /// The name that `<rule, see [NAME]>` refers to.
    pub name: String,
    /// The file as the user named it, for messages.
    pub file: String,
    /// Its content.
    pub bytes: Vec<u8>,
    /// The rules that may be used; empty means all.
    pub rules: Vec<String>,
    /// Whether the grammar must be found inside a document; `None` means as for the importing
    /// grammar.
    pub extract: Option<Extract>,
    /// The notation; `None` means that of the importing grammar.
    pub dialect: Option<Dialect>,
    /// The imports that this one may use. `None` lets it use its sibling imports.
    pub imports: Option<Vec<Import>>,
}

/// A description of the code to generate for one grammar. The default exports every rule of the
/// grammar that can be compiled.
///
/// A value is plain data. A program that reads it from a file, such as TOML, maps each field
/// to a key and omits defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spec {
    /// Options for reading the grammar and its imports.
    pub read: ReadOptions,
    /// The grammars that the grammar may use.
    pub imports: Vec<Import>,
    /// The rules to export, with settings of their own. If one of these rules cannot be
    /// compiled, that is an error. Empty means all rules of the grammar, as if `others` were
    /// [`Others::Exported`].
    pub exports: Vec<Export>,
    /// The treatment of the grammar's own rules that `exports` does not list.
    pub others: Others,
    /// The engine of rules that `exports` does not list.
    pub engine: Engine,
    /// Whether rules have values that no export names.
    pub values: Values,
    /// Whether everything must compile: then a rule that is left out is an error, and so is an
    /// error in the definition of a rule that the crate does not need.
    pub strict: bool,
    /// The grammar's name in the generated documentation, such as `uri.abnf` or
    /// `RFC 2396`; never a path. Empty means the name of the grammar's file.
    pub title: String,
    /// The crate that the code goes into, for the examples in its documentation,
    /// which then run as tests. Without it there are no examples.
    pub crate_name: String,
    /// The feature of the crate that the module needs, if it is not the root. Empty if the
    /// module is always there.
    pub feature: String,
    /// Optional features of the run-time. Used in the root's spec only.
    pub extras: BTreeSet<Extra>,
    /// The Cargo features that the crate offers, out of [`CargoFeature::OPTIONAL`]. Used in the
    /// root's spec only.
    pub features: BTreeSet<CargoFeature>,
    /// The command that writes the generated files, for their first lines; empty means
    /// `abnfc build`. Used in the root's spec only.
    pub command: String,
    /// The figures that the documentation of rules shows above their definitions, by rulename in
    /// lower case: HTML, one line each, such as the diagrams of `abnfc_tools::diagram::figures`.
    pub figures: BTreeMap<String, String>,
    /// The spec file, if the settings come from one.
    pub source: SpecSource,
}

impl Spec {
    /// See [`Spec::command`].
    pub fn command(&self) -> &str {
        if self.command.is_empty() { "abnfc build" } else { &self.command }
    }
}

/// Optional features of generated code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extra {
    /// Lines of a buffer, each checked against a rule.
    Lines,
    /// Matchers for text that arrives in pieces.
    Push,
    /// Names of the slots, for hand-written code beside the generated code: the part of each slot,
    /// and whether the slot holds its beginning or its end.
    Slots,
    /// Trees of all rules; nested rules have them anyway.
    Trees,
}

/// The treatment of rules that are not listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Others {
    /// They are not exported.
    #[default]
    LeftOut,
    /// They are exported if they can be compiled.
    Exported,
}

/// A rule to generate code for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Export {
    /// Its rulename, in any case.
    pub rule: String,
    /// The name of the Rust type; `None` derives it from the rulename. A rule whose texts are
    /// single bytes becomes a constant set of bytes, and a type only if it has a name here
    /// or a [listed](Parts::Listed) part is made of it. Generated code compiles with any name, but
    /// in a program that imports all types of a crate, the type of a rule `option` hides Rust's
    /// `Option`: give that rule another name here.
    pub type_name: Option<String>,
    /// A description of the rule, for its documentation.
    pub docs: Option<String>,
    /// The parts that its type gives access to. A rule that the spec makes a number, a
    /// character or a byte has only those that are listed.
    pub parts: Parts,
    /// The value that its texts denote.
    pub value: ValueSpec,
    /// Its text where data of other rules is written that has no field for it. `None` means a
    /// shortest text that fits.
    pub written: Option<String>,
    /// The case in which its literals are written where they have letters. `None` means that of the
    /// grammar.
    pub letter_case: Option<LetterCase>,
    /// The conditions that its texts meet in addition to its definition, wherever the rule is used.
    pub restrictions: Vec<Restriction>,
    /// The engine that reads its texts.
    pub engine: Engine,
    /// The time at which its parts are located.
    pub locate: Locate,
    /// Whether trees show no rule inside of it.
    pub is_leaf: bool,
    /// The span of the request.
    pub span: SpecSpan,
    /// The span of its value.
    pub value_span: SpecSpan,
    /// The span of its written text.
    pub written_span: SpecSpan,
}

impl Export {
    /// Returns whether the compiler chooses the parts of the rule: the spec neither lists parts nor
    /// makes the rule a number, a character or a byte.
    pub fn has_default_parts(&self) -> bool {
        self.parts == Parts::Direct && !self.value.is_scalar()
    }
}

/// The time at which parts are located. All variants give the same parts: the preferred
/// derivation of a text contains the preferred derivation of each of its parts, since a
/// better derivation of the part would make a better derivation of the text.
///
/// Rules that share a tagged automaton have code for it only if the first of them is not
/// located on demand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Locate {
    /// During the check of the text. The view stores their offsets.
    #[default]
    AtOnce,
    /// A part that is always inside another part is located when that part is accessed, if
    /// its type has the inner part too; all others are located when the text is checked.
    Outermost,
    /// On each access. The view stores only its text, so obtaining the view as a part of
    /// another one costs nothing.
    OnDemand,
}

/// The engine that walks the automaton of a rule; see [`crate::plan::engines`]. The variants are
/// ordered by the amount of code: an automaton that several rules share has the greatest engine
/// that one of these rules requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Engine {
    /// By its table: the least code.
    Table,
    /// As code if the rule is one of the at most four [entries](crate::plan::engines::entries) of
    /// its grammar, except if no part needs code and the automaton fits into shifts. Otherwise by
    /// shifts if the automaton is small and fits, else by its table.
    #[default]
    Auto,
    /// By shifts if the automaton fits, in layers or as a whole, else by its table.
    Shift,
    /// Parts and long texts as code that skips runs of bytes, short texts by shifts if the
    /// automaton fits: usually the fastest, and by far the longest.
    Code,
}

/// The parts of a rule's texts that are located.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Parts {
    /// The exported rules that the definition itself names; the contents of a part are parts of
    /// that part. Those that are only characters are left out: a part that occurs once if all its
    /// texts have one byte, a repeated one if they have at most four bytes. A definition that is a
    /// choice of exported rules, or contains one such choice in a sequence, also gets their union,
    /// `kind`. For each choice of literals inside of the definition, `literal` returns which of
    /// them a text has; for an optional literal, an accessor such as `has_minus` returns whether a
    /// text has it. Parts that cannot be located are left out with a warning. Rules that recur have
    /// parts of the same kinds in trees.
    #[default]
    Direct,
    /// These parts, at any depth; it is an error if one cannot be located. An empty list means no
    /// parts. The parts of a nested rule are found in trees, and must occur directly inside of the
    /// rule.
    Listed(Vec<PartSpec>),
}

/// A part of a rule's texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartSpec {
    /// Its name, as a rulename; the accessor has the same name in snake case.
    pub name: String,
    /// The rules of which the part is a text; several rules make it a union. They must be exported
    /// too. If one occurrence is inside of another, only the outer one counts.
    pub rules: Vec<String>,
    /// For a union, the name of its enum. Parts of other rules may share the enum if they
    /// list the same rules; some of these may then be missing in one of them.
    /// `None` combines the names of the rule's type and the part.
    pub type_name: Option<String>,
    /// The span of its name.
    pub span: SpecSpan,
    /// The spans of its rules; empty if there is no spec file.
    pub rule_spans: Vec<SpecSpan>,
}

impl PartSpec {
    /// Returns the span of one of its rules.
    pub fn rule_span(&self, index: usize) -> SpecSpan {
        self.rule_spans.get(index).copied().unwrap_or_default()
    }
}

/// The manifest entries of a new crate. Missing entries have a default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Package {
    /// The name of the package.
    pub name: Option<String>,
    /// Its version, `0.1.0` by default.
    pub version: Option<String>,
    /// Its licence as an SPDX expression, `MIT OR Apache-2.0` by default.
    pub license: Option<String>,
    /// A description of one line.
    pub description: Option<String>,
    /// The address of its repository.
    pub repository: Option<String>,
    /// The features of its modules.
    pub features: BTreeSet<String>,
}
