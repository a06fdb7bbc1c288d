//! The file that names the rules and ties each to its automata.

use super::code::{locating, matching};
use super::docs::{inner_docs, outer_docs};
use super::paths::{locator_path, shift_path, table_path};
use super::{ident, root_path};
use crate::plan::model::{Model, Rule, Unit};
use proc_macro2::TokenStream;
use quote::quote;

/// One type without values for each rule, and for each repeated part.
pub(super) fn markers(model: &Model, index: usize) -> TokenStream {
    let module = &model.modules[index];
    let docs = inner_docs(
        "The rules, each with the automata that read its texts.\n\n\
         The types have no values. They name rules in types such as `Text<&str, R, N>`.",
    );
    let root = root_path(module, 0);
    let has_parts = model.has_parts();
    let rules = module.rules.iter().map(|rule| marker(model, index, rule, has_parts));
    let repeated = module.rules.iter().flat_map(|rule| {
        rule.view.repeated.iter().map(move |part| {
            let name = ident(&part.iterator);
            let docs = outer_docs(&format!("The part `{}` of `{}`.", part.name, rule.name));
            quote! { #docs pub enum #name {} }
        })
    });
    let runtime = (!module.rules.is_empty()).then(|| quote! { use #root::runtime; });
    quote! {
        #docs
        #runtime
        #(#rules)*
        #(#repeated)*
    }
}

fn marker(model: &Model, index: usize, rule: &Rule, has_parts: bool) -> TokenStream {
    let ty = ident(&rule.type_name);
    let docs = outer_docs(&format!("The rule `{}`.", rule.name));
    let unit = unit(rule);
    let name = &rule.name;
    let table = table_path(model, index, rule);
    let tagged = has_parts.then(|| {
        let path = rule.view.locator.map(|locator| locator_path(model, index, locator));
        let tagged = path.map_or_else(|| quote! { None }, |path| quote! { Some(&#path) });
        quote! { tagged: #tagged, }
    });
    let is_match = is_match(model, index, rule);
    let locate = locate(model, index, rule);
    quote! {
        #docs
        pub enum #ty {}
        impl runtime::Rule for #ty {
            type Unit = #unit;
            const TABLE: &'static runtime::rule::Table =
                &runtime::rule::Table { name: #name, dfa: &#table, #tagged };
            #is_match
            #locate
        }
    }
}

/// What texts of the rule are made of.
pub(super) fn unit(rule: &Rule) -> TokenStream {
    match rule.unit {
        Unit::Text => quote!(str),
        Unit::Bytes => quote!([u8]),
    }
}

/// The method that tells whether a text matches, where there is a faster way than the
/// table.
fn is_match(model: &Model, index: usize, rule: &Rule) -> Option<TokenStream> {
    let shift = shift_path(model, index, rule.matcher);
    let code = matching(model, index, rule.matcher);
    let body = match (shift, code) {
        (None, None) => return None,
        (Some(shift), None) => quote! { #shift.is_match(text) },
        (None, Some(code)) => code,
        (Some(shift), Some(code)) => quote! {
            if runtime::scan::is_long(text) { #code } else { #shift.is_match(text) }
        },
    };
    Some(quote! {
        #[inline]
        fn is_match(text: &[u8]) -> bool { #body }
    })
}

/// The method that fills the slots of a text, where there is a faster way than the table.
fn locate(model: &Model, index: usize, rule: &Rule) -> Option<TokenStream> {
    let body = match rule.view.locator {
        // Whether the text matches is all there is to know.
        Some(_) if rule.view.slots == 0 => {
            quote! { !runtime::tagged::is_too_long(text) && Self::is_match(text) }
        }
        None => return None,
        Some(locator) => {
            let code = locating(model, index, locator)?;
            quote! {
                let Ok(slots) = slots.try_into() else { return false };
                !runtime::tagged::is_too_long(text) && #code
            }
        }
    };
    let slots = if rule.view.slots == 0 { quote!(_) } else { quote!(slots) };
    Some(quote! {
        #[inline]
        fn locate(text: &[u8], #slots: &mut [u32]) -> bool { #body }
    })
}
