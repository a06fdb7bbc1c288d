//! `abnfc explain`: the rules in a text, or the reason why it does not match.

mod tree;

use super::Outcome;
use super::man::short_help;
use super::matching::answer::{Entry, Failure, entries, mismatch_lines};
use super::options::{self, Reading};
use super::output::{self, Output};
use super::write::RuleData;
use abnfc::bytes::escapes::{decode, escaped};
use abnfc_build::files;
use abnfc_tools::data::ReadError;
use abnfc_tools::data::json::Json as Value;
use abnfc_tools::explain::{Explanation, explain, markup, subject};
use anyhow::Context;
use clap::builder::styling::AnsiColor;
use serde::Serialize;
use std::borrow::Cow;
use std::ffi::OsString;
use std::io::Read as _;
use std::path::{Path, PathBuf};

const MANUAL: &str = include_str!("manual/explain.txt");

/// Show the rules in a text, or why the text does not match
#[derive(Debug, clap::Args)]
#[command(after_help = short_help("explain", MANUAL), after_long_help = MANUAL)]
pub(super) struct Explain {
    /// The grammar
    grammar: PathBuf,
    /// The rule; case does not matter
    rule: String,
    /// The text; default: all of standard input
    text: Option<OsString>,
    /// Explain the content of FILE, including its last line feed
    #[arg(short, long, value_name = "FILE", conflicts_with = "text")]
    file: Option<PathBuf>,
    /// Decode \n, \r, \t, \\ and \xNN in the text
    #[arg(long)]
    escapes: bool,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Add the value of the text as JSON
    #[arg(long)]
    values: bool,
    #[command(flatten)]
    reading: Reading,
}

/// The format of explanations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON object
    Json,
    /// A page
    Html,
}

/// The maximum length of a text.
const MAX_BYTES: usize = 64 << 20;

impl Explain {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let (input, read, rule) = self.reading.load_rule(&self.grammar, &self.rule)?;
        let limits = input.limits();
        let subject = subject(&read.resolved, rule, limits)
            .map_err(|error| options::failed(&read, &error))?;
        let text = self.text()?;
        let explanation = explain(&subject, &text);
        let name = read.resolved[rule].name.as_str();
        let values = self.values.then(|| RuleData::new(&input, name)).transpose()?;
        let data = match values.as_ref().map(|values| values.data(&text)) {
            None | Some(Err(ReadError::Mismatch)) => None,
            Some(Ok(data)) => Some(data),
            Some(Err(error)) => {
                output::error(&error.to_string());
                None
            }
        };
        let value = values.as_ref().zip(data.as_ref()).map(|(values, data)| values.json(data));
        let explained = Explained { rule: name, text: &text, explanation: &explanation, value };
        match self.format {
            Format::Text => explained.print(out)?,
            Format::Json => out.json(&explained.json())?,
            Format::Html => {
                let value = explained.value.as_ref().map(serde_json::to_string).transpose()?;
                out.text(&markup::page(name, &text, &explanation, value.as_deref()))?;
            }
        }
        let is_match = matches!(explanation, Explanation::Match(_) | Explanation::MatchWithoutTree);
        Ok(Outcome::finding_if(!is_match))
    }

    fn text(&self) -> anyhow::Result<Vec<u8>> {
        let text = match (&self.text, &self.file) {
            (Some(text), _) => text.as_encoded_bytes().to_vec(),
            (None, file) => content(file.as_deref().unwrap_or(Path::new("-")))?,
        };
        if self.escapes { decode(&text).context("the text") } else { Ok(text) }
    }
}

fn content(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut text = Vec::new();
    let most = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX);
    files::open(path)?
        .take(most + 1)
        .read_to_end(&mut text)
        .with_context(|| files::unreadable(path))?;
    anyhow::ensure!(
        text.len() <= MAX_BYTES,
        "`{}` is longer than {MAX_BYTES} bytes, the limit",
        files::name(path)
    );
    Ok(text)
}

/// A text with its explanation.
struct Explained<'a> {
    rule: &'a str,
    text: &'a [u8],
    explanation: &'a Explanation,
    /// The value of the text, if it is requested and the text has one.
    value: Option<Value<'a>>,
}

impl Explained<'_> {
    fn print(&self, out: &mut Output) -> anyhow::Result<()> {
        let styles = [AnsiColor::Green, AnsiColor::Red].map(|colour| out.style(colour));
        let message = self.explanation.message(self.rule, self.text);
        match self.explanation {
            Explanation::Match(nodes) => out.text(&tree::tree(nodes, self.text, styles[0]))?,
            Explanation::MatchWithoutTree => {
                out.line("match; the text or the grammar is too large for a tree")?;
            }
            Explanation::TooComplex => out.line(&message)?,
            Explanation::Mismatch { at, nearest, .. } => {
                out.text(&mismatch_lines(at, &message, self.text, styles[1]))?;
                if let Some(nearest) = nearest {
                    out.line(&format!("{}:", nearest.headline()))?;
                    for text in &nearest.texts {
                        out.line(&format!("    {}", shown(text)))?;
                    }
                }
            }
        }
        if let Some(value) = &self.value {
            out.text("value: ")?;
            out.json(value)?;
        }
        Ok(())
    }

    fn json(&self) -> Json<'_> {
        let json = Json {
            text: String::from_utf8_lossy(self.text),
            r#match: Some(true),
            tree: None,
            failure: None,
            near: None,
            value: self.value,
            message: self.explanation.message(self.rule, self.text),
        };
        match self.explanation {
            Explanation::Match(nodes) => Json { tree: Some(entries(nodes)), ..json },
            Explanation::MatchWithoutTree => json,
            Explanation::TooComplex => Json { r#match: None, ..json },
            Explanation::Mismatch { at, part, nearest } => Json {
                r#match: Some(false),
                failure: Failure::new(at, part.as_deref(), self.text),
                near: Some(Near {
                    edits: nearest.as_ref().map(|it| it.edits),
                    nearest: nearest
                        .iter()
                        .flat_map(|it| &it.texts)
                        .map(|text| escaped(text))
                        .collect(),
                }),
                ..json
            },
        }
    }
}

/// Returns a text in one line, and the empty text in words.
fn shown(text: &[u8]) -> String {
    if text.is_empty() { "(the empty text)".to_owned() } else { escaped(text) }
}

/// See the long help.
#[derive(Serialize)]
struct Json<'a> {
    text: Cow<'a, str>,
    r#match: Option<bool>,
    tree: Option<Vec<Entry<'a>>>,
    #[serde(flatten)]
    failure: Option<Failure<'a>>,
    #[serde(flatten)]
    near: Option<Near>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Value<'a>>,
    message: String,
}

/// See the long help.
#[derive(Serialize)]
struct Near {
    edits: Option<usize>,
    nearest: Vec<String>,
}
