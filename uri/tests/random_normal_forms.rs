//! Normal forms of random references, by random steps. Formatters, comparisons and hashing visit the
//! pieces of a normal form, but strings and buffers receive it in another way, and the offsets of the
//! parts of the result are computed. The text and the parts must be the same.

use crate::layout::place;
use core::cmp::Ordering;
use core::hash::{BuildHasher as _, BuildHasherDefault};
use std::hash::DefaultHasher;
use uri::{Normalization, WriteError};

const STEPS: [Normalization; 13] = [
    Normalization::SCHEME_CASE,
    Normalization::HOST_CASE,
    Normalization::REG_NAME_CASE,
    Normalization::ESCAPE_CASE,
    Normalization::UNRESERVED,
    Normalization::DOT_SEGMENTS,
    Normalization::SURPLUS_PARENTS,
    Normalization::EMPTY_PATH,
    Normalization::DEFAULT_PORT,
    Normalization::EMPTY_PORT,
    Normalization::PORT_ZEROS,
    Normalization::IPV6_FORM,
    Normalization::IUNRESERVED,
];

const SCHEMES: [&str; 9] = ["", "", "s:", "S:", "http:", "HTTP:", "ftp:", "file:", "file:"];
const USERINFOS: [&str; 8] = ["", "", "", "u@", "@", "U:%7e%c3@", "%C3%a9:%2f@", "é%41@"];
const HOSTS: [&str; 24] = [
    "",
    "h",
    "H.example",
    "1.2.3.4",
    "$,",
    "A%41%2e",
    "%c3%A9.H",
    "É%e2%80%ae",
    "[::1]",
    "[0::1]",
    "[::A]",
    "[0:0:0:0:0:0:0:0]",
    "[2001:DB8:0:0:1::0001]",
    "[2001:db8:0:0:1:0:0:1]",
    "[1:2:3:4:5:6:7:8]",
    "[::FFFF:1.2.3.4]",
    "[::ffff:102:304]",
    "[::1.2.3.4]",
    "[1:0::]",
    // Another spelling of the same length.
    "[0::0:1]",
    "[1:0:0:0:0:0:0::]",
    "[vF.A:0]",
    "[v1.a]",
    "%5B0::1%5D",
];
const PORTS: [&str; 14] = [
    "",
    "",
    "",
    ":",
    ":0",
    ":000",
    ":80",
    ":0080",
    ":21",
    ":08080",
    ":8080",
    ":65616",
    ":0065536",
    ":0000000000000000000000000000000000000000000000000000000000000000080",
];
const PIECES: [&str; 40] = [
    "/",
    "/",
    "/",
    "/",
    "/./",
    "/../",
    "/..",
    "/.",
    ".",
    "..",
    "../",
    "//",
    "%2e",
    "%2E%2e/",
    "/.%2E/",
    "a",
    "B",
    ":",
    "@;=",
    "%41",
    "%7E",
    "%7e",
    "%2F",
    "%3a",
    "%25",
    "%2541",
    "%ff",
    "%C3",
    "%A9",
    "%c3%a9",
    "%C3%A9",
    "%E2%82%ac",
    "%f0%9f%98%80",
    // Private characters, and one that formats bidirectional text.
    "%ee%80%80",
    "%F3%B0%80%80",
    "%e2%80%8E",
    "é",
    "segment-of-some-length",
    "%c3%A9%41%f0%9f%98%80%c3%A9%41%f0%9f%98%80%c3%A9%41%f0%9f%98%80%c3%A9%41%f0%9f%98%80",
    "%41%7e%ff%2f%41%7e%ff%2f%41%7e%ff%2f%41%7e%ff%2f%41%7e%ff%2f%41%7e%ff%2f",
];

/// The generator `SplitMix`, by Steele, Lea and Flood.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ mixed >> 31) >> 33).unwrap()
    }

    fn of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.next() % values.len()]
    }

    fn pieces(&mut self, most: usize) -> String {
        (0..self.next() % (most + 1)).map(|_| self.of(&PIECES)).collect()
    }

    /// A text; most are references.
    fn text(&mut self) -> String {
        let mut text = self.of(&SCHEMES).to_owned();
        if !self.next().is_multiple_of(4) {
            let authority = [self.of(&USERINFOS), self.of(&HOSTS), self.of(&PORTS)];
            text += &["//", &authority.concat(), self.of(&["", "/", "/"])].concat();
        }
        text += &self.pieces(8);
        if self.next().is_multiple_of(3) {
            // Only queries can contain private characters.
            text += &["?", &self.pieces(4).replace('é', "\u{E000}")].concat();
        }
        if self.next().is_multiple_of(3) {
            text += &["#", &self.pieces(4)].concat();
        }
        text
    }

    fn steps(&mut self) -> Normalization {
        let set = self.next();
        let steps = STEPS.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
        steps.fold(Normalization::NONE, |set, (_, &step)| set | step)
    }
}

/// The test of a grammar, with the accessors of parts that its references have or may have.
macro_rules! grammar {
    (
        $name:ident of $of:path: $reference:ident, $($always:ident)* | $($option:ident)*;
        $of_host:ident
    ) => {
        #[test]
        fn $name() {
            use $of as of;

            macro_rules! places {
                ($view:expr) => {{
                    let (view, text) = (&$view, $view.as_str());
                    let mut places = vec![$(place(text, Some(view.$always().as_str())),)*];
                    places.extend([$(place(text, view.$option().map(|it| it.as_str()))),*]);
                    places.push(place(text, view.components().scheme().map(|it| it.as_str())));
                    let of_host = view.host().and_then(|it| it.$of_host());
                    places.push(place(text, of_host.map(|it| it.as_str())));
                    places
                }};
            }

            let mut numbers = Numbers(0);
            let hasher = BuildHasherDefault::<DefaultHasher>::default();
            let mut buffer = [0; 2048];
            let (mut references, mut changed) = (0, 0);
            for _ in 0..100_000 {
                let (text, steps) = (numbers.text(), numbers.steps());
                let Ok(reference) = of::$reference::parse(&text) else { continue };
                let form = reference.normalize(steps);
                // The pieces of the normal form.
                let normal = form.to_string();
                let parsed = of::$reference::parse(&normal).unwrap();
                let context = format!("{text} by {steps:?}");

                let owned = form.to_buf();
                assert_eq!(owned.as_str(), normal, "{context}");
                let mut appended = "A/%2e//".to_owned();
                form.append_to(&mut appended);
                assert_eq!(appended, format!("A/%2e//{normal}"), "{context}");
                assert_eq!(places!(owned), places!(parsed), "{context}");
                let length = form.text_len();
                let written = form.write_in(&mut buffer[..length]).unwrap();
                assert_eq!(written.as_str(), normal, "{context}");
                assert_eq!(places!(written), places!(parsed), "{context}");
                if let Some(rest) = length.checked_sub(1) {
                    let error = form.write_in(&mut buffer[..rest]).unwrap_err();
                    assert_eq!(error, WriteError::BufferTooSmall { needed: length }, "{context}");
                }

                assert!(form == normal.as_str(), "{context}");
                assert!(parsed.is_normalized(steps), "{context}: {normal}");
                assert_eq!(reference.is_normalized(steps), text == normal, "{context}");
                assert!(reference.is_equivalent(parsed, steps), "{context}");
                for same in [parsed.normalize(steps), parsed.normalize(Normalization::NONE)] {
                    assert!(form == same && form.cmp(&same) == Ordering::Equal, "{context}");
                    assert_eq!(hasher.hash_one(form), hasher.hash_one(same), "{context}");
                }

                let form = form.with_default_port(|_| Some(8080));
                let normal = form.to_string();
                let owned = form.to_buf();
                assert_eq!(owned.as_str(), normal, "{context} and another default port");
                let parsed = of::$reference::parse(&normal).unwrap();
                assert_eq!(places!(owned), places!(parsed), "{context}");
                references += 1;
                changed += usize::from(text != normal);
            }
            assert!(20_000 < references && references / 2 < changed, "{references}, {changed}");
        }
    };
}

grammar! {
    rfc2396 of uri: UriReference,
    | authority server reg_name userinfo host hostname ipv4_address port path query fragment;
    hostname
}
#[cfg(feature = "rfc3986")]
grammar! {
    rfc3986 of uri::rfc3986: UriReference,
    path | authority userinfo host port query fragment; reg_name
}
#[cfg(feature = "rfc3987")]
grammar! {
    rfc3987 of uri::rfc3987: IriReference,
    path | authority userinfo host port query fragment; reg_name
}
