//! Decides how each rule gives access to its parts:
//! [`NamedRule`](super::exports::named::NamedRule)s to a [`Selection`](selected::Selection).
//!
//! [`part_requests`] decides the parts of all rules. For those in texts, [`locate`] builds the
//! automata that find them (with [`defer`]), [`innermost`] names the rules in messages, [`decodings`]
//! decides how texts with pieces are decoded (and [`encoders`] how values become such texts),
//! [`writers`] plans how data becomes text, [`derivations`] finds the texts that need not be read back,
//! [`hollows`] describes the texts around parts, [`leaf_values`] decides which rules have values, [`unions`] names the enums and iterators,
//! [`inherit`] finds the parts that need not be located twice, and [`select`] collects the results
//! for each rule. For those in trees, [`node_writers`] plans how data becomes text, and [`tree_plan`]
//! builds the automata and names the types.
//!
//! [`located`] and [`selected`] are the results as plain data; [`nesting`], [`size`], [`slots`] and
//! `letters` are shared by the stages.

pub mod decodings;
mod defer;
pub mod derivations;
pub mod encoders;
pub mod hollow_texts;
pub mod hollows;
pub mod inherit;
pub mod innermost;
pub mod join;
pub mod lacks;
pub mod leaf_values;
mod letters;
pub mod locate;
pub mod located;
pub mod nesting;
pub mod node_writers;
pub mod part_requests;
pub mod select;
pub mod selected;
pub mod size;
pub mod slots;
pub mod tree_plan;
pub mod unions;
pub mod writers;
