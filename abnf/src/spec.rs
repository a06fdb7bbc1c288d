//! What a user asks of a compilation, beside the grammar.

use crate::limits::Limits;
use std::collections::BTreeSet;

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
    /// BNF where `|` stands outside of quotes and comments, else ABNF.
    #[default]
    Auto,
    /// RFC 5234 with RFC 7405.
    Abnf,
    /// The notation of RFC 822, RFC 1738 and RFC 2396.
    Bnf,
}

/// A grammar whose rules another may use.
#[derive(Clone, Debug)]
pub struct Import {
    /// The name that `<rule, see [NAME]>` refers to.
    pub name: String,
    /// As the user named the file, for messages.
    pub file: String,
    /// Its content.
    pub bytes: Vec<u8>,
    /// The rules that may be used; empty means all.
    pub rules: Vec<String>,
}

/// What to generate.
#[derive(Clone, Debug, Default)]
pub struct Spec {
    /// How to read the grammar and its imports.
    pub read: ReadOptions,
    /// The grammars it may use.
    pub imports: Vec<Import>,
    /// The rules to export; empty means all of the grammar's own.
    pub exports: Vec<Export>,
    /// The grammar's name in the generated documentation, say `uri.abnf` or
    /// `RFC 2396`; never a path.
    pub title: String,
    /// The crate that the code goes into, for the examples in its documentation,
    /// which then run as tests. Empty if that is not known; there are no examples
    /// then.
    pub crate_name: String,
    /// The feature of the crate that the module needs, if it is not the root. Empty if the
    /// module is always there.
    pub feature: String,
    /// What the run-time offers beside what the rules need. Of the root's spec only.
    pub extras: BTreeSet<Extra>,
    /// The command that writes the generated files, for their first lines; empty means
    /// `abnfc build`. Of the root's spec only.
    pub command: String,
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
}

/// A rule to generate code for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Export {
    /// Its rulename, in any case.
    pub rule: String,
    /// The Rust type's name; none makes one of the rulename.
    pub type_name: Option<String>,
    /// What it is, for its documentation.
    pub docs: Option<String>,
    /// The parts that its type gives access to.
    pub parts: Parts,
    /// How its texts are read.
    pub engine: Engine,
    /// When its parts are located.
    pub locate: Locate,
}

/// When the parts of a rule's texts are located. Rules that share a tagged automaton have
/// code for it only if the first of them is not located on demand. All are exact: the derivation of a part
/// that is preferred within a text is the one that is preferred for the part alone, since
/// a better one of the part would make a better one of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Locate {
    /// When the text is checked. The view keeps where they lie.
    #[default]
    AtOnce,
    /// Those that are always inside another part are located when that one is asked for,
    /// if it has them too; the others when the text is checked.
    Outermost,
    /// When one is asked for, each time. The view keeps only its text, so that it costs
    /// nothing to get it as a part of another.
    OnDemand,
}

/// How generated code walks the automaton of a rule; see [`crate::plan::engine`]. Rules that
/// share an automaton have the engine of the one that is exported first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// By shifts where the automaton fits, and as code where that is not too much.
    #[default]
    Auto,
    /// By its table: the least code.
    Table,
    /// By shifts where the automaton fits, in layers or as a whole, else by its table.
    Shift,
    /// As [`Auto`](Self::Auto), but as code also where that is much, up to 192 states.
    Code,
}

/// Which parts of a rule's texts are located.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Parts {
    /// The exported rules in its definition, save those that are only characters: a
    /// part that occurs once is left out where all its texts have one byte, one that
    /// repeats where they have at most four. A definition that is a choice of exported
    /// rules, or has one such choice in a row, also gets the union of these, `kind`.
    /// A rule that is too large to have its parts located has none, with a warning.
    #[default]
    Direct,
    /// These; what cannot be located is an error.
    Listed(Vec<PartSpec>),
}

/// A part of a rule's texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartSpec {
    /// As a rulename; the accessor is called the same in snake case.
    pub name: String,
    /// The rules whose texts it is; a union if there are several. They must be
    /// exported too. Of two occurrences, one inside the other, the outer one counts.
    pub rules: Vec<String>,
    /// For a union, the name of its enum, which parts of other rules may share if they
    /// list the same rules; then some of these may be missing in the one or the other.
    /// None makes a name of those of the rule's type and the part.
    pub type_name: Option<String>,
}
