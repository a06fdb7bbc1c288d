//! Answers for `abnfc conform --protocol json`: parsers of crates.io, by name.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{Write as _, stdin, stdout};
use std::str::FromStr;

type Parts = BTreeMap<&'static str, Option<String>>;

/// Returns the parts of a text that is accepted.
fn parse(parser: &str, text: &str) -> Option<Parts> {
    let is_match = match parser {
        "url" => {
            let url = url::Url::parse(text).ok()?;
            // A port that is the default of the scheme is none.
            let port = url.port().map(|port| port.to_string());
            return Some(host_and_port(url.host_str(), port));
        }
        "http::Uri" => {
            let uri = http::Uri::from_str(text).ok()?;
            let port = uri.port().map(|port| port.as_str().to_owned());
            return Some(host_and_port(uri.host(), port));
        }
        "iri-string" => {
            let uri = iri_string::types::UriReferenceStr::new(text).ok()?;
            let authority = uri.authority_components();
            let port = authority.as_ref().and_then(|it| it.port()).map(str::to_owned);
            return Some(host_and_port(authority.as_ref().map(|it| it.host()), port));
        }
        "fluent-uri" => {
            let uri = fluent_uri::UriRef::parse(text).ok()?;
            let authority = uri.authority();
            let port = authority.and_then(|it| it.port()).map(|it| it.as_str().to_owned());
            return Some(host_and_port(authority.as_ref().map(|it| it.host()), port));
        }
        "semver" => semver::Version::parse(text).is_ok(),
        "serde_json" => serde_json::from_str::<serde_json::Value>(text).is_ok(),
        "toml" => text.parse::<toml::Table>().is_ok(),
        "mime" => text.parse::<mime::Mime>().is_ok(),
        "httpdate" => httpdate::parse_http_date(text).is_ok(),
        "email_address" => email_address::EmailAddress::from_str(text).is_ok(),
        "language-tags" => language_tags::LanguageTag::parse(text).is_ok(),
        "chrono" => chrono::DateTime::parse_from_rfc3339(text).is_ok(),
        "jiff" => jiff::Timestamp::from_str(text).is_ok(),
        "uuid" => uuid::Uuid::parse_str(text).is_ok(),
        "cookie" => cookie::Cookie::parse(text).is_ok(),
        "std::net::Ipv6Addr" => std::net::Ipv6Addr::from_str(text).is_ok(),
        "std::net::Ipv4Addr" => std::net::Ipv4Addr::from_str(text).is_ok(),
        other => panic!("no parser `{other}`"),
    };
    is_match.then(Parts::new)
}

fn host_and_port(host: Option<&str>, port: Option<String>) -> Parts {
    Parts::from([("host", host.map(str::to_owned)), ("port", port)])
}

#[derive(Deserialize)]
struct Question {
    text: Option<String>,
}

#[derive(Serialize)]
struct Answer {
    #[serde(rename = "match")]
    is_match: bool,
    parts: Parts,
}

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let parser = arguments.next().expect("the name of a parser");
    if arguments.next().is_some() {
        println!("{}", version(&parser));
        return Ok(());
    }
    for line in stdin().lines() {
        let question: Question = serde_json::from_str(&line?)?;
        // Text that is not UTF-8 is no text of Rust.
        let Some(text) = question.text else {
            writeln!(stdout(), "null")?;
            continue;
        };
        let parts = parse(&parser, &text);
        let answer = Answer { is_match: parts.is_some(), parts: parts.unwrap_or_default() };
        writeln!(stdout(), "{}", serde_json::to_string(&answer)?)?;
    }
    Ok(())
}

/// The version of a crate, from the lock file.
fn version(parser: &str) -> String {
    let lock = include_str!("../Cargo.lock");
    let package = parser.split("::").next().unwrap_or(parser);
    let entry = format!("name = \"{package}\"\nversion = \"");
    let version = lock.split_once(&entry).and_then(|(_, rest)| rest.split('"').next());
    version.map_or_else(|| "Rust ".to_owned() + RUST, str::to_owned)
}

/// The version of the compiler and its library.
const RUST: &str = env!("RUSTC_VERSION");
