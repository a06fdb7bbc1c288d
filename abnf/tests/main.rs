//! All integration tests of the package in one program, since each file of its own would be
//! linked on its own.

mod automata;
mod bad_grammars;
mod chains;
mod emitted;
mod golden;
mod repeated;
mod tagged;
