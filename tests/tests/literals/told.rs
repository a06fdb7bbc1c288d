//! Every literal that tells something has an accessor, or the documentation of its type says that
//! it has none: on random grammars, of which nobody knows what tells something.
//!
//! A literal in some place of a definition tells something if texts have it more or less often. All
//! that accessors tell of a text is which parts it has, of which kind and how many, in order. If two
//! texts are equal in that, one has each literal as often as the other, unless a note names it.
//! No accessor finds a literal where the preferred derivation has none, and one whose documentation
//! says which place of the definition it is of finds those of that place and no others.

use super::{STEPS, literals, texts};
use abnfc::compile::plan;
use abnfc::grammar::{Resolved, RuleId};
use abnfc::plan::form::Form;
use abnfc::plan::selected::{Selected, SelectedRepetition, Selection};
use abnfc::plan::told::{Among, Told};
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
    /// Any number of groups of both rules, with literals that may stand before, between and behind.
    Signed([Option<usize>; 3]),
    /// A list of a rule with these literals as separators.
    Separated(Vec<usize>, usize),
    /// Any number of a rule once or twice and a literal.
    Counted(usize, usize),
    /// Any number of these literals, one directly after the other.
    Run(Vec<usize>),
    /// Characters that tell nothing.
    Text,
}

/// Writes a definition. With `places`, literals are rules, each with a number of its own. Literals
/// side by side that spell another one are that one.
fn write(items: &[Item], places: &mut Option<Vec<usize>>) -> String {
    let is_literal = |item: &Item| matches!(item, Item::Literal(_));
    let runs = items.chunk_by(|one, other| is_literal(one) && is_literal(other));
    let items = runs.flat_map(|run| match one_literal(run) {
        Some(literal) => vec![Item::Literal(literal)],
        None => run.to_vec(),
    });
    items.map(|item| item.write(places)).collect::<Vec<_>>().join(" ")
}

/// The literal that these spell.
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
        let choice = |literals: &[usize], places: &mut Option<Vec<usize>>| {
            let all: Vec<_> = literals.iter().map(|&it| Self::Literal(it).write(places)).collect();
            format!("( {} )", all.join(" / "))
        };
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
            Self::Signed(signs) => {
                let [before, between, behind] = signs.map(|sign| {
                    let write = |it| format!("[ {} ]", Self::Literal(it).write(places));
                    sign.map_or_else(String::new, write)
                });
                let [(first, _), (second, _)] = RULES;
                format!("*( {before} {first} {between} {second} {behind} \",\" )")
            }
            Self::Separated(literals, rule) => {
                let rule = RULES[*rule].0;
                format!("[ {rule} *( {} {rule} ) ]", choice(literals, places))
            }
            Self::Counted(rule, literal) => {
                let literal = Self::Literal(*literal).write(places);
                format!("*( 1*2{} {literal} )", RULES[*rule].0)
            }
            Self::Run(literals) => format!("*{}", choice(literals, places)),
            Self::Text => "*\"d\"".to_owned(),
        }
    }
}

fn definitions() -> impl Strategy<Value = Vec<Item>> {
    let leaf = prop_oneof![
        2 => (0..RULES.len()).prop_map(Item::Rule),
        3 => (0..LITERALS.len()).prop_map(Item::Literal),
        1 => Just(Item::Text),
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
    let few = || prop::collection::btree_set(0..LITERALS.len(), 1..3).prop_map(Vec::from_iter);
    let sign = || prop::option::of(0..LITERALS.len());
    let mixed = (literals.prop_map(|it| it.into_iter().collect()), 1..=RULES.len());
    let lists = prop_oneof![
        3 => list.prop_map(|(items, rule)| Item::List(items, rule)),
        1 => mixed.prop_map(|(literals, rules)| Item::Mixed(literals, rules)),
        2 => (sign(), sign(), sign()).prop_map(|(a, b, c)| Item::Signed([a, b, c])),
        1 => (few(), 0..RULES.len()).prop_map(|(all, rule)| Item::Separated(all, rule)),
        1 => (0..RULES.len(), 0..LITERALS.len()).prop_map(|(rule, it)| Item::Counted(rule, it)),
        2 => few().prop_map(Item::Run),
    ];
    let item = leaf.prop_recursive(2, 8, 3, |inner| {
        let items = || prop::collection::vec(inner.clone(), 1..3);
        prop_oneof![
            2 => items().prop_map(Item::Option),
            3 => prop::collection::vec(items(), 2..4).prop_map(Item::Choice),
        ]
    });
    prop::collection::vec(prop_oneof![3 => item, 1 => lists], 1..4)
}

fn read(text: &str) -> Resolved {
    let read = abnfc::read("grammar", text.as_bytes(), &[], &ReadOptions::default());
    read.unwrap_or_else(|errors| panic!("{text}: {errors}")).resolved
}

/// What all accessors say: which parts a text has, of which kind, how many and in which order; of
/// groups, which stand in the definition, the same.
fn answers(rules: &[Selected], selected: &Selected, text: &[u8]) -> Option<Vec<Vec<usize>>> {
    let mut all = Vec::new();
    if let Some(tdfa) = &selected.view.tdfa {
        let found = tdfa.locate(text)?;
        let number = |rule: RuleId| rule.index();
        all.extend(found.into_iter().map(|part| part.iter().map(|it| number(it.rule)).collect()));
    }
    for it in &selected.view.repeated {
        let found = it.transducer.occurrences(text)?;
        all.push(found.iter().map(|(rule, ..)| *rule).collect());
        for (number, begin, end) in found {
            let rule = it.part.rules[number];
            if let Some(group) = rules.iter().find(|it| it.id == rule && is_group(it)) {
                all.extend(answers(rules, group, &text[begin..end])?);
            }
        }
    }
    Some(all)
}

fn is_group(rule: &Selected) -> bool {
    rule.name.as_str().starts_with("r-item")
}

/// Whether alternatives of a choice are equal, which are one for the compiler.
fn has_equals(items: &[Item]) -> bool {
    items.iter().any(|item| match item {
        Item::Choice(all) => {
            let mut texts = Vec::new();
            all.iter().for_each(|items| alternatives(items, &mut texts));
            let distinct: BTreeSet<&String> = texts.iter().collect();
            distinct.len() < texts.len() || all.iter().any(|items| has_equals(items))
        }
        Item::Option(items) | Item::List(items, _) => has_equals(items),
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

/// A place of the definition, and where its literal begins and ends in a text.
type Standing = (usize, usize, usize);

/// Whether an accessor says which literals of the definition it is of.
fn is_placed(it: &SelectedRepetition) -> bool {
    it.told == Told::Whether && it.place.as_ref().is_some_and(|it| it.among == Among::Definition)
}

/// An accessor finds no literal where the preferred derivation has none, and all of those that it
/// says to be of.
fn agrees(
    selection: &Selection,
    it: &SelectedRepetition,
    places: &[usize],
    derived: &[Standing],
    text: &[u8],
) -> Result<(), String> {
    let Some(numbered) = literals(selection, it) else { return Ok(()) };
    let found = it.transducer.occurrences(text).ok_or("an accessor refuses a text")?;
    let shown = text.escape_ascii();
    let spelled = |literal: &String| LITERALS.iter().position(|it| format!("\"{it}\"") == *literal);
    for &(number, begin, end) in &found {
        // Those side by side are one, which is none of these.
        let Some(literal) = numbered[number].as_ref().and_then(spelled) else { continue };
        if !derived.iter().any(|it| places[it.0] == literal && (it.1, it.2) == (begin, end)) {
            return Err(format!("{shown}: no {:?} from {begin} to {end}", LITERALS[literal]));
        }
    }
    let Some(place) = it.place.as_ref().filter(|_| is_placed(it)) else { return Ok(()) };
    let Some(literal) = numbered[0].as_ref().and_then(spelled) else { return Ok(()) };
    let like: Vec<usize> = (0..places.len()).filter(|&at| places[at] == literal).collect();
    let own: Vec<usize> = place.indices.iter().map(|&index| like[index]).collect();
    let expected = derived.iter().filter(|it| own.contains(&it.0)).map(|it| (it.1, it.2));
    let found = found.iter().map(|it| (it.1, it.2));
    if like.len() != place.count || !found.clone().eq(expected.clone()) {
        let [found, expected] = [found.collect::<Vec<_>>(), expected.collect()];
        return Err(format!("{shown}: {place:?} of {literal} at {found:?}, not at {expected:?}"));
    }
    Ok(())
}

#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// Texts for which an accessor that says which of several literals it is of was looked at.
    placed: usize,
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
    let (selection, warnings) =
        plan(&plain, &Spec::default(), &[]).map_err(|errors| format!("{errors:?}"))?;
    let rules = &selection.rules;
    if !warnings.is_empty() {
        return Err(format!("{warnings:?}"));
    }
    let selected = rules.iter().find(|rule| rule.name.as_str() == "r").expect("it is exported");
    if selected.form != Form::Type {
        return Ok(());
    }
    let shown = rules.iter().filter(|rule| rule.id == selected.id || is_group(rule));
    let noted: BTreeSet<&str> = shown
        .flat_map(|it| &it.view.lacking)
        .flat_map(|it| &it.parts)
        .map(String::as_str)
        .collect();
    let rule = |name: &str| named.find(name).expect("it is there");
    let (r, parts) = (rule("r"), RULES.map(|(name, _)| rule(name)));
    // Where nothing has an accessor, what repeats is the characters of a text.
    let has_accessors = !selected.view.parts.is_empty() || !selected.view.repeated.is_empty();
    let is_run = |literal: usize| {
        items.iter().any(|it| matches!(it, Item::Run(all) if all.contains(&literal)))
    };
    let texts = texts(&named, r);
    let all: Vec<RuleId> = (0..places.len()).map(|place| rule(&format!("p{place}"))).collect();
    for text in texts.iter().filter(|_| !has_equals(items)) {
        let marks = all.iter().copied().collect();
        let Ok(Some(found)) = occurrences(&named, r, &marks, text, STEPS) else { continue };
        // The judge numbers the rules in their order.
        let ordered: Vec<RuleId> = marks.into_iter().collect();
        let place = |number: usize| all.iter().position(|rule| *rule == ordered[number]);
        let derived: Vec<Standing> = found
            .into_iter()
            .filter_map(|(number, begin, end)| Some((place(number)?, begin, end)))
            .collect();
        for it in &selected.view.repeated {
            agrees(&selection, it, &places, &derived, text)?;
            counts.placed += usize::from(is_placed(it));
        }
    }
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
            let told = answers(rules, selected, text).ok_or("the accessors refuse a text")?;
            let (other, first) = known.entry(told).or_insert((count, text));
            if *other != count {
                unlike.get_or_insert((first.escape_ascii(), text.escape_ascii()));
            }
        }
        // Literals that stand side by side are one.
        let is_noted = noted.iter().any(|it| it.contains(spelling));
        match unlike {
            Some(_) if !has_accessors && is_run(literal) => {}
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
    assert!(100 < counts.told && 20 < counts.noted && 100 < counts.placed, "{counts:?}");
    assert!(counts.needless < counts.told, "{counts:?}");
}
