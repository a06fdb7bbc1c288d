//! The laws of data over whole grammars, without settings: each text of a rule has data, which is
//! written as a text of the rule with the same data.
//!
//! A run reads a few texts of some rules of each grammar. This one reads a hundred thousand texts of
//! every rule:
//!
//! ```text
//! ABNFC_LAW_TEXTS=100000 cargo test --package conformance --test all -- laws:: --include-ignored
//! ```

use super::outside::grammars::collection;
use abnfc::automata::rules::automata;
use abnfc::automata::superset::superset;
use abnfc::compile::Module;
use abnfc::grammar::RuleId;
use abnfc::limits::Limits;
use abnfc::spec::Spec;
use abnfc::text::bundled;
use abnfc_tools::data::{Data, Plan, WriteError, plan, read, write};
use abnfc_tools::sample::{Random, Sampler, Subject};
use std::env;

/// The variable with the number of texts of each rule.
const VARIABLE: &str = "ABNFC_LAW_TEXTS";

/// The number of rules of each grammar, and of texts of each rule, unless [`VARIABLE`] is set.
const RULES: usize = 4;
const TEXTS: usize = 3;

/// The greatest length of texts.
const MAX_LENGTH: usize = 16;

/// The size of grammars above which they take long.
const MAX_BYTES: usize = 2_500;

/// A writer of data.
type Writer = fn(&Plan, usize, &Data) -> Result<Vec<u8>, WriteError>;

/// What was read, and the texts that break a law.
#[derive(Debug, Default)]
struct Counts {
    grammars: usize,
    rules: usize,
    texts: usize,
    /// Rules whose writers would be too large.
    too_large: Vec<String>,
    broken: Vec<String>,
}

/// The number of texts of each rule that was requested.
fn requested() -> Option<usize> {
    let value = env::var(VARIABLE).ok()?;
    Some(value.parse().unwrap_or_else(|error| panic!("{VARIABLE}: {error}")))
}

/// Returns the law that a text of a rule breaks.
fn broken(plan: &Plan, rule: usize, text: &[u8], write: Writer) -> Option<String> {
    let data = match read(plan, rule, text) {
        Ok(data) => data,
        Err(error) => return Some(format!("it has no data: {error}")),
    };
    let written = match write(plan, rule, &data) {
        Ok(written) => written,
        Err(error) => return Some(format!("its data has no text: {error}")),
    };
    match read(plan, rule, &written) {
        Ok(again) if again == data => None,
        Ok(_) => Some(format!("`{}` has other data", written.escape_ascii())),
        Err(error) => Some(format!("`{}` has no data: {error}", written.escape_ascii())),
    }
}

/// Reads texts of a grammar, unless no rule of it can be compiled.
fn check(name: &str, bytes: &[u8], spec: &Spec, write: Writer, counts: &mut Counts) {
    let module = Module { module: "", name, bytes, spec };
    let Ok(plan) = plan(&module) else { return };
    // Rules with errors have no data.
    let read = abnfc::read_leniently(name, bytes, &spec.imports, &spec.read);
    let grammar = read.expect("it has a plan").resolved;
    counts.grammars += 1;

    let named = |(id, _)| plan.rule(grammar[id].name.as_str()).map(|rule| (id, rule));
    let all: Vec<(RuleId, usize)> = grammar.own_rules().filter_map(named).collect();
    let step = if requested().is_some() { 1 } else { all.len().div_ceil(RULES).max(1) };
    let chosen: Vec<_> = all.into_iter().step_by(step).collect();
    let limits = Limits::default();
    let roots: Vec<RuleId> = chosen.iter().map(|(id, _)| *id).collect();
    let automata = automata(&grammar, &superset(&grammar, &limits), &roots, &limits);
    for (id, rule) in chosen {
        let shown = format!("{name}: {}", grammar[id].name);
        if !plan.is_written(rule) {
            counts.too_large.push(shown);
            continue;
        }
        let subject = Subject { grammar: &grammar, automata: &automata, rule: id, limits: &limits };
        // Some rules have only longer texts, or automata that are too large for samples.
        let Ok(sampler) = Sampler::new(subject, 0..=MAX_LENGTH) else { continue };
        let mut random = Random::new(5);
        let texts = (0..requested().unwrap_or(TEXTS)).map_while(|_| sampler.text(&mut random));
        let before = counts.texts;
        for text in texts {
            counts.texts += 1;
            if let Some(law) = broken(&plan, rule, &text, write) {
                counts.broken.push(format!("{shown}: `{}`: {law}", text.escape_ascii()));
                break;
            }
        }
        counts.rules += usize::from(before < counts.texts);
    }
}

/// Reads texts of the bundled grammars whose numbers of bytes are chosen.
fn bundled(is_chosen: fn(usize) -> bool) -> Counts {
    let mut counts = Counts::default();
    for bundled in bundled::ALL.iter().filter(|it| is_chosen(it.text.len())) {
        let spec = Spec { imports: bundled.imports(), ..Spec::default() };
        check(bundled.name, bundled.text.as_bytes(), &spec, write, &mut counts);
    }
    counts
}

fn assert_none_is_broken(counts: &Counts) {
    assert!(counts.broken.is_empty(), "{:#?}", counts.broken);
    assert_eq!(counts.too_large, [""; 0]);
}

#[test]
fn of_bundled_grammars() {
    let counts = bundled(|bytes| bytes <= MAX_BYTES);
    assert_none_is_broken(&counts);
    assert!(counts.rules > 100 && counts.texts > 300, "{counts:?}");
}

#[test]
#[ignore = "takes minutes"]
fn many_grammars_that_are_large() {
    assert_none_is_broken(&bundled(|bytes| MAX_BYTES < bytes));
}

#[test]
#[ignore = "needs ../shared"]
fn of_published_grammars() {
    let mut counts = Counts::default();
    for (name, bytes) in collection() {
        check(&name, &bytes, &Spec::default(), write, &mut counts);
    }
    assert_none_is_broken(&counts);
    assert!(counts.grammars > 30 && counts.rules > 100, "{counts:?}");
}

/// A writer that loses the last byte, or writes every letter as a capital, breaks a law.
#[test]
fn that_are_broken_are_found() {
    let grammar = b"r = n *( \",\" n )\nn = 1*ALPHA [ m ]\nm = 1*2DIGIT\n";
    let short: Writer = |plan, rule, data| {
        let mut text = write(plan, rule, data)?;
        text.pop();
        Ok(text)
    };
    let capital: Writer = |plan, rule, data| Ok(write(plan, rule, data)?.to_ascii_uppercase());
    let refusing: Writer = |_, _, _| Err(WriteError::Value);
    for (writer, least) in [(write as Writer, 0), (short, 3), (capital, 2), (refusing, 3)] {
        let mut counts = Counts::default();
        check("g.abnf", grammar, &Spec::default(), writer, &mut counts);
        assert_eq!(counts.broken.len(), least, "{:#?}", counts.broken);
    }
}
