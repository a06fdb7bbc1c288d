//! From the model to files of Rust.

mod declaration;
pub mod emit;
pub mod packages;
pub mod render;
pub mod scaffold;
