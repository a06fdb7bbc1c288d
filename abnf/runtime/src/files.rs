//! The sources of this package as text, for the compiler, which copies them into emitted crates.

/// Names the modules of this package once: `lib` and all that it declares, except this one and
/// `compiler`.
macro_rules! files {
    ($($module:ident)*) => {
        &[$((stringify!($module), include_str!(concat!(stringify!($module), ".rs")))),*]
    };
}

/// The source files: the name of the module and the text. `lib` declares the others.
pub const FILES: &[(&str, &str)] = files![
    arbitrary automaton avx2 avx512 byte_set changed chart chunks code_points collected columns conform datum decimals decoding derivation detours dfa direct encoded encoder encoder_search error expected fillers foreign fractions general graph
    item_set lib lines lookahead masks matcher names neon nested nests node_data node_direct node_types node_writing notation numerals owned parts planes prediction proptest pruning
    random reading records repeated rule run samples scan search serde shift simd slot_scans spellings stacks structured table tables tagged text transducer tree unions unit values
    write_error writing
];
