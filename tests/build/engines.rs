//! The rules that the program `engines` reads by each engine: a module for each engine, with a module for
//! each grammar.

use crate::{SEMVER, Source, part, write};
use abnfc::spec::{Engine, Export, Extra, Import, Parts, Spec};
use abnfc::text::bundled;
use std::path::Path;

/// The engines and the names of their modules.
const ENGINES: [(&str, Engine); 4] = [
    ("by_table", Engine::Table),
    ("by_shift", Engine::Shift),
    ("by_default", Engine::Auto),
    ("by_code", Engine::Code),
];

/// The addresses of the examples.
const PLAIN: &str = include_str!("../../examples/gallery/grammar/plain.abnf");

/// A module, its grammar, a rule, and the parts of the rule with their names.
type Subject =
    (&'static str, &'static str, &'static str, &'static [(&'static str, &'static [&'static str])]);

/// Those of bundled grammars.
const SUBJECTS: [Subject; 9] = [
    (
        "uris",
        "rfc3986",
        "URI-reference",
        &[
            ("scheme", &["scheme"]),
            ("userinfo", &["userinfo"]),
            ("host", &["host"]),
            ("port", &["port"]),
            ("query", &["query"]),
            ("fragment", &["fragment"]),
        ],
    ),
    (
        "iris",
        "rfc3987",
        "IRI-reference",
        &[
            ("scheme", &["scheme"]),
            ("userinfo", &["iuserinfo"]),
            ("host", &["ihost"]),
            ("port", &["port"]),
            ("query", &["iquery"]),
            ("fragment", &["ifragment"]),
        ],
    ),
    (
        "tags",
        "rfc5646",
        "Language-Tag",
        &[("language", &["language"]), ("script", &["script"]), ("region", &["region"])],
    ),
    (
        "times",
        "rfc3339",
        "date-time",
        &[
            ("full-date", &["full-date"]),
            ("time-secfrac", &["time-secfrac"]),
            ("time-offset", &["time-offset"]),
        ],
    ),
    (
        "media_types",
        "rfc9110",
        "Content-Type",
        &[("main-type", &["type"]), ("subtype", &["subtype"])],
    ),
    (
        "cookies",
        "rfc6265",
        "set-cookie-string",
        &[("cookie-name", &["cookie-name"]), ("cookie-value", &["cookie-value"])],
    ),
    (
        "urns",
        "rfc8141",
        "namestring",
        &[("nid", &["NID"]), ("nss", &["NSS"]), ("f-component", &["f-component"])],
    ),
    ("pointers", "rfc6901", "json-pointer", &[]),
    ("json", "rfc8259", "JSON-text", &[]),
];

/// Writes the modules; returns their declarations.
pub(crate) fn modules(out: &Path) -> String {
    ENGINES.map(|(module, engine)| write(out, module, &sources(engine))).concat()
}

fn sources(engine: Engine) -> Vec<Source> {
    let mail = bundled::find("rfc5322").expect("it is bundled");
    let versions = [
        ("major", &["major"][..]),
        ("minor", &["minor"]),
        ("patch", &["patch"]),
        ("pre-release", &["pre-release"]),
        ("build", &["build"]),
    ];
    let addresses = [("local-part", &["local-part"][..]), ("domain", &["domain"])];
    let imports = vec![mail.import("MAIL", &["atext", "dot-atom-text"])];
    let mut sources: Vec<Source> = SUBJECTS
        .iter()
        .map(|&(module, grammar, rule, parts)| {
            let grammar = bundled::find(grammar).expect("it is bundled");
            source((module, grammar.text, grammar.imports()), rule, parts, engine)
        })
        .collect();
    sources.push(source(("versions", SEMVER, Vec::new()), "version", &versions, engine));
    sources.push(source(("addresses", PLAIN, imports), "addr-spec", &addresses, engine));
    sources
}

fn source(
    (module, text, imports): (&str, &str, Vec<Import>),
    rule: &str,
    parts: &[(&str, &[&str])],
    engine: Engine,
) -> Source {
    let export = |rule: &str| Export { rule: rule.to_owned(), engine, ..Export::default() };
    let whole = Export {
        type_name: Some("Whole".to_owned()),
        parts: Parts::Listed(parts.iter().map(part).collect()),
        ..export(rule)
    };
    let exports = parts.iter().flat_map(|(_, rules)| rules.iter()).map(|rule| export(rule));
    let exports = std::iter::once(whole).chain(exports).collect();
    let extras = [Extra::Push].into();
    let spec = Spec { title: module.to_owned(), imports, exports, extras, ..Spec::default() };
    Source { module: module.to_owned(), file: module.to_owned(), text: text.to_owned(), spec }
}
