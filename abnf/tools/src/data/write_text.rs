//! The writer of data that is made of texts, by the search of generated code.

use super::read_text::{number, read_text};
use super::{Data, Plan, decoded};
use abnfc::automata::dfa::{Dfa, StateId};
use abnfc::plan::model::{self, Datum, Integer, RecordWriter, Spelled, Value, WrittenField};
use abnfc_runtime::compiler::{self, Edge, Fault, Field, Graph, Output};

/// Data of a record with its graph.
pub(super) struct Record<'a> {
    plan: &'a Plan,
    rule: usize,
    fields: &'a [model::Field],
    writer: &'a RecordWriter,
    graph: Graph<'a>,
    automaton: Option<Language<'a>>,
    data: &'a [Data],
}

/// Calls a function with the data of a record.
pub(super) fn with_record<T>(
    plan: &Plan,
    rule: usize,
    data: &Data,
    then: impl FnOnce(&Record<'_>) -> T,
) -> T {
    let record = plan.record(rule);
    let writer = record.writer.as_ref().expect("it has a writer");
    let Data::Record(data) = data else { panic!("{data:?} is not a record") };
    let names = record.fields.iter().map(|field| record.step(field)).collect();
    let name = &*plan.module.rules[rule].name;
    with_graphs(&[(name, names, writer)], |graphs| {
        let (fields, graph) = (&record.fields, graphs[0]);
        let automaton = plan.selection.rules[rule].language.dfa().map(Language);
        then(&Record { plan, rule, fields, writer, graph, automaton, data })
    })
}

/// The name of a rule, the names of the fields of its data, and its writer.
pub(super) type NamedWriter<'a> = (&'a str, Vec<&'a str>, &'a RecordWriter);

/// Calls a function with the graphs of records.
pub(super) fn with_graphs<T>(
    writers: &[NamedWriter<'_>],
    then: impl FnOnce(&[Graph<'_>]) -> T,
) -> T {
    let small = |number: usize| u16::try_from(number).expect("the writer is not too large");
    let fields = writers.iter().map(|(_, names, writer)| {
        let known = names.iter().zip(&writer.fields);
        let known =
            known.map(|(&name, &WrittenField { kind, is_needed })| Field { name, kind, is_needed });
        known.collect()
    });
    let fields: Vec<Vec<Field<'_>>> = fields.collect();
    let symbols = writers
        .iter()
        .map(|(.., writer)| writer.symbols.iter().map(|symbol| small(symbol.field)).collect());
    let symbols: Vec<Vec<u16>> = symbols.collect();
    let edges = || writers.iter().flat_map(|it| &it.2.nodes);
    let fillers = edges().flatten().map(|it| it.fillers.iter().map(Vec::as_slice).collect());
    let fillers: Vec<Vec<&[u8]>> = fillers.collect();
    let mut fillers = fillers.iter();
    let nodes = edges().map(|edges| {
        let then =
            edges.iter().map(|edge| edge.then.map(|(symbol, node)| (small(symbol), small(node))));
        then.zip(&mut fillers).map(|(then, fillers)| Edge { fillers, then }).collect()
    });
    let nodes: Vec<Vec<Edge<'_>>> = nodes.collect();
    let mut nodes = nodes.iter().map(Vec::as_slice);
    let of_writers = writers.iter().map(|it| nodes.by_ref().take(it.2.nodes.len()).collect());
    let of_writers: Vec<Vec<&[Edge<'_>]>> = of_writers.collect();
    let graphs = writers.iter().zip(&fields).zip(symbols.iter().zip(&of_writers));
    let graphs = graphs.map(|(((rule, ..), fields), (symbols, nodes))| Graph {
        rule,
        fields,
        symbols,
        alternatives: &[],
        nodes,
    });
    then(&graphs.collect::<Vec<_>>())
}

/// Returns a value of a field.
pub(super) fn value(data: &Data, index: usize) -> Option<&Data> {
    match data {
        Data::List(items) => items.get(index),
        Data::Absent => None,
        data => Some(data),
    }
}

/// Returns the first field in which the data that was read differs from a record; the number of
/// fields if no record was read.
pub(super) fn difference(read: Option<Data>, record: &[Data]) -> Option<usize> {
    match read {
        Some(Data::Record(read)) => {
            read.iter().zip(record).position(|(a, b)| !compiler::is_same(a, b))
        }
        _ => Some(record.len()),
    }
}

/// Returns the number of values of a field.
pub(super) fn count(datum: &Datum, data: &Data) -> usize {
    match (datum, data) {
        (_, Data::Absent) => 0,
        (Datum::Flag, Data::Flag(is_present)) => usize::from(*is_present),
        (_, Data::List(items)) => items.len(),
        _ => 1,
    }
}

impl compiler::Record for Record<'_> {
    fn graph(&self) -> &Graph<'_> {
        &self.graph
    }

    fn count(&self, field: usize) -> usize {
        count(&self.fields[field].datum, &self.data[field])
    }

    fn spell(&self, symbol: usize, index: usize, out: &mut Output) -> Result<(), Fault> {
        let symbol = &self.writer.symbols[symbol];
        let field = &self.fields[symbol.field];
        let data = value(&self.data[symbol.field], index).ok_or(Fault::Here)?;
        match (&symbol.spelled, &field.datum, data) {
            (Spelled::Literal(text), ..) => compiler::literal(text, out),
            (Spelled::Inside, ..) => compiler::inside(|_| None, out),
            (Spelled::Rule(rule), datum, data) => written_piece(self.plan, datum, *rule, data, out),
            (Spelled::Variant(index), Datum::Choice(union), Data::Alternative(found, data)) => {
                if index != found {
                    return Err(Fault::Here);
                }
                let choice = self.plan.module.records.choice(*union).expect("it is used");
                match (&choice.variants[*index], data) {
                    (Some(datum), Some(data)) => {
                        let id = self.plan.selection.unions[*union].rules[*index];
                        let rule = number(self.plan, id).expect("it is exported");
                        written_piece(self.plan, datum, rule, data, out)
                    }
                    _ => compiler::one_of(&choice.literals[*index], out),
                }
            }
            _ => panic!("{data:?} is not an alternative"),
        }
    }

    fn automaton(&self) -> Option<&dyn compiler::Automaton> {
        self.automaton.as_ref().map(|it| it as &dyn compiler::Automaton)
    }

    fn difference(&self, text: &[u8]) -> Option<usize> {
        difference(read_text(self.plan, self.rule, text), self.data)
    }
}

/// Appends a piece of data as a text of a rule, other than data of nodes.
pub(super) fn written_piece(
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
            compiler::exact(&[byte], is_match, out)
        }
        (Datum::Scalar { .. }, Some(Value::Bool([yes, no])), Data::Flag(is_true)) => {
            compiler::literal(if *is_true { yes } else { no }, out)
        }
        (Datum::Scalar { .. }, _, Data::Char(character)) => {
            compiler::exact(character.encode_utf8(&mut [0; 4]).as_bytes(), is_match, out)
        }
        (Datum::Scalar { .. }, _, &Data::Single(number)) => {
            compiler::float_of(number, &numbers(plan, rule), out)
        }
        (Datum::Scalar { .. }, _, &Data::Double(number)) => {
            compiler::float_of(number, &numbers(plan, rule), out)
        }
        (Datum::Record(_), ..) => with_record(plan, rule, data, |it| compiler::inner(it, out)),
        (Datum::Decoded { .. }, _, Data::Text(value)) => decoded::spell(plan, rule, value, out),
        (_, _, Data::Text(text)) => compiler::exact(text, is_match, out),
        (Datum::Scalar { .. }, Some(Value::Byte), Data::Integer { .. }) => Err(Fault::Here),
        _ => panic!("{data:?} does not have the form {datum:?}"),
    }
}

/// The automaton of a rule.
struct Language<'a>(&'a Dfa);

/// Returns the automaton of a rule whose texts are numbers.
fn numbers(plan: &Plan, rule: usize) -> Language<'_> {
    let language = &plan.selection.rules[rule].language;
    Language(language.dfa().expect("numbers are decided on the automaton"))
}

impl compiler::Automaton for Language<'_> {
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
