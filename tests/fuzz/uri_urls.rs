//! See `conformance::fuzz_bodies::uri_urls`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| conformance::fuzz_bodies::uri_urls(bytes));
