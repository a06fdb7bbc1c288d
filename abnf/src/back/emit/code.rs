//! The files with automata as code.
//!
//! Code is a declaration: a macro of the run-time makes a function of the states. The states follow
//! one another, each guarded by a condition; rustc compiles the edges to jumps, because it knows at
//! each edge which condition will hold.

use super::docs::{inner_docs, quoted, wrapped};
use super::paths::{locator_path, matcher_path};
use super::runs::{Runs, code_points_name, run_name, runs_file};
use super::{ident, module_path, root_path};
use crate::automata::tagged::tdfa::{Register, Value};
use crate::bytes::ByteClasses;
use crate::plan::engines::program::{Edge, Program, State};
use crate::plan::format::{HERE, NONE};
use crate::plan::model::{Locator, Matcher, Model, Module, TableId};
use crate::plan::parts::slots::{at_end, in_sequence, scratch};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use std::collections::{BTreeMap, BTreeSet};

/// The expression that returns whether `text` matches, in the file of a rule of the module at
/// `index`, if there is code for it.
pub(super) fn matching(model: &Model, index: usize, id: TableId) -> Option<TokenStream> {
    let module = &model.modules[id.module];
    let owner = module.matchers[id.index].table.code_owner(id.index);
    let file = ident(&matching_file(&module.matchers[owner])?.0);
    let module = module_path(model, index, id.module, 0);
    let table = matcher_path(model, index, id);
    Some(quote! { #module::code::#file::read(&#table, text, &mut []) })
}

/// The expression that fills the slots `at` of `text`, if there is code for it.
pub(super) fn locating(model: &Model, index: usize, id: TableId) -> Option<TokenStream> {
    let module = &model.modules[id.module];
    let owner = module.locators[id.index].table.code_owner(id.index);
    let file = ident(&locating_file(&module.locators[owner])?.0);
    let module = module_path(model, index, id.module, 0);
    let table = locator_path(model, index, id);
    Some(quote! { #module::code::#file::read(&#table, text, slots) })
}

fn matching_file(matcher: &Matcher) -> Option<(String, &Program<u16>)> {
    Some((format!("match_{}", matcher.file), matcher.code.as_ref()?))
}

fn locating_file(locator: &Locator) -> Option<(String, &Program<u16>)> {
    Some((format!("locate_{}", locator.file), locator.code.as_ref()?))
}

/// The files of a module, by name; empty if no automaton is code.
pub(super) fn code(module: &Module) -> BTreeMap<String, TokenStream> {
    let mut runs = Runs::default();
    let classes = |map: usize| &module.class_maps[map].classes;
    let matchers = module.matchers.iter().filter_map(|matcher| {
        let what = format!("Matches {}:", quoted(&matcher.rules));
        Some((matching_file(matcher)?, what, classes(matcher.class_map)))
    });
    let locators = module.locators.iter().filter_map(|locator| {
        let what = format!("Locates the parts of {}:", quoted(&locator.rules));
        Some((locating_file(locator)?, what, classes(locator.class_map)))
    });
    let all = matchers.chain(locators);
    let mut files: BTreeMap<String, TokenStream> = all
        .map(|((name, program), what, classes)| {
            (name, file(module, &what, program, classes, &mut runs))
        })
        .collect();
    if !files.is_empty() {
        files.insert("runs".to_owned(), runs_file(module, &runs));
        let names = files.keys().map(|name| ident(name));
        let docs = inner_docs("Automata as code, one in each file.");
        let index = quote! { #docs #(pub(crate) mod #names;)* };
        files.insert("mod".to_owned(), index);
    }
    files
}

fn file(
    module: &Module,
    what: &str,
    program: &Program<u16>,
    classes: &ByteClasses,
    runs: &mut Runs,
) -> TokenStream {
    let docs = inner_docs(&wrapped(&format!(
        "{what} {} of {} states. The table handles the others.",
        program.states.len(),
        program.of,
    )));
    let root = root_path(module, 1);
    let count = Literal::usize_unsuffixed(program.slots);
    let code_points =
        program.code_points.iter().map(|set| runs.index_of_code_points(set)).collect();
    let runs = program.runs.iter().map(|run| runs.index(program, run)).collect();
    let writer = Writer { program, classes, runs, code_points };
    let states = program.states.iter().enumerate().map(|(index, it)| writer.state(index, it));
    let table = if program.slots == 0 {
        quote! { dfa::Dfa }
    } else {
        quote! { tagged::Tagged }
    };
    quote! {
        #docs
        use #root::runtime;
        runtime::automaton::automaton! {
            runtime::#table, #count registers;
            #(#states)*
        }
    }
}

struct Writer<'a> {
    program: &'a Program<u16>,
    classes: &'a ByteClasses,
    /// The program's runs by their numbers in the module.
    runs: Vec<usize>,
    /// The same of its sets of characters.
    code_points: Vec<usize>,
}

impl Writer<'_> {
    fn state(&self, index: usize, state: &State<u16>) -> TokenStream {
        if state.is_crossed {
            // One crossing for all of them, which is before the state that follows.
            let is_first = !self.program.states[index - 1].is_crossed;
            let is_last = !self.program.states[index + 1].is_crossed;
            let id = Literal::u16_unsuffixed(state.id);
            let (cross, before) =
                (is_first.then(|| quote!(cross)), is_last.then(|| quote!(before)));
            return quote! { #cross #id #before };
        }
        // Rules that share the code begin in other states, which the table records.
        let id = Literal::u16_unsuffixed(if index == 0 { 0 } else { state.id });
        let sweep = state.sweep.as_ref().map(|sweep| {
            let run = run_name(self.runs[sweep.run]);
            let edges = sweep.edges.iter().map(|edge| self.edge(edge));
            quote! { sweep #run (#(#edges),*) }
        });
        let skip = state.run.map(|run| {
            let run = run_name(self.runs[run]);
            quote! { skip #run }
        });
        let end = state.end.as_ref().map(|slots| {
            let assign = self.assign(&at_end(slots));
            quote! { end [#assign] }
        });
        let (by_bytes, by_characters): (Vec<_>, Vec<_>) =
            state.edges.iter().partition(|edge| edge.code_points.is_none());
        let with_assign = |edge: &Edge, head: TokenStream| {
            let assign = (!edge.assign.is_empty()).then(|| {
                let assign = self.assign(&edge.assign);
                quote! { [#assign] }
            });
            quote! { #head #assign; }
        };
        let edges = by_bytes.into_iter().map(|edge| with_assign(edge, self.edge(edge)));
        let characters = by_characters.into_iter().filter_map(|edge| {
            let name = code_points_name(self.code_points[edge.code_points?]);
            let target = Literal::u16_unsuffixed(self.program.states[edge.target].id);
            Some(with_assign(edge, quote! { #name => #target }))
        });
        let characters = characters.collect::<Vec<_>>();
        let beyond = (!characters.is_empty()).then(|| quote! { beyond { #(#characters)* } });
        quote! { #id #sweep #skip #end { #(#edges)* } #beyond }
    }

    /// The classes of an edge's bytes, as a pattern, and the number of the state after it.
    fn edge(&self, edge: &Edge) -> TokenStream {
        let classes: BTreeSet<usize> =
            edge.bytes.iter().map(|byte| self.classes.class(byte)).collect();
        let classes = ranges(classes).into_iter().map(|(first, last)| {
            let [low, high] = [first, last].map(Literal::usize_unsuffixed);
            if first == last { quote!(#low) } else { quote!(#low..=#high) }
        });
        let target = Literal::u16_unsuffixed(self.program.states[edge.target].id);
        quote! { #(#classes)|* => #target }
    }

    /// Parallel assignments: copies first, so that no register is read after it has been
    /// assigned.
    fn assign(&self, list: &[(Register, Value)]) -> TokenStream {
        let (list, _) = in_sequence(list, scratch(self.program.registers));
        let of = |source| {
            let of = list.iter().filter(move |it| it.1 == source);
            of.map(|it| Literal::u8_unsuffixed(it.0)).collect::<Vec<_>>()
        };
        let copies = list.iter().filter(|it| it.1 != HERE && it.1 != NONE).map(|&(to, from)| {
            let [to, from] = [to, from].map(Literal::u8_unsuffixed);
            quote! { #to = #from }
        });
        let [here, none] = [of(HERE), of(NONE)];
        let here = (!here.is_empty()).then(|| quote! { here #(#here)* });
        let none = (!none.is_empty()).then(|| quote! { none #(#none)* });
        let all = copies.chain(here).chain(none);
        quote! { #(#all),* }
    }
}

/// The ranges of consecutive numbers.
fn ranges(numbers: BTreeSet<usize>) -> Vec<(usize, usize)> {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    ranges
}
