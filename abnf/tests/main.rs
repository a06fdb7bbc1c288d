//! All integration tests of the package in one program, since each file of its own would be
//! linked on its own.

mod bad_grammars;
mod document_kinds;
mod emitted;
mod golden;
mod messages;
mod notations;
