//! Header fields, and the body of a message.

use super::{Field, FieldValue, MailtoUri};
#[cfg(feature = "alloc")]
use super::{FieldBuf, MailtoUriBuf};
use crate::operations::percent::Decode;

impl Field<'_> {
    /// Returns whether the field has this name, which ignores case. RFC 6068 section 2.
    ///
    /// ```
    /// use uri::mailto::Field;
    ///
    /// assert!(Field::new("Sub%6Aect=x").has_name("subject"));
    /// ```
    #[must_use]
    #[inline]
    pub fn has_name(self, name: &str) -> bool {
        let decoded = self.name().decode().map(|octet| octet.to_ascii_lowercase());
        decoded.eq(name.bytes().map(|octet| octet.to_ascii_lowercase()))
    }

    /// Returns whether RFC 6068 section 4 considers the field safe: a subject or keywords without a
    /// line break, or a body.
    ///
    /// ```
    /// use uri::mailto::Field;
    ///
    /// assert!(Field::new("body=a%0D%0Ab").is_safe());
    /// assert!(!Field::new("subject=a%0D%0ABcc:%20b@c").is_safe());
    /// assert!(!Field::new("attach=%2Fetc%2Fpasswd").is_safe());
    /// ```
    #[must_use]
    #[inline]
    pub fn is_safe(self) -> bool {
        let is_line = !self.value().decode().any(|octet| matches!(octet, b'\r' | b'\n'));
        let is_header = self.has_name("subject") || self.has_name("keywords");
        self.has_name("body") || (is_line && is_header)
    }
}

impl<'a> MailtoUri<'a> {
    /// Returns the value of the first field with this name, which ignores case; `None` if there is
    /// no such field. RFC 6068 section 2.
    #[must_use]
    #[inline]
    pub fn field(self, name: &str) -> Option<FieldValue<'a>> {
        self.fields().find(|field| field.has_name(name)).map(Field::value)
    }

    /// Returns the decoded value of the first field `subject`. RFC 6068 section 2.
    ///
    /// The octets of a hostile link need not be a line, see [`Field::is_safe`].
    #[must_use]
    #[inline]
    pub fn subject(self) -> Option<Decode<'a>> {
        self.field("subject").map(FieldValue::decode)
    }

    /// Returns the decoded value of the first field `body`, with CR LF between lines: the text of
    /// the message, not a header field. RFC 6068 section 2.
    ///
    /// ```
    /// use uri::mailto::MailtoUri;
    ///
    /// let uri = MailtoUri::parse("mailto:infobot@example.com?body=send%20a%0D%0Asend%20b")?;
    /// assert!(uri.body().unwrap() == "send a\r\nsend b");
    /// # Ok::<(), uri::ParseError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn body(self) -> Option<Decode<'a>> {
        self.field("body").map(FieldValue::decode)
    }

    /// Returns the fields that RFC 6068 section 4 does not consider safe, in order; see
    /// [`Field::is_safe`].
    #[inline]
    pub fn unsafe_fields(self) -> impl Iterator<Item = Field<'a>> + Clone {
        self.fields().filter(|field| !field.is_safe())
    }
}

#[cfg(feature = "alloc")]
crate::operations::delegate::delegate! {
    [FieldBuf] {
        fn has_name(name: &str) -> bool;
        fn is_safe() -> bool;
    }
    [MailtoUriBuf] {
        fn field(name: &str) -> Option<FieldValue<'a>>;
        fn subject() -> Option<Decode<'a>>;
        fn body() -> Option<Decode<'a>>;
        fn unsafe_fields() -> impl Iterator<Item = Field<'a>> + Clone + use<'a>;
    }
}
