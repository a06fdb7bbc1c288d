//! Facts about the crate of `parts.abnf`.

use emitted_parts::{
    Absolute, AbsoluteKind, Address, Authority, AuthorityKind, AuthorityPart, Compare,
    CompareLiteral, Either, EitherKind, Entries, EntriesItem, Fixed, Host, HostKind,
    Lately, LatelyLiteral, Month, MonthKind, Name, ParseError, Ranges, RangesItem,
    Reference, ReferenceKind, Relative, Scaled, ScaledLiteral, ScaledLiteral2, Server, Signed,
    Signs, Swapped, Taken, TakenLiteral, Template, TemplateItem, Type, Zone,
    ZoneKind,
};

/// Checks that a text in two pieces has the same result as the whole text, for any division.
macro_rules! in_pieces {
    ($rule:ty, $text:expr, $bytes:expr) => {{
        let (text, bytes): (_, &[u8]) = ($text, $bytes);
        let whole = <$rule>::parse(text).map(|_| ());
        let said = |error: ParseError| {
            (error.to_string(), error.part(), error.possible().collect::<Vec<_>>())
        };
        for cut in 0..=bytes.len() {
            let (first, second) = bytes.split_at(cut);
            let mut matcher = <$rule>::matcher();
            let pushed = matcher.push(first).and_then(|()| matcher.push(second));
            let pushed = pushed.and_then(|()| matcher.finish());
            assert_eq!(pushed, whole, "{text:?} cut at {cut}");
            assert_eq!(pushed.map_err(said), whole.map_err(said));
            let read = whole.map_or_else(|error| error.offset(), |()| bytes.len());
            assert_eq!((matcher.offset(), matcher.is_match()), (read, whole.is_ok()));
        }
    }};
}

const SERVER: Server = Server::new("me@h.x:80");

#[test]
fn parts_are_found_in_constants() {
    const PORT: &str = SERVER.port().unwrap().as_str();
    assert_eq!(PORT, "80");
    assert_eq!(SERVER.user().unwrap().as_str(), "me");
    assert_eq!(SERVER.host().unwrap().as_str(), "h.x");
}

#[test]
fn mandatory_parts_are_values() {
    let absolute = Absolute::new("s://h");
    assert_eq!(absolute.scheme().as_str(), "s");
    assert_eq!(AuthorityPart::new("//").authority().as_str(), "");
    assert_eq!(Name::new("a.b.c.").top().as_str(), "c");
}

#[test]
fn optional_parts_may_be_missing_or_empty() {
    let server = Server::new("");
    assert_eq!((server.user(), server.host(), server.port()), (None, None, None));
    let server = Server::new("h:");
    assert_eq!(server.user(), None);
    assert_eq!(server.port().unwrap().as_str(), "");
    assert_eq!(Reference::new("#").fragment().unwrap().as_str(), "");
    assert_eq!(Reference::new("a").fragment(), None);
}

#[test]
fn choices_are_enums() {
    let kind = |text| Authority::new(text).kind();
    assert!(matches!(kind("h:80"), AuthorityKind::Server(it) if it.port().is_some()));
    assert!(matches!(kind("h:80a"), AuthorityKind::Registry(it) if it.as_str() == "h:80a"));
    assert_eq!(kind("h:80a").as_str(), "h:80a");
    assert_eq!(kind("h").to_string(), "h");
    let AuthorityKind::Server(server) = kind("1.2.3.4:5") else { panic!("it is a server") };
    assert!(matches!(server.host().unwrap().kind(), HostKind::Address(_)));
    assert!(matches!(Host::new("1.2.3.a4").kind(), HostKind::Name(_)));
    assert_eq!(Reference::new("#x").kind(), None);
    let Some(ReferenceKind::Absolute(absolute)) = Reference::new("s:a").kind() else {
        panic!("it is absolute")
    };
    assert!(matches!(absolute.kind(), AbsoluteKind::Opaque(_)));
    // The last byte decides, after the text that both alternatives have.
    assert!(matches!(Either::new("abc!").kind(), EitherKind::Long(_)));
    assert!(matches!(Either::new("abc").kind(), EitherKind::Short(_)));
}

/// A part has the same text and the same parts, whichever accessors lead to it.
#[test]
fn views_of_parts_have_parts() {
    let texts = [
        "s://me@a.b.:80?q=1#f",
        "s://1.2.3.4:",
        "s://a-b:c@d",
        "s://",
        "s://@",
        "s:x?y",
        "//h?q#f",
        "a%20b#",
        "",
    ];
    for text in texts {
        let reference = Reference::new(text);
        let from_kind = match reference.kind() {
            Some(ReferenceKind::Absolute(absolute)) => {
                check_absolute(absolute);
                absolute.authority_part()
            }
            Some(ReferenceKind::Relative(relative)) => {
                assert_eq!(relative, Relative::new(relative.as_str()));
                relative.authority_part()
            }
            None => None,
        };
        if let Some(part) = from_kind {
            let anew = AuthorityPart::new(part.as_str());
            assert_eq!(part.query(), anew.query());
            check_authority(part.authority());
            check_authority(anew.authority());
            assert_eq!(part.authority(), anew.authority());
        }
    }
}

fn check_absolute(absolute: Absolute) {
    let anew = Absolute::new(absolute.as_str());
    assert_eq!(absolute.scheme(), anew.scheme());
    assert_eq!(absolute.kind(), anew.kind());
    assert_eq!(absolute.opaque(), anew.opaque());
}

fn check_authority(authority: Authority) {
    let anew = Authority::new(authority.as_str());
    assert_eq!(authority.kind(), anew.kind());
    assert_eq!(authority.registry(), anew.registry());
    let Some(server) = authority.server() else { return };
    let anew = Server::new(server.as_str());
    assert_eq!(server.user(), anew.user());
    assert_eq!(server.port(), anew.port());
    assert_eq!(server.host(), anew.host());
    if let Some(host) = server.host() {
        let anew = Host::new(host.as_str());
        assert_eq!(host.kind(), anew.kind());
        assert_eq!((host.name(), host.address()), (anew.name(), anew.address()));
    }
}

#[test]
fn characters_are_no_parts() {
    // No part has the name of a method that every view has.
    let fixed = Fixed::new("<12abc>");
    assert_eq!((fixed.parse_part().as_str(), fixed.new_part().as_str()), ("12", "abc"));
    let view = Type::new("txxkk");
    assert_eq!(view.kind().as_str(), "xx");
    assert_eq!(view.match_part().unwrap().as_str(), "kk");
    assert_eq!(size_of::<Address>(), size_of::<&str>());
}

#[test]
fn views_behave_like_text() {
    let server = Authority::new("h:80").server().unwrap();
    assert_eq!(server, Server::new("h:80"));
    assert!(server < Server::new("i"));
    assert_eq!(format!("{server:?}"), "Server(\"h:80\")");
    assert_eq!(format!("{:?}", Authority::new("h").kind()), "Server(Server(\"h\"))");
    let set: std::collections::HashSet<_> = [server, Server::new("h:80")].into();
    assert_eq!(set.len(), 1);
    let prefix = Server::longest_prefix("h:80/").unwrap();
    assert_eq!((prefix.as_str(), prefix.port().unwrap().as_str()), ("h:80", "80"));
}

#[test]
fn errors_name_the_part() {
    let message = |error: ParseError| error.to_string();
    let error = Server::parse("h:8a").unwrap_err();
    assert_eq!((error.rule(), error.part(), error.offset()), ("server", Some("port"), 3));
    assert!(error.possible().eq(["port"]));
    assert_eq!(message(error), "invalid port at byte 3: expected a digit or the end, found `a`");
    // The innermost part is named, at any depth.
    let error = Absolute::parse("s://h?/").unwrap_err();
    assert_eq!((error.part(), error.direct_part()), (Some("query"), Some("authority-part")));
    // The text could be the name of a registry.
    let error = Authority::parse("h:8/").unwrap_err();
    assert_eq!((error.part(), error.is_too_long()), (None, false));
    assert!(error.possible().eq(["server", "registry"]));
    assert_eq!(error.rule(), "authority");
    assert!(message(error).starts_with("invalid authority at byte 3: expected "));
    let error = Reference::parse("s:a#/").unwrap_err();
    assert_eq!((error.part(), error.offset()), (Some("fragment"), 4));
    assert_eq!(Address::parse("1.").unwrap_err().part(), None);
    assert_eq!(Address::parse("1.").unwrap_err().possible().next(), None);
}

#[test]
fn parts_that_change_places() {
    for (text, run, odd) in [("a-a", "a", "a"), ("a-aa", "aa", "a"), ("aa-a", "aa", "a")] {
        let view = Swapped::parse(text).unwrap();
        assert_eq!((view.run().as_str(), view.odd().as_str()), (run, odd), "{text}");
    }
}

#[test]
fn texts_in_pieces() {
    let texts = [
        "",
        "#",
        "h:8a",
        "h:8/",
        "s://me@a.b.:80?q=1#f",
        "s://1.2.3.4:",
        "s://a-b:c@d",
        "s://a b",
        "s:a#/",
        "//h?q#f#",
        "a%2",
        "1.2.3",
        "1.2.3.4:80",
        "<12abc>",
        "<12ab>",
        "abc!",
        "abc!!",
        "ä",
    ];
    for text in texts {
        in_pieces!(Reference, text, text.as_bytes());
        in_pieces!(Authority, text, text.as_bytes());
        in_pieces!(Server, text, text.as_bytes());
        in_pieces!(Address, text, text.as_bytes());
        in_pieces!(Fixed, text, text.as_bytes());
        in_pieces!(Either, text, text.as_bytes());
    }
}

#[test]
fn groups_that_repeat_are_items() {
    let shown = |text| {
        let item = |item: RangesItem<'_>| {
            let weight = item.weight().map_or("", |weight| weight.as_str());
            format!("{} {weight}", item.range())
        };
        Ranges::new(text).items().map(item).collect::<Vec<_>>()
    };
    assert_eq!(shown("a/b;q=1,c/d,e/f;q=02"), ["a/b ;q=1", "c/d ", "e/f ;q=02"]);
    assert!(shown("").is_empty());
}

#[test]
fn alternatives_that_repeat_come_in_order() {
    let items = Template::new("ab{+cd}{e}f").items().map(|item| match item {
        TemplateItem::Words(words) => words.to_string(),
        TemplateItem::Expr(expr) => {
            format!("{:?}", expr.operator().map(|it| it.as_str().to_owned()))
        }
    });
    assert_eq!(items.collect::<Vec<_>>(), ["ab", "Some(\"+\")", "None", "f"]);
}

#[test]
fn literals_are_variants() {
    assert!(matches!(Zone::new("z").kind(), ZoneKind::Z));
    let ZoneKind::Distance(distance) = Zone::new("-03").kind() else { panic!() };
    assert_eq!(distance.sign().as_str(), "-");
    let months = ["JAN", "feb", "Mar", "Jan."].map(|text| Month::new(text).kind());
    assert_eq!(months, [MonthKind::Jan, MonthKind::Feb, MonthKind::Mar, MonthKind::Jan2]);
}

#[test]
fn groups_of_literals_are_parts() {
    let literals = ["1<2", "1>2", "1=23"].map(|text| Compare::new(text).literal());
    assert_eq!(literals, [CompareLiteral::Less, CompareLiteral::Greater, CompareLiteral::Equal]);
    assert!(Signed::new("-1").has_minus() && !Signed::new("1").has_minus());
    let scaled = [">1K", "1M", "<1g"]
        .map(|text| (Scaled::new(text).literal(), Scaled::new(text).literal_2()));
    let expected = [
        (Some(ScaledLiteral::Greater), ScaledLiteral2::K),
        (None, ScaledLiteral2::M),
        (Some(ScaledLiteral::Less), ScaledLiteral2::G),
    ];
    assert_eq!(scaled, expected);
    // They take no memory in the view.
    assert_eq!(size_of::<Scaled>(), size_of::<Signed>());
}

#[test]
fn accessors_of_rules_keep_their_names() {
    let taken = Taken::new("Bllhh");
    assert_eq!((taken.literal().as_str(), taken.has_minus().as_str()), ("ll", "hh"));
    assert_eq!((taken.literal_2(), taken.has_minus_2()), (TakenLiteral::B, false));
    assert!(Taken::new("-allhh").has_minus_2());
    assert_eq!(Signs::new("1;-2;").digits_iter().count(), 2);
}

#[test]
fn literals_have_names_of_their_own() {
    use emitted_parts::{Couples, CouplesItem, Oddly, OddlyLiteral};
    let oddly = Oddly::new("self1.`.\u{1}.x");
    assert!(oddly.has_self() && !oddly.has_1a() && oddly.has_backtick() && oddly.has_x01());
    assert_eq!(oddly.literal(), OddlyLiteral::X2);
    // Variants are in the order of the grammar.
    assert!(OddlyLiteral::Y < OddlyLiteral::X && OddlyLiteral::X < OddlyLiteral::X2);
    let items: Vec<CouplesItem<'_>> = Couples::new("12,aa34,").items().collect();
    assert!(matches!(items[..], [CouplesItem::Couple(_), CouplesItem::Aa, CouplesItem::Couple(_)]));
}

#[test]
fn literals_that_are_certain_late_are_kept() {
    let lately = ["xcc.", "yc.", "xccc!"].map(|text| Lately::new(text).literal());
    assert_eq!(lately, [Some(LatelyLiteral::X), Some(LatelyLiteral::Y), None]);
}

#[cfg(feature = "alloc")]
#[test]
fn literals_are_those_of_the_owned_form() {
    assert!(Signed::new("-1").to_buf().has_minus());
    assert_eq!(Compare::new("1<2").to_buf().literal(), CompareLiteral::Less);
    assert_eq!(Scaled::new("1K").to_buf().literal(), None);
}

#[test]
fn literals_that_repeat_beside_rules_come_in_order() {
    let items = Entries::new("[1;nil23;NIL]").items().map(|item| match item {
        EntriesItem::Digits(digits) => digits.as_str(),
        EntriesItem::Nil => "",
    });
    assert_eq!(items.collect::<Vec<_>>(), ["1", "", "23", ""]);
}
