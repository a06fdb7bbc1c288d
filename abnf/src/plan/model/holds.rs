//! The contents of data, which determine the form of its type: whether it borrows, needs `alloc`, or has
//! an equality.

use super::records::{Datum, Field, Records};
use crate::plan::accessors::Count;

/// The contents that determine the form of a type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holds {
    /// Whether it borrows from the text.
    pub text: bool,
    /// Whether it contains lists or decoded text, which need `alloc`.
    pub list: bool,
    /// Whether it contains floats, which have no total equality.
    pub float: bool,
}

/// Computes what records and choices contain, until nothing changes.
pub(super) fn complete(found: &mut Records) {
    loop {
        let before = found.clone();
        let of_datum = |datum: &Datum| match datum {
            Datum::Number { ty, .. } => Holds { float: ty.starts_with('f'), ..Holds::default() },
            Datum::Text { .. } => Holds { text: true, ..Holds::default() },
            Datum::Decoded { .. } => Holds { text: true, list: true, ..Holds::default() },
            Datum::Record(rule) => before.record(*rule).map(|it| it.holds).unwrap_or_default(),
            Datum::Choice(union) => before.choice(*union).map(|it| it.holds).unwrap_or_default(),
            Datum::Flag => Holds::default(),
        };
        for record in &mut found.records {
            for Field { datum, count, .. } in &record.fields {
                let list = Holds { list: *count == Count::Many, ..Holds::default() };
                record.holds = record.holds.with(of_datum(datum)).with(list);
            }
        }
        for choice in &mut found.choices {
            for datum in choice.variants.iter().flatten() {
                choice.holds = choice.holds.with(of_datum(datum));
            }
        }
        if *found == before {
            return;
        }
    }
}

impl Holds {
    fn with(self, other: Self) -> Self {
        Self {
            text: self.text || other.text,
            list: self.list || other.list,
            float: self.float || other.float,
        }
    }
}
