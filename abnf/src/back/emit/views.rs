//! The accessors of a view's parts.

use super::docs::{list, outer_docs, wrapped};
use super::ident;
use crate::automata::tagged::tdfa::{Place, Presence};
use crate::plan::model::{Child, Inherited, Module, Part, Rule, Unit, Variant};
use proc_macro2::{Delimiter, Ident, Literal, TokenStream, TokenTree};
use quote::quote;

/// The accessors of a rule's parts.
pub(super) fn accessors(module: &Module, rule: &Rule) -> TokenStream {
    let accessors = rule.view.parts.iter().map(|part| accessor(module, rule, part));
    quote! { #(#accessors)* }
}

fn accessor(module: &Module, rule: &Rule, part: &Part) -> TokenStream {
    let union = part.union.map(|union| ident(&module.unions[union].type_name));
    let outer = part.through.map_or(part, |outer| &rule.view.parts[outer]);
    if union.is_none() && outer.variants.is_empty() {
        // No text has it.
        return TokenStream::new();
    }
    let ty = match &union {
        Some(union) => union.clone(),
        None => ident(&module.rules[part.rules[0]].type_name),
    };
    let ty = quote!(super::#ty<'a>);
    let ty = if part.mandatory {
        ty
    } else {
        quote! { ::core::option::Option<#ty> }
    };
    let body = match part.through {
        Some(_) => through(module, part, outer),
        None => located(module, rule, part, union.as_ref()),
    };
    let slots = uses_slots(&body).then(|| slots(rule));
    // What reads a text again does so by the quickest engine, which constants cannot call.
    let reads = part.through.is_some() || part.variants.iter().any(|it| it.child == Child::Anew);
    let constant = (!reads).then(|| quote!(const));
    let docs = outer_docs(&part_docs(module, rule, part));
    let name = ident(&part.accessor);
    quote! {
        #docs
        #[must_use]
        #[inline]
        pub #constant fn #name(self) -> #ty {
            #slots
            #body
        }
    }
}

/// A part of a part.
fn through(module: &Module, part: &Part, outer: &Part) -> TokenStream {
    let [outer_name, name] = [outer, part].map(|part| ident(&part.accessor));
    let of_outer = &module.rules[outer.rules[0]].view.parts;
    let inner = of_outer.iter().find(|it| it.accessor == part.accessor);
    match (outer.mandatory, inner.is_some_and(|it| it.mandatory)) {
        (true, _) => quote! { self.#outer_name().#name() },
        (false, true) => quote! { Some(self.#outer_name()?.#name()) },
        (false, false) => quote! { self.#outer_name()?.#name() },
    }
}

/// A part whose place is noted.
fn located(module: &Module, rule: &Rule, part: &Part, union: Option<&Ident>) -> TokenStream {
    let of_variant = |variant: &Variant| {
        let view = view(module, rule, variant);
        match &union {
            Some(union) => {
                let ty = ident(&module.rules[variant.rule].type_name);
                quote! { super::#union::#ty(#view) }
            }
            None => view,
        }
    };
    let some = |value: TokenStream| {
        if part.mandatory {
            value
        } else {
            quote! { Some(#value) }
        }
    };
    // Nothing needs to be asked of the last one, if one is there.
    let asked = if part.mandatory { part.variants.len() - 1 } else { part.variants.len() };
    let certain = part.variants.iter().position(|it| it.present == Presence::Always);
    let asked = certain.map_or(asked, |certain| certain.min(asked));
    match (part.variants.as_slice(), asked) {
        ([only], 1) => {
            let absent = absent(only.present);
            let value = some(of_variant(only));
            quote! { if #absent { None } else { #value } }
        }
        (variants, asked) => {
            let ifs = variants[..asked].iter().map(|variant| {
                let present = present(variant.present);
                let value = some(of_variant(variant));
                quote! { if #present { return #value; } }
            });
            let none = || quote! { None };
            let last = variants.get(asked).map_or_else(none, |last| some(of_variant(last)));
            quote! { #(#ifs)* #last }
        }
    }
}

/// Whether a slot is asked for.
fn uses_slots(tokens: &TokenStream) -> bool {
    let mut after_name = false;
    tokens.clone().into_iter().any(|token| {
        let found = match &token {
            TokenTree::Group(group) => {
                (after_name && group.delimiter() == Delimiter::Bracket)
                    || uses_slots(&group.stream())
            }
            _ => false,
        };
        after_name = matches!(&token, TokenTree::Ident(ident) if ident == "at");
        found
    })
}

/// What gives the slots their name: they are in the view, or found now.
fn slots(rule: &Rule) -> TokenStream {
    if rule.view.slots > 0 {
        return quote! { let at = &self.at; };
    }
    let slots = Literal::usize_unsuffixed(rule.view.located);
    let bytes = match rule.unit {
        Unit::Text => quote!(self.text.as_bytes()),
        Unit::Bytes => quote!(self.text),
    };
    quote! { let at = &Self::RULE.slots::<#slots>(#bytes); }
}

fn part_docs(module: &Module, rule: &Rule, part: &Part) -> String {
    let rules: Vec<&Rule> = match part.union {
        Some(union) => module.unions[union].rules.iter().map(|&it| &module.rules[it]).collect(),
        None => part.rules.iter().map(|&it| &module.rules[it]).collect(),
    };
    let names: Vec<String> = rules.iter().map(|rule| format!("`{}`", rule.name)).collect();
    let mut docs = match (part.union, &rules[..]) {
        (None, [only]) => match &only.docs {
            Some(docs) => format!("The {}: {}", names[0], lower_first(docs.trim())),
            None => format!("The {}.", names[0]),
        },
        _ if part.name == "kind" => format!("Which of {} it is.", list(&names, "and")),
        _ => format!("The {}: {}.", part.name, list(&names, "or")),
    };
    docs = wrapped(&docs);
    if !part.mandatory {
        docs.push_str("\n\nNone where the text has no such part.");
    }
    if rule.view.slots < rule.view.located {
        docs.push_str("\n\n");
        docs.push_str(&wrapped("It is located now, each time: the text is read again."));
    }
    if let Some(outer) = part.through {
        let outer = &rule.view.parts[outer].accessor;
        let again =
            format!("It is found through [`{outer}`](Self::{outer}), whose text is read again.");
        docs.push_str("\n\n");
        docs.push_str(&wrapped(&again));
    }
    if part.variants.iter().any(|variant| variant.child == Child::Anew) {
        let again = format!(
            "Where the parts of this one lie is not noted in a [`{}`]: the text of the part is read \
             again.",
            rule.type_name
        );
        docs.push_str("\n\n");
        docs.push_str(&wrapped(&again));
    }
    docs
}

/// With a small first letter, unless the first word is of capitals.
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

fn present(presence: Presence) -> TokenStream {
    match presence {
        Presence::Always => quote!(true),
        Presence::Slot(slot) => {
            let slot = Literal::usize_unsuffixed(slot);
            quote! { at[#slot] != tagged::NONE }
        }
    }
}

fn absent(presence: Presence) -> TokenStream {
    match presence {
        Presence::Always => quote!(false),
        Presence::Slot(slot) => {
            let slot = Literal::usize_unsuffixed(slot);
            quote! { at[#slot] == tagged::NONE }
        }
    }
}

/// The view of a part, given that it is there.
fn view(module: &Module, rule: &Rule, variant: &Variant) -> TokenStream {
    let child = &module.rules[variant.rule];
    let ty = ident(&child.type_name);
    let begin = place(variant.begin);
    let end = place(variant.end);
    let whole = variant.begin == Place::FromStart(0) && variant.end == Place::FromEnd(0);
    let slice = |begin: TokenStream| {
        let is_all = whole && rule.unit == child.unit;
        if is_all { quote!(self.text) } else { sliced(rule, child, &begin, &end) }
    };
    match &variant.child {
        Child::Bare => {
            let slice = slice(begin);
            quote! { super::#ty { text: #slice, at: [] } }
        }
        Child::Anew => {
            let slice = slice(begin);
            quote! { super::#ty::of_part(#slice) }
        }
        Child::Inherits(slots) => {
            let slice = slice(quote!(begin));
            let slots = slots.iter().map(|sources| inherited(sources));
            quote! {{
                let begin = #begin;
                super::#ty { text: #slice, at: [#(#slots),*] }
            }}
        }
    }
}

/// The text of a part between two offsets.
pub(super) fn sliced(
    rule: &Rule,
    child: &Rule,
    begin: &TokenStream,
    end: &TokenStream,
) -> TokenStream {
    match (rule.unit, child.unit) {
        (Unit::Text, Unit::Text) => quote! { tagged::text(self.text, #begin, #end) },
        (Unit::Text, Unit::Bytes) => quote! { tagged::bytes(self.text.as_bytes(), #begin, #end) },
        (Unit::Bytes, Unit::Text) => quote! { tagged::text_of_bytes(self.text, #begin, #end) },
        (Unit::Bytes, Unit::Bytes) => quote! { tagged::bytes(self.text, #begin, #end) },
    }
}

/// An offset in the text, as `usize`.
fn place(place: Place) -> TokenStream {
    match place {
        Place::FromStart(bytes) => literal(bytes),
        Place::FromEnd(0) => quote! { self.text.len() },
        Place::FromEnd(bytes) => {
            let bytes = literal(bytes);
            quote! { self.text.len() - #bytes }
        }
        Place::Slot { slot, plus } => {
            let slot = Literal::usize_unsuffixed(slot);
            let bytes = literal(plus.unsigned_abs());
            match plus {
                0 => quote! { at[#slot] as usize },
                1.. => quote! { at[#slot] as usize + #bytes },
                _ => quote! { at[#slot] as usize - #bytes },
            }
        }
    }
}

fn literal(number: u32) -> TokenStream {
    let number = Literal::u32_unsuffixed(number);
    quote!(#number)
}

/// What a slot of a part's view holds, where `begin` is the begin of the part.
fn inherited(sources: &[Inherited]) -> TokenStream {
    let Some((first, rest)) = sources.split_first() else { return quote!(tagged::NONE) };
    let value = match (first.offset, first.present) {
        // The common case.
        (Some((Place::Slot { slot, plus }, more)), Presence::Slot(flag)) if flag == slot => {
            let (slot, plus) =
                (Literal::usize_unsuffixed(slot), Literal::i32_unsuffixed(plus + more));
            quote! { tagged::moved(at[#slot], #plus, begin) }
        }
        (Some((offset, plus)), _) => {
            let (offset, plus) = match offset {
                Place::Slot { slot, plus: more } => (Place::Slot { slot, plus: 0 }, plus + more),
                other => (other, plus),
            };
            let (offset, plus) = (place(offset), Literal::i32_unsuffixed(plus));
            quote! { tagged::within(#offset, #plus, begin) }
        }
        (None, Presence::Slot(slot)) => {
            let slot = Literal::usize_unsuffixed(slot);
            quote! { at[#slot] }
        }
        (None, Presence::Always) => quote!(0),
    };
    // A slot that holds none gives none.
    let gives_none = match (first.present, first.offset) {
        (Presence::Always, _) => true,
        (Presence::Slot(flag), Some((Place::Slot { slot, .. }, _))) => flag == slot,
        (Presence::Slot(_), offset) => offset.is_none(),
    };
    if gives_none && (rest.is_empty() || first.present == Presence::Always) {
        return value;
    }
    let absent = absent(first.present);
    let rest = inherited(rest);
    quote! { if #absent { #rest } else { #value } }
}
