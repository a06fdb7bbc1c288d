//! Resolution of a reference against a base: as an owned value, and into a string or a buffer that is
//! used again.

use crate::Operation;
use crate::data::Data;
use std::fmt::Write as _;
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
    let mut all = vec![owned, in_buffer];
    all.extend(reused(data));
    all
}

/// Resolves into a string that is used again. The results are texts, which are not parsed.
fn reused(data: &Data) -> [Operation<'_>; 2] {
    let pairs = || data.pairs.iter();
    let ours: Vec<_> = pairs()
        .map(|(base, reference)| {
            (uri::rfc3986::AbsoluteUri::new(base), uri::rfc3986::UriReference::new(reference))
        })
        .collect();
    let formatted = ours.clone();
    let oxiri: Vec<_> = pairs()
        .map(|(base, reference)| {
            (
                oxiri::Iri::parse(base.as_str()).expect("an IRI"),
                oxiri::IriRef::parse(reference.as_str()).expect("a reference"),
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
    let appended = Operation::new("resolve, into a string", data.pairs.len())
        .ours("uri::rfc3986", move |take| {
            let mut text = String::new();
            for (base, reference) in &ours {
                text.clear();
                base.resolve(*reference).append_to(&mut text);
                take(&text);
            }
        })
        .same("oxiri", move |take| {
            let mut text = String::new();
            for (base, reference) in &oxiri {
                text.clear();
                base.resolve_into_unchecked(reference, &mut text);
                take(&text);
            }
        });
    let by_write = Operation::new("resolve, by `write!`", data.pairs.len())
        .ours("uri::rfc3986", move |take| {
            let mut text = String::new();
            for (base, reference) in &formatted {
                text.clear();
                write!(text, "{}", base.resolve(*reference)).unwrap();
                take(&text);
            }
        })
        .same("iri-string", move |take| {
            let mut text = String::new();
            for (base, reference) in &iri {
                text.clear();
                write!(text, "{}", reference.resolve_against(base)).unwrap();
                take(&text);
            }
        });
    [appended, by_write]
}
