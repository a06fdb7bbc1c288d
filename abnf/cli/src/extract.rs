//! `abnfc extract`: the grammar inside a document, as text.

use super::Outcome;
use super::document::RegionArgs;
use super::input::spec_argument;
use super::man::short_help;
use super::options::DialectArg;
use super::output::{self, Format, Output, count};
use abnfc::diagnostic::{Diagnostics, FileId, Files};
use abnfc::grammar::syntax;
use abnfc::limits::Limits;
use abnfc::read::sorted;
use abnfc::text::tokens::{self, Tokens};
use abnfc::text::{dialect, document, extract, source};
use abnfc_build::files;
use anyhow::bail;
use serde::Serialize;
use std::path::PathBuf;

const MANUAL: &str = include_str!("manual/extract.txt");

/// Print the grammar inside a document
#[derive(Debug, clap::Args)]
#[command(after_help = short_help("extract", MANUAL), after_long_help = MANUAL)]
pub(super) struct Extract {
    /// The document, or a bundled grammar
    document: PathBuf,
    #[command(flatten)]
    region: RegionArgs,
    /// Keep the line numbers of the document: print other lines as empty lines
    #[arg(long)]
    keep_lines: bool,
    /// The notation of the rules
    #[arg(long, value_enum, default_value_t)]
    dialect: DialectArg,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// See the long help.
#[derive(Serialize)]
struct Line<'a> {
    line: usize,
    text: &'a str,
}

impl Extract {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        if spec_argument(&self.document).is_some() {
            bail!("`{}` is a spec file, not a document", self.document.display());
        }
        let limits = Limits::default();
        let name = self.document.to_string_lossy();
        let document = files::read_grammar(&self.document, &name, limits.source_bytes)?;
        let file = FileId::default();
        let source = source::source(file, &document.name, &document.bytes, &limits)
            .map_err(Diagnostics::from)?;
        let mut found = Vec::new();
        let choice = self.region.extract();
        let source = document::document(source, &choice, &mut found);
        let mut files = Files::default();
        files.push(&*source.name, &*source.text);
        let tokens = extract::extract(&source, tokens::tokens(&source), &choice, &mut found);

        let last = files.line_count(file);
        for (line, text) in lines(&source.text, &tokens, last) {
            match self.format {
                _ if text.is_empty() && !self.keep_lines => (),
                Format::Text => out.line(&text)?,
                Format::Json => out.json(&Line { line, text: &text })?,
            }
        }
        out.flush()?;

        let tokens = dialect::dialect(&source, tokens, self.dialect.into(), &mut found);
        let rules = syntax::syntax(&source, &tokens, &limits, &mut found);
        found.extend(rules.errors().cloned());
        let rules = rules.rules.len();
        let diagnostics = Diagnostics { files, items: sorted(found) };
        output::diagnostics(&diagnostics);
        output::note(&format!("{} found", count(rules, "rule")));
        Ok(if diagnostics.has_errors() { Outcome::Failed } else { Outcome::finding_if(rules == 0) })
    }
}

/// Returns all lines with their numbers, without the common indentation and trailing spaces. Lines
/// outside of the grammar are empty.
fn lines(text: &str, tokens: &Tokens, last: usize) -> Vec<(usize, String)> {
    let kept = tokens.lines.iter().filter(|line| !tokens.of(line).is_empty());
    let base = kept.map(|line| line.column).min().unwrap_or(0);
    let mut lines: Vec<_> = (1..=last).map(|number| (number, String::new())).collect();
    for line in &tokens.lines {
        let Some(first) = tokens.of(line).first() else { continue };
        let content = text[first.start as usize..line.end as usize].trim_end();
        let indent = " ".repeat((line.column - base) as usize);
        if let Some(entry) = lines.get_mut(line.number as usize - 1) {
            entry.1 = indent + content;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_common_indentation_goes() {
        let text = b"   a = b  \n\n     / c\n  \n";
        let source = source::source(FileId(0), "g", text, &Limits::default()).unwrap();
        let tokens = tokens::tokens(&source);
        let found = lines(&source.text, &tokens, 4);
        let text = |text: &str| text.to_owned();
        assert_eq!(found, [(1, text("a = b")), (2, text("")), (3, text("  / c")), (4, text(""))]);
    }
}
