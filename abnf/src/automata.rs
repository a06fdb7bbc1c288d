//! From a resolved grammar to automata.
//!
//! [`shape`] and [`superset`] separate regular rules from nested ones, and [`pattern`] turns values
//! into bytes. [`nfa`] and [`dfa`] are the automata of regular rules, [`nested`] those of nested
//! rules; [`rules`] runs the stages for the requested rules. [`tagged`] locates parts, [`events`]
//! repeated parts, and [`trees`] derivations; [`skeleton`] finds the text between parts, and
//! [`marked`] the text around pieces; [`prefixes`] divides the texts of pieces. [`remainder`] and
//! [`order`] decide what the data of parts determines. [`products`] and [`numeral_range`] make the
//! automata of restrictions.

pub mod ambiguity;
pub mod compare;
pub mod decodable;
pub mod dense;
pub mod determinise;
pub mod dfa;
pub mod equivalence;
pub mod events;
pub mod expected;
pub mod floats;
pub mod graph;
mod id;
mod inclusion;
pub mod language;
pub mod marked;
mod merge_bisimilar;
pub mod minimise;
pub mod nested;
pub mod nfa;
pub mod numeral_range;
pub mod numerals;
pub mod order;
pub mod padded;
pub mod pattern;
pub mod prefixes;
pub mod products;
mod refine;
pub mod remainder;
pub mod rules;
pub mod same_tags;
pub mod separated;
pub mod shape;
pub mod shortest_paths;
mod silent_cycles;
pub mod single;
pub mod skeleton;
pub mod superset;
pub mod tagged;
pub mod trees;
pub mod words;

#[cfg(test)]
mod tests;
