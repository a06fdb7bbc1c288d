//! Addresses from a form and from a message, and obsolete syntax.

use gallery::rfc5322::{AddrSpec, Address, AddressList, DateTime, Mailbox, MessageId};
use gallery::rfc5322_plain as plain;

/// The domain of an address that a user has entered.
fn domain(typed: &str) -> Option<&str> {
    Some(plain::AddrSpec::parse(typed.trim()).ok()?.domain().as_str())
}

#[test]
fn what_somebody_typed() {
    assert_eq!(domain(" me+list@mail.example\n"), Some("mail.example"));
    assert_eq!(domain("\"a b\"@[192.0.2.1]"), Some("[192.0.2.1]"));
    for wrong in
        ["me", "me@", "@mail.example", "a@b@c", ".me@a", "me.@a", "a b@c", "me@mail..example"]
    {
        assert_eq!(domain(wrong), None, "{wrong}");
    }
}

#[test]
fn the_name_of_a_sender() {
    let name = |text| plain::Mailbox::parse(text).unwrap().display_name().map(|it| it.as_str());
    assert_eq!(name("Ann <ann@mail.example>"), Some("Ann"));
    assert_eq!(name("\"Other, Ann\" Q <ann@mail.example>"), Some("\"Other, Ann\" Q"));
    assert_eq!(name("<ann@mail.example>"), None);
    assert_eq!(name("ann@mail.example"), None);
    // A name with a dot needs quotes; without them it is obsolete syntax.
    assert!(!plain::Mailbox::is_match("Ann Q. <a@b>") && Mailbox::is_match("Ann Q. <a@b>"));
}

#[test]
fn readers_accept_more() {
    let texts = [
        "ann(comment (in a comment, with \\) ))@mail.example",
        "ann @ mail . example",
        "\"ann\" . other@mail.example",
        "Ann <@relay.example,@other.example:ann@mail.example>",
        "ann\r\n @mail.example",
    ];
    for text in texts {
        assert!(Mailbox::is_match(text) && !plain::Mailbox::is_match(text), "{text}");
    }
    assert_eq!(AddrSpec::parse("ann(open@mail.example").unwrap_err().offset(), 21);
}

#[test]
fn lists_and_groups() {
    assert!(Address::is_match("Nobody:;") && Address::is_match("A: <a@b>, c@d;"));
    assert!(!Mailbox::is_match("Nobody:;"));
    assert!(AddressList::is_match("a@b, Nobody:;, c@d"));
    // Empty elements are obsolete.
    assert!(AddressList::is_match(", a@b,, c@d,"));
    assert!(!AddressList::is_match("a@b c@d"));
}

#[test]
fn identifiers_and_dates() {
    assert!(MessageId::is_match(" <a.b@[c]> ") && !MessageId::is_match("<a b@c>"));
    let id = plain::MessageId::new("<20240229.1@mail.example>");
    assert_eq!((id.id_left().as_str(), id.id_right().as_str()), ("20240229.1", "mail.example"));
    for date in ["29 Feb 2024 23:59 +0000", "Thu, 29 Feb 24 23:59:60 EST (late)"] {
        assert!(DateTime::is_match(date), "{date}");
    }
    for date in ["2024-02-29T23:59:60Z", "Thu 29 Feb 2024 23:59 +0000", "29 Feb 2024 23:59"] {
        assert!(!DateTime::is_match(date), "{date}");
    }
}
