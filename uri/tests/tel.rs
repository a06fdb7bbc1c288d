//! Telephone numbers, RFC 3966.

use uri::tel::{DescriptorKind, ParameterName, TelErrorKind, TelUri, TelUriKind};

/// Section 6, and more.
#[test]
fn numbers_have_parts() {
    let uri = TelUri::new("tel:+1-201-555-0123");
    assert!(uri.is_global() && uri.digits().eq("+12015550123".chars()));
    assert!(uri.parameters().next().is_none() && uri.phone_context().is_none());

    let uri = TelUri::new("tel:7042;phone-context=example.com");
    assert!(matches!(uri.kind(), TelUriKind::LocalNumber(it) if it.digits() == "7042"));
    let context = uri.phone_context().unwrap();
    assert!(matches!(context.kind(), DescriptorKind::DomainName(it) if it == "example.com"));

    let uri = TelUri::new("tel:863-1234;phone-context=+1-914-555");
    let context = uri.phone_context().unwrap();
    assert!(matches!(context.kind(), DescriptorKind::GlobalDigits(it) if it == "+1-914-555"));

    let uri = TelUri::new("TEL:*67#;isub=a%2Fb;A;phone-context=+49;x=[/]");
    assert_eq!(uri.number(), "*67#");
    assert!(uri.isdn_subaddress().unwrap().decode() == "a/b");
    let parameters: Vec<_> = uri.parameters().map(|it| (it.name().as_str(), it.value())).collect();
    assert_eq!(parameters.len(), 4);
    assert_eq!(parameters[1], ("A", None));
    assert_eq!(parameters[3].1.unwrap(), "[/]");
    assert_eq!(uri.parameter("X").unwrap().name(), ParameterName::new("x"));
    assert!(uri.extension().is_none());

    assert!(
        !TelUri::is_match("tel:7042") && !TelUri::is_match("tel:+") && !TelUri::is_match("tel:")
    );
    assert!(
        !TelUri::is_match("tel:+1;=a")
            && !TelUri::is_match("tel:+1;a=")
            && !TelUri::is_match("tel:+1;")
    );
}

/// A context that is none is skipped: the grammar takes it for any parameter.
#[test]
fn contexts_are_those_of_the_grammar() {
    let uri = TelUri::new("tel:1;phone-context=a/b;phone-context=c.de");
    assert_eq!(uri.phone_context().unwrap(), "c.de");
    assert_eq!(uri.check_parameters().unwrap_err().kind(), TelErrorKind::Value);
}

/// Section 3.
#[test]
fn parameters_are_checked() {
    for text in [
        "tel:+1",
        "tel:+1;ext=2",
        "tel:+1;ext=(2)-3;a;b",
        "tel:1;isub=a;phone-context=b;c",
        "tel:1;EXT=2;Phone-Context=b;A;b;C",
    ] {
        assert_eq!(TelUri::parse(text).unwrap().check_parameters(), Ok(()), "{text}");
    }
    for (text, offset, kind) in [
        ("tel:+1;a;a", 9, TelErrorKind::Repeated),
        ("tel:+1;a;A=b", 9, TelErrorKind::Repeated),
        ("tel:+1;ext=2;EXT=3", 13, TelErrorKind::Repeated),
        ("tel:+1;b;a", 9, TelErrorKind::Order),
        ("tel:+1;a;ext=2", 9, TelErrorKind::Order),
        ("tel:1;phone-context=b;ext=2", 22, TelErrorKind::Order),
        ("tel:1;a=bc;phone-context=b", 11, TelErrorKind::Order),
        ("tel:+1;ext=2;isub=3", 13, TelErrorKind::TwoExtensions),
        ("tel:+1;phone-context=b", 7, TelErrorKind::ContextOfGlobal),
        ("tel:+1;ext=a", 7, TelErrorKind::Value),
        ("tel:+1;ext=-", 7, TelErrorKind::Value),
        ("tel:+1;ext=", 7, TelErrorKind::Value),
        ("tel:+1;ext", 7, TelErrorKind::Value),
        ("tel:+1;isub", 7, TelErrorKind::Value),
    ] {
        let error = TelUri::parse(text).unwrap().check_parameters().unwrap_err();
        assert_eq!((error.offset(), error.kind()), (offset, kind), "{text}");
    }
    // `isub` and `ext` in the other order exclude each other as well.
    let error = TelUri::new("tel:+1;isub=3;ext=2").check_parameters().unwrap_err();
    assert_eq!(error.kind(), TelErrorKind::TwoExtensions);
    let message = "a number cannot have both an extension and a subaddress, at byte 14";
    assert_eq!(error.to_string(), message);
}

#[cfg(feature = "rfc3986")]
#[test]
fn some_numbers_are_uris() {
    use uri::rfc3986::{Uri, UriReference};

    let uri = TelUri::new("tel:+1;a=b");
    assert_eq!(Uri::try_from(uri).unwrap().path(), "+1;a=b");
    assert_eq!(TelUri::try_from(UriReference::new("tel:+1;a=b")), Ok(uri));
    // A `#` would begin a fragment.
    let hash = "tel:*67#;phone-context=+49";
    assert!(TelUri::is_match(hash) && Uri::is_match(hash));
    assert_eq!(Uri::try_from(TelUri::new(hash)).unwrap_err().offset(), 7);
    assert_eq!(TelUri::try_from(Uri::new(hash)).unwrap_err().offset(), 7);
    assert!(Uri::try_from(TelUri::new("tel:+1;a=[")).is_err());
}

#[cfg(feature = "alloc")]
mod owned {
    use super::super::random::Random;
    use uri::tel::{
        Descriptor, GlobalDigits, LocalDigits, ParameterName, TelBuildError, TelErrorKind, TelUri,
    };

    fn normal(text: &str) -> String {
        TelUri::parse(text).unwrap().to_normalized().unwrap().into_string()
    }

    /// Section 4.
    #[test]
    fn normal_forms() {
        for (text, wanted) in [
            ("TEL:+1(201)555.0123", "tel:+12015550123"),
            ("tel:A-b#;phone-context=EXAMPLE.com", "tel:ab#;phone-context=example.com"),
            ("tel:1;phone-context=+1-914", "tel:1;phone-context=+1914"),
            ("tel:1;phone-context=a-b.c-d", "tel:1;phone-context=a-b.c-d"),
            ("tel:+1;B=X-Y;a;ext=(1)2", "tel:+1;ext=12;a;b=x-y"),
            ("tel:+1;a=%41%2d%2f%C3", "tel:+1;a=a-%2F%C3"),
            ("tel:+1;ext=%2D1", "tel:+1;ext=1"),
            ("tel:+1;isub=1-2", "tel:+1;isub=1-2"),
            ("tel:+1;a=c;a=b;A", "tel:+1;a;a=b;a=c"),
        ] {
            assert_eq!(normal(text), wanted);
            assert_eq!(normal(wanted), wanted);
        }
    }

    #[test]
    fn different_numbers() {
        let different = [
            "tel:+1",
            "tel:1;phone-context=+1",
            "tel:1;phone-context=+11",
            "tel:1;phone-context=a",
            "tel:+1;a",
            "tel:+1;a=b",
            "tel:+1;ext=2",
            "tel:+1;isub=2",
            "tel:+1;a=%2F",
            "tel:+1;a=/",
        ];
        for (number, text) in different.iter().enumerate() {
            for (other_number, other) in different.iter().enumerate() {
                let is_equivalent = TelUri::new(text).is_equivalent(TelUri::new(other));
                assert_eq!(is_equivalent, number == other_number, "{text} {other}");
            }
        }
    }

    /// Separators, case and order do not matter.
    #[test]
    fn other_spellings_are_equivalent() {
        let mut random = Random::new(3966);
        for _ in 0..2_000 {
            let mut spelling = |text: &str, separators: &[&str]| -> String {
                let mut spelled = String::new();
                for character in text.chars() {
                    spelled.extend(random.some(separators, 0, 1));
                    let upper = random.below(2) == 0;
                    spelled.push(if upper { character.to_ascii_uppercase() } else { character });
                }
                spelled
            };
            let separators = ["-", ".", "(", ")"];
            let number = spelling("12a*b#", &separators);
            let mut parameters = [
                format!("{}={}", spelling("ext", &[]), spelling("123", &separators)),
                format!("{}={}", spelling("phone-context", &[]), spelling("a-b.c", &[])),
                spelling("aa", &[]),
                format!("{}={}", spelling("ab", &[]), spelling("%2f-xy", &[])),
            ];
            for index in (1..parameters.len()).rev() {
                parameters.swap(index, random.below(index + 1));
            }
            let text = format!("{}:{number};{}", "tel", parameters.join(";"));
            assert_eq!(
                normal(&text),
                "tel:12a*b#;ext=123;phone-context=a-b.c;aa;ab=%2F-xy",
                "{text}"
            );
        }
    }

    #[test]
    fn numbers_are_built() {
        let global = || TelUri::global(GlobalDigits::new("+1-201"));
        let name = ParameterName::new;
        let uri = global().parameter(name("z"), Some("a;b=c%")).parameter(name("A"), None);
        let uri = uri.isdn_subaddress("1 2").build().unwrap();
        assert_eq!(uri, "tel:+1-201;isub=1%202;A;z=a%3Bb%3Dc%25");
        assert!(uri.parameter("z").unwrap().value().unwrap().decode() == "a;b=c%");

        let context = Descriptor::new("+1-914");
        let local = TelUri::local(LocalDigits::new("*1"), context).extension("2").build().unwrap();
        assert_eq!(local, "tel:*1;ext=2;phone-context=+1-914");

        let kind = |error| match error {
            TelBuildError::Parameter(error) => Some(error.kind()),
            _ => None,
        };
        let error = |builder: uri::tel::TelBuilder| kind(builder.build().unwrap_err());
        let context = global().parameter(name("Phone-Context"), Some("a"));
        assert_eq!(error(context), Some(TelErrorKind::ContextOfGlobal));
        assert_eq!(error(global().extension("1;a=b")), Some(TelErrorKind::Value));
        let both = global().extension("1").isdn_subaddress("1");
        assert_eq!(error(both), Some(TelErrorKind::TwoExtensions));
        let twice = global().extension("1").parameter(name("EXT"), Some("2"));
        assert_eq!(error(twice), Some(TelErrorKind::Repeated));
        assert_eq!(error(global().parameter(name("a"), Some(""))), None);
    }

    /// Sorting does not take the square of the number of parameters.
    #[test]
    fn many_parameters() {
        let names: Vec<String> = (0..100_000).rev().map(|number| format!("p{number:06}")).collect();
        let text = format!("tel:+1;{}", names.join(";"));
        let normal = normal(&text);
        assert!(normal.starts_with("tel:+1;p000000;p000001;"));
        assert_eq!(TelUri::parse(&normal).unwrap().check_parameters(), Ok(()));
    }
}
