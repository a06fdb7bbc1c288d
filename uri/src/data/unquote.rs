//! Values of parameters, which may be quoted strings. RFC 2045 section 5.1.

use super::Value;
#[cfg(feature = "alloc")]
use super::ValueBuf;
use crate::operations::output;
use crate::operations::percent::Decode;
use core::fmt;
use core::iter::FusedIterator;

/// An iterator over the octets of a value, without the quotation marks and backslashes of a quoted
/// string. Made by [`Value::unquote`].
#[derive(Clone, Debug)]
pub struct Unquoted<'a> {
    text: Decode<'a>,
    form: ValueForm,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ValueForm {
    Plain,
    /// The first quotation mark has been read.
    Quoted,
}

impl<'a> Value<'a> {
    /// Returns the octets of the value: without escapes, and, if it is a quoted string, without
    /// quotation marks and the backslashes before characters. RFC 2397 section 3, RFC 2045 section
    /// 5.1.
    ///
    /// A value that begins like a quoted string but is none is returned as it is.
    ///
    /// ```
    /// use uri::data::Value;
    ///
    /// assert!(Value::new("%22a%20%5C%22b%22").unquote() == "a \"b");
    /// assert!(Value::new("%22a").unquote() == "\"a");
    /// ```
    #[must_use]
    #[inline]
    pub fn unquote(self) -> Unquoted<'a> {
        let mut text = self.decode();
        if !is_quoted(text.clone()) {
            return Unquoted { text, form: ValueForm::Plain };
        }
        text.next();
        Unquoted { text, form: ValueForm::Quoted }
    }
}

/// Returns whether the octets are exactly one quoted string.
fn is_quoted(mut octets: Decode<'_>) -> bool {
    if octets.next() != Some(b'"') {
        return false;
    }
    while let Some(octet) = octets.next() {
        match octet {
            b'"' => return octets.next().is_none(),
            b'\\' if octets.next().is_none() => return false,
            _ => (),
        }
    }
    false
}

#[cfg(feature = "alloc")]
crate::operations::delegate::delegate! {
    [ValueBuf] {
        fn unquote() -> Unquoted<'a>;
    }
}

impl Iterator for Unquoted<'_> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        match (self.form, self.text.next()?) {
            (ValueForm::Quoted, b'"') => None,
            (ValueForm::Quoted, b'\\') => self.text.next(),
            (_, octet) => Some(octet),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.text.size_hint().1)
    }
}

impl FusedIterator for Unquoted<'_> {}

/// Writes the text, with U+FFFD for octets that are not UTF-8.
impl fmt::Display for Unquoted<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        output::pad(f, |target| {
            // Quotation marks and backslashes are characters of their own in UTF-8 as well.
            let mut characters = self.text.clone().chars_lossy();
            while let Some(character) = characters.next() {
                let character = match (self.form, character) {
                    (ValueForm::Quoted, '"') => return Ok(()),
                    (ValueForm::Quoted, '\\') => characters.next().unwrap_or('\\'),
                    (_, character) => character,
                };
                target.write_char(character)?;
            }
            Ok(())
        })
    }
}

/// Compares the octets with those of the text.
impl PartialEq<str> for Unquoted<'_> {
    #[inline]
    fn eq(&self, text: &str) -> bool {
        self.clone().eq(text.bytes())
    }
}

/// Compares the octets with those of the text.
impl PartialEq<&str> for Unquoted<'_> {
    #[inline]
    fn eq(&self, text: &&str) -> bool {
        *self == **text
    }
}
