//! Facts about the crate of `ascii.abnf`.

use emitted_ascii::{
    AnyText, Escapes, Host, Ipv4Address, Long, LongOrNot, Never, Nothing, ParseError, SameHost,
    SelfRule,
};

const HOST: Host = Host::new("a.b");
const PREFIX: Option<Host> = Host::longest_prefix("a.b-_");
const MATCHES: bool = Host::check("a..b").is_ok();
const ERROR: Result<(), ParseError> = Host::check("a_");

#[test]
fn constants() {
    assert_eq!(HOST.as_str(), "a.b");
    assert_eq!(PREFIX, Some(Host::new("a.b")));
    const { assert!(!MATCHES) };
    assert_eq!(ERROR.unwrap_err().offset(), 1);
    assert_eq!(ERROR.unwrap_err(), Host::parse("a_").unwrap_err());
}

#[test]
fn an_error_says_where_and_what() {
    let error = Host::parse("a_").unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid hostname at byte 1: expected a letter, a digit, `-`, `.` or the end, found `_`"
    );
    assert_eq!(error.part(), Some("hostname"));
    assert!(error.possible().eq(["hostname"]));
    assert_eq!((error.rule(), error.offset(), error.found()), ("host", 1, Some(b'_')));
    assert!(error.end_expected());
    assert_eq!(error.expected().len(), 64);
    assert!(error.expected().contains(b'-') && !error.expected().contains(b'_'));
    assert_eq!(error.expected().iter().next(), Some(b'-'));

    let error = Host::parse("").unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid host at byte 0: expected a letter or a digit, found the end"
    );
    let error = Ipv4Address::parse("1.2.3.").unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid IPv4address at byte 6: expected a digit, found the end"
    );
    assert_eq!(
        Never::parse("x").unwrap_err().to_string(),
        "invalid never at byte 0: no text matches this rule"
    );
    assert_eq!(
        Nothing::parse(" ").unwrap_err().to_string(),
        "invalid nothing at byte 0: expected the end, found a space"
    );
    assert_eq!(
        Escapes::parse("ä").unwrap_err().to_string(),
        "invalid escapes at byte 0: expected a byte from 00 to 1F, `\"`, `\\` or byte 7F, \
         found byte C3"
    );
    let error: Box<dyn std::error::Error + Send + Sync> = Box::new(error);
    assert!(error.to_string().starts_with("invalid IPv4address"));
}

#[test]
fn errors_are_values() {
    assert_eq!(Host::parse("a_"), Host::parse("a_"));
    assert_ne!(Host::parse("a_").unwrap_err(), SameHost::parse("a_").unwrap_err());
    assert_ne!(Host::parse("a_").unwrap_err(), Host::parse("aa_").unwrap_err());
    assert!(size_of::<ParseError>() <= 4 * size_of::<usize>());
    let shown = format!("{:?}", Ipv4Address::parse("1.2.3.").unwrap_err());
    assert_eq!(
        shown,
        "ParseError { rule: \"IPv4address\", part: None, offset: 6, found: None, \
         expected: ByteSet(a digit), end_expected: false }"
    );
}

#[test]
#[allow(clippy::should_panic_without_expect)]
fn new_panics_with_the_offset() {
    let panic = std::panic::catch_unwind(|| Host::new("a.b_")).unwrap_err();
    assert_eq!(panic.downcast_ref::<String>().unwrap(), "invalid hostname at byte 3");
    let many = "1".repeat(1234) + "x";
    let panic = std::panic::catch_unwind(|| Ipv4Address::new(&many)).unwrap_err();
    assert_eq!(panic.downcast_ref::<String>().unwrap(), "invalid IPv4address at byte 1234");
}

#[test]
fn prefixes_are_the_longest() {
    let prefix = |text| Host::longest_prefix(text).map(Host::as_str);
    assert_eq!(prefix("a.b/c"), Some("a.b"));
    assert_eq!(prefix("a-/c"), Some("a"));
    assert_eq!(prefix("1.2.3.4.5"), Some("1.2.3.4"));
    assert_eq!(prefix("1.2.3.4.5."), Some("1.2.3.4"));
    assert_eq!(prefix("1.2.3.4.5.b"), Some("1.2.3.4.5.b"));
    assert_eq!(prefix("/"), None);
    assert_eq!(AnyText::longest_prefix("aä").map(AnyText::as_str), Some("a"));
    assert_eq!(Nothing::longest_prefix("x"), Some(Nothing::new("")));
    assert_eq!(Never::longest_prefix(""), None);
}

#[test]
fn languages_are_exact() {
    // The last label may be numeric only if all four are.
    assert!(Host::is_match("1.2.3.4") && !Host::is_match("1.2.3"));
    assert!(Host::is_match("1.2.3.4a.b") && !Host::is_match("1.2.3.4.5"));
    assert!(!Host::is_match("a-.b") && Host::is_match("a-b."));
    assert!(!Never::is_match("") && !Never::is_match("x"));
    assert!(Nothing::is_match("") && !Nothing::is_match("x"));
    assert!(SelfRule::is_match("Ss"));
    for length in [299, 300, 301] {
        assert_eq!(Long::is_match(&"x".repeat(length)), length == 300);
    }
    for length in [259, 260, 270, 271] {
        let text = "7".repeat(length);
        assert_eq!(LongOrNot::is_match(&text), (260..=270).contains(&length));
    }
    assert_eq!(Long::parse(&"x".repeat(310)).unwrap_err().offset(), 300);
    assert!(!AnyText::is_match_bytes(b"\xFF") && AnyText::is_match_bytes(b"\x7F"));
}

#[test]
fn views_behave_like_text() {
    let view = Host::try_from("a.b").unwrap();
    assert_eq!(format!("{view:>5}|{view}"), "  a.b|a.b");
    assert_eq!(AsRef::<str>::as_ref(&view), "a.b");
    assert_eq!(view.as_bytes(), b"a.b");
    assert!(Host::new("a") < Host::new("b"));
    assert_eq!(format!("{view:?}"), "Host(\"a.b\")");
    let set: std::collections::HashSet<_> = [view, HOST].into();
    assert_eq!(set.len(), 1);
}
