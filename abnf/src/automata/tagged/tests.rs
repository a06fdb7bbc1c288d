//! Each pass compared with the tagged NFA that it is made from, whose interpreter is slow and
//! simple, for random rules on all short texts.

mod by_example;
mod several_starts;

use super::parts::tags;
use super::scans::Scan;
use super::tdfa::TagOffset;
use super::*;
use crate::automata::shape::shape;
use crate::limits::Limits;
use crate::spec::ReadOptions;
use crate::testing::{seeded, texts};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use tnfa::tnfa;

/// Bodies of rules over `a` and `b`, and the names of other rules.
pub(crate) fn bodies(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    let letters = prop_oneof![Just("%s\"a\""), Just("%s\"b\""), Just("(%s\"a\" / %s\"b\")")];
    let leaf = match names {
        [] => letters.boxed(),
        _ => prop_oneof![letters, prop::sample::select(names)].boxed(),
    };
    leaf.prop_map(str::to_owned).prop_recursive(3, 8, 3, |inner| {
        let some = || prop::collection::vec(inner.clone(), 1..4);
        prop_oneof![
            3 => some().prop_map(|items| format!("({})", items.join(" "))),
            2 => some().prop_map(|items| format!("({})", items.join(" / "))),
            1 => inner.clone().prop_map(|item| format!("[{item}]")),
            1 => inner.clone().prop_map(|item| format!("*({item})")),
        ]
    })
}

/// A grammar of the rules `r`, which uses `p` and `q`, and `p`, which uses `q`.
fn grammars() -> impl Strategy<Value = String> {
    (bodies(&["p", "q"]), bodies(&["q"]), bodies(&[]))
        .prop_map(|(r, p, q)| format!("r = {r}\np = {p}\nq = {q}\n"))
}

/// Calls `check` with random rules whose parts can be located.
pub(crate) fn for_each(check: impl Fn(&Tagging<'_>, RuleId, &[Part])) {
    let checked = Cell::new(0);
    TestRunner::new(seeded(300))
        .run(&grammars(), |text| {
            let read = crate::read("test", text.as_bytes(), &[], &ReadOptions::default());
            let grammar = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
            let (shapes, limits) = (shape(&grammar), Limits::default());
            let tagging = Tagging::new(&grammar, &shapes, &limits);
            let [r, p, q] =
                ["r", "p", "q"].map(|name| grammar.find(name).expect("the grammar has the rule"));
            let part = |name: &str, rules: &[RuleId]| Part {
                name: name.to_owned(),
                rules: rules.iter().copied().collect(),
            };
            let mut parts = vec![part("p", &[p]), part("q", &[q]), part("either", &[p, q])];
            parts.retain(|part| tagged_nfa(&tagging, r, std::slice::from_ref(part)).is_ok());
            prop_assume!(!parts.is_empty());
            check(&tagging, r, &parts);
            checked.set(checked.get() + 1);
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(200 <= checked.get(), "{} rules are too few", checked.get());
}

/// The offset of each tag on the preferred path of a text.
fn offsets(met: &[(u16, usize)], count: usize) -> Vec<Option<usize>> {
    let mut offsets = vec![None; count];
    for &(tag, offset) in met {
        assert!(offsets[usize::from(tag)].replace(offset).is_none(), "a tag is met once");
    }
    offsets
}

fn nfa(tagging: &Tagging<'_>, rule: RuleId, parts: &[Part]) -> Nfa {
    tagged_nfa(tagging, rule, parts).expect("the parts were tried one by one")
}

#[test]
fn merging_states_changes_neither_texts_nor_tags() {
    for_each(|tagging, rule, parts| {
        let nfa = tnfa(tagging, rule, parts).expect("built before");
        let merged = merge_bisimilar(&nfa);
        assert!(merged.reachable().len() <= nfa.reachable().len() + 1);
        for text in texts(b"ab", 6) {
            assert_eq!(merged.tags(&text), nfa.tags(&text), "{}", text.escape_ascii());
        }
        // The automaton does not depend on the rules that were built before.
        let fresh = Tagging::new(tagging.grammar, tagging.shapes, tagging.limits);
        let again = tnfa(&fresh, rule, parts).expect("built before");
        assert_eq!(again.to_string(), nfa.to_string());
    });
}

#[test]
fn all_tags_follow_from_the_recorded_tags() {
    let (fixed_count, length_count) = (Cell::new(0), Cell::new(0));
    for_each(|tagging, rule, parts| {
        let nfa = nfa(tagging, rule, parts);
        let tags = tags(parts);
        let wanted = wanted(&tags, &BTreeSet::new());
        let mut budget = Budget::of_rule(tagging.limits);
        let fixed = fixed_tags::fixed_tags(&nfa, &tags, wanted, &mut budget).expect("small");
        fixed_count.set(fixed_count.get() + fixed.of.len() - fixed.slots.len());
        for text in texts(b"ab", 6) {
            let Some(met) = nfa.tags(&text) else { continue };
            let offsets = offsets(&met, fixed.of.len());
            let slot = |slot: usize| offsets[usize::from(fixed.slots[slot])];
            for (tag, &offset) in offsets.iter().enumerate() {
                let follows = fixed.of[tag].and_then(|(presence, offset)| {
                    let is_present = match presence {
                        Presence::Always => true,
                        Presence::Slot(source) => slot(source).is_some(),
                        Presence::Longer(bytes) => text.len() > bytes as usize,
                        Presence::Shorter(bytes) => text.len() < bytes as usize,
                    };
                    let by_length = matches!(presence, Presence::Longer(_) | Presence::Shorter(_));
                    length_count.set(length_count.get() + usize::from(by_length && is_present));
                    if !is_present {
                        return None;
                    }
                    Some(match offset {
                        TagOffset::FromStart(bytes) => bytes as usize,
                        TagOffset::FromEnd(bytes) => text.len() - bytes as usize,
                        TagOffset::Slot { slot: source, plus } => {
                            slot(source)?.checked_add_signed(plus as isize)?
                        }
                    })
                });
                assert_eq!(follows, offset, "tag {tag} in {}", text.escape_ascii());
            }
        }
    });
    assert!(200 < fixed_count.get(), "{} tags need no slot", fixed_count.get());
    assert!(200 < length_count.get(), "{} tags by length", length_count.get());
}

#[test]
fn scans_find_the_tags_of_the_preferred_path() {
    let found = Cell::new([[0; 2]; 3]);
    for_each(|tagging, rule, parts| {
        let nfa = nfa(tagging, rule, parts);
        let count = tag_count(parts);
        for tag in 0..u16::try_from(count).expect("tags are few") {
            let scans = [scans::scan(&nfa, tag), scans::first_byte(&nfa, tag)];
            let texts = texts(b"ab", 6);
            for (text, scan) in
                texts.iter().flat_map(|it| scans.iter().flatten().map(move |scan| (it, *scan)))
            {
                let Some(met) = nfa.tags(text) else { continue };
                let expected = offsets(&met, count)[usize::from(tag)];
                let (offset, kind) = match scan {
                    Scan::First { from, set, otherwise } => {
                        let mut bytes = text.iter().skip(from as usize);
                        let offset = bytes.position(|&byte| set.contains(byte));
                        let otherwise = match otherwise {
                            scans::Otherwise::End => Some(text.len()),
                            scans::Otherwise::Unset => None,
                        };
                        (offset.map(|offset| from as usize + offset).or(otherwise), 0)
                    }
                    Scan::Last { distances: [inside, outside], set } => {
                        let is_inside = text.last().is_some_and(|&byte| set.contains(byte));
                        let distance = if is_inside { inside } else { outside };
                        (text.len().checked_sub(distance as usize), 1 + usize::from(is_inside))
                    }
                };
                assert_eq!(offset, expected, "tag {tag} in {}", text.escape_ascii());
                let mut counts = found.get();
                counts[kind][usize::from(expected.is_some())] += 1;
                found.set(counts);
            }
        }
    });
    let [first, last @ ..] = found.get();
    assert!(first.iter().all(|&count| 20 < count), "{first:?}");
    assert!(last.iter().all(|&[without, with]| without == 0 && 10 < with), "{last:?}");
}

#[test]
fn the_preferred_thread_has_the_tags_of_the_preferred_path() {
    for_each(|tagging, rule, parts| {
        let nfa = nfa(tagging, rule, parts);
        let mut budget = Budget::of_rule(tagging.limits);
        let priority = priority::priority_dfa(&nfa, &mut budget).expect("small");
        for text in texts(b"ab", 6) {
            assert_eq!(priority.tags(&text), nfa.tags(&text), "{}", text.escape_ascii());
        }
    });
}

/// The values of the slots at the end of a text.
fn slots(tdfa: &Tdfa, text: &[u8]) -> Option<Vec<Option<usize>>> {
    let mut walk = tdfa.walk();
    text.iter().for_each(|&byte| walk.step(byte));
    walk.slots()
}

#[test]
fn slots_hold_the_offsets_of_the_recorded_tags_after_each_pass() {
    let (before, after) = (Cell::new(0), Cell::new(0));
    for_each(|tagging, rule, parts| {
        let nfa = nfa(tagging, rule, parts);
        let tags = tags(parts);
        let mut budget = Budget::of_rule(tagging.limits);
        let wanted = wanted(&tags, &BTreeSet::new());
        let fixed = fixed_tags::fixed_tags(&nfa, &tags, wanted, &mut budget).expect("small");
        let contexts = contexts::Contexts::new(tagging.shapes, &nfa, parts, &tags);
        let priority = priority::priority_dfa(&nfa, &mut budget).expect("small");
        let made = determinise::determinise(&nfa, &priority, &fixed, &contexts, &mut budget)
            .expect("small");
        let (shared, made) = (registers::registers(&made), made.tdfa);
        let minimal = shared.minimal();
        before.set(before.get() + made.register_count());
        after.set(after.get() + shared.register_count());
        assert!(minimal.state_count() <= made.state_count());
        for text in texts(b"ab", 6) {
            let expected = nfa.tags(&text).map(|met| {
                let offsets = offsets(&met, fixed.of.len());
                fixed.slots.iter().map(|&tag| offsets[usize::from(tag)]).collect::<Vec<_>>()
            });
            for tdfa in [&made, &shared, &minimal] {
                assert_eq!(slots(tdfa, &text), expected, "{}", text.escape_ascii());
            }
        }
    });
    assert!(after.get() * 2 < before.get(), "{} of {} registers", after.get(), before.get());
}

/// For each prefix of each text of the language, the context contains all parts around the end of
/// the prefix, and the certain part is one of them.
#[test]
fn contexts_agree_with_all_continuations() {
    let certain = Cell::new(0);
    for_each(|tagging, rule, parts| {
        let nfa = nfa(tagging, rule, parts);
        let tdfa = automaton(tagging, &nfa, parts, &BTreeSet::new()).expect("small");
        let tags = tags(parts);
        let count = tag_count(parts);
        for text in texts(b"ab", 6) {
            let Some(met) = nfa.tags(&text) else { continue };
            let offsets = offsets(&met, count);
            let mut state = Tdfa::START;
            for offset in 0..=text.len() {
                let context = tdfa.context(state);
                let is_here = |part: usize| {
                    let mut opens = tags[part].opens.iter();
                    let begin = opens.find_map(|open| offsets[usize::from(open.1)]);
                    let end = offsets[usize::from(tags[part].close)];
                    begin.zip(end).is_some_and(|(begin, end)| begin <= offset && offset <= end)
                };
                // Messages do not name a part that is only a choice among others.
                let is_named = |part: usize| parts[part].rules.len() == 1 || parts.len() == 1;
                for part in (0..parts.len()).filter(|&part| is_named(part) && is_here(part)) {
                    assert!(context.possible.contains(&part), "{}", text.escape_ascii());
                }
                if let Some(part) = context.certain {
                    certain.set(certain.get() + 1);
                    assert!(is_here(part), "{part} {offset} {}", text.escape_ascii());
                }
                if let Some(&byte) = text.get(offset) {
                    state = tdfa.next(state, byte).expect("the text is in the language").target;
                }
            }
        }
    });
    assert!(1_000 < certain.get(), "{} certain parts are too few", certain.get());
}

/// A part that has ended in every continuation is not certain.
#[test]
fn whole_parts_are_not_certain() {
    let text = "r = p %s\":\" q\np = 2%s\"a\"\nq = 1*%s\"b\"\n";
    let read = crate::read("test", text.as_bytes(), &[], &ReadOptions::default());
    let grammar = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
    let (shapes, limits) = (shape(&grammar), Limits::default());
    let tagging = Tagging::new(&grammar, &shapes, &limits);
    let [r, p, q] =
        ["r", "p", "q"].map(|name| grammar.find(name).expect("the grammar has the rule"));
    let part = |name: &str, rule| Part { name: name.to_owned(), rules: [rule].into() };
    let parts = [part("p", p), part("q", q)];
    let nfa = nfa(&tagging, r, &parts);
    let tdfa = automaton(&tagging, &nfa, &parts, &BTreeSet::new()).expect("small");
    let certain = |text: &[u8]| {
        let next = |state, &byte| tdfa.next(state, byte).map(|step| step.target);
        tdfa.context(text.iter().try_fold(Tdfa::START, next).expect("a prefix")).certain
    };
    // The first part is incomplete; then only a colon can follow; the second part may continue.
    assert_eq!([certain(b"a"), certain(b"aa"), certain(b"aa:b")], [Some(0), None, Some(1)]);
}

#[test]
fn passes_are_listed() {
    let text = "r = [p %s\":\" / 9%s\"b\"] q\np = 1*%s\"a\"\nq = 2%s\"a\"\n";
    let read = crate::read("test", text.as_bytes(), &[], &ReadOptions::default());
    let grammar = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
    let (shapes, limits) = (shape(&grammar), Limits::default());
    let tagging = Tagging::new(&grammar, &shapes, &limits);
    let [r, p, q] =
        ["r", "p", "q"].map(|name| grammar.find(name).expect("the grammar has the rule"));
    let part = |name: &str, rule| Part { name: name.to_owned(), rules: [rule].into() };
    let parts = [part("p", p), part("q", q)];
    let listing = |pass| stages::listing(&tagging, r, &parts, pass).expect("regular");
    // `p` begins with the text and ends one byte before `q` begins, which is two bytes before
    // the end; whether it is there takes one tag.
    let expected = "\
s0 = tag 1
tag 0: 0 if s0
tag 1: s0 if s0
tag 2: end-2 always
tag 3: end always
";
    assert_eq!(listing(stages::Pass::FixedTags), expected);
    let priority = listing(stages::Pass::Priority);
    assert!(
        priority.starts_with("16 states, 4 byte classes\n>    : - t0, -, - t2\n"),
        "{priority}"
    );
    let own = listing(stages::Pass::Determinise);
    let shared = listing(stages::Pass::Registers);
    assert!(own.contains("1 slots") && shared.contains(" 1 registers, 1 slots"), "{shared}");
}
