//! `cargo xtask npm`: writes the package for JavaScript, a folder for `npm publish`.
//!
//! The folder contains the files of `abnf/playground/npm`, the compiler as WebAssembly, and the
//! licences.

use crate::{playground, tree};
use anyhow::Context as _;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Where the package is written, and whether it is tested.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The folder to write, target/npm by default
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Build the compiler without optimisation, and test the package with Node.js
    #[arg(long)]
    test: bool,
}

/// The time in which the tests must end.
const TIME_OUT: Duration = Duration::from_secs(300);

/// Builds the package, and tests it on request.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<()> {
    let source = root.join("abnf/playground/npm");
    let manifest: Value = serde_json::from_str(&fs::read_to_string(source.join("package.json"))?)?;
    let version = env!("CARGO_PKG_VERSION");
    anyhow::ensure!(manifest["version"] == version, "the version in package.json is not {version}");
    let profile = if options.test { "page-test" } else { "page" };
    let compiler = playground::compiler(root, profile)?;
    let out = options.out.clone().unwrap_or_else(|| root.join("target/npm"));
    let copy = |from: &Path, name: &str| {
        let to = out.join(name);
        fs::create_dir_all(to.parent().expect("a file in a folder"))?;
        fs::copy(from, &to).with_context(|| to.display().to_string())
    };
    for name in tree::files_below(&source)? {
        // What `npm install` leaves in the source.
        if !name.starts_with("node_modules/") {
            copy(&source.join(&name), &name)?;
        }
    }
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        copy(&root.join(licence), licence)?;
    }
    let bytes = copy(&compiler, "abnfc.wasm")?;
    println!("{}: the package, with a compiler of {bytes} bytes", out.display());
    if options.test { test(&out) } else { Ok(()) }
}

/// Runs the tests of the package.
fn test(folder: &Path) -> anyhow::Result<()> {
    let mut node = Command::new("node");
    node.args(["--test", "test/package.test.js"]).current_dir(folder);
    let mut node = node.spawn().context("cannot run Node.js")?;
    let start = Instant::now();
    let status = loop {
        if let Some(status) = node.try_wait()? {
            break status;
        }
        if TIME_OUT < start.elapsed() {
            node.kill()?;
            node.wait()?;
            anyhow::bail!("the tests take more than {} s", TIME_OUT.as_secs());
        }
        std::thread::sleep(Duration::from_millis(100));
    };
    anyhow::ensure!(status.success(), "tests of the package failed");
    Ok(())
}
