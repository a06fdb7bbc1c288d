//! The declarations that turn data into text, beside the data.

use super::ident;
use super::locators::bits;
use super::unions::variant;
use crate::plan::model::{
    Alternative, Choice, Datum, Integer, Kind, Known, Module, Numbers, Padded, Record, RecordEdge,
    RecordWriter, Spelled, Unit, Value, WrittenField,
};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};

/// The writer of a record.
pub(super) fn of_record(module: &Module, record: &Record, writer: &RecordWriter) -> TokenStream {
    let rule = &module.rules[record.rule];
    let (ty, buf, name) = (ident(&rule.type_name), ident(&rule.buf_name), &rule.name);
    let borrows = record.holds.text.then(|| quote! { 'a });
    let fields = record.fields.iter().map(|field| (record.step(field), &field.datum));
    let graph = graph(module, fields, writer);
    let straight = is_straight(writer).then(|| quote! { straight });
    let checked = checked(writer);
    quote! {
        #[cfg(feature = "alloc")]
        runtime::records::record! { #checked [#borrows] #ty, #buf, #name #straight; #graph }
    }
}

/// How a text that is written without going back is known to be correct.
pub(super) fn checked(writer: &RecordWriter) -> Ident {
    ident(match writer.known {
        Known::Nothing => "compared",
        Known::Data => "decided",
        Known::Text => "certain",
    })
}

/// The greatest number of edges of a graph that becomes code.
const MAX_STRAIGHT: usize = 16;

/// Returns whether the graph of a record becomes code: it is small, some edge ends the text, and no edge leads
/// back to an earlier node. Larger ones would take more time to compile.
pub(super) fn is_straight(writer: &RecordWriter) -> bool {
    let edges = || {
        writer.nodes.iter().enumerate().flat_map(|(node, it)| it.iter().map(move |it| (node, it)))
    };
    edges().count() <= MAX_STRAIGHT
        && edges().any(|(_, edge)| edge.then.is_none())
        && edges().all(|(node, edge)| edge.then.is_none_or(|(_, next)| node <= next))
}

/// The graph of a record, whose fields have these names and data.
pub(super) fn graph<'a>(
    module: &Module,
    fields: impl Iterator<Item = (&'a str, &'a Datum)>,
    writer: &RecordWriter,
) -> TokenStream {
    let nodes = writer.nodes.iter().map(|edges| {
        let edges = edges.iter().map(edge);
        quote! { [#(#edges)*] }
    });
    let fields = fields.zip(&writer.fields).enumerate();
    let fields = fields.map(|(index, ((name, datum), WrittenField { kind, is_needed }))| {
        let (kind, name) = (ident(kind_name(*kind)), field_name(name));
        let inner = (!is_needed).then(|| quote! { inner });
        let symbols = writer.symbols.iter().enumerate().filter(|(_, it)| it.field == index);
        let symbols = symbols.map(|(number, symbol)| {
            let number = Literal::usize_unsuffixed(number);
            let spelled = match &symbol.spelled {
                Spelled::Rule(rule) => piece(module, datum, *rule),
                Spelled::Variant(index) => {
                    let index = Literal::usize_unsuffixed(*index);
                    quote! { alternative(#index) }
                }
                Spelled::Literal(text) => literal(text),
                Spelled::Inside => quote! { inside() },
            };
            quote! { #number #spelled }
        });
        let index = Literal::usize_unsuffixed(index);
        quote! { #index #kind #name #inner: #(#symbols),*; }
    });
    quote! { #(#nodes)*; #(#fields)* }
}

/// The name of a field, or `_` if it is all of the data.
pub(super) fn field_name(name: &str) -> TokenStream {
    match name {
        "" => quote! { _ },
        name => ident(name).to_token_stream(),
    }
}

/// The writer of a choice, which is the enum `ty`.
pub(super) fn of_choice(module: &Module, choice: &Choice, ty: &Ident) -> TokenStream {
    let alternatives = &module.unions[choice.union].alternatives;
    let alternatives = alternatives.iter().map(|alternative| {
        let rule = match alternative {
            Alternative::Rule(rule) => Some(*rule),
            Alternative::Literal { .. } => None,
        };
        (variant(module, alternative), rule)
    });
    alternatives_of(module, choice, ty, alternatives)
}

/// The writer of a choice. `alternatives` are the names of its variants and the rules of their data.
pub(super) fn alternatives_of(
    module: &Module,
    choice: &Choice,
    ty: &Ident,
    alternatives: impl Iterator<Item = (Ident, Option<usize>)>,
) -> TokenStream {
    let borrows = choice.holds.text.then(|| quote! { 'a });
    let alternatives = alternatives.zip(&choice.variants).zip(&choice.literals).enumerate();
    let alternatives = alternatives.map(|(index, (((name, rule), datum), texts))| {
        let index = Literal::usize_unsuffixed(index);
        match (datum, rule, &texts[..]) {
            (Some(Datum::Node(_)), ..) => quote! { #index #name(it) inside(); },
            (Some(datum), Some(rule), _) => {
                let spelled = piece(module, datum, rule);
                quote! { #index #name(it) #spelled; }
            }
            (.., [text]) => {
                let spelled = literal(text);
                quote! { #index #name() #spelled; }
            }
            (.., texts) => {
                let texts = texts.iter().map(|it| Literal::byte_string(it));
                quote! { #index #name() one_of(#(#texts)*); }
            }
        }
    });
    quote! {
        #[cfg(feature = "alloc")]
        runtime::records::choice! { [#borrows] #ty: #(#alternatives)* }
    }
}

fn edge(edge: &RecordEdge) -> TokenStream {
    let fillers = edge.fillers.iter().map(|filler| Literal::byte_string(filler));
    let then = edge.then.map(|(symbol, node)| {
        let [symbol, node] = [symbol, node].map(Literal::usize_unsuffixed);
        quote! { => #symbol #node }
    });
    quote! { (#(#fillers)* #then) }
}

/// The name of a kind in the run-time.
pub(super) const fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::One => "One",
        Kind::Optional => "Optional",
        Kind::List => "List",
        Kind::Flag => "Flag",
        Kind::Which => "Which",
        Kind::WhichIfAny => "WhichIfAny",
    }
}

/// How a piece of data is spelled as a text of a rule.
fn piece(module: &Module, datum: &Datum, rule: usize) -> TokenStream {
    let of = ident(&module.rules[rule].type_name);
    match (datum, &module.rules[rule].value) {
        (Datum::Scalar { .. }, Some(Value::Integer(Integer { padded: Some(padded), .. }))) => {
            numeral(*padded)
        }
        (Datum::Scalar { .. }, Some(Value::Integer(Integer { radix, separator, .. }))) => {
            let radix = Literal::u8_unsuffixed(*radix);
            match separator {
                None => quote! { integer(#of #radix) },
                Some(separator) => {
                    let separator = Literal::byte_character(*separator);
                    quote! { separated(#of #radix #separator) }
                }
            }
        }
        (Datum::Scalar { .. }, Some(Value::Char)) => quote! { character(#of) },
        (Datum::Scalar { .. }, Some(Value::Byte)) => quote! { byte(#of) },
        (Datum::Scalar { .. }, Some(Value::Bool(texts))) => {
            let [yes, no] = texts.each_ref().map(|it| Literal::byte_string(it));
            quote! { truth(#yes #no) }
        }
        (Datum::Scalar { .. }, _) => quote! { float(#of) },
        (Datum::Text { unit: Unit::Text, .. }, _) => quote! { text(#of) },
        (Datum::Text { unit: Unit::Bytes, .. }, _) => quote! { bytes(#of) },
        (Datum::Node(_) | Datum::NodeChoice(_), _) => quote! { inside() },
        (Datum::Record(_) | Datum::Choice(_) | Datum::Flag, _) => quote! { data() },
        (Datum::Decoded { .. }, _) => quote! { decoded(#of) },
    }
}

/// How a number is spelled by its only numeral.
fn numeral(Padded { width, numbers }: Padded) -> TokenStream {
    let width = Literal::u8_unsuffixed(width);
    match numbers {
        Numbers::Range(least, greatest) => {
            let [least, greatest] = [least, greatest].map(Literal::u64_unsuffixed);
            quote! { numeral(#width #least #greatest) }
        }
        Numbers::Set(set) => {
            let set = bits(set);
            quote! { numeral(#width #set) }
        }
    }
}

fn literal(text: &[u8]) -> TokenStream {
    let text = Literal::byte_string(text);
    quote! { literal(#text) }
}
