//! Parsing: texts that match and others, hosts that are addresses, characters beyond ASCII, and
//! texts of a few bytes.

use crate::Operation;
use crate::data::Data;

/// The number of texts of each operation with made texts.
const COUNT: usize = 2000;

pub(crate) fn operations(data: &Data) -> Vec<Operation<'_>> {
    let refused = data.uris.iter().map(|text| {
        let mut text = text.clone();
        text.insert(text.len() * 2 / 3, ' ');
        text
    });
    let addresses = [
        "http://[2001:db8::1]:80/a",
        "http://[::1]/",
        "http://[2001:db8:85a3:8d3:1319:8a2e:370:7348]/index.html",
    ];
    let short = ["/", "a", "#x", "..", "?q", "b", "", ".", "#", "../a"];
    let repeated =
        |texts: &[&str]| (0..COUNT).map(|i| texts[i % texts.len()].to_owned()).collect::<Vec<_>>();
    vec![
        uris("parse", &data.uris),
        uris("refuse, a space inside", &refused.collect::<Vec<_>>()),
        uris("parse, IPv6 addresses", &repeated(&addresses)),
        uris("parse, a few bytes", &repeated(&short)),
        iris("parse IRIs of ASCII", &data.uris),
        iris("parse IRIs, some beyond ASCII", &data.iris[0]),
        iris("parse IRIs, mostly beyond ASCII", &data.iris[1]),
    ]
}

/// Hands over the texts that a library accepts, and a mark for others.
macro_rules! parse {
    ($texts:ident, $text:ident => $parsed:expr) => {{
        let texts = $texts.to_vec();
        move |take: &mut crate::compare::Take<'_, str>| {
            for $text in &texts {
                take($parsed.as_ref().map_or("refused", |it| it.as_str()));
            }
        }
    }};
}

fn uris(name: &'static str, texts: &[String]) -> Operation<'static> {
    Operation::new(name, texts.len())
        .ours("uri::rfc3986", parse!(texts, text => uri::rfc3986::UriReference::parse(text)))
        .same("fluent-uri", parse!(texts, text => fluent_uri::UriRef::parse(text.as_str())))
        .same(
            "iri-string",
            parse!(texts, text => iri_string::types::UriReferenceStr::new(text.as_str())),
        )
        .same("oxiri", parse!(texts, text => oxiri::IriRef::parse(text.as_str())))
}

fn iris(name: &'static str, texts: &[String]) -> Operation<'static> {
    Operation::new(name, texts.len())
        .ours("uri::rfc3987", parse!(texts, text => uri::rfc3987::IriReference::parse(text)))
        .same("fluent-uri", parse!(texts, text => fluent_uri::IriRef::parse(text.as_str())))
        .same(
            "iri-string",
            parse!(texts, text => iri_string::types::IriReferenceStr::new(text.as_str())),
        )
        .same("oxiri", parse!(texts, text => oxiri::IriRef::parse(text.as_str())))
}
