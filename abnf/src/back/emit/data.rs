//! The file of the data of rules with parts: records and choices.

use super::data_writers;
use super::docs::{inner_docs, list, outer_docs, wrapped};
use super::unions::variant;
use super::{ident, root_path};
use crate::plan::accessors::Count;
use crate::plan::model::{Alternative, Choice, Datum, Field, Holds, Model, Module, Record, Unit};
use crate::spec::CargoFeature;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// The types.
pub(super) fn data(model: &Model, index: usize) -> TokenStream {
    let module = &model.modules[index];
    let all = &module.records;
    let has_serde = model.cargo_features.declared.contains(&CargoFeature::Serde);
    let serde = if has_serde { Serde::Offered } else { Serde::Absent };
    let summary = "`to_value` of a text with parts returns these types. Numbers are numbers, a part \
                   with parts is data too, and text is borrowed.";
    let docs = inner_docs(&format!("The parts of texts as plain data.\n\n{}", wrapped(summary)));
    let root = root_path(module, 0);
    let unused = all.records.iter().all(|it| it.holds.list).then(|| {
        quote! { #[allow(unused_imports, reason = "all data needs the feature `alloc`")] }
    });
    let records = all.records.iter().map(|it| record(module, serde, it));
    let choices = all.choices.iter().filter_map(|it| choice(module, serde, it));
    quote! {
        #docs
        #![allow(
            clippy::large_enum_variant,
            clippy::struct_excessive_bools,
            reason = "the grammar determines the contents"
        )]
        #unused
        use #root::runtime;
        #(#records)*
        #(#choices)*
    }
}

/// Whether the crate has the feature `serde`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Serde {
    Absent,
    Offered,
}

/// Attributes and lifetime of a type, by its contents.
struct Form {
    feature: Option<TokenStream>,
    derives: TokenStream,
    lifetime: Option<TokenStream>,
}

/// The condition of the implementations for serde.
fn gate(holds: Holds) -> TokenStream {
    if holds.list {
        quote! { #[cfg(all(feature = "alloc", feature = "serde"))] }
    } else {
        quote! { #[cfg(feature = "serde")] }
    }
}

fn form(holds: Holds) -> Form {
    let copy = (!holds.list).then(|| quote! { Copy, });
    let eq = (!holds.float).then(|| quote! { , Eq, Hash });
    Form {
        feature: holds.list.then(|| quote! { #[cfg(feature = "alloc")] }),
        derives: quote! { #[derive(Clone, #copy Debug, PartialEq #eq)] },
        lifetime: holds.text.then(|| quote! { <'a> }),
    }
}

fn record(module: &Module, serde: Serde, record: &Record) -> TokenStream {
    if let Some(choice) = record.alternatives.and_then(|it| module.records.choice(it)) {
        return alternatives(module, serde, record, choice);
    }
    let rule = &module.rules[record.rule];
    let (ty, buf) = (ident(&rule.type_name), ident(&rule.buf_name));
    let Form { feature, derives, lifetime } = form(record.holds);
    let docs = outer_docs(&format!("The parts of a text of `{}`.", rule.name));
    let fields = record.fields.iter().map(|field| {
        let (docs, name) = (outer_docs(&field_docs(field)), ident(&field.name));
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
        let value = match (&field.datum, field.count) {
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
        runtime::values::record! { [#borrows] #ty, #buf }

        #structured

        #writer
    }
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
    let writer = record.writer.as_ref().map(|it| {
        let choice = data_writers::of_choice(module, of, &ty);
        let record = data_writers::of_record(module, record, it);
        quote! { #choice #record }
    });
    quote! {
        #declared

        #feature
        runtime::values::record! { [#borrows] #ty, #buf }

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
            let docs = outer_docs(&format!("Text of `{}`.", rule.name));
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

fn field_docs(field: &Field) -> String {
    let names = list(&field.of, "or");
    wrapped(&match (&field.datum, field.count) {
        (Datum::Flag, _) => format!("Whether the {names} is present."),
        (_, Count::One) => format!("The {names}."),
        (_, Count::Optional) => format!("The {names}, if there is one."),
        (_, Count::Many) => format!("Each {names}, in order."),
    })
}

/// The type of a piece of data.
fn data_type(module: &Module, datum: &Datum) -> TokenStream {
    let all = &module.records;
    let named = |name: &str, holds: Option<Holds>| {
        let ty = ident(name);
        let lifetime = holds.unwrap_or_default().text.then(|| quote! { <'a> });
        quote! { #ty #lifetime }
    };
    match datum {
        Datum::Scalar { ty, .. } => {
            let ty = ident(ty.name());
            quote! { #ty }
        }
        Datum::Text { unit: Unit::Text, .. } => quote! { &'a str },
        Datum::Text { unit: Unit::Bytes, .. } => quote! { &'a [u8] },
        Datum::Decoded { unit: Unit::Text, .. } => quote! { runtime::alloc::borrow::Cow<'a, str> },
        Datum::Decoded { unit: Unit::Bytes, .. } => {
            quote! { runtime::alloc::borrow::Cow<'a, [u8]> }
        }
        Datum::Record(rule) => {
            named(&module.rules[*rule].type_name, all.record(*rule).map(|it| it.holds))
        }
        Datum::Choice(union) => {
            named(&module.unions[*union].type_name, all.choice(*union).map(|it| it.holds))
        }
        Datum::Flag => quote! { bool },
    }
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
        Datum::Record(_) | Datum::Choice(_) | Datum::Flag => quote! { ::core::convert::From::from },
    }
}

/// The data of a part.
fn read(datum: &Datum, part: &TokenStream) -> TokenStream {
    match datum {
        Datum::Scalar { .. } | Datum::Decoded { .. } => quote! { #part.value() },
        Datum::Text { unit: Unit::Text, .. } => quote! { #part.as_str() },
        Datum::Text { unit: Unit::Bytes, .. } => quote! { #part.as_bytes() },
        Datum::Record(_) | Datum::Choice(_) | Datum::Flag => {
            let reader = reader(datum);
            quote! { #reader(#part) }
        }
    }
}
