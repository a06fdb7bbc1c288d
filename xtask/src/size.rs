//! `cargo xtask size`: measures the size and cost of generated code, as Markdown.
//!
//! The figures are the lines and files of generated code; the seconds that rustc takes for a clean
//! build of a small program that parses with `uri` or with another library; the bytes that parsing
//! adds to the stripped program; and the bytes of code and tables that single calls add. One run
//! measures everything, so that the figures are comparable. `--bare` compares engines for a small processor.

mod bare;
mod gallery;

use crate::program::{self, Spent, abnfc, emit, timed};
use crate::{regen, tree};
use anyhow::Context as _;
use object::{Object as _, ObjectSection as _, SectionKind};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The measurements to make.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Lines and files only: builds nothing but `abnfc`
    #[arg(long)]
    lines: bool,
    /// Code and tables of each engine on a machine without an operating system, and nothing else
    #[arg(long, conflicts_with = "lines")]
    bare: bool,
}

/// Measures and prints.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<()> {
    let temp = tempfile::tempdir()?;
    let abnfc = abnfc(root)?;
    if options.bare {
        return bare::engines(root, &abnfc, temp.path());
    }
    let packages = packages(root, &abnfc, temp.path())?;
    println!("| generated code | files | lines | longest file |\n|---|--:|--:|--:|");
    for Generated { name, code, .. } in &packages {
        let Extent { files, lines, longest } = extent(code)?;
        println!("| {name} | {files} | {lines} | {longest} |");
    }
    if options.lines {
        return Ok(());
    }
    println!("\n| `cargo build` of the crate alone, from nothing | release: wall | processors |");
    println!("|---|--:|--:|");
    for (i, Generated { name, package, .. }) in packages.iter().enumerate() {
        let target = temp.path().join(format!("target-{i}"));
        let [wall, processors] = seconds(build(package, &target, Profile::Release)?);
        println!("| {name} | {wall} | {processors} |");
    }
    programs(root, temp.path())?;
    calls(root, temp.path())?;
    gallery::calls(root, &abnfc, temp.path())
}

/// Generated code to measure.
struct Generated {
    name: String,
    /// The folder of the code.
    code: PathBuf,
    /// The folder of the package.
    package: PathBuf,
}

/// The code of `uri`, crates of grammars, those of `../shared` if the folder exists, and those
/// of `examples`.
fn packages(root: &Path, abnfc: &Path, temp: &Path) -> anyhow::Result<Vec<Generated>> {
    program::write(&temp.join("year.abnf"), "year = 4DIGIT\n")?;
    // RFC 4647 is not among the grammars of `../shared`.
    let ranges = "language-range = (1*8ALPHA *(\"-\" 1*8(ALPHA / DIGIT))) / \"*\"\n";
    program::write(&temp.join("rfc4647.abnf"), ranges)?;
    let outside = root.join("../shared/testdata/grammars/declaresub-modules");
    // With the names of RFC 9110.
    let imports = [
        ("URI", outside.join("rfc3986.abnf")),
        ("RFC4647", temp.join("rfc4647.abnf")),
        ("RFC5322", outside.join("rfc5322.abnf")),
        ("RFC5646", outside.join("rfc5646.abnf")),
    ];
    let imports = imports.map(|(name, path)| format!("{name}={}", path.display()));
    let grammars = [
        ("`year = 4DIGIT`", temp.join("year.abnf"), &[][..]),
        ("`uri.abnf`", root.join("uri-gen/grammars/uri.abnf"), &[]),
        ("RFC 3986", outside.join("rfc3986.abnf"), &[]),
        ("RFC 9110 with imports", outside.join("rfc9110.abnf"), &imports),
    ];
    let there = |name: String, package: PathBuf| {
        let code = package.join("src/generated");
        Generated { name, code, package }
    };
    let mut packages = vec![there("`uri/src/generated`".to_owned(), root.join("uri"))];
    for (i, (name, grammar, imports)) in grammars.into_iter().enumerate() {
        let folder = temp.join(format!("emitted-{i}"));
        if !grammar.exists() {
            eprintln!("skipped: {name}: there is no {}", grammar.display());
            continue;
        }
        let output = emit(abnfc, &grammar, imports, &folder)?;
        if output.status.success() {
            let name = name.to_owned();
            packages.push(Generated { name, code: folder.clone(), package: folder });
        } else {
            let text = String::from_utf8_lossy(&output.stderr);
            let why = text.lines().find(|line| line.starts_with("error")).unwrap_or_default();
            eprintln!("skipped: {name}: {why}");
        }
    }
    packages.extend(regen::CRATES.map(|folder| there(format!("`{folder}`"), root.join(folder))));
    Ok(packages)
}

struct Extent {
    files: usize,
    lines: usize,
    longest: usize,
}

/// Counts the files and lines of all Rust files below a folder.
fn extent(folder: &Path) -> anyhow::Result<Extent> {
    let mut all = Extent { files: 0, lines: 0, longest: 0 };
    for file in tree::files_below(folder)? {
        if Path::new(&file).extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let lines = fs::read_to_string(folder.join(file))?.lines().count();
        all.files += 1;
        all.lines += lines;
        all.longest = all.longest.max(lines);
    }
    Ok(all)
}

#[derive(Clone, Copy)]
enum Profile {
    Debug,
    Release,
}

/// Builds a package from scratch and keeps the fastest of several runs, since other load only adds
/// time. Builds like a package of a registry, without incremental compilation.
fn build(package: &Path, target: &Path, profile: Profile) -> anyhow::Result<Spent> {
    let mut least = Spent { wall: f64::INFINITY, processors: None };
    for _ in 0..RUNS {
        if target.exists() {
            fs::remove_dir_all(target)?;
        }
        let mut cargo = Command::new("cargo");
        cargo.args(["build", "--quiet"]).current_dir(package);
        cargo.env("CARGO_TARGET_DIR", target).env("CARGO_INCREMENTAL", "0");
        if matches!(profile, Profile::Release) {
            cargo.arg("--release");
        }
        let Spent { wall, processors } = timed(&mut cargo)?;
        least.wall = least.wall.min(wall);
        least.processors = [least.processors, processors].into_iter().flatten().reduce(f64::min);
    }
    Ok(least)
}

/// The number of builds of each package.
const RUNS: usize = 3;

fn seconds(spent: Spent) -> [String; 2] {
    let text = |seconds: f64| format!("{seconds:.2}");
    [text(spent.wall), spent.processors.map_or("?".to_owned(), text)]
}

/// A program that parses its argument with a library: the library's name, its entry in the
/// manifest, and the expression.
const PROGRAMS: &[[&str; 3]] = &[
    ["nothing", "", "text.len()"],
    [
        "uri",
        "uri = { path = \"ROOT/uri\", default-features = false }",
        "uri::UriReference::parse(&text).map_or(0, |it| 1 + it.host().map_or(0, |it| it.as_str().len()))",
    ],
    [
        "uri with rfc3986",
        "uri = { path = \"ROOT/uri\", default-features = false, features = [\"rfc3986\"] }",
        "uri::rfc3986::UriReference::parse(&text).map_or(0, |it| 1 + it.host().map_or(0, |it| it.as_str().len()))",
    ],
    [
        "uri by default",
        "uri = { path = \"ROOT/uri\" }",
        "uri::rfc3986::UriReference::parse(&text).map_or(0, |it| 1 + it.host().map_or(0, |it| it.as_str().len()))",
    ],
    [
        "iri-string",
        "iri-string = \"0.7\"",
        "iri_string::types::UriReferenceStr::new(&text).map_or(0, |it| 1 + it.authority_str().map_or(0, str::len))",
    ],
    [
        "fluent-uri",
        "fluent-uri = \"0.4\"",
        "fluent_uri::UriRef::parse(text.as_str()).map_or(0, |it| 1 + it.authority().map_or(0, |it| it.host().len()))",
    ],
    [
        "http",
        "http = \"1\"",
        "text.parse::<http::Uri>().map_or(0, |it| 1 + it.host().map_or(0, str::len))",
    ],
];

/// Measures the build of each of [`PROGRAMS`], with all dependencies of its library.
fn programs(root: &Path, temp: &Path) -> anyhow::Result<()> {
    println!(
        "\n| a program that parses with | release: wall | processors | debug: wall | processors | \
         bytes added, stripped |\n|---|--:|--:|--:|--:|--:|"
    );
    let mut least = None;
    for [library, dependency, call] in PROGRAMS {
        let folder = temp.join(format!("program-{library}"));
        package(root, &folder, dependency, "strip = true", &[("src/main.rs", call)])?;
        let target = folder.join("target");
        let [debug_wall, debug] = seconds(build(&folder, &target, Profile::Debug)?);
        let [release_wall, release] = seconds(build(&folder, &target, Profile::Release)?);
        let (code, tables) = bytes(&target.join("release").join(executable("program")))?;
        let size = code + tables;
        let added = size - *least.get_or_insert(size);
        println!("| {library} | {release_wall} | {release} | {debug_wall} | {debug} | {added} |");
    }
    Ok(())
}

/// Calls of `uri`, each in a separate program.
const CALLS: &[[&str; 2]] = &[
    ["none", "text.len()"],
    ["`UriReference::is_match`", "usize::from(uri::UriReference::is_match(&text))"],
    ["`UriReference::parse`", PROGRAMS[1][2]],
    [
        "`UriReference::parse`, error printed",
        "uri::UriReference::parse(&text).map_or_else(|it| it.to_string().len(), |it| it.as_str().len())",
    ],
];

/// Measures the size that each of [`CALLS`] adds to a program with fat LTO.
fn calls(root: &Path, temp: &Path) -> anyhow::Result<()> {
    println!("\n| a call of `uri` adds, with fat LTO | code | tables |\n|---|--:|--:|");
    let folder = temp.join("calls");
    let profile = "lto = \"fat\"\ncodegen-units = 1\npanic = \"abort\"";
    let paths: Vec<String> = (0..CALLS.len()).map(|i| format!("src/bin/p{i}.rs")).collect();
    let sources: Vec<_> =
        paths.iter().zip(CALLS).map(|(path, it)| (path.as_str(), it[1])).collect();
    package(root, &folder, PROGRAMS[1][1], profile, &sources)?;
    let target = folder.join("target");
    build(&folder, &target, Profile::Release)?;
    let size = |i: usize| bytes(&target.join("release").join(executable(&format!("p{i}"))));
    let (code, tables) = size(0)?;
    for (i, [call, _]) in CALLS.iter().enumerate().skip(1) {
        let (more_code, more_tables) = size(i)?;
        println!("| {call} | {} | {} |", more_code - code, more_tables - tables);
    }
    Ok(())
}

/// Writes a package of programs, each of which prints the value of an expression.
fn package(
    root: &Path,
    folder: &Path,
    dependency: &str,
    profile: &str,
    programs: &[(&str, &str)],
) -> anyhow::Result<()> {
    let root = fs::canonicalize(root)?;
    let dependency = dependency.replace("ROOT", root.to_str().context("the path is text")?);
    let manifest = format!(
        "[package]\nname = \"program\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[dependencies]\n\
         {dependency}\n[profile.release]\n{profile}\n[workspace]\n"
    );
    program::write(&folder.join("Cargo.toml"), &manifest)?;
    // The versions that the workspace uses.
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    for (path, call) in programs {
        let text = format!(
            "fn main() {{\n    let text = std::env::args().last().unwrap_or_default();\n    \
             println!(\"{{}}\", {call});\n}}\n"
        );
        program::write(&folder.join(path), &text)?;
    }
    Ok(())
}

fn executable(name: &str) -> String {
    format!("{name}{}", std::env::consts::EXE_SUFFIX)
}

/// The sizes of a program's code and of its loaded data, in bytes.
fn bytes(program: &Path) -> anyhow::Result<(i64, i64)> {
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
