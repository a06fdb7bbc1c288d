//! `abnfc columns`: a crate, with packages that make its rules functions of SQL and of Python.

mod adapters;

use self::adapters::relative;
use super::Outcome;
use super::build::{Delivered, Making, Request};
use super::install::{self, Delivery, Files};
use super::man::short_help;
use super::output::{Output, count};
use abnfc::back::emit::ColumnRule;
use abnfc::back::packages::{self, CRATE, Clash, Packages, TAKEN, distinct};
use abnfc::back::scaffold::crate_name;
use abnfc::spec::CargoFeature;
use anyhow::bail;
use std::path::{Path, PathBuf};

const MANUAL: &str = include_str!("manual/columns.txt");

/// Write a crate, with functions of its rules for SQL and Python
#[derive(Debug, clap::Args)]
#[command(after_help = short_help("columns", MANUAL), after_long_help = MANUAL)]
pub(super) struct Columns {
    /// The folder of the packages
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// The folder `columns` of a clone of abnfc; needed for new packages
    ///
    /// Manifests refer to the adapters in it by relative paths.
    #[arg(long, value_name = "DIR")]
    adapters: Option<PathBuf>,
    #[command(flatten)]
    making: Making,
}

impl Columns {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let (making, root) = (&self.making, &*self.output);
        let dir = root.join(CRATE);
        let request = self.request(&dir)?;
        making.accept(&request, root, &dir)?;
        let adapters = self.adapters()?;
        let compiled = making.a_crate(&request, &dir)?;
        let name = &compiled.names.package;
        let others = ["datafusion", "python", "columns"].map(|it| format!("{name}-{it}"));
        for name in [name, &compiled.names.library].into_iter().chain(&others) {
            if TAKEN.iter().any(|it| crate_name(it) == crate_name(name)) {
                bail!("`{name}` is the name of another package; choose a name with --name");
            }
        }
        let rules = self.rules(compiled.made.column_rules.clone())?;
        let files = packages::packages(&Packages {
            name,
            library: &compiled.names.library,
            title: &compiled.title,
            package: &compiled.package,
            features: &compiled.made.cargo_features,
            rules: &rules,
            adapters: &adapters,
        });
        for path in files.generated.keys() {
            install::own(&root.join(path))?;
        }
        let mut delivery = below(compiled.delivery, root);
        let bytes = |(path, text): (String, String)| (path, text.into_bytes());
        delivery.replaced.extend(files.generated.into_iter().map(bytes));
        delivery.once.extend(files.once.into_iter().map(bytes));
        match making.deliver(&delivery, root, out)? {
            Delivered::Checked(outcome) => return Ok(outcome),
            Delivered::New => making.note_workspace(&dir, root)?,
            Delivered::Changed | Delivered::Unchanged => (),
        }
        Ok(Outcome::Fine)
    }

    /// Reads the request, which includes the feature `columns`.
    fn request(&self, dir: &Path) -> anyhow::Result<Request> {
        let mut request = self.making.request(Some(dir))?;
        if request.file.features.insert(CargoFeature::Columns) && request.is_of(dir) {
            bail!(
                "the crate has no feature `columns`; add it to `features` in `{}`",
                dir.join(abnfc::spec_file::FILE_NAME).display()
            );
        }
        Ok(request)
    }

    /// Returns the path of the adapters in manifests, which are written once.
    fn adapters(&self) -> anyhow::Result<String> {
        let folders = ["datafusion", "python"].map(|name| self.output.join(name));
        match &self.adapters {
            Some(adapters) => relative(adapters, &folders[0]),
            None if folders.iter().all(|it| it.join("Cargo.toml").exists()) => Ok(String::new()),
            None => bail!(
                "name the folder of the adapters with --adapters: `columns` in a clone of abnfc, as \
                 they are not published"
            ),
        }
    }

    /// Returns the rules with functions, and says which have none.
    fn rules(&self, found: abnfc::back::emit::ColumnRules) -> anyhow::Result<Vec<ColumnRule>> {
        if !found.sets.is_empty() {
            let names = found.sets.join("`, `");
            let rules = count(found.sets.len(), "rule");
            self.making.note(&format!("no functions for {rules} of one byte: `{names}`"));
        }
        let (rules, clashes) = distinct(found.rules);
        for Clash { rule, function, other } in &clashes {
            self.making.note(&format!(
                "no functions for `{rule}`: `{function}` is a function of `{other}`; another name of \
                 its type gives it other functions"
            ));
        }
        if rules.is_empty() {
            bail!("no rule has functions; nothing was written");
        }
        Ok(rules)
    }
}

/// Returns the delivery of a crate as part of one for the folder around it.
fn below(delivery: Delivery, root: &Path) -> Delivery {
    let path = |path: &String| format!("{CRATE}/{path}");
    let files = |files: Files| files.into_iter().map(|(it, bytes)| (path(&it), bytes)).collect();
    Delivery {
        root: root.to_owned(),
        folder: path(&delivery.folder),
        generated: delivery.generated,
        replaced: files(delivery.replaced),
        once: files(delivery.once),
        removed: delivery.removed.iter().map(path).collect(),
    }
}
