//! Difficult texts for engines that read many bytes at once: shifts, code and vectors agree with
//! the table on the verdict, the offset of the error and the parts.

/// Compares all results of a type for a text with those of its table, which `new`, `check`,
/// `matcher` and `longest_prefix` use.
macro_rules! judge {
    ($judge:ident: $($name:ident)::+: $($part:ident)+) => {
        /// Returns the number of matching texts: one or none.
        fn $judge(bytes: &[u8]) -> usize {
            type View<'a> = uri::$($name)::+<'a>;
            let shown = bytes.escape_ascii();
            let checked = View::check_bytes(bytes);
            assert_eq!(View::is_match_bytes(bytes), checked.is_ok(), "{shown}");
            assert_eq!(View::parse_bytes(bytes).map(|_| ()), checked, "{shown}");
            let mut matcher = View::matcher();
            assert_eq!(matcher.push(bytes).and_then(|()| matcher.finish()), checked, "{shown}");
            let Ok(text) = std::str::from_utf8(bytes) else {
                assert!(checked.is_err(), "{shown}");
                return 0;
            };
            assert_eq!(View::check(text), checked, "{shown}");
            assert_eq!(View::is_match(text), checked.is_ok(), "{shown}");
            let parsed = View::parse(text);
            assert_eq!(parsed.map(|_| ()), checked, "{shown}");
            let longest = View::longest_prefix(text).map(|prefix| prefix.as_str().len());
            assert_eq!(longest == Some(text.len()), checked.is_ok(), "{shown}");
            if let Some(length) = longest {
                assert!(View::is_match(&text[..length]), "{shown}");
            }
            let Ok(parsed) = parsed else { return 0 };
            let by_table = View::new(text);
            $(assert_eq!(
                Spans::spans(parsed.$part(), text),
                Spans::spans(by_table.$part(), text),
                "{} of {shown}",
                stringify!($part)
            );)+
            1
        }
    };
}

/// The offset and the length of a part.
trait Spans {
    fn spans(self, whole: &str) -> Option<(usize, usize)>;
}

impl<T: AsRef<str>> Spans for Option<T> {
    fn spans(self, whole: &str) -> Option<(usize, usize)> {
        let part = self?;
        let part = part.as_ref();
        Some((part.as_ptr() as usize - whole.as_ptr() as usize, part.len()))
    }
}

/// The spans of parts that are always present.
macro_rules! spans {
    ($($($part:ident)::+)+) => {
        $(impl Spans for $($part)::+<'_> {
            fn spans(self, whole: &str) -> Option<(usize, usize)> {
                Some(self).spans(whole)
            }
        })+
    };
}

spans! { uri::Scheme }

judge! { uri_reference: UriReference:
    kind scheme authority server reg_name userinfo host hostname ipv4_address port path query
    fragment
}

judge! { reference: Reference:
    scheme authority server reg_name userinfo host hostname ipv4_address port path query fragment
}

judge! { absolute_uri: AbsoluteUri:
    scheme authority server reg_name userinfo host hostname ipv4_address port path query
}

/// The rules of a module of `uri` for whole references, and for those with a scheme.
#[cfg(any(feature = "rfc3986", feature = "rfc3987"))]
macro_rules! successor {
    ($module:ident: $reference:ident $absolute:ident) => {
        mod $module {
            use super::Spans;

            judge! { reference: $module::$reference:
                scheme authority userinfo host port path query fragment
            }
            judge! { absolute: $module::$absolute:
                scheme authority userinfo host port path query fragment
            }

            /// Judges a text by both rules.
            pub(super) fn judge(text: &[u8]) {
                reference(text);
                absolute(text);
            }

            spans! { uri::$module::Scheme uri::$module::Path }
        }
    };
}

#[cfg(feature = "rfc3986")]
successor! { rfc3986: UriReference Uri }
#[cfg(feature = "rfc3987")]
successor! { rfc3987: IriReference Iri }

/// Judges a text by the rules of the successors of RFC 2396.
#[cfg(any(feature = "rfc3986", feature = "rfc3987"))]
fn judge_successors(text: &[u8]) {
    #[cfg(feature = "rfc3986")]
    rfc3986::judge(text);
    #[cfg(feature = "rfc3987")]
    rfc3987::judge(text);
}

/// Judges a text by all rules of RFC 2396, and returns how many of them it matches.
fn judge(text: &[u8]) -> usize {
    uri_reference(text) + reference(text) + absolute_uri(text)
}

/// The length of the longest run in bytes, and the step between the lengths.
const LENGTHS: (usize, usize) = if cfg!(miri) { (100, 33) } else { (300, 1) };

/// The texts before a run; each leads to another state.
const BEFORE: [&str; 20] = [
    "",
    "a",
    "/",
    "//",
    "//u@",
    "//h.",
    "//h:",
    "//a-",
    "http:",
    "http://",
    "http://h/",
    "http:/",
    "http://u:p@h.x:80/",
    "mailto:",
    "?",
    "#",
    "a?",
    "s:o?",
    "//1.2.3.",
    "a/b;",
];

/// The pieces of runs.
const RUNS: [&str; 10] =
    ["\u{E4}a", "a", "1", "ab.c-d.e", "%4a", "a%4Ab", "/a;p", "a-", "1.", "a:b@"];

/// The pieces that end a run, or interrupt it.
const BREAKS: [&[u8]; 24] = [
    b"",
    b"%",
    b"%4",
    b"%4g",
    b"%41",
    b"%g1",
    b"%%41",
    b"%41%",
    b"\x00",
    b"\x80",
    b"\xC3\xA4",
    b"\xFF",
    b" ",
    b"[",
    b".",
    b"..",
    b"-.",
    b".-",
    b"#",
    b"?",
    b":",
    b"@",
    b"/",
    b"\x7F",
];

/// The texts after a break.
const AFTER: [&str; 4] =
    ["", "a", "%41/?#", "bcdefghijklmnopqrstuvwxyz.0123456789-bcdefghijklmnopqrst#x"];

/// Repeats a text up to a length in bytes.
fn run(of: &str, length: usize) -> impl Iterator<Item = u8> + '_ {
    of.bytes().cycle().take(length)
}

/// Runs of every length from every state, with every break. The text after the break varies.
#[test]
fn runs_of_every_length() {
    let (longest, step) = LENGTHS;
    let (mut texts, mut members) = (0, 0);
    for before in BEFORE {
        for of in RUNS {
            for length in (0..=longest).step_by(step) {
                let start: Vec<u8> = before.bytes().chain(run(of, length)).collect();
                // All breaks near the borders of windows, some elsewhere.
                let border =
                    [16, 32, 64, 96, 128, 192].iter().any(|at| start.len().abs_diff(*at) < 4);
                let (first, each) = if border { (0, 1) } else { (length % 5, 5) };
                for broken in BREAKS.iter().skip(first).step_by(each) {
                    let after = AFTER[texts % AFTER.len()].as_bytes();
                    members += judge(&[&start, *broken, after].concat());
                    texts += 1;
                }
            }
        }
    }
    println!("{texts} texts, matched {members} times");
    assert!(cfg!(miri) || members > texts / 4, "{members} of {texts}");
}

/// A break at every offset of a run, in texts whose lengths are near those of windows.
#[test]
fn breaks_at_every_offset() {
    let lengths: &[usize] =
        if cfg!(miri) { &[65] } else { &[31, 33, 63, 64, 65, 66, 95, 96, 97, 98, 127, 129, 194] };
    let (mut texts, mut members) = (0, 0);
    for before in ["", "//", "http://h/", "s:", "#"] {
        for &length in lengths {
            for at in (0..length).step_by(LENGTHS.1) {
                for broken in BREAKS {
                    let mut text: Vec<u8> = before.bytes().chain(run("a", length)).collect();
                    let at = before.len() + at;
                    let end = text.len().min(at + broken.len());
                    text[at..end].copy_from_slice(&broken[..end - at]);
                    members += judge(&text);
                    texts += 1;
                }
            }
        }
    }
    println!("{texts} texts, matched {members} times");
    assert!(cfg!(miri) || members > texts / 4, "{members} of {texts}");
}

/// Every byte at every offset of short texts, and at the beginning and the end of windows.
#[test]
fn every_byte_everywhere() {
    let mut texts = 0;
    for text in ["a", "s:b", "//h", "//u@h.b:1/c", "http://joe@www.ics.uci.edu:80/p;q/r?x=1#R"] {
        for pad in if cfg!(miri) { vec![0] } else { vec![0, 20, 53, 85, 117, 180] } {
            let whole: Vec<u8> = text.bytes().chain(run("a%41", pad)).collect();
            for at in (0..whole.len()).step_by(if cfg!(miri) { 20 } else { 1 }) {
                for byte in (0..=255).step_by(if cfg!(miri) { 7 } else { 1 }) {
                    let mut changed = whole.clone();
                    changed[at] = byte;
                    judge(&changed);
                    texts += 1;
                }
            }
        }
    }
    println!("{texts} texts");
}

/// Characters beyond ASCII, whole, cut and broken, and hosts in brackets: engines read these with the
/// table, or one by one, and continue as before.
#[cfg(any(feature = "rfc3986", feature = "rfc3987"))]
const CHARACTERS_AND_ADDRESSES: [&[u8]; 34] = [
    "é".as_bytes(),
    "日".as_bytes(),
    "😀".as_bytes(),
    "日本語/ページ".as_bytes(),
    "é日😀é".as_bytes(),
    "日-é_a".as_bytes(),
    "\u{80}".as_bytes(),
    "\u{A0}".as_bytes(),
    "\u{D7FF}".as_bytes(),
    "\u{E000}".as_bytes(),
    "\u{FDD0}".as_bytes(),
    "\u{FFF0}".as_bytes(),
    "\u{1FFFD}".as_bytes(),
    "\u{1FFFE}".as_bytes(),
    "\u{E0FFF}".as_bytes(),
    "\u{E1000}".as_bytes(),
    "\u{10FFFD}".as_bytes(),
    b"\xC3",
    b"\xE6\x97",
    b"\xF0\x9F\x98",
    b"\xE0\x82\x80",
    b"\xED\xA0\x80",
    b"[::1]",
    b"[2001:db8::1]:80/",
    b"[::ffff:192.0.2.1]",
    b"[1:2:3:4:5:6:7:8]/a?b#c",
    b"[v1.a:b]",
    b"[::1",
    b"[::1]x",
    b"[::1]]",
    b"[1:2:3:4:5:6:7:8:9]",
    b"[::256.0.0.1]",
    b"%41",
    b"%4",
];

/// Each of them at every offset about the borders of windows, from every state.
#[test]
#[cfg(any(feature = "rfc3986", feature = "rfc3987"))]
fn characters_and_addresses_everywhere() {
    let borders = [0_usize, 8, 16, 32, 64, 128];
    let is_near = |length: &usize| borders.iter().any(|at| length.abs_diff(*at) < 4);
    let lengths: Vec<usize> = (0..LENGTHS.0).filter(is_near).step_by(LENGTHS.1).collect();
    let mut texts = 0;
    for before in BEFORE {
        for of in ["a", "\u{E9}", "\u{65E5}", "\u{65E5}a", "%41"] {
            for length in &lengths {
                // Only whole characters.
                let length = length.saturating_sub(before.len()) / of.len() * of.len();
                for piece in CHARACTERS_AND_ADDRESSES {
                    let start: Vec<u8> = before.bytes().chain(run(of, length)).collect();
                    let after = AFTER[texts % AFTER.len()].as_bytes();
                    judge_successors(&[&start, piece, after].concat());
                    texts += 1;
                }
            }
        }
    }
    println!("{texts} texts");
}

#[test]
fn random_texts() {
    judge_random(20_000);
}

/// Random sequences of characters and addresses, with random mutations, from every state.
#[test]
#[cfg(any(feature = "rfc3986", feature = "rfc3987"))]
fn random_characters_and_addresses() {
    let mut below = random();
    let mut text: Vec<u8> = Vec::new();
    for _ in 0..if cfg!(miri) { 20 } else { 40_000 } {
        text.clear();
        text.extend_from_slice(BEFORE[below(BEFORE.len())].as_bytes());
        for _ in 0..below(8) {
            // Mostly those that match somewhere.
            let bound = [17, CHARACTERS_AND_ADDRESSES.len()][usize::from(below(4) == 0)];
            text.extend_from_slice(CHARACTERS_AND_ADDRESSES[below(bound)]);
            let count = below(4);
            text.extend(run(RUNS[below(RUNS.len())], count));
            if below(3) == 0 {
                text.extend_from_slice(BREAKS[BREAKS.len() - 1 - below(8)]);
            }
        }
        judge_successors(&text);
        if !text.is_empty() {
            let at = below(text.len());
            text[at] = u8::try_from(below(256)).expect("below 256");
            judge_successors(&text);
            text.truncate(at);
            judge_successors(&text);
        }
    }
}

#[test]
#[ignore = "in a release build, with `simd` and without, it takes minutes"]
fn ten_million_random_texts() {
    judge_random(10_000_000);
}

/// Returns a source of random numbers below a bound.
fn random() -> impl FnMut(usize) -> usize {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    // Xorshift, by Marsaglia.
    move |bound| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).expect("31 bits") % bound
    }
}

/// Random sequences of pieces, with random mutations.
fn judge_random(count: usize) {
    let mut below = random();
    let mut members = 0;
    let mut text: Vec<u8> = Vec::new();
    for _ in 0..count {
        text.clear();
        text.extend_from_slice(BEFORE[below(BEFORE.len())].as_bytes());
        for _ in 0..below(5) {
            let longest = if below(8) == 0 { 120 } else { 30 };
            let length = below(longest);
            text.extend(run(RUNS[below(RUNS.len())], length));
            if below(3) == 0 {
                text.extend_from_slice(BREAKS[below(BREAKS.len())]);
            }
        }
        for _ in 0..below(3) {
            if !text.is_empty() {
                let at = below(text.len());
                text[at] = [b"/:@?#.-%a1Zg+;[ ", b"\x00\x80~_!$&'()*,=|^{"][below(2)][below(16)];
            }
        }
        members += judge(&text);
        #[cfg(any(feature = "rfc3986", feature = "rfc3987"))]
        judge_successors(&text);
    }
    println!("{count} texts, matched {members} times");
    assert!(members > count / 4, "{members} of {count}");
}
