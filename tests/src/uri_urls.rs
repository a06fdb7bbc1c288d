//! The URLs of the crate `url`, which follows the URL Standard, against the normal forms and the
//! targets of RFC 3986.
//!
//! The standard is implemented again for the texts that are URIs, as the algorithms of RFC 3986
//! with deviations. Only the parsing of hosts in [special schemes](SPECIAL) is that of `url`.

use crate::uri_deviations::{
    Deviation, Kind, Side, as_written, explain, guarded, remove_dot_segments, split,
};
use crate::uri_parts::{PartTexts, recombined};
use crate::uri_targets::{TargetDeviation, target, unescaped};
use std::net::Ipv6Addr;
use uri::Normalization;
use uri::rfc3986::{AbsoluteUri, Uri, UriReference};
use url::Url;

/// A difference from the normal form of RFC 3986 by [`STEPS`], or from the target of section 5.2.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UrlDeviation {
    /// For an authority that is empty or absent.
    MissingSlashes,
    /// For a host that is empty.
    MissingHost,
    /// For a host that is not an IPv6 address.
    Domain,
    /// For an IPv6 address with an IPv4 address at its end.
    MixedAddress,
    /// For an address of a future version.
    FutureAddress,
    /// For empty parts of user information.
    EmptyUser,
    /// For delimiters in user information.
    UserEscapes,
    /// For large ports.
    LargePort,
    /// For default ports.
    DefaultPort,
    /// For an empty path.
    EmptyPath,
    /// For escaped dots.
    EscapedDots,
    /// For dots in a path without a leading slash.
    RootlessDots,
    /// For apostrophes in a query.
    Apostrophe,
    /// For a reference with the scheme of the base.
    SameScheme,
    /// For a base without a hierarchy.
    RootlessBase,
}
use UrlDeviation as D;

impl Deviation for D {
    fn clause(self) -> &'static str {
        match self {
            D::MissingSlashes => {
                "URL Standard section 4.4, special authority ignore slashes state: any number of \
                 slashes; RFC 3986 section 3: `//` precedes an authority, which may be empty"
            }
            D::MissingHost => {
                "URL Standard section 4.4, authority state and host state: no empty host in special \
                 schemes, nor with a user or a port; RFC 3986 section 3.2.2: reg-name may be empty"
            }
            D::Domain => {
                "URL Standard section 3.5: domains of special schemes are decoded, mapped by IDNA and \
                 read as IPv4 addresses in many forms; RFC 3986 section 3.2.2: names are as written"
            }
            D::MixedAddress => {
                "URL Standard section 3.6: IPv6 addresses have hexadecimal digits only; RFC 5952 \
                 section 5: the form with an IPv4 address for known prefixes"
            }
            D::FutureAddress => {
                "URL Standard section 3.5: brackets contain an IPv6 address; RFC 3986 section 3.2.2: \
                 or IPvFuture"
            }
            D::EmptyUser => {
                "URL Standard section 4.5: an empty user and an empty password are not written; RFC \
                 3986 section 3.2.1: userinfo may be empty"
            }
            D::UserEscapes => {
                "URL Standard section 1.3, userinfo percent-encode set: `;`, `=` and further colons \
                 are escaped; RFC 3986 section 3.2.1: they are allowed, and section 2.2: not the same \
                 as their escapes"
            }
            D::LargePort => {
                "URL Standard section 4.4, port state: not above 65535; RFC 3986 section 3.2.3: any \
                 digits"
            }
            D::DefaultPort => {
                "URL Standard section 4.4, port state: no default port of special schemes; RFC 3986 \
                 section 6.2.3: a separate step"
            }
            D::EmptyPath => {
                "URL Standard section 4.4, path start state: `/` in special schemes; RFC 3986 section \
                 6.2.3: a separate step"
            }
            D::EscapedDots => {
                "URL Standard section 4.4, path state: `%2e` is a dot; RFC 3986 section 5.2.4: only \
                 `.` is, before section 6.2.2.2"
            }
            D::RootlessDots => {
                "URL Standard section 4.4, opaque path state: kept as it is; RFC 3986 section 6.2.2.3: \
                 dots are removed from each path"
            }
            D::Apostrophe => {
                "URL Standard section 1.3, special-query percent-encode set: `'` is escaped; RFC 3986 \
                 section 2.2: a delimiter, not the same as its escape"
            }
            D::SameScheme => {
                "URL Standard section 4.4, special relative or authority state: the scheme of the base \
                 is ignored; RFC 3986 section 5.2.2: only by parsers that are not strict"
            }
            D::RootlessBase => {
                "URL Standard section 4.4, no scheme state: only fragments are resolved against an \
                 opaque path; RFC 3986 section 5.2.3: each reference"
            }
        }
    }
}

/// All deviations, each of which makes a difference by itself for some text.
pub const URL_DEVIATIONS: &[UrlDeviation] = &[
    D::MissingSlashes,
    D::MissingHost,
    D::Domain,
    D::MixedAddress,
    D::FutureAddress,
    D::EmptyUser,
    D::UserEscapes,
    D::LargePort,
    D::DefaultPort,
    D::EmptyPath,
    D::EscapedDots,
    D::RootlessDots,
    D::Apostrophe,
    D::SameScheme,
    D::RootlessBase,
];

/// The steps of normal forms that `url` takes for all schemes.
const STEPS: Normalization = Normalization::SCHEME_CASE
    .union(Normalization::DOT_SEGMENTS)
    .union(Normalization::SURPLUS_PARENTS)
    .union(Normalization::EMPTY_PORT)
    .union(Normalization::PORT_ZEROS)
    .union(Normalization::IPV6_FORM);

/// The special schemes of the standard with their default ports. `file` has rules of its own: see
/// [`are_comparable`].
const SPECIAL: [(&str, u16); 5] =
    [("http", 80), ("https", 443), ("ws", 80), ("wss", 443), ("ftp", 21)];

fn default_port(scheme: Option<&str>) -> Option<u16> {
    SPECIAL.iter().find(|known| Some(known.0) == scheme).map(|known| known.1)
}

/// Returns the URL for the parts of a URI, without deviations by RFC 3986. `None` is an error.
fn url(text: &str, dialect: &[D]) -> Option<String> {
    let does = |deviation| dialect.contains(&deviation);
    let mut parts = split(text);
    let scheme = parts.scheme?.to_ascii_lowercase();
    let default_port = default_port(Some(&scheme));
    let is_special = default_port.is_some();
    if does(D::MissingSlashes) && is_special && matches!(parts.authority, None | Some("")) {
        let rest = text[scheme.len() + 1..].trim_start_matches('/');
        let again = split_authority(rest);
        parts = PartTexts { authority: again.authority, path: again.path, ..parts };
        parts = PartTexts { userinfo: again.userinfo, host: again.host, port: again.port, ..parts };
    }
    let authority = match parts.authority {
        Some(_) => Some(authority(&parts, default_port, dialect)?),
        None => None,
    };
    let query = parts.query.map(|query| {
        if does(D::Apostrophe) && is_special {
            query.replace('\'', "%27")
        } else {
            query.to_owned()
        }
    });
    let path = path(&parts, is_special, dialect);
    Some(recombined(&PartTexts {
        scheme: Some(&scheme),
        authority: authority.as_deref(),
        path: &path,
        query: query.as_deref(),
        fragment: parts.fragment,
        ..PartTexts::default()
    }))
}

/// Splits a text that begins with an authority, in which the last `@` counts.
fn split_authority(rest: &str) -> PartTexts<'_> {
    let hierarchy = rest.split(['?', '#']).next().unwrap_or_default();
    let (authority, path) = hierarchy.split_at(hierarchy.find('/').unwrap_or(hierarchy.len()));
    let (userinfo, server) =
        authority.rsplit_once('@').map_or((None, authority), |it| (Some(it.0), it.1));
    let end = server.find(']').unwrap_or(0);
    let (host, port) = server.split_at(server[end..].find(':').map_or(server.len(), |at| end + at));
    let (host, port) = (Some(host), port.strip_prefix(':'));
    PartTexts { authority: Some(authority), userinfo, host, port, path, ..PartTexts::default() }
}

fn authority(parts: &PartTexts<'_>, default_port: Option<u16>, dialect: &[D]) -> Option<String> {
    let does = |deviation| dialect.contains(&deviation);
    let is_special = default_port.is_some();
    let host = parts.host.unwrap_or_default();
    // The standard does not allow `s://:@`, nor `s://@` at the end of the text. `url` does.
    let is_end = parts.path.is_empty() && parts.query.is_none() && parts.fragment.is_none();
    let is_after_user = parts.userinfo.is_some_and(|it| it != ":" && !(it.is_empty() && is_end));
    let needs_host = is_special || parts.port.is_some() || is_after_user;
    if does(D::MissingHost) && host.is_empty() && needs_host {
        return None;
    }
    let port = match parts.port.unwrap_or_default() {
        "" => String::new(),
        port if !port.bytes().all(|byte| byte.is_ascii_digit()) => return None,
        port => {
            let shown = port.trim_start_matches('0');
            let shown = if shown.is_empty() { "0" } else { shown };
            match shown.parse::<u16>() {
                Err(_) if does(D::LargePort) => return None,
                Ok(number) if does(D::DefaultPort) && default_port == Some(number) => String::new(),
                _ => format!(":{shown}"),
            }
        }
    };
    let userinfo = parts.userinfo.map_or(String::new(), |it| userinfo(it, dialect));
    Some(format!("{userinfo}{}{port}", self::host(host, is_special, dialect)?))
}

/// Returns the user information with its `@`.
fn userinfo(text: &str, dialect: &[D]) -> String {
    let does = |deviation| dialect.contains(&deviation);
    let escaped = |text: &str| {
        if !does(D::UserEscapes) {
            return text.to_owned();
        }
        [(":", "%3A"), (";", "%3B"), ("=", "%3D"), ("@", "%40")]
            .iter()
            .fold(text.to_owned(), |text, (delimiter, escape)| text.replace(delimiter, escape))
    };
    let (user, password) = text.split_once(':').map_or((text, None), |it| (it.0, Some(it.1)));
    let password = password.filter(|it| !(does(D::EmptyUser) && it.is_empty()));
    if does(D::EmptyUser) && user.is_empty() && password.is_none() {
        return String::new();
    }
    let password = password.map_or(String::new(), |it| format!(":{}", escaped(it)));
    format!("{}{password}@", escaped(user))
}

fn host(text: &str, is_special: bool, dialect: &[D]) -> Option<String> {
    let does = |deviation| dialect.contains(&deviation);
    let inside = text.strip_prefix('[').map(|inside| inside.trim_end_matches(']'));
    match inside.map(str::parse::<Ipv6Addr>) {
        Some(Ok(address)) if does(D::MixedAddress) => Some(hexadecimal(address)),
        Some(Ok(address)) => Some(format!("[{address}]")),
        Some(Err(_)) => (!does(D::FutureAddress)).then(|| text.to_owned()),
        None if does(D::Domain) && is_special && !text.is_empty() => {
            url::Host::parse(text).ok().map(|host| host.to_string())
        }
        None => Some(text.to_owned()),
    }
}

/// The URL Standard section 3.6, the serializer of IPv6 addresses.
fn hexadecimal(address: Ipv6Addr) -> String {
    let shown = address.to_string();
    let Some((front, address_of_four)) = shown.rsplit_once(':').filter(|it| it.1.contains('.'))
    else {
        return format!("[{shown}]");
    };
    let four = address_of_four.parse::<std::net::Ipv4Addr>().expect("the end of an address");
    let [a, b, c, d] = four.octets().map(u16::from);
    format!("[{front}:{:x}:{:x}]", a << 8 | b, c << 8 | d)
}

fn path(parts: &PartTexts<'_>, is_special: bool, dialect: &[D]) -> String {
    let does = |deviation| dialect.contains(&deviation);
    let kind = if does(D::EscapedDots) { unescaped } else { as_written };
    let is_rootless = parts.authority.is_none() && !parts.path.starts_with('/');
    if parts.path.is_empty() && is_special && does(D::EmptyPath) {
        return "/".to_owned();
    }
    if is_rootless && does(D::RootlessDots) {
        return parts.path.to_owned();
    }
    guarded(parts.authority, remove_dot_segments(parts.path, kind))
}

/// Returns whether the standard is implemented here for these texts: not for the scheme `file`,
/// whose URLs depend on drive letters and on the name `localhost`; nor for parents of drive letters,
/// which `url` keeps in every scheme.
fn are_comparable(texts: &[&str]) -> bool {
    let is_file =
        |text: &&str| split(text).scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("file"));
    let segments = || texts.iter().flat_map(|text| text.split(['/', '?', '#']));
    let ends_as_drive = |segment: &str| {
        let before = segment.strip_suffix(':');
        before.is_some_and(|it| it.ends_with(|letter: char| letter.is_ascii_alphabetic()))
    };
    let has_drive = segments().skip(1).any(ends_as_drive);
    let is_other = has_drive && segments().any(|segment| unescaped(segment) == Kind::Dots);
    !(is_other || texts.iter().any(is_file))
}

/// Compares the normal form of a URI with the URL. Returns the reasons of differences.
///
/// # Errors
///
/// A sentence, if they differ without a reason, or not though there is one.
pub fn compare_url(text: &str) -> Result<Vec<UrlDeviation>, String> {
    let Some(view) = Uri::parse(text).ok().filter(|_| are_comparable(&[text])) else {
        return Ok(Vec::new());
    };
    let found = view.normalize(STEPS).to_string();
    let ours = Side { name: "uri", found: Some(&found), dialect: &[] };
    let parsed = Url::parse(text).ok();
    let theirs =
        Side { name: "url", found: parsed.as_ref().map(Url::as_str), dialect: URL_DEVIATIONS };
    explain(text, ours, theirs, &|dialect| url(text, dialect))
}

/// Compares the target of a reference with [`Url::join`]. Returns the reasons of differences. `None`
/// if the base is not a URL that is kept as it is, or the texts are not a base and a reference of
/// RFC 3986.
///
/// # Errors
///
/// A sentence, if they differ without a reason, or not though there is one.
pub fn compare_join(base: &str, reference: &str) -> Result<Option<Vec<UrlDeviation>>, String> {
    let parsed = (AbsoluteUri::parse(base), UriReference::parse(reference), Url::parse(base));
    let (Ok(base_view), Ok(view), Ok(base_url)) = parsed else { return Ok(None) };
    if !are_comparable(&[base, reference]) || base_url.as_str() != base {
        return Ok(None);
    }
    let found = base_view.resolve(view).to_buf().normalize(STEPS).to_string();
    let ours = Side { name: "uri", found: Some(&found), dialect: &[] };
    let joined = base_url.join(reference).ok();
    let theirs =
        Side { name: "url", found: joined.as_ref().map(Url::as_str), dialect: URL_DEVIATIONS };
    let text = format!("{reference} from {base}");
    explain(&text, ours, theirs, &|dialect| join(base, reference, dialect)).map(Some)
}

fn join(base: &str, reference: &str, dialect: &[D]) -> Option<String> {
    let does = |deviation| dialect.contains(&deviation);
    let (base, mut parts) = (split(base), split(reference));
    let is_rootless = base.authority.is_none() && !base.path.starts_with('/');
    if does(D::RootlessBase) && is_rootless && parts.scheme.is_none() && !reference.starts_with('#')
    {
        return None;
    }
    let is_same =
        parts.scheme.is_some_and(|scheme| base.scheme == Some(&scheme.to_ascii_lowercase()));
    // The standard reads slashes that are missing as an authority only after another scheme.
    let mut dialect = dialect.to_vec();
    if is_same && default_port(base.scheme).is_some() && parts.authority.is_none() {
        if does(D::SameScheme) {
            parts.scheme = None;
        }
        dialect.retain(|&deviation| deviation != D::MissingSlashes);
    }
    if parts.authority.is_some() && parts.scheme.is_none() {
        // The standard allows more slashes here too. `url` refuses them.
        dialect.retain(|&deviation| deviation != D::MissingSlashes);
        return url(&format!("{}:{reference}", base.scheme?), &dialect);
    }
    if parts.scheme.is_some() {
        return url(reference, &dialect);
    }
    let pairs = [
        (D::EscapedDots, TargetDeviation::EscapedDots),
        (D::RootlessDots, TargetDeviation::RootlessReference),
    ];
    let of_target = pairs.iter().filter(|pair| does(pair.0)).map(|pair| pair.1);
    url(&target(&base, &parts, &of_target.collect::<Vec<_>>())?, &dialect)
}
