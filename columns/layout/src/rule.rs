//! The description of a rule, and the macro that takes it over from a generated crate.
//!
//! Generated crates and this one have no crate in common, so each has types of its own, with the same
//! fields. All fields are of types of the core library.

use core::fmt;

/// The greatest number of texts in one call of a rule's functions: a bit for each is a `u64`.
pub const BLOCK: usize = 64;

/// The bytes `begin..end` of a part in its text.
pub type Span = [u32; 2];

/// The span of a part that a text lacks.
pub const ABSENT: Span = [u32::MAX; 2];

/// A rule of a generated crate. [`rule!`](crate::rule!) makes it from the crate's constant.
///
/// The functions take at most [`BLOCK`] texts. Each returns a word in which bit `t` is set if text
/// `t` matches, and writes the span of part `p` of text `t` to `spans[p * BLOCK + t]`; spans of texts
/// that do not match have no meaning.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::type_complexity, reason = "the fields are of types of the core library")]
pub struct Columns {
    /// The name of the rule in the grammar, such as `URI-reference`.
    pub rule: &'static str,
    /// The same for names of functions: `uri_reference`.
    pub name: &'static str,
    /// Whether all texts of the rule are UTF-8.
    pub is_text: bool,
    /// The parts that occur at most once.
    pub parts: &'static [Part],
    /// Returns which texts match.
    pub is_match: fn(&[&[u8]]) -> u64,
    /// The same, and writes the spans of all parts.
    pub locate: fn(&[&[u8]], &mut [Span]) -> u64,
    /// The same, and writes the value of part `p` of text `t` to `bits[p * BLOCK + t]`, if the part
    /// has a type and the text has the part.
    pub values: fn(&[&[u8]], &mut [Span], &mut [u64]) -> u64,
    /// Writes why a text does not match, and returns the offset of the error in bytes. Returns `None`
    /// if the text matches.
    pub error: fn(&[u8], &mut dyn fmt::Write) -> Option<usize>,
}

/// A part of a rule.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The name of its accessor, such as `host`.
    pub name: &'static str,
    /// Whether all its texts are UTF-8.
    pub is_text: bool,
    /// The type of its value.
    pub value: ValueType,
    /// As [`Columns::locate`], for this part alone: `spans[t]` is the span in text `t`.
    pub locate: fn(&[&[u8]], &mut [Span; BLOCK]) -> u64,
}

/// The type of a part's value, and how 64 bits represent the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// No value: the part is text alone.
    Text,
    /// The number.
    U8,
    /// The number.
    U16,
    /// The number.
    U32,
    /// The number.
    U64,
    /// The number, with its sign extended to 64 bits.
    I8,
    /// The number, with its sign extended to 64 bits.
    I16,
    /// The number, with its sign extended to 64 bits.
    I32,
    /// The number as two's complement.
    I64,
    /// The bits of the number, in the lower half.
    F32,
    /// The bits of the number.
    F64,
    /// The code point.
    Char,
    /// 0 or 1.
    Bool,
}

impl ValueType {
    /// Returns the type of this name in Rust; of an empty name [`Text`](Self::Text). `None` if the
    /// name is unknown.
    pub const fn of(name: &str) -> Option<Self> {
        Some(match name.as_bytes() {
            b"" => Self::Text,
            b"u8" => Self::U8,
            b"u16" => Self::U16,
            b"u32" => Self::U32,
            b"u64" => Self::U64,
            b"i8" => Self::I8,
            b"i16" => Self::I16,
            b"i32" => Self::I32,
            b"i64" => Self::I64,
            b"f32" => Self::F32,
            b"f64" => Self::F64,
            b"char" => Self::Char,
            b"bool" => Self::Bool,
            _ => return None,
        })
    }
}

/// Returns the [`Columns`] for the constant of a generated crate, as a constant expression:
/// `rule!(uri::rfc3986::columns::URI_REFERENCE)`.
///
/// A part whose value has a type that this crate does not know is an error of the compiler.
#[macro_export]
macro_rules! rule {
    ($constant:path) => {
        const {
            const COUNT: usize = $constant.parts.len();
            const PARTS: [$crate::Part; COUNT] = {
                const fn absent(_: &[&[u8]], _: &mut [$crate::Span; $crate::BLOCK]) -> u64 {
                    0
                }
                let mut parts = [$crate::Part {
                    name: "",
                    is_text: true,
                    value: $crate::ValueType::Text,
                    locate: absent,
                }; COUNT];
                let mut index = 0;
                while index < COUNT {
                    let part = &$constant.parts[index];
                    parts[index] = $crate::Part {
                        name: part.name,
                        is_text: part.is_text,
                        value: $crate::ValueType::of(part.value)
                            .expect("a type of values that abnf-layout knows"),
                        locate: part.locate,
                    };
                    index += 1;
                }
                parts
            };
            $crate::Columns {
                rule: $constant.rule,
                name: $constant.name,
                is_text: $constant.is_text,
                parts: &PARTS,
                is_match: $constant.is_match,
                locate: $constant.locate,
                values: $constant.values,
                error: $constant.error,
            }
        }
    };
}
