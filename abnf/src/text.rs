//! From bytes to the tokens of a grammar, with positions in the file.

pub mod block;
pub mod bundled;
pub mod dialect;
pub mod directives;
pub mod document;
pub mod extract;
pub mod imports;
mod page;
pub mod source;
pub mod tokens;
