//! The files with the class maps and the matchers.

use super::docs::{fenced, inner_docs, outer_docs, quoted, wrapped};
use super::{ident, module_path, root_path};
use crate::plan::model::{ClassMap, Matcher, Model, Module, Shifted, TableId, Width};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

/// The path of a matcher from the file of the rules of the module at `index`.
pub(super) fn matcher_path(model: &Model, index: usize, id: TableId) -> TokenStream {
    let name = ident(&model.modules[id.module].matchers[id.index].name);
    let module = module_path(model, index, id.module, 0);
    quote! { #module::tables::#name }
}

pub(super) fn classes(module: &Module) -> TokenStream {
    let docs = inner_docs(
        "Classes of bytes: two bytes share a class where no automaton that uses the map\n\
         tells them apart.\n\n\
         Each map has 16 rows, one for each high half of a byte, and 16 columns, one\n\
         for each low half.",
    );
    let maps = module.class_maps.iter().map(class_map);
    quote! { #docs #(#maps)* }
}

fn class_map(map: &ClassMap) -> TokenStream {
    let name = ident(&map.name);
    let rows = map.classes.map().chunks(16).map(|row| {
        let row = row.iter().map(|&class| Literal::u8_unsuffixed(class));
        quote! { [#(#row),*] }
    });
    let listing: Vec<_> = (0..map.classes.count())
        .map(|class| format!("{class:3}  {}", map.classes.members(class)))
        .collect();
    let docs = outer_docs(&format!(
        "{} classes:\n\n{}",
        map.classes.count(),
        fenced("text", &listing.join("\n"))
    ));
    quote! {
        #docs
        pub(super) static #name: [[u8; 16]; 16] = [#(#rows),*];
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
    let matchers = module.matchers.iter().map(|found| matcher(module, found));
    let shift = module.matchers.iter().any(|it| it.shift.is_some()).then(|| quote! { , shift });
    quote! {
        #docs
        use #root::runtime::{dfa #shift};
        use super::classes;
        #(#matchers)*
    }
}

fn matcher(module: &Module, matcher: &Matcher) -> TokenStream {
    let name = ident(&matcher.name);
    let docs = outer_docs(&matcher_docs(matcher));
    let next = table(&quote!(NEXT), &matcher.rows, matcher.width);
    let dfa = dfa(module, matcher);
    let shift = matcher.shift.as_ref().map(|rows| shift(module, matcher, rows));
    quote! {
        #docs
        pub(crate) static #name: dfa::Dfa = {
            #next
            #dfa
        };
        #shift
    }
}

/// The name of the static with an automaton's rows to shift.
fn shift_name(matcher: &Matcher) -> Ident {
    format_ident!("{}_SHIFT", matcher.name)
}

fn shift(module: &Module, matcher: &Matcher, shifted: &Shifted) -> TokenStream {
    let name = shift_name(matcher);
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
        return quote! {
            #docs
            pub(crate) static #name: shift::Shift = #rest;
        };
    }
    let count = Literal::usize_unsuffixed(matcher.layers.len());
    let classes = Literal::usize_unsuffixed(shifted.rows.len().next_power_of_two());
    let layers = matcher.layers.iter().map(|layer| {
        let rows = layer.rows.iter().map(|&row| hexadecimal(row));
        quote! { &[#(#rows),*] }
    });
    let accepting = matcher.layers.iter().map(|layer| hexadecimal(layer.accepting));
    quote! {
        #docs
        pub(crate) static #name: shift::Layered<#count, #classes> = shift::Layered::new(
            &classes::#class_map,
            &[#(#layers),*],
            [#(#accepting),*],
            #rest,
        );
    }
}

/// The path of a matcher's rows to shift from the file of a rule of the module at `index`.
pub(super) fn shift_path(model: &Model, index: usize, id: TableId) -> Option<TokenStream> {
    let matcher = &model.modules[id.module].matchers[id.index];
    matcher.shift.as_ref()?;
    let name = shift_name(matcher);
    let module = module_path(model, index, id.module, 0);
    Some(quote! { #module::tables::#name })
}

/// In groups of four digits.
fn hexadecimal(value: u64) -> Literal {
    let groups: Vec<_> =
        (0..4).rev().map(|i| format!("{:04x}", value >> (16 * i) & 0xffff)).collect();
    format!("0x{}", groups.join("_")).parse().expect("a literal")
}

/// The automaton whose table is the static `NEXT`.
pub(super) fn dfa(module: &Module, matcher: &Matcher) -> TokenStream {
    let class_map = ident(&module.class_maps[matcher.class_map].name);
    let variant = variant(matcher.width);
    let [columns, start, accepting] =
        [matcher.rows[0].len(), matcher.start.into(), matcher.accepting.into()]
            .map(Literal::usize_unsuffixed);
    quote! {
        dfa::Dfa {
            classes: &classes::#class_map,
            width: #columns,
            next: dfa::Next::#variant(NEXT.as_flattened()),
            start: #start,
            accepting: #accepting,
        }
    }
}

/// How the run-time calls a table with entries of this type.
pub(super) fn variant(width: Width) -> TokenStream {
    match width {
        Width::Narrow => quote!(Narrow),
        Width::Wide => quote!(Wide),
    }
}

/// The static with the rows of a table.
pub(super) fn table(name: &TokenStream, rows: &[Vec<u16>], width: Width) -> TokenStream {
    let entry = match width {
        Width::Narrow => quote!(u8),
        Width::Wide => quote!(u16),
    };
    let [count, width] = [rows.len(), rows[0].len()].map(Literal::usize_unsuffixed);
    let rows = rows.iter().map(|row| {
        let row = row.iter().map(|&next| Literal::u16_unsuffixed(next));
        quote! { [#(#row),*] }
    });
    quote! { static #name: [[#entry; #width]; #count] = [#(#rows),*]; }
}

pub(super) fn matcher_docs(matcher: &Matcher) -> String {
    let states = matcher.rows.len() - 1;
    let plural = if states == 1 { "" } else { "s" };
    let first = usize::from(matcher.accepting);
    let accepting = match matcher.rows.len() - first {
        0 => "No state accepts.".to_owned(),
        1 => format!("State {first} accepts."),
        _ => format!("States {first} to {states} accept."),
    };
    wrapped(&format!("{}: {states} live state{plural}. {accepting}", quoted(&matcher.rules)))
}
