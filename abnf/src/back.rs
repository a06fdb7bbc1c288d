//! The last room: from the model to files of Rust.

pub mod emit;
pub mod render;
pub mod scaffold;
