//! Selects the language of a program that fits a tag, by language and script.

use gallery::rfc5646::{GrandfatheredKind, LanguageTag};

/// The first of the tags with the language, and with the script if the tag names one.
fn best<'a>(wanted: &str, there: &[&'a str]) -> Option<&'a str> {
    let wanted = LanguageTag::parse(wanted).ok()?;
    let (language, script) = (wanted.language()?.as_str(), wanted.script().map(|it| it.as_str()));
    let fits = |tag: &&str| {
        let tag = LanguageTag::new(tag);
        let has_script = script.is_none() || tag.script().map(|it| it.as_str()) == script;
        tag.language().is_some_and(|it| it.as_str().eq_ignore_ascii_case(language)) && has_script
    };
    there.iter().copied().find(fits)
}

#[test]
fn languages_fit() {
    let there = ["en-GB", "zh-Hant-TW", "zh-Hans", "de"];
    assert_eq!(best("DE-ch-1996", &there), Some("de"));
    assert_eq!(best("zh-Hans-CN", &there), Some("zh-Hans"));
    assert_eq!(best("fr", &there), None);
    assert_eq!(best("not a tag", &there), None);
}

#[test]
fn subtags_are_distinguished_by_length() {
    let tag = |text| LanguageTag::new(text);
    assert_eq!(tag("zh-yue-HK").language().unwrap().extlang().unwrap().as_str(), "yue");
    assert_eq!(tag("es-419").region().unwrap().as_str(), "419");
    assert!(tag("es-4191").region().is_none());
    // A language of four letters is reserved, and has no extended subtags.
    assert!(!LanguageTag::is_match("abcd-yue") && LanguageTag::is_match("abcd-Latn"));
}

#[test]
fn an_extension_has_content() {
    assert!(LanguageTag::is_match("en-a-bbb-x-a-ccc"));
    assert_eq!(LanguageTag::parse("en-a").unwrap_err().offset(), 4);
    assert_eq!(LanguageTag::parse("en-x").unwrap_err().offset(), 4);
    assert_eq!(LanguageTag::parse("en-a-b").unwrap_err().offset(), 6);
}

#[test]
fn tags_of_former_times() {
    let tag = LanguageTag::new;
    let kind = tag("en-GB-oed").grandfathered().unwrap().kind();
    assert!(matches!(kind, GrandfatheredKind::Irregular(_)));
    // This tag also consists of subtags, which the grammar prefers.
    assert!(tag("zh-min-nan").grandfathered().is_none() && tag("zh-min-nan").language().is_some());
    assert!(tag("x-private").privateuse().is_some() && tag("x-private").language().is_none());
}
