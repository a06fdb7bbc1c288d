//! The expressions that read parts.

use super::byte_reads::byte_set;
use crate::back::emit::ident;
use crate::plan::model::{
    Content, Datum, Extent, Integer, LiteralText, Module, Numbers, Padded, Value,
};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

/// The expression that reads a part. `bare` are the rules whose data does not depend on slots.
pub(super) fn piece(
    (module, bare): (&Module, &BTreeSet<usize>),
    datum: &Datum,
    is_boxed: bool,
    content: &Content,
) -> TokenStream {
    match (content, datum) {
        (Content::Literal(LiteralText { text, is_in_any_case }), _) => {
            let text = Literal::byte_string(text);
            let method = ident(if *is_in_any_case { "literal_in_any_case" } else { "literal" });
            quote! { input.#method(#text)? }
        }
        (Content::Node(_), _) if is_boxed => {
            quote! { runtime::alloc::boxed::Box::new(input.inside()?) }
        }
        (Content::Node(_), _) => quote! { input.inside()? },
        (Content::Record(_), _) => quote! { runtime::reading::Read::read(input)? },
        (Content::Rule(rule, extent), datum) => {
            let of = &module.rules[*rule];
            if let (
                Datum::Scalar { ty, .. },
                Some(Value::Integer(Integer { padded: Some(it), .. })),
            ) = (datum, &of.value)
                && let Some(number) = number(*it, ty.name())
            {
                return number;
            }
            let ty = ident(&of.type_name);
            let text = match extent {
                Extent::One(set) => {
                    let set = byte_set(*set);
                    quote! { input.one::<super::#ty<'_>>(#set)? }
                }
                Extent::Run(set) => {
                    let set = byte_set(*set);
                    quote! { input.run::<super::#ty<'_>>(#set)? }
                }
                Extent::Fixed(length) => {
                    let length = Literal::usize_unsuffixed(*length);
                    quote! { input.fixed::<super::#ty<'_>>(#length)? }
                }
                Extent::Longest => quote! { input.longest::<super::#ty<'_>>()? },
            };
            let unlocated = quote! { runtime::rule::unlocated::<super::#ty<'_>>(#text) };
            match datum {
                Datum::Text { .. } => text,
                // Values do not depend on slots.
                Datum::Decoded { .. } if of.is_fallible() => {
                    quote! { #unlocated.try_value().ok()? }
                }
                Datum::Scalar { .. } | Datum::Decoded { .. } => quote! { #unlocated.value() },
                Datum::Record(rule) if bare.contains(rule) => {
                    quote! { ::core::convert::From::from(#unlocated) }
                }
                _ => quote! {
                    ::core::convert::From::from(runtime::reading::view::<super::#ty<'_>>(#text))
                },
            }
        }
    }
}

/// The expression that reads a number of a type. `None` if its numbers are not a range.
fn number(Padded { width, numbers }: Padded, ty: &str) -> Option<TokenStream> {
    let Numbers::Range(least, greatest) = numbers else { return None };
    let [low, high] = [least, greatest].map(Literal::u64_unsuffixed);
    let digits = Literal::u8_unsuffixed(width);
    // With more digits, the number would be too large. Not all numbers of 20 digits are a `u64`.
    let is_exact = width < 20 && 10_u64.pow(width.into()) > greatest;
    let number = if is_exact {
        quote! { input.digits::<#digits>([#low, #high])? }
    } else {
        quote! { input.numeral(#digits, [#low, #high])? }
    };
    let ty = ident(ty);
    Some(match ty {
        _ if ty == "u64" => number,
        _ if ty == "u128" || ty == "i128" => quote! { #ty::from(#number) },
        _ => quote! { #ty::try_from(#number).ok()? },
    })
}
