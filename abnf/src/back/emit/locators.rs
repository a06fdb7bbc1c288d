//! The file with the tagged automata.

use super::docs::{inner_docs, outer_docs, wrapped};
use super::tables::{dfa, matcher_docs, table, variant};
use super::{ident, module_path, option, root_path};
use crate::plan::model::{Context, Locator, Model, Module, TableId};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The path of a locator from the file of a rule of the module at `index`.
pub(super) fn locator_path(model: &Model, index: usize, id: TableId) -> TokenStream {
    let name = ident(&model.modules[id.module].locators[id.index].matcher.name);
    let module = module_path(model, index, id.module, 0);
    quote! { #module::parts::#name }
}

pub(super) fn locators(model: &Model, index: usize) -> TokenStream {
    let module = &model.modules[index];
    let docs = inner_docs(
        "The automata that locate parts.\n\n\
         `NEXT` has a row for each state and in it the next state for each class of bytes;\n\
         state 0 is dead. `ACTIONS` has beside it which list of assignments to registers\n\
         is made, list 0 being empty; `ENDS` has what gives the slots in each accepting\n\
         state. Registers and sources of offsets are numbers, 254 stands for the offset of\n\
         the byte being read, 255 for none.",
    );
    if module.locators.is_empty() {
        return docs;
    }
    let root = root_path(module, 0);
    let locators = module.locators.iter().map(|found| locator(module, found));
    quote! {
        #docs
        use #root::runtime::{dfa, tagged};
        use super::classes;
        #(#locators)*
    }
}

fn locator(module: &Module, locator: &Locator) -> TokenStream {
    let name = ident(&locator.matcher.name);
    let docs = wrapped(&format!(
        "{} {} registers, {} slots.",
        matcher_docs(&locator.matcher).replace('\n', " "),
        locator.registers,
        locator.slots
    ));
    let docs = outer_docs(&docs);
    let next = table(&quote!(NEXT), &locator.matcher.rows, locator.matcher.width);
    let actions = table(&quote!(ACTIONS), &locator.actions, locator.width);
    let dfa = dfa(module, &locator.matcher);
    let variant = variant(locator.width);
    let begins = begins(&locator.lists);
    let assignments = locator.lists.iter().flatten().map(|&(to, from)| {
        let [to, from] = [to, from].map(Literal::u8_unsuffixed);
        quote! { [#to, #from] }
    });
    let ends = locator.ends.iter().flatten().map(|&source| Literal::u8_unsuffixed(source));
    let context_of = locator.context_of.iter().map(|&context| Literal::u16_unsuffixed(context));
    let contexts = locator.contexts.iter().map(context);
    let slots = Literal::usize_unsuffixed(locator.slots);
    quote! {
        #docs
        pub(crate) static #name: tagged::Tagged = {
            #next
            #actions
            tagged::Tagged {
                dfa: #dfa,
                actions: dfa::Next::#variant(ACTIONS.as_flattened()),
                lists: &[#(#begins),*],
                assignments: &[#(#assignments),*],
                slots: #slots,
                ends: &[#(#ends),*],
                context_of: &[#(#context_of),*],
                contexts: &[#(#contexts),*],
            }
        };
    }
}

/// Where each list begins if they stand one after the other, and where the last ends.
pub(super) fn begins<T>(lists: &[Vec<T>]) -> Vec<Literal> {
    let mut begin = 0;
    let begins = lists.iter().map(Vec::len).chain([0]).map(|length| {
        begin += length;
        Literal::usize_unsuffixed(begin - length)
    });
    begins.collect()
}

fn context(context: &Context) -> TokenStream {
    let possible = &context.possible;
    let part = option(context.certain.as_ref());
    quote! { tagged::Context { part: #part, possible: &[#(#possible),*] } }
}
