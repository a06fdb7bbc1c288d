//! Data to JSON and back, in the form that serde gives the data of generated code: records are
//! objects, lists are arrays, an alternative is an object with one member or, for a literal, a
//! string. Text is a string, or an array of bytes if the rule is one of octets.

use super::{Data, Plan};
use abnfc::plan::accessors::Count;
use abnfc::plan::model::{Alternative, Datum, Field, Unit};
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::fmt;

/// The reason why JSON is not the data of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoData {
    /// The path to the value, such as `items[0].name`; empty for the whole.
    pub path: String,
    /// What should be there.
    pub expected: String,
}

impl fmt::Display for NoData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.path {
            "" => write!(f, "expected {}", self.expected),
            path => write!(f, "`{path}`: expected {}", self.expected),
        }
    }
}

impl std::error::Error for NoData {}

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
            (_, Data::Float(number)) => serializer.serialize_f64(*number),
            (
                Datum::Text { unit: Unit::Bytes, .. } | Datum::Decoded { unit: Unit::Bytes, .. },
                Data::Text(text),
            ) => text.serialize(serializer),
            (_, Data::Text(text)) => String::from_utf8_lossy(text).serialize(serializer),
            (datum, Data::List(items)) => {
                serializer.collect_seq(items.iter().map(|it| inside(datum, it)))
            }
            (Datum::Record(rule), Data::Record(fields)) => {
                let known = plan.module.records.record(*rule).map_or(&[][..], |it| &it.fields);
                let members = known.iter().zip(fields);
                serializer
                    .collect_map(members.map(|(it, data)| (&it.name, inside(&it.datum, data))))
            }
            (Datum::Choice(union), Data::Alternative(index, data)) => {
                let name = variant(plan, *union, *index);
                match (inner(plan, *union, *index), data) {
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

/// Returns the data of a rule in JSON.
///
/// # Errors
///
/// If the JSON has another form.
pub fn from_json(plan: &Plan, rule: usize, json: &Value) -> Result<Data, NoData> {
    data(plan, &plan.datum(rule), json, "")
}

fn data(plan: &Plan, datum: &Datum, json: &Value, path: &str) -> Result<Data, NoData> {
    let wrong = |expected: &str| NoData { path: path.to_owned(), expected: expected.to_owned() };
    match datum {
        Datum::Flag => json.as_bool().map(Data::Flag).ok_or_else(|| wrong("true or false")),
        Datum::Number { ty, .. } if ty.starts_with('f') => {
            json.as_f64().map(Data::Float).ok_or_else(|| wrong("a number"))
        }
        Datum::Number { .. } => number(json).ok_or_else(|| wrong("an integer")),
        Datum::Text { unit, .. } | Datum::Decoded { unit, .. } => match (json, unit) {
            (Value::String(text), _) => Ok(Data::Text(text.clone().into_bytes())),
            (Value::Array(bytes), Unit::Bytes) => {
                let byte = |it: &Value| it.as_u64().and_then(|it| u8::try_from(it).ok());
                let bytes: Option<_> = bytes.iter().map(byte).collect();
                bytes.map(Data::Text).ok_or_else(|| wrong("bytes, 0 to 255"))
            }
            _ => Err(wrong("a string")),
        },
        Datum::Record(rule) => {
            let members = json.as_object().ok_or_else(|| wrong("an object"))?;
            let fields = plan.module.records.record(*rule).map_or(&[][..], |it| &it.fields);
            if let Some(name) = members.keys().find(|it| fields.iter().all(|f| f.name != **it)) {
                let known: Vec<_> = fields.iter().map(|it| format!("`{}`", it.name)).collect();
                return Err(wrong(&format!("one of {}, not `{name}`", known.join(", "))));
            }
            let field = |it: &Field| {
                let dot = if path.is_empty() { "" } else { "." };
                field(plan, it, members.get(&it.name), &format!("{path}{dot}{}", it.name))
            };
            Ok(Data::Record(fields.iter().map(field).collect::<Result<_, _>>()?))
        }
        Datum::Choice(union) => {
            let (name, inside) = match json {
                Value::String(name) => (name, None),
                Value::Object(members) if members.len() == 1 => {
                    let (name, inside) = members.iter().next().expect("there is one");
                    (name, Some(inside))
                }
                _ => return Err(wrong("the name of an alternative, or an object with one member")),
            };
            let count = plan.module.unions[*union].alternatives.len();
            let is_it = |index: &usize| {
                variant(plan, *union, *index) == *name
                    && inner(plan, *union, *index).is_some() == inside.is_some()
            };
            let Some(index) = (0..count).find(is_it) else {
                let known = (0..count).map(|index| {
                    let name = variant(plan, *union, index);
                    match inner(plan, *union, index) {
                        Some(_) => format!("{{\"{name}\": …}}"),
                        None => format!("\"{name}\""),
                    }
                });
                return Err(wrong(&format!("one of {}", known.collect::<Vec<_>>().join(", "))));
            };
            let inside = inner(plan, *union, index).zip(inside);
            let inside = inside.map(|(datum, json)| data(plan, datum, json, path)).transpose()?;
            Ok(Data::Alternative(index, inside.map(Box::new)))
        }
    }
}

/// Returns the data of a field. A member can be missing if it would be null, false or empty.
fn field(plan: &Plan, field: &Field, json: Option<&Value>, path: &str) -> Result<Data, NoData> {
    let json = json.filter(|json| !json.is_null());
    match (field.count, &field.datum, json) {
        (Count::Many, datum, Some(Value::Array(items))) => {
            let items = items.iter().enumerate();
            let item = |(index, item)| data(plan, datum, item, &format!("{path}[{index}]"));
            Ok(Data::List(items.map(item).collect::<Result<_, _>>()?))
        }
        (Count::Many, _, Some(_)) => {
            Err(NoData { path: path.to_owned(), expected: "an array".to_owned() })
        }
        (Count::Many, _, None) => Ok(Data::List(Vec::new())),
        (_, Datum::Flag, None) => Ok(Data::Flag(false)),
        (Count::Optional, _, None) => Ok(Data::Absent),
        (_, datum, json) => data(plan, datum, json.unwrap_or(&Value::Null), path),
    }
}

fn number(json: &Value) -> Option<Data> {
    let text = match json {
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        _ => return None,
    };
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, &*text),
    };
    let magnitude = digits.parse().ok().filter(|_| digits.bytes().all(|it| it.is_ascii_digit()))?;
    Some(Data::Integer { is_negative: is_negative && magnitude > 0, magnitude })
}

/// Returns the name of an alternative.
fn variant(plan: &Plan, union: usize, index: usize) -> String {
    match &plan.module.unions[union].alternatives[index] {
        Alternative::Rule(rule) => plan.module.rules[*rule].type_name.clone(),
        Alternative::Literal { variant, .. } => variant.clone(),
    }
}

/// Returns the form of the data of an alternative; `None` for a literal.
fn inner(plan: &Plan, union: usize, index: usize) -> Option<&Datum> {
    plan.module.records.choice(union)?.variants[index].as_ref()
}
