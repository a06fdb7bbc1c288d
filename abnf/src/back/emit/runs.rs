//! The file with the runs that the code of a module skips.

use super::docs::{inner_docs, outer_docs};
use super::{class_literal, root_path};
use crate::bytes::ByteSet;
use crate::plan::engines::program::code_points::CodePoints;
use crate::plan::engines::program::{Length, MAX_SETS, Program, Run};
use crate::plan::engines::range_tests::{RangeTest, range_tests};
use crate::plan::model::Module;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

/// The runs of a module, each once.
#[derive(Default)]
pub(super) struct Runs {
    all: Vec<KnownRun>,
    /// The sets of each table.
    tables: Vec<Vec<ByteSet>>,
    /// The sets of characters beyond ASCII.
    code_points: Vec<CodePoints>,
}

/// A run with its sets.
#[derive(PartialEq, Eq)]
struct KnownRun {
    set: ByteSet,
    /// First bytes, and the sets of the others.
    detours: Vec<(u8, Vec<ByteSet>)>,
    /// The number of the set of characters.
    code_points: Option<usize>,
    length: Length,
}

impl Runs {
    /// The number of a program's run.
    pub(super) fn index(&mut self, program: &Program<u16>, run: &Run) -> usize {
        let (set, detours) = (program.sets[run.set], program.detours(run));
        let code_points =
            run.code_points.map(|index| self.index_of_code_points(&program.code_points[index]));
        let run = KnownRun { set, detours, code_points, length: run.length };
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

    /// The number of a set of characters.
    pub(super) fn index_of_code_points(&mut self, set: &CodePoints) -> usize {
        let known = self.code_points.iter().position(|known| known == set);
        known.unwrap_or_else(|| {
            self.code_points.push(set.clone());
            self.code_points.len() - 1
        })
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

pub(super) fn runs_file(module: &Module, runs: &Runs) -> TokenStream {
    let docs = inner_docs("The bytes that the code of this module skips.");
    let root = root_path(module, 1);
    let tables = runs.tables.iter().enumerate().map(|(number, sets)| {
        let name = table_name(number);
        let docs = outer_docs("Sets of bytes, as character classes.");
        let sets = sets.iter().map(|&set| class_literal(set));
        let of_table = runs.all.iter().enumerate().filter_map(|(index, run)| {
            let (table, set, rests) = runs.indices(run);
            (table == number).then(|| declaration(&run_name(index), run, set, &rests))
        });
        quote! {
            #docs
            static #name: runtime::run::Table = runtime::run::table(&[#(#sets),*]);
            runtime::automaton::runs! { #name; #(#of_table)* }
        }
    });
    let code_points = runs.code_points.iter().enumerate().map(|(number, set)| {
        let name = code_points_name(number);
        let docs = outer_docs("Characters beyond ASCII, as ranges.");
        let ranges = set.iter().map(|range| {
            let [first, last] = range.map(code_point);
            quote! { [#first, #last] }
        });
        quote! {
            #docs
            pub(super) static #name: runtime::code_points::CodePoints =
                runtime::code_points::code_points(&[#(#ranges),*]);
        }
    });
    quote! { #docs use #root::runtime; #(#code_points)* #(#tables)* }
}

pub(super) fn run_name(index: usize) -> Ident {
    format_ident!("Run{index}")
}

pub(super) fn code_points_name(index: usize) -> Ident {
    format_ident!("CHARACTERS_{index}")
}

/// A code point in hexadecimal; digits of long numbers are in groups.
fn code_point(code_point: u32) -> TokenStream {
    let [high, low] = [code_point >> 16, code_point & 0xFFFF];
    let number = if high == 0 { format!("{low:#06X}") } else { format!("{high:#06X}_{low:04X}") };
    number.parse().expect("a number is a token")
}

fn table_name(number: usize) -> Ident {
    format_ident!("SETS_{number}")
}

/// A run, whose sets have these numbers: its own, and those of its detours.
fn declaration(name: &Ident, run: &KnownRun, set: usize, rests: &[Vec<usize>]) -> TokenStream {
    let set = Literal::usize_unsuffixed(set);
    let detours = run.detours.iter().zip(rests).map(|((first, _), rest)| {
        let first = Literal::byte_character(*first);
        let rest = rest.iter().map(|&set| Literal::usize_unsuffixed(set));
        quote! { (#first #(#rest)*) }
    });
    let detours = (!rests.is_empty()).then(|| quote! { , detours #(#detours)* });
    let beyond = run.code_points.map(code_points_name).map(|set| quote! { , beyond #set });
    let length = match run.length {
        Length::Short => return quote! { #name: set #set #detours #beyond; },
        Length::Medium => quote!(Medium),
        Length::Long => quote!(Long),
        Length::Rest => quote!(Rest),
    };
    let firsts = run.detours.iter().map(|detour| ByteSet::range(detour.0, detour.0));
    let has = tests(firsts.fold(run.set, ByteSet::union));
    let follows = matches!(run.length, Length::Long | Length::Rest).then(|| {
        let follows = follows(run);
        quote! { follows [#follows] }
    });
    quote! { #name: set #set #detours #beyond, length #length has [#has] #follows; }
}

/// The conditions that a byte must be in a set because of an earlier byte.
///
/// Each set is listed once, with all earlier bytes that require it, and their distances.
fn follows(run: &KnownRun) -> TokenStream {
    let mut sets: Vec<(ByteSet, Vec<TokenStream>)> = Vec::new();
    for (byte, rest) in &run.detours {
        for (index, &set) in rest.iter().enumerate() {
            let (byte, distance) =
                (Literal::byte_character(*byte), Literal::usize_unsuffixed(index + 1));
            let before = quote! { #byte #distance };
            match sets.iter_mut().find(|it| it.0 == set) {
                Some((_, all)) => all.push(before),
                None => sets.push((set, vec![before])),
            }
        }
    }
    let all = sets.iter().map(|(set, before)| {
        let inside = tests(*set);
        quote! { (#(#before),*) #inside }
    });
    quote! { #(#all);* }
}

/// Branch-free tests, one of which holds for each byte of a set, so that LLVM can
/// vectorise them.
fn tests(set: ByteSet) -> TokenStream {
    let all = range_tests(set).into_iter().map(|RangeTest { bit, low, high }| {
        let [first, last] = [low, high].map(Literal::byte_character);
        let range = (low != high).then(|| quote! { ..=#last });
        let bit = (bit != 0).then(|| {
            let bit = Literal::u8_unsuffixed(bit);
            quote! { | #bit }
        });
        quote! { #first #range #bit }
    });
    quote! { #(#all),* }
}
