//! The types of the examples agree with the reference on their grammars: verdict, offset, expected
//! bytes and longest prefix, on all short strings and on random ones. The grammars
//! that were written for the gallery agree with their documents.

mod data;
mod grammars;
mod injection;
mod json;
mod matchers;
mod round_trips;
mod trees;
mod types;

use abnfc::automata::compare::{Relation, compare};
use abnfc::automata::rules::automata;
use abnfc::automata::shape::shape;
use abnfc::grammar::uses::{reached, references};
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::Limits;
use abnfc::text::bundled;
use conformance::reference::Recogniser;
use conformance::strings::{Members, Random, alphabet, exhaustive, mutate};
use grammars::{exported, resolved, unfolded};
use matchers::{Error, Judge, Matchers};

/// Strings for each rule of the exhaustive run, and their greatest length.
const SHORT: usize = 5000;
const LENGTH: usize = 24;
/// Random texts of each grammar, which its rules share, and their greatest length: the reference
/// is slow.
const RANDOM: usize = 100_000;
const MAX_LENGTH: usize = 40;
/// The maximum number of attempts to draw a short text.
const DRAWS: usize = 20;
/// Mutants of each random member: those with the same beginning take the reference little time.
const MUTANTS: usize = 9;

/// Compares the matcher of a rule with the reference.
struct Subject<'a> {
    rule: &'a str,
    judge: Judge,
    alphabet: Vec<u8>,
}

impl Subject<'_> {
    /// Returns whether the matcher accepts the type of the text that the reference has read.
    fn compare(&self, text: &[u8], read: &Recogniser) -> bool {
        let Some(found) = (self.judge)(text) else { return false };
        let (rule, shown) = (self.rule, text.escape_ascii());
        let expected = read.verdict();
        assert_eq!(found.longest_prefix, expected.longest_prefix, "{rule}: {shown}");
        let Some(Error { offset, expected: set, end }) = found.error else {
            assert!(expected.is_member, "{rule}: {shown}");
            return true;
        };
        assert!(!expected.is_member, "{rule}: {shown}");
        assert_eq!(offset, expected.offset, "{rule}: {shown}");
        assert_eq!(end, read.accepts_at(offset), "{rule}: {shown}");
        for &byte in &self.alphabet {
            let is_expected = read.expects_at(offset, byte);
            assert_eq!(set.contains(byte), is_expected, "{rule}: {shown}, then {byte:X}");
        }
        true
    }
}

/// Runs all matchers of a module, except those that use restricted characters beyond ASCII.
fn run(name: &str, matchers: Matchers) {
    let mut rules = exported(name).rules;
    let (grammar, kept) = unfolded(name);
    rules.sort();
    let mut known: Vec<&str> = matchers.iter().map(|(rule, _)| *rule).collect();
    known.sort_unstable();
    assert_eq!(known, rules, "{name}");
    let mut random = Random::new(1);
    let (mut texts, mut matched) = (0, 0);
    let members = Members::new(&grammar);
    let uses_kept = |rule: RuleId| {
        let used = reached(&[rule], |rule| references(&grammar[rule].expr));
        used.iter().any(|rule| kept.contains(rule))
    };
    for &(name, judge) in matchers {
        let rule = grammar.find(name).expect("it is exported");
        if uses_kept(rule) {
            continue;
        }
        let mut read = Recogniser::new(&grammar, rule);
        let subject = Subject { rule: name, judge, alphabet: alphabet(&grammar, rule) };
        exhaustive(&mut read, &subject.alphabet, SHORT, LENGTH, |text, read| {
            subject.compare(text, read);
        });
        let mut last = b"-".to_vec();
        let mut left = RANDOM.div_ceil(rules.len());
        while left > 0 {
            let member = short_member(&members, rule, &mut random);
            let mutants =
                [(); MUTANTS].map(|()| mutate(&member, &last, &subject.alphabet, &mut random));
            for text in [&member].into_iter().chain(&mutants) {
                matched += usize::from(read.judge(text).is_member);
                let is_text = subject.compare(text, &read);
                left = left.saturating_sub(usize::from(is_text));
                texts += usize::from(is_text);
            }
            last = member;
        }
    }
    println!("{name}: {texts} random texts, {matched} of them match");
    assert!(texts / 8 < matched && matched < texts * 7 / 8, "{name}: {matched} of {texts}");
}

/// A text of the rule, or the beginning of a text if short ones are rare.
fn short_member(members: &Members, rule: RuleId, random: &mut Random) -> Vec<u8> {
    let mut member = Vec::new();
    for _ in 0..DRAWS {
        member = members.member(rule, random).expect("the rule has texts");
        if member.len() <= MAX_LENGTH {
            break;
        }
    }
    member.truncate(MAX_LENGTH);
    member
}

#[test]
fn rfc3339() {
    run("rfc3339", matchers::RFC3339);
}

#[test]
fn rfc3986() {
    run("rfc3986", matchers::RFC3986);
}

#[test]
fn rfc5234() {
    run("rfc5234", matchers::RFC5234);
}

#[test]
fn rfc5322() {
    run("rfc5322", matchers::RFC5322);
}

#[test]
fn rfc5322_plain() {
    run("rfc5322_plain", matchers::RFC5322_PLAIN);
}

#[test]
fn rfc5646() {
    run("rfc5646", matchers::RFC5646);
}

#[test]
fn rfc8259() {
    run("rfc8259", matchers::RFC8259);
}

#[test]
fn rfc9110() {
    run("rfc9110", matchers::RFC9110);
}

#[test]
fn rfc9535() {
    run("rfc9535", matchers::RFC9535);
}

#[test]
fn toml() {
    run("toml", matchers::TOML);
}

#[test]
fn semver() {
    run("semver", matchers::SEMVER);
}

#[test]
fn purl() {
    run("purl", matchers::PURL);
}

#[test]
fn rfc5424() {
    run("rfc5424", matchers::RFC5424);
}

#[test]
fn rfc6265() {
    run("rfc6265", matchers::RFC6265);
}

#[test]
fn rfc8288() {
    run("rfc8288", matchers::RFC8288);
}

#[test]
fn rfc9651() {
    run("rfc9651", matchers::RFC9651);
}

/// The relation between the rules of a name in two grammars.
fn relation(left: &Resolved, right: &Resolved, name: &str) -> Relation {
    let found = [left, right].map(|grammar| {
        let rule = grammar.find(name).unwrap_or_else(|| panic!("no rule {name}"));
        (automata(grammar, &shape(grammar), &[rule], &Limits::default()), rule)
    });
    let [left, right] = found.each_ref().map(|(automata, rule)| {
        automata.dfa(*rule).unwrap_or_else(|why| panic!("{name}: {why:?}"))
    });
    compare(left, right, usize::MAX).expect("there is no limit").relation()
}

fn of_document(name: &str) -> Resolved {
    let bundled = bundled::find(name).expect("it is bundled");
    resolved(name, bundled.text.as_bytes(), &bundled.imports())
}

#[test]
fn fields_are_those_of_the_document() {
    let fields = exported("rfc9110");
    let document = of_document("rfc9110");
    for rule in ["Accept", "auth-param", "challenge", "WWW-Authenticate", "Authorization"] {
        assert_eq!(relation(&fields.grammar, &document, rule), Relation::Equal, "{rule}");
    }
}

#[test]
fn dates_are_those_of_the_document() {
    let dates = exported("rfc3339");
    let document = of_document("rfc3339");
    for rule in ["date-time", "full-date", "full-time", "partial-time", "time-offset"] {
        assert_eq!(relation(&dates.grammar, &document, rule), Relation::Subset, "{rule}");
    }
    assert_eq!(relation(&dates.grammar, &document, "time-secfrac"), Relation::Equal);
}

/// Those that are regular; a document is made of them by the same definitions.
#[test]
fn values_are_those_of_toml() {
    let (values, document) = (exported("toml"), of_document("toml"));
    for rule in ["integer", "dec-int", "hex-int", "oct-int", "bin-int", "float", "simple-key"] {
        assert_eq!(relation(&values.grammar, &document, rule), Relation::Equal, "{rule}");
    }
    for rule in ["toml", "expression", "keyval", "val", "array", "array-values", "inline-table"] {
        let text = |grammar: &Resolved| grammar[grammar.find(rule).expect(rule)].text.clone();
        let words = |text: String| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(text(&values.grammar)), words(text(&document)), "{rule}");
    }
}

/// The document's rules are nested, so this is tested and not proved.
#[test]
fn plain_addresses_are_addresses_of_the_document() {
    let (document, plain) = (exported("rfc5322"), exported("rfc5322_plain"));
    let members = Members::new(&plain.grammar);
    let mut random = Random::new(2);
    for name in ["mailbox", "name-addr", "addr-spec", "msg-id", "local-part", "domain", "date-time"]
    {
        let rule = plain.grammar.find(name).expect("it is in both");
        let id: RuleId = document.grammar.find(name).expect("it is in both");
        let mut read = Recogniser::new(&document.grammar, id);
        for _ in 0..500 {
            let text = members.member(rule, &mut random).expect("the rule has texts");
            assert!(read.judge(&text).is_member, "{name}: {}", text.escape_ascii());
        }
    }
}
