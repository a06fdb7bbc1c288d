//! The file with the transducers.

use super::docs::{inner_docs, outer_docs};
use super::locators::begins;
use super::tables::{dfa, matcher_docs, table, variant};
use super::{ident, module_path, root_path};
use crate::plan::model::{Model, Module, TableId, Teller};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The path of a transducer from the file of a rule of the module at `index`.
pub(super) fn teller_path(model: &Model, index: usize, id: TableId) -> TokenStream {
    let name = ident(&model.modules[id.module].tellers[id.index].matcher.name);
    let module = module_path(model, index, id.module, 1);
    quote! { #module::repeated::#name }
}

pub(super) fn tellers(module: &Module) -> TokenStream {
    let docs = inner_docs(
        "The automata that tell the occurrences of repeated parts.\n\n\
         `NEXT` has a row for each state and in it the next state for each class of bytes;\n\
         state 0 is dead. `ACTIONS` has beside it which list of events becomes certain, list\n\
         0 being empty. An event is 0 where an occurrence begins, else one more than the\n\
         number of the rule as which it ends, and how many bytes ago that was.",
    );
    let root = root_path(module, 0);
    let tellers = module.tellers.iter().map(|found| teller(module, found));
    quote! {
        #docs
        use #root::runtime::{dfa, transducer};
        use super::classes;
        #(#tellers)*
    }
}

fn teller(module: &Module, teller: &Teller) -> TokenStream {
    let name = ident(&teller.matcher.name);
    let docs = outer_docs(&matcher_docs(&teller.matcher));
    let next = table(&quote!(NEXT), &teller.matcher.rows, teller.matcher.width);
    let actions = table(&quote!(ACTIONS), &teller.actions, teller.width);
    let dfa = dfa(module, &teller.matcher);
    let variant = variant(teller.width);
    let begins = begins(&teller.lists);
    let events = teller.lists.iter().flatten().map(|&(what, age)| {
        let [what, age] = [what, age].map(Literal::u16_unsuffixed);
        quote! { [#what, #age] }
    });
    let begin = Literal::u16_unsuffixed(teller.begin);
    let ends = teller.ends.iter().map(|&list| Literal::u16_unsuffixed(list));
    quote! {
        #docs
        pub(crate) static #name: transducer::Transducer = {
            #next
            #actions
            transducer::Transducer {
                dfa: #dfa,
                actions: dfa::Next::#variant(ACTIONS.as_flattened()),
                lists: &[#(#begins),*],
                events: &[#(#events),*],
                begin: #begin,
                ends: &[#(#ends),*],
            }
        };
    }
}
