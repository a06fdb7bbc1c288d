//! References by RFC 3986: our generated matcher, whose automaton has more than 64 states,
//! beside the libraries that follow the same document.

use crate::contestant::{Checks, Contestant, Lengths, Parts, ReadParts, length};
use crate::{engines, expression, rfc2396};
use conformance::rfc3986::part_texts;
use conformance::rfc3986::rules::UriReference;
use std::hint::black_box;

struct Ours;

impl ReadParts for Ours {
    fn lengths(text: &str) -> Option<Lengths> {
        Some(part_texts(UriReference::parse(text).ok()?).map(length))
    }
}

/// Ours, the engines of an expression, then the libraries that check the whole text.
pub(crate) fn contestants() -> Vec<Contestant> {
    let mut all = vec![Contestant {
        name: "generated",
        checks: Checks::Whole("RFC 3986"),
        validate: Some(|_, text| usize::from(UriReference::is_match(text))),
        parse: Some(|_, text| usize::from(black_box(UriReference::parse(text)).is_ok())),
        parts: Some(Parts::of::<Ours>()),
        program: None,
    }];
    all.extend(expression::contestants::<{ engines::RFC3986 }>(all[0].checks));
    let is_whole = |it: &Contestant| matches!(it.checks, Checks::Whole(_));
    all.extend(rfc2396::libraries().into_iter().filter(is_whole));
    all
}
