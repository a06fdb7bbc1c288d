//! News, RFC 1738 sections 3.6 and 3.7.

use super::sent;
use uri::rfc1738::{Article, Group, NewsTarget, NewsUrl, NntpUrl};

#[test]
fn targets() {
    for (text, target, command) in [
        ("news:*", NewsTarget::AllGroups, "LIST"),
        (
            "news:comp.infosystems.www.misc",
            NewsTarget::Group(Group::new("comp.infosystems.www.misc")),
            "GROUP comp.infosystems.www.misc",
        ),
        ("news:a@h.org", NewsTarget::Article(Article::new("a@h.org")), "ARTICLE <a@h.org>"),
        (
            "news:a%25b/$c@1.2.3.4",
            NewsTarget::Article(Article::new("a%25b/$c@1.2.3.4")),
            "ARTICLE <a%b/$c@1.2.3.4>",
        ),
    ] {
        let url = NewsUrl::parse(text).unwrap();
        assert_eq!((url.target(), url.grouppart().target()), (target, target));
        assert_eq!(sent(&url.command().unwrap()), format!("{command}\r\n"), "{text}");
    }
}

#[test]
fn nothing_can_end_a_message_id() {
    for octet in 0..=0xFF_u8 {
        let text = format!("news:a%{octet:02X}@h");
        let command = NewsUrl::parse(&text).unwrap().command();
        match octet {
            b'<' | b'>' => assert!(command.is_err(), "{text}"),
            0x21..=0x7E => assert!(command.is_ok(), "{text}"),
            _ => assert_eq!(command.unwrap_err().octet(), octet),
        }
    }
}

#[test]
fn articles_by_number() {
    for (text, number, commands) in [
        ("nntp://h/g", Some(None), &["GROUP g"][..]),
        ("nntp://h/g/1", Some(Some(1)), &["GROUP g", "ARTICLE 1"]),
        ("nntp://1.2.3.4:119/g.h/0017", Some(Some(17)), &["GROUP g.h", "ARTICLE 0017"]),
        (
            "nntp://h/g/18446744073709551615",
            Some(Some(u64::MAX)),
            &["GROUP g", "ARTICLE 18446744073709551615"],
        ),
        ("nntp://h/g/18446744073709551616", None, &["GROUP g", "ARTICLE 18446744073709551616"]),
    ] {
        let url = NntpUrl::parse(text).unwrap();
        assert_eq!(url.article_number().ok(), number, "{text}");
        let lines: Vec<String> = url.commands().map(|line| sent(&line)).collect();
        let expected: Vec<String> = commands.iter().map(|line| format!("{line}\r\n")).collect();
        assert_eq!(lines, expected, "{text}");
    }
}
