//! The writer: data to text.

use super::errors::WriteError;
use super::write_node::write_node;
use super::write_text::{with_record, written_piece};
use super::{Data, Plan};
use abnfc::plan::model::{Datum, Known, Record};
use abnfc_runtime::compiler::{self, Output, Record as _};

/// Returns a text of a rule with this data.
///
/// # Errors
///
/// If there is none.
///
/// # Panics
///
/// If the data does not have the form of the rule's data.
pub fn write(plan: &Plan, rule: usize, data: &Data) -> Result<Vec<u8>, WriteError> {
    let datum = plan.datum(rule);
    if let Datum::Node(node) = datum {
        return write_node(plan, node, data);
    }
    let Datum::Record(_) = datum else {
        let mut out = Output::default();
        return match written_piece(plan, &datum, rule, data, &mut out) {
            Ok(()) => Ok(out.text),
            Err(_) => Err(WriteError::Value),
        };
    };
    if !plan.is_written(rule) {
        return Err(WriteError::TooLarge);
    }
    let text = with_record(plan, rule, data, |record| {
        let known = plan.module.records.record(rule).map_or(Known::Nothing, Record::known);
        debug_assert!(
            known == Known::Nothing
                || compiler::direct(record).is_none_or(|it| record.difference(&it).is_none()),
            "the text of {data:?} must be read back"
        );
        debug_assert!(
            known < Known::Text
                || compiler::direct(record)
                    .is_none_or(|it| plan.selection.rules[rule].language.check(&it).is_ok()),
            "the text of {data:?} does not match"
        );
        compiler::text(record)
    });
    text.map_err(WriteError::Refused)
}
