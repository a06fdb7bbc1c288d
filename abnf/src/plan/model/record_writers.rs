//! Makes [`RecordWriter`]s: the [`Writer`] of each rule, in terms of the fields of its record.

use super::kept_texts::{Remainder, Texts};
use super::record_symbols::{
    Hollow, Kind, Known, RecordEdge, RecordWriter, Spelled, Symbol, WrittenField,
};
use super::record_types::{Datum, Field, Record, Records};
use crate::grammar::RuleId;
use crate::plan::accessors::Count;
use crate::plan::parts::leaf_values::Value;
use crate::plan::parts::selected::{Selected, SelectedPart, Selection};
use crate::plan::parts::writers::{Derivations, Writer};
use std::collections::BTreeMap;

/// Returns what is known of the texts of each rule. Without a writer, that is little.
pub(super) fn texts(selection: &Selection) -> Vec<Texts> {
    let single = literals(selection);
    let texts = |rule: &Selected| Texts {
        remainder: match &rule.writer {
            Some(Writer { loses_text: true, .. }) => Remainder::Letters,
            Some(Writer { has_other_text: false, .. }) => Remainder::Fixed,
            _ => Remainder::Punctuation,
        },
        is_single: matches!(rule.value, None | Some(Value::Unit)) && single.contains_key(&rule.id),
    };
    selection.rules.iter().map(texts).collect()
}

/// Adds the writers to the records of a module. A record that contains a record without a writer, or
/// decoded text without an encoder, has no writer.
pub(super) fn with_writers(mut records: Records, selection: &Selection) -> Records {
    for record in &mut records.records {
        let rule = &selection.rules[record.rule];
        record.writer = rule.writer.as_ref().and_then(|it| writer(selection, rule, record, it));
    }
    let literals = literals(selection);
    for choice in &mut records.choices {
        let rules = selection.unions[choice.union].rules.iter();
        let text = |rule| literals.get(rule).map(|&text| text.clone()).unwrap_or_default();
        choice.literals = rules.map(text).collect();
    }
    let is_written = |record: &Record| record.writer.is_some();
    while let Some(index) = records.records.iter().position(|it| {
        is_written(it) && it.fields.iter().any(|field| lacks(selection, &records, &field.datum))
    }) {
        records.records[index].writer = None;
    }
    while let Some(index) =
        records.records.iter().position(|it| is_in_doubt(selection, &records, it))
    {
        if let Some(writer) = &mut records.records[index].writer {
            writer.known = Known::Nothing;
        }
    }
    while let Some(index) = records.records.iter().position(|it| may_not_match(&records, it)) {
        if let Some(writer) = &mut records.records[index].writer {
            writer.known = Known::Data;
        }
    }
    records
}

/// Returns whether a text would match, were it not that data in it may have a text that does not.
fn may_not_match(records: &Records, record: &Record) -> bool {
    let may_not = |datum: &Datum| match datum {
        Datum::Record(rule) => records.record(*rule).is_none_or(|it| it.known() < Known::Text),
        _ => false,
    };
    let may_field_not = |field: &Field| match field.datum {
        Datum::Choice(union) => {
            let variants = records.choice(union).map(|it| &it.variants);
            variants.is_none_or(|it| it.iter().flatten().any(may_not))
        }
        ref datum => may_not(datum),
    };
    record.known() == Known::Text && record.fields.iter().any(may_field_not)
}

/// Returns whether the text of a record must be read back, or that of data in it.
fn is_in_doubt(selection: &Selection, records: &Records, record: &Record) -> bool {
    let Some(RecordWriter { known: Known::Data | Known::Text, symbols, fields, .. }) =
        &record.writer
    else {
        return false;
    };
    let is_datum_in_doubt = |datum: &Datum| match datum {
        Datum::Record(rule) => records.record(*rule).is_none_or(|it| it.known() < Known::Data),
        Datum::Node(_) | Datum::NodeChoice(_) | Datum::Choice(_) => true,
        Datum::Scalar { .. } | Datum::Text { .. } | Datum::Decoded { .. } | Datum::Flag => false,
    };
    let is_field_in_doubt = |field: &Field| match field.datum {
        Datum::Choice(union) => {
            let variants = records.choice(union).map(|it| &it.variants);
            variants.is_none_or(|it| it.iter().flatten().any(is_datum_in_doubt))
        }
        ref datum => is_datum_in_doubt(datum),
    };
    let rule = &selection.rules[record.rule];
    let derivations = rule.writer.as_ref().map(|it| it.derivations).unwrap_or_default();
    // If a field has several rules, it may matter which of them a text belongs to.
    let rules_matter = record.fields.iter().enumerate().any(|(index, field)| {
        let mut rules = symbols.iter().filter(|it| it.field == index).map(|it| &it.spelled);
        let is_number = matches!(field.datum, Datum::Scalar { .. });
        let first = rules.next();
        rules.any(|it| {
            !is_number || first.is_none_or(|first| !is_same_notation(selection, it, first))
        })
    });
    let is_known = derivations.is_one || derivations.have_same_fields && !rules_matter;
    // Otherwise, values that are not written would be lost, and a part could be read as the value of another
    // field, too.
    let is_all_written = fields.iter().all(|it| it.is_needed);
    let has_one_field = |id: &RuleId| fields_of(rule, &record.fields, *id).nth(1).is_none();
    let mut ids = rule.writer.iter().flat_map(|it| &it.symbols);
    let has_doubt = !is_known || !is_all_written || !ids.all(has_one_field);
    has_doubt || record.fields.iter().any(is_field_in_doubt)
}

/// Returns whether a numeral of two rules is the same number in both.
fn is_same_notation(selection: &Selection, one: &Spelled, other: &Spelled) -> bool {
    let notation = |spelled: &Spelled| match *spelled {
        Spelled::Rule(rule) => match &selection.rules[rule].value {
            Some(Value::Integer(it)) => Some((it.radix, it.separator)),
            _ => None,
        },
        _ => None,
    };
    let [one, other] = [one, other].map(notation);
    one.is_some() && one == other
}

/// Returns the texts of each part that has one text or no value.
pub(super) fn literals(selection: &Selection) -> BTreeMap<RuleId, &Vec<Vec<u8>>> {
    let writers = selection.rules.iter().filter_map(|rule| rule.writer.as_ref());
    let nodes = selection.trees.iter().flat_map(|it| &it.nodes);
    let writers = writers.chain(nodes.filter_map(|node| node.writer.as_ref()));
    writers.flat_map(|it| &it.literals).map(|(&rule, text)| (rule, text)).collect()
}

/// Returns whether data contains a record without a writer, or decoded text without an encoder.
pub(super) fn lacks(selection: &Selection, records: &Records, datum: &Datum) -> bool {
    let is_encoded = |rule: &Selected| match &rule.value {
        Some(Value::Decoded(decoding)) => decoding.encoder.is_some(),
        _ => false,
    };
    let has_none = |datum: &Datum| match datum {
        Datum::Decoded { of, .. } => {
            !selection.rules.iter().any(|rule| rule.type_name == *of && is_encoded(rule))
        }
        Datum::Record(rule) => records.record(*rule).is_some_and(|it| it.writer.is_none()),
        Datum::Node(node) => records.node(*node).is_some_and(|it| it.writer.is_none()),
        _ => false,
    };
    let choice = match datum {
        Datum::Choice(union) => records.choice(*union),
        Datum::NodeChoice(union) => records.node_choice(*union).map(|it| &it.choice),
        other => return has_none(other),
    };
    choice.is_some_and(|it| it.variants.iter().flatten().any(has_none))
}

/// Makes the writer of a record. `None` if a part has no field, or the edges are too many.
fn writer(
    selection: &Selection,
    rule: &Selected,
    record: &Record,
    plan: &Writer,
) -> Option<RecordWriter> {
    let symbol = |id: &RuleId| {
        let (field, part) = field(rule, &record.fields, *id)?;
        let spelled = match (&record.fields[field].datum, part.union) {
            (Datum::Flag, _) => Spelled::Literal(plan.literals.get(id)?.first()?.clone()),
            (Datum::Choice(_), Some(union)) => {
                Spelled::Variant(selection.unions[union].rules.iter().position(|it| it == id)?)
            }
            _ => Spelled::Rule(selection.rules.iter().position(|it| it.id == *id)?),
        };
        Some(Symbol { field, spelled })
    };
    let symbols: Vec<Symbol> = plan.symbols.iter().map(symbol).collect::<Option<_>>()?;
    let kinds = record.fields.iter().map(|field| {
        let is_of_literals = match &field.datum {
            Datum::Choice(union) => {
                let union = &selection.unions[*union];
                union.rules.iter().all(|rule| union.literals.contains_key(rule))
            }
            _ => false,
        };
        kind(field, is_of_literals)
    });
    // A reader puts a part into one field.
    let has_one_field = |id: &RuleId| fields_of(rule, &record.fields, *id).nth(1).is_none();
    let hollow = plan.hollow.as_ref().filter(|_| plan.symbols.iter().all(has_one_field));
    of_symbols(plan, hollow, &symbols, kinds.collect())
}

/// Makes the writer of a record whose symbols and fields are known.
pub(super) fn of_symbols(
    plan: &Writer,
    hollow: Option<&Hollow>,
    symbols: &[Symbol],
    kinds: Vec<Kind>,
) -> Option<RecordWriter> {
    let nodes = plan.nodes.as_ref()?;
    let written = nodes.iter().flatten().filter_map(|edge| edge.then).map(|(symbol, _)| symbol);
    let mut is_needed = vec![false; kinds.len()];
    for symbol in written.filter(|&symbol| !plan.inner.contains(&plan.symbols[symbol])) {
        is_needed[symbols[symbol].field] = true;
    }
    // Symbols are in the order of the fields.
    let mut order: Vec<usize> = (0..symbols.len()).collect();
    order.sort_by_key(|&symbol| symbols[symbol].field);
    let mut number = vec![0; symbols.len()];
    order.iter().enumerate().for_each(|(new, &old)| number[old] = new);
    let edge = |edge: &RecordEdge| {
        let then = edge.then.map(|(symbol, node)| (number[symbol], node));
        RecordEdge { then, fillers: edge.fillers.clone() }
    };
    let nodes = nodes.iter().map(|edges| edges.iter().map(edge).collect()).collect();
    let hollow = hollow.map(|it| renumbered(it, &number, &order));
    let symbols = order.into_iter().map(|symbol| symbols[symbol].clone()).collect();
    let fields = kinds.into_iter().zip(is_needed);
    let fields = fields.map(|(kind, is_needed)| WrittenField { kind, is_needed }).collect();
    let known = match plan.derivations {
        Derivations { is_one: false, have_same_fields: false, .. } => Known::Nothing,
        Derivations { always_exist: false, .. } => Known::Data,
        Derivations { always_exist: true, .. } => Known::Text,
    };
    Some(RecordWriter { nodes, symbols, fields, known, hollow, reader: None })
}

/// Returns the texts of a record with new numbers of its symbols. `order` has the old numbers.
fn renumbered(Hollow { texts, pieces }: &Hollow, number: &[usize], order: &[usize]) -> Hollow {
    let mut texts = texts.minimised();
    for state in &mut texts.states {
        let marks = state.marks.iter().map(|(&mark, &next)| {
            let number = number[usize::from(mark)];
            (u16::try_from(number).expect("each symbol has a number"), next)
        });
        state.marks = marks.collect();
    }
    Hollow { texts, pieces: order.iter().map(|&symbol| pieces[symbol].clone()).collect() }
}

/// Returns the kind of a field.
pub(super) fn kind(field: &Field, is_of_literals: bool) -> Kind {
    match (&field.datum, field.count) {
        (Datum::Flag, _) => Kind::Flag,
        (_, Count::Many) => Kind::List,
        (_, Count::One) if is_of_literals => Kind::Which,
        (_, Count::Optional) if is_of_literals => Kind::WhichIfAny,
        (_, Count::One) => Kind::One,
        (_, Count::Optional) => Kind::Optional,
    }
}

/// Returns the first field of a part with this rule, and the part.
fn field<'a>(
    rule: &'a Selected,
    fields: &[Field],
    id: RuleId,
) -> Option<(usize, &'a SelectedPart)> {
    fields_of(rule, fields, id).next()
}

/// Returns the fields of the parts with this rule, and the parts. A rule that is one of several of another
/// part has no field of its own.
fn fields_of<'a>(
    rule: &'a Selected,
    fields: &[Field],
    id: RuleId,
) -> impl Iterator<Item = (usize, &'a SelectedPart)> {
    let repeated = rule.view.repeated.iter().map(|it| &it.part);
    let parts = rule.view.parts.iter().chain(repeated).filter(move |it| it.rules.contains(&id));
    parts.filter_map(|part| {
        let field = fields.iter().position(|field| field.name == part.accessor)?;
        Some((field, part))
    })
}
