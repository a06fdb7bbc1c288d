//! The accessors of a view's parts.

use super::cuts::located;
use super::docs::{list, outer_docs, wrapped};
use super::ident;
use super::number_methods;
use super::unions::{self, union_type};
use crate::plan::accessors::AccessorKind;
use crate::plan::model::{Child, Module, Part, Rule};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The accessors of the parts that slots locate, of both types of a rule: declarations, one for
/// accessors in a row of one kind.
pub(super) fn accessors(module: &Module, rule: &Rule) -> TokenStream {
    let (ty, buf) = (ident(&rule.type_name), ident(&rule.buf_name));
    let parts: Vec<_> =
        rule.view.parts.iter().filter(|part| rule.view.has_any_text(part)).collect();
    let rows = parts.chunk_by(|one, other| kind(rule, one) == kind(rule, other));
    let rows = rows.map(|row| {
        let kind = match kind(rule, row[0]) {
            Kind::Constant => quote! { [const] #ty<'a>, #buf; },
            Kind::Reading => quote! { [] #ty<'a>, #buf; },
            Kind::Locating => {
                let located = Literal::usize_unsuffixed(rule.view.located);
                quote! { [#located] #ty<'a>, #buf; }
            }
        };
        let entries = row.iter().map(|part| accessor(module, rule, part));
        quote! { runtime::parts::parts! { #kind #(#entries)* } }
    });
    quote! { #(#rows)* }
}

/// How an accessor finds its part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// By the slots of the text.
    Constant,
    /// By reading a text again with the fastest engine, which constants cannot call.
    Reading,
    /// By slots that the text does not keep.
    Locating,
}

fn kind(rule: &Rule, part: &Part) -> Kind {
    if part.via.is_some() {
        Kind::Reading
    } else if rule.view.slots < rule.view.located && part.reads_slots() {
        Kind::Locating
    } else if part.variants.iter().any(|it| it.child == Child::Anew) {
        Kind::Reading
    } else {
        Kind::Constant
    }
}

/// The accessors of an owned type for the parts that are found by reading: each delegates to the
/// borrowed form.
pub(super) fn owned_accessors(module: &Module, rule: &Rule) -> TokenStream {
    let buf = ident(&rule.buf_name);
    let entries = rule.view.repeated.iter().map(|part| {
        let name = ident(&part.accessor);
        let ty = match part.union {
            _ if part.kind == AccessorKind::Whether => quote! { bool },
            Some(union) if part.kind != AccessorKind::Each => union_type(&module.unions[union]),
            _ => {
                let iterator = ident(&part.iterator);
                quote! { #iterator<'a> }
            }
        };
        let ty = if part.kind == AccessorKind::WhichIfAny { option_type(module, &ty) } else { ty };
        quote! { #name: #ty; }
    });
    let entries: Vec<_> = entries.collect();
    if entries.is_empty() {
        return TokenStream::new();
    }
    quote! { runtime::text::buf_parts! { #buf<'a>; #(#entries)* } }
}

fn accessor(module: &Module, rule: &Rule, part: &Part) -> TokenStream {
    let union = part.union.map(|union| ident(&module.unions[union].type_name));
    let ty = if let Some(union) = part.union {
        union_type(&module.unions[union])
    } else {
        let ty = ident(&module.rules[part.rules[0]].type_name);
        quote!(#ty<'a>)
    };
    let ty = if part.mandatory { ty } else { option_type(module, &ty) };
    let value = match part.via {
        Some(outer) => via(module, part, &rule.view.parts[outer]),
        None => located(module, rule, part, union.as_ref()),
    };
    let docs = outer_docs(&part_docs(module, rule, part));
    let name = ident(&part.accessor);
    quote! { #docs #name: #ty = [#value]; }
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
    let name = ident(&outer.accessor);
    let of_outer = &module.rules[outer.rules[0]].view.parts;
    let inner = of_outer.iter().find(|it| it.accessor == part.accessor);
    match (outer.mandatory, inner.is_some_and(|it| it.mandatory)) {
        (true, _) => quote! { of #name },
        (false, true) => quote! { of #name? always },
        (false, false) => quote! { of #name? },
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
    docs = wrapped(
        &(docs.trim_end().to_owned() + &number_methods::sentence(module, part.union, &rules)),
    );
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
