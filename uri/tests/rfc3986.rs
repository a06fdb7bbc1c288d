//! Operations on the types of RFC 3986 and RFC 3987.

use uri::SurplusParents;
use uri::rfc3986::{
    AbsoluteUri, Authority, Fragment, Host, Path, Port, Query, Scheme, Segment, Uri,
};
use uri::rfc3986::{RelativeRef, UriReference};
use uri::rfc3987::{AbsoluteIri, IriReference};
use uri::{BuildError, LeadingSlashes, Normalization, Resolution, ResolveError, SameScheme};

const NORMALIZED: Normalization = Normalization::RFC3986;

fn resolve(base: &str, reference: &str) -> String {
    let base = AbsoluteUri::parse(base).unwrap();
    let reference = UriReference::parse(reference).unwrap();
    base.resolve(reference).to_string()
}

/// RFC 3986 sections 5.4.1 and 5.4.2.
#[test]
fn the_examples_of_the_rfc_are_resolved() {
    let base = "http://a/b/c/d;p?q";
    for (reference, target) in [
        ("g:h", "g:h"),
        ("g", "http://a/b/c/g"),
        ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"),
        ("//g", "http://g"),
        ("?y", "http://a/b/c/d;p?y"),
        ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"),
        ("g?y#s", "http://a/b/c/g?y#s"),
        (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"),
        ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        ("", "http://a/b/c/d;p?q"),
        (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"),
        ("..", "http://a/b/"),
        ("../", "http://a/b/"),
        ("../g", "http://a/b/g"),
        ("../..", "http://a/"),
        ("../../", "http://a/"),
        ("../../g", "http://a/g"),
        ("../../../g", "http://a/g"),
        ("../../../../g", "http://a/g"),
        ("/./g", "http://a/g"),
        ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."),
        (".g", "http://a/b/c/.g"),
        ("g..", "http://a/b/c/g.."),
        ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"),
        ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"),
        ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
        ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"),
        ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/./x", "http://a/b/c/g#s/./x"),
        ("g#s/../x", "http://a/b/c/g#s/../x"),
        ("http:g", "http:g"),
    ] {
        assert_eq!(resolve(base, reference), target, "{reference}");
        let iri = AbsoluteIri::parse(base).unwrap();
        let reference = IriReference::parse(reference).unwrap();
        assert_eq!(iri.resolve(reference), target);
    }
    let lenient = Resolution::RFC3986.same_scheme(SameScheme::Relative);
    let base = AbsoluteUri::new(base);
    for (reference, expected, same_document) in [
        ("http:g", "http://a/b/c/g", false),
        // Without its scheme, it is a reference to the current document, with the query of the
        // base.
        ("http:", "http://a/b/c/d;p?q", true),
        ("HTTP:#s", "http://a/b/c/d;p?q#s", true),
        ("http:?y", "http://a/b/c/d;p?y", false),
        ("https:#s", "https:#s", false),
    ] {
        let target = base.resolve_with(UriReference::new(reference), lenient).unwrap();
        assert_eq!(target, expected);
        assert_eq!(target.is_same_document(), same_document, "{reference}");
    }
}

/// `remove_dot_segments` of RFC 3986 section 5.2.4, to the letter.
fn remove_dot_segments(path: &str) -> String {
    let mut input = path.to_owned();
    let mut output = String::new();
    while !input.is_empty() {
        if input.starts_with("../") {
            input.drain(..3);
        } else if input.starts_with("./") || input.starts_with("/./") {
            input.drain(..2);
        } else if input == "/." {
            "/".clone_into(&mut input);
        } else if input.starts_with("/../") || input == "/.." {
            let end = if input == "/.." { 3 } else { 4 };
            input.replace_range(..end, "/");
            output.truncate(output.rfind('/').unwrap_or(0));
        } else if input == "." || input == ".." {
            input.clear();
        } else {
            let end = input[1..].find('/').map_or(input.len(), |at| at + 1);
            output.extend(input.drain(..end));
        }
    }
    output
}

/// All short paths after a scheme. Their dot segments are removed although no paths are merged.
#[test]
fn paths_lose_their_dot_segments_as_the_rfc_says() {
    let base = AbsoluteUri::new("x://h/");
    let mut paths = vec![String::new()];
    for _ in 0..7 {
        let longer =
            paths.iter().flat_map(|path| ["a", ".", "/"].map(|end| format!("{path}{end}")));
        paths = longer.collect();
        for path in &paths {
            for prefix in ["s:", "s://h/"] {
                let path = if prefix == "s:" { path.clone() } else { format!("/{path}") };
                let text = format!("{}{path}", prefix.trim_end_matches('/'));
                let Ok(reference) = UriReference::parse(&text) else { continue };
                if reference.path().as_str() != path {
                    continue;
                }
                let removed = remove_dot_segments(&path);
                let guard = if prefix == "s:" && removed.starts_with("//") { "/." } else { "" };
                let expected = format!("{}{guard}{removed}", prefix.trim_end_matches('/'));
                assert_eq!(base.resolve(reference), *expected, "{text}");
            }
        }
    }
}

#[test]
fn a_base_without_slashes_is_merged_to_the_letter() {
    for (base, reference, target) in [
        ("mailto:a@b", "c", "mailto:c"),
        ("urn:a/b", "../c", "urn:/c"),
        ("urn:a/b/c", "../d", "urn:a/d"),
        ("s:", "g", "s:g"),
        ("s:", "?y", "s:?y"),
        ("s:a?q", "#f", "s:a?q#f"),
        ("http://a", "g", "http://a/g"),
        ("http://a?x", "?y", "http://a?y"),
        ("http://a", "../g", "http://a/g"),
        ("s:/a/b", "..//g", "s:/.//g"),
    ] {
        assert_eq!(resolve(base, reference), target, "{reference} from {base}");
    }
    let refuse = Resolution::RFC3986.leading_slashes(LeadingSlashes::Refuse);
    let refused = AbsoluteUri::new("s:/a/b").resolve_with(UriReference::new("..//g"), refuse);
    assert_eq!(refused.unwrap_err(), ResolveError::PathLikeAuthority);
}

#[test]
fn a_fragment_of_the_base_has_no_part_in_resolution() {
    let base = Uri::new("http://a/b#c");
    assert_eq!(base.resolve(UriReference::new("")), "http://a/b");
    let target = base.resolve(UriReference::new("d#e"));
    let mut buffer = [0; 16];
    let target: Uri<'_> = target.write_in(&mut buffer).unwrap();
    assert_eq!(target.scheme().as_str(), "http");
}

/// A relativized reference resolves to the target.
#[test]
fn relativisation_is_the_inverse() {
    let parts = ["s:", "s://a", "s://b"];
    let paths =
        ["", "/", "/b", "/b/", "/b/c", "/b//c", "/c:d", "/.", "/b/..", "//b", "/b?q", "/?q"];
    let mut found = 0;
    for base in parts.iter().flat_map(|part| paths.map(|path| format!("{part}{path}"))) {
        let Ok(base) = AbsoluteUri::parse(&base) else { continue };
        for target in parts.iter().flat_map(|part| paths.map(|path| format!("{part}{path}"))) {
            let Ok(target) = UriReference::parse(&target) else { continue };
            let Some(relative) = base.relativize(target) else { continue };
            let relative = relative.to_string();
            let reference = UriReference::parse(&relative).unwrap();
            assert!(reference.is_relative());
            assert_eq!(base.resolve(reference), target.as_str(), "{relative} from {base}");
            found += 1;
        }
    }
    assert!(found > 500, "{found}");
}

#[test]
fn normal_forms_are_those_of_the_rfc() {
    for (text, normal) in [
        ("example://a/b/c/%7Bfoo%7D", "example://a/b/c/%7Bfoo%7D"),
        ("eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D"),
        ("HTTP://www.EXAMPLE.com/", "http://www.example.com/"),
        ("http://example.com:80", "http://example.com/"),
        ("http://EXAMPLE.com%41%2d", "http://example.coma-/"),
        ("http://[2001:DB8::A]:443/", "http://[2001:db8::a]:443/"),
        ("https://[2001:DB8::A]:443/", "https://[2001:db8::a]/"),
        ("http://u%7e@h:/", "http://u~@h/"),
        ("/../a", "/a"),
        ("../a/../b", "../b"),
        ("a/../b:c", "./b:c"),
        ("urn:a/../B", "urn:/B"),
        ("s:/..//b", "s:/.//b"),
        ("%21*", "%21*"),
    ] {
        let reference = UriReference::parse(text).unwrap();
        assert_eq!(reference.normalize(NORMALIZED), normal, "{text}");
        let normal = UriReference::parse(normal).unwrap();
        assert!(normal.is_normalized(NORMALIZED), "{normal}");
        assert!(reference.is_equivalent(normal, NORMALIZED));
    }
}

/// Section 6.2.2.3 applies the algorithm of section 5.2.4, as resolution does.
#[test]
fn paths_without_a_slash_lose_their_dots_as_in_resolution() {
    let base = Uri::new("http://a/b");
    for (text, normal, kept) in [
        ("s:a/./b", "s:a/b", "s:a/b"),
        ("s:.", "s:", "s:"),
        ("s:./a:b", "s:a:b", "s:a:b"),
        ("s:..", "s:", "s:.."),
        ("s:../a", "s:a", "s:../a"),
        ("s:a/..", "s:/", "s:/"),
        ("s:a/../b", "s:/b", "s:/b"),
        ("s:a/../../b", "s:/b", "s:/../b"),
        ("s:a/b/../c", "s:a/c", "s:a/c"),
        ("s:a/..//b", "s:/.//b", "s:/.//b"),
        ("s:.//b", "s:/b", "s:/b"),
        ("s:.///b", "s:/.//b", "s:/.//b"),
        ("mailto:a.b@c", "mailto:a.b@c", "mailto:a.b@c"),
    ] {
        let reference = UriReference::new(text);
        assert_eq!(reference.normalize(Normalization::RFC3986), normal, "{text}");
        assert_eq!(base.resolve(reference), normal, "{text}");
        assert_eq!(reference.normalize(Normalization::ALL), kept, "{text}");
        let keep = Resolution::RFC3986.surplus_parents(SurplusParents::Keep);
        assert_eq!(base.resolve_with(reference, keep).unwrap(), kept, "{text}");
        let opaque = uri::Reference::parse(text);
        let is_kept = |it: uri::Reference<'_>| it.is_normalized(Normalization::RFC3986);
        assert!(opaque.is_ok_and(is_kept), "{text}");
    }
    assert_eq!(UriReference::new("s:%2e").normalize(Normalization::RFC3986), "s:");
    let without = Normalization::RFC3986 - Normalization::DOT_SEGMENTS;
    assert_eq!(UriReference::new("s:%2e").normalize(without), "s:.");
}

#[test]
fn parts_are_put_together() {
    let built = Uri::builder()
        .scheme(Scheme::new("http"))
        .host(Host::new("[::1]"))
        .port(Port::new("80"))
        .path(UriReference::new("//h/a").path())
        .query(Query::new("x"))
        .build()
        .unwrap();
    assert_eq!(built, "http://[::1]:80/a?x");
    // RFC 2396 refuses these.
    assert_eq!(UriReference::builder().query(Query::new("page=3")).build().unwrap(), "?page=3");
    assert_eq!(UriReference::builder().scheme(Scheme::new("s")).build().unwrap(), "s:");
    assert_eq!(UriReference::builder().port(Port::new("80")).build().unwrap(), "//:80");
    assert_eq!(UriReference::builder().port_number(80).build().unwrap(), "//:80");
    let host = UriReference::new("http://a:80/").with_host(None).build().unwrap();
    assert_eq!(host, "http://:80/");
    let rootless = UriReference::new("mailto:a@b").with_pushed_segment(Segment::new("c"));
    assert_eq!(rootless.build().unwrap(), "mailto:a@b/c");
    for (built, error) in [
        (UriReference::new("s:a:b").with_scheme(None), BuildError::FirstSegment),
        (UriReference::new("//h//p").with_authority(None), BuildError::PathLikeAuthority),
        (
            UriReference::new("p").with_authority(Authority::new("h")),
            BuildError::RelativePathWithAuthority,
        ),
        (UriReference::new("s:p/").with_removed_segment(0), BuildError::FirstSegment),
        (UriReference::new("s:p").with_removed_segment(1), BuildError::NoSuchSegment),
    ] {
        assert_eq!(built.build().unwrap_err(), error);
    }
    assert!(matches!(RelativeRef::new("a").components().path(), Path::PathNoscheme(_)));
    let components = Uri::new("s://u@h:1?q").components();
    assert_eq!(components.authority().unwrap().port(), Some(Port::new("1")));
    assert!(matches!(components.path(), Path::PathAbempty(_)));
}

/// A change that keeps the scheme of a URI yields a URI.
#[test]
fn changes_of_a_uri_give_uris() {
    use uri::rfc3986::UriBuf;
    let uri = Uri::new("HTTP://a/b?q#f");
    let normal: UriBuf = uri.normalize(NORMALIZED).to_buf();
    assert_eq!(normal, "http://a/b?q#f");
    let changed: UriBuf = normal.with_query(None).host(Host::new("c")).build().unwrap().to_buf();
    assert_eq!(changed, "http://c/b#f");
    let moved: UriBuf = changed.to_builder().scheme(Scheme::new("s")).build().unwrap().to_buf();
    assert_eq!(moved, "s://c/b#f");
    let mut buffer = [0; 16];
    let built: Uri<'_> =
        Uri::builder().scheme(Scheme::new("s")).build().unwrap().write_in(&mut buffer).unwrap();
    assert_eq!(built.scheme(), "s");
    // A URI without a fragment may get one.
    let absolute: UriBuf =
        AbsoluteUri::new("s:a").with_fragment(Fragment::new("f")).build().unwrap().to_buf();
    assert_eq!(absolute.fragment().unwrap(), "f");
    // Normal forms of different kinds can be compared.
    let reference = UriReference::new("http://a/b?q#f");
    assert!(uri.normalize(NORMALIZED) == reference.normalize(NORMALIZED));
    // Without its scheme, it is a reference; with one, a reference is a URI.
    assert_eq!(uri.with_scheme(None).build().unwrap(), "//a/b?q#f");
    let scheme = Scheme::new("s").to_buf();
    let named: UriBuf = UriReference::new("//a#b").with_scheme(&scheme).build().unwrap().to_buf();
    assert_eq!(named, "s://a#b");
    let any = UriReference::new("//a").with_scheme(Some(Scheme::new("s"))).scheme(None);
    assert_eq!(any.build().unwrap(), "//a");
}

#[test]
fn fragments_are_stripped() {
    use uri::rfc3986::UriReferenceBuf;
    for (text, stripped, absolute) in [
        ("", "", None),
        ("#", "", None),
        ("?q#f", "?q", None),
        ("a%20b#f", "a%20b", None),
        ("//u@[::1]:8/p?q", "//u@[::1]:8/p?q", None),
        ("s:", "s:", Some("s:")),
        ("s:#", "s:", Some("s:")),
        ("s://u@[::1]:8/p?q#f?/", "s://u@[::1]:8/p?q", Some("s://u@[::1]:8/p?q")),
    ] {
        let reference = UriReferenceBuf::parse(text).unwrap();
        let found = reference.strip_fragment();
        assert_eq!(found, UriReference::new(stripped), "{text}");
        assert_eq!(found.port(), reference.port());
        assert_eq!(reference.to_absolute_uri(), absolute.map(AbsoluteUri::new), "{text}");
        let uri = Uri::parse(text).ok();
        assert_eq!(uri.map(Uri::to_absolute_uri), absolute.map(AbsoluteUri::new), "{text}");
        assert_eq!(uri.map(Uri::strip_fragment), absolute.map(Uri::new), "{text}");
    }
}

#[test]
fn owned_text_is_changed_in_place() {
    let mut reference = uri::rfc3986::UriReferenceBuf::parse("http://h/a").unwrap();
    reference.set_query(Query::new("x=1")).unwrap();
    reference.push_segment(Segment::new("b")).unwrap();
    reference.set_host(Host::new("[::1]")).unwrap();
    reference.set_port(None).unwrap();
    assert_eq!(reference.as_str(), "http://[::1]/a/b?x=1");
    assert_eq!(reference.set_scheme(None), Ok(()));
    assert_eq!(reference.as_str(), "//[::1]/a/b?x=1");
    assert_eq!(reference.set_authority(None), Ok(()));
    assert_eq!(reference.as_str(), "/a/b?x=1");
}

#[test]
fn data_is_escaped_as_the_grammar_requires() {
    assert_eq!(Segment::encode("!*'()~").to_string(), "%21%2A%27%28%29~");
    assert_eq!(Segment::quote("a b/c?:@!").to_string(), "a%20b%2Fc%3F:@!");
    assert_eq!(Query::quote("a/b?c#d[]").to_string(), "a/b?c%23d%5B%5D");
    assert_eq!(Segment::new("%C3%A4").decode().to_string(), "ä");
    assert_eq!(Query::new("a=1&b=%20").pairs().get("b").unwrap().value().unwrap(), " ");
    assert_eq!(Query::from_form_pairs([("a b", "1")]).to_buf().as_str(), "a+b=1");
}

#[test]
fn references_convert_to_other_grammars() {
    use uri::rfc3986::{UriBuf, UriReferenceBuf};
    use uri::rfc3987::{Iri, IriBuf, IriReferenceBuf};

    let uri = Uri::new("http://a/b#c");
    assert_eq!(Iri::from(uri), "http://a/b#c");
    assert_eq!(IriReference::from(uri).fragment().unwrap(), "c");
    assert_eq!(Uri::try_from(Iri::from(uri)), Ok(uri));
    assert_eq!(Uri::try_from(Iri::new("http://a/\u{E4}")).unwrap_err().offset(), 9);
    let owned: IriBuf = UriBuf::from(uri).into();
    assert_eq!(owned.host().unwrap(), "a");
    assert_eq!(IriReferenceBuf::from(UriBuf::from(uri)), owned.as_str());
    assert_eq!(UriBuf::try_from(owned).unwrap(), uri);

    // RFC 2396 has registry names, RFC 3986 IPv6 addresses.
    let old = uri::UriReference::new("http://a/b#c");
    assert_eq!(Uri::try_from(old), Ok(uri));
    assert_eq!(uri::UriReference::try_from(uri), Ok(old));
    assert_eq!(UriReference::try_from(old).unwrap().to_absolute_uri().unwrap(), "http://a/b");
    let link = uri::Reference::new("?page=2");
    assert_eq!(uri::Reference::try_from(UriReference::try_from(link).unwrap()), Ok(link));
    assert_eq!(UriReference::try_from(uri::UriReference::new("//a:b:c")).unwrap_err().offset(), 7);
    let error = uri::UriReference::try_from(UriReference::new("//[::1]")).unwrap_err();
    assert_eq!(error.offset(), 2);
    let error = uri::UriReferenceBuf::try_from(UriReferenceBuf::parse("?y").unwrap()).unwrap_err();
    assert_eq!(error.into_input(), "?y");
}

#[test]
fn references_convert_to_other_types() {
    let uri = Uri::new("http://u@h:1/p?q#f");
    let reference = UriReference::from(uri);
    assert_eq!(reference.host().unwrap().as_str(), "h");
    assert_eq!(Uri::try_from(reference), Ok(uri));
    let error = AbsoluteUri::try_from(reference).unwrap_err();
    assert_eq!(error.offset(), 16);
    let owned = uri::rfc3986::UriReferenceBuf::from(uri.to_buf());
    assert_eq!(owned.port().unwrap().as_str(), "1");
    let error = uri::rfc3986::RelativeRefBuf::try_from(owned).unwrap_err();
    assert_eq!(error.into_input(), "http://u@h:1/p?q#f");
    assert_eq!(uri.port_or_default(), Ok(Some(1)));
    assert_eq!(Uri::new("https://[::1]").port_or_default(), Ok(Some(443)));
    assert!(Uri::new("x://h:65536").port_or_default().is_err());
}
