//! Compares the modules `uri::rfc3986` and `uri::rfc3987` with fluent-uri, iri-string and, for IRIs,
//! oxiri, which follow the same grammars: verdicts of rules, and parts.
//!
//! No difference is allowed, except one between the interfaces: see `of_parts`. If two of the
//! libraries disagree about a text, one has a bug.

use crate::uri_parts::{PartTexts, equal, recombined};
use core::net::IpAddr;
use fluent_uri::component::Host as FluentHost;
use fluent_uri::pct_enc::{EStr, encoder};
use iri_string::spec::{IriSpec, UriSpec};
use iri_string::validate;

/// The verdicts on a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdicts {
    /// Whether it is a reference of RFC 3986.
    pub is_uri_reference: bool,
    /// Whether it is a reference of RFC 3987.
    pub is_iri_reference: bool,
}

/// Compares all libraries.
///
/// # Errors
///
/// A sentence about the first difference.
pub fn compare_successors(text: &str) -> Result<Verdicts, String> {
    let found =
        Verdicts { is_uri_reference: uris::compare(text)?, is_iri_reference: iris::compare(text)? };
    let expected = found.is_iri_reference && text.is_ascii();
    equal(text, "whether it is a reference of RFC 3986", found.is_uri_reference, expected)?;
    of_oxiri(text)?;
    Ok(found)
}

/// Compares verdicts on IRIs, and their parts, with oxiri, which does not divide the authority.
fn of_oxiri(text: &str) -> Result<(), String> {
    use uri::rfc3987::{Authority, Fragment, Iri, IriReference, Query, Scheme};

    let theirs = oxiri::IriRef::parse(text).ok();
    equal(text, "a reference of oxiri", IriReference::is_match(text), theirs.is_some())?;
    let is_iri = oxiri::Iri::parse(text).is_ok();
    equal(text, "an IRI of oxiri", Iri::is_match(text), is_iri)?;
    let (Some(theirs), Ok(ours)) = (theirs, IriReference::parse(text)) else { return Ok(()) };
    let found = [
        ours.scheme().map(Scheme::as_str),
        ours.authority().map(Authority::as_str),
        Some(ours.path().as_str()),
        ours.query().map(Query::as_str),
        ours.fragment().map(Fragment::as_str),
    ];
    let expected = [
        theirs.scheme(),
        theirs.authority(),
        Some(theirs.path()),
        theirs.query(),
        theirs.fragment(),
    ];
    equal(text, "parts by oxiri", found, expected)
}

/// The kind and address of a host by fluent-uri, in the terms of `uri`.
type Kind = (&'static str, Option<IpAddr>);

/// The texts of the parts of one of our views, given its scheme and fragment.
macro_rules! texts {
    ($view:ident, $scheme:expr, $fragment:expr) => {
        PartTexts {
            scheme: $scheme,
            authority: $view.authority().map(|it| it.as_str()),
            userinfo: $view.userinfo().map(|it| it.as_str()),
            host: $view.host().map(|it| it.as_str()),
            port: $view.port().map(|it| it.as_str()),
            path: $view.path().as_str(),
            query: $view.query().map(|it| it.as_str()),
            fragment: $fragment,
        }
    };
}

/// The comparison for one grammar. `$fluent` are the types of fluent-uri for references and for
/// texts with a scheme, and its classes of characters; `$spec` is that of iri-string, and
/// `$reference` its type.
macro_rules! comparison {
    (
        $family:ident, $module:ident, $whole:ident, $absolute:ident, $our_reference:ident;
        $fluent:ident, $fluent_whole:ident, $userinfo:ident, $reg_name:ident, $query:ident,
        $fragment:ident;
        $spec:ident, $reference:ident
    ) => {
        mod $family {
            use super::*;
            use uri::$module as ours;

            /// Returns whether it is a reference.
            pub(super) fn compare(text: &str) -> Result<bool, String> {
                verdicts(text)?;
                of_parts(text)?;
                let Ok(view) = ours::$our_reference::parse(text) else { return Ok(false) };
                let parts = parts(view);
                let theirs = by_fluent_uri(text).ok_or("fluent-uri has no parts")?;
                equal(text, "parts by fluent-uri", parts, theirs)?;
                equal(text, "parts by iri-string", parts, by_iri_string(text))?;
                equal(text, "the parts put together again", &*recombined(&parts), text)?;
                of_path(text, view.path(), &parts)?;
                of_host(text, view)?;
                of_other_rules(text, &parts)?;
                Ok(true)
            }

            /// Compares the verdicts of the rules for whole references.
            fn verdicts(text: &str) -> Result<(), String> {
                let reference = fluent_uri::$fluent::parse(text).ok();
                let whole = fluent_uri::$fluent_whole::parse(text).ok();
                let all = [
                    (
                        "a reference",
                        ours::$our_reference::is_match(text),
                        reference.is_some(),
                        validate::iri_reference::<$spec>(text).is_ok(),
                    ),
                    (
                        "a relative reference",
                        ours::RelativeRef::is_match(text),
                        reference.is_some_and(|it| !it.has_scheme()),
                        validate::relative_ref::<$spec>(text).is_ok(),
                    ),
                    (
                        "a reference with a scheme",
                        ours::$whole::is_match(text),
                        whole.is_some(),
                        validate::iri::<$spec>(text).is_ok(),
                    ),
                    (
                        "an absolute reference",
                        ours::$absolute::is_match(text),
                        whole.is_some_and(|it| !it.has_fragment()),
                        validate::absolute_iri::<$spec>(text).is_ok(),
                    ),
                ];
                for (what, ours, fluent_uri, iri_string) in all {
                    equal(text, what, [ours; 2], [fluent_uri, iri_string])?;
                }
                Ok(())
            }

            /// Compares the verdicts of the rules for parts, which the text may match as well.
            fn of_parts(text: &str) -> Result<(), String> {
                let all = [
                    ("a scheme", ours::Scheme::is_match(text), validate::scheme(text).is_ok()),
                    (
                        "an authority",
                        ours::Authority::is_match(text),
                        validate::authority::<$spec>(text).is_ok(),
                    ),
                    (
                        "user information",
                        ours::UserInfo::is_match(text),
                        validate::userinfo::<$spec>(text).is_ok(),
                    ),
                    ("a host", ours::Host::is_match(text), validate::host::<$spec>(text).is_ok()),
                    (
                        // RFC 3986 section 3.2.2: in a host, an address takes precedence over a
                        // name. iri-string applies this, whereas our type only checks the rule for
                        // names.
                        "a registered name",
                        ours::RegName::is_match(text) && !ours::Ipv4Address::is_match(text),
                        validate::reg_name::<$spec>(text).is_ok(),
                    ),
                    ("a port", ours::Port::is_match(text), validate::port(text).is_ok()),
                    ("a path", is_path(text), validate::path::<$spec>(text).is_ok()),
                    (
                        "a segment",
                        ours::Segment::is_match(text),
                        validate::path_segment::<$spec>(text).is_ok(),
                    ),
                    (
                        "a query",
                        ours::Query::is_match(text),
                        validate::query::<$spec>(text).is_ok(),
                    ),
                    (
                        "a fragment",
                        ours::Fragment::is_match(text),
                        validate::fragment::<$spec>(text).is_ok(),
                    ),
                    (
                        "user information of fluent-uri",
                        ours::UserInfo::is_match(text),
                        EStr::<encoder::$userinfo>::new(text).is_some(),
                    ),
                    (
                        "a registered name of fluent-uri",
                        ours::RegName::is_match(text),
                        EStr::<encoder::$reg_name>::new(text).is_some(),
                    ),
                    (
                        "a query of fluent-uri",
                        ours::Query::is_match(text),
                        EStr::<encoder::$query>::new(text).is_some(),
                    ),
                    (
                        "a fragment of fluent-uri",
                        ours::Fragment::is_match(text),
                        EStr::<encoder::$fragment>::new(text).is_some(),
                    ),
                ];
                for (what, ours, theirs) in all {
                    equal(text, what, ours, theirs)?;
                }
                Ok(())
            }

            fn is_path(text: &str) -> bool {
                ours::PathAbempty::is_match(text)
                    || ours::PathAbsolute::is_match(text)
                    || ours::PathNoscheme::is_match(text)
                    || ours::PathRootless::is_match(text)
                    || ours::PathEmpty::is_match(text)
            }

            fn parts(view: ours::$our_reference<'_>) -> PartTexts<'_> {
                let scheme = view.scheme().map(|it| it.as_str());
                texts!(view, scheme, view.fragment().map(|it| it.as_str()))
            }

            fn by_fluent_uri(text: &str) -> Option<PartTexts<'_>> {
                let found = fluent_uri::$fluent::parse(text).ok()?;
                let authority = found.authority();
                Some(PartTexts {
                    scheme: found.scheme().map(|it| it.as_str()),
                    authority: authority.map(|it| it.as_str()),
                    userinfo: authority.and_then(|it| it.userinfo()).map(EStr::as_str),
                    host: authority.map(|it| it.host()),
                    port: authority.and_then(|it| it.port()).map(EStr::as_str),
                    path: found.path().as_str(),
                    query: found.query().map(EStr::as_str),
                    fragment: found.fragment().map(EStr::as_str),
                })
            }

            /// Returns no parts if the text is not a reference, so that this counts as a
            /// difference.
            fn by_iri_string(text: &str) -> PartTexts<'_> {
                let Ok(found) = iri_string::types::$reference::new(text) else {
                    return PartTexts::default();
                };
                let authority = found.authority_components();
                PartTexts {
                    scheme: found.scheme_str(),
                    authority: found.authority_str(),
                    userinfo: authority.and_then(|it| it.userinfo()),
                    host: authority.map(|it| it.host()),
                    port: authority.and_then(|it| it.port()),
                    path: found.path_str(),
                    query: found.query_str(),
                    fragment: found.fragment_str(),
                }
            }

            /// Checks the rule of a path, which follows from the text before it and from its
            /// beginning: RFC 3986 section 3.3.
            fn of_path(
                text: &str,
                path: ours::Path<'_>,
                parts: &PartTexts<'_>,
            ) -> Result<(), String> {
                let found = match path {
                    ours::Path::PathAbempty(_) => "path-abempty",
                    ours::Path::PathAbsolute(_) => "path-absolute",
                    ours::Path::PathNoscheme(_) => "path-noscheme",
                    ours::Path::PathRootless(_) => "path-rootless",
                    ours::Path::PathEmpty(_) => "path-empty",
                };
                let expected = match parts.path {
                    _ if parts.authority.is_some() => "path-abempty",
                    "" => "path-empty",
                    path if path.starts_with('/') => "path-absolute",
                    _ if parts.scheme.is_some() => "path-rootless",
                    _ => "path-noscheme",
                };
                equal(text, "the rule of the path", found, expected)
            }

            /// Compares the kind of the host, and its address.
            fn of_host(text: &str, view: ours::$our_reference<'_>) -> Result<(), String> {
                let Some(host) = view.host() else { return Ok(()) };
                let address = host.to_ip_addr();
                let found: Kind = match host.kind() {
                    ours::HostKind::Ipv4Address(_) => ("IPv4", address),
                    ours::HostKind::IpLiteral(literal) => match literal.kind() {
                        ours::IpLiteralKind::Ipv6Address(_) => ("IPv6", address),
                        ours::IpLiteralKind::IpvFuture(_) => ("IPvFuture", address),
                    },
                    ours::HostKind::RegName(_) => ("name", address),
                };
                let theirs = fluent_uri::$fluent::parse(text).ok();
                let theirs = theirs.and_then(|it| it.authority()).map(|it| it.host_parsed());
                let expected: Option<Kind> = theirs.map(|theirs| match theirs {
                    FluentHost::Ipv4(address) => ("IPv4", Some(address.into())),
                    FluentHost::Ipv6(address) => ("IPv6", Some(address.into())),
                    FluentHost::IpvFuture { .. } => ("IPvFuture", None),
                    FluentHost::RegName(_) => ("name", None),
                });
                equal(text, "the host by fluent-uri", Some(found), expected)?;
                // Each accessor agrees with the kind.
                let accessors = [
                    ("IPv4", host.ipv4_address().is_some()),
                    ("IPv6", host.ipv6_address().is_some()),
                    ("IPvFuture", host.ipv_future().is_some()),
                    ("name", host.reg_name().is_some()),
                ];
                for (kind, is_there) in accessors {
                    equal(text, kind, is_there, kind == found.0)?;
                }
                Ok(())
            }

            /// Compares the parts with those of the types of other rules that the text, or its
            /// authority, matches.
            fn of_other_rules(text: &str, parts: &PartTexts<'_>) -> Result<(), String> {
                if let Ok(view) = ours::$whole::parse(text) {
                    let fragment = view.fragment().map(|it| it.as_str());
                    let found = texts!(view, Some(view.scheme().as_str()), fragment);
                    equal(text, "parts with a scheme", found, *parts)?;
                    of_path(text, view.path(), parts)?;
                }
                if let Ok(view) = ours::$absolute::parse(text) {
                    let found = texts!(view, Some(view.scheme().as_str()), None);
                    equal(text, "parts of an absolute reference", found, *parts)?;
                    of_path(text, view.path(), parts)?;
                }
                if let Ok(view) = ours::RelativeRef::parse(text) {
                    let fragment = view.fragment().map(|it| it.as_str());
                    let found = texts!(view, None, fragment);
                    equal(text, "parts of a relative reference", found, *parts)?;
                    of_path(text, view.path(), parts)?;
                }
                let inside = ours::$our_reference::parse(text).ok().and_then(|it| it.authority());
                let alone = parts.authority.and_then(|it| ours::Authority::parse(it).ok());
                equal(text, "the authority alone", alone, inside)?;
                for view in [inside, alone].into_iter().flatten() {
                    let found = [
                        view.userinfo().map(|it| it.as_str()),
                        Some(view.host().as_str()),
                        view.port().map(|it| it.as_str()),
                    ];
                    let expected = [parts.userinfo, parts.host, parts.port];
                    equal(text, "parts of the authority", found, expected)?;
                }
                Ok(())
            }
        }
    };
}
comparison!(
    uris, rfc3986, Uri, AbsoluteUri, UriReference;
    UriRef, Uri, Userinfo, RegName, Query, Fragment;
    UriSpec, UriReferenceStr
);
comparison!(
    iris, rfc3987, Iri, AbsoluteIri, IriReference;
    IriRef, Iri, IUserinfo, IRegName, IQuery, IFragment;
    IriSpec, IriReferenceStr
);
