//! The methods of texts that are numbers.

use super::docs::outer_docs;
use super::ident;
use crate::plan::model::{Alternative, Integer, Module, Rule, Union, Value};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The method of a rule whose texts are numbers.
pub(super) fn number(rule: &Rule) -> Option<TokenStream> {
    let Value::Integer(integer @ Integer { ty, radix, .. }) = rule.value.as_ref()?;
    let docs = outer_docs(&format!("The number of the text, {}.", range(integer)));
    let (view, buf, ty) = (ident(&rule.type_name), ident(&rule.buf_name), ident(ty.name()));
    let radix = Literal::u8_unsuffixed(*radix);
    Some(quote! { runtime::values::integer! { #docs #view, #buf, #ty, #radix } })
}

/// The method of a union whose alternatives are numbers.
pub(super) fn of_union(module: &Module, union: &Union) -> Option<TokenStream> {
    let (name, ty) = (ident(&union.type_name), ident(union.number?.name()));
    let variants = union.alternatives.iter().filter_map(|it| match it {
        Alternative::Rule(rule) => Some(ident(&module.rules[*rule].type_name)),
        Alternative::Literal { .. } => None,
    });
    Some(quote! { runtime::values::union!(#name, #ty, #(#variants),*); })
}

/// The sentence of a part about its value. Empty if it is text.
pub(super) fn sentence(module: &Module, union: Option<usize>, rules: &[&Rule]) -> String {
    match (union.map(|union| module.unions[union].number), rules) {
        (Some(Some(ty)), _) => format!(" Its value is a `{ty}`."),
        (None, [Rule { value: Some(Value::Integer(integer)), .. }]) => {
            format!(" Its value is a `{}`, {}.", integer.ty, range(integer))
        }
        _ => String::new(),
    }
}

fn range(integer: &Integer) -> String {
    format!("{} to {}", integer.least, integer.greatest)
}
