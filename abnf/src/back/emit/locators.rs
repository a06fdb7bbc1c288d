//! The file with the tagged automata.

use super::docs::{inner_docs, outer_docs, quoted, wrapped};
use super::tables::{edges, from, from_docs, rows_docs, table};
use super::{Tokens, ident, root_path};
use crate::plan::format::{HERE, NONE};
use crate::plan::model::{Locator, Model, Module, Table, Tags};
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens as _, quote};

/// The files with the locators of a module, by name. Very large locators have a file of their own.
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

/// The file with the small locators, and the modules of the large ones.
fn all(module: &Module) -> TokenStream {
    let docs = inner_docs(
        "The automata that locate parts.\n\n\
         A table has a row for each state, which contains the next state for each class of bytes;\n\
         state 0 is dead. Numbers above those of states are edges, which execute a list of\n\
         assignments.",
    );
    let (large, small): (Vec<_>, Vec<_>) = module.locators.iter().partition(|it| is_large(it));
    let modules = large.iter().map(|locator| {
        let (file, name) = (ident(&file_of(locator)), ident(&locator.name));
        quote! { mod #file; pub(crate) use self::#file::#name; }
    });
    let locators = small.iter().filter_map(|it| declared(module, it)).collect::<Vec<_>>();
    let others = small.iter().filter_map(|it| other_start(module, it)).collect::<Vec<_>>();
    let root = root_path(module, 0);
    let runtime = (!small.is_empty()).then(|| quote! { use #root::runtime; });
    let classes = (!locators.is_empty()).then(|| quote! { use super::classes; });
    let locators =
        (!locators.is_empty()).then(|| quote! { runtime::tables::locators! { #(#locators)* } });
    quote! { #docs #runtime #classes #(#modules)* #locators #(#others)* }
}

/// The file of a large locator.
fn large_file(module: &Module, found: &Locator) -> TokenStream {
    let docs =
        inner_docs(&format!("The automaton that locates the parts of {}.", quoted(&found.rules)));
    let root = root_path(module, 1);
    let locator = declared(module, found);
    quote! {
        #docs
        use #root::runtime;
        use super::super::classes;
        runtime::tables::locators! { #locator }
    }
}

/// The entries of a table that has a file of its own.
const MIN_LARGE: usize = 20_000;

fn is_large(locator: &Locator) -> bool {
    locator.table.rows().is_some_and(|it| MIN_LARGE <= it.rows.len() * it.rows[0].len())
}

/// A locator with a table of its own.
fn declared(module: &Module, locator: &Locator) -> Option<TokenStream> {
    let (rows, tags) = (locator.table.rows()?, locator.tags.as_ref()?);
    let name = ident(&locator.name);
    let docs = rows_docs(&locator.rules, rows).replace('\n', " ");
    let plural = if tags.registers == 1 { "" } else { "s" };
    let docs = outer_docs(&wrapped(&format!("{docs} {} register{plural}.", tags.registers)));
    let (table, edges) = (table(module, locator.class_map, rows), edges(rows));
    let Tags { lists, ends, parts, context_of, contexts, .. } = tags;
    let lists = list_declarations(lists);
    let ends = ends.iter().map(|&it| Literal::u16_unsuffixed(it));
    let runs = context_of.chunk_by(|one, two| one == two).map(|run| {
        let (context, count) = (Literal::u16_unsuffixed(run[0]), run.len());
        let count = Literal::usize_unsuffixed(count);
        quote! { [#context #count] }
    });
    let slots = locator.slots.as_ref().map(|slots| quote! { slots #(#slots)*; });
    let possible = contexts.iter().map(|it| bits(it.possible.into()));
    let certain = contexts.iter().map(|it| Literal::u8_unsuffixed(it.certain));
    let innermost = contexts.iter().map(|it| Literal::u8_unsuffixed(it.innermost));
    Some(quote! {
        #docs
        #name {
            #table;
            #edges
            lists #(#lists)*;
            ends #(#ends)*;
            parts #(#parts)*;
            contexts #(#runs)*;
            possible #(#possible)*;
            certain #(#certain)*;
            innermost #(#innermost)*;
            #slots
        }
    })
}

/// The lists of assignments, each with its length, and with a letter for sources other than
/// registers.
fn list_declarations(lists: &[u8]) -> Vec<TokenStream> {
    let mut declarations = Vec::new();
    let mut rest = lists;
    while let Some((&count, lists)) = rest.split_first() {
        let (list, others) = lists.split_at(2 * usize::from(count));
        rest = others;
        let (pairs, _) = list.as_chunks();
        let pairs = pairs.iter().map(|&[to, from]| {
            let to = Literal::u8_unsuffixed(to);
            let from = match from {
                HERE => quote!(H),
                NONE => quote!(N),
                register => Literal::u8_unsuffixed(register).into_token_stream(),
            };
            quote! { #to #from }
        });
        let count = Literal::u8_unsuffixed(count);
        declarations.push(quote! { [#count #(#pairs)*] });
    }
    declarations
}

/// A locator with the table of another one.
fn other_start(module: &Module, locator: &Locator) -> Option<TokenStream> {
    let Table::From { base, start, .. } = locator.table else { return None };
    let name = ident(&locator.name);
    let docs = outer_docs(&from_docs(&locator.rules));
    let value = from(&module.locators[base].name, start);
    Some(quote! { #docs pub(crate) static #name: runtime::tagged::Tagged = #value; })
}

/// The offset of each list in their concatenation, and the end of the last.
pub(super) fn begins<T>(lists: &[Vec<T>]) -> Vec<Literal> {
    let mut begin = 0;
    let begins = lists.iter().map(Vec::len).chain([0]).map(|length| {
        begin += length;
        Literal::usize_unsuffixed(begin - length)
    });
    begins.collect()
}

/// A set of bits, in groups of four digits.
pub(super) fn bits(set: u128) -> Literal {
    let digits = format!("{set:x}");
    let groups: Vec<&str> = digits.as_bytes().rchunks(4).rev().map(ascii).collect();
    format!("0x{}", groups.join("_")).parse().expect("a literal")
}

fn ascii(digits: &[u8]) -> &str {
    std::str::from_utf8(digits).expect("digits are ASCII")
}
