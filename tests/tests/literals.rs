//! Accessors of literals against the preferred derivation, on random grammars.
//!
//! The reference is the same grammar with a rule in place of each literal. An accessor must find a
//! literal only where the derivation has one, and the accessor of a group must find each of its
//! literals wherever the derivation has it in the definition: it never denies a literal that is
//! there.

use abnfc::compile::plan;
use abnfc::grammar::{Resolved, RuleId};
use abnfc::plan::accessors::AccessorKind;
use abnfc::plan::exports::form::Form;
use abnfc::plan::parts::selected::{Selected, SelectedPart, SelectedRepetition, Selection};
use abnfc::spec::{ReadOptions, Spec};
use conformance::derivation::occurrences;
use conformance::reference::Recogniser;
use conformance::strings::{Members, Random, alphabet, exhaustive};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Steps of the judge for one text.
const STEPS: usize = 20_000;

/// Some are prefixes of others.
const LITERALS: [&str; 4] = ["+", "-", "++", "-+"];

/// Rules to combine with literals. One has literals of its own, which are not parts of others.
const RULES: [(&str, &str); 3] = [("u", "1*\"a\""), ("v", "1*\"b\""), ("w", "[ \"-\" ] 2\".\"")];

#[derive(Clone, Debug)]
enum Item {
    Rule(usize),
    Literal(usize),
    Option(Vec<Item>),
    Choice(Vec<Vec<Item>>),
    List(Vec<Item>),
}

/// Writes a definition. With `places`, literals are rules, each with a number of its own. Adjacent
/// literals that spell another one are that one.
fn write(items: &[Item], places: &mut Option<Vec<usize>>) -> String {
    let is_literal = |item: &Item| matches!(item, Item::Literal(_));
    let runs = items.chunk_by(|one, other| is_literal(one) && is_literal(other));
    let items = runs.flat_map(|run| match one_literal(run) {
        Some(literal) => vec![Item::Literal(literal)],
        None => run.to_vec(),
    });
    items.map(|item| item.write(places)).collect::<Vec<_>>().join(" ")
}

/// Returns the literal that adjacent literals spell.
fn one_literal(items: &[Item]) -> Option<usize> {
    let spelling = |item: &Item| match item {
        Item::Literal(literal) => Some(LITERALS[*literal]),
        _ => None,
    };
    let text: String = items.iter().map(spelling).collect::<Option<_>>()?;
    LITERALS.iter().position(|literal| *literal == text)
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
            Self::List(items) => format!("*( {} \",\" )", write(items, places)),
        }
    }
}

fn definitions() -> impl Strategy<Value = Vec<Item>> {
    let rule = || (0..RULES.len()).prop_map(Item::Rule);
    let literal = || (0..LITERALS.len()).prop_map(Item::Literal);
    let choice = || {
        let literals = prop::collection::btree_set(0..LITERALS.len(), 1..3);
        let other = prop::option::weighted(0.3, 0..RULES.len());
        (literals, other).prop_map(|(literals, rule)| {
            let literals = literals.into_iter().map(|it| vec![Item::Literal(it)]);
            let mut all: Vec<_> = literals.chain(rule.map(|it| vec![Item::Rule(it)])).collect();
            // A choice of one literal is that literal, and is adjacent to its neighbours.
            if all.len() == 1 { all.remove(0).remove(0) } else { Item::Choice(all) }
        })
    };
    let leaf = prop_oneof![
        2 => rule(),
        1 => literal(),
        2 => literal().prop_map(|it| Item::Option(vec![it])),
        2 => choice(),
        1 => choice().prop_map(|it| Item::Option(vec![it])),
    ];
    let item = leaf.prop_recursive(2, 8, 3, |inner| {
        let items = || prop::collection::vec(inner.clone(), 1..3);
        prop_oneof![
            1 => items().prop_map(Item::Option),
            1 => items().prop_map(Item::List),
            1 => prop::collection::vec(items(), 2..4).prop_map(Item::Choice),
        ]
    });
    prop::collection::vec(item, 1..4)
}

fn read(text: &str) -> Resolved {
    let read = abnfc::read("grammar", text.as_bytes(), &[], &ReadOptions::default());
    read.unwrap_or_else(|errors| panic!("{text}: {errors}")).resolved
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

/// The index of the literal that a rule of a part stands for.
fn literal_of(selection: &Selection, part: &SelectedPart, rule: RuleId) -> Option<usize> {
    let text = match part.union {
        Some(union) => &selection.unions[union].literals.get(&rule)?.text,
        None => &part.name,
    };
    LITERALS.iter().position(|literal| format!("\"{literal}\"") == *text)
}

/// Returns whether adjacent literals spell a text that is not one of [`LITERALS`]: they are one
/// literal for the compiler, and several for the judge.
fn has_long_literal(items: &[Item]) -> bool {
    let is_literal = |item: &Item| matches!(item, Item::Literal(_));
    let mut runs = items.chunk_by(|one, other| is_literal(one) && is_literal(other));
    runs.any(|run| run.len() > 1 && one_literal(run).is_none())
        || items.iter().any(|item| match item {
            Item::Choice(all) => all.iter().any(|items| has_long_literal(items)),
            Item::Option(items) | Item::List(items) => has_long_literal(items),
            Item::Rule(_) | Item::Literal(_) => false,
        })
}

/// Returns whether alternatives of a choice are equal; they are one for the compiler.
fn has_equals(items: &[Item]) -> bool {
    items.iter().any(|item| match item {
        Item::Choice(all) => {
            let mut texts = Vec::new();
            all.iter().for_each(|items| alternatives(items, &mut texts));
            let distinct: BTreeSet<&String> = texts.iter().collect();
            distinct.len() < texts.len() || all.iter().any(|items| has_equals(items))
        }
        Item::Option(items) | Item::List(items) => has_equals(items),
        _ => false,
    })
}

/// Adds alternatives, also those of a choice that is one itself.
fn alternatives(items: &[Item], texts: &mut Vec<String>) {
    match items {
        [Item::Choice(all)] => all.iter().for_each(|items| alternatives(items, texts)),
        other => texts.push(write(other, &mut None)),
    }
}

/// A literal with its begin and its end in a text.
type Occurrence = (usize, usize, usize);

/// The number of compared texts.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// Of groups that have one literal in every text.
    which: usize,
    /// Of groups that may be absent.
    if_any: usize,
    /// Of single literals.
    whether: usize,
    /// Of lists.
    each: usize,
    /// Of literals that are alternatives, like rules.
    kinds: usize,
}

fn check(items: &[Item], counts: &mut Counts) -> Result<(), String> {
    if has_equals(items) || has_long_literal(items) {
        return Ok(());
    }
    let rules = RULES.map(|(name, to)| format!("{name} = {to}\n")).concat();
    let plain = read(&format!("r = {}\n{rules}", write(items, &mut None)));
    let mut places = Some(Vec::new());
    let mut named = format!("r = {}\n{rules}", write(items, &mut places));
    let places = places.unwrap_or_default();
    for (place, &literal) in places.iter().enumerate() {
        writeln!(named, "p{place} = \"{}\"", LITERALS[literal])
            .expect("writing to a string cannot fail");
    }
    let named = read(&named);
    let (selection, warnings) =
        plan(&plain, &Spec::default(), &[]).map_err(|errors| format!("{errors:?}"))?;
    if !warnings.is_empty() {
        return Err(format!("{warnings:?}"));
    }
    let selected = selection.rules.iter().find(|rule| rule.name.as_str() == "r");
    let selected = selected.expect("it is exported");
    if selected.form != Form::Type {
        return Ok(());
    }
    let rule = |name: &str| named.find(name).expect("it is there");
    let r = rule("r");
    let marks: BTreeSet<RuleId> =
        (0..places.len()).map(|place| rule(&format!("p{place}"))).collect();
    // The judge numbers the rules in their order.
    let literals: Vec<usize> = marks.iter().map(|mark| places[place(&named, *mark)]).collect();
    for text in texts(&named, r) {
        let Ok(Some(found)) = occurrences(&named, r, &marks, &text, STEPS) else { continue };
        let derived: Vec<Occurrence> =
            found.into_iter().map(|(at, begin, end)| (literals[at], begin, end)).collect();
        let in_text = |error| format!("{}: {error}", text.escape_ascii());
        kinds(&selection, selected, &derived, &text, counts).map_err(in_text)?;
        for it in &selected.view.repeated {
            agrees(&selection, it, &derived, &text, counts).map_err(in_text)?;
        }
    }
    Ok(())
}

/// The number in the name of a rule.
fn place(grammar: &Resolved, rule: RuleId) -> usize {
    grammar[rule].name.as_str()[1..].parse().expect("it is a number")
}

/// Literals that are alternatives of a rule are in the positions of the derivation.
fn kinds(
    selection: &Selection,
    selected: &Selected,
    derived: &[Occurrence],
    text: &[u8],
    counts: &mut Counts,
) -> Result<(), String> {
    let Some(tdfa) = &selected.view.tdfa else { return Ok(()) };
    let located = tdfa.locate(text).ok_or("a locator refuses a text")?;
    for (part, found) in selected.view.parts.iter().zip(located) {
        for it in found.iter().filter(|_| part.union.is_some()) {
            let Some(literal) = literal_of(selection, part, it.rule) else { continue };
            counts.kinds += 1;
            let place = (literal, it.begin, it.end);
            if !derived.contains(&place) {
                return Err(format!("no {place:?} for {}", part.accessor));
            }
        }
    }
    Ok(())
}

/// Checks that the result of an accessor is that of the derivation.
fn agrees(
    selection: &Selection,
    it: &SelectedRepetition,
    derived: &[Occurrence],
    text: &[u8],
    counts: &mut Counts,
) -> Result<(), String> {
    let literal = |rule: &RuleId| literal_of(selection, &it.part, *rule);
    let literals: Vec<Option<usize>> = it.part.rules.iter().map(literal).collect();
    if literals.iter().all(Option::is_none) {
        return Ok(());
    }
    let found = it.transducer.occurrences(text).ok_or("an accessor refuses a text")?;
    let found: Vec<Occurrence> = found
        .into_iter()
        .filter_map(|(number, begin, end)| Some((literals[number]?, begin, end)))
        .collect();
    let accessor = &it.part.accessor;
    if let Some(wrong) = found.iter().find(|it| !derived.contains(it)) {
        return Err(format!("no {wrong:?} for {accessor}"));
    }
    let (count, fewest, most) = match it.kind {
        AccessorKind::Which => (&mut counts.which, 1, 1),
        AccessorKind::WhichIfAny => (&mut counts.if_any, 0, 1),
        AccessorKind::Whether => (&mut counts.whether, 0, 1),
        AccessorKind::Each => (&mut counts.each, 0, usize::MAX),
    };
    *count += 1;
    if !(fewest..=most).contains(&found.len()) && literals.iter().all(Option::is_some) {
        return Err(format!("{accessor} finds {} literals", found.len()));
    }
    let is_denied = |it: &&Occurrence| literals.contains(&Some(it.0)) && !found.contains(it);
    match derived.iter().find(is_denied).filter(|_| it.kind != AccessorKind::Each) {
        Some(denied) => Err(format!("{accessor} denies {denied:?}")),
        None => Ok(()),
    }
}

#[test]
fn accessors_of_literals_agree_with_the_preferred_derivation() {
    let counts = Cell::new(Counts::default());
    let config = Config { cases: 2000, rng_seed: RngSeed::Fixed(11), ..Config::default() };
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
    let Counts { which, if_any, whether, each, kinds } = counts;
    assert!([which, if_any, whether, each, kinds].iter().all(|it| 100 < *it), "{counts:?}");
}
