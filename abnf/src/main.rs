//! The `abnfc` program.
fn main() {}
