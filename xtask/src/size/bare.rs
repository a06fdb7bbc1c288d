//! What engines cost on a machine without an operating system: the bytes of code and tables that a
//! matcher, and a parser that finds one part, add to a program for a Cortex-M4.

use super::bytes;
use crate::program;
use anyhow::Context as _;
use std::path::Path;
use std::process::Command;

const TARGET: &str = "thumbv7em-none-eabi";

const ENGINES: [&str; 4] = ["table", "shift", "auto", "code"];

/// A grammar, the rule, its type, a part, and an expression for the part.
const RULES: &[[&str; 5]] = &[
    ["rfc3339", "date-time", "DateTime", "full-date", "it.full_date().as_str().len()"],
    [
        "rfc5646",
        "Language-Tag",
        "LanguageTag",
        "language",
        "it.language().map_or(0, |it| it.as_str().len())",
    ],
    [
        "rfc3986",
        "URI-reference",
        "UriReference",
        "host",
        "it.host().map_or(0, |it| it.as_str().len())",
    ],
];

/// Measures and prints.
pub(super) fn engines(abnfc: &Path, temp: &Path) -> anyhow::Result<()> {
    println!("\n| rule, for `{TARGET}` | engine | match: code | tables | parse: code | tables |");
    println!("|---|---|--:|--:|--:|--:|");
    let folder = temp.join("bare");
    let mut dependencies = Vec::new();
    let mut sources = vec![("none".to_owned(), "text.len()".to_owned())];
    for [grammar, rule, class, part, get] in RULES {
        for engine in ENGINES {
            let name = format!("{grammar}-{engine}");
            emit(abnfc, [grammar, rule, part], engine, &temp.join(&name))?;
            dependencies.push(format!("{name} = {{ path = \"../{name}\" }}\n"));
            let class = format!("{}::{class}", name.replace('-', "_"));
            sources
                .push((format!("{name}-match"), format!("usize::from({class}::is_match(text))")));
            sources.push((
                format!("{name}-parse"),
                format!("{class}::parse(text).map_or(0, |it| {get})"),
            ));
        }
    }
    let dependencies = dependencies.concat();
    let manifest = format!(
        "[package]\nname = \"bare\"\nedition = \"2024\"\n[dependencies]\n{dependencies}\
         [profile.release]\nopt-level = \"s\"\nlto = \"fat\"\ncodegen-units = 1\npanic = \"abort\"\n\
         [workspace]\n"
    );
    program::write(&folder.join("Cargo.toml"), &manifest)?;
    for (name, call) in &sources {
        program::write(&folder.join(format!("src/bin/{name}.rs")), &source(call))?;
    }
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--quiet", "--release", "--target", TARGET]).current_dir(&folder);
    cargo.env("CARGO_TARGET_DIR", folder.join("target"));
    let status = cargo.status().context("cannot run cargo")?;
    anyhow::ensure!(status.success(), "the programs do not build for {TARGET}");
    let size = |name: &str| bytes(&folder.join("target").join(TARGET).join("release").join(name));
    let (code, tables) = size("none")?;
    for [grammar, rule, ..] in RULES {
        for engine in ENGINES {
            let [(match_code, match_tables), (parse_code, parse_tables)] = [
                size(&format!("{grammar}-{engine}-match"))?,
                size(&format!("{grammar}-{engine}-parse"))?,
            ];
            println!(
                "| `{rule}` of `{grammar}` | {engine} | {} | {} | {} | {} |",
                match_code - code,
                match_tables - tables,
                parse_code - code,
                parse_tables - tables
            );
        }
    }
    Ok(())
}

/// Writes a crate for a rule and a part of it, with one engine.
fn emit(
    abnfc: &Path,
    [grammar, rule, part]: [&str; 3],
    engine: &str,
    folder: &Path,
) -> anyhow::Result<()> {
    let spec = folder.with_extension("toml");
    let text = format!(
        "grammar = \"{grammar}\"\nexport = [\"{rule}\", \"{part}\"]\nengine = \"{engine}\"\n\
         [rules.{rule}]\nparts = [\"{part}\"]\n"
    );
    program::write(&spec, &text)?;
    let mut command = Command::new(abnfc);
    command.arg("build").arg("--spec").arg(&spec).arg("-o").arg(folder);
    command.arg("--name").arg(folder.file_name().context("the folder has a name")?);
    let output = command.output().context("cannot run abnfc")?;
    let message = String::from_utf8_lossy(&output.stderr);
    anyhow::ensure!(output.status.success(), "{grammar} with {engine}:\n{message}");
    Ok(())
}

/// A program that reads no input: an optimiser cannot know the text.
fn source(call: &str) -> String {
    format!(
        "#![no_std]\n#![no_main]\nuse core::hint::black_box;\n\
         #[panic_handler]\nfn panic(_: &core::panic::PanicInfo<'_>) -> ! {{\n    loop {{}}\n}}\n\
         #[unsafe(no_mangle)]\npub extern \"C\" fn _start() -> ! {{\n    \
         let text: &str = black_box(\"\");\n    black_box({call});\n    loop {{}}\n}}\n"
    )
}
