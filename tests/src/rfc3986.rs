//! The generated matchers of RFC 3986, whose automaton has more than 64 states; they are compared
//! with fluent-uri.

/// A type for every rule; [`UriReference`](rules::UriReference) is the one with parts.
#[allow(
    clippy::all,
    clippy::pedantic,
    dead_code,
    missing_docs,
    rustdoc::all,
    unexpected_cfgs,
    unreachable_pub,
    unused_imports,
    reason = "generated, and checked where it is a crate"
)]
pub mod rules {
    include!(concat!(env!("OUT_DIR"), "/rfc3986.rs"));
}

use rules::{Fragment, Host, Port, Query, Scheme, UriReference};

/// The names of the parts that [`part_texts`] returns.
pub const PARTS: [&str; 6] = ["scheme", "host", "port", "path", "query", "fragment"];

/// The texts of [`PARTS`] in a reference.
pub fn part_texts(view: UriReference<'_>) -> [Option<&str>; 6] {
    [
        view.scheme().map(Scheme::as_str),
        view.host().map(Host::as_str),
        view.port().map(Port::as_str),
        Some(view.path().as_str()),
        view.query().map(Query::as_str),
        view.fragment().map(Fragment::as_str),
    ]
}
