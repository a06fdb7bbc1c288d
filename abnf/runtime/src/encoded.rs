//! Makes texts of rules whose pieces have meanings from their values.

use super::alloc::vec::Vec;
use super::encoder::Encoder;
#[cfg(feature = "writers")]
use super::encoder_search::STYLES;
use super::encoder_search::{Style, encode};
#[cfg(feature = "writers")]
use super::graph::{Fault, Output};
use super::rule::Rule;
use super::write_error::WriteError;

/// A rule whose values have texts.
pub trait Encoded: Rule {
    /// The texts and their values.
    const ENCODER: Encoder<'static>;
}

/// Gives the types of a rule the function `from_value`, the inverse of decoding. Arguments: the
/// type of the value, the borrowed type, the owned type, the name of the rule, the method that
/// decodes, and the states of its encoder: for each, in braces, whether the text may end, the
/// bytes, and the steps.
macro_rules! encoded {
    (
        $value:ty, $text:ident, $owned:ident, $rule:literal, $method:ident;
        $({ $is_end:literal; $($low:literal $high:literal $next:literal),*; $($step:ident $arguments:tt),* })+
    ) => {
        impl runtime::encoded::Encoded for $text<'_> {
            const ENCODER: runtime::encoder::Encoder<'static> = {
                const STATES: &[runtime::encoder::State<'static>] = &[$(runtime::encoder::State {
                    bytes: &[$(($low, $high, $next)),*],
                    steps: &[$(runtime::encoded::step!($step $arguments)),*],
                    is_end: $is_end,
                }),+];
                static LOOPS: [runtime::byte_set::ByteSet; STATES.len()] =
                    runtime::encoder::loops(STATES);
                runtime::encoder::Encoder { states: STATES, loops: &LOOPS }
            };
        }

        impl $owned {
            /// Makes a text with this value.
            ///
            /// The parts of the value that the rule allows are written as they are, and the rest as
            /// escapes. If several escapes have the same meaning, the first one of the spec file is
            /// used. The text is read back and compared. Takes time linear in the value.
            ///
            /// # Errors
            ///
            /// If no text of the rule has this value; the error has the offset in the value up to
            /// which a text exists.
            pub fn from_value(value: &$value) -> ::core::result::Result<Self, runtime::WriteError> {
                let bytes: &[u8] = value.as_ref();
                let text = runtime::encoded::text::<$text<'_>>($rule, bytes)?;
                match runtime::text::parse_bytes::<$text<'_>>(&text) {
                    ::core::result::Result::Ok(text)
                        if runtime::encoded::is_value!($method text, value) =>
                    {
                        ::core::result::Result::Ok(text.to_buf())
                    }
                    _ => ::core::result::Result::Err(runtime::WriteError::of_value($rule, bytes.len())),
                }
            }
        }
    };
}
pub(crate) use encoded;

/// A step of an encoder.
macro_rules! step {
    (Fixed($text:literal $value:literal $next:literal)) => {
        runtime::encoder::Step::Fixed($text, $value, $next)
    };
    (Rest($text:literal $next:literal)) => {
        runtime::encoder::Step::Rest($text, $next)
    };
    (Number($text:literal $unit:ident $radix:literal $digits:literal)) => {
        runtime::encoder::Step::Number($text, runtime::encoder::Unit::$unit, $radix, $digits)
    };
}
pub(crate) use step;

/// Whether a text has a value.
macro_rules! is_value {
    (value $text:ident, $value:ident) => {
        *$text.value() == *$value
    };
    (try_value $text:ident, $value:ident) => {
        $text.try_value().is_ok_and(|found| *found == *$value)
    };
}
pub(crate) use is_value;

/// Returns a text of a rule with this value.
pub(crate) fn text<P: Encoded>(rule: &str, value: &[u8]) -> Result<Vec<u8>, WriteError> {
    let mut out = Vec::with_capacity(value.len());
    match encode(&P::ENCODER, value, Style::Plain, &mut out) {
        Ok(()) => Ok(out),
        Err(offset) => Err(WriteError::of_value(rule, offset)),
    }
}

/// Appends a text of a rule with this value, as [`spell`].
#[cfg(feature = "writers")]
pub(crate) fn decoded<P: Encoded>(
    value: &(impl AsRef<[u8]> + ?Sized),
    out: &mut Output,
) -> Result<(), Fault> {
    spell(&P::ENCODER, value.as_ref(), out)
}

/// Appends a text with this value. Later spellings have more escapes, so that the value cannot
/// contain delimiters of the text around it.
///
/// # Errors
///
/// If there is none.
#[cfg(feature = "writers")]
pub fn spell(encoder: &Encoder<'_>, value: &[u8], out: &mut Output) -> Result<(), Fault> {
    let style = STYLES.get(out.spelling).ok_or(Fault::Here)?;
    encode(encoder, value, *style, &mut out.text).map_err(|_| Fault::Here)
}
