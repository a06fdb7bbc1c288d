//! Repeated parts: the transducer reports the occurrences of the preferred derivation,
//! on all short strings and on random ones, each as early as it is certain.

use abnfc::automata::events::{Event, EventKind, Offset, Transducer, repeated};
use abnfc::automata::superset::superset;
use abnfc::automata::tagged::Tagging;
use abnfc::automata::tagged::parts::Part;
use abnfc::diagnostic::Diagnostic;
use abnfc::grammar::{Encoding, Expr, Resolved, RuleId, ValueSet};
use abnfc::limits::Limits;
use abnfc::spec::ReadOptions;
use conformance::derivation::occurrences;
use conformance::reference::Recogniser;
use conformance::strings::{Exhausted, Members, Random, alphabet, exhaustive, mutate};
use std::collections::{BTreeMap, BTreeSet};

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
    let shapes = superset(&grammar, &limits);
    let made = repeated(&Tagging::new(&grammar, &shapes, &limits), rule, &part);
    (grammar, rule, part, made)
}

impl Subject {
    fn new(text: &str, rule: &str, part: &str) -> Self {
        let (grammar, rule, part, made) = compile(text, rule, part);
        let transducer = made.unwrap_or_else(|error| panic!("{}\n{grammar}", error.message));
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

/// Small grammars whose texts have more than one derivation, or empty occurrences.
const NASTY: [(&str, &str); 26] = [
    // Preference decides where one occurrence ends and the next begins.
    ("r = *p\np = %s\"a\" / %s\"aa\"\n", "p"),
    ("r = *p\np = %s\"aa\" / %s\"a\"\n", "p"),
    ("r = *p\np = 1*%s\"a\"\n", "p"),
    ("r = *p\np = 1*2%s\"a\" [%s\"b\"]\n", "p"),
    ("r = 2*3p *%s\"a\"\np = *%s\"a\"\n", "p"),
    ("r = *(%s\"a\" / p)\np = %s\"a\" / %s\"b\"\n", "p"),
    // The first alternative takes precedence over later ones.
    ("r = p / q\np = *%s\"a\"\nq = *%s\"a\"\n", "p/q"),
    ("r = *(p %s\";\" / q %s\";\")\np = *%s\"a\"\nq = 1*%s\"a\"\n", "p/q"),
    // The text after an occurrence determines its rule.
    ("r = *(p %s\";\" / q %s\":\")\np = *%s\"a\"\nq = *%s\"a\"\n", "p/q"),
    ("r = *(p %s\"bb\" / q %s\"ba\")\np = %s\"a\"\nq = %s\"a\" / \"\"\n", "p/q"),
    // Two bytes of lookahead, and three.
    ("r = *(p [%s\"ab\"])\np = %s\"a\"\n", "p"),
    ("r = *([%s\"aab\"] p)\np = %s\"a\" / %s\"b\"\n", "p"),
    // Separators.
    ("r = *p\np = *%s\"a\" %s\",\"\n", "p"),
    ("r = p *(%s\",\" p) [%s\",\"]\np = *%s\"a\"\n", "p"),
    ("r = *%s\";\" *(%s\";\" p)\np = *%s\"a\"\n", "p"),
    // Occurrences that are empty, and iterations that read nothing.
    ("r = *p\np = *%s\"a\"\n", "p"),
    ("r = *p\np = *%s\"a\" / %s\"b\"\n", "p"),
    ("r = 1*p\np = *%s\"a\" / %s\"b\"\n", "p"),
    ("r = 2*p\np = *%s\"a\" / %s\"b\"\n", "p"),
    ("r = *2p\np = *%s\"a\" / %s\"b\"\n", "p"),
    ("r = *([p] [q])\np = *%s\"a\"\nq = *%s\"b\"\n", "p/q"),
    ("r = *(*p [%s\"b\"]) *q\np = \"\" / %s\"a\"\nq = *1%s\"b\"\n", "p/q"),
    ("r = 2*p\np = \"\"\n", "p"),
    ("r = *(p %s\"a\" p)\np = \"\"\n", "p"),
    // Inside each other, also by recursion: the outermost counts.
    ("r = *p\np = %s\"(\" q %s\")\" / q\nq = *%s\"a\" %s\",\"\n", "p/q"),
    ("r = *(p %s\";\")\np = %s\"a\" p / %s\"b\"\n", "p"),
];

#[test]
fn the_preferred_derivation_counts() {
    for (text, part) in NASTY {
        let mut subject = Subject::new(text, "r", part);
        subject.all_short(4_000);
        subject.random(200);
        assert!(subject.given_up * 50 <= subject.strings, "the judge gives up too often");
        assert!(0 < subject.members && 0 < subject.occurrences, "{text}");
    }
}

/// Bounded lookahead does not determine the occurrences, but only a few are uncertain at a time.
const LATE: [(&str, &str); 7] = [
    ("r = *(p %s\";\" / 1*%s\"a\" %s\":\")\np = *%s\"a\"\n", "p"),
    ("r = *(p %s\";\" / q %s\":\")\np = *%s\"a\"\nq = %s\"a\" *%s\"a\"\n", "p"),
    // Three possibilities, and two that become certain one after the other.
    ("r = *(p %s\";\" / %s\"a\" p %s\":\" / %s\"aa\" p %s\".\")\np = *%s\"a\"\n", "p"),
    // `baa`: an empty one, `b` and `aa`; `baab`: `b`, `aa` and `b`.
    ("r = *3p\np = *%s\"a\" / %s\"b\"\n", "p"),
    // The separator is one of the outer list or of the inner one.
    ("r = p *(%s\",\" p)\np = 1*%s\"a\" [%s\"=\" q *(%s\",\" q)]\nq = 1*%s\"a\" %s\":\"\n", "p"),
    // Records and a header.
    ("r = [h %s\";\"] p *(%s\";\" p)\nh = *%s\"a\"\np = *(%s\"a\" / %s\"b\")\n", "p"),
    ("r = *(*%s\" \" p) *%s\" \"\np = %s\"a\" [*%s\" \" %s\"b\"] / \"\"\n", "p"),
];

#[test]
fn a_few_uncertain_occurrences_are_kept() {
    for (text, part) in LATE {
        let mut subject = Subject::new(text, "r", part);
        assert!(subject.transducer.register_count() > 0, "{text}{}", subject.transducer);
        subject.all_short(4_000);
        subject.random(400);
        assert!(subject.given_up * 50 <= subject.strings, "the judge gives up too often");
        assert!(0 < subject.members && 0 < subject.occurrences, "{text}");
    }
}

/// Whether `%s"a"` is an occurrence of the part is certain only at the end of the text.
#[test]
fn any_number_of_uncertain_occurrences_takes_two_runs() {
    for (text, rule, part) in [
        ("s = *a %s\"x\" / *b %s\"y\"\na = %s\"a\"\nb = %s\"a\"\n", "s", "a"),
        ("s = *a %s\"x\" / *b %s\"y\"\na = %s\"a\"\nb = %s\"a\"\n", "s", "a/b"),
        (&of_file("uri.abnf"), "authority", "domainlabel/toplabel"),
    ] {
        let mut subject = Subject::new(text, rule, part);
        assert!(subject.transducer.is_run_twice(), "{text}{}", subject.transducer);
        subject.all_short(4_000);
        subject.random(400);
        assert!(0 < subject.members && 0 < subject.occurrences, "{text}");
    }
}

#[test]
fn rules_without_a_preference_are_refused() {
    for (text, part, code) in [
        ("r = r p / r p p / %s\"b\"\np = %s\"a\"\n", "p", "ambiguous-left-recursion"),
        ("r = %s\"a\" r / %s\"b\"\n", "r", "recursive-part"),
        ("r = %s\"a\" p / %s\"b\"\np = %s\"c\" r\n", "p", "recursive-part"),
        ("r = %s\"(\" [r] %s\")\" / p\np = %s\"a\"\n", "p", "nested-rule"),
    ] {
        let error = compile(text, "r", part).3.expect_err(text);
        assert_eq!(error.code.as_str(), code, "{text}: {}", error.message);
    }
    let mut list = Subject::new("r = r %s\",\" p / p\np = *%s\"a\"\n", "r", "p");
    assert_eq!(list.transducer.occurrences(b"a,,aa").unwrap(), [(0, 0, 1), (0, 2, 2), (0, 3, 5)]);
    list = Subject::new("r = p %s\",\" r / p\np = *%s\"a\"\n", "r", "p");
    list.all_short(1_000);
}

/// The events reported for each prefix of a text are those that all its continuations agree on,
/// up to the end of the prefix.
#[test]
fn events_are_reported_as_early_as_they_are_certain() {
    for (text, part) in NASTY {
        let subject = Subject::new(text, "r", part);
        let agreed = Agreed::new(&subject.grammar, subject.rule, &subject.part, 6_000, 100 * STEPS);
        let agreed = agreed.expect("enough steps");
        // Longer continuations could distinguish more events.
        let tried = &agreed.tried;
        let longest = if tried.is_whole { tried.length } else { tried.length.saturating_sub(4) };
        assert!(1 <= longest, "{text}");
        for (beginning, events) in agreed.events {
            let reported = reported(&subject.transducer, &beginning);
            if beginning.len() <= longest {
                assert_eq!(reported, events, "{text} {}", beginning.escape_ascii());
            } else {
                assert!(events.starts_with(&reported), "{text} {}", beginning.escape_ascii());
            }
        }
    }
}

/// The events that the reference finds in all short texts with one prefix.
struct Agreed {
    tried: Exhausted,
    /// For each beginning, the events before its end that all of its continuations have in common.
    events: BTreeMap<Vec<u8>, Vec<(EventKind, usize)>>,
    /// The greatest distance from the end of a beginning to the first difference
    /// between two of its continuations.
    lag: usize,
}

impl Agreed {
    /// `None` if the judge gives up.
    fn new(
        grammar: &Resolved,
        rule: RuleId,
        part: &BTreeSet<RuleId>,
        budget: usize,
        steps: usize,
    ) -> Option<Self> {
        let mut given_up = false;
        let mut recogniser = Recogniser::new(grammar, rule);
        let mut agreed: BTreeMap<Vec<u8>, Vec<(EventKind, usize)>> = BTreeMap::new();
        let mut lag = 0;
        let alphabet = alphabet(grammar, rule);
        let tried = exhaustive(&mut recogniser, &alphabet, budget, 10, |text, _| {
            let judged = occurrences(grammar, rule, part, text, steps);
            given_up |= judged.is_err();
            let Ok(Some(found)) = judged else { return };
            let all: Vec<(EventKind, usize)> = found
                .iter()
                .flat_map(|&(variant, begin, end)| {
                    let variant = u16::try_from(variant).expect("few rules");
                    [(EventKind::Open, begin), (EventKind::Close(variant), end)]
                })
                .collect();
            for length in 0..=text.len() {
                let events = all.iter().copied().take_while(|&(_, at)| at <= length).collect();
                let Some(before) = agreed.get_mut(&text[..length]) else {
                    agreed.insert(text[..length].to_vec(), events);
                    continue;
                };
                let same = before.iter().zip(&events).take_while(|(a, b)| a == b).count();
                let first = [before.get(same), events.get(same)].into_iter().flatten();
                lag = first.map(|&(_, at)| length - at).chain([lag]).max().expect("one at least");
                before.truncate(same);
            }
        });
        (!given_up).then_some(Self { tried, events: agreed, lag })
    }
}

/// The events reported for a prefix of a text, with their offsets.
fn reported(transducer: &Transducer, beginning: &[u8]) -> Vec<(EventKind, usize)> {
    let mut reported = Vec::new();
    let mut registers = vec![0; transducer.register_count()];
    let mut tell = |events: &[Event], here: usize| {
        for event in events {
            let offset = match event.offset {
                Offset::Ago(age) => here - age as usize,
                Offset::Kept(register) => registers[register.index()],
            };
            match event.kind {
                EventKind::Keep(register) => registers[register.index()] = offset,
                EventKind::From(_) => {}
                kind => reported.push((kind, offset)),
            }
        }
    };
    tell(transducer.begin(), 0);
    let mut state = Transducer::START;
    for (before, &byte) in beginning.iter().enumerate() {
        let edge = transducer.next(state, byte).expect("some text begins so");
        tell(&edge.output, before + 1);
        state = edge.target;
    }
    reported
}

/// A random expression over `a` and `b`, and over these rules.
fn expression(random: &mut Random, rules: &[RuleId], depth: u32) -> Expr<RuleId> {
    let set = |range| Expr::Set(ValueSet::new([range]));
    let within = |random: &mut Random| expression(random, rules, depth - 1);
    let is_leaf = depth == 0 || random.one_in(6);
    match if is_leaf { random.below(6) } else { 6 + random.below(5) } {
        0 => Expr::Empty,
        3.. if is_leaf && !rules.is_empty() => Expr::Rule(*random.choose(rules)),
        1..6 => set(*random.choose(&[(0x61, 0x62), (0x61, 0x61), (0x62, 0x62)])),
        6 | 7 => Expr::Concat((0..2 + random.below(2)).map(|_| within(random)).collect()),
        8 => Expr::Alt((0..2 + random.below(2)).map(|_| within(random)).collect()),
        _ => {
            let (min, more) = (*random.choose(&[0, 0, 0, 1, 2]), *random.choose(&[0, 1, 2]));
            let max = random.one_in(2).then_some(min + more);
            Expr::Repeat { min, max, body: Box::new(within(random)) }
        }
    }
}

#[test]
fn random_grammars() {
    let mut random = Random::new(5);
    let (mut twice, mut too_large, mut given_up, mut members, mut found) = (0, 0, 0, 0, 0);
    let mut kept = 0;
    for i in 0..1_500 {
        let [a, b, c] = [0, 1, 2].map(RuleId::from_index);
        let after: [(&str, &[RuleId]); 3] = [("a", &[b, c]), ("b", &[c]), ("c", &[])];
        let rules = after.map(|(name, after)| (name, expression(&mut random, after, 2)));
        let grammar = Resolved::from_rules(Encoding::Octets, rules);
        let part: BTreeSet<RuleId> =
            [vec![b], vec![c], vec![b, c]][i % 3].iter().copied().collect();
        let limits = Limits { dfa_states: 1_000, ..Limits::default() };
        let named = Part { name: "p".to_owned(), rules: part.clone() };
        let shapes = superset(&grammar, &limits);
        let made = repeated(&Tagging::new(&grammar, &shapes, &limits), a, &named);
        let Some(agreed) = Agreed::new(&grammar, a, &part, 250, STEPS / 10) else {
            given_up += 1;
            continue;
        };
        let transducer = match made {
            Ok(transducer) => transducer,
            Err(error) => {
                match error.code.as_str() {
                    "state-limit" | "work-limit" => too_large += 1,
                    code => panic!("{code}: {grammar}"),
                }
                continue;
            }
        };
        let keeps = transducer.register_count() > 0;
        let is_run_twice = transducer.is_run_twice();
        twice += usize::from(is_run_twice);
        assert!(
            keeps || is_run_twice || agreed.lag <= transducer.lookahead() as usize,
            "{grammar}"
        );
        kept += usize::from(keeps);
        for (beginning, events) in agreed.events {
            if !is_run_twice {
                let reported = reported(&transducer, &beginning);
                assert!(events.starts_with(&reported), "{} {grammar}", beginning.escape_ascii());
            }
            let expected = occurrences(&grammar, a, &part, &beginning, STEPS).unwrap();
            assert_eq!(
                transducer.occurrences(&beginning),
                expected,
                "{} {grammar}",
                beginning.escape_ascii()
            );
            members += usize::from(expected.is_some());
            found += expected.map_or(0, |found| found.len());
        }
    }
    println!(
        "{twice} run twice, {kept} keep offsets, {too_large} too large, {given_up} given up, \
         {members} members, {found} occurrences"
    );
    assert!(20 < kept && 20 < twice, "too few grammars of a kind");
    assert!(too_large + given_up < 300 && 20_000 < members && 20_000 < found);
}
