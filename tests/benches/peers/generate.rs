//! Generated texts, reproducible on every machine.

pub(crate) use crate::samples::one_of;

use crate::corpora::{Corpus, Group};
use conformance::strings::{Random, mutate};
use std::fmt::Write as _;

const SHORT: usize = 40_000;
const LONG: usize = 400;

/// Relative references, a mixture, and long texts.
pub(crate) fn uris() -> Vec<Corpus> {
    vec![
        made("relative", Group::Made, SHORT, 1, relative),
        made("mixed", Group::Made, SHORT, 2, mixed),
        made("long_query_3%", Group::Long, LONG, 3, |random| long_query(random, 3)),
        made("long_query_0%", Group::Long, LONG, 4, |random| long_query(random, 0)),
        made("long_query_15%", Group::Long, LONG, 5, |random| long_query(random, 15)),
        made("long_path", Group::Long, LONG, 6, long_path),
    ]
}

/// A corpus of `count` texts that a function makes.
pub(crate) fn made(
    name: &'static str,
    group: Group,
    count: usize,
    seed: u64,
    make: impl Fn(&mut Random) -> String,
) -> Corpus {
    let mut random = Random::new(seed);
    let texts: Vec<String> = (0..count).map(|_| make(&mut random)).collect();
    Corpus::new(name, group, texts.iter().map(String::as_str))
}

/// Texts that a function makes, one in eight of them changed by [`mutate`].
pub(crate) fn some_mutated(
    make: impl Fn(&mut Random) -> String,
    other: &[u8],
    alphabet: &[u8],
) -> impl Fn(&mut Random) -> String {
    move |random| {
        let text = make(random);
        if !random.one_in(8) {
            return text;
        }
        let some_mutated = mutate(text.as_bytes(), other, alphabet, random);
        String::from_utf8(some_mutated).unwrap_or(text)
    }
}

/// Links within a site: some segments up, some down, a fragment.
fn relative(random: &mut Random) -> String {
    let mut text = String::new();
    match random.below(8) {
        0 => (),
        1 => text.push('/'),
        2 => text += "./",
        _ => (0..random.below(4)).for_each(|_| text += "../"),
    }
    let is_alone = text.is_empty() && random.one_in(8);
    if !is_alone {
        for _ in 0..random.below(4) {
            word(&mut text, random);
            text.push('/');
        }
        word(&mut text, random);
        text += one_of(random, &["", ".html", ".html", ".css", ".js", ".png", "/"]);
    }
    if random.one_in(10) && !is_alone {
        query(&mut text, random);
    }
    if is_alone || random.one_in(3) {
        text.push('#');
        word(&mut text, random);
        if random.one_in(2) {
            text.push('.');
            word(&mut text, random);
        }
    }
    text
}

/// Of 100 texts, 45 are web addresses, 25 relative, 18 special and 12 broken.
fn mixed(random: &mut Random) -> String {
    match random.below(100) {
        0..45 => web(random),
        45..70 => relative(random),
        70..88 => special(random),
        _ => {
            let mut text = if random.one_in(2) { web(random) } else { relative(random) };
            let bad = one_of(random, &[" ", "<", "\"", "\\", "^", "`", "%", "%g1", "|", "{", "["]);
            text.insert_str(random.below(text.len() + 1), bad);
            text
        }
    }
}

fn web(random: &mut Random) -> String {
    let mut text = String::from(one_of(random, &["http://", "https://", "https://"]));
    text += one_of(random, &["www.", "www.", "", "m."]);
    word(&mut text, random);
    if random.one_in(3) {
        text.push('-');
        word(&mut text, random);
    }
    text += one_of(random, &[".com", ".com", ".org", ".net", ".co.uk", ".de"]);
    path(&mut text, random);
    text
}

/// A path that begins with a slash, and perhaps a query and a fragment.
fn path(text: &mut String, random: &mut Random) {
    for _ in 0..random.below(5) {
        text.push('/');
        word(text, random);
    }
    text.push_str(one_of(random, &["", "/", ".html", ".php"]));
    if random.one_in(4) {
        text.push_str(if text.ends_with('/') { "" } else { "/" });
        query(text, random);
    }
    if random.one_in(12) {
        text.push('#');
        word(text, random);
    }
}

/// Opaque parts, ports, users, addresses and other schemes.
fn special(random: &mut Random) -> String {
    let mut text = String::new();
    match random.below(5) {
        0 => {
            text += one_of(random, &["mailto:", "news:", "urn:isbn:", "tel:", "data:text/plain,"]);
            word(&mut text, random);
            text.push('@');
            word(&mut text, random);
            text += ".org";
        }
        1 => {
            text += "http://";
            word(&mut text, random);
            let port = 1 + random.below(65_535);
            let _ = write!(text, ".example:{port}");
            path(&mut text, random);
        }
        2 => {
            text += one_of(random, &["ftp://", "ssh://", "https://"]);
            word(&mut text, random);
            text += one_of(random, &["@", ":", ":"]);
            if text.ends_with(':') {
                word(&mut text, random);
                text.push('@');
            }
            word(&mut text, random);
            text += ".example";
            path(&mut text, random);
        }
        3 => {
            let group: [usize; 4] = std::array::from_fn(|_| random.below(256));
            let _ = write!(text, "http://{}.{}.{}.{}", group[0], group[1], group[2], group[3]);
            path(&mut text, random);
        }
        _ => {
            text += "//";
            word(&mut text, random);
            text += ".example";
            path(&mut text, random);
        }
    }
    text
}

fn query(text: &mut String, random: &mut Random) {
    for i in 0..=random.below(4) {
        text.push(if i == 0 { '?' } else { '&' });
        word(text, random);
        text.push('=');
        if random.one_in(3) {
            let _ = write!(text, "{}", random.below(100_000));
        } else {
            word(text, random);
        }
        if random.one_in(6) {
            text.push_str(one_of(random, &["%20", "%2F", "%C3%A9", "+"]));
            word(text, random);
        }
    }
}

/// A query of 2 to 8 KiB; `escaped` percent of the characters of its values are escaped.
fn long_query(random: &mut Random, escaped: usize) -> String {
    let mut text = web(random);
    text.truncate(text.find(['?', '#']).unwrap_or(text.len()));
    let length = 2048 + random.below(6144);
    text.push_str(if text.matches('/').count() > 2 { "?" } else { "/?" });
    while text.len() < length {
        word(&mut text, random);
        text.push('=');
        for _ in 0..8 + random.below(40) {
            if random.below(100) < escaped {
                let _ = write!(text, "%{:02X}", random.below(256));
            } else {
                text.push(char::from(*random.choose(VALUE)));
            }
        }
        text.push('&');
    }
    text
}

/// The pieces of the values of queries.
const VALUE: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.!~*()+,:";

/// A path of 150 to 600 segments.
fn long_path(random: &mut Random) -> String {
    let mut text = String::from("https://files.example.org");
    for _ in 0..150 + random.below(451) {
        text.push('/');
        word(&mut text, random);
        if random.one_in(3) {
            text.push('-');
            word(&mut text, random);
        }
        if random.one_in(12) {
            text.push_str("%20");
        }
    }
    text
}

/// One to four syllables, rarely with a digit.
pub(crate) fn word(text: &mut String, random: &mut Random) {
    for _ in 0..=random.below(4) {
        text.push(char::from(*random.choose(b"bcdfghjklmnprstvwz")));
        text.push(char::from(*random.choose(b"aeiou")));
        if random.one_in(3) {
            text.push(char::from(*random.choose(b"lmnrst")));
        }
    }
    if random.one_in(8) {
        let _ = write!(text, "{}", random.below(1000));
    }
}
