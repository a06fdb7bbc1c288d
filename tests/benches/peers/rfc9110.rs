//! Media types, the most common structured fields of HTTP (RFC 9110): our
//! generated matcher and an automaton of a regular expression.

use crate::contestant::{Checks, Contestant};
use crate::corpora::{Corpus, Group};
use crate::engines::is_accepted;
use crate::generate::{made, one_of, some_mutated};
use conformance::strings::Random;
use gallery::rfc9110::ContentType;

/// `Content-Type`.
pub(crate) const EXPRESSION: &str = "(?s-u:\
    [!#$%&'*+.^_`|~0-9A-Za-z-]+/[!#$%&'*+.^_`|~0-9A-Za-z-]+\
    (?:[ \\t]*;[ \\t]*(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+=(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+\
    |\"(?:[\\t \\x21\\x23-\\x5B\\x5D-\\x7E\\x80-\\xFF]|\\\\[\\t -\\x7E\\x80-\\xFF])*\"))?)*)";

/// Ours, and the other.
pub(crate) fn contestants() -> Vec<Contestant> {
    let contestant = |name, validate| Contestant {
        name,
        checks: Checks::Whole("RFC 9110"),
        validate: Some(validate),
        parse: None,
        parts: None,
    };
    vec![
        contestant("generated", |_, text| usize::from(ContentType::is_match(text.as_bytes()))),
        contestant("regex-automata dense", |engines, text| {
            usize::from(is_accepted(&engines.media_types, text))
        }),
    ]
}

/// Media types as servers send them, some of them mutated.
pub(crate) fn corpora() -> Vec<Corpus> {
    vec![
        made("media_types", Group::Made, 40_000, 41, media_type),
        made(
            "media_types_mixed",
            Group::Made,
            40_000,
            42,
            some_mutated(media_type, b"/;=", b"/;= \"\\a,"),
        ),
    ]
}

fn media_type(random: &mut Random) -> String {
    const TYPES: [&str; 8] = [
        "text/html",
        "application/json",
        "image/svg+xml",
        "text/css",
        "application/javascript",
        "application/vnd.api+json",
        "multipart/form-data",
        "font/woff2",
    ];
    const PARAMETERS: [&str; 6] = [
        "; charset=utf-8",
        ";charset=UTF-8",
        "; boundary=----WebKitFormBoundaryePkpFF7tjBAqx29L",
        "; boundary=\"gc0pJq0M:08jU534c0p\"",
        "; profile=\"http://example.org/a \\\"b\\\"\"",
        "; q=0.8; level=1",
    ];
    let mut text = one_of(random, &TYPES).to_owned();
    if random.one_in(2) {
        text += one_of(random, &PARAMETERS);
    }
    text
}
