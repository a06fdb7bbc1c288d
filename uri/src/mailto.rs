//! Mail to be written, RFC 6068: `mailto:chris@example.com?subject=hello`. With the feature
//! `mailto`.
//!
//! | type | |
//! |---|---|
//! | [`MailtoUri`] | a whole URI |
//! | [`Recipient`], [`Address`] | an address with escapes, and the two sides of it, checked |
//! | [`To`], [`AddrSpec`], [`LocalPart`], [`Domain`] | the parts before the `?`, as the grammar has them |
//! | [`Field`], [`FieldName`], [`FieldValue`] | a header field, or the body of the message |
//! | [`Composed`] | a URI made of addresses and fields |
//!
//! ```
//! use uri::mailto::MailtoUri;
//!
//! let uri = MailtoUri::parse("mailto:a%25b@example.com?to=c@example.org&subject=50%25%20off")?;
//! let recipients: Vec<String> = uri.recipients().map(|it| it.decode().to_string()).collect();
//! assert_eq!(recipients, ["a%b@example.com", "c@example.org"]);
//! assert!(uri.subject().unwrap() == "50% off");
//!
//! // And back, with escapes where the RFC wants them.
//! let fields = [("subject", "rock & roll"), ("body", "one\ntwo")];
//! let uri = MailtoUri::compose(&["chris@example.com"], &fields)?;
//! let text = "mailto:chris@example.com?subject=rock%20%26%20roll&body=one%0D%0Atwo";
//! assert_eq!(uri.to_string(), text);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! With the feature `rfc3986`, a [`MailtoUri`] converts to `Uri` and `UriReference` by `From`, and
//! back by `TryFrom`. A URI with a fragment does not match: fragments mean nothing here and should
//! be ignored (section 2), so remove them with `strip_fragment`.
//!
//! # Beyond the grammar
//!
//! - In the grammar, an escape can stand for any octet of an address, even for the end of a line or
//!   for a second `@`. When decoded, an address must be an `addr-spec` of RFC 5322 without comments
//!   and white space, in UTF-8 (section 2, items 1 to 5). [`Recipient::address`] checks this. It
//!   allows a space after a backslash, as the examples in section 6 do.
//! - A `&` before the `?` begins no field: `mailto:a@b&cc=c` has the domain `b&cc=c`. In addresses,
//!   `&`, `;` and `=` need no escape, by [an erratum](crate::_docs::errata).
//! - In a domain, escapes are for characters beyond ASCII alone (section 2, item 4).
//!   [`MailtoUri::compose`] writes no others, except those of the brackets around an IP address.
//! - A field `to` has recipients too. [`MailtoUri::recipients`] returns all of them,
//!   [`cc`](MailtoUri::cc) and [`bcc`](MailtoUri::bcc) those of the fields with these names.
//! - Names of fields ignore case. A space is `%20`: a `+` is a plus sign, unlike in HTML forms.
//! - A line break in the body is `%0D%0A`. Other values should have none (section 5): after it, a
//!   message would have another header field. [`MailtoUri::compose`] writes every line break of a
//!   body as `%0D%0A`, and refuses those of other values.
//!
//! # Fields that are not safe
//!
//! A link can contain any header field: copies to people who are not shown, a false sender, an
//! attachment. Section 4 considers only `subject`, `keywords` and `body` safe in general, and wants
//! a program to ignore the rest or not to begin a message at all. [`MailtoUri::unsafe_fields`]
//! returns the others; [`Field::is_safe`] decides for one. `to`, `cc` and `bcc` are among the
//! others: show their addresses to the user before anything is sent (section 7). Section 3 wants
//! senders and dates, fields for the route of a message, and those of MIME to be ignored in any case.
//!
//! ```
//! use uri::mailto::MailtoUri;
//!
//! let uri = MailtoUri::parse("mailto:a@b?subject=x&Bcc=c@d&From=e@f")?;
//! let names: Vec<&str> = uri.unsafe_fields().map(|field| field.name().as_str()).collect();
//! assert_eq!(names, ["Bcc", "From"]);
//! # Ok::<(), uri::ParseError>(())
//! ```

mod address;
mod compose;
mod field;
mod recipients;

pub use crate::generated::mailto::*;
pub use address::{Address, AddressError};
pub use compose::{ComposeError, Composed};
pub use recipients::{Recipient, Recipients};

use crate::ByteSet;
use crate::operations::percent::{UNRESERVED_RFC3986, escaped};

/// The characters of a name or a value that need no escape. The grammar also allows `;`, which
/// RFC 6068 section 2 wants to be escaped.
const FIELD: ByteSet = UNRESERVED_RFC3986
    .with(b'!')
    .with(b'$')
    .with(b'\'')
    .with(b'(')
    .with(b')')
    .with(b'*')
    .with(b'+')
    .with(b',')
    .with(b':')
    .with(b'@');

const _: () = {
    use crate::mailto as of;

    escaped! { of [scheme ""], FIELD;
        FieldName FieldNameBuf
        FieldValue FieldValueBuf
    }
};
