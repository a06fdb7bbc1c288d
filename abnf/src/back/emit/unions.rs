//! The files of the unions: for each an enum of views.

use super::docs::{inner_docs, list, outer_docs};
use super::ident;
use crate::plan::model::{Module, Unit};
use proc_macro2::TokenStream;
use quote::quote;

/// The file of one union of the module.
pub(super) fn union(module: &Module, place: usize) -> TokenStream {
    let union = &module.unions[place];
    let rules: Vec<_> = union.rules.iter().map(|&rule| &module.rules[rule]).collect();
    let names: Vec<String> = rules.iter().map(|rule| format!("`{}`", rule.name)).collect();
    let file_docs = inner_docs(&format!("The union of {}.", list(&names, "and")));
    let returned: Vec<String> = module
        .rules
        .iter()
        .flat_map(|rule| {
            let parts = rule.view.parts.iter().map(|part| (part.union, &part.accessor));
            let repeated = rule.view.repeated.iter().map(|part| (part.union, &part.accessor));
            parts.chain(repeated).map(move |(union, accessor)| (rule, union, accessor))
        })
        .filter(|(_, union, _)| *union == Some(place))
        .map(|(rule, _, accessor)| {
            let ty = &rule.type_name;
            format!("[`{ty}::{accessor}`](super::{ty}::{accessor})")
        })
        .collect();
    let docs = outer_docs(&super::docs::wrapped(&format!(
        "A text of {}: what {} can return.",
        list(&names, "or"),
        list(&returned, "and")
    )));
    let ty = ident(&union.type_name);
    let types: Vec<_> = rules.iter().map(|rule| ident(&rule.type_name)).collect();
    let variants = rules.iter().zip(&types).map(|(rule, ty)| {
        let docs = outer_docs(&format!("A text of `{}`.", rule.name));
        quote! { #docs #ty(super::#ty<'a>) }
    });
    let as_str = (union.unit == Unit::Text).then(|| {
        quote! {
            /// The text, whichever it is.
            #[must_use]
            #[inline]
            pub const fn as_str(self) -> &'a str {
                match self {
                    #(Self::#types(view) => view.as_str(),)*
                }
            }
        }
    });
    let as_ref = match union.unit {
        Unit::Text => quote! {
            impl ::core::convert::AsRef<str> for #ty<'_> {
                #[inline]
                fn as_ref(&self) -> &str {
                    self.as_str()
                }
            }
        },
        Unit::Bytes => quote! {
            impl ::core::convert::AsRef<[u8]> for #ty<'_> {
                #[inline]
                fn as_ref(&self) -> &[u8] {
                    self.as_bytes()
                }
            }
        },
    };
    quote! {
        #file_docs
        #docs
        #[non_exhaustive]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum #ty<'a> {
            #(#variants),*
        }
        impl<'a> #ty<'a> {
            #as_str

            /// The bytes of the text, whichever it is.
            #[must_use]
            #[inline]
            pub const fn as_bytes(self) -> &'a [u8] {
                match self {
                    #(Self::#types(view) => view.as_bytes(),)*
                }
            }
        }
        #as_ref
        /// The text, whichever it is.
        impl ::core::fmt::Display for #ty<'_> {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self {
                    #(Self::#types(view) => ::core::fmt::Display::fmt(view, f),)*
                }
            }
        }
    }
}
