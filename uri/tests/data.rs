//! Data in URLs, RFC 2397.

use super::random::Random;
use uri::data::{Base64ErrorKind, DataUrl, Form, MediaTypeError};

fn octets(text: &str) -> Vec<u8> {
    DataUrl::parse(text).unwrap().octets().unwrap().collect()
}

/// Sections 3 and 4.
#[test]
fn examples_are_read() {
    let url = DataUrl::new("data:,A%20brief%20note");
    assert!(!url.is_base64() && url.main_type().is_none() && url.media_type() == "");
    assert_eq!(octets(url.as_str()), b"A brief note");

    let url = DataUrl::new("data:text/plain;charset=iso-8859-7,%be%d3%be");
    assert_eq!(url.mime().to_string(), "text/plain;charset=iso-8859-7");
    assert_eq!(octets(url.as_str()), b"\xBE\xD3\xBE");

    let url =
        DataUrl::new("data:application/vnd-xxx-query,select_vcount,fcol_from_fieldtable/local");
    assert!(url.mime().is("APPLICATION", "vnd-xxx-query"));
    assert!(url.mime().parameter("charset").is_none());
    assert_eq!(url.data().as_str(), "select_vcount,fcol_from_fieldtable/local");

    let gif = octets("data:image/gif;base64,R0lGODdhMAAwAPAAAAAAAP///ywAAAAAMAAw");
    assert!(gif.starts_with(b"GIF87a0\x000\x00") && gif.len() == 27);
}

#[test]
fn media_types_have_defaults() {
    let mime = |text| DataUrl::new(text).mime().to_string();
    assert_eq!(mime("data:,"), "text/plain;charset=US-ASCII");
    assert_eq!(mime("data:;BASE64,"), "text/plain;charset=US-ASCII");
    assert_eq!(mime("data:;x=y,"), "text/plain;x=y");
    assert_eq!(mime("data:text/plain,"), "text/plain");
    assert_eq!(mime("data:a/b;base64=c,"), "a/b;base64=c");

    assert_eq!(DataUrl::new("data:a/b;c=d;Base64,").media_type(), "a/b;c=d");
    assert_eq!(DataUrl::new("data:a/b;base64=c,").media_type().subtype().unwrap(), "b");
    let url = DataUrl::new("data:a/b;Base64=c;x=%22%20%3B%22;X=2,d");
    assert!(!url.is_base64());
    assert_eq!(url.mime().parameter("x").unwrap().to_string(), " ;");
    assert_eq!(url.mime().parameter("BASE64").unwrap().to_string(), "c");
    assert!(DataUrl::new("data:,").mime().parameter("CharSet").unwrap() == "US-ASCII");
}

#[test]
fn values_are_unquoted() {
    let value = |text: &str| {
        let text = format!("data:;x={text},");
        let value = DataUrl::parse(&text).unwrap().mime().parameter("x").unwrap();
        let octets: Vec<u8> = value.clone().collect();
        assert_eq!(value.to_string(), String::from_utf8_lossy(&octets));
        value.to_string()
    };
    assert_eq!(value("a%20b"), "a b");
    assert_eq!(value("%22%22"), "");
    assert_eq!(value("%22a%5C%22b%5C%5C%22"), "a\"b\\");
    assert_eq!(value("%22%C3%A9%22"), "é");
    // Not quoted strings.
    for text in ["\"", "\"a", "a\"", "\"a\"b", "\"a\\\"", "\"a\"b\""] {
        let escaped = text.replace('"', "%22").replace('\\', "%5C");
        assert_eq!(value(&escaped), text);
    }
}

/// RFC 4648 section 10.
#[test]
fn base64_is_that_of_the_rfc() {
    for (data, text) in [
        ("", ""),
        ("f", "Zg=="),
        ("fo", "Zm8="),
        ("foo", "Zm9v"),
        ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ] {
        let url = DataUrl::encode(data).form(Form::Base64).to_string();
        assert_eq!(url, format!("data:;base64,{text}"));
        assert_eq!(octets(&url), data.as_bytes());
        let unpadded = url.trim_end_matches('=');
        let forgiving = DataUrl::parse(unpadded).unwrap().octets_forgiving().unwrap();
        assert!(forgiving.eq(data.bytes()));
    }
}

#[test]
fn base64_is_read_strictly() {
    let url = |text: &str| format!("data:;base64,{text}");
    let error = |text: &str| {
        let error = DataUrl::parse(&url(text)).unwrap().octets().unwrap_err();
        (error.offset(), error.kind())
    };
    assert_eq!(error("Zg"), (2, Base64ErrorKind::Length));
    assert_eq!(error("Zg="), (3, Base64ErrorKind::Length));
    assert_eq!(error("Z==="), (3, Base64ErrorKind::Padding));
    assert_eq!(error("Zg==Zg=="), (4, Base64ErrorKind::Padding));
    assert_eq!(error("Zm9v===="), (6, Base64ErrorKind::Padding));
    assert_eq!(error("Zm9v=="), (6, Base64ErrorKind::Length));
    assert_eq!(error("="), (1, Base64ErrorKind::Length));
    assert_eq!(error("Zh=="), (4, Base64ErrorKind::LeftOver));
    assert_eq!(error("Zm9="), (4, Base64ErrorKind::LeftOver));
    assert_eq!(error("Z%0Ag=="), (1, Base64ErrorKind::Octet(b'\n')));
    assert_eq!(error("Zg-_"), (2, Base64ErrorKind::Octet(b'-')));
    // Escapes are decoded first.
    assert_eq!(octets(&url("%5ag%3D=")), b"f");

    let forgiving = |text: &str| -> Option<Vec<u8>> {
        Some(DataUrl::parse(&url(text)).unwrap().octets_forgiving().ok()?.collect())
    };
    for text in ["Zg", "Zh==", "%20Z%09g%0A=%0C=%0D", "Zg==%20"] {
        assert_eq!(forgiving(text).as_deref(), Some(&b"f"[..]), "{text}");
    }
    for text in ["Z", "Zg=", "Zg===", "Zg=a", "Zm9vZ", "Z%0Bg", "=", "==", "Zm9v=", "Zg%A0"] {
        assert_eq!(forgiving(text), None, "{text}");
    }
}

#[test]
fn the_shorter_form_is_written() {
    // Equal lengths: "%00" twelve times is 36 bytes, and 12 octets are ";base64" and 16 characters.
    let url = |data: &[u8]| DataUrl::encode(data).to_string();
    assert_eq!(url(b"\0\0\0"), "data:,%00%00%00");
    assert_eq!(url(&[0; 12]), "data:;base64,AAAAAAAAAAAAAAAA");
    for length in 0..40 {
        for escapes in 0..=length {
            let data = [vec![0xFF; escapes], vec![b'a'; length - escapes]].concat();
            let builder = DataUrl::encode(&data);
            let lengths = [Form::Escaped, Form::Base64].map(|form| builder.form(form).text_len());
            assert_eq!(builder.text_len(), lengths[0].min(lengths[1]));
            assert_eq!(url(&data).contains(";base64"), lengths[1] < lengths[0]);
        }
    }
}

#[test]
fn media_types_cannot_have_delimiters() {
    let url = DataUrl::encode("");
    for name in ["", "a/b", "a,b", "a;b", "a b", "a\"", "ä", "a\n", "a="] {
        assert_eq!(url.media_type(name, "x").unwrap_err(), MediaTypeError::Name, "{name}");
        assert_eq!(url.media_type("x", name).unwrap_err(), MediaTypeError::Name, "{name}");
        assert_eq!(url.parameters(&[(name, "")]).unwrap_err(), MediaTypeError::Name, "{name}");
    }
    let error = url.parameters(&[("a", "b"), ("c", "d\r\ne")]).unwrap_err();
    assert_eq!(error, MediaTypeError::Value { index: 1 });
    let text = url.media_type("a%b", "c#d^").unwrap().to_string();
    assert_eq!(text, "data:a%25b/c%23d%5E,");
}

/// Random data, parameters and forms are read back as they were.
#[test]
fn data_is_read_back() {
    let mut random = Random::new(2397);
    let all: Vec<u8> = (0..=255).collect();
    let values = ["a", " ", ";", ",", "\"", "\\", "%", "%22", "é", "#", "=", "/"];
    for _ in 0..2_000 {
        let data = random.some(&all, 0, 20);
        let value = random.some(&values, 0, 6).concat();
        let parameters = [("x", value.as_str()), ("base64", "y")];
        let form = [Form::Shortest, Form::Escaped, Form::Base64][random.below(3)];
        let builder = DataUrl::encode(&data).form(form).parameters(&parameters).unwrap();
        let builder = match random.below(2) {
            0 => builder,
            _ => builder.media_type("image", "svg+xml").unwrap(),
        };
        let mut buffer = [0; 512];
        let url = builder.write_in(&mut buffer).unwrap();
        assert_eq!(url.octets().unwrap().collect::<Vec<_>>(), data, "{url}");
        assert!(url.mime().parameter("X").unwrap() == *value, "{url}");
        assert_eq!(url.parameters().count(), 2);
        let mut place = [0; 64];
        assert_eq!(url.octets().unwrap().write_in(&mut place).unwrap(), data);
        #[cfg(feature = "alloc")]
        assert_eq!(url.octets_forgiving().unwrap().to_bytes(), data);
        #[cfg(feature = "rfc3986")]
        assert_eq!(DataUrl::try_from(uri::rfc3986::Uri::from(url)), Ok(url));
    }
}

#[test]
fn octets_need_room() {
    let octets = DataUrl::new("data:;base64,Zm9v").octets().unwrap();
    assert_eq!(octets.clone().write_in(&mut [0; 3]).unwrap(), b"foo");
    let error = octets.write_in(&mut [0; 2]).unwrap_err();
    assert_eq!(error, uri::WriteError::BufferTooSmall { needed: 3 });
}
