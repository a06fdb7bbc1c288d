//! The data of recursive rules, in the file of data: structs and enums that are made of nodes.

use super::data_types::{Form, Serde, choice_name, data_type, field_docs, form, gate, type_name};
use super::data_writers::{alternatives_of, checked, field_name, graph, is_straight, kind_name};
use super::docs::outer_docs;
use super::node_variants::node_variants;
use super::{ident, reader_code};
use crate::bytes::markdown::code;
use crate::plan::accessors::Count;
use crate::plan::model::{
    Datum, Holds, Module, NodeChoice, NodeField, NodeRecord, TreeTable, Unit,
};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// The name for data of any recursive rule. No type of a rule has an underscore.
const ANY: &str = "Any_";

/// The types.
pub(super) fn node_data(module: &Module, serde: Serde) -> Option<TokenStream> {
    let table = module.trees.as_ref().filter(|_| !module.records.nodes.is_empty())?;
    let context = Nodes { module, table, serde };
    let records = module.records.nodes.iter().map(|it| record(context, it));
    let choices = module.records.node_choices.iter().filter_map(|it| choice(context, it));
    let any = any(context);
    let numbers = module.records.nodes.iter().map(|record| {
        let number = Literal::usize_unsuffixed(table.nodes[record.node].number);
        let (ty, borrows) = (ident(type_name(module, record.node)), borrows(record.holds));
        quote! { #number #ty [#borrows]; }
    });
    Some(quote! {
        #(#records)*
        #(#choices)*
        #[cfg(feature = "alloc")]
        runtime::node_types::any! { #any: #(#numbers)* }
    })
}

/// What the functions of this file have in common.
#[derive(Clone, Copy)]
struct Nodes<'a> {
    module: &'a Module,
    table: &'a TreeTable,
    serde: Serde,
}

fn borrows(holds: Holds) -> Option<TokenStream> {
    holds.text.then(|| quote! { 'a })
}

/// The type for data of any recursive rule, with its lifetime in brackets.
fn any(Nodes { module, .. }: Nodes<'_>) -> TokenStream {
    let any = ident(ANY);
    let borrows = module.records.nodes.iter().any(|it| it.holds.text).then(|| quote! { 'a });
    quote! { #any [#borrows] }
}

/// The name of a rule or group.
fn rule_name(Nodes { module, table, .. }: Nodes<'_>, node: usize) -> &str {
    table.name(&module.rules, table.nodes[node].number)
}

fn record(context: Nodes<'_>, record: &NodeRecord) -> TokenStream {
    let Nodes { module, table, serde } = context;
    let ty = ident(type_name(module, record.node));
    let (any, borrows) = (any(context), borrows(record.holds));
    let choice = record.alternatives.and_then(|union| module.records.node_choice(union));
    let declared = if let Some(choice) = choice {
        let docs =
            format!("The alternatives of a text of {}.", code(rule_name(context, record.node)));
        let variants = alternatives(context, choice, &ty);
        let declared = enumeration(context, choice, &ty, &docs);
        quote! {
            #declared
            #[cfg(feature = "alloc")]
            runtime::node_types::choice! { #any, #ty [#borrows]: #(#variants),*; }
        }
    } else {
        let docs = format!("The parts of a text of {}.", code(rule_name(context, record.node)));
        let docs = outer_docs(&docs);
        let Form { derives, lifetime, .. } = form(record.holds);
        let fields = record.fields.iter().map(|field| declared_field(module, field));
        let parts = record.fields.iter().map(|field| {
            let name = ident(&field.field.name);
            let kind = ident(match (&field.field.datum, field.field.count) {
                (Datum::Flag, _) => "Flag",
                (_, Count::One) => "One",
                (_, Count::Optional) => "Optional",
                (_, Count::Many) => "List",
            });
            let made = made(context, field);
            quote! { #name #kind: #(#made),*; }
        });
        let structured = (serde == Serde::Offered).then(|| {
            let fields = record.fields.iter().enumerate().map(|(index, it)| {
                let (index, name) = (Literal::usize_unsuffixed(index), ident(&it.field.name));
                quote! { #index #name }
            });
            let gate = gate(record.holds);
            quote! { #gate runtime::structured::record! { [#borrows] #ty: #(#fields)* } }
        });
        quote! {
            #[cfg(feature = "alloc")]
            #docs
            #derives
            pub struct #ty #lifetime { #(#fields),* }

            #[cfg(feature = "alloc")]
            runtime::node_types::record! { #any, #ty [#borrows]: #(#parts)* }

            #structured
        }
    };
    let reader = reader_code::of_node(module, record);
    let methods = record.rule.map(|rule| {
        let buf = ident(&module.rules[rule].buf_name);
        let unit = match module.rules[rule].unit {
            Unit::Text => quote!(str),
            Unit::Bytes => quote!([u8]),
        };
        let direct = reader.as_ref().map(|_| quote!(, direct));
        quote! {
            #[cfg(feature = "alloc")]
            runtime::node_types::methods! { #any, #ty [#borrows], #buf, #unit #direct }
        }
    });
    let writer = record.writer.as_ref().map(|writer| {
        let name = rule_name(context, record.node);
        let number = Literal::usize_unsuffixed(table.nodes[record.node].number);
        let any = ident(ANY);
        let fields = record.fields.iter().map(|it| (record.step(&it.field), &it.field.datum));
        let graph = graph(module, fields, writer);
        let straight = is_straight(writer).then(|| quote! { straight });
        let buf = record
            .rule
            .map(|rule| ident(&module.rules[rule].buf_name))
            .map(|buf| quote! { , #buf });
        let checked = checked(writer);
        let fields = record.fields.iter().zip(&writer.fields).enumerate();
        let nests = fields.filter_map(|(index, (field, written))| {
            let how = nest(&field.field.datum, field.is_boxed)?;
            let (index, kind) = (Literal::usize_unsuffixed(index), ident(kind_name(written.kind)));
            let name = field_name(record.step(&field.field));
            Some(quote! { #index #kind #name #how; })
        });
        let of_choice = choice.map(|it| choice_writer(context, it, &ty));
        quote! {
            #of_choice
            #[cfg(feature = "alloc")]
            runtime::node_types::of_text! { #any, [#borrows] #ty #number }
            #[cfg(feature = "alloc")]
            runtime::records::graph! { derived [#borrows] #ty, #name #straight; #graph }
            #[cfg(feature = "alloc")]
            runtime::nests::record! { #checked [#borrows] #ty #buf; #(#nests)* }
        }
    });
    quote! {
        #declared
        #methods
        #reader
        #writer
    }
}

/// A field of a struct.
fn declared_field(module: &Module, NodeField { field, is_boxed, .. }: &NodeField) -> TokenStream {
    let (docs, name) = (outer_docs(&field_docs(module, field)), ident(&field.name));
    let of_one = boxed_type(data_type(module, &field.datum), *is_boxed);
    let ty = match field.count {
        Count::One => of_one,
        Count::Optional => quote! { ::core::option::Option<#of_one> },
        Count::Many => quote! { runtime::alloc::vec::Vec<#of_one> },
    };
    quote! { #docs pub #name: #ty }
}

fn boxed_type(ty: TokenStream, is_boxed: bool) -> TokenStream {
    if is_boxed {
        quote! { runtime::alloc::boxed::Box<#ty> }
    } else {
        ty
    }
}

/// What a field is made of: for each rule in it the number, and the form of its data.
fn made(context: Nodes<'_>, field: &NodeField) -> Vec<TokenStream> {
    let NodeField { field, what, is_boxed } = field;
    if let Datum::NodeChoice(union) = field.datum
        && let Some(choice) = context.module.records.node_choice(union)
    {
        return alternatives(context, choice, &ident(choice_name(context.module, union)));
    }
    let made = context.table.numbers(*what).into_iter().map(|number| {
        let index = Literal::usize_unsuffixed(number);
        let value = value(context, number, &field.datum, *is_boxed);
        quote! { #index #value }
    });
    made.collect()
}

/// What the enum `ty` is made of: for each alternative the number, and the form of its data.
fn alternatives(context: Nodes<'_>, choice: &NodeChoice, ty: &Ident) -> Vec<TokenStream> {
    let made = node_variants(context.module, context.table, choice).map(|it| {
        let (number, name) = (Literal::usize_unsuffixed(it.number), it.name);
        let value = it.datum.map(|datum| value(context, it.number, datum, it.is_boxed));
        quote! { #number of (#ty #name #value) }
    });
    made.collect()
}

/// The form of the data of a child with this number, as the run-time's macro `read` takes it.
fn value(
    Nodes { module, table, .. }: Nodes<'_>,
    number: usize,
    datum: &Datum,
    is_boxed: bool,
) -> TokenStream {
    let shown = &table.shown[number];
    let is_fallible = shown.rule().is_some_and(|rule| module.rules[rule].is_fallible());
    let form = match datum {
        Datum::Flag => return quote! { flag () },
        Datum::Node(_) if is_boxed => "boxed",
        Datum::Node(_) => "data",
        Datum::Decoded { .. } if is_fallible => "try_value",
        Datum::Scalar { .. } | Datum::Decoded { .. } => "value",
        Datum::Text { unit: Unit::Text, .. } => "text",
        Datum::Text { unit: Unit::Bytes, .. } => "bytes",
        Datum::Record(_) | Datum::Choice(_) | Datum::NodeChoice(_) => "record",
    };
    let (form, ty) = (ident(form), ident(shown.type_name(&module.rules)));
    quote! { #form (#ty) }
}

/// The data of a part of several rules. `None` if it is only the data of rules.
fn choice(context: Nodes<'_>, choice: &NodeChoice) -> Option<TokenStream> {
    let union = choice.choice.union;
    let mut holders = context.module.records.node_holders(union);
    if holders.all(|it| it.alternatives.is_some()) {
        return None;
    }
    let ty = ident(choice_name(context.module, union));
    let docs = format!("The data of [`{ty}`](super::nodes::{ty}).");
    let declared = enumeration(context, choice, &ty, &docs);
    let mut holders = context.module.records.node_holders(union);
    let is_written = holders.any(|it| it.alternatives.is_none() && it.writer.is_some());
    let writer = is_written.then(|| choice_writer(context, choice, &ty));
    Some(quote! { #declared #writer })
}

/// An enum of data.
fn enumeration(context: Nodes<'_>, of: &NodeChoice, ty: &Ident, docs: &str) -> TokenStream {
    let holds = of.choice.holds;
    let Form { derives, lifetime, .. } = form(holds);
    let docs = outer_docs(docs);
    let declared = node_variants(context.module, context.table, of).map(|it| {
        let (docs, name) = (outer_docs(&it.docs), it.name);
        let inside =
            it.datum.map(|datum| boxed_type(data_type(context.module, datum), it.is_boxed));
        let inside = inside.map(|ty| quote! { (#ty) });
        quote! { #docs #name #inside }
    });
    let structured = (context.serde == Serde::Offered).then(|| {
        let borrows = borrows(holds);
        let variants =
            node_variants(context.module, context.table, of).zip(0_u32..).map(|(it, index)| {
                let (index, name) = (Literal::u32_unsuffixed(index), it.name);
                let value = it.datum.map(|_| quote!(it));
                quote! { #index #name(#value); }
            });
        let gate = gate(holds);
        quote! { #gate runtime::structured::choice! { [#borrows] #ty: #(#variants)* } }
    });
    quote! {
        #[cfg(feature = "alloc")]
        #docs
        #derives
        pub enum #ty #lifetime { #(#declared),* }

        #structured
    }
}

/// The writer of a choice, which is the enum `ty`.
fn choice_writer(context: Nodes<'_>, choice: &NodeChoice, ty: &Ident) -> TokenStream {
    let borrows = borrows(choice.choice.holds);
    let rule = |number: usize| context.table.shown[number].rule();
    let alternatives =
        node_variants(context.module, context.table, choice).map(|it| (it.name, rule(it.number)));
    let alternatives = alternatives_of(context.module, &choice.choice, ty, alternatives);
    let nests = node_variants(context.module, context.table, choice).filter_map(|it| {
        let (name, how) = (it.name, nest(it.datum?, it.is_boxed)?);
        Some(quote! { #name #how; })
    });
    quote! {
        #alternatives
        #[cfg(feature = "alloc")]
        runtime::nests::choice! { [#borrows] #ty: #(#nests)* }
    }
}

/// The form in which data contains that of nodes. `None` if it contains none.
fn nest(datum: &Datum, is_boxed: bool) -> Option<Ident> {
    let form = match datum {
        Datum::Node(_) if is_boxed => "boxed",
        Datum::Node(_) => "data",
        Datum::NodeChoice(_) => "choice",
        _ => return None,
    };
    Some(ident(form))
}
