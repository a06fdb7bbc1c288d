//! The accessors of parts that transducers locate, that is repeated parts and literals, and their
//! iterators.

use super::cuts::sliced;
use super::docs::{list, outer_docs, whether, wrapped};
use super::event_tables::event_table_path;
use super::ident;
use super::markers::unit;
use super::unions::{self, union_type};
use super::views::{lower_first, summary};
use crate::bytes::markdown::code;
use crate::plan::accessors::AccessorKind;
use crate::plan::model::{Alternative, Keeps, Model, Module, Occurrence, Repetition, Rule};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// Returns the accessors of repeated parts of a rule; those that need `alloc` come second.
pub(super) fn accessors(module: &Module, rule: &Rule) -> [Vec<TokenStream>; 2] {
    by_memory(rule).map(|parts| parts.into_iter().map(|part| accessor(module, part)).collect())
}

/// Returns whether any of these accessors returns a type with a lifetime; those that need `alloc`
/// come second.
pub(super) fn lend(module: &Module, rule: &Rule) -> [bool; 2] {
    by_memory(rule).map(|parts| parts.into_iter().any(|part| unions::lends(module, part)))
}

/// The parts whose iterators need bounded memory, and those whose iterators collect all
/// occurrences.
fn by_memory(rule: &Rule) -> [Vec<&Repetition>; 2] {
    let (all, few) = rule.view.repeated.iter().partition(|part| part.keeps == Keeps::All);
    [few, all]
}

fn accessor(module: &Module, part: &Repetition) -> TokenStream {
    let docs = outer_docs(&part_docs(module, part));
    let (name, ty) = (ident(&part.accessor), ident(&part.iterator));
    if part.kind == AccessorKind::Each {
        return match part.keeps {
            Keeps::Offsets(_) => quote! {
                #docs
                #[inline]
                pub const fn #name(self) -> #ty<'a> {
                    #ty::new(self.text)
                }
            },
            Keeps::All => quote! {
                #docs
                #[must_use]
                pub fn #name(self) -> #ty<'a> {
                    #ty::new(self.text)
                }
            },
        };
    }
    let item = item_type(module, part);
    let found = quote! { #ty::new(self.text).next() };
    let (result, body) = match (part.kind, last_literal(module, part)) {
        // Every text has one literal, so if none before the last is present, the last one is.
        (AccessorKind::Which, Some(last)) => {
            (item.clone(), quote! { #found.unwrap_or(#item::#last) })
        }
        (AccessorKind::Whether, _) => (quote!(bool), quote! { #found.is_some() }),
        _ => (quote! { ::core::option::Option<#item> }, found),
    };
    quote! {
        #docs
        #[must_use]
        pub fn #name(self) -> #result { #body }
    }
}

/// The variant of the last literal of a part.
fn last_literal(module: &Module, part: &Repetition) -> Option<Ident> {
    match module.unions[part.union?].alternatives.last()? {
        Alternative::Literal { variant, .. } => Some(ident(variant)),
        Alternative::Rule(_) => None,
    }
}

/// The types of the iterators.
pub(super) fn iterators(model: &Model, index: usize, rule: &Rule) -> TokenStream {
    let iterators = rule.view.repeated.iter().map(|part| iterator(model, index, rule, part));
    quote! { #(#iterators)* }
}

fn iterator(model: &Model, index: usize, rule: &Rule, part: &Repetition) -> TokenStream {
    let module = &model.modules[index];
    let (owner, accessor, ty) = (&rule.type_name, &part.accessor, ident(&part.iterator));
    let event_table = event_table_path(model, index, part.event_table);
    let unit = unit(rule);
    let item = item_type(module, part);
    let found = found(module, rule, part);
    let docs = outer_docs(&format!("The iterator that [`{owner}::{accessor}`] returns."));
    let visible = (part.kind == AccessorKind::Each).then(|| quote! { #docs pub });
    let cuts = part.occurrences.iter().any(|it| matches!(it.what, Alternative::Rule(_)));
    let chooses = 1 < part.occurrences.len();
    let text = ident(if cuts { "text" } else { "_text" });
    let occurrence = ident(if cuts || chooses { "found" } else { "_found" });
    let (form, offsets) = match part.keeps {
        Keeps::Offsets(offsets) => {
            let offsets = Literal::usize_unsuffixed(offsets);
            (quote!(repeated::repetition), Some(quote! { #offsets, }))
        }
        Keeps::All => (quote!(collected::collected), None),
    };
    let feature = (part.keeps == Keeps::All).then(|| quote! { #[cfg(feature = "alloc")] });
    let result = (!is_literal(part)).then(|| quote! { -> #item });
    quote! {
        #feature
        runtime::#form! { #visible #ty over #unit, #offsets #event_table, #item }
        #feature
        impl<'a> #ty<'a> {
            #[inline]
            fn item(#text: &'a #unit, #occurrence: runtime::transducer::Occurrence) #result {
                #found
            }
        }
    }
}

/// Returns whether the part is a single literal, which has no text.
fn is_literal(part: &Repetition) -> bool {
    let first = part.occurrences.first().map(|occurrence| &occurrence.what);
    part.union.is_none() && !matches!(first, Some(Alternative::Rule(_)))
}

/// The item type of the iterator.
fn item_type(module: &Module, part: &Repetition) -> TokenStream {
    match (part.union, part.occurrences.first()) {
        (Some(union), _) => union_type(&module.unions[union]),
        (None, Some(Occurrence { what: Alternative::Rule(rule), .. })) => {
            let ty = ident(&module.rules[*rule].type_name);
            quote! { #ty<'a> }
        }
        // See `is_literal`.
        (None, _) => quote!(()),
    }
}

/// The item of the iterator for the occurrence `found`.
fn found(module: &Module, rule: &Rule, part: &Repetition) -> TokenStream {
    let view = |occurrence| view(module, rule, part, occurrence);
    let Some((last, others)) = part.occurrences.split_last() else { return TokenStream::new() };
    let last = view(last);
    if others.is_empty() {
        return last;
    }
    let others = others.iter().enumerate().map(|(number, occurrence)| {
        let (number, view) = (Literal::usize_unsuffixed(number), view(occurrence));
        quote! { #number => #view, }
    });
    quote! { match found.rule { #(#others)* _ => #last } }
}

/// The same for a single rule.
fn view(module: &Module, rule: &Rule, part: &Repetition, occurrence: &Occurrence) -> TokenStream {
    let union = part.union.map(|union| ident(&module.unions[union].type_name));
    let child = match &occurrence.what {
        Alternative::Rule(child) => &module.rules[*child],
        Alternative::Literal { variant, .. } => {
            let variant = ident(variant);
            return quote! { #union::#variant };
        }
    };
    let ty = ident(&child.type_name);
    let units = [rule.unit, child.unit];
    let text = sliced(units, &quote!(text), &quote!(found.begin), &quote!(found.end));
    let view = if occurrence.has_slots {
        quote! { runtime::View::of_part(#text) }
    } else {
        quote! { #ty::known(#text, []) }
    };
    match union {
        Some(union) => quote! { #union::#ty(#view) },
        None => view,
    }
}

fn part_docs(module: &Module, part: &Repetition) -> String {
    let names: Vec<String> = match part.union {
        Some(union) => unions::names(module, &module.unions[union]),
        None => part.occurrences.iter().map(|it| unions::name(module, &it.what)).collect(),
    };
    let only = match &part.occurrences[..] {
        [Occurrence { what: Alternative::Rule(rule), .. }] => module.rules[*rule].docs.as_ref(),
        _ => None,
    };
    let names = list(&names, "or");
    let docs = match (part.kind, only) {
        (AccessorKind::Which, _) => format!("The {names}."),
        (AccessorKind::WhichIfAny, _) => format!("The {names}, if there is one."),
        (AccessorKind::Whether, _) => whether(&code(&part.name)),
        (_, Some(docs)) => format!("Each {names}, in order: {}", lower_first(summary(docs))),
        (_, None) => format!("Each {names}, in order."),
    };
    let docs = wrapped(&docs);
    match part.keeps {
        Keeps::Offsets(_) if part.kind == AccessorKind::Each => docs,
        Keeps::Offsets(_) => format!("{docs}\n\nEach call reads the text again."),
        Keeps::All => format!("{docs}\n\n{}", wrapped(COLLECTED)),
    }
}

/// The documentation of accessors that collect occurrences.
const COLLECTED: &str = "Any number of them may be uncertain before the end of the text, so \
    each call reads the text twice and keeps all of them. This needs the feature `alloc`.";
