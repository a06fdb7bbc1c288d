//! Tests of the functions over arrays: each row of each result is compared with a reference for one
//! text, and each result with the invariants of Arrow.

mod check;
mod errors;
mod hand_written;
mod large;
mod layouts;
#[path = "../../../layout/tests/all/random.rs"]
mod random;
mod rfc3339;
#[path = "../../../layout/tests/all/rules.rs"]
mod rules;
mod uri;
