//! `Content-Type` by RFC 9110, with its parameters. The crate `mime` does not decode quoted text, and
//! the parser written by hand splits as much as programs without a library do.

use super::Operation;
use super::samples::one_of;
use super::texts;
use conformance::strings::Random;
use gallery::rfc9110::ContentType;
use gallery::rfc9110::values::ContentType as Data;
use mime::Mime;
use std::borrow::Cow;

pub(crate) fn operations(count: usize) -> Vec<Operation<'static>> {
    vec![read(count), write(count)]
}

fn read(count: usize) -> Operation<'static> {
    let [ours, by_mime, by_hand] = [(); 3].map(|()| texts(count, 9110, text));
    Operation::new("read media types", count)
        .ours("generated", move |take| {
            for text in &ours {
                let data = ContentType::parse(text.as_bytes()).unwrap().to_value();
                take(data.main_type.as_bytes());
                take(data.subtype.as_bytes());
                for parameter in &data.parameters {
                    take(parameter.name.as_bytes());
                    take(&parameter.value);
                }
            }
        })
        .other("mime", move |take| {
            for text in &by_mime {
                let data: Mime = text.parse().unwrap();
                take(data.type_().as_str().as_bytes());
                take(data.subtype().as_str().as_bytes());
                for (name, value) in data.params() {
                    take(name.as_str().as_bytes());
                    take(value.as_str().as_bytes());
                }
            }
        })
        .same("by hand", move |take| {
            for text in &by_hand {
                let (main, rest) = text.split_once('/').unwrap();
                let mut pieces = rest.split(';');
                take(main.as_bytes());
                take(pieces.next().unwrap().trim().as_bytes());
                for parameter in pieces {
                    let (name, value) = parameter.split_once('=').unwrap();
                    take(name.trim().as_bytes());
                    take(unquoted(value.trim()).as_bytes());
                }
            }
        })
}

/// Returns a value without quotes and backslashes.
fn unquoted(value: &str) -> Cow<'_, str> {
    match value.strip_prefix('"').and_then(|it| it.strip_suffix('"')) {
        None => value.into(),
        Some(inner) if !inner.contains('\\') => inner.into(),
        Some(inner) => {
            let (mut text, mut is_escaped) = (String::with_capacity(inner.len()), false);
            for char in inner.chars() {
                is_escaped = char == '\\' && !is_escaped;
                if !is_escaped {
                    text.push(char);
                }
            }
            text.into()
        }
    }
}

fn write(count: usize) -> Operation<'static> {
    let all: &[String] = texts(count, 9110, text).leak();
    let data = || -> Vec<Data<'static>> {
        all.iter().map(|it| ContentType::parse(it.as_bytes()).unwrap().to_value()).collect()
    };
    let (ours, plain) = (data(), data());
    Operation::new("write media types", count)
        .ours("generated", move |take| {
            ours.iter().for_each(|it| take(it.to_text().unwrap().as_bytes()));
        })
        .same("by hand", move |take| {
            plain.iter().for_each(|it| take(&written(it)));
        })
}

/// Writes a value as a token, or else in quotes.
fn written(data: &Data<'_>) -> Vec<u8> {
    let mut text = [data.main_type.as_bytes(), b"/", data.subtype.as_bytes()].concat();
    for parameter in &data.parameters {
        text.push(b';');
        text.extend(parameter.name.as_bytes());
        text.push(b'=');
        let is_token =
            |byte: &u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(byte);
        if !parameter.value.is_empty() && parameter.value.iter().all(is_token) {
            text.extend(&*parameter.value);
            continue;
        }
        text.push(b'"');
        for &byte in &*parameter.value {
            if matches!(byte, b'"' | b'\\') {
                text.push(b'\\');
            }
            text.push(byte);
        }
        text.push(b'"');
    }
    text
}

/// A media type as servers send it.
fn text(random: &mut Random) -> String {
    const TYPES: [&str; 6] = [
        "text/html",
        "application/json",
        "text/css",
        "application/javascript",
        "multipart/form-data",
        "font/woff2",
    ];
    const PARAMETERS: [&str; 10] = [
        "",
        "",
        "",
        "",
        "; charset=utf-8",
        ";charset=UTF-8",
        "; boundary=----WebKitFormBoundaryePkpFF7tjBAqx29L",
        "; boundary=\"gc0pJq0M:08jU534c0p\"",
        "; title=\"a b\"",
        "; q=0.8; level=1",
    ];
    [one_of(random, &TYPES), one_of(random, &PARAMETERS)].concat()
}
