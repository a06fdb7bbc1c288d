//! The file of tests: each rule's sample texts, read by all of its engines.

use super::docs::inner_docs;
use super::{ident, root_path};
use crate::plan::model::{MatcherId, Module, Rule};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

pub(super) fn rule_tests(module: &Module) -> TokenStream {
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
    if facts.is_empty() {
        return docs;
    }
    quote! {
        #docs
        use #root::runtime;
        runtime::samples::samples! { #(#facts)* }
        #data
        #nodes
    }
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
