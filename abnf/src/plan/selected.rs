//! What is generated for one grammar, as plain data: the outcome of the stages from
//! [`exports`](super::exports) to [`inherit`](super::inherit), and what
//! [`model`](super::model) lays out.

use super::form::Form;
use super::told::{Lacking, Told};
use super::tree_plan::TreePlan;
use crate::automata::events::Transducer;
use crate::automata::language::Language;
use crate::automata::tagged::tdfa::Tdfa;
use crate::grammar::{RuleId, RuleName};
use crate::spec::{Engine, Locate};
use std::collections::BTreeMap;

/// What to generate code for.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The exported rules.
    pub rules: Vec<Selected>,
    /// The unions among their parts, each once.
    pub unions: Vec<Union>,
    /// What finds all rules of a text; none if nobody needs it.
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
    /// The file that defines the rule; none for the grammar's own.
    pub source: Option<String>,
    /// What the rule becomes.
    pub form: Form,
    /// The name of its type, unique in its module; empty for a constant.
    pub type_name: String,
    /// The name of the type that owns its texts, unique too; empty for a constant.
    pub buf_name: String,
    /// What it is; from the user.
    pub docs: Option<String>,
    /// Its language.
    pub language: Language,
    /// Why it needs the general engine; empty if it does not.
    pub obstacle: String,
    /// Whether it embeds itself and is regular all the same.
    pub is_solved: bool,
    /// How its texts are read.
    pub engine: Engine,
    /// Whether it is one of the [`entries`](super::entries).
    pub is_entry: bool,
    /// When its parts are located.
    pub locate: Locate,
    /// Its parts.
    pub view: View,
}

/// The parts of a rule.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// Locates the parts that occur once at most; none if there are none.
    pub tdfa: Option<Tdfa>,
    /// What the parts are for, in the order of the automaton.
    pub parts: Vec<SelectedPart>,
    /// The parts that are told while a text is read.
    pub repeated: Vec<SelectedRepetition>,
    /// For each rule of a part that has parts of its own, if the automaton of this rule
    /// has located them: in the order of the other's parts, which of its own has the texts
    /// of each of their rules.
    pub inherited: BTreeMap<RuleId, Vec<BTreeMap<RuleId, usize>>>,
    /// The parts that have no accessors.
    pub lacking: Vec<Lacking>,
    /// The rules of the definition whose texts are characters or white space.
    pub trifles: Vec<String>,
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
    /// The index of the part that this one is always inside of, if it is located through
    /// that one and not by the automaton.
    pub via: Option<usize>,
}

/// A part of a rule that is told while a text is read: one that may occur more than once, or
/// literals.
#[derive(Clone, Debug)]
pub struct SelectedRepetition {
    /// What it is; its rules are in the order of the transducer.
    pub part: SelectedPart,
    /// What its accessor gives.
    pub told: Told,
    /// The name of its iterator, unique in its module.
    pub iterator: String,
    /// Tells its occurrences.
    pub transducer: Transducer,
}

/// Several rules of which a part is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Union {
    /// The name of its type, unique in its module.
    pub type_name: String,
    /// Its rules.
    pub rules: Vec<RuleId>,
    /// Those of its rules that are literals.
    pub literals: BTreeMap<RuleId, SelectedLiteral>,
}

/// A literal that a part may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectedLiteral {
    /// The literal as ABNF.
    pub text: String,
    /// The name of its variant, unique in its union.
    pub variant: String,
}
