//! The file of tests: each rule's sample texts, read by all of its engines.

use super::columns::parts;
use super::docs::inner_docs;
use super::{has_columns, ident, root_path};
use crate::plan::model::{MatcherId, Model, Module, Rule};
use crate::plan::names::static_name;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The tests of a module.
pub(super) fn rule_tests(model: &Model, index: usize) -> TokenStream {
    let module = &model.modules[index];
    let docs = inner_docs(
        "For each rule, texts that match, and texts that do not match, with the offsets of\n\
         their errors.",
    );
    let root = root_path(module, 0);
    let facts: Vec<_> = module.rules.iter().filter_map(facts).collect();
    let written = module.records.records.iter().filter(|record| record.writer.is_some());
    let data: Vec<_> = written.filter_map(|it| data(&module.rules[it.rule])).collect();
    let data = (!data.is_empty()).then(|| quote! { runtime::samples::data! { #(#data)* } });
    let nodes = module.records.nodes.iter().filter(|record| record.writer.is_some());
    let nodes: Vec<_> = nodes.filter_map(|it| self::data(&module.rules[it.rule?])).collect();
    let nodes = (!nodes.is_empty()).then(|| quote! { runtime::samples::node_data! { #(#nodes)* } });
    let columns: Vec<_> = if has_columns(model, module) {
        module.rules.iter().filter_map(|rule| columns(module, rule)).collect()
    } else {
        Vec::new()
    };
    let columns =
        (!columns.is_empty()).then(|| quote! { runtime::samples::columns! { #(#columns)* } });
    if facts.is_empty() {
        return docs;
    }
    quote! {
        #docs
        use #root::runtime;
        runtime::samples::samples! { #(#facts)* }
        #data
        #nodes
        #columns
    }
}

/// Texts of a rule with parts in columns, and the accessors of the parts.
fn columns(module: &Module, rule: &Rule) -> Option<TokenStream> {
    let (parts, accepted) = (parts(rule), accepted(rule));
    if parts.is_empty() || accepted.is_empty() {
        return None;
    }
    let (ty, constant) = (ident(&rule.type_name), ident(&static_name(&rule.name)));
    let count = Literal::usize_unsuffixed(parts.len());
    let parts = parts.iter().enumerate().filter_map(|(index, part)| {
        let (index, accessor) = (Literal::usize_unsuffixed(index), ident(&part.accessor));
        let has_text = part.union.is_none_or(|union| module.unions[union].is_text_alone());
        let if_any = (!part.mandatory).then(|| quote!(?));
        has_text.then(|| quote! { [#index #accessor #if_any] })
    });
    Some(quote! { #ty #constant #count #(#parts)* #(#accepted)*; })
}

/// Texts of a rule whose data is written.
fn data(rule: &Rule) -> Option<TokenStream> {
    let (ty, accepted) = (ident(&rule.type_name), accepted(rule));
    (!accepted.is_empty()).then(|| quote! { #ty #(#accepted)*; })
}

/// The texts that a rule accepts.
fn accepted(rule: &Rule) -> Vec<Literal> {
    let mut accepted: Vec<_> = rule.samples.shortest.iter().chain(&rule.samples.example).collect();
    accepted.dedup();
    accepted.into_iter().map(|text| Literal::byte_string(text)).collect()
}

fn facts(rule: &Rule) -> Option<TokenStream> {
    let ty = ident(&rule.type_name);
    let samples = &rule.samples;
    let accepted = accepted(rule);
    let rejected = samples.rejected.iter().map(|(text, offset)| {
        let (text, offset) = (Literal::byte_string(text), Literal::usize_unsuffixed(*offset));
        quote! { #text at #offset }
    });
    let rejected: Vec<_> = rejected.collect();
    (!accepted.is_empty() || !rejected.is_empty()).then(|| {
        let needs_alloc = matches!(rule.matcher, MatcherId::General(_));
        let feature = needs_alloc.then(|| quote! { #[cfg(feature = "alloc")] });
        quote! { #feature #ty accepts #(#accepted)* rejects #(#rejected),*; }
    })
}
