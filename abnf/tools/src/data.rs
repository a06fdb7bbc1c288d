//! Texts as data, and data as texts, without generated code: the plan of that code, interpreted.
//!
//! [`plan`] makes the plan of a grammar, [`read`] returns the data of a text, and [`write()`] a text
//! of some data. Both agree with `to_value` and `to_text` of generated code. [`json`] converts data
//! as the feature `serde` of generated code does.

mod decoded;
pub mod json;
mod place;
mod read;
mod refused;
mod shape;
mod write;

pub use decoded::{decode, encode};
pub use read::read;
pub use refused::refused;
pub use shape::shape;
pub use write::{WriteError, write};

use abnfc::compile::{Module, planned_model, planned_rule};
use abnfc::diagnostic::Diagnostics;
use abnfc::plan::model::{self, Datum, Model, Record};
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
    Plan { module, selection }
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
        match self.module.records.record(rule) {
            Some(record) => record.writer.is_some(),
            None => true,
        }
    }

    /// Returns the record of a rule whose data is one.
    fn record(&self, rule: usize) -> &Record {
        self.module.records.record(rule).expect("the data of the rule is a record")
    }

    /// Returns the form of the data of a rule.
    fn datum(&self, rule: usize) -> Datum {
        model::datum(&self.module.rules, &self.module.records, rule)
    }
}

#[cfg(test)]
mod tests;
