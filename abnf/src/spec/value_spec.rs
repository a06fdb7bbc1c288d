//! The settings for the values that the texts of rules denote.

use super::DecodedSpec;
use std::fmt;

/// Whether rules have values that the spec does not mention.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Values {
    /// The compiler infers them: numbers, and the data of rules with parts.
    #[default]
    Inferred,
    /// The compiler infers those of rules without parts.
    Leaves,
    /// Only rules whose spec names a value have one.
    Requested,
}

/// The value that the texts of a rule denote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ValueSpec {
    /// The value that the compiler infers; see [`crate::plan::parts::leaf_values`].
    #[default]
    Inferred,
    /// Text, whatever the compiler would infer.
    Text,
    /// Text whose pieces have meanings; it is an error if a text can be read in two ways.
    Decoded(DecodedSpec),
    /// An integer; it is an error if the type cannot hold the number of each text.
    Integer {
        /// Its type in Rust.
        ty: IntegerType,
        /// The radix of the digits, 2 to 36. Letters are digits in both cases.
        radix: u8,
        /// A character of ASCII that is ignored anywhere, as in `1_000`; no letter, digit or sign.
        separator: Option<u8>,
    },
    /// A number with a fraction, in the notation of Rust's standard library; it is an error if a
    /// text is not one.
    Float(FloatType),
    /// A character; it is an error if a text is not one.
    Char,
    /// A byte; it is an error if a text is not one.
    Byte,
    /// A truth value; it is an error if a text means neither of the two.
    Bool {
        /// The texts that mean true and false. `None` means these words as the rule spells them.
        texts: Option<[String; 2]>,
    },
    /// Nothing: the data of other rules leaves out the part.
    Unit,
    /// A type of another crate. Reading a text can fail.
    Foreign(ForeignType),
}

impl ValueSpec {
    /// Returns whether each text is one number, character or byte.
    pub const fn is_scalar(&self) -> bool {
        matches!(self, Self::Integer { .. } | Self::Float(_) | Self::Char | Self::Byte)
    }
}

/// A type of another crate, and how its values are read and written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignType {
    /// The path of the type.
    pub path: String,
    /// What reads a text. `None` means `FromStr` of the type.
    pub read: Option<ReadFunction>,
    /// The path of the function that returns the text of a reference to a value, as a `String` or, if
    /// the texts are bytes, also as a `Vec<u8>`. `None` means `Display` of the type.
    pub write: Option<String>,
}

impl ForeignType {
    /// Returns a type that `FromStr` reads and `Display` writes.
    pub const fn new(path: String) -> Self {
        Self { path, read: None, write: None }
    }
}

/// A function that reads texts as values of another crate's type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadFunction {
    /// The path of the function from the borrowed type of the rule to a `Result`.
    pub path: String,
    /// The path of the type of its error.
    pub error: String,
}

/// A type of Rust for numbers with a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatType {
    /// `f32`
    F32,
    /// `f64`
    F64,
}

impl FloatType {
    /// Its name in Rust.
    pub const fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }
}

/// The case of letters that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterCase {
    /// Small letters.
    Lower,
    /// Capitals.
    Upper,
}

impl fmt::Display for FloatType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An integer type of Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum IntegerType {
    /// `u8`
    U8,
    /// `u16`
    U16,
    /// `u32`
    U32,
    /// `u64`
    U64,
    /// `u128`
    U128,
    /// `i8`
    I8,
    /// `i16`
    I16,
    /// `i32`
    I32,
    /// `i64`
    I64,
    /// `i128`
    I128,
}

impl IntegerType {
    /// The unsigned types of up to 64 bits, smallest first.
    pub const INFERRED: [Self; 4] = [Self::U8, Self::U16, Self::U32, Self::U64];

    /// The signed types, smallest first.
    pub const SIGNED: [Self; 5] = [Self::I8, Self::I16, Self::I32, Self::I64, Self::I128];

    /// Its name in Rust.
    pub const fn name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::U64 => "u64",
            Self::U128 => "u128",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::I128 => "i128",
        }
    }

    /// Returns whether it holds numbers below zero.
    pub const fn is_signed(self) -> bool {
        matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64 | Self::I128)
    }

    /// Returns the least and the greatest number that it holds, the latter at most that of `i128`.
    pub fn bounds(self) -> [i128; 2] {
        let least = if self.is_signed() { i128::MIN >> (128 - self.bits()) } else { 0 };
        [least, i128::try_from(self.greatest()).unwrap_or(i128::MAX)]
    }

    /// The number of its bits.
    pub const fn bits(self) -> u32 {
        match self {
            Self::U8 | Self::I8 => 8,
            Self::U16 | Self::I16 => 16,
            Self::U32 | Self::I32 => 32,
            Self::U64 | Self::I64 => 64,
            Self::U128 | Self::I128 => 128,
        }
    }

    /// The greatest number.
    pub const fn greatest(self) -> u128 {
        let bits = if self.is_signed() { self.bits() - 1 } else { self.bits() };
        u128::MAX >> (128 - bits)
    }

    /// The magnitude of the least number.
    pub const fn least_magnitude(self) -> u128 {
        if self.is_signed() { self.greatest() + 1 } else { 0 }
    }
}

impl fmt::Display for IntegerType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::IntegerType;

    #[test]
    fn bounds_are_those_of_rust() {
        assert_eq!(IntegerType::U8.greatest(), u128::from(u8::MAX));
        assert_eq!(IntegerType::U128.greatest(), u128::MAX);
        assert_eq!(IntegerType::I8.greatest(), i8::MAX.unsigned_abs().into());
        assert_eq!(IntegerType::I128.least_magnitude(), i128::MIN.unsigned_abs());
        assert_eq!(IntegerType::U64.least_magnitude(), 0);
    }
}
