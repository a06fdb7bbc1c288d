//! References by RFC 3987: ours, and the libraries that follow the same document. The texts are those
//! of URIs, and IRIs.

use crate::contestant::{Checks, Contestant};
use crate::corpora::{self, Corpus, Group};
use crate::generate::{made, one_of};
use crate::{engines, expression};
use std::hint::black_box;
use std::path::Path;
use uri::rfc3987::IriReference;

/// Ours, the libraries, and the engines of an expression. The libraries agree with the document except for the differences that our tests
/// list.
pub(crate) fn contestants() -> Vec<Contestant> {
    let contestant = |name, checks, validate, parse| Contestant {
        name,
        checks,
        validate: Some(validate),
        parse: Some(parse),
        parts: None,
        program: None,
    };
    let same = Checks::Whole("RFC 3987");
    let other = Checks::Whole("RFC 3987, in another reading of it");
    let mut all = vec![
        contestant(
            "uri",
            same,
            |_, text| usize::from(IriReference::is_match(text)),
            |_, text| usize::from(black_box(IriReference::parse(text)).is_ok()),
        ),
        contestant(
            "fluent-uri",
            other,
            |_, text| usize::from(fluent_uri::IriRef::parse(text).is_ok()),
            |_, text| usize::from(black_box(fluent_uri::IriRef::parse(text)).is_ok()),
        ),
        contestant(
            "iri-string",
            other,
            |_, text| usize::from(iri_string::types::IriReferenceStr::new(text).is_ok()),
            |_, text| usize::from(black_box(iri_string::types::IriReferenceStr::new(text)).is_ok()),
        ),
        contestant(
            "oxiri",
            other,
            |_, text| usize::from(oxiri::IriRef::parse(text).is_ok()),
            |_, text| usize::from(black_box(oxiri::IriRef::parse(text)).is_ok()),
        ),
    ];
    all.extend(expression::contestants::<{ engines::RFC3987 }>(same));
    all
}

/// Those of URIs, and some beyond ASCII.
pub(crate) fn corpora(shared: &Path) -> anyhow::Result<Vec<Corpus>> {
    let mut corpora = corpora::uris(shared)?;
    corpora.push(made("iris", Group::Made, 40_000, 51, |random| {
        let host = one_of(random, &["münchen.example", "例え.jp", "example.org", "пример.рф"]);
        let mut text = format!("https://{host}");
        for _ in 0..random.below(4) {
            text.push('/');
            text += one_of(random, &["wiki", "Straße", "日本語", "r%C3%A9sum%C3%A9", "index.html"]);
        }
        text
    }));
    Ok(corpora)
}
