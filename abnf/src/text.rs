//! The first room: from bytes to the tokens of a grammar, with the positions of the file.

pub mod bundled;
pub mod dialect;
pub mod directives;
pub mod extract;
pub mod imports;
pub mod source;
pub mod tokens;
