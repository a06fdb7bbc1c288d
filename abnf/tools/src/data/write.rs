//! The writer: data to text, by the search of generated code.

use super::read::{number, read};
use super::{Data, Plan, decoded};
use abnfc::automata::dfa::{Dfa, StateId};
use abnfc::plan::model::{self, Datum, Integer, RecordWriter, Spelled, Value, WrittenField};
use abnfc_runtime::compiler::{self, Edge, Fault, Field, Graph, Output};
use std::fmt;

/// The reason why data has no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteError {
    /// The writer of the rule would be too large.
    TooLarge,
    /// As in generated code.
    Refused(compiler::WriteError),
    /// The text of a rule without parts has no such value.
    Value,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => f.write_str("the rule has no writer, because it would be too large"),
            Self::Refused(error) => error.fmt(f),
            Self::Value => f.write_str("no text of the rule has this value"),
        }
    }
}

impl std::error::Error for WriteError {}

/// Returns a text of a rule with this data.
///
/// # Errors
///
/// If there is none.
///
/// # Panics
///
/// If the data does not have the form of the rule's data.
pub fn write(plan: &Plan, rule: usize, data: &Data) -> Result<Vec<u8>, WriteError> {
    let datum = plan.datum(rule);
    let Datum::Record(_) = datum else {
        let mut out = Output::default();
        return match piece(plan, &datum, rule, data, &mut out) {
            Ok(()) => Ok(out.text),
            Err(_) => Err(WriteError::Value),
        };
    };
    if !plan.is_written(rule) {
        return Err(WriteError::TooLarge);
    }
    with_record(plan, rule, data, |record| compiler::text(record)).map_err(WriteError::Refused)
}

/// Data of a record with its graph.
struct Record<'a> {
    plan: &'a Plan,
    rule: usize,
    fields: &'a [model::Field],
    writer: &'a RecordWriter,
    graph: Graph<'a>,
    data: &'a [Data],
}

/// Calls a function with the data of a record.
fn with_record<T>(plan: &Plan, rule: usize, data: &Data, then: impl FnOnce(&Record<'_>) -> T) -> T {
    let record = plan.record(rule);
    let writer = record.writer.as_ref().expect("it has a writer");
    let Data::Record(data) = data else { panic!("{data:?} is not a record") };
    let known = record.fields.iter().zip(&writer.fields);
    let known = known.map(|(field, &WrittenField { kind, is_needed })| Field {
        name: record.step(field),
        kind,
        is_needed,
    });
    let fields: Vec<Field<'_>> = known.collect();
    let small = |number: usize| u16::try_from(number).expect("the writer is not too large");
    let symbols: Vec<u16> = writer.symbols.iter().map(|symbol| small(symbol.field)).collect();
    let edges = writer.nodes.iter().flatten();
    let fillers: Vec<Vec<&[u8]>> =
        edges.map(|edge| edge.fillers.iter().map(Vec::as_slice).collect()).collect();
    let mut fillers = fillers.iter();
    let nodes = writer.nodes.iter().map(|edges| {
        let then =
            edges.iter().map(|edge| edge.then.map(|(symbol, node)| (small(symbol), small(node))));
        then.zip(&mut fillers).map(|(then, fillers)| Edge { fillers, then }).collect()
    });
    let nodes: Vec<Vec<Edge<'_>>> = nodes.collect();
    let nodes: Vec<&[Edge<'_>]> = nodes.iter().map(Vec::as_slice).collect();
    let name = &plan.module.rules[rule].name;
    let graph = Graph { rule: name, fields: &fields, symbols: &symbols, nodes: &nodes };
    then(&Record { plan, rule, fields: &record.fields, writer, graph, data })
}

impl compiler::Record for Record<'_> {
    fn graph(&self) -> &Graph<'_> {
        &self.graph
    }

    fn count(&self, field: usize) -> usize {
        match (&self.fields[field].datum, &self.data[field]) {
            (_, Data::Absent) => 0,
            (Datum::Flag, Data::Flag(is_present)) => usize::from(*is_present),
            (_, Data::List(items)) => items.len(),
            _ => 1,
        }
    }

    fn spell(&self, symbol: usize, index: usize, out: &mut Output) -> Result<(), Fault> {
        let symbol = &self.writer.symbols[symbol];
        let field = &self.fields[symbol.field];
        let data = match &self.data[symbol.field] {
            Data::List(items) => items.get(index).ok_or(Fault::Here)?,
            Data::Absent => return Err(Fault::Here),
            data => data,
        };
        match (&symbol.spelled, &field.datum, data) {
            (Spelled::Literal(text), ..) => compiler::literal(text, out),
            (Spelled::Rule(rule), datum, data) => piece(self.plan, datum, *rule, data, out),
            (Spelled::Variant(index), Datum::Choice(union), Data::Alternative(found, data)) => {
                if index != found {
                    return Err(Fault::Here);
                }
                let choice = self.plan.module.records.choice(*union).expect("it is used");
                match (&choice.variants[*index], data) {
                    (Some(datum), Some(data)) => {
                        let id = self.plan.selection.unions[*union].rules[*index];
                        let rule = number(self.plan, id).expect("it is exported");
                        piece(self.plan, datum, rule, data, out)
                    }
                    _ => compiler::one_of(&choice.literals[*index], out),
                }
            }
            _ => panic!("{data:?} is not an alternative"),
        }
    }

    fn difference(&self, text: &[u8]) -> Option<usize> {
        match read(self.plan, self.rule, text) {
            Some(Data::Record(read)) => {
                read.iter().zip(self.data).position(|(a, b)| !compiler::is_same(a, b))
            }
            _ => Some(self.data.len()),
        }
    }
}

/// Appends a piece of data as a text of a rule.
fn piece(
    plan: &Plan,
    datum: &Datum,
    rule: usize,
    data: &Data,
    out: &mut Output,
) -> Result<(), Fault> {
    let is_match = |text: &[u8]| plan.selection.rules[rule].language.check(text).is_ok();
    match (datum, &plan.module.rules[rule].value, data) {
        (
            Datum::Scalar { .. },
            Some(Value::Integer(Integer { radix, separator, .. })),
            &Data::Integer { is_negative, magnitude },
        ) => {
            let notation = (*radix, *separator);
            compiler::digits((is_negative, magnitude), notation, &numbers(plan, rule), out)
        }
        (
            Datum::Scalar { .. },
            Some(Value::Byte),
            &Data::Integer { is_negative: false, magnitude },
        ) => {
            let byte = u8::try_from(magnitude).map_err(|_| Fault::Here)?;
            verbatim(&[byte], is_match, out)
        }
        (Datum::Scalar { .. }, Some(Value::Bool([yes, no])), Data::Flag(is_true)) => {
            compiler::literal(if *is_true { yes } else { no }, out)
        }
        (Datum::Scalar { .. }, _, Data::Char(character)) => {
            verbatim(character.encode_utf8(&mut [0; 4]).as_bytes(), is_match, out)
        }
        (Datum::Scalar { .. }, _, &Data::Single(number)) => {
            compiler::float_of(number, &numbers(plan, rule), out)
        }
        (Datum::Scalar { .. }, _, &Data::Double(number)) => {
            compiler::float_of(number, &numbers(plan, rule), out)
        }
        (Datum::Record(_), ..) => with_record(plan, rule, data, |it| compiler::inner(it, out)),
        (Datum::Decoded { .. }, _, Data::Text(value)) => decoded::spell(plan, rule, value, out),
        (_, _, Data::Text(text)) => verbatim(text, is_match, out),
        (Datum::Scalar { .. }, Some(Value::Byte), Data::Integer { .. }) => Err(Fault::Here),
        _ => panic!("{data:?} does not have the form {datum:?}"),
    }
}

/// The automaton of a rule.
struct Numbers<'a>(&'a Dfa);

/// Returns the automaton of a rule whose texts are numbers.
fn numbers(plan: &Plan, rule: usize) -> Numbers<'_> {
    let language = &plan.selection.rules[rule].language;
    Numbers(language.dfa().expect("numbers are decided on the automaton"))
}

impl compiler::Automaton for Numbers<'_> {
    fn start(&self) -> usize {
        Dfa::START.index()
    }

    fn next(&self, state: usize, byte: u8) -> Option<usize> {
        self.0.next(StateId::new(state), byte).map(StateId::index)
    }

    fn is_end(&self, state: usize) -> bool {
        self.0.is_accepting(StateId::new(state))
    }
}

/// Appends a text, if it matches.
fn verbatim(text: &[u8], is_match: impl Fn(&[u8]) -> bool, out: &mut Output) -> Result<(), Fault> {
    if is_match(text) { compiler::literal(text, out) } else { Err(Fault::Here) }
}
