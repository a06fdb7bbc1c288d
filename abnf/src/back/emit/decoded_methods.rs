//! The methods that return decoded text.

use super::event_tables::event_table_path;
use super::ident;
use crate::plan::model::{Decoded, Keeps, Model, Pieces, Rule, Value};
use crate::spec::{Meaning, NumberedUnit, Rest};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The method of a rule whose texts have pieces.
pub(super) fn decoded(model: &Model, index: usize, rule: &Rule) -> Option<TokenStream> {
    let (Some(Value::Decoded(decoding)), Some(Pieces { event_table, keeps })) =
        (&rule.value, rule.pieces)
    else {
        return None;
    };
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
    let offsets = match keeps {
        Keeps::Offsets(offsets) => {
            let offsets = Literal::usize_unsuffixed(offsets);
            quote!(#offsets)
        }
        Keeps::All => quote!(all),
    };
    let table = event_table_path(model, index, event_table);
    let pieces = decoding.meanings.iter().map(piece);
    let pieces = quote! { [#(#pieces),*] };
    // Collecting all pieces needs `alloc`, and errors and replacements may concern several chunks.
    let stream = match (keeps, decoding.result) {
        (Keeps::Offsets(_), Decoded::Text) => Some(quote!(chars)),
        (Keeps::Offsets(_), Decoded::Bytes) => Some(quote!(bytes)),
        _ => None,
    };
    let streamed = stream.map(|stream| {
        quote! { runtime::decoding::streamed! { #stream #view, #offsets #table, #pieces } }
    });
    Some(quote! {
        runtime::decoding::decoded! {
            #method #view, #buf, #value, #decode, #invalid, #offsets #table, #pieces
        }
        #streamed
    })
}

/// The meaning of a piece.
fn piece(meaning: &Meaning) -> TokenStream {
    let (drop, rest) = match meaning {
        Meaning::Fixed(text) => return quote! { Fixed(#text) },
        Meaning::Read { drop, rest } => (Literal::usize_unsuffixed(*drop), rest),
    };
    match rest {
        Rest::Itself => quote! { Rest(#drop) },
        Rest::Number { radix, unit } => {
            let radix = Literal::u8_unsuffixed(*radix);
            let unit = ident(match unit {
                NumberedUnit::Byte => "Byte",
                NumberedUnit::Char => "Char",
                NumberedUnit::Utf16 => "Utf16",
            });
            quote! { #unit(#drop, #radix) }
        }
        Rest::OneOf(texts) => {
            let texts = texts.iter().map(|(text, meaning)| quote! { (#text, #meaning) });
            quote! { OneOf(#drop, &[#(#texts),*]) }
        }
    }
}
