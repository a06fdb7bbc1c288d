//! Trees: a text has a tree if the reference accepts it; the tree is a derivation; and if the
//! grammar has no cycles without reading, it is the preferred one, even if groups and literals have
//! names.

use super::grammar;
use super::nested::embedding;
use abnfc::automata::pattern::{pattern, pattern_keeping};
use abnfc::automata::shape::{Shapes, shape};
use abnfc::automata::trees::derive::{
    Derived, NoTree, Tables, derive, derive_in_two_passes, predict,
};
use abnfc::automata::trees::trees;
use abnfc::grammar::{Encoding, Expr, Resolved, RuleId, ValueSet};
use abnfc::plan::outline::{InTrees, outline};
use abnfc::spec::Spec;
use conformance::derivation::tree;
use conformance::reference::Recogniser;
use conformance::strings::{Members, Random, alphabet, exhaustive};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use std::collections::BTreeSet;

/// Steps of the judge for one text.
const STEPS: usize = 2_000;

/// Strings for each rule, and their greatest length.
const SHORT: usize = 150;
const LENGTH: usize = 12;
/// Random members of each rule.
const RANDOM: usize = 4;
const MAX_RANDOM_LENGTH: usize = 24;

#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    grammars: usize,
    /// Texts with a tree that is a derivation.
    derivations: usize,
    /// Derivations that were compared with the judge's.
    preferred: usize,
    /// Texts without a tree.
    mismatches: usize,
    /// Groups and literals in trees that show them.
    named: usize,
    /// Derivations that prediction found.
    predicted: usize,
}

struct Subject<'a> {
    grammar: &'a Resolved,
    tables: Tables,
    /// With the groups and literals of generated trees.
    with_names: Tables,
    shown: BTreeSet<RuleId>,
    /// Whether the judge terminates with the only answer.
    is_judged: bool,
}

impl<'a> Subject<'a> {
    fn new(grammar: &'a Resolved, shapes: &Shapes) -> Self {
        let patterns = pattern(grammar, shapes);
        let all: Vec<RuleId> = grammar.rules().map(|(id, _)| id).collect();
        let shown = all.iter().copied().filter(|rule| !patterns.is_inlined(*rule));
        let shown: BTreeSet<RuleId> = shown.collect();
        let listed: Vec<RuleId> = shown.iter().copied().collect();
        let trees = trees(&patterns, all.len(), &listed).expect("the grammar is small");
        let with_names = with_names(grammar, &listed);
        let is_judged = !loops(grammar, &all);
        Self { grammar, tables: Tables::new(trees), with_names, shown, is_judged }
    }

    fn compare(
        &self,
        rule: RuleId,
        text: &[u8],
        is_member: bool,
        counts: &mut Counts,
    ) -> Result<(), String> {
        let shown = text.escape_ascii();
        let found = match derive(&self.tables, rule, text) {
            Ok(found) => found,
            Err(NoTree::Mismatch) if !is_member => {
                counts.mismatches += 1;
                return Ok(());
            }
            Err(why) => return Err(format!("no tree of {shown}: {why:?}")),
        };
        if !is_member {
            return Err(format!("a tree of {shown}, which does not match"));
        }
        let whole = Derived { rule, range: 0..text.len(), depth: 0 };
        if found.first() != Some(&whole) {
            return Err(format!("the root of {shown} is {:?}", found.first()));
        }
        for index in 0..found.len() {
            if !self.is_derivation(&found[index..], text) {
                return Err(format!("{shown}: {:?} is not a derivation", &found[index..]));
            }
        }
        counts.derivations += 1;
        if let Ok(predicted) = predict(&self.tables, rule, text) {
            let expected = derive_in_two_passes(&self.tables, rule, text);
            if expected.as_ref() != Ok(&predicted) {
                return Err(format!("{shown}: predicted {predicted:?}, not {expected:?}"));
            }
            counts.predicted += 1;
        }
        if self.is_judged
            && let Ok(expected) = tree(self.grammar, rule, &self.shown, text, STEPS)
        {
            let named = derive(&self.with_names, rule, text).map_err(|why| format!("{why:?}"))?;
            let is_shown = |it: &&Derived| self.shown.contains(&it.rule);
            let others: Vec<_> = named.iter().filter(is_shown).map(place).collect();
            if others != found.iter().map(place).collect::<Vec<_>>() {
                return Err(format!("{shown}: with names, it is {named:?}"));
            }
            counts.named += named.len() - others.len();
            let found = in_order_of_ends(&found);
            if expected.as_ref() != Some(&found) {
                return Err(format!("{shown}: {found:?} is not {expected:?}"));
            }
            counts.preferred += 1;
        }
        Ok(())
    }

    /// Returns whether the first rule derives its text from the rules directly inside.
    fn is_derivation(&self, found: &[Derived], text: &[u8]) -> bool {
        let (first, rest) = found.split_first().expect("there is a rule");
        let inside = rest.iter().take_while(|it| it.depth > first.depth);
        let children: Vec<&Derived> =
            inside.filter(|child| child.depth == first.depth + 1).collect();
        let from = BTreeSet::from([(first.range.start, 0)]);
        let ends = self.ends(&self.grammar[first.rule].expr, &from, text, &children);
        ends.contains(&(first.range.end, children.len()))
    }

    /// The offsets at which an expression can end that begins at one of these offsets, each with
    /// the number of rules inside that have been read.
    fn ends(
        &self,
        expr: &Expr<RuleId>,
        from: &BTreeSet<(usize, usize)>,
        text: &[u8],
        children: &[&Derived],
    ) -> BTreeSet<(usize, usize)> {
        match expr {
            Expr::Empty => from.clone(),
            Expr::Set(values) => {
                let mut ends = BTreeSet::new();
                for &(at, read) in from {
                    let rest = text.get(at..).unwrap_or_default();
                    let lengths = 1..=rest.len().min(4);
                    ends.extend(lengths.filter_map(|length| {
                        let value = value(self.grammar.encoding, &rest[..length])?;
                        let is_in = |&(low, high): &(u32, u32)| low <= value && value <= high;
                        values.ranges().iter().any(is_in).then_some((at + length, read))
                    }));
                }
                ends
            }
            Expr::Concat(items) => {
                items.iter().fold(from.clone(), |from, item| self.ends(item, &from, text, children))
            }
            Expr::Alt(items) => {
                items.iter().flat_map(|item| self.ends(item, from, text, children)).collect()
            }
            Expr::Repeat { min, max, body } => {
                let mut open = from.clone();
                let mut ends = if *min == 0 { from.clone() } else { BTreeSet::new() };
                // More than that reads nothing new.
                let enough = *min as usize + text.len() + children.len() + 1;
                for count in 1..=max.map_or(enough, |max| enough.min(max as usize)) {
                    open = self.ends(body, &open, text, children);
                    if count >= *min as usize {
                        ends.extend(&open);
                    }
                }
                ends
            }
            Expr::Rule(rule) if !self.shown.contains(rule) => {
                self.ends(&self.grammar[*rule].expr, from, text, children)
            }
            Expr::Rule(rule) => {
                let after = |&(at, read): &(usize, usize)| {
                    let child = children.get(read)?;
                    let is_it = child.rule == *rule && child.range.start == at;
                    is_it.then_some((child.range.end, read + 1))
                };
                from.iter().filter_map(after).collect()
            }
            Expr::Prose(_) | Expr::Error => BTreeSet::new(),
        }
    }
}

/// The tables for the shown rules, and for groups and literals of recursive rules.
fn with_names(grammar: &Resolved, shown: &[RuleId]) -> Tables {
    let InTrees { grammar, hints, .. } =
        outline(grammar, &shape(grammar), &Spec::default()).in_trees;
    let literals: BTreeSet<RuleId> = hints.literals.into_keys().collect();
    let patterns = pattern_keeping(&grammar, &shape(&grammar), literals.clone());
    let shown: Vec<RuleId> =
        shown.iter().copied().chain(hints.groups.into_keys()).chain(literals).collect();
    Tables::new(trees(&patterns, grammar.rules().len(), &shown).expect("the grammar is small"))
}

fn place(it: &Derived) -> (RuleId, usize, usize) {
    (it.rule, it.range.start, it.range.end)
}

/// Returns whether a rule begins with itself, directly or not, so that the judge does not
/// terminate; or an unbounded repetition can read nothing, so that the result depends on where in
/// the body the judge repeats.
fn loops(grammar: &Resolved, all: &[RuleId]) -> bool {
    let mut empty = BTreeSet::new();
    let mut begins: BTreeSet<(RuleId, RuleId)> = BTreeSet::new();
    loop {
        let before = (empty.len(), begins.len());
        for &rule in all {
            let mut first = BTreeSet::new();
            if first_rules(&grammar[rule].expr, &empty, &mut first) {
                empty.insert(rule);
            }
            for used in first {
                begins.insert((rule, used));
                let further = begins.iter().filter(|it| it.0 == used).map(|it| (rule, it.1));
                let further: Vec<_> = further.collect();
                begins.extend(further);
            }
        }
        if before == (empty.len(), begins.len()) {
            return all.iter().any(|&rule| begins.contains(&(rule, rule)))
                || all.iter().any(|&rule| repeats_nothing(&grammar[rule].expr, &empty));
        }
    }
}

/// Returns whether the body of an unbounded repetition has the empty text.
fn repeats_nothing(expr: &Expr<RuleId>, empty: &BTreeSet<RuleId>) -> bool {
    match expr {
        Expr::Concat(items) | Expr::Alt(items) => {
            items.iter().any(|item| repeats_nothing(item, empty))
        }
        Expr::Repeat { max, body, .. } => {
            let is_nothing = max.is_none() && first_rules(body, empty, &mut BTreeSet::new());
            is_nothing || repeats_nothing(body, empty)
        }
        Expr::Empty | Expr::Set(_) | Expr::Rule(_) | Expr::Prose(_) | Expr::Error => false,
    }
}

/// Adds the rules with which the expression can begin. Returns whether it has the empty text, as
/// far as known.
fn first_rules(
    expr: &Expr<RuleId>,
    empty: &BTreeSet<RuleId>,
    first: &mut BTreeSet<RuleId>,
) -> bool {
    match expr {
        Expr::Empty => true,
        Expr::Set(_) | Expr::Prose(_) | Expr::Error => false,
        Expr::Concat(items) => items.iter().all(|item| first_rules(item, empty, first)),
        Expr::Alt(items) => {
            let is_empty = |item| first_rules(item, empty, first);
            items.iter().map(is_empty).collect::<Vec<_>>().contains(&true)
        }
        Expr::Repeat { min, max, body } => {
            *max != Some(0) && first_rules(body, empty, first) || *min == 0 || *max == Some(0)
        }
        Expr::Rule(rule) => {
            first.insert(*rule);
            empty.contains(rule)
        }
    }
}

/// The value that bytes stand for.
fn value(encoding: Encoding, bytes: &[u8]) -> Option<u32> {
    match (encoding, bytes) {
        (Encoding::Octets, [byte]) => Some(u32::from(*byte)),
        (Encoding::Octets, _) => None,
        (Encoding::Utf8, _) => {
            let mut characters = std::str::from_utf8(bytes).ok()?.chars();
            characters.next().filter(|_| characters.next().is_none()).map(u32::from)
        }
    }
}

fn in_order_of_ends(found: &[Derived]) -> Vec<(RuleId, usize, usize)> {
    let mut ended = Vec::new();
    let mut open: Vec<&Derived> = Vec::new();
    for it in found {
        while open.len() > it.depth {
            ended.extend(open.pop().map(place));
        }
        open.push(it);
    }
    ended.extend(open.into_iter().rev().map(place));
    ended
}

fn run(encoding: Encoding, cases: u32, seed: u64) -> Counts {
    let config = Config {
        cases,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        ..Config::default()
    };
    let counters = std::cell::RefCell::new(Counts::default());
    TestRunner::new(config)
        .run(&prop::collection::vec(embedding(encoding), 3), |exprs| {
            let grammar = grammar(encoding, &exprs);
            let shapes = shape(&grammar);
            let subject = Subject::new(&grammar, &shapes);
            let mut counters = counters.borrow_mut();
            counters.grammars += 1;
            for &rule in &subject.shown {
                let mut recogniser = Recogniser::new(&grammar, rule);
                let alphabet = alphabet(&grammar, rule);
                let mut texts = Vec::new();
                exhaustive(&mut recogniser, &alphabet, SHORT, LENGTH, |text, read| {
                    texts.push((text.to_vec(), read.accepts()));
                });
                let members = Members::new(&grammar);
                let mut random = Random::new(1);
                for _ in 0..RANDOM {
                    let Some(member) = members.member(rule, &mut random) else { break };
                    if member.len() <= MAX_RANDOM_LENGTH {
                        texts.push((member, true));
                    }
                }
                for (text, is_member) in texts {
                    let found = subject.compare(rule, &text, is_member, &mut counters);
                    prop_assert_eq!(found, Ok(()), "{} {}", grammar[rule].name, grammar);
                }
            }
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
    counters.into_inner()
}

/// Such a rule is the empty text, so trees never show it, whether or not its definition was changed to
/// name groups.
#[test]
fn a_rule_that_repeats_zero_times_is_in_no_tree() {
    let [b, c] = [1, 2].map(|rule| Expr::Rule(RuleId::from_index(rule)));
    let repeat = |min, max, body| Expr::Repeat { min, max, body: Box::new(body) };
    let byte = Expr::Set(ValueSet::single(u32::from(b'a')));
    let exprs = [
        repeat(0, Some(1), Expr::Empty),
        repeat(0, Some(1), repeat(0, Some(0), Expr::Concat(vec![c, b.clone()]))),
        repeat(0, None, Expr::Concat(vec![byte.clone(), b, byte])),
    ];
    let grammar = grammar(Encoding::Octets, &exprs);
    let subject = Subject::new(&grammar, &shape(&grammar));
    let c = RuleId::from_index(2);
    assert_eq!(subject.shown, BTreeSet::from([c]));
    let mut counts = Counts::default();
    for text in ["", "aa", "aaaa"] {
        assert_eq!(subject.compare(c, text.as_bytes(), true, &mut counts), Ok(()));
    }
    assert_eq!(subject.compare(c, b"aaa", false, &mut counts), Ok(()));
    assert_eq!(counts.preferred, 3);
}

#[test]
fn octets() {
    let found = run(Encoding::Octets, 1000, 11);
    println!("{found:?}");
    assert!(found.derivations > 30_000 && found.preferred > 3000, "{found:?}");
    assert!(found.named > 200, "{found:?}");
}

#[test]
#[ignore = "takes minutes"]
fn many_grammars_of_octets() {
    let found = run(Encoding::Octets, 10_000, 13);
    println!("{found:?}");
    assert!(found.derivations > 300_000 && found.preferred > 30_000, "{found:?}");
    assert!(found.named > 2000, "{found:?}");
}

#[test]
fn utf_8() {
    let found = run(Encoding::Utf8, 400, 12);
    println!("{found:?}");
    assert!(found.derivations > 5000 && found.preferred > 1500, "{found:?}");
}
