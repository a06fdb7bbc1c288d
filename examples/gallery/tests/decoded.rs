//! Decoded text of several grammars, and what becomes of values that try to leave their field.

use gallery::rfc5322_plain::{Mailbox, values as mail};
use gallery::rfc8259::JsonStringBuf;
use gallery::rfc9110::{
    AuthValueBuf, Authorization, ContentType, ParameterValueBuf, QuotedStringBuf, values,
};
use std::borrow::Cow;

/// Values with delimiters, controls and characters that are not ASCII, alone and inside of others.
fn attacks() -> Vec<String> {
    let parts = [
        "",
        "\"",
        "\\",
        "\\\"",
        "\"\"",
        ";",
        ",",
        "=",
        ":",
        "<",
        ">",
        "@",
        "(",
        ")",
        "/",
        " ",
        "\t",
        "\r",
        "\n",
        "\r\n",
        "\r\nX: y",
        "\r\n y",
        "\0",
        "\u{7F}",
        "é",
        "😀",
        "%0D%0A",
        "a=b",
        "; c=d",
        "\"; c=\"d",
        "\\u0022",
        "b\" <c@d>",
    ];
    let around = |it: &&str| {
        [
            (*it).to_owned(),
            format!("x{it}y"),
            format!("{it} {it}"),
            format!("{it}{it}"),
            format!("x {it}"),
        ]
    };
    parts.iter().flat_map(around).collect()
}

fn has_control(value: &str) -> bool {
    value.chars().any(|it| it != '\t' && it.is_ascii_control())
}

#[test]
fn parameters_are_quoted_if_they_must_be() {
    let read = ContentType::parse(b"text/html; charset=\"ut\\f-8\"").unwrap().to_value();
    assert_eq!(*read.parameters[0].value, *b"utf-8");
    let made = |value: &'static [u8]| values::ContentType {
        main_type: "text",
        subtype: "plain",
        parameters: vec![values::Parameter { name: "title", value: value.into() }],
    };
    let text = made(b"a \"b\"").to_text().unwrap();
    assert_eq!(text.as_bytes(), br#"text/plain;title="a \"b\"""#);
    assert_eq!(made(b"ab").to_text().unwrap().as_bytes(), b"text/plain;title=ab");
    assert_eq!(made(b"a\r\nb").to_text().unwrap_err().field(), "parameters[0].value");
}

#[test]
fn headers_cannot_be_injected() {
    for value in attacks() {
        let owned: Cow<'_, [u8]> = value.as_bytes().into();
        let parameter = |name| values::Parameter { name, value: owned.clone() };
        let data = values::ContentType {
            main_type: "a",
            subtype: "b",
            parameters: vec![parameter("c"), parameter("d")],
        };
        let text = data.to_text();
        assert_eq!(text.is_err(), has_control(&value), "{value:?}");
        if let Ok(text) = text {
            assert_eq!(ContentType::parse(text.as_bytes()).unwrap().to_value(), data, "{value:?}");
        }
        let parameters = vec![values::AuthParam { name: "c", value: owned.clone() }; 2];
        let data = values::Authorization { scheme: "Digest", token68: None, parameters };
        if let Ok(text) = data.to_text() {
            assert_eq!(
                Authorization::parse(text.as_bytes()).unwrap().to_value(),
                data,
                "{value:?}"
            );
        } else {
            assert!(has_control(&value), "{value:?}");
        }
        for (is_written, text) in [
            (
                !has_control(&value),
                QuotedStringBuf::from_value(&owned).map(|it| it.value().into_owned()),
            ),
            (
                !has_control(&value),
                ParameterValueBuf::from_value(&owned).map(|it| it.value().into_owned()),
            ),
            (
                !has_control(&value),
                AuthValueBuf::from_value(&owned).map(|it| it.value().into_owned()),
            ),
        ] {
            assert_eq!(text.is_ok(), is_written, "{value:?}");
            assert!(text.is_err() || text.unwrap() == *owned, "{value:?}");
        }
    }
}

#[test]
fn mailboxes_cannot_be_injected() {
    let known = Mailbox::parse("\"Other, Ann\" <ann@example.com>").unwrap().to_value();
    assert_eq!(known.display_name.as_deref(), Some("Other, Ann"));
    let mut refused = 0;
    for value in attacks() {
        let data = mail::Mailbox { display_name: Some(value.clone().into()), ..known.clone() };
        match data.to_text() {
            Ok(text) => assert_eq!(text.to_value(), data, "{value:?}"),
            Err(error) => {
                assert_eq!(error.field(), "display_name");
                assert!(
                    has_control(&value) || !value.is_ascii() || value.contains('\t'),
                    "{value:?}"
                );
                refused += 1;
            }
        }
    }
    assert!(refused > 10, "{refused}");
}

#[test]
fn every_text_is_a_string_of_json() {
    for value in attacks() {
        let text = JsonStringBuf::from_value(&value).unwrap();
        assert_eq!(text.try_value().unwrap(), value);
        assert!(!text.as_str().contains(['\r', '\n', '\0']));
    }
    assert_eq!(
        JsonStringBuf::from_value("a\"\u{1}\n/é😀").unwrap().as_str(),
        r#""a\"\u0001\n/é😀""#
    );
    let half = gallery::rfc8259::JsonString::parse(r#""\uD83D""#).unwrap().try_value();
    let shown = "the surrogate at byte 1 of the text lacks its other half";
    assert_eq!(half.unwrap_err().to_string(), shown);
}
