//! Independent confirmation of lints: ambiguous texts by counting their derivations, and
//! texts that a first-match parser rejects by such a parser, pest. Conversely, if a lint
//! reports nothing, no short text contradicts it.

use abnfc::diagnostic::Code;
use abnfc::diagnostic::{Diagnostics, Label, Span};
use abnfc::grammar::facts::{nullable, nullable_expr};
use abnfc::grammar::{Encoding, Expr, Leaf, Resolved, RuleId, ValueSet};
use abnfc::spec::{ReadOptions, Spec};
use abnfc_tools::lint::{Notes, Options, lint};
use conformance::derivations::{Count, derivations};
use conformance::reference::Recogniser;
use pest_meta::ast::{Expr as Peg, Rule as PegRule, RuleType};
use pest_meta::optimizer::optimize;
use pest_vm::Vm;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use std::collections::BTreeSet;
use std::fmt::Write as _;

const NAMES: [&str; 3] = ["first", "second", "third"];

fn expr() -> impl Strategy<Value = Expr<RuleId>> {
    let set = |lo: char, hi: char| Expr::Set(ValueSet::new([(lo.into(), hi.into())]));
    let leaf = prop_oneof![
        1 => Just(Expr::Empty),
        4 => Just(set('a', 'a')),
        2 => Just(set('a', 'b')),
        2 => Just(set('b', 'c')),
        4 => (0..3_u32).prop_map(|rule| Expr::Rule(RuleId::from_index(rule))),
    ];
    leaf.prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            3 => prop::collection::vec(inner.clone(), 2..4).prop_map(Expr::alt),
            3 => prop::collection::vec(inner.clone(), 2..4).prop_map(Expr::concat),
            2 => (0..2_u32, 0..3_u32, any::<bool>(), inner).prop_map(
                |(min, more, is_bounded, body)| {
                    Expr::repeat(min, is_bounded.then_some(min + more), body)
                }
            ),
        ]
    })
}

/// A grammar as text and as it is read.
fn read(exprs: Vec<Expr<RuleId>>) -> (String, Resolved) {
    let made = Resolved::from_rules(Encoding::Octets, NAMES.into_iter().zip(exprs));
    let mut text = String::new();
    for (_, rule) in made.rules() {
        writeln!(text, "{} = {}", rule.name, made.show(&rule.expr))
            .expect("writing to a string cannot fail");
    }
    let read = abnfc::read("g", text.as_bytes(), &[], &ReadOptions::default()).expect(&text);
    (text, read.resolved)
}

fn lints(text: &str) -> Diagnostics {
    let options = Options { notes: Notes::Shown, ..Options::default() };
    lint("g", text.as_bytes(), &Spec::default(), &options).expect(text)
}

/// The witnesses of a code, each with the rule on whose line it is reported. Each line has one
/// rule.
fn witnesses(found: &Diagnostics, code: &str) -> Vec<(RuleId, Vec<u8>)> {
    let items = found.items.iter().filter(|item| item.code.as_str() == code);
    let rule = |item: &abnfc::diagnostic::Diagnostic| {
        let span = item.primary.as_ref().expect("it has a place").span;
        let line = u32::try_from(found.files.line_column(span).0).expect("there are three");
        (RuleId::from_index(line - 1), item.witness.clone().expect("it shows a text"))
    };
    items.map(rule).collect()
}

fn is_undecided(found: &Diagnostics, about: &str) -> bool {
    let mut notes = found.items.iter().filter(|item| item.code == Code::Undecided);
    notes.any(|item| item.notes.iter().any(|note| note.contains(about)))
}

/// All texts over the letters of the grammars, up to a length.
fn texts(length: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..length {
        let to = all.len();
        for at in from..to {
            for letter in b"abc" {
                all.push([&all[at][..], &[*letter]].concat());
            }
        }
        from = to;
    }
    all
}

/// The grammar with rules that are sets of bytes in place of their references, so that a choice
/// between single bytes is one set.
fn with_sets(grammar: &Resolved) -> Resolved {
    let mut exprs: Vec<(String, Expr<RuleId>)> =
        grammar.rules().map(|(_, rule)| (rule.name.to_string(), rule.expr.clone())).collect();
    for _ in 0..NAMES.len() {
        let known: Vec<Expr<RuleId>> = exprs.iter().map(|it| it.1.clone()).collect();
        for (_, expr) in &mut exprs {
            *expr = expr.map(&mut |leaf| match leaf {
                Leaf::Rule(rule) => match &known[rule.index()] {
                    simple @ (Expr::Set(_) | Expr::Empty) => simple.clone(),
                    _ => Expr::Rule(rule),
                },
                Leaf::Prose(prose) => Expr::Prose(prose),
            });
        }
    }
    let rules = exprs.iter().map(|(name, expr)| (name.as_str(), expr.clone()));
    Resolved::from_rules(grammar.encoding, rules)
}

/// Runs a test over random grammars, with what is found in each.
fn random(
    cases: u32,
    mut test: impl FnMut(&str, &Resolved, &Diagnostics) -> Result<(), TestCaseError>,
) {
    let config = Config { cases, rng_seed: RngSeed::Fixed(11), ..Config::default() };
    let test = std::cell::RefCell::new(&mut test);
    TestRunner::new(config)
        .run(&prop::collection::vec(expr(), NAMES.len()), |exprs| {
            let (text, grammar) = read(exprs);
            let found = lints(&text);
            (test.borrow_mut())(&text, &grammar, &found)
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn ambiguous_texts_have_several_derivations() {
    let (mut reported, mut silent) = (0, 0);
    random(400, |text, grammar, found| {
        let witnesses = witnesses(found, "ambiguous-rule");
        for (rule, witness) in &witnesses {
            let count = derivations(grammar, *rule, witness);
            prop_assert_eq!(count, Count::Several, "{} {:?}", text, witness);
            reported += 1;
        }
        if witnesses.is_empty() && !is_undecided(found, "two readings") {
            let grammar = with_sets(grammar);
            for (rule, text_of) in
                own(&grammar).flat_map(|rule| texts(3).into_iter().map(move |it| (rule, it)))
            {
                let count = derivations(&grammar, rule, &text_of);
                prop_assert!(count < Count::Several, "{} {:?}", text, text_of);
            }
            silent += 1;
        }
        Ok(())
    });
    println!("{reported} reported, {silent} silent");
    assert!(200 < reported && 40 < silent, "{reported} reported, {silent} silent");
}

#[test]
fn the_shortest_ambiguous_text_is_shown() {
    // A rule with an ambiguity of its own, among rules that have none.
    let mut checked = 0;
    random(150, |text, grammar, found| {
        let all = witnesses(found, "ambiguous-rule");
        let [(rule, witness)] = &all[..] else { return Ok(()) };
        if is_undecided(found, "two readings") || 4 < witness.len() {
            return Ok(());
        }
        let coarse = with_sets(grammar);
        let shorter = texts(3).into_iter().filter(|it| it.len() < witness.len());
        for shorter in shorter {
            let count = derivations(&coarse, *rule, &shorter);
            prop_assert!(count < Count::Several, "{} {:?}", text, shorter);
        }
        checked += 1;
        Ok(())
    });
    assert!(20 < checked, "{checked}");
}

fn own(grammar: &Resolved) -> impl Iterator<Item = RuleId> {
    let count = u32::try_from(NAMES.len().min(grammar.rules().len())).expect("there are three");
    (0..count).map(RuleId::from_index)
}

/// The rules as a grammar of pest, each with a rule that reads a whole text.
fn pest(grammar: &Resolved) -> Vm {
    let rule = |name: String, expr| PegRule { name, ty: RuleType::Atomic, expr };
    let mut rules = Vec::new();
    for id in own(grammar) {
        let name = grammar[id].name.to_string();
        let end = Box::new(Peg::Ident("EOI".to_owned()));
        let whole = Peg::Seq(Box::new(Peg::Ident(name.clone())), end);
        rules.push(rule(format!("whole_{name}"), whole));
        rules.push(rule(name, peg(grammar, &grammar[id].expr)));
    }
    Vm::new(optimize(rules))
}

fn peg(grammar: &Resolved, expr: &Expr<RuleId>) -> Peg {
    let all = |items: &[Expr<RuleId>], join: fn(Box<Peg>, Box<Peg>) -> Peg| {
        let mut items = items.iter().rev().map(|item| peg(grammar, item));
        let last = items.next().expect("there are items");
        items.fold(last, |rest, item| join(Box::new(item), Box::new(rest)))
    };
    match expr {
        Expr::Empty => Peg::Str(String::new()),
        Expr::Set(set) => {
            let letter = |value: u32| char::from_u32(value).expect("a letter").to_string();
            let ranges = set.ranges().iter().map(|&(lo, hi)| Peg::Range(letter(lo), letter(hi)));
            ranges.reduce(|a, b| Peg::Choice(Box::new(a), Box::new(b))).expect("sets are not empty")
        }
        Expr::Concat(items) => all(items, Peg::Seq),
        Expr::Alt(items) => all(items, Peg::Choice),
        Expr::Rule(rule) => Peg::Ident(grammar[*rule].name.to_string()),
        Expr::Repeat { min, max, body } => {
            let body = Box::new(peg(grammar, body));
            match (*min, *max) {
                (0, None) => Peg::Rep(body),
                (min, None) => Peg::RepMin(body, min),
                (0, Some(max)) => Peg::RepMax(body, max),
                (min, Some(max)) => Peg::RepMinMax(body, min, max),
            }
        }
        Expr::Prose(_) | Expr::Error => unreachable!("there is none"),
    }
}

/// Returns whether pest terminates: no rule begins with itself, and no element that can be empty is
/// repeated without bound.
fn ends(grammar: &Resolved) -> bool {
    fn firsts(expr: &Expr<RuleId>, nullable: &[bool], found: &mut Vec<RuleId>) {
        match expr {
            Expr::Rule(rule) => found.push(*rule),
            Expr::Alt(items) => items.iter().for_each(|item| firsts(item, nullable, found)),
            Expr::Repeat { body, .. } => firsts(body, nullable, found),
            Expr::Concat(items) => {
                for item in items {
                    firsts(item, nullable, found);
                    if !nullable_expr(item, nullable) {
                        break;
                    }
                }
            }
            _ => (),
        }
    }
    let nullable = nullable(grammar);
    let mut is_endless = false;
    for rule in own(grammar) {
        grammar[rule].expr.walk(&mut |expr| {
            if let Expr::Repeat { max: None, body, .. } = expr {
                is_endless |= nullable_expr(body, &nullable);
            }
        });
        let mut reached: Vec<RuleId> = Vec::new();
        firsts(&grammar[rule].expr, &nullable, &mut reached);
        let mut done = 0;
        while let Some(&at) = reached.get(done) {
            done += 1;
            let mut more = Vec::new();
            firsts(&grammar[at].expr, &nullable, &mut more);
            more.retain(|it| !reached.contains(it));
            reached.extend(more);
        }
        is_endless |= reached.contains(&rule);
    }
    !is_endless
}

#[test]
fn pest_refuses_what_a_first_match_refuses() {
    let (mut reported, mut silent) = (0, 0);
    random(600, |text, grammar, found| {
        if !ends(grammar) {
            // Findings about other rules are correct, but pest rejects the whole grammar.
            return Ok(());
        }
        let vm = pest(grammar);
        let accepts = |rule: RuleId, text: &[u8]| {
            let text = std::str::from_utf8(text).expect("letters");
            vm.parse(&format!("whole_{}", grammar[rule].name), text).is_ok()
        };
        let witnesses = witnesses(found, "first-match-differs");
        for (rule, witness) in &witnesses {
            prop_assert!(Recogniser::new(grammar, *rule).judge(witness).is_member, "{text}");
            prop_assert!(!accepts(*rule, witness), "{} {:?}", text, witness);
            if witness.len() <= 4 {
                let mut recogniser = Recogniser::new(grammar, *rule);
                for shorter in texts(3).iter().filter(|it| it.len() < witness.len()) {
                    let is_member = recogniser.judge(shorter).is_member;
                    prop_assert!(!is_member || accepts(*rule, shorter), "{} {:?}", text, shorter);
                }
            }
            reported += 1;
        }
        if witnesses.is_empty() && !is_undecided(found, "first match") {
            for rule in own(grammar) {
                let mut recogniser = Recogniser::new(grammar, rule);
                for member in texts(5).iter().filter(|it| recogniser.judge(it).is_member) {
                    prop_assert!(accepts(rule, member), "{} {:?}", text, member);
                }
            }
            silent += 1;
        }
        Ok(())
    });
    println!("{reported} reported, {silent} silent");
    assert!(60 < reported && 60 < silent, "{reported} reported, {silent} silent");
}

/// The grammar with added rules for pieces of its text, which come last.
fn with_parts(text: &str, spans: &[Span]) -> (Resolved, Vec<RuleId>) {
    let mut whole = text.to_owned();
    let name = |at: usize| format!("part-{at}");
    for (at, span) in spans.iter().enumerate() {
        let part = &text[span.start as usize..span.end as usize];
        writeln!(whole, "{} = {part}", name(at)).expect("writing to a string cannot fail");
    }
    let read = abnfc::read("g", whole.as_bytes(), &[], &ReadOptions::default()).expect(&whole);
    let grammar = read.resolved;
    let rules = (0..spans.len()).map(|at| grammar.find(&name(at)).expect(&whole)).collect();
    (grammar, rules)
}

/// The texts among some that match a rule.
fn members(grammar: &Resolved, rule: RuleId, texts: &[Vec<u8>]) -> BTreeSet<Vec<u8>> {
    let mut recogniser = Recogniser::new(grammar, rule);
    texts.iter().filter(|text| recogniser.judge(text).is_member).cloned().collect()
}

#[test]
fn alternatives_share_the_reported_texts() {
    let (mut shared, mut covered, mut silent) = (0, 0, 0);
    random(300, |text, grammar, found| {
        let texts = texts(4);
        let mut lines = BTreeSet::new();
        for item in &found.items {
            let label = |label: &Label| label.span;
            let spans: Vec<Span> = item.primary.iter().chain(&item.secondary).map(label).collect();
            match item.code {
                Code::OverlappingAlternatives => {
                    let witness = item.witness.as_ref().expect("it shows a text");
                    lines.insert(found.files.line_column(spans[0]).0);
                    let (parts, rules) = with_parts(text, &spans[..2]);
                    let [left, right] = [rules[0], rules[1]].map(|it| members(&parts, it, &texts));
                    if texts.contains(witness) {
                        let first = left.intersection(&right).map(Vec::len).min();
                        prop_assert_eq!(first, Some(witness.len()), "{} {:?}", text, item);
                    }
                    for rule in rules {
                        let is_member = Recogniser::new(&parts, rule).judge(witness).is_member;
                        prop_assert!(is_member, "{} {:?}", text, item);
                    }
                    shared += 1;
                }
                // More alternatives are not all shown.
                Code::CoveredAlternative if spans.len() < 4 => {
                    let (parts, rules) = with_parts(text, &spans);
                    let mut left = members(&parts, rules[0], &texts);
                    for &rule in &rules[1..] {
                        let others = members(&parts, rule, &texts);
                        left.retain(|it| !others.contains(it));
                    }
                    prop_assert!(left.is_empty(), "{} {:?} {:?}", text, item, left);
                    covered += 1;
                }
                _ => (),
            }
        }
        if is_undecided(found, "text in common") {
            return Ok(());
        }
        for rule in own(grammar).filter(|rule| !lines.contains(&(rule.index() + 1))) {
            let mut choices = Vec::new();
            grammar[rule].expr.walk(&mut |expr| {
                if let Expr::Alt(items) = expr {
                    choices.push(items.clone());
                }
            });
            for items in choices {
                let mut all = BTreeSet::new();
                for item in items {
                    let rules =
                        grammar.rules().map(|(_, rule)| (rule.name.as_str(), rule.expr.clone()));
                    let parts =
                        Resolved::from_rules(grammar.encoding, rules.chain([("part", item)]));
                    let part = parts.find("part").expect("it is the last");
                    for text_of in members(&parts, part, &texts) {
                        prop_assert!(all.insert(text_of.clone()), "{} {:?}", text, text_of);
                    }
                }
            }
            silent += 1;
        }
        Ok(())
    });
    println!("{shared} shared, {covered} covered, {silent} silent");
    assert!(100 < shared && 50 < covered && 100 < silent, "{shared} {covered} {silent}");
}

#[test]
fn witnesses_that_are_too_long_are_undecided() {
    let found = lints("first = 5000\"y\" ( \"xx\" / 2\"x\" )\n");
    assert!(witnesses(&found, "ambiguous-rule").is_empty());
    assert!(is_undecided(&found, "two readings"));
}

#[test]
fn a_witness_that_may_not_be_the_shortest_has_a_remark() {
    let remarks = |text: &str| -> Vec<String> {
        let found = lints(text);
        let mut items = found.items.into_iter().filter(|item| item.code == Code::AmbiguousRule);
        items.next().map(|item| item.notes).unwrap_or_default()
    };
    // The shortest text of `second` is nested four deep.
    let nested = "second = 9\"y\" / \"1\" third\nthird = 9\"y\" / \"2\" fourth\n\
                  fourth = 9\"y\" / \"3\" fifth \"4\"\nfifth = \"5\" / 9\"y\" second\n";
    let beside = remarks(&format!("first = second ( \"xx\" / 2\"x\" )\n{nested}"));
    assert!(
        beside.iter().any(|it| it.contains("were not searched for a shorter one")),
        "{beside:?}"
    );
    let alone = remarks("first = 9\"y\" ( \"xx\" / 2\"x\" )\n");
    assert!(!alone.iter().any(|it| it.contains("shorter")), "{alone:?}");
}

/// Nested rules, whose texts are tried by length.
#[test]
fn nested_rules_are_judged_too() {
    let text = "value = number / \"[\" [ value *( \",\" value ) ] \"]\"\n\
                number = 1*DIGIT / 1*DIGIT \".\" 1*DIGIT\nlist = \"(\" *list \")\" / \"(\" \")\" / \"()!\"\n";
    let found = lints(text);
    let read = abnfc::read("g", text.as_bytes(), &[], &ReadOptions::default()).expect(text);
    let ambiguous = witnesses(&found, "ambiguous-rule");
    assert_eq!(ambiguous, [(RuleId::from_index(2), b"()".to_vec())]);
    assert_eq!(derivations(&read.resolved, ambiguous[0].0, b"()"), Count::Several);
    let refused = witnesses(&found, "first-match-differs");
    assert_eq!(refused.iter().map(|it| it.0.index()).collect::<Vec<_>>(), [1, 2]);
    let vm = {
        let rules = ["value", "number", "list"].map(|name| read.resolved.find(name).expect(name));
        assert_eq!(rules, [0, 1, 2].map(RuleId::from_index));
        let sets = with_digits(&read.resolved);
        pest(&sets)
    };
    for (rule, witness) in refused {
        assert!(Recogniser::new(&read.resolved, rule).judge(&witness).is_member);
        let name = format!("whole_{}", read.resolved[rule].name);
        let witness = String::from_utf8(witness).expect("ASCII");
        assert!(vm.parse(&name, &witness).is_err(), "{witness}");
    }
}

/// The grammar with core rules in place of their references.
fn with_digits(grammar: &Resolved) -> Resolved {
    let rules = own(grammar).map(|rule| {
        let expr = grammar[rule].expr.map(&mut |leaf| match leaf {
            Leaf::Rule(used) if NAMES.len() <= used.index() => grammar[used].expr.clone(),
            Leaf::Rule(used) => Expr::Rule(used),
            Leaf::Prose(prose) => Expr::Prose(prose),
        });
        (grammar[rule].name.as_str(), expr)
    });
    Resolved::from_rules(grammar.encoding, rules)
}
