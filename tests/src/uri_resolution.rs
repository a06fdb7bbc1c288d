//! Resolution according to `uri`, to the pseudocode of RFC 2396 section 5.2 and to other libraries,
//! and the reasons for differences.

use crate::uri_parts::{PartTexts, parts_of, recombined};
use iri_string::types::{UriAbsoluteStr, UriReferenceStr};
use uri::{AbsoluteUri, Reference, ResolveError};

/// The reason why a reference resolves differently by RFC 2396 and by RFC 3986.
#[derive(Clone, Copy, Debug)]
pub struct ResolutionReason {
    /// A description of the reference and its base.
    pub name: &'static str,
    /// The sections that cause the difference.
    pub clause: &'static str,
    /// Whether the reason applies to a base and a reference.
    pub holds: fn(&PartTexts<'_>, &PartTexts<'_>) -> bool,
}

/// All reasons.
pub const RESOLUTION_REASONS: &[ResolutionReason] = &[
    ResolutionReason {
        name: "the current document",
        clause: "RFC 2396 sections 4.2 and 5.2 step 2: it is not the base's; RFC 3986 sections 4.4 \
            and 5.2.2: it is the base, with the fragment",
        holds: |_, reference| is_current_document(reference),
    },
    ResolutionReason {
        name: "a query alone",
        clause: "RFC 2396 section 5.2 step 6a: the last segment of the base's path is dropped, \
            `?y` in appendix C.1; RFC 3986 section 5.2.2: it is kept, `?y` in section 5.4.1",
        holds: |_, reference| {
            is_relative(reference) && reference.path.is_empty() && reference.query.is_some()
        },
    },
    ResolutionReason {
        name: "dot segments in a path that is not merged",
        clause: "RFC 2396 section 5.2 steps 3 to 5: only relative paths lose them, `/./g` in \
            appendix C.2; RFC 3986 section 5.2.2: every path does",
        holds: |_, reference| {
            (!is_relative(reference) || reference.path.starts_with('/'))
                && reference.path.split('/').any(is_dots)
        },
    },
    ResolutionReason {
        name: "more parents than there are",
        clause: "RFC 2396 section 5.2 step 6g: they may be kept, `../../../g` in appendix C.2; RFC \
            3986 section 5.2.4: they are dropped",
        holds: |base, reference| {
            let path = merged(base, reference);
            path.is_some_and(|path| path.split('/').nth(1) == Some(".."))
        },
    },
    ResolutionReason {
        name: "a path that would begin with an authority",
        clause: "RFC 2396 section 4.3: two slashes begin one, so there is no such URI; RFC 3986 \
            sections 3.3 and 5.2.4: the algorithm makes one in spite of that, and libraries help \
            themselves",
        holds: |base, reference| {
            let begins = |path: &str| path.starts_with("//");
            base.authority.is_none() && merged(base, reference).as_deref().is_some_and(begins)
        },
    },
    ResolutionReason {
        name: "escaped dots",
        clause: "RFC 2396 section 5.2 step 6: a segment that is to be removed is `.` or `..`; RFC \
            3986 section 5.2.4 says the same, but both libraries take `%2E` for a dot, as section \
            6.2.2.2 normalises it",
        holds: |base, reference| {
            [base.path, reference.path].iter().any(|path| path.split('/').any(is_escaped_dots))
        },
    },
];

/// Returns whether a segment would be `.` or `..` if its escapes were undone.
fn is_escaped_dots(segment: &str) -> bool {
    segment.contains('%') && is_dots(&segment.replace("%2E", ".").replace("%2e", "."))
}

/// Returns whether it is a reference to the current document: step 2.
fn is_current_document(reference: &PartTexts<'_>) -> bool {
    is_relative(reference) && reference.path.is_empty() && reference.query.is_none()
}

/// Returns whether there is neither scheme nor authority.
fn is_relative(reference: &PartTexts<'_>) -> bool {
    reference.scheme.is_none() && reference.authority.is_none()
}

fn is_opaque(base: &PartTexts<'_>) -> bool {
    base.authority.is_none() && !base.path.starts_with('/')
}

fn is_dots(segment: &str) -> bool {
    matches!(segment, "." | "..")
}

/// Step 6 on texts: the path of a reference whose path is relative or empty.
fn merged(base: &PartTexts<'_>, reference: &PartTexts<'_>) -> Option<String> {
    if !is_relative(reference) || reference.path.starts_with('/') || is_opaque(base) {
        return None;
    }
    // a) and b). If the base has no path, nothing would separate the
    // authority from the path; section 3 requires a slash.
    let directory = base.path.rfind('/').map_or("", |last| &base.path[..=last]);
    let slash = if directory.is_empty() && !reference.path.is_empty() { "/" } else { "" };
    let mut buffer = format!("{directory}{slash}{}", reference.path);
    // c) and d)
    while let Some(at) = buffer.find("/./") {
        buffer.replace_range(at..at + 2, "");
    }
    if buffer.ends_with("/.") {
        buffer.pop();
    }
    // e) "Removal of these path segments is performed iteratively, removing the leftmost
    // matching pattern on each iteration, until no matching pattern remains."
    while let Some((start, end)) = leftmost(&buffer) {
        buffer.replace_range(start..end, "");
    }
    // f)
    if let Some(rest) = buffer.strip_suffix("/..")
        && let Some(slash) = rest.rfind('/').filter(|&slash| &rest[slash..] != "/..")
    {
        buffer.truncate(slash + 1);
    }
    // g) Remaining `..` at the front are kept.
    Some(buffer)
}

/// The range of `<segment>/../`, where the segment is not `..`.
fn leftmost(path: &str) -> Option<(usize, usize)> {
    path.match_indices('/').find_map(|(slash, _)| {
        let start = slash + 1;
        let length = path[start..].find('/')?;
        let is_pattern =
            &path[start..start + length] != ".." && path[start + length..].starts_with("/../");
        is_pattern.then_some((start, start + length + "/../".len()))
    })
}

/// RFC 2396 section 5.2, implemented by hand.
fn by_the_steps(base: &PartTexts<'_>, reference: &PartTexts<'_>) -> Result<String, ResolveError> {
    let is_inherited = is_relative(reference);
    if is_current_document(reference) || reference.scheme.is_some() {
        return Ok(recombined(reference));
    }
    if is_opaque(base) {
        return Err(ResolveError::OpaqueBase);
    }
    let path = merged(base, reference);
    let path = path.as_deref().unwrap_or(reference.path);
    let authority = if is_inherited { base.authority } else { reference.authority };
    if authority.is_none() && path.starts_with("//") {
        return Err(ResolveError::PathLikeAuthority);
    }
    let PartTexts { query, fragment, .. } = *reference;
    let scheme = base.scheme;
    Ok(recombined(&PartTexts { scheme, authority, path, query, fragment, ..PartTexts::default() }))
}

/// The result of a comparison of a base and a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// A text is invalid for at least one side, or the libraries for RFC 3986 do not
    /// agree, or have no result.
    NotCompared,
    /// The result is the same.
    Same,
    /// The results differ, for these reasons.
    Differs(Vec<&'static str>),
}

/// Compares the target of a reference with that of the pseudocode, and with that of
/// fluent-uri and iri-string if these agree, and checks that relativizing inverts the resolution.
///
/// # Errors
///
/// A sentence about the first difference that has no reason.
pub fn compare_resolution(base: &str, reference: &str) -> Result<Comparison, String> {
    let whole = (base, reference);
    let (Ok(base), Ok(reference)) = (AbsoluteUri::parse(base), Reference::parse(reference)) else {
        return Ok(Comparison::NotCompared);
    };
    let ours = base.resolve(reference).map(|target| target.to_string());
    let parts = (parts_of(base.into()), parts_of(reference));
    let expected = by_the_steps(&parts.0, &parts.1);
    if ours != expected {
        return Err(format!("{whole:?}: {ours:?}, but by section 5.2: {expected:?}"));
    }
    if let Ok(target) = &ours {
        relativize(base, target)?;
    }
    let Some(theirs) = by_rfc_3986(whole.0, whole.1) else { return Ok(Comparison::NotCompared) };
    if ours.as_ref() == Ok(&theirs) {
        return Ok(Comparison::Same);
    }
    let reasons = RESOLUTION_REASONS.iter().filter(|reason| (reason.holds)(&parts.0, &parts.1));
    let reasons: Vec<&str> = reasons.map(|reason| reason.name).collect();
    if reasons.is_empty() {
        return Err(format!("{whole:?}: {ours:?}, but by RFC 3986: {theirs:?}"));
    }
    Ok(Comparison::Differs(reasons))
}

/// Checks that the relativized target resolves to the target.
fn relativize(base: AbsoluteUri<'_>, target: &str) -> Result<(), String> {
    let view = uri::UriReference::parse(target).map_err(|why| format!("{target:?}: {why}"))?;
    let Some(relative) = base.relativize(view) else { return Ok(()) };
    let relative = relative.to_string();
    let again = Reference::parse(&relative).map_err(|why| format!("{relative:?}: {why}"))?;
    let found = base.resolve(again).map(|target| target.to_string());
    if found.as_deref() != Ok(target) {
        return Err(format!("{base:?} to {target:?}: {relative:?} leads to {found:?}"));
    }
    Ok(())
}

/// The target on which fluent-uri and iri-string agree.
fn by_rfc_3986(base: &str, reference: &str) -> Option<String> {
    let by_fluent_uri = {
        let base = fluent_uri::Uri::parse(base).ok()?;
        fluent_uri::UriRef::parse(reference).ok()?.resolve_against(&base).ok()?.into_string()
    };
    let base = UriAbsoluteStr::new(base).ok()?;
    let target = UriReferenceStr::new(reference).ok()?.resolve_against(base);
    (target.to_string() == by_fluent_uri).then_some(by_fluent_uri)
}
