//! The vocabulary of spec files: keys, and values that are one of a few words, shared by the reader
//! and the writer.

use crate::limits::LimitName;
use crate::spec::{
    CargoFeature, Dialect, Encoding, Engine, Extra, FloatType, IntegerType, Invalid, LetterCase,
    Locate, NumberedUnit, ValueSpec,
};

/// Keys of the root only, in addition to those of [`GRAMMAR`].
pub(super) const ROOT: [&str; 7] =
    ["command", "extras", "features", "limits", "module", "modules", "package"];

/// Keys of the other modules only.
pub(super) const MODULE: [&str; 1] = ["feature"];

/// Keys of every grammar.
pub(super) const GRAMMAR: [&str; 12] = [
    "diagrams", "dialect", "encoding", "engine", "export", "extract", "grammar", "imports",
    "rules", "strict", "title", "values",
];

/// Keys of the table `package`.
pub(super) const PACKAGE: [&str; 5] = ["description", "license", "name", "repository", "version"];

/// Keys of an import.
pub(super) const IMPORT: [&str; 3] = ["extract", "file", "rules"];

/// Keys of a rule.
pub(super) const RULE: [&str; 15] = [
    "and",
    "case",
    "docs",
    "engine",
    "except",
    "leaf",
    "locate",
    "max-bytes",
    "min-bytes",
    "parts",
    "pieces",
    "range",
    "type",
    "value",
    "write",
];

/// Keys of a value.
pub(super) const VALUE: [&str; 9] =
    ["error", "false", "invalid", "radix", "read", "separator", "true", "type", "write"];

/// Keys of the meaning of a piece.
pub(super) const PIECE: [&str; 5] = ["after", "as", "drop", "map", "radix"];

/// Keys of a part.
pub(super) const PART: [&str; 3] = ["name", "rules", "type"];

pub(super) const DIALECTS: [(&str, Dialect); 5] = {
    let [abnf, bnf, http, lenient] = Dialect::NAMED;
    [("auto", Dialect::Auto), abnf, bnf, http, lenient]
};

pub(super) const ENCODINGS: [(&str, Encoding); 2] =
    [("octets", Encoding::Octets), ("utf8", Encoding::Utf8)];

pub(super) const ENGINES: [(&str, Engine); 4] = [
    ("auto", Engine::Auto),
    ("table", Engine::Table),
    ("shift", Engine::Shift),
    ("code", Engine::Code),
];

pub(super) const LOCATES: [(&str, Locate); 3] = [
    ("at-once", Locate::AtOnce),
    ("outermost", Locate::Outermost),
    ("on-demand", Locate::OnDemand),
];

pub(super) const EXTRAS: [(&str, Extra); 4] = [
    ("lines", Extra::Lines),
    ("push", Extra::Push),
    ("slots", Extra::Slots),
    ("trees", Extra::Trees),
];

/// The radix of an integer whose spec names none.
pub(super) const RADIX: u8 = 10;

/// The word for [`Values::Leaves`](crate::spec::Values::Leaves).
pub(super) const LEAVES: &str = "leaves";

/// Values that are one word.
pub(super) const VALUES: [(&str, ValueSpec); 17] = {
    const fn integer(ty: IntegerType) -> (&'static str, ValueSpec) {
        (ty.name(), ValueSpec::Integer { ty, radix: RADIX, separator: None })
    }
    [
        ("text", ValueSpec::Text),
        integer(IntegerType::U8),
        integer(IntegerType::U16),
        integer(IntegerType::U32),
        integer(IntegerType::U64),
        integer(IntegerType::U128),
        integer(IntegerType::I8),
        integer(IntegerType::I16),
        integer(IntegerType::I32),
        integer(IntegerType::I64),
        integer(IntegerType::I128),
        ("f32", ValueSpec::Float(FloatType::F32)),
        ("f64", ValueSpec::Float(FloatType::F64)),
        ("char", ValueSpec::Char),
        ("byte", ValueSpec::Byte),
        ("bool", ValueSpec::Bool { texts: None }),
        ("unit", ValueSpec::Unit),
    ]
};

pub(super) const LETTER_CASES: [(&str, LetterCase); 2] =
    [("lower", LetterCase::Lower), ("upper", LetterCase::Upper)];

/// The unit of the number in a piece.
pub(super) const UNITS: [(&str, NumberedUnit); 3] =
    [("byte", NumberedUnit::Byte), ("char", NumberedUnit::Char), ("utf16", NumberedUnit::Utf16)];

pub(super) const INVALID: [(&str, Invalid); 2] =
    [("error", Invalid::Error), ("replace", Invalid::Replace)];

pub(super) const FEATURES: [(&str, CargoFeature); 5] = [
    ("arbitrary", CargoFeature::Arbitrary),
    ("columns", CargoFeature::Columns),
    ("conform", CargoFeature::Conform),
    ("proptest", CargoFeature::Proptest),
    ("serde", CargoFeature::Serde),
];

/// The key of a limit.
pub(super) fn limit(name: LimitName) -> String {
    name.field().replace('_', "-")
}

/// The word of a value.
pub(super) fn word<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> &'static str {
    let found = words.iter().find(|(_, other)| other == value);
    found.map(|(word, _)| *word).expect("every value has its word")
}
