//! See `conformance::fuzz_bodies::uri_successors`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| conformance::fuzz_bodies::uri_successors(bytes));
