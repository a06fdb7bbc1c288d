//! The file that ties the types to the automata of their rules.

use super::code::{locating, matching};
use super::docs::inner_docs;
use super::paths::{locator_path, matcher_path, shift_path};
use super::tables::width_name;
use super::{class_literal, ident, root_path};
use crate::automata::tagged::scans::{Otherwise, Scan};
use crate::plan::model::{MatcherId, Model, Module, Rule, Unit, Width};
use crate::plan::names::static_name;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The maximum number of states of an automaton whose table matches short texts although there is
/// code: they end in branches of the code that the processor mispredicts.
const MAX_STATES_OF_TABLE: usize = 20;

/// The maximum number of entries of a table of targets alone.
const MAX_TARGETS: usize = 8_000;

/// Ties each type to the automata of its rule.
pub(super) fn markers(model: &Model, index: usize) -> TokenStream {
    let module = &model.modules[index];
    let docs = inner_docs("The rules: the automata that read the texts of each type.");
    let root = root_path(module, 0);
    let methods: Vec<_> = module.rules.iter().map(|rule| methods(model, index, rule)).collect();
    let import = methods.iter().any(Option::is_none);
    let import = import.then(|| quote! { use #root::runtime::rule::rule; });
    let rules = module.rules.iter().zip(methods);
    let rules = rules.map(|(rule, methods)| marker(model, index, rule, methods));
    let runtime = (!module.rules.is_empty()).then(|| quote! { use #root::runtime; });
    let empty = matching_empty(module);
    quote! {
        #docs
        #runtime
        #import
        #(#rules)*
        #empty
    }
}

/// Implements the marker of rules that match the empty text.
fn matching_empty(module: &Module) -> TokenStream {
    let empty = module.rules.iter().filter(|it| it.samples.shortest.as_deref() == Some(b""));
    let (general, others): (Vec<_>, Vec<_>) =
        empty.partition(|rule| matches!(rule.matcher, MatcherId::General(_)));
    let says = |rules: Vec<&Rule>| {
        let names = rules.into_iter().map(|rule| {
            let (ty, buf) = (ident(&rule.type_name), ident(&rule.buf_name));
            quote! { #ty #buf }
        });
        let names: Vec<_> = names.collect();
        (!names.is_empty()).then(|| quote! { runtime::text::matches_empty!(#(#names),*); })
    };
    let (general, others) = (says(general), says(others));
    let general = general.map(|general| quote! { #[cfg(feature = "alloc")] #general });
    quote! { #others #general }
}

fn marker(model: &Model, index: usize, rule: &Rule, methods: Option<TokenStream>) -> TokenStream {
    let (ty, name) = (ident(&rule.type_name), &rule.name);
    let (kind, automaton) = match (rule.view.locator, rule.matcher) {
        (Some(locator), _) => (quote!(of_tagged), locator_path(model, index, locator)),
        (None, MatcherId::Table(id)) => (quote!(of_dfa), matcher_path(model, index, id)),
        (None, MatcherId::Nested(_)) => {
            let name = ident(&static_name(&rule.name));
            (quote!(of_nested), quote!(super::nested::#name))
        }
        (None, MatcherId::General(_)) => {
            let name = ident(&static_name(&rule.name));
            (quote!(of_general), quote!(super::general::#name))
        }
    };
    let Some(methods) = methods else {
        let shift = rule.matcher.table().and_then(|id| shift_path(model, index, id));
        let shift = shift.map(|path| quote! { , #path });
        let scans = scans(model, index, rule).map(|scans| quote! { ; #scans });
        let by = targets(model, index, rule).map(|(width, entries)| {
            let (width, entries) = (width_name(width), Literal::usize_unsuffixed(entries));
            quote! { matched by #width #entries }
        });
        let marker = quote! { rule!(#ty, #name, #kind(#automaton) #by #shift #scans); };
        return match rule.matcher {
            MatcherId::Table(_) | MatcherId::Nested(_) => marker,
            MatcherId::General(_) => quote! { #[cfg(feature = "alloc")] #marker },
        };
    };
    quote! {
        impl runtime::Rule for super::#ty<'_> {
            const TABLE: &'static runtime::table::Table =
                &runtime::table::Table::#kind(#name, &#automaton);
            #methods
        }
    }
}

/// The width and the number of the entries of a rule's locator, if it has lists and no other engine
/// matches. The rule then has another table of this size, of the targets alone.
pub(super) fn targets(model: &Model, index: usize, rule: &Rule) -> Option<(Width, usize)> {
    let (locator, matcher) = (rule.view.locator?, rule.matcher.table()?);
    if shift_path(model, index, matcher).is_some() || methods(model, index, rule).is_some() {
        return None;
    }
    let locators = &model.modules[locator.module].locators;
    let rows = locators[locators[locator.index].table.owner(locator.index)].table.rows()?;
    let entries = rows.rows.len() * rows.rows[0].len();
    let width = if rows.rows.len() <= 256 { Width::Narrow } else { Width::Wide };
    (!rows.edges.is_empty() && entries <= MAX_TARGETS).then_some((width, entries))
}

/// The methods that a rule overrides; empty if its table is enough.
fn methods(model: &Model, index: usize, rule: &Rule) -> Option<TokenStream> {
    let (is_match, locate) = (is_match(model, index, rule), locate(model, index, rule));
    let scans = scans(model, index, rule).map(|it| quote! { runtime::slot_scans::scans! { #it } });
    (is_match.is_some() || locate.is_some()).then(|| quote! { #scans #is_match #locate })
}

/// The scans by which slots are found, if the text is matched by shifts alone.
fn scans(model: &Model, index: usize, rule: &Rule) -> Option<TokenStream> {
    let id = rule.matcher.table()?;
    let is_shifted = shift_path(model, index, id).is_some() && matching(model, index, id).is_none();
    if !is_shifted || rule.view.scans.is_empty() || locate(model, index, rule).is_some() {
        return None;
    }
    let scans = rule.view.scans.iter().map(|scan| match *scan {
        Scan::First { from, set, otherwise } => {
            let (from, set) = (Literal::u32_unsuffixed(from), class_literal(set));
            let otherwise = match otherwise {
                Otherwise::End => quote! { or_end },
                Otherwise::Unset => quote! { or_unset },
            };
            quote! { #otherwise(#from #set) }
        }
        Scan::Last { distances, set } => {
            let ([inside, outside], set) =
                (distances.map(Literal::u32_unsuffixed), class_literal(set));
            quote! { by_last(#inside #set #outside) }
        }
    });
    Some(quote! { #(#scans),* })
}

/// The unit of texts of the rule.
pub(super) fn unit(rule: &Rule) -> TokenStream {
    unit_type(rule.unit)
}

/// The type of a unit.
pub(super) fn unit_type(unit: Unit) -> TokenStream {
    match unit {
        Unit::Text => quote!(str),
        Unit::Bytes => quote!([u8]),
    }
}

/// The method that returns whether a text matches, if there is a faster engine than the
/// table of the rule.
fn is_match(model: &Model, index: usize, rule: &Rule) -> Option<TokenStream> {
    let id = rule.matcher.table()?;
    let matcher = &model.modules[id.module].matchers[id.index];
    let shift = shift_path(model, index, id);
    let code = matching(model, index, id);
    let body = match (shift, code) {
        (Some(shift), None) if !matcher.layers.is_empty() => quote! { #shift.is_match(text) },
        (_, None) => return None,
        (None, Some(code)) if matcher.states <= MAX_STATES_OF_TABLE => {
            let table = matcher_path(model, index, id);
            quote! { if runtime::scan::is_long(text) { #code } else { #table.is_match(text) } }
        }
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

/// The method that fills the slots of a text, if there is a faster engine than the table.
fn locate(model: &Model, index: usize, rule: &Rule) -> Option<TokenStream> {
    if rule.view.slots == 0 {
        return None;
    }
    let code = locating(model, index, rule.view.locator?)?;
    Some(quote! {
        #[inline]
        fn locate(text: &[u8], slots: &mut [u32]) -> bool {
            let Ok(slots) = slots.try_into() else { return false };
            !runtime::tagged::is_too_long(text) && #code
        }
    })
}
