//! The deviations of libraries for URIs from an RFC that change results.
//!
//! Each operation of an RFC is implemented again as a function on texts, its model, with optional
//! deviations. A library equals the model with the deviations that are listed for it, exactly,
//! for every text. The list therefore determines when two libraries differ.

use crate::uri_parts::PartTexts;
use std::fmt::Debug;

/// A point in which a library deviates from the RFC.
pub trait Deviation: Copy + PartialEq + Debug + 'static {
    /// The relevant sections, and the behaviour of the library.
    fn clause(self) -> &'static str;
}

/// The result of one side for a text, and its deviations.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a, D: 'static> {
    /// Its name.
    pub name: &'static str,
    /// Its result, unless it refuses the text.
    pub found: Option<&'a str>,
    /// Its deviations.
    pub dialect: &'static [D],
}

/// Compares both sides with the model and with each other. If they differ, returns the deviations
/// of one of them that change the result on their own, or those that do together.
///
/// # Errors
/// A sentence, if a side does not equal the model with its deviations, which means that a deviation
/// is missing in the list or listed without an effect; or if the sides differ without a reason.
pub fn explain<D: Deviation>(
    text: &str,
    ours: Side<'_, D>,
    theirs: Side<'_, D>,
    model: &dyn Fn(&[D]) -> Option<String>,
) -> Result<Vec<D>, String> {
    for side in [ours, theirs] {
        let expected = model(side.dialect);
        if side.found != expected.as_deref() {
            let Side { name, found, .. } = side;
            return Err(format!(
                "{text:?} by {name}:\n found    {found:?}\n expected {expected:?}"
            ));
        }
    }
    if ours.found == theirs.found {
        return Ok(Vec::new());
    }
    let of_one = |one: Side<'_, D>, other: Side<'_, D>| {
        one.dialect.iter().copied().filter(move |deviation| !other.dialect.contains(deviation))
    };
    let all: Vec<D> = of_one(ours, theirs).chain(of_one(theirs, ours)).collect();
    let plain = model(&[]);
    let mut reasons = all.clone();
    reasons.retain(|&deviation| model(&[deviation]) != plain);
    if reasons.is_empty() {
        // Several deviations together change the result.
        let changes = |side: Side<'_, D>, left_out: D| {
            let mut rest = side.dialect.to_vec();
            rest.retain(|&deviation| deviation != left_out);
            model(&rest) != model(side.dialect)
        };
        reasons = all;
        reasons.retain(|&deviation| changes(ours, deviation) || changes(theirs, deviation));
    }
    if reasons.is_empty() {
        return Err(format!("{text:?}: {ours:?} and {theirs:?} differ without a reason"));
    }
    Ok(reasons)
}

/// Splits a reference into its parts by RFC 3986 appendix B, and an authority by section 3.2.
pub fn split(text: &str) -> PartTexts<'_> {
    let (rest, fragment) = cut(text, '#');
    let (rest, query) = cut(rest, '?');
    let (scheme, rest) = match rest.split_once(':') {
        Some((scheme, rest)) if !scheme.contains('/') => (Some(scheme), rest),
        _ => (None, rest),
    };
    let Some(rest) = rest.strip_prefix("//") else {
        return PartTexts { scheme, path: rest, query, fragment, ..PartTexts::default() };
    };
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let (userinfo, server) = authority
        .split_once('@')
        .map_or((None, authority), |(userinfo, rest)| (Some(userinfo), rest));
    let end = server.find(']').unwrap_or(0);
    let (host, port) = server.split_at(server[end..].find(':').map_or(server.len(), |at| end + at));
    PartTexts {
        scheme,
        authority: Some(authority),
        userinfo,
        host: Some(host),
        port: port.strip_prefix(':'),
        path,
        query,
        fragment,
    }
}

fn cut(text: &str, separator: char) -> (&str, Option<&str>) {
    text.split_once(separator).map_or((text, None), |(text, rest)| (text, Some(rest)))
}

/// The kind of a path segment in section 5.2.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `.`
    Dot,
    /// `..`
    Dots,
    /// Any other.
    Name,
}

/// Returns the kind of a segment as it is written.
pub fn as_written(segment: &str) -> Kind {
    match segment {
        "." => Kind::Dot,
        ".." => Kind::Dots,
        _ => Kind::Name,
    }
}

/// RFC 3986 section 5.2.4, implemented by hand.
pub fn remove_dot_segments(path: &str, kind: fn(&str) -> Kind) -> String {
    let (mut input, mut output) = (path, String::new());
    while !input.is_empty() {
        let slash = usize::from(input.starts_with('/'));
        let end = input[slash..].find('/').map_or(input.len(), |at| slash + at);
        let (segment, rest) = input.split_at(end);
        let or_slash = if rest.is_empty() { "/" } else { rest };
        input = match (slash, kind(&segment[slash..])) {
            // A and D
            (0, Kind::Dot | Kind::Dots) => rest.strip_prefix('/').unwrap_or(rest),
            // B
            (_, Kind::Dot) => or_slash,
            // C
            (_, Kind::Dots) => {
                output.truncate(output.rfind('/').unwrap_or(0));
                or_slash
            }
            // E
            (_, Kind::Name) => {
                output.push_str(segment);
                rest
            }
        };
    }
    output
}

/// Returns the path of a text. Without an authority before it, it must not begin with two slashes,
/// RFC 3986 section 3.3; there, all libraries write `/.` first, as the URL Standard does.
pub fn guarded(authority: Option<&str>, path: String) -> String {
    if authority.is_none() && path.starts_with("//") { format!("/.{path}") } else { path }
}
