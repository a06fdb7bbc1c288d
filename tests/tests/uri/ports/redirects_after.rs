//! A policy for redirects of HTTP, with `uri`.

use http::HeaderMap;
use http::header::{AUTHORIZATION, COOKIE, PROXY_AUTHORIZATION};
use uri::rfc3986::{Host, Uri, UriBuf};
use uri::{Normalization, PortError};

/// The reasons not to follow a redirect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    TooMany,
    Invalid,
    OtherScheme,
    Downgrade,
}

/// The origin of a normal form.
fn origin(of: Uri<'_>) -> Result<(&str, Option<&str>, Option<u16>), PortError> {
    let host = of.host().map(Host::as_str);
    Ok((of.scheme().as_str(), host, of.port_or_default()?))
}

/// Returns the next address, and removes credentials from the header if its origin is another.
pub fn next(
    from: Uri<'_>,
    location: &str,
    number: usize,
    header: &mut HeaderMap,
) -> Result<UriBuf, Stop> {
    if 10 <= number {
        return Err(Stop::TooMany);
    }
    let normal = |uri: Uri<'_>| uri.normalize(Normalization::RFC3986).to_buf();
    let (from, target) = (normal(from), from.join(location).map_err(|_| Stop::Invalid)?);
    let mut to = normal(target.as_view());
    match (from.scheme().as_str(), to.scheme().as_str()) {
        ("https", "http") => return Err(Stop::Downgrade),
        (_, "http" | "https") => (),
        _ => return Err(Stop::OtherScheme),
    }
    // RFC 3986 allows `http:` alone, and ports above 65535.
    let same = match (origin(from.as_view()), origin(to.as_view())) {
        (Ok(one), Ok(other)) if other.1.is_some_and(|host| !host.is_empty()) => one == other,
        _ => return Err(Stop::Invalid),
    };
    // RFC 9110 section 10.2.2: the fragment is inherited.
    if to.fragment().is_none() {
        to.set_fragment(from.fragment());
    }
    if !same {
        for name in [AUTHORIZATION, COOKIE, PROXY_AUTHORIZATION] {
            header.remove(name);
        }
    }
    Ok(to)
}
