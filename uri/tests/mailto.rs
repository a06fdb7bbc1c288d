//! Mail to be written, RFC 6068.

use super::random::Random;
use uri::mailto::{AddressError, ComposeError, Field, MailtoUri, Recipient};

/// A text, the recipients, and the fields in it.
type Example = (&'static str, &'static [&'static str], &'static [(&'static str, &'static str)]);

/// Sections 2 and 6.
const EXAMPLES: [Example; 16] = [
    ("mailto:chris@example.com", &["chris@example.com"], &[]),
    (
        "mailto:infobot@example.com?subject=current-issue",
        &["infobot@example.com"],
        &[("subject", "current-issue")],
    ),
    (
        "mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index",
        &["infobot@example.com"],
        &[("body", "send current-issue\r\nsend index")],
    ),
    (
        "mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E",
        &["list@example.org"],
        &[("In-Reply-To", "<3469A91.D10AF4C@example.com>")],
    ),
    (
        "mailto:joe@example.com?cc=bob@example.com&body=hello",
        &["joe@example.com"],
        &[("cc", "bob@example.com"), ("body", "hello")],
    ),
    ("mailto:addr1@an.example,addr2@an.example", &["addr1@an.example", "addr2@an.example"], &[]),
    ("mailto:gorby%25kremvax@example.com", &["gorby%kremvax@example.com"], &[]),
    (
        "mailto:unlikely%3Faddress@example.com?blat=foop",
        &["unlikely?address@example.com"],
        &[("blat", "foop")],
    ),
    ("mailto:Mike%26family@example.org", &["Mike&family@example.org"], &[]),
    ("mailto:%22not%40me%22@example.org", &["\"not@me\"@example.org"], &[]),
    ("mailto:%22oh%5C%5Cno%22@example.org", &[r#""oh\\no"@example.org"#], &[]),
    (
        "mailto:%22%5C%5C%5C%22it's%5C%20ugly%5C%5C%5C%22%22@example.org",
        &[r#""\\\"it's\ ugly\\\""@example.org"#],
        &[],
    ),
    ("mailto:user@example.org?subject=caf%C3%A9", &["user@example.org"], &[("subject", "café")]),
    (
        "mailto:user@example.org?subject=%3D%3Futf-8%3FQ%3Fcaf%3DC3%3DA9%3F%3D",
        &["user@example.org"],
        &[("subject", "=?utf-8?Q?caf=C3=A9?=")],
    ),
    (
        "mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test&body=NATTO",
        &["user@納豆.example.org"],
        &[("subject", "Test"), ("body", "NATTO")],
    ),
    ("mailto:a@%5B192.0.2.1%5D", &["a@[192.0.2.1]"], &[]),
];

#[test]
fn examples_are_read_and_written() {
    for (text, recipients, fields) in EXAMPLES {
        let uri = MailtoUri::parse(text).unwrap();
        let decoded = uri.recipients().map(|it| it.address().unwrap().to_string());
        assert_eq!(decoded.collect::<Vec<_>>(), recipients, "{text}");
        let decoded = uri.fields().map(|it| (it.name().decode(), it.value().decode()));
        let decoded: Vec<_> = decoded.map(|(a, b)| (a.to_string(), b.to_string())).collect();
        let wanted: Vec<_> =
            fields.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        assert_eq!(decoded, wanted, "{text}");
        assert_eq!(MailtoUri::compose(recipients, fields).unwrap().to_string(), text);
    }
}

#[test]
fn recipients_come_from_fields_too() {
    let recipients = |text| -> Vec<String> {
        MailtoUri::new(text).recipients().map(|it| it.to_string()).collect()
    };
    assert_eq!(recipients("mailto:"), [""; 0]);
    assert_eq!(recipients("mailto:?to=&To=,a@b,%20c@d%09,"), ["a@b", "c@d"]);
    assert_eq!(recipients("mailto:x@y?to=a@b%2Cc@d&cc=e@f&%74O=g@h"), ["x@y", "a@b", "c@d", "g@h"]);
    // A comma in quotes, and an escaped quotation mark in these.
    assert_eq!(recipients("mailto:?to=%22a,b%5C%22,%22@c,d@e"), ["\"a,b\\\",\"@c", "d@e"]);
    // Before the `?`, an escaped comma is data.
    assert_eq!(recipients("mailto:a%2Cb@c"), ["a,b@c"]);

    let uri = MailtoUri::new("mailto:a@b?cc=c@d&bcc=e@f,g@h&CC=i@j");
    assert_eq!(uri.cc().map(Recipient::as_str).collect::<Vec<_>>(), ["c@d", "i@j"]);
    assert_eq!(uri.bcc().map(Recipient::as_str).collect::<Vec<_>>(), ["e@f", "g@h"]);
}

/// Section 2: texts of the grammar that are not addresses once they are decoded.
#[test]
fn spaces_are_trimmed_in_fields_only() {
    let recipients = |text| -> Vec<String> {
        MailtoUri::new(text).recipients().map(|it| it.to_string()).collect()
    };
    assert_eq!(recipients("mailto:?to=a@b,%20c@d"), ["a@b", "c@d"]);
    assert_eq!(recipients("mailto:%20a@b"), [" a@b"]);
    assert!(MailtoUri::new("mailto:%20a@b").recipients().next().unwrap().address().is_err());
}

#[test]
fn addresses_are_checked() {
    let error = |text: &str| {
        let text = format!("mailto:{text}");
        let uri = MailtoUri::parse(&text).unwrap();
        let recipients: Vec<_> = uri.recipients().collect();
        recipients[0].address().unwrap_err()
    };
    let octet = |offset, octet| AddressError::Octet { offset, octet };
    assert_eq!(error("a%0D%0Ab@c"), octet(1, b'\r'));
    assert_eq!(error("a%2Cb@c"), octet(1, b','));
    assert_eq!(error("a%40b@c"), octet(5, b'@'));
    assert_eq!(error("a%20b@c"), octet(1, b' '));
    assert_eq!(error("a%2E%2Eb@c"), octet(4, b'.'));
    assert_eq!(error("%22a%20b%22@c"), octet(4, b' '));
    assert_eq!(error("%22a%22b@c"), octet(7, b'b'));
    assert_eq!(error("a@b%5B"), octet(3, b'['));
    assert_eq!(error("a@%5Bb%5Dc"), octet(9, b'c'));
    assert_eq!(error("%22a@c"), AddressError::Incomplete);
    assert_eq!(error("a@c%2E"), AddressError::Incomplete);
    assert!(matches!(error("a%FF@c"), AddressError::InvalidUtf8(error) if error.offset() == 1));
    // Fields may have names beside addresses, which are not read.
    assert_eq!(error("?to=Chris%20%3Ca@b%3E"), octet(5, b' '));
}

#[test]
fn unsafe_fields_are_found() {
    let uri =
        MailtoUri::new("mailto:a@b?Subject=x&KEYWORDS=y&body=z&to=c@d&attach=%2Fe&subject=%0A");
    let unsafe_fields: Vec<&str> = uri.unsafe_fields().map(Field::as_str).collect();
    assert_eq!(unsafe_fields, ["to=c@d", "attach=%2Fe", "subject=%0A"]);
    assert!(uri.subject().unwrap() == "x" && uri.body().unwrap() == "z");
    assert_eq!(uri.field("ATTACH").unwrap().as_str(), "%2Fe");
    assert_eq!(uri.field("x"), None);
}

#[test]
fn data_cannot_leave_its_field() {
    let text = MailtoUri::compose(&[], &[("x=y", "a&b=c#d;e")]).unwrap().to_string();
    assert_eq!(text, "mailto:?x%3Dy=a%26b%3Dc%23d%3Be");
    let text = MailtoUri::compose(&[], &[("BODY", "a\nb\rc\r\nd\n\n")]).unwrap().to_string();
    assert_eq!(text, "mailto:?BODY=a%0D%0Ab%0D%0Ac%0D%0Ad%0D%0A%0D%0A");

    let error = |recipients: &[&str], fields: &[(&str, &str)]| {
        MailtoUri::compose(recipients, fields).unwrap_err()
    };
    assert_eq!(
        error(&[], &[("a", ""), ("subject", "x\ny")]),
        ComposeError::Value { index: 1, offset: 1 }
    );
    assert_eq!(error(&[], &[("body", "\0")]), ComposeError::Value { index: 0, offset: 0 });
    for name in ["", "a b", "a:b", "ä", "a\n"] {
        assert_eq!(error(&[], &[(name, "")]), ComposeError::Name { index: 0 });
    }
    let fields = [("Subject", ""), ("keywords", ""), ("Keywords", ""), ("subject", "")];
    let repeated = error(&[], &fields);
    assert_eq!(repeated, ComposeError::Repeated { index: 3 });
    let message = "a message can have only one field with the name of field 3";
    assert_eq!(repeated.to_string(), message);
    // An escape in a domain is for characters beyond ASCII.
    for recipient in ["a@b%c", "a@b/c", "a@[b@c]", "a@[b,c]", "a@b{c"] {
        let octet =
            recipient.as_bytes()[recipient.len() - if recipient.ends_with(']') { 3 } else { 2 }];
        let offset = recipient.rfind(char::from(octet)).unwrap();
        let error = error(&[recipient], &[]);
        assert_eq!(
            error,
            ComposeError::Recipient { index: 0, error: AddressError::Octet { offset, octet } }
        );
    }
    for recipient in ["", "a", "a@", "@b", "a@b,c@d", "a@b?cc=c@d", "a@b\r\n", "A <a@b>", "a@b@c"] {
        let is_refused = match error(&["x@y", recipient], &[]) {
            ComposeError::Recipient { index, .. } => index == 1,
            _ => false,
        };
        assert!(is_refused, "{recipient}");
    }
}

/// Random addresses and fields are read back as they were.
#[test]
fn data_is_read_back() {
    let mut random = Random::new(6068);
    let atoms = ["a", "Z9", "!#$%&'*+-/=?^_`{|}~", "é", "納", "%41", "x"];
    let quoted = ["a", "\\\"", "\\\\", "\\ ", "@", ",", ".", "(", ":", "&", "é", "..", "<"];
    let values = ["a", " ", "&", "=", "+", ";", "%", "%41", "#", "?", "é", "\"", "/", ",", "\t"];
    for _ in 0..2_000 {
        let mut recipients = Vec::new();
        for _ in 0..random.below(4) {
            let local = match random.below(2) {
                0 => random.some(&atoms, 1, 3).join("."),
                _ => format!("\"{}\"", random.some(&quoted, 0, 4).concat()),
            };
            let domain = match random.below(3) {
                0 => format!("[{}]", random.some(&["a", ":", ".", "1", "(", "é"], 0, 4).concat()),
                _ => random.some(&["a", "Z9", "!$'*+-_~", "é", "納"], 1, 3).join("."),
            };
            recipients.push(format!("{local}@{domain}"));
        }
        let mut fields = Vec::new();
        for _ in 0..random.below(4) {
            let name = random.some(&["a", "=", "&", "%", "B", "?", "#"], 1, 3).concat();
            fields.push((name, random.some(&values, 0, 6).concat()));
        }
        let recipients_as: Vec<&str> = recipients.iter().map(String::as_str).collect();
        let fields_as: Vec<_> = fields.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        let composed = MailtoUri::compose(&recipients_as, &fields_as).unwrap();
        let mut buffer = [0; 1024];
        let uri = composed.write_in(&mut buffer).unwrap();
        assert_eq!(uri.as_str().len(), composed.text_len());
        let read = uri.recipients().map(|it| it.address().unwrap().to_string());
        assert_eq!(read.collect::<Vec<_>>(), recipients, "{uri}");
        let read = uri
            .fields()
            .map(|it| (it.name().decode().to_string(), it.value().decode().to_string()));
        assert_eq!(read.collect::<Vec<_>>(), fields, "{uri}");
        #[cfg(feature = "rfc3986")]
        assert_eq!(uri::rfc3986::Uri::from(uri).as_str(), uri.as_str());
    }
}

#[cfg(feature = "rfc3986")]
#[test]
fn uris_with_fragments_are_not_of_the_scheme() {
    use uri::rfc3986::{Uri, UriReference};

    let uri = MailtoUri::new("mailto:a@b?subject=x");
    assert_eq!(Uri::from(uri).query().unwrap(), "subject=x");
    assert_eq!(MailtoUri::try_from(UriReference::from(uri)), Ok(uri));
    let with_fragment = Uri::new("mailto:a@b#c");
    assert!(MailtoUri::try_from(with_fragment).is_err());
    assert!(MailtoUri::try_from(with_fragment.strip_fragment()).is_ok());
}
