//! Building and changing references: the result has exactly the given parts, or they are an error.

use uri::syntax::Complete;
use uri::{
    AbsPath, AbsoluteUri, Authority, BuildError, Builder, Components, Fragment, Host, OpaquePart,
    Path, Port, Query, RegName, RelPath, Rfc2396, Scheme, Segment, UriReference, UserInfo,
    WriteError,
};

#[track_caller]
fn check<K: Complete<Rfc2396>>(builder: Builder<'_, Rfc2396, K>, expected: &str) {
    let mut buffer = [0; 64];
    let built = builder.build().unwrap();
    assert_eq!(built.to_string(), expected);
    assert_eq!(built.write_in(&mut buffer).unwrap().as_ref(), expected);
}

#[track_caller]
fn refuse<K: Complete<Rfc2396>>(builder: Builder<'_, Rfc2396, K>, expected: BuildError) {
    assert_eq!(builder.build().unwrap_err(), expected);
}

#[test]
fn all_parts() {
    let builder = UriReference::builder()
        .scheme(Scheme::new("s"))
        .userinfo(UserInfo::new("u:p"))
        .host(Host::new("h"))
        .port(Port::new("1"))
        .path(AbsPath::new("/p"))
        .query(Query::new("q"))
        .fragment(Fragment::new("f"));
    check(builder, "s://u:p@h:1/p?q#f");
    check(UriReference::builder(), "");
    let opaque = UriReference::builder().scheme(Scheme::new("s")).path(OpaquePart::new("a?b"));
    check(opaque, "s:a?b");
}

/// Checks every combination of parts. A refused combination would give no reference, or one
/// with other parts; an accepted one gives exactly these parts.
#[test]
fn exactly_the_parts_that_would_change_are_refused() {
    let schemes = [None, Some("s")];
    let authorities = [None, Some(""), Some("h"), Some("u@h:"), Some("a_b")];
    let paths = [
        None,
        Some(Path::AbsPath(AbsPath::new("/"))),
        Some(Path::AbsPath(AbsPath::new("/a"))),
        Some(Path::AbsPath(AbsPath::new("//"))),
        Some(Path::AbsPath(AbsPath::new("//a"))),
        Some(Path::OpaquePart(OpaquePart::new("a"))),
        Some(Path::OpaquePart(OpaquePart::new("a:b"))),
        Some(Path::OpaquePart(OpaquePart::new("?a"))),
        Some(Path::OpaquePart(OpaquePart::new("1:b"))),
        Some(Path::RelPath(RelPath::new("a"))),
        Some(Path::RelPath(RelPath::new("../b"))),
        Some(Path::RelPath(RelPath::new("a/b:c"))),
    ];
    let mut refused = 0;
    for scheme in schemes {
        for authority in authorities {
            for path in paths {
                for (query, fragment) in [(None, None), (Some(""), None), (Some("q"), Some("f"))] {
                    let builder = UriReference::builder()
                        .scheme(scheme.map(Scheme::new))
                        .authority(authority.map(Authority::new))
                        .path(path)
                        .query(query.map(Query::new))
                        .fragment(fragment.map(Fragment::new));
                    let part = |before, text: Option<&str>, after| match text {
                        Some(text) => [before, text, after].concat(),
                        None => String::new(),
                    };
                    let text = part("", scheme, ":")
                        + &part("//", authority, "")
                        + path.map_or("", Path::as_str)
                        + &part("?", query, "")
                        + &part("#", fragment, "");
                    let same = UriReference::parse(&text).is_ok_and(|reference| {
                        let parts = Components::from(reference);
                        parts.scheme().map(Scheme::as_str) == scheme
                            && parts.authority().map(Authority::as_str) == authority
                            && parts.path() == path
                            && parts.query().map(Query::as_str) == query
                            && parts.fragment().map(Fragment::as_str) == fragment
                    });
                    match builder.build() {
                        Ok(built) => {
                            assert!(same, "{text}");
                            assert_eq!(built.to_string(), text);
                        }
                        Err(error) => {
                            assert!(!same, "{text}: {error}");
                            refused += 1;
                        }
                    }
                }
            }
        }
    }
    // After an authority (8 starts) 7 paths, after a scheme alone the two paths like an
    // authority, opaque parts with a query, relative paths and no path, and alone the two
    // paths like an authority, opaque parts and queries.
    assert_eq!(refused, 8 * 7 * 3 + (6 + 8 + 9 + 3) + (6 + 12 + 2));
}

#[test]
fn reasons() {
    let s = || UriReference::builder().scheme(Scheme::new("s"));
    let h = || UriReference::builder().host(Host::new("h"));
    refuse(UriReference::builder().path(OpaquePart::new("a")), BuildError::OpaqueWithoutScheme);
    refuse(
        h().scheme(Scheme::new("s")).path(OpaquePart::new("a")),
        BuildError::OpaqueWithAuthority,
    );
    refuse(s().path(OpaquePart::new("a")).query(Query::new("q")), BuildError::OpaqueWithQuery);
    refuse(s().path(AbsPath::new("//a")), BuildError::PathLikeAuthority);
    refuse(s().path(RelPath::new("a")), BuildError::RelativePathWithScheme);
    refuse(h().path(RelPath::new("a")), BuildError::RelativePathWithAuthority);
    refuse(s(), BuildError::NothingAfterScheme);
    refuse(s().query(Query::new("q")), BuildError::NothingAfterScheme);
    refuse(UriReference::builder().query(Query::new("q")), BuildError::QueryAlone);
    refuse(UriReference::builder().port(Port::new("1")), BuildError::ServerWithoutHost);
    refuse(UriReference::builder().port_number(1), BuildError::ServerWithoutHost);
    check(UriReference::builder().port_number(None), "");
    refuse(UriReference::builder().userinfo(UserInfo::new("")), BuildError::ServerWithoutHost);
    let name = || UriReference::builder().reg_name(RegName::new("a_b"));
    refuse(name().port(Port::new("1")), BuildError::RegNameWithServer);
    refuse(name().userinfo(UserInfo::new("u")), BuildError::RegNameWithServer);
    check(name().port(None).userinfo(None), "//a_b");
    check(name().host(Host::new("h")).port(Port::new("1")), "//h:1");
    check(name().port_number(80).host(Host::new("h")), "//h:80");
    refuse(name().port_number(80), BuildError::RegNameWithServer);
    // In any order: parts of a server set before its host are not lost.
    let server = name().port(Port::new("1")).userinfo(UserInfo::new("u"));
    check(server.host(Host::new("h")), "//u@h:1");
    refuse(server.host(None), BuildError::RegNameWithServer);
    check(server.port(None).userinfo(None), "//a_b");
    for like_server in ["h", "u@h", "h:80", "1.2.3.4"] {
        let builder = UriReference::builder().reg_name(RegName::new(like_server));
        refuse(builder, BuildError::RegNameLikeServer);
    }
    check(UriReference::builder().reg_name(RegName::new("h:80a")), "//h:80a");
}

#[test]
fn one_part_changed() {
    let view = UriReference::new("http://u@h:1/p/q?r#f");
    check(view.with_scheme(Scheme::new("ftp")), "ftp://u@h:1/p/q?r#f");
    check(view.with_scheme(None), "//u@h:1/p/q?r#f");
    check(view.with_authority(Authority::new("a_b")), "http://a_b/p/q?r#f");
    check(view.with_authority(None), "http:/p/q?r#f");
    check(view.with_authority(Authority::new("")), "http:///p/q?r#f");
    check(view.with_reg_name(RegName::new("a,b")), "http://a,b/p/q?r#f");
    check(view.with_userinfo(UserInfo::new("v:w")), "http://v:w@h:1/p/q?r#f");
    check(view.with_userinfo(None), "http://h:1/p/q?r#f");
    check(view.with_host(Host::new("1.2.3.4")), "http://u@1.2.3.4:1/p/q?r#f");
    check(view.with_userinfo(None).port(None).host(None), "http:///p/q?r#f");
    refuse(view.with_host(None), BuildError::ServerWithoutHost);
    check(view.with_port(Port::new("")), "http://u@h:/p/q?r#f");
    check(view.with_port(None), "http://u@h/p/q?r#f");
    check(view.with_port_number(0), "http://u@h:0/p/q?r#f");
    check(view.with_port_number(65535).port(Port::new("1")), "http://u@h:1/p/q?r#f");
    check(view.with_port(Port::new("1")).port_number(443), "http://u@h:443/p/q?r#f");
    check(view.with_port_number(None), "http://u@h/p/q?r#f");
    check(view.with_path(AbsPath::new("//")), "http://u@h:1//?r#f");
    check(view.with_path(None), "http://u@h:1?r#f");
    check(view.with_query(Query::new("")), "http://u@h:1/p/q?#f");
    check(view.with_query(None), "http://u@h:1/p/q#f");
    check(view.with_fragment(None), "http://u@h:1/p/q?r");
    check(UriReference::new("/a").with_host(Host::new("h")), "//h/a");
    check(UriReference::new("/a").with_host(None), "/a");
    check(AbsoluteUri::new("s:a").with_fragment(Fragment::new("f")), "s:a#f");
}

#[test]
fn changes_that_would_change_other_parts() {
    refuse(UriReference::new("s:a:b").with_scheme(None), BuildError::OpaqueWithoutScheme);
    refuse(UriReference::new("s://h//a").with_authority(None), BuildError::PathLikeAuthority);
    refuse(UriReference::new("s://h").with_authority(None), BuildError::NothingAfterScheme);
    refuse(UriReference::new("//h?q").with_authority(None), BuildError::QueryAlone);
    refuse(
        UriReference::new("a").with_scheme(Scheme::new("s")),
        BuildError::RelativePathWithScheme,
    );
    refuse(UriReference::new("//a_b").with_port(Port::new("1")), BuildError::RegNameWithServer);
    refuse(UriReference::new("a?q").with_path(None), BuildError::QueryAlone);
}

#[test]
fn segments() {
    let b = Segment::new("b");
    let view = UriReference::new;
    check(view("/a?q").with_pushed_segment(b), "/a/b?q");
    check(view("/a/").with_pushed_segment(b), "/a/b");
    check(view("/").with_pushed_segment(b), "/b");
    check(view("//h").with_pushed_segment(b), "//h/b");
    check(view("//h#f").with_pushed_segment(Segment::new("")), "//h/#f");
    check(view("/a").with_pushed_segment(Segment::new("")), "/a/");
    check(view("a").with_pushed_segment(b), "a/b");
    check(view("").with_pushed_segment(b), "b");
    check(view("/a/b;c").with_popped_segment(), "/a");
    check(view("/a").with_popped_segment(), "/");
    check(view("/a/").with_popped_segment(), "/a");
    check(view("a/b").with_popped_segment(), "a");
    check(view("/a/c").with_inserted_segment(1, b), "/a/b/c");
    check(view("/a/c").with_inserted_segment(0, b), "/b/a/c");
    check(view("/a/c").with_inserted_segment(2, b), "/a/c/b");
    check(view("/a/c").with_removed_segment(0), "/c");
    check(view("/a/c/d").with_segment(1, b), "/a/b/d");
    check(view("c/d").with_segment(0, b), "b/d");
    check(view("/a/b").with_pushed_segment(b).query(Query::new("q")), "/a/b/b?q");

    refuse(view("a").with_popped_segment(), BuildError::FirstSegment);
    refuse(view("").with_popped_segment(), BuildError::NoSuchSegment);
    refuse(view("//h").with_popped_segment(), BuildError::NoSuchSegment);
    refuse(view("/a").with_inserted_segment(2, b), BuildError::NoSuchSegment);
    refuse(view("/a").with_inserted_segment(usize::MAX, b), BuildError::NoSuchSegment);
    refuse(view("/a").with_removed_segment(1), BuildError::NoSuchSegment);
    refuse(view("/a").with_removed_segment(usize::MAX), BuildError::NoSuchSegment);
    refuse(view("s:a").with_pushed_segment(b), BuildError::OpaqueWithoutSegments);
    refuse(view("s:a").with_popped_segment(), BuildError::OpaqueWithoutSegments);
    refuse(view("c").with_segment(0, Segment::new("a:b")), BuildError::FirstSegment);
    refuse(view("c").with_segment(0, Segment::new("")), BuildError::FirstSegment);
    refuse(view("").with_pushed_segment(Segment::new("a:b")), BuildError::FirstSegment);
    refuse(view("a/b:c").with_removed_segment(0), BuildError::FirstSegment);
    refuse(view("/c").with_inserted_segment(0, Segment::new("")), BuildError::PathLikeAuthority);
    check(view("//h/c").with_inserted_segment(0, Segment::new("")), "//h//c");
    refuse(view("/a//b").with_removed_segment(0), BuildError::PathLikeAuthority);
}

#[test]
fn a_buffer_that_is_too_small() {
    let built = UriReference::new("/abc").with_query(Query::new("d")).build().unwrap();
    assert_eq!(built.write_in(&mut [0; 5]), Err(WriteError::BufferTooSmall { needed: 6 }));
}

#[cfg(feature = "alloc")]
#[test]
fn in_place() {
    use uri::{AbsoluteUriBuf, RelativeUriBuf, UriReferenceBuf};
    let mut owned: UriReferenceBuf = "http://h/a#f".parse().unwrap();
    owned.set_port(Some(Port::new("8080"))).unwrap();
    owned.set_port_number(None).unwrap();
    assert_eq!(owned.as_str(), "http://h/a#f");
    owned.set_port_number(8080).unwrap();
    owned.set_query(Some(Query::new("q"))).unwrap();
    owned.push_segment(Segment::new("b")).unwrap();
    owned.set_fragment(None);
    assert_eq!(owned.as_str(), "http://h:8080/a/b?q");
    owned.set_scheme(None).unwrap();
    assert_eq!(owned.set_host(None), Err(BuildError::ServerWithoutHost));
    // After an error, nothing has changed.
    assert_eq!(owned.as_str(), "//h:8080/a/b?q");
    owned.pop_segment().unwrap();
    owned.insert_segment(0, Segment::new("x")).unwrap();
    owned.set_segment(1, Segment::new("y")).unwrap();
    owned.remove_segment(0).unwrap();
    assert_eq!(owned.as_str(), "//h:8080/y?q");

    let mut absolute: AbsoluteUriBuf = "s:a".parse().unwrap();
    absolute.set_scheme(Scheme::new("t")).unwrap();
    absolute.set_path(Some(Path::OpaquePart(OpaquePart::new("b")))).unwrap();
    assert_eq!(absolute.as_str(), "t:b");
    assert_eq!(absolute.set_path(None), Err(BuildError::NothingAfterScheme));

    let mut relative: RelativeUriBuf = "a/b?q".parse().unwrap();
    relative.set_segment(1, Segment::new("c:d")).unwrap();
    assert_eq!(relative.remove_segment(0), Err(BuildError::FirstSegment));
    relative.set_query(None).unwrap();
    // The empty text is a reference, but not a relative URI.
    assert!(matches!(relative.set_path(None), Err(BuildError::Invalid(_))));
    assert_eq!(relative.as_str(), "a/c:d");
}

/// Texts of some rules always have a scheme, or never.
#[cfg(feature = "alloc")]
#[test]
fn components_that_a_rule_does_not_have() {
    use uri::{AbsoluteUriBuf, RelativeUriBuf};
    let mut absolute = AbsoluteUriBuf::parse("a:b").unwrap();
    assert_eq!(absolute.set_scheme(None), Err(BuildError::OpaqueWithoutScheme));
    assert_eq!(absolute.as_str(), "a:b");
    let mut absolute = AbsoluteUriBuf::parse("a:/b").unwrap();
    assert_eq!(absolute.set_scheme(None), Err(BuildError::SchemeNeeded));
    let mut relative = RelativeUriBuf::parse("/b").unwrap();
    assert_eq!(relative.set_scheme(Scheme::new("s")), Err(BuildError::NoScheme));
    assert_eq!(relative.as_str(), "/b");
}

/// Owned parts can be set like their views.
#[cfg(feature = "alloc")]
#[test]
fn owned_parts() {
    let [a, b] = [Segment::new("a").to_buf(), Segment::new("b").to_buf()];
    let (scheme, host, port) =
        (Scheme::new("s").to_buf(), Host::new("h.x").to_buf(), Port::new("1").to_buf());
    let (path, query) = (AbsPath::new("/p").to_buf(), Query::new("q").to_buf());
    let built = UriReference::builder()
        .scheme(&scheme)
        .host(&host)
        .port(&port)
        .path(&path)
        .query(&query)
        .build()
        .unwrap();
    assert_eq!(built, "s://h.x:1/p?q");
    let mut owned = built.to_buf();
    owned.push_segment(&a).unwrap();
    owned.set_segment(0, &b).unwrap();
    owned.insert_segment(1, &a).unwrap();
    owned.set_fragment(&Fragment::new("f").to_buf());
    owned.set_host(&Host::new("1.2.3.4").to_buf()).unwrap();
    assert_eq!(owned, "s://1.2.3.4:1/b/a/a?q#f");
    owned.set_path(&AbsPath::new("/").to_buf()).unwrap();
    assert_eq!(owned.with_pushed_segment(&b).query(None).build().unwrap(), "s://1.2.3.4:1/b#f");
}

/// The buffer of an owned text is reused while it has room.
#[cfg(feature = "alloc")]
#[test]
fn the_buffer_is_kept() {
    use uri::UriReferenceBuf;
    let mut text = String::with_capacity(256);
    text.push_str("http://h/a?q#f");
    let buffer = text.as_ptr();
    let mut owned = UriReferenceBuf::parse(text).unwrap();
    for _ in 0..3 {
        owned.push_segment(Segment::new("segment")).unwrap();
        owned.append_form_pair("name", "value").unwrap();
        owned.set_port_number(65535).unwrap();
        owned.set_host(Host::new("host.example")).unwrap();
        owned.set_userinfo(UserInfo::new("u:p")).unwrap();
        owned.set_segment(0, Segment::new("x")).unwrap();
        owned.set_fragment(Fragment::new("fragment"));
        owned.set_port(None).unwrap();
        owned.pop_segment().unwrap();
    }
    assert_eq!(owned, "http://u:p@host.example/x?q&name=value&name=value&name=value#fragment");
    assert_eq!(owned.as_str().as_ptr(), buffer);
}

/// The time for a change at the end does not depend on the text before it.
#[cfg(feature = "alloc")]
#[test]
fn long_references_grow_and_shrink() {
    use uri::UriReferenceBuf;
    let mut owned = UriReferenceBuf::parse("http://h").unwrap();
    for _ in 0..40_000 {
        owned.push_segment(Segment::new("segment")).unwrap();
    }
    for _ in 0..40_000 {
        owned.append_form_pair("a b", "c").unwrap();
    }
    owned.set_query(None).unwrap();
    for _ in 0..40_000 {
        owned.pop_segment().unwrap();
    }
    assert_eq!(owned, "http://h/");
    assert_eq!(owned.pop_segment(), Ok(()));
}

/// A change in place has the same result as the same change of the view, or the same error.
#[cfg(all(feature = "alloc", feature = "rfc3986"))]
#[test]
fn in_place_as_anew() {
    const TEXTS: [&str; 16] = [
        "",
        "a",
        "/",
        "/a",
        "a/",
        "//h",
        "//h/",
        "//h/a?q#f",
        "?q",
        "#f",
        "s:",
        "s:a",
        "s:/a?q",
        "s:a?q#f",
        "s://u@h:1/a/b/?q#f",
        "s:?#",
    ];
    // Types whose texts have no fragment cannot set one.
    macro_rules! same_fragment {
        (AbsoluteUriBuf: $($rest:tt)*) => {};
        (RelativeUriBuf: $($rest:tt)*) => {};
        ($buf:ident: $same:ident, $view:ident, $fragment:expr) => {
            $same(
                &|it| {
                    it.set_fragment($fragment);
                    Ok(())
                },
                $view.with_fragment($fragment).build().map(|it| it.to_string()),
            )
        };
    }
    macro_rules! check {
        ($module:path: $($buf:ident)*) => {{
            use $module as of;

            let mut changed = 0;
            for text in TEXTS {
                $(if let Ok(owned) = of::$buf::parse(text) {
                    let view = owned.as_view();
                    let mut same = |set: &dyn Fn(&mut of::$buf) -> Result<(), BuildError>, built: Result<String, BuildError>| {
                        let mut now = owned.clone();
                        let done = set(&mut now);
                        // A reference need not match this rule, which has errors of its own.
                        let expected = built.map(of::$buf::parse);
                        match expected {
                            Ok(Err(_)) => {
                                assert!(done.is_err(), "{text}");
                                assert_eq!(now.as_str(), text);
                            }
                            Ok(Ok(expected)) => {
                                assert_eq!(done, Ok(()), "{text}");
                                // With the offsets of the parts.
                                assert_eq!(format!("{:?}", now.as_view().components()), format!("{:?}", expected.as_view().components()));
                                changed += 1;
                            }
                            Err(error) => {
                                assert_eq!(done, Err(error), "{text}");
                                assert_eq!(now.as_str(), text);
                            }
                        }
                    };
                    for part in [None, Some(""), Some("x"), Some("longer/than?before")] {
                        let query = part.map(of::Query::new);
                        same(&|it| it.set_query(query), view.with_query(query).build().map(|it| it.to_string()));
                        same_fragment!($buf: same, view, part.map(of::Fragment::new));
                    }
                    for port in [None, Some(0), Some(65535)] {
                        same(&|it| it.set_port_number(port), view.with_port_number(port).build().map(|it| it.to_string()));
                    }
                    for segment in ["", "x", "a:b", "longer-than-before"].map(of::Segment::new) {
                        same(&|it| it.push_segment(segment), view.with_pushed_segment(segment).build().map(|it| it.to_string()));
                    }
                    for path in ["//h", "//h/", "//h/x/y", "x", "/", "s:o", ""] {
                        let Ok(whole) = of::UriReference::parse(path) else { continue };
                        let path = whole.path();
                        same(&|it| it.set_path(path), view.with_path(path).build().map(|it| it.to_string()));
                    }
                })*
            }
            changed
        }};
    }
    let old = check!(uri: UriReferenceBuf AbsoluteUriBuf RelativeUriBuf);
    let new = check!(uri::rfc3986: UriReferenceBuf UriBuf AbsoluteUriBuf RelativeRefBuf);
    assert!(old > 150 && new > 400, "{old} {new}");
}

/// The slots of an authority differ between rules: an absolute URI always has a scheme.
#[cfg(feature = "alloc")]
#[test]
fn slots_after_a_change_are_those_of_a_parse_for_every_rule() {
    let authorities = ["", "//", "//1", "//a.b", "//u@a.b:5", "//:5", "//1.2.3.4", "//r$g", "//@1"];
    for authority in authorities {
        for query in ["", "?q"] {
            let changed = |uri: &mut uri::AbsoluteUriBuf| uri.set_scheme(uri::Scheme::new("b1"));
            let text = format!("a:{authority}/p{query}");
            let mut uri = uri::AbsoluteUriBuf::parse(text).unwrap();
            changed(&mut uri).unwrap();
            let expected = format!("b1:{authority}/p{query}");
            let anew = uri::AbsoluteUri::parse(&expected).unwrap();
            assert_eq!(uri.as_view(), anew);
            assert_eq!(
                (uri.host(), uri.port(), uri.userinfo()),
                (anew.host(), anew.port(), anew.userinfo())
            );
            assert_eq!((uri.authority(), uri.path()), (anew.authority(), anew.path()));
        }
    }
}
