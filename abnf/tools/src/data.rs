//! Texts as data, and data as texts, without generated code: the plan of that code, interpreted.
//!
//! [`plan`] makes the plan of a grammar, [`read`] returns the data of a text, and [`write()`] a text
//! of some data. Both agree with `to_value` and `to_text` of generated code. [`json`] converts data
//! as the feature `serde` of generated code does.

mod decoded;
mod errors;
pub mod json;
mod place;
mod read;
mod read_node;
mod read_text;
mod refused;
mod shape;
mod write;
mod write_node;
mod write_text;

pub use decoded::{decode, encode};
pub use errors::{ReadError, WriteError};
pub use read::read;
pub use refused::refused;
pub use shape::shape;
pub use write::write;

use abnfc::automata::trees::derive::Tables;
use abnfc::compile::{Module, planned_model, planned_rule};
use abnfc::diagnostic::Diagnostics;
use abnfc::plan::model::{
    self, Alternative, Choice, Datum, Field, Model, Record, Shown, TreeTable,
};
use abnfc::plan::parts::selected::{Input, Selection};

/// The data of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// A part that is absent.
    Absent,
    /// A truth value, or whether a literal is present.
    Flag(bool),
    /// An integer.
    Integer {
        /// Whether it is below zero.
        is_negative: bool,
        /// Its magnitude.
        magnitude: u128,
    },
    /// A character.
    Char(char),
    /// A number of single precision.
    Single(f32),
    /// A number of double precision.
    Double(f64),
    /// A text, or the value of a text whose pieces have meanings.
    Text(Vec<u8>),
    /// The values of a part that repeats.
    List(Vec<Self>),
    /// The fields of a record, in its order.
    Record(Vec<Self>),
    /// The alternative of a choice with this index, and its data; a literal has none.
    Alternative(usize, Option<Box<Self>>),
}

/// The plan of a grammar's data.
#[derive(Clone, Debug)]
pub struct Plan {
    module: model::Module,
    selection: Selection,
    /// The tables of trees. `None` if there are none.
    trees: Option<Tables>,
}

/// Plans the data of the rules of a grammar.
///
/// # Errors
///
/// Those of the compiler.
pub fn plan(module: &Module<'_>) -> Result<Plan, Diagnostics> {
    planned_model(&[*module]).map(|(model, inputs, _)| of(model, inputs))
}

/// Plans the data of a rule of a grammar, and of the rules that it uses.
///
/// # Errors
///
/// Those of the compiler.
pub fn plan_of(module: &Module<'_>, rule: &str) -> Result<Plan, Diagnostics> {
    planned_rule(module, rule).map(|(model, inputs, _)| of(model, inputs))
}

fn of(model: Model, inputs: Vec<Input>) -> Plan {
    let module = model.modules.into_iter().last();
    let selection = inputs.into_iter().last().map(|input| input.selection);
    let (module, selection) = module.zip(selection).expect("there is a module");
    let trees = selection.trees.as_ref().map(|it| Tables::new(it.trees.clone()));
    Plan { module, selection, trees }
}

impl Plan {
    /// Returns the number of a rule by its name. `None` if the rule is a constant or has no
    /// automaton.
    #[must_use]
    pub fn rule(&self, name: &str) -> Option<usize> {
        self.module.rules.iter().position(|rule| rule.name.eq_ignore_ascii_case(name))
    }

    /// Returns whether the data of a rule can be written.
    #[must_use]
    pub fn is_written(&self, rule: usize) -> bool {
        let records = &self.module.records;
        match self.datum(rule) {
            Datum::Record(rule) => records.record(rule).is_some_and(|it| it.writer.is_some()),
            Datum::Node(node) => records.node(node).is_some_and(|it| it.writer.is_some()),
            _ => true,
        }
    }

    /// Returns the record of a rule whose data is one.
    fn record(&self, rule: usize) -> &Record {
        self.module.records.record(rule).expect("the data of the rule is a record")
    }

    /// Returns the form of a record.
    fn form(&self, datum: &Datum) -> Form<'_> {
        let (is_choice, fields): (bool, Vec<&Field>) = match *datum {
            Datum::Node(node) => {
                let record = self.module.records.node(node).expect("the node has data");
                let fields = record.fields.iter().map(|it| &it.field).collect();
                (record.alternatives.is_some(), fields)
            }
            Datum::Record(rule) => {
                let record = self.record(rule);
                (record.alternatives.is_some(), record.fields.iter().collect())
            }
            _ => unreachable!("other data has no fields"),
        };
        if is_choice { Form::Alternatives(&fields[0].datum) } else { Form::Fields(fields) }
    }

    /// Returns a choice.
    fn choice(&self, datum: &Datum) -> &Choice {
        let records = &self.module.records;
        let found = match *datum {
            Datum::Choice(union) => records.choice(union),
            Datum::NodeChoice(union) => records.node_choice(union).map(|it| &it.choice),
            _ => None,
        };
        found.expect("the data is a choice")
    }

    /// Returns the name of an alternative of a choice.
    fn variant(&self, datum: &Datum, index: usize) -> &str {
        match (datum, &self.module.trees) {
            (Datum::NodeChoice(union), Some(trees)) => {
                let (number, literal) = &trees.unions[*union].alternatives[index];
                literal.as_deref().unwrap_or_else(|| self.shown(trees, *number))
            }
            _ => match &self.module.unions[self.choice(datum).union].alternatives[index] {
                Alternative::Rule(rule) => &self.module.rules[*rule].type_name,
                Alternative::Literal { variant, .. } => variant,
            },
        }
    }

    /// Returns the name of the type of a rule or group in trees.
    fn shown<'a>(&'a self, trees: &'a TreeTable, number: usize) -> &'a str {
        match &trees.shown[number] {
            Shown::Rule(rule) => &self.module.rules[*rule].type_name,
            Shown::Group { type_name: name, .. } | Shown::Literal(name) => name,
        }
    }

    /// Returns the form of the data of an alternative; `None` for a literal.
    fn inner(&self, datum: &Datum, index: usize) -> Option<&Datum> {
        self.choice(datum).variants[index].as_ref()
    }

    /// Returns the form of the data of a rule.
    fn datum(&self, rule: usize) -> Datum {
        model::datum(&self.module.rules, &self.module.records, rule)
    }
}

/// The form of a record.
enum Form<'a> {
    /// A choice alone.
    Alternatives(&'a Datum),
    /// Fields.
    Fields(Vec<&'a Field>),
}

#[cfg(test)]
mod tests;
