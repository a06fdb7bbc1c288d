//! The accessors of a view's parts.

use super::docs::{list, outer_docs, wrapped};
use super::ident;
use crate::automata::tagged::tdfa::{Presence, TagOffset};
use crate::plan::model::{Child, Inherited, Module, Part, Rule, Unit, Variant};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// The accessors of a rule's parts.
pub(super) fn accessors(module: &Module, rule: &Rule) -> TokenStream {
    let accessors = rule.view.parts.iter().map(|part| accessor(module, rule, part));
    quote! { #(#accessors)* }
}

fn accessor(module: &Module, rule: &Rule, part: &Part) -> TokenStream {
    let union = part.union.map(|union| ident(&module.unions[union].type_name));
    let outer = part.via.map_or(part, |outer| &rule.view.parts[outer]);
    if union.is_none() && outer.variants.is_empty() {
        // No text has it.
        return TokenStream::new();
    }
    let ty = match &union {
        Some(union) => union.clone(),
        None => ident(&module.rules[part.rules[0]].type_name),
    };
    let ty = quote!(super::#ty<'a>);
    let ty = if part.mandatory { ty } else { option_type(module, &ty) };
    let slots = Slots::of(rule);
    let body = match part.via {
        Some(_) => via(module, part, outer),
        None => located(module, rule, part, union.as_ref(), slots),
    };
    let find = (slots == Slots::Found && part.via.is_none() && part.reads_slots())
        .then(|| find_slots(rule));
    // What reads a text again does so by the quickest engine, which constants cannot call.
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

/// Where an accessor reads the offsets of its part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slots {
    /// In the text's own slots.
    Noted,
    /// In slots that the accessor has just filled.
    Found,
}

impl Slots {
    fn of(rule: &Rule) -> Self {
        if rule.view.slots < rule.view.located { Self::Found } else { Self::Noted }
    }

    fn slot(self, slot: usize) -> TokenStream {
        let slot = Literal::usize_unsuffixed(slot);
        match self {
            Self::Noted => quote! { self.slots[#slot] },
            Self::Found => quote! { slots[#slot] },
        }
    }
}

/// Fills slots that the text does not keep.
fn find_slots(rule: &Rule) -> TokenStream {
    let ty = ident(&rule.type_name);
    let located = Literal::usize_unsuffixed(rule.view.located);
    let bytes = match rule.unit {
        Unit::Text => quote!(self.text.as_bytes()),
        Unit::Bytes => quote!(self.text),
    };
    quote! { let slots = tagged::slots::<rules::#ty, #located>(#bytes); }
}

/// `Option` by its full path where a rule is called so.
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

/// A part whose place is noted.
fn located(
    module: &Module,
    rule: &Rule,
    part: &Part,
    union: Option<&Ident>,
    slots: Slots,
) -> TokenStream {
    let of_variant = |variant: &Variant| {
        let View { begin, value } = view(module, rule, variant, slots);
        let value = match &union {
            Some(union) => {
                let ty = ident(&module.rules[variant.rule].type_name);
                quote! { super::#union::#ty(#value) }
            }
            None => value,
        };
        if part.mandatory { (begin, value) } else { (begin, quote! { Some(#value) }) }
    };
    // Nothing needs to be asked of the last one, if one is there.
    let asked = if part.mandatory { part.variants.len() - 1 } else { part.variants.len() };
    let certain = part.variants.iter().position(|it| it.present == Presence::Always);
    let asked = certain.map_or(asked, |certain| certain.min(asked));
    if let ([only], 1) = (part.variants.as_slice(), asked) {
        let absent = absent(only.present, slots);
        let (begin, value) = of_variant(only);
        return quote! { if #absent { return None; } #begin #value };
    }
    let ifs = part.variants[..asked].iter().map(|variant| {
        let present = present(variant.present, slots);
        let (begin, value) = of_variant(variant);
        quote! { if #present { #begin return #value; } }
    });
    let last = part.variants.get(asked).map_or_else(
        || quote! { None },
        |last| {
            let (begin, value) = of_variant(last);
            quote! { #begin #value }
        },
    );
    quote! { #(#ifs)* #last }
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
        docs.push_str("\n\n`None` if the part is absent.");
    }
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

fn present(presence: Presence, slots: Slots) -> TokenStream {
    match presence {
        Presence::Always => quote!(true),
        Presence::Slot(slot) => {
            let slot = slots.slot(slot);
            quote! { #slot != tagged::NONE }
        }
    }
}

fn absent(presence: Presence, slots: Slots) -> TokenStream {
    match presence {
        Presence::Always => quote!(false),
        Presence::Slot(slot) => {
            let slot = slots.slot(slot);
            quote! { #slot == tagged::NONE }
        }
    }
}

/// How to make the text of a part, given that the part is there.
struct View {
    /// Gives the offset of the part a name, if the value asks for it.
    begin: Option<TokenStream>,
    value: TokenStream,
}

fn view(module: &Module, rule: &Rule, variant: &Variant, slots: Slots) -> View {
    let child = &module.rules[variant.rule];
    let ty = ident(&child.type_name);
    let begin = place(variant.begin, slots);
    let end = place(variant.end, slots);
    let whole = variant.begin == TagOffset::FromStart(0)
        && variant.end == TagOffset::FromEnd(0)
        && rule.unit == child.unit;
    let slice = |begin: &TokenStream| {
        if whole { quote!(self.text) } else { sliced(rule, child, &quote!(self.text), begin, &end) }
    };
    match &variant.child {
        Child::Bare if !whole && (rule.unit, child.unit) == (Unit::Text, Unit::Text) => {
            View { begin: None, value: quote! { tagged::part(self.text, #begin, #end) } }
        }
        Child::Bare => {
            let slice = slice(&begin);
            View { begin: None, value: quote! { super::#ty::known(#slice, []) } }
        }
        Child::Anew => {
            let slice = slice(&begin);
            View { begin: None, value: quote! { super::#ty::of_part(#slice) } }
        }
        Child::Inherits(sources) if variant.begin == TagOffset::FromStart(0) => {
            let slice = slice(&begin);
            let sources = sources.iter().map(|sources| inherited(sources, &begin, slots));
            View { begin: None, value: quote! { super::#ty::known(#slice, [#(#sources),*]) } }
        }
        Child::Inherits(sources) => {
            let slice = slice(&quote!(begin));
            let sources = sources.iter().map(|sources| inherited(sources, &quote!(begin), slots));
            View {
                begin: Some(quote! { let begin = #begin; }),
                value: quote! { super::#ty::known(#slice, [#(#sources),*]) },
            }
        }
    }
}

/// The text of a part between two offsets.
pub(super) fn sliced(
    rule: &Rule,
    child: &Rule,
    text: &TokenStream,
    begin: &TokenStream,
    end: &TokenStream,
) -> TokenStream {
    match (rule.unit, child.unit) {
        (Unit::Text, Unit::Text) => quote! { tagged::text(#text, #begin, #end) },
        (Unit::Text, Unit::Bytes) => quote! { tagged::bytes(#text.as_bytes(), #begin, #end) },
        (Unit::Bytes, Unit::Text) => quote! { tagged::text_of_bytes(#text, #begin, #end) },
        (Unit::Bytes, Unit::Bytes) => quote! { tagged::bytes(#text, #begin, #end) },
    }
}

/// An offset in the text, as `usize`.
fn place(place: TagOffset, slots: Slots) -> TokenStream {
    match place {
        TagOffset::FromStart(bytes) => literal(bytes),
        TagOffset::FromEnd(0) => quote! { self.text.len() },
        TagOffset::FromEnd(bytes) => {
            let bytes = literal(bytes);
            quote! { self.text.len() - #bytes }
        }
        TagOffset::Slot { slot, plus } => {
            let slot = slots.slot(slot);
            let bytes = literal(plus.unsigned_abs());
            match plus {
                0 => quote! { #slot as usize },
                1.. => quote! { #slot as usize + #bytes },
                _ => quote! { #slot as usize - #bytes },
            }
        }
    }
}

fn literal(number: u32) -> TokenStream {
    let number = Literal::u32_unsuffixed(number);
    quote!(#number)
}

/// What a slot of a part's text holds, where the part begins at `begin`.
fn inherited(sources: &[Inherited], begin: &TokenStream, slots: Slots) -> TokenStream {
    let Some((first, rest)) = sources.split_first() else { return quote!(tagged::NONE) };
    let value = match (first.offset, first.present) {
        // The common case: the slot of the outer text says both.
        (Some((TagOffset::Slot { slot, plus }, more)), Presence::Slot(flag)) if flag == slot => {
            let slot = slots.slot(slot);
            match (plus + more, begin.to_string().as_str()) {
                (0, "0") => slot,
                (plus, _) => {
                    let plus = Literal::i32_unsuffixed(plus);
                    quote! { tagged::moved(#slot, #plus, #begin) }
                }
            }
        }
        (Some((offset, plus)), present) => {
            let (offset, plus) = match offset {
                TagOffset::Slot { slot, plus: more } => {
                    (TagOffset::Slot { slot, plus: 0 }, plus + more)
                }
                other => (other, plus),
            };
            let (offset, plus) = (place(offset, slots), Literal::i32_unsuffixed(plus));
            match present {
                Presence::Always => quote! { tagged::within(#offset, #plus, #begin) },
                Presence::Slot(flag) => {
                    let flag = slots.slot(flag);
                    quote! { tagged::if_set(#flag, #offset, #plus, #begin) }
                }
            }
        }
        (None, Presence::Slot(slot)) => slots.slot(slot),
        (None, Presence::Always) => quote!(0),
    };
    if rest.is_empty() || first.present == Presence::Always {
        return value;
    }
    let rest = inherited(rest, begin, slots);
    quote! { tagged::or(#value, #rest) }
}
