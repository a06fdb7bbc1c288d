//! The file of constants for engines that keep texts by columns: from the parts in slots to spans.

use super::docs::inner_docs;
use super::{ident, root_path};
use crate::automata::tagged::tdfa::{Presence, TagOffset};
use crate::plan::model::{
    Alternative, MatcherId, Model, Module, Part, Rule, Scalar, Unit, Variant,
};
use crate::plan::names::static_name;
use crate::spec::IntegerType;
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens as _, quote};

/// A constant for each rule, and the list of them.
pub(super) fn columns(model: &Model, index: usize) -> TokenStream {
    let module = &model.modules[index];
    let docs = inner_docs(
        "The rules as constants for engines that keep texts by columns, such as Arrow's; see\n\
         [`Columns`].",
    );
    let root = root_path(module, 0);
    let rules = module.rules.iter().map(|rule| {
        let (cfg, constant) = (condition(rule), constant(module, rule));
        let spans = (!parts(rule).is_empty()).then(|| spans(module, rule));
        quote! { #cfg #constant #spans }
    });
    let all = module.rules.iter().map(|rule| {
        let (cfg, name) = (condition(rule), ident(&static_name(&rule.name)));
        quote! { #cfg #name }
    });
    quote! {
        #docs
        #![allow(unused_variables, reason = "few spans follow from all of them")]
        use #root::runtime;
        use runtime::columns;
        pub use runtime::columns::{Columns, Part, Span};
        #(#rules)*
        /// Returns the constants of all rules.
        pub const fn all() -> &'static [columns::Columns] {
            &[#(#all),*]
        }
    }
}

/// The parts that columns have: those in slots. They keep their order.
pub(super) fn parts(rule: &Rule) -> Vec<&Part> {
    rule.view.parts.iter().filter(|part| rule.view.has_any_text(part)).collect()
}

/// The general engine allocates.
fn condition(rule: &Rule) -> Option<TokenStream> {
    matches!(rule.matcher, MatcherId::General(_)).then(|| quote! { #[cfg(feature = "alloc")] })
}

fn constant(module: &Module, rule: &Rule) -> TokenStream {
    let constant = static_name(&rule.name);
    let function = constant.to_ascii_lowercase();
    let (constant, view, name) = (ident(&constant), ident(&rule.type_name), &rule.name);
    let is_text = rule.unit == Unit::Text;
    let docs = format!(" The rule `{name}`.");
    let parts = parts(rule);
    if parts.is_empty() {
        return quote! {
            columns::columns! {
                #[doc = #docs]
                #constant: #view, #name, #function, #is_text, [without parts]
            }
        };
    }
    let values: Vec<_> = parts.iter().map(|part| value(module, part)).collect();
    let how = if values.iter().any(Option::is_some) { quote!(values) } else { quote!(located) };
    let entries = parts.iter().zip(&values).enumerate().map(|(index, (part, value))| {
        let (index, name) = (Literal::usize_unsuffixed(index), &part.accessor);
        let is_text = is_text_alone(module, rule, part);
        let value = value.map_or("", Scalar::name);
        quote! { #index #name #is_text #value; }
    });
    let slots = Literal::usize_unsuffixed(rule.view.located);
    let count = Literal::usize_unsuffixed(parts.len());
    quote! {
        columns::columns! {
            #[doc = #docs]
            #constant: #view, #name, #function, #is_text, [#slots, #count, #how] #(#entries)*
        }
    }
}

/// The spans of the parts by the slots, and the values by the accessors.
fn spans(module: &Module, rule: &Rule) -> TokenStream {
    let view = ident(&rule.type_name);
    let parts = parts(rule);
    let spans: Vec<_> = parts.iter().map(|part| span(module, rule, part)).collect();
    let values: Vec<_> = parts.iter().map(|part| (part, value(module, part))).collect();
    let has_values = values.iter().any(|(_, value)| value.is_some());
    let values = values.iter().map(|(part, value)| {
        let accessor = ident(&part.accessor);
        match value {
            None => quote!(0),
            Some(_) if part.mandatory => quote! { columns::Bits::bits(self.#accessor().value()) },
            Some(_) => quote! {
                self.#accessor().map_or(0, |part| columns::Bits::bits(part.value()))
            },
        }
    });
    let (slots, count) =
        (Literal::usize_unsuffixed(rule.view.located), Literal::usize_unsuffixed(parts.len()));
    let values = has_values.then(|| {
        quote! {
            impl columns::Values<#count> for super::#view<'_> {
                fn values(self) -> [u64; #count] {
                    [#(#values),*]
                }
            }
        }
    });
    quote! {
        impl columns::Spans<#slots, #count> for super::#view<'_> {
            #[inline]
            fn spans(slots: &[u32; #slots], text: &[u8], end: u32) -> [columns::Span; #count] {
                [#(#spans),*]
            }
        }
        #values
    }
}

/// The type of the value of a part, if it fits 64 bits.
pub(super) fn value(module: &Module, part: &Part) -> Option<Scalar> {
    let scalar = match (part.union, &part.rules[..]) {
        (Some(union), _) => Scalar::Integer(module.unions[union].number?),
        (None, [rule, ..]) => Scalar::of(module.rules[*rule].value.as_ref()?)?,
        (None, []) => return None,
    };
    let is_wide = matches!(scalar, Scalar::Integer(IntegerType::U128 | IntegerType::I128));
    (!is_wide).then_some(scalar)
}

/// Returns whether all texts of a part are UTF-8.
fn is_text_alone(module: &Module, rule: &Rule, part: &Part) -> bool {
    let is_text = |rule: usize| module.rules[rule].unit == Unit::Text;
    if let Some(outer) = part.via {
        let outer = &module.rules[rule.view.parts[outer].rules[0]];
        let inner = parts(outer).into_iter().find(|it| it.accessor == part.accessor);
        return inner.is_some_and(|inner| is_text_alone(module, outer, inner));
    }
    part.variants.iter().all(|variant| match &variant.what {
        Alternative::Rule(rule) => is_text(*rule),
        Alternative::Literal { text, .. } => is_ascii(text),
    })
}

/// Returns whether a literal of ABNF is ASCII, as all quoted ones are.
fn is_ascii(literal: &str) -> bool {
    literal.split('"').step_by(2).all(|outside| {
        let mut numbers = outside.split('%').skip(1).filter(|it| !it.is_empty());
        numbers.all(|number| {
            let (base, digits) = number.split_at(1);
            let radix = match base {
                "x" | "X" => 16,
                "d" | "D" => 10,
                "b" | "B" => 2,
                // `%s` before a quoted text.
                _ => return true,
            };
            let mut digits =
                digits.split(|it: char| !it.is_digit(radix)).filter(|it| !it.is_empty());
            digits.all(|it| u32::from_str_radix(it, radix).is_ok_and(|byte| byte < 0x80))
        })
    })
}

/// The span of a part, as an expression of `slots`, `text` and `end`.
fn span(module: &Module, rule: &Rule, part: &Part) -> TokenStream {
    let Some(via) = part.via else { return by_slots(&part.variants) };
    let outer = &rule.view.parts[via];
    let of = &module.rules[outer.rules[0]];
    let inner = parts(of);
    let place = inner.iter().position(|it| it.accessor == part.accessor);
    let [place, count, slots] =
        [place.expect("the outer part has the inner part"), inner.len(), of.view.located]
            .map(Literal::usize_unsuffixed);
    let (outer, of) = (span(module, rule, outer), ident(&of.type_name));
    quote! { columns::inside::<super::#of<'_>, #slots, #count, #place>(text, #outer) }
}

/// The first variant that is present.
fn by_slots(variants: &[Variant]) -> TokenStream {
    let Some((first, rest)) = variants.split_first() else { return quote!(columns::ABSENT) };
    let [begin, end] = [first.begin, first.end].map(offset);
    let span = match first.present {
        Presence::Always => return quote! { [#begin, #end] },
        Presence::Slot(slot) => {
            let slot = Literal::usize_unsuffixed(slot);
            quote! { columns::if_set(slots[#slot], #begin, #end) }
        }
        Presence::Longer(bytes) => {
            let bytes = Literal::u32_unsuffixed(bytes);
            quote! { columns::span(end > #bytes, #begin, #end) }
        }
        Presence::Shorter(bytes) => {
            let bytes = Literal::u32_unsuffixed(bytes);
            quote! { columns::span(end < #bytes, #begin, #end) }
        }
    };
    if rest.is_empty() {
        return span;
    }
    let rest = by_slots(rest);
    quote! { columns::or(#span, #rest) }
}

/// An offset in the text. It is computed even if the part is absent and a slot has no offset.
fn offset(offset: TagOffset) -> TokenStream {
    match offset {
        TagOffset::FromStart(bytes) => Literal::u32_unsuffixed(bytes).to_token_stream(),
        TagOffset::FromEnd(0) => quote!(end),
        TagOffset::FromEnd(bytes) => {
            let bytes = Literal::u32_unsuffixed(bytes);
            quote! { end.wrapping_sub(#bytes) }
        }
        TagOffset::Slot { slot, plus } => {
            let (slot, bytes) =
                (Literal::usize_unsuffixed(slot), Literal::u32_unsuffixed(plus.unsigned_abs()));
            match plus {
                0 => quote! { slots[#slot] },
                1.. => quote! { slots[#slot].wrapping_add(#bytes) },
                _ => quote! { slots[#slot].wrapping_sub(#bytes) },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_ascii_unless_a_number_is_not() {
        for literal in ["\"%xFF\"", "%s\"Ab\"", "%x41.42", "%x0D \"a\" %d127", "\"\"", "%b1000001"]
        {
            assert!(is_ascii(literal), "{literal}");
        }
        for literal in ["%xC3", "%x41.80", "\"a\" %d128", "%s\"a\" %xE2.82.AC", "%x00-FF"] {
            assert!(!is_ascii(literal), "{literal}");
        }
    }
}
