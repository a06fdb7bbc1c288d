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

#[test]
fn random_texts() {
    judge_random(20_000);
}

#[test]
#[ignore = "in a release build, with `simd` and without, it takes minutes"]
fn ten_million_random_texts() {
    judge_random(10_000_000);
}

/// Random sequences of pieces, with random mutations.
fn judge_random(count: usize) {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    // Xorshift, by Marsaglia.
    let mut below = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).expect("31 bits") % bound
    };
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
        #[cfg(feature = "rfc3986")]
        rfc3986::judge(&text);
        #[cfg(feature = "rfc3987")]
        rfc3987::judge(&text);
    }
    println!("{count} texts, matched {members} times");
    assert!(members > count / 4, "{members} of {count}");
}
