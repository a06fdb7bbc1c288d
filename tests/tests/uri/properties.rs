//! Laws of normal forms and of resolution, on random references.

use super::generators::{config, hash, member, pieces, reference};
use conformance::uri_parts::parts_of;
use conformance::uri_resolution::compare_resolution;
use proptest::prelude::*;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use uri::{
    AbsoluteUri, Normalization, Path, Reference, Resolution, SurplusParents, UriReference,
    UriReferenceBuf,
};

const STEPS: [Normalization; 11] = [
    Normalization::SCHEME_CASE,
    Normalization::HOST_CASE,
    Normalization::REG_NAME_CASE,
    Normalization::ESCAPE_CASE,
    Normalization::UNRESERVED,
    Normalization::DOT_SEGMENTS,
    Normalization::SURPLUS_PARENTS,
    Normalization::EMPTY_PATH,
    Normalization::DEFAULT_PORT,
    Normalization::EMPTY_PORT,
    Normalization::PORT_ZEROS,
];

/// Any set of steps.
fn steps() -> impl Strategy<Value = Normalization> {
    let some = prop::sample::subsequence(STEPS.to_vec(), 0..=STEPS.len());
    prop_oneof![
        Just(Normalization::ALL),
        Just(Normalization::COMMON),
        some.prop_map(|steps| steps.into_iter().fold(Normalization::NONE, Normalization::union)),
    ]
}

/// Another spelling of the same reference: letters of the scheme and of a host in the
/// other case, unreserved characters of query and fragment escaped, escapes in the other
/// case, segments `.` and `x/..` put into an absolute path.
fn respelled(text: &str, choices: &[bool]) -> String {
    let view = UriReference::new(text);
    let parts = parts_of(view.into());
    let mut choices = choices.iter().copied().cycle();
    let mut choose = || choices.next().unwrap_or_default();
    let mut respell = |text: &str, is_host: bool| -> String {
        let mut out = String::new();
        let mut escape = 0;
        for character in text.chars() {
            let is_data = escape == 0 && !is_host && character.is_ascii_alphanumeric();
            let other = if character.is_ascii_lowercase() {
                character.to_ascii_uppercase()
            } else {
                character.to_ascii_lowercase()
            };
            match choose() {
                true if is_data => {
                    write!(out, "%{:02x}", u32::from(character)).expect("a text takes all");
                }
                true if is_host || 0 < escape => out.push(other),
                _ => out.push(character),
            }
            escape = if character == '%' { 2 } else { u32::saturating_sub(escape, 1) };
        }
        out
    };
    let scheme = parts.scheme.map(|scheme| respell(scheme, true));
    let authority = match parts.host {
        Some(host) => {
            let userinfo = parts.userinfo.map_or(String::new(), |text| respell(text, false) + "@");
            let port = parts.port.map_or(String::new(), |port| format!(":{port}"));
            Some(userinfo + &respell(host, true) + &port)
        }
        None => parts.authority.map(str::to_owned),
    };
    let query = parts.query.map(|query| respell(query, false));
    let fragment = parts.fragment.map(|fragment| respell(fragment, false));
    let path = if parts.path.starts_with('/') {
        parts.path.replacen('/', if choose() { "/./x/%2e./" } else { "/" }, 1)
    } else {
        parts.path.to_owned()
    };
    conformance::uri_parts::recombined(&conformance::uri_parts::PartTexts {
        scheme: scheme.as_deref(),
        authority: authority.as_deref(),
        path: &path,
        query: query.as_deref(),
        fragment: fragment.as_deref(),
        ..Default::default()
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_normal_form_of_a_normal_form_is_itself(text in reference(), steps in steps()) {
        let view = UriReference::new(&text);
        let normal = view.normalize(steps).to_string();
        let again = UriReference::parse(&normal);
        prop_assert!(again.is_ok(), "{:?} gives {:?}", text, normal);
        let again = again.unwrap();
        prop_assert_eq!(again.normalize(steps).to_string(), normal.as_str());
        prop_assert!(again.is_normalized(steps));
        prop_assert_eq!(view.is_normalized(steps), normal == text);
        prop_assert!(view.is_equivalent(again, steps) && again.is_equivalent(view, steps));
        prop_assert_eq!(view.normalize(Normalization::NONE).to_string(), text);
    }

    /// All parts are kept, and their kinds, except the port and an empty path.
    #[test]
    fn normal_forms_have_the_parts(text in reference(), steps in steps()) {
        let view = UriReference::new(&text);
        let normal = view.normalize(steps).to_string();
        let again = UriReference::new(&normal);
        let kinds = |view: UriReference<'_>| (
            view.scheme().is_some(),
            view.server().is_some(),
            view.reg_name().is_some(),
            view.userinfo().is_some(),
            view.hostname().is_some(),
            view.ipv4_address().is_some(),
            view.path().map(|path| match path {
                Path::AbsPath(_) => 'a',
                Path::OpaquePart(_) => 'o',
                Path::RelPath(_) => 'r',
            }),
            view.query().is_some(),
            view.fragment().is_some(),
        );
        let (mut found, mut expected) = (kinds(again), kinds(view));
        if steps.contains(Normalization::EMPTY_PATH) && view.path().is_none() {
            (found.6, expected.6) = (None, None);
        }
        prop_assert_eq!(found, expected, "{:?} gives {:?}", text, normal);
    }

    /// More steps applied to a normal form give the same result as all steps applied to the text,
    /// if dots are unescaped before dot segments are removed.
    #[test]
    fn steps_can_be_taken_one_after_the_other(text in reference(), one in steps(), more in steps()) {
        let one = if one.contains(Normalization::DOT_SEGMENTS) {
            one | Normalization::UNRESERVED
        } else {
            one
        };
        let first = UriReference::new(&text).normalize(one).to_string();
        let then = UriReference::new(&first).normalize(one | more).to_string();
        prop_assert_eq!(then, UriReference::new(&text).normalize(one | more).to_string());
    }

    /// Equality, order and hash of normal forms are those of their texts, or agree
    /// with them.
    #[test]
    fn equivalent_is_what_has_the_same_normal_form(
        one in reference(),
        other in reference(),
        choices in prop::collection::vec(any::<bool>(), 1..40),
        steps in steps(),
    ) {
        let spelled = respelled(&one, &choices);
        let texts = [one.as_str(), other.as_str(), spelled.as_str()];
        let views = texts.map(UriReference::new);
        for a in views {
            for b in views {
                let [x, y] = [a, b].map(|view| view.normalize(steps));
                let same = x.to_string() == y.to_string();
                prop_assert_eq!(x == y, same, "{:?} {:?}", a, b);
                prop_assert_eq!(x.cmp(&y) == Ordering::Equal, same);
                prop_assert_eq!(x.cmp(&y), y.cmp(&x).reverse());
                prop_assert_eq!(a.is_equivalent(b, steps), same);
                prop_assert!(!same || hash(&x) == hash(&y));
            }
        }
    }

    #[test]
    fn other_spellings_are_equivalent(
        text in reference(),
        choices in prop::collection::vec(any::<bool>(), 1..40),
    ) {
        let spelled = respelled(&text, &choices);
        let other = UriReference::parse(&spelled);
        prop_assert!(other.is_ok(), "{:?} gives {:?}", text, spelled);
        let steps = Normalization::ALL;
        let (a, b) = (UriReference::new(&text).normalize(steps), other.unwrap().normalize(steps));
        prop_assert_eq!(a.to_string(), b.to_string(), "{:?} and {:?}", text, spelled);
    }

    /// Relativising is checked as well; see `compare_resolution`.
    #[test]
    fn targets_are_those_of_the_pseudocode(
        base in prop_oneof![member("absoluteURI"), pieces()],
        reference in reference(),
    ) {
        let found = compare_resolution(&base, &reference);
        prop_assert!(found.is_ok(), "{:?}", found);
    }

    /// Every URI with the base's scheme and authority, and with a path, has a relative reference.
    #[test]
    fn targets_on_the_same_server_have_a_relative_reference(
        authority in member("authority"),
        base in member("abs-path"),
        common in 0..6_usize,
        rest in member("path-segments"),
    ) {
        let shared: Vec<&str> = base.split('/').take(common + 1).collect();
        let path = format!("{}/{rest}", shared.join("/"));
        let (base, target) = (format!("s://{authority}{base}"), format!("s://{authority}{path}"));
        let view = AbsoluteUri::new(&base);
        let relative = view.relativize(UriReference::new(&target)).map(|it| it.to_string());
        prop_assert!(relative.is_some(), "{} from {}", target, base);
        let relative = relative.unwrap();
        let again = view.resolve(UriReference::new(&relative)).map(|target| target.to_string());
        prop_assert_eq!(again, Ok(target));
    }

    /// A target that is resolved again as a reference is unchanged; the dot segments that it has
    /// lost do not come back.
    #[test]
    fn resolving_twice_changes_nothing(
        base in member("absoluteURI"),
        relative in prop_oneof![member("relativeURI"), pieces()],
    ) {
        let base = AbsoluteUri::new(&base);
        let options = Resolution::RFC2396.surplus_parents(SurplusParents::Drop);
        if let Ok(target) = base.resolve_with(Reference::new(&relative), options) {
            let text = target.to_string();
            let again = base.resolve_with(Reference::new(&text), options).unwrap();
            prop_assert_eq!(again.to_string(), text.as_str());
            let is_merged = !relative.starts_with('/')
                && parts_of(Reference::new(&relative)).scheme.is_none()
                && !target.is_same_document();
            let path = parts_of(Reference::new(&text)).path.to_owned();
            prop_assert!(!is_merged || !path.split('/').any(|it| matches!(it, "." | "..")), "{}", text);
        }
    }

    /// Views and texts that are owned are compared, ordered, hashed and printed as text.
    #[test]
    fn equal_texts_are_equal(one in reference(), other in reference()) {
        let (a, b) = (UriReference::new(&one), UriReference::new(&other));
        let (x, y) = (a.to_buf(), UriReferenceBuf::parse(other.as_str()).unwrap());
        let ordering = one.as_str().cmp(other.as_str());
        prop_assert_eq!(a.cmp(&b), ordering);
        prop_assert_eq!(x.cmp(&y), ordering);
        prop_assert_eq!(a == b, one == other);
        prop_assert_eq!(x == y, one == other);
        prop_assert_eq!(&x, &a);
        prop_assert_eq!(&b, &y);
        prop_assert_eq!(&x, one.as_str());
        prop_assert_eq!(y.as_view(), b);
        prop_assert_eq!(a.to_string(), x.to_string());
        // A map with owned keys can be queried with views and with plain text.
        for hashed in [hash(&a), hash(&x), hash(&a.to_buf().as_view())] {
            prop_assert_eq!(hashed, hash(one.as_str()));
        }
        let keys = BTreeSet::from([x.clone(), y.clone()]);
        prop_assert!(keys.contains(one.as_str()) && keys.contains(other.as_str()));
        prop_assert_eq!(x.clone().into_string(), one.as_str());
        let parsed: Result<UriReferenceBuf, _> = one.parse();
        prop_assert_eq!(parsed.as_ref(), Ok(&x));
        let again = parts_of(Reference::new(x.as_str()));
        prop_assert_eq!(again, parts_of(a.into()));
        prop_assert_eq!(x.as_view().query(), a.query());
        prop_assert_eq!(x.as_view().host(), a.host());
    }
}
