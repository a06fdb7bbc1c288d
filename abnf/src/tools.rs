//! Questions about grammars that are not generation: one module a tool, each a function from a
//! grammar to an answer as data. They use the stages of the compiler, which know nothing of them.

pub mod derivations;
pub mod diagram;
pub mod diff;
pub mod editor;
pub mod examples;
pub mod expected;
pub mod explain;
pub mod export;
pub mod fmt;
pub mod html;
pub mod lint;
pub mod named_parts;
pub mod nearest;
pub mod sample;
mod written;
