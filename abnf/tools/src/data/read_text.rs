//! The data of texts whose parts are located by automata.

use super::decoded::decode;
use super::{Data, Plan};
use abnfc::grammar::RuleId;
use abnfc::plan::accessors::{AccessorKind, Count};
use abnfc::plan::model::{Datum, Field, Integer, Value};
use abnfc::plan::parts::selected::Selected;
use abnfc::spec::FloatType;

/// Returns the data of a text of a rule whose data is not made of nodes. `None` if the text does not
/// match.
pub(super) fn read_text(plan: &Plan, rule: usize, text: &[u8]) -> Option<Data> {
    plan.selection.rules[rule].language.check(text).ok()?;
    of_rule(plan, &plan.datum(rule), rule, text)
}

/// Returns the data of a text that matches, and is not made of nodes.
pub(super) fn of_rule(plan: &Plan, datum: &Datum, rule: usize, text: &[u8]) -> Option<Data> {
    match (datum, &plan.module.rules[rule].value) {
        (Datum::Scalar { .. }, Some(Value::Integer(Integer { radix, .. }))) => {
            Some(integer(*radix, text))
        }
        (Datum::Scalar { .. }, Some(Value::Char)) => {
            str::from_utf8(text).ok()?.chars().next().map(Data::Char)
        }
        (Datum::Scalar { .. }, Some(Value::Bool([yes, _]))) => {
            Some(Data::Flag(text.eq_ignore_ascii_case(yes)))
        }
        (Datum::Scalar { .. }, Some(Value::Byte)) => {
            let magnitude = (*text.first()?).into();
            Some(Data::Integer { is_negative: false, magnitude })
        }
        (Datum::Scalar { .. }, Some(Value::Float(FloatType::F32))) => {
            Some(Data::Single(std::str::from_utf8(text).ok()?.parse().ok()?))
        }
        (Datum::Scalar { .. }, _) => {
            Some(Data::Double(std::str::from_utf8(text).ok()?.parse().ok()?))
        }
        (Datum::Record(_), _) => {
            let fields = plan.record(rule).fields.iter();
            let selected = &plan.selection.rules[rule];
            Some(Data::Record(
                fields.map(|it| field(plan, selected, it, text)).collect::<Option<_>>()?,
            ))
        }
        (Datum::Decoded { .. }, _) => decode(plan, rule, text).map(Data::Text),
        _ => Some(Data::Text(text.to_vec())),
    }
}

fn integer(radix: u8, text: &[u8]) -> Data {
    let digits = text.iter().filter_map(|&byte| char::from(byte).to_digit(radix.into()));
    let magnitude =
        digits.fold(0, |number: u128, digit| number * u128::from(radix) + u128::from(digit));
    Data::Integer { is_negative: text.contains(&b'-') && magnitude > 0, magnitude }
}

fn field(plan: &Plan, rule: &Selected, field: &Field, text: &[u8]) -> Option<Data> {
    if let Some(index) = rule.view.parts.iter().position(|part| part.accessor == field.name) {
        return match located(plan, rule, index, text)? {
            Some(found) => piece(plan, &field.datum, found, text),
            None if field.datum == Datum::Flag => Some(Data::Flag(false)),
            None => Some(Data::Absent),
        };
    }
    let repeated = rule.view.repeated.iter().find(|it| it.part.accessor == field.name)?;
    let found = repeated.transducer.occurrences(text)?;
    let mut pieces = found.into_iter().map(|(number, begin, end)| {
        piece(plan, &field.datum, (repeated.part.rules[number], begin, end), text)
    });
    match (repeated.kind, field.count) {
        (AccessorKind::Each, _) | (_, Count::Many) => {
            Some(Data::List(pieces.collect::<Option<_>>()?))
        }
        (AccessorKind::Whether, _) => Some(Data::Flag(pieces.next().is_some())),
        _ => pieces.next().unwrap_or(Some(Data::Absent)),
    }
}

/// A part in a text: its rule, begin and end.
type Found = (RuleId, usize, usize);

/// Locates a part that occurs at most once. The outer `None` is a text that does not match.
#[allow(clippy::option_option, reason = "a part can be absent, and a text can fail to match")]
fn located(plan: &Plan, rule: &Selected, index: usize, text: &[u8]) -> Option<Option<Found>> {
    let spans = rule.view.tdfa.as_ref()?.locate(text)?;
    let part = &rule.view.parts[index];
    let Some(via) = part.via else {
        return Some(spans[index].map(|it| (it.rule, it.begin, it.end)));
    };
    let Some((outer, begin, end)) = located(plan, rule, via, text)? else { return Some(None) };
    let outer = &plan.selection.rules[number(plan, outer)?];
    let inner = outer.view.parts.iter().position(|it| it.accessor == part.accessor)?;
    let found = located(plan, outer, inner, &text[begin..end])?;
    Some(found.map(|(rule, from, to)| (rule, begin + from, begin + to)))
}

/// Returns the data of a part.
fn piece(plan: &Plan, datum: &Datum, (rule, begin, end): Found, text: &[u8]) -> Option<Data> {
    let text = &text[begin..end];
    let Datum::Choice(union) = datum else {
        return match datum {
            Datum::Flag => Some(Data::Flag(true)),
            datum => of_rule(plan, datum, number(plan, rule)?, text),
        };
    };
    let index = plan.selection.unions[*union].rules.iter().position(|it| *it == rule)?;
    let datum = plan.module.records.choice(*union)?.variants[index].as_ref();
    let data = datum.map(|datum| of_rule(plan, datum, number(plan, rule)?, text).map(Box::new));
    Some(Data::Alternative(
        index,
        match data {
            Some(data) => Some(data?),
            None => None,
        },
    ))
}

/// Returns the number of a rule in the plan.
pub(super) fn number(plan: &Plan, rule: RuleId) -> Option<usize> {
    plan.selection.rules.iter().position(|it| it.id == rule)
}
