//! The files with the class maps and the matchers.

use super::changes::changes;
use super::docs::{inner_docs, outer_docs, quoted, wrapped};
use super::{ident, range_bytes, root_path};
use crate::plan::model::{ClassMap, Matcher, Model, Module, Rows, Table, Width};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

pub(super) fn classes(module: &Module) -> TokenStream {
    let docs = inner_docs(
        "Classes of bytes: two bytes share a class where no automaton that uses the map\n\
         tells them apart.\n\n\
         Of each class there are ranges, each by its first and its last byte; what is in none\n\
         of them is in class 0.",
    );
    let root = root_path(module, 0);
    let tables = module.matchers.iter().map(|it| it.class_map);
    let tables = tables.chain(module.locators.iter().map(|it| it.class_map));
    let tables = tables.chain(module.event_tables.iter().map(|it| it.class_map));
    let used: BTreeSet<usize> = tables.chain(module.nested.iter().map(|it| it.class_map)).collect();
    let maps = module.class_maps.iter().enumerate().map(|(index, map)| {
        let map = class_map(map);
        // What else could use it is the table of the general engine.
        let unused = (!used.contains(&index)).then(|| {
            let reason = "the table that uses it needs `alloc`";
            quote! { #[cfg_attr(not(feature = "alloc"), allow(dead_code, reason = #reason))] }
        });
        quote! { #unused #map }
    });
    quote! { #docs use #root::runtime::dfa; #(#maps)* }
}

fn class_map(map: &ClassMap) -> TokenStream {
    let name = ident(&map.name);
    let count = map.classes.count();
    let docs = outer_docs(&format!("{count} classes."));
    let ranges = (1..count).map(|class| range_bytes(map.classes.members(class)));
    quote! {
        #docs
        pub(super) static #name: [u8; 256] = dfa::classes(&[#(#ranges),*]);
    }
}

pub(super) fn tables(model: &Model, index: usize) -> TokenStream {
    let module = &model.modules[index];
    let docs = inner_docs(
        "The automata, one for each language.\n\n\
         A table has a row for each state and in it the next state for each class of\n\
         bytes. State 0 is dead: no continuation of the text matches.",
    );
    if module.matchers.is_empty() {
        return docs;
    }
    let root = root_path(module, 0);
    let written = written(module);
    let matchers = written.iter().map(|found| matcher(module, found));
    let rows = rows(written.iter().filter_map(|it| Some((&*it.name, it.table.rows()?))));
    let shifts: Vec<_> = module.matchers.iter().filter_map(|found| shift(module, found)).collect();
    // A module of their own, so that no name is that of another rule's automaton.
    let shifts = (!shifts.is_empty()).then(|| {
        let docs = outer_docs("The automata as rows of 64 bits, one for each class.");
        quote! {
            #docs
            pub(crate) mod shifts {
                use super::{classes, shift};
                #(#shifts)*
            }
        }
    });
    let matchers = quote! { #(#matchers)* #shifts #rows };
    let names = ["dfa", "shift"].into_iter().filter(|name| super::names(&matchers, name));
    let names: Vec<_> = names.map(ident).collect();
    let runtime = (!names.is_empty()).then(|| quote! { use #root::runtime::{#(#names),*}; });
    let classes = super::names(&matchers, "classes").then(|| quote! { use super::classes; });
    quote! {
        #docs
        #runtime
        #classes
        #matchers
    }
}

/// The matchers whose tables are written: those that are read, and those that these share.
fn written(module: &Module) -> Vec<&Matcher> {
    let owners = module.matchers.iter().enumerate().map(|(index, it)| it.table.owner(index));
    let owners: Vec<usize> = owners.collect();
    let shared: BTreeSet<usize> = owners
        .iter()
        .enumerate()
        .filter(|(index, owner)| index != *owner)
        .map(|it| *it.1)
        .collect();
    let matchers = module.matchers.iter().zip(owners).enumerate();
    let is_written = |index: usize, matcher: &Matcher, owner: usize| {
        matcher.is_walked || module.matchers[owner].code.is_some() || shared.contains(&index)
    };
    let written = matchers.filter(|(index, (it, owner))| is_written(*index, it, *owner));
    written.map(|(_, (it, _))| it).collect()
}

fn matcher(module: &Module, matcher: &Matcher) -> TokenStream {
    let name = ident(&matcher.name);
    let (docs, dfa) = match &matcher.table {
        Table::Rows(rows) => {
            (rows_docs(&matcher.rules, rows), dfa(module, matcher.class_map, &matcher.name, rows))
        }
        Table::From { base, start } => {
            (from_docs(&matcher.rules), from(&module.matchers[*base].name, *start))
        }
    };
    let docs = outer_docs(&docs);
    quote! { #docs pub(crate) static #name: dfa::Dfa = #dfa; }
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
    Some(quote! {
        #docs
        pub(crate) static #name: shift::Layered<#count, #classes> = shift::Layered::new(
            &classes::#class_map,
            &[#(#layers),*],
            [#(#accepting),*],
            #rest,
        );
    })
}

/// In groups of four digits.
pub(super) fn hexadecimal(value: u64) -> Literal {
    let groups: Vec<_> =
        (0..4).rev().map(|i| format!("{:04x}", value >> (16 * i) & 0xffff)).collect();
    format!("0x{}", groups.join("_")).parse().expect("a literal")
}

/// Whether rustc may be concerned about how long it evaluates a table: it looks after two
/// million steps, of which an entry takes few.
pub(super) fn has_large(module: &Module) -> bool {
    let matchers = module.matchers.iter().filter_map(|it| it.table.rows());
    let locators = module.locators.iter().filter_map(|it| it.table.rows());
    let mut rows = matchers.chain(locators).chain(module.event_tables.iter().map(|it| &it.table));
    rows.any(|table| MIN_LARGE <= table.rows.len() * table.rows[0].len())
}

/// The entries of a table that is large.
const MIN_LARGE: usize = 100_000;

/// An automaton, whose rows are by its name in the module [`rows`].
pub(super) fn dfa(module: &Module, class_map: usize, name: &str, table: &Rows) -> TokenStream {
    let (class_map, name) = (ident(&module.class_maps[class_map].name), ident(name));
    let firsts = [table.start, table.accepting, table.settled].map(Literal::u16_unsuffixed);
    let [classes, states] = [table.rows[0].len(), table.rows.len()].map(Literal::usize_unsuffixed);
    let width = match table.width {
        Width::Narrow => quote!(narrow),
        Width::Wide => quote!(wide),
    };
    let rows = quote! {
        const { &dfa::#width::<#classes, #states>(&classes::#class_map, rows::#name) }
    };
    let edges = table.edges.iter().flat_map(|&(state, list)| [state, list]);
    let edges = edges.map(Literal::u16_unsuffixed);
    let edges = (!table.edges.is_empty()).then(|| quote! { .with_edges(&[#(#edges),*]) });
    quote! { dfa::Dfa::#width(&classes::#class_map, [#(#firsts),*], #rows) #edges }
}

/// The module with the rows of tables by their names; none if there are none.
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
        "The rows of each state but the dead one: which row before it is most alike, how many\n\
         runs of classes differ, and of each run the first class, the last and the entry.",
    );
    (!rows.is_empty()).then(|| quote! { #docs mod rows { #(#rows)* } })
}

/// What is said of the table of these rules.
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

/// What is said of rules that have the table of others.
pub(super) fn from_docs(rules: &[String]) -> String {
    wrapped(&format!("{}: the same states, but texts begin in another.", quoted(rules)))
}
