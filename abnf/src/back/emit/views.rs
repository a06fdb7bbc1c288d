//! The accessors of a view's parts.

use super::cuts::{Slots, located};
use super::docs::{list, outer_docs, wrapped};
use super::ident;
use super::unions::{self, union_type};
use crate::plan::model::{Child, Module, Part, Rule, Union, Unit};
use crate::plan::told::Told;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The accessors of a rule's parts.
pub(super) fn accessors(module: &Module, rule: &Rule) -> TokenStream {
    let accessors = rule.view.parts.iter().map(|part| accessor(module, rule, part));
    quote! { #(#accessors)* }
}

/// The same for the owned form: each delegates to the borrowed form.
pub(super) fn owned_accessors(module: &Module, rule: &Rule) -> TokenStream {
    let repeated = rule.view.repeated.iter().filter(|part| part.told != Told::Whether);
    let repeated = repeated.map(|part| {
        let ty = match part.union {
            Some(union) if part.told != Told::Each => &module.unions[union].type_name,
            _ => &part.iterator,
        };
        let is_there = part.told != Told::WhichIfAny;
        (is_there, unions::lends(module, part), &part.accessor, ty)
    });
    let parts = rule.view.parts.iter().filter(|part| has_any_text(rule, part)).map(|part| {
        let union = part.union.map(|union| &module.unions[union]);
        let ty = match union {
            Some(union) => &union.type_name,
            None => &module.rules[part.rules[0]].type_name,
        };
        let has_text = union.is_none_or(Union::has_text);
        (part.mandatory, has_text, &part.accessor, ty)
    });
    let all: Vec<_> = parts.chain(repeated).collect();
    let list = |mandatory, has_text| {
        let these = all.iter().filter(|it| (it.0, it.1) == (mandatory, has_text));
        let these = these.map(|(_, _, name, ty)| {
            let [name, ty] = [name, ty].map(|name| ident(name));
            quote! { #name(#ty) }
        });
        quote! { [#(#these),*] }
    };
    let plain = all.iter().any(|it| !it.1).then(|| {
        let lists = [list(true, false), list(false, false)];
        quote! { , #(#lists),* }
    });
    let (buf, lists) = (ident(&rule.buf_name), [list(true, true), list(false, true)]);
    let lists =
        (!all.is_empty()).then(|| quote! { runtime::text::buf_parts!(#buf, #(#lists),* #plain); });
    let marks = rule.view.repeated.iter().filter(|part| part.told == Told::Whether);
    let marks = marks.map(|part| ident(&part.accessor)).collect::<Vec<_>>();
    let marks = (!marks.is_empty()).then(|| {
        quote! {
            #[cfg(feature = "alloc")]
            impl #buf { #(runtime::text::buf_part! { #marks -> bool })* }
        }
    });
    quote! { #lists #marks }
}

/// Returns whether any text has the part.
fn has_any_text(rule: &Rule, part: &Part) -> bool {
    let outer = part.via.map_or(part, |outer| &rule.view.parts[outer]);
    part.union.is_some() || !outer.variants.is_empty()
}

fn accessor(module: &Module, rule: &Rule, part: &Part) -> TokenStream {
    if !has_any_text(rule, part) {
        return TokenStream::new();
    }
    let union = part.union.map(|union| ident(&module.unions[union].type_name));
    let outer = part.via.map_or(part, |outer| &rule.view.parts[outer]);
    let ty = if let Some(union) = part.union {
        union_type(&module.unions[union])
    } else {
        let ty = ident(&module.rules[part.rules[0]].type_name);
        quote!(#ty<'a>)
    };
    let ty = if part.mandatory { ty } else { option_type(module, &ty) };
    let slots = Slots::of(rule);
    let body = match part.via {
        Some(_) => via(module, part, outer),
        None => located(module, rule, part, union.as_ref(), slots),
    };
    let find = (slots == Slots::Filled && part.via.is_none() && part.reads_slots())
        .then(|| find_slots(rule));
    // Accessors that read a text again use the fastest engine, which constants cannot call.
    let reads = find.is_some()
        || part.via.is_some()
        || part.variants.iter().any(|it| it.child == Child::Anew);
    let constant = (!reads).then(|| quote!(const));
    let docs = outer_docs(&part_docs(module, rule, part));
    let name = ident(&part.accessor);
    quote! {
        #docs
        #[inline]
        pub #constant fn #name(self) -> #ty {
            #find
            #body
        }
    }
}

/// Fills slots that the text does not store.
fn find_slots(rule: &Rule) -> TokenStream {
    let ty = ident(&rule.type_name);
    let located = Literal::usize_unsuffixed(rule.view.located);
    let bytes = match rule.unit {
        Unit::Text => quote!(self.text.as_bytes()),
        Unit::Bytes => quote!(self.text),
    };
    quote! { let slots = runtime::rule::slots::<#ty<'_>, #located>(#bytes); }
}

/// `Option`, by its full path if a rule has this name.
fn option_type(module: &Module, ty: &TokenStream) -> TokenStream {
    if module.rules.iter().any(|rule| rule.type_name == "Option") {
        quote! { ::core::option::Option<#ty> }
    } else {
        quote! { Option<#ty> }
    }
}

/// A part of a part.
fn via(module: &Module, part: &Part, outer: &Part) -> TokenStream {
    let [outer_name, name] = [outer, part].map(|part| ident(&part.accessor));
    let of_outer = &module.rules[outer.rules[0]].view.parts;
    let inner = of_outer.iter().find(|it| it.accessor == part.accessor);
    match (outer.mandatory, inner.is_some_and(|it| it.mandatory)) {
        (true, _) => quote! { self.#outer_name().#name() },
        (false, true) => quote! { Some(self.#outer_name()?.#name()) },
        (false, false) => quote! { self.#outer_name()?.#name() },
    }
}

fn part_docs(module: &Module, rule: &Rule, part: &Part) -> String {
    let rules: Vec<&Rule> = part.rules.iter().map(|&it| &module.rules[it]).collect();
    let names = match part.union {
        Some(union) => unions::names(module, &module.unions[union]),
        None => rules.iter().map(|rule| format!("`{}`", rule.name)).collect(),
    };
    let if_any = if part.mandatory { "" } else { ", if there is one" };
    let mut docs = match (part.union, &rules[..]) {
        (None, [only]) => match &only.docs {
            Some(docs) => format!("The {}{if_any}: {}", names[0], lower_first(summary(docs))),
            None => format!("The {}{if_any}.", names[0]),
        },
        _ if part.name == "kind" && part.mandatory => {
            format!("The alternative: one of {}.", list(&names, "and"))
        }
        _ if part.name == "kind" => {
            format!("The alternative, if there is one: one of {}.", list(&names, "and"))
        }
        _ => format!("The {}{if_any}: {}.", part.name, list(&names, "or")),
    };
    docs = wrapped(&docs);
    let again = if rule.view.slots < rule.view.located {
        Some("Each call reads the text again.".to_owned())
    } else if let Some(outer) = part.via {
        let outer = &rule.view.parts[outer].accessor;
        Some(format!("Each call reads the text of [`{outer}`](Self::{outer}) again."))
    } else {
        let anew = part.variants.iter().any(|variant| variant.child == Child::Anew);
        anew.then(|| "Each call parses the part again.".to_owned())
    };
    if let Some(again) = again {
        docs.push_str("\n\n");
        docs.push_str(&wrapped(&again));
    }
    docs
}

/// The first sentence.
pub(super) fn summary(docs: &str) -> &str {
    let docs = docs.trim();
    docs.find(". ").map_or(docs, |end| &docs[..=end])
}

/// Text with a lower-case first letter, unless the first word is in capitals.
pub(super) fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    let (first, second) = (chars.next(), chars.clone().next());
    match first {
        Some(first) if !second.is_some_and(char::is_uppercase) => {
            first.to_lowercase().chain(chars).collect()
        }
        _ => text.to_owned(),
    }
}
