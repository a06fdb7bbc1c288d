//! The file with the automata that the general engine walks.

use super::docs::{inner_docs, outer_docs};
use super::tables::{dfa, rows};
use super::{class_literal, ident, root_path};
use crate::plan::model::{MatcherId, Module, NetworkTable};
use crate::plan::names::static_name;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The name of the automata, in a module of their own so that no rule has it.
const NAME: &str = "GENERAL";

pub(super) fn general_tables(module: &Module, general: &NetworkTable) -> TokenStream {
    let docs = inner_docs(
        "The automata of the nested rules that need the general engine.\n\n\
         A table has a row for each state, which contains the next state for each class of bytes.\n\
         State 0 is dead. A state can also call rules. Those that accept or call come last, and\n\
         have four numbers: the index of the first call, and sets of bytes: those that can come\n\
         next, those before which the rule may end or another may begin, and those before which it\n\
         may end. A call is the state in which the texts of the rule begin, the state in which the\n\
         caller continues, or 0 if it ends, and a number of the called rule.",
    );
    let root = root_path(module, 0);
    let name = ident(NAME);
    let starts = module.rules.iter().filter_map(|rule| {
        let MatcherId::General(start) = rule.matcher else { return None };
        let own = ident(&static_name(&rule.name));
        let start = Literal::u16_unsuffixed(start);
        let docs = outer_docs(&format!("`{}`.", rule.name));
        Some(quote! {
            #docs
            pub(crate) static #own: general::General = automata::#name.from(#start);
        })
    });
    let states = general.table.rows.len() - 1;
    let about = outer_docs(&format!("The automata: {states} live states."));
    let table = dfa(module, general.class_map, NAME, &general.table);
    let busy = general.busy.iter().map(|it| [it.first, it.leads, it.acts, it.ends]);
    let end = [u16::try_from(general.calls.len()).expect("calls are numbered in 16 bits"), 0, 0, 0];
    let busy = busy.chain([end]).map(|it| {
        let it = it.map(Literal::u16_unsuffixed);
        quote! { [#(#it),*] }
    });
    let sets = general.sets.iter().map(|&set| {
        let class = class_literal(set);
        quote! { ByteSet::of_class(#class) }
    });
    let calls = general.calls.iter().map(|call| {
        let call = call.iter().copied().map(Literal::u16_unsuffixed);
        quote! { [#(#call),*] }
    });
    let rows = rows([(NAME, &general.table)]);
    quote! {
        #docs
        use #root::runtime::{ByteSet, dfa, general};
        use super::classes;
        #(#starts)*
        #about
        mod automata {
            use super::{ByteSet, classes, dfa, general, rows};
            pub(super) static #name: general::General =
                general::General::new(#table, &[#(#busy),*], &[#(#sets),*], &[#(#calls),*]);
        }
        #rows
    }
}
