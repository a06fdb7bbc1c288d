//! Facts about texts that the spec restricts.

use emitted_restricted::{
    Accents, Choice, Domain, Either, EitherKind, Label, Low, Name, Port, Priority, Prival,
    Tree,
};

#[test]
fn numbers_are_in_their_ranges() {
    for number in 0..=999_u32 {
        for text in [number.to_string(), format!("{number:02}"), format!("{number:03}")] {
            let parsed = Prival::parse(&text).map(Prival::value);
            assert_eq!(parsed.ok().map(u32::from), (number <= 191).then_some(number), "{text}");
        }
    }
    assert_eq!(Port::new("00065535").value(), 65_535_u16);
    assert!(Port::parse("0").is_err() && Port::parse("65536").is_err());
    // The error is at the first byte after which no number in the range is possible.
    assert_eq!(Priority::parse("<192>").unwrap_err().offset(), 3);
    assert_eq!(Priority::parse("<2000>").unwrap_err().offset(), 3);
    assert_eq!(Priority::new("<019>").prival().value(), 19);
    for digit in 0..=9 {
        let parsed = Low::parse(&digit.to_string()).is_ok();
        assert_eq!(parsed, (2..=7).contains(&digit), "{digit}");
    }
}

#[test]
fn restricted_rules_keep_their_parts() {
    let domain = Domain::new("ab.c-d.e:80");
    let labels: Vec<&str> = domain.labels().map(Label::as_str).collect();
    assert_eq!(labels, ["ab", "c-d", "e"]);
    assert_eq!(domain.port().map(Port::value), Some(80));
    assert!(Domain::parse("ab.c-d.e:443").is_ok());
    assert_eq!(Domain::parse("ab.c-d.ef:443").unwrap_err().offset(), 12);
    assert_eq!(Domain::parse("ab-.c").unwrap_err().offset(), 3);
    assert!(Domain::parse("ab:0").is_err() && Label::parse("a-").is_err());
}

#[test]
fn excluded_texts_do_not_match() {
    for text in ["if", "IF", "else"] {
        assert!(Name::parse(text).is_err(), "{text}");
    }
    for text in ["i", "iff", "els", "elsee"] {
        assert_eq!(Name::new(text).as_str(), text);
    }
}

#[test]
fn alternatives_may_be_in_no_text() {
    for text in ["x12", "-x12"] {
        let choice = Choice::new(text);
        assert_eq!(choice.short().value(), 12);
        assert_eq!(choice.has_minus(), text.starts_with('-'));
    }
    assert!(Choice::parse("12").is_err() && Choice::parse("abcde").is_err());
    let either = Either::new("07");
    assert!(matches!(either.kind(), EitherKind::Short(short) if short.value() == 7));
    assert!(Either::parse("abcde").is_err());
}

#[test]
fn lengths_are_in_bytes() {
    assert!(Accents::parse("aéé").is_ok() && Accents::parse("aaaé").is_ok());
    assert!(Accents::parse("").is_err() && Accents::parse("èéa").is_ok());
    assert!(Accents::parse("aaéé").is_err() && Accents::parse("ééé").is_err());
}

#[test]
fn nested_rules_use_restricted_ones() {
    assert!(Tree::parse("(a,(ifs,<19>),<191>)").is_ok());
    for text in ["(<192>)", "(a,(b,<200>))", "(a,(b,<>))"] {
        assert!(Tree::parse(text).is_err(), "{text}");
    }
    assert!(Tree::parse("(@a.b:1;)").is_ok());
    for text in ["(@a.b:0;)", "(@a-;)", "(@a.b.c.d.e.f.g;)"] {
        assert!(Tree::parse(text).is_err(), "{text}");
    }
}

#[cfg(feature = "alloc")]
#[test]
fn trees_contain_restricted_rules() {
    let tree = Tree::parse("(a,(b)@a.bc:80;if<019>)").unwrap();
    let tree = tree.tree().unwrap();
    // Two names, because one would be a keyword.
    let names = tree.root().names().map(Name::as_str).collect::<Vec<_>>();
    assert_eq!(names, ["a", "i", "f"]);
    let domains: Vec<Domain<'_>> = tree.root().domains().collect();
    assert_eq!(domains[0].labels().map(Label::as_str).collect::<Vec<_>>(), ["a", "bc"]);
    assert_eq!(domains[0].port().map(Port::value), Some(80));
    let priorities = tree.root().priorities().map(|it| it.prival().value());
    assert_eq!(priorities.collect::<Vec<_>>(), [19]);
}
