//! The lines of buffers, compared with a naive split and with single lines.

use std::num::NonZeroUsize;
use uri::lines::{Line, Lines, Tally, View, pieces, whole_lines};
use uri::{Authority, Port, Reference, UriReference, rfc1738};

/// The number, the offset and the bytes of each line.
fn listed<'a>(lines: impl Iterator<Item = Line<'a>>) -> Vec<(usize, usize, &'a [u8])> {
    lines.map(|line| (line.number(), line.offset(), line.as_bytes())).collect()
}

/// The same by a search for one line feed after the other.
fn expected(buffer: &[u8], keeps_cr: bool) -> Vec<(usize, usize, &[u8])> {
    let mut lines = Vec::new();
    let mut offset = 0;
    while offset < buffer.len() {
        let rest = &buffer[offset..];
        let feed = rest.iter().position(|&byte| byte == b'\n');
        let line = &rest[..feed.unwrap_or(rest.len())];
        let stripped = if feed.is_some() && !keeps_cr { line.strip_suffix(b"\r") } else { None };
        lines.push((lines.len() + 1, offset, stripped.unwrap_or(line)));
        offset += line.len() + 1;
    }
    lines
}

#[track_caller]
fn check(buffer: &[u8]) {
    let whole = expected(buffer, false);
    assert_eq!(listed(Lines::new(buffer)), whole, "{buffer:?}");
    assert_eq!(listed(Lines::new(buffer).keep_cr()), expected(buffer, true), "{buffer:?}");
    for at_most in 1..9 {
        let cut: Vec<Lines<'_>> = pieces(buffer, NonZeroUsize::new(at_most).unwrap()).collect();
        assert!(cut.len() <= at_most, "{buffer:?} in {at_most}");
        let mut joined = Vec::new();
        for lines in cut {
            let before = joined.len();
            let lines = listed(lines);
            assert_eq!(lines.first().map(|line| line.0), Some(1), "{buffer:?} in {at_most}");
            joined.extend(lines.into_iter().map(|(number, at, text)| (before + number, at, text)));
        }
        assert_eq!(joined, whole, "{buffer:?} in {at_most}");
    }
}

#[test]
fn small_buffers_are_cut_at_line_feeds() {
    let mut buffers = vec![Vec::new()];
    for _ in 0..7 {
        for buffer in &buffers {
            check(buffer);
        }
        let longer = |buffer: &Vec<u8>| b"\r\na".map(|byte| [&buffer[..], &[byte]].concat());
        buffers = buffers.iter().flat_map(longer).collect();
    }
}

#[test]
fn line_feeds_are_found_at_every_offset() {
    for length in (0..10).chain(60..70).chain(120..140).chain(190..195) {
        let mut buffer = vec![b'x'; length];
        check(&buffer);
        for at in 0..length {
            buffer[at] = b'\n';
            check(&buffer);
            if 0 < at {
                buffer[at - 1] = b'\r';
                check(&buffer);
                buffer[at - 1] = b'x';
            }
            buffer[at] = b'x';
        }
        buffer.fill(b'\n');
        check(&buffer);
    }
}

/// Bytes that differ from a line feed in one bit, or are adjacent to it.
#[test]
fn nothing_else_is_a_line_feed() {
    let all: Vec<u8> = (0..=255).filter(|&byte| byte != b'\n').collect();
    for shift in 0..8 {
        let buffer = [&all[shift..], &all[..shift]].concat();
        assert_eq!(Lines::new(&buffer).count(), 1);
        let doubled: Vec<u8> = buffer.iter().flat_map(|&byte| [byte, b'\n']).collect();
        check(&doubled);
    }
}

#[test]
fn lines_are_those_of_the_standard_library() {
    for text in ["", "a", "a\n", "a\r\nb", "a\r", "\r\n\r\n", "\r\r\n", "\n\ra\n\n", "ä\nö\r\n"] {
        let lines: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
        let found: Vec<&[u8]> = Lines::new(text.as_bytes()).map(|line| line.as_bytes()).collect();
        assert_eq!(found, lines, "{text:?}");
    }
}

#[test]
fn the_end_stays_the_end() {
    let mut lines = Lines::new(b"a\nb");
    assert_eq!(lines.by_ref().count(), 2);
    assert!(lines.next().is_none());
}

#[test]
fn pieces_are_of_about_equal_size() {
    let buffer = b"0123456789\n".repeat(1000);
    for at_most in 1..20 {
        let cut = pieces(&buffer, NonZeroUsize::new(at_most).unwrap());
        let sizes: Vec<usize> = cut.map(Iterator::count).collect();
        assert_eq!(sizes.len(), at_most);
        assert!(sizes.iter().all(|size| size.abs_diff(1000 / at_most) <= 1), "{sizes:?}");
    }
}

/// One long line leaves few pieces, and none is empty.
#[test]
fn a_line_is_in_one_piece() {
    let buffer = [&b"a\n"[..], &vec![b'x'; 10_000], b"\nb\nc"].concat();
    let four = pieces(&buffer, NonZeroUsize::new(4).unwrap());
    let sizes: Vec<usize> = four.map(Iterator::count).collect();
    assert_eq!(sizes, [2, 1, 1]);
    let many = pieces(b"a\nb\n", NonZeroUsize::MAX);
    assert_eq!(many.map(Iterator::count).collect::<Vec<_>>(), [1, 1]);
}

const TEXTS: &[&[u8]] = &[
    b"",
    b"http://me@a.b:80/p;q=1/r?s=t#u",
    b"a b",
    b"/%4",
    b"/%C3%A4",
    "/ä".as_bytes(),
    b"/\xC3",
    b"/\xFF\xFE",
    b"http://a.b:8\xC3\xA4",
    b"ftp://u:p@h.x/a/b;type=i",
    b"80",
    b"\r",
    b"a\rb",
];

/// Checks that a parsed line has the result of its text alone, by one rule.
fn check_rule<'a, V: View<'a> + PartialEq + std::fmt::Debug>(buffer: &'a [u8]) {
    let texts: Vec<&[u8]> = expected(buffer, true).into_iter().map(|(_, _, text)| text).collect();
    let parsed: Vec<_> = Lines::new(buffer).keep_cr().parse::<V>().collect();
    assert_eq!(parsed.len(), texts.len());
    for ((line, parsed), text) in parsed.iter().zip(&texts) {
        assert_eq!(line.as_bytes(), *text);
        assert_eq!(*parsed, V::parse_bytes(text));
        assert_eq!(*parsed, line.parse());
        assert_eq!(parsed.is_ok(), line.is_match::<V>());
        assert_eq!(parsed.is_ok(), V::is_match_bytes(text));
    }
    let matches = parsed.iter().filter(|(_, parsed)| parsed.is_ok()).count();
    let tally = Lines::new(buffer).keep_cr().tally::<V>();
    assert_eq!(tally, Tally { lines: texts.len(), matches });
}

#[test]
fn lines_are_parsed_as_texts() {
    let mut buffer = TEXTS.join(&b'\n');
    for _ in 0..2 {
        check_rule::<UriReference<'_>>(&buffer);
        check_rule::<Reference<'_>>(&buffer);
        check_rule::<Authority<'_>>(&buffer);
        check_rule::<Port<'_>>(&buffer);
        check_rule::<rfc1738::FtpUrl<'_>>(&buffer);
        // Longer than the stretch that is checked for UTF-8 at once, with errors in many places.
        buffer.push(b'\n');
        buffer = buffer.repeat(100);
    }
}

#[test]
fn the_text_known_to_be_utf8_can_end_anywhere() {
    for length in 4090..4100 {
        for tail in [&b"\n"[..], b"\xC3\xA4\n", b"\xF0\x9F\x98\x80\n", b"\xFF\n", b"\nb\n\xC3\n"] {
            let buffer = [&vec![b'x'; length], tail, b"/c"].concat();
            check_rule::<UriReference<'_>>(&buffer);
            let short = [&b"a\n".repeat(length / 2)[..], &b"x"[..length % 2], tail, b"/c"].concat();
            check_rule::<UriReference<'_>>(&short);
        }
    }
}

#[test]
fn a_byte_that_is_not_text_is_an_error_at_its_offset() {
    let buffer = b"http://a/\nhttp://a/\xFFb\n";
    let mut lines = Lines::new(buffer).parse::<UriReference<'_>>();
    assert_eq!(lines.next().unwrap().1.unwrap().host().unwrap().as_str(), "a");
    let (line, parsed) = lines.next().unwrap();
    let error = parsed.unwrap_err();
    assert_eq!((line.number(), line.offset()), (2, 10));
    assert_eq!((error.offset(), error.found()), (9, Some(0xFF)));
    assert_eq!(buffer[line.offset() + error.offset()], 0xFF);
    assert_eq!(lines.next(), None);
}

#[test]
fn a_carriage_return_is_kept_on_request() {
    let buffer = b"80\r\n81\r\n";
    assert_eq!(Lines::new(buffer).tally::<Port<'_>>(), Tally { lines: 2, matches: 2 });
    let kept = Lines::new(buffer).keep_cr();
    assert_eq!(kept.clone().tally::<Port<'_>>(), Tally { lines: 2, matches: 0 });
    let error = kept.parse::<Port<'_>>().next().unwrap().1.unwrap_err();
    assert_eq!((error.offset(), error.found()), (2, Some(b'\r')));
}

#[test]
fn threads_share_a_buffer() {
    let buffer = b"http://a/\nhttp://a b/\n".repeat(1000);
    let threads = NonZeroUsize::new(3).unwrap();
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let workers: Vec<_> = pieces(&buffer, threads)
            .map(|lines| scope.spawn(move || lines.tally::<UriReference<'_>>()))
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    assert_eq!(tallies.len(), 3);
    assert_eq!(tallies.iter().map(|tally| tally.lines).sum::<usize>(), 2000);
    assert_eq!(tallies.iter().map(|tally| tally.matches).sum::<usize>(), 1000);
}

#[test]
fn debug_shows_the_position() {
    let mut lines = Lines::new(b"a\nbc\n");
    lines.next();
    assert_eq!(format!("{lines:?}"), "Lines { number: 2, offset: 2, rest: 3, .. }");
    let parsed = lines.parse::<Port<'_>>();
    assert_eq!(format!("{parsed:?}"), "Parsed(Lines { number: 2, offset: 2, rest: 3, .. })");
}

/// The lines of a stream that arrives in chunks of this many bytes.
fn streamed(stream: &[u8], size: usize) -> Vec<(usize, Vec<u8>)> {
    let (mut lines, mut buffer, mut before) = (Vec::new(), Vec::new(), 0);
    let mut take = |whole: &[u8], before: usize| {
        let found =
            Lines::new(whole).map(|line| (before + line.offset(), line.as_bytes().to_vec()));
        lines.extend(found);
    };
    for chunk in stream.chunks(size) {
        let kept = buffer.len();
        buffer.extend_from_slice(chunk);
        let (whole, rest) = whole_lines(&buffer, kept);
        assert_eq!([whole, rest].concat(), buffer);
        assert!(!rest.contains(&b'\n'));
        take(whole, before);
        before += whole.len();
        buffer = rest.to_vec();
    }
    take(&buffer, before);
    lines
}

#[test]
fn a_stream_in_chunks_has_the_same_lines() {
    for number in 0..3_usize.pow(7) {
        let stream: Vec<u8> =
            (0..7).map(|place| b"a\r\n"[number / 3_usize.pow(place) % 3]).collect();
        let whole: Vec<(usize, Vec<u8>)> = expected(&stream, false)
            .into_iter()
            .map(|(_, offset, bytes)| (offset, bytes.to_vec()))
            .collect();
        for size in 1..=8 {
            assert_eq!(streamed(&stream, size), whole, "{stream:?} by {size}");
        }
    }
}

#[test]
fn chunks_of_a_stream() {
    for (chunk, kept, whole) in [
        (&b""[..], 0, 0),
        (b"ab", 0, 0),
        (b"ab", 2, 0),
        (b"\n", 0, 1),
        (b"a\nb\nc", 0, 4),
        (b"a\nb\n", 0, 4),
        (b"ab\nc", 2, 3),
        // Kept bytes are not searched again.
        (b"a\nb", 2, 0),
        (b"a\nb", 9, 0),
    ] {
        assert_eq!(whole_lines(chunk, kept), chunk.split_at(whole), "{chunk:?} {kept}");
    }
}
