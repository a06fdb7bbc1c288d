//! The constructors of texts from decoded values.

use super::ident;
use crate::plan::model::{Decoding, Encoder, EncoderState, EncoderStep, Rule};
use crate::spec::NumberedUnit;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// The constructor of a rule whose values become texts.
pub(super) fn encoded(rule: &Rule, decoding: &Decoding, encoder: &Encoder) -> TokenStream {
    let (view, buf, name) = (ident(&rule.type_name), ident(&rule.buf_name), &rule.name);
    let value = if decoding.result.is_text() { quote!(str) } else { quote!([u8]) };
    let method = ident(if decoding.result.is_fallible() { "try_value" } else { "value" });
    let states = states(encoder);
    quote! {
        #[cfg(feature = "alloc")]
        runtime::encoded::encoder! { #view; #(#states)* }
        #[cfg(feature = "alloc")]
        runtime::encoded::encoded! { #value, #view, #buf, #name, #method }
    }
}

/// The automaton that inserts separators into the digits of a rule, for the module of data.
pub(super) fn inserter(rule: &Rule, encoder: &Encoder) -> TokenStream {
    let (view, states) = (ident(&rule.type_name), states(encoder));
    quote! {
        #[cfg(feature = "alloc")]
        runtime::encoded::encoder! { super::#view; #(#states)* }
    }
}

/// The states of an encoder, for the macro of the run-time.
fn states(encoder: &Encoder) -> impl Iterator<Item = TokenStream> {
    encoder.states.iter().map(|EncoderState { bytes, steps, is_end }| {
        let bytes = bytes.iter().map(|(low, high, next)| {
            let [low, high] = [*low, *high].map(Literal::u8_unsuffixed);
            let next = Literal::u16_unsuffixed(*next);
            quote! { #low #high #next }
        });
        let steps = steps.iter().map(step);
        quote! { { #is_end; #(#bytes),*; #(#steps),* } }
    })
}

/// The name of a unit in the run-time.
pub(super) fn unit_name(unit: NumberedUnit) -> Ident {
    ident(match unit {
        NumberedUnit::Byte => "Byte",
        NumberedUnit::Char => "Char",
        NumberedUnit::Utf16 => "Utf16",
    })
}

fn step(step: &EncoderStep) -> TokenStream {
    match step {
        EncoderStep::Fixed(text, value, next) => {
            let [text, value] = [text, value.as_bytes()].map(Literal::byte_string);
            let next = Literal::u16_unsuffixed(*next);
            quote! { Fixed(#text #value #next) }
        }
        EncoderStep::Rest(text, next) => {
            let (text, next) = (Literal::byte_string(text), Literal::u16_unsuffixed(*next));
            quote! { Rest(#text #next) }
        }
        EncoderStep::Number(text, unit, radix, digits) => {
            let (text, unit) = (Literal::byte_string(text), unit_name(*unit));
            let (radix, digits) =
                (Literal::u8_unsuffixed(*radix), Literal::u16_unsuffixed(*digits));
            quote! { Number(#text #unit #radix #digits) }
        }
    }
}
