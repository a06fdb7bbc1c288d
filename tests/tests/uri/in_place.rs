//! Laws of changes in place, for all grammars: a change of an owned text splices its buffer and
//! moves the offsets of its parts. The result must equal that of the slow method, which writes all
//! parts again and parses the text, or be the same error with an unchanged text.

use super::generators::config;
use proptest::prelude::*;
use proptest::sample::select;
use uri::BuildError;

/// Texts that have a special meaning in some part or grammar.
const PIECES: &[&str] = &[
    "a",
    "B",
    "1",
    ".",
    "..",
    "/",
    "//",
    ":",
    "?",
    "#",
    "@",
    "&",
    "=",
    "+",
    "%2F",
    "%C3%a4",
    "http:",
    "s:",
    "h.example",
    "my_host",
    "1.2.3.4",
    ":80",
    "u@",
    "[::1]",
    "[v1.a]",
    "[fe80::1%25eth0]",
    "\u{e4}",
    ";p",
    "$,",
    "a:b",
];

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(select(PIECES), 0..9).prop_map(|pieces| pieces.concat())
}

/// The part that is changed, its new text, whether it gets a text, and an index among segments.
type Change = (u8, String, bool, usize);

fn changes() -> impl Strategy<Value = Vec<Change>> {
    prop::collection::vec((0..16_u8, text(), prop::bool::weighted(0.8), 0..4_usize), 1..10)
}

/// Texts that belong to other rules than the type have errors of their own.
fn is_same_error(expected: BuildError, found: BuildError) -> bool {
    let of_type = [BuildError::NoScheme, BuildError::SchemeNeeded];
    expected == found || matches!(expected, BuildError::Invalid(_)) && of_type.contains(&found)
}

macro_rules! grammar {
    ($module:ident of $of:path: $reference:ident, $($buf:ident)*) => {
        mod $module {
            use super::*;
            use $of as of;

            proptest! {
                #![proptest_config(ProptestConfig { cases: 3_000, ..config() })]

                /// Pairs of any text, at the end of a query that owns its text.
                #[test]
                fn pairs_appended(
                    text in text(),
                    name in any::<String>(),
                    value in any::<String>(),
                ) {
                    let query = of::Query::longest_prefix(&text).expect("it can be empty");
                    let mut owned = query.to_buf();
                    owned.append_form_pair(&name, &value).expect("it is not too long");
                    let anew = query.form_pairs().with_appended(&name, value.as_str()).to_string();
                    prop_assert_eq!(owned.as_str(), &anew);
                    prop_assert!(of::Query::is_match(&anew), "{}", anew);
                    let last = owned.form_pairs().next_back().expect("it has one");
                    prop_assert!(last.name() == *name && last.value().unwrap() == *value);
                }

                #[test]
                fn changed_in_place_as_anew(text in text(), changes in changes()) {
                    $({
                        let prefix = of::$buf::parse(text.as_str()).ok();
                        // A text that does not match may have a prefix that does.
                        let prefix = prefix.or_else(|| {
                            let prefix = of::$reference::longest_prefix(&text)?;
                            of::$buf::parse(prefix.as_str()).ok()
                        });
                        if let Some(mut owned) = prefix {
                            for change in &changes {
                                let expected = anew!($buf, &owned, change);
                                let before = owned.to_string();
                                let done = in_place!($buf, &mut owned, change);
                                let same = match (&expected, done) {
                                    (Ok(_), done) => done.is_ok(),
                                    (Err(expected), Err(found)) => is_same_error(*expected, found),
                                    (Err(_), Ok(())) => false,
                                };
                                prop_assert!(same, "{} {:?}: {:?}", before, change, done);
                                let expected = expected.map_or(before, String::from);
                                prop_assert_eq!(owned.as_str(), &expected);
                                let parsed = of::$buf::try_from(expected).expect("it matches");
                                // With the offsets of the parts; all are compared by an assertion.
                                let [found, expected] = [owned.components(), parsed.components()];
                                prop_assert_eq!(format!("{found:?}"), format!("{expected:?}"));
                            }
                        }
                    })*
                }
            }
        }
    };
}

/// The longest prefix that is such a part, if one is wanted.
macro_rules! part {
    ($part:ident, $text:expr, $is_some:expr) => {
        of::$part::longest_prefix($text).filter(|_| $is_some)
    };
}

/// Sets the fragment, unless texts of the type have none.
macro_rules! set_fragment {
    (AbsoluteUriBuf, $owned:ident, $fragment:expr) => {
        Ok(())
    };
    (AbsoluteIriBuf, $owned:ident, $fragment:expr) => {
        Ok(())
    };
    (RelativeUriBuf, $owned:ident, $fragment:expr) => {
        Ok(())
    };
    ($buf:ident, $owned:ident, $fragment:expr) => {{
        $owned.set_fragment($fragment);
        Ok(())
    }};
}

/// As `set_fragment`, for a view.
macro_rules! with_fragment {
    (AbsoluteUriBuf, $view:ident, $fragment:expr) => {
        $view.to_builder()
    };
    (AbsoluteIriBuf, $view:ident, $fragment:expr) => {
        $view.to_builder()
    };
    (RelativeUriBuf, $view:ident, $fragment:expr) => {
        $view.to_builder()
    };
    ($buf:ident, $view:ident, $fragment:expr) => {
        $view.with_fragment($fragment)
    };
}

/// Makes the change with a number, to an owned text or as a builder of the changed text.
macro_rules! in_place {
    ($buf:ident, $owned:expr, $change:expr) => {{
        let (owned, (kind, text, is_some, index)) = ($owned, $change);
        let (text, is_some, index) = (text.as_str(), *is_some, *index);
        let segment = of::Segment::longest_prefix(text).expect("it can be empty");
        let done: Result<(), BuildError> = match kind {
            0 => owned.set_scheme(part!(Scheme, text, is_some)),
            1 => owned.set_authority(part!(Authority, text, is_some)),
            2 => owned.set_userinfo(part!(UserInfo, text, is_some)),
            3 => owned.set_host(part!(Host, text, is_some)),
            4 => owned.set_port(part!(Port, text.trim_start_matches(':'), is_some)),
            5 => owned.set_port_number(is_some.then_some(u16::try_from(text.len()).unwrap() * 40)),
            6 => owned.set_path(of::UriReference::longest_prefix(text).unwrap().path()),
            7 => owned.set_query(part!(Query, text, is_some)),
            8 => set_fragment!($buf, owned, part!(Fragment, text, is_some)),
            9 | 10 => owned.push_segment(segment),
            11 => owned.pop_segment(),
            12 => owned.insert_segment(index, segment),
            13 => owned.remove_segment(index),
            14 => owned.set_segment(index, segment),
            _ => owned.append_form_pair(text, "a &"),
        };
        done
    }};
}

/// The text that a builder builds.
macro_rules! written {
    ($builder:expr) => {
        $builder.build().map(|built| built.to_string())
    };
}

macro_rules! anew {
    ($buf:ident, $owned:expr, $change:expr) => {{
        let (view, (kind, text, is_some, index)) = ($owned.as_view(), $change);
        let (text, is_some, index) = (text.as_str(), *is_some, *index);
        let segment = of::Segment::longest_prefix(text).expect("it can be empty");
        let query = match view.query() {
            Some(query) => query.form_pairs().with_appended(text, "a &").to_string(),
            None => of::Query::from_form_pairs([(text, "a &")]).to_string(),
        };
        let written = match kind {
            0 => written!(view.with_scheme(part!(Scheme, text, is_some))),
            1 => written!(view.with_authority(part!(Authority, text, is_some))),
            2 => written!(view.with_userinfo(part!(UserInfo, text, is_some))),
            3 => written!(view.with_host(part!(Host, text, is_some))),
            4 => written!(view.with_port(part!(Port, text.trim_start_matches(':'), is_some))),
            5 => written!(
                view.with_port_number(is_some.then_some(u16::try_from(text.len()).unwrap() * 40))
            ),
            6 => written!(view.with_path(of::UriReference::longest_prefix(text).unwrap().path())),
            7 => written!(view.with_query(part!(Query, text, is_some))),
            8 => written!(with_fragment!($buf, view, part!(Fragment, text, is_some))),
            9 | 10 => written!(view.with_pushed_segment(segment)),
            11 => written!(view.with_popped_segment()),
            12 => written!(view.with_inserted_segment(index, segment)),
            13 => written!(view.with_removed_segment(index)),
            14 => written!(view.with_segment(index, segment)),
            _ => written!(view.with_query(of::Query::new(&query))),
        };
        let parsed = written.map(of::$buf::parse);
        match parsed {
            Ok(Ok(parsed)) => Ok(parsed),
            Ok(Err(error)) => Err(BuildError::Invalid(error.error())),
            Err(error) => Err(error),
        }
    }};
}

grammar! { rfc2396 of uri: Reference, UriReferenceBuf AbsoluteUriBuf RelativeUriBuf ReferenceBuf }
grammar! {
    rfc3986 of uri::rfc3986: UriReference, UriReferenceBuf UriBuf AbsoluteUriBuf RelativeRefBuf
}
mod iris {
    //! The names of the types of RFC 3987 are others.
    pub(crate) use uri::rfc3987::*;
    pub(crate) type UriReference<'a> = IriReference<'a>;
}
grammar! {
    rfc3987 of super::iris: UriReference, IriReferenceBuf IriBuf AbsoluteIriBuf RelativeRefBuf
}
