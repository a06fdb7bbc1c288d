//! The code that reads data in one pass: a function for each reader.
//!
//! A state becomes code where its only predecessor needs it. The other states have numbers, and a loop
//! goes from one of them to the next.

mod byte_reads;
mod filled_fields;
mod part_reads;
mod reader_states;

use super::data_types::{Form, form, type_name};
use super::{ident, record_readers};
use crate::plan::model::{Holds, Module, Move, NodeRecord, Reader, Record, RecordWriter};
use filled_fields::{Slot, SlotContent, node_variants, variants};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use reader_states::{Code, Place};
use std::collections::BTreeSet;

/// The reader of a record that is made of a text. `None` if it has none.
pub(super) fn of_record(module: &Module, record: &Record) -> Option<TokenStream> {
    let fields: Vec<Slot<'_>> = record
        .fields
        .iter()
        .map(|field| Slot { field, is_boxed: false, variants: variants(module, &field.datum) })
        .collect();
    let whole = record.alternatives.map(|_| ident(&module.rules[record.rule].type_name));
    let ty = ident(&module.rules[record.rule].type_name);
    let read = reader(module, &fields, whole.as_ref(), record.writer.as_ref()?)?;
    Some(implementation(&ty, record.holds, &read))
}

/// The reader of a record that is made of a node. `None` if it has none.
pub(super) fn of_node(module: &Module, record: &NodeRecord) -> Option<TokenStream> {
    let fields: Vec<Slot<'_>> = record
        .fields
        .iter()
        .map(|it| {
            let variants = node_variants(module, &it.field.datum);
            Slot { field: &it.field, is_boxed: it.is_boxed, variants }
        })
        .collect();
    let ty = ident(type_name(module, record.node));
    let whole = record.alternatives.map(|_| ty.clone());
    let read = reader(module, &fields, whole.as_ref(), record.writer.as_ref()?)?;
    Some(implementation(&ty, record.holds, &read))
}

fn implementation(ty: &Ident, holds: Holds, read: &TokenStream) -> TokenStream {
    let Form { feature, lifetime, .. } = form(holds);
    quote! {
        #feature
        impl<'a> runtime::reading::Read<'a> for #ty #lifetime {
            #[inline]
            fn read(
                input: &mut runtime::reading::Input<'a>,
            ) -> ::core::option::Option<Self> {
                #read
            }
        }
    }
}

/// The body of a reader. `whole` is the type of data that is a choice.
fn reader(
    module: &Module,
    fields: &[Slot<'_>],
    whole: Option<&Ident>,
    writer: &RecordWriter,
) -> Option<TokenStream> {
    let reader = writer.reader.as_ref()?;
    let labels = labels(reader);
    let names: Vec<Ident> = fields.iter().map(|it| ident(&it.field.name)).collect();
    let variables = variables(fields);
    let bare = record_readers::without_slots(module);
    let code = Code {
        module,
        bare,
        fields,
        variables: &variables,
        whole,
        writer,
        reader,
        labels: &labels,
    };
    let of_body = code.of_body();
    let declared = fields.iter().zip(&variables).enumerate().map(|(index, (slot, name))| {
        match slot.content() {
            SlotContent::List => quote! { let mut #name = runtime::alloc::vec::Vec::new(); },
            SlotContent::Flag | SlotContent::One if of_body.contains(&index) => TokenStream::new(),
            SlotContent::Flag => quote! { let mut #name = false; },
            // Without a loop, each way to the end is known to read the part.
            SlotContent::One if labels.is_empty() => quote! { let #name; },
            SlotContent::One | SlotContent::Optional => {
                quote! { let mut #name = ::core::option::Option::None; }
            }
        }
    });
    let read = if labels.is_empty() { code.state(0, Place::Body) } else { code.states() };
    let is_option = |slot: &Slot<'_>| slot.content() == SlotContent::One && !labels.is_empty();
    let made = match (whole, &variables[..]) {
        (Some(_), [variable]) if is_option(&fields[0]) => quote! { #variable },
        (Some(_), _) => quote! { ::core::option::Option::Some(#(#variables)*) },
        (None, _) => {
            let members = fields.iter().zip(names.iter().zip(&variables));
            let members = members.map(|(slot, (name, variable))| match is_option(slot) {
                true => quote! { #name: #variable? },
                false if name == variable => quote! { #name },
                false => quote! { #name: #variable },
            });
            quote! { ::core::option::Option::Some(Self { #(#members),* }) }
        }
    };
    Some(quote! {
        #(#declared)*
        #read
        #made
    })
}

/// The variables of fields, which differ from those of the function.
fn variables(fields: &[Slot<'_>]) -> Vec<Ident> {
    let names: BTreeSet<&str> = fields.iter().map(|it| &*it.field.name).collect();
    let variable = |slot: &Slot<'_>| {
        let mut name = slot.field.name.clone();
        if ["input", "state"].contains(&&*name) {
            while names.contains(&*name) {
                name.push('_');
            }
        }
        ident(&name)
    };
    fields.iter().map(variable).collect()
}

/// The states with numbers, to which several steps lead. The first state is among them if there are any. At
/// the end of the text nothing is left to do, so that it needs no number.
fn labels(reader: &Reader) -> Vec<usize> {
    let steps = steps(reader);
    let is_label = |&state: &usize| steps[state] > 1 && !reader.states[state].moves.is_empty();
    let found: Vec<usize> = (0..reader.states.len()).filter(is_label).collect();
    match found.first() {
        Some(&first) if first > 0 => [&[0], &found[..]].concat(),
        _ => found,
    }
}

/// The number of steps that lead to each state from others. A part that leads back to its own state
/// counts twice, because a list is a loop.
fn steps(reader: &Reader) -> Vec<usize> {
    let mut steps = vec![0; reader.states.len()];
    for (at, state) in reader.states.iter().enumerate() {
        for (_, step) in &state.moves {
            match *step {
                Move::Byte(next) if next == at => {}
                Move::Symbol(_, next) if next == at => steps[next] += 2,
                Move::Byte(next) | Move::Symbol(_, next) => steps[next] += 1,
            }
        }
    }
    // The start of the text is a step to the first one.
    steps[0] += 1;
    steps
}
