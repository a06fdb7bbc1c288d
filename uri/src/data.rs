//! Data in a URL, RFC 2397: `data:text/plain;charset=utf-8,hello`. With the feature `data`.
//!
//! | type | |
//! |---|---|
//! | [`DataUrl`] | a whole URL |
//! | [`Octets`], [`Base64Error`] | the octets of the data, and why they are not base64 |
//! | [`Mime`] | the media type, by default `text/plain;charset=US-ASCII` |
//! | [`MediaType`], [`Type`], [`Subtype`] | the media type as it is written |
//! | [`Parameter`], [`Attribute`], [`Value`], [`Unquoted`] | a parameter, and the data of its value |
//! | [`DataUrlBuilder`], [`Form`] | a URL made of data |
//!
//! ```
//! use uri::data::DataUrl;
//!
//! let url = DataUrl::parse("data:text/html;charset=utf-8;base64,PGI+YSZiPC9iPg==")?;
//! assert!(url.mime().is("text", "html"));
//! assert!(url.mime().parameter("charset").unwrap() == "utf-8");
//! assert!(url.octets()?.eq(*b"<b>a&b</b>"));
//!
//! // Without a media type, it is text in US-ASCII.
//! let url = DataUrl::parse("data:,A%20brief%20note")?;
//! assert_eq!(url.mime().to_string(), "text/plain;charset=US-ASCII");
//! assert!(url.octets()?.eq(*b"A brief note"));
//!
//! // And back: the shorter of the two forms, unless you choose one.
//! let url = DataUrl::encode("A brief note");
//! assert_eq!(url.to_string(), "data:,A%20brief%20note");
//! let url = DataUrl::encode(b"\x89PNG").media_type("image", "png")?;
//! assert_eq!(url.to_string(), "data:image/png,%89PNG");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! With the feature `rfc3986`, a [`DataUrl`] converts to `Uri` and `UriReference` by `From`, and
//! back by `TryFrom`. A `#` is not part of the data, but begins a fragment, and a URI with one is
//! not a [`DataUrl`]; remove it with `strip_fragment`.
//!
//! # Beyond the grammar
//!
//! - The data after `;base64` is base64, and may have escapes (section 2). The RFC does not say how
//!   strictly to read it. [`DataUrl::octets`] takes RFC 4648 section 4 at its word: `=` pads to a
//!   multiple of four characters, the bits that are left over are zero, and there is no white space.
//!   [`DataUrl::octets_forgiving`] reads it as web browsers do: ASCII white space is ignored, the
//!   padding may be missing, and the bits that are left over may be anything.
//! - If there is no media type at all, it is `text/plain;charset=US-ASCII`; if there are only
//!   parameters, it is `text/plain` with these (sections 2 and 3). [`DataUrl::mime`] does both.
//! - Names of types and of parameters ignore case. A value may be a quoted string, whose quotation
//!   marks are escaped in a URL: [`Value::unquote`] returns the text in it.
//! - A `data` URL can contain a program, for instance in `text/html`. Decide by the media type what
//!   you open.

mod build;
mod media_type;
mod octets;
mod unquote;

pub use crate::generated::data::*;
pub use build::{DataUrlBuilder, Form, MediaTypeError};
pub use media_type::Mime;
pub use octets::{Base64Error, Base64ErrorKind, Octets};
pub use unquote::Unquoted;

use crate::operations::percent::{UNRESERVED_RFC3986, escaped};

const _: () = {
    use crate::data as of;

    escaped! { of [scheme ""], UNRESERVED_RFC3986;
        Type TypeBuf
        Subtype SubtypeBuf
        Attribute AttributeBuf
        Value ValueBuf
        Data DataBuf
    }
};
