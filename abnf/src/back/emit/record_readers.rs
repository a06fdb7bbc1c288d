//! How the fields of data are read from a view without its slots.
//!
//! A view of a part has slots, which reading its text again may have to find. Data often needs
//! none of them: the year has the same place in each date, whatever rule it is a text of. Then data
//! is made of the text of the part alone.

use super::cuts::{flag, offset_in, sliced};
use super::ident;
use super::number_methods::reading;
use crate::automata::numerals::Signs;
use crate::automata::tagged::tdfa::{Presence, TagOffset};
use crate::plan::accessors::Count;
use crate::plan::model::{
    Alternative, Child, Datum, Field, Integer, Module, Part, Record, Rule, Scalar, Unit, Value,
    Variant,
};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;
use std::ops::Range;

/// The value of a field as an expression of the view `text`, if it is not that of the accessor.
/// `known` are the rules whose data does not depend on slots.
pub(super) fn direct(
    module: &Module,
    known: &BTreeSet<usize>,
    record: &Record,
    field: &Field,
) -> Option<TokenStream> {
    let rule = &module.rules[record.rule];
    let found = found(module, known, rule, field)?;
    let [begin, end] = cut(found.variant).map(offset_in);
    let text_of = |unit| sliced([rule.unit, unit], &quote! { text.text }, &begin, &end);
    let value = match found.what {
        What::Number(integer, ty) => {
            let (ty, radix) = (ident(ty), Literal::u8_unsuffixed(integer.radix));
            let is_unsigned = integer.signs == Signs::Never;
            if let Some(places) = places(found.variant).filter(|_| is_unsigned) {
                let places = places.map(Literal::u32_unsuffixed);
                let text = match rule.unit {
                    Unit::Text => quote! { text.text.as_bytes() },
                    Unit::Bytes => quote! { text.text },
                };
                return Some(quote! { runtime::values::places!(#ty #radix [#(#places)*], #text) });
            }
            let text = text_of(Unit::Bytes);
            let read = reading(&integer);
            quote! { runtime::values::read!(#read(#ty #radix), #text) }
        }
        What::Record(inner) => {
            let (ty, text) = (ident(&inner.type_name), text_of(inner.unit));
            quote! {
                ::core::convert::From::from(runtime::rule::unlocated::<super::#ty<'_>>(#text))
            }
        }
    };
    Some(match found.variant.present {
        _ if field.count == Count::One => value,
        Presence::Always => quote! { ::core::option::Option::Some(#value) },
        present => {
            let flag = flag(present);
            quote! { runtime::parts::is_present!(text [text.slots] #flag).then(|| #value) }
        }
    })
}

/// Returns the rules whose data does not depend on the slots of their views.
pub(super) fn without_slots(module: &Module) -> BTreeSet<usize> {
    let mut known = BTreeSet::new();
    loop {
        let is_such = |record: &&Record| !reads_slots(module, &known, record);
        let found = module.records.records.iter().filter(is_such);
        let found: BTreeSet<usize> = found.map(|record| record.rule).collect();
        if found == known {
            return known;
        }
        known = found;
    }
}

/// Returns whether the data of a rule depends on the slots of its view. `known` are rules whose data
/// does not.
fn reads_slots(module: &Module, known: &BTreeSet<usize>, record: &Record) -> bool {
    let rule = &module.rules[record.rule];
    record.fields.iter().any(|field| {
        let Some(part) = part(rule, field) else { return false };
        match found(module, known, rule, field) {
            Some(Found { variant, .. }) => {
                let is_slot = |it: TagOffset| matches!(it, TagOffset::Slot { .. });
                let is_flag = matches!(variant.present, Presence::Slot(_));
                cut(variant).into_iter().any(is_slot) || is_flag && field.count != Count::One
            }
            None => part.via.is_some() || part.reads_slots(),
        }
    })
}

/// Returns the offsets of an alternative, without slots where possible.
fn cut(variant: &Variant) -> [TagOffset; 2] {
    let [begin, end] = variant.fixed;
    [begin.unwrap_or(variant.begin), end.unwrap_or(variant.end)]
}

/// The greatest number of digits that are read without a loop.
const MAX_PLACES: u32 = 8;

/// Returns the offsets of the bytes of a part, if they are always the same and few.
fn places(variant: &Variant) -> Option<Range<u32>> {
    match cut(variant) {
        [TagOffset::FromStart(begin), TagOffset::FromStart(end)] => {
            (begin < end && end - begin <= MAX_PLACES).then_some(begin..end)
        }
        _ => None,
    }
}

/// A field that is read from the text between two offsets.
struct Found<'a> {
    what: What<'a>,
    variant: &'a Variant,
}

enum What<'a> {
    /// The number of any alternative, of this type.
    Number(Integer, &'static str),
    /// The data of a view, which needs no slots.
    Record(&'a Rule),
}

fn part<'a>(rule: &'a Rule, field: &Field) -> Option<&'a Part> {
    rule.view.parts.iter().find(|it| it.accessor == field.name)
}

fn found<'a>(
    module: &'a Module,
    known: &BTreeSet<usize>,
    rule: &'a Rule,
    field: &Field,
) -> Option<Found<'a>> {
    let part = part(rule, field).filter(|it| it.via.is_none())?;
    let [variant, others @ ..] = &part.variants[..] else { return None };
    if rule.view.slots < rule.view.located && part.reads_slots() {
        return None;
    }
    match (&field.datum, field.count) {
        (Datum::Scalar { ty: Scalar::Integer(ty), .. }, Count::One)
            if !others.is_empty() || places(variant).is_some() =>
        {
            let are_same = others.iter().all(|it| cut(it) == cut(variant));
            let integer = |it: &Variant| match it.what {
                Alternative::Rule(rule) => match module.rules[rule].value {
                    Some(Value::Integer(integer)) => Some(integer),
                    _ => None,
                },
                Alternative::Literal { .. } => None,
            };
            let first = integer(variant)?;
            let of = |it: Integer| (it.radix, it.signs, it.separator);
            let is_such = |it| of(it) == (first.radix, first.signs, None);
            (are_same && part.variants.iter().all(|it| integer(it).is_some_and(is_such)))
                .then(|| Found { what: What::Number(first, ty.name()), variant })
        }
        (Datum::Record(inner), Count::One | Count::Optional) => {
            let needs_none =
                variant.child != Child::Bare && others.is_empty() && known.contains(inner);
            needs_none.then(|| Found { what: What::Record(&module.rules[*inner]), variant })
        }
        _ => None,
    }
}
