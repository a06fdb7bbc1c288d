//! The variants of the data of parts of several rules in trees.

use super::ident;
use crate::bytes::markdown::code;
use crate::plan::model::{Datum, Module, NodeChoice, Shown, TreeTable};
use proc_macro2::Ident;

/// An alternative of a choice.
pub(super) struct NodeVariant<'a> {
    pub(super) number: usize,
    pub(super) name: Ident,
    pub(super) docs: String,
    pub(super) datum: Option<&'a Datum>,
    pub(super) is_boxed: bool,
}

/// Iterates over the alternatives of a choice.
pub(super) fn node_variants<'a>(
    module: &'a Module,
    table: &'a TreeTable,
    NodeChoice { choice, boxed }: &'a NodeChoice,
) -> impl Iterator<Item = NodeVariant<'a>> {
    let alternatives = table.unions[choice.union].alternatives.iter();
    let data = choice.variants.iter().zip(boxed);
    alternatives.zip(data).map(|((number, literal), (datum, is_boxed))| {
        let shown = &table.shown[*number];
        let name = literal.as_deref().unwrap_or_else(|| shown.type_name(&module.rules));
        let of = code(table.name(&module.rules, *number));
        let docs = match (datum, shown) {
            (Some(_), _) => format!("Text of {of}."),
            (None, Shown::Literal(_)) => format!("The literal {of}."),
            (None, _) => format!("The text of {of}."),
        };
        let (number, name, datum) = (*number, ident(name), datum.as_ref());
        NodeVariant { number, name, docs, datum, is_boxed: *is_boxed }
    })
}
