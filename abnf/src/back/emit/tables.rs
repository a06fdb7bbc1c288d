//! The files with the class maps and the matchers.

use super::changes::changes;
use super::docs::{inner_docs, outer_docs, quoted, wrapped};
use super::{class_literal, ident, root_path};
use crate::plan::engines::layers::joint;
use crate::plan::model::{ClassMap, Matcher, Model, Module, Rows, Table, Width};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

pub(super) fn classes(module: &Module) -> TokenStream {
    let docs = inner_docs(
        "Classes of bytes: two bytes are in different classes if an automaton that uses the map\n\
         treats them differently.\n\n\
         Each class is written as its number and its bytes, with ranges as in `0-9A-F`; a `-`\n\
         that is a member comes first. All other bytes are in class 0.",
    );
    let root = root_path(module, 0);
    let maps = module.class_maps.iter().map(class_map);
    quote! { #docs use #root::runtime; runtime::tables::classes! { #(#maps)* } }
}

fn class_map(map: &ClassMap) -> TokenStream {
    let name = ident(&map.name);
    let classes = (1..map.classes.count()).map(|class| {
        let set = class_literal(map.classes.members(class));
        let class = Literal::usize_unsuffixed(class);
        quote! { #class #set }
    });
    quote! { #name: #(#classes),*; }
}

pub(super) fn tables(model: &Model, index: usize) -> TokenStream {
    let module = &model.modules[index];
    let docs = inner_docs(
        "The automata, one for each language.\n\n\
         A table has a row for each state, which contains the next state for each class of bytes.\n\
         State 0 is dead: no continuation of the text matches.",
    );
    let written = written(module);
    let matchers = written.iter().filter_map(|it| Some(matcher(module, it, it.table.rows()?)));
    let matchers = matchers.collect::<Vec<_>>();
    let others = written.iter().filter_map(|it| match it.table {
        Table::Rows(_) => None,
        Table::From { base, start, .. } => Some(other_start(module, it, base, start)),
    });
    let others: Vec<_> = others.collect();
    let shifts: Vec<_> = module.matchers.iter().filter_map(|found| shift(module, found)).collect();
    let root = root_path(module, 0);
    let runtime = (!others.is_empty() || !matchers.is_empty() || !shifts.is_empty())
        .then(|| quote! { use #root::runtime; });
    let has_rows = |it: &Matcher| it.shift.as_ref().is_some_and(|it| it.offsets.is_none());
    let classes = (!matchers.is_empty() || module.matchers.iter().any(has_rows))
        .then(|| quote! { use super::classes; });
    let matchers =
        (!matchers.is_empty()).then(|| quote! { runtime::tables::matchers! { #(#matchers)* } });
    // A module of their own, so that no name is that of another rule's automaton.
    let shifts = (!shifts.is_empty()).then(|| {
        let docs = outer_docs("The automata that make a step by a shift.");
        let classes = module.matchers.iter().any(has_rows).then(|| quote! { use super::classes; });
        quote! {
            #docs
            pub(crate) mod shifts {
                #classes
                use super::runtime::shift;
                #(#shifts)*
            }
        }
    });
    quote! { #docs #runtime #classes #matchers #(#others)* #shifts }
}

/// The matchers whose tables are written: those in use, and those that they share.
fn written(module: &Module) -> Vec<&Matcher> {
    let owners = module.matchers.iter().enumerate().map(|(index, it)| it.table.owner(index));
    let shared: BTreeSet<usize> =
        owners.enumerate().filter(|(index, owner)| index != owner).map(|it| it.1).collect();
    let is_written = |index: usize, matcher: &Matcher| {
        let code_owner = matcher.table.code_owner(index);
        matcher.is_walked
            || module.matchers[code_owner].code.is_some()
            || shared.contains(&index)
            || matcher.shift.as_ref().is_some_and(|it| it.offsets.is_some())
    };
    let matchers = module.matchers.iter().enumerate();
    matchers.filter(|(index, it)| is_written(*index, it)).map(|it| it.1).collect()
}

fn matcher(module: &Module, matcher: &Matcher, rows: &Rows) -> TokenStream {
    let name = ident(&matcher.name);
    let docs = outer_docs(&rows_docs(&matcher.rules, rows));
    let table = table(module, matcher.class_map, rows);
    quote! { #docs #name: #table; }
}

fn other_start(module: &Module, matcher: &Matcher, base: usize, start: u16) -> TokenStream {
    let name = ident(&matcher.name);
    let docs = outer_docs(&from_docs(&matcher.rules));
    let dfa = from(&module.matchers[base].name, start);
    quote! { #docs pub(crate) static #name: runtime::dfa::Dfa = #dfa; }
}

fn shift(module: &Module, matcher: &Matcher) -> Option<TokenStream> {
    let shifted = matcher.shift.as_ref()?;
    let name = ident(&matcher.name);
    let class_map = ident(&module.class_maps[matcher.class_map].name);
    let before = match matcher.layers.len() {
        0 => String::new(),
        count => format!(", after {count} layers for the first bytes"),
    };
    let docs = format!("`{}` as rows of 64 bits, one for each class{before}.", matcher.name);
    let docs = outer_docs(&wrapped(&docs));
    if let Some(offsets) = &shifted.offsets {
        let offsets = offsets.iter().map(|&it| Literal::u8_unsuffixed(it));
        return Some(quote! {
            pub(crate) static #name: shift::Shift =
                shift::Shift::of(&super::#name, &[#(#offsets),*]);
        });
    }
    let rows = shifted.rows.iter().map(|&row| hexadecimal(row));
    let start = Literal::u8_unsuffixed(shifted.start);
    let accepting = hexadecimal(shifted.accepting);
    let rest =
        quote! { shift::Shift::new(&classes::#class_map, &[#(#rows),*], #start, #accepting) };
    if matcher.layers.is_empty() {
        return Some(quote! {
            #docs
            pub(crate) static #name: shift::Shift = #rest;
        });
    }
    let count = Literal::usize_unsuffixed(matcher.layers.len());
    let classes = Literal::usize_unsuffixed(shifted.rows.len().next_power_of_two());
    let layers = matcher.layers.iter().map(|layer| {
        let rows = layer.rows.iter().map(|&row| hexadecimal(row));
        quote! { &[#(#rows),*] }
    });
    let accepting = matcher.layers.iter().map(|layer| hexadecimal(layer.accepting));
    let joint = Literal::usize_unsuffixed(joint(&matcher.layers));
    Some(quote! {
        #docs
        pub(crate) static #name: shift::Layered<#count, #classes, #joint> = shift::Layered::new(
            &classes::#class_map,
            &[#(#layers),*],
            [#(#accepting),*],
            #rest,
        );
    })
}

/// Formats a number in groups of four digits.
pub(super) fn hexadecimal(value: u64) -> Literal {
    let groups: Vec<_> =
        (0..4).rev().map(|i| format!("{:04x}", value >> (16 * i) & 0xffff)).collect();
    format!("0x{}", groups.join("_")).parse().expect("a literal")
}

/// Returns whether rustc may warn about the evaluation time of a table: it does so after two
/// million steps, and an entry takes a few.
pub(super) fn has_large(module: &Module) -> bool {
    let matchers = module.matchers.iter().filter_map(|it| it.table.rows());
    let locators = module.locators.iter().filter_map(|it| it.table.rows());
    let mut rows = matchers.chain(locators).chain(module.event_tables.iter().map(|it| &it.table));
    rows.any(|table| MIN_LARGE <= table.rows.len() * table.rows[0].len())
}

/// The entries of a table that is large.
const MIN_LARGE: usize = 100_000;

/// A table as the macros of the run-time declare it.
pub(super) fn table(module: &Module, class_map: usize, table: &Rows) -> TokenStream {
    let Rows { start, accepting, settled, .. } = *table;
    let [start, accepting, settled] = [start, accepting, settled].map(Literal::u16_unsuffixed);
    let (width, count, states) = extent(table);
    let classes = ident(&module.class_maps[class_map].name);
    let rows = if is_plain(table) {
        let rows = table.rows.iter().skip(1).map(|row| {
            let row = row.iter().map(|&entry| Literal::u16_unsuffixed(entry));
            quote! { [#(#row)*] }
        });
        quote! { rows (#(#rows)*) }
    } else {
        let changes = changes(&table.rows).into_iter().map(Literal::u16_unsuffixed);
        quote! { changes (#(#changes)*) }
    };
    quote! {
        #width #count #classes, #states states,
        start #start, accepting #accepting, settled #settled, #rows
    }
}

/// Returns whether the rows of a table are written in full.
pub(super) fn is_plain(table: &Rows) -> bool {
    table.rows.len() <= MAX_PLAIN
}

/// The greatest number of states, with the dead one, of a table whose rows are written in full.
const MAX_PLAIN: usize = 21;

/// The width of a table's entries, and its numbers of classes and states.
fn extent(table: &Rows) -> (TokenStream, Literal, Literal) {
    let [classes, states] = [table.rows[0].len(), table.rows.len()].map(Literal::usize_unsuffixed);
    (width_name(table.width), classes, states)
}

/// The name by which macros of the run-time know a width.
pub(super) fn width_name(width: Width) -> TokenStream {
    match width {
        Width::Narrow => quote!(narrow),
        Width::Wide => quote!(wide),
    }
}

/// The edges of a table, as the macros of the run-time declare them.
pub(super) fn edges(table: &Rows) -> Option<TokenStream> {
    let edges = table.edges.iter().map(|&(state, list)| {
        let [state, list] = [state, list].map(Literal::u16_unsuffixed);
        quote! { [#state #list] }
    });
    (!table.edges.is_empty()).then(|| quote! { edges #(#edges)*; })
}

/// An automaton, whose rows have its name in the module [`rows`].
pub(super) fn dfa(module: &Module, class_map: usize, name: &str, table: &Rows) -> TokenStream {
    let (class_map, name) = (ident(&module.class_maps[class_map].name), ident(name));
    let firsts = [table.start, table.accepting, table.settled].map(Literal::u16_unsuffixed);
    let (width, classes, states) = extent(table);
    let rows = quote! {
        const {
            &dfa::#width::<#classes, #states>(
                &classes::#class_map, dfa::Rows::Changes(rows::#name)
            )
        }
    };
    let edges = table.edges.iter().map(|&(state, list)| {
        let [state, list] = [state, list].map(Literal::u16_unsuffixed);
        quote! { [#state, #list] }
    });
    let edges: Vec<_> = edges.collect();
    let edges = (!table.edges.is_empty()).then(|| quote! { .with_edges(&[#(#edges),*]) });
    quote! { dfa::Dfa::#width(&classes::#class_map, [#(#firsts),*], #rows) #edges }
}

/// The module with the rows of tables by their names; `None` if there are no tables.
pub(super) fn rows<'a>(
    tables: impl IntoIterator<Item = (&'a str, &'a Rows)>,
) -> Option<TokenStream> {
    let rows = tables.into_iter().map(|(name, table)| {
        let name = ident(name);
        let changes = changes(&table.rows).into_iter().map(Literal::u16_unsuffixed);
        quote! { pub(super) const #name: &[u16] = &[#(#changes),*]; }
    });
    let rows: Vec<_> = rows.collect();
    let docs = outer_docs(
        "The rows of all states except the dead one. A row consists of the number of the most\n\
         similar earlier row, the number of ranges of classes in which the two differ, and for\n\
         each range the first class, the last class and the entry.",
    );
    (!rows.is_empty()).then(|| quote! { #docs mod rows { #(#rows)* } })
}

/// Returns the documentation of the table that `rules` use.
pub(super) fn rows_docs(rules: &[String], table: &Rows) -> String {
    let states = table.rows.len() - 1;
    let plural = if states == 1 { "" } else { "s" };
    let first = usize::from(table.accepting);
    let accepting = match table.rows.len() - first {
        0 => "No state accepts.".to_owned(),
        1 => format!("State {first} accepts."),
        _ => format!("States {first} to {states} accept."),
    };
    wrapped(&format!("{}: {states} live state{plural}. {accepting}", quoted(rules)))
}

/// The table of this name, for texts that begin in another state.
pub(super) fn from(base: &str, start: u16) -> TokenStream {
    let (base, start) = (ident(base), Literal::u16_unsuffixed(start));
    quote! { #base.from(#start) }
}

/// The documentation of rules that use the table of others.
pub(super) fn from_docs(rules: &[String]) -> String {
    wrapped(&format!("{}: the same states, but texts begin in another.", quoted(rules)))
}
