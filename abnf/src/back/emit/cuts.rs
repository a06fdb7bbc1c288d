//! The values of accessors, as the run-time's macro `part` reads them: how the offsets of a part
//! follow from the slots.

use super::ident;
use crate::automata::tagged::tdfa::{Presence, TagOffset};
use crate::plan::model::{Alternative, Child, Inherited, Module, Part, Rule, Unit, Variant};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens as _, quote};

/// The value of a part that slots locate.
pub(super) fn located(
    module: &Module,
    rule: &Rule,
    part: &Part,
    union: Option<&Ident>,
) -> TokenStream {
    // The last alternative needs no condition, if one is always present.
    let conditional = if part.mandatory { part.variants.len() - 1 } else { part.variants.len() };
    let always = part.variants.iter().position(|it| it.present == Presence::Always);
    let conditional = always.map_or(conditional, |always| always.min(conditional));
    let of = |variant: &Variant| {
        let flag = flag(variant.present);
        alternative(module, rule, variant, Some(&quote! { if #flag }))
    };
    let certain = |variant: &Variant| alternative(module, rule, variant, None);
    // Alternatives of one rule make no enum.
    let union = match (union, part.variants.as_slice()) {
        (Some(union), _) => quote! { #union },
        (None, [only]) if conditional == 0 => return certain(only),
        (None, [only]) => return of(only),
        (None, _) => quote! { _ },
    };
    let variants = part.variants[..conditional].iter().map(|variant| {
        let variant = of(variant);
        quote! { (#variant) }
    });
    let last = part.variants.get(conditional).map_or_else(
        || quote! { None },
        |last| {
            let last = certain(last);
            quote! { (#last) }
        },
    );
    quote! { in #union #(#variants)* else #last }
}

/// One alternative of a part, with the condition that it is present.
fn alternative(
    module: &Module,
    rule: &Rule,
    variant: &Variant,
    if_present: Option<&TokenStream>,
) -> TokenStream {
    match &variant.what {
        Alternative::Rule(index) => {
            let child = &module.rules[*index];
            let (ty, cut) = (ident(&child.type_name), cut(rule, child, variant));
            quote! { #ty #if_present, #cut }
        }
        Alternative::Literal { variant, .. } => {
            let variant = ident(variant);
            quote! { #variant #if_present }
        }
    }
}

/// The condition under which an optional part is present: the slot that is empty if it is absent, or
/// a bound of the length of the text.
pub(super) fn flag(present: Presence) -> TokenStream {
    match present {
        Presence::Slot(flag) => Literal::usize_unsuffixed(flag).to_token_stream(),
        Presence::Longer(bytes) => {
            let bytes = literal(bytes);
            quote! { (longer #bytes) }
        }
        Presence::Shorter(bytes) => {
            let bytes = literal(bytes);
            quote! { (shorter #bytes) }
        }
        Presence::Always => unreachable!("a mandatory part needs no condition"),
    }
}

/// The text of a part and its slots, given by the slots of the outer text.
fn cut(rule: &Rule, child: &Rule, variant: &Variant) -> TokenStream {
    let is_whole = variant.begin == TagOffset::FromStart(0)
        && variant.end == TagOffset::FromEnd(0)
        && rule.unit == child.unit;
    let place = if is_whole {
        quote! { whole }
    } else {
        let [begin, end] = [variant.begin, variant.end].map(offset);
        let function = match slice(rule.unit, child.unit) {
            "text" => None,
            other => {
                let other = ident(other);
                Some(quote! { as #other })
            }
        };
        quote! { #begin to #end #function }
    };
    match &variant.child {
        Child::Bare => place,
        Child::Anew => quote! { #place, anew },
        Child::Inherits(sources) => {
            let slots = inherited(sources);
            quote! { #place, by outer #slots }
        }
    }
}

/// The text of the second unit between two offsets of a text of the first.
pub(super) fn sliced(
    [outer, inner]: [Unit; 2],
    text: &TokenStream,
    begin: &TokenStream,
    end: &TokenStream,
) -> TokenStream {
    let function = ident(slice(outer, inner));
    quote! { runtime::tagged::#function(#text, #begin, #end) }
}

/// An offset in the text of the view `text`, as an expression.
pub(super) fn offset_in(offset: TagOffset) -> TokenStream {
    match offset {
        TagOffset::FromStart(bytes) => literal(bytes),
        TagOffset::FromEnd(0) => quote! { text.text.len() },
        TagOffset::FromEnd(bytes) => {
            let bytes = literal(bytes);
            quote! { text.text.len() - #bytes }
        }
        TagOffset::Slot { slot, plus } => {
            let (slot, bytes) = (Literal::usize_unsuffixed(slot), literal(plus.unsigned_abs()));
            match plus {
                0 => quote! { text.slots[#slot] as usize },
                1.. => quote! { text.slots[#slot] as usize + #bytes },
                _ => quote! { text.slots[#slot] as usize - #bytes },
            }
        }
    }
}

/// The function of the run-time that cuts a text of one unit out of a text of another.
fn slice(outer: Unit, inner: Unit) -> &'static str {
    match (outer, inner) {
        (Unit::Text, Unit::Text) => "text",
        (Unit::Text, Unit::Bytes) => "bytes_of_text",
        (Unit::Bytes, Unit::Text) => "text_of_bytes",
        (Unit::Bytes, Unit::Bytes) => "bytes",
    }
}

/// An offset in the text.
fn offset(offset: TagOffset) -> TokenStream {
    match offset {
        TagOffset::FromStart(bytes) => literal(bytes),
        TagOffset::FromEnd(0) => quote! { end },
        TagOffset::FromEnd(bytes) => {
            let bytes = literal(bytes);
            quote! { [end - #bytes] }
        }
        TagOffset::Slot { slot, plus } => {
            let (slot, bytes) = (Literal::usize_unsuffixed(slot), literal(plus.unsigned_abs()));
            match plus {
                0 => quote! { [#slot] },
                1.. => quote! { [#slot + #bytes] },
                _ => quote! { [#slot - #bytes] },
            }
        }
    }
}

fn literal(number: u32) -> TokenStream {
    let number = Literal::u32_unsuffixed(number);
    quote!(#number)
}

/// The slots of a part's text, by those of the `outer` text.
fn inherited(sources: &[Vec<Inherited>]) -> TokenStream {
    let moved: Option<Vec<_>> = sources.iter().map(|it| moved_slot(it)).collect();
    if let Some(moved) = moved
        && 1 < moved.len()
    {
        return quote! { outer.all([#(#moved),*]) };
    }
    let sources = sources.iter().map(|it| source(it));
    quote! { [#(#sources),*] }
}

/// The slot of the outer text that alone determines a slot of a part's text.
fn moved_slot(sources: &[Inherited]) -> Option<Literal> {
    match sources {
        [
            Inherited {
                offset: Some((TagOffset::Slot { slot, plus }, more)),
                present: Presence::Slot(flag),
            },
        ] if flag == slot && plus + more == 0 => Some(Literal::usize_unsuffixed(*slot)),
        _ => None,
    }
}

/// The value of a slot of a part's text.
fn source(sources: &[Inherited]) -> TokenStream {
    let Some((first, rest)) = sources.split_first() else {
        return quote!(runtime::tagged::NONE);
    };
    let present = first.present;
    let value = match (first.offset, present) {
        (Some((TagOffset::Slot { slot, plus }, more)), Presence::Slot(flag))
            if plus + more == 0 =>
        {
            let [offset, set] = [slot, flag].map(Literal::usize_unsuffixed);
            if flag == slot {
                quote! { outer.at(#offset) }
            } else {
                quote! { outer.if_set(#set, #offset) }
            }
        }
        (Some((offset, plus)), _) => {
            // The offset is computed even if the slot is empty, and the text may be too short for
            // the subtraction.
            let (offset, plus) = match offset {
                TagOffset::Slot { slot, plus: more } => {
                    let slot = Literal::usize_unsuffixed(slot);
                    (quote! { outer.offset(#slot) }, plus + more)
                }
                TagOffset::FromEnd(bytes) => {
                    let plus = plus.checked_sub_unsigned(bytes);
                    (quote! { outer.end }, plus.expect("texts of fixed length are short"))
                }
                TagOffset::FromStart(bytes) => (literal(bytes), plus),
            };
            let plus = Literal::i32_unsuffixed(plus);
            let within = quote! { outer.within(#offset, #plus) };
            match present {
                Presence::Always => within,
                Presence::Slot(flag) => {
                    let flag = Literal::usize_unsuffixed(flag);
                    quote! { outer.within_if(#flag, #offset, #plus) }
                }
                Presence::Longer(_) | Presence::Shorter(_) => by_length(present, &within),
            }
        }
        (None, Presence::Slot(slot)) => {
            let slot = Literal::usize_unsuffixed(slot);
            quote! { outer.flag(#slot) }
        }
        (None, Presence::Always) => quote!(0),
        (None, Presence::Longer(_) | Presence::Shorter(_)) => by_length(present, &quote!(0)),
    };
    if rest.is_empty() || first.present == Presence::Always {
        return value;
    }
    let rest = source(rest);
    quote! { outer.or(#value, #rest) }
}

/// The value of a slot of a part's text, whose presence follows from the length of the outer text.
fn by_length(present: Presence, value: &TokenStream) -> TokenStream {
    match present {
        Presence::Longer(bytes) => {
            let bytes = literal(bytes);
            quote! { outer.if_longer(#bytes, #value) }
        }
        Presence::Shorter(bytes) => {
            let bytes = literal(bytes);
            quote! { outer.if_shorter(#bytes, #value) }
        }
        Presence::Always | Presence::Slot(_) => value.clone(),
    }
}
