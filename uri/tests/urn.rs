//! Names of resources, RFC 8141.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use uri::urn::{FComponent, Nid, NidKind, Nss, QComponent, RComponent, Urn};

/// Section 3.2: names of the same line are equivalent, all others are not.
#[test]
fn examples_of_equivalence() {
    let classes: [&[&str]; 8] = [
        &[
            "urn:example:a123,z456",
            "URN:example:a123,z456",
            "urn:EXAMPLE:a123,z456",
            "urn:example:a123,z456?+abc",
            "urn:example:a123,z456?=xyz",
            "urn:example:a123,z456#789",
        ],
        &["urn:example:a123,z456/foo"],
        &["urn:example:a123,z456/bar"],
        &["urn:example:a123%2Cz456", "URN:EXAMPLE:a123%2cz456"],
        &["urn:example:A123,z456"],
        &["urn:example:a123,Z456"],
        &["urn:example:%D0%B0123,z456", "urn:example:%d0%b0123,z456"],
        &["urn:example:%61123,z456"],
    ];
    let mut normal = BTreeSet::new();
    for (number, class) in classes.iter().enumerate() {
        for text in *class {
            let urn = Urn::parse(text).unwrap();
            for (other_number, other_class) in classes.iter().enumerate() {
                for other in *other_class {
                    let is_equivalent = urn.is_equivalent(Urn::parse(other).unwrap());
                    assert_eq!(is_equivalent, number == other_number, "{text} {other}");
                }
            }
            normal.insert(urn.normalize());
        }
    }
    assert_eq!(normal.len(), classes.len());
}

#[test]
fn normal_forms_keep_the_case_of_the_string() {
    let normal = Urn::new("URN:A-B:cD%e2%AfEf%2f?+x").normalize();
    assert_eq!(normal, "urn:a-b:cD%E2%AFEf%2F");
    let mut buffer = [0; 32];
    let written = normal.write_in(&mut buffer).unwrap();
    assert_eq!(written.normalize(), normal);
    let hasher = BuildHasherDefault::<DefaultHasher>::new();
    assert_eq!(hasher.hash_one(written.normalize()), hasher.hash_one(normal));
    assert!(Urn::new("urn:ab:a").normalize() < Urn::new("urn:ab:b").normalize());
}

#[test]
fn kinds_of_namespaces() {
    let kinds = [
        ("isbn", NidKind::Formal),
        ("a1b", NidKind::Formal),
        ("urnx", NidKind::Formal),
        ("u1n-5", NidKind::Formal),
        ("1a-b", NidKind::Formal),
        ("urn-1", NidKind::Informal),
        ("urn-120", NidKind::Informal),
        ("urn-0", NidKind::Reserved),
        ("urn-1a", NidKind::Reserved),
        ("urn-a", NidKind::Reserved),
        ("ab", NidKind::Reserved),
        ("de-x", NidKind::Reserved),
        ("XN--x", NidKind::Reserved),
        ("X-foo", NidKind::Experimental),
        ("x-1", NidKind::Experimental),
    ];
    for (nid, kind) in kinds {
        assert_eq!(Nid::parse(nid).unwrap().kind(), kind, "{nid}");
    }
}

/// Section 2: 2 to 32 characters, without a hyphen at either end.
#[test]
fn lengths_of_namespaces() {
    let nid = "a".repeat(32);
    assert!(Nid::is_match(&nid) && !Nid::is_match(&format!("{nid}a")));
    assert!(Nid::is_match("a1") && !Nid::is_match("a"));
    assert!(!Nid::is_match("-a") && !Nid::is_match("a-"));
    assert!(
        !Urn::is_match("urn:ab:") && !Urn::is_match("urn:ab:x?=") && !Urn::is_match("urn:ab:x?y")
    );
    assert!(Urn::is_match("urn:ab:x#"));
}

/// Section 2.3.1: the first `?=` that can begin a q-component ends the r-component. All short texts of the characters that matter.
#[test]
fn components_begin_where_the_rfc_says() {
    let alphabet = ["?", "+", "=", "a", "#"];
    let mut matches = 0;
    for number in 0..5_usize.pow(7) {
        let (mut text, mut rest) = (String::from("urn:ab:x"), number);
        while rest > 0 {
            text.push_str(alphabet[rest % 5]);
            rest /= 5;
        }
        let Ok(urn) = Urn::parse(&text) else { continue };
        matches += 1;
        let (name, fragment) = match text.split_once('#') {
            Some((name, fragment)) => (name, Some(fragment)),
            None => (&*text, None),
        };
        let begin = name.find('?').filter(|&begin| name[begin..].starts_with("?+"));
        let begin = begin.map_or(0, |begin| begin + "?+".len());
        let is_q =
            |(at, _): &(usize, &str)| *at >= begin && name[at + 2..].starts_with(|it| it != '?');
        let q_at = name.match_indices("?=").find(is_q).map(|(at, _)| at);
        let r = (begin > 0 && q_at.is_none_or(|at| at >= begin))
            .then(|| &name[begin..q_at.unwrap_or(name.len())]);
        let q = q_at.map(|at| &name[at + 2..]);
        let texts = (
            urn.r_component().map(RComponent::as_str),
            urn.q_component().map(QComponent::as_str),
            urn.f_component().map(FComponent::as_str),
        );
        assert_eq!(texts, (r, q, fragment), "{text}");
    }
    assert!(matches > 1_000, "{matches}");
}

#[test]
fn names_are_built() {
    let nss = Nss::encode("ä/b?c#d%").to_string();
    let name = Urn::builder(Nid::new("example"), Nss::parse(&nss).unwrap());
    assert_eq!(name.to_string(), "urn:example:%C3%A4%2Fb%3Fc%23d%25");

    let r = RComponent::new("a?b");
    let all = name.r_component(r).unwrap().q_component(QComponent::new("=?+"));
    let text = all.f_component(FComponent::new("")).to_string();
    assert_eq!(text, "urn:example:%C3%A4%2Fb%3Fc%23d%25?+a?b?==?+#");
    let urn = Urn::parse(&text).unwrap();
    assert_eq!((urn.r_component(), urn.q_component()), (Some(r), Some(QComponent::new("=?+"))));
    assert!(urn.nss().decode() == "ä/b?c#d%");

    // The r-component would be another one.
    let error = name.r_component(RComponent::new("a?=b")).unwrap_err();
    assert_eq!(error.offset(), 1);
    let escaped = RComponent::encode("a?=b").to_string();
    assert!(name.r_component(RComponent::new(&escaped)).is_ok());
    assert!(Nss::encode("").write_in(&mut [0; 4]).is_err());
}

#[cfg(all(feature = "rfc3986", feature = "alloc"))]
#[test]
fn names_are_uris() {
    use uri::rfc3986::{Uri, UriBuf, UriReference};
    use uri::urn::UrnBuf;

    let urn = Urn::new("urn:example:a?+r?=q#f");
    let uri = Uri::from(urn);
    assert_eq!((uri.path().as_str(), uri.query().unwrap().as_str()), ("example:a", "+r?=q"));
    assert_eq!(Urn::try_from(UriReference::from(urn)), Ok(urn));
    assert!(Urn::try_from(Uri::new("urn:example")).is_err());
    let owned: UrnBuf = UriBuf::from(urn.to_buf()).try_into().unwrap();
    assert!(owned.is_equivalent(Urn::new("URN:Example:a")));
}
