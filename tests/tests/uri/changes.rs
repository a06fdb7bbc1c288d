//! Laws of building and changing: a change sets its part and preserves all others,
//! and fails exactly if that is impossible.

use super::generators::{config, member, reference};
use conformance::uri_parts::{PartTexts, parts_of, recombined};
use proptest::prelude::*;
use uri::{
    AbsPath, AbsoluteUriBuf, Authority, BuildError, Builder, Fragment, Host, OpaquePart, Path,
    Port, Query, Reference, RegName, RelPath, Scheme, Segment, Server, UriReference,
    UriReferenceBuf, UserInfo,
};

/// The expected parts of a reference: the texts, and the rule of the path.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Wanted<'a> {
    texts: PartTexts<'a>,
    path: Option<Path<'a>>,
}

fn parts(text: &str) -> Option<Wanted<'_>> {
    let view = Reference::parse(text).ok().filter(|_| UriReference::is_match(text))?;
    Some(Wanted { texts: parts_of(view), path: view.path() })
}

/// Builds, and compares with the wanted parts. With `has_server`, the authority is assembled
/// from the other parts.
#[track_caller]
fn check(builder: Builder<'_>, wanted: Wanted<'_>, has_server: bool) {
    let PartTexts { userinfo, host, port, .. } = wanted.texts;
    let of_server = has_server.then(|| {
        let userinfo = userinfo.map_or(String::new(), |userinfo| format!("{userinfo}@"));
        let port = port.map_or(String::new(), |port| format!(":{port}"));
        format!("{userinfo}{}{port}", host.unwrap_or_default())
    });
    let authority = of_server.as_deref().or(wanted.texts.authority);
    let wanted = Wanted { texts: PartTexts { authority, ..wanted.texts }, ..wanted };
    let plain = recombined(&PartTexts { host: None, ..wanted.texts });
    let fits = parts(&plain) == Some(wanted);
    match builder.build() {
        Ok(built) => {
            assert_eq!(built.to_string(), plain);
            assert!(fits, "{plain:?} has other parts than {wanted:?}");
        }
        Err(why) => assert!(!fits, "{wanted:?} is refused: {why}"),
    }
}

/// A path of any rule.
fn path() -> impl Strategy<Value = (u8, String)> {
    prop_oneof![
        member("abs-path").prop_map(|path| (0, path)),
        member("opaque-part").prop_map(|path| (1, path)),
        member("rel-path").prop_map(|path| (2, path)),
    ]
}

fn to_path(path: &(u8, String)) -> Path<'_> {
    match path {
        (0, text) => Path::AbsPath(AbsPath::new(text)),
        (1, text) => Path::OpaquePart(OpaquePart::new(text)),
        (_, text) => Path::RelPath(RelPath::new(text)),
    }
}

/// Returns whether server parts are put together after one of them is set.
fn has_server(view: UriReference<'_>, sets: bool) -> bool {
    match view.authority() {
        None => sets,
        Some(authority) => authority.server().is_some(),
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn built_from_parts(
        scheme in prop::option::of(member("scheme")),
        userinfo in prop::option::of(member("userinfo")),
        host in prop::option::weighted(0.7, member("host")),
        port in prop::option::of(member("port")),
        path in prop::option::weighted(0.8, path()),
        query in prop::option::of(member("query")),
        fragment in prop::option::of(member("fragment")),
    ) {
        let path = path.as_ref().map(to_path);
        let builder = UriReference::builder()
            .scheme(scheme.as_deref().map(Scheme::new))
            .userinfo(userinfo.as_deref().map(UserInfo::new))
            .host(host.as_deref().map(Host::new))
            .port(port.as_deref().map(Port::new))
            .path(path)
            .query(query.as_deref().map(Query::new))
            .fragment(fragment.as_deref().map(Fragment::new));
        let texts = PartTexts {
            scheme: scheme.as_deref(),
            authority: None,
            userinfo: userinfo.as_deref(),
            host: host.as_deref(),
            port: port.as_deref(),
            path: path.map_or("", Path::as_str),
            query: query.as_deref(),
            fragment: fragment.as_deref(),
        };
        let has_server = userinfo.is_some() || host.is_some() || port.is_some();
        check(builder, Wanted { texts, path }, has_server);
    }

    /// A reference taken apart and put together is itself.
    #[test]
    fn built_from_a_view(text in reference()) {
        let built = Builder::from(UriReference::new(&text)).build().map(|built| built.to_string());
        prop_assert_eq!(built, Ok(text));
    }

    #[test]
    fn one_component_changed(
        text in reference(),
        scheme in prop::option::of(member("scheme")),
        authority in prop::option::weighted(0.8, member("authority")),
        path in prop::option::weighted(0.8, path()),
        query in prop::option::of(member("query")),
        fragment in prop::option::of(member("fragment")),
    ) {
        let view = UriReference::new(&text);
        let old = parts(&text).expect("it is a reference");

        let new = scheme.as_deref();
        let wanted = Wanted { texts: PartTexts { scheme: new, ..old.texts }, ..old };
        check(view.with_scheme(new.map(Scheme::new)), wanted, false);

        let new = authority.as_deref().map(Authority::new);
        let texts = PartTexts {
            authority: authority.as_deref(),
            userinfo: new.and_then(Authority::userinfo).map(UserInfo::as_str),
            host: new.and_then(Authority::host).map(Host::as_str),
            port: new.and_then(Authority::port).map(Port::as_str),
            ..old.texts
        };
        check(view.with_authority(new), Wanted { texts, ..old }, false);

        let new = path.as_ref().map(to_path);
        let texts = PartTexts { path: new.map_or("", Path::as_str), ..old.texts };
        check(view.with_path(new), Wanted { texts, path: new }, false);

        let new = query.as_deref();
        let wanted = Wanted { texts: PartTexts { query: new, ..old.texts }, ..old };
        check(view.with_query(new.map(Query::new)), wanted, false);

        let new = fragment.as_deref();
        let wanted = Wanted { texts: PartTexts { fragment: new, ..old.texts }, ..old };
        check(view.with_fragment(new.map(Fragment::new)), wanted, false);
    }

    #[test]
    fn one_part_of_the_authority_changed(
        text in reference(),
        userinfo in prop::option::of(member("userinfo")),
        host in prop::option::of(member("host")),
        port in prop::option::of(member("port")),
        reg_name in member("reg-name"),
    ) {
        let view = UriReference::new(&text);
        let old = parts(&text).expect("it is a reference");

        let new = userinfo.as_deref();
        let wanted = Wanted { texts: PartTexts { userinfo: new, ..old.texts }, ..old };
        check(view.with_userinfo(new.map(UserInfo::new)), wanted, has_server(view, new.is_some()));

        let new = port.as_deref();
        let wanted = Wanted { texts: PartTexts { port: new, ..old.texts }, ..old };
        check(view.with_port(new.map(Port::new)), wanted, has_server(view, new.is_some()));

        // A host replaces a registry name.
        let new = host.as_deref();
        let wanted = Wanted { texts: PartTexts { host: new, ..old.texts }, ..old };
        let is_server = has_server(view, new.is_some()) || new.is_some();
        check(view.with_host(new.map(Host::new)), wanted, is_server);

        let texts = PartTexts {
            authority: Some(&reg_name),
            userinfo: None,
            host: None,
            port: None,
            ..old.texts
        };
        let built = view.with_reg_name(RegName::new(&reg_name));
        if Server::is_match(&reg_name) {
            prop_assert!(matches!(built.build(), Err(BuildError::RegNameLikeServer)));
        } else {
            check(built, Wanted { texts, ..old }, false);
        }
    }

    #[test]
    fn one_segment_changed(
        text in reference(),
        segment in member("segment"),
        index in 0..5_usize,
    ) {
        let view = UriReference::new(&text);
        let old = parts(&text).expect("it is a reference");
        let new = Segment::new(&segment);
        let is_absolute = match old.path {
            Some(Path::AbsPath(_)) => true,
            Some(Path::RelPath(_)) => false,
            None => view.authority().is_some(),
            _ => {
                for builder in [
                    view.with_pushed_segment(new),
                    view.with_popped_segment(),
                    view.with_inserted_segment(index, new),
                    view.with_removed_segment(index),
                    view.with_segment(index, new),
                ] {
                    prop_assert!(matches!(builder.build(), Err(BuildError::OpaqueWithoutSegments)));
                }
                return Ok(());
            }
        };
        let segments: Vec<&str> = match old.texts.path {
            "" => Vec::new(),
            path => path.strip_prefix('/').unwrap_or(path).split('/').collect(),
        };
        let there = view.path().into_iter().flat_map(Path::segments);
        prop_assert!(there.map(Segment::as_str).eq(segments.iter().copied()));

        // The resulting segments of each method; `None` if the index does not exist.
        let mut pushed = segments.clone();
        if pushed.last() == Some(&"") {
            pushed.pop();
        }
        pushed.push(&segment);
        let popped = segments.split_last().map(|(_, rest)| rest.to_vec());
        let inserted = (index <= segments.len()).then(|| {
            let mut segments = segments.clone();
            segments.insert(index, &segment);
            segments
        });
        let removed = (index < segments.len()).then(|| {
            let mut segments = segments.clone();
            segments.remove(index);
            segments
        });
        let replaced = (index < segments.len()).then(|| {
            let mut segments = segments.clone();
            segments[index] = &segment;
            segments
        });
        for (builder, expected) in [
            (view.with_pushed_segment(new), Some(pushed)),
            (view.with_popped_segment(), popped),
            (view.with_inserted_segment(index, new), inserted),
            (view.with_removed_segment(index), removed),
            (view.with_segment(index, new), replaced),
        ] {
            let Some(expected) = expected else {
                prop_assert!(matches!(builder.build(), Err(BuildError::NoSuchSegment)));
                continue;
            };
            let path = format!("{}{}", if is_absolute { "/" } else { "" }, expected.join("/"));
            let texts = PartTexts { path: &path, ..old.texts };
            let path = if is_absolute {
                AbsPath::parse(&path).map(Path::AbsPath)
            } else {
                RelPath::parse(&path).map(Path::RelPath)
            };
            match path {
                Ok(path) => check(builder, Wanted { texts, path: Some(path) }, false),
                // The first segment is empty or contains a colon, or there is none.
                Err(_) => prop_assert!(matches!(builder.build(), Err(BuildError::FirstSegment))),
            }
        }
    }

    /// Methods that change an owned text have the same effect as those of its view, or none.
    #[test]
    fn changed_in_place(
        text in reference(),
        scheme in member("scheme"),
        authority in prop::option::weighted(0.8, member("authority")),
        path in prop::option::weighted(0.8, path()),
        query in prop::option::of(member("query")),
        segment in member("segment"),
        index in 0..4_usize,
    ) {
        let view = UriReference::new(&text);
        let (scheme, segment) = (Scheme::new(&scheme), Segment::new(&segment));
        let authority = authority.as_deref().map(Authority::new);
        let (path, query) = (path.as_ref().map(to_path), query.as_deref().map(Query::new));
        let host = authority.and_then(Authority::host);
        macro_rules! same {
            ($owned:expr, $view:expr; $($change:expr, $by:expr;)+) => {$(
                let mut owned = $owned;
                let changed: Result<(), BuildError> = $change(&mut owned);
                let built = $by.build().map(|built| built.to_string());
                prop_assert_eq!(changed.err(), built.as_ref().err().copied());
                let expected = built.unwrap_or($view.to_string());
                prop_assert_eq!(owned.as_str(), expected.as_str());
                let anew = parts(&expected).expect("it is a reference");
                let found = parts_of(Reference::from(UriReference::from(owned.as_view())));
                prop_assert_eq!(found, anew.texts);
            )+};
        }
        same! { view.to_buf(), view;
            |it: &mut UriReferenceBuf| it.set_scheme(Some(scheme)), view.with_scheme(scheme);
            |it: &mut UriReferenceBuf| it.set_scheme(None), view.with_scheme(None);
            |it: &mut UriReferenceBuf| {
                it.set_fragment(None);
                Ok(())
            }, view.with_fragment(None);
            |it: &mut UriReferenceBuf| it.set_authority(authority), view.with_authority(authority);
            |it: &mut UriReferenceBuf| it.set_host(host), view.with_host(host);
            |it: &mut UriReferenceBuf| it.set_path(path), view.with_path(path);
            |it: &mut UriReferenceBuf| it.set_query(query), view.with_query(query);
            |it: &mut UriReferenceBuf| it.push_segment(segment), view.with_pushed_segment(segment);
            UriReferenceBuf::pop_segment, view.with_popped_segment();
            |it: &mut UriReferenceBuf| it.insert_segment(index, segment),
                view.with_inserted_segment(index, segment);
            |it: &mut UriReferenceBuf| it.remove_segment(index), view.with_removed_segment(index);
        }
        if let Some(view) = view.to_absolute_uri() {
            same! { view.to_buf(), view;
                |it: &mut AbsoluteUriBuf| it.set_scheme(scheme), view.with_scheme(scheme);
                |it: &mut AbsoluteUriBuf| it.set_authority(authority),
                    view.with_authority(authority);
                |it: &mut AbsoluteUriBuf| it.set_path(path), view.with_path(path);
                |it: &mut AbsoluteUriBuf| it.set_query(query), view.with_query(query);
                |it: &mut AbsoluteUriBuf| it.push_segment(segment),
                    view.with_pushed_segment(segment);
                AbsoluteUriBuf::pop_segment, view.with_popped_segment();
            }
        }
    }
}
