//! Runs the program as a user does: arguments and standard input in; standard
//! output, standard error and exit status out.

mod build;
mod check;
mod columns;
mod common;
mod conform;
mod corpus;
mod diagram;
mod diff;
mod dump;
mod examples;
mod explain;
mod export;
mod extract;
mod fmt;
mod imports;
mod library;
mod lines;
mod lsp;
mod matching;
mod messages;
mod readers;
mod rules;
mod sample;
mod suite;
mod support;
mod test;
mod uri;
mod values;
