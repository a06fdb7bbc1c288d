//! Normal forms as owned values, and the removal of dot segments.

use crate::Operation;
use crate::data::Data;
use uri::Normalization;

/// The steps of RFC 3986 section 6.2.2 and, for ports and empty paths, section 6.2.3.
const STEPS: Normalization = Normalization::RFC3986;

pub(crate) fn operations(data: &Data) -> Vec<Operation<'_>> {
    let new: Vec<_> = data.uris.iter().map(|text| uri::rfc3986::UriReference::new(text)).collect();
    let again = new.clone();
    let old: Vec<_> = data.uris.iter().map(|text| uri::UriReference::new(text)).collect();
    let fluent: Vec<_> = data
        .uris
        .iter()
        .map(|text| fluent_uri::Uri::parse(text.as_str()).expect("a URI"))
        .collect();
    let fluent_again = fluent.clone();
    let iri: Vec<_> =
        data.uris.iter().map(|text| iri_string::types::UriStr::new(text).expect("a URI")).collect();
    let owned = Operation::new("normalise, owned", data.uris.len())
        .ours("uri::rfc3986", move |take| {
            for reference in &new {
                take(reference.normalize(STEPS).to_buf().as_str());
            }
        })
        .ours("uri", move |take| {
            for reference in &old {
                take(reference.normalize(STEPS).to_buf().as_str());
            }
        })
        .other("fluent-uri", move |take| {
            for reference in &fluent {
                take(reference.normalize().as_str());
            }
        })
        .other("iri-string", move |take| {
            use iri_string::format::ToDedicatedString as _;

            for reference in &iri {
                take(reference.normalize().to_dedicated_string().as_str());
            }
        });
    let compared = Operation::new("equivalent", data.uris.len())
        .ours("uri::rfc3986", move |take| {
            for pair in again.windows(2) {
                take(if pair[0].is_equivalent(pair[1], STEPS) { "yes" } else { "no" });
            }
        })
        .other("fluent-uri", move |take| {
            for pair in fluent_again.windows(2) {
                take(if pair[0].normalize() == pair[1].normalize() { "yes" } else { "no" });
            }
        });
    let mut all = vec![owned, compared];
    all.extend(data.changing.iter().map(|(name, texts)| changed(name, texts)));
    all.extend(data.dots.iter().map(|(name, text)| resolved(name, text)));
    all
}

/// The normal forms of texts that change.
fn changed<'d>(name: &'static str, texts: &'d [String]) -> Operation<'d> {
    let parsed = || texts.iter().map(String::as_str);
    let ours: Vec<_> = parsed().map(uri::rfc3986::UriReference::new).collect();
    let fluent: Vec<_> =
        parsed().map(|text| fluent_uri::UriRef::parse(text).expect("a reference")).collect();
    let operation = Operation::new(name, texts.len())
        .ours("uri::rfc3986", move |take| {
            for reference in &ours {
                take(reference.normalize(STEPS).to_buf().as_str());
            }
        })
        .other("fluent-uri", move |take| {
            for reference in &fluent {
                take(reference.normalize().as_str());
            }
        });
    if texts.iter().any(|text| url::Url::parse(text).is_err()) {
        return operation;
    }
    operation.other("url, which parses too", move |take| {
        for text in texts {
            take(url::Url::parse(text).unwrap().as_str());
        }
    })
}

/// Resolves one reference with many dot segments.
fn resolved<'d>(name: &'static str, text: &'d str) -> Operation<'d> {
    const BASE: &str = "http://h/x/y/z";
    let ours = uri::rfc3986::UriReference::new(text);
    let fluent = fluent_uri::UriRef::parse(text).expect("a reference");
    let oxiri = oxiri::IriRef::parse(text).expect("a reference");
    Operation::new(name, 1)
        .ours("uri::rfc3986", move |take| {
            let base = uri::rfc3986::Uri::new(BASE);
            take(base.resolve(ours).to_buf().as_str());
        })
        .same("fluent-uri", move |take| {
            let base = fluent_uri::Uri::parse(BASE).unwrap();
            take(fluent.resolve_against(&base).unwrap().as_str());
        })
        .same("oxiri", move |take| {
            let base = oxiri::Iri::parse(BASE).unwrap();
            take(base.resolve(&oxiri).unwrap().as_str());
        })
}
