//! Reading parts of references that are parsed already, and converting IRIs to URIs.

use crate::Operation;
use crate::data::Data;

pub(crate) fn operations(data: &Data) -> Vec<Operation<'_>> {
    let [some, most] = &data.iris;
    vec![
        read(data),
        to_uri("IRI to URI, ASCII", &data.uris),
        to_uri("IRI to URI, some beyond ASCII", some),
        to_uri("IRI to URI, mostly beyond ASCII", most),
    ]
}

fn read(data: &Data) -> Operation<'_> {
    let texts = || data.uris.iter().map(String::as_str);
    let ours: Vec<_> = texts().map(uri::rfc3986::Uri::new).collect();
    let fluent: Vec<_> = texts().map(|text| fluent_uri::Uri::parse(text).expect("a URI")).collect();
    let url: Vec<_> = texts().map(|text| url::Url::parse(text).expect("a URL")).collect();
    Operation::new("read host, path, query, fragment", data.uris.len())
        .ours("uri::rfc3986", move |take| {
            for uri in &ours {
                take(uri.host().as_ref().map_or("", |it| it.as_str()));
                take(uri.path().as_str());
                take(uri.query().as_ref().map_or("", |it| it.as_str()));
                take(uri.fragment().as_ref().map_or("", |it| it.as_str()));
            }
        })
        .same("fluent-uri", move |take| {
            for uri in &fluent {
                take(uri.authority().map_or("", |it| it.host()));
                take(uri.path().as_str());
                take(uri.query().map_or("", |it| it.as_str()));
                take(uri.fragment().map_or("", |it| it.as_str()));
            }
        })
        .other("url", move |take| {
            for url in &url {
                take(url.host_str().unwrap_or_default());
                take(url.path());
                take(url.query().unwrap_or_default());
                take(url.fragment().unwrap_or_default());
            }
        })
}

fn to_uri<'d>(name: &'static str, texts: &'d [String]) -> Operation<'d> {
    let texts = || texts.iter().map(String::as_str);
    let ours: Vec<_> = texts().map(uri::rfc3987::Iri::new).collect();
    let fluent: Vec<_> =
        texts().map(|text| fluent_uri::Iri::parse(text).expect("an IRI")).collect();
    let iri: Vec<_> =
        texts().map(|text| iri_string::types::IriStr::new(text).expect("an IRI")).collect();
    Operation::new(name, ours.len())
        .ours("uri::rfc3987", move |take| {
            for iri in &ours {
                take(iri.to_uri().to_buf().as_str());
            }
        })
        .same("fluent-uri", move |take| {
            for iri in &fluent {
                take(iri.to_uri().as_str());
            }
        })
        .same("iri-string", move |take| {
            use iri_string::format::ToDedicatedString as _;

            for iri in &iri {
                let mapped = iri_string::convert::MappedToUri::from(*iri);
                take(mapped.to_dedicated_string().as_str());
            }
        })
}
