//! Normal forms: according to `uri` in each of its grammars, to RFC 3986 section 6.2.2, to
//! fluent-uri and to iri-string.
// Long because the reference and the table of schemes belong together.

use crate::uri_deviations::{
    Deviation, Side, as_written, explain, guarded, remove_dot_segments, split,
};
use crate::uri_parts::{PART_REASONS, PartTexts, equal, recombined};
use iri_string::spec::{IriSpec, Spec, UriSpec};
use iri_string::types::RiStr;
use uri::Normalization;

/// A difference from the normal form of section 6.2.2, as `uri` implements it for RFC 3986.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FormDeviation {
    /// In the escapes of `!`, `~`, `*`, `'` and parentheses.
    Marks,
    /// In registry names.
    RegistryName,
    /// In escaped characters beyond ASCII.
    BeyondAscii,
    /// In escaped private characters of a query.
    Private,
    /// In IPv6 addresses.
    Address,
    /// In hosts with characters beyond ASCII.
    HostBeyondAscii,
    /// In default ports.
    DefaultPort,
    /// In an empty path.
    EmptyPath,
    /// In the dots of references without a scheme.
    RelativeDots,
    /// In the dots of paths without a leading slash after a scheme.
    RootlessDots,
    /// In parents above the root.
    SurplusParents,
}
use FormDeviation as D;

impl Deviation for D {
    fn clause(self) -> &'static str {
        match self {
            D::Marks => {
                "RFC 2396 section 2.3: marks are unreserved; RFC 3986 section 2.2: reserved"
            }
            D::RegistryName => {
                "RFC 2396 section 3.2.1: a registry name is not a host, and must not become one; RFC 3986 \
                 section 3.2.2: it is one"
            }
            D::BeyondAscii => {
                "RFC 3987 section 5.3.2.3 decodes the unreserved characters of RFC 3986 section 2.3, which \
                 are ASCII; fluent-uri and iri-string decode `ucschar`"
            }
            D::Private => {
                "RFC 3987 section 2.2: `iprivate` is allowed in a query; fluent-uri decodes it there"
            }
            D::Address => {
                "RFC 5952 section 4: IPv6 addresses have one form; iri-string changes only the case of \
                 hosts, as RFC 3986 section 6.2.2.1 does"
            }
            D::HostBeyondAscii => {
                "RFC 3986 section 6.2.2.1: hosts are case-insensitive; iri-string follows RFC 3987 \
                 section 5.3.2.1 to the letter, which names only hosts of US-ASCII"
            }
            D::DefaultPort => {
                "RFC 3986 section 6.2.3: the default port may be removed; iri-string knows none"
            }
            D::EmptyPath => "RFC 3986 section 6.2.3: an empty path may be `/`; the others keep it",
            D::RelativeDots => {
                "RFC 3986 section 6.2.2.3 is for paths; fluent-uri keeps those of references that \
                 have no scheme"
            }
            D::RootlessDots => {
                "RFC 3986 section 6.2.2.3 removes the dots of every path; fluent-uri, and iri-string \
                 on request, keep those of a path without a slash after a scheme, which RFC 2396 section 3 \
                 calls an opaque part"
            }
            D::SurplusParents => {
                "RFC 3986 section 5.2.4 removes parents above the root; by RFC 2396 section 5.2 step 6g, \
                 they may be kept"
            }
        }
    }
}

/// All deviations, each of which makes a difference by itself for some text.
pub const FORM_DEVIATIONS: &[FormDeviation] = &[
    D::Marks,
    D::RegistryName,
    D::BeyondAscii,
    D::Private,
    D::Address,
    D::HostBeyondAscii,
    D::DefaultPort,
    D::EmptyPath,
    D::RelativeDots,
    D::RootlessDots,
    D::SurplusParents,
];

const ROOT: &[D] = &[D::Marks, D::RegistryName, D::RootlessDots];
const ROOT_KEEPING: &[D] = &[D::Marks, D::RegistryName, D::RootlessDots, D::SurplusParents];
const NEW: &[D] = &[];
const NEW_KEEPING: &[D] = &[D::SurplusParents];
const STEPS: Normalization = Normalization::ALL.union(Normalization::SURPLUS_PARENTS);

/// Schemes with a default port, and whether an empty path means `/`, as `uri` documents.
const SCHEMES: &[(&str, u16, bool)] = &[
    ("http", 80, true),
    ("https", 443, true),
    ("ws", 80, true),
    ("wss", 443, true),
    ("ftp", 21, true),
    ("gopher", 70, true),
    ("nntp", 119, false),
    ("telnet", 23, true),
    ("wais", 210, false),
    ("prospero", 1525, false),
    ("aaa", 3868, false),
    ("aaas", 5868, false),
    ("acap", 674, false),
    ("cap", 1026, false),
    ("coap", 5683, true),
    ("coap+tcp", 5683, true),
    ("coap+ws", 80, true),
    ("coaps", 5684, true),
    ("coaps+tcp", 5684, true),
    ("coaps+ws", 443, true),
    ("dict", 2628, false),
    ("dns", 53, false),
    ("go", 1096, false),
    ("icap", 1344, false),
    ("imap", 143, true),
    ("ipp", 631, true),
    ("ipps", 631, true),
    ("ldap", 389, true),
    ("mtqp", 1038, false),
    ("mupdate", 3905, false),
    ("nfs", 2049, false),
    ("pop", 110, false),
    ("rtsp", 554, false),
    ("rtsps", 322, false),
    ("rtspu", 554, false),
    ("snmp", 161, false),
    ("stun", 3478, false),
    ("stuns", 5349, false),
    ("tip", 3372, false),
    ("tn3270", 23, false),
    ("turn", 3478, false),
    ("turns", 5349, false),
    ("vemmi", 575, false),
    ("vnc", 5900, false),
    ("z39.50r", 210, false),
    ("z39.50s", 210, false),
];

fn known(scheme: &str) -> Option<&'static (&'static str, u16, bool)> {
    SCHEMES.iter().find(|known| known.0.eq_ignore_ascii_case(scheme))
}

/// Returns the normal form by section 6.2.2, and for ports and paths by section 6.2.3, with
/// deviations.
fn normal_form(parts: &PartTexts<'_>, dialect: &[D]) -> String {
    let does = |deviation| dialect.contains(&deviation);
    let spelled = |text: &str| respelled(text, dialect, false);
    let authority = parts.authority.map(|authority| {
        if does(D::RegistryName) && is_registry_name(parts) {
            return upper_case_escapes(authority);
        }
        let userinfo = parts.userinfo.map_or(String::new(), |it| format!("{}@", spelled(it)));
        let default = parts.scheme.and_then(known).filter(|_| !does(D::DefaultPort));
        let is_left_out = |port: &str| {
            port.is_empty() || default.is_some_and(|known| port.parse() == Ok(known.1))
        };
        let port = parts.port.filter(|port| !is_left_out(port));
        let port = port.map_or(String::new(), |port| format!(":{port}"));
        format!("{userinfo}{}{port}", host(parts.host.unwrap_or_default(), dialect))
    });
    let query = parts.query.map(|query| respelled(query, dialect, true));
    recombined(&PartTexts {
        scheme: parts.scheme.map(str::to_ascii_lowercase).as_deref(),
        authority: authority.as_deref(),
        path: &path(parts, dialect),
        query: query.as_deref(),
        fragment: parts.fragment.map(spelled).as_deref(),
        ..PartTexts::default()
    })
}

/// Returns whether the authority is not a server by RFC 2396 section 3.2. In RFC 3986, a port is
/// always a number.
fn is_registry_name(parts: &PartTexts<'_>) -> bool {
    let is_number = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    (PART_REASONS[1].holds)(parts) || !parts.port.is_none_or(is_number)
}

fn host(host: &str, dialect: &[D]) -> String {
    if let (false, Some(inside)) = (dialect.contains(&D::Address), host.strip_prefix('['))
        && let Ok(address) = inside.trim_end_matches(']').parse::<core::net::Ipv6Addr>()
    {
        return format!("[{address}]");
    }
    let is_kept = dialect.contains(&D::HostBeyondAscii)
        && octets(host).iter().any(|(octet, _)| !octet.is_ascii());
    let found = respelled(host, dialect, false);
    if is_kept { found } else { lower_case(&found) }
}

/// Converts letters to lower case, except the digits of escapes.
fn lower_case(text: &str) -> String {
    let mut pieces = text.split('%');
    let first = pieces.next().unwrap_or_default().to_ascii_lowercase();
    pieces.fold(first, |text, piece| {
        let (digits, rest) = piece.split_at(2);
        format!("{text}%{digits}{}", rest.to_ascii_lowercase())
    })
}

fn upper_case_escapes(text: &str) -> String {
    let mut pieces = text.split('%');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| {
        let (digits, rest) = piece.split_at(2);
        format!("{text}%{}{rest}", digits.to_ascii_uppercase())
    })
}

fn path(parts: &PartTexts<'_>, dialect: &[D]) -> String {
    let does = |deviation| dialect.contains(&deviation);
    let path = respelled(parts.path, dialect, false);
    let is_root = |scheme: &str| {
        scheme.eq_ignore_ascii_case("file") || known(scheme).is_some_and(|known| known.2)
    };
    if path.is_empty() {
        let is_root = parts.authority.is_some() && parts.scheme.is_some_and(is_root);
        return if is_root && !does(D::EmptyPath) { "/".to_owned() } else { path };
    }
    if parts.scheme.is_none() && does(D::RelativeDots) {
        return path;
    }
    if path.starts_with('/') && does(D::SurplusParents) {
        let segments = path[1..].split('/');
        return guarded(parts.authority, format!("/{}", without_dots(segments).join("/")));
    }
    if path.starts_with('/') {
        return guarded(parts.authority, remove_dot_segments(&path, as_written));
    }
    if parts.scheme.is_some() {
        return match (does(D::RootlessDots), does(D::SurplusParents)) {
            (true, _) => path,
            (false, false) => guarded(parts.authority, remove_dot_segments(&path, as_written)),
            (false, true) => guarded(parts.authority, rootless_with_parents(&path)),
        };
    }
    // A relative path keeps its leading parents, and stays relative.
    let left = without_dots(path.split('/'));
    let is_other = left[0].is_empty() || left[0].contains(':');
    let is_changed = path.split('/').any(|segment| matches!(segment, "." | ".."));
    format!("{}{}", if is_other && is_changed { "./" } else { "" }, left.join("/"))
}

/// Returns the remaining segments, including parents that have nothing to remove.
fn without_dots<'a>(segments: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let (mut left, mut is_directory) = (Vec::new(), false);
    for segment in segments {
        is_directory = match segment {
            "." => true,
            ".." if left.last().is_some_and(|&last| last != "..") => left.pop().is_some(),
            segment => {
                left.push(segment);
                false
            }
        };
    }
    if is_directory {
        left.push("");
    }
    left
}

/// Returns what section 5.2.4 leaves of a path without a leading slash, together with the parents
/// that the section drops: those before any name, and those for which no name is left.
fn rootless_with_parents(path: &str) -> String {
    let mut prefix = "";
    let mut names = 0;
    for segment in path.split('/') {
        match segment {
            "." => (),
            ".." if names == 1 => (names, prefix) = (0, "/"),
            ".." => names = usize::saturating_sub(names, 1),
            _ => names += 1,
        }
    }
    format!("{prefix}{}", without_dots(path.split('/')).join("/"))
}

/// Returns the bytes that a text stands for, and whether each of them is escaped.
fn octets(text: &str) -> Vec<(u8, bool)> {
    let mut pieces = text.split('%');
    let as_is = |text: &str| text.bytes().map(|byte| (byte, false)).collect::<Vec<_>>();
    let mut octets = as_is(pieces.next().unwrap_or_default());
    for piece in pieces {
        let (digits, rest) = piece.split_at(2);
        octets.push((u8::from_str_radix(digits, 16).expect("two digits"), true));
        octets.extend(as_is(rest));
    }
    octets
}

/// Applies sections 6.2.2.1 and 6.2.2.2 to a text.
fn respelled(text: &str, dialect: &[D], is_query: bool) -> String {
    let is_decoded = |character: char| match character {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '.' | '_' | '~' => true,
        '!' | '*' | '\'' | '(' | ')' => dialect.contains(&D::Marks),
        _ if character.is_ascii() => false,
        _ if dialect.contains(&D::BeyondAscii) && is_ucschar(character) => true,
        _ => is_query && dialect.contains(&D::Private) && is_iprivate(character),
    };
    let mut result = String::new();
    for run in octets(text).chunk_by(|one, other| one.1 == other.1) {
        let bytes: Vec<u8> = run.iter().map(|octet| octet.0).collect();
        if !run[0].1 {
            result
                .push_str(std::str::from_utf8(&bytes).expect("escapes stand for whole characters"));
            continue;
        }
        for chunk in bytes.utf8_chunks() {
            for character in chunk.valid().chars() {
                if is_decoded(character) {
                    result.push(character);
                } else {
                    escape(character.encode_utf8(&mut [0; 4]).as_bytes(), &mut result);
                }
            }
            escape(chunk.invalid(), &mut result);
        }
    }
    result
}

fn escape(bytes: &[u8], result: &mut String) {
    result.extend(bytes.iter().map(|byte| format!("%{byte:02X}")));
}

/// RFC 3987 section 2.2.
fn is_ucschar(character: char) -> bool {
    let value = u32::from(character);
    match value {
        0..0x1_0000 => matches!(value, 0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF),
        0xE_0000..=0xE_0FFF => false,
        _ => value < 0xF_0000 && value & 0xFFFF <= 0xFFFD,
    }
}

/// RFC 3987 section 2.2.
fn is_iprivate(character: char) -> bool {
    let value = u32::from(character);
    matches!(value, 0xE000..=0xF8FF | 0xF_0000..=0xF_FFFD | 0x10_0000..=0x10_FFFD)
}

/// Compares the normal forms of a text in every grammar that accepts it. Returns the reasons of
/// differences.
///
/// # Errors
///
/// A sentence about the first difference without a reason, or deviation without an effect.
pub fn compare_normal_forms(text: &str) -> Result<Vec<FormDeviation>, String> {
    let parts = split(text);
    let model = |dialect: &[D]| Some(normal_form(&parts, dialect));
    let mut reasons = root::compare(text, &model)?;
    reasons.extend(uris::compare(text, &model)?);
    reasons.extend(iris::compare(text, &model)?);
    reasons.sort();
    reasons.dedup();
    Ok(reasons)
}

/// The default ports of `uri`, for fluent-uri.
fn default_port(scheme: &fluent_uri::component::Scheme) -> Option<u16> {
    known(scheme.as_str()).map(|known| known.1)
}

fn by_iri_string<S: Spec>(text: &str) -> Option<[String; 2]> {
    let text = RiStr::<S>::new(text).ok()?;
    let keeping = text.normalize_but_preserve_authorityless_relative_path();
    Some([text.normalize().to_string(), keeping.to_string()])
}

macro_rules! comparison {
    (
        $family:ident, $reference:path, $dialect:ident, $keeping:ident;
        $fluent:ident, $fluent_dialect:ident; $spec:ident, $spec_dialect:ident
    ) => {
        mod $family {
            use super::*;

            type Reference<'a> = $reference;

            const OURS: &[D] = $dialect;
            const KEEPING: &[D] = $keeping;

            pub(super) fn compare(
                text: &str,
                model: &dyn Fn(&[D]) -> Option<String>,
            ) -> Result<Vec<D>, String> {
                let Ok(view) = Reference::parse(text) else { return Ok(Vec::new()) };
                let found = view.normalize(STEPS).to_string();
                laws(text, view)?;
                let ours = Side { name: "uri", found: Some(&found), dialect: OURS };

                let kept = view.normalize(Normalization::ALL).to_string();
                let theirs = Side { name: "uri, keeping", found: Some(&kept), dialect: KEEPING };
                let mut reasons = explain(text, ours, theirs, model)?;
                if let Ok(theirs) = fluent_uri::$fluent::parse(text) {
                    let normalizer = fluent_uri::normalize::Normalizer::new();
                    let normalizer = normalizer.default_port_with(default_port);
                    let theirs = normalizer.normalize(&theirs).map_err(|why| why.to_string())?;
                    let found = Some(theirs.as_str());
                    let theirs = Side { name: "fluent-uri", found, dialect: $fluent_dialect };
                    reasons.extend(explain(text, ours, theirs, model)?);
                }
                if let Some([theirs, keeping]) = by_iri_string::<$spec>(text) {
                    let [all, but_rootless] = $spec_dialect;
                    let (name, found) = ("iri-string", Some(theirs.as_str()));
                    reasons.extend(explain(text, ours, Side { name, found, dialect: all }, model)?);
                    let (name, found) = ("iri-string, keeping", Some(keeping.as_str()));
                    let theirs = Side { name, found, dialect: but_rootless };
                    reasons.extend(explain(text, ours, theirs, model)?);
                }
                Ok(reasons)
            }

            /// The normal form is a reference, its own normal form, and equivalent; in the same way
            /// for each step alone and without each.
            fn laws(text: &str, view: Reference<'_>) -> Result<(), String> {
                for steps in STEPS_ALONE.into_iter().flat_map(|step| [step, STEPS - step]) {
                    let form = view.normalize(steps);
                    let displayed = form.to_string();
                    let again = Reference::parse(&displayed)
                        .map_err(|why| format!("{text:?} by {steps:?}: {displayed:?}: {why}"))?;
                    let what = format!("the normal form by {steps:?} again");
                    let twice = again.normalize(steps);
                    equal(text, &what, &*twice.to_string(), &*displayed)?;
                    let same = twice == form && again.is_normalized(steps);
                    equal(text, &what, same && again.is_equivalent(view, steps), true)?;
                    let changed = *text != *displayed;
                    equal(text, "whether it is normal", !view.is_normalized(steps), changed)?;
                    let mut buffer = vec![0; displayed.len()];
                    let written = form.write_in(&mut buffer).map(|view| view.as_str()).ok();
                    equal(text, "the written form", written, Some(&*displayed))?;
                    equal(text, "its length", form.text_len(), displayed.len())?;
                }
                Ok(())
            }
        }
    };
}

const STEPS_ALONE: [Normalization; 14] = [
    Normalization::NONE,
    Normalization::SCHEME_CASE,
    Normalization::HOST_CASE,
    Normalization::REG_NAME_CASE,
    Normalization::ESCAPE_CASE,
    Normalization::UNRESERVED,
    Normalization::DOT_SEGMENTS,
    Normalization::SURPLUS_PARENTS,
    Normalization::EMPTY_PATH,
    Normalization::DEFAULT_PORT,
    Normalization::EMPTY_PORT,
    Normalization::PORT_ZEROS,
    Normalization::IPV6_FORM,
    Normalization::IUNRESERVED,
];

const FLUENT_URI: &[D] = &[D::EmptyPath, D::RelativeDots, D::RootlessDots];
const FLUENT_IRI: &[D] =
    &[D::BeyondAscii, D::Private, D::EmptyPath, D::RelativeDots, D::RootlessDots];
const IRI_STRING_URI: [&[D]; 2] = [
    &[D::Address, D::HostBeyondAscii, D::DefaultPort, D::EmptyPath],
    &[D::Address, D::HostBeyondAscii, D::DefaultPort, D::EmptyPath, D::RootlessDots],
];
const IRI_STRING_IRI: [&[D]; 2] = [
    &[D::BeyondAscii, D::Address, D::HostBeyondAscii, D::DefaultPort, D::EmptyPath],
    &[
        D::BeyondAscii,
        D::Address,
        D::HostBeyondAscii,
        D::DefaultPort,
        D::EmptyPath,
        D::RootlessDots,
    ],
];

comparison!(
    root, uri::Reference<'a>, ROOT, ROOT_KEEPING;
    UriRef, FLUENT_URI; UriSpec, IRI_STRING_URI
);
comparison!(
    uris, uri::rfc3986::UriReference<'a>, NEW, NEW_KEEPING;
    UriRef, FLUENT_URI; UriSpec, IRI_STRING_URI
);
comparison!(
    iris, uri::rfc3987::IriReference<'a>, NEW, NEW_KEEPING;
    IriRef, FLUENT_IRI; IriSpec, IRI_STRING_IRI
);
