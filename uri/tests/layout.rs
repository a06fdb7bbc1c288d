//! Operations compute the slots of their results. These tests parse the results, for all
//! combinations of short parts, and compare the slots.

use uri::{
    LeadingSlashes, Normalization, QueryAlone, Resolution, SameDocument, SameScheme, SurplusParents,
};

const SCHEMES: [&str; 3] = ["", "s:", "http:"];
const AUTHORITIES: [&str; 14] = [
    "",
    "//",
    "//h",
    "//H.h",
    "//1.2.3.4",
    "//u@h:1",
    "//u:p@1.2.3.4:",
    "//h:",
    "//@",
    "//:1",
    "//u@",
    "//$,",
    "//[::1]:1",
    "//[v1.a]",
];
const PATHS: [&str; 10] = ["", "/", "/p", "p", "//p", "p/q", "/p/", "../p", ".//", "/a/./b"];
const QUERIES: [&str; 3] = ["", "?", "?q=1"];
const FRAGMENTS: [&str; 3] = ["", "#", "#f"];

/// Returns all texts that consist of the parts, including those of only one grammar.
fn texts() -> Vec<String> {
    let mut texts = Vec::new();
    for scheme in SCHEMES {
        for authority in AUTHORITIES {
            for path in PATHS {
                for query in QUERIES {
                    let hier = [scheme, authority, path, query].concat();
                    texts.extend(FRAGMENTS.map(|fragment| format!("{hier}{fragment}")));
                }
            }
        }
    }
    texts
}

/// The offset and the text of a part.
pub(crate) fn place<'a>(whole: &str, part: Option<&'a str>) -> Option<(usize, &'a str)> {
    part.map(|part| (part.as_ptr().addr().wrapping_sub(whole.as_ptr().addr()), part))
}

/// Each choice of options that gives results of other forms.
fn resolutions() -> impl Iterator<Item = Resolution> {
    let forms = [Resolution::RFC2396, Resolution::RFC3986].map(|options| {
        options.leading_slashes(LeadingSlashes::Guard).surplus_parents(SurplusParents::Keep)
    });
    forms.into_iter().flat_map(|form| {
        let relative = form.same_scheme(SameScheme::Relative);
        let document = form.same_document(SameDocument::Base).query_alone(QueryAlone::Document);
        [form, relative, document]
    })
}

/// The tests of a grammar. The arguments are its types, and the parts that its references have or
/// may have.
macro_rules! grammar {
    (
        $module:ident of $of:path:
        $reference:ident $reference_buf:ident $target:ident $base:ident,
        $($always:ident)* | $($option:ident)*; $of_host:ident
    ) => {
        mod $module {
            use super::*;
            use $of as of;

            /// The offsets of the parts, and of the parts of parts.
            macro_rules! places {
                ($view:expr) => {{
                    let (view, text) = (&$view, $view.as_str());
                    let mut places = vec![$(place(text, Some(view.$always().as_str())),)*];
                    places.extend([$(place(text, view.$option().map(|it| it.as_str()))),*]);
                    let scheme = view.components().scheme();
                    places.push(place(text, scheme.map(|it| it.as_str())));
                    let port = view.authority().and_then(|it| it.port());
                    places.push(place(text, port.map(|it| it.as_str())));
                    let of_host = view.host().and_then(|it| it.$of_host());
                    places.push(place(text, of_host.map(|it| it.as_str())));
                    places
                }};
            }

            macro_rules! same_parts {
                ($view:ident: $found:expr) => {{
                    let found = $found;
                    let parsed = of::$view::parse(found.as_str()).unwrap();
                    assert_eq!(places!(found), places!(parsed), "{parsed}");
                }};
            }

            fn references(texts: &[String]) -> Vec<of::$reference<'_>> {
                texts.iter().filter_map(|text| of::$reference::parse(text).ok()).collect()
            }

            #[test]
            fn of_normal_forms_and_built_references() {
                let mut buffer = [0; 64];
                for view in references(&texts()) {
                    for steps in [Normalization::NONE, Normalization::ALL] {
                        same_parts!($reference: view.normalize(steps).to_buf());
                    }
                    let built = view.to_builder().build().unwrap();
                    same_parts!($reference: built.to_buf());
                    same_parts!($reference: built.write_in(&mut buffer).unwrap());
                    let parts = view.components();
                    let host = view.host();
                    let builder = view.with_authority(None);
                    let builder = if host.is_some() { builder } else { builder.authority(view.authority()) };
                    let built = builder.scheme(parts.scheme()).host(host)
                        .userinfo(view.userinfo()).port(view.port());
                    let built = built.query(view.query()).fragment(view.fragment()).build();
                    let built = built.unwrap().to_buf();
                    assert_eq!(built, view);
                    same_parts!($reference: built);
                    // A number of any length.
                    for number in [0, 10, 65535] {
                        if let Ok(built) = view.with_port_number(number).build() {
                            same_parts!($reference: built.to_buf());
                        }
                    }
                }
            }

            #[test]
            fn of_targets_and_relative_references() {
                let texts = texts();
                let references = references(&texts);
                let bases = texts.iter().filter_map(|text| of::$base::parse(text).ok());
                // These few have all kinds of parts among them.
                for base in bases.step_by(41) {
                    for &reference in &references {
                        for options in resolutions() {
                            let Ok(target) = base.resolve_with(reference, options) else { continue };
                            same_parts!($target: target.to_buf());
                            let mut text = "A/..//".to_owned();
                            target.append_to(&mut text);
                            assert_eq!(text, format!("A/..//{}", target.to_buf()));
                            assert_eq!(format!("A/..//{target}"), text);
                        }
                        if let Some(relative) = base.relativize(reference) {
                            same_parts!($reference: relative.to_buf());
                        }
                    }
                }
            }

            #[test]
            fn of_references_changed_in_place() {
                type Change = fn(&mut of::$reference_buf) -> Result<(), uri::BuildError>;
                let changes: [Change; 16] = [
                    |it| it.set_scheme(None),
                    |it| it.set_scheme(of::Scheme::new("ftp")),
                    |it| it.set_authority(None),
                    |it| it.set_authority(of::Authority::new("a@b.c:8")),
                    |it| it.set_userinfo(None),
                    |it| it.set_userinfo(of::UserInfo::new("user")),
                    |it| it.set_host(None),
                    |it| it.set_host(of::Host::new("9.9.9.9")),
                    |it| it.set_port(None),
                    |it| it.set_port(of::Port::new("80")),
                    |it| it.set_port_number(None),
                    |it| it.set_port_number(65535),
                    |it| it.set_query(None),
                    |it| it.set_query(of::Query::new("x=y")),
                    |it| {
                        it.set_fragment(None);
                        Ok(())
                    },
                    |it| {
                        it.set_fragment(of::Fragment::new("z"));
                        Ok(())
                    },
                ];
                for view in references(&texts()) {
                    for change in changes {
                        let mut changed = view.to_buf();
                        let result = change(&mut changed);
                        same_parts!($reference: &changed);
                        assert!(result.is_ok() || changed == view, "{view} is lost");
                    }
                }
            }
        }
    };
}

grammar! {
    rfc2396 of uri: UriReference UriReferenceBuf UriReference AbsoluteUri,
    | authority server reg_name userinfo host hostname ipv4_address port path query fragment;
    hostname
}
grammar! {
    appendix_c of uri: Reference ReferenceBuf UriReference AbsoluteUri,
    | authority server reg_name userinfo host hostname ipv4_address port path query fragment;
    hostname
}
#[cfg(feature = "rfc3986")]
grammar! {
    rfc3986 of uri::rfc3986: UriReference UriReferenceBuf Uri AbsoluteUri,
    path | authority userinfo host port query fragment; reg_name
}
#[cfg(feature = "rfc3987")]
grammar! {
    rfc3987 of uri::rfc3987: IriReference IriReferenceBuf Iri AbsoluteIri,
    path | authority userinfo host port query fragment; reg_name
}
