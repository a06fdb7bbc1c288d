//! What the conformance tests share: a reference recogniser, a source of
//! strings, and the bodies of the fuzz targets.

pub mod derivation;
pub mod forms;
pub mod fuzz_bodies;
mod productions;
pub mod reference;
pub mod strings;
mod utf8;
