//! All conformance tests, in one program, because each program is linked separately.

mod agreement;
mod bundled;
mod fuzz_seeds;
mod gallery;
mod laws;
#[cfg(feature = "bench")]
mod libraries;
mod lints;
mod literals;
mod minimise;
mod nested;
mod outermost;
mod outside;
mod parts;
mod random_grammars;
mod repeated;
mod rfc3339;
mod rfc3986;
mod samples;
mod traps;
mod uri;
mod values;
