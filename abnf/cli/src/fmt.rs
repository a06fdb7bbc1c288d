//! `abnfc fmt`: formats grammars in canonical layout.

use super::Outcome;
use super::document::DocumentArgs;
use super::input::spec_argument;
use super::install::replace;
use super::man::short_help;
use super::options::{DialectArg, limit};
use super::output::{self, Format, Output, count};
use abnfc::limits::{LimitName, Limits};
use abnfc::spec::ReadOptions;
use abnfc_build::files::{self, Input};
use abnfc_tools::fmt::fmt;
use anyhow::{Context, bail};
use serde::Serialize;
use std::path::{Path, PathBuf};

const MANUAL: &str = include_str!("manual/fmt.txt");

/// Format grammars
#[derive(Debug, clap::Args)]
#[command(after_help = short_help("fmt", MANUAL), after_long_help = MANUAL)]
pub(super) struct Fmt {
    /// The grammars; more than one requires --in-place or --check
    #[arg(required = true)]
    grammar: Vec<PathBuf>,
    /// Change the files
    #[arg(short, long, conflicts_with_all = ["check", "extract", "section", "lines"])]
    in_place: bool,
    /// List the grammars that would change; exit with 1 if there are any
    #[arg(long, conflicts_with_all = ["extract", "section", "lines"])]
    check: bool,
    #[command(flatten)]
    document: DocumentArgs,
    /// The notation of the grammar
    #[arg(long, value_enum, default_value_t)]
    dialect: DialectArg,
    /// Set a limit, such as `nesting=200`; repeatable
    #[arg(long = "limit", value_name = "NAME=N", value_parser = limit)]
    limits: Vec<(LimitName, usize)>,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// See the long help.
#[derive(Serialize)]
struct Answer<'a> {
    file: &'a str,
    changed: bool,
    text: Option<&'a str>,
}

impl Fmt {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let prints = !self.in_place && !self.check;
        if prints && 1 < self.grammar.len() {
            bail!("several grammars need `--in-place` or `--check`");
        }
        if let Some(path) = self.grammar.iter().find(|path| spec_argument(path).is_some()) {
            bail!("`{}` is a spec file, not a grammar", path.display());
        }
        // All grammars are formatted before any file is written, so an error leaves all files unchanged.
        let all = self.grammar.iter().map(|path| self.formatted(path));
        let all = all.collect::<anyhow::Result<Vec<_>>>()?;
        let mut changed = 0;
        for (path, (input, text)) in self.grammar.iter().zip(&all) {
            let changes = input.bytes != text.as_bytes();
            changed += usize::from(changes);
            if self.in_place && changes {
                let written = replace(path, text.as_bytes());
                written.with_context(|| format!("cannot write `{}`", path.display()))?;
            }
            let file = &input.name;
            match self.format {
                Format::Json => {
                    let text = prints.then_some(text.as_str());
                    out.json(&Answer { file, changed: changes, text })?;
                }
                Format::Text if prints => out.text(text)?,
                Format::Text if self.check && changes => out.line(file)?,
                Format::Text => (),
            }
        }
        out.flush()?;
        if !prints {
            let done = if self.check { "would change" } else { "changed" };
            let read = count(self.grammar.len(), "grammar");
            output::note(&format!("{read} laid out: {changed} {done}"));
        }
        Ok(Outcome::finding_if(self.check && 0 < changed))
    }

    /// A grammar and its new layout.
    fn formatted(&self, path: &Path) -> anyhow::Result<(Input, String)> {
        let options = self.options();
        let name = path.to_string_lossy();
        let input = files::read_grammar(path, &name, options.limits.source_bytes)?;
        if self.in_place && (input.bundled.is_some() || files::is_stdin(path)) {
            bail!("`{}` is not a file, so it cannot be changed in place", input.name);
        }
        let text = fmt(&input.name, &input.bytes, &options)?;
        Ok((input, text))
    }

    fn options(&self) -> ReadOptions {
        let mut limits = Limits::default();
        self.limits.iter().for_each(|&(name, value)| limits.set(name, value));
        ReadOptions {
            extract: self.document.extract(),
            dialect: self.dialect.into(),
            limits,
            ..ReadOptions::default()
        }
    }
}
