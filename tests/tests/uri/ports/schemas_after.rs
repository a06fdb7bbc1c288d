//! Identifiers of JSON schemas, with `uri`.

use uri::rfc3986::{Fragment, Uri, UriBuf};
use uri::{JoinError, Normalization};

/// The base of a schema without an identifier.
const ROOT: Uri<'static> = Uri::new("schema:///");

/// Resolves `$id` or `$ref` against the identifier of the schema around it.
pub fn resolve(base: Option<&UriBuf>, reference: &str) -> Result<UriBuf, JoinError> {
    let target = base.map_or(ROOT, UriBuf::as_view).join(reference)?;
    Ok(target.normalize(Normalization::RFC3986).to_buf())
}

/// Splits a target into the identifier of a document and the pointer or anchor in it.
pub fn split(target: &UriBuf) -> (&str, String) {
    let fragment = target.fragment().map(|it| it.decode().to_string());
    (target.strip_fragment().as_str(), fragment.unwrap_or_default())
}

/// The identifier of a place in a document.
pub fn with_pointer(mut document: UriBuf, pointer: &str) -> UriBuf {
    document.set_fragment(Fragment::quote(pointer).to_buf().as_view());
    document
}
