//! The enums for parts of several rules.

use super::docs::{list, outer_docs, wrapped};
use super::ident;
use crate::plan::model::{Module, Union, Unit};
use proc_macro2::TokenStream;
use quote::quote;

/// The enum of one union of the module.
pub(super) fn union(module: &Module, union: &Union) -> TokenStream {
    let rules: Vec<_> = union.rules.iter().map(|&rule| &module.rules[rule]).collect();
    let names: Vec<String> = rules.iter().map(|rule| format!("`{}`", rule.name)).collect();
    let docs = outer_docs(&wrapped(&format!("Text of {}.", list(&names, "or"))));
    let ty = ident(&union.type_name);
    let types: Vec<_> = rules.iter().map(|rule| ident(&rule.type_name)).collect();
    let variants = rules.iter().zip(&types).map(|(rule, ty)| {
        let docs = outer_docs(&format!("Text of `{}`.", rule.name));
        quote! { #docs #ty(super::#ty<'a>) }
    });
    let unit = match union.unit {
        Unit::Text => quote!(str),
        Unit::Bytes => quote!([u8]),
    };
    quote! {
        #docs
        #[non_exhaustive]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum #ty<'a> {
            #(#variants),*
        }
        unions::union!(#ty, #unit, #(#types),*);
    }
}
