//! Resolution by RFC 3986: according to `uri` in each of its grammars, to the pseudocode of
//! section 5.2.2, to fluent-uri, to iri-string and, for IRIs, to oxiri.

use crate::uri_deviations::{
    Deviation, Kind, Side, as_written, explain, guarded, remove_dot_segments, split,
};
use crate::uri_parts::{PartTexts, equal, recombined};
use iri_string::spec::{IriSpec, Spec, UriSpec};
use iri_string::types::{RiAbsoluteStr, RiReferenceStr};
use uri::{Resolution, SameScheme};

/// A difference from the resolution of section 5.2.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TargetDeviation {
    /// For a base without a hierarchy.
    RootlessBase,
    /// For a reference without a hierarchy.
    RootlessReference,
    /// In the base's path, if the reference has none.
    DotsOfBase,
    /// For a base whose last segment is `..`.
    LastParent,
    /// For escaped dots.
    EscapedDots,
    /// For a reference with the scheme of the base.
    SameScheme,
    /// For a path that would begin with an authority.
    LeadingSlashes,
}
use TargetDeviation as D;

impl Deviation for D {
    fn clause(self) -> &'static str {
        match self {
            D::RootlessBase => {
                "RFC 3986 section 5.2.3 merges with any base; for RFC 2396 section 5, an opaque URI is \
                 unsuitable as a base, and to fluent-uri as well"
            }
            D::RootlessReference => {
                "RFC 3986 section 5.2.2 removes dot segments of each path that a reference has; to \
                 RFC 2396 section 3 what follows a scheme without a slash is opaque, and to \
                 fluent-uri it has no dot segments"
            }
            D::DotsOfBase => {
                "RFC 3986 section 5.2.2: `T.path = Base.path` as it is, if the reference has no \
                 path; fluent-uri removes its dot segments"
            }
            D::LastParent => {
                "RFC 3986 section 5.2.3: all but the last segment of the base's path; fluent-uri \
                 keeps it where it is `..`, so that it does not matter what is normalised first"
            }
            D::EscapedDots => {
                "RFC 3986 section 5.2.4 removes `.` and `..`; fluent-uri and iri-string take `%2E` \
                 for a dot, as section 6.2.2.2 normalises it"
            }
            D::SameScheme => {
                "RFC 3986 section 5.2.2: a parser that is not strict may ignore the scheme of a \
                 reference that is that of the base"
            }
            D::LeadingSlashes => {
                "RFC 3986 section 3.3: without an authority, a path does not begin with `//`; oxiri \
                 refuses such a target, the others write `/.//`"
            }
        }
    }
}

const ROOT: &[D] = &[D::RootlessBase, D::RootlessReference];
const FLUENT_URI: &[D] =
    &[D::RootlessBase, D::RootlessReference, D::DotsOfBase, D::LastParent, D::EscapedDots];
const IRI_STRING: &[D] = &[D::EscapedDots];
const OXIRI: &[D] = &[D::LeadingSlashes];
const NOT_STRICT: &[D] = &[D::SameScheme];

/// Resolves by section 5.2.2, with deviations. `None` if the base is refused.
pub(crate) fn target(
    base: &PartTexts<'_>,
    reference: &PartTexts<'_>,
    dialect: &[D],
) -> Option<String> {
    let does = |deviation| dialect.contains(&deviation);
    let kind = if does(D::EscapedDots) { unescaped } else { as_written };
    let mut reference = *reference;
    if let (true, Some(one), Some(other)) = (does(D::SameScheme), reference.scheme, base.scheme)
        && one.eq_ignore_ascii_case(other)
    {
        reference.scheme = None;
    }
    let PartTexts { scheme, authority, path, query, fragment, .. } = reference;
    let nothing = path.is_empty() && query.is_none();
    let is_relative = scheme.is_none() && authority.is_none();
    let is_rootless =
        |parts: &PartTexts<'_>| parts.authority.is_none() && !parts.path.starts_with('/');
    if does(D::RootlessBase) && scheme.is_none() && is_rootless(base) && !(is_relative && nothing) {
        return None;
    }
    let removed = |path: &str| remove_dot_segments(path, kind);
    let new_path = if !is_relative {
        let is_kept = does(D::RootlessReference) && is_rootless(&reference);
        if is_kept { path.to_owned() } else { removed(path) }
    } else if path.is_empty() {
        let is_changed = does(D::DotsOfBase) && base.path.starts_with('/');
        if is_changed { removed(base.path) } else { base.path.to_owned() }
    } else if path.starts_with('/') {
        removed(path)
    } else {
        removed(&merged(base, path, does(D::LastParent), kind))
    };
    let authority = if is_relative { base.authority } else { authority };
    if does(D::LeadingSlashes) && authority.is_none() && new_path.starts_with("//") {
        return None;
    }
    let path = guarded(authority, new_path);
    Some(recombined(&PartTexts {
        scheme: scheme.or(base.scheme),
        authority,
        path: &path,
        query: if is_relative && nothing { base.query } else { query },
        fragment,
        ..PartTexts::default()
    }))
}

/// Merges paths by section 5.2.3.
fn merged(base: &PartTexts<'_>, path: &str, keeps_parent: bool, kind: fn(&str) -> Kind) -> String {
    if base.authority.is_some() && base.path.is_empty() {
        return format!("/{path}");
    }
    let (directory, last) = base.path.split_at(base.path.rfind('/').map_or(0, |slash| slash + 1));
    if keeps_parent && kind(last) == Kind::Dots {
        return format!("{directory}{last}/{path}");
    }
    format!("{directory}{path}")
}

/// Returns the kind of a segment whose dots may be escaped.
pub(crate) fn unescaped(segment: &str) -> Kind {
    as_written(&segment.replace("%2E", ".").replace("%2e", "."))
}

/// Compares the targets of a reference in every grammar that accepts the texts. Returns the reasons
/// of differences.
///
/// # Errors
///
/// A sentence about the first difference without a reason, or reason without a difference.
pub fn compare_targets(base: &str, reference: &str) -> Result<Vec<TargetDeviation>, String> {
    let parts = (split(base), split(reference));
    let model = |dialect: &[D]| target(&parts.0, &parts.1, dialect);
    let text = format!("{reference} from {base}");
    let mut reasons = of_root(&text, base, reference, &model)?;
    reasons.extend(uris::compare(&text, base, reference, &model)?);
    reasons.extend(iris::compare(&text, base, reference, &model)?);
    reasons.extend(of_oxiri(&text, base, reference, &model)?);
    reasons.sort();
    reasons.dedup();
    Ok(reasons)
}

type Target = Option<String>;

fn of_root(
    text: &str,
    base: &str,
    reference: &str,
    model: &dyn Fn(&[D]) -> Target,
) -> Result<Vec<D>, String> {
    let parsed = (uri::AbsoluteUri::parse(base), uri::Reference::parse(reference));
    let (Ok(base), Ok(view)) = parsed else { return Ok(Vec::new()) };
    let found = base.resolve_with(view, Resolution::RFC3986).ok();
    let found = found.map(|target| target.to_string());
    let ours = Side { name: "uri", found: found.as_deref(), dialect: ROOT };
    let theirs = uris::by_fluent_uri(base.as_str(), reference);
    let Some(theirs) = theirs else {
        // RFC 3986 has fewer authorities; see `crate::uri_differences`.
        return explain(text, ours, ours, model);
    };
    let theirs = Side { name: "fluent-uri", found: theirs.as_deref(), dialect: FLUENT_URI };
    explain(text, ours, theirs, model)
}

/// Compares the targets of IRIs with those of oxiri, and relative references: ours are not longer.
fn of_oxiri(
    text: &str,
    base: &str,
    reference: &str,
    model: &dyn Fn(&[D]) -> Target,
) -> Result<Vec<D>, String> {
    use uri::rfc3987::{AbsoluteIri, Iri, IriReference};

    let parsed = (AbsoluteIri::parse(base), IriReference::parse(reference));
    let (Ok(view), Ok(reference_view)) = parsed else { return Ok(Vec::new()) };
    let ours = view.resolve(reference_view).to_string();
    let base = oxiri::Iri::parse(base).map_err(|why| format!("{text:?}: {why}"))?;
    let reference = oxiri::IriRef::parse(reference).map_err(|why| format!("{text:?}: {why}"))?;
    let theirs = base.resolve(&reference).ok().map(oxiri::Iri::into_inner);
    if let Ok(target) = oxiri::Iri::parse(ours.as_str())
        && let Ok(relative) = base.relativize(&target)
    {
        let found = view.relativize(Iri::new(&ours)).map_or(ours.len(), |it| it.to_string().len());
        equal(
            text,
            "not longer than the relative reference of oxiri",
            found <= relative.len(),
            true,
        )?;
    }
    let ours = Side { name: "uri", found: Some(&ours), dialect: &[] };
    let theirs = Side { name: "oxiri", found: theirs.as_deref(), dialect: OXIRI };
    explain(text, ours, theirs, model)
}

/// Returns `None` if the texts are not a base and a reference.
fn by_iri_string<S: Spec>(base: &str, reference: &str) -> Option<Target> {
    let base = RiAbsoluteStr::<S>::new(base).ok()?;
    let reference = RiReferenceStr::<S>::new(reference).ok()?;
    Some(Some(reference.resolve_against(base).to_string()))
}

macro_rules! comparison {
    (
        $family:ident, $module:ident, $syntax:ident, $absolute:ident, $our_reference:ident;
        $fluent:ident, $fluent_whole:ident; $spec:ident
    ) => {
        mod $family {
            use super::*;
            use uri::$module as ours;

            pub(super) fn compare(
                text: &str,
                base: &str,
                reference: &str,
                model: &dyn Fn(&[D]) -> Target,
            ) -> Result<Vec<D>, String> {
                let parsed = (ours::$absolute::parse(base), ours::$our_reference::parse(reference));
                let (Ok(base_view), Ok(view)) = parsed else { return Ok(Vec::new()) };
                let found = base_view.resolve(view);
                check_forms(text, &found)?;
                let found = Some(found.to_string());
                relativised(text, base_view, found.as_deref().unwrap_or_default())?;
                let ours = Side { name: "uri", found: found.as_deref(), dialect: &[] };
                let theirs =
                    by_fluent_uri(base, reference).ok_or("not a reference for fluent-uri")?;
                let theirs =
                    Side { name: "fluent-uri", found: theirs.as_deref(), dialect: FLUENT_URI };
                let mut reasons = explain(text, ours, theirs, model)?;
                let theirs = by_iri_string::<$spec>(base, reference)
                    .ok_or("not a reference for iri-string")?;
                let theirs =
                    Side { name: "iri-string", found: theirs.as_deref(), dialect: IRI_STRING };
                reasons.extend(explain(text, ours, theirs, model)?);

                let options = Resolution::RFC3986.same_scheme(SameScheme::Relative);
                let lenient = base_view.resolve_with(view, options);
                let lenient = Some(lenient.map_err(|why| format!("{text:?}: {why}"))?.to_string());
                let lenient = Side {
                    name: "uri, not strict",
                    found: lenient.as_deref(),
                    dialect: NOT_STRICT,
                };
                reasons.extend(explain(text, ours, lenient, model)?);
                Ok(reasons)
            }

            /// The written, owned and displayed forms of a result are equal, and are targets.
            fn check_forms(
                text: &str,
                found: &uri::Resolved<'_, uri::syntax::$syntax>,
            ) -> Result<(), String> {
                let displayed = found.to_string();
                equal(text, "the owned target", found.to_buf().as_str(), &*displayed)?;
                let mut buffer = vec![0; displayed.len()];
                let written = found.write_in(&mut buffer).map(|view| view.as_str());
                equal(text, "the written target", written.ok(), Some(&*displayed))
            }

            /// Checks that the relative reference from the base to the target resolves to the
            /// target.
            fn relativised(
                text: &str,
                base: ours::$absolute<'_>,
                target: &str,
            ) -> Result<(), String> {
                let view = ours::$our_reference::parse(target)
                    .map_err(|why| format!("{target:?}: {why}"))?;
                let Some(relative) = base.relativize(view) else { return Ok(()) };
                let relative = relative.to_string();
                let again = ours::$our_reference::parse(&relative)
                    .map_err(|why| format!("{text:?}: {relative:?}: {why}"))?;
                let found = base.resolve(again).to_string();
                let what = format!("where {relative:?} leads");
                equal(text, &what, found.as_str(), target)
            }

            /// Returns `None` if the texts are not a base and a reference.
            pub(super) fn by_fluent_uri(base: &str, reference: &str) -> Option<Target> {
                let base = fluent_uri::$fluent_whole::parse(base).ok()?;
                let reference = fluent_uri::$fluent::parse(reference).ok()?;
                Some(reference.resolve_against(&base).ok().map(|target| target.into_string()))
            }
        }
    };
}
comparison!(
    uris, rfc3986, Rfc3986, AbsoluteUri, UriReference;
    UriRef, Uri; UriSpec
);
comparison!(
    iris, rfc3987, Rfc3987, AbsoluteIri, IriReference;
    IriRef, Iri; IriSpec
);

/// All deviations, each of which makes a difference by itself for some text.
pub const TARGET_DEVIATIONS: &[TargetDeviation] = &[
    D::RootlessBase,
    D::RootlessReference,
    D::DotsOfBase,
    D::LastParent,
    D::EscapedDots,
    D::SameScheme,
    D::LeadingSlashes,
];
