//! Whether data borrows, needs `alloc`, or has no equality: the contents of each record and choice.

use super::holds::Holds;
use super::record_types::{Datum, Field, NodeField, Records};
use super::scalars::Scalar;
use crate::plan::accessors::Count;

/// Computes what records and choices contain, until nothing changes.
pub(super) fn with_contents(mut found: Records) -> Records {
    loop {
        let before = found.clone();
        let of_datum = |datum: &Datum| match datum {
            Datum::Scalar { ty: Scalar::Float(_), .. } => Holds { float: true, ..Holds::default() },
            Datum::Text { .. } => Holds { text: true, ..Holds::default() },
            Datum::Decoded { .. } => Holds { text: true, list: true, ..Holds::default() },
            Datum::Record(rule) => before.record(*rule).map(|it| it.holds).unwrap_or_default(),
            Datum::Choice(union) => before.choice(*union).map(|it| it.holds).unwrap_or_default(),
            Datum::Node(node) => before.node(*node).map(|it| it.holds).unwrap_or_default(),
            Datum::NodeChoice(union) => {
                before.node_choice(*union).map(|it| it.choice.holds).unwrap_or_default()
            }
            Datum::Scalar { .. } | Datum::Flag => Holds::default(),
        };
        for record in &mut found.records {
            for Field { datum, count, .. } in &record.fields {
                let list = Holds { list: *count == Count::Many, ..Holds::default() };
                record.holds = record.holds.with(of_datum(datum)).with(list);
            }
        }
        for record in &mut found.nodes {
            for NodeField { field, .. } in &record.fields {
                record.holds = record.holds.with(of_datum(&field.datum));
            }
        }
        let of_nodes = found.node_choices.iter_mut().map(|it| &mut it.choice);
        for choice in found.choices.iter_mut().chain(of_nodes) {
            for datum in choice.variants.iter().flatten() {
                choice.holds = choice.holds.with(of_datum(datum));
            }
        }
        if found == before {
            return found;
        }
    }
}
