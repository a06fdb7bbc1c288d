//! One verdict for each text: the reference recogniser, the pattern, the NFA, the DFA
//! before and after minimisation and the generated code agree on membership,
//! offset and longest prefix, for every rule. The slow interpreter of the pattern
//! reads only the shortest strings and a sample of the others.
//!
//! The texts are all strings up to a length that a budget allows, over one byte
//! of each class that the grammar distinguishes, and random members and
//! their mutations. Run it with `--nocapture` to see the lengths and
//! figures.

mod matchers;

use abnfc::automata::rules::{Automata, automata};
use abnfc::automata::shape::shape;
use abnfc::grammar::{Origin, Resolved, ResolvedRule, RuleId};
use abnfc::limits::Limits;
use abnfc::spec::{Import, ReadOptions};
use abnfc::text::bundled;
use conformance::forms::{Forms, disagreement};
use conformance::reference::{Recogniser, Verdict};
use conformance::strings::{Members, Random, alphabet, exhaustive, mutate};
use matchers::{Judge, MATCHERS};

/// The number of strings for each rule of the exhaustive test, and the maximum length if few
/// strings are viable.
const BUDGET: usize = 150_000;
/// The same for grammars with many large rules, which are compared with libraries as well.
const LITTLE: usize = 20_000;
const LENGTH: usize = 48;
/// Strings for each rule of the random test, members and mutants.
const RANDOM: usize = 800;
/// For each rule, the pattern reads the `OF_PATTERN` shortest strings,
/// and one in `SAMPLE_OF_PATTERN` random strings.
const OF_PATTERN: usize = 500;
const SAMPLE_OF_PATTERN: usize = 11;

/// A grammar with all compared forms.
struct Subject {
    grammar: Resolved,
    automata: Automata,
    rules: Vec<(RuleId, &'static [Judge])>,
}

impl Subject {
    /// Reads the grammar from which the matchers were generated.
    fn new(file: &'static str) -> Self {
        let text = text(file);
        let read = abnfc::read(file, text.as_bytes(), &imports(file), &ReadOptions::default())
            .unwrap_or_else(|errors| panic!("{errors}"));
        let grammar = read.resolved;
        let list = MATCHERS.iter().find(|list| list.file == file).expect("it is in the list");
        let roots: Vec<RuleId> = if bundled::find(file).is_some() {
            let find = |name| grammar.find(name).unwrap_or_else(|| panic!("no rule {name}"));
            list.rules.iter().map(|&(name, _)| find(name)).collect()
        } else {
            // The rules of imports are exported too, except those that `uri` omits.
            let is_left_out = |rule: &ResolvedRule| {
                file == "reference.abnf" && ["path", "path-segments"].contains(&rule.name.as_str())
            };
            let rules = grammar.rules().filter(|(_, rule)| rule.origin != Origin::Core);
            rules.filter(|(_, rule)| !is_left_out(rule)).map(|(id, _)| id).collect()
        };
        let automata = automata(&grammar, &shape(&grammar), &roots, &Limits::default());
        let judge = |id: RuleId| {
            let name = &grammar[id].name;
            let entry = list.rules.iter().find(|entry| is_named(entry, &grammar[id]));
            entry.unwrap_or_else(|| panic!("{file}: no generated matcher for {name}")).1
        };
        let rules: Vec<_> = roots.iter().map(|&id| (id, judge(id))).collect();
        assert_eq!(rules.len(), list.rules.len(), "{file}: a matcher without a rule");
        Self { grammar, automata, rules }
    }

    fn forms(&self, rule: RuleId) -> Forms<'_> {
        Forms::of(&self.automata, rule, &Limits::default()).unwrap_or_else(|why| panic!("{why:?}"))
    }
}

/// Returns whether an entry of the list is that of a rule.
fn is_named(entry: &(&str, &[Judge]), rule: &ResolvedRule) -> bool {
    // The names of ABNF have no `_` and `+`.
    entry.0.replace(['_', '+'], "-").eq_ignore_ascii_case(rule.name.as_str())
}

/// The imports of the grammar.
fn imports(file: &str) -> Vec<Import> {
    let import = |name: &str, file: &str| Import {
        name: name.to_owned(),
        file: file.to_owned(),
        bytes: text(file).into_bytes(),
        ..Import::default()
    };
    if let Some(bundled) = bundled::find(file) {
        return bundled.imports();
    }
    match file {
        "reference.abnf" => vec![import("URI", "uri.abnf")],
        _ => Vec::new(),
    }
}

fn text(file: &str) -> String {
    if let Some(bundled) = bundled::find(file) {
        return bundled.text.to_owned();
    }
    let path = match file {
        "reference.abnf" | "uri.abnf" | "rfc1738.bnf" | "rfc2396.bnf" => {
            format!("../uri-gen/grammars/{file}")
        }
        _ => format!("grammars/{file}"),
    };
    std::fs::read_to_string(path).expect("the grammar is in the repository")
}

fn agree(
    forms: &Forms<'_>,
    judges: &[Judge],
    text: &[u8],
    expected: Verdict,
) -> Result<(), String> {
    forms.agree(text, expected)?;
    for judge in judges {
        match judge(text) {
            // The matcher takes a `str`, but the text is not UTF-8.
            None => assert!(std::str::from_utf8(text).is_err()),
            Some(found) if found == expected => {}
            Some(found) => {
                return Err(disagreement("the generated code", text, &found, &expected));
            }
        }
    }
    Ok(())
}

/// Tries all short strings for every rule of a grammar, up to a number of strings for each rule.
fn exhaust(file: &'static str, budget: usize) {
    let subject = Subject::new(file);
    for &(rule, judge) in &subject.rules {
        let forms = subject.forms(rule);
        let mut recogniser = Recogniser::new(&subject.grammar, rule);
        let alphabet = alphabet(&subject.grammar, rule);
        let name = &subject.grammar[rule].name;
        let mut failures = Vec::new();
        let mut strings = 0;
        let found = exhaustive(&mut recogniser, &alphabet, budget, LENGTH, |text, read| {
            let verdict = read.verdict();
            failures.extend(agree(&forms, judge, text, verdict).err());
            if strings < OF_PATTERN {
                failures.extend(forms.pattern_agrees(text, verdict).err());
            }
            strings += 1;
        });
        assert!(failures.is_empty(), "{file} {name}: {}", failures.join("\n"));
        let length = found.length;
        let extent = if found.is_whole { "whole language, length" } else { "all of length" };
        println!(
            "{file} {name}: {extent} {length}, {} bytes, {} strings",
            alphabet.len(),
            found.strings
        );
        assert!(found.is_whole || length >= 2, "{file} {name}: only length {length}");
    }
}

#[test]
fn short_strings_of_uri() {
    exhaust("reference.abnf", BUDGET);
}

/// Another test proves that its rules equal those above, but their patterns differ.
#[test]
fn short_strings_of_rfc2396() {
    exhaust("rfc2396.bnf", BUDGET / 10);
}

#[test]
fn short_strings_of_rfc1738() {
    exhaust("rfc1738.bnf", BUDGET);
}

#[test]
fn short_strings_of_rfc3986() {
    exhaust("rfc3986.abnf", LITTLE);
}

/// The modules of the crate `uri` whose grammars are bundled with the compiler.
#[test]
fn short_strings_of_uris_and_iris() {
    exhaust("rfc3986", LITTLE);
    exhaust("rfc3987", LITTLE);
}

#[test]
fn short_strings_of_rfc3339() {
    exhaust("rfc3339.abnf", LITTLE);
}

#[test]
fn short_strings_of_the_small_grammars() {
    for list in MATCHERS.iter().filter(|list| is_small(list.file)) {
        exhaust(list.file, BUDGET);
    }
}

#[test]
fn short_strings_of_bundled_grammars() {
    for list in MATCHERS.iter().filter(|list| bundled::find(list.file).is_some()) {
        exhaust(list.file, LITTLE);
    }
}

fn is_small(file: &str) -> bool {
    let large = ["reference.abnf", "rfc2396.bnf", "rfc1738.bnf", "rfc3986.abnf", "rfc3339.abnf"];
    !large.contains(&file) && bundled::find(file).is_none()
}

/// Members and mutants of every rule of a grammar; returns how many there were,
/// and how many of them were members.
fn random(file: &'static str, seed: u64) -> (usize, usize) {
    let subject = Subject::new(file);
    let members = Members::new(&subject.grammar);
    let mut random = Random::new(seed);
    let (mut strings, mut accepted) = (0, 0);
    for &(rule, judge) in &subject.rules {
        let forms = subject.forms(rule);
        let mut recogniser = Recogniser::new(&subject.grammar, rule);
        let alphabet = alphabet(&subject.grammar, rule);
        let mut last = b"-".to_vec();
        for i in 0..RANDOM {
            let member = members.member(rule, &mut random);
            let is_member = member.is_some();
            let member = member.unwrap_or_default();
            let text = match i % 4 {
                0 => member.clone(),
                _ => mutate(&member, &last, &alphabet, &mut random),
            };
            last = member;
            let verdict = recogniser.judge(&text);
            let name = &subject.grammar[rule].name;
            assert!(verdict.is_member || !is_member || i % 4 != 0, "{name}: {text:X?}");
            let mut found = agree(&forms, judge, &text, verdict);
            if i % SAMPLE_OF_PATTERN == 0 {
                found = found.and_then(|()| forms.pattern_agrees(&text, verdict));
            }
            found.unwrap_or_else(|why| panic!("{file} {name}: {why}"));
            strings += 1;
            accepted += usize::from(verdict.is_member);
        }
    }
    println!("{file}: {strings} random strings, {accepted} of them members");
    (strings, accepted)
}

#[test]
fn random_strings() {
    let files: Vec<&str> = MATCHERS.iter().map(|list| list.file).collect();
    let (left, right) = files.split_at(files.len() / 2);
    let run = |files: &[&'static str]| {
        files
            .iter()
            .zip(1..)
            .map(|(file, seed)| random(file, seed))
            .fold((0, 0), |sum, found| (sum.0 + found.0, sum.1 + found.1))
    };
    let (strings, accepted) = std::thread::scope(|scope| {
        let left = scope.spawn(|| run(left));
        let right = run(right);
        let left = left.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (left.0 + right.0, left.1 + right.1)
    });
    println!("{strings} random strings, {accepted} of them members");
    assert!(strings >= 100_000, "{strings}");
    // There must be enough texts on either side of the boundary.
    assert!(accepted > strings / 4 && accepted < strings * 3 / 4, "{accepted} of {strings}");
}
