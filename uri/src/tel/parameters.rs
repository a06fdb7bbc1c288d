//! Numbers and their parameters.

#[cfg(feature = "alloc")]
use super::TelUriBuf;
use super::{Descriptor, ParameterName, ParameterValue, TelUri, TelUriKind, is_separator};
use core::iter::FusedIterator;

/// A parameter of a number: a name, perhaps with a value. Made by [`TelUri::parameters`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parameter<'a> {
    name: ParameterName<'a>,
    value: Option<&'a str>,
}

impl<'a> Parameter<'a> {
    /// Returns the name.
    #[must_use]
    #[inline]
    pub const fn name(self) -> ParameterName<'a> {
        self.name
    }

    /// Returns whether this is the name, ignoring case. RFC 3966 section 4.
    #[must_use]
    #[inline]
    pub fn has_name(self, name: &str) -> bool {
        self.name.as_str().eq_ignore_ascii_case(name)
    }

    /// Returns the value, `None` if there is none. The value of an extension may be empty, as the
    /// grammar was published, and is then `None` as well.
    #[must_use]
    #[inline]
    pub fn value(self) -> Option<ParameterValue<'a>> {
        let value = self.value.filter(|value| !value.is_empty());
        value.map(|value| ParameterValue::known(value, []))
    }
}

impl<'a> Parameter<'a> {
    /// The text after the `=`.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(super) const fn written_value(self) -> Option<&'a str> {
        self.value
    }

    /// The length of its text, without the semicolon.
    #[inline]
    pub(super) fn text_len(self) -> usize {
        self.name.as_str().len() + self.value.map_or(0, |value| "=".len() + value.len())
    }
}

/// An iterator over the parameters of a number. Made by [`TelUri::parameters`].
#[derive(Clone, Debug)]
pub struct Parameters<'a> {
    /// The rest, which is empty or begins with a semicolon.
    rest: &'a str,
}

impl<'a> Iterator for Parameters<'a> {
    type Item = Parameter<'a>;

    #[inline]
    fn next(&mut self) -> Option<Parameter<'a>> {
        let text = self.rest.strip_prefix(';')?;
        let end = text.find(';').unwrap_or(text.len());
        let (text, rest) = text.split_at(end);
        self.rest = rest;
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        Some(Parameter { name: ParameterName::known(name, []), value })
    }
}

impl FusedIterator for Parameters<'_> {}

impl<'a> TelUri<'a> {
    /// Returns the number with its visual separators, without parameters.
    ///
    /// ```
    /// use uri::tel::TelUri;
    ///
    /// assert_eq!(TelUri::new("tel:+1-201-555-0123;ext=2").number(), "+1-201-555-0123");
    /// ```
    #[must_use]
    #[inline]
    pub fn number(self) -> &'a str {
        self.split().0
    }

    /// Returns the digits of the number and its other characters, without visual separators. RFC
    /// 3966 section 5.1.1.
    #[inline]
    pub fn digits(self) -> impl Iterator<Item = char> + Clone + use<'a> {
        self.number().chars().filter(|&it| !u8::try_from(it).is_ok_and(is_separator))
    }

    /// Returns whether the number is valid everywhere: it begins with a `+`. Others are valid in
    /// their context. RFC 3966 section 5.1.4.
    #[must_use]
    #[inline]
    pub fn is_global(self) -> bool {
        matches!(self.kind(), TelUriKind::GlobalNumber(_))
    }

    /// Returns the parameters in order.
    ///
    /// ```
    /// use uri::tel::TelUri;
    ///
    /// let uri = TelUri::new("tel:+1;ext=2;a;B=%20");
    /// let names: Vec<&str> = uri.parameters().map(|it| it.name().as_str()).collect();
    /// assert_eq!(names, ["ext", "a", "B"]);
    /// assert!(uri.parameter("b").unwrap().value().unwrap().decode() == " ");
    /// ```
    #[inline]
    pub fn parameters(self) -> Parameters<'a> {
        Parameters { rest: self.split().1 }
    }

    /// Returns the first parameter with this name, which ignores case; `None` if there is no such
    /// parameter.
    #[must_use]
    #[inline]
    pub fn parameter(self, name: &str) -> Option<Parameter<'a>> {
        self.parameters().find(|it| it.has_name(name))
    }

    /// Returns the value of the parameter `ext`: the number to dial after the connection is there.
    /// RFC 3966 section 5.3.
    #[must_use]
    #[inline]
    pub fn extension(self) -> Option<ParameterValue<'a>> {
        self.parameter("ext")?.value()
    }

    /// Returns the value of the parameter `isub`: a subaddress of ISDN. RFC 3966 section 5.2.
    #[must_use]
    #[inline]
    pub fn isdn_subaddress(self) -> Option<ParameterValue<'a>> {
        self.parameter("isub")?.value()
    }

    /// Returns the value of the first parameter `phone-context` that is a context: a domain, or the
    /// first digits of global numbers. Every local number has one. RFC 3966 section 5.1.5.
    #[must_use]
    #[inline]
    pub fn phone_context(self) -> Option<Descriptor<'a>> {
        let mut contexts = self.parameters().filter(|it| it.has_name("phone-context"));
        contexts.find_map(|it| Descriptor::parse(it.value?).ok())
    }

    /// The number, and its parameters with their semicolons.
    #[inline]
    pub(super) fn split(self) -> (&'a str, &'a str) {
        let text = self.as_str().get("tel:".len()..).unwrap_or_default();
        text.split_at(text.find(';').unwrap_or(text.len()))
    }
}

#[cfg(feature = "alloc")]
crate::operations::delegate::delegate! {
    [TelUriBuf] {
        fn number() -> &'a str;
        fn digits() -> impl Iterator<Item = char> + Clone + use<'a>;
        fn is_global() -> bool;
        fn parameters() -> Parameters<'a>;
        fn parameter(name: &str) -> Option<Parameter<'a>>;
        fn extension() -> Option<ParameterValue<'a>>;
        fn isdn_subaddress() -> Option<ParameterValue<'a>>;
        fn phone_context() -> Option<Descriptor<'a>>;
    }
}
