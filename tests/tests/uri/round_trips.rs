//! Round trips for the grammars since RFC 3986: building and parsing, resolution and
//! relativization, encoding and decoding, IRI and URI. Those of RFC 2396 are in sibling modules.

use super::generators::{config, rows};
use proptest::prelude::*;

/// Texts that have a special meaning for some operation, in URIs and, at the end, only in IRIs.
const PIECES: &[&str] = &[
    "a",
    "B",
    "..",
    ".",
    "/",
    "//",
    "/../",
    "/./",
    ":",
    "?",
    "#",
    "@",
    "%2e",
    "%61",
    "%C3%A4",
    "%c3",
    "%2F",
    "%25",
    ";",
    "=",
    "http:",
    "//h",
    "//[::1]",
    "//[v1.a]:80",
    "//u:p@",
    ":80",
    "1.2.3.4",
    "s:",
    "ä",
    "\u{1F600}",
];

/// The laws of one grammar.
macro_rules! round_trips {
    (($d:tt) $module:ident of $of:path: $reference:ident $target:ident $base:ident) => {
        mod $module {
            use super::*;
            use $of as of;

            /// The longest reference at the front of some pieces.
            fn reference() -> impl Strategy<Value = String> {
                rows(PIECES, 12).prop_map(|text| {
                    let prefix = of::$reference::longest_prefix(&text);
                    prefix.expect("the empty text is a reference").as_str().to_owned()
                })
            }

            /// A base: the reference after a scheme, without a fragment.
            fn base() -> impl Strategy<Value = String> {
                rows(PIECES, 12).prop_map(|text| {
                    let text = format!("s:{text}");
                    let prefix = of::$target::longest_prefix(&text).expect("`s:` is one");
                    prefix.strip_fragment().as_str().to_owned()
                })
            }

            proptest! {
                #![proptest_config(ProptestConfig { cases: 3_000, ..config() })]

                #[test]
                fn built_and_read(text in reference()) {
                    let view = of::$reference::new(&text);
                    let built = of::$reference::builder()
                        .scheme(view.scheme())
                        .host(view.host())
                        .userinfo(view.userinfo())
                        .port(view.port())
                        .path(view.path())
                        .query(view.query())
                        .fragment(view.fragment());
                    prop_assert_eq!(built.build().unwrap().to_string(), text.as_str());
                    prop_assert_eq!(view.to_builder().build().unwrap().to_string(), text.as_str());
                }

                #[test]
                fn resolved_and_relativised(base in base(), text in reference()) {
                    let base = of::$base::new(&base);
                    let target = base.resolve(of::$reference::new(&text));
                    let target = target.to_buf();
                    for target in [target.as_str(), text.as_str()] {
                        let target = of::$reference::new(target);
                        let Some(relative) = base.relativize(target) else { continue };
                        let relative = relative.to_buf();
                        let again = base.resolve(relative.as_view());
                        prop_assert_eq!(again.to_string(), target.as_str(), "{}", relative);
                    }
                }

                #[test]
                fn encoded_and_decoded(data in prop_oneof![rows(PIECES, 5), any::<String>()]) {
                    macro_rules! of_parts {
                        ($d($d part:ident)*) => {$d(
                            let text = of::$d part::encode(&data).to_string();
                            let view = of::$d part::parse(&text);
                            prop_assert!(view.is_ok(), "{} is not a reference", text);
                            prop_assert_eq!(view.unwrap().decode().to_bytes(), data.as_bytes());
                        )*};
                    }
                    of_parts!(UserInfo RegName Segment Query Fragment);
                }
            }
        }
    };
}
round_trips!(($) rfc3986 of uri::rfc3986: UriReference Uri AbsoluteUri);
round_trips!(($) rfc3987 of uri::rfc3987: IriReference Iri AbsoluteIri);

/// The text with upper-case digits in its escapes.
fn with_upper_case_escapes(text: &str) -> String {
    let mut parts = text.split('%');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (digits, rest) = part.split_at(2);
        text + "%" + &digits.to_ascii_uppercase() + rest
    })
}

proptest! {
    #![proptest_config(config())]

    /// RFC 3987 sections 3.1 and 3.2: an IRI and the one that comes back map to one URI, and what
    /// was not escaped comes back as it was.
    #[test]
    fn iri_and_uri(text in rows(PIECES, 12)) {
        use uri::rfc3987::IriReference;
        let iri = IriReference::longest_prefix(&text).expect("the empty text is a reference");
        let uri = iri.to_uri().to_buf();
        let back = uri.to_iri().to_buf();
        let again = back.to_uri().to_string();
        prop_assert_eq!(with_upper_case_escapes(&again), with_upper_case_escapes(uri.as_str()));
        if !iri.as_str().contains('%') {
            prop_assert_eq!(back.as_str(), iri.as_str());
        }
    }
}
