//! Makes the [`RecordWriter`]s of the data of nodes, as [`super::record_writers`] does for other data.

use super::record_symbols::{Known, RecordWriter, Spelled, Symbol};
use super::record_types::{Datum, NodeField, NodeRecord, Records};
use super::record_writers::{kind, lacks, literals, of_symbols};
use super::tree_table::{Shown, TreeTable};
use crate::grammar::RuleId;
use crate::plan::parts::selected::Selection;
use crate::plan::parts::tree_plan::TreePlan;
use crate::plan::parts::writers::Writer;

/// Adds the writers to the records of nodes. The other records have theirs.
pub(super) fn with_node_writers(
    mut records: Records,
    selection: &Selection,
    (plan, table): (&TreePlan, &TreeTable),
) -> Records {
    let shown = |number: usize| plan.trees.shown[number];
    for record in &mut records.nodes {
        let of_node = plan.nodes[record.node].writer.as_ref();
        record.writer = of_node.and_then(|it| writer(table, &shown, record, it));
    }
    let texts = literals(selection);
    for choice in &mut records.node_choices {
        let numbers = table.unions[choice.choice.union].alternatives.iter().map(|it| it.0);
        let text = |number| texts.get(&shown(number)).map(|&text| text.clone()).unwrap_or_default();
        choice.choice.literals = numbers.map(text).collect();
    }
    while let Some(index) = records.nodes.iter().position(|record| {
        let mut data = record.fields.iter().map(|it| &it.field.datum);
        record.writer.is_some() && data.any(|it| lacks(selection, &records, it))
    }) {
        records.nodes[index].writer = None;
    }
    let is_node = |number| plan.nodes.iter().any(|it| it.rule == shown(number));
    while let Some(index) =
        records.nodes.iter().position(|it| is_in_doubt(&records, table, it, &is_node))
    {
        if let Some(writer) = &mut records.nodes[index].writer {
            writer.known = Known::Nothing;
        }
    }
    records
}

/// Returns whether a record contains data whose text must be read back, although its own text need
/// not be. `is_node` returns whether a rule in trees is a node.
fn is_in_doubt(
    records: &Records,
    table: &TreeTable,
    record: &NodeRecord,
    is_node: &dyn Fn(usize) -> bool,
) -> bool {
    let is_value_in_doubt = |(number, datum): (usize, Option<&Datum>)| match datum {
        Some(Datum::Node(node)) => records.node(*node).is_none_or(|it| it.known() < Known::Data),
        Some(Datum::Record(_) | Datum::Choice(_) | Datum::NodeChoice(_)) => true,
        Some(Datum::Scalar { .. } | Datum::Text { .. } | Datum::Decoded { .. } | Datum::Flag)
        | None => is_node(number),
    };
    let is_field_in_doubt = |NodeField { field, what, .. }: &NodeField| {
        let numbers = table.numbers(*what).into_iter();
        let choice = match field.datum {
            Datum::NodeChoice(union) => records.node_choice(union),
            _ => return { numbers }.any(|it| is_value_in_doubt((it, Some(&field.datum)))),
        };
        choice.is_none_or(|it| {
            numbers.zip(it.choice.variants.iter().map(Option::as_ref)).any(is_value_in_doubt)
        })
    };
    record.known() >= Known::Data && record.fields.iter().any(is_field_in_doubt)
}

fn writer(
    table: &TreeTable,
    shown: &impl Fn(usize) -> RuleId,
    record: &NodeRecord,
    plan: &Writer,
) -> Option<RecordWriter> {
    let numbers: Vec<Vec<usize>> = record.fields.iter().map(|it| table.numbers(it.what)).collect();
    let fields_of = |id: RuleId| {
        numbers.iter().enumerate().filter_map(move |(index, numbers)| {
            let alternative = numbers.iter().position(|number| shown(*number) == id)?;
            Some((index, alternative, numbers[alternative]))
        })
    };
    let symbol = |id: &RuleId| {
        let (field, alternative, number) = fields_of(*id).next()?;
        let spelled = match (&record.fields[field].field.datum, &table.shown[number]) {
            (Datum::Flag, _) => Spelled::Literal(plan.literals.get(id)?.first()?.clone()),
            (Datum::NodeChoice(_), _) => Spelled::Variant(alternative),
            (Datum::Node(_), _) => Spelled::Inside,
            (_, Shown::Rule(rule)) => Spelled::Rule(*rule),
            (_, Shown::Group { .. } | Shown::Literal(_)) => return None,
        };
        Some(Symbol { field, spelled })
    };
    let symbols: Vec<Symbol> = plan.symbols.iter().map(symbol).collect::<Option<_>>()?;
    let kinds = record.fields.iter().map(|it| {
        let is_of_literals = match it.field.datum {
            Datum::NodeChoice(union) => {
                table.unions[union].alternatives.iter().all(|it| it.1.is_some())
            }
            _ => false,
        };
        kind(&it.field, is_of_literals)
    });
    let has_one_field = |id: &RuleId| fields_of(*id).nth(1).is_none();
    let hollow = plan.hollow.as_ref().filter(|_| plan.symbols.iter().all(has_one_field));
    of_symbols(plan, hollow, &symbols, kinds.collect())
}
