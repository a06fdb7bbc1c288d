//! See `conformance::fuzz_tools::tools`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| conformance::fuzz_tools::tools(bytes));
