//! What the generated code costs before it runs: the time of the compiler and of rustc, and
//! the bytes that a matcher adds to a program.

use anyhow::Context as _;
use object::{Object as _, ObjectSection as _, SectionKind};
use serde::Serialize;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::measure::median;
use crate::report::rounded;
use conformance::strings::Random;

/// All of it.
#[derive(Serialize)]
pub(crate) struct Cost {
    /// From a grammar to the files of the crate.
    compile: Vec<Compile>,
    /// From the crate to a library, in release.
    rustc: Vec<Rustc>,
    /// What a call adds to a program that does nothing else.
    bytes: Vec<Bytes>,
}

#[derive(Serialize)]
struct Compile {
    grammar: String,
    rules: usize,
    milliseconds: f64,
}

#[derive(Serialize)]
struct Rustc {
    package: String,
    seconds: f64,
    processor_seconds: Option<f64>,
}

#[derive(Serialize)]
struct Bytes {
    call: &'static str,
    code: i64,
    tables: i64,
}

/// Measures all of it, with crates in a temporary folder. `root` is the repository.
pub(crate) fn cost(root: &Path) -> anyhow::Result<Cost> {
    let temp = tempfile::tempdir()?;
    let rfc1738 = fs::read_to_string(root.join("uri-gen/grammars/rfc1738.bnf"))?;
    let large = large();
    let grammars = [("uri.abnf", uri_gen::URI), ("rfc1738.bnf", &rfc1738), ("large", &large)];
    let compile = grammars.map(|(name, text)| compile(name, text));
    let compile = compile.into_iter().collect::<anyhow::Result<_>>()?;

    let emitted = temp.path().join("emitted");
    emit(&emitted)?;
    let rustc = vec![
        rustc("uri", &root.join("uri"), &temp.path().join("target-uri"))?,
        rustc("emitted from uri.abnf", &emitted, &temp.path().join("target-emitted"))?,
    ];
    Ok(Cost { compile, rustc, bytes: bytes(root, &temp.path().join("bytes"))? })
}

/// The median of a few runs.
fn compile(grammar: &str, text: &str) -> anyhow::Result<Compile> {
    let mut times = Vec::new();
    let mut rules = 0;
    for _ in 0..5 {
        let start = Instant::now();
        rules = output(grammar, text)?.files.keys().filter(|it| it.starts_with("rules/")).count();
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok(Compile { grammar: grammar.to_owned(), rules, milliseconds: rounded(median(times)) })
}

fn output(grammar: &str, text: &str) -> anyhow::Result<abnfc::Output> {
    let spec = abnfc::spec::Spec { title: grammar.to_owned(), ..Default::default() };
    Ok(abnfc::compile(grammar, text.as_bytes(), &spec)?)
}

/// Keywords, phrases of them and sentences of those: 420 rules.
fn large() -> String {
    let (mut text, mut random) = (String::new(), Random::new(9));
    let words = |random: &mut Random| {
        let word = |random: &mut Random| -> String {
            let letter = |_| char::from(*random.choose(b"abcdefghijklmnopqrstuvwxyz"));
            (0..4).map(letter).collect()
        };
        let words: Vec<String> = (0..6).map(|_| format!("\"{}\"", word(random))).collect();
        words.join(" / ")
    };
    for i in 0..300 {
        let _ = writeln!(text, "word-{i} = {}", words(&mut random));
    }
    for i in 0..100 {
        let [a, b, c] = std::array::from_fn(|_| random.below(300));
        let _ = writeln!(text, "phrase-{i} = word-{a} SP word-{b} [ SP word-{c} ]");
    }
    for i in 0..20 {
        let [a, b, c] = std::array::from_fn(|_| random.below(100));
        let _ = writeln!(text, "sentence-{i} = phrase-{a} *( \", \" ( phrase-{b} / phrase-{c} ) )");
    }
    text
}

/// Writes the crate that `abnfc build` makes of `uri.abnf`.
fn emit(folder: &Path) -> anyhow::Result<()> {
    let output = output("uri.abnf", uri_gen::URI)?;
    let files = abnfc::back::scaffold::scaffold(
        "emitted",
        "uri.abnf",
        &abnfc::spec::Package::default(),
        &output.files,
        output.example.as_deref(),
    );
    write(folder, files.iter().map(|(path, text)| (path.as_str(), text.as_str())))
}

fn write<'a>(
    folder: &Path,
    files: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> anyhow::Result<()> {
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().context("a file in a folder")?)?;
        fs::write(path, text)?;
    }
    Ok(())
}

/// Builds a library from nothing.
fn rustc(package: &str, folder: &Path, target: &Path) -> anyhow::Result<Rustc> {
    let (start, before) = (Instant::now(), processor_seconds());
    build(folder, target)?;
    let seconds = rounded(start.elapsed().as_secs_f64());
    let spent = before.zip(processor_seconds()).map(|(before, after)| rounded(after - before));
    Ok(Rustc { package: package.to_owned(), seconds, processor_seconds: spent })
}

fn build(folder: &Path, target: &Path) -> anyhow::Result<()> {
    let status = Command::new("cargo")
        .args(["build", "--quiet", "--release", "--target-dir"])
        .arg(target)
        .arg("--manifest-path")
        .arg(folder.join("Cargo.toml"))
        .stdout(Stdio::null())
        .status()?;
    anyhow::ensure!(status.success(), "cannot build {}", folder.display());
    Ok(())
}

/// What all programs that this one ran have used so far. Linux tells it in hundredths of a
/// second; see proc(5).
fn processor_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is a name in parentheses, in which anything can stand.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |i: usize| fields.get(i)?.parse::<f64>().ok();
    // Fields 16 and 17 of the manual, the third of which is the first here.
    Some((ticks(13)? + ticks(14)?) / 100.0)
}

/// Programs that differ in one call.
const PROGRAMS: [(&str, &str); 4] = [
    ("none", "text.len()"),
    ("UriReference::is_match", "usize::from(uri::UriReference::is_match(&text))"),
    (
        "UriReference::parse",
        "uri::UriReference::parse(&text).map_or(0, |it| 1 + it.host().map_or(0, |it| it.as_str().len()))",
    ),
    (
        "UriReference::parse, error printed",
        "uri::UriReference::parse(&text).map_or_else(|it| it.to_string().len(), |it| it.as_str().len())",
    ),
];

/// Sizes of the first program are subtracted from those of the others.
fn bytes(root: &Path, folder: &Path) -> anyhow::Result<Vec<Bytes>> {
    let uri = fs::canonicalize(root.join("uri"))?;
    let manifest = format!(
        "[package]\nname = \"bytes\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
         [dependencies]\nuri = {{ path = {:?} }}\n\
         [profile.release]\nlto = \"fat\"\ncodegen-units = 1\npanic = \"abort\"\n[workspace]\n",
        uri.to_str().context("the path is text")?
    );
    let sources = PROGRAMS.map(|(_, call)| {
        format!(
            "fn main() {{\n    let text = std::env::args().last().unwrap_or_default();\n    \
             println!(\"{{}}\", {call});\n}}\n"
        )
    });
    let paths: Vec<String> = (0..PROGRAMS.len()).map(|i| format!("src/bin/p{i}.rs")).collect();
    let sources = paths.iter().map(String::as_str).zip(sources.iter().map(String::as_str));
    write(folder, sources.chain([("Cargo.toml", manifest.as_str())]))?;
    let target = folder.join("target");
    build(folder, &target)?;
    let suffix = std::env::consts::EXE_SUFFIX;
    let size = |i: usize| size(&target.join("release").join(format!("p{i}{suffix}")));
    let (code, tables) = size(0)?;
    let row = |i: usize| {
        let (more_code, more_tables) = size(i)?;
        Ok(Bytes { call: PROGRAMS[i].0, code: more_code - code, tables: more_tables - tables })
    };
    (1..PROGRAMS.len()).map(row).collect()
}

/// The bytes of a program's code, and of its data that is loaded.
fn size(program: &Path) -> anyhow::Result<(i64, i64)> {
    let bytes = fs::read(program)?;
    let file = object::File::parse(&*bytes)?;
    let (mut code, mut tables) = (0, 0);
    for section in file.sections() {
        let size = i64::try_from(section.size())?;
        match section.kind() {
            SectionKind::Text => code += size,
            SectionKind::Data
            | SectionKind::ReadOnlyData
            | SectionKind::ReadOnlyDataWithRel
            | SectionKind::ReadOnlyString => tables += size,
            _ => (),
        }
    }
    Ok((code, tables))
}

impl Cost {
    /// As a table.
    pub(crate) fn text(&self) -> String {
        let mut text = String::from("\nfrom a grammar to a crate\n\n");
        for it in &self.compile {
            let Compile { grammar, rules, milliseconds } = it;
            let _ = writeln!(text, "{grammar:36} {rules:>5} rules {milliseconds:>9.1} ms");
        }
        text.push_str("\ncargo build --release from nothing\n\n");
        for it in &self.rustc {
            let spent = it.processor_seconds.map_or("?".to_owned(), |it| format!("{it:.2}"));
            let _ =
                writeln!(text, "{:36} {:>9.2} s, {spent} s of processors", it.package, it.seconds);
        }
        text.push_str("\nwhat a call adds to a program\n\n");
        for it in &self.bytes {
            let _ = writeln!(
                text,
                "{:36} {:>7} bytes of code {:>7} of tables",
                it.call, it.code, it.tables
            );
        }
        text
    }
}
