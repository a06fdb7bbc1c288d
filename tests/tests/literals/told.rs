//! Every literal that tells something has an accessor, or the documentation of its type says that
//! it has none: on random grammars, of which nobody knows what tells something.
//!
//! A literal in some place of a definition tells something if texts have it more or less often. All
//! that accessors tell of a text is which parts it has, of which kind and how many, in order. If two
//! texts are equal in that, one has each literal as often as the other, unless a note names it.

use super::{STEPS, texts};
use abnfc::compile::plan;
use abnfc::grammar::{Resolved, RuleId};
use abnfc::plan::form::Form;
use abnfc::plan::selected::{Selected, Selection};
use abnfc::spec::{ReadOptions, Spec};
use conformance::derivation::occurrences;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

const LITERALS: [&str; 4] = ["+", "-", "++", "-+"];

/// Rules of parts; texts of each are long.
const RULES: [(&str, &str); 2] = [("u", "1*\"a\""), ("v", "1*\"b\"")];

#[derive(Clone, Debug)]
enum Item {
    Rule(usize),
    Literal(usize),
    Option(Vec<Item>),
    Choice(Vec<Vec<Item>>),
    /// Any number of these with a rule behind them: more rules would be a group, with a type of
    /// its own.
    List(Vec<Item>, usize),
    /// Any number of these alternatives: literals, and the first rules.
    Mixed(Vec<usize>, usize),
}

/// Writes a definition. With `places`, literals are rules, each with a number of its own.
fn write(items: &[Item], places: &mut Option<Vec<usize>>) -> String {
    items.iter().map(|item| item.write(places)).collect::<Vec<_>>().join(" ")
}

impl Item {
    fn write(&self, places: &mut Option<Vec<usize>>) -> String {
        match self {
            Self::Rule(rule) => RULES[*rule].0.to_owned(),
            Self::Literal(literal) => match places {
                None => format!("\"{}\"", LITERALS[*literal]),
                Some(places) => {
                    places.push(*literal);
                    format!("p{}", places.len() - 1)
                }
            },
            Self::Option(items) => format!("[ {} ]", write(items, places)),
            Self::Choice(all) => {
                let all: Vec<_> = all.iter().map(|items| write(items, places)).collect();
                format!("( {} )", all.join(" / "))
            }
            Self::List(items, rule) => format!("*( {} {} )", write(items, places), RULES[*rule].0),
            Self::Mixed(literals, rules) => {
                let literals = literals.iter().map(|&it| Self::Literal(it).write(places));
                let rules = RULES[..*rules].iter().map(|(name, _)| format!("{name} \",\""));
                format!("*( {} )", literals.chain(rules).collect::<Vec<_>>().join(" / "))
            }
        }
    }
}

fn definitions() -> impl Strategy<Value = Vec<Item>> {
    let leaf = prop_oneof![
        2 => (0..RULES.len()).prop_map(Item::Rule),
        3 => (0..LITERALS.len()).prop_map(Item::Literal),
    ];
    let literal = (0..LITERALS.len()).prop_map(Item::Literal);
    let literals = prop::collection::btree_set(0..LITERALS.len(), 2..4);
    let in_list = prop_oneof![
        2 => literal.clone(),
        1 => literal.prop_map(|it| Item::Option(vec![it])),
        1 => literals.clone().prop_map(|all| {
            Item::Choice(all.into_iter().map(|it| vec![Item::Literal(it)]).collect())
        }),
    ];
    let list = (prop::collection::vec(in_list, 0..3), 0..RULES.len());
    let mixed = (literals.prop_map(|it| it.into_iter().collect()), 1..=RULES.len());
    let lists = prop_oneof![
        3 => list.prop_map(|(items, rule)| Item::List(items, rule)),
        1 => mixed.prop_map(|(literals, rules)| Item::Mixed(literals, rules)),
    ];
    let item = leaf.prop_recursive(2, 8, 3, |inner| {
        let items = || prop::collection::vec(inner.clone(), 1..3);
        prop_oneof![
            2 => items().prop_map(Item::Option),
            3 => prop::collection::vec(items(), 2..4).prop_map(Item::Choice),
        ]
    });
    prop::collection::vec(prop_oneof![4 => item, 1 => lists], 1..4)
}

fn read(text: &str) -> Resolved {
    let read = abnfc::read("grammar", text.as_bytes(), &[], &ReadOptions::default());
    read.unwrap_or_else(|errors| panic!("{text}: {errors}")).resolved
}

/// What all accessors say: which parts a text has, of which kind, how many and in which order.
fn answers(selected: &Selected, text: &[u8]) -> Option<Vec<Vec<usize>>> {
    let mut all = Vec::new();
    if let Some(tdfa) = &selected.view.tdfa {
        let found = tdfa.locate(text)?;
        let number = |rule: RuleId| rule.index();
        all.extend(found.into_iter().map(|part| part.iter().map(|it| number(it.rule)).collect()));
    }
    for it in &selected.view.repeated {
        let found = it.transducer.occurrences(text)?;
        all.push(found.into_iter().map(|(rule, ..)| rule).collect());
    }
    Some(all)
}

#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// Literals in places that tell something and have an accessor, or are told by other parts.
    told: usize,
    /// Those that are noted and tell something that nothing else tells.
    noted: usize,
    /// Those that are noted and tell nothing, or what something else tells.
    needless: usize,
}

fn check(items: &[Item], counts: &mut Counts) -> Result<(), String> {
    let rules = RULES.map(|(name, to)| format!("{name} = {to}\n")).concat();
    let plain = read(&format!("r = {}\n{rules}", write(items, &mut None)));
    let mut places = Some(Vec::new());
    let mut named = format!("r = {}\n{rules}", write(items, &mut places));
    let places = places.unwrap_or_default();
    for (place, &literal) in places.iter().enumerate() {
        writeln!(named, "p{place} = \"{}\"", LITERALS[literal]).expect("a string takes all");
    }
    let named = read(&named);
    let (Selection { rules, .. }, warnings) =
        plan(&plain, &Spec::default(), &[]).map_err(|errors| format!("{errors:?}"))?;
    if !warnings.is_empty() {
        return Err(format!("{warnings:?}"));
    }
    let selected = rules.iter().find(|rule| rule.name.as_str() == "r").expect("it is exported");
    if selected.form != Form::Type {
        return Ok(());
    }
    let noted: BTreeSet<&str> =
        selected.view.lacking.iter().flat_map(|it| &it.parts).map(String::as_str).collect();
    let rule = |name: &str| named.find(name).expect("it is there");
    let (r, parts) = (rule("r"), RULES.map(|(name, _)| rule(name)));
    let texts = texts(&named, r);
    for (literal, spelling) in LITERALS.iter().enumerate() {
        let own: BTreeSet<RuleId> = (0..places.len())
            .filter(|&place| places[place] == literal)
            .map(|place| rule(&format!("p{place}")))
            .collect();
        // How often texts have it.
        let mut counted = BTreeSet::new();
        let marks: BTreeSet<RuleId> = parts.into_iter().chain(own.iter().copied()).collect();
        let is_own: Vec<bool> = marks.iter().map(|mark| own.contains(mark)).collect();
        let mut known: BTreeMap<Vec<Vec<usize>>, (usize, &[u8])> = BTreeMap::new();
        let mut unlike = None;
        for text in &texts {
            let Ok(Some(found)) = occurrences(&named, r, &marks, text, STEPS) else { continue };
            let count = found.iter().filter(|it| is_own[it.0]).count();
            counted.insert(count);
            let told = answers(selected, text).ok_or("the accessors refuse a text")?;
            let (other, first) = known.entry(told).or_insert((count, text));
            if *other != count {
                unlike.get_or_insert((first.escape_ascii(), text.escape_ascii()));
            }
        }
        // Literals that stand side by side are one.
        let is_noted = noted.iter().any(|it| it.contains(spelling));
        match unlike {
            Some((one, other)) if !is_noted => {
                return Err(format!("nothing tells how often {spelling:?} is in {one}, {other}"));
            }
            Some(_) => counts.noted += 1,
            None if is_noted => counts.needless += 1,
            None => counts.told += usize::from(1 < counted.len()),
        }
    }
    Ok(())
}

#[test]
fn literals_have_accessors_or_notes() {
    let counts = Cell::new(Counts::default());
    let config = Config { cases: 400, rng_seed: RngSeed::Fixed(11), ..Config::default() };
    TestRunner::new(config)
        .run(&definitions(), |items| {
            let mut sum = counts.get();
            let checked = check(&items, &mut sum);
            counts.set(sum);
            checked.map_err(|error| {
                TestCaseError::fail(format!("r = {}: {error}", write(&items, &mut None)))
            })
        })
        .unwrap_or_else(|error| panic!("{error}"));
    let counts = counts.get();
    println!("{counts:?}");
    assert!(100 < counts.told && 20 < counts.noted, "{counts:?}");
    assert!(counts.needless < counts.told, "{counts:?}");
}
