//! The code of the states of a reader.

use super::pieces::piece;
use super::slots::{Slot, SlotContent, Variant};
use crate::back::emit::{class_literal, data_types, ident};
use crate::bytes::ByteSet;
use crate::plan::model::{Datum, Module, Move, Reader, ReaderState, RecordWriter, Spelled};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

/// How code goes on where the text ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Exit {
    /// After the code.
    Here,
    /// Out of the loop.
    Loop,
}

/// What the code of a reader is made of.
pub(super) struct Code<'a> {
    pub(super) module: &'a Module,
    /// The rules whose data does not depend on slots.
    pub(super) bare: BTreeSet<usize>,
    pub(super) fields: &'a [Slot<'a>],
    pub(super) names: &'a [Ident],
    pub(super) whole: Option<&'a Ident>,
    pub(super) writer: &'a RecordWriter,
    pub(super) reader: &'a Reader,
    /// The states with numbers.
    pub(super) labels: &'a [usize],
}

impl Code<'_> {
    /// The loop over the states with numbers.
    pub(super) fn states(&self) -> TokenStream {
        let states = self.labels.iter().map(|&state| {
            let number = Literal::usize_unsuffixed(state);
            let body = self.state(state, Exit::Loop);
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
    pub(super) fn state(&self, at: usize, exit: Exit) -> TokenStream {
        let ReaderState { moves, is_end } = &self.reader.states[at];
        let is_back = |step: &Move| *step == Move::Byte(at);
        let back = moves.iter().filter(|it| is_back(&it.1));
        let back = back.map(|it| it.0).fold(ByteSet::EMPTY, ByteSet::union);
        let skipped = (!back.is_empty()).then(|| {
            let set = byte_set(back);
            quote! { input.skip_all(#set); }
        });
        let end = match (is_end, exit) {
            (false, _) => quote! { return ::core::option::Option::None },
            (true, Exit::Here) => quote! { {} },
            (true, Exit::Loop) => quote! { break },
        };
        let moves: Vec<&(ByteSet, Move)> = moves.iter().filter(|it| !is_back(&it.1)).collect();
        let next = match &moves[..] {
            [] => end,
            // A byte is compared, and a part that is alone finds its own errors.
            [(set, step)]
                if !is_end && (matches!(step, Move::Byte(_)) || set.union(back).len() == 256) =>
            {
                let over = match *step {
                    Move::Byte(_) => match set.iter().collect::<Vec<_>>()[..] {
                        [byte] => {
                            let byte = Literal::byte_character(byte);
                            quote! { input.byte(#byte)?; }
                        }
                        _ => {
                            let set = byte_set(*set);
                            quote! { input.byte_of(#set)?; }
                        }
                    },
                    Move::Symbol(symbol, _) => self.symbol(symbol),
                };
                let then = self.then(*step, exit);
                quote! { #over #then }
            }
            moves => {
                let arms = moves.iter().map(|(set, step)| {
                    let pattern = pattern(*set);
                    let over = match *step {
                        Move::Byte(_) => quote! { input.skip(); },
                        Move::Symbol(symbol, _) => self.symbol(symbol),
                    };
                    let then = self.then(*step, exit);
                    quote! { ::core::option::Option::Some(#pattern) => { #over #then } }
                });
                quote! { match input.peek() { #(#arms)* _ => #end } }
            }
        };
        quote! { #skipped #next }
    }

    /// The code after a step.
    fn then(&self, step: Move, exit: Exit) -> TokenStream {
        let (Move::Byte(next) | Move::Symbol(_, next)) = step;
        if self.labels.contains(&next) {
            let number = Literal::usize_unsuffixed(next);
            quote! { #number }
        } else {
            self.state(next, exit)
        }
    }

    /// The statement that reads a part into its field.
    fn symbol(&self, symbol: usize) -> TokenStream {
        let spelled = &self.writer.symbols[symbol];
        let (slot, name) = (&self.fields[spelled.field], &self.names[spelled.field]);
        let content = &self.reader.contents[symbol];
        let value = match spelled.spelled {
            Spelled::Variant(index) => {
                let Variant { name, datum, is_boxed } = &slot.variants[index];
                let ty = self.whole.cloned().unwrap_or_else(|| self.choice(slot));
                match datum {
                    Some(datum) => {
                        let value = piece((self.module, &self.bare), datum, *is_boxed, content);
                        quote! { #ty::#name(#value) }
                    }
                    None => {
                        let read = piece((self.module, &self.bare), &Datum::Flag, false, content);
                        quote! {{ #read; #ty::#name }}
                    }
                }
            }
            _ => piece((self.module, &self.bare), &slot.field.datum, slot.is_boxed, content),
        };
        match slot.content() {
            SlotContent::Flag => quote! { #name = #value; },
            SlotContent::List => quote! { #name.push(#value); },
            SlotContent::One if self.labels.is_empty() => quote! { #name = #value; },
            SlotContent::One | SlotContent::Optional => {
                quote! { #name = ::core::option::Option::Some(#value); }
            }
        }
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

/// A constant set of bytes.
pub(super) fn byte_set(set: ByteSet) -> TokenStream {
    let class = class_literal(set);
    quote! { const { &runtime::reading::bytes(#class) } }
}

/// The pattern for the bytes of a set.
fn pattern(set: ByteSet) -> TokenStream {
    let ranges = set.ranges().into_iter().map(|(first, last)| {
        let [low, high] = [first, last].map(Literal::byte_character);
        if first == last { quote!(#low) } else { quote!(#low..=#high) }
    });
    quote! { #(#ranges)|* }
}
