//! Compiles grammars to matchers, as a user's build script would: some for the library, with the
//! engines that abnfc chooses, and all for the agreement test, as code wherever possible. Also
//! lists the matchers of every rule by name for that test, and the types of `uri` and of the
//! examples with their accessors.
//!
//! Writes into `OUT_DIR`: for the library, a module with the name of its grammar; `matchers.rs` with
//! the list and a module `code`, which has a module for each grammar; `nested.rs` with the same for
//! the nested rules of the grammars in `grammars/nested`, and for the bundled grammar of ABNF. The
//! modules of `code` share a run-time, as do those of `nested`, so that it is compiled twice and not
//! for each grammar. With feature `engines`, `engines.rs` has modules with the same rules by each engine.

#[path = "build/engines.rs"]
mod engines;
#[path = "build/lists.rs"]
mod lists;

use abnfc::automata::language::Language;
use abnfc::automata::rules::automata;
use abnfc::automata::shape::shape;
use abnfc::compile::Module;
use abnfc::grammar::RuleId;
use abnfc::limits::Limits;
use abnfc::spec::{Engine, Export, Extra, Locate, PartSpec, Parts, Spec};
use abnfc::text::bundled;
use lists::Names;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let mut modules = Vec::new();
    let mut list = String::new();
    for (file, text) in grammars() {
        let module = file.split('.').next().expect("a file name").to_owned();
        let mut judges = Vec::new();
        if OF_LIBRARY.contains(&&*module) {
            write_alone(&out, &module, &file, &text);
            judges.push(format!("judge!(::conformance::{module}::rules"));
        }
        let (rules, spec) = of_all_rules(&file, &text, Engine::Code);
        judges.push(format!("judge_inside!({module}"));
        push_entries(&mut list, &file, &[(&judges, rules)]);
        modules.push(Source { module, file, text, spec });
    }
    let modules = write(&out, "code", &modules);
    if env::var_os("CARGO_FEATURE_BENCH").is_some() {
        write_alone(&out, "semver", "semver.abnf", SEMVER);
        abnfc_build::compile("benches/formats/abnfc.toml");
    }
    if env::var_os("CARGO_FEATURE_ENGINES").is_some() {
        fs::write(out.join("engines.rs"), engines::modules(&out)).expect("OUT_DIR can be written");
    }
    let ways = [("at_once", Locate::AtOnce), ("outermost", Locate::Outermost)];
    let messages = write(&out, "messages", &ways.map(|(module, locate)| envelope(module, locate)));
    let messages = messages + "pub use messages::{at_once, outermost};\n";
    fs::write(out.join("envelope.rs"), messages).expect("OUT_DIR can be written");
    let modules_of_uri = lists::planned("../uri-gen/uri.toml");
    for planned in &modules_of_uri {
        let path = match planned.module.as_str() {
            "" => "::uri".to_owned(),
            module => format!("::uri::{module}"),
        };
        let judges = ["judge!", "judge_set!"].map(|name| [format!("{name}({path}")]);
        let [types, sets] = planned.names();
        push_entries(&mut list, &planned.file, &[(&judges[0], types), (&judges[1], sets)]);
    }
    // Templates are taken apart by operations written by hand.
    let with_accessors = modules_of_uri.iter().filter(|it| it.module != "template");
    let views = with_accessors.map(|it| match it.module.as_str() {
        "" => it.accessors("rfc2396", "uri"),
        module => it.accessors(module, module),
    });
    fs::write(out.join("views.rs"), views.collect::<String>()).expect("OUT_DIR can be written");
    fs::write(out.join("gallery.rs"), gallery()).expect("OUT_DIR can be written");
    let matchers = format!("{modules}\npub const MATCHERS: &[Matchers] = &[\n{list}];\n");
    fs::write(out.join("matchers.rs"), matchers).expect("OUT_DIR can be written");
    fs::write(out.join("nested.rs"), nested(&out)).expect("OUT_DIR can be written");
}

/// For each example, a constant with the matchers of its rules.
fn gallery() -> String {
    let gallery = lists::planned("../examples/gallery/abnfc.toml").into_iter();
    let alone = lists::planned("../examples/rfc3339/abnfc.toml").into_iter();
    let modules = gallery
        .map(|it| (format!("gallery::{}", it.module), it.module.clone(), it))
        .chain(alone.map(|it| ("abnf_rfc3339".to_owned(), "rfc3339".to_owned(), it)));
    let mut list = String::new();
    for (path, name, planned) in modules {
        writeln!(list, "pub(crate) const {}: Matchers = &[", name.to_ascii_uppercase()).unwrap();
        for (judge, names) in ["judge", "judge_set"].into_iter().zip(planned.names()) {
            for (rule, type_name) in names {
                writeln!(list, "({rule:?}, {judge}!({path}::{type_name})),").unwrap();
            }
        }
        list += "];\n";
    }
    list
}

/// The nested rules of the grammars in `grammars/nested`, each with a judge: a module for each
/// grammar, and the list.
fn nested(out: &Path) -> String {
    let (mut modules, mut list) = (Vec::new(), String::new());
    let mut files: Vec<PathBuf> = fs::read_dir("grammars/nested")
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    files.sort();
    for path in files {
        let file = path.file_name().expect("a file").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("text");
        let mut spec =
            Spec { title: file.clone(), extras: [Extra::Push].into(), ..Spec::default() };
        let read = abnfc::read(&file, text.as_bytes(), &[], &spec.read);
        let grammar = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
        let rules: Vec<RuleId> = grammar.own_rules().map(|(id, _)| id).collect();
        let automata = automata(&grammar, &shape(&grammar), &rules, &Limits::default());
        let mut judges = String::new();
        let module = file.trim_end_matches(".abnf").to_owned();
        for rule in rules {
            let judge = match automata.language(rule) {
                Ok(Language::Nested(..)) => "judge_with_stack",
                Ok(Language::General(..)) => "judge_in_general",
                _ => continue,
            };
            let (name, number) = (grammar[rule].name.as_str(), spec.exports.len());
            writeln!(judges, "({name:?}, {judge}!(nested::{module}::Rule{number}) as Judge),")
                .unwrap();
            let type_name = Some(format!("Rule{number}"));
            spec.exports.push(Export { rule: name.to_owned(), type_name, ..Export::default() });
        }
        writeln!(list, "({file:?}, &[{judges}]),").unwrap();
        modules.push(Source { module, file, text, spec });
    }
    modules.push(bundled_abnf());
    let modules = write(out, "nested", &modules);
    format!("{modules}\npub(crate) const NESTED: &[(&str, &[(&str, Judge)])] = &[\n{list}];\n")
}

/// The bundled grammar of ABNF, as one more module.
fn bundled_abnf() -> Source {
    let grammar = bundled::find("rfc7405").expect("it is bundled");
    let export = Export { rule: "rulelist".to_owned(), ..Export::default() };
    let spec = Spec { imports: grammar.imports(), exports: vec![export], ..Spec::default() };
    let (file, text) = (grammar.name.to_owned(), grammar.text.to_owned());
    Source { module: "bundled_abnf".to_owned(), file, text, spec }
}

/// The grammars that no crate of the workspace is generated from: name and text.
fn grammars() -> Vec<(String, String)> {
    let folder = Path::new("grammars");
    println!("cargo::rerun-if-changed=grammars");
    let mut grammars = vec![("rfc2396.bnf".to_owned(), uri_gen::RFC2396.to_owned())];
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            continue;
        }
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        grammars.push((name, fs::read_to_string(path).expect("text")));
    }
    grammars.sort();
    grammars
}

/// The grammars whose matchers are modules of the library, because other tests use them too.
const OF_LIBRARY: &[&str] = &["rfc3339", "rfc3986"];

/// The names of the types that are called by name.
const NAMES: &[(&str, &str)] = &[
    ("URI-reference", "UriReference"),
    ("scheme", "Scheme"),
    ("host", "Host"),
    ("port", "Port"),
    ("query", "Query"),
    ("fragment", "Fragment"),
    ("date-time", "DateTime"),
    ("version", "Version"),
];

/// Crates that only the benchmark uses.
const SEMVER: &str = include_str!("benches/semver.abnf");

/// The parts of a reference of RFC 3986.
const PARTS: &[(&str, &[&str])] = &[
    ("scheme", &["scheme"]),
    ("host", &["host"]),
    ("port", &["port"]),
    ("path", &["path-abempty", "path-absolute", "path-noscheme", "path-rootless", "path-empty"]),
    ("query", &["query"]),
    ("fragment", &["fragment"]),
];

/// A grammar that becomes a module.
struct Source {
    module: String,
    file: String,
    text: String,
    spec: Spec,
}

impl Source {
    fn module(&self) -> Module<'_> {
        let Self { module, file: name, text, spec } = self;
        Module { module, name, bytes: text.as_bytes(), spec }
    }
}

/// The names and types of all rules, and settings that export them.
fn of_all_rules(file: &str, text: &str, engine: Engine) -> (Names, Spec) {
    let mut spec = Spec {
        title: file.to_owned(),
        extras: [Extra::Lines, Extra::Push].into(),
        ..Spec::default()
    };
    let read = abnfc::read(file, text.as_bytes(), &[], &spec.read)
        .unwrap_or_else(|errors| panic!("{errors}"));
    let names = read.resolved.own_rules().map(|(_, rule)| rule.name.as_str().to_owned());
    let type_name = |(i, rule): (usize, String)| {
        let known = NAMES.iter().find(|(name, _)| *name == rule);
        (rule, known.map_or_else(|| format!("Rule{i}"), |(_, name)| (*name).to_owned()))
    };
    let rules: Vec<_> = names.enumerate().map(type_name).collect();
    spec.exports = rules
        .iter()
        .map(|(rule, name)| Export {
            rule: rule.clone(),
            type_name: Some(name.clone()),
            parts: if file == "rfc3986.abnf" && name == "UriReference" {
                Parts::Listed(PARTS.iter().map(part).collect())
            } else {
                Parts::default()
            },
            engine,
            // It is a part of other rules, and its own parts are rarely needed.
            locate: if file == "rfc3986.abnf" && name == "Host" {
                Locate::OnDemand
            } else {
                Locate::AtOnce
            },
            ..Export::default()
        })
        .collect();
    (rules, spec)
}

/// The parts of a message, including parts inside other parts.
const OF_MESSAGE: &[&str] = &["envelope", "to", "from", "body", "head", "tail"];

/// The grammar of messages with this way to locate parts.
fn envelope(module: &str, locate: Locate) -> Source {
    let text = fs::read_to_string("grammars/envelope.abnf").expect("it is there");
    let exports =
        OF_MESSAGE.iter().map(|rule| Export { rule: (*rule).into(), ..Export::default() });
    let parts = OF_MESSAGE.iter().map(|&rule| part(&(rule, &[rule]))).collect();
    let message = Export {
        rule: "message".to_owned(),
        parts: Parts::Listed(parts),
        locate,
        ..Export::default()
    };
    let exports = exports.chain([message]).collect();
    let file = "envelope.abnf".to_owned();
    let spec = Spec { title: file.clone(), exports, ..Spec::default() };
    Source { module: module.to_owned(), file, text, spec }
}

/// Writes the module of a grammar for the library, with a run-time of its own as in a crate of a
/// user.
fn write_alone(out: &Path, module: &str, file: &str, text: &str) {
    let (_, spec) = of_all_rules(file, text, Engine::Auto);
    let (file, text) = (file.to_owned(), text.to_owned());
    let line = write(out, module, &[Source { module: String::new(), file, text, spec }]);
    let line = line + &format!("pub use {module}::*;\n");
    fs::write(out.join(module).with_extension("rs"), line).expect("OUT_DIR can be written");
}

/// Compiles grammars to modules of a module; returns its declaration.
fn write(out: &Path, module: &str, sources: &[Source]) -> String {
    let modules: Vec<Module<'_>> = sources.iter().map(Source::module).collect();
    let output = abnfc::compile::compile_modules(&modules);
    let files = output.unwrap_or_else(|errors| panic!("{errors}")).files;
    let folder = out.join(module);
    // An earlier run may have left files that are no longer written.
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("OUT_DIR can be written");
    }
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("in a folder")).expect("OUT_DIR can be written");
        fs::write(path, text).expect("OUT_DIR can be written");
    }
    let path = folder.join("mod.rs");
    let path = path.to_str().expect("the path of the workspace is text");
    format!("#[path = {path:?}]\npub mod {module};\n")
}

fn part(&(name, rules): &(&str, &[&str])) -> PartSpec {
    let rules = rules.iter().map(|&rule| rule.to_owned()).collect();
    PartSpec { name: name.to_owned(), rules, ..PartSpec::default() }
}

/// Rules, each with the name of its type, and their judges: macros without the name of the
/// type and the closing parenthesis.
type Judged<'a> = (&'a [String], Names);

/// Adds a grammar.
fn push_entries(list: &mut String, file: &str, all: &[Judged<'_>]) {
    writeln!(list, "Matchers {{ file: {file:?}, rules: &[").unwrap();
    for (judges, rules) in all {
        for (rule, name) in rules {
            write!(list, "({rule:?}, &[").unwrap();
            for judge in *judges {
                write!(list, "{judge}::{name}) as Judge,").unwrap();
            }
            writeln!(list, "]),").unwrap();
        }
    }
    writeln!(list, "] }},").unwrap();
}
