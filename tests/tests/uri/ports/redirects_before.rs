//! A policy for redirects of HTTP, with url.

use http::HeaderMap;
use http::header::{AUTHORIZATION, COOKIE, PROXY_AUTHORIZATION};
use url::Url;

/// The reasons not to follow a redirect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    TooMany,
    Invalid,
    OtherScheme,
    Downgrade,
}

/// Returns the next address, and removes credentials from the header if its origin is another.
pub fn next(
    from: &Url,
    location: &str,
    number: usize,
    header: &mut HeaderMap,
) -> Result<Url, Stop> {
    if 10 <= number {
        return Err(Stop::TooMany);
    }
    let mut to = from.join(location).map_err(|_| Stop::Invalid)?;
    match (from.scheme(), to.scheme()) {
        ("https", "http") => return Err(Stop::Downgrade),
        (_, "http" | "https") => (),
        _ => return Err(Stop::OtherScheme),
    }
    // RFC 9110 section 10.2.2: the fragment is inherited.
    if to.fragment().is_none() {
        to.set_fragment(from.fragment());
    }
    if from.origin() != to.origin() {
        for name in [AUTHORIZATION, COOKIE, PROXY_AUTHORIZATION] {
            header.remove(name);
        }
    }
    Ok(to)
}
