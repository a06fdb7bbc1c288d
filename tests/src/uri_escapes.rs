//! Encoding and decoding of data by `uri`, percent-encoding and fluent-uri, and form pairs by `uri`
//! and `form_urlencoded`.
//!
//! No difference is allowed, except for characters that format bidirectional text: see
//! [`is_bidi`].

use crate::uri_parts::equal;
use fluent_uri::pct_enc::{EStr, EString, Encoder, encoder};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, percent_encode};
use std::borrow::Cow;
use uri::syntax::{Rfc2396, Rfc3986, Rfc3987};
use uri::{Decode, Pairs};

/// Adds characters to those that are not escaped.
const fn keeping(set: &AsciiSet, characters: &[u8]) -> AsciiSet {
    // A `%` is always escaped.
    let mut set = set.add(b'%');
    let mut at = 0;
    while at < characters.len() {
        set = set.remove(characters[at]);
        at += 1;
    }
    set
}

/// The unreserved characters of RFC 2396 section 2.3.
const OLD: AsciiSet = keeping(NON_ALPHANUMERIC, b"-_.!~*'()");
/// The unreserved characters of RFC 3986 section 2.3.
const NEW: AsciiSet = keeping(NON_ALPHANUMERIC, b"-._~");
/// The sub-delimiters of section 2.2, and `pchar` of section 3.3.
const NAME: AsciiSet = keeping(&NEW, b"!$&'()*+,;=");
const SEGMENT: AsciiSet = keeping(&NAME, b":@");
const QUERY: AsciiSet = keeping(&SEGMENT, b"/?");

/// Compares the encoding of data in parts of each grammar, and the decoding of the data, if
/// it is a valid part.
///
/// # Errors
///
/// A sentence about the first difference.
pub fn compare_escapes(data: &[u8]) -> Result<(), String> {
    of_old(data)?;
    of_new(data)?;
    let Ok(text) = std::str::from_utf8(data) else { return Ok(()) };
    of_iris(text)?;
    for decoded in [
        uri::Segment::parse(text).ok().map(uri::Segment::decode),
        uri::Query::parse(text).ok().map(uri::Query::decode),
        uri::rfc3986::UserInfo::parse(text).ok().map(uri::rfc3986::UserInfo::decode),
        uri::rfc3986::RegName::parse(text).ok().map(uri::rfc3986::RegName::decode),
        uri::rfc3987::Query::parse(text).ok().map(uri::rfc3987::Query::decode),
    ] {
        decoded.map_or(Ok(()), |decoded| of_decoded(text, &decoded))?;
    }
    Ok(())
}

/// Compares data as one part in both ways, by the set of characters that stay as data and the set
/// of the part.
macro_rules! check {
    ($data:ident, $part:ty, $data_set:expr, $part_set:expr) => {{
        let text = String::from_utf8_lossy($data);
        let what = concat!("data as ", stringify!($part));
        let pairs = [(<$part>::encode($data), $data_set), (<$part>::quote($data), $part_set)];
        for (found, set) in pairs {
            let expected = percent_encode($data, set).to_string();
            equal(&text, what, &*found.to_string(), &*expected)?;
            equal(&text, what, found.text_len(), expected.len())?;
            let mut buffer = vec![0; expected.len()];
            let written = found.write_in(&mut buffer).ok();
            // RFC 2396 has no empty registry names.
            equal(&text, what, written.is_some(), <$part>::is_match(&expected))?;
            if let Some(part) = written {
                equal(&text, what, part.as_str(), &*expected)?;
                equal(&text, "the data again", part.decode().eq($data.iter().copied()), true)?;
            }
        }
    }};
}

fn of_old(data: &[u8]) -> Result<(), String> {
    const USERINFO: AsciiSet = keeping(&OLD, b";:&=+$,");
    const URIC: AsciiSet = keeping(&OLD, b";/?:@&=+$,");
    check!(data, uri::UserInfo<'_>, &OLD, &USERINFO);
    check!(data, uri::RegName<'_>, &OLD, &const { keeping(&OLD, b"$,;:@&=+") });
    check!(data, uri::Segment<'_>, &OLD, &const { keeping(&OLD, b":@&=+$,;") });
    check!(data, uri::Param<'_>, &OLD, &const { keeping(&OLD, b":@&=+$,") });
    check!(data, uri::Query<'_>, &OLD, &URIC);
    check!(data, uri::Fragment<'_>, &OLD, &URIC);
    Ok(())
}

fn of_new(data: &[u8]) -> Result<(), String> {
    use uri::rfc3986::{Fragment, Query, RegName, Segment, SegmentNzNc, UserInfo};

    check!(data, UserInfo<'_>, &NEW, &const { keeping(&NAME, b":") });
    check!(data, RegName<'_>, &NEW, &NAME);
    check!(data, Segment<'_>, &NEW, &SEGMENT);
    check!(data, SegmentNzNc<'_>, &NEW, &const { keeping(&NAME, b"@") });
    check!(data, Query<'_>, &NEW, &QUERY);
    check!(data, Fragment<'_>, &NEW, &QUERY);

    let text = String::from_utf8_lossy(data);
    let ours = Query::encode(data).to_string();
    equal(&text, "by fluent-uri", &*ours, &*by_fluent_uri::<encoder::Query, encoder::Data>(data))?;
    let ours = Query::quote(data).to_string();
    equal(&text, "by fluent-uri", &*ours, &*by_fluent_uri::<encoder::Query, encoder::Query>(data))?;
    let ours = RegName::quote(data).to_string();
    let theirs = by_fluent_uri::<encoder::RegName, encoder::RegName>(data);
    equal(&text, "by fluent-uri", &*ours, &*theirs)
}

fn by_fluent_uri<E: Encoder, As: Encoder>(data: &[u8]) -> String {
    let mut part = EString::<E>::new();
    for chunk in data.utf8_chunks() {
        part.encode_str::<As>(chunk.valid());
        chunk.invalid().iter().for_each(|&byte| part.push_estr(EStr::encode_byte(byte)));
    }
    part.into_string()
}

/// Characters beyond ASCII are kept in parts of IRIs, except those of [`is_bidi`].
fn of_iris(text: &str) -> Result<(), String> {
    use uri::rfc3987::{Fragment, Query, RegName, Segment, UserInfo};

    macro_rules! check {
        ($part:ty, $encoder:ty) => {
            let mut data = EString::<$encoder>::new();
            data.encode_str::<encoder::IData>(text);
            let mut part = EString::<$encoder>::new();
            part.encode_str::<$encoder>(text);
            let pairs = [(<$part>::encode(text), data), (<$part>::quote(text), part)];
            for (found, theirs) in pairs {
                let expected = without_bidi(theirs.as_str());
                let what = concat!("data as ", stringify!($part));
                equal(text, what, &*found.to_string(), &*expected)?;
                let again = found.to_buf().decode() == *text;
                equal(text, "the data again", again, true)?;
            }
        };
    }
    check!(UserInfo<'_>, encoder::IUserinfo);
    check!(RegName<'_>, encoder::IRegName);
    check!(Fragment<'_>, encoder::IFragment);
    // Private characters of a query stay unescaped, because they are data.
    let mut part = EString::<encoder::IQuery>::new();
    part.encode_str::<encoder::IQuery>(text);
    let found = Query::quote(text).to_string();
    equal(text, "data as a query", &*found, &*without_bidi(part.as_str()))?;
    // A path of fluent-uri keeps slashes.
    let mut part = EString::<encoder::IPath>::new();
    part.encode_str::<encoder::IPath>(text);
    let expected = without_bidi(part.as_str()).replace('/', "%2F");
    equal(text, "data as a segment", &*Segment::quote(text).to_string(), &*expected)
}

/// Characters that an IRI must not have by RFC 3987 section 4.1, though they are `ucschar`. `uri`
/// escapes them; fluent-uri does not.
fn is_bidi(character: char) -> bool {
    matches!(character, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}')
}

fn without_bidi(text: &str) -> String {
    let mut result = String::new();
    for character in text.chars() {
        if is_bidi(character) {
            let mut bytes = [0; 4];
            let bytes = character.encode_utf8(&mut bytes).as_bytes();
            result.extend(percent_encode(bytes, NON_ALPHANUMERIC));
        } else {
            result.push(character);
        }
    }
    result
}

/// Compares the decoding of a part by each library.
fn of_decoded(text: &str, decoded: &Decode<'_>) -> Result<(), String> {
    let theirs = percent_decode_str(text);
    let octets: Vec<u8> = theirs.clone().collect();
    if let Some(part) = EStr::<encoder::IQuery>::new(text) {
        equal(text, "octets of fluent-uri", &*part.decode().to_bytes(), &*octets)?;
        let lossy = part.decode().to_string_lossy();
        equal(text, "text of fluent-uri", &*lossy, &*theirs.decode_utf8_lossy())?;
    }
    equal(text, "the octets", decoded.clone().eq(octets.iter().copied()), true)?;
    equal(text, "their number", decoded.clone().count(), octets.len())?;
    let lossy = String::from_utf8_lossy(&octets);
    equal(text, "the text", &*decoded.to_string(), &*lossy)?;
    let characters: String = decoded.clone().chars_lossy().collect();
    equal(text, "the characters", &*characters, &*lossy)?;
    equal(
        text,
        "whether it is that text",
        *decoded == *lossy,
        !lossy.contains('\u{FFFD}') || *octets == *lossy.as_bytes(),
    )?;
    let strict: Result<String, _> = decoded.clone().chars().collect();
    equal(text, "the strict text", strict.ok().as_deref(), std::str::from_utf8(&octets).ok())?;
    for room in
        [0, octets.len() / 2, octets.len().saturating_sub(1), octets.len(), octets.len() + 1]
    {
        let mut buffer = vec![0; room];
        let written = decoded.clone().write_in(&mut buffer).ok().map(|written| &*written);
        equal(text, "the octets written", written, (octets.len() <= room).then_some(&*octets))?;
        let mut buffer = vec![0; room];
        let written = decoded.clone().write_str_in(&mut buffer).ok().map(|written| &*written);
        let expected = std::str::from_utf8(&octets).ok().filter(|_| octets.len() <= room);
        equal(text, "the text written", written, expected)?;
    }
    Ok(())
}

/// Compares the pairs of a query, and queries made of pairs, with `form_urlencoded`.
///
/// # Errors
///
/// A sentence about the first difference.
pub fn compare_pairs(text: &str) -> Result<(), String> {
    use uri::{rfc3986, rfc3987};

    uri::Query::parse(text)
        .map_or(Ok(()), |query| of_pairs::<Rfc2396>(text, &query.form_pairs()))?;
    let query = rfc3986::Query::parse(text);
    query.map_or(Ok(()), |query| of_pairs::<Rfc3986>(text, &query.form_pairs()))?;
    let query = rfc3987::Query::parse(text);
    query.map_or(Ok(()), |query| of_pairs::<Rfc3987>(text, &query.form_pairs()))?;

    // Any text at all, as names and values.
    let pairs: Vec<(&str, &str)> =
        text.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, pair))).collect();
    let ours = rfc3986::Query::from_form_pairs(&pairs).to_string();
    let theirs = form_urlencoded::Serializer::new(String::new()).extend_pairs(&pairs).finish();
    equal(text, "a query of pairs", &*ours, &*theirs)?;
    let query = rfc3986::Query::parse(&ours).map_err(|why| format!("{text:?}: {why}"))?;
    let again: Vec<(String, String)> = query.form_pairs().map(decoded).collect();
    let again = again.iter().map(|(name, value)| (&**name, &**value));
    equal(text, "the pairs again", again.eq(pairs), true)
}

fn decoded(pair: uri::Pair<'_>) -> (String, String) {
    let value = pair.value().map_or(String::new(), |value| value.to_string());
    (pair.name().to_string(), value)
}

fn of_pairs<S: uri::Syntax>(text: &str, pairs: &Pairs<'_, S>) -> Result<(), String> {
    let found: Vec<(String, String)> = pairs.clone().map(decoded).collect();
    let theirs: Vec<(Cow<'_, str>, Cow<'_, str>)> =
        form_urlencoded::parse(text.as_bytes()).collect();
    let same = found
        .iter()
        .map(|(name, value)| (&**name, &**value))
        .eq(theirs.iter().map(|(name, value)| (&**name, &**value)));
    if !same {
        return Err(format!("{text:?}: pairs {found:?}, but by form_urlencoded {theirs:?}"));
    }
    let Some((name, _)) = found.first() else { return Ok(()) };
    // Added pairs read back as added, and the rest is unchanged.
    let added = pairs.with_appended(name, Some(text)).to_string();
    let separator = if text.is_empty() || text.ends_with('&') { "" } else { "&" };
    let pair = form_urlencoded::Serializer::new(String::new()).append_pair(name, text).finish();
    let expected = [text, separator, &pair].concat();
    equal(text, "with one more", &*added, &*expected)?;
    // A name with octets that are not text is not this name.
    let others = |pair: &uri::Pair<'_>| pair.name() != *name.as_str();
    let kept: Vec<&str> = pairs.clone().filter(others).map(uri::Pair::as_str).collect();
    equal(text, "without one", &*pairs.without(name).to_string(), &*kept.join("&"))
}
