//! Rules for engines that keep texts by columns: questions about 64 texts at once.
//!
//! A constant of type [`Columns`] has functions for one rule. Everything in it is of types of the
//! core library, so an adapter for an engine and this crate need no crate in common; the package
//! `abnf-layout` has a macro that takes such a constant over.
//!
//! Texts are bytes and need not be UTF-8: if all texts of a rule are, others do not match. All
//! functions take time linear in the texts, unless the rule needs the general engine, and allocate
//! nothing.

use super::rule::{Rule, Unit, View};
#[cfg(feature = "parts")]
use super::tagged::{NONE, short};
use core::fmt;

/// The greatest number of texts in a call: a bit for each is a `u64`.
pub const BLOCK: usize = 64;

/// Where a part begins and ends in its text, in bytes.
pub type Span = [u32; 2];

/// The span of a part that a text lacks.
pub const ABSENT: Span = [u32::MAX; 2];

/// A rule, for engines that keep texts by columns.
///
/// Functions that return a `u64` take at most [`BLOCK`] texts; they ignore all others. The lowest bit
/// is the first text's, and set if the whole text matches. A text of more than 4294967294 bytes has no
/// spans: functions that write spans leave its bit unset if the rule has parts.
///
/// Those with `spans` write the bytes `begin..end` of part `p` of text `t` to
/// `spans[p * BLOCK + t]`, or [`ABSENT`]; the slice has a block for each part. Spans of texts that do
/// not match have no meaning.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::type_complexity, reason = "adapters copy the fields, which are of types of `core`")]
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
    /// Returns which texts match, and writes the spans of all parts.
    pub locate: fn(&[&[u8]], &mut [Span]) -> u64,
    /// The same, and the value of part `p` of text `t` is written to `bits[p * BLOCK + t]`, if the
    /// part has a [type](Part::value) and the text has the part.
    pub values: fn(&[&[u8]], &mut [Span], &mut [u64]) -> u64,
    /// Writes why a text does not match, as its error displays it, and returns the offset in bytes.
    /// Returns `None` if it matches.
    pub error: fn(&[u8], &mut dyn fmt::Write) -> Option<usize>,
}

/// A part of a rule.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::type_complexity, reason = "as of `Columns`")]
pub struct Part {
    /// The name of its accessor, such as `host`.
    pub name: &'static str,
    /// Whether all its texts are UTF-8.
    pub is_text: bool,
    /// The type of its value: `u8`, `u16`, `u32`, `u64`, `i8`, `i16`, `i32`, `i64`, `f32`, `f64`,
    /// `char` or `bool`; empty if it is text alone, or the number needs more bits.
    ///
    /// An integer is converted to `u64`, which extends the sign; of a float these are the bits, of a
    /// character its code point; a truth value is 0 or 1.
    pub value: &'static str,
    /// As [`Columns::locate`], for this part alone.
    pub locate: fn(&[&[u8]], &mut [Span; BLOCK]) -> u64,
}

/// Declares the constant of a rule, whose type is in the module above. The functions for spans are those
/// of [`Spans`], with the numbers of slots and parts, or in brackets the words `without parts`; `values`
/// is `values`, or `located` if no part has a value.
macro_rules! columns {
    (
        $(#[$docs:meta])* $name:ident: $view:ident, $rule:literal, $function:literal,
        $is_text:literal, [without parts]
    ) => {
        $(#[$docs])*
        pub const $name: Columns = Columns {
            rule: $rule,
            name: $function,
            is_text: $is_text,
            parts: &[],
            is_match: columns::is_match::<super::$view<'static>>,
            locate: |texts, _| columns::is_match::<super::$view<'static>>(texts),
            values: |texts, _, _| columns::is_match::<super::$view<'static>>(texts),
            error: columns::error::<super::$view<'static>>,
        };
    };
    (
        $(#[$docs:meta])* $name:ident: $view:ident, $rule:literal, $function:literal,
        $is_text:literal, [$slots:literal, $parts:literal, $values:ident]
        $($index:literal $part:literal $part_is_text:literal $value:literal;)+
    ) => {
        $(#[$docs])*
        pub const $name: Columns = Columns {
            rule: $rule,
            name: $function,
            is_text: $is_text,
            parts: &[$(Part {
                name: $part,
                is_text: $part_is_text,
                value: $value,
                locate: columns::locate_part::<super::$view<'static>, $slots, $parts, $index>,
            }),+],
            is_match: columns::is_match::<super::$view<'static>>,
            locate: columns::locate::<super::$view<'static>, $slots, $parts>,
            values: columns::$values::<super::$view<'static>, $slots, $parts>,
            error: columns::error::<super::$view<'static>>,
        };
    };
}
pub(crate) use columns;

/// A rule with `N` slots and `P` parts for columns.
pub(crate) trait Spans<const N: usize, const P: usize>: Rule {
    /// Returns the spans of the parts of a text that matches, by its slots and its length.
    fn spans(slots: &[u32; N], text: &[u8], end: u32) -> [Span; P];
}

/// A view whose parts have values.
pub(crate) trait Values<const P: usize> {
    /// Returns the values of the parts, 0 for a part without one.
    fn values(self) -> [u64; P];
}

pub(crate) fn is_match<R: Rule>(texts: &[&[u8]]) -> u64 {
    let mut matches = 0;
    for (place, text) in texts.iter().take(BLOCK).enumerate() {
        matches |= u64::from(R::is_match(text)) << place;
    }
    matches
}

pub(crate) fn error<R: Rule>(text: &[u8], message: &mut dyn fmt::Write) -> Option<usize> {
    if R::is_match(text) {
        return None;
    }
    // The slots are empty: no failed attempt has noted anything in them.
    let error = R::explain(text, &mut []).err()?;
    // An error of the writer is the caller's.
    let _ = write!(message, "{error}");
    Some(error.offset())
}

/// Finds the slots of a text, and from them the spans. `None` if the text does not match.
#[cfg(feature = "parts")]
#[inline(always)]
#[allow(clippy::inline_always, reason = "spans that the caller ignores are not computed")]
fn spans<R: Spans<N, P>, const N: usize, const P: usize>(text: &[u8]) -> Option<[Span; P]> {
    let mut slots = super::rule::unset::<N>();
    R::locate(text, &mut slots).then(|| R::spans(&slots, text, short(text.len())))
}

#[cfg(feature = "parts")]
pub(crate) fn locate<R: Spans<N, P>, const N: usize, const P: usize>(
    texts: &[&[u8]],
    spans: &mut [Span],
) -> u64 {
    let Some(columns) = blocks::<_, P>(spans) else { return is_match::<R>(texts) };
    let mut matches = 0;
    for (place, text) in texts.iter().take(BLOCK).enumerate() {
        let Some(found) = self::spans::<R, N, P>(text) else { continue };
        matches |= 1 << place;
        for (column, span) in columns.iter_mut().zip(found) {
            column[place] = span;
        }
    }
    matches
}

#[cfg(feature = "parts")]
pub(crate) fn locate_part<R: Spans<N, P>, const N: usize, const P: usize, const PART: usize>(
    texts: &[&[u8]],
    spans: &mut [Span; BLOCK],
) -> u64 {
    let mut matches = 0;
    for (place, (text, span)) in texts.iter().zip(spans).enumerate() {
        let Some(found) = self::spans::<R, N, P>(text) else { continue };
        matches |= 1 << place;
        *span = found[PART];
    }
    matches
}

#[cfg(feature = "parts")]
pub(crate) fn values<R: Spans<N, P>, const N: usize, const P: usize>(
    texts: &[&[u8]],
    spans: &mut [Span],
    bits: &mut [u64],
) -> u64
where
    for<'a> R::View<'a>: Values<P>,
{
    let matches = locate::<R, N, P>(texts, spans);
    let Some(columns) = blocks::<_, P>(bits) else { return matches };
    let mut left = matches;
    while left != 0 {
        let place = left.trailing_zeros() as usize;
        left &= left - 1;
        // The texts of a rule over `str` are UTF-8.
        let Some(text) = R::Unit::of_bytes(texts[place]) else { continue };
        let found = <R::View<'_> as View<'_>>::of_part(text).values();
        for (column, value) in columns.iter_mut().zip(found) {
            column[place] = value;
        }
    }
    matches
}

/// As [`values`], of a rule whose parts have no values.
#[cfg(feature = "parts")]
pub(crate) fn located<R: Spans<N, P>, const N: usize, const P: usize>(
    texts: &[&[u8]],
    spans: &mut [Span],
    _: &mut [u64],
) -> u64 {
    locate::<R, N, P>(texts, spans)
}

/// Returns a block for each part.
#[cfg(feature = "parts")]
fn blocks<T, const P: usize>(all: &mut [T]) -> Option<&mut [[T; BLOCK]; P]> {
    all.as_chunks_mut::<BLOCK>().0.first_chunk_mut::<P>()
}

/// The span of a part from `begin` to `end`, if it is present.
#[cfg(feature = "parts")]
#[inline]
pub(crate) const fn span(is_present: bool, begin: u32, end: u32) -> Span {
    if is_present { [begin, end] } else { ABSENT }
}

/// The same, if a slot has an offset.
#[cfg(feature = "parts")]
#[inline]
pub(crate) const fn if_set(slot: u32, begin: u32, end: u32) -> Span {
    span(slot != NONE, begin, end)
}

/// The first of two spans, if it is present, and otherwise the second.
#[cfg(feature = "parts")]
#[inline]
pub(crate) const fn or(first: Span, second: Span) -> Span {
    if first[0] == NONE { second } else { first }
}

/// The span of a part `PART` of another part of a text.
#[cfg(feature = "parts")]
pub(crate) fn inside<R: Spans<N, P>, const N: usize, const P: usize, const PART: usize>(
    text: &[u8],
    [from, to]: Span,
) -> Span {
    let Some(outer) = text.get(from as usize..to as usize) else { return ABSENT };
    match self::spans::<R, N, P>(outer).map(|spans| spans[PART]) {
        Some([begin, end]) if begin != NONE => [from + begin, from + end],
        _ => ABSENT,
    }
}

/// A value as 64 bits; see [`Part::value`].
pub(crate) trait Bits {
    fn bits(self) -> u64;
}

/// Integers, of at most 64 bits.
macro_rules! integers {
    ($($type:ty)+) => {$(
        impl Bits for $type {
            #[inline]
            #[allow(clippy::cast_sign_loss, clippy::cast_lossless, reason = "the sign is extended")]
            fn bits(self) -> u64 {
                self as u64
            }
        }
    )+};
}

integers!(u8 u16 u32 u64 i8 i16 i32 i64);

impl Bits for f32 {
    #[inline]
    fn bits(self) -> u64 {
        self.to_bits().into()
    }
}

impl Bits for f64 {
    #[inline]
    fn bits(self) -> u64 {
        self.to_bits()
    }
}

impl Bits for char {
    #[inline]
    fn bits(self) -> u64 {
        u64::from(self)
    }
}

impl Bits for bool {
    #[inline]
    fn bits(self) -> u64 {
        self.into()
    }
}
