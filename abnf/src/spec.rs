//! What a user asks of a compilation, beside the grammar.

pub(crate) mod toml_text;

use crate::limits::Limits;
use std::collections::{BTreeMap, BTreeSet};

/// How to read a grammar file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Whether the grammar has to be found inside a document.
    pub extract: Extract,
    /// The notation.
    pub dialect: Dialect,
    /// What values are; none leaves it to the grammar.
    pub encoding: Option<Encoding>,
    /// Upper bounds.
    pub limits: Limits,
}

/// Whether the grammar has to be found inside a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extract {
    /// The whole file is grammar.
    #[default]
    No,
    /// Only some of its lines are.
    Yes,
}

/// What a value of a grammar is (see [`crate::grammar::resolve`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Encoding {
    /// A byte.
    Octets,
    /// A Unicode scalar value, in UTF-8.
    Utf8,
}

/// The notation of a grammar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// BNF if `|` separates the alternatives, else ABNF.
    #[default]
    Auto,
    /// RFC 5234 with RFC 7405.
    Abnf,
    /// The notation of RFC 822, RFC 1738 and RFC 2396.
    Bnf,
    /// ABNF with the lists of RFC 9110 section 5.6.1, `#element` and `1#element`, as
    /// senders have to write them: separated by one comma each, no empty elements.
    Http,
    /// As [`Http`](Self::Http), but as recipients have to accept them: with empty
    /// elements, which do not count.
    HttpLenient,
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
    /// Whether the grammar has to be found inside a document; none is as for the grammar
    /// that imports it.
    pub extract: Option<Extract>,
    /// The notation; none is that of the grammar that imports it.
    pub dialect: Option<Dialect>,
    /// The imports that this one may use, and no others. None lets the text use the imports
    /// that stand beside it.
    pub imports: Option<Vec<Import>>,
}

/// What to generate for one grammar. The default exports every rule of the grammar that
/// can be compiled.
///
/// A value is plain data. A program that reads it from a file, say TOML, maps each field
/// to a key and leaves out what has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spec {
    /// How to read the grammar and its imports.
    pub read: ReadOptions,
    /// The grammars that the grammar may use.
    pub imports: Vec<Import>,
    /// The rules to export, with settings of their own. That one of these cannot be
    /// compiled is an error. Empty means all rules of the grammar, as if `others` were
    /// [`Others::Exported`].
    pub exports: Vec<Export>,
    /// What happens to the grammar's own rules that `exports` does not list.
    pub others: Others,
    /// The engine of rules that `exports` does not list.
    pub engine: Engine,
    /// Whether everything has to compile: a rule that is left out is an error then, and so
    /// is an error in the definition of a rule that the crate does not need.
    pub strict: bool,
    /// The grammar's name in the generated documentation, say `uri.abnf` or
    /// `RFC 2396`; never a path. Empty means the name of the grammar's file.
    pub title: String,
    /// The crate that the code goes into, for the examples in its documentation,
    /// which then run as tests. Without it there are no examples.
    pub crate_name: String,
    /// The feature of the crate that the module needs, if it is not the root. Empty if the
    /// module is always there.
    pub feature: String,
    /// What the run-time offers beside what the rules need. Of the root's spec only.
    pub extras: BTreeSet<Extra>,
    /// The command that writes the generated files, for their first lines; empty means
    /// `abnfc build`. Of the root's spec only.
    pub command: String,
    /// What the documentation of rules shows above their definitions, by rulenames in lower case:
    /// HTML on one line each, such as the diagrams that `abnfc_tools::diagram::figures` draws.
    pub figures: BTreeMap<String, String>,
}

impl Spec {
    /// See [`Spec::command`].
    pub fn command(&self) -> &str {
        if self.command.is_empty() { "abnfc build" } else { &self.command }
    }
}

/// What generated code can offer beside the types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extra {
    /// Lines of a buffer, each checked against a rule.
    Lines,
    /// Matchers for text that arrives in pieces.
    Push,
    /// Trees of all rules; nested rules have them anyway.
    Trees,
}

/// What happens to rules that are not listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Others {
    /// They are not exported.
    #[default]
    LeftOut,
    /// They are exported as far as they can be compiled.
    Exported,
}

/// A rule to generate code for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Export {
    /// Its rulename, in any case.
    pub rule: String,
    /// The name of the Rust type; none makes one of the rulename. A rule whose texts are
    /// single bytes becomes a constant set of bytes, and a type only if it has a name here
    /// or a [listed](Parts::Listed) part is made of it. Generated code minds no name, but
    /// where a program imports all types of a crate, that of a rule `option` hides Rust's
    /// `Option`: give such a rule another name here.
    pub type_name: Option<String>,
    /// What the rule is, for its documentation.
    pub docs: Option<String>,
    /// The parts that its type gives access to.
    pub parts: Parts,
    /// How its texts are read.
    pub engine: Engine,
    /// When its parts are located.
    pub locate: Locate,
}

/// When the parts of a rule's texts are located. All are exact: the derivation of a part
/// that is preferred within a text is the one that is preferred for the part alone, since
/// a better one of the part would make a better one of the text.
///
/// Rules that share a tagged automaton have code for it only if the first of them is not
/// located on demand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Locate {
    /// When the text is checked. The view keeps where they lie.
    #[default]
    AtOnce,
    /// Parts that are always inside another part are located when that part is asked for,
    /// if its type has them too; the others when the text is checked.
    Outermost,
    /// When a part is asked for, each time. The view keeps only its text, so that getting
    /// the view as a part of another costs nothing.
    OnDemand,
}

/// How generated code walks the automaton of a rule; see [`crate::plan::engine`]. From the least
/// code to the most: an automaton that several rules share has the engine of the rule that asks
/// for most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Engine {
    /// By its table: the least code.
    Table,
    /// As code if the rule is one of the at most four [entries](crate::plan::entries) of its grammar,
    /// unless it has no parts and its automaton fits into shifts. Else by shifts where the automaton is
    /// small and fits, else by its table.
    #[default]
    Auto,
    /// By shifts where the automaton fits, in layers or as a whole, else by its table.
    Shift,
    /// Parts and long texts as code that skips runs of bytes, short texts by shifts where the
    /// automaton fits: mostly the fastest, and by far the longest.
    Code,
}

/// Which parts of a rule's texts are located.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Parts {
    /// The exported rules in the definition, except those that are only characters: a part
    /// that occurs once is left out if all its texts have one byte, a repeated one if they
    /// have at most four. A definition that is a choice of exported rules, or has one such
    /// choice in a row, also gets the union of these, `kind`. Parts that cannot be located
    /// are left out with a warning. Which literal of a choice inside of the definition a text
    /// has is `literal`, one literal for each choice, and whether it has a literal that may be
    /// missing is `has_` with the name of the literal, as `has_minus`. Rules that recur have
    /// parts of the same kinds in trees.
    #[default]
    Direct,
    /// These parts; one that cannot be located is an error. An empty list means no parts. Those
    /// of a nested rule are found in trees, and have to stand directly inside of the rule.
    Listed(Vec<PartSpec>),
}

/// A part of a rule's texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartSpec {
    /// Its name, as a rulename; the accessor is called the same in snake case.
    pub name: String,
    /// The rules whose texts the part is; a union if there are several. They must be
    /// exported too. Of two occurrences, one inside the other, the outer one counts.
    pub rules: Vec<String>,
    /// For a union, the name of its enum. Parts of other rules may share the enum if they
    /// list the same rules; some of these may then be missing in the one or the other.
    /// None makes a name of those of the rule's type and the part.
    pub type_name: Option<String>,
}

/// What the manifest of a new crate says; what is missing has a default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Package {
    /// The name of the package.
    pub name: Option<String>,
    /// Its version, `0.1.0` by default.
    pub version: Option<String>,
    /// Its licence as an SPDX expression, `MIT OR Apache-2.0` by default.
    pub license: Option<String>,
    /// One line about it.
    pub description: Option<String>,
    /// Where its source is.
    pub repository: Option<String>,
    /// The features of its modules.
    pub features: BTreeSet<String>,
}

impl Package {
    /// The features that every crate has; no module can have one of these names.
    pub const FEATURES: [&str; 6] = ["alloc", "std", "simd", "serde", "proptest", "arbitrary"];
}
