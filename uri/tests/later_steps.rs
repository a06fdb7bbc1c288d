//! Steps of normal forms that RFC 2396 does not have: IPv6 addresses, and characters of IRIs.

use core::fmt::Write as _;
use core::net::Ipv6Addr;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use uri::Normalization;
use uri::rfc3986::{Uri, UriReference};
use uri::rfc3987::{Iri, IriReference};

/// RFC 5952 sections 4 and 5, to the letter.
fn form_of_rfc_5952(groups: [u16; 8]) -> String {
    if groups[..6] == [0, 0, 0, 0, 0, 0xFFFF] {
        let [.., high, low] = groups.map(u16::to_be_bytes);
        return format!("::ffff:{}.{}.{}.{}", high[0], high[1], low[0], low[1]);
    }
    // All runs of two or more zero groups; the longest, and of several the first.
    let runs = (0..8).flat_map(|begin| (begin + 2..=8).map(move |end| begin..end));
    let runs = runs.filter(|run| groups[run.clone()].iter().all(|&group| group == 0));
    let run = runs.rev().max_by_key(|run| (run.len(), 8 - run.start));
    let texts = |groups: &[u16]| groups.iter().map(|it| format!("{it:x}")).collect::<Vec<_>>();
    match run {
        Some(run) => {
            let (before, after) = (texts(&groups[..run.start]), texts(&groups[run.end..]));
            format!("{}::{}", before.join(":"), after.join(":"))
        }
        None => texts(&groups).join(":"),
    }
}

/// Texts of the same address.
fn spellings(groups: [u16; 8]) -> Vec<String> {
    let mut spellings = Vec::new();
    let [.., high, low] = groups.map(u16::to_be_bytes);
    let tail = format!("{}.{}.{}.{}", high[0], high[1], low[0], low[1]);
    for write in [|group| format!("{group:x}"), |group: u16| format!("{group:04X}")] {
        let mut texts: Vec<String> = groups.map(write).to_vec();
        for _ in 0..2 {
            spellings.push(texts.join(":"));
            for begin in 0..texts.len() {
                for end in begin + 1..=texts.len() {
                    let zeros = texts[begin..end].iter();
                    if zeros.into_iter().all(|text| text.bytes().all(|byte| byte == b'0')) {
                        let (before, after) = (texts[..begin].join(":"), texts[end..].join(":"));
                        spellings.push(format!("{before}::{after}"));
                    }
                }
            }
            texts.truncate(6);
            texts.push(tail.clone());
        }
    }
    spellings
}

#[test]
fn ipv6_addresses_have_one_form() {
    let step = Normalization::IPV6_FORM;
    let (mut buffer, mut count) = ([0; 64], 0);
    for mask in 0..1 << 8 {
        for values in [[1; 8], [0xDB8; 8], [1, 0xABCD, 0xFFFF, 0xA, 0x20, 0xFFFF, 0xC000, 0x201]] {
            let group = |at: usize| if mask >> at & 1 == 0 { 0 } else { values[at] };
            let groups = core::array::from_fn(group);
            let form = form_of_rfc_5952(groups);
            assert_eq!(form, Ipv6Addr::from(groups).to_string(), "the standard library");
            let expected = format!("s://u@[{form}]:1/");
            for text in spellings(groups) {
                let text = format!("s://u@[{text}]:1/");
                let Ok(uri) = Uri::parse(&text) else { continue };
                let normal = uri.normalize(step).write_in(&mut buffer).unwrap();
                assert_eq!(normal, expected.as_str(), "{text}");
                assert!(normal.is_normalized(step));
                assert_eq!(uri.is_normalized(step), text == expected, "{text}");
                assert!(uri.is_equivalent(normal, step), "{text}");
                count += 1;
            }
        }
    }
    assert!(10_000 < count, "{count}");
}

#[test]
fn hosts_that_are_not_ipv6_addresses_stay() {
    let step = Normalization::IPV6_FORM;
    let same = |text| Uri::new(text).is_normalized(step);
    assert!(same("s://[vF.A:0:0]/") && same("s://A.0.0.1/") && same("s://%5B0%3A%3A1%5D/"));
    // The case of an address belongs to its form; without the step, to the case of hosts.
    let uri = Uri::new("s://[0::A]/");
    assert_eq!(uri.normalize(step), "s://[::a]/");
    assert_eq!(uri.normalize(Normalization::HOST_CASE), "s://[0::a]/");
    assert_eq!(uri.normalize(Normalization::ALL), "s://[::a]/");
    assert!(!Normalization::ESCAPES.contains(step));
    let iri = Iri::new("s://[0:0::ffff:1.2.3.4]/é");
    assert_eq!(iri.normalize(Normalization::RFC3986), "s://[::ffff:1.2.3.4]/é");
}

/// Lower case is for the letters of a host, not for the digits of its escapes.
#[test]
fn escapes_in_hosts_keep_their_case() {
    let uri = Uri::new("s://U%C3@H%C3%A9:1/");
    for steps in [Normalization::HOST_CASE, Normalization::ALL] {
        assert_eq!(uri.normalize(steps), "s://U%C3@h%C3%A9:1/");
        assert_eq!(uri.normalize(steps).to_buf(), "s://U%C3@h%C3%A9:1/");
    }
}

fn escaped(text: &str) -> String {
    text.bytes().fold(String::new(), |mut escaped, byte| {
        write!(escaped, "%{byte:02x}").unwrap();
        escaped
    })
}

/// The step unescapes a character exactly if the grammar accepts the character in that part, and
/// RFC 3987 section 4.1 does not forbid it.
#[test]
fn characters_beyond_ascii_are_unescaped_where_an_iri_may_have_them() {
    let step = Normalization::IUNRESERVED;
    let is_bidi =
        |character| "\u{200E}\u{200F}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}".contains(character);
    let [plane_0, others] = ['\u{7F}'..='\u{FFFF}', '\u{10000}'..=char::MAX];
    let ends = (1..=16).flat_map(|plane| {
        [0xFFFD, 0xFFFE, 0x1_0000, 0x1_0FFF, 0x1_1000].map(|at| (plane << 16) + at)
    });
    let characters =
        plane_0.step_by(29).chain(others.step_by(9973)).chain(ends.filter_map(char::from_u32));
    let characters = characters.chain("\u{9F}\u{A0}\u{D7FF}\u{E000}\u{F8FF}\u{F900}\u{FDCF}\u{FDD0}\u{FDEF}\u{FDF0}\u{FFEF}\u{FFF0}\u{200D}\u{2029}\u{202F}".chars());
    for character in characters.chain(('\0'..'\u{7F}').filter(|it| !it.is_ascii_alphanumeric())) {
        let (raw, escaped) = (character.to_string(), escaped(&character.to_string()));
        for (before, after) in
            [("s:", ""), ("//", ":1"), ("//", "@h"), ("?", ""), ("#", ""), ("/a", "%41")]
        {
            let [escaped, raw] = [&escaped, &raw].map(|it| format!("{before}{it}{after}"));
            let iri = IriReference::new(&escaped);
            let unescapes = !character.is_ascii() && IriReference::is_match(&raw);
            let expected = if unescapes && !is_bidi(character) { &raw } else { &escaped };
            assert_eq!(iri.normalize(step), expected.as_str(), "{character:?}");
            let is_equivalent =
                IriReference::parse(&raw).is_ok_and(|raw| iri.is_equivalent(raw, step));
            assert_eq!(is_equivalent, expected == &raw, "{character:?}");
        }
    }
}

#[test]
fn only_whole_characters_of_utf_8_are_unescaped() {
    let steps = Normalization::IUNRESERVED | Normalization::ESCAPE_CASE;
    for (text, expected) in [
        ("/%c3%a9%c3%a9", "/éé"),
        ("/%c3", "/%C3"),
        ("/%c3%c3%a9", "/%C3é"),
        ("/%a9%c3%a9%a9", "/%A9é%A9"),
        ("/%c3é", "/%C3é"),
        ("/%c3%41", "/%C3%41"),
        ("/%e2%82%ac%e2%82", "/€%E2%82"),
        ("/%c0%80%ed%a0%80%f4%90%80%80", "/%C0%80%ED%A0%80%F4%90%80%80"), // overlong, surrogate, too large
        ("/%f0%9f%98%80", "/\u{1F600}"),
        ("/%25c3%25a9", "/%25c3%25a9"),
        ("?%ee%80%80#%ee%80%80", "?\u{E000}#%EE%80%80"),
        ("//%c3%89@%C3%89", "//É@É"),
    ] {
        let iri = IriReference::new(text);
        assert_eq!(iri.normalize(steps), expected, "{text}");
        assert!(IriReference::new(expected).is_normalized(steps), "{text}");
    }
    // In URIs, there is nothing to unescape.
    assert!(UriReference::new("/%C3%A9").is_normalized(Normalization::IUNRESERVED));
    for preset in [Normalization::ALL, Normalization::RFC3986] {
        assert!(IriReference::new("/%C3%A9").is_normalized(preset));
    }
}

/// The steps of this file with and without steps that touch the same parts.
fn steps() -> impl Iterator<Item = Normalization> {
    let steps = [
        Normalization::IPV6_FORM,
        Normalization::IUNRESERVED,
        Normalization::PORT_ZEROS,
        Normalization::HOST_CASE,
        Normalization::ESCAPE_CASE,
        Normalization::UNRESERVED,
        Normalization::DOT_SEGMENTS,
        Normalization::DEFAULT_PORT | Normalization::EMPTY_PORT | Normalization::EMPTY_PATH,
    ];
    (0..1 << steps.len()).map(move |bits| {
        let chosen = steps.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
        chosen.fold(Normalization::NONE, |all, (_, &step)| all | step)
    })
}

/// Normal forms are their own normal forms, and compare and hash as their texts do.
#[test]
fn the_laws_of_normal_forms_hold_for_these_steps() {
    let mut iris = Vec::new();
    for host in ["[::1]", "[0:0::A]", "[::a]", "%C3%a9", "é", "%e2%80%ae", "%41"] {
        for port in ["", ":", ":80", ":0080", ":00"] {
            for rest in ["", "/%c3%A9/%2E%2e/é", "/é?%ee%80%80%C3", "/..?\u{E000}%c3#%C3%A9"] {
                iris.push(format!("http://{host}{port}{rest}"));
            }
        }
    }
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    for steps in steps().step_by(5) {
        let normalize = |text| Iri::new(text).normalize(steps);
        let forms: Vec<_> =
            iris.iter().map(|text| (normalize(text), normalize(text).to_string())).collect();
        for (form, text) in &forms {
            assert!(Iri::parse(text).is_ok_and(|iri| iri.is_normalized(steps)), "{text} {steps:?}");
            assert_eq!(form.text_len(), text.len());
        }
        for (at, (form, text)) in forms.iter().enumerate().step_by(7) {
            for (other, other_text) in forms[at..].iter().step_by(2) {
                assert_eq!(form == other, text == other_text, "{text} {other_text} {steps:?}");
                assert_eq!(form.cmp(other), other.cmp(form).reverse());
                assert_eq!(hasher.hash_one(form) == hasher.hash_one(other), text == other_text);
            }
        }
    }
}

/// Rooted by the specification of the scheme, or by the general rule of RFC 3986 section 6.2.3.
#[test]
fn schemes_whose_empty_path_is_the_root() {
    let steps = Normalization::EMPTY_PATH;
    for scheme in [
        "http",
        "https",
        "ws",
        "wss",
        "ftp",
        "file",
        "gopher",
        "telnet",
        "imap",
        "ipp",
        "ipps",
        "ldap",
        "coap",
        "coaps",
        "coap+tcp",
        "coaps+tcp",
        "coap+ws",
        "coaps+ws",
        "FTP",
    ] {
        for (text, expected) in [("://h", "://h/"), ("://h?x", "://h/?x"), ("://h/a", "://h/a")] {
            let [text, expected] = [text, expected].map(|rest| format!("{scheme}{rest}"));
            assert_eq!(Uri::new(&text).normalize(steps), expected.as_str());
        }
    }
    for text in ["vnc://h", "pop://h", "aaa://h", "xmpp://h", "x://h", "http:", "ftp:?x"] {
        assert!(Uri::new(text).is_normalized(steps), "{text}");
    }
    assert_eq!(Uri::new("file://").normalize(steps), "file:///");
}

#[test]
fn zeros_of_ports() {
    let step = Normalization::PORT_ZEROS;
    for (text, expected) in [
        ("//h:08080", "//h:8080"),
        ("//h:0", "//h:0"),
        ("//h:000", "//h:0"),
        ("//h:", "//h:"),
        ("//h:0099999999", "//h:99999999"),
        ("//h:80", "//h:80"),
        ("//00.h:1", "//00.h:1"),
    ] {
        assert_eq!(UriReference::new(text).normalize(step), expected);
        assert!(UriReference::new(expected).is_normalized(step));
    }
    assert!(!Normalization::RFC3986.contains(step));
    let both = step | Normalization::DEFAULT_PORT;
    assert_eq!(UriReference::new("http://h:0080/").normalize(both), "http://h/");
}
