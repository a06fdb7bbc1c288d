//! The first room: from bytes to the text of a grammar, with the positions of the file.

pub mod dialect;
pub mod extract;
pub mod imports;
mod rough;
pub mod source;
