//! The fourth room: what to generate, decided in plain data.

pub mod engine;
pub mod form;
pub mod format;
pub mod model;
pub mod names;
pub(crate) mod runtime;
pub mod select;
pub mod slots;
