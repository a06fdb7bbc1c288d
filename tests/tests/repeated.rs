//! Repeated parts: the transducer tells the occurrences that the preferred derivation
//! has, on all short strings and on random ones, each as soon as it is certain.

use abnfc::diagnostic::Diagnostic;
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::Limits;
use abnfc::shape::shape;
use abnfc::spec::ReadOptions;
use abnfc::tagged::parts::Part;
use abnfc::tagged::repeated::{Transducer, repeated};
use conformance::derivation::occurrences;
use conformance::reference::Recogniser;
use conformance::strings::{Members, Random, alphabet, exhaustive, mutate};
use std::collections::BTreeSet;

/// Steps of the judge for one string; few strings need them.
const STEPS: usize = 200_000;

struct Subject {
    grammar: Resolved,
    rule: RuleId,
    part: BTreeSet<RuleId>,
    transducer: Transducer,
    strings: usize,
    members: usize,
    occurrences: usize,
    given_up: usize,
}

/// The part is written `rule/rule`.
fn compile(
    text: &str,
    rule: &str,
    part: &str,
) -> (Resolved, RuleId, Part, Result<Transducer, Diagnostic>) {
    let read = abnfc::read("grammar", text.as_bytes(), &[], &ReadOptions::default());
    let grammar = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
    let find = |name: &str| grammar.find(name).unwrap_or_else(|| panic!("no rule {name}"));
    let part = Part { name: part.to_owned(), rules: part.split('/').map(find).collect() };
    let rule = find(rule);
    let limits = Limits::default();
    let mut work = limits.subset_work;
    let made = repeated(&grammar, &shape(&grammar), rule, &part, &limits, &mut work);
    (grammar, rule, part, made)
}

impl Subject {
    fn new(text: &str, rule: &str, part: &str) -> Self {
        let (grammar, rule, part, made) = compile(text, rule, part);
        let transducer = made.unwrap_or_else(|error| panic!("{}", error.message));
        let part = part.rules;
        Self {
            grammar,
            rule,
            part,
            transducer,
            strings: 0,
            members: 0,
            occurrences: 0,
            given_up: 0,
        }
    }

    fn compare(&mut self, text: &[u8]) {
        self.strings += 1;
        let Ok(expected) = occurrences(&self.grammar, self.rule, &self.part, text, STEPS) else {
            self.given_up += 1;
            return;
        };
        self.members += usize::from(expected.is_some());
        self.occurrences += expected.as_ref().map_or(0, Vec::len);
        let found = self.transducer.occurrences(text);
        let name = &self.grammar[self.rule].name;
        let text = text.escape_ascii();
        assert_eq!(found, expected, "in {name} {text}\n{}\n{}", self.transducer, self.grammar);
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
        let part: Vec<&str> =
            self.part.iter().map(|&rule| self.grammar[rule].name.as_str()).collect();
        let (states, lookahead) = (self.transducer.state_count(), self.transducer.lookahead());
        let Self { strings, members, occurrences, given_up, .. } = self;
        println!(
            "{name} {part:?}: {states} states, lookahead {lookahead}; {strings} strings, \
             {members} members, {occurrences} occurrences, {given_up} given up"
        );
        assert!(given_up * 100 <= *strings, "the judge gives up too often");
        assert!(*strings < *occurrences * 100, "too few occurrences");
    }
}

fn of_file(file: &str) -> String {
    let path = format!("../uri-gen/grammars/{file}");
    std::fs::read_to_string(path).expect("the grammar is in the repository")
}

#[test]
fn lists_of_rfc_2396() {
    let text = of_file("uri.abnf");
    for (rule, part) in [
        ("abs-path", "segment"),
        ("path-segments", "segment"),
        ("rel-path", "rel-segment/segment"),
        ("segment", "param"),
        ("hostname", "domainlabel/toplabel"),
        ("URI-reference", "segment"),
    ] {
        let mut subject = Subject::new(&text, rule, part);
        subject.all_short(20_000);
        subject.random(4_000);
        subject.report();
    }
}

#[test]
fn lists_of_rfc_1738() {
    let text = of_file("rfc1738.bnf");
    for (rule, part) in [
        ("fpath", "fsegment"),
        ("hpath", "hsegment"),
        ("ppath", "psegment"),
        ("prosperourl", "fieldspec"),
        ("prosperourl", "psegment"),
        ("ftpurl", "fsegment"),
        ("httpurl", "hsegment"),
        ("hostname", "domainlabel/toplabel"),
    ] {
        let mut subject = Subject::new(&text, rule, part);
        subject.all_short(20_000);
        subject.random(4_000);
        subject.report();
    }
}
