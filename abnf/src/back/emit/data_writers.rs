//! The declarations that turn data into text, beside the data.

use super::ident;
use super::unions::variant;
use crate::plan::model::{
    Alternative, Choice, Datum, Integer, Kind, Module, Record, RecordEdge, RecordWriter, Spelled,
    Unit, Value, WrittenField,
};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};

/// The writer of a record.
pub(super) fn of_record(module: &Module, record: &Record, writer: &RecordWriter) -> TokenStream {
    let rule = &module.rules[record.rule];
    let (ty, buf, name) = (ident(&rule.type_name), ident(&rule.buf_name), &rule.name);
    let borrows = record.holds.text.then(|| quote! { 'a });
    let nodes = writer.nodes.iter().map(|edges| {
        let edges = edges.iter().map(edge);
        quote! { [#(#edges)*] }
    });
    let fields = record.fields.iter().zip(&writer.fields).enumerate();
    let fields = fields.map(|(index, (field, WrittenField { kind, is_needed }))| {
        let kind = ident(kind_name(*kind));
        let name = match record.step(field) {
            "" => quote! { _ },
            name => ident(name).to_token_stream(),
        };
        let inner = (!is_needed).then(|| quote! { inner });
        let symbols = writer.symbols.iter().enumerate().filter(|(_, it)| it.field == index);
        let symbols = symbols.map(|(number, symbol)| {
            let number = Literal::usize_unsuffixed(number);
            let spelled = match &symbol.spelled {
                Spelled::Rule(rule) => piece(module, &field.datum, *rule),
                Spelled::Variant(index) => {
                    let index = Literal::usize_unsuffixed(*index);
                    quote! { alternative(#index) }
                }
                Spelled::Literal(text) => literal(text),
            };
            quote! { #number #spelled }
        });
        let index = Literal::usize_unsuffixed(index);
        quote! { #index #kind #name #inner: #(#symbols),*; }
    });
    quote! {
        #[cfg(feature = "alloc")]
        runtime::records::record! { [#borrows] #ty, #buf, #name; #(#nodes)*; #(#fields)* }
    }
}

/// The writer of a choice, which is the enum `ty`.
pub(super) fn of_choice(module: &Module, choice: &Choice, ty: &Ident) -> TokenStream {
    let union = &module.unions[choice.union];
    let borrows = choice.holds.text.then(|| quote! { 'a });
    let alternatives = union.alternatives.iter().zip(&choice.variants).zip(&choice.literals);
    let alternatives = alternatives.enumerate().map(|(index, ((alternative, datum), texts))| {
        let (name, index) = (variant(module, alternative), Literal::usize_unsuffixed(index));
        if let (Alternative::Rule(rule), Some(datum)) = (alternative, datum) {
            let spelled = piece(module, datum, *rule);
            quote! { #index #name(it) #spelled; }
        } else {
            let spelled = match &texts[..] {
                [text] => literal(text),
                texts => {
                    let texts = texts.iter().map(|it| Literal::byte_string(it));
                    quote! { one_of(#(#texts)*) }
                }
            };
            quote! { #index #name() #spelled; }
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
const fn kind_name(kind: Kind) -> &'static str {
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
        (Datum::Record(_) | Datum::Choice(_) | Datum::Flag, _) => quote! { data() },
        (Datum::Decoded { .. }, _) => quote! { decoded(#of) },
    }
}

fn literal(text: &[u8]) -> TokenStream {
    let text = Literal::byte_string(text);
    quote! { literal(#text) }
}
