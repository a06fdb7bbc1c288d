//! Random references and parts for the laws.

use super::grammars::Compiled;
use conformance::strings::{Members, Random};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;
use uri::UriReference;

/// A configuration with the same cases in every run.
pub(crate) fn config() -> ProptestConfig {
    let failure_persistence = None;
    let rng_seed = RngSeed::Fixed(5);
    ProptestConfig { cases: 8_000, rng_seed, failure_persistence, ..ProptestConfig::default() }
}

/// A text of the rule: a walk of the grammar.
pub(crate) fn member(rule: &'static str) -> impl Strategy<Value = String> {
    static RFC_2396: LazyLock<Compiled> = LazyLock::new(Compiled::rfc2396);
    static MEMBERS: LazyLock<Members<'static>> = LazyLock::new(|| Members::new(&RFC_2396.grammar));
    any::<u64>().prop_map(move |seed| {
        let member = MEMBERS.member(RFC_2396.rule(rule), &mut Random::new(seed));
        String::from_utf8(member.expect("it has some")).expect("ASCII")
    })
}

/// Texts that have a special meaning for some operation.
const PIECES: &[&str] = &[
    "a", "B", "1", "..", ".", "/", "//", "/../", "/./", ":", "?", "#", "@", "%2e", "%2E", "%61",
    "%C3%a4", "%2F", ";", "=", "&", "+", "http:", "HTTP://", "Host", ":80", "my_host", "1.2.3.4",
    "s:", "mailto:",
];

/// The longest reference at the front of a few pieces.
pub(crate) fn pieces() -> impl Strategy<Value = String> {
    prop::collection::vec(select(PIECES), 0..14).prop_map(|pieces| {
        let text = pieces.concat();
        let prefix = UriReference::longest_prefix(&text).expect("the empty text is a reference");
        prefix.as_str().to_owned()
    })
}

/// A sequence of up to `count` texts.
pub(crate) fn rows(
    texts: &'static [&'static str],
    longest: usize,
) -> impl Strategy<Value = String> {
    prop::collection::vec(select(texts), 0..=longest).prop_map(|texts| texts.concat())
}

/// A reference of any kind.
pub(crate) fn reference() -> impl Strategy<Value = String> {
    prop_oneof![2 => member("URI-reference"), 3 => pieces()]
}

pub(crate) fn hash(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
