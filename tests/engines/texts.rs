//! Random texts of a rule and texts like them, and the automaton that judges them.

use abnfc::automata::dfa::Dfa;
use abnfc::automata::rules::automata_of_regular;
use abnfc::automata::shape::shape;
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::Limits;
use abnfc::spec::ReadOptions;
use abnfc::text::bundled;
use conformance::strings::{Members, Random, alphabet, mutate};

/// The length of the longest text, and of the longest that grows.
const LENGTHS: (usize, usize) = (4000, 400);

/// A rule, and its automaton if it is regular.
pub(crate) struct Reference {
    grammar: Resolved,
    rule: RuleId,
    dfa: Option<Dfa>,
}

impl Reference {
    /// Reads a bundled grammar, or one of this repository.
    pub(crate) fn new(name: &str, rule: &str) -> Self {
        let bundled = |name| bundled::find(name).expect("it is bundled");
        let (text, imports) = match name {
            "semver" => (include_str!("../benches/semver.abnf"), Vec::new()),
            "plain" => (
                include_str!("../../examples/gallery/grammar/plain.abnf"),
                vec![bundled("rfc5322").import("MAIL", &["atext", "dot-atom-text"])],
            ),
            name => (bundled(name).text, bundled(name).imports()),
        };
        let read = abnfc::read(name, text.as_bytes(), &imports, &ReadOptions::default());
        let grammar = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
        let rule = grammar.find(rule).expect("the grammar has the rule");
        let limits = Limits::default();
        let automata = automata_of_regular(&grammar, &shape(&grammar), &[rule], &limits);
        let dfa = automata.dfa(rule).ok().cloned();
        Self { grammar, rule, dfa }
    }

    /// Returns the offset of the first byte after which no text of the rule continues, or the length if the
    /// text ends too early. `None` if it matches.
    pub(crate) fn error(&self, text: &[u8]) -> Option<usize> {
        let dfa = self.dfa.as_ref().expect("the rule is regular");
        let mut state = Dfa::START;
        for (at, &byte) in text.iter().enumerate() {
            match dfa.next(state, byte) {
                Some(next) => state = next,
                None => return Some(at),
            }
        }
        (!dfa.is_accepting(state)).then_some(text.len())
    }
}

/// A source of texts: a random one of the rule, and then others that are made of it.
pub(crate) struct Texts<'a> {
    members: Members<'a>,
    rule: RuleId,
    alphabet: Vec<u8>,
    random: Random,
    member: Vec<u8>,
    before: Vec<u8>,
    text: Vec<u8>,
    number: usize,
}

impl<'a> Texts<'a> {
    pub(crate) fn new(Reference { grammar, rule, .. }: &'a Reference) -> Self {
        Self {
            members: Members::new(grammar),
            rule: *rule,
            alphabet: alphabet(grammar, *rule),
            random: Random::new(32),
            member: Vec::new(),
            before: Vec::new(),
            text: Vec::new(),
            number: 0,
        }
    }

    /// Returns the next text. Of eight, one is of the rule, two are the same with some pieces repeated, and the
    /// others are mutations.
    pub(crate) fn draw(&mut self) -> &[u8] {
        let random = &mut self.random;
        match self.number % 8 {
            0 => {
                let member = self.members.member(self.rule, random).expect("the rule has texts");
                self.before = std::mem::replace(&mut self.member, member);
                self.text.clone_from(&self.member);
            }
            1 | 2 => {
                self.text.clone_from(&self.member);
                for _ in 0..=random.below(3) {
                    stretch(&mut self.text, random);
                }
            }
            3..6 => self.text = mutate(&self.member, &self.before, &self.alphabet, random),
            // The last text, which has changed already.
            _ => self.text = mutate(&self.text, &self.member, &self.alphabet, random),
        }
        if self.number % 8 == 5 {
            stretch(&mut self.text, random);
        }
        self.text.truncate(LENGTHS.0);
        self.number += 1;
        &self.text
    }
}

/// Repeats a short piece of a text.
fn stretch(text: &mut Vec<u8>, random: &mut Random) {
    if text.is_empty() || LENGTHS.1 < text.len() {
        return;
    }
    let at = random.below(text.len());
    let longest = if random.one_in(2) { 1 } else { 8 };
    let length = (1 + random.below(longest)).min(text.len() - at);
    let piece = text[at..at + length].to_vec();
    let most = if random.one_in(8) { 300 } else { 40 };
    let copies = random.below(most / length + 1);
    text.splice(at..at, piece.into_iter().cycle().take(copies * length));
}
