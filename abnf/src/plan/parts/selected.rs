//! The rules of one grammar to generate code for, as plain data: the input of
//! [`model`](crate::plan::model).

use super::tree_plan::TreePlan;
use super::unions::Union;
use crate::automata::events::Transducer;
use crate::automata::language::Language;
use crate::automata::tagged::tdfa::Tdfa;
use crate::grammar::{Encoding, RuleId, RuleName};
use crate::plan::accessors::{AccessorKind, Lacking};
use crate::plan::exports::form::Form;
use crate::plan::parts::leaf_values::Value;
use crate::plan::parts::writers::Writer;
use crate::spec::{Engine, Locate, Values};
use std::collections::BTreeMap;

/// The input for one module.
#[derive(Clone, Debug)]
pub struct Input {
    /// The module below the root; empty for the root itself.
    pub module: String,
    /// The grammar's name.
    pub title: String,
    /// The crate that the code goes into; empty if that is not known.
    pub crate_name: String,
    /// Whether values are octets or code points.
    pub encoding: Encoding,
    /// The feature of the crate that the module needs. `None` if it is always compiled.
    pub feature: Option<String>,
    /// The rules that have values.
    pub values: Values,
    /// The rules to export, in order, and the unions among their parts.
    pub selection: Selection,
    /// See [`Spec::figures`](crate::spec::Spec::figures).
    pub figures: BTreeMap<String, String>,
}

/// The rules of a module.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The exported rules.
    pub rules: Vec<Selected>,
    /// The unions among their parts, each once.
    pub unions: Vec<Union>,
    /// The trees. `None` if no rule has trees.
    pub trees: Option<TreePlan>,
}

/// A rule to generate code for.
#[derive(Clone, Debug)]
pub struct Selected {
    /// The rule in the grammar.
    pub id: RuleId,
    /// Its name.
    pub name: RuleName,
    /// Its definition as text.
    pub text: String,
    /// The file that defines the rule. `None` for rules of the grammar itself.
    pub source: Option<String>,
    /// The form of the rule in generated code.
    pub form: Form,
    /// The name of its type, unique in its module; empty for a constant.
    pub type_name: String,
    /// The name of the type that owns its texts, unique too; empty for a constant.
    pub buf_name: String,
    /// Its description by the user.
    pub docs: Option<String>,
    /// Sentences about its restrictions.
    pub restrictions: String,
    /// Its language.
    pub language: Language,
    /// A text that is easy to read; see [`crate::grammar::readable`].
    pub readable: Option<Vec<u8>>,
    /// The reason why it needs the general engine; empty if it does not.
    pub obstacle: String,
    /// Whether it is regular although it embeds itself.
    pub is_solved: bool,
    /// The engine that matches its texts.
    pub engine: Engine,
    /// Whether it is one of the [`entries`](crate::plan::engines::entries).
    pub is_entry: bool,
    /// The time at which its parts are located.
    pub locate: Locate,
    /// The value that its texts denote. `None` if they are only text.
    pub value: Option<Value>,
    /// The writer of its data. `None` if it has no data.
    pub writer: Option<Writer>,
    /// Its parts.
    pub view: View,
}

/// The parts of a rule.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// Locates the parts that occur at most once. `None` if there are none.
    pub tdfa: Option<Tdfa>,
    /// The same for rules whose automata were [joined](super::join).
    pub joint: Option<usize>,
    /// The parts that occur at most once, in the order of the automaton.
    pub parts: Vec<SelectedPart>,
    /// The parts that are located by reading the text.
    pub repeated: Vec<SelectedRepetition>,
    /// Locates the pieces of decoded text. `None` if the rule has no pieces.
    pub pieces: Option<Transducer>,
    /// The parts of its parts that its own automaton has located; see
    /// [`Inherited`](super::inherit::Inherited).
    pub inherited: BTreeMap<RuleId, Vec<BTreeMap<RuleId, usize>>>,
    /// The parts without accessors.
    pub lacking: Vec<Lacking>,
    /// The rules of the definition whose texts are characters or white space.
    pub without_accessors: Vec<String>,
}

/// A part of a rule.
#[derive(Clone, Debug)]
pub struct SelectedPart {
    /// Its name.
    pub name: String,
    /// The name of its method.
    pub accessor: String,
    /// Its rules.
    pub rules: Vec<RuleId>,
    /// If the part has several rules, the index of the union.
    pub union: Option<usize>,
    /// The index of the part through which it is located, if the automaton does not locate it. It
    /// is always inside of that part.
    pub via: Option<usize>,
}

/// A part that is located by reading the text: one that may occur more than once, or a group of
/// literals.
#[derive(Clone, Debug)]
pub struct SelectedRepetition {
    /// The part. Its rules are in the order of the transducer.
    pub part: SelectedPart,
    /// The kind of its accessor.
    pub kind: AccessorKind,
    /// The name of its iterator, unique in its module.
    pub iterator: String,
    /// Locates its occurrences.
    pub transducer: Transducer,
}
