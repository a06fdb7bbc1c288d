//! Decides how each rule gives access to its parts: [`NamedRule`](super::exports::named::NamedRule)s to a
//! [`Selection`](selected::Selection).
//!
//! [`part_requests`] decides the parts of regular rules, [`locate`] builds the automata that find
//! them (with [`defer`]), [`unions`] names the enums and iterators, [`inherit`] finds the parts that
//! need not be located twice, and [`select`] collects the results for each rule. [`tree_parts`]
//! decides the parts of recursive rules, which accessors find in trees.
//!
//! [`located`], [`selected`] and [`tree_plan`] are the results as plain data; [`nesting`], [`size`]
//! and [`slots`] are what the stages share.

mod defer;
pub mod inherit;
pub mod locate;
pub mod located;
pub mod nesting;
pub mod part_requests;
pub mod select;
pub mod selected;
pub mod size;
pub mod slots;
pub mod tree_parts;
pub mod tree_plan;
pub mod unions;
