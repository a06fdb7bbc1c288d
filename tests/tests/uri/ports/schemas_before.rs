//! Identifiers of JSON schemas, with fluent-uri.

use fluent_uri::pct_enc::EString;
use fluent_uri::pct_enc::encoder::{Data, Fragment};
use fluent_uri::{Uri, UriRef};
use std::sync::LazyLock;

/// The base of a schema without an identifier.
static ROOT: LazyLock<Uri<&str>> = LazyLock::new(|| Uri::parse("schema:///").expect("a URI"));

/// Resolves `$id` or `$ref` against the identifier of the schema around it.
pub fn resolve(base: Option<&Uri<String>>, reference: &str) -> Result<Uri<String>, String> {
    // A base must not have a fragment.
    let base = base.map_or(*ROOT, |base| base.strip_fragment());
    let reference = UriRef::parse(reference).map_err(|why| why.to_string())?;
    let target = reference.resolve_against(&base).map_err(|why| why.to_string())?;
    Ok(target.normalize())
}

/// Splits a target into the identifier of a document and the pointer or anchor in it.
pub fn split(target: &Uri<String>) -> (&str, String) {
    let fragment = target.fragment().map(|it| it.decode().to_string_lossy().into_owned());
    (target.strip_fragment().as_str(), fragment.unwrap_or_default())
}

/// The identifier of a place in a document.
pub fn with_pointer(mut document: Uri<String>, pointer: &str) -> Uri<String> {
    let mut fragment = EString::<Fragment>::new();
    for (number, token) in pointer.split('/').enumerate() {
        if 0 < number {
            fragment.push('/');
        }
        fragment.encode_str::<Data>(token);
    }
    document.set_fragment(Some(&fragment));
    document
}
