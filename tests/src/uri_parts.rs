//! The parts of references according to `uri`, to the libraries for RFC 3986 and to the regular
//! expression of RFC 2396 appendix B, and the reasons for differences.

use fluent_uri::component::Scheme;
use fluent_uri::pct_enc::EStr;
use regex_lite::Regex;
use std::sync::LazyLock;
use uri::{AbsoluteUri, Authority, Path, Reference, RelativeUri, UriReference};

/// The texts of the parts of a reference. The path is always present, as in RFC 3986; `uri`
/// returns `None` if it is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartTexts<'a> {
    /// Before the first colon.
    pub scheme: Option<&'a str>,
    /// After `//`.
    pub authority: Option<&'a str>,
    /// In the authority, before `@`.
    pub userinfo: Option<&'a str>,
    /// In the authority.
    pub host: Option<&'a str>,
    /// In the authority, after a colon.
    pub port: Option<&'a str>,
    /// Up to the query or the fragment.
    pub path: &'a str,
    /// After `?`.
    pub query: Option<&'a str>,
    /// After `#`.
    pub fragment: Option<&'a str>,
}

/// The reason why parts differ between RFC 2396 and RFC 3986, for a text that is a reference of
/// both.
#[derive(Clone, Copy, Debug)]
pub struct PartReason {
    /// A description of the texts.
    pub name: &'static str,
    /// The sections that cause the difference.
    pub clause: &'static str,
    /// Whether a text with these parts by RFC 3986 has this reason.
    pub holds: fn(&PartTexts<'_>) -> bool,
    /// Converts the parts by RFC 3986 to those by RFC 2396.
    pub change: for<'a> fn(&'a str, PartTexts<'a>) -> PartTexts<'a>,
}

/// All reasons. At most one applies to a text.
pub const PART_REASONS: &[PartReason] = &[
    PartReason {
        name: "an opaque part with a question mark",
        clause: "RFC 2396 section 3: what follows a scheme and does not begin with a slash is \
            opaque_part, which has question marks of its own; RFC 3986 section 3: path-rootless, \
            and a query",
        holds: |new| {
            let follows_scheme = new.scheme.is_some() && new.authority.is_none();
            follows_scheme && !new.path.starts_with('/') && new.query.is_some()
        },
        change: |text, new| {
            let start = new.scheme.map_or(0, |scheme| scheme.len() + 1);
            let end = text.find('#').unwrap_or(text.len());
            PartTexts { path: &text[start..end], query: None, ..new }
        },
    },
    PartReason {
        name: "a registry name",
        clause: "RFC 2396 section 3.2: an authority that is not a server is reg_name, and has no \
            parts; RFC 3986 section 3.2.2: reg-name is a host, and may be empty",
        holds: |new| {
            new.authority.is_some_and(|authority| !authority.is_empty())
                && !new.host.is_some_and(is_host)
        },
        change: |_, new| PartTexts { userinfo: None, host: None, port: None, ..new },
    },
    PartReason {
        name: "an empty server",
        clause: "RFC 2396 section 3.2.2: server may be empty, and then has no host, for a host \
            has a character at least; RFC 3986 section 3.2.2: host may be empty",
        holds: |new| new.authority == Some(""),
        change: |_, new| PartTexts { host: None, ..new },
    },
];

/// RFC 2396 section 3.2.2, `host`, implemented by hand.
fn is_host(text: &str) -> bool {
    is_hostname(text) || is_ipv4address(text)
}

fn is_hostname(text: &str) -> bool {
    let labels: Vec<&str> = text.strip_suffix('.').unwrap_or(text).split('.').collect();
    let is_label = |label: &&str| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let is_last = |label: &&str| label.starts_with(|first: char| first.is_ascii_alphabetic());
    labels.iter().all(is_label) && labels.last().is_some_and(is_last)
}

fn is_ipv4address(text: &str) -> bool {
    let is_group = |group: &str| !group.is_empty() && group.bytes().all(|b| b.is_ascii_digit());
    text.split('.').count() == 4 && text.split('.').all(is_group)
}

/// Returns the texts of some parts of a view, each of which may be absent.
macro_rules! texts {
    ($view:ident: $($part:ident)+) => {
        PartTexts {
            $($part: $view.$part().map(|part| part.as_str()),)+
            ..PartTexts::default()
        }
    };
}

/// If the text is a reference, compares its parts with those of fluent-uri and iri-string, if they
/// accept it, and with those of appendix B; and puts the parts together again. Whether it is a
/// reference is not compared; see [`crate::uri_peers::compare`].
///
/// Returns the reason why the parts differ from those of RFC 3986, if they do.
///
/// # Errors
///
/// A sentence about the first difference that has no reason.
pub fn compare_parts(text: &str) -> Result<Option<&'static PartReason>, String> {
    let Ok(view) = Reference::parse(text) else { return Ok(None) };
    let parts =
        texts!(view: scheme authority userinfo host port query fragment).with_path(view.path());
    equal(text, "the parts put together again", &*recombined(&parts), text)?;
    of_other_rules(text, &parts)?;
    for authority in [view.authority(), parts.authority.map(Authority::new)].into_iter().flatten() {
        of_authority(authority, &parts)?;
    }

    let opaque = &PART_REASONS[0];
    let by_regex = by_appendix_b(text);
    let by_regex =
        if (opaque.holds)(&by_regex) { (opaque.change)(text, by_regex) } else { by_regex };
    let without_server = PartTexts { userinfo: None, host: None, port: None, ..parts };
    equal(text, "parts by appendix B", without_server, by_regex)?;

    let Some(new) = by_fluent_uri(text) else { return Ok(None) };
    equal(text, "parts by fluent-uri and iri-string", new, by_iri_string(text))?;
    let reasons: Vec<&PartReason> =
        PART_REASONS.iter().filter(|reason| (reason.holds)(&new)).collect();
    match reasons[..] {
        [] => equal(text, "parts by RFC 3986", parts, new).map(|()| None),
        [reason] if parts == new => Err(format!("{text:?}: same parts, though {}", reason.name)),
        [reason] => {
            equal(text, reason.name, parts, (reason.change)(text, new)).map(|()| Some(reason))
        }
        _ => Err(format!("{text:?} has more than one reason")),
    }
}

/// Compares the parts with those of the types of other rules for references and URIs.
fn of_other_rules(text: &str, parts: &PartTexts<'_>) -> Result<(), String> {
    if let Ok(view) = UriReference::parse(text) {
        let found = texts!(view: scheme authority userinfo host port query fragment);
        equal(text, "parts of URI-reference", found.with_path(view.path()), *parts)?;
    }
    if let Ok(view) = AbsoluteUri::parse(text) {
        let found = PartTexts {
            scheme: Some(view.scheme().as_str()),
            ..texts!(view: authority userinfo host port query)
        };
        equal(text, "parts of absoluteURI", found.with_path(view.path()), *parts)?;
    }
    if let Ok(view) = RelativeUri::parse(text) {
        let found = texts!(view: authority userinfo host port query);
        equal(text, "parts of relativeURI", found.with_path(view.path()), *parts)?;
    }
    Ok(())
}

/// Compares the kind of the authority and of its host, and checks that its parts are those of the
/// whole.
fn of_authority(view: Authority<'_>, parts: &PartTexts<'_>) -> Result<(), String> {
    let text = view.as_str();
    let PartTexts { userinfo, host, port, .. } = *parts;
    let expected = PartTexts { userinfo, host, port, ..PartTexts::default() };
    equal(text, "parts of the authority", texts!(view: userinfo host port), expected)?;
    let is_server = host.is_some() || text.is_empty();
    let server = view.server().map(uri::Server::as_str);
    equal(text, "the server", server, is_server.then_some(text))?;
    let reg_name = view.reg_name().map(uri::RegName::as_str);
    equal(text, "the registry name", reg_name, (!is_server).then_some(text))?;
    let hostname = view.hostname().map(uri::HostName::as_str);
    equal(text, "the host name", hostname, host.filter(|host| is_hostname(host)))?;
    let address = view.ipv4_address().map(uri::Ipv4Address::as_str);
    equal(text, "the address", address, host.filter(|host| is_ipv4address(host)))
}

/// The parts by `uri`.
pub fn parts_of(view: Reference<'_>) -> PartTexts<'_> {
    texts!(view: scheme authority userinfo host port query fragment).with_path(view.path())
}

impl<'a> PartTexts<'a> {
    fn with_path(self, path: Option<Path<'a>>) -> Self {
        Self { path: path.map_or("", Path::as_str), ..self }
    }
}

/// Puts the parts together by RFC 2396 section 5.2, step 7, and those of a server by section 3.2.2.
pub fn recombined(parts: &PartTexts<'_>) -> String {
    let after = |separator, part: Option<&str>| {
        part.map_or(String::new(), |part| format!("{separator}{part}"))
    };
    let before = |part: Option<&str>, separator| {
        part.map_or(String::new(), |part| format!("{part}{separator}"))
    };
    let authority = match (parts.authority, parts.host) {
        (Some(_), Some(host)) => {
            let (userinfo, port) = (before(parts.userinfo, "@"), after(":", parts.port));
            Some(format!("{userinfo}{host}{port}"))
        }
        (other, _) => other.map(str::to_owned),
    };
    let (scheme, authority) = (before(parts.scheme, ":"), after("//", authority.as_deref()));
    let (query, fragment) = (after("?", parts.query), after("#", parts.fragment));
    format!("{scheme}{authority}{}{query}{fragment}", parts.path)
}

/// The parts by appendix B, which does not divide the authority.
fn by_appendix_b(text: &str) -> PartTexts<'_> {
    static PATTERN: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?")
            .expect("it is as the RFC has it")
    });
    let found = PATTERN.captures(text).expect("it matches every line");
    let part = |number| found.get(number).map(|part| part.as_str());
    PartTexts {
        scheme: part(2),
        authority: part(4),
        path: part(5).unwrap_or_default(),
        query: part(7),
        fragment: part(9),
        ..PartTexts::default()
    }
}

fn by_fluent_uri(text: &str) -> Option<PartTexts<'_>> {
    let found = fluent_uri::UriRef::parse(text).ok()?;
    let authority = found.authority();
    Some(PartTexts {
        scheme: found.scheme().map(Scheme::as_str),
        authority: authority.map(|authority| authority.as_str()),
        userinfo: authority.and_then(|it| it.userinfo()).map(EStr::as_str),
        host: authority.map(|authority| authority.host()),
        port: authority.and_then(|it| it.port()).map(EStr::as_str),
        path: found.path().as_str(),
        query: found.query().map(EStr::as_str),
        fragment: found.fragment().map(EStr::as_str),
    })
}

/// No parts if the text is not a reference, so that this counts as a difference.
fn by_iri_string(text: &str) -> PartTexts<'_> {
    let Ok(found) = iri_string::types::UriReferenceStr::new(text) else {
        return PartTexts::default();
    };
    let authority = found.authority_components();
    PartTexts {
        scheme: found.scheme_str(),
        authority: found.authority_str(),
        userinfo: authority.and_then(|it| it.userinfo()),
        host: authority.map(|authority| authority.host()),
        port: authority.and_then(|it| it.port()),
        path: found.path_str(),
        query: found.query_str(),
        fragment: found.fragment_str(),
    }
}

pub(crate) fn equal<T: Copy + PartialEq + std::fmt::Debug>(
    text: &str,
    what: &str,
    found: T,
    expected: T,
) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("{text:?}: {what}:\n found {found:?}\n expected {expected:?}"))
}
