//! The position in JSON of the value that has no text.

use super::json::whole;
use super::place::{NoData, Place};
use super::{Form, Plan, WriteError};
use abnfc::plan::model::Datum;

/// Returns the error that data has no text, with the position of the value that the error names in the
/// JSON of the data.
#[must_use]
pub fn refused(plan: &Plan, rule: usize, json: &str, error: &WriteError) -> NoData {
    let path = match error {
        WriteError::Refused(error) => error.field(),
        WriteError::TooLarge | WriteError::Value => "",
    };
    match whole(json) {
        Ok(whole) => named(plan, rule, whole, path).error(String::new(), error.to_string()),
        Err(error) => error,
    }
}

/// Returns the value that a path leads to, such as `items[1].name`; the value around it, if that lacks
/// it.
fn named<'a>(plan: &Plan, rule: usize, whole: Place<'a>, path: &str) -> Place<'a> {
    let (mut datum, mut place, mut rest) = (plan.datum(rule), whole, path);
    while !rest.is_empty() {
        match step(plan, &datum, &place, rest) {
            Some(next) => (datum, place, rest) = next,
            None => break,
        }
    }
    place
}

/// Follows a path by one field, or into an alternative, which has no name in paths. Returns the form of
/// the value there, the value, and the rest of the path.
fn step<'a, 'p>(
    plan: &Plan,
    datum: &Datum,
    place: &Place<'a>,
    path: &'p str,
) -> Option<(Datum, Place<'a>, &'p str)> {
    match datum {
        Datum::Record(_) | Datum::Node(_) => {
            let fields = match plan.form(datum) {
                Form::Alternatives(choice) => return step(plan, choice, place, path),
                Form::Fields(fields) => fields,
            };
            let (name, rest) = path.split_at(path.find(['.', '[']).unwrap_or(path.len()));
            let field = fields.into_iter().find(|field| field.name == name)?;
            let (_, value) = place.members()?.into_iter().find(|member| member.0 == name)?;
            let value = place.inside(value, String::new());
            let Some(rest) = rest.strip_prefix('[') else {
                return Some((field.datum.clone(), value, rest.trim_start_matches('.')));
            };
            let (index, rest) = rest.split_once(']')?;
            let item = *value.items()?.get(index.parse::<usize>().ok()?)?;
            let item = place.inside(item, String::new());
            Some((field.datum.clone(), item, rest.trim_start_matches('.')))
        }
        Datum::Choice(_) | Datum::NodeChoice(_) => {
            let (name, value) = place.members()?.into_iter().next()?;
            let alternatives = 0..plan.choice(datum).variants.len();
            let mut named = alternatives.filter(|index| plan.variant(datum, *index) == name);
            let datum = named.find_map(|index| plan.inner(datum, index))?.clone();
            Some((datum, place.inside(value, String::new()), path))
        }
        Datum::Scalar { .. } | Datum::Text { .. } | Datum::Decoded { .. } | Datum::Flag => None,
    }
}
