//! The fields that a reader fills.

use crate::back::emit::node_variants::{self, NodeVariant};
use crate::back::emit::unions::variant;
use crate::plan::accessors::Count;
use crate::plan::model::{Datum, Field, Module};
use proc_macro2::Ident;

/// A field.
pub(super) struct Slot<'a> {
    pub(super) field: &'a Field,
    /// Whether its data is in a box.
    pub(super) is_boxed: bool,
    /// The variants of a choice.
    pub(super) variants: Vec<Variant>,
}

/// What a field contains.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SlotContent {
    Flag,
    One,
    Optional,
    List,
}

impl Slot<'_> {
    pub(super) fn content(&self) -> SlotContent {
        match (&self.field.datum, self.field.count) {
            (Datum::Flag, _) => SlotContent::Flag,
            (_, Count::One) => SlotContent::One,
            (_, Count::Optional) => SlotContent::Optional,
            (_, Count::Many) => SlotContent::List,
        }
    }
}

/// A variant of a choice.
pub(super) struct Variant {
    /// Its name.
    pub(super) name: Ident,
    /// Its data. `None` if it has no contents.
    pub(super) datum: Option<Datum>,
    /// Whether its data is in a box.
    pub(super) is_boxed: bool,
}

/// The variants of a field that is a choice; empty if it is none.
pub(super) fn variants(module: &Module, datum: &Datum) -> Vec<Variant> {
    let Datum::Choice(union) = datum else { return Vec::new() };
    let data = module.records.choice(*union).into_iter().flat_map(|it| &it.variants);
    let alternatives = module.unions[*union].alternatives.iter().zip(data);
    let variant = |(alternative, datum): (_, &Option<Datum>)| Variant {
        name: variant(module, alternative),
        datum: datum.clone(),
        is_boxed: false,
    };
    alternatives.map(variant).collect()
}

/// The variants of a field that is a choice in a tree; empty if it is none.
pub(super) fn node_variants(module: &Module, datum: &Datum) -> Vec<Variant> {
    let Datum::NodeChoice(union) = datum else { return Vec::new() };
    let choice = module.records.node_choice(*union).zip(module.trees.as_ref());
    let variants = choice
        .into_iter()
        .flat_map(|(choice, table)| node_variants::node_variants(module, table, choice));
    let variant = |NodeVariant { name, datum, is_boxed, .. }: NodeVariant<'_>| Variant {
        name,
        datum: datum.cloned(),
        is_boxed,
    };
    variants.map(variant).collect()
}
