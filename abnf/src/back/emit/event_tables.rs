//! The file with the transducers.

use super::docs::{inner_docs, outer_docs};
use super::locators::begins;
use super::tables::{edges, rows_docs, table};
use super::{ident, module_path, root_path};
use crate::plan::model::{EventTable, Model, Module, TableId};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The path of a transducer from the file of a rule of the module at `index`.
pub(super) fn event_table_path(model: &Model, index: usize, id: TableId) -> TokenStream {
    let name = ident(&model.modules[id.module].event_tables[id.index].name);
    let module = module_path(model, index, id.module, 0);
    quote! { #module::repeated::#name }
}

pub(super) fn event_tables(module: &Module) -> TokenStream {
    let docs = inner_docs(
        "The automata that report the occurrences of repeated parts and of literals.\n\n\
         A table has a row for each state, which contains the next state for each class of bytes;\n\
         state 0 is dead. Numbers above those of states are edges. An edge is a pair: the next\n\
         state, and the list of the events that become certain. An event is a pair too. Its first\n\
         number is 0 if an occurrence begins, and one more than the number of its rule if one\n\
         ends; the second is the age of the event in bytes. Numbers from 32768 on are registers:\n\
         as the first number, the register is set; as the second, it contains the offset.",
    );
    let root = root_path(module, 0);
    let tables = module.event_tables.iter().map(|found| event_table(module, found));
    quote! {
        #docs
        use #root::runtime;
        use super::classes;
        runtime::tables::transducers! { #(#tables)* }
    }
}

fn event_table(module: &Module, event_table: &EventTable) -> TokenStream {
    let name = ident(&event_table.name);
    let docs = outer_docs(&rows_docs(&event_table.rules, &event_table.table));
    let rows = table(module, event_table.class_map, &event_table.table);
    let edges = edges(&event_table.table);
    let begins = begins(&event_table.lists);
    let events = event_table.lists.iter().flatten().map(|&(what, age)| {
        let [what, age] = [what, age].map(Literal::u16_unsuffixed);
        quote! { [#what #age] }
    });
    let begin = Literal::u16_unsuffixed(event_table.begin);
    let ends = event_table.ends.iter().map(|&list| Literal::u16_unsuffixed(list));
    quote! {
        #docs
        #name {
            #rows;
            #edges
            lists #(#begins)*;
            events #(#events)*;
            begin #begin;
            ends #(#ends)*;
        }
    }
}
