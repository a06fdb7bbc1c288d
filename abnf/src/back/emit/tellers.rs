//! The file with the transducers.

use super::docs::{inner_docs, outer_docs};
use super::locators::begins;
use super::tables::{dfa, rows, rows_docs};
use super::{ident, module_path, root_path};
use crate::plan::model::{Model, Module, TableId, Teller};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The path of a transducer from the file of a rule of the module at `index`.
pub(super) fn teller_path(model: &Model, index: usize, id: TableId) -> TokenStream {
    let name = ident(&model.modules[id.module].tellers[id.index].name);
    let module = module_path(model, index, id.module, 1);
    quote! { #module::repeated::#name }
}

pub(super) fn tellers(module: &Module) -> TokenStream {
    let docs = inner_docs(
        "The automata that tell the occurrences of repeated parts.\n\n\
         A table has a row for each state and in it the next state for each class of bytes;\n\
         state 0 is dead. Numbers beyond those of states are edges: of each a pair says which\n\
         state it leads to and which list of events becomes certain. An event is a pair too:\n\
         0 where an occurrence begins, else one more than the number of the rule as which it\n\
         ends, and how many bytes ago that was.",
    );
    let root = root_path(module, 0);
    let tellers = module.tellers.iter().map(|found| teller(module, found));
    let rows = rows(module.tellers.iter().map(|it| (&*it.name, &it.table)));
    quote! {
        #docs
        use #root::runtime::{dfa, transducer};
        use super::classes;
        #(#tellers)*
        #rows
    }
}

fn teller(module: &Module, teller: &Teller) -> TokenStream {
    let name = ident(&teller.name);
    let docs = outer_docs(&rows_docs(&teller.rules, &teller.table));
    let dfa = dfa(module, teller.class_map, &teller.name, &teller.table);
    let begins = begins(&teller.lists);
    let events = teller.lists.iter().flatten().flat_map(|&(what, age)| [what, age]);
    let events = events.map(Literal::u16_unsuffixed);
    let begin = Literal::u16_unsuffixed(teller.begin);
    let ends = teller.ends.iter().map(|&list| Literal::u16_unsuffixed(list));
    quote! {
        #docs
        pub(crate) static #name: transducer::Transducer = transducer::Transducer {
            dfa: #dfa,
            lists: &[#(#begins),*],
            events: &[#(#events),*],
            begin: #begin,
            ends: &[#(#ends),*],
        };
    }
}
