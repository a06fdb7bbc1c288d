//! URLs of data.

use super::DataUrl;
use super::media_type::MARK;
use crate::operations::output::{self, Each, Pieces};
use crate::operations::percent::{EscapedPart, write};
use crate::{ByteSet, data};
use core::fmt;

/// Data as a URL, not written yet. Made by [`DataUrl::encode`].
#[derive(Clone, Copy, Debug)]
pub struct DataUrlBuilder<'a> {
    data: &'a [u8],
    media_type: Option<(&'a str, &'a str)>,
    parameters: &'a [(&'a str, &'a str)],
    form: Form,
}

/// The form in which data is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// The shorter of the other two; escapes, if both are of the same length.
    #[default]
    Shortest,
    /// Each octet that a URL cannot have is an escape. RFC 2397 section 2.
    Escaped,
    /// Base64 with padding. RFC 4648 section 4.
    Base64,
}

impl DataUrl<'_> {
    /// Makes a URL of data, without a media type, which means `text/plain;charset=US-ASCII`, and in
    /// the shorter of the two forms. RFC 2397 section 3.
    ///
    /// ```
    /// use uri::data::{DataUrl, Form};
    ///
    /// let url = DataUrl::encode("a & b#").media_type("text", "plain")?;
    /// assert_eq!(url.to_string(), "data:text/plain,a%20&%20b%23");
    /// let url = url.form(Form::Base64).parameters(&[("charset", "utf-8"), ("x", "a\"b")])?;
    /// assert_eq!(url.to_string(), "data:text/plain;charset=utf-8;x=%22a%5C%22b%22;base64,YSAmIGIj");
    /// # Ok::<(), uri::data::MediaTypeError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn encode<T: AsRef<[u8]> + ?Sized>(data: &T) -> DataUrlBuilder<'_> {
        let data = data.as_ref();
        DataUrlBuilder { data, media_type: None, parameters: &[], form: Form::Shortest }
    }
}

impl<'a> DataUrlBuilder<'a> {
    /// Sets the type and the subtype.
    ///
    /// # Errors
    ///
    /// If one of them is not a `token` of RFC 2045 section 5.1.
    #[inline]
    pub fn media_type(self, main_type: &'a str, subtype: &'a str) -> Result<Self, MediaTypeError> {
        if !is_token(main_type) || !is_token(subtype) {
            return Err(MediaTypeError::Name);
        }
        Ok(Self { media_type: Some((main_type, subtype)), ..self })
    }

    /// Sets the parameters: names with their values, in order. A value that is not a `token` is
    /// written as a quoted string. RFC 2045 section 5.1.
    ///
    /// # Errors
    ///
    /// If a name is not a `token`, or a value has a control character.
    #[inline]
    pub fn parameters(self, parameters: &'a [(&'a str, &'a str)]) -> Result<Self, MediaTypeError> {
        for (index, (name, value)) in parameters.iter().enumerate() {
            if !is_token(name) {
                return Err(MediaTypeError::Name);
            }
            if value.bytes().any(|octet| octet.is_ascii_control()) {
                return Err(MediaTypeError::Value { index });
            }
        }
        Ok(Self { parameters, ..self })
    }

    /// Sets the form of the data.
    #[must_use]
    #[inline]
    pub const fn form(self, form: Form) -> Self {
        Self { form, ..self }
    }

    /// Returns whether the data is written in base64.
    #[inline]
    fn is_base64(&self) -> bool {
        let escapes = || self.data.iter().filter(|&&octet| !DATA.contains(octet)).count();
        let base64 = |escapes: usize| {
            let escaped = self.data.len().saturating_add(escapes.saturating_mul(2));
            self.data.len().div_ceil(3).saturating_mul(4).saturating_add(MARK.len()) < escaped
        };
        match self.form {
            Form::Shortest => base64(escapes()),
            Form::Escaped => false,
            Form::Base64 => true,
        }
    }
}

/// The characters of data that need no escape.
const DATA: ByteSet = <data::Data<'_> as EscapedPart>::CHARACTERS;

/// The characters of names and values that need no escape.
const TOKEN: ByteSet = <data::Value<'_> as EscapedPart>::CHARACTERS;

impl Pieces for DataUrlBuilder<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        each("data:")?;
        if let Some((main_type, subtype)) = self.media_type {
            write(main_type.as_bytes(), TOKEN, "%20", each)?;
            each("/")?;
            write(subtype.as_bytes(), TOKEN, "%20", each)?;
        }
        for (name, value) in self.parameters {
            each(";")?;
            write(name.as_bytes(), TOKEN, "%20", each)?;
            each("=")?;
            write_value(value, each)?;
        }
        if self.is_base64() {
            each(MARK)?;
            each(",")?;
            return self.data.chunks(3).try_for_each(|chunk| write_base64(chunk, each));
        }
        each(",")?;
        write(self.data, DATA, "%20", each)
    }
}

output::unwritten! { [] DataUrlBuilder<'_> => data::DataUrl, DataUrlBuf }

/// Writes a value, as a quoted string if it is not a token.
fn write_value(value: &str, each: &mut Each<'_>) -> fmt::Result {
    if is_token(value) {
        return write(value.as_bytes(), TOKEN, "%20", each);
    }
    each("%22")?;
    for piece in value.split_inclusive(['"', '\\']) {
        match piece.strip_suffix(['"', '\\']) {
            Some(before) => {
                write(before.as_bytes(), TOKEN, "%20", each)?;
                each(if piece.ends_with('"') { "%5C%22" } else { "%5C%5C" })?;
            }
            None => write(piece.as_bytes(), TOKEN, "%20", each)?,
        }
    }
    each("%22")
}

/// Writes one to three octets as four characters.
fn write_base64(octets: &[u8], each: &mut Each<'_>) -> fmt::Result {
    const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let octet = |index: usize| u32::from(octets.get(index).copied().unwrap_or_default());
    let bits = octet(0) << 16 | octet(1) << 8 | octet(2);
    let mut text = [b'='; 4];
    for (place, shift) in text.iter_mut().zip([18, 12, 6, 0]).take(octets.len() + 1) {
        *place = ALPHABET.as_bytes()[(bits >> shift) as usize & 63];
    }
    each(core::str::from_utf8(&text).expect("characters of ASCII"))
}

/// `token` of RFC 2045 section 5.1.
fn is_token(text: &str) -> bool {
    let is_special = |octet: u8| b"()<>@,;:\\\"/[]?=".contains(&octet);
    !text.is_empty() && text.bytes().all(|octet| octet.is_ascii_graphic() && !is_special(octet))
}

/// The reason why a media type cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MediaTypeError {
    /// A type, a subtype or the name of a parameter is not a `token` of RFC 2045.
    Name,
    /// The value of a parameter has a control character.
    Value {
        /// The index of the parameter.
        index: usize,
    },
}

impl fmt::Display for MediaTypeError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name => f.write_str("a name of a media type is not a token"),
            Self::Value { index } => {
                write!(f, "the value of parameter {index} has a control character")
            }
        }
    }
}

impl core::error::Error for MediaTypeError {}
