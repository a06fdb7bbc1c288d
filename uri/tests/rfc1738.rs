//! Operations on URLs of RFC 1738.

mod build;
mod convert;
mod ftp;
mod gopher;
mod mail;
mod news;
#[cfg(feature = "alloc")]
mod owned;
mod parts;
mod server;

use uri::rfc1738::Line;

/// The sent line, with a byte for each octet, so that lines can be written as text.
fn sent(line: &Line<'_>) -> String {
    line.octets().map(char::from).collect()
}
