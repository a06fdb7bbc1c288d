//! Facts about a crate of several grammars.

use emitted_modules::{Label, Number, ParseError, other, sizes, third, void};

#[test]
fn rules_with_one_name_have_separate_types() {
    assert!(Label::is_match("xyz") && !other::Label::is_match("xyz"));
    assert!(other::Word::is_match("xyz") && Number::is_match("12") && third::Digits::is_match("12"));
}

#[test]
fn a_shared_matcher_names_each_rule() {
    let error: ParseError = other::Word::parse("1").unwrap_err();
    assert_eq!(error.to_string(), "invalid word at byte 0: expected a letter, found `1`");
    assert_eq!(Label::parse("1").unwrap_err().rule(), "label");
}

#[test]
fn modules_have_the_same_rules() {
    assert!(other::Flag::is_match("01=1") && !third::Flag::is_match("01=2"));
    assert_eq!(other::Flag::new("01=1").value().unwrap().as_str(), "1");
    assert_eq!(third::Flag::new("01=1").item().as_str(), "01");
}

#[test]
fn modules_have_what_they_use() {
    assert!(sizes::Size::is_match("xs") && !sizes::Size::is_match("x"));
    assert!(!void::One::is_match("ab"));
}
