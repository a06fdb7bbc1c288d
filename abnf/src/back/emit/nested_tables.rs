//! The file with the automaton of nested rules.

use super::docs::{inner_docs, outer_docs};
use super::tables::{dfa, rows};
use super::{ident, root_path};
use crate::plan::model::{MatcherId, Module, PushdownTable};
use crate::plan::names::static_name;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The name of the automaton, in a module of its own so that no rule has it.
const NAME: &str = "NESTED";

pub(super) fn nested_tables(module: &Module, nested: &PushdownTable) -> TokenStream {
    let docs = inner_docs(
        "The automaton of the nested rules that one pass with a stack matches.\n\n\
         A table has a row for each state, which contains the next state for each class of bytes.\n\
         State 0 is dead: no continuation of the text matches. Numbers above those of states are\n\
         edges, which push a row of states onto the stack, or pop the topmost row and continue in\n\
         one of its states.",
    );
    let root = root_path(module, 0);
    let name = ident(NAME);
    let starts = module.rules.iter().filter_map(|rule| {
        let MatcherId::Nested(start) = rule.matcher else { return None };
        let own = ident(&static_name(&rule.name));
        let start = Literal::u16_unsuffixed(start);
        let docs = outer_docs(&format!("`{}`.", rule.name));
        Some(quote! {
            #docs
            pub(crate) static #own: nested::Nested = automaton::#name.from(#start);
        })
    });
    let about = match nested.table.rows.len() - 1 {
        1 => "The automaton: 1 live state.".to_owned(),
        states => format!("The automaton: {states} live states."),
    };
    let about = outer_docs(&about);
    let table = dfa(module, nested.class_map, NAME, &nested.table);
    let returns = nested.returns.iter().map(|row| {
        let row = row.iter().copied().map(Literal::u16_unsuffixed);
        quote! { [#(#row),*] }
    });
    // The type gives the length of rows even if there are none.
    let width = Literal::usize_unsuffixed(nested.returns.first().map_or(0, Vec::len));
    let count = Literal::usize_unsuffixed(nested.returns.len());
    let rows = rows([(NAME, &nested.table)]);
    quote! {
        #docs
        use #root::runtime::{dfa, nested};
        use super::classes;
        #(#starts)*
        #about
        mod automaton {
            use super::{classes, dfa, nested, rows};
            pub(super) static #name: nested::Nested = nested::Nested::new(#table, &RETURNS);
            /// The rows for the stack: for each closing symbol, the state after it.
            static RETURNS: [[u16; #width]; #count] = [#(#returns),*];
        }
        #rows
    }
}
