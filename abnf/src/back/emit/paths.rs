//! The paths of tables, as other files of generated code name them.

use super::{ident, module_path};
use crate::plan::model::{Model, TableId};
use proc_macro2::TokenStream;
use quote::quote;

/// The path of a matcher from the file of a rule of the module at `index`.
pub(super) fn matcher_path(model: &Model, index: usize, id: TableId) -> TokenStream {
    let name = ident(&model.modules[id.module].matchers[id.index].name);
    let module = module_path(model, index, id.module, 0);
    quote! { #module::tables::#name }
}

/// The path of a locator from the file of a rule of the module at `index`.
pub(super) fn locator_path(model: &Model, index: usize, id: TableId) -> TokenStream {
    let name = ident(&model.modules[id.module].locators[id.index].name);
    let module = module_path(model, index, id.module, 0);
    quote! { #module::parts::#name }
}

/// The path of a matcher's rows to shift from the file of a rule of the module at `index`.
pub(super) fn shift_path(model: &Model, index: usize, id: TableId) -> Option<TokenStream> {
    let matcher = &model.modules[id.module].matchers[id.index];
    matcher.shift.as_ref()?;
    let name = ident(&matcher.name);
    let module = module_path(model, index, id.module, 0);
    Some(quote! { #module::tables::shifts::#name })
}
