//! The fourth room: what to generate, decided in plain data.
//!
//! A grammar and a [`Spec`](crate::spec::Spec) pass the stages [`outline`], [`exports`],
//! [`omissions`], [`fallbacks`], [`named`], [`part_requests`], [`locate`] (with
//! [`defer`]), [`unions`], [`inherit`] and [`select`], for which [`entries`] says which rules are
//! read most; [`compile`](mod@crate::compile) shows them in order. Each takes finished values and
//! returns one. [`engine`] and [`model`] then decide how the generated code looks.
//!
//! [`context`], [`form`], [`mod@format`], [`located`], [`names`], [`nesting`], [`selected`],
//! [`size`], [`table_limit`] and [`told`] are what the stages share.

pub mod context;
mod defer;
pub mod engine;
pub mod entries;
pub mod exports;
pub mod fallbacks;
pub mod form;
pub mod format;
pub mod inherit;
pub mod locate;
pub mod located;
pub mod model;
pub mod named;
pub mod names;
pub mod nesting;
pub mod omissions;
pub mod outline;
pub mod part_requests;
pub(crate) mod runtime;
pub mod select;
pub mod selected;
pub mod size;
pub mod slots;
pub mod table_limit;
pub mod told;
pub mod tree_parts;
pub mod tree_plan;
pub mod unions;
