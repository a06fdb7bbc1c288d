//! References by RFC 2396: `uri` and other libraries.
//!
//! The libraries follow other documents, so some verdicts differ, as the table of accepted
//! texts shows. Expected differences, in addition to the reasons in `tests/src/uri_differences.rs`
//! between RFC 2396 and RFC 3986, which fluent-uri, oxiri, iri-string, iref and uriparse
//! follow:
//!
//! - url follows the URL standard of WHATWG: a relative reference is an error, almost
//!   nothing else is; its results are normalised, so lengths differ;
//! - `http::Uri` reads the targets of requests: no fragment, no relative path; it checks
//!   neither escapes nor most characters;
//! - oxiri has no host and no port, only the authority, which is counted as host.
//!
//! The lengths of hosts differ by the reasons in `tests/src/uri_parts.rs`, most of all because
//! a name with an underscore is no host of RFC 2396. After an authority uriparse has a path
//! `/` where there is none.
//!
//! pest is missing. `abnf_to_pest` translates the grammar, and pest refuses what comes out: in
//! `authority = server / reg-name` a server may be empty, so that an ordered choice never
//! comes to the second.
//!
//! Those made of [`EXPRESSION`] must agree with `uri`; see `agreement`.

mod automata;
mod floor;
mod libraries;
mod ours;

pub(crate) use automata::EXPRESSION;
pub(crate) use libraries::contestants as libraries;

use crate::contestant::Contestant;

/// All of them; the first one is ours.
pub(crate) fn contestants() -> Vec<Contestant> {
    let mut all = vec![ours::contestant()];
    all.extend(libraries::contestants());
    all.extend(automata::contestants());
    all.extend(floor::contestants());
    all
}
