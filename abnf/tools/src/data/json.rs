//! Data to JSON and back, in the form that serde gives the data of generated code: records are
//! objects, lists are arrays, an alternative is an object with one member or, for a literal, a
//! string. Text is a string, and octets that are not UTF-8 are an array of bytes. Numbers that JSON does
//! not have, infinities and NaN, are strings.
//!
//! JSON is read piece by piece, as the plan requires: integers have up to 128 bits, and an error has the
//! position of the value.

pub use super::place::NoData;

use super::place::Place;
use super::{Data, Form, Plan};
use abnfc::plan::accessors::Count;
use abnfc::plan::model::{Datum, Field, Scalar, Unit};
use abnfc::spec::FloatType;
use abnfc_runtime::compiler::MAX_LEVELS;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::collections::BTreeSet;

/// Data of a rule, which serializes as JSON.
#[derive(Clone, Copy, Debug)]
pub struct Json<'a> {
    plan: &'a Plan,
    of: Of<'a>,
    data: &'a Data,
}

#[derive(Clone, Copy, Debug)]
enum Of<'a> {
    Rule(usize),
    Datum(&'a Datum),
}

/// Returns the data of a rule as JSON.
#[must_use]
pub const fn to_json<'a>(plan: &'a Plan, rule: usize, data: &'a Data) -> Json<'a> {
    Json { plan, of: Of::Rule(rule), data }
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let plan = self.plan;
        let inside = |datum, data| Json { plan, of: Of::Datum(datum), data };
        let of_rule;
        let datum = match self.of {
            Of::Datum(datum) => datum,
            Of::Rule(rule) => {
                of_rule = plan.datum(rule);
                &of_rule
            }
        };
        match (datum, self.data) {
            (_, Data::Absent) => serializer.serialize_none(),
            (_, Data::Flag(is_present)) => serializer.serialize_bool(*is_present),
            (_, &Data::Integer { is_negative, magnitude }) => match i128::try_from(magnitude) {
                Ok(number) if is_negative => serializer.serialize_i128(-number),
                _ if is_negative => serializer.serialize_i128(i128::MIN),
                _ => serializer.serialize_u128(magnitude),
            },
            (_, &Data::Char(character)) => serializer.serialize_char(character),
            (_, &Data::Single(number)) if number.is_finite() => serializer.serialize_f32(number),
            (_, &Data::Double(number)) if number.is_finite() => serializer.serialize_f64(number),
            (_, Data::Single(number)) => serializer.collect_str(number),
            (_, Data::Double(number)) => serializer.collect_str(number),
            (_, Data::Text(text)) => match str::from_utf8(text) {
                Ok(text) => serializer.serialize_str(text),
                Err(_) => text.serialize(serializer),
            },
            (datum, Data::List(items)) => {
                serializer.collect_seq(items.iter().map(|it| inside(datum, it)))
            }
            (datum, Data::Record(data)) => match plan.form(datum) {
                Form::Alternatives(datum) => inside(datum, &data[0]).serialize(serializer),
                Form::Fields(fields) => {
                    let members = fields.iter().zip(data);
                    serializer
                        .collect_map(members.map(|(it, data)| (&it.name, inside(&it.datum, data))))
                }
            },
            (datum @ (Datum::Choice(_) | Datum::NodeChoice(_)), Data::Alternative(index, data)) => {
                let name = plan.variant(datum, *index);
                match (plan.inner(datum, *index), data) {
                    (Some(datum), Some(data)) => {
                        serializer.collect_map([(name, inside(datum, data))])
                    }
                    _ => name.serialize(serializer),
                }
            }
            _ => unreachable!("data has the form of its rule"),
        }
    }
}

/// The greatest number of values around another one: at each level of data, at most a struct or enum,
/// and a list around it. The limit keeps the call stack small.
const MAX_DEPTH: usize = 2 * MAX_LEVELS;

/// Returns the data of a rule that JSON has. Time is linear in the text, times the depth of records.
///
/// # Errors
///
/// If the text is no JSON, has another form, or is nested more deeply than data can be.
pub fn from_json(plan: &Plan, rule: usize, json: &str) -> Result<Data, NoData> {
    data(plan, &plan.datum(rule), &whole(json)?)
}

/// Returns the value that is all of a text.
pub(super) fn whole(json: &str) -> Result<Place<'_>, NoData> {
    let whole: &RawValue = serde_json::from_str(json).map_err(|error| NoData {
        line: error.line(),
        column: error.column(),
        path: String::new(),
        reason: without_place(&error),
    })?;
    Ok(Place { json, value: whole.get(), path: String::new(), depth: 0 })
}

/// Returns the message of an error of syntax without its position.
fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.split(" at line ").next().unwrap_or_default().to_owned()
}

fn data(plan: &Plan, datum: &Datum, place: &Place<'_>) -> Result<Data, NoData> {
    if place.depth > MAX_DEPTH {
        let reason = format!("the data is nested deeper than {MAX_LEVELS} levels");
        return Err(place.error(String::new(), reason));
    }
    let found = match datum {
        Datum::Flag | Datum::Scalar { ty: Scalar::Bool, .. } => {
            place.read().map(Data::Flag).ok_or("true or false")
        }
        Datum::Scalar { ty: Scalar::Char, .. } => {
            place.read().map(Data::Char).ok_or("a string of one character")
        }
        Datum::Scalar { ty: Scalar::Float(FloatType::F32), .. } => {
            place.number().and_then(|it| it.parse().ok()).map(Data::Single).ok_or("a number")
        }
        Datum::Scalar { ty: Scalar::Float(FloatType::F64), .. } => {
            place.number().and_then(|it| it.parse().ok()).map(Data::Double).ok_or("a number")
        }
        Datum::Scalar { ty: Scalar::Integer(_), .. } => {
            place.number().and_then(|it| integer(&it)).ok_or("an integer of at most 128 bits")
        }
        Datum::Text { unit, .. } | Datum::Decoded { unit, .. } => text(*unit, place),
        Datum::Record(_) | Datum::Node(_) => return record(plan, datum, place),
        Datum::Choice(_) | Datum::NodeChoice(_) => return alternative(plan, datum, place),
    };
    found.map_err(|what| place.expected(what))
}

fn integer(text: &str) -> Option<Data> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let magnitude = digits.parse().ok().filter(|_| digits.bytes().all(|it| it.is_ascii_digit()))?;
    Some(Data::Integer { is_negative: is_negative && magnitude > 0, magnitude })
}

fn text(unit: Unit, place: &Place<'_>) -> Result<Data, &'static str> {
    match (unit, place.value.as_bytes().first()) {
        (Unit::Bytes, Some(b'[')) => place.read().map(Data::Text).ok_or("bytes, 0 to 255"),
        _ => place.read().map(|text: String| Data::Text(text.into_bytes())).ok_or("a string"),
    }
}

fn record(plan: &Plan, datum: &Datum, place: &Place<'_>) -> Result<Data, NoData> {
    let fields = match plan.form(datum) {
        Form::Alternatives(datum) => {
            return Ok(Data::Record(vec![alternative(plan, datum, place)?]));
        }
        Form::Fields(fields) => fields,
    };
    let members = place.members().ok_or_else(|| place.expected("an object"))?;
    let mut seen = BTreeSet::new();
    if let Some((name, value)) = members.iter().find(|(name, _)| !seen.insert(name)) {
        let path = place.path_to(&name.escape_debug().to_string());
        return Err(place.inside(value, path).expected("the member once"));
    }
    if let Some((name, _)) = members.iter().find(|it| fields.iter().all(|f| f.name != it.0)) {
        let known: Vec<_> = fields.iter().map(|it| format!("`{}`", it.name)).collect();
        let name = name.escape_debug();
        return Err(place.expected(&format!("one of {}, not `{name}`", known.join(", "))));
    }
    let field = |it: &Field| {
        let path = place.path_to(&it.name);
        match members.iter().find(|(name, _)| *name == it.name) {
            Some((_, value)) => field(plan, it, &place.inside(value, path)),
            // The object lacks the field.
            None => absent(it, &Place { path, ..*place }),
        }
    };
    Ok(Data::Record(fields.into_iter().map(field).collect::<Result<_, _>>()?))
}

/// Returns the data of a field.
fn field(plan: &Plan, field: &Field, place: &Place<'_>) -> Result<Data, NoData> {
    if place.is_null() {
        return absent(field, place);
    }
    if field.count != Count::Many {
        return data(plan, &field.datum, place);
    }
    let items = place.items().ok_or_else(|| place.expected("an array"))?.into_iter().enumerate();
    let item = |(index, item)| {
        data(plan, &field.datum, &place.inside(item, format!("{}[{index}]", place.path)))
    };
    Ok(Data::List(items.map(item).collect::<Result<_, _>>()?))
}

/// Returns the data of a field without a value. It may lack one that is null, false or empty.
fn absent(field: &Field, place: &Place<'_>) -> Result<Data, NoData> {
    match (field.count, &field.datum) {
        (Count::Many, _) => Ok(Data::List(Vec::new())),
        (_, Datum::Flag) => Ok(Data::Flag(false)),
        (Count::Optional, _) => Ok(Data::Absent),
        _ => Err(place.expected("a value")),
    }
}

fn alternative(plan: &Plan, datum: &Datum, place: &Place<'_>) -> Result<Data, NoData> {
    let (name, inside) = match (place.read::<String>(), place.members()) {
        (Some(name), _) => (name, None),
        (None, Some(members)) if members.len() == 1 => {
            let (name, inside) = members.into_iter().next().expect("there is one");
            (name, Some(inside))
        }
        _ => {
            return Err(place.expected("the name of an alternative, or an object with one member"));
        }
    };
    let count = plan.choice(datum).variants.len();
    let is_it = |index: &usize| {
        plan.variant(datum, *index) == name
            && plan.inner(datum, *index).is_some() == inside.is_some()
    };
    let Some(index) = (0..count).find(is_it) else {
        let known = (0..count).map(|index| {
            let name = plan.variant(datum, index);
            match plan.inner(datum, index) {
                Some(_) => format!("{{\"{name}\": …}}"),
                None => format!("\"{name}\""),
            }
        });
        return Err(place.expected(&format!("one of {}", known.collect::<Vec<_>>().join(", "))));
    };
    let inside = plan.inner(datum, index).zip(inside);
    let inside =
        inside.map(|(datum, value)| data(plan, datum, &place.inside(value, place.path.clone())));
    Ok(Data::Alternative(index, inside.transpose()?.map(Box::new)))
}
