//! Decides which rules become types: a grammar and a [`Spec`](crate::spec::Spec) to
//! [`NamedRule`](named::NamedRule)s.
//!
//! [`requests`] looks up the rules that the spec names, [`omissions`] leaves out those without an
//! automaton that tables can hold, and [`named`] decides the [`form`] and the names of the others.
//! [`fallbacks`] reports regular rules that only the general engine matches.

pub mod fallbacks;
pub mod form;
pub mod named;
pub mod omissions;
pub mod requests;
