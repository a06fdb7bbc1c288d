//! Readers of one pass, interpreted: what they read is the data of the text, for every short text of random
//! grammars.

use super::super::read_text::of_rule;
use super::super::{Data, decode};
use super::complete::{ALPHABET, grammar, recursive, texts, with_requests};
use super::{Plan, read, with_spec};
use abnfc::plan::accessors::Count;
use abnfc::plan::model::{Content, Datum, Field, Move, RecordWriter, Spelled};
use fastrand::Rng;

/// The greatest length of texts in bytes.
const LENGTH: usize = 5;

/// The fields of a record, the data of the alternatives of each, and the writer.
struct Source<'a> {
    fields: Vec<(&'a Field, Vec<Option<&'a Datum>>)>,
    writer: &'a RecordWriter,
}

fn source<'a>(plan: &'a Plan, datum: &Datum) -> Option<Source<'a>> {
    let records = &plan.module.records;
    let (fields, writer): (Vec<&Field>, _) = match datum {
        Datum::Record(rule) => {
            let record = records.record(*rule)?;
            (record.fields.iter().collect(), &record.writer)
        }
        Datum::Node(node) => {
            let record = records.node(*node)?;
            (record.fields.iter().map(|it| &it.field).collect(), &record.writer)
        }
        _ => return None,
    };
    let variants = |field: &Field| match field.datum {
        Datum::Choice(union) => records.choice(union).map(|it| &it.variants),
        Datum::NodeChoice(union) => records.node_choice(union).map(|it| &it.choice.variants),
        _ => None,
    };
    let variants = |field| variants(field).into_iter().flatten().map(Option::as_ref).collect();
    let fields = fields.into_iter().map(|field| (field, variants(field))).collect();
    Some(Source { fields, writer: writer.as_ref()? })
}

/// Reads a record at an offset. `None` if the reader gives up.
fn record(plan: &Plan, datum: &Datum, text: &[u8], at: &mut usize) -> Option<Data> {
    let Source { fields, writer } = source(plan, datum)?;
    let reader = writer.reader.as_ref()?;
    let mut values: Vec<Vec<Data>> = fields.iter().map(|_| Vec::new()).collect();
    let mut state = 0;
    loop {
        let state_now = &reader.states[state];
        let next = text.get(*at).copied();
        let fits = |it: &&(_, Move)| match next {
            Some(byte) => abnfc::bytes::ByteSet::contains(&it.0, byte),
            // A part that comes next whatever the byte is.
            None => {
                matches!(it.1, Move::Symbol(..)) && state_now.moves.len() == 1 && it.0.len() == 256
            }
        };
        match state_now.moves.iter().find(fits).map(|it| it.1) {
            Some(Move::Byte(next)) => {
                *at += 1;
                state = next;
            }
            Some(Move::Symbol(symbol, next)) => {
                let spelled = &writer.symbols[symbol];
                let (field, variants) = &fields[spelled.field];
                let content = &reader.contents[symbol];
                let value = match spelled.spelled {
                    Spelled::Variant(index) => {
                        let read = piece(
                            plan,
                            variants[index].unwrap_or(&Datum::Flag),
                            content,
                            text,
                            at,
                        )?;
                        Data::Alternative(index, variants[index].map(|_| Box::new(read)))
                    }
                    _ => piece(plan, &field.datum, content, text, at)?,
                };
                values[spelled.field].push(value);
                state = next;
            }
            None if state_now.is_end => break,
            None => return None,
        }
    }
    let field = |((field, _), values): (&(&Field, _), Vec<Data>)| match field.count {
        Count::Many => Data::List(values),
        _ if field.datum == Datum::Flag => Data::Flag(!values.is_empty()),
        _ => values.into_iter().next().unwrap_or(Data::Absent),
    };
    Some(Data::Record(fields.iter().zip(values).map(field).collect()))
}

fn piece(
    plan: &Plan,
    datum: &Datum,
    content: &Content,
    text: &[u8],
    at: &mut usize,
) -> Option<Data> {
    let rest = &text[*at..];
    match content {
        Content::Record(rule) => record(plan, &Datum::Record(*rule), text, at),
        Content::Node(node) => record(plan, &Datum::Node(*node), text, at),
        Content::Literal(literal) => {
            let found = rest.get(..literal.text.len())?;
            let is_it = found == literal.text
                || literal.is_in_any_case && found.eq_ignore_ascii_case(&literal.text);
            *at += found.len();
            is_it.then_some(Data::Flag(true))
        }
        Content::Rule(rule, _) => {
            let language = &plan.selection.rules[*rule].language;
            let length = (0..=rest.len()).rev().find(|it| language.check(&rest[..*it]).is_ok())?;
            *at += length;
            let found = &rest[..length];
            if plan.module.rules[*rule].is_fallible() && matches!(datum, Datum::Decoded { .. }) {
                return decode(plan, *rule, found).map(Data::Text);
            }
            of_rule(plan, datum, *rule, found)
        }
    }
}

/// What was read.
#[derive(Debug, Default)]
struct Counts {
    read: usize,
    /// The texts that a reader left to the other way.
    given_up: usize,
    /// The texts without data.
    refused: usize,
}

fn check(grammars: usize, make: fn(&mut Rng) -> (String, String), counts: &mut Counts) {
    let mut random = Rng::with_seed(11);
    let texts = texts(ALPHABET, LENGTH);
    for _ in 0..grammars {
        let (grammar, settings) = make(&mut random);
        let plan: Plan = with_spec(&grammar, &settings);
        for name in ["r", "p", "q", "t", "n"] {
            let Some(rule) = plan.rule(name) else { continue };
            let datum = plan.datum(rule);
            let Some(Source { writer, .. }) = source(&plan, &datum) else { continue };
            if writer.reader.is_none() {
                continue;
            }
            for text in &texts {
                let mut at = 0;
                let direct = record(&plan, &datum, text, &mut at).filter(|_| at == text.len());
                let data = read(&plan, rule, text).ok();
                match (&direct, &data) {
                    (Some(_), _) => {
                        let shown = text.escape_ascii();
                        assert_eq!(direct, data, "{name} of\n{grammar}{settings}: {shown}");
                        counts.read += 1;
                    }
                    (None, Some(_)) => counts.given_up += 1,
                    (None, None) => counts.refused += 1,
                }
            }
        }
    }
}

#[test]
fn what_readers_read_is_the_data() {
    let mut counts = Counts::default();
    check(60, grammar, &mut counts);
    check(60, with_requests, &mut counts);
    check(30, recursive, &mut counts);
    assert!(counts.read > 500 && counts.given_up < counts.read, "{counts:?}");
}

#[test]
#[ignore = "takes minutes"]
fn what_readers_read_is_the_data_of_many_grammars() {
    let mut counts = Counts::default();
    check(2_000, grammar, &mut counts);
    check(2_000, with_requests, &mut counts);
    check(1_000, recursive, &mut counts);
    assert!(counts.given_up < counts.read, "{counts:?}");
}
