//! The methods that return decoded text.

use super::docs::{outer_docs, wrapped};
use super::encoded_methods::{encoded, unit_name};
use super::event_tables::event_table_path;
use super::{class_literal, ident};
use crate::bytes::markdown::code;
use crate::plan::model::{
    Decoded, Decoding, Keeps, Model, Piece, Pieces, Plain, Rule, Skip, Value, skip,
};
use crate::spec::{Meaning, NumberedUnit, Rest};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The method of a rule whose texts have pieces.
pub(super) fn decoded(model: &Model, index: usize, rule: &Rule) -> Option<TokenStream> {
    let (Some(Value::Decoded(decoding)), Some(pieces)) = (&rule.value, rule.pieces) else {
        return None;
    };
    let Pieces { event_table, keeps } = pieces;
    let (view, buf) = (ident(&rule.type_name), ident(&rule.buf_name));
    let method = ident(if decoding.result.is_fallible() { "try_value" } else { "value" });
    let (value, decode) = if decoding.result.is_text() {
        (quote!(str), quote!(text))
    } else {
        (quote!([u8]), quote!(bytes))
    };
    let invalid = ident(match decoding.result {
        Decoded::Replaced => "Replace",
        Decoded::Text | Decoded::PerhapsText | Decoded::Bytes | Decoded::PerhapsBytes => "Error",
    });
    let offsets = match (keeps, skip(model, pieces, &decoding.pieces)) {
        (Keeps::Offsets(offsets), None) => {
            let offsets = Literal::usize_unsuffixed(offsets);
            quote! { (#offsets) }
        }
        (Keeps::Offsets(offsets), Some(Skip { state, bytes, are_pieces, plain })) => {
            let offsets = Literal::usize_unsuffixed(offsets);
            let (state, bytes) = (Literal::u16_unsuffixed(state), class_literal(bytes));
            let plain = plain.map(|Plain { ends: [first, last], bytes }| {
                let [first, last] = [first, last].map(Literal::usize_unsuffixed);
                let bytes = class_literal(bytes);
                quote! { #first #bytes #last }
            });
            quote! { (#offsets #state #bytes #are_pieces #plain) }
        }
        (Keeps::All, _) => quote! { (all) },
    };
    let table = event_table_path(model, index, event_table);
    let docs = docs(decoding);
    let pieces = decoding.pieces.iter().map(|piece| meaning(&piece.meaning));
    let pieces = quote! { [#(#pieces),*] };
    // Collecting all pieces needs `alloc`, and errors and replacements may concern several chunks.
    let stream = match (keeps, decoding.result) {
        (Keeps::Offsets(_), Decoded::Text) => Some(quote!(chars)),
        (Keeps::Offsets(_), Decoded::Bytes) => Some(quote!(bytes)),
        _ => None,
    };
    let streamed = stream.map(|stream| {
        quote! { runtime::decoding::streamed! { #docs #stream #view, #offsets #table, #pieces } }
    });
    let encoded = decoding.encoder.as_ref().map(|it| encoded(rule, decoding, it));
    Some(quote! {
        runtime::decoding::decoded! {
            #docs #method #view, #buf, #value, #decode, #invalid, #offsets #table, #pieces
        }
        #streamed
        #encoded
    })
}

/// The documentation of the value.
fn docs(decoding: &Decoding) -> TokenStream {
    let what = if decoding.result.is_text() { "text" } else { "bytes" };
    let pieces: Vec<String> = decoding.pieces.iter().map(sentence).collect();
    let pieces = pieces.join("; ");
    let replaced = match decoding.result {
        Decoded::Replaced => " `U+FFFD` replaces bytes and surrogates that are not text.",
        Decoded::Text | Decoded::PerhapsText | Decoded::Bytes | Decoded::PerhapsBytes => "",
    };
    outer_docs(&wrapped(&format!("The decoded {what}: {pieces}.{replaced}")))
}

/// The clauses about a piece.
fn sentence(Piece { rule, meaning }: &Piece) -> String {
    let Meaning::ByPrefix(cases) = meaning else { return clause(&code(rule), meaning) };
    let cases = cases.iter().map(|(prefix, meaning)| match &**prefix {
        "" => clause(&code(rule), meaning),
        prefix => clause(&format!("{} that begins with {}", code(rule), literal(prefix)), meaning),
    });
    cases.collect::<Vec<_>>().join("; any other ")
}

/// The clause about the texts of a piece with one meaning.
fn clause(rule: &str, meaning: &Meaning) -> String {
    let (drop, rest) = match meaning {
        Meaning::Fixed(text) if text.is_empty() => return format!("{rule} is left out"),
        Meaning::Fixed(text) => return format!("{rule} becomes {}", literal(text)),
        Meaning::Read { drop, rest } => (*drop, rest),
        Meaning::ByPrefix(_) => unreachable!("the meanings in a list are not lists"),
    };
    let after = match drop {
        0 => String::new(),
        1 => " after its first byte".to_owned(),
        count => format!(" after its first {count} bytes"),
    };
    match rest {
        Rest::Itself if drop == 0 => format!("{rule} is unchanged"),
        Rest::Itself => format!("{rule} becomes its text{after}"),
        Rest::Number { radix, unit } => {
            let unit = match unit {
                NumberedUnit::Byte => "byte",
                NumberedUnit::Char => "character",
                NumberedUnit::Utf16 => "unit of UTF-16",
            };
            format!("{rule} is the {unit} whose number, in radix {radix}, comes{after}")
        }
        Rest::OneOf(_) if drop == 0 => format!("{rule} stands for another text"),
        Rest::OneOf(_) => {
            format!("{rule} stands for another text, which depends on its text{after}")
        }
    }
}

/// A text as a literal of Rust, in code.
fn literal(text: &str) -> String {
    code(&format!("\"{}\"", text.escape_debug()))
}

/// The meaning of a piece.
fn meaning(meaning: &Meaning) -> TokenStream {
    let (drop, rest) = match meaning {
        Meaning::Fixed(text) => return quote! { Fixed(#text) },
        Meaning::Read { drop, rest } => (Literal::usize_unsuffixed(*drop), rest),
        Meaning::ByPrefix(cases) => {
            let cases = cases.iter().map(|(prefix, it)| {
                let meaning = self::meaning(it);
                quote! { (#prefix, runtime::chunks::Piece::#meaning) }
            });
            return quote! { ByPrefix(&[#(#cases),*]) };
        }
    };
    match rest {
        Rest::Itself => quote! { Rest(#drop) },
        Rest::Number { radix, unit } => {
            let radix = Literal::u8_unsuffixed(*radix);
            let unit = unit_name(*unit);
            quote! { #unit(#drop, #radix) }
        }
        Rest::OneOf(texts) => {
            let texts = texts.iter().map(|(text, meaning)| quote! { (#text, #meaning) });
            quote! { OneOf(#drop, &[#(#texts),*]) }
        }
    }
}
