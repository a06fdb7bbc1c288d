//! The file with the tagged automata.

use super::docs::{inner_docs, outer_docs, quoted, wrapped};
use super::tables::{dfa, from, from_docs, rows, rows_docs};
use super::{Tokens, ident, names, root_path};
use crate::plan::model::{Locator, Model, Module, Table, Tags};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The files with the locators of a module, by name. What is very large has a file of its own.
pub(super) fn locators(model: &Model, index: usize) -> Vec<(String, Tokens<'_>)> {
    let module = &model.modules[index];
    let large = module.locators.iter().filter(|it| is_large(it)).map(|found| {
        let tokens: Tokens<'_> = Box::new(move || large_file(module, found));
        (format!("parts/{}.rs", file_of(found)), tokens)
    });
    let all: Tokens<'_> = Box::new(|| all(module));
    std::iter::once(("parts.rs".to_owned(), all)).chain(large).collect()
}

fn file_of(locator: &Locator) -> String {
    format!("of_{}", locator.file)
}

/// The file with the small locators, and where the large ones are.
fn all(module: &Module) -> TokenStream {
    let docs = inner_docs(
        "The automata that locate parts.\n\n\
         A table has a row for each state and in it the next state for each class of bytes;\n\
         state 0 is dead. Numbers beyond those of states are edges: of each a pair says which\n\
         state it leads to and where its list of assignments begins. A list is a number of\n\
         assignments, and then register and source of each; 254 stands for the offset of the\n\
         byte being read, 255 for none. `ends` has the lists that are made where a text ends\n\
         in each accepting state.",
    );
    let (large, small): (Vec<_>, Vec<_>) = module.locators.iter().partition(|it| is_large(it));
    let modules = large.iter().map(|locator| {
        let (file, name) = (ident(&file_of(locator)), ident(&locator.name));
        quote! { mod #file; pub(crate) use self::#file::#name; }
    });
    let locators: Vec<_> = small.iter().map(|found| locator(module, found)).collect();
    let uses = (!locators.is_empty()).then(|| {
        let root = root_path(module, 0);
        let locators = quote! { #(#locators)* };
        let dfa = names(&locators, "dfa").then(|| quote! { dfa, });
        let classes = names(&locators, "classes").then(|| quote! { use super::classes; });
        quote! { use #root::runtime::{#dfa tagged}; #classes }
    });
    let rows = rows_of(&small);
    quote! { #docs #uses #(#modules)* #(#locators)* #rows }
}

/// The file of a large locator.
fn large_file(module: &Module, found: &Locator) -> TokenStream {
    let docs =
        inner_docs(&format!("The automaton that locates the parts of {}.", quoted(&found.rules)));
    let root = root_path(module, 1);
    let (locator, rows) = (locator(module, found), rows_of(&[found]));
    quote! {
        #docs
        use #root::runtime::{dfa, tagged};
        use super::super::classes;
        #locator
        #rows
    }
}

fn rows_of(locators: &[&Locator]) -> Option<TokenStream> {
    rows(locators.iter().filter_map(|it| Some((&*it.name, it.table.rows()?))))
}

/// The entries of a table that has a file of its own.
const MIN_LARGE: usize = 20_000;

fn is_large(locator: &Locator) -> bool {
    locator.table.rows().is_some_and(|it| MIN_LARGE <= it.rows.len() * it.rows[0].len())
}

fn locator(module: &Module, locator: &Locator) -> TokenStream {
    let name = ident(&locator.name);
    let (docs, value) = match (&locator.table, &locator.tags) {
        (Table::Rows(rows), Some(tags)) => {
            let docs = rows_docs(&locator.rules, rows).replace('\n', " ");
            let plural = if tags.registers == 1 { "" } else { "s" };
            let docs = wrapped(&format!("{docs} {} register{plural}.", tags.registers));
            (docs, tagged(&dfa(module, locator.class_map, &locator.name, rows), tags))
        }
        (Table::From { base, start }, _) => {
            (from_docs(&locator.rules), from(&module.locators[*base].name, *start))
        }
        (Table::Rows(_), None) => unreachable!("a table of its own has tags"),
    };
    let docs = outer_docs(&docs);
    quote! { #docs pub(crate) static #name: tagged::Tagged = #value; }
}

fn tagged(dfa: &TokenStream, tags: &Tags) -> TokenStream {
    let Tags { lists, ends, parts, context_of, contexts, .. } = tags;
    let lists = lists.iter().map(|&it| Literal::u8_unsuffixed(it));
    let ends = ends.iter().map(|&it| Literal::u16_unsuffixed(it));
    let context_of = context_of.iter().map(|&it| Literal::u16_unsuffixed(it));
    let possible = contexts.iter().map(|it| bits(it.possible));
    let certain = contexts.iter().map(|it| Literal::u8_unsuffixed(it.certain));
    quote! {
        tagged::Tagged {
            dfa: #dfa,
            lists: &[#(#lists),*],
            ends: &[#(#ends),*],
            parts: &[#(#parts),*],
            context_of: &[#(#context_of),*],
            possible: &[#(#possible),*],
            certain: &[#(#certain),*],
        }
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

/// A set of bits, in groups of four digits.
fn bits(set: u64) -> Literal {
    let digits = format!("{set:x}");
    let groups: Vec<&str> = digits.as_bytes().rchunks(4).rev().map(ascii).collect();
    format!("0x{}", groups.join("_")).parse().expect("a literal")
}

fn ascii(digits: &[u8]) -> &str {
    std::str::from_utf8(digits).expect("digits are ASCII")
}
