//! The files with automata as code.
//!
//! A state is: skip its run, return if the text ends, else see where the next byte leads.
//! A jump to a later piece of the layout leaves the block that ends before it; a jump to
//! an entry of a loop around is its next turn.

use super::docs::{fenced, inner_docs, outer_docs, quoted, wrapped};
use super::{ident, names, root_path};
use crate::automata::tagged::tdfa::{Register, Value};
use crate::bytes::ByteSet;
use crate::plan::engine::Code;
use crate::plan::engine::compares::{Compare, compares};
use crate::plan::engine::layout::{Body, Region, States};
use crate::plan::engine::program::{Program, Run, State};
use crate::plan::model::{Locator, Matcher, Model, Module, TableId};
use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::{format_ident, quote};
use std::collections::BTreeMap;

/// The path of the function for a matcher, from the file of a rule of the module at
/// `index`.
pub(super) fn matching_path(model: &Model, index: usize, id: TableId) -> Option<TokenStream> {
    let matcher = &model.modules[id.module].matchers[id.index];
    Some(path(model, index, id, &matching_file(matcher)?.0))
}

/// The path of the function for a locator.
pub(super) fn locating_path(model: &Model, index: usize, id: TableId) -> Option<TokenStream> {
    let locator = &model.modules[id.module].locators[id.index];
    Some(path(model, index, id, &locating_file(locator)?.0))
}

fn path(model: &Model, index: usize, id: TableId, file: &str) -> TokenStream {
    let file = ident(file);
    let module = super::module_path(model, index, id.module, 0);
    quote! { #module::code::#file::read }
}

fn matching_file(matcher: &Matcher) -> Option<(String, &Code)> {
    let (name, code) = matcher.code.as_ref()?;
    Some((format!("match_{name}"), code))
}

fn locating_file(locator: &Locator) -> Option<(String, &Code)> {
    let (name, code) = locator.matcher.code.as_ref()?;
    Some((format!("locate_{name}"), code))
}

/// The files of a module, by name; none if no automaton is code.
pub(super) fn code(module: &Module) -> BTreeMap<String, TokenStream> {
    let matchers = module.matchers.iter().filter_map(|matcher| {
        let what = format!("Matches {}.", quoted(&matcher.rules));
        Some((matching_file(matcher)?, what))
    });
    let locators = module.locators.iter().filter_map(|locator| {
        let what = format!("Locates the parts of {}.", quoted(&locator.matcher.rules));
        Some((locating_file(locator)?, what))
    });
    let all = matchers.chain(locators);
    let mut files: BTreeMap<String, TokenStream> =
        all.map(|((name, code), what)| (name, file(module, &what, code))).collect();
    if !files.is_empty() {
        let names = files.keys().map(|name| ident(name));
        let docs = inner_docs("Automata as code, one a file.");
        let index = quote! { #docs #(pub(crate) mod #names;)* };
        files.insert("mod".to_owned(), index);
    }
    files
}

fn file(module: &Module, what: &str, code: &Code) -> TokenStream {
    let program = &code.program;
    let plural = if program.states.len() == 1 { "" } else { "s" };
    let docs = inner_docs(&wrapped(&format!(
        "{what} {} state{plural}, {} runs.",
        program.states.len(),
        program.runs.len()
    )));
    let root = root_path(module, 1);
    // One for each slot at least.
    let register_count = program.slots.max(program.registers as usize);
    let [registers, slots] = [register_count, program.slots].map(Literal::usize_unsuffixed);
    let sets = sets(program);
    let runs = program.runs.iter().enumerate().map(|(place, found)| run(program, place, found));
    let mut writer = Writer { program, frames: Vec::new(), labels: 0, chooses: false };
    let body = writer.region(&code.region);
    let choice = writer.chooses.then(|| quote! { let mut to = 0; });
    let name = if register_count == 0 { quote!(_) } else { quote!(r) };
    // One who asks for code gets it also where nothing is skipped.
    let unused = program.runs.is_empty().then(|| {
        quote! {
            #![allow(unused_imports, unused_mut, unused_variables, reason = "nothing is skipped")]
        }
    });
    let read = if program.slots > 0 && register_count == program.slots {
        quote! {
            /// Finds the slots of a text, if it matches.
            pub(crate) fn read(text: &[u8], at: &mut [u32; #slots]) -> bool { fill(text, at) }
        }
    } else if program.slots == 0 {
        quote! {
            /// Whether a text matches.
            pub(crate) fn read(text: &[u8]) -> bool { fill(text, &mut []) }
        }
    } else {
        quote! {
            /// Finds the slots of a text, if it matches.
            pub(crate) fn read(text: &[u8], at: &mut [u32; #slots]) -> bool {
                let mut r = [NONE; #registers];
                let found = fill(text, &mut r);
                if let Some(slots) = r.first_chunk() {
                    *at = *slots;
                }
                found
            }
        }
    };
    let names_none = names(&body, "NONE") || names(&read, "NONE");
    let none = names_none.then(|| quote! { use #root::runtime::tagged::NONE; });
    quote! {
        #docs
        #![allow(
            unused_assignments,
            clippy::cast_possible_truncation,
            clippy::cognitive_complexity,
            clippy::inline_always,
            clippy::many_single_char_names,
            clippy::match_same_arms,
            clippy::needless_bitwise_bool,
            clippy::needless_continue,
            clippy::needless_return,
            clippy::never_loop,
            clippy::single_match,
            clippy::single_match_else,
            clippy::too_many_lines,
            clippy::zero_prefixed_literal,
            reason = "the code has the shape of its automaton"
        )]
        #unused
        use #root::runtime::scan::{self, Bytes, Detour, Run, Scan, Walk};
        #none
        #sets
        #(#runs)*
        #read
        fn fill(text: &[u8], r: &mut [u32; #registers]) -> bool {
            #[cfg(all(feature = "simd", target_arch = "x86_64"))]
            if let Some(avx2) = scan::simd::Avx2::detect() {
                return avx2.walk::<Automaton, #registers>(text, r);
            }
            Automaton::walk(text, Bytes { text }, r)
        }
        struct Automaton;
        impl Walk<#registers> for Automaton {
            #[inline(always)]
            fn walk<S: Scan>(text: &[u8], mut scan: S, #name: &mut [u32; #registers]) -> bool {
                let mut at = 0;
                #choice
                #body
            }
        }
    }
}

fn sets(program: &Program) -> TokenStream {
    let listing: Vec<_> =
        program.sets.iter().enumerate().map(|(place, set)| format!("{place:3}  {set}")).collect();
    let docs = outer_docs(&format!("The sets:\n\n{}", fenced("text", &listing.join("\n"))));
    let sets = program.sets.iter().map(|set| {
        let ranges = set.ranges();
        let ranges = ranges.iter().map(|&(low, high)| {
            let [low, high] = [low, high].map(byte);
            quote! { (#low, #high) }
        });
        quote! { &[#(#ranges),*] }
    });
    quote! {
        #docs
        static TABLE: scan::Table = scan::table(&[#(#sets),*]);
    }
}

fn run(program: &Program, place: usize, run: &Run) -> TokenStream {
    let name = run_name(place);
    let sets = |sets: &[usize]| -> String {
        sets.iter().map(|&set| program.sets[set].to_string()).collect()
    };
    let mut listing = vec![program.sets[run.set].to_string()];
    let first = |byte| ByteSet::range(byte, byte);
    listing.extend(run.detours.iter().map(|it| first(it.byte).to_string() + &sets(&it.rest)));
    let docs = outer_docs(&format!("Skips:\n\n{}", fenced("text", &listing.join("\n"))));
    let set = Literal::usize_unsuffixed(run.set);
    let firsts = run.detours.iter().map(|detour| first(detour.byte));
    let has_set = firsts.fold(program.sets[run.set], ByteSet::union);
    let has = any(&comparisons(has_set, &quote!(byte)));
    let has_byte = if has_set.len() == 256 { quote!(_) } else { quote!(byte) };
    let detours = run.detours.iter().map(|detour| {
        let rest = detour.rest.iter().map(|&set| Literal::usize_unsuffixed(set));
        let byte = byte(detour.byte);
        quote! { Detour { byte: #byte, rest: &[#(#rest),*] } }
    });
    let (follows, before) = follows(program, run);
    quote! {
        #docs
        struct #name;
        impl Run for #name {
            const TABLE: &'static scan::Table = &TABLE;
            const SET: usize = #set;
            const DETOURS: &'static [Detour] = &[#(#detours),*];
            #[inline(always)]
            fn has(#has_byte: u8) -> bool { #has }
            #[inline(always)]
            fn follows(#before: [u8; 3]) -> bool { #follows }
        }
    }
}

/// What holds for a byte that can stand behind two others in a run, and a pattern for the
/// three.
///
/// Sets of several places are asked for once.
fn follows(program: &Program, run: &Run) -> (TokenStream, TokenStream) {
    let names = [quote!(first), quote!(second)];
    // For each set that a byte has to be in, where which byte has to stand for that.
    let mut sets: Vec<(usize, Vec<(usize, u8)>)> = Vec::new();
    for detour in &run.detours {
        for (&set, place) in detour.rest.iter().zip([1, 0]) {
            match sets.iter_mut().find(|it| it.0 == set) {
                Some((_, before)) => before.push((place, detour.byte)),
                None => sets.push((set, vec![(place, detour.byte)])),
            }
        }
    }
    let used = |place| sets.iter().flat_map(|it| &it.1).any(|it| it.0 == place);
    let [first, second] = [0, 1].map(|at| if used(at) { names[at].clone() } else { quote!(_) });
    let third = if sets.is_empty() { quote!(_) } else { quote!(third) };
    let conditions = sets.iter().map(|(set, before)| {
        let others = before.iter().map(|&(place, value)| {
            let (name, value) = (&names[place], byte(value));
            quote! { (#name != #value) }
        });
        let others: Vec<_> = others.collect();
        let other = if others.len() == 1 {
            quote! { #(#others)* }
        } else {
            quote! { (#(#others)&*) }
        };
        let inside = comparisons(program.sets[*set], &quote!(third));
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
    let all = compares(set).into_iter().map(|Compare { bit, low, high }| {
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

fn run_name(place: usize) -> proc_macro2::Ident {
    format_ident!("Run{place}")
}

fn register(number: Register) -> TokenStream {
    let number = Literal::u32_unsuffixed(number);
    quote!(r[#number])
}

fn byte(value: u8) -> Literal {
    Literal::byte_character(value)
}

/// What can be jumped to.
struct Frame {
    label: TokenStream,
    kind: Kind,
    entries: States,
    /// What lies behind the label; only its entries can be jumped to.
    states: States,
}

/// A jump.
struct Jump {
    /// Where to, if the label is that of several entries.
    choice: Option<TokenStream>,
    /// The jump itself.
    go: TokenStream,
}

enum Kind {
    /// By leaving the block that ends before it.
    Block,
    /// By the next turn.
    Loop,
}

struct Writer<'a> {
    program: &'a Program,
    frames: Vec<Frame>,
    labels: usize,
    /// Whether something is entered in several places.
    chooses: bool,
}

impl Writer<'_> {
    fn label(&mut self) -> TokenStream {
        self.labels += 1;
        format!("'l{}", self.labels).parse().expect("a label is a token")
    }

    fn region(&mut self, region: &Region) -> TokenStream {
        let later = &region.pieces[1..];
        let depth = self.frames.len();
        for piece in later.iter().rev() {
            let label = self.label();
            let (entries, states) = (piece.entries.clone(), piece.states.clone());
            self.frames.push(Frame { label, kind: Kind::Block, entries, states });
        }
        let first = &region.pieces[0];
        let others = region.entries.iter().filter(|entry| !first.states.contains(entry));
        let others: Vec<usize> = others.copied().collect();
        let mut code = TokenStream::new();
        if !others.is_empty() {
            let numbers = others.iter().map(|&entry| Literal::usize_unsuffixed(entry));
            // Each is alone in its block.
            let jumps: Vec<_> = others.iter().map(|&entry| self.jump(entry).go).collect();
            code.extend(quote! { match to { #(#numbers => #jumps,)* _ => {} } });
        }
        code.extend(self.body(&first.body));
        for piece in later {
            let frame = self.frames.pop().expect("each later piece has a frame");
            let label = frame.label;
            let body = self.body(&piece.body);
            code = quote! { #label: { #code } #body };
        }
        debug_assert_eq!(self.frames.len(), depth);
        code
    }

    fn body(&mut self, body: &Body) -> TokenStream {
        let (entries, inner) = match body {
            Body::State(state) => return self.state(*state),
            Body::Again(state) => (States::from([*state]), None),
            Body::Loop(region) => (region.entries.clone(), Some(region)),
        };
        let label = self.label();
        let frame = Frame {
            label: label.clone(),
            kind: Kind::Loop,
            states: entries.clone(),
            entries: entries.clone(),
        };
        self.frames.push(frame);
        let code = match inner {
            Some(region) => self.region(region),
            None => entries.iter().map(|&state| self.state(state)).collect(),
        };
        self.frames.pop();
        quote! { #label: loop { #code } }
    }

    fn jump(&mut self, to: usize) -> Jump {
        let frame = self.frames.iter().rev().find(|frame| frame.states.contains(&to));
        let frame = frame.expect("the layout has a way for every jump");
        debug_assert!(frame.entries.contains(&to));
        let label = &frame.label;
        let go = match frame.kind {
            Kind::Block => quote! { break #label },
            Kind::Loop => quote! { continue #label },
        };
        let choice = (frame.entries.len() > 1).then(|| {
            let to = Literal::usize_unsuffixed(to);
            quote! { to = #to; }
        });
        self.chooses |= choice.is_some();
        Jump { choice, go }
    }

    fn state(&mut self, number: usize) -> TokenStream {
        let program = self.program;
        let state: &State = &program.states[number];
        let skip = state.run.map(|run| {
            let name = run_name(run);
            quote! { at = scan.skip::<#name>(at); }
        });
        let end = match &state.end {
            None => quote! { return false; },
            Some(slots) => {
                // A slot is the register of the same number.
                let slots = (0..).zip(slots.iter().copied());
                let others = slots.filter(|&(slot, value)| value != Value::Register(slot));
                let assign = assign(others, &quote!(at as u32));
                quote! { #assign return true; }
            }
        };
        if state.edges.is_empty() {
            return quote! {
                #skip
                if at < text.len() { return false; }
                #end
            };
        }
        let uses_here =
            state.edges.iter().flat_map(|edge| &edge.assign).any(|it| it.1 == Value::Here);
        let here = uses_here.then(|| quote! { let here = at as u32; });
        let arms: Vec<TokenStream> = state
            .edges
            .iter()
            .map(|edge| {
                let ranges = edge.bytes.ranges();
                let bytes = ranges.iter().map(|&(low, high)| {
                    let [first, last] = [low, high].map(byte);
                    if low == high { quote!(#first) } else { quote!(#first..=#last) }
                });
                let assign = assign(edge.assign.iter().copied(), &quote!(here));
                let jump = self.jump(edge.target as usize);
                match (edge.assign.is_empty(), jump) {
                    (true, Jump { choice: None, go }) => quote! { #(#bytes)|* => #go, },
                    (_, Jump { choice, go }) => {
                        quote! { #(#bytes)|* => { #assign #choice #go; } }
                    }
                }
            })
            .collect();
        let all = state.edges.iter().fold(ByteSet::EMPTY, |all, edge| all.union(edge.bytes));
        let other = (all.len() < 256).then(|| quote! { _ => return false, });
        quote! {
            #skip
            let Some(&byte) = text.get(at) else { #end };
            #here
            at += 1;
            match byte { #(#arms)* #other }
        }
    }
}

/// Gives registers values, all at once: one may be given and asked.
fn assign(list: impl Iterator<Item = (Register, Value)>, here: &TokenStream) -> TokenStream {
    let (to, from): (Vec<_>, Vec<_>) =
        list.map(|(to, from)| (register(to), value(from, here))).unzip();
    match (&*to, &*from) {
        ([], _) => TokenStream::new(),
        ([to], [from]) => quote! { #to = #from; },
        _ => quote! { (#(#to),*) = (#(#from),*); },
    }
}

fn value(value: Value, here: &TokenStream) -> TokenStream {
    match value {
        Value::None => quote!(NONE),
        Value::Here => here.clone(),
        Value::Register(number) => register(number),
    }
}
