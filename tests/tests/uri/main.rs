//! The crate `uri` against other people's knowledge of URIs: the libraries for the RFCs
//! that came after, and data, which is not part of this repository.

mod corpora;
mod derivations;
mod facts;
mod grammars;
mod parts;
mod verdicts;
mod views;
