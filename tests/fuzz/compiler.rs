//! See `conformance::fuzz_bodies::compiler`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| conformance::fuzz_bodies::compiler(bytes));
