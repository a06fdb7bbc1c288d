//! Compiles, tests, lints and documents the crates of small grammars, as their
//! users would: generated code is right if it works, not if it looks right.

use abnfc::frame;
use abnfc::spec::{Export, PartSpec, Parts, Spec};
use abnfc::{Module, compile_modules};
use proc_macro2::{TokenStream, TokenTree};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

#[test]
fn text_of_ascii() {
    let package = Package::new("emitted-ascii", &[("", include_str!("emitted/ascii.abnf"))]);
    package.check(include_str!("emitted/ascii.rs"));
    let error =
        package.compile_error("const _: emitted_ascii::Host = emitted_ascii::Host::new(\"a.b_\");");
    assert!(error.contains("invalid hostname at byte 3"), "{error}");
}

#[test]
fn bytes_beyond_ascii() {
    let package = Package::new("emitted-octets", &[("", include_str!("emitted/octets.abnf"))]);
    package.check(include_str!("emitted/octets.rs"));
}

#[test]
fn text_beyond_ascii() {
    let package = Package::new("emitted-utf8", &[("", include_str!("emitted/utf8.abnf"))]);
    package.check(include_str!("emitted/utf8.rs"));
}

#[test]
fn parts_of_texts() {
    let package = Package::new("emitted-parts", &[("", include_str!("emitted/parts.abnf"))]);
    package.check(include_str!("emitted/parts.rs"));
    let error = package
        .compile_error("const _: emitted_parts::Server = emitted_parts::Server::new(\"a:x\");");
    assert!(error.contains("invalid port at byte 2"), "{error}");
}

#[test]
fn parts_that_repeat() {
    let union = |name: &str, rules: &[&str], type_name: Option<&str>| {
        Parts::Listed(vec![PartSpec {
            name: name.to_owned(),
            rules: rules.iter().map(|&rule| rule.to_owned()).collect(),
            type_name: type_name.map(str::to_owned),
        }])
    };
    let parts = |rule: &str| match rule {
        "host" => union("names", &["top", "label"], Some("Name")),
        "record" => union("fields", &["blob", "key"], Some("RecordField")),
        "nest" => union("nodes", &["leaf", "group"], Some("Node")),
        _ => Parts::Direct,
    };
    let names = "list item key value host label top record blob nest group leaf late word letters \
                 late-words";
    let export =
        |rule: &str| Export { rule: rule.to_owned(), parts: parts(rule), ..Export::default() };
    let spec = Spec { exports: names.split(' ').map(export).collect(), ..Spec::default() };
    let text = include_str!("emitted/repeated.abnf");
    let package = Package::of("emitted-repeated", &[("", text)], spec);
    package.check(include_str!("emitted/repeated.rs"));
}

#[test]
fn texts_that_are_owned() {
    let package = Package::new("emitted-owned", &[("", include_str!("emitted/owned.abnf"))]);
    write(&package.folder.path().join("tests/facts.rs"), include_str!("emitted/owned.rs"));
    let manifest = package.folder.path().join("Cargo.toml");
    let text = fs::read_to_string(&manifest).expect("a manifest");
    write(&manifest, &format!("{text}\n[dev-dependencies]\nserde_json = \"1\"\n"));
    package.succeed(&["test", "--quiet", "--all-features"], ("", ""));
    for feature in ["alloc", "serde"] {
        let clippy = ["clippy", "--quiet", "--features", feature, "--", "-Dwarnings"];
        package.succeed(&clippy, ("", ""));
    }
    package
        .succeed(&["clippy", "--quiet", "--tests", "--all-features", "--", "-Dwarnings"], ("", ""));
}

#[test]
fn modules_share_runtime_and_matchers() {
    let grammars = [
        ("", "label = 1*ALPHA\nnumber = 1*DIGIT\n"),
        ("other", "word = 1*ALPHA\nlabel = 1*HEXDIG\n"),
        ("third", "digits = 1*DIGIT\n"),
    ];
    let package = Package::new("emitted-modules", &grammars);
    package.check(include_str!("emitted/modules.rs"));
    let read = |path: &str| fs::read_to_string(package.folder.path().join(path)).unwrap();
    // The language of `word` is that of `label` of the root.
    assert!(
        read("src/generated/other/rules/word.rs").contains("&super::super::super::tables::LABEL")
    );
    assert!(read("src/generated/other/tables.rs").contains("static LABEL"));
    assert!(!read("src/generated/other/tables.rs").contains("static WORD"));
    assert!(!read("src/generated/third/tables.rs").contains("static"));
    assert!(!package.folder.path().join("src/generated/other/error.rs").exists());
}

/// A crate in a temporary folder.
struct Package {
    name: &'static str,
    folder: tempfile::TempDir,
}

impl Package {
    fn new(name: &'static str, grammars: &[(&str, &str)]) -> Self {
        Self::of(name, grammars, Spec::default())
    }

    fn of(name: &'static str, grammars: &[(&str, &str)], spec: Spec) -> Self {
        let spec = Spec {
            title: "a <small> grammar_for tests".to_owned(),
            crate_name: frame::crate_name(name),
            ..spec
        };
        let modules: Vec<_> = grammars
            .iter()
            .map(|&(module, text)| Module { module, name, bytes: text.as_bytes(), spec: &spec })
            .collect();
        let output = compile_modules(&modules).unwrap_or_else(|errors| panic!("{errors}"));
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (path, text) in frame::frame(name, &spec.title, &output) {
            if Path::new(&path).extension().is_some_and(|extension| extension == "rs") {
                assert_no_std(&path, text.parse().expect("generated text is Rust"));
            }
            write(&folder.path().join(path), &text);
        }
        // The versions that are there already, so that nothing has to be fetched.
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
        fs::copy(lock, folder.path().join("Cargo.lock")).expect("the workspace has a lock file");
        Self { name, folder }
    }

    /// Whatever a user may do with the crate works, and the facts hold.
    fn check(&self, facts: &str) {
        write(&self.folder.path().join("tests/facts.rs"), facts);
        self.succeed(&["test", "--quiet"], ("", ""));
        let lints = ["--lib", "--tests", "--", "-Dwarnings", "-Wclippy::pedantic"];
        for features in ["", "std,serde"] {
            let clippy = ["clippy", "--quiet", "--features", features];
            self.succeed(&[&clippy[..], &lints[..]].concat(), ("", ""));
        }
        for features in ["", "std,serde"] {
            self.succeed(
                &[
                    "doc",
                    "--quiet",
                    "--no-deps",
                    "--document-private-items",
                    "--features",
                    features,
                ],
                ("RUSTDOCFLAGS", "-Dwarnings"),
            );
        }
        let tree = self.succeed(&["tree", "--edges", "all", "--target", "all"], ("", ""));
        assert_eq!(tree.lines().count(), 1, "the crate depends on nothing: {tree}");
        match target_without_std() {
            Some(target) => {
                for features in ["", "serde", "alloc,serde"] {
                    let build = ["build", "--quiet", "--lib", "--features", features];
                    self.succeed(&[&build[..], &["--target", &target]].concat(), ("", ""));
                }
            }
            // Past the test harness, which hides what a test prints as long as it passes.
            None => {
                let _ = writeln!(std::io::stderr(), "skipped: no target without std is installed");
            }
        }
    }

    /// What the compiler says about a program that uses the crate.
    fn compile_error(&self, item: &str) -> String {
        let program = format!("//! Does not compile.\n{item}\nfn main() {{}}\n");
        write(&self.folder.path().join("examples/wrong.rs"), &program);
        let output = self.cargo(&["check", "--quiet", "--example", "wrong"], ("", ""));
        assert!(!output.status.success(), "{item} compiles");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    fn succeed(&self, arguments: &[&str], variable: (&str, &str)) -> String {
        let output = self.cargo(arguments, variable);
        let stdout = String::from_utf8_lossy(&output.stdout);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success(),
            "cargo {} fails for {}:\n{stdout}\n{stderr}",
            arguments.join(" "),
            self.name
        );
        stdout.into_owned()
    }

    fn cargo(&self, arguments: &[&str], variable: (&str, &str)) -> Output {
        let mut command = Command::new(env!("CARGO"));
        command.args(arguments).current_dir(self.folder.path());
        // Nothing of the settings of this run reaches the other one.
        for name in ["RUSTFLAGS", "RUSTDOCFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET"] {
            command.env_remove(name);
        }
        command.env("CARGO_NET_OFFLINE", "true");
        command.env("CARGO_TARGET_DIR", PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("emitted"));
        if !variable.0.is_empty() {
            command.env(variable.0, variable.1);
        }
        command.output().expect("cargo runs")
    }
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

/// Generated code does not name `std`, not even where it is unused, and `alloc` only in
/// the files that are about what is owned.
fn assert_no_std(path: &str, tokens: TokenStream) {
    let may_alloc = ["src/generated/mod.rs", "src/generated/owned.rs"].contains(&path);
    for token in tokens {
        match token {
            TokenTree::Group(group) => assert_no_std(path, group.stream()),
            TokenTree::Ident(ident) => {
                assert!(ident != "std" && (may_alloc || ident != "alloc"), "{path}");
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

fn target_without_std() -> Option<String> {
    let output = Command::new("rustc").args(["--print", "sysroot"]).output().ok()?;
    let sysroot = String::from_utf8(output.stdout).ok()?;
    let targets = fs::read_dir(Path::new(sysroot.trim()).join("lib/rustlib")).ok()?;
    let mut targets: Vec<_> = targets
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        // Beside the folder of a target lies the file that lists what is in it.
        .filter(|name| name.contains("-none") && !name.starts_with("manifest-"))
        .collect();
    targets.sort();
    targets.into_iter().next()
}
