//! Texts of a rule: texts for people, random ones, a few that cover it, or near misses.

use crate::grammar::{Grammar, load, read_rule};
use abnfc::automata::rules::automata;
use abnfc::automata::superset::superset;
use abnfc::bytes::escapes::escaped;
use abnfc::diagnostic::Diagnostic;
use abnfc_tools::sample::{
    Cover, Random, Sampler, Subject, cover, near_misses, readable, shortest,
};
use serde::{Deserialize, Serialize};

/// The number of texts that the page shows, except for a cover.
const COUNT: usize = 20;

/// The maximum number of texts.
const MAX_COUNT: usize = 1000;

/// The maximum length of random texts in bytes, or 1.5 times that of a shortest text.
const LENGTH: usize = 32;

/// Random texts are drawn only if the rule has a text of at most this length.
const LONGEST: usize = 1024;

/// The maximum number of texts of a cover, unless a number is requested.
const COVER: usize = 200;

#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    grammar: Grammar,
    rule: String,
    #[serde(default)]
    kind: Kind,
    /// The seed of readable and random texts; the same seed gives the same texts.
    #[serde(default)]
    seed: u32,
    /// The number of texts; there may be fewer.
    count: Option<usize>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    #[default]
    Readable,
    Random,
    Cover,
    NearMiss,
}

#[derive(Debug, Serialize)]
pub(crate) struct Samples {
    /// The texts, escaped.
    texts: Vec<String>,
    /// A description of the texts.
    remark: String,
}

pub(crate) fn samples(question: &Question) -> Result<Samples, String> {
    let loaded = load(&question.grammar);
    let (read, rule) = read_rule(&loaded, &question.rule)?;
    let (grammar, limits) = (&read.resolved, &loaded.spec.read.limits);
    let automata = automata(grammar, &superset(grammar, limits), &[rule], limits);
    automata.language(rule).map_err(|error| error.message.clone())?;
    let subject = Subject { grammar, automata: &automata, rule, limits };
    let usual = if question.kind == Kind::Cover { COVER } else { COUNT };
    let count = question.count.unwrap_or(usual).min(MAX_COUNT);
    match question.kind {
        Kind::Readable => plain(subject, question.seed, count),
        Kind::Random => random(subject, question.seed, count),
        Kind::Cover => covering(subject, count).map_err(|error| error.message),
        Kind::NearMiss => missing(subject, count).map_err(|error| error.message),
    }
}

fn random(subject: Subject<'_>, seed: u32, count: usize) -> Result<Samples, String> {
    let Some(least) = shortest(subject.grammar, subject.rule) else {
        return Ok(Samples { texts: Vec::new(), remark: "The rule has no text".to_owned() });
    };
    let least = usize::try_from(least).ok().filter(|least| *least <= LONGEST);
    let least = least.ok_or_else(|| format!("all texts have more than {LONGEST} bytes"))?;
    let most = LENGTH.max(least + LENGTH / 2);
    let sampler = Sampler::new(subject, least..=most).map_err(|error| error.message)?;
    let mut random = Random::new(seed.into());
    let texts = (0..count).map_while(|_| sampler.text(&mut random));
    let texts = texts.map(|text| escaped(&text)).collect();
    Ok(Samples { texts, remark: format!("Random texts of {least} to {most} bytes") })
}

/// Returns texts for people; random ones if there are none.
fn plain(subject: Subject<'_>, seed: u32, count: usize) -> Result<Samples, String> {
    let texts = readable(subject, seed.into(), count);
    if texts.is_empty() {
        return random(subject, seed, count);
    }
    let texts = texts.iter().map(|text| escaped(text)).collect();
    Ok(Samples { texts, remark: "Short texts that are easy to read".to_owned() })
}

fn covering(subject: Subject<'_>, count: usize) -> Result<Samples, Diagnostic> {
    let found = cover(subject.grammar, subject.rule)?;
    let uses = found.uses();
    let Cover { texts, left_out, .. } = found;
    let all = texts.len();
    let ending = if all == 1 { "" } else { "s" };
    let mut remarks = vec![format!("{all} text{ending} for {uses}")];
    if 0 < left_out {
        remarks.push(format!("{left_out} more take a text of more than 4096 bytes"));
    }
    if count < all {
        remarks.push(format!("the first {count} are shown"));
    }
    let remark = remarks.join("; ");
    Ok(Samples { texts: texts.iter().take(count).map(|text| escaped(text)).collect(), remark })
}

fn missing(subject: Subject<'_>, count: usize) -> Result<Samples, Diagnostic> {
    let texts = near_misses(subject, 0..=usize::MAX, count)?;
    let remark = match texts.len() {
        0 => "No text is one byte away from matching".to_owned(),
        _ => "Short texts that do not match, but would if one byte were changed".to_owned(),
    };
    Ok(Samples { texts: texts.iter().map(|text| escaped(text)).collect(), remark })
}
