//! The files with automata as code.
//!
//! A state is: skip its run, return if the text ends, else see where the next byte leads.
//! The states stand one below the other, each behind a question whether it is meant; the
//! compiler makes jumps of that, as it knows at each edge which question says yes. Where code
//! leads nowhere, the table goes on.

use super::docs::{inner_docs, outer_docs, quoted, wrapped};
use super::paths::{locator_path, matcher_path};
use super::{ident, module_path, names, range_bytes, root_path};
use crate::automata::tagged::tdfa::{Register, Value};
use crate::bytes::{ByteClasses, ByteSet};
use crate::plan::engine::program::{Edge, Length, MAX_SETS, Program, Run, State, Sweep};
use crate::plan::engine::range_tests::{RangeTest, range_tests};
use crate::plan::model::{Locator, Matcher, Model, Module, TableId};
use crate::plan::slots::{at_end, in_sequence, spare};
use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::{format_ident, quote};
use std::collections::{BTreeMap, BTreeSet};

/// What says whether `text` matches, from the file of a rule of the module at `index`, if
/// there is code for it.
pub(super) fn matching(model: &Model, index: usize, id: TableId) -> Option<TokenStream> {
    let module = &model.modules[id.module];
    let owner = module.matchers[id.index].table.owner(id.index);
    let file = ident(&matching_file(&module.matchers[owner])?.0);
    let module = module_path(model, index, id.module, 0);
    let table = matcher_path(model, index, id);
    Some(quote! { #module::code::#file::read(&#table, text, &mut []) })
}

/// What finds the slots `at` of `text`, if there is code for it.
pub(super) fn locating(model: &Model, index: usize, id: TableId) -> Option<TokenStream> {
    let module = &model.modules[id.module];
    let owner = module.locators[id.index].table.owner(id.index);
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

/// The files of a module, by name; none if no automaton is code.
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
        let docs = inner_docs("Automata as code, one a file.");
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
        "{what} {} of {} states. Elsewhere the table goes on.",
        program.states.len(),
        program.of,
    )));
    let root = root_path(module, 1);
    let count = Literal::usize_unsuffixed(program.slots);
    let indices = program.runs.iter().map(|run| runs.index(program, run)).collect();
    let body = Writer { program, classes, runs: indices }.states();
    let (table, import, registers) = if program.slots == 0 {
        (quote!(Dfa), quote! { use #root::runtime::dfa::Dfa; }, quote!(_))
    } else {
        let set = names(&body, "set").then(|| quote! { , set });
        (quote!(Tagged), quote! { use #root::runtime::tagged::{Tagged #set}; }, quote!(r))
    };
    quote! {
        #docs
        #![allow(clippy::inline_always, clippy::too_many_lines, reason = "states stand in one function")]
        #import
        use super::runs;
        use #root::runtime::scan::{self, Scan, Walk};
        struct Automaton;
        impl Walk<#count> for Automaton {
            type Table = #table;
            #[inline(always)]
            fn walk<S: Scan>(
                table: &'static #table,
                text: &[u8],
                mut scan: S,
                #registers: &mut [u32; #count],
            ) -> bool {
                let mut at = 0;
                #body
            }
        }
        /// Whether a text matches; then the registers hold the slots.
        #[inline]
        pub(crate) fn read(table: &'static #table, text: &[u8], r: &mut [u32; #count]) -> bool {
            scan::walk::<Automaton, #count>(table, text, r)
        }
    }
}

/// The runs of a module, each once, whatever code skips them.
#[derive(Default)]
struct Runs {
    all: Vec<KnownRun>,
    /// The sets of each table.
    tables: Vec<Vec<ByteSet>>,
}

/// A run with its sets.
#[derive(PartialEq, Eq)]
struct KnownRun {
    set: ByteSet,
    /// First bytes, and the sets of the others.
    detours: Vec<(u8, Vec<ByteSet>)>,
    length: Length,
}

impl Runs {
    /// The number of a program's run.
    fn index(&mut self, program: &Program<u16>, run: &Run) -> usize {
        let (set, detours) = (program.sets[run.set], program.detours(run));
        let run = KnownRun { set, detours, length: run.length };
        if let Some(index) = self.all.iter().position(|known| *known == run) {
            return index;
        }
        let mut sets: Vec<ByteSet> = run.detours.iter().flat_map(|it| it.1.clone()).collect();
        sets.insert(0, run.set);
        let with = |table: &Vec<ByteSet>| {
            let mut all = table.clone();
            sets.iter().for_each(|set| {
                if !all.contains(set) {
                    all.push(*set);
                }
            });
            (all.len() <= MAX_SETS).then_some(all)
        };
        let fits = self.tables.iter().position(|table| with(table).is_some());
        let table = fits.unwrap_or_else(|| {
            self.tables.push(Vec::new());
            self.tables.len() - 1
        });
        self.tables[table] = with(&self.tables[table]).expect("a run has few sets");
        self.all.push(run);
        self.all.len() - 1
    }

    /// The table that has all sets of a run, and their indices there.
    fn indices(&self, run: &KnownRun) -> (usize, usize, Vec<Vec<usize>>) {
        let index = |table: &Vec<ByteSet>, set: &ByteSet| table.iter().position(|it| it == set);
        let all = self.tables.iter().enumerate().find_map(|(number, table)| {
            let rest = |it: &(u8, Vec<ByteSet>)| {
                it.1.iter().map(|set| index(table, set)).collect::<Option<Vec<_>>>()
            };
            let rest = run.detours.iter().map(rest).collect::<Option<Vec<_>>>()?;
            Some((number, index(table, &run.set)?, rest))
        });
        all.expect("each run was given a table")
    }
}

fn runs_file(module: &Module, runs: &Runs) -> TokenStream {
    let docs = inner_docs("The bytes that the code of this module skips.");
    let root = root_path(module, 1);
    let tables = runs.tables.iter().enumerate().map(|(number, sets)| table(number, sets));
    let all: Vec<_> =
        runs.all.iter().enumerate().map(|(index, found)| run(runs, index, found)).collect();
    let detour = names(&quote! { #(#all)* }, "Detour").then(|| quote! { Detour, });
    let length = names(&quote! { #(#all)* }, "Length").then(|| quote! { Length, });
    let allow = names(&quote! { #(#all)* }, "always").then(|| {
        quote! { #![allow(clippy::inline_always, clippy::needless_bitwise_bool, reason = "lanes become vectors")] }
    });
    quote! {
        #docs
        #allow
        use #root::runtime::scan::{self, #detour #length Run};
        #(#tables)*
        #(#all)*
    }
}

fn table_name(number: usize) -> proc_macro2::Ident {
    format_ident!("SETS_{number}")
}

fn table(number: usize, sets: &[ByteSet]) -> TokenStream {
    let name = table_name(number);
    let docs = outer_docs("The sets, each by the first and the last byte of its ranges.");
    let sets = sets.iter().map(|&set| range_bytes(set));
    quote! {
        #docs
        static #name: scan::Table = scan::table(&[#(#sets),*]);
    }
}

fn run(runs: &Runs, index: usize, run: &KnownRun) -> TokenStream {
    let name = run_name(index);
    let (table, set, rests) = runs.indices(run);
    let table = table_name(table);
    let first = |byte| ByteSet::range(byte, byte);
    let and_detours = if run.detours.is_empty() { "" } else { ", and detours" };
    let docs = outer_docs(&format!("Skips bytes of set {set}{and_detours}."));
    let set = Literal::usize_unsuffixed(set);
    let detours = run.detours.iter().zip(rests).map(|((value, _), rest)| {
        let rest = rest.into_iter().map(Literal::usize_unsuffixed);
        let byte = byte(*value);
        quote! { Detour::new(#byte, &[#(#rest),*]) }
    });
    let detours = (!run.detours.is_empty())
        .then(|| quote! { const DETOURS: &'static [Detour] = &[#(#detours),*]; });
    let firsts = run.detours.iter().map(|detour| first(detour.0));
    let has_set = firsts.fold(run.set, ByteSet::union);
    let length = match run.length {
        Length::Short => None,
        Length::Medium => Some(quote!(Medium)),
        Length::Long => Some(quote!(Long)),
        Length::Rest => Some(quote!(Rest)),
    };
    let lanes = length.map(|length| {
        let has = any(&comparisons(has_set, &quote!(byte)));
        let has_byte = if has_set.len() == 256 { quote!(_) } else { quote!(byte) };
        let follows = matches!(run.length, Length::Long | Length::Rest).then(|| {
            let (follows, before) = follows(run);
            quote! {
                #[inline(always)]
                fn follows(#before: [u8; 3]) -> bool { #follows }
            }
        });
        quote! {
            const LENGTH: Length = Length::#length;
            #[inline(always)]
            fn has(#has_byte: u8) -> bool { #has }
            #follows
        }
    });
    quote! {
        #docs
        pub(super) struct #name;
        impl Run for #name {
            const TABLE: &'static scan::Table = &#table;
            const SET: usize = #set;
            #detours
            #lanes
        }
    }
}

/// What holds for a byte that can stand behind two others in a run, and a pattern for the
/// three.
///
/// A set is asked for once, wherever it counts.
fn follows(run: &KnownRun) -> (TokenStream, TokenStream) {
    let names = [quote!(first), quote!(second)];
    // For each set that a byte has to be in, where which byte has to stand for that.
    let mut sets: Vec<(ByteSet, Vec<(usize, u8)>)> = Vec::new();
    for (byte, rest) in &run.detours {
        for (&set, at) in rest.iter().zip([1, 0]) {
            match sets.iter_mut().find(|it| it.0 == set) {
                Some((_, before)) => before.push((at, *byte)),
                None => sets.push((set, vec![(at, *byte)])),
            }
        }
    }
    let used = |at| sets.iter().flat_map(|it| &it.1).any(|it| it.0 == at);
    let [first, second] = [0, 1].map(|at| if used(at) { names[at].clone() } else { quote!(_) });
    let third = if sets.is_empty() { quote!(_) } else { quote!(third) };
    let conditions = sets.iter().map(|(set, before)| {
        let others = before.iter().map(|&(at, value)| {
            let (name, value) = (&names[at], byte(value));
            quote! { (#name != #value) }
        });
        let others: Vec<_> = others.collect();
        let other = if others.len() == 1 {
            quote! { #(#others)* }
        } else {
            quote! { (#(#others)&*) }
        };
        let inside = comparisons(*set, &quote!(third));
        any(&[other].into_iter().chain(inside).collect::<Vec<_>>())
    });
    let conditions: Vec<_> = conditions.collect();
    let all = match &*conditions {
        [] => quote!(true),
        [single] => single.clone(),
        _ => quote! { #((#conditions))&* },
    };
    (all, quote! { [#first, #second, #third] })
}

/// Comparisons of which one holds for a byte of a set, without branches, so that they can
/// be made of many bytes at once.
fn comparisons(set: ByteSet, name: &TokenStream) -> Vec<TokenStream> {
    let all = range_tests(set).into_iter().map(|RangeTest { bit, low, high }| {
        let [first, last] = [low, high].map(byte);
        let bit = (bit != 0).then(|| Literal::u8_unsuffixed(bit));
        match (bit, low, high) {
            (_, 0, 255) => quote!(true),
            (None, _, _) if low == high => quote! { (#name == #first) },
            (None, _, _) => quote! { scan::is_within(#name, #first, #last) },
            (Some(bit), _, _) if low == high => quote! { (#name | #bit == #first) },
            (Some(bit), _, _) => quote! { scan::is_within(#name | #bit, #first, #last) },
        }
    });
    all.collect()
}

/// What holds if one of these does; a single one loses its parentheses.
fn any(conditions: &[TokenStream]) -> TokenStream {
    match conditions {
        [] => quote!(false),
        [single] => match single.clone().into_iter().next() {
            Some(TokenTree::Group(group)) => group.stream(),
            _ => single.clone(),
        },
        _ => quote! { #(#conditions)|* },
    }
}

fn run_name(index: usize) -> proc_macro2::Ident {
    format_ident!("Run{index}")
}

fn byte(value: u8) -> Literal {
    Literal::byte_character(value)
}

struct Writer<'a> {
    program: &'a Program<u16>,
    classes: &'a ByteClasses,
    /// The program's runs by their numbers in the module.
    runs: Vec<usize>,
}

impl Writer<'_> {
    fn states(&self) -> TokenStream {
        let states = self.program.states.iter().enumerate();
        let states = states.map(|(index, state)| self.state(index, state));
        let goes_on = self.program.states[0].edges.is_empty();
        let resume = (!goes_on).then(|| self.resume(&quote!(state)));
        quote! { #(#states)* #resume }
    }

    /// What the table does from a state on.
    fn resume(&self, state: &TokenStream) -> TokenStream {
        if self.program.slots == 0 {
            quote! { table.resume(#state, text, at) }
        } else {
            quote! { table.resume(#state, text, at, r) }
        }
    }

    fn state(&self, index: usize, state: &State<u16>) -> TokenStream {
        let id = Literal::u16_unsuffixed(state.id);
        let sweep = state.sweep.as_ref().map(|sweep| {
            let sweep = self.sweep(sweep);
            quote! { if state == #id { #sweep } }
        });
        let skip = state.run.map(|run| {
            let name = run_name(self.runs[run]);
            quote! { at = scan.skip::<runs::#name>(at); }
        });
        // Rules that share the code begin in other states.
        let number = match (index, self.program.slots) {
            (0, 0) => quote!(table.start),
            (0, _) => quote!(table.dfa.start),
            _ => quote!(#id),
        };
        let resume = self.resume(&number);
        let end = match &state.end {
            None => resume.clone(),
            Some(slots) => match at_end(slots) {
                list if list.is_empty() => quote!(true),
                list => {
                    let set = self.set(&list, &quote!(0));
                    quote! { #set == 0 }
                }
            },
        };
        let arms = state.edges.iter().map(|edge| {
            let (classes, target) = self.edge(edge);
            let target = self.set(&edge.assign, &target);
            quote! { #classes => #target, }
        });
        let class = if self.program.slots == 0 {
            quote! { table.class(byte) }
        } else {
            quote! { table.dfa.class(byte) }
        };
        // A start that leads nowhere is all there is.
        let last = if index == 0 {
            quote!(#end)
        } else {
            quote! { return #end; }
        };
        let changes = self.program.states.iter().skip(1).any(|it| !it.edges.is_empty());
        let mutable = changes.then(|| quote!(mut));
        let first = (index == 0).then(|| quote! { let #mutable });
        let step = if state.edges.is_empty() {
            quote! {
                if at < text.len() { return #resume; }
                #last
            }
        } else {
            quote! {
                let Some(&byte) = text.get(at) else { return #end; };
                #first state = match #class { #(#arms)* _ => return #resume };
                at += 1;
            }
        };
        if index == 0 {
            quote! { #skip #step }
        } else {
            quote! { #sweep if state == #id { #skip #step } }
        }
    }

    /// What is tried before a state.
    fn sweep(&self, sweep: &Sweep) -> TokenStream {
        let run = run_name(self.runs[sweep.run]);
        if sweep.edges.is_empty() {
            return quote! {
                if scan.sweep::<runs::#run>(at) == text.len() { return true; }
            };
        }
        let arms = sweep.edges.iter().map(|edge| {
            let (classes, target) = self.edge(edge);
            quote! { Some(#classes) => { state = #target; at = end + 1; } }
        });
        quote! {
            let end = scan.sweep::<runs::#run>(at);
            match text.get(end).map(|&byte| table.class(byte)) {
                None => return true,
                #(#arms)*
                _ => {}
            }
        }
    }

    /// The classes of an edge's bytes, as a pattern, and the number of the state after it.
    fn edge(&self, edge: &Edge) -> (TokenStream, TokenStream) {
        let classes: BTreeSet<usize> =
            edge.bytes.iter().map(|byte| self.classes.class(byte)).collect();
        let classes = ranges(classes).into_iter().map(|(first, last)| {
            let [low, high] = [first, last].map(Literal::usize_unsuffixed);
            if first == last { quote!(#low) } else { quote!(#low..=#high) }
        });
        let target = Literal::u16_unsuffixed(self.program.states[edge.target].id);
        (quote! { #(#classes)|* }, quote!(#target))
    }

    /// Makes assignments, all at once, and then gives a state.
    fn set(&self, list: &[(Register, Value)], state: &TokenStream) -> TokenStream {
        if list.is_empty() {
            return state.clone();
        }
        let (list, _) = in_sequence(list, spare(self.program.registers));
        let list = list.into_iter().flat_map(|(to, from)| [to, from]).map(Literal::u8_unsuffixed);
        quote! { set(r, at, &[#(#list),*], #state) }
    }
}

/// The runs of numbers that follow each other.
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
