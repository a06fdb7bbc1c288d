//! The data of texts as plain data: the result of [`super::records`] and [`super::node_records`].

use super::Unit;
use super::holds::Holds;
use super::record_symbols::{Known, RecordWriter};
use super::scalars::Scalar;
use super::tree_table::TreePartKind;
use crate::plan::accessors::Count;

/// The data of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Records {
    /// The records, in the order of the rules.
    pub records: Vec<Record>,
    /// The choices, in the order of the unions.
    pub choices: Vec<Choice>,
    /// The records that are made of nodes, in their order.
    pub nodes: Vec<NodeRecord>,
    /// The choices of nodes, in the order of their unions.
    pub node_choices: Vec<NodeChoice>,
}

/// The data of a rule with parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The index of its rule.
    pub rule: usize,
    /// Its fields, in the order of the accessors.
    pub fields: Vec<Field>,
    /// The union of the only field, if every text has exactly one of its alternatives: then the data
    /// is that alternative. `None` if the data is a struct.
    pub alternatives: Option<usize>,
    /// The kinds of its contents.
    pub holds: Holds,
    /// The graph by which it is written. `None` if that takes too large a table.
    pub writer: Option<RecordWriter>,
}

impl Record {
    /// Returns what is known of a text that is written without going back.
    #[must_use]
    pub fn known(&self) -> Known {
        self.writer.as_ref().map_or(Known::Nothing, |it| it.known)
    }

    /// Returns the name of a field in a path to data.
    pub fn step<'a>(&self, field: &'a Field) -> &'a str {
        if self.alternatives.is_some() { "" } else { &field.name }
    }
}

/// The data of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name, which is that of the accessor.
    pub name: String,
    /// The number of occurrences.
    pub count: Count,
    /// The data of each occurrence.
    pub datum: Datum,
    /// The names of its alternatives in the grammar.
    pub of: Vec<String>,
}

/// The data of an enum of parts that are not all numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The index of the union.
    pub union: usize,
    /// The data of each alternative; `None` if it has one text, apart from the case of letters.
    pub variants: Vec<Option<Datum>>,
    /// The texts of each alternative without contents, the preferred one first.
    pub literals: Vec<Vec<Vec<u8>>>,
    /// The kinds of its contents.
    pub holds: Holds,
}

/// A piece of data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Datum {
    /// The number, character or truth value that `value` of this type returns.
    Scalar {
        /// The type of the text.
        of: String,
        /// The type of the value.
        ty: Scalar,
    },
    /// The text of this type.
    Text {
        /// The type of the text.
        of: String,
        /// Its unit.
        unit: Unit,
    },
    /// The decoded text that `value` of this type returns.
    Decoded {
        /// The type of the text.
        of: String,
        /// The unit of the value.
        unit: Unit,
    },
    /// The record of the rule with this index.
    Record(usize),
    /// The choice of the union with this index.
    Choice(usize),
    /// The record of the node with this index.
    Node(usize),
    /// The choice of the union of nodes with this index.
    NodeChoice(usize),
    /// Whether a literal, or a part with one text, is present.
    Flag,
}

/// The data of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeRecord {
    /// The index of the node.
    pub node: usize,
    /// The index of its rule. `None` for a group.
    pub rule: Option<usize>,
    /// Its fields.
    pub fields: Vec<NodeField>,
    /// As for [`Record`]; the union is one of trees.
    pub alternatives: Option<usize>,
    /// The kinds of its contents.
    pub holds: Holds,
    /// The graph by which it is written. `None` if that takes too large a table.
    pub writer: Option<RecordWriter>,
}

/// A field of the data of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeField {
    /// The field.
    pub field: Field,
    /// Its part.
    pub what: TreePartKind,
    /// Whether the data is in a box, because it would contain itself.
    pub is_boxed: bool,
}

/// The data of an enum of parts of nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeChoice {
    /// The choice; its union is one of trees.
    pub choice: Choice,
    /// Whether the data of each alternative is in a box.
    pub boxed: Vec<bool>,
}

impl NodeRecord {
    /// Returns what is known of a text that is written without going back.
    #[must_use]
    pub fn known(&self) -> Known {
        self.writer.as_ref().map_or(Known::Nothing, |it| it.known)
    }

    /// Returns the name of a field in a path to data.
    pub fn step<'a>(&self, field: &'a Field) -> &'a str {
        if self.alternatives.is_some() { "" } else { &field.name }
    }
}

impl Records {
    /// Returns the record of a rule.
    pub fn record(&self, rule: usize) -> Option<&Record> {
        self.records.iter().find(|it| it.rule == rule)
    }

    /// Returns the choice of a union.
    pub fn choice(&self, union: usize) -> Option<&Choice> {
        self.choices.iter().find(|it| it.union == union)
    }

    /// Iterates over the records that have the choice of a union in a field.
    pub fn holders(&self, union: usize) -> impl Iterator<Item = &Record> {
        let is_it = move |field: &Field| field.datum == Datum::Choice(union);
        self.records.iter().filter(move |record| record.fields.iter().any(is_it))
    }

    /// Returns the record of a node.
    pub fn node(&self, node: usize) -> Option<&NodeRecord> {
        self.nodes.iter().find(|it| it.node == node)
    }

    /// Returns the choice of a union of nodes.
    pub fn node_choice(&self, union: usize) -> Option<&NodeChoice> {
        self.node_choices.iter().find(|it| it.choice.union == union)
    }

    /// Iterates over the records of nodes that have the choice of a union in a field.
    pub fn node_holders(&self, union: usize) -> impl Iterator<Item = &NodeRecord> {
        let is_it = move |it: &NodeField| it.field.datum == Datum::NodeChoice(union);
        self.nodes.iter().filter(move |record| record.fields.iter().any(is_it))
    }

    /// Returns whether there is no data.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty() && self.nodes.is_empty()
    }
}
