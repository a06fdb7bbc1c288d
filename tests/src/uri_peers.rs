//! Compares the verdicts of other libraries for URIs with those of `uri`.
//!
//! fluent-uri and iri-string follow RFC 3986 and RFC 3987. If their verdicts differ from ours, a
//! reason of [`crate::uri_differences`] applies, and the two of them agree.

use crate::uri_differences::{BEYOND_ASCII, REASONS, Reason, Verdicts};
use iri_string::spec::{IriSpec, UriSpec};
use iri_string::validate;

/// Compares the verdicts on a text, read as a reference and as an absolute URI, with those of the
/// libraries for RFC 3986 and RFC 3987.
///
/// Returns the reason, if the text is a reference only of RFC 2396 or only of RFC 3986.
///
/// # Errors
///
/// A sentence about the first difference that has no reason.
pub fn compare(text: &str) -> Result<Option<&'static Reason>, String> {
    let fluent_uri = fluent_uri::UriRef::parse(text).is_ok();
    let iri_string = validate::iri_reference::<UriSpec>(text).is_ok();
    let new = agreed([fluent_uri, iri_string]).ok_or_else(|| disagree(text, "URI-reference"))?;
    let old = uri::UriReference::is_match(text);
    let reasons = Verdicts { old, new }.explain(text, REASONS)?;

    let fluent_uri = fluent_uri::IriRef::parse(text).is_ok();
    let iri_string = validate::iri_reference::<IriSpec>(text).is_ok();
    let new = agreed([fluent_uri, iri_string]).ok_or_else(|| disagree(text, "IRI-reference"))?;
    Verdicts { old, new }.explain(text, REASONS.iter().chain([&BEYOND_ASCII]))?;

    let fluent_uri = fluent_uri::Uri::parse(text).is_ok_and(|uri| !uri.has_fragment());
    let iri_string = validate::absolute_iri::<UriSpec>(text).is_ok();
    let new = agreed([fluent_uri, iri_string]).ok_or_else(|| disagree(text, "absolute-URI"))?;
    let old = uri::AbsoluteUri::is_match(text);
    Verdicts { old, new }.explain(text, REASONS)?;

    match reasons[..] {
        [] => Ok(None),
        [reason] => Ok(Some(reason)),
        _ => Err(format!("{text:?} has more than one reason")),
    }
}

fn agreed(verdicts: [bool; 2]) -> Option<bool> {
    (verdicts[0] == verdicts[1]).then_some(verdicts[0])
}

fn disagree(text: &str, rule: &str) -> String {
    format!("{text:?}: fluent-uri and iri-string disagree about {rule}")
}
