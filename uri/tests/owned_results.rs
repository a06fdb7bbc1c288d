//! Results as values that own their text, and references joined to a base in one step.

use uri::{
    AbsoluteUri, AbsoluteUriBuf, JoinError, OpaquePart, ParseError, Query, Reference, ResolveError,
    UriReferenceBuf,
};

#[test]
fn texts_are_joined_to_a_base() {
    let base = AbsoluteUriBuf::parse("http://a/b/c").unwrap();
    let joined: UriReferenceBuf = base.join("../d?e#f").unwrap();
    assert_eq!(joined, "http://a/d?e#f");
    // The parts are located in the new text.
    assert_eq!(joined.query().unwrap(), "e");
    assert_eq!(base.as_view().join("?e").unwrap(), "http://a/b/?e");
    // As RFC 2396 resolves.
    assert_eq!(base.join("#f").unwrap(), "#f");
    assert_eq!(base.join("../../d").unwrap(), "http://a/../d");
}

#[test]
fn errors_of_joining_have_one_type() {
    let Err(JoinError::Parse(error)) = AbsoluteUri::new("http://a/b").join("c d") else {
        panic!("`c d` is no reference");
    };
    assert_eq!(error.offset(), 1);
    let opaque = AbsoluteUri::new("mailto:a@b");
    assert_eq!(opaque.join("c"), Err(JoinError::Resolve(ResolveError::OpaqueBase)));
    assert_eq!(opaque.join("s:c").unwrap(), "s:c");

    let join = |base, reference| -> Result<UriReferenceBuf, JoinError> {
        AbsoluteUri::parse(base)?.join(reference)
    };
    assert_eq!(join("s:/a", "b").unwrap(), "s:/b");
    assert!(matches!(join("a", "b"), Err(JoinError::Parse(_))));
    let error: &dyn std::error::Error = &join("", "").unwrap_err();
    assert!(error.source().unwrap().is::<ParseError>());
}

#[cfg(feature = "rfc3986")]
#[test]
fn joining_follows_the_grammar() {
    use uri::rfc3986::{Uri, UriBuf, UriReference};
    let base = UriBuf::parse("http://a/b/c#d").unwrap();
    for (reference, target) in [
        ("", "http://a/b/c"),
        ("#f", "http://a/b/c#f"),
        ("?e", "http://a/b/c?e"),
        ("../../d", "http://a/d"),
        ("s:../a", "s:a"),
    ] {
        let joined: UriBuf = base.join(reference).unwrap();
        assert_eq!(joined, target, "{reference}");
        assert_eq!(base.resolve(UriReference::new(reference)).to_buf(), joined);
    }
    assert!(matches!(base.join("%"), Err(JoinError::Parse(_))));
    assert_eq!(Uri::new("s:a").to_absolute_uri().join("b#c").unwrap(), "s:b#c");
}

#[cfg(feature = "rfc3987")]
#[test]
fn iris_are_joined() {
    use uri::rfc3987::{AbsoluteIri, IriBuf};
    let joined: IriBuf = AbsoluteIri::new("http://\u{E4}/a").join("\u{F6}").unwrap();
    assert_eq!(joined, "http://\u{E4}/\u{F6}");
}

/// The current document is no URI.
#[cfg(feature = "rfc3986")]
#[test]
fn the_current_document_is_kept_only_in_rfc_2396() {
    use uri::rfc3986::{Uri, UriReference};
    use uri::{Resolution, SameDocument};
    let keep = Resolution::RFC3986.same_document(SameDocument::Keep);
    let base = Uri::new("http://a/b");
    for reference in ["", "#c"].map(UriReference::new) {
        let error = base.resolve_with(reference, keep).unwrap_err();
        assert_eq!(error, ResolveError::SameDocument);
    }
    assert_eq!(base.resolve_with(UriReference::new("?c"), keep).unwrap(), "http://a/b?c");
    let old = AbsoluteUri::new("http://a/b").resolve_with(Reference::new("#c"), keep).unwrap();
    assert_eq!(old.to_buf(), "#c");
}

/// A text that may not match its rule has only the conversion that returns an error.
#[test]
fn texts_of_no_rule_are_errors() {
    assert_eq!(Reference::repair("a b").try_to_buf().unwrap(), "a%20b");
    assert_eq!(Reference::repair("//[").try_to_buf().unwrap_err().offset(), 2);
    assert!(OpaquePart::encode("").try_to_buf().is_err());
    assert_eq!(OpaquePart::encode("/").try_to_buf().unwrap(), "%2F");
    assert_eq!(Query::encode("").to_buf(), "");
}
