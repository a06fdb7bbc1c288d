//! Fields as a server reads them.

use gallery::rfc9110::{
    Accept, Authorization, ContentRange, Etag, HttpDate, IfNoneMatch, MediaRange, Range,
    RangeSpecKind, RetryAfter, RetryAfterKind, UserAgent, Vary, VaryItem, WwwAuthenticate,
};

/// Returns the preference of a client for a type, by its most specific range.
fn wants(accept: &[u8], main: &str, sub: &str) -> Option<f32> {
    let matches = |range: MediaRange<'_>| {
        let is_main = range.main_type().is_none_or(|it| it.as_str().eq_ignore_ascii_case(main));
        is_main && range.subtype().is_none_or(|it| it.as_str().eq_ignore_ascii_case(sub))
    };
    let rank = |range: MediaRange<'_>| (range.subtype().is_some(), range.main_type().is_some());
    let items = Accept::parse(accept).ok()?.items();
    let best =
        items.filter(|it| matches(it.media_range())).max_by_key(|it| rank(it.media_range()))?;
    Some(best.weight().map_or(1.0, |it| it.qvalue().value()))
}

#[test]
fn what_a_client_wants() {
    let accept = b"text/*;q=0.3, text/HTML ; level=1 ;q=0.75, */*;q=0.05";
    assert_eq!(wants(accept, "text", "html"), Some(0.75));
    assert_eq!(wants(accept, "text", "plain"), Some(0.3));
    assert_eq!(wants(accept, "image", "png"), Some(0.05));
    assert_eq!(wants(b"text/html", "image", "png"), None);
    assert_eq!(wants(b"text", "text", "html"), None);
}

#[test]
fn bytes_are_shown_as_a_literal() {
    let agent = UserAgent::parse(b"a/1 (\xE9 \\\")").unwrap();
    assert_eq!(format!("{agent:?}"), r#"UserAgent(b"a/1 (\xe9 \\\")")"#);
}

#[test]
fn a_weight_comes_last() {
    let item = |text| Accept::parse(text).unwrap().items().next().unwrap();
    assert!(item(b"a/b;q=0.5;c=d").weight().is_none());
    let parameters = |text| item(text).media_range().parameters().map(|it| it.name().as_str());
    assert!(parameters(b"a/b;q=0.5;c=d").eq(["q", "c"]));
    assert!(parameters(b"a/b;c=d;q=0.5").eq(["c"]));
}

#[test]
fn credentials_are_tokens_or_parameters() {
    let basic = Authorization::parse(b"Basic QWxhZGRpbjpvcGVu==").unwrap();
    assert_eq!(basic.token68().unwrap().as_str(), "QWxhZGRpbjpvcGVu==");
    let digest = Authorization::parse(b"Digest username=\"M, N\", nc = 1").unwrap();
    assert!(digest.token68().is_none());
    let pairs = digest.parameters().map(|it| (it.name().as_str(), it.value().as_bytes()));
    assert!(pairs.eq([("username", &b"\"M, N\""[..]), ("nc", b"1")]));
}

#[test]
fn commas_separate_challenges_and_parameters() {
    let offered =
        WwwAuthenticate::parse(b"Newauth realm=\"x\", type=1, title=\"a \\\"b\\\"\", Basic");
    let mut challenges = offered.unwrap().challenges();
    assert_eq!(challenges.next().unwrap().parameters().count(), 3);
    assert!(challenges.map(|it| it.scheme()).eq(["Basic"]));
}

#[test]
fn ranges_of_bytes() {
    let range = Range::parse("bytes=0-0, 9500-, -1").unwrap();
    assert_eq!(range.range_unit().as_str(), "bytes");
    let ends = range.ranges().map(|it| match it.kind() {
        RangeSpecKind::IntRange(it) => it.last_pos().map(|it| it.value()),
        RangeSpecKind::SuffixRange(it) => Some(it.suffix_length().value()),
        _ => None,
    });
    assert!(ends.eq([Some(0), None, Some(1)]));
    let part = ContentRange::parse("bytes 42-1233/*").unwrap();
    assert_eq!(part.first_pos().unwrap().value(), 42);
    assert!(part.complete_length().is_none());
    let none = ContentRange::parse("bytes */47022").unwrap();
    assert!(none.first_pos().is_none() && none.complete_length().is_some());
    let great = Range::parse("bytes=18446744073709551616-").unwrap().ranges().next().unwrap();
    assert!(matches!(great.kind(), RangeSpecKind::OtherRange(_)));
}

#[test]
fn tags_are_weak_or_not() {
    assert!(Etag::parse(b"W/\"1\"").unwrap().weak().is_some());
    // The mark of a weak tag is an upper-case letter.
    assert_eq!(Etag::parse(b"w/\"1\"").unwrap_err().offset(), 0);
    let tags = IfNoneMatch::parse(b"W/\"a,b\" , \"\"").unwrap();
    assert!(tags.entity_tags().map(|it| it.opaque_tag().as_bytes()).eq([&b"\"a,b\""[..], b"\"\""]));
    assert_eq!(IfNoneMatch::parse(b"*").unwrap().entity_tags().count(), 0);
}

#[test]
fn dates_have_three_forms() {
    let date = HttpDate::parse("Sun, 06 Nov 1994 08:49:37 GMT").unwrap().imf_fixdate().unwrap();
    assert_eq!(
        (date.day().as_str(), date.month().as_str(), date.year().as_str()),
        ("06", "Nov", "1994")
    );
    for old in ["Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
        assert!(HttpDate::parse(old).unwrap().imf_fixdate().is_none());
    }
    assert_eq!(HttpDate::parse("Sun, 06 Nov 1994 08:49:37 UTC").unwrap_err().offset(), 26);
    assert!(matches!(RetryAfter::parse("120").unwrap().kind(), RetryAfterKind::DelaySeconds(_)));
}

#[test]
fn comments_may_be_nested() {
    assert!(UserAgent::is_match(b"Browser/1.0 (X11; (on) Linux) Engine/2"));
    assert_eq!(UserAgent::parse(b"Browser (X11; (on Linux)").unwrap_err().offset(), 24);
}

#[test]
fn a_star_is_not_a_field() {
    let vary = Vary::parse("Accept, *, Accept-Language").unwrap();
    assert!(vary.field_names().eq(["Accept", "Accept-Language"]));
    assert_eq!(vary.items().nth(1), Some(VaryItem::Asterisk));
}
