//! Decoding and encoding of data in parts.

use crate::Operation;
use crate::data::Data;
use fluent_uri::pct_enc::{EStr, EString, encoder};
use std::fmt::Write as _;

/// Everything but the unreserved characters of RFC 3986.
const ESCAPED: percent_encoding::AsciiSet =
    percent_encoding::NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

pub(crate) fn operations(data: &Data) -> Vec<Operation<'_>> {
    let ours: Vec<_> = data.escaped.iter().map(|text| uri::rfc3986::Query::new(text)).collect();
    let bytes = ours.clone();
    let fluent: Vec<_> =
        data.escaped.iter().map(|text| EStr::<encoder::Query>::new_or_panic(text)).collect();
    let fluent_bytes = fluent.clone();
    let lossy = Operation::new("decode lossily", ours.len())
        .ours("uri", move |take| ours.iter().for_each(|it| take(&it.decode().to_str_lossy())))
        .same("fluent-uri", move |take| {
            fluent.iter().for_each(|it| take(&it.decode().to_string_lossy()));
        })
        .same("percent-encoding", move |take| {
            for it in &data.escaped {
                take(&percent_encoding::percent_decode_str(it).decode_utf8_lossy());
            }
        });
    let decode = Operation::new("decode to text", bytes.len())
        .ours("uri", move |take| bytes.iter().for_each(|it| take(&it.decode().to_str().unwrap())))
        .same("fluent-uri", move |take| {
            fluent_bytes.iter().for_each(|it| take(&it.decode().to_string().unwrap()));
        })
        .same("percent-encoding", move |take| {
            for it in &data.escaped {
                take(&percent_encoding::percent_decode_str(it).decode_utf8().unwrap());
            }
        });
    let encode = Operation::new("encode, owned", data.plain.len())
        .ours("uri", move |take| {
            for it in &data.plain {
                take(uri::rfc3986::Segment::encode(it).to_buf().as_str());
            }
        })
        .same("fluent-uri", move |take| {
            for it in &data.plain {
                let mut text = EString::<encoder::Data>::new();
                text.encode_str::<encoder::Data>(it);
                take(text.as_str());
            }
        })
        .same("percent-encoding", move |take| {
            for it in &data.plain {
                let mut text = String::new();
                write!(text, "{}", percent_encoding::utf8_percent_encode(it, &ESCAPED)).unwrap();
                take(&text);
            }
        });
    vec![lossy, decode, encode]
}
