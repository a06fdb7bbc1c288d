//! Addresses of mail, RFC 1738 section 3.5.

use uri::rfc1738::{MailError, MailtoUrl};

#[test]
fn two_sides() {
    for (text, local, domain) in [
        ("mailto:a@b", "a", "b"),
        ("mailto:a%40b", "a", "b"),
        ("mailto:%22a@b%22@c", "\"a@b\"", "c"),
        ("mailto:%22a%40b%22@c", "\"a@b\"", "c"),
        ("mailto:%22a@b%22%40c", "\"a@b\"", "c"),
        ("mailto:50%25@b", "50%", "b"),
        // `%2540` is the text `%40`.
        ("mailto:a@b%2540c", "a", "b%40c"),
        // A question mark is nothing special.
        ("mailto:a@b?subject=c", "a", "b?subject=c"),
        ("mailto:J%C3%BCrgen@b", "Jürgen", "b"),
    ] {
        let address = MailtoUrl::parse(text).unwrap().address().unwrap();
        assert!(address.local_part() == local, "{text}");
        assert!(address.domain() == domain, "{text}");
        assert_eq!(address.to_string(), format!("{local}@{domain}"));
    }
}

#[test]
fn no_addresses() {
    for text in ["mailto:a", "mailto:@b", "mailto:a@", "mailto:%40", "mailto:a%2540b"] {
        let error = MailtoUrl::parse(text).unwrap().address().unwrap_err();
        assert_eq!(error, MailError::NotTwoSides, "{text}");
    }
    for octet in (0..0x20).chain([0x7F]) {
        for text in [format!("mailto:a%{octet:02X}@b"), format!("mailto:a@b%{octet:02x}")] {
            let error = MailtoUrl::parse(&text).unwrap().address().unwrap_err();
            let MailError::ForbiddenOctet(forbidden) = error else { panic!("{text}: {error}") };
            assert_eq!(forbidden.octet(), octet, "{text}");
        }
    }
}

#[test]
fn addresses_are_padded_as_text_is() {
    let address = MailtoUrl::new("mailto:a%25@b").address().unwrap();
    assert_eq!(format!("[{address:>6}] [{address:<6}] [{address:.3}]"), "[  a%@b] [a%@b  ] [a%@]");
}
