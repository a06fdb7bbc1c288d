//! Resolution of a reference against a base, as an owned value.

use crate::Operation;
use crate::data::Data;
use uri::Resolution;

pub(crate) fn operations(data: &Data) -> Vec<Operation<'_>> {
    let pairs = || data.pairs.iter();
    let new: Vec<_> = pairs()
        .map(|(base, reference)| {
            (uri::rfc3986::AbsoluteUri::new(base), uri::rfc3986::UriReference::new(reference))
        })
        .collect();
    let again = new.clone();
    let old: Vec<_> = pairs()
        .map(|(base, reference)| (uri::AbsoluteUri::new(base), uri::Reference::new(reference)))
        .collect();
    let fluent: Vec<_> = pairs()
        .map(|(base, reference)| {
            (
                fluent_uri::Uri::parse(base.as_str()).expect("a URI"),
                fluent_uri::UriRef::parse(reference.as_str()).expect("a reference"),
            )
        })
        .collect();
    let iri: Vec<_> = pairs()
        .map(|(base, reference)| {
            (
                iri_string::types::UriAbsoluteStr::new(base).expect("a URI"),
                iri_string::types::UriReferenceStr::new(reference).expect("a reference"),
            )
        })
        .collect();
    let url: Vec<_> = pairs()
        .map(|(base, reference)| (url::Url::parse(base).expect("a URL"), reference.as_str()))
        .collect();
    let owned = Operation::new("resolve, owned", data.pairs.len())
        .ours("uri::rfc3986", move |take| {
            for (base, reference) in &new {
                take(base.resolve(*reference).to_buf().as_str());
            }
        })
        .ours("uri", move |take| {
            for (base, reference) in &old {
                let resolved = base.resolve_with(*reference, Resolution::RFC3986).unwrap();
                take(resolved.to_buf().as_str());
            }
        })
        .same("fluent-uri", move |take| {
            for (base, reference) in &fluent {
                take(reference.resolve_against(base).unwrap().as_str());
            }
        })
        .other("iri-string", move |take| {
            use iri_string::format::ToDedicatedString as _;

            for (base, reference) in &iri {
                take(reference.resolve_against(base).to_dedicated_string().as_str());
            }
        })
        .other("url, which parses too", move |take| {
            for (base, reference) in &url {
                take(base.join(reference).unwrap().as_str());
            }
        });
    let in_buffer = Operation::new("resolve, into a buffer", data.pairs.len()).same(
        "uri::rfc3986",
        move |take| {
            let mut buffer = [0; 4096];
            for (base, reference) in &again {
                take(base.resolve(*reference).write_in(&mut buffer).unwrap().as_str());
            }
        },
    );
    vec![owned, in_buffer]
}
