//! The fourth room: what to generate, decided in plain data.

pub mod engine;
pub mod model;
pub(crate) mod runtime;
pub mod select;
