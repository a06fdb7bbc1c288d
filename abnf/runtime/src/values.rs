//! Texts that are numbers, characters or truth values, or that other types read.
//!
//! The compiler has proved that each text of a rule with such values has one that fits its type, so
//! no operation overflows.

/// Gives the types of a rule methods that return the value of a text. Arguments: the borrowed type,
/// the owned type, the type of values, and how a text is read, as for [`read!`]. No accessor of such
/// a type is called `value`.
#[cfg(feature = "scalars")]
macro_rules! scalar {
    ($(#[$docs:meta])* $text:ident, $owned:ident, $value:ident, $how:ident $arguments:tt) => {
        impl $text<'_> {
            $(#[$docs])*
            #[must_use]
            #[inline]
            pub const fn value(self) -> $value {
                runtime::values::read!($how $arguments, self.as_bytes())
            }
        }

        $(#[$docs])*
        impl ::core::convert::From<$text<'_>> for $value {
            #[inline]
            fn from(text: $text<'_>) -> Self {
                text.value()
            }
        }

        #[cfg(feature = "alloc")]
        impl $owned {
            /// As `value` of the borrowed form.
            #[must_use]
            #[inline]
            pub fn value(&self) -> $value {
                self.as_view().value()
            }
        }
    };
}
#[cfg(feature = "scalars")]
pub(crate) use scalar;

/// The value of the bytes of a text: an integer of a type in a radix, perhaps
/// with separators, a character, a byte, or whether
/// the text is this one.
#[cfg(feature = "scalars")]
macro_rules! read {
    (integer($number:ident $radix:tt), $text:expr) => {
        runtime::values::number!($number, $radix, $text)
    };
    (digits($number:ident $radix:tt), $text:expr) => {
        runtime::values::digits!($number, $radix, $text)
    };
    (separated($number:ident $radix:tt), $text:expr) => {
        runtime::values::separated!($number, $radix, $text)
    };
    (character(), $text:expr) => {
        runtime::values::character($text)
    };
    (byte(), $text:expr) => {
        $text[0]
    };
    (truth($yes:literal), $text:expr) => {
        $text.eq_ignore_ascii_case($yes)
    };
}
#[cfg(feature = "scalars")]
pub(crate) use read;

/// The number of the alternatives of an enum, each of which has a number.
#[cfg(feature = "integers")]
#[cfg(feature = "unions")]
macro_rules! union {
    ($union:ident, $number:ident, $($variant:ident),+) => {
        impl $union<'_> {
            /// The number of any variant.
            #[must_use]
            #[inline]
            #[allow(
                clippy::cast_lossless,
                clippy::unnecessary_cast,
                reason = "the types of the variants differ"
            )]
            pub const fn value(self) -> $number {
                match self {
                    $(Self::$variant(text) => text.value() as $number,)+
                }
            }
        }
    };
}
#[cfg(feature = "integers")]
#[cfg(feature = "unions")]
pub(crate) use union;

/// Gives the types of a rule with parts its data, in the module `values` below that of the rule.
/// Arguments: in brackets the lifetime, if the data borrows, then the borrowed type, which has the
/// name of the data, the owned type, the unit of the texts, and `direct` if the data has a reader.
#[cfg(feature = "records")]
macro_rules! record {
    ([] $view:ident, $($rest:tt)+) => {
        runtime::values::record!(@ [] '_ [] $view, $($rest)+);
    };
    ([$a:lifetime] $view:ident, $($rest:tt)+) => {
        runtime::values::record!(@ [$a] $a [<'_>] $view, $($rest)+);
    };
    (
        @ [$($a:lifetime)?] $of:lifetime [$($of_buf:tt)*]
        $view:ident, $buf:ident, $unit:ty $(, $direct:ident)?
    ) => {
        impl $(<$a>)? super::$view<$of> {
            /// Returns the parts of the text as plain data of the module [`values`](self).
            #[must_use]
            #[inline]
            pub fn to_value(self) -> $view $(<$a>)? {
                ::core::convert::From::from(self)
            }
        }

        impl $(<$a>)? $view $(<$a>)? {
            /// Reads the data of a text. The result is that of `to_value`, after the text was parsed, but may
            /// take less time: one pass over the text, if the next byte always decides what comes next.
            ///
            /// # Errors
            ///
            /// If the text does not match, with the offset and the expected bytes.
            #[inline]
            pub fn parse(text: &$($a)? $unit) -> ::core::result::Result<Self, runtime::ParseError> {
                runtime::values::direct! { $($direct)? text }
                runtime::text::parse::<super::$view<'_>>(text).map(::core::convert::From::from)
            }
        }

        #[cfg(feature = "alloc")]
        impl super::$buf {
            /// As `to_value` of the borrowed form.
            #[must_use]
            #[inline]
            pub fn to_value(&self) -> $view $($of_buf)* {
                self.as_view().to_value()
            }
        }
    };
}
#[cfg(feature = "records")]
pub(crate) use record;

/// Returns the data of a text, if a reader does not give up.
#[cfg(feature = "records")]
macro_rules! direct {
    (direct $text:expr) => {
        if let ::core::option::Option::Some(data) = runtime::reading::whole($text) {
            return ::core::result::Result::Ok(data);
        }
    };
    ($text:expr) => {};
}
#[cfg(feature = "records")]
pub(crate) use direct;

/// As [`scalar!`], for numbers with a fraction, which the standard library reads.
#[cfg(feature = "floats")]
macro_rules! float {
    ($text:ident, $owned:ident, $number:ident) => {
        impl $text<'_> {
            /// The number that is closest to that of the text.
            #[must_use]
            #[inline]
            pub fn value(self) -> $number {
                runtime::values::float_of(self.text)
            }
        }

        /// The number that is closest to that of the text.
        impl ::core::convert::From<$text<'_>> for $number {
            #[inline]
            fn from(text: $text<'_>) -> Self {
                text.value()
            }
        }

        #[cfg(feature = "alloc")]
        impl $owned {
            /// As `value` of the borrowed form.
            #[must_use]
            #[inline]
            pub fn value(&self) -> $number {
                self.as_view().value()
            }
        }
    };
}
#[cfg(feature = "floats")]
pub(crate) use float;

/// The number of a text that is known to be one in the notation of the standard library.
#[cfg(feature = "floats")]
pub(crate) fn float_of<F: core::str::FromStr<Err: core::fmt::Debug>>(text: &str) -> F {
    text.parse().expect("the compiler has proved that the text is a number")
}

/// The character of a text that is one.
#[cfg(feature = "characters")]
#[allow(clippy::cast_lossless, reason = "constants have no other conversion")]
pub(crate) const fn character(text: &[u8]) -> char {
    let mut number = match text {
        [first] => *first as u32,
        [first, _] => (*first & 0x1F) as u32,
        [first, _, _] => (*first & 0xF) as u32,
        [first, ..] => (*first & 7) as u32,
        [] => 0,
    };
    let mut index = 1;
    while index < text.len() {
        number = number << 6 | (text[index] & 0x3F) as u32;
        index += 1;
    }
    char::from_u32(number).expect("the compiler has proved that the text is one character")
}

/// The number of a numeral without a sign.
#[cfg(feature = "integers")]
macro_rules! digits {
    ($number:ident, $radix:tt, $text:expr) => {{
        let text: &[u8] = $text;
        let mut index = 0;
        let mut number: $number = 0;
        while index < text.len() {
            number = runtime::values::next!(number, false, $number, $radix, text[index]);
            index += 1;
        }
        number
    }};
}
#[cfg(feature = "integers")]
pub(crate) use digits;

/// The number whose digits are at these offsets of a text.
#[cfg(feature = "integers")]
#[cfg(feature = "records")]
macro_rules! places {
    ($number:ident $radix:tt [$($place:literal)+], $text:expr) => {{
        let text: &[u8] = $text;
        let number: $number = 0;
        $(let number = runtime::values::next!(number, false, $number, $radix, text[$place]);)+
        number
    }};
}
#[cfg(feature = "integers")]
#[cfg(feature = "records")]
pub(crate) use places;

/// The number of a numeral, perhaps with a sign.
#[cfg(feature = "integers")]
macro_rules! number {
    ($number:ident, $radix:tt, $text:expr) => {{
        let text: &[u8] = $text;
        let is_negative = matches!(text, [b'-', ..]);
        let mut index = match text {
            [b'+' | b'-', ..] => 1,
            _ => 0,
        };
        let mut number: $number = 0;
        while index < text.len() {
            number = runtime::values::next!(number, is_negative, $number, $radix, text[index]);
            index += 1;
        }
        number
    }};
}
#[cfg(feature = "integers")]
pub(crate) use number;

/// The number of a numeral with separators, which are neither letters nor digits. A sign precedes all
/// digits.
#[cfg(feature = "integers")]
macro_rules! separated {
    ($number:ident, $radix:tt, $text:expr) => {{
        let text: &[u8] = $text;
        let mut is_negative = false;
        let mut index = 0;
        let mut number: $number = 0;
        while index < text.len() {
            if text[index] == b'-' {
                is_negative = true;
            } else if text[index].is_ascii_alphanumeric() {
                number = runtime::values::next!(number, is_negative, $number, $radix, text[index]);
            }
            index += 1;
        }
        number
    }};
}
#[cfg(feature = "integers")]
pub(crate) use separated;

/// A number with one more digit.
#[cfg(feature = "integers")]
macro_rules! next {
    ($before:ident, $is_negative:expr, $number:ident, $radix:tt, $byte:expr) => {{
        #[allow(
            clippy::cast_lossless,
            clippy::cast_possible_wrap,
            clippy::unnecessary_cast,
            reason = "the type depends on the rule"
        )]
        let digit = runtime::values::digit!($radix, $byte) as $number;
        // Subtraction, because the magnitude of the least number is greater than the greatest
        // number.
        if $is_negative { $before * $radix - digit } else { $before * $radix + digit }
    }};
}
#[cfg(feature = "integers")]
pub(crate) use next;

/// The value of a digit.
#[cfg(feature = "integers")]
macro_rules! digit {
    (10, $byte:expr) => {
        $byte - b'0'
    };
    ($radix:tt, $byte:expr) => {
        match $byte {
            decimal @ b'0'..=b'9' => decimal - b'0',
            letter => (letter | 0x20) - b'a' + 10,
        }
    };
}
#[cfg(feature = "integers")]
pub(crate) use digit;
