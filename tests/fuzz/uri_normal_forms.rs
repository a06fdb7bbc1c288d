//! See `conformance::fuzz_bodies::uri_normal_forms`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| conformance::fuzz_bodies::uri_normal_forms(bytes));
