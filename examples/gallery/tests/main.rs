//! Uses of the types of each grammar.

#[cfg(feature = "alloc")]
mod decoded;
mod rfc3986;
mod rfc5234;
mod rfc5322;
mod rfc5646;
#[cfg(feature = "alloc")]
mod rfc8259;
mod rfc8259_pieces;
mod rfc9110;
mod rfc9535;
mod toml;
