//! The reader: text to data.

use super::errors::ReadError;
use super::read_node::read_node;
use super::read_text::read_text;
use super::{Data, Plan};
use abnfc::plan::model::Datum;

/// Returns the data of a text of a rule.
///
/// # Errors
///
/// If the text does not match, or exceeds a limit of the data of recursive rules.
pub fn read(plan: &Plan, rule: usize, text: &[u8]) -> Result<Data, ReadError> {
    match plan.datum(rule) {
        Datum::Node(node) => read_node(plan, node, text),
        _ => read_text(plan, rule, text).ok_or(ReadError::Mismatch),
    }
}
