//! The bodies of accessors, which cut parts out of the text by the offsets in the slots.

use super::ident;
use crate::automata::tagged::tdfa::{Presence, TagOffset};
use crate::plan::model::{Alternative, Child, Inherited, Module, Part, Rule, Unit, Variant};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// The body of the accessor of a part that slots locate.
pub(super) fn located(
    module: &Module,
    rule: &Rule,
    part: &Part,
    union: Option<&Ident>,
    slots: Slots,
) -> TokenStream {
    let cut = |variant: &Variant| {
        let mut cut = match &variant.what {
            Alternative::Rule(index) => {
                let child = &module.rules[*index];
                let mut cut = cut(rule, child, variant, slots);
                if let Some(union) = union {
                    let (ty, value) = (ident(&child.type_name), &cut.value);
                    cut.value = quote! { super::#union::#ty(#value) };
                }
                cut
            }
            Alternative::Literal { variant, .. } => {
                let variant = ident(variant);
                Cut::of(quote! { super::#union::#variant })
            }
        };
        if !part.mandatory {
            let value = &cut.value;
            cut.value = quote! { Some(#value) };
        }
        cut
    };
    // The last alternative needs no condition, if one is always present.
    let asked = if part.mandatory { part.variants.len() - 1 } else { part.variants.len() };
    let certain = part.variants.iter().position(|it| it.present == Presence::Always);
    let asked = certain.map_or(asked, |certain| certain.min(asked));
    if let ([only], 1) = (part.variants.as_slice(), asked) {
        let bare = if union.is_none() { bare_part(module, rule, only, slots) } else { None };
        return bare.unwrap_or_else(|| optional(only, cut(only), slots));
    }
    let ifs = part.variants[..asked].iter().map(|variant| {
        let flag = flag(variant, slots);
        let Cut { begin, before, value } = cut(variant);
        quote! { if #flag != tagged::NONE { #begin #before return #value; } }
    });
    let last = part.variants.get(asked).map_or_else(
        || quote! { None },
        |last| {
            let Cut { begin, before, value } = cut(last);
            quote! { #begin #before #value }
        },
    );
    quote! { #(#ifs)* #last }
}

/// The call that cuts out a part without slots, if a single one does.
fn bare_part(module: &Module, rule: &Rule, variant: &Variant, slots: Slots) -> Option<TokenStream> {
    let Alternative::Rule(child) = variant.what else { return None };
    let is_text = rule.unit == Unit::Text && module.rules[child].unit == Unit::Text;
    if variant.child != Child::Bare || !is_text {
        return None;
    }
    // An offset that may be absent allows no arithmetic.
    let plain = |offset| match offset {
        TagOffset::FromStart(bytes) => Some(literal(bytes)),
        TagOffset::Slot { slot, plus: 0 } => Some(slots.slot(slot)),
        TagOffset::Slot { .. } | TagOffset::FromEnd(_) => None,
    };
    let (flag, begin) = (flag(variant, slots), plain(variant.begin)?);
    let text = if variant.end == TagOffset::FromEnd(0) {
        quote! { tagged::rest_if(#flag, self.text, #begin) }
    } else {
        let end = plain(variant.end)?;
        quote! { tagged::text_if(#flag, self.text, #begin, #end) }
    };
    let ty = ident(&module.rules[child].type_name);
    Some(quote! { tagged::part!(#ty, #text) })
}

/// A part of one rule, which may be absent.
fn optional(variant: &Variant, cut: Cut, slots: Slots) -> TokenStream {
    let Cut { begin, before, value } = cut;
    match (variant.present, variant.begin) {
        (Presence::Slot(flag), TagOffset::Slot { slot, plus: 0 })
            if flag == slot && begin.is_some() =>
        {
            let slot = slots.slot(slot);
            quote! {
                let Some(begin) = tagged::offset(#slot) else { return None };
                #before
                #value
            }
        }
        _ => {
            let flag = flag(variant, slots);
            quote! { if #flag == tagged::NONE { return None; } #begin #before #value }
        }
    }
}

/// The slots from which an accessor reads the offsets of its part.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Slots {
    /// The slots of the text.
    Own,
    /// Slots that the accessor has just filled.
    Filled,
}

impl Slots {
    pub(super) fn of(rule: &Rule) -> Self {
        if rule.view.slots < rule.view.located { Self::Filled } else { Self::Own }
    }

    fn all(self) -> TokenStream {
        match self {
            Self::Own => quote!(self.slots),
            Self::Filled => quote!(slots),
        }
    }

    fn slot(self, slot: usize) -> TokenStream {
        let (all, slot) = (self.all(), Literal::usize_unsuffixed(slot));
        quote! { #all[#slot] }
    }
}

/// The slot that is empty if an optional part is absent.
fn flag(variant: &Variant, slots: Slots) -> TokenStream {
    match variant.present {
        Presence::Slot(flag) => slots.slot(flag),
        Presence::Always => unreachable!("a mandatory part needs no condition"),
    }
}

/// The code that makes the text of a part that is present.
struct Cut {
    /// Binds the offset of the part to a name, if later code uses it.
    begin: Option<TokenStream>,
    /// Statements before the value.
    before: TokenStream,
    value: TokenStream,
}

impl Cut {
    fn of(value: TokenStream) -> Self {
        Self { begin: None, before: TokenStream::new(), value }
    }
}

fn cut(rule: &Rule, child: &Rule, variant: &Variant, slots: Slots) -> Cut {
    let ty = ident(&child.type_name);
    let [begin, end] = [variant.begin, variant.end].map(|it| offset(it, slots));
    let whole = variant.begin == TagOffset::FromStart(0)
        && variant.end == TagOffset::FromEnd(0)
        && rule.unit == child.unit;
    let text = |begin: &TokenStream| {
        if whole { quote!(self.text) } else { sliced(rule, child, &quote!(self.text), begin, &end) }
    };
    let sources = match &variant.child {
        Child::Bare if !whole && (rule.unit, child.unit) == (Unit::Text, Unit::Text) => {
            return Cut::of(quote! {
                super::#ty::known(tagged::text(self.text, #begin, #end), [])
            });
        }
        Child::Bare => {
            let text = text(&begin);
            return Cut::of(quote! { super::#ty::known(#text, []) });
        }
        Child::Anew => {
            let text = text(&begin);
            return Cut::of(quote! { runtime::View::of_part(#text) });
        }
        Child::Inherits(sources) => sources,
    };
    let at_start = variant.begin == TagOffset::FromStart(0);
    let (named, begin) = if at_start {
        (None, quote!(0))
    } else {
        (Some(quote! { let begin = #begin; }), quote!(begin))
    };
    let text = text(&begin);
    let (lets, inherited) = inherited(sources, &begin, slots);
    Cut {
        begin: named,
        before: quote! { #lets let text = #text; },
        value: quote! { super::#ty::known(text, #inherited) },
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
fn offset(offset: TagOffset, slots: Slots) -> TokenStream {
    match offset {
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

/// The number of unchanged slots from which on these are listed by number.
const MIN_LISTED: usize = 3;

/// The slots of a part's text, where the part begins at `begin`, and the statements before.
fn inherited(
    sources: &[Vec<Inherited>],
    begin: &TokenStream,
    slots: Slots,
) -> (TokenStream, TokenStream) {
    let all = slots.all();
    let outer = quote! { let outer = tagged::outer(&#all, #begin); };
    let moved: Vec<Option<usize>> = sources.iter().map(|it| moved_slot(it)).collect();
    if moved.iter().flatten().count() < MIN_LISTED {
        let reads_outer = sources.iter().any(|it| reads_outer(it));
        let sources: Vec<_> = sources.iter().map(|it| source(it, begin, slots)).collect();
        let value = quote! { [#(#sources),*] };
        let lets = if reads_outer { outer } else { TokenStream::new() };
        return (lets, value);
    }
    let listed = moved.iter().map(|it| Literal::usize_unsuffixed(it.unwrap_or(0)));
    let others = sources.iter().zip(&moved).enumerate().filter(|(_, (_, moved))| moved.is_none());
    let others: Vec<_> = others
        .map(|(index, (it, _))| {
            let (index, source) = (Literal::usize_unsuffixed(index), source(it, begin, slots));
            quote! { slots[#index] = #source; }
        })
        .collect();
    let listed = quote! { outer.all([#(#listed),*]) };
    if others.is_empty() {
        return (quote! { #outer let slots = #listed; }, quote!(slots));
    }
    (quote! { #outer let mut slots = #listed; #(#others)* }, quote!(slots))
}

/// Returns whether [`source`] needs the unchanged slots of the outer text, by the name `outer`.
fn reads_outer(sources: &[Inherited]) -> bool {
    let certain = sources.iter().position(|it| it.present == Presence::Always);
    let written = &sources[..certain.unwrap_or(sources.len())];
    written.iter().any(
        |it| matches!(it.offset, Some((TagOffset::Slot { plus, .. }, more)) if plus + more == 0),
    )
}

/// The slot of the outer text that alone determines a slot of a part's text.
fn moved_slot(sources: &[Inherited]) -> Option<usize> {
    match sources {
        [
            Inherited {
                offset: Some((TagOffset::Slot { slot, plus }, more)),
                present: Presence::Slot(flag),
            },
        ] if flag == slot && plus + more == 0 => Some(*slot),
        _ => None,
    }
}

/// The value of a slot of a part's text, where the part begins at `begin`.
fn source(sources: &[Inherited], begin: &TokenStream, slots: Slots) -> TokenStream {
    let Some((first, rest)) = sources.split_first() else { return quote!(tagged::NONE) };
    let value = match (first.offset, first.present) {
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
        (Some((offset_of, plus)), present) => {
            // The offset is computed even if the slot is empty, and the text may be too short for
            // the subtraction.
            let (offset_of, plus) = match offset_of {
                TagOffset::Slot { slot, plus: more } => {
                    (TagOffset::Slot { slot, plus: 0 }, plus + more)
                }
                TagOffset::FromEnd(bytes) => {
                    let plus = plus.checked_sub_unsigned(bytes);
                    (TagOffset::FromEnd(0), plus.expect("texts of fixed length are short"))
                }
                other @ TagOffset::FromStart(_) => (other, plus),
            };
            let (offset, plus) = (offset(offset_of, slots), Literal::i32_unsuffixed(plus));
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
    let rest = source(rest, begin, slots);
    quote! { tagged::or(#value, #rest) }
}
