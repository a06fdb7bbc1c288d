//! The inputs that all stages of the plan share.

use crate::automata::shape::Shapes;
use crate::grammar::Resolved;
use crate::limits::Limits;

/// The inputs that the stages share.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The grammar and its imports.
    pub grammar: &'a Resolved,
    /// The shapes of its rules, and the order in which they depend on each other.
    pub shapes: &'a Shapes,
    /// Upper bounds.
    pub limits: &'a Limits,
}
