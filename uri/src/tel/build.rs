//! Numbers from their parts.

use super::check::{TelError, compare_names};
use super::{
    Descriptor, GlobalDigits, LocalDigits, ParameterName, ParameterValue, TelUri, TelUriBuf,
};
use crate::operations::percent::{EscapedPart, write};
use crate::{ByteSet, ParseError};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// A number and its parameters, not written yet. Made by [`TelUri::global`] and [`TelUri::local`].
///
/// ```
/// use uri::tel::{Descriptor, LocalDigits, ParameterName, TelUri};
///
/// let uri = TelUri::local(LocalDigits::new("863-1234"), Descriptor::new("example.com"))
///     .parameter(ParameterName::new("x"), Some("a;b"))
///     .extension("22")
///     .build()?;
/// assert_eq!(uri, "tel:863-1234;ext=22;phone-context=example.com;x=a%3Bb");
/// # Ok::<(), uri::tel::TelBuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TelBuilder {
    number: String,
    /// Names, and values with escapes.
    parameters: Vec<(String, Option<String>)>,
}

impl TelUri<'_> {
    /// Builds a number that is valid everywhere. RFC 3966 section 5.1.4.
    ///
    /// ```
    /// use uri::tel::{GlobalDigits, TelUri};
    ///
    /// let uri = TelUri::global(GlobalDigits::new("+1-201-555-0123")).build()?;
    /// assert_eq!(uri, "tel:+1-201-555-0123");
    /// # Ok::<(), uri::tel::TelBuildError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn global(digits: GlobalDigits<'_>) -> TelBuilder {
        TelBuilder { number: digits.as_str().to_owned(), parameters: Vec::new() }
    }

    /// Builds a number that is valid in a context: a domain, or the first digits of global numbers.
    /// RFC 3966 section 5.1.5.
    #[must_use]
    #[inline]
    pub fn local(digits: LocalDigits<'_>, context: Descriptor<'_>) -> TelBuilder {
        let number = digits.as_str().to_owned();
        let context = context.as_str().to_owned();
        TelBuilder { number, parameters: Vec::new() }.with("phone-context", Some(context))
    }
}

impl TelBuilder {
    /// Adds the parameter `ext`: digits, perhaps with visual separators. RFC 3966 section 5.3.
    #[must_use]
    #[inline]
    pub fn extension(self, digits: &str) -> Self {
        self.with("ext", Some(escaped(digits)))
    }

    /// Adds the parameter `isub`. RFC 3966 section 5.2. Characters that a value cannot have are
    /// escaped.
    #[must_use]
    #[inline]
    pub fn isdn_subaddress(self, data: &str) -> Self {
        self.with("isub", Some(escaped(data)))
    }

    /// Adds a parameter. RFC 3966 section 5.4. Characters that a value cannot have are escaped, so
    /// a value never adds another parameter.
    #[must_use]
    #[inline]
    pub fn parameter(self, name: ParameterName<'_>, value: Option<&str>) -> Self {
        self.with(name.as_str(), value.map(escaped))
    }

    #[inline]
    fn with(mut self, name: &str, value: Option<String>) -> Self {
        self.parameters.push((name.to_owned(), value));
        self
    }

    /// Returns the URI, with the parameters in the order of RFC 3966 section 3. Takes n log n steps
    /// for n parameters.
    ///
    /// # Errors
    ///
    /// If a value is empty, if the parameters are not those that [`TelUri::check_parameters`] accepts, or if
    /// the text has more than 4 GiB.
    ///
    /// ```
    /// use uri::tel::{GlobalDigits, ParameterName, TelBuildError, TelErrorKind, TelUri};
    ///
    /// let number = || TelUri::global(GlobalDigits::new("+1"));
    /// let kind = |error| match error {
    ///     TelBuildError::Parameter(error) => error.kind(),
    ///     other => panic!("{other}"),
    /// };
    /// let error = number().extension("2;x=y").build().unwrap_err();
    /// assert_eq!(kind(error), TelErrorKind::Value);
    /// let x = ParameterName::new("x");
    /// let error = number().parameter(x, None).parameter(x, Some("y")).build().unwrap_err();
    /// assert_eq!(kind(error), TelErrorKind::Repeated);
    /// ```
    #[inline]
    pub fn build(mut self) -> Result<TelUriBuf, TelBuildError> {
        self.parameters.sort_by(|(one, _), (other, _)| compare_names(one, other));
        let mut text = String::from("tel:");
        text.push_str(&self.number);
        for (name, value) in &self.parameters {
            text.push(';');
            text.push_str(name);
            if let Some(value) = value {
                text.push('=');
                text.push_str(value);
            }
        }
        let uri = TelUriBuf::parse(text).map_err(|error| TelBuildError::Invalid(error.into()))?;
        uri.check_parameters().map_err(TelBuildError::Parameter)?;
        Ok(uri)
    }
}

/// The characters of values that need no escape.
const VALUE: ByteSet = <ParameterValue<'_> as EscapedPart>::CHARACTERS;

fn escaped(data: &str) -> String {
    let mut text = String::with_capacity(data.len());
    let written = write(data.as_bytes(), VALUE, "%20", &mut |piece| {
        text.push_str(piece);
        Ok(())
    });
    debug_assert!(written.is_ok(), "strings take every piece");
    text
}

/// The reason why a number could not be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TelBuildError {
    /// RFC 3966 section 3 forbids the parameters.
    Parameter(TelError),
    /// The text does not match the grammar: a value is empty, or there are more than 4 GiB.
    Invalid(ParseError),
}

impl fmt::Display for TelBuildError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameter(error) => fmt::Display::fmt(error, f),
            Self::Invalid(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl core::error::Error for TelBuildError {
    #[inline]
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Parameter(error) => Some(error),
            Self::Invalid(error) => Some(error),
        }
    }
}
