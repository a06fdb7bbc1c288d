//! URIs of data.

use super::address::{self, AddressError};
use super::{FIELD, MailtoUri};
use crate::operations::output::{self, Each, Pieces};
use crate::operations::percent::{UNRESERVED_RFC3986, write};
use crate::{ByteSet, mailto};
use core::fmt;

/// A URI of addresses and fields, not written yet. Made by [`MailtoUri::compose`].
#[derive(Clone, Copy, Debug)]
pub struct Composed<'a> {
    recipients: &'a [&'a str],
    fields: &'a [(&'a str, &'a str)],
}

impl<'a> MailtoUri<'a> {
    /// Makes a URI of addresses without escapes, such as `chris@example.com`, and of fields: names
    /// with their values, in order. The name `body` is that of the text of the message.
    ///
    /// Characters that are not allowed, or that would have a meaning, are escaped, so no address and
    /// no value adds another one. Each line break of a body, whether LF, CR or both, becomes
    /// `%0D%0A`. RFC 6068 sections 2 and 5.
    ///
    /// The values of `to`, `cc` and `bcc` are lists: commas in them separate addresses. Pass the
    /// addresses of `to` as `recipients` instead.
    ///
    /// # Errors
    ///
    /// If an address is not one, as [`Recipient::address`](super::Recipient::address) checks, or its
    /// domain has a character of ASCII that would need an escape, or `&`, `;` or `=`, which needed
    /// one before erratum 7919; if a name is empty or has characters other than those of RFC 5322
    /// section 2.2, which are the printable ones of ASCII without the colon; if a name occurs twice,
    /// but a message can have only one such field; or if a value other than a body has a line break
    /// or a NUL, or a body has a NUL.
    ///
    /// ```
    /// use uri::mailto::{ComposeError, MailtoUri};
    ///
    /// let uri = MailtoUri::compose(&["\"not@me\"@example.org", "jürgen@example.com"], &[])?;
    /// let text = "mailto:%22not%40me%22@example.org,j%C3%BCrgen@example.com";
    /// assert_eq!(uri.to_string(), text);
    ///
    /// let fields = [("subject", "x\r\nBcc: all@example.com")];
    /// let error = MailtoUri::compose(&[], &fields).unwrap_err();
    /// assert_eq!(error, ComposeError::Value { index: 0, offset: 1 });
    /// # Ok::<(), ComposeError>(())
    /// ```
    #[inline]
    pub fn compose(
        recipients: &'a [&'a str],
        fields: &'a [(&'a str, &'a str)],
    ) -> Result<Composed<'a>, ComposeError> {
        for (index, recipient) in recipients.iter().enumerate() {
            let refused = |error| ComposeError::Recipient { index, error };
            address::split_to_write(recipient).map_err(refused)?;
        }
        let mut seen = [false; ONCE.len()];
        for (index, (name, value)) in fields.iter().enumerate() {
            let is_printable = |octet: u8| octet.is_ascii_graphic() && octet != b':';
            if name.is_empty() || !name.bytes().all(is_printable) {
                return Err(ComposeError::Name { index });
            }
            let place = ONCE.iter().position(|once| name.eq_ignore_ascii_case(once));
            if place.is_some_and(|place| core::mem::replace(&mut seen[place], true)) {
                return Err(ComposeError::Repeated { index });
            }
            let refused: &[char] = if is_body(name) { &['\0'] } else { &['\0', '\r', '\n'] };
            if let Some(offset) = value.find(refused) {
                return Err(ComposeError::Value { index, offset });
            }
        }
        Ok(Composed { recipients, fields })
    }
}

/// The fields that occur once in a message at most, RFC 5322 section 3.6, and the body.
const ONCE: [&str; 12] = [
    "subject",
    "body",
    "to",
    "cc",
    "bcc",
    "reply-to",
    "in-reply-to",
    "references",
    "from",
    "sender",
    "date",
    "message-id",
];

/// The characters of an address that are written without an escape, wherever they are allowed. `&`,
/// `;` and `=` need none by erratum 7919, but did by the RFC as it was. The `@` between the two sides
/// is written apart.
const ADDRESS: ByteSet = UNRESERVED_RFC3986
    .with(b'!')
    .with(b'$')
    .with(b'\'')
    .with(b'*')
    .with(b'+')
    .with(b':')
    .with(b'(')
    .with(b')');

impl Pieces for Composed<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        each("mailto:")?;
        let mut separator = "";
        for recipient in self.recipients {
            each(separator)?;
            // An `@` in quotes or brackets is data.
            let (local, domain) = address::split_to_write(recipient).unwrap_or_default();
            write(local.as_bytes(), ADDRESS, "%20", each)?;
            each("@")?;
            write(domain.as_bytes(), ADDRESS, "%20", each)?;
            separator = ",";
        }
        separator = "?";
        for (name, value) in self.fields {
            each(separator)?;
            write(name.as_bytes(), FIELD, "%20", each)?;
            each("=")?;
            write_value(name, value, each)?;
            separator = "&";
        }
        Ok(())
    }
}

/// Writes a value; in a body, each line break as CR LF.
fn write_value(name: &str, value: &str, each: &mut Each<'_>) -> fmt::Result {
    if !is_body(name) {
        return write(value.as_bytes(), FIELD, "%20", each);
    }
    let mut rest = value;
    while let Some(end) = rest.find(['\r', '\n']) {
        let (line, after) = rest.split_at(end);
        write(line.as_bytes(), FIELD, "%20", each)?;
        each("%0D%0A")?;
        let after_break = after.strip_prefix("\r\n").or_else(|| after.get(1..));
        rest = after_break.unwrap_or_default();
    }
    write(rest.as_bytes(), FIELD, "%20", each)
}

fn is_body(name: &str) -> bool {
    name.eq_ignore_ascii_case("body")
}

output::unwritten! { [] Composed<'_> => mailto::MailtoUri, MailtoUriBuf }

/// The reason why data cannot be a `mailto` URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ComposeError {
    /// A recipient is not an address.
    Recipient {
        /// The index of the recipient.
        index: usize,
        /// The reason. Its offset is that in the address.
        error: AddressError,
    },
    /// The name of a field is empty, or has a character that no name can have.
    Name {
        /// The index of the field.
        index: usize,
    },
    /// A message can have only one field with this name, which has been there before.
    Repeated {
        /// The index of the field.
        index: usize,
    },
    /// A value has a line break or a NUL.
    Value {
        /// The index of the field.
        index: usize,
        /// The offset in the value, in bytes.
        offset: usize,
    },
}

impl fmt::Display for ComposeError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Recipient { index, error } => write!(f, "recipient {index}: {error}"),
            Self::Name { index } => write!(f, "the name of field {index} is not one of RFC 5322"),
            Self::Repeated { index } => {
                write!(f, "a message can have only one field with the name of field {index}")
            }
            Self::Value { index, offset } => {
                write!(f, "the value of field {index} has a control character at byte {offset}")
            }
        }
    }
}

impl core::error::Error for ComposeError {
    #[inline]
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Recipient { error, .. } => Some(error),
            Self::Name { .. } | Self::Repeated { .. } | Self::Value { .. } => None,
        }
    }
}
