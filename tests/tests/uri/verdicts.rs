//! References and their parts, according to us and to fluent-uri and
//! iri-string: they differ only for the reasons of `conformance::uri_differences` and
//! `conformance::uri_parts`, and each reason occurs.

use super::grammars::{Compiled, rule_of};
use abnfc::text::bundled;
use conformance::strings::{Members, Random, mutate};
use conformance::uri_differences::{REASONS, Side};
use conformance::uri_parts::{PART_REASONS, compare_parts};
use conformance::uri_peers::compare;
use conformance::uri_successors::compare_successors;
use std::collections::BTreeMap;

/// The number of occurrences of each reason, by name.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) texts: usize,
    /// The number of texts that are references of RFC 3986.
    pub(crate) uris: usize,
    /// The number of texts that are references of RFC 3987.
    pub(crate) iris: usize,
    pub(crate) reasons: BTreeMap<&'static str, usize>,
}

impl Tally {
    /// Compares one more text.
    #[track_caller]
    pub(crate) fn add(&mut self, text: &str) {
        self.texts += 1;
        let reason = compare(text).unwrap_or_else(|why| panic!("{why}"));
        let of_parts = compare_parts(text).unwrap_or_else(|why| panic!("{why}"));
        let found = compare_successors(text).unwrap_or_else(|why| panic!("{why}"));
        self.uris += usize::from(found.is_uri_reference);
        self.iris += usize::from(found.is_iri_reference);
        let names = [reason.map(|reason| reason.name), of_parts.map(|reason| reason.name)];
        for name in names.into_iter().flatten() {
            *self.reasons.entry(name).or_default() += 1;
        }
    }

    /// Checks that every reason has been found.
    #[track_caller]
    pub(crate) fn assert_complete(&self) {
        let Self { texts, uris, iris, reasons } = self;
        println!("{texts} texts, {uris} of RFC 3986, {iris} of RFC 3987, {reasons:?}");
        let of_verdicts = REASONS.iter().map(|reason| reason.name);
        for name in of_verdicts.chain(PART_REASONS.iter().map(|reason| reason.name)) {
            assert!(self.reasons.contains_key(name), "never {name}");
        }
    }
}

/// Texts of up to a number of pieces that the grammars distinguish.
pub(crate) fn for_each_text(pieces: &[&str], longest: u32, mut visit: impl FnMut(&str)) {
    let mut text = String::new();
    for length in 0..=longest {
        for number in 0..pieces.len().pow(length) {
            text.clear();
            let mut rest = number;
            for _ in 0..length {
                text.push_str(pieces[rest % pieces.len()]);
                rest /= pieces.len();
            }
            visit(&text);
        }
    }
}

/// One character of each kind, and some that no URI has.
const CHARACTERS: &[&str] = &[
    "a", "1", ":", "/", "?", "#", "@", "[", "]", "%", ".", "-", "_", ";", "+", "|", " ", "é",
    "\u{e000}",
];

#[test]
fn all_short_texts() {
    let mut tally = Tally::default();
    for_each_text(CHARACTERS, 5, |text| tally.add(text));
    // Five characters are too few for brackets.
    for_each_text(&["//[", "::", "]", "a@", ":1", "/b"], 4, |text| tally.add(text));
    tally.assert_complete();
}

#[test]
fn all_short_authorities() {
    let pieces = ["a", "1", ":", "@", ".", "%41", "%4", "&", "[", "é"];
    let mut tally = Tally::default();
    for_each_text(&pieces, 5, |text| {
        tally.add(&format!("//{text}"));
        tally.add(&format!("s://{text}/b?c#d"));
    });
    assert_eq!(tally.reasons.len(), 5, "{:?}", tally.reasons);
}

#[test]
fn addresses_in_brackets() {
    const PIECES: &[&str] =
        &["1", "1:", "::", "ffff:", "::", "12345", "1.2.3.4", "256", "v1.", "g", "%25"];
    let (mut tally, mut random) = (Tally::default(), Random::new(1));
    for _ in 0..50_000 {
        let count = random.below(10);
        let address: String = (0..count).map(|_| *random.choose(PIECES)).collect();
        tally.add(&format!("http://[{address}]:80/"));
    }
    assert!(tally.reasons["an address in brackets"] > 1000, "{:?}", tally.reasons);
}

/// References of both RFCs and texts with each reason, and their mutations.
#[test]
fn random_texts() {
    let compiled = [Compiled::rfc2396(), Compiled::rfc3986(), Compiled::differences()];
    let mut rules = vec![(0, "URI-reference".to_owned()), (1, "URI-reference".to_owned())];
    rules.extend((0..REASONS.len()).map(|reason| (2, rule_of(reason))));
    let alphabet: Vec<u8> = (b' '..=b'~').collect();
    let (mut tally, mut random) = (Tally::default(), Random::new(2));
    for (number, name) in rules {
        let compiled = &compiled[number];
        let members = Members::new(&compiled.grammar);
        let mut last = b"-".to_vec();
        for _ in 0..20_000 {
            let member = members.member(compiled.rule(&name), &mut random).expect("it has some");
            for text in [&member, &mutate(&member, &last, &alphabet, &mut random)] {
                if let Ok(text) = std::str::from_utf8(text) {
                    tally.add(text);
                }
            }
            last = member;
        }
    }
    tally.assert_complete();
}

/// Members of each exported rule of RFC 3986 and RFC 3987, alone and inside a
/// reference, and their mutations: `count` for each of the 24 rules of either.
fn members_of_successors(count: usize) -> Tally {
    let (mut tally, mut random) = (Tally::default(), Random::new(4));
    for (name, marks) in [("rfc3986", " :/?#[]@%|\u{7f}"), ("rfc3987", " :/?#[]@%\u{a0}ä\u{e000}")]
    {
        let compiled = Compiled::new(bundled::find(name).expect("bundled").text.as_bytes(), &[]);
        let members = Members::new(&compiled.grammar);
        let alphabet: Vec<u8> = (b'0'..=b'Z').chain(marks.bytes()).collect();
        let mut last = b"-".to_vec();
        for (rule, _) in compiled.grammar.own_rules() {
            for _ in 0..count {
                let Some(member) = members.member(rule, &mut random) else { continue };
                for text in [&member, &mutate(&member, &last, &alphabet, &mut random)] {
                    let Ok(text) = std::str::from_utf8(text) else { continue };
                    tally.add(text);
                    tally.add(&format!("a://{text}"));
                }
                last = member;
            }
        }
    }
    println!("{} texts, {} of RFC 3986, {} of RFC 3987", tally.texts, tally.uris, tally.iris);
    assert!(tally.uris > tally.texts / 10 && tally.iris > tally.uris, "too few of them");
    tally
}

#[test]
fn random_texts_of_successors() {
    members_of_successors(200);
}

/// More than a million texts.
#[test]
#[ignore = "takes minutes"]
fn a_million_random_texts_of_successors() {
    let tally = members_of_successors(12_000);
    assert!(tally.texts > 1_000_000, "{}", tally.texts);
}

/// The reasons in Rust are those of the grammar that the proof is about.
#[test]
fn reasons_are_those_of_the_grammar() {
    let (old, new) = (Compiled::rfc2396(), Compiled::rfc3986());
    let (old, new) = (old.dfa("URI-reference"), new.dfa("URI-reference"));
    let differences = Compiled::differences();
    for (number, reason) in REASONS.iter().enumerate() {
        let rule = differences.dfa(&rule_of(number));
        let side = match reason.side {
            Side::Old => old,
            Side::New => new,
        };
        let check = |text: &str| {
            let holds = side.check(text.as_bytes()).is_ok() && (reason.holds)(text);
            assert_eq!(holds, rule.check(text.as_bytes()).is_ok(), "{text:?}: {}", reason.name);
        };
        for_each_text(&["a", "1", ":", "/", "?", "#", "@", "[", "::", "]", "é"], 4, check);
        for_each_text(&["s:", "//", "a", "1", ":", "/", "?", "#", "@", "[::]"], 5, check);
    }
}

/// The parts that are texts of their own in both RFCs have the same language.
#[test]
fn parts_that_have_not_changed() {
    use iri_string::spec::UriSpec;
    use iri_string::validate;
    for_each_text(CHARACTERS, 4, |text| {
        assert_eq!(uri::Scheme::is_match(text), validate::scheme(text).is_ok(), "{text:?}");
        assert_eq!(uri::Port::is_match(text), validate::port(text).is_ok(), "{text:?}");
        let theirs = validate::userinfo::<UriSpec>(text).is_ok();
        assert_eq!(uri::UserInfo::is_match(text), theirs, "{text:?}");
        let theirs = validate::path_segment::<UriSpec>(text).is_ok();
        assert_eq!(uri::Segment::is_match(text), theirs, "{text:?}");
        let theirs = validate::query::<UriSpec>(text).is_ok();
        assert_eq!(uri::Query::is_match(text), theirs, "{text:?}");
        let theirs = validate::fragment::<UriSpec>(text).is_ok();
        assert_eq!(uri::Fragment::is_match(text), theirs, "{text:?}");
    });
}
