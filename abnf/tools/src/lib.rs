//! Tools for authors and reviewers of ABNF grammars. Each module is one tool: a function from a grammar
//! to a result as data. The tools use the stages of the compiler, [`abnfc`].

pub mod conform;
mod contexts;
pub mod data;
pub mod derivations;
pub mod diagram;
pub mod dictionary;
pub mod diff;
pub mod editor;
mod elements;
pub mod examples;
pub mod explain;
pub mod export;
pub mod fmt;
pub mod html;
pub mod lint;
pub mod nearest;
pub mod sample;
#[cfg(test)]
mod testing;
mod written;
