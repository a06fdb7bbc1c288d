//! The file of tests: each rule's sample texts.

use super::docs::inner_docs;
use super::{ident, text_literal};
use crate::plan::model::{Module, Rule};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

pub(super) fn rule_tests(module: &Module) -> TokenStream {
    let docs = inner_docs(
        "For each rule texts that match and texts that do not, the latter with the\n\
         offsets of their errors.",
    );
    let tests = module.rules.iter().map(test);
    quote! { #docs #(#tests)* }
}

fn test(rule: &Rule) -> Option<TokenStream> {
    let name = ident(&rule.module_name);
    let ty = ident(&rule.type_name);
    let samples = &rule.samples;
    let mut accepted: Vec<_> = samples.shortest.iter().chain(&samples.example).collect();
    accepted.dedup();
    let accepted = accepted.into_iter().map(|text| {
        let text = text_literal(rule.unit, text);
        quote! { assert!(super::#ty::is_match(#text)); }
    });
    let rejected = samples.rejected.iter().map(|(text, offset)| {
        let text = text_literal(rule.unit, text);
        let offset = Literal::usize_unsuffixed(*offset);
        quote! {
            let error = super::#ty::parse(#text).unwrap_err();
            assert_eq!(error.offset(), #offset);
        }
    });
    let facts: Vec<_> = accepted.chain(rejected).collect();
    (!facts.is_empty()).then(|| {
        quote! {
            #[test]
            fn #name() {
                #(#facts)*
            }
        }
    })
}
