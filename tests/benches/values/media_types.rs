//! `Content-Type` by RFC 9110, with its parameters. The crate `mime` does not decode quoted text. The parser
//! and the writer by hand check tokens and quoted text by a table of bytes.

use super::Operation;
use super::compare::Take;
use super::samples::one_of;
use super::texts;
use conformance::strings::Random;
use gallery::rfc9110::ContentType;
use gallery::rfc9110::values::{ContentType as Data, Parameter};
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
                take_all(take, &Data::parse(text.as_bytes()).unwrap());
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
                take_all(take, &parsed(text).unwrap());
            }
        })
}

fn take_all(take: &mut Take<'_, [u8]>, data: &Data<'_>) {
    take(data.main_type.as_bytes());
    take(data.subtype.as_bytes());
    for parameter in &data.parameters {
        take(parameter.name.as_bytes());
        take(&parameter.value);
    }
}

/// Reads the same data.
fn parsed(text: &str) -> Option<Data<'_>> {
    let (main_type, rest) = text.split_once('/')?;
    let mut pieces = rest.split(';');
    let subtype = pieces.next()?.trim();
    token(main_type.as_bytes())?;
    token(subtype.as_bytes())?;
    let mut parameters = Vec::new();
    for piece in pieces {
        let (name, value) = piece.trim().split_once('=')?;
        token(name.as_bytes())?;
        parameters.push(Parameter { name, value: unquoted(value.as_bytes())? });
    }
    Some(Data { main_type, subtype, parameters })
}

/// Whether a byte can be in a token.
static TOKEN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = matches!(byte, b'!' | b'#'..=b'\'' | b'*' | b'+' | b'-' | b'.' | b'^'..=b'`' | b'|' | b'~')
            || byte.is_ascii_alphanumeric();
        byte += 1;
    }
    table
};

fn token(text: &[u8]) -> Option<&[u8]> {
    let is_token = !text.is_empty() && text.iter().all(|&byte| TOKEN[usize::from(byte)]);
    is_token.then_some(text)
}

/// Returns a value without quotes and backslashes.
fn unquoted(value: &[u8]) -> Option<Cow<'_, [u8]>> {
    let [b'"', inner @ .., b'"'] = value else { return token(value).map(Cow::from) };
    let is_text = |byte: u8| byte == b'\t' || byte >= b' ' && byte != 0x7F;
    if inner.iter().all(|&byte| is_text(byte) && byte != b'"' && byte != b'\\') {
        return Some(inner.into());
    }
    let mut text = Vec::with_capacity(inner.len());
    let mut rest = inner.iter();
    while let Some(&byte) = rest.next() {
        let byte = match byte {
            b'"' => return None,
            b'\\' => *rest.next()?,
            _ => byte,
        };
        text.push(Some(byte).filter(|&byte| is_text(byte))?);
    }
    Some(text.into())
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
            plain.iter().for_each(|it| take(&written(it).unwrap()));
        })
}

/// Writes a value as a token, or else in quotes.
fn written(data: &Data<'_>) -> Option<Vec<u8>> {
    let mut text =
        [token(data.main_type.as_bytes())?, b"/", token(data.subtype.as_bytes())?].concat();
    for parameter in &data.parameters {
        text.push(b';');
        text.extend(token(parameter.name.as_bytes())?);
        text.push(b'=');
        if let Some(value) = token(&parameter.value) {
            text.extend(value);
            continue;
        }
        text.push(b'"');
        for &byte in &*parameter.value {
            match byte {
                b'"' | b'\\' => text.push(b'\\'),
                b'\t' | b' '..=b'~' | 0x80.. => {}
                _ => return None,
            }
            text.push(byte);
        }
        text.push(b'"');
    }
    Some(text)
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
