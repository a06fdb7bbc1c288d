//! The third room: from a resolved grammar to automata.
//!
//! [`shape`] and [`superset`] tell regular rules from nested ones, [`pattern`] turns values into bytes,
//! [`nfa`] and [`dfa`] are the automata, [`rules`] runs the stages for the rules that
//! are wanted. [`tagged`] locates parts and [`events`] repeated parts.

pub mod alike;
pub mod ambiguity;
pub mod compare;
pub mod dense;
pub mod determinise;
pub mod dfa;
pub mod events;
pub mod expected;
pub mod graph;
mod id;
pub mod language;
mod merge_bisimilar;
pub mod minimise;
pub mod nested;
pub mod nfa;
pub mod pattern;
mod refine;
pub mod rules;
pub mod shape;
pub mod shortest_paths;
mod silent_cycles;
pub mod superset;
pub mod tagged;
pub mod trees;
