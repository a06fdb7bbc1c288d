//! The fourth room: what to generate, decided in plain data.
//!
//! A grammar and a [`Spec`](crate::spec::Spec) pass the stages of the modules below, from the first
//! to the last; [`compile`](mod@crate::compile) shows them in order. Each takes finished values and
//! returns one.
//!
//! | module | decides |
//! |---|---|
//! | [`restrict`] | which texts of a definition a rule has |
//! | [`outline`] | which groups and literals of a definition are parts |
//! | [`exports`] | which rules become types, and which are left out |
//! | [`parts`] | how each rule gives access to its parts, in texts and in trees |
//! | [`engines`] | how generated code walks each automaton |
//! | [`tables`] | the numbers of states, edges and lists |
//! | [`model`] | names, sample texts, and everything else that is printed |
//!
//! [`accessors`], [`context`], [`mod@format`], [`names`] and [`table_limit`] are shared by the
//! stages.

pub mod accessors;
pub mod context;
pub mod engines;
pub mod exports;
pub mod format;
pub mod model;
pub mod names;
pub mod outline;
pub mod parts;
pub mod restrict;
pub(crate) mod runtime;
pub mod table_limit;
pub mod tables;
