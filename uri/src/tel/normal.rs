//! Equivalence of numbers. RFC 3966 section 4.

use super::check::compare_names;
use super::{Descriptor, Parameter, TelUri, TelUriBuf, is_separator};
use crate::ParseError;
use crate::operations::percent::{UNRESERVED_RFC3986, escape_of, split_escape};
use alloc::string::String;
use alloc::vec::Vec;

impl TelUri<'_> {
    /// Returns the form in which equivalent numbers are equal: without visual separators, in lower
    /// case, with the parameters in the order of RFC 3966 section 3. Escapes of letters, digits and
    /// `-._~` are decoded, and the digits of others are in upper case, as in RFC 3986 section 6.2.2.
    ///
    /// The separators of an extension and of a context are removed too, since both are numbers
    /// (sections 4 and 5.3). Nothing is removed from other values. Takes n log n steps for n
    /// parameters.
    ///
    /// # Errors
    ///
    /// If the text has more than 4 GiB.
    ///
    /// ```
    /// use uri::tel::TelUri;
    ///
    /// let uri = TelUri::parse("tel:86(3)-1234;B=X;ext=1-2;Phone-Context=+1-914-555")?;
    /// assert_eq!(uri.to_normalized()?, "tel:8631234;ext=12;phone-context=+1914555;b=x");
    /// # Ok::<(), uri::ParseError>(())
    /// ```
    #[inline]
    pub fn to_normalized(self) -> Result<TelUriBuf, ParseError> {
        TelUriBuf::parse(self.normal_text()).map_err(Into::into)
    }

    /// Returns whether both are the same number by RFC 3966 section 4: see
    /// [`to_normalized`](Self::to_normalized). Numbers with and without a context are different,
    /// even if the context is the beginning of the other number.
    ///
    /// ```
    /// use uri::tel::TelUri;
    ///
    /// let is_equivalent = |one, other| TelUri::new(one).is_equivalent(TelUri::new(other));
    /// assert!(is_equivalent("tel:+1-201-555-0123", "TEL:+1(201)555.0123"));
    /// assert!(!is_equivalent("tel:+12015550123", "tel:+12015550123;ext=1"));
    /// ```
    #[must_use]
    #[inline]
    pub fn is_equivalent(self, other: TelUri<'_>) -> bool {
        self.normal_text() == other.normal_text()
    }

    fn normal_text(self) -> String {
        let mut text = String::with_capacity(self.as_str().len());
        text.push_str("tel:");
        text.extend(self.digits().map(|digit| digit.to_ascii_lowercase()));
        let mut parameters: Vec<(Parameter<'_>, Option<String>)> = Vec::new();
        parameters.extend(self.parameters().map(|it| (it, normal_value(it))));
        // Values are compared for parameters that occur twice, which may be in any order too.
        parameters.sort_by(|(one, one_value), (other, other_value)| {
            let names = compare_names(one.name().as_str(), other.name().as_str());
            names.then_with(|| one_value.cmp(other_value))
        });
        for (parameter, value) in parameters {
            text.push(';');
            text.extend(parameter.name().as_str().chars().map(|it| it.to_ascii_lowercase()));
            if let Some(value) = value {
                text.push('=');
                text.push_str(&value);
            }
        }
        text
    }
}

fn normal_value(parameter: Parameter<'_>) -> Option<String> {
    let text = respell(parameter.written_value()?);
    let is_digits = |octet: u8| octet.is_ascii_digit() || is_separator(octet);
    let is_number = (parameter.has_name("ext") && text.bytes().all(is_digits))
        || (parameter.has_name("phone-context")
            && text.starts_with('+')
            && Descriptor::is_match(&text));
    if is_number {
        return Some(
            text.chars().filter(|&it| !u8::try_from(it).is_ok_and(is_separator)).collect(),
        );
    }
    Some(text)
}

/// Writes a value in lower case, without escapes of unreserved characters.
fn respell(value: &str) -> String {
    let (mut text, mut rest) = (String::with_capacity(value.len()), value.as_bytes());
    while let Some((&first, after)) = rest.split_first() {
        let (octet, after) = match split_escape(rest) {
            Some((octet, after)) if !UNRESERVED_RFC3986.contains(octet) => {
                text.push_str(escape_of(octet));
                rest = after;
                continue;
            }
            Some(escaped) => escaped,
            None => (first, after),
        };
        text.push(char::from(octet.to_ascii_lowercase()));
        rest = after;
    }
    text
}

crate::operations::delegate::delegate! {
    [TelUriBuf] {
        fn to_normalized() -> Result<TelUriBuf, ParseError>;
        fn is_equivalent(other: TelUri<'_>) -> bool;
    }
}
