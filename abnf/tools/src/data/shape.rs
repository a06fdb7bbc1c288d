//! The type of the data of a rule in a few words, for hovers and pages.

use super::read_node::table;
use super::{Form, Plan};
use abnfc::plan::accessors::Count;
use abnfc::plan::model::{Datum, Field, Integer, Value};

/// Returns the type of a rule's data: `u8, 0 to 59`, or `{ year: u16, month: u8, day: u8 }`, in which
/// `?` is a field that can be absent and brackets are a list. Data inside of other data is named.
/// `None` if the data is the text itself.
#[must_use]
pub fn shape(plan: &Plan, rule: usize) -> Option<String> {
    match &plan.module.rules[rule].value {
        Some(Value::Integer(Integer { ty, least, greatest, .. })) => {
            return Some(format!("{}, {least} to {greatest}", ty.name()));
        }
        Some(Value::Foreign(ty)) => return Some(ty.path.clone()),
        _ => (),
    }
    let datum = plan.datum(rule);
    match &datum {
        Datum::Text { .. } => None,
        Datum::Record(_) | Datum::Node(_) => Some(match plan.form(&datum) {
            Form::Alternatives(choice) => alternatives(plan, choice),
            Form::Fields(fields) => {
                let fields: Vec<String> = fields.into_iter().map(|it| field(plan, it)).collect();
                format!("{{ {} }}", fields.join(", "))
            }
        }),
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
        Datum::Node(node) => {
            let trees = table(plan);
            plan.shown(trees, trees.nodes[*node].number).to_owned()
        }
        Datum::NodeChoice(union) => table(plan).unions[*union].type_name.clone(),
    }
}

/// Returns the alternatives of a choice.
fn alternatives(plan: &Plan, choice: &Datum) -> String {
    let names = (0..plan.choice(choice).variants.len()).map(|it| plan.variant(choice, it));
    names.collect::<Vec<_>>().join(" or ")
}
