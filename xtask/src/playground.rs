//! `cargo xtask playground`: builds the playground, a folder for any web server.
//!
//! The folder contains the files of `abnf/playground/page`, the compiler as WebAssembly, and the
//! examples that `abnf/playground/examples.toml` lists, with the texts of their grammars.

mod browser;
mod scenario;
mod server;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The actions after building the page.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The folder to write, target/playground by default
    #[arg(long, value_name = "DIR", conflicts_with = "test")]
    out: Option<PathBuf>,
    /// Serve the folder on this port of this machine until interrupted
    #[arg(long, value_name = "PORT", conflicts_with = "test")]
    serve: Option<u16>,
    /// Build the page without optimisation, and test it in a headless Chromium
    #[arg(long)]
    test: bool,
    /// With --test: write pictures of the page into this folder, narrow and wide, light and dark
    #[arg(long, value_name = "DIR", requires = "test")]
    pictures: Option<PathBuf>,
}

const TARGET: &str = "wasm32-unknown-unknown";

/// The maximum memory of the compiler in bytes; beyond it, the compiler stops, and the page reports
/// the failure.
const MAX_MEMORY: u32 = 1 << 30;

/// Builds the page, and serves or tests it on request.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<()> {
    if options.test {
        let browser = browser::find()?;
        let temp = tempfile::tempdir()?;
        make(root, "page-test", temp.path())?;
        let server = server::start(temp.path().to_owned(), 0)?;
        return scenario::run(&browser, server.port, options.pictures.as_deref());
    }
    let out = options.out.clone().unwrap_or_else(|| root.join("target/playground"));
    let bytes = make(root, "page", &out)?;
    println!("{}: the page, with a compiler of {bytes} bytes", out.display());
    if let Some(port) = options.serve {
        let server = server::start(out, port)?;
        println!("http://127.0.0.1:{}", server.port);
        server.wait();
    }
    Ok(())
}

/// Writes the folder. Returns the size of the compiler in bytes.
fn make(root: &Path, profile: &str, out: &Path) -> anyhow::Result<u64> {
    let compiler = compiler(root, profile)?;
    fs::create_dir_all(out).with_context(|| out.display().to_string())?;
    let page = root.join("abnf/playground/page");
    for entry in fs::read_dir(&page)? {
        let path = entry?.path();
        if path.extension().is_some_and(|it| it != "abnf") {
            fs::copy(&path, out.join(path.file_name().expect("a file has a name")))?;
        }
    }
    fs::write(out.join("examples.json"), serde_json::to_string(&examples(root)?)?)?;
    Ok(fs::copy(compiler, out.join("playground.wasm"))?)
}

/// Builds the compiler in a profile of the workspace; returns its file.
pub(crate) fn compiler(root: &Path, profile: &str) -> anyhow::Result<PathBuf> {
    // The variable of cargo.
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut rustc = Command::new(rustc);
    rustc.args(["--print", "target-libdir", "--target", TARGET]);
    let libraries = rustc.output().context("cannot run rustc")?.stdout;
    let is_installed = Path::new(String::from_utf8_lossy(&libraries).trim()).is_dir();
    anyhow::ensure!(is_installed, "{TARGET} is needed: rustup target add {TARGET}");
    let mut cargo = Command::new("cargo");
    cargo.args([
        "rustc",
        "--quiet",
        "--package",
        "abnfc-playground",
        "--lib",
        "--crate-type",
        "cdylib",
    ]);
    cargo.args(["--target", TARGET, "--profile", profile]).current_dir(root);
    cargo.args(["--", "-C", &format!("link-arg=--max-memory={MAX_MEMORY}")]);
    let status = cargo.status().context("cannot run cargo")?;
    anyhow::ensure!(status.success(), "the compiler does not build for {TARGET}");
    let folder = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
    Ok(root.join(folder).join(TARGET).join(profile).join("abnfc_playground.wasm"))
}

/// An example of the list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    title: String,
    group: String,
    grammar: String,
    import: Option<String>,
    rule: String,
    texts: Vec<String>,
    #[serde(default)]
    wrong: Vec<String>,
    #[serde(default)]
    escapes: bool,
}

/// An example in the format of the page.
#[derive(Serialize)]
struct Example {
    title: String,
    group: String,
    /// The name by which other examples import it.
    file: String,
    text: String,
    rule: String,
    texts: Vec<String>,
    escapes: bool,
}

fn examples(root: &Path) -> anyhow::Result<Vec<Example>> {
    #[derive(Deserialize)]
    struct List {
        example: Vec<Listed>,
    }
    let list: List =
        toml::from_str(&fs::read_to_string(root.join("abnf/playground/examples.toml"))?)?;
    let example = |listed: Listed| {
        let Listed { title, group, grammar, import, rule, mut texts, wrong, escapes } = listed;
        let text = fs::read_to_string(root.join(&grammar)).with_context(|| grammar.clone())?;
        let import = import.map_or_else(String::new, |it| format!("; @import {it}\n"));
        let file = grammar.rsplit('/').next().unwrap_or_default().to_owned();
        texts.extend(wrong);
        Ok(Example { title, group, file, text: import + &text, rule, texts, escapes })
    };
    list.example.into_iter().map(example).collect()
}
