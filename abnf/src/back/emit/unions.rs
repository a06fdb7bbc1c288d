//! The enums for parts of several rules.

use super::docs::{list, outer_docs, wrapped};
use super::ident;
use crate::bytes::markdown::code;
use crate::plan::accessors::AccessorKind;
use crate::plan::model::{Alternative, Module, Repetition, Union, Unit};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The enum of one union of the module.
pub(super) fn union(module: &Module, union: &Union) -> TokenStream {
    let names = names(module, union);
    let docs = outer_docs(&wrapped(&format!("Text of {}.", list(&names, "or"))));
    let ty = ident(&union.type_name);
    let variants = union.alternatives.iter().map(|it| match it {
        Alternative::Rule(rule) => {
            let rule = &module.rules[*rule];
            let (docs, ty) =
                (outer_docs(&format!("Text of `{}`.", rule.name)), ident(&rule.type_name));
            quote! { #docs #ty(#ty<'a>) }
        }
        Alternative::Literal { text, variant } => {
            let (docs, variant) =
                (outer_docs(&format!("The literal {}.", code(text))), ident(variant));
            quote! { #docs #variant }
        }
    });
    let lifetime = union.has_text().then(|| quote! { <'a> });
    let unit = match union.unit {
        Unit::Text => quote!(str),
        Unit::Bytes => quote!([u8]),
    };
    let types = union.alternatives.iter().filter_map(|it| match it {
        Alternative::Rule(rule) => Some(ident(&module.rules[*rule].type_name)),
        Alternative::Literal { .. } => None,
    });
    // The text of a literal is not kept.
    let texts =
        union.is_text_alone().then(|| quote! { runtime::unions::union!(#ty, #unit, #(#types),*); });
    let number = super::number_methods::of_union(module, union);
    quote! {
        #docs
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum #ty #lifetime {
            #(#variants),*
        }
        #texts
        #number
    }
}

/// The type of the enum.
pub(super) fn union_type(union: &Union) -> TokenStream {
    let ty = ident(&union.type_name);
    let lifetime = union.has_text().then(|| quote! { <'a> });
    quote! { #ty #lifetime }
}

/// Returns whether the return type of the accessor of a part that is reported while a text is read
/// has a lifetime.
pub(super) fn lends(module: &Module, part: &Repetition) -> bool {
    match part.kind {
        AccessorKind::Each => true,
        AccessorKind::Which | AccessorKind::WhichIfAny | AccessorKind::Whether => {
            part.union.is_some_and(|union| module.unions[union].has_text())
        }
    }
}

/// The alternatives of a union, for documentation.
pub(super) fn names(module: &Module, union: &Union) -> Vec<String> {
    union.alternatives.iter().map(|it| name(module, it)).collect()
}

/// The name of an alternative in documentation.
pub(super) fn name(module: &Module, alternative: &Alternative) -> String {
    match alternative {
        Alternative::Rule(rule) => format!("`{}`", module.rules[*rule].name),
        Alternative::Literal { text, .. } => code(text),
    }
}

/// The name of a variant.
pub(super) fn variant(module: &Module, alternative: &Alternative) -> Ident {
    ident(match alternative {
        Alternative::Literal { variant, .. } => variant,
        Alternative::Rule(rule) => &module.rules[*rule].type_name,
    })
}
