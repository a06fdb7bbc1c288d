//! `abnfc build`: a crate or a module from a grammar or a spec file.

mod changes;
mod making;
mod request;

pub(super) use self::making::{Delivered, FOLDER, Making};
pub(super) use self::request::Request;

use self::request::Source;
use super::Outcome;
use super::install::{self, Delivery};
use super::man::short_help;
use super::output::Output;
use abnfc::back::scaffold::crate_name;
use abnfc::spec_file::FILE_NAME;
use anyhow::bail;
use std::path::{Path, PathBuf};

const MANUAL: &str = include_str!("manual/build.txt");

/// Write a crate or a module that matches the rules of a grammar
#[derive(Debug, clap::Args)]
#[command(after_help = short_help("build", MANUAL), after_long_help = MANUAL)]
pub(super) struct Build {
    /// The folder of the crate
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Write only a module, into this folder of an existing crate
    #[arg(long, value_name = "DIR", conflicts_with_all = ["output", "name"])]
    module: Option<PathBuf>,
    #[command(flatten)]
    making: Making,
}

/// The destination of the code.
enum Destination {
    /// A separate crate.
    Crate(PathBuf),
    /// A folder in an existing crate.
    Module(PathBuf),
}

impl Build {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let making = &self.making;
        let request = making.request(self.output.as_deref())?;
        let (delivery, destination) = match self.destination(&request)? {
            Destination::Crate(dir) => {
                making.accept(&request, &dir, &dir)?;
                (making.a_crate(&request, &dir)?.delivery, dir)
            }
            Destination::Module(dir) => (self.a_module(&request, &dir)?, dir),
        };
        match making.deliver(&delivery, &destination, out)? {
            Delivered::Checked(outcome) => return Ok(outcome),
            Delivered::New => self.welcome(&delivery)?,
            Delivered::Changed | Delivered::Unchanged => (),
        }
        Ok(Outcome::Fine)
    }

    fn destination(&self, request: &Request) -> anyhow::Result<Destination> {
        if let Some(dir) = &self.module {
            return Ok(Destination::Module(dir.clone()));
        }
        if let Some(dir) = &self.output {
            return Ok(Destination::Crate(dir.clone()));
        }
        if let Some(module) = &request.file.module {
            return Ok(Destination::Module(request.base.join(module)));
        }
        match &request.source {
            Source::File(path) if path.file_name().is_some_and(|name| name == FILE_NAME) => {
                let here = request.base.as_os_str().is_empty();
                let dir = if here { PathBuf::from(".") } else { request.base.clone() };
                Ok(Destination::Crate(dir))
            }
            Source::File(path) => bail!(
                "choose the destination with --output or --module, or with `module` in `{}`",
                path.display()
            ),
            Source::Options => bail!("choose the destination with --output or --module"),
        }
    }

    fn a_module(&self, request: &Request, dir: &Path) -> anyhow::Result<Delivery> {
        let Some(name) = dir.file_name().and_then(|name| name.to_str()) else {
            bail!("`{}` cannot be the folder of a module", dir.display());
        };
        let root = dir.parent().filter(|root| !root.as_os_str().is_empty());
        let root = root.unwrap_or(Path::new("."));
        if !self.making.check {
            install::accept(dir, dir)?;
        }
        let package = request.file.package.name.as_deref().unwrap_or_default();
        let made = self.making.compile(request, &crate_name(package))?;
        let bytes = |(path, text): (String, String)| (path, text.into_bytes());
        Ok(Delivery {
            root: root.to_owned(),
            folder: name.to_owned(),
            generated: made.files.into_iter().map(bytes).collect(),
            ..Delivery::default()
        })
    }

    /// Prints the next step for the user after a first build.
    fn welcome(&self, delivery: &Delivery) -> anyhow::Result<()> {
        if delivery.once.is_empty() {
            let name = &delivery.folder;
            self.making.note(&format!("declare the module where you want it: `mod {name};`"));
            return Ok(());
        }
        self.making.note_workspace(&delivery.root, &delivery.root)
    }
}
