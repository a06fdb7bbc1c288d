//! The crate `uri` against other people's knowledge of URIs: the libraries for the RFCs
//! that came after, and data, which is not part of this repository.

mod changes;
mod corpora;
mod data;
mod derivations;
mod engines;
mod facts;
mod generators;
mod grammars;
mod in_place;
mod parts;
mod paths;
mod peers;
mod properties;
mod resolution;
mod round_trips;
mod successors;
mod tables;
mod templates;
mod urls;
mod verdicts;
mod views;
