//! `abnfc diagram`: railroad diagrams, as files or as a page.

use super::Outcome;
use super::input::Input;
use super::install::{self, Delivery};
use super::man::short_help;
use super::options::{self, Reading};
use super::output::{self, Output, count};
use abnfc::diagnostic::Diagnostics;
use abnfc::grammar::uses::{reached, references};
use abnfc::grammar::{Resolved, RuleId};
use abnfc::spec::Spec;
use abnfc::{Module, Read};
use abnfc_tools::data::{self, Plan};
use abnfc_tools::diagram::{self, Drawings, drawings, page, svg};
use abnfc_tools::lint::{self, Notes};
use anyhow::{Context, bail};
use std::fs;
use std::path::{Path, PathBuf};

const MANUAL: &str = include_str!("manual/diagram.txt");

/// Draw railroad diagrams
#[derive(Debug, clap::Args)]
#[command(after_help = short_help("diagram", MANUAL), after_long_help = MANUAL)]
pub(super) struct Diagram {
    /// The grammar
    grammar: PathBuf,
    /// The rules; case does not matter; with --html, also the rules that they use
    #[arg(value_name = "RULE")]
    rules: Vec<String>,
    /// The folder for the files; with --html, the file of the page
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Write one page with all rules
    #[arg(long)]
    html: bool,
    /// Show notes on the page, as `abnfc check --notes` does
    #[arg(long, requires = "html")]
    notes: bool,
    /// Seed of the random texts on the page
    #[arg(long, value_name = "N", default_value_t = 0, requires = "html")]
    seed: u64,
    #[command(flatten)]
    reading: Reading,
}

impl Diagram {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let Input { name, bytes, spec } = self.reading.load(&self.grammar)?;
        let spec = Spec { title: options::file_name(&name).to_owned(), ..spec };
        let read = abnfc::read_leniently(&name, &bytes, &spec.imports, &spec.read)?;
        let asked = self.rules.iter().map(|name| options::rule(&read.resolved, name));
        let asked = asked.collect::<Result<Vec<RuleId>, Diagnostics>>()?;
        if self.html {
            let notes = if self.notes { Notes::Shown } else { Notes::Hidden };
            let lint = lint::Options { notes, ..lint::Options::default() };
            let options = diagram::Options { rules: asked, lint, seed: self.seed };
            let page = page(&name, &bytes, &spec, &options).map_err(options::errors)?;
            return match &self.output {
                None => print(&page, out),
                Some(file) => write(file, &page),
            };
        }
        match (&self.output, &*asked) {
            (Some(folder), _) => {
                let module = Module { module: "", name: &name, bytes: &bytes, spec: &spec };
                files(folder, read, asked, &module)
            }
            (None, &[rule]) => {
                // Errors in rules that these rules do not use are irrelevant.
                let read = read.require(&[rule]).map_err(options::errors)?;
                let module = Module { module: "", name: &name, bytes: &bytes, spec: &spec };
                let rule_name = read.resolved[rule].name.as_str();
                let plan = data::plan_of(&module, rule_name).ok();
                let drawings = drawn(&read.resolved, &[rule], &spec, plan.as_ref());
                let text = svg(&drawings, &drawings.all[0]);
                print(&text.map_err(|error| options::failed(&read, &error))?, out)
            }
            (None, _) => {
                bail!("name one rule, or choose a folder with `--output`, or a page with `--html`")
            }
        }
    }
}

/// Draws rules with their data, if it is known.
fn drawn(grammar: &Resolved, rules: &[RuleId], spec: &Spec, plan: Option<&Plan>) -> Drawings {
    let drawings = drawings(grammar, rules, spec);
    match plan {
        Some(plan) => drawings.with_data(grammar, plan),
        None => drawings,
    }
}

fn print(text: &str, out: &mut Output) -> anyhow::Result<Outcome> {
    out.text(text)?;
    Ok(Outcome::Fine)
}

/// Writes a file for each rule.
fn files(
    folder: &Path,
    read: Read,
    asked: Vec<RuleId>,
    module: &Module<'_>,
) -> anyhow::Result<Outcome> {
    let rules = if asked.is_empty() {
        let own: Vec<RuleId> = read.resolved.own_rules().map(|(rule, _)| rule).collect();
        let used = reached(&own, |rule| references(&read.resolved[rule].expr));
        used.into_iter().collect()
    } else {
        asked
    };
    let read = read.require(&rules).map_err(options::errors)?;
    let plan = data::plan(module).ok();
    let drawings = drawn(&read.resolved, &rules, module.spec, plan.as_ref());
    let mut delivery = Delivery { root: folder.to_owned(), ..Delivery::default() };
    for drawing in &drawings.all {
        let text = svg(&drawings, drawing).map_err(|error| options::failed(&read, &error))?;
        let name = format!("{}.svg", drawing.name);
        let file = folder.join(&name);
        if fs::symlink_metadata(&file).is_ok_and(|there| !there.is_file()) {
            refuse(&file)?;
        }
        delivery.replaced.insert(name, text.into_bytes());
    }
    install::install(&delivery)?;
    output::note(&format!("{} drawn in `{}`", count(drawings.all.len(), "rule"), folder.display()));
    Ok(Outcome::Fine)
}

/// Writes the page to a file.
fn write(file: &Path, page: &str) -> anyhow::Result<Outcome> {
    if file.exists() && !file.is_file() {
        refuse(file)?;
    }
    let written = install::replace(file, page.as_bytes());
    written.with_context(|| format!("cannot write `{}`", file.display()))?;
    Ok(Outcome::Fine)
}

fn refuse(file: &Path) -> anyhow::Result<()> {
    bail!("`{}` is not a regular file; nothing was written", file.display())
}
