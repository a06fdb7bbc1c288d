//! Normal forms as owned values.

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
    vec![owned, compared]
}
