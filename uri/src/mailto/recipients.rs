//! The addresses of a URI, from all of its parts.

use super::{AddrSpec, Address, AddressError, MailtoUri, MailtoUriFieldsIter, To};
#[cfg(feature = "alloc")]
use super::{AddrSpecBuf, MailtoUriBuf};
use crate::operations::percent::{Decode, Plus, split_escape};
use core::fmt;
use core::iter::FusedIterator;

/// An address with escapes, not checked. Made by [`MailtoUri::recipients`] and the like.
///
/// `Display` writes the decoded text, with U+FFFD for octets that are not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Recipient<'a> {
    text: &'a str,
}

impl<'a> Recipient<'a> {
    /// Returns the text with its escapes.
    #[must_use]
    #[inline]
    pub const fn as_str(self) -> &'a str {
        self.text
    }

    /// Returns the octets of the text.
    #[must_use]
    #[inline]
    pub const fn decode(self) -> Decode<'a> {
        Decode::new(self.text, Plus::Plus)
    }

    /// Returns the two sides of the address, decoded.
    ///
    /// # Errors
    ///
    /// If the decoded text is not an `addr-spec` of RFC 5322 in UTF-8, without comments and white
    /// space (RFC 6068 section 2): an escape stands for a control character or a second `@`, say,
    /// or the value of a field has `Chris <chris@example.com>`.
    ///
    /// ```
    /// use uri::mailto::{AddressError, MailtoUri};
    ///
    /// let uri = MailtoUri::parse("mailto:%22not%40me%22@example.org,a%0D%0Ab@c")?;
    /// let mut recipients = uri.recipients();
    /// let address = recipients.next().unwrap().address()?;
    /// assert!(address.local_part() == "\"not@me\"" && address.domain() == "example.org");
    /// let error = recipients.next().unwrap().address().unwrap_err();
    /// assert_eq!(error, AddressError::Octet { offset: 1, octet: b'\r' });
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    pub fn address(self) -> Result<Address<'a>, AddressError> {
        Address::of_escaped(self.text)
    }
}

impl fmt::Display for Recipient<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.decode().fmt(f)
    }
}

impl<'a> From<AddrSpec<'a>> for Recipient<'a> {
    #[inline]
    fn from(address: AddrSpec<'a>) -> Self {
        Self { text: address.as_str() }
    }
}

/// An iterator over the addresses in parts of a URI. Made by [`MailtoUri::recipients`] and the
/// like.
#[derive(Clone, Debug)]
pub struct Recipients<'a> {
    /// The rest of the current part.
    list: &'a str,
    comma: Comma,
    fields: MailtoUriFieldsIter<'a>,
    name: &'static str,
}

/// The commas that separate addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comma {
    /// Those without an escape: before the `?`, an escaped comma is data.
    Plain,
    /// All outside of quotation marks: the list is the value of a field, once it is decoded.
    Decoded,
}

impl<'a> Recipients<'a> {
    /// Takes the text up to the next comma.
    fn take_item(&mut self) -> &'a str {
        let text = self.list;
        let (mut is_quoted, mut is_pair, mut rest) = (false, false, text.as_bytes());
        while let Some(&first) = rest.first() {
            let begin = text.len() - rest.len();
            let escape = split_escape(rest).filter(|_| self.comma == Comma::Decoded);
            let (octet, after) = escape.unwrap_or((first, &rest[1..]));
            if octet == b',' && !is_quoted {
                let end = text.len() - after.len();
                self.list = text.get(end..).unwrap_or_default();
                return text.get(..begin).unwrap_or_default();
            }
            is_quoted ^= octet == b'"' && !is_pair;
            is_pair = octet == b'\\' && is_quoted && !is_pair;
            rest = after;
        }
        self.list = "";
        text
    }
}

impl<'a> Iterator for Recipients<'a> {
    type Item = Recipient<'a>;

    #[inline]
    fn next(&mut self) -> Option<Recipient<'a>> {
        loop {
            while !self.list.is_empty() {
                let item = self.take_item();
                let text = if self.comma == Comma::Decoded { trim(item) } else { item };
                if !text.is_empty() {
                    return Some(Recipient { text });
                }
            }
            let name = self.name;
            let field = self.fields.find(|field| field.has_name(name))?;
            (self.list, self.comma) = (field.value().as_str(), Comma::Decoded);
        }
    }
}

impl FusedIterator for Recipients<'_> {}

/// Removes escaped spaces and tabs from both ends, which separate addresses in fields.
fn trim(mut text: &str) -> &str {
    const SPACES: [&str; 2] = ["%20", "%09"];
    let rest = |text: &'_ str| SPACES.iter().any(|it| text.starts_with(it));
    while rest(text) {
        text = text.get(3..).unwrap_or_default();
    }
    while SPACES.iter().any(|it| text.ends_with(it)) {
        text = text.get(..text.len() - 3).unwrap_or_default();
    }
    text
}

impl<'a> MailtoUri<'a> {
    /// Returns the addresses to which the message is sent: those before the `?`, and those of all
    /// fields `to`. RFC 6068 section 2.
    ///
    /// They are not checked: see [`Recipient::address`].
    ///
    /// ```
    /// use uri::mailto::MailtoUri;
    ///
    /// for text in [
    ///     "mailto:addr1@an.example,addr2@an.example",
    ///     "mailto:?to=addr1@an.example,addr2@an.example",
    ///     "mailto:addr1@an.example?to=addr2@an.example",
    ///     "mailto:addr1@an.example?TO=addr2%40an.example",
    /// ] {
    ///     let recipients: Vec<String> =
    ///         MailtoUri::parse(text)?.recipients().map(|it| it.to_string()).collect();
    ///     assert_eq!(recipients, ["addr1@an.example", "addr2@an.example"], "{text}");
    /// }
    /// # Ok::<(), uri::ParseError>(())
    /// ```
    #[inline]
    pub fn recipients(self) -> Recipients<'a> {
        let list = self.to().map_or("", To::as_str);
        Recipients { list, comma: Comma::Plain, fields: self.fields(), name: "to" }
    }

    /// Returns the addresses of all fields `cc`: people who get a copy.
    #[inline]
    pub fn cc(self) -> Recipients<'a> {
        self.listed("cc")
    }

    /// Returns the addresses of all fields `bcc`: people who get a copy that the others do not see.
    #[inline]
    pub fn bcc(self) -> Recipients<'a> {
        self.listed("bcc")
    }

    #[inline]
    fn listed(self, name: &'static str) -> Recipients<'a> {
        Recipients { list: "", comma: Comma::Decoded, fields: self.fields(), name }
    }
}

impl<'a> AddrSpec<'a> {
    /// Returns the two sides of the address, decoded; see [`Recipient::address`].
    ///
    /// # Errors
    ///
    /// As there.
    #[inline]
    pub fn address(self) -> Result<Address<'a>, AddressError> {
        Recipient::from(self).address()
    }
}

#[cfg(feature = "alloc")]
crate::operations::delegate::delegate! {
    [MailtoUriBuf] {
        fn recipients() -> Recipients<'a>;
        fn cc() -> Recipients<'a>;
        fn bcc() -> Recipients<'a>;
    }
    [AddrSpecBuf] {
        fn address() -> Result<Address<'a>, AddressError>;
    }
}
