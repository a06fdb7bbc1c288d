//! Compiles, tests, lints and documents the crates of small grammars, as their
//! users would.

use abnfc::back::scaffold;
use abnfc::spec::{
    CargoFeature, Engine, Export, Extra, FloatType, ForeignType, IntegerType, PartSpec, Parts,
    Spec, ValueSpec,
};
use abnfc::{Module, compile_modules};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The lints of clippy; generated code passes more than its defaults.
const LINTS: [&str; 5] = ["--lib", "--tests", "--", "-Dwarnings", "-Wclippy::pedantic"];

/// Users can test, lint and document the crates, and the facts hold. The crates are one workspace,
/// so that cargo builds several at a time, and shared dependencies once.
#[test]
#[ignore = "builds sixteen crates in several ways, which takes minutes; part of CI"]
fn crates_work() {
    let room = Room::new(&packages());
    room.succeed(&["test", "--quiet", "--workspace"], "");
    // With vector instructions, if the machine has them, and with columns.
    let with_simd = ["test", "--quiet", "--workspace", "--features", "simd,std,columns"];
    // The examples in the documentation do not depend on these features.
    room.succeed(&[&with_simd[..], &["--lib", "--tests"]].concat(), "");
    for package in ["emitted-owned", "emitted-random", "emitted-structured"] {
        room.succeed(&["test", "--quiet", "--package", package, "--all-features"], "");
    }
    let structured = ["test", "--quiet", "--package", "emitted-structured"];
    room.succeed(&[&structured[..], &["--features", "serde"]].concat(), "");
    for features in [&[][..], &["--all-features"]] {
        let clippy = ["clippy", "--quiet", "--workspace"];
        room.succeed(&[&clippy[..], features, &LINTS].concat(), "");
        let doc = ["doc", "--quiet", "--workspace", "--no-deps", "--document-private-items"];
        room.succeed(&[&doc[..], features].concat(), "-Dwarnings");
    }
    // Without tests, more items can be unused.
    let alone = ["clippy", "--quiet", "--package", "emitted-owned", "--features"];
    for feature in [
        "alloc",
        "serde",
        "simd",
        "simd,std",
        "columns",
        "proptest",
        "arbitrary",
        "conform",
        "conform,proptest",
    ] {
        room.succeed(&[&alone[..], &[feature, "--", "-Dwarnings"]].concat(), "");
    }
    let tree = ["tree", "--edges", "all", "--target", "all", "--prefix", "none", "--workspace"];
    // Only the tests of these packages have dependencies.
    let without = ["--exclude", "emitted-owned", "--exclude", "emitted-structured"];
    let tree = room.succeed(&[&tree[..], &without].concat(), "");
    let others = tree.lines().filter(|line| !line.is_empty() && !line.starts_with("emitted-"));
    assert_eq!(others.count(), 0, "the crates depend on nothing: {tree}");
    match target_without_std() {
        Some(target) => {
            for features in ["", "alloc,columns,serde,simd"] {
                let build = ["build", "--quiet", "--workspace", "--lib", "--target", &target];
                room.succeed(&[&build[..], &["--features", features]].concat(), "");
            }
        }
        // Written to standard error itself, because the test harness hides the output of tests that
        // pass.
        None => {
            let _ = writeln!(std::io::stderr(), "skipped: no target without std is installed");
        }
    }
    let error = room.compile_error(
        "emitted-ascii",
        "const _: emitted_ascii::Host = emitted_ascii::Host::new(\"a.b_\");",
    );
    assert!(error.contains("invalid hostname at byte 3"), "{error}");
    let error = room.compile_error(
        "emitted-parts",
        "const _: emitted_parts::Server = emitted_parts::Server::new(\"a:x\");",
    );
    assert!(error.contains("invalid port at byte 2"), "{error}");
}

#[test]
fn modules_share_the_runtime() {
    let package = modules();
    assert!(package.files.contains_key("src/generated/runtime/error.rs"));
    assert!(!package.files.contains_key("src/generated/other/runtime/error.rs"));
}

/// Automata as code, and the file with `unsafe` code that they need, are emitted unless the spec
/// forbids them.
#[test]
fn code_is_made_unless_the_spec_forbids_it() {
    let text = include_str!("emitted/parts.abnf");
    for (engine, expected) in
        [(Engine::Table, false), (Engine::Shift, false), (Engine::Auto, true), (Engine::Code, true)]
    {
        let spec = Spec { engine, ..Spec::default() };
        let package = Package::new("emitted-parts", &[("", text)], &spec, "");
        for path in ["src/generated/code/runs.rs", "src/generated/runtime/simd.rs"] {
            assert_eq!(package.files.contains_key(path), expected, "{engine:?}: {path}");
        }
    }
}

fn packages() -> [Package; 16] {
    let ascii = include_str!("emitted/ascii.abnf");
    let octets = include_str!("emitted/octets.abnf");
    let utf8 = include_str!("emitted/utf8.abnf");
    let parts = include_str!("emitted/parts.abnf");
    let facts = include_str!("emitted/parts.rs");
    let of_code = facts.replace("emitted_parts", "emitted_code");
    let all = Spec::default();
    let code = Spec { engine: Engine::Code, ..Spec::default() };
    [
        Package::new("emitted-ascii", &[("", ascii)], &all, include_str!("emitted/ascii.rs")),
        Package::new("emitted-octets", &[("", octets)], &code, include_str!("emitted/octets.rs")),
        Package::new("emitted-utf8", &[("", utf8)], &all, include_str!("emitted/utf8.rs")),
        Package::new("emitted-parts", &[("", parts)], &all, facts),
        Package::new("emitted-code", &[("", parts)], &code, &of_code),
        Package::new(
            "emitted-names",
            &[("", include_str!("emitted/names.abnf"))],
            &code,
            include_str!("emitted/names.rs"),
        ),
        Package::new(
            "emitted-nested",
            &[("", include_str!("emitted/nested.abnf"))],
            &all,
            include_str!("emitted/nested.rs"),
        ),
        repeated(),
        owned(),
        random(),
        values(),
        decoded(),
        structured(),
        restricted(),
        readers(),
        modules(),
    ]
}

fn repeated() -> Package {
    let union = |name: &str, rules: &[&str], type_name: Option<&str>| {
        Parts::Listed(vec![PartSpec {
            name: name.to_owned(),
            rules: rules.iter().map(|&rule| rule.to_owned()).collect(),
            type_name: type_name.map(str::to_owned),
            ..PartSpec::default()
        }])
    };
    let parts = |rule: &str| match rule {
        "host" => union("names", &["top", "label"], Some("Name")),
        "record" => union("fields", &["blob", "key"], Some("RecordField")),
        "nest" => union("nodes", &["leaf", "group"], Some("Node")),
        "quoted" => deep("mark right pair lead wrapped left"),
        "wrapped" => deep("mark left lead pair right"),
        "pair" => union("side", &["left", "right"], None),
        _ => Parts::Direct,
    };
    let names = "list item key value host label top record blob nest group leaf late word letters \
                 unknown unknown-words quoted wrapped lead pair left right mark shared digits";
    let export =
        |rule: &str| Export { rule: rule.to_owned(), parts: parts(rule), ..Export::default() };
    let spec = Spec { exports: names.split(' ').map(export).collect(), ..Spec::default() };
    let text = include_str!("emitted/repeated.abnf");
    let facts = include_str!("emitted/repeated.rs");
    Package::new("emitted-repeated", &[("", text)], &spec, facts)
}

/// Parts of one rule each, at any depth.
fn deep(names: &str) -> Parts {
    let part = |name: &str| PartSpec {
        name: name.to_owned(),
        rules: vec![name.to_owned()],
        ..PartSpec::default()
    };
    Parts::Listed(names.split(' ').map(part).collect())
}

/// The crate whose facts need all features.
fn owned() -> Package {
    let text = include_str!("emitted/owned.abnf");
    let facts = include_str!("emitted/owned.rs");
    let features = CargoFeature::OPTIONAL.into();
    let spec = Spec { engine: Engine::Code, features, ..Spec::default() };
    let mut package = Package::new("emitted-owned", &[("", text)], &spec, facts);
    package.files.get_mut("Cargo.toml").expect("a crate has a manifest").push_str(
        "\n[dev-dependencies]\nserde_json = \"1\"\n\n\
         [[test]]\nname = \"facts\"\nrequired-features = [\"std\", \"serde\"]\n",
    );
    package
}

/// The crate whose facts need the features of generators.
fn random() -> Package {
    let text = include_str!("emitted/random.abnf");
    let facts = include_str!("emitted/random.rs");
    let spec = Spec { features: CargoFeature::OPTIONAL.into(), ..Spec::default() };
    let mut package = Package::new("emitted-random", &[("", text)], &spec, facts);
    package.files.get_mut("Cargo.toml").expect("a crate has a manifest").push_str(
        "\n[[test]]\nname = \"facts\"\nrequired-features = [\"proptest\", \"arbitrary\"]\n",
    );
    package
}

fn values() -> Package {
    let integer = |ty, radix| ValueSpec::Integer { ty, radix, separator: None };
    let value = |rule: &str| match rule {
        "least" => integer(IntegerType::I8, 10),
        "word" => integer(IntegerType::U32, 36),
        "huge" => integer(IntegerType::I128, 16),
        "bits" => integer(IntegerType::U8, 2),
        "plus" => integer(IntegerType::U16, 10),
        "ratio" | "power" => ValueSpec::Float(FloatType::F64),
        "padded" => ValueSpec::Float(FloatType::F32),
        "mixed" => integer(IntegerType::U16, 16),
        "address" => ValueSpec::Foreign(ForeignType::new("core::net::Ipv4Addr".to_owned())),
        "code" => ValueSpec::Text,
        _ => ValueSpec::Inferred,
    };
    let names = "year month day month-of-31 date least word huge bits plus ratio address code clock hour \
                 mask reading label item tag time setting kind measure padded mixed power";
    let export =
        |rule: &str| Export { rule: rule.to_owned(), value: value(rule), ..Export::default() };
    let spec = Spec { exports: names.split(' ').map(export).collect(), ..Spec::default() };
    let text = include_str!("emitted/values.abnf");
    Package::new("emitted-values", &[("", text)], &spec, include_str!("emitted/values.rs"))
}

fn decoded() -> Package {
    let spec = include_bytes!("emitted/decoded.toml");
    let file = abnfc::spec_file::read("decoded.toml", spec).unwrap_or_else(|why| panic!("{why}"));
    let spec = file.spec(&file.grammars[0], Vec::new(), "");
    let spec = Spec { features: [CargoFeature::Serde].into(), ..spec };
    let text = include_str!("emitted/decoded.abnf");
    Package::new("emitted-decoded", &[("", text)], &spec, include_str!("emitted/decoded.rs"))
}

/// Its facts need the feature `serde`.
fn structured() -> Package {
    let file = abnfc::spec_file::read("structured.toml", include_bytes!("emitted/structured.toml"));
    let file = file.unwrap_or_else(|errors| panic!("{errors}"));
    let spec = file.spec(&file.grammars[0], Vec::new(), "");
    let spec = Spec { features: [CargoFeature::Serde].into(), ..spec };
    let text = include_str!("emitted/structured.abnf");
    let facts = include_str!("emitted/structured.rs");
    let mut package = Package::new("emitted-structured", &[("", text)], &spec, facts);
    package.files.get_mut("Cargo.toml").expect("a crate has a manifest").push_str(
        "\n[dev-dependencies]\n\
         postcard = { version = \"1\", default-features = false, features = [\"alloc\"] }\n\
         serde = { version = \"1\", features = [\"derive\"] }\n\
         serde_json = \"1\"\n\n\
         [[test]]\nname = \"facts\"\nrequired-features = [\"serde\"]\n",
    );
    package
}

fn restricted() -> Package {
    let file = abnfc::spec_file::read("restricted.toml", include_bytes!("emitted/restricted.toml"));
    let file = file.unwrap_or_else(|errors| panic!("{errors}"));
    let spec = file.spec(&file.grammars[0], Vec::new(), "");
    let text = include_str!("emitted/restricted.abnf");
    Package::new("emitted-restricted", &[("", text)], &spec, include_str!("emitted/restricted.rs"))
}

fn readers() -> Package {
    let file = abnfc::spec_file::read("readers.toml", include_bytes!("emitted/readers.toml"));
    let file = file.unwrap_or_else(|errors| panic!("{errors}"));
    let spec = file.spec(&file.grammars[0], Vec::new(), "");
    let text = include_str!("emitted/readers.abnf");
    Package::new("emitted-readers", &[("", text)], &spec, include_str!("emitted/readers.rs"))
}

fn modules() -> Package {
    let grammars = [
        ("", "label = 1*ALPHA\nnumber = 1*DIGIT\n"),
        (
            "other",
            "word = 1*ALPHA\nlabel = 1*HEXDIG\nflag = item [ \"=\" value ]\nitem = 2BIT\nvalue = *BIT\n",
        ),
        // The same, in two modules that do not see each other.
        ("third", "digits = 1*DIGIT\nflag = item [ \"=\" value ]\nitem = 2BIT\nvalue = *BIT\n"),
        // Every rule has parts, so that there is no automaton without them.
        ("sizes", "size = \"s\" / \"xs\"\n"),
        // Nested rules that match nothing, so that there is nothing to put onto the stack.
        ("void", "one = \"a\" two\ntwo = \"b\" one\n"),
    ];
    let facts = include_str!("emitted/modules.rs");
    Package::new("emitted-modules", &grammars, &Spec::default(), facts)
}

/// The files of a crate, by their paths.
pub(crate) struct Package {
    pub(crate) name: &'static str,
    pub(crate) files: BTreeMap<String, String>,
}

impl Package {
    /// Makes the files of a crate, with a test of facts about it.
    fn new(name: &'static str, grammars: &[(&str, &str)], spec: &Spec, facts: &str) -> Self {
        let columns = CargoFeature::Columns;
        let spec = Spec {
            title: "a <small> grammar_for tests".to_owned(),
            crate_name: scaffold::crate_name(name),
            extras: [Extra::Lines, Extra::Push].into(),
            features: spec.features.iter().copied().chain([columns]).collect(),
            ..spec.clone()
        };
        let modules: Vec<_> = grammars
            .iter()
            .map(|&(module, text)| Module { module, name, bytes: text.as_bytes(), spec: &spec })
            .collect();
        let output = compile_modules(&modules).unwrap_or_else(|errors| panic!("{errors}"));
        let krate = scaffold::Crate {
            name,
            title: &spec.title,
            package: &abnfc::spec::Package::default(),
            features: &output.cargo_features,
        };
        let mut files = scaffold::scaffold(&krate, &output.files, output.example.as_deref());
        // If rules are called `std` and `alloc`, so are modules and methods.
        let checked = files.iter().filter(|_| name != "emitted-names");
        for (path, text) in checked {
            if Path::new(path).extension().is_some_and(|extension| extension == "rs") {
                assert_no_std(path, text.parse().expect("generated text is Rust"));
            }
        }
        files.insert("tests/facts.rs".to_owned(), facts.to_owned());
        Self { name, files }
    }
}

/// A workspace of crates in a temporary folder.
pub(crate) struct Room(tempfile::TempDir);

impl Room {
    pub(crate) fn new(packages: &[Package]) -> Self {
        let room = Self(tempfile::tempdir().expect("a temporary folder"));
        room.write("Cargo.toml", "[workspace]\nresolver = \"3\"\nmembers = [\"*\"]\n");
        for package in packages {
            for (path, text) in &package.files {
                room.write(&format!("{}/{path}", package.name), text);
            }
        }
        // Use the versions that are present, so that nothing is downloaded.
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
        fs::copy(lock, room.0.path().join("Cargo.lock")).expect("the workspace has a lock file");
        room
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    /// Returns the message of the compiler about a program that uses the crate.
    fn compile_error(&self, package: &str, item: &str) -> String {
        let program = format!("//! Does not compile.\n{item}\nfn main() {{}}\n");
        self.write(&format!("{package}/examples/wrong.rs"), &program);
        let check = ["check", "--quiet", "--package", package, "--example", "wrong"];
        let output = self.cargo(&check, "");
        assert!(!output.status.success(), "{item} compiles");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    pub(crate) fn succeed(&self, arguments: &[&str], doc_flags: &str) -> String {
        let output = self.cargo(arguments, doc_flags);
        let stdout = String::from_utf8_lossy(&output.stdout);
        let stderr = String::from_utf8_lossy(&output.stderr);
        let arguments = arguments.join(" ");
        assert!(output.status.success(), "cargo {arguments} fails:\n{stdout}\n{stderr}");
        stdout.into_owned()
    }

    fn cargo(&self, arguments: &[&str], doc_flags: &str) -> Output {
        let mut command = Command::new(env!("CARGO"));
        command.args(arguments).current_dir(self.0.path());
        // The settings of this run must not affect the inner one.
        for name in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET"] {
            command.env_remove(name);
        }
        command.env("CARGO_NET_OFFLINE", "true");
        // Each crate is built once, and never debugged.
        command.env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
        command.env("RUSTDOCFLAGS", doc_flags);
        command.env("CARGO_TARGET_DIR", PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("emitted"));
        command.output().expect("cargo runs")
    }
}

/// Generated code does not name `std`, even if unused, except to detect features of the processor
/// and in implementations for crates that need `std`. It names `alloc` only in files about owned
/// values.
fn assert_no_std(path: &str, tokens: TokenStream) {
    let of_std = "arbitrary.rs conform.rs mod.rs simd.rs";
    let may_std = of_std.split(' ').any(|file| path == format!("src/generated/runtime/{file}"));
    let owned = "arbitrary.rs chart.rs collected.rs conform.rs datum.rs decimals.rs decoding.rs derivation.rs detours.rs direct.rs encoded.rs \
                 encoder.rs encoder_search.rs fillers.rs fractions.rs graph.rs item_set.rs lookahead.rs mod.rs \
                 node_data.rs node_direct.rs node_types.rs node_writing.rs notation.rs numerals.rs \
                 owned.rs prediction.rs proptest.rs pruning.rs random.rs records.rs search.rs \
                 serde.rs spellings.rs stacks.rs tree.rs unit.rs write_error.rs writing.rs";
    let may_alloc = owned.split(' ').any(|file| path == format!("src/generated/runtime/{file}"))
        || path.starts_with("src/generated/types")
        || path == "src/generated/values.rs";
    for token in tokens {
        match token {
            TokenTree::Group(group) => assert_no_std(path, group.stream()),
            TokenTree::Ident(ident) => {
                assert!((may_std || ident != "std") && (may_alloc || ident != "alloc"), "{path}");
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
        // The folder of a target has a manifest beside it.
        .filter(|name| name.contains("-none") && !name.starts_with("manifest-"))
        .collect();
    targets.sort();
    targets.into_iter().next()
}
