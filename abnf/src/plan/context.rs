//! What every stage of the plan asks about a grammar.

use crate::automata::shape::Shapes;
use crate::grammar::Resolved;
use crate::limits::Limits;

/// The inputs that the stages share.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The grammar and its imports.
    pub grammar: &'a Resolved,
    /// Which of its rules are regular, and in which order they depend on each other.
    pub shapes: &'a Shapes,
    /// Upper bounds.
    pub limits: &'a Limits,
}
