//! The accessors of repeated parts, and the iterators that they return.

use super::cuts::sliced;
use super::docs::{list, outer_docs, wrapped};
use super::event_tables::event_table_path;
use super::ident;
use super::markers::unit;
use super::views::{lower_first, summary};
use crate::plan::model::{Keeps, Model, Module, Occurrence, Repetition, Rule, Unit};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The accessors of a rule's repeated parts; those that need `alloc` come second.
pub(super) fn accessors(module: &Module, rule: &Rule) -> [Vec<TokenStream>; 2] {
    let accessor = |part: &Repetition| {
        let docs = outer_docs(&part_docs(module, part));
        let (name, ty) = (ident(&part.accessor), ident(&part.iterator));
        match part.keeps {
            Keeps::Offsets(_) => quote! {
                #docs
                #[inline]
                pub const fn #name(self) -> #ty<'a> {
                    runtime::Repetition::new(self.text)
                }
            },
            Keeps::All => quote! {
                #docs
                #[must_use]
                pub fn #name(self) -> #ty<'a> {
                    runtime::Collected::new(self.text)
                }
            },
        }
    };
    let (all, few): (Vec<_>, Vec<_>) =
        rule.view.repeated.iter().partition(|part| part.keeps == Keeps::All);
    [few, all].map(|parts| parts.into_iter().map(accessor).collect())
}

/// The types of the iterators.
pub(super) fn iterators(model: &Model, index: usize, rule: &Rule) -> TokenStream {
    let iterators = rule.view.repeated.iter().map(|part| iterator(model, index, rule, part));
    quote! { #(#iterators)* }
}

fn iterator(model: &Model, index: usize, rule: &Rule, part: &Repetition) -> TokenStream {
    let module = &model.modules[index];
    let (owner, accessor) = (&rule.type_name, &part.accessor);
    let docs = outer_docs(&format!("The iterator that [`{owner}::{accessor}`] returns."));
    let ty = ident(&part.iterator);
    let event_table = event_table_path(model, index, part.event_table);
    let unit = unit(rule);
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
    let alias = match part.keeps {
        Keeps::Offsets(0) => quote! { pub type #ty<'a> = runtime::Repetition<'a, rules::#ty>; },
        Keeps::Offsets(offsets) => {
            let offsets = Literal::usize_unsuffixed(offsets);
            quote! { pub type #ty<'a> = runtime::Repetition<'a, rules::#ty, #offsets>; }
        }
        Keeps::All => quote! {
            #[cfg(feature = "alloc")]
            pub type #ty<'a> = runtime::Collected<'a, rules::#ty>;
        },
    };
    quote! {
        #docs
        #alias
        impl runtime::Repeated for rules::#ty {
            type Unit = #unit;
            type Item<'a> = super::#item<'a>;
            const TABLE: &'static runtime::transducer::Transducer = &#event_table;
            #[inline]
            fn item(text: &#unit, found: runtime::transducer::Occurrence) -> Self::Item<'_> {
                #found
            }
        }
    }
}

/// The type of what the iterator yields.
fn item_type<'a>(module: &'a Module, part: &Repetition) -> &'a str {
    match part.union {
        Some(union) => &module.unions[union].type_name,
        None => &module.rules[part.occurrences[0].rule].type_name,
    }
}

/// What the iterator yields for an occurrence, which is called `found`.
fn view(module: &Module, rule: &Rule, part: &Repetition, occurrence: &Occurrence) -> TokenStream {
    let child = &module.rules[occurrence.rule];
    let ty = ident(&child.type_name);
    let text = sliced(rule, child, &quote!(text), &quote!(found.begin), &quote!(found.end));
    let view = if !occurrence.has_slots && (rule.unit, child.unit) == (Unit::Text, Unit::Text) {
        quote! { tagged::part(text, found.begin, found.end) }
    } else if occurrence.has_slots {
        quote! { super::#ty::of_part(#text) }
    } else {
        quote! { super::#ty::known(#text, []) }
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
            format!("Each {}, in order: {}", names[0], lower_first(summary(docs)))
        }
        _ => format!("Each {}, in order.", list(&names, "or")),
    };
    let docs = wrapped(&docs);
    match part.keeps {
        Keeps::Offsets(_) => docs,
        Keeps::All => format!("{docs}\n\n{}", wrapped(COLLECTED)),
    }
}

/// What users should know of an accessor that collects occurrences.
const COLLECTED: &str = "Any number of them may be uncertain before the end of the text, so that \
    each call reads the text twice and keeps all of them. This needs the feature `alloc`.";
