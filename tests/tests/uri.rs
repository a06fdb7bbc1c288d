//! The crate `uri` against independent sources: the libraries for the later RFCs,
//! and data that is not part of this repository.

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
mod ports;
mod properties;
mod resolution;
mod round_trips;
mod successors;
mod suites;
mod tables;
mod templates;
mod urls;
mod verdicts;
mod views;
