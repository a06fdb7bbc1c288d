//! The bytes of code and of tables that the rules of grammars add to a program for a machine without an
//! operating system, a Cortex-M4: for a matcher, and for a parser whose caller reads one part, by each engine.

use super::bytes;
use crate::program;
use anyhow::Context as _;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

const TARGET: &str = "thumbv7em-none-eabi";

const ENGINES: [&str; 4] = ["table", "shift", "auto", "code"];

/// A rule, with the part that a parser reads.
struct Subject {
    /// A bundled grammar, or a file of the repository.
    grammar: &'static str,
    rule: &'static str,
    /// The type of the rule.
    type_name: &'static str,
    /// Nested rules have trees instead of parts.
    part: Option<Part>,
}

struct Part {
    rule: &'static str,
    accessor: &'static str,
    /// Whether each text of the rule has the part.
    is_certain: bool,
}

const fn subject(
    grammar: &'static str,
    rule: &'static str,
    type_name: &'static str,
    part: &'static str,
    accessor: &'static str,
    is_certain: bool,
) -> Subject {
    let part = Some(Part { rule: part, accessor, is_certain });
    Subject { grammar, rule, type_name, part }
}

const SUBJECTS: [Subject; 7] = [
    subject("tests/benches/semver.abnf", "version", "Version", "pre-release", "pre_release", false),
    subject("rfc3339", "date-time", "DateTime", "full-date", "full_date", true),
    subject("rfc5646", "Language-Tag", "LanguageTag", "language", "language", false),
    subject("rfc6265", "set-cookie-string", "SetCookieString", "cookie-name", "cookie_name", true),
    subject("rfc8141", "namestring", "Namestring", "NSS", "nss", true),
    subject("rfc3986", "URI-reference", "UriReference", "host", "host", false),
    Subject { grammar: "rfc8259", rule: "JSON-text", type_name: "JsonText", part: None },
];

impl Subject {
    /// The engines that can differ.
    fn engines(&self) -> &'static [&'static str] {
        if self.part.is_some() { &ENGINES } else { &ENGINES[..1] }
    }

    /// The name of the crate.
    fn package(&self, engine: &str) -> String {
        format!("{}-{engine}", self.rule.to_ascii_lowercase())
    }

    /// The names of the programs and the expressions that they evaluate.
    fn programs(&self, engine: &str) -> Vec<(String, String)> {
        let package = self.package(engine);
        let path = format!("{}::{}", package.replace('-', "_"), self.type_name);
        let mut programs =
            vec![(format!("{package}-match"), format!("usize::from({path}::is_match(text))"))];
        if let Some(Part { accessor, is_certain, .. }) = self.part {
            let length = if is_certain {
                format!("it.{accessor}().as_str().len()")
            } else {
                format!("it.{accessor}().map_or(0, |it| it.as_str().len())")
            };
            let call = format!("{path}::parse(text).map_or(0, |it| {length})");
            programs.push((format!("{package}-parse"), call));
        }
        programs
    }
}

/// Measures and prints.
pub(super) fn engines(root: &Path, abnfc: &Path, temp: &Path) -> anyhow::Result<()> {
    let folder = temp.join("bare");
    let mut dependencies = String::new();
    let mut programs = vec![("none".to_owned(), "text.len()".to_owned())];
    for subject in &SUBJECTS {
        for engine in subject.engines() {
            let name = subject.package(engine);
            emit(root, abnfc, subject, engine, &temp.join(&name))?;
            let _ = writeln!(dependencies, "{name} = {{ path = \"../{name}\" }}");
            programs.extend(subject.programs(engine));
        }
    }
    let manifest = format!(
        "[package]\nname = \"bare\"\nedition = \"2024\"\n[dependencies]\n{dependencies}\
         [profile.release]\nopt-level = \"s\"\nlto = \"fat\"\ncodegen-units = 1\npanic = \"abort\"\n\
         [workspace]\n"
    );
    program::write(&folder.join("Cargo.toml"), &manifest)?;
    for (name, call) in &programs {
        program::write(&folder.join(format!("src/bin/{name}.rs")), &source(call))?;
    }
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--quiet", "--release", "--target", TARGET]).current_dir(&folder);
    cargo.env("CARGO_TARGET_DIR", folder.join("target"));
    let status = cargo.status().context("cannot run cargo")?;
    anyhow::ensure!(
        status.success(),
        "the programs do not build for {TARGET}: `rustup target add {TARGET}`, or RUSTC of `.ci/toolchain`"
    );
    let release = folder.join("target").join(TARGET).join("release");
    let (code, tables) = bytes(&release.join("none"))?;
    println!("\n| rule, for `{TARGET}` | engine | match: code | tables | parse: code | tables |");
    println!("|---|---|--:|--:|--:|--:|");
    for subject in &SUBJECTS {
        for engine in subject.engines() {
            let shown = if subject.part.is_some() { engine } else { "stack" };
            print!("| `{}` | {shown} |", subject.rule);
            let programs = subject.programs(engine);
            for (name, _) in &programs {
                let (more_code, more_tables) = bytes(&release.join(name))?;
                print!(" {} | {} |", more_code - code, more_tables - tables);
            }
            println!("{}", " | |".repeat(2 - programs.len()));
        }
    }
    Ok(())
}

/// Writes a crate for a rule and its part, with one engine.
fn emit(
    root: &Path,
    abnfc: &Path,
    Subject { grammar, rule, part, .. }: &Subject,
    engine: &str,
    folder: &Path,
) -> anyhow::Result<()> {
    let file = root.join(grammar);
    let grammar = if file.is_file() { file.display().to_string() } else { (*grammar).to_owned() };
    let part = part.as_ref().map_or_else(String::new, |it| format!("\"{}\"", it.rule));
    let export = if part.is_empty() { String::new() } else { format!(", {part}") };
    let text = format!(
        "grammar = \"{grammar}\"\nexport = [\"{rule}\"{export}]\nengine = \"{engine}\"\n\
         [rules.{rule}]\nparts = [{part}]\n"
    );
    let spec = folder.with_extension("toml");
    program::write(&spec, &text)?;
    let mut command = Command::new(abnfc);
    command.arg("build").arg("--spec").arg(&spec).arg("-o").arg(folder);
    command.arg("--name").arg(folder.file_name().context("the folder has a name")?);
    let output = command.output().context("cannot run abnfc")?;
    let message = String::from_utf8_lossy(&output.stderr);
    anyhow::ensure!(output.status.success(), "{grammar} with {engine}:\n{message}");
    Ok(())
}

/// A program that reads no input, but whose text the optimiser cannot know.
fn source(call: &str) -> String {
    format!(
        "#![no_std]\n#![no_main]\nuse core::hint::black_box;\n\
         #[panic_handler]\nfn panic(_: &core::panic::PanicInfo<'_>) -> ! {{\n    loop {{}}\n}}\n\
         #[unsafe(no_mangle)]\npub extern \"C\" fn _start() -> ! {{\n    \
         let text: &str = black_box(\"\");\n    black_box({call});\n    loop {{}}\n}}\n"
    )
}
