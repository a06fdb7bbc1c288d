//! The laws of data over whole grammars, without settings: each text of a rule has data, which is
//! written as a text of the rule with the same data; so is other data of the rule, or there is an error.
//!
//! A run reads a few texts of some rules of each grammar, and writes a few values. This one does so with a
//! hundred thousand texts and values of every rule, also of the gallery:
//!
//! ```text
//! ABNFC_LAW_TEXTS=100000 cargo test --package conformance --test all -- laws:: round_trips:: --include-ignored
//! ```

pub(crate) mod random_data;

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
use random_data::{Known, is_data, is_same};
use std::env;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The variable with the number of texts, and of values, of each rule.
const VARIABLE: &str = "ABNFC_LAW_TEXTS";

/// The number of rules of each grammar, and of texts and values of each rule, unless [`VARIABLE`] is set.
const RULES: usize = 4;
const TEXTS: usize = 3;
const VALUES: usize = 10;

/// The greatest length of texts.
const MAX_LENGTH: usize = 16;

/// The size of grammars above which they take long.
const MAX_BYTES: usize = 2_500;

/// A writer of data.
type Writer = fn(&Plan, usize, &Data) -> Result<Vec<u8>, WriteError>;

/// What was read and written, and the texts and values that break a law.
#[derive(Debug, Default)]
struct Counts {
    grammars: usize,
    rules: usize,
    texts: usize,
    /// Random values, and those of them that have texts.
    values: usize,
    written: usize,
    /// Rules whose writers would be too large.
    too_large: Vec<String>,
    broken: Vec<String>,
}

/// The number of texts of each rule that was requested.
pub(crate) fn requested() -> Option<usize> {
    let value = env::var(VARIABLE).ok()?;
    Some(value.parse().unwrap_or_else(|error| panic!("{VARIABLE}: {error}")))
}

/// Returns the data of a text of a rule, or the law that the text breaks.
pub(crate) fn of_text(
    plan: &Plan,
    rule: usize,
    text: &[u8],
    write: Writer,
) -> Result<Data, String> {
    let data = read(plan, rule, text).map_err(|error| format!("it has no data: {error}"))?;
    match of_value(plan, rule, &data, write)? {
        Ok(_) => Ok(data),
        Err(error) => Err(format!("its data has no text: {error}")),
    }
}

/// Returns the text of a value or the error about it, or the law that the value breaks.
pub(crate) fn of_value(
    plan: &Plan,
    rule: usize,
    data: &Data,
    write: Writer,
) -> Result<Result<Vec<u8>, WriteError>, String> {
    let written = match write(plan, rule, data) {
        Ok(written) => written,
        Err(error) => return Ok(Err(error)),
    };
    let shown = written.escape_ascii();
    let again = read(plan, rule, &written);
    let again = again.map_err(|error| format!("`{shown}` has no data: {error}"))?;
    if !is_same(&again, data) {
        return Err(format!("`{shown}` has other data"));
    }
    match write(plan, rule, &again) {
        Ok(same) if same == written => Ok(Ok(written)),
        Ok(other) => Err(format!("`{shown}` is no fixed point: `{}`", other.escape_ascii())),
        Err(error) => Err(format!("the data of `{shown}` has no text: {error}")),
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
        let mut known = Known::default();
        for text in texts {
            counts.texts += 1;
            match of_text(&plan, rule, &text, write) {
                Ok(data) => _ = known.add(&data),
                Err(law) => {
                    counts.broken.push(format!("{shown}: `{}`: {law}", text.escape_ascii()));
                    break;
                }
            }
        }
        for _ in 0..requested().unwrap_or(VALUES) {
            let Some(data) = known.random(&mut random) else { continue };
            if !is_data(&plan, rule, &data) {
                continue;
            }
            counts.values += 1;
            match of_value(&plan, rule, &data, write) {
                Ok(text) => counts.written += usize::from(text.is_ok()),
                Err(law) => {
                    counts.broken.push(format!("{shown}: {data:?}: {law}"));
                    break;
                }
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
    let Counts { rules, texts, values, written, .. } = counts;
    println!("{rules} rules, {texts} texts, {values} values, {written} of them written");
    assert!(values / 5 < *written && *written < values * 9 / 10, "{written} of {values}");
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

/// A writer that loses the last byte, writes every letter as a capital, or writes another text each time
/// breaks a law.
#[test]
fn that_are_broken_are_found() {
    let grammar = b"r = n *( \",\" n )\nn = 1*ALPHA [ m ]\nm = 1*2DIGIT\nx = \"x\" m \"x\"\n";
    let short: Writer = |plan, rule, data| {
        let mut text = write(plan, rule, data)?;
        text.pop();
        Ok(text)
    };
    let capital: Writer = |plan, rule, data| Ok(write(plan, rule, data)?.to_ascii_uppercase());
    let refusing: Writer = |_, _, _| Err(WriteError::Value);
    // The case of the last letter, which is no data in `x`, changes each time.
    let unsteady: Writer = |plan, rule, data| {
        static CALLS: AtomicUsize = AtomicUsize::new(0);
        let mut text = write(plan, rule, data)?;
        if let [b'x', .., last] = &mut text[..]
            && CALLS.fetch_add(1, Ordering::Relaxed).is_multiple_of(2)
        {
            last.make_ascii_uppercase();
        }
        Ok(text)
    };
    for (writer, least) in
        [(write as Writer, 0), (short, 4), (capital, 2), (refusing, 4), (unsteady, 1)]
    {
        let mut counts = Counts::default();
        check("g.abnf", grammar, &Spec::default(), writer, &mut counts);
        assert_eq!(counts.broken.len(), least, "{:#?}", counts.broken);
    }
}

/// A writer that keeps a comma in a name loses data that no text gave.
#[test]
fn values_that_change_are_found() {
    let grammar = b"r = n *( \",\" n )\nn = 1*ALPHA\n";
    let trusting: Writer = |_, _, data| match data {
        Data::Record(fields) => {
            let [Data::List(names)] = &fields[..] else { panic!("{data:?}") };
            let texts = names.iter().map(|it| match it {
                Data::Text(text) => &text[..],
                other => panic!("{other:?}"),
            });
            Ok(texts.collect::<Vec<_>>().join(&b","[..]))
        }
        Data::Text(text) => Ok(text.clone()),
        other => panic!("{other:?}"),
    };
    let mut counts = Counts::default();
    check("g.abnf", grammar, &Spec::default(), trusting, &mut counts);
    assert_eq!(counts.texts, 2 * TEXTS, "{counts:?}");
    assert_eq!(counts.broken.len(), 2, "{:#?}", counts.broken);
}
