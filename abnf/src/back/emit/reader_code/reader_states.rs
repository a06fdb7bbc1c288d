//! The code of the states of a reader.

use super::byte_reads::{byte, byte_set, pattern};
use super::filled_fields::{Slot, SlotContent, Variant};
use super::part_reads::piece;
use crate::back::emit::{data_types, ident};
use crate::bytes::ByteSet;
use crate::plan::model::{Datum, Module, Move, Reader, ReaderState, RecordWriter, Spelled};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

/// The place of code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The body of the function, before anything depends on the text.
    Body,
    /// An arm of a `match`. After the end of the text, the code after it follows.
    Arm,
    /// A loop, which ends with the text.
    Loop,
}

/// What the code of a reader is made of.
pub(super) struct Code<'a> {
    pub(super) module: &'a Module,
    /// The rules whose data does not depend on slots.
    pub(super) bare: BTreeSet<usize>,
    pub(super) fields: &'a [Slot<'a>],
    pub(super) variables: &'a [Ident],
    pub(super) whole: Option<&'a Ident>,
    pub(super) writer: &'a RecordWriter,
    pub(super) reader: &'a Reader,
    /// The states with numbers.
    pub(super) labels: &'a [usize],
}

impl Code<'_> {
    /// The loop over the states with numbers.
    pub(super) fn states(&self) -> TokenStream {
        if let [state] = *self.labels {
            let body = self.state(state, Place::Loop);
            return quote! { loop { #body } };
        }
        let states = self.labels.iter().map(|&state| {
            let number = Literal::usize_unsuffixed(state);
            let body = self.state(state, Place::Loop);
            // The last one needs no test.
            let is_last = self.labels.last() == Some(&state);
            let pattern = if is_last { quote!(_) } else { quote!(#number) };
            quote! { #pattern => { #body } }
        });
        quote! {
            let mut state = 0_u8;
            loop {
                state = match state { #(#states)* };
            }
        }
    }

    /// The code of a state. In a loop, its value is the number of the next state.
    pub(super) fn state(&self, at: usize, place: Place) -> TokenStream {
        let ReaderState { moves, is_end } = &self.reader.states[at];
        let back = self.back(at);
        let skipped = (!back.is_empty()).then(|| {
            let set = byte_set(back);
            quote! { input.skip_all(#set); }
        });
        let (end, otherwise) = match (is_end, place) {
            (false, _) => {
                let none = quote! { return ::core::option::Option::None };
                (none.clone(), none)
            }
            (true, Place::Loop) => (quote! { break }, quote! { break }),
            (true, Place::Body | Place::Arm) => (TokenStream::new(), quote! { {} }),
        };
        let moves: Vec<&(ByteSet, Move)> =
            moves.iter().filter(|it| it.1 != Move::Byte(at)).collect();
        let next = match &moves[..] {
            [] => end,
            // A byte is compared.
            [(set, step)]
                if !is_end && (matches!(step, Move::Byte(_)) || self.is_alone(at, *set)) =>
            {
                let over = match *step {
                    Move::Byte(_) => byte(*set),
                    Move::Symbol(symbol, _) => self.symbol(symbol, place),
                };
                let then = self.then(*step, place);
                quote! { #over #then }
            }
            moves => {
                let inner = if place == Place::Loop { Place::Loop } else { Place::Arm };
                let arm = |(set, step): &&(ByteSet, Move)| {
                    let pattern = pattern(*set);
                    let over = match *step {
                        Move::Byte(_) => quote! { input.skip(); },
                        Move::Symbol(symbol, _) => self.symbol(symbol, inner),
                    };
                    let then = self.then(*step, inner);
                    (quote! { ::core::option::Option::Some(#pattern) }, quote! { #over #then })
                };
                if let ([only], true, Place::Arm) = (moves, *is_end, inner) {
                    let (pattern, body) = arm(only);
                    return quote! { #skipped if let #pattern = input.peek() { #body } };
                }
                let arms = moves.iter().map(|it| {
                    let (pattern, body) = arm(it);
                    quote! { #pattern => { #body } }
                });
                quote! { match input.peek() { #(#arms)* _ => #otherwise } }
            }
        };
        quote! { #skipped #next }
    }

    /// The code after a step.
    fn then(&self, step: Move, place: Place) -> TokenStream {
        let (Move::Byte(next) | Move::Symbol(_, next)) = step;
        if *self.labels == [next] {
            // The loop has no other state.
            TokenStream::new()
        } else if self.labels.contains(&next) {
            let number = Literal::usize_unsuffixed(next);
            quote! { #number }
        } else {
            self.state(next, place)
        }
    }

    /// The statement that reads a part into its field.
    fn symbol(&self, symbol: usize, place: Place) -> TokenStream {
        let spelled = &self.writer.symbols[symbol];
        let (slot, name) = (&self.fields[spelled.field], &self.variables[spelled.field]);
        let content = &self.reader.contents[symbol];
        let value = match spelled.spelled {
            Spelled::Variant(index) => {
                let Variant { name, datum, is_boxed } = &slot.variants[index];
                let ty = self.whole.cloned().unwrap_or_else(|| self.choice(slot));
                let inside = datum.as_ref().unwrap_or(&Datum::Flag);
                let read = piece((self.module, &self.bare), inside, *is_boxed, content);
                if datum.is_some() {
                    quote! { #ty::#name(#read) }
                } else {
                    quote! {{ #read; #ty::#name }}
                }
            }
            _ => piece((self.module, &self.bare), &slot.field.datum, slot.is_boxed, content),
        };
        match slot.content() {
            SlotContent::Flag | SlotContent::One if place == Place::Body => {
                quote! { let #name = #value; }
            }
            SlotContent::Flag => quote! { #name = #value; },
            SlotContent::List => quote! { #name.push(#value); },
            SlotContent::One if self.labels.is_empty() => quote! { #name = #value; },
            SlotContent::One | SlotContent::Optional => {
                quote! { #name = ::core::option::Option::Some(#value); }
            }
        }
    }

    /// Returns the fields that the body of the function reads.
    pub(super) fn of_body(&self) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut at = 0;
        while self.labels.is_empty()
            && let ReaderState { moves, is_end: false } = &self.reader.states[at]
        {
            let mut moves = moves.iter().filter(|it| it.1 != Move::Byte(at));
            let (Some((set, step)), None) = (moves.next(), moves.next()) else { break };
            at = match *step {
                Move::Byte(next) => next,
                Move::Symbol(symbol, next) if self.is_alone(at, *set) => {
                    found.insert(self.writer.symbols[symbol].field);
                    next
                }
                Move::Symbol(..) => break,
            };
        }
        found
    }

    /// Returns whether a part comes next in a state whatever the next byte is. It finds its own errors.
    fn is_alone(&self, at: usize, set: ByteSet) -> bool {
        set.union(self.back(at)) == ByteSet::ALL
    }

    /// Returns the bytes that lead a state back to itself.
    fn back(&self, at: usize) -> ByteSet {
        let moves = self.reader.states[at].moves.iter().filter(|it| it.1 == Move::Byte(at));
        moves.map(|it| it.0).fold(ByteSet::EMPTY, ByteSet::union)
    }

    /// The type of the choice in a field.
    fn choice(&self, slot: &Slot<'_>) -> Ident {
        ident(match slot.field.datum {
            Datum::NodeChoice(union) => data_types::choice_name(self.module, union),
            Datum::Choice(union) => &self.module.unions[union].type_name,
            _ => "",
        })
    }
}
