//! The accessors of a view's repeated parts, and the iterators that they return.

use super::docs::{list, outer_docs, wrapped};
use super::ident;
use super::tellers::teller_path;
use super::views::{lower_first, sliced};
use crate::plan::model::{Model, Module, Occurrence, Repetition, Rule, Unit};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The accessors of a rule's repeated parts.
pub(super) fn accessors(model: &Model, index: usize, rule: &Rule) -> TokenStream {
    let module = &model.modules[index];
    let accessors = rule.view.repeated.iter().map(|part| {
        let docs = outer_docs(&part_docs(module, part));
        let (name, ty) = (ident(&part.accessor), ident(&part.iterator));
        let teller = teller_path(model, index, part.teller);
        quote! {
            #docs
            #[must_use]
            #[inline]
            pub const fn #name(self) -> #ty<'a> {
                #ty { text: self.text, place: #teller.start() }
            }
        }
    });
    quote! { #(#accessors)* }
}

/// The types of the iterators.
pub(super) fn iterators(model: &Model, index: usize, rule: &Rule) -> TokenStream {
    let iterators = rule.view.repeated.iter().map(|part| iterator(model, index, rule, part));
    quote! { #(#iterators)* }
}

fn iterator(model: &Model, index: usize, rule: &Rule, part: &Repetition) -> TokenStream {
    let module = &model.modules[index];
    let docs = outer_docs(&wrapped(&format!(
        "What [`{0}::{1}`] returns: an iterator that reads the text as it goes, each byte once, \
         and allocates nothing.",
        rule.type_name, part.accessor
    )));
    let ty = ident(&part.iterator);
    let teller = teller_path(model, index, part.teller);
    let (unit, bytes) = match rule.unit {
        Unit::Text => (quote!(str), quote!(self.text.as_bytes())),
        Unit::Bytes => (quote!([u8]), quote!(self.text)),
    };
    let item = ident(item_type(module, part));
    let (last, others) = part.occurrences.split_last().expect("a part is of one rule at least");
    let view = |occurrence| view(module, rule, part, occurrence);
    let last = view(last);
    let found = if others.is_empty() {
        last
    } else {
        let others = others.iter().enumerate().map(|(number, occurrence)| {
            let (number, view) = (Literal::usize_unsuffixed(number), view(occurrence));
            quote! { #number => #view, }
        });
        quote! { match found.rule { #(#others)* _ => #last } }
    };
    quote! {
        #docs
        #[derive(Clone)]
        pub struct #ty<'a> {
            text: &'a #unit,
            place: transducer::Place,
        }

        impl<'a> ::core::iter::Iterator for #ty<'a> {
            type Item = super::#item<'a>;

            #[inline]
            fn next(&mut self) -> ::core::option::Option<Self::Item> {
                let found = #teller.next(#bytes, &mut self.place)?;
                Some(#found)
            }
        }

        impl ::core::iter::FusedIterator for #ty<'_> {}

        /// The items that are left.
        impl ::core::fmt::Debug for #ty<'_> {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_list().entries(::core::clone::Clone::clone(self)).finish()
            }
        }
    }
}

/// The type of what the iterator gives.
fn item_type<'a>(module: &'a Module, part: &Repetition) -> &'a str {
    match part.union {
        Some(union) => &module.unions[union].type_name,
        None => &module.rules[part.occurrences[0].rule].type_name,
    }
}

/// What the iterator gives for an occurrence, which is called `found`.
fn view(module: &Module, rule: &Rule, part: &Repetition, occurrence: &Occurrence) -> TokenStream {
    let child = &module.rules[occurrence.rule];
    let ty = ident(&child.type_name);
    let text = sliced(rule, child, &quote!(found.begin), &quote!(found.end));
    let view = if occurrence.has_slots {
        quote! { super::#ty::of_part(#text) }
    } else {
        quote! { super::#ty { text: #text, at: [] } }
    };
    match part.union {
        Some(union) => {
            let union = ident(&module.unions[union].type_name);
            quote! { super::#union::#ty(#view) }
        }
        None => view,
    }
}

fn part_docs(module: &Module, part: &Repetition) -> String {
    let rules: Vec<&Rule> = part.occurrences.iter().map(|it| &module.rules[it.rule]).collect();
    let names: Vec<String> = rules.iter().map(|rule| format!("`{}`", rule.name)).collect();
    let docs = match &rules[..] {
        [Rule { docs: Some(docs), .. }] => {
            format!("Each {}, in order: {}", names[0], lower_first(docs.trim()))
        }
        _ => format!("Each {}, in order.", list(&names, "or")),
    };
    wrapped(&docs)
}
