//! Media types, the most common structured fields of HTTP (RFC 9110): our
//! generated matcher and the engines of a regular expression.

use crate::contestant::{Checks, Contestant};
use crate::corpora::{Corpus, Group};
use crate::generate::{made, one_of, some_mutated};
use crate::{engines, expression};
use conformance::strings::Random;
use gallery::rfc9110::ContentType;

/// `Content-Type`.
pub(crate) const EXPRESSION: &str = "(?s-u:\
    [!#$%&'*+.^_`|~0-9A-Za-z-]+/[!#$%&'*+.^_`|~0-9A-Za-z-]+\
    (?:[ \\t]*;[ \\t]*(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+=(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+\
    |\"(?:[\\t \\x21\\x23-\\x5B\\x5D-\\x7E\\x80-\\xFF]|\\\\[\\t -\\x7E\\x80-\\xFF])*\"))?)*)";

/// Ours, and the others.
pub(crate) fn contestants() -> Vec<Contestant> {
    let checks = Checks::Whole("RFC 9110");
    let ours = Contestant {
        validate: Some(|_, text| usize::from(ContentType::is_match(text.as_bytes()))),
        ..Contestant::new("generated", checks)
    };
    let mut all = vec![ours];
    all.extend(expression::contestants::<{ engines::RFC9110 }>(checks));
    all
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
