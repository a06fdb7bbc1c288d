//! Decides which parts of the run-time an emitted crate has: from the model to [`Contents`].

use super::markers::targets;
use super::tables::is_plain;
use crate::plan::engines::program::Program;
use crate::plan::model::{Keeps, Model, Module, Rows, Scalar, Table, Union, Unit, Value, Width};
use crate::plan::runtime::{Contents, Feature};
use crate::spec::Extra;

/// The features of the run-time that the rules use and the spec requests.
pub(super) fn contents(model: &Model) -> Contents {
    let rules = || model.modules.iter().flat_map(|module| &module.rules);
    let is_value = |it: &&Value| **it != Value::Unit;
    let values = || rules().filter_map(|rule| rule.value.as_ref()).filter(is_value);
    let pieces = || rules().filter_map(|rule| rule.pieces);
    let is_float = |it: &Value| matches!(it, Value::Float(_));
    let matchers = || model.modules.iter().flat_map(|module| &module.matchers);
    let modules = || model.modules.iter();
    let nodes = || modules().flat_map(|module| &module.records.nodes);
    let tables = || modules().flat_map(tables_of);
    let needs = |feature: &Feature| match feature {
        Feature::Bytes => rules().any(|rule| rule.unit == Unit::Bytes),
        Feature::Text => rules().any(|rule| rule.unit == Unit::Text),
        Feature::Code => modules().any(crate::plan::model::Module::has_code),
        Feature::CodePoints => modules().flat_map(Module::programs).any(Program::reads_characters),
        Feature::Decoded => pieces().next().is_some(),
        Feature::Encoded => values().any(|value| match value {
            Value::Decoded(decoding) => decoding.encoder.is_some(),
            _ => false,
        }),
        Feature::Fallible => values().any(|value| match value {
            Value::Decoded(decoding) => decoding.result.is_fallible(),
            _ => false,
        }),
        Feature::Edges => {
            modules().any(|it| !it.locators.is_empty() || !it.event_tables.is_empty())
                || tables().any(|table| !table.edges.is_empty())
        }
        Feature::Empty => rules().any(|rule| rule.samples.shortest.as_deref() == Some(b"")),
        // Locators, transducers and automata with a stack act on edges; code falls back to a walk.
        Feature::Walk => {
            tables().any(|table| has_run(table) || !table.edges.is_empty())
                || modules().any(|it| it.has_code() || it.nested.is_some() || it.general.is_some())
                || model.has_parts()
        }
        Feature::Plain => modules().flat_map(declared).any(is_plain),
        Feature::Changes => {
            modules().any(|module| module.nested.is_some() || module.general.is_some())
                || modules().flat_map(declared).any(|table| !is_plain(table))
        }
        Feature::Narrow => has_narrow(model),
        Feature::Wide => tables().any(|table| table.width == Width::Wide),
        Feature::Runs => tables().any(has_run),
        Feature::Starts => modules().any(shares_tables),
        Feature::Layers => matchers().any(|matcher| !matcher.layers.is_empty()),
        Feature::Targets => targets_of(model).next().is_some(),
        Feature::Shift => matchers().any(|matcher| matcher.shift.is_some()),
        Feature::General => modules().any(|module| module.general.is_some()),
        Feature::Trees => modules().any(|module| module.trees.is_some()),
        Feature::Items => {
            modules().any(|module| module.general.is_some() || module.trees.is_some())
        }
        Feature::Nested => modules().any(|module| module.nested.is_some()),
        Feature::Parts => model.has_parts(),
        Feature::Collected => {
            let mut repeated = rules().flat_map(|rule| &rule.view.repeated);
            repeated.any(|part| part.keeps == Keeps::All)
                || pieces().any(|pieces| pieces.keeps == Keeps::All)
        }
        Feature::Repeated => {
            rules().any(|rule| !rule.view.repeated.is_empty()) || pieces().next().is_some()
        }
        Feature::Unions => {
            let mut unions = modules().flat_map(|module| &module.unions);
            unions.any(Union::is_text_alone)
        }
        Feature::Scalars => values().any(|it| Scalar::of(it).is_some() && !is_float(it)),
        Feature::Integers => values().any(|it| matches!(it, Value::Integer(_))),
        Feature::Characters => values().any(|it| *it == Value::Char),
        Feature::Floats => values().any(is_float),
        Feature::Foreign => values().any(|it| matches!(it, Value::Foreign(_))),
        Feature::Readers => {
            let records = modules().flat_map(|module| &module.records.records);
            let mut writers = records.map(|it| &it.writer).chain(nodes().map(|it| &it.writer));
            writers.any(|it| it.as_ref().is_some_and(|it| it.reader.is_some()))
        }
        Feature::Records => modules().any(|module| !module.records.is_empty()),
        Feature::Values => {
            values().next().is_some() || modules().any(|module| !module.records.is_empty())
        }
        Feature::NodeData => nodes().next().is_some(),
        Feature::NodeWriters => nodes().any(|it| it.writer.is_some()),
        Feature::Writers => {
            let mut records = modules().flat_map(|module| &module.records.records);
            records.any(|it| it.writer.is_some()) || nodes().any(|it| it.writer.is_some())
        }
        Feature::Choices => modules().any(|Module { records, .. }| {
            let mut choices = records.choices.iter();
            let mut of_nodes = records.node_choices.iter().map(|it| it.choice.union);
            choices.any(|it| records.holders(it.union).any(|it| it.writer.is_some()))
                || of_nodes.any(|it| records.node_holders(it).any(|it| it.writer.is_some()))
        }),
        Feature::Lines => model.extras.contains(&Extra::Lines),
        Feature::Push => model.extras.contains(&Extra::Push),
        Feature::Slots => model.extras.contains(&Extra::Slots),
    };
    // The types of tables exist even if there are no tables.
    let is_empty = tables().next().is_none();
    let least = [Feature::Narrow, Feature::Plain].into_iter().filter(|_| is_empty);
    Contents {
        features: Feature::ALL.into_iter().filter(needs).chain(least).collect(),
        cargo_features: model.cargo_features.declared.clone(),
    }
}

/// The tables of a module with rows of their own.
fn tables_of(module: &Module) -> impl Iterator<Item = &Rows> {
    let nested = module.nested.iter().map(|it| &it.table);
    let general = module.general.iter().map(|it| &it.table);
    declared(module).chain(nested).chain(general)
}

/// Returns whether a table is narrow, or there is none: code that reads a table needs one of the
/// widths.
fn has_narrow(model: &Model) -> bool {
    let mut tables = model.modules.iter().flat_map(tables_of);
    !tables.all(|table| table.width == Width::Wide)
        || targets_of(model).any(|width| width == Width::Narrow)
}

/// The widths of the tables of targets alone.
fn targets_of(model: &Model) -> impl Iterator<Item = Width> {
    model.modules.iter().enumerate().flat_map(move |(index, module)| {
        module.rules.iter().filter_map(move |rule| Some(targets(model, index, rule)?.0))
    })
}

/// Returns the tables that the macros of the run-time declare.
fn declared(module: &Module) -> impl Iterator<Item = &Rows> {
    let matchers = module.matchers.iter().filter_map(|it| it.table.rows());
    let locators = module.locators.iter().filter_map(|it| it.table.rows());
    let event_tables = module.event_tables.iter().map(|it| &it.table);
    matchers.chain(locators).chain(event_tables)
}

/// Returns whether a byte leads a live state back to itself.
fn has_run(table: &Rows) -> bool {
    let mut rows = (0..).zip(&table.rows).skip(1);
    rows.any(|(state, row): (u16, _)| row.contains(&state))
}

/// Returns whether several automata of a module may share a table. Tables of rules with parts and
/// of nested rules are made to be shared.
fn shares_tables(module: &Module) -> bool {
    let mut matchers = module.matchers.iter();
    !module.locators.is_empty()
        || module.nested.is_some()
        || module.general.is_some()
        || matchers.any(|it| matches!(it.table, Table::From { .. }))
}
