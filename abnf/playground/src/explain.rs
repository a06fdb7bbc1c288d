//! Explanations of texts: the rules in each text and its data, or where and why it fails.

use crate::grammar::{Grammar, Loaded, load, read_rule};
use abnfc::bytes::escapes::{decode, escaped};
use abnfc::compile::Module;
use abnfc_tools::data;
use abnfc_tools::explain::{self, Explanation, markup};
use serde::{Deserialize, Serialize};

/// The maximum length of a text in bytes.
const MAX_BYTES: usize = 1 << 16;

#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    grammar: Grammar,
    rule: String,
    texts: Vec<String>,
    /// Whether `\n`, `\xNN` and the like stand for bytes.
    #[serde(default)]
    escapes: bool,
}

#[derive(Debug, Default, Serialize)]
pub(crate) struct Explained {
    /// `match`, `mismatch` or `unknown`.
    verdict: &'static str,
    /// The explanation in one sentence.
    message: String,
    /// The text with its rules in colours, the tree and the data below it; or the position of the
    /// error.
    html: String,
    /// The rules in a matching text, each before those inside of it; absent without a tree.
    tree: Option<Vec<Node>>,
    /// The data of a matching text as JSON, if the rule has any.
    value: Option<String>,
    /// The position of the error in bytes.
    offset: Option<usize>,
    /// The nearest texts that match, escaped.
    nearest: Vec<String>,
}

/// A rule in a text, from its first byte to its end.
#[derive(Debug, Serialize)]
struct Node {
    rule: String,
    begin: usize,
    end: usize,
    depth: usize,
}

/// Returns the explanations in the order of the texts.
pub(crate) fn explain(question: &Question) -> Result<Vec<Explained>, String> {
    let loaded = load(&question.grammar);
    let (read, rule) = read_rule(&loaded, &question.rule)?;
    let grammar = &read.resolved;
    let limits = &loaded.spec.read.limits;
    let subject = explain::subject(grammar, rule, limits).map_err(|error| error.message)?;
    let name = grammar[rule].name.as_str();
    let Loaded { bytes, spec, .. } = &loaded;
    let module = Module { module: "", name: loaded.name, bytes, spec };
    let plan = data::plan_of(&module, name).ok();
    let plan = plan.as_ref().and_then(|plan| Some((plan, plan.rule(name)?)));
    let value = |text: &[u8]| {
        let (plan, rule) = plan?;
        let data = data::read(plan, rule, text).ok()?;
        serde_json::to_string(&data::json::to_json(plan, rule, &data)).ok()
    };
    let unknown = |message| Explained { verdict: "unknown", message, ..Explained::default() };
    let explained = |text: &String| {
        let text = match (question.escapes, text.as_bytes()) {
            (true, text) => match decode(text) {
                Ok(text) => text,
                Err(error) => return unknown(error.to_string()),
            },
            (false, text) => text.to_vec(),
        };
        if MAX_BYTES < text.len() {
            return unknown(format!("the text has more than {MAX_BYTES} bytes, the limit"));
        }
        let explanation = explain::explain(&subject, &text);
        let value = value(&text);
        let message = explanation.message(name, &text);
        let html = markup::body(name, &text, &explanation, value.as_deref());
        let common = Explained { message, html, value, ..Explained::default() };
        match explanation {
            Explanation::Match(nodes) => {
                let nodes = nodes.into_iter().map(|it| Node {
                    rule: it.rule,
                    begin: it.begin,
                    end: it.end,
                    depth: it.depth,
                });
                Explained { verdict: "match", tree: Some(nodes.collect()), ..common }
            }
            Explanation::MatchWithoutTree => Explained { verdict: "match", ..common },
            Explanation::Mismatch { at, nearest, .. } => {
                let nearest = nearest.iter().flat_map(|it| &it.texts);
                let nearest = nearest.map(|text| escaped(text)).collect();
                Explained { verdict: "mismatch", offset: Some(at.offset), nearest, ..common }
            }
            Explanation::TooComplex => Explained { verdict: "unknown", ..common },
        }
    };
    Ok(question.texts.iter().map(explained).collect())
}
