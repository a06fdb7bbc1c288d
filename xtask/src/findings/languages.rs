//! How the programs of `tests/findings` are built and started.

use super::FOLDER;
use anyhow::{Context as _, ensure};
use serde::Deserialize;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A language with a program that answers for its parsers.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Language {
    Go,
    Java,
    Node,
    Perl,
    Php,
    Python,
    Ruby,
    Rust,
}

/// A program that can be started.
pub(super) struct Prepared {
    /// The command, without the name of the parser.
    pub(super) command: Vec<OsString>,
    pub(super) variables: Vec<(&'static str, OsString)>,
}

impl Prepared {
    fn new<const N: usize>(command: [OsString; N]) -> Self {
        Self { command: command.into(), variables: Vec::new() }
    }

    /// Requests the version of a parser from the program.
    pub(super) fn version(&self, parser: &str) -> anyhow::Result<String> {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]).args([parser, "--version"]);
        done(command.envs(self.variables.clone()))
    }
}

/// Runs a command, and returns what it prints.
fn done(command: &mut Command) -> anyhow::Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().with_context(|| format!("`{name}` cannot be started"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    ensure!(output.status.success(), "`{name}` failed: {last}");
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

impl Language {
    /// Its name in the manifest.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Go => "go",
            Self::Java => "java",
            Self::Node => "node",
            Self::Perl => "perl",
            Self::Php => "php",
            Self::Python => "python",
            Self::Ruby => "ruby",
            Self::Rust => "rust",
        }
    }

    /// Where its packages are from.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Node => "npm",
            Self::Perl => "Perl",
            Self::Python => "PyPI",
            Self::Rust => "crates.io",
            Self::Go | Self::Java | Self::Php | Self::Ruby => "its own library",
        }
    }

    /// The protocol of its program.
    pub(super) fn protocol(self) -> &'static str {
        match self {
            Self::Java => "lines",
            _ => "json",
        }
    }

    /// Builds the program, and installs packages. An error says what is missing.
    pub(super) fn prepare(self, root: &Path, packages: &[String]) -> anyhow::Result<Prepared> {
        let (sources, made) = (root.join(FOLDER).join(self.name()), root.join("target/findings"));
        fs::create_dir_all(&made)?;
        let made = made.join(self.name());
        let source = |name: &str| sources.join(name).into_os_string();
        let has = |program: &str, option: &str, package: &str| {
            done(Command::new(program).arg(option))
                .with_context(|| format!("Debian has the package {package}"))
        };
        Ok(match self {
            Self::Go => {
                has("go", "version", "golang-go")?;
                done(Command::new("go").args(["build", "-o"]).arg(&made).arg(source("main.go")))?;
                Prepared::new([made.into()])
            }
            Self::Java => {
                has("javac", "-version", "default-jdk-headless")?;
                done(Command::new("javac").arg("-d").arg(&made).arg(source("Parsers.java")))?;
                Prepared::new(["java".into(), "-cp".into(), made.into(), "Parsers".into()])
            }
            Self::Node => {
                has("node", "--version", "nodejs")?;
                if !packages.is_empty() {
                    has("npm", "--version", "npm")?;
                    let mut npm = Command::new("npm");
                    npm.args(["install", "--silent", "--ignore-scripts", "--prefix"]).arg(&made);
                    done(npm.args(packages))?;
                }
                let mut prepared = Prepared::new(["node".into(), source("parsers.js")]);
                prepared.variables.push(("NODE_PATH", made.join("node_modules").into()));
                prepared
            }
            Self::Perl => {
                has("perl", "-MURI", "liburi-perl")?;
                Prepared::new(["perl".into(), source("parsers.pl")])
            }
            Self::Php => {
                has("php", "--version", "php-cli")?;
                Prepared::new(["php".into(), source("parsers.php")])
            }
            Self::Python => {
                has("python3", "--version", "python3")?;
                let mut python = OsString::from("python3");
                if !packages.is_empty() {
                    // An environment that is there has the packages of other runs, too.
                    done(Command::new("python3").args(["-m", "venv"]).arg(&made))?;
                    python = made.join("bin/python").into();
                    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
                    done(Command::new(&python).args(pip).args(packages))?;
                }
                Prepared::new([python, source("parsers.py")])
            }
            Self::Ruby => {
                has("ruby", "--version", "ruby")?;
                Prepared::new(["ruby".into(), source("parsers.rb")])
            }
            Self::Rust => {
                let mut cargo = Command::new("cargo");
                cargo.args(["build", "--quiet", "--locked", "--manifest-path"]);
                done(cargo.arg(source("Cargo.toml")).arg("--target-dir").arg(&made))?;
                Prepared::new([made.join("debug/findings").into()])
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree;
    use std::io::Write as _;
    use std::process::Stdio;

    #[test]
    fn the_program_for_python_restores_the_case_of_a_host() {
        if done(Command::new("python3").arg("--version")).is_err() {
            return;
        }
        let texts =
            [("a://A", "A"), ("b://a:a@A:1/a", "A"), ("//a@[::A]", "[::A]"), ("//A%aA", "A%aA")];
        let mut python = Command::new("python3")
            .arg(tree::root().join(FOLDER).join("python/parsers.py"))
            .arg("urllib.parse.urlsplit")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let asked = texts.map(|(text, _)| format!("{{\"text\": \"{text}\"}}\n")).concat();
        python.stdin.take().unwrap().write_all(asked.as_bytes()).unwrap();
        let output = python.wait_with_output().unwrap();
        let answers = String::from_utf8(output.stdout).unwrap();
        let hosts: Vec<serde_json::Value> = answers
            .lines()
            .map(|line| {
                let answer: serde_json::Value = serde_json::from_str(line).unwrap();
                answer["parts"]["host"].clone()
            })
            .collect();
        assert_eq!(hosts, texts.map(|(_, host)| host));
    }
}
