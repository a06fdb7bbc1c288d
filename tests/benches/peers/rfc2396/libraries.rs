//! Other libraries, used as documented.

use crate::contestant::{Checks, Contestant, Lengths, Parts, ReadParts, digits, length};
use fluent_uri::pct_enc::EStr;
use iri_string::spec::UriSpec;
use std::hint::black_box;

/// Defines the type by which the parts of a library are read.
macro_rules! read_parts {
    ($name:ident, $text:ident => $lengths:expr) => {
        struct $name;

        impl ReadParts for $name {
            fn lengths($text: &str) -> Option<Lengths> {
                Some($lengths)
            }
        }
    };
}

read_parts!(Fluent, text => {
    let found = fluent_uri::UriRef::parse(text).ok()?;
    let authority = found.authority();
    [
        length(found.scheme().map(fluent_uri::component::Scheme::as_str)),
        length(authority.map(|it| it.host())),
        length(authority.and_then(|it| it.port()).map(EStr::as_str)),
        found.path().as_str().len(),
        length(found.query().map(EStr::as_str)),
        length(found.fragment().map(EStr::as_str)),
    ]
});

read_parts!(Oxiri, text => {
    let found = oxiri::IriRef::parse(text).ok()?;
    [
        length(found.scheme()),
        // The authority is not divided; without this line, the library would not have to find it.
        length(found.authority()),
        0,
        found.path().len(),
        length(found.query()),
        length(found.fragment()),
    ]
});

read_parts!(IriString, text => {
    let found = iri_string::types::UriReferenceStr::new(text).ok()?;
    let authority = found.authority_components();
    [
        length(found.scheme_str()),
        length(authority.map(|it| it.host())),
        length(authority.and_then(|it| it.port())),
        found.path_str().len(),
        length(found.query_str()),
        length(found.fragment_str()),
    ]
});

read_parts!(Iref, text => {
    let found = iref::UriRef::new(text).ok()?.parts();
    let authority = found.authority.map(iref::uri::Authority::parts);
    [
        length(found.scheme.map(iref::uri::Scheme::as_str)),
        length(authority.as_ref().map(|it| it.host.as_str())),
        length(authority.and_then(|it| it.port).map(iref::uri::Port::as_str)),
        found.path.as_str().len(),
        length(found.query.map(iref::uri::Query::as_str)),
        length(found.fragment.map(iref::uri::Fragment::as_str)),
    ]
});

read_parts!(Uriparse, text => {
    let found = uriparse::URIReference::try_from(text).ok()?;
    let host = match found.host() {
        Some(uriparse::Host::RegisteredName(name)) => name.as_str().len(),
        // Addresses are stored as numbers.
        Some(uriparse::Host::IPv4Address(address)) => {
            address.octets().iter().map(|&octet| digits(Some(octet.into()))).sum::<usize>() + 3
        }
        Some(uriparse::Host::IPv6Address(_)) | None => 0,
    };
    let path = found.path();
    // The slashes are not stored.
    let slashes = (path.segments().len() + usize::from(path.is_absolute())).saturating_sub(1);
    [
        length(found.scheme().map(uriparse::Scheme::as_str)),
        host,
        digits(found.port()),
        path.segments().iter().map(|segment| segment.as_str().len()).sum::<usize>() + slashes,
        length(found.query().map(uriparse::Query::as_str)),
        length(found.fragment().map(uriparse::Fragment::as_str)),
    ]
});

read_parts!(Url, text => {
    let found = url::Url::parse(text).ok()?;
    [
        found.scheme().len(),
        length(found.host_str()),
        digits(found.port()),
        found.path().len(),
        length(found.query()),
        length(found.fragment()),
    ]
});

read_parts!(Http, text => {
    let found: http::Uri = text.parse().ok()?;
    [
        length(found.scheme_str()),
        length(found.host()),
        found.port().map_or(0, |port| port.as_str().len()),
        found.path().len(),
        length(found.query()),
        0,
    ]
});

/// All of them.
pub(crate) fn contestants() -> Vec<Contestant> {
    const RFC_3986: Checks = Checks::Whole("RFC 3986");
    vec![
        Contestant {
            name: "fluent-uri",
            checks: RFC_3986,
            validate: Some(|_, text| usize::from(fluent_uri::UriRef::parse(text).is_ok())),
            parse: Some(|_, text| usize::from(black_box(fluent_uri::UriRef::parse(text)).is_ok())),
            parts: Some(Parts::of::<Fluent>()),
            program: None,
        },
        Contestant {
            name: "oxiri",
            checks: Checks::Whole("RFC 3987, authority not split"),
            validate: Some(|_, text| usize::from(oxiri::IriRef::parse(text).is_ok())),
            parse: Some(|_, text| usize::from(black_box(oxiri::IriRef::parse(text)).is_ok())),
            parts: Some(Parts::of::<Oxiri>()),
            program: None,
        },
        Contestant {
            name: "iri-string",
            checks: RFC_3986,
            validate: Some(|_, text| {
                usize::from(iri_string::validate::iri_reference::<UriSpec>(text).is_ok())
            }),
            // Its value is the text; parts are located when they are requested.
            parse: None,
            parts: Some(Parts::of::<IriString>()),
            program: None,
        },
        Contestant {
            name: "iref",
            checks: RFC_3986,
            validate: Some(|_, text| usize::from(iref::UriRef::new(text).is_ok())),
            // As above.
            parse: None,
            parts: Some(Parts::of::<Iref>()),
            program: None,
        },
        Contestant {
            name: "uriparse",
            checks: RFC_3986,
            validate: Some(|_, text| usize::from(uriparse::URIReference::try_from(text).is_ok())),
            parse: Some(|_, text| {
                usize::from(black_box(uriparse::URIReference::try_from(text)).is_ok())
            }),
            parts: Some(Parts::of::<Uriparse>()),
            program: None,
        },
        Contestant {
            name: "url",
            checks: Checks::Less("WHATWG: no relative references, repairs almost everything else"),
            validate: Some(|_, text| usize::from(url::Url::parse(text).is_ok())),
            parse: Some(|_, text| usize::from(black_box(url::Url::parse(text)).is_ok())),
            parts: Some(Parts::of::<Url>()),
            program: None,
        },
        Contestant {
            name: "http::Uri",
            checks: Checks::Less("neither escapes nor most characters; no fragments"),
            validate: Some(|_, text| usize::from(text.parse::<http::Uri>().is_ok())),
            parse: Some(|_, text| usize::from(black_box(text.parse::<http::Uri>()).is_ok())),
            parts: Some(Parts::of::<Http>()),
            program: None,
        },
    ]
}
