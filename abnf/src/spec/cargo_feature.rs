//! The Cargo features of generated crates.

/// A Cargo feature of a crate with generated code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CargoFeature {
    /// Types that own their text, trees, and the general engine. Every crate has it.
    Alloc,
    /// Random texts for fuzzers, by the crate `arbitrary`.
    Arbitrary,
    /// Functions for engines that keep texts by columns.
    Columns,
    /// Comparisons of other parsers with the rules, for tests.
    Conform,
    /// Random texts for property tests, by the crate `proptest`.
    Proptest,
    /// Serialization of texts and data, by the crate `serde_core`.
    Serde,
    /// Vectors of the processor, if a rule is matched as code.
    Simd,
    /// The standard library, if another feature uses it.
    Std,
}

impl CargoFeature {
    /// All of them; no module can have a feature of one of these names.
    pub const ALL: [Self; 8] = [
        Self::Alloc,
        Self::Arbitrary,
        Self::Columns,
        Self::Conform,
        Self::Proptest,
        Self::Serde,
        Self::Simd,
        Self::Std,
    ];

    /// Those that a crate has only on request. The others follow from the rules.
    pub const OPTIONAL: [Self; 5] =
        [Self::Arbitrary, Self::Columns, Self::Conform, Self::Proptest, Self::Serde];

    /// Its name in the manifest.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alloc => "alloc",
            Self::Arbitrary => "arbitrary",
            Self::Columns => "columns",
            Self::Conform => "conform",
            Self::Proptest => "proptest",
            Self::Serde => "serde",
            Self::Simd => "simd",
            Self::Std => "std",
        }
    }
}
