//! The file of the data of rules with parts: records and choices.

use super::data_types::{Form, Serde, bounds, data_type, field_docs, form, gate};
use super::data_writers;
use super::docs::{inner_docs, outer_docs, wrapped};
use super::unions::variant;
use super::{ident, node_data, reader_code, record_readers, root_path};
use crate::plan::accessors::Count;
use crate::plan::model::{Alternative, Choice, Datum, Model, Module, Record, Unit};
use crate::spec::CargoFeature;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

/// The types.
pub(super) fn data(model: &Model, index: usize) -> TokenStream {
    let module = &model.modules[index];
    let all = &module.records;
    let has_serde = model.cargo_features.declared.contains(&CargoFeature::Serde);
    let serde = if has_serde { Serde::Offered } else { Serde::Absent };
    let methods = match (all.records.is_empty(), all.nodes.is_empty()) {
        (_, true) => "`to_value` of a text with parts returns",
        (true, false) => "`try_to_value` of a text with parts returns",
        (false, false) => "`to_value` or `try_to_value` of a text with parts return",
    };
    let summary = format!(
        "{methods} these types. Numbers are numbers, a part with parts is data too, and text is \
         borrowed."
    );
    let docs = inner_docs(&format!("The parts of texts as plain data.\n\n{}", wrapped(&summary)));
    let root = root_path(module, 0);
    let unused = all.records.iter().all(|it| it.holds.list).then(|| {
        quote! { #[allow(unused_imports, reason = "all data needs the feature `alloc`")] }
    });
    let bare = record_readers::without_slots(module);
    let records = all.records.iter().map(|it| record(module, serde, &bare, it));
    let choices = all.choices.iter().filter_map(|it| choice(module, serde, it));
    let nodes = node_data::node_data(module, serde);
    quote! {
        #docs
        #![allow(
            clippy::large_enum_variant,
            clippy::needless_late_init,
            clippy::single_match_else,
            clippy::struct_excessive_bools,
            clippy::too_many_lines,
            clippy::vec_init_then_push,
            unused_assignments,
            reason = "the grammar determines the contents"
        )]
        #unused
        use #root::runtime;
        #(#records)*
        #(#choices)*
        #nodes
    }
}

/// `bare` are the rules whose data does not depend on slots.
fn record(module: &Module, serde: Serde, bare: &BTreeSet<usize>, record: &Record) -> TokenStream {
    if let Some(choice) = record.alternatives.and_then(|it| module.records.choice(it)) {
        return alternatives(module, serde, record, choice);
    }
    let rule = &module.rules[record.rule];
    let (ty, buf) = (ident(&rule.type_name), ident(&rule.buf_name));
    let Form { feature, derives, lifetime } = form(record.holds);
    let docs = outer_docs(&format!("The parts of a text of `{}`.", rule.name));
    let fields = record.fields.iter().map(|field| {
        let (docs, name) = (outer_docs(&field_docs(module, field)), ident(&field.name));
        let of_one = data_type(module, &field.datum);
        let ty = match field.count {
            Count::One => of_one,
            Count::Optional => quote! { ::core::option::Option<#of_one> },
            Count::Many => quote! { runtime::alloc::vec::Vec<#of_one> },
        };
        quote! { #docs pub #name: #ty }
    });
    let values = record.fields.iter().map(|field| {
        let name = ident(&field.name);
        let direct = record_readers::direct(module, bare, record, field);
        let value = match (&field.datum, field.count) {
            _ if direct.is_some() => quote! { #direct },
            (Datum::Flag, _) if rule.view.parts.iter().any(|it| it.accessor == field.name) => {
                quote! { text.#name().is_some() }
            }
            (Datum::Flag, _) => quote! { text.#name() },
            (datum, Count::One) => read(datum, &quote! { text.#name() }),
            (datum, Count::Optional) => {
                let read = reader(datum);
                quote! { text.#name().map(#read) }
            }
            (datum, Count::Many) => {
                let read = reader(datum);
                quote! { text.#name().map(#read).collect() }
            }
        };
        quote! { #name: #value }
    });
    let borrows = lifetime.as_ref().map(|_| quote! { 'a });
    let structured = (serde == Serde::Offered).then(|| {
        let fields = record.fields.iter().enumerate().map(|(index, field)| {
            let (index, name) = (Literal::usize_unsuffixed(index), ident(&field.name));
            quote! { #index #name }
        });
        let gate = gate(record.holds);
        quote! { #gate runtime::structured::record! { [#borrows] #ty: #(#fields)* } }
    });
    let of = borrows.clone().unwrap_or_else(|| quote! { '_ });
    let writer = record.writer.as_ref().map(|it| data_writers::of_record(module, record, it));
    let (unit, direct, reader) = reading(module, record);
    quote! {
        #feature
        #docs
        #derives
        pub struct #ty #lifetime { #(#fields),* }

        #feature
        impl #lifetime ::core::convert::From<super::#ty<#of>> for #ty #lifetime {
            #[inline]
            fn from(text: super::#ty<#of>) -> Self {
                Self { #(#values),* }
            }
        }

        #feature
        runtime::values::record! { [#borrows] #ty, #buf, #unit #direct }

        #structured

        #reader

        #writer
    }
}

/// The unit of the text of a record, `direct` if it has a reader, and the reader.
fn reading(
    module: &Module,
    record: &Record,
) -> (TokenStream, Option<TokenStream>, Option<TokenStream>) {
    let unit = match module.rules[record.rule].unit {
        Unit::Text => quote!(str),
        Unit::Bytes => quote!([u8]),
    };
    let writer = record.writer.as_ref();
    let is_direct = writer.and_then(|it| it.reader.as_ref()).is_some_and(|it| it.is_direct);
    let direct = is_direct.then(|| quote!(, direct));
    (unit, direct, reader_code::of_record(module, record))
}

/// The data of a rule that is a choice.
fn alternatives(module: &Module, serde: Serde, record: &Record, of: &Choice) -> TokenStream {
    let rule = &module.rules[record.rule];
    let (ty, buf) = (ident(&rule.type_name), ident(&rule.buf_name));
    let Form { feature, lifetime, .. } = form(of.holds);
    let borrows = lifetime.as_ref().map(|_| quote! { 'a });
    let of_view = borrows.clone().unwrap_or_else(|| quote! { '_ });
    let docs = format!("The alternatives of a text of `{}`.", rule.name);
    let accessor = ident(&record.fields[0].name);
    let (from, text) = (quote! { super::#ty<#of_view> }, quote! { text.#accessor() });
    let declared = enumeration(module, serde, of, &ty, &docs, &from, &text);
    let (unit, direct, reader) = reading(module, record);
    let writer = record.writer.as_ref().map(|it| {
        let choice = data_writers::of_choice(module, of, &ty);
        let record = data_writers::of_record(module, record, it);
        quote! { #choice #record }
    });
    quote! {
        #declared

        #feature
        runtime::values::record! { [#borrows] #ty, #buf, #unit #direct }

        #reader

        #writer
    }
}

/// The data of a part of several rules. `None` if it is only the data of rules.
fn choice(module: &Module, serde: Serde, choice: &Choice) -> Option<TokenStream> {
    let holders = module.records.holders(choice.union);
    let holders: Vec<_> = holders.filter(|it| it.alternatives.is_none()).collect();
    if holders.is_empty() {
        return None;
    }
    let union = &module.unions[choice.union];
    let ty = ident(&union.type_name);
    let Form { lifetime, .. } = form(choice.holds);
    let docs = format!("The data of [`{ty}`](super::{ty}).");
    let from = match (union.has_text(), &lifetime) {
        (true, Some(_)) => quote! { super::#ty<'a> },
        (true, None) => quote! { super::#ty<'_> },
        (false, _) => quote! { super::#ty },
    };
    let declared = enumeration(module, serde, choice, &ty, &docs, &from, &quote!(text));
    let is_written = holders.iter().any(|record| record.writer.is_some());
    let writer = is_written.then(|| data_writers::of_choice(module, choice, &ty));
    Some(quote! { #declared #writer })
}

/// An enum of data, and how it is made of a value of the type `from`, whose union is `text`.
fn enumeration(
    module: &Module,
    serde: Serde,
    choice: &Choice,
    ty: &Ident,
    docs: &str,
    from: &TokenStream,
    text: &TokenStream,
) -> TokenStream {
    let union = &module.unions[choice.union];
    let of = ident(&union.type_name);
    let Form { feature, derives, lifetime } = form(choice.holds);
    let docs = outer_docs(docs);
    let alternatives = || union.alternatives.iter().zip(&choice.variants);
    let variants = alternatives().map(|it| match it {
        (Alternative::Rule(rule), Some(datum)) => {
            let rule = &module.rules[*rule];
            let bounds = bounds(module, datum);
            let docs = outer_docs(&format!("Text of `{}`{bounds}.", rule.name));
            let (variant, ty) = (ident(&rule.type_name), data_type(module, datum));
            quote! { #docs #variant(#ty) }
        }
        (alternative, _) => {
            let (docs, variant) = literal(module, alternative);
            quote! { #docs #variant }
        }
    });
    let arms = alternatives().map(|it| match it {
        (Alternative::Rule(rule), Some(datum)) => {
            let variant = ident(&module.rules[*rule].type_name);
            let value = read(datum, &quote!(text));
            quote! { super::#of::#variant(text) => Self::#variant(#value) }
        }
        (alternative, _) => {
            let (_, variant) = literal(module, alternative);
            let rest = matches!(alternative, Alternative::Rule(_)).then(|| quote! { (_) });
            quote! { super::#of::#variant #rest => Self::#variant }
        }
    });
    let structured = (serde == Serde::Offered).then(|| {
        let borrows = lifetime.as_ref().map(|_| quote! { 'a });
        let variants = alternatives().zip(0_u32..).map(|((alternative, datum), index)| {
            let (index, value) =
                (Literal::u32_unsuffixed(index), datum.as_ref().map(|_| quote!(it)));
            let name = variant(module, alternative);
            quote! { #index #name(#value); }
        });
        let gate = gate(choice.holds);
        quote! { #gate runtime::structured::choice! { [#borrows] #ty: #(#variants)* } }
    });
    quote! {
        #feature
        #docs
        #derives
        pub enum #ty #lifetime { #(#variants),* }

        #feature
        impl #lifetime ::core::convert::From<#from> for #ty #lifetime {
            #[inline]
            fn from(text: #from) -> Self {
                match #text { #(#arms),* }
            }
        }

        #structured
    }
}

/// The documentation and the name of a variant without contents.
fn literal(module: &Module, alternative: &Alternative) -> (TokenStream, Ident) {
    let name = super::unions::name(module, alternative);
    let docs = match alternative {
        Alternative::Rule(_) => format!("The text of {name}."),
        Alternative::Literal { .. } => format!("The literal {name}."),
    };
    (outer_docs(&docs), variant(module, alternative))
}

/// The function that makes data of a part.
fn reader(datum: &Datum) -> TokenStream {
    match datum {
        Datum::Scalar { of, .. } | Datum::Decoded { of, .. } => {
            let of = ident(of);
            quote! { super::#of::value }
        }
        Datum::Text { of, unit } => {
            let of = ident(of);
            let method = ident(match unit {
                Unit::Text => "as_str",
                Unit::Bytes => "as_bytes",
            });
            quote! { super::#of::#method }
        }
        _ => quote! { ::core::convert::From::from },
    }
}

/// The data of a part.
fn read(datum: &Datum, part: &TokenStream) -> TokenStream {
    match datum {
        Datum::Scalar { .. } | Datum::Decoded { .. } => quote! { #part.value() },
        Datum::Text { unit: Unit::Text, .. } => quote! { #part.as_str() },
        Datum::Text { unit: Unit::Bytes, .. } => quote! { #part.as_bytes() },
        _ => {
            let reader = reader(datum);
            quote! { #reader(#part) }
        }
    }
}
