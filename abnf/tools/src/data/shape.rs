//! The type of the data of a rule in a few words, for hovers and pages.

use super::Plan;
use abnfc::plan::accessors::Count;
use abnfc::plan::model::{Alternative, Datum, Field, Integer, Value};

/// Returns the type of a rule's data: `u8, 0 to 59`, or `{ year: u16, month: u8, day: u8 }`, in which
/// `?` is a field that can be absent and brackets are a list. Data inside of other data is named.
/// `None` if the data is the text itself.
#[must_use]
pub fn shape(plan: &Plan, rule: usize) -> Option<String> {
    match &plan.module.rules[rule].value {
        Some(Value::Integer(Integer { ty, least, greatest, .. })) => {
            return Some(format!("{}, {least} to {greatest}", ty.name()));
        }
        Some(Value::Foreign(path)) => return Some(path.clone()),
        _ => (),
    }
    let datum = plan.datum(rule);
    match &datum {
        Datum::Text { .. } => None,
        Datum::Record(_) => {
            let record = plan.record(rule);
            if let Some(union) = record.alternatives {
                return Some(alternatives(plan, union));
            }
            let fields: Vec<String> = record.fields.iter().map(|it| field(plan, it)).collect();
            Some(format!("{{ {} }}", fields.join(", ")))
        }
        datum => Some(named(plan, datum)),
    }
}

fn field(plan: &Plan, Field { name, count, datum, .. }: &Field) -> String {
    let ty = named(plan, datum);
    match count {
        Count::One => format!("{name}: {ty}"),
        Count::Optional => format!("{name}?: {ty}"),
        Count::Many => format!("{name}: [{ty}]"),
    }
}

/// Returns the name of a type.
fn named(plan: &Plan, datum: &Datum) -> String {
    match datum {
        Datum::Scalar { ty, .. } => ty.name().to_owned(),
        Datum::Text { .. } => "text".to_owned(),
        Datum::Decoded { .. } => "decoded text".to_owned(),
        Datum::Flag => "bool".to_owned(),
        Datum::Record(rule) => plan.module.rules[*rule].type_name.clone(),
        Datum::Choice(union) => plan.module.unions[*union].type_name.clone(),
    }
}

/// Returns the alternatives of a union.
fn alternatives(plan: &Plan, union: usize) -> String {
    let name = |it: &Alternative| match it {
        Alternative::Rule(rule) => plan.module.rules[*rule].type_name.clone(),
        Alternative::Literal { variant, .. } => variant.clone(),
    };
    let names = plan.module.unions[union].alternatives.iter().map(name);
    names.collect::<Vec<_>>().join(" or ")
}
