//! What skips runs, by bytes and, with the feature `simd`, by vectors of the machine, against
//! one byte after the other: runs that begin and end everywhere, in texts of every length
//! about the sizes of windows. All are compared in one process, on the same sets.

#![allow(unreachable_pub, unused_imports, reason = "the modules are parts of the library")]

// The modules refer to `std` by the path that the library declares.
extern crate std;

#[cfg(all(feature = "simd", target_arch = "x86_64"))]
#[path = "../src/avx2.rs"]
pub(crate) mod avx2;
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
#[path = "../src/avx512.rs"]
pub(crate) mod avx512;
#[allow(dead_code, reason = "the scanners need only its character classes")]
#[path = "../src/byte_set.rs"]
mod byte_set;
#[cfg(feature = "code_points")]
#[path = "../src/code_points.rs"]
mod code_points;
#[path = "../src/masks.rs"]
pub(crate) mod masks;
#[cfg(all(feature = "simd", target_arch = "aarch64"))]
#[path = "../src/neon.rs"]
pub(crate) mod neon;
#[cfg(all(unix, not(miri)))]
#[allow(dead_code, reason = "other tests use the rest")]
#[path = "scan/page.rs"]
mod page;
#[path = "../src/planes.rs"]
mod planes;
#[path = "scan/portable.rs"]
mod portable;
#[path = "../src/run.rs"]
mod run;
#[path = "../src/scan.rs"]
mod scan;
#[cfg(feature = "simd")]
#[path = "../src/simd.rs"]
pub(crate) mod simd;

use code_points::CodePoints;
use masks::{LongText, ShortText, Vectors, WINDOW};
use portable::Portable;
use run::{Detour, Length, Run, Scan, Table};
use scan::Bytes;

static TABLE: Table = run::table(&[
    b"-0-9a-f\xC0-\xDF",
    b"0-9a-f",
    b"\0-\x7F",
    b"\x80-\xFF",
    b"\x80-\xFE",
    b"\0\x0F-\x10\x7F-\x80\xFF",
    b"\0-\xFF",
    b"\x01-\x7F",
    b"-0-9a-f",
]);

const PERCENT: Detour = Detour { byte: b'%', rest: &[1, 1] };
const DOT: Detour = Detour { byte: b'.', rest: &[1] };
const LINE: Detour = Detour { byte: b'_', rest: &[0] };
const LAST: Detour = Detour { byte: 0xFF, rest: &[4, 4] };
/// As what follows the text in a vector.
const ZERO: Detour = Detour { byte: 0, rest: &[7, 7] };

/// Characters of two, three and four bytes.
static CHARACTERS: CodePoints =
    code_points::code_points(&[[0xA0, 0xD7FF], [0xF900, 0xFDCF], [0x1_0000, 0x1_FFFD]]);

/// Set and detours of each run. What follows the first byte of a detour is in the set.
const RUNS: [(usize, &[Detour]); 15] = [
    (0, &[]),
    (0, &[PERCENT]),
    (0, &[PERCENT, DOT]),
    (2, &[]),
    (3, &[]),
    (4, &[LAST]),
    (5, &[]),
    (6, &[]),
    (7, &[ZERO]),
    (0, &[DOT]),
    (0, &[LINE, DOT]),
    // Those from here on also skip characters.
    (8, &[]),
    (8, &[PERCENT]),
    (8, &[DOT]),
    (2, &[]),
];

/// The number of the first run that skips characters.
const WITH_CHARACTERS: usize = 11;

/// A run by its number, of a length by its number.
struct Numbered<const N: usize, const LENGTH: usize = 2>;

impl<const N: usize, const LENGTH: usize> Run for Numbered<N, LENGTH> {
    const TABLE: &'static Table = &TABLE;
    const SET: usize = RUNS[N].0;
    const DETOURS: &'static [Detour] = RUNS[N].1;
    #[cfg(feature = "code_points")]
    const CHARACTERS: Option<&'static CodePoints> =
        if WITH_CHARACTERS <= N { Some(&CHARACTERS) } else { None };
    const LENGTH: Length = [Length::Short, Length::Medium, Length::Long, Length::Rest][LENGTH];

    fn has(byte: u8) -> bool {
        is_in(byte, Self::SET) || Self::DETOURS.iter().any(|detour| detour.byte == byte)
    }

    fn follows([first, second, third]: [u8; 3]) -> bool {
        let places = |detour: &'static Detour| detour.rest.iter().zip([second, first]);
        let mut all = Self::DETOURS.iter().flat_map(|it| places(it).map(move |at| (it.byte, at)));
        all.all(|(byte, (&set, before))| byte != before || is_in(third, set))
    }
}

fn is_in(byte: u8, set: usize) -> bool {
    TABLE[usize::from(byte)] >> set & 1 == 1
}

/// Returns whether a text begins with a detour.
fn is_whole(detour: &Detour, text: &[u8]) -> bool {
    text.first() == Some(&detour.byte)
        && detour
            .rest
            .iter()
            .zip(1..)
            .all(|(&set, at)| text.get(at).is_some_and(|&byte| is_in(byte, set)))
}

/// Returns the length of the detour at the beginning of a text; `None` if there is no detour.
fn detour<R: Run>(text: &[u8]) -> Option<usize> {
    R::DETOURS.iter().find(|it| is_whole(it, text)).map(|it| 1 + it.rest.len())
}

/// Returns the length of the character with which a text begins, if it is one that runs skip.
fn character(text: &[u8]) -> usize {
    if text.first().is_none_or(u8::is_ascii) {
        return 0;
    }
    let lengths = 2..=text.len().min(4);
    let mut texts = lengths.filter_map(|length| std::str::from_utf8(&text[..length]).ok());
    let first =
        texts.find_map(|text| Some(text.chars().next()?).filter(|_| text.chars().count() == 1));
    match first {
        Some(
            it @ ('\u{A0}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{10000}'..='\u{1FFFD}'),
        ) => it.len_utf8(),
        _ => 0,
    }
}

/// Where a run ends, byte by byte.
fn end<R: Run>(text: &[u8], mut at: usize) -> usize {
    while at < text.len() {
        let rest = &text[at..];
        match detour::<R>(rest) {
            _ if is_in(rest[0], R::SET) => at += 1,
            Some(length) => at += length,
            None => match R::CHARACTERS.map_or(0, |_| character(rest)) {
                0 => break,
                length => at += length,
            },
        }
    }
    at
}

/// Compares all ways to skip one run from some offsets of a text.
fn check<const N: usize>(text: &[u8]) {
    let bytes = || Bytes { text };
    let step = if cfg!(miri) { 29 } else { 1 };
    for begin in (0..=text.len()).step_by(step) {
        let expected = end::<Numbered<N>>(text, begin);
        let lengths = [
            bytes().skip::<Numbered<N, 0>>(begin),
            bytes().skip::<Numbered<N, 1>>(begin),
            bytes().skip::<Numbered<N, 2>>(begin),
            bytes().skip::<Numbered<N, 3>>(begin),
        ];
        // Not always to the end, but never to a place where the run does not continue.
        let swept = bytes().sweep::<Numbered<N, 3>>(begin);
        assert!(
            begin <= swept && end::<Numbered<N>>(text, swept) == expected,
            "run {N} from {begin}"
        );
        assert_eq!(lengths, [expected; 4], "bytes, run {N} from {begin} of {text:X?}");
        // It is slow, and all runs after one are tested.
        if begin % 16 == 0 {
            vectors::<N, _>(Portable, text, begin, expected);
        }
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        machine::<N, _>(simd::Avx2::detect(simd::Level::of_machine()), text, begin, expected);
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        machine::<N, _>(simd::Avx512::detect(simd::Level::of_machine()), text, begin, expected);
        #[cfg(all(feature = "simd", target_arch = "aarch64"))]
        machine::<N, _>(simd::Neon::detect(), text, begin, expected);
    }
}

/// Compares vectors, if the machine has them.
#[allow(dead_code, reason = "a machine may have none")]
fn machine<const N: usize, V: Vectors>(
    vectors: Option<V>,
    text: &[u8],
    begin: usize,
    expected: usize,
) {
    if let Some(it) = vectors {
        self::vectors::<N, V>(it, text, begin, expected);
    }
}

/// Compares vectors, in a window that begins elsewhere than the run.
fn vectors<const N: usize, V: Vectors>(it: V, text: &[u8], begin: usize, expected: usize) {
    if text.len() < WINDOW {
        all_runs::<N>(ShortText::new(it, text), text, begin, expected);
    } else {
        all_runs::<N>(LongText::new(it, text), text, begin, expected);
    }
}

/// All runs of the text from one on.
fn all_runs<const N: usize>(mut scan: impl Scan, text: &[u8], begin: usize, expected: usize) {
    let (mut at, mut expected) = (begin, expected);
    loop {
        let found = scan.skip::<Numbered<N>>(at);
        assert_eq!(found, expected, "vectors, run {N} from {begin}, {at} of {text:X?}");
        if found == text.len() {
            break;
        }
        at = found + 1;
        expected = end::<Numbered<N>>(text, at);
    }
}

fn check_all(text: &[u8]) {
    let checks = [
        check::<0>,
        check::<1>,
        check::<2>,
        check::<3>,
        check::<4>,
        check::<5>,
        check::<6>,
        check::<7>,
        check::<8>,
        check::<9>,
        check::<10>,
        check::<11>,
        check::<12>,
        check::<13>,
        check::<14>,
    ];
    for check in checks {
        check(text);
    }
}

/// The lengths of texts that are tried.
fn lengths() -> impl Iterator<Item = usize> {
    let all: &[usize] = if cfg!(miri) { &[0, 3, 7, 15, 16, 31, 32, 65] } else { &[] };
    let rest = if cfg!(miri) { 0..0 } else { 0..200 };
    all.iter().copied().chain(rest)
}

#[test]
fn runs_of_every_length() {
    for length in lengths() {
        check_all(&vec![b'a'; length]);
        check_all(&vec![0xFE; length]);
        let detours: Vec<u8> = b"%4a".iter().copied().cycle().take(length).collect();
        check_all(&detours);
        let zeros: Vec<u8> = b"a\0bc".iter().copied().cycle().take(length).collect();
        check_all(&zeros);
        let other: Vec<u8> = b".1\xFF\x80\xC0".iter().copied().cycle().take(length).collect();
        check_all(&other);
    }
}

#[test]
fn runs_that_are_broken_everywhere() {
    let breaks: [&[u8]; 17] = [
        b"%",
        b"%4",
        b"%4g",
        b"%g4",
        b"%41",
        b"%%41",
        b".",
        b".a",
        b"..a",
        b"_",
        b"_.a",
        b"._-",
        b"\x00",
        b"\x00a",
        b"\x00\x00aa",
        b"\xFF\x80",
        b"\xFF\xFF\x80\x80",
    ];
    let lengths: &[usize] = if cfg!(miri) { &[66] } else { &[40, 66, 100, 131, 200] };
    for &length in lengths {
        for broken in breaks {
            let step = if cfg!(miri) { 31 } else { 1 };
            for at in (0..length).step_by(step) {
                let mut text = vec![b'a'; length];
                let end = length.min(at + broken.len());
                text[at..end].copy_from_slice(&broken[..end - at]);
                check::<1>(&text);
                check::<2>(&text);
                check::<8>(&text);
                check::<10>(&text);
                let mut text = vec![0xC5; length];
                text[at..end].copy_from_slice(&broken[..end - at]);
                check::<5>(&text);
            }
        }
    }
}

/// Characters at every offset of windows, whole, cut and broken, among bytes and among each other.
#[test]
fn runs_with_characters() {
    let pieces: [&[u8]; 13] = [
        "é".as_bytes(),
        "日".as_bytes(),
        "😀".as_bytes(),
        "é日😀é".as_bytes(),
        "日a日-1😀%41é".as_bytes(),
        "\u{80}".as_bytes(),
        "\u{E000}".as_bytes(),
        "\u{1FFFE}".as_bytes(),
        b"\xE6\x97",
        b"\xF0\x9F\x98",
        b"\xC3",
        b"\x97",
        b"\xC3%41\xA9",
    ];
    let lengths: &[usize] = if cfg!(miri) { &[66] } else { &[9, 18, 34, 66, 131] };
    for &length in lengths {
        for piece in pieces {
            for (fill, step) in [("a", 1), ("é", 2), ("日", 3), ("日-", 4)] {
                let step = if cfg!(miri) { 31 } else { step };
                for at in (0..length).step_by(step) {
                    let mut text: Vec<u8> = fill.bytes().cycle().take(at).collect();
                    text.extend(piece);
                    text.extend(fill.bytes().cycle().take(length - at));
                    check::<12>(&text);
                    text.truncate(length);
                    check::<13>(&text);
                }
            }
        }
    }
}

/// Every byte in every set, alone and everywhere in windows.
#[test]
fn every_byte() {
    for byte in (0..=255).step_by(if cfg!(miri) { 51 } else { 1 }) {
        for length in if cfg!(miri) { vec![33] } else { vec![1, 5, 12, 16, 31, 33, 64, 70] } {
            check_all(&vec![byte; length]);
        }
    }
}

/// Bytes at random, most of them of runs.
#[test]
fn random_texts() {
    let mut random = fastrand::Rng::with_seed(5);
    let rounds = if cfg!(miri) { 2 } else { 3_000 };
    for _ in 0..rounds {
        let length = random.usize(..220);
        let rare = 1 + random.usize(..40);
        let text: Vec<u8> = (0..length)
            .flat_map(|_| match random.usize(..rare) {
                0 => vec![random.u8(..)],
                1 => b"%4a".to_vec(),
                2 => b".1_c".to_vec(),
                3 => vec![b'%'],
                4 => "日本é😀".into(),
                5 => "日é".bytes().skip(random.usize(..2)).take(random.usize(..5)).collect(),
                _ => vec![b'a'],
            })
            .collect();
        check_all(&text);
    }
}

/// No byte before a text or after it is read.
#[cfg(all(unix, not(miri)))]
#[test]
fn texts_at_the_edges_of_pages() {
    let mut page = page::Page::new();
    for length in (0..=66).chain([127, 128, 129]) {
        for byte in [b'a', 0] {
            check::<2>(page.first(length, byte));
            check::<6>(page.last(length, byte));
            check::<8>(page.last(length, byte));
            check::<12>(page.last(length, byte));
        }
        for last in ["é", "日", "😀", "日本語"] {
            let count = usize::from(last.len() <= length);
            for cut in 0..=last.len() {
                let text = page.last_with(length, &last.as_bytes()[..cut * count]);
                check::<12>(text);
                check::<13>(text);
            }
        }
    }
}

/// What the machine has that runs the tests, for those who read their output.
#[test]
fn machines() {
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    println!("AVX2: {}", simd::Avx2::detect(simd::Level::of_machine()).is_some());
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    println!("AVX-512: {}", simd::Avx512::detect(simd::Level::of_machine()).is_some());
    #[cfg(all(feature = "simd", target_arch = "aarch64"))]
    assert!(simd::Neon::detect().is_some());
}
