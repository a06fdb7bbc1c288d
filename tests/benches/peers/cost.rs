//! Measures the time that the compiler takes. `cargo xtask size` measures the cost of generated
//! code.

use serde::Serialize;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Instant;

use crate::measure::median;
use crate::report::rounded;
use conformance::strings::Random;

/// All measured costs.
#[derive(Serialize)]
pub(crate) struct Cost {
    /// The time from a grammar to the files of the crate.
    compile: Vec<Compile>,
}

#[derive(Serialize)]
struct Compile {
    grammar: String,
    rules: usize,
    milliseconds: f64,
}

/// Measures all costs. `root` is the repository.
pub(crate) fn cost(root: &Path) -> anyhow::Result<Cost> {
    let rfc1738 = fs::read_to_string(root.join("uri-gen/grammars/rfc1738.bnf"))?;
    let large = large();
    let grammars = [("uri.abnf", uri_gen::URI), ("rfc1738.bnf", &rfc1738), ("large", &large)];
    let compile = grammars.map(|(name, text)| compile(name, text));
    let compile = compile.into_iter().collect::<anyhow::Result<_>>()?;
    Ok(Cost { compile })
}

/// Returns the median of a few runs.
fn compile(grammar: &str, text: &str) -> anyhow::Result<Compile> {
    let mut times = Vec::new();
    let read = abnfc::read(grammar, text.as_bytes(), &[], &abnfc::spec::ReadOptions::default())?;
    let rules = read.resolved.own_rules().count();
    for _ in 0..5 {
        let start = Instant::now();
        output(grammar, text)?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok(Compile { grammar: grammar.to_owned(), rules, milliseconds: rounded(median(times)) })
}

fn output(grammar: &str, text: &str) -> anyhow::Result<abnfc::Output> {
    let spec = abnfc::spec::Spec { title: grammar.to_owned(), ..Default::default() };
    Ok(abnfc::compile(grammar, text.as_bytes(), &spec)?)
}

/// A grammar of 420 rules: keywords, phrases of keywords and sentences of phrases.
fn large() -> String {
    let (mut text, mut random) = (String::new(), Random::new(9));
    let words = |random: &mut Random| {
        let word = |random: &mut Random| -> String {
            let letter = |_| char::from(*random.choose(b"abcdefghijklmnopqrstuvwxyz"));
            (0..4).map(letter).collect()
        };
        let words: Vec<String> = (0..6).map(|_| format!("\"{}\"", word(random))).collect();
        words.join(" / ")
    };
    for i in 0..300 {
        let _ = writeln!(text, "word-{i} = {}", words(&mut random));
    }
    for i in 0..100 {
        let [a, b, c] = std::array::from_fn(|_| random.below(300));
        let _ = writeln!(text, "phrase-{i} = word-{a} SP word-{b} [ SP word-{c} ]");
    }
    for i in 0..20 {
        let [a, b, c] = std::array::from_fn(|_| random.below(100));
        let _ = writeln!(text, "sentence-{i} = phrase-{a} *( \", \" ( phrase-{b} / phrase-{c} ) )");
    }
    text
}

impl Cost {
    /// Returns the costs as a table.
    pub(crate) fn text(&self) -> String {
        let mut text = String::from("\nfrom a grammar to a crate\n\n");
        for it in &self.compile {
            let Compile { grammar, rules, milliseconds } = it;
            let _ = writeln!(text, "{grammar:36} {rules:>5} rules {milliseconds:>9.1} ms");
        }
        text
    }
}
