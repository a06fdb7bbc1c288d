//! Literals inside of definitions: which of them a text has, in which choice and where, is what
//! the preferred derivation says of the same grammar with a rule in place of each literal, on
//! random grammars in which one text has many derivations.

mod told;

use abnfc::compile::plan;
use abnfc::grammar::{Resolved, RuleId};
use abnfc::plan::selected::{SelectedRepetition, Selection};
use abnfc::plan::told::Told;
use abnfc::spec::{ReadOptions, Spec};
use conformance::derivation::occurrences;
use conformance::reference::Recogniser;
use conformance::strings::{Members, Random, alphabet, exhaustive};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use std::cell::Cell;
use std::collections::BTreeSet;

/// Steps of the judge for one text.
const STEPS: usize = 20_000;

/// The literals; some begin others, and rules match them too.
const LITERALS: [&str; 4] = ["+", "-", "+-", "--"];

/// Rules that stand beside literals. One has literals of its own, which are no parts of others.
const RULES: &str = "u = *\"+\"\nv = [ \"-\" ] 1*\".\"\n";

/// A piece of a definition.
#[derive(Clone, Debug)]
enum Piece {
    Rule(&'static str),
    Fixed(&'static str),
    /// One of these literals.
    Choice(BTreeSet<usize>),
    /// A literal or nothing.
    Optional(usize),
    /// One of these literals, or something else.
    Beside(BTreeSet<usize>),
    /// Alternatives that differ in one of these literals.
    Apart(BTreeSet<usize>),
    /// Any number of these.
    List(Vec<Piece>),
    /// Any number of these literals and of `v`.
    Mixed(BTreeSet<usize>),
}

/// How literals are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Literals,
    Rules,
}

/// What accessors tell apart: the rules of its literals are called after it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Choice {
    kind: char,
    /// Tells choices of the same literals in other places apart; 0 for what has one accessor
    /// wherever it stands.
    place: usize,
    literals: BTreeSet<usize>,
    /// Whether it may be missing in each of several places.
    is_scattered: bool,
}

impl Choice {
    fn rule(&self, literal: usize) -> String {
        let literals: String = self.literals.iter().map(usize::to_string).collect();
        format!("{}{}x{literals}-{literal}", self.kind, self.place)
    }

    fn write(&self, form: Form, literal: usize) -> String {
        match form {
            Form::Literals => format!("\"{}\"", LITERALS[literal]),
            Form::Rules => self.rule(literal),
        }
    }

    fn texts(&self) -> BTreeSet<String> {
        self.literals.iter().map(|&it| format!("\"{}\"", LITERALS[it])).collect()
    }
}

impl Piece {
    /// `places` counts the places so far.
    fn choice(&self, places: &mut usize) -> Option<Choice> {
        let (kind, literals) = match self {
            Self::Choice(literals) | Self::Beside(literals) => ('c', literals.clone()),
            Self::Optional(literal) => ('c', BTreeSet::from([*literal])),
            Self::Apart(literals) => ('a', literals.clone()),
            Self::Mixed(literals) => ('m', literals.clone()),
            Self::Rule(_) | Self::Fixed(_) | Self::List(_) => return None,
        };
        *places += usize::from(kind == 'c');
        let place = if kind == 'c' { *places } else { 0 };
        Some(Choice { kind, place, literals, is_scattered: false })
    }

    fn write(&self, form: Form, places: &mut usize) -> String {
        let choice = self.choice(places);
        let all = |join: &dyn Fn(String) -> String| {
            let choice = choice.as_ref().expect("it has literals");
            let each = choice.literals.iter().map(|&it| join(choice.write(form, it)));
            each.collect::<Vec<_>>().join(" / ")
        };
        match self {
            Self::Rule(name) => (*name).to_owned(),
            Self::Fixed(text) => format!("\"{text}\""),
            Self::Choice(_) => format!("( {} )", all(&|it| it)),
            Self::Optional(_) => format!("[ {} ]", all(&|it| it)),
            Self::Beside(_) => format!("( {} / v \".\" )", all(&|it| it)),
            Self::Apart(_) => format!("( {} )", all(&|it| format!("v {it}"))),
            Self::Mixed(_) => format!("*( v \",\" / {} )", all(&|it| it)),
            Self::List(pieces) => format!("*( {} )", write_all(pieces, form, places)),
        }
    }
}

fn write(pieces: &[Piece], form: Form) -> String {
    write_all(pieces, form, &mut 0)
}

fn write_all(pieces: &[Piece], form: Form, places: &mut usize) -> String {
    pieces.iter().map(|piece| piece.write(form, places)).collect::<Vec<_>>().join(" ")
}

/// What literals stand in, each once: what tells alternatives apart comes first.
fn choices(pieces: &[Piece]) -> Vec<Choice> {
    let (mut all, mut places): (Vec<Choice>, _) = (Vec::new(), 0);
    for piece in pieces {
        let (inner, is_list) = match piece {
            Piece::List(inner) => (&inner[..], true),
            other => (std::slice::from_ref(other), false),
        };
        for piece in inner {
            let Some(mut choice) = piece.choice(&mut places) else { continue };
            choice.is_scattered = is_list && matches!(piece, Piece::Optional(_));
            if !all.contains(&choice) {
                all.push(choice);
            }
        }
    }
    all.sort_by_key(|choice| choice.kind);
    all
}

fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    let literals = |size| prop::collection::btree_set(0..LITERALS.len(), size);
    let inner = prop_oneof![
        1 => Just(Piece::Rule("v")),
        1 => Just(Piece::Fixed(",")),
        3 => literals(2..4).prop_map(Piece::Choice),
        2 => (0..LITERALS.len()).prop_map(Piece::Optional),
        1 => literals(2..4).prop_map(Piece::Apart),
    ];
    let list = prop::collection::vec(inner.clone(), 1..3);
    let list = list.prop_map(|pieces| {
        // What repeats without anything between is the characters of a text.
        Piece::List(pieces.into_iter().chain([Piece::Fixed(",")]).collect())
    });
    let outer = prop_oneof![
        1 => Just(Piece::Rule("u")),
        4 => inner,
        1 => literals(2..4).prop_map(Piece::Beside),
        1 => list,
    ];
    let mixed = prop::option::weighted(0.3, literals(1..4).prop_map(Piece::Mixed));
    (prop::collection::vec(outer, 2..5), mixed).prop_map(|(mut pieces, mixed)| {
        pieces.extend(mixed);
        pieces
    })
}

/// The grammar of a definition.
fn read(pieces: &[Piece], form: Form) -> Resolved {
    let mut text = format!("r = {}\n{RULES}", write(pieces, form));
    if form == Form::Rules {
        for choice in choices(pieces) {
            for &literal in &choice.literals {
                let rule = format!("{} = \"{}\"\n", choice.rule(literal), LITERALS[literal]);
                text.push_str(&rule);
            }
        }
    }
    let read = abnfc::read("grammar", text.as_bytes(), &[], &ReadOptions::default());
    read.unwrap_or_else(|errors| panic!("{errors}")).resolved
}

/// The literals of a part, each by the number that the transducer has for it, if it is none of
/// rules alone.
fn literals(selection: &Selection, it: &SelectedRepetition) -> Option<Vec<Option<String>>> {
    if it.told == Told::Whether {
        return Some(vec![Some(it.part.name.clone())]);
    }
    let union = &selection.unions[it.part.union?];
    let text = |rule: &RuleId| union.literals.get(rule).map(|literal| literal.text.clone());
    let texts: Vec<Option<String>> = it.part.rules.iter().map(text).collect();
    texts.iter().any(Option::is_some).then_some(texts)
}

/// How many texts have literals, and how many accessors of each kind there are.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    occurrences: usize,
    which: usize,
    if_any: usize,
    whether: usize,
    each: usize,
    scattered: usize,
}

/// Compares all accessors of literals on all texts.
fn compare(pieces: &[Piece], counts: &mut Counts) -> Result<(), String> {
    let [plain, named] = [Form::Literals, Form::Rules].map(|form| read(pieces, form));
    let (selection, warnings) =
        plan(&plain, &Spec::default(), &[]).map_err(|errors| format!("{errors:?}"))?;
    if !warnings.is_empty() {
        return Err(format!("{warnings:?}"));
    }
    let r = named.find("r").expect("it is there");
    let of_r = selection.rules.iter().find(|rule| rule.name.as_str() == "r");
    let parts = &of_r.expect("it is exported").view.repeated;
    let texts = texts(&named, r);
    let (scattered, told): (Vec<_>, Vec<_>) =
        choices(pieces).into_iter().partition(|choice| choice.is_scattered);
    counts.scattered += scattered.len();
    let mut open = told.into_iter();
    let (lists, others): (Vec<_>, Vec<_>) = parts.iter().partition(|it| it.part.name == "item");
    // Lists come last among the choices.
    for it in others.into_iter().chain(lists) {
        let Some(numbered) = literals(&selection, it) else { continue };
        let told: BTreeSet<String> = numbered.iter().flatten().cloned().collect();
        let choice = open.next().ok_or("an accessor too many")?;
        if choice.texts() != told || (choice.kind == 'm') != (it.part.name == "item") {
            return Err(format!("{choice:?} has no accessor"));
        }
        let mut rules: BTreeSet<RuleId> = BTreeSet::new();
        let rule = |name: &str| named.find(name).expect("it is there");
        rules.extend(choice.literals.iter().map(|&literal| rule(&choice.rule(literal))));
        rules.extend((choice.kind == 'm').then(|| rule("v")));
        match it.told {
            Told::Slots => unreachable!("literals take no slots"),
            Told::Which => counts.which += 1,
            Told::WhichIfAny => counts.if_any += 1,
            Told::Whether => counts.whether += 1,
            Told::Each => counts.each += 1,
        }
        for text in &texts {
            let Ok(expected) = occurrences(&named, r, &rules, text, STEPS) else { continue };
            let found = it.transducer.occurrences(text);
            let place = |&(_, begin, end): &(usize, usize, usize)| (begin, end);
            let [places, expected] = [&found, &expected]
                .map(|all| all.as_ref().map(|all| all.iter().map(place).collect::<Vec<_>>()));
            let shown = text.escape_ascii();
            if places != expected {
                return Err(format!("{shown}: {choice:?} at {places:?}, not at {expected:?}"));
            }
            let Some(found) = found else { continue };
            for &(number, begin, end) in &found {
                let text = format!("\"{}\"", text[begin..end].escape_ascii());
                if numbered[number].as_ref().is_some_and(|literal| *literal != text) {
                    return Err(format!("{shown}: {text} is told as {numbered:?}"));
                }
            }
            let is_right = match it.told {
                Told::Which => found.len() == 1,
                Told::WhichIfAny | Told::Whether => found.len() < 2,
                Told::Slots | Told::Each => true,
            };
            if !is_right {
                return Err(format!("{shown}: {choice:?} occurs {} times", found.len()));
            }
            counts.occurrences += found.len();
        }
    }
    match open.next() {
        Some(choice) => Err(format!("{choice:?} has no accessor")),
        None => Ok(()),
    }
}

/// Short strings, and members of the rule.
fn texts(grammar: &Resolved, rule: RuleId) -> Vec<Vec<u8>> {
    let mut recogniser = Recogniser::new(grammar, rule);
    let mut texts = Vec::new();
    let alphabet = alphabet(grammar, rule);
    exhaustive(&mut recogniser, &alphabet, 60, 4, |text, _| texts.push(text.to_vec()));
    let members = Members::new(grammar);
    let mut random = Random::new(5);
    let member = (0..20).filter_map(|_| members.member(rule, &mut random));
    texts.extend(member.filter(|text| text.len() <= 16));
    texts
}

#[test]
fn literals_are_those_of_the_preferred_derivation() {
    let counts = Cell::new(Counts::default());
    let config = Config { cases: 250, rng_seed: RngSeed::Fixed(6), ..Config::default() };
    TestRunner::new(config)
        .run(&pieces(), |pieces| {
            let mut sum = counts.get();
            let compared = compare(&pieces, &mut sum);
            counts.set(sum);
            compared.map_err(|error| {
                TestCaseError::fail(format!("r = {}: {error}", write(&pieces, Form::Literals)))
            })
        })
        .unwrap_or_else(|error| panic!("{error}"));
    let counts = counts.get();
    println!("{counts:?}");
    let Counts { occurrences, which, if_any, whether, each, scattered } = counts;
    assert!(2_000 < occurrences, "{counts:?}");
    assert!(
        [which, if_any, whether, each, scattered].iter().all(|count| 10 < *count),
        "{counts:?}"
    );
}
