//! The crate `uri` of this workspace.

use crate::contestant::{Checks, Contestant, Lengths, Parts, ReadParts, length};
use std::hint::black_box;
use uri::UriReference;

struct Ours;

impl ReadParts for Ours {
    fn lengths(text: &str) -> Option<Lengths> {
        let view = UriReference::parse(text).ok()?;
        // The parts of the authority are located once, when it is requested.
        let authority = view.authority();
        Some([
            length(view.scheme().map(uri::Scheme::as_str)),
            length(authority.and_then(uri::Authority::host).map(uri::Host::as_str)),
            length(authority.and_then(uri::Authority::port).map(uri::Port::as_str)),
            length(view.path().map(uri::Path::as_str)),
            length(view.query().map(uri::Query::as_str)),
            length(view.fragment().map(uri::Fragment::as_str)),
        ])
    }
}

/// All three modes.
pub(super) fn contestant() -> Contestant {
    Contestant {
        name: "uri",
        checks: Checks::Whole("RFC 2396"),
        validate: Some(|_, text| usize::from(UriReference::is_match(text))),
        parse: Some(|_, text| usize::from(black_box(UriReference::parse(text)).is_ok())),
        parts: Some(Parts::of::<Ours>()),
        program: None,
    }
}
