//! See `conformance::fuzz_bodies::front_end`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| conformance::fuzz_bodies::front_end(bytes));
