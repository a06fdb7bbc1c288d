//! The accessors of every type against the judge of parts: they agree with the preferred
//! derivation on all short texts and on random ones, and the view of a part has the
//! same parts as its text parsed again.

use super::grammars::Compiled;
use super::views::{Accessor, Occurs, Span, View};
use super::views::{data, mailto, rfc1738, rfc2396, rfc3986, rfc3987, rfc8089, tel, urn};
use abnfc::grammar::RuleId;
use abnfc::spec::{Export, Spec};
use abnfc::spec_file::{self, Grammar};
use abnfc::text::bundled;
use conformance::derivation::{OutOfSteps, occurrences, preferred};
use conformance::reference::Recogniser;
use conformance::strings::{Members, Random, alphabet, exhaustive, mutate};
use std::collections::{BTreeMap, BTreeSet};

/// Steps of the judge for one string; few strings need them.
const STEPS: usize = 100_000;
/// Strings for each type, and random ones among them.
const SHORT: usize = 8_000;
const RANDOM: usize = 3_000;
/// The factor for the types that most programs use.
const MORE: usize = 6;
const OFTEN_USED: [&str; 6] =
    ["UriReference", "Reference", "AbsoluteUri", "Authority", "HttpUrl", "FtpUrl"];

/// The grammars of `uri`: RFC 2396, RFC 1738, RFC 3986, RFC 3987, the templates of RFC 6570, and
/// those of single schemes.
pub(crate) fn grammars() -> Vec<Grammar> {
    let file = spec_file::read("uri.toml", uri_gen::SPEC.as_bytes());
    file.unwrap_or_else(|errors| panic!("{errors}")).grammars
}

pub(crate) fn compiled(grammar: &Grammar) -> Compiled {
    if let Some(bundled) = bundled::find(&grammar.file) {
        return Compiled::with_imports(bundled.text.as_bytes(), &bundled.imports());
    }
    let text = |path: &str| {
        let found = uri_gen::GRAMMARS.iter().find(|(other, _)| *other == path).map(|it| it.1);
        let bundled = || bundled::find(path).map(|bundled| bundled.text);
        found.or_else(bundled).unwrap_or_else(|| panic!("no grammar {path}"))
    };
    let own = text(&grammar.file);
    // Imports that the spec file does not name are named in the grammar.
    let named = own.lines().filter_map(|line| line.strip_prefix("; @import ")?.split_once(" = "));
    let named = named.filter(|(_, file)| bundled::find(file).is_some());
    let imports = grammar.imports.iter().map(|import| (&*import.name, text(&import.file)));
    let imports = imports.chain(named.map(|(name, file)| (name, text(file))));
    Compiled::new(own.as_bytes(), &imports.collect::<Vec<_>>())
}

/// The rules that the types of an accessor belong to.
fn rules(grammar: &Grammar, compiled: &Compiled, accessor: &Accessor) -> BTreeSet<RuleId> {
    accessor.types.iter().map(|name| compiled.rule(rule_of(grammar, name))).collect()
}

fn rule_of<'a>(grammar: &'a Grammar, type_name: &str) -> &'a str {
    let is_it = |rule: &&Export| rule.type_name.as_deref() == Some(type_name);
    let found = grammar.rules.iter().find(is_it);
    &found.unwrap_or_else(|| panic!("no rule has the type {type_name}")).rule
}

struct Subject<'a> {
    compiled: &'a Compiled,
    /// The names of the types by rule.
    type_of: &'a dyn Fn(RuleId) -> &'static str,
    view: &'a View,
    rule: RuleId,
    parts: Vec<BTreeSet<RuleId>>,
    strings: usize,
    members: usize,
    given_up: usize,
    /// For each part, whether it has been present, and whether it has been absent.
    seen: Vec<[bool; 2]>,
}

impl Subject<'_> {
    fn compare(&mut self, text: &[u8]) {
        let Ok(text) = std::str::from_utf8(text) else { return };
        self.strings += 1;
        let Ok(expected) = self.derived(text.as_bytes()) else {
            self.given_up += 1;
            return;
        };
        let found = (self.view.spans)(text);
        assert_eq!(found, expected, "parts of {} in {text:?}", self.view.type_name);
        if let Some(found) = found {
            self.members += 1;
            (self.view.check)(text);
            for (seen, part) in self.seen.iter_mut().zip(found) {
                seen[usize::from(!part.is_empty())] = true;
            }
        }
    }

    /// The parts of the preferred derivation, those that repeat one by one.
    fn derived(&self, text: &[u8]) -> Result<Option<Vec<Vec<Span>>>, OutOfSteps> {
        let grammar = &self.compiled.grammar;
        let (often, once): (Vec<_>, Vec<_>) = self
            .view
            .accessors
            .iter()
            .zip(&self.parts)
            .enumerate()
            .partition(|(_, (accessor, _))| accessor.occurs == Occurs::Often);
        let parts: Vec<_> = once.iter().map(|(_, (_, part))| (*part).clone()).collect();
        let Some(places) = preferred(grammar, self.rule, &parts, text, STEPS)? else {
            return Ok(None);
        };
        let mut spans = vec![Vec::new(); self.parts.len()];
        for ((index, _), place) in once.iter().zip(places) {
            spans[*index]
                .extend(place.map(|(rule, begin, end)| ((self.type_of)(rule), begin, end)));
        }
        for (index, (_, part)) in often {
            let rules: Vec<RuleId> = part.iter().copied().collect();
            let found = occurrences(grammar, self.rule, part, text, STEPS)?;
            let found = found.expect("there is a derivation");
            let typed = |(rule, begin, end)| ((self.type_of)(rules[rule]), begin, end);
            spans[index] = found.into_iter().map(typed).collect();
        }
        Ok(Some(spans))
    }

    fn all_short(&mut self, budget: usize) {
        let mut recogniser = Recogniser::new(&self.compiled.grammar, self.rule);
        let alphabet = alphabet(&self.compiled.grammar, self.rule);
        let mut texts = Vec::new();
        exhaustive(&mut recogniser, &alphabet, budget, 24, |text, _| texts.push(text.to_vec()));
        texts.iter().for_each(|text| self.compare(text));
    }

    fn random(&mut self, count: usize) {
        let mut random = Random::new(17);
        let alphabet = alphabet(&self.compiled.grammar, self.rule);
        let members = Members::new(&self.compiled.grammar);
        let mut last = b"-".to_vec();
        for _ in 0..count / 2 {
            let member = members.member(self.rule, &mut random).expect("the rule has texts");
            self.compare(&mutate(&member, &last, &alphabet, &mut random));
            self.compare(&member);
            last = member;
        }
    }

    /// Checks that no part is always present if it is optional, or never present.
    fn report(&self) {
        let Self { strings, members, given_up, view, .. } = self;
        println!("{}: {strings} strings, {members} members, {given_up} given up", view.type_name);
        assert!(given_up * 20 < *strings, "the judge gives up too often");
        for (accessor, seen) in view.accessors.iter().zip(&self.seen) {
            let expected = [accessor.occurs == Occurs::OnceAtMost, true];
            let found = [seen[0] && accessor.occurs != Occurs::Often, seen[1]];
            assert_eq!(found, expected, "{} of {}", accessor.name, view.type_name);
        }
    }
}

fn compare_all(grammar: &Grammar, views: &[View]) {
    let compiled = compiled(grammar);
    let named = grammar.rules.iter().filter_map(|rule| {
        let name: &'static str = rule.type_name.clone()?.leak();
        Some((compiled.rule(&rule.rule), name))
    });
    let types: BTreeMap<RuleId, &'static str> = named.collect();
    let type_of = |rule: RuleId| types[&rule];
    let mut total = 0;
    for view in views {
        let parts = view.accessors.iter().map(|accessor| rules(grammar, &compiled, accessor));
        let mut subject = Subject {
            compiled: &compiled,
            type_of: &type_of,
            view,
            rule: compiled.rule(rule_of(grammar, view.type_name)),
            parts: parts.collect(),
            strings: 0,
            members: 0,
            given_up: 0,
            seen: vec![[false; 2]; view.accessors.len()],
        };
        let times = if OFTEN_USED.contains(&view.type_name) { MORE } else { 1 };
        subject.all_short(SHORT * times);
        subject.random(RANDOM * times);
        subject.report();
        total += subject.strings;
    }
    println!("{total} strings");
}

#[test]
fn parts_of_rfc_2396() {
    compare_all(&grammars()[0], &rfc2396());
}

#[test]
fn parts_of_rfc_1738() {
    compare_all(&grammars()[1], &rfc1738());
}

#[test]
fn parts_of_rfc_3986() {
    compare_all(&grammars()[2], &rfc3986());
}

#[test]
fn parts_of_rfc_3987() {
    compare_all(&grammars()[3], &rfc3987());
}

#[test]
fn parts_of_schemes() {
    for (module, views) in [
        ("mailto", mailto()),
        ("tel", tel()),
        ("data", data()),
        ("urn", urn()),
        ("rfc8089", rfc8089()),
    ] {
        let grammars = grammars();
        let grammar = grammars.iter().find(|grammar| grammar.module == module);
        compare_all(grammar.expect(module), &views);
    }
}

/// The rules with the parts that they have in `uri`.
pub(crate) fn spec(grammar: &Grammar) -> Spec {
    let export = |rule: &Export| Export {
        rule: rule.rule.clone(),
        type_name: rule.type_name.clone(),
        parts: rule.parts.clone(),
        ..Export::default()
    };
    Spec { exports: grammar.rules.iter().map(export).collect(), ..Spec::default() }
}
