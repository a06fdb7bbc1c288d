//! Parts: the tagged automaton agrees with the preferred derivation, on all short
//! strings and on random ones, and the parts of a reference reassemble to it.

use abnfc::automata::shape::shape;
use abnfc::automata::tagged::parts::Part;
use abnfc::automata::tagged::tdfa::{PartSpan, Tdfa};
use abnfc::automata::tagged::{Tagging, tagged};
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::Limits;
use abnfc::spec::ReadOptions;
use conformance::derivation::preferred;
use conformance::reference::Recogniser;
use conformance::strings::{Members, Random, alphabet, exhaustive, mutate};
use std::collections::BTreeSet;

/// Steps of the judge for one string; few strings need them.
const STEPS: usize = 200_000;

struct Subject {
    grammar: Resolved,
    rule: RuleId,
    parts: Vec<BTreeSet<RuleId>>,
    tdfa: Tdfa,
    strings: usize,
    members: usize,
    given_up: usize,
}

impl Subject {
    /// A part is written `rule` or `name=rule/rule`.
    fn new(text: &str, rule: &str, parts: &[&str]) -> Self {
        let read = abnfc::read("grammar", text.as_bytes(), &[], &ReadOptions::default());
        let grammar = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
        let find = |name: &str| grammar.find(name).unwrap_or_else(|| panic!("no rule {name}"));
        let part = |part: &&str| {
            let (name, rules) = part.split_once('=').unwrap_or((part, part));
            Part { name: name.to_owned(), rules: rules.split('/').map(find).collect() }
        };
        let parts: Vec<Part> = parts.iter().map(part).collect();
        let rule = find(rule);
        let limits = Limits::default();
        let shapes = shape(&grammar);
        let tdfa = tagged(&Tagging::new(&grammar, &shapes, &limits), rule, &parts);
        let tdfa = tdfa.unwrap_or_else(|error| panic!("{}", error.message));
        let parts = parts.into_iter().map(|part| part.rules).collect();
        Self { grammar, rule, parts, tdfa, strings: 0, members: 0, given_up: 0 }
    }

    fn of_file(file: &str, rule: &str, parts: &[&str]) -> Self {
        let path = format!("../uri-gen/grammars/{file}");
        let text = std::fs::read_to_string(path).expect("the grammar is in the repository");
        Self::new(&text, rule, parts)
    }

    fn compare(&mut self, text: &[u8]) {
        self.strings += 1;
        let Ok(expected) = preferred(&self.grammar, self.rule, &self.parts, text, STEPS) else {
            self.given_up += 1;
            return;
        };
        self.members += usize::from(expected.is_some());
        let found = self.tdfa.locate(text).map(|parts| {
            parts
                .into_iter()
                .map(|part| part.map(|part| (part.rule, part.begin, part.end)))
                .collect()
        });
        let name = &self.grammar[self.rule].name;
        assert_eq!(found, expected, "parts of {name} in {}", text.escape_ascii());
    }

    fn all_short(&mut self, budget: usize) {
        let mut recogniser = Recogniser::new(&self.grammar, self.rule);
        let alphabet = alphabet(&self.grammar, self.rule);
        let mut texts = Vec::new();
        exhaustive(&mut recogniser, &alphabet, budget, 12, |text, _| texts.push(text.to_vec()));
        texts.iter().for_each(|text| self.compare(text));
    }

    fn random(&mut self, count: usize) {
        let mut random = Random::new(7);
        let alphabet = alphabet(&self.grammar, self.rule);
        let mut texts = Vec::new();
        let members = Members::new(&self.grammar);
        let mut last = Vec::new();
        while texts.len() < count {
            let member = members.member(self.rule, &mut random).expect("the rule has texts");
            if member.len() <= 80 {
                texts.push(mutate(&member, &last, &alphabet, &mut random));
                texts.push(member.clone());
                last = member;
            }
        }
        texts.iter().for_each(|text| self.compare(text));
    }

    fn report(&self) {
        let name = &self.grammar[self.rule].name;
        let (states, registers) = (self.tdfa.state_count(), self.tdfa.register_count());
        let Self { strings, members, given_up, .. } = self;
        println!(
            "{name}: {states} states, {registers} registers; {strings} strings, {members} members, \
             {given_up} given up"
        );
        assert!(given_up * 100 < *strings, "the judge gives up too often");
    }
}

const REFERENCE: [&str; 12] = [
    "scheme",
    "authority",
    "server",
    "reg-name",
    "userinfo",
    "host",
    "hostname",
    "IPv4address",
    "port",
    "path=abs-path/opaque-part/rel-path",
    "query",
    "fragment",
];

#[test]
fn parts_of_a_reference() {
    let mut subject = Subject::of_file("uri.abnf", "URI-reference", &REFERENCE);
    subject.all_short(120_000);
    subject.random(60_000);
    subject.report();
    assert!(subject.tdfa.state_count() < 100 && subject.tdfa.register_count() < 30);
}

#[test]
fn parts_of_an_authority() {
    let parts = ["server", "reg-name", "userinfo", "host", "hostname", "IPv4address", "port"];
    let mut subject = Subject::of_file("uri.abnf", "authority", &parts);
    subject.all_short(120_000);
    subject.random(20_000);
    subject.report();
}

#[test]
fn parts_of_urls() {
    let http = ["hostport", "host", "hostname", "hostnumber", "port", "hpath", "search"];
    let ftp = ["login", "user", "password", "host", "port", "fpath", "ftptype"];
    let gopher = ["host", "port", "gtype", "selector", "search", "gopher--string"];
    for (rule, parts) in [("httpurl", &http[..]), ("ftpurl", &ftp), ("gopherurl", &gopher)] {
        let mut subject = Subject::of_file("rfc1738.bnf", rule, parts);
        subject.all_short(30_000);
        subject.random(8_000);
        subject.report();
    }
}

/// Grammars whose texts have more than one derivation, or parts that may be empty.
#[test]
fn the_preferred_derivation_counts() {
    let grammars: [(&str, &[&str]); 14] = [
        // The earlier alternative, although the later one matches more at first.
        ("r = x y\nx = %s\"a\" / %s\"ab\"\ny = *(%s\"a\" / %s\"b\")\n", &["x", "y"]),
        ("r = x y\nx = %s\"ab\" / %s\"a\"\ny = *(%s\"a\" / %s\"b\")\n", &["x", "y"]),
        // The longer repetition, as far as the rest allows.
        ("r = x y\nx = *%s\"a\"\ny = *%s\"a\"\n", &["x", "y"]),
        ("r = x y\nx = *%s\"a\"\ny = 1*2%s\"a\"\n", &["x", "y"]),
        ("r = x y\nx = 1*2(%s\"a\" / %s\"ab\")\ny = *(%s\"b\" / %s\"a\")\n", &["x", "y"]),
        // Iterations that read nothing, required or not.
        ("r = y z\ny = 1*x\nx = [%s\"a\"] / %s\"b\"\nz = [%s\"b\"]\n", &["y", "z"]),
        ("r = y z\ny = *2x\nx = [%s\"a\"] / %s\"b\"\nz = [%s\"b\"]\n", &["y", "z"]),
        // The present option, even if it is empty.
        ("r = [x] [y]\nx = *%s\"a\"\ny = *%s\"b\"\n", &["x", "y"]),
        ("r = [x] [y] [z]\nx = %s\"a\"\ny = %s\"a\"\nz = %s\"b\" / %s\"a\"\n", &["x", "y", "z"]),
        // Alternatives that are equal, and one that hides in another.
        (
            "r = x / y / z\nx = %s\"a\" %s\"b\"\ny = *(%s\"a\" / %s\"b\")\nz = *%s\"a\" %s\"c\"\n",
            &["x", "y", "z"],
        ),
        // Parts in parts, and a part of two rules.
        (
            "r = x [%s\":\" y]\nx = [z %s\"@\"] y\ny = *(%s\"a\" / %s\":\")\nz = *(%s\"a\" / %s\":\" / %s\"@\")\n",
            &["x", "z"],
        ),
        ("r = x / y %s\"c\"\nx = %s\"a\" [y]\ny = %s\"b\" / %s\"a\" %s\"b\"\n", &["p=x/y", "x"]),
        // Right-linear recursion inside and beside a part.
        ("r = x y\nx = %s\"a\" x / %s\"b\" / \"\"\ny = *(%s\"a\" / %s\"b\")\n", &["x", "y"]),
        // Beyond ASCII.
        ("r = x y\nx = *%x80-10FFFF\ny = *(%xE9 / %s\"a\")\n", &["x", "y"]),
    ];
    for (text, parts) in grammars {
        let mut subject = Subject::new(text, "r", parts);
        subject.all_short(6_000);
        subject.random(400);
        assert_eq!(subject.given_up, 0);
        assert!(subject.members > 0, "{text}");
    }
}

/// `[ scheme ":" ] [ "//" authority ] path [ "?" query ] [ "#" fragment ]`, RFC 2396
/// section 5.2 step 7.
#[test]
fn the_parts_reassemble_to_the_reference() {
    let parts = ["scheme", "authority", REFERENCE[9], "query", "fragment"];
    let subject = Subject::of_file("uri.abnf", "URI-reference", &parts);
    let members = Members::new(&subject.grammar);
    let mut random = Random::new(11);
    for _ in 0..20_000 {
        let text = members.member(subject.rule, &mut random).expect("the rule has texts");
        let places = subject.tdfa.locate(&text).expect("it is a member");
        let between = ["", "//", "", "?", "#"];
        let mut again = Vec::new();
        for (i, place) in places.iter().enumerate() {
            if let Some(PartSpan { begin, end, .. }) = *place {
                again.extend(between[i].bytes());
                again.extend(&text[begin..end]);
                again.extend((i == 0).then_some(b':'));
            }
        }
        assert_eq!(again.escape_ascii().to_string(), text.escape_ascii().to_string());
    }
}
