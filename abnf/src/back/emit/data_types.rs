//! The types of data: their attributes, their names, and the types of their fields.

use super::docs::{list, wrapped};
use super::{ident, number_methods};
use crate::plan::accessors::Count;
use crate::plan::model::{Datum, Field, Holds, Module, Unit};
use proc_macro2::TokenStream;
use quote::quote;

/// Whether the crate has the feature `serde`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Serde {
    Absent,
    Offered,
}

/// Attributes and lifetime of a type, by its contents.
pub(super) struct Form {
    pub(super) feature: Option<TokenStream>,
    pub(super) derives: TokenStream,
    pub(super) lifetime: Option<TokenStream>,
}

/// The condition of the implementations for serde.
pub(super) fn gate(holds: Holds) -> TokenStream {
    if holds.list {
        quote! { #[cfg(all(feature = "alloc", feature = "serde"))] }
    } else {
        quote! { #[cfg(feature = "serde")] }
    }
}

pub(super) fn form(holds: Holds) -> Form {
    let copy = (!holds.list).then(|| quote! { Copy, });
    let eq = (!holds.float).then(|| quote! { , Eq, Hash });
    Form {
        feature: holds.list.then(|| quote! { #[cfg(feature = "alloc")] }),
        derives: quote! { #[derive(Clone, #copy Debug, PartialEq #eq)] },
        lifetime: holds.text.then(|| quote! { <'a> }),
    }
}

/// The documentation of a field.
pub(super) fn field_docs(module: &Module, field: &Field) -> String {
    let names = list(&field.of, "or");
    let bounds = bounds(module, &field.datum);
    wrapped(&match (&field.datum, field.count) {
        (Datum::Flag, _) => format!("Whether the {names} is present."),
        (_, Count::One) => format!("The {names}{bounds}."),
        (_, Count::Optional) => format!("The {names}{bounds}, if there is one."),
        (_, Count::Many) => format!("Each {names}{bounds}, in order."),
    })
}

/// The bounds of data in its documentation, as `, 0 to 59`. Empty if it is no integer.
pub(super) fn bounds(module: &Module, datum: &Datum) -> String {
    let found = match datum {
        Datum::Scalar { of, .. } => number_methods::bounds(module, of),
        _ => None,
    };
    found.map(|it| format!(", {it}")).unwrap_or_default()
}

/// The type of a piece of data.
pub(super) fn data_type(module: &Module, datum: &Datum) -> TokenStream {
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
        Datum::Node(node) => named(type_name(module, *node), all.node(*node).map(|it| it.holds)),
        Datum::NodeChoice(union) => {
            let holds = all.node_choice(*union).map(|it| it.choice.holds);
            named(choice_name(module, *union), holds)
        }
        Datum::Flag => quote! { bool },
    }
}

/// The name of the type of a node's data.
pub(super) fn type_name(module: &Module, node: usize) -> &str {
    let table = module.trees.as_ref().expect("nodes are in trees");
    table.shown[table.nodes[node].number].type_name(&module.rules)
}

/// The name of the type of a choice of nodes.
pub(super) fn choice_name(module: &Module, union: usize) -> &str {
    &module.trees.as_ref().expect("nodes are in trees").unions[union].type_name
}
