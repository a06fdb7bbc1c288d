//! `abnfc list`: the bundled grammars.

use super::Outcome;
use super::man::short_help;
use super::output::{Format, Output};
use abnfc::text::bundled::{self, Bundled};
use serde::Serialize;

const MANUAL: &str = include_str!("manual/list.txt");

/// List the grammars that come with the program
#[derive(Debug, clap::Args)]
#[command(after_help = short_help("list", MANUAL), after_long_help = MANUAL)]
pub(super) struct List {
    /// Words in names or subjects
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// See the long help.
#[derive(Serialize)]
struct Entry {
    name: &'static str,
    aliases: Vec<&'static str>,
    title: &'static str,
}

impl List {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let mut entries: Vec<Entry> = bundled::ALL.iter().map(entry).collect();
        entries.retain(|entry| self.words.iter().all(|word| entry.has(word)));
        entries.sort_by_key(|entry| number(entry.name));
        let width = entries.iter().map(|entry| entry.names().len()).max().unwrap_or(0);
        for entry in &entries {
            match self.format {
                Format::Text => out.line(&format!("{:width$}  {}", entry.names(), entry.title))?,
                Format::Json => out.json(entry)?,
            }
        }
        out.flush()?;
        Ok(Outcome::finding_if(entries.is_empty()))
    }
}

fn entry(bundled: &Bundled) -> Entry {
    Entry { name: bundled.name, aliases: bundled.aliases().collect(), title: bundled.title() }
}

/// The order of names: RFCs by their numbers, then others.
fn number(name: &'static str) -> (u32, &'static str) {
    (name.strip_prefix("rfc").and_then(|it| it.parse().ok()).unwrap_or(u32::MAX), name)
}

impl Entry {
    fn names(&self) -> String {
        [&[self.name], &*self.aliases].concat().join(", ")
    }

    /// Returns whether the names or the title contain a word, ignoring case.
    fn has(&self, word: &str) -> bool {
        let text = format!("{} {}", self.names(), self.title).to_lowercase();
        text.contains(&word.to_lowercase())
    }
}
