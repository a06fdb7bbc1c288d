//! References by RFC 2396: `uri` and other libraries.
//!
//! The libraries follow other documents, so some verdicts differ, as the table of accepted
//! texts shows. Expected differences, in addition to the reasons in `tests/src/uri_differences.rs`
//! between RFC 2396 and RFC 3986, which fluent-uri, oxiri, iri-string, iref and uriparse
//! follow:
//!
//! - url follows the URL standard of WHATWG: it rejects relative references and almost nothing
//!   else; its results are normalised, so lengths differ;
//! - `http::Uri` reads the targets of requests: no fragment, no relative path; it checks
//!   neither escapes nor most characters;
//! - oxiri has neither host nor port; its authority is counted as the host.
//!
//! The lengths of hosts differ for the reasons in `tests/src/uri_parts.rs`, mostly because a name
//! with an underscore is not a host of RFC 2396. uriparse has a path `/` after an authority even if
//! there is none.
//!
//! pest is missing: it refuses the grammar as translated by `abnf_to_pest`. In `authority = server
//! / reg-name`, a server may be empty, so an ordered choice never reaches the second alternative.
//!
//! The contestants that use [`EXPRESSION`] must agree with `uri`; see `agreement`.

mod libraries;
mod ours;
mod tokens;

pub(crate) use libraries::contestants as libraries;
pub(crate) use tokens::EXPRESSION;

use crate::contestant::{Checks, Contestant};
use crate::{engines, expression};

/// The language of ours and of [`EXPRESSION`].
const CHECKS: Checks = Checks::Whole("RFC 2396");

/// Returns all contestants; the first one is ours.
pub(crate) fn contestants() -> Vec<Contestant> {
    let mut all = vec![ours::contestant()];
    all.extend(libraries::contestants());
    all.push(tokens::logos(CHECKS));
    all.extend(expression::contestants::<{ engines::RFC2396 }>(CHECKS));
    all
}
