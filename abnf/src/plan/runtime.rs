//! The run-time of generated code, cut to what the rules need.
//!
//! The run-time is a package of its own, `abnfc-runtime`, which exposes its sources.
//! Code that only some rules need has a `cfg` attribute with a feature of that package. This module
//! evaluates these features, so that an emitted crate has neither the code nor the
//! feature. The names that generated code must not use are read from the same files.

mod condition;
mod cut;

use self::cut::{cut, indent};
use crate::spec::CargoFeature;
use abnfc_runtime::files::FILES;
use proc_macro2::TokenStream;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// The module that declares the others; it becomes `mod.rs`.
const ROOT: &str = "lib";

/// The feature of the run-time that no emitted crate has.
const COMPILER: &str = "compiler";

/// A feature of the run-time that the compiler evaluates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Feature {
    /// Rules over `[u8]`.
    Bytes,
    /// Tables whose rows are written as changes of earlier rows.
    Changes,
    /// Texts that are characters.
    Characters,
    /// Data of several alternatives that becomes text.
    Choices,
    /// Automata as code.
    Code,
    /// Characters beyond ASCII that code reads at once.
    CodePoints,
    /// Iterators that store all occurrences.
    Collected,
    /// Texts whose pieces have meanings.
    Decoded,
    /// Edges of tables with actions.
    Edges,
    /// Rules that match the empty text.
    Empty,
    /// Values that become texts whose pieces have meanings.
    Encoded,
    /// Texts that may have no value although their pieces have meanings.
    Fallible,
    /// Texts that are numbers with a fraction.
    Floats,
    /// Texts that types of other crates read.
    Foreign,
    /// Nested rules that need the general engine.
    General,
    /// Texts that are integers.
    Integers,
    /// Sets of items, for the general engine and trees.
    Items,
    /// Shifts after layers for the first bytes.
    Layers,
    /// Many texts in one buffer.
    Lines,
    /// Tables of up to 256 states and edges.
    Narrow,
    /// Nested rules.
    Nested,
    /// The data of recursive rules.
    NodeData,
    /// Data of recursive rules that becomes text.
    NodeWriters,
    /// Rules with parts.
    Parts,
    /// Tables whose rows are written in full.
    Plain,
    /// Text that arrives in pieces.
    Push,
    /// Parts that may occur more than once.
    Repeated,
    /// Bytes that lead a state back to itself.
    Runs,
    /// Texts that are integers, characters, bytes or truth values.
    Scalars,
    /// Automata whose states are shifts.
    Shift,
    /// The names of slots.
    Slots,
    /// Automata that share a table and differ in their start.
    Starts,
    /// Data that is read in one pass.
    Readers,
    /// The data of rules with parts.
    Records,
    /// Tables of parts that also match, without their lists.
    Targets,
    /// Rules over `str`.
    Text,
    /// Derivations of texts.
    Trees,
    /// Parts of several rules.
    Unions,
    /// Texts that are numbers, or that other types read.
    Values,
    /// Walks through tables that skip runs or act on edges.
    Walk,
    /// Tables of more than 256 states and edges.
    Wide,
    /// Data that becomes text.
    Writers,
}

impl Feature {
    /// All of them.
    pub(crate) const ALL: [Self; 42] = [
        Self::Bytes,
        Self::Changes,
        Self::Characters,
        Self::Choices,
        Self::Code,
        Self::CodePoints,
        Self::Collected,
        Self::Decoded,
        Self::Edges,
        Self::Empty,
        Self::Encoded,
        Self::Fallible,
        Self::Floats,
        Self::Foreign,
        Self::General,
        Self::Integers,
        Self::Items,
        Self::Layers,
        Self::Lines,
        Self::Narrow,
        Self::Nested,
        Self::NodeData,
        Self::NodeWriters,
        Self::Parts,
        Self::Plain,
        Self::Push,
        Self::Readers,
        Self::Records,
        Self::Repeated,
        Self::Runs,
        Self::Scalars,
        Self::Shift,
        Self::Slots,
        Self::Starts,
        Self::Targets,
        Self::Text,
        Self::Trees,
        Self::Unions,
        Self::Values,
        Self::Walk,
        Self::Wide,
        Self::Writers,
    ];

    /// The name in the run-time's manifest.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Changes => "changes",
            Self::Characters => "characters",
            Self::Choices => "choices",
            Self::Code => "code",
            Self::CodePoints => "code_points",
            Self::Collected => "collected",
            Self::Decoded => "decoded",
            Self::Edges => "edges",
            Self::Empty => "empty",
            Self::Encoded => "encoded",
            Self::Fallible => "fallible",
            Self::Floats => "floats",
            Self::Foreign => "foreign",
            Self::General => "general",
            Self::Integers => "integers",
            Self::Items => "items",
            Self::Layers => "layers",
            Self::Lines => "lines",
            Self::Narrow => "narrow",
            Self::Nested => "nested",
            Self::NodeData => "node_data",
            Self::NodeWriters => "node_writers",
            Self::Parts => "parts",
            Self::Plain => "plain",
            Self::Push => "push",
            Self::Readers => "readers",
            Self::Records => "records",
            Self::Repeated => "repeated",
            Self::Runs => "runs",
            Self::Scalars => "scalars",
            Self::Shift => "shift",
            Self::Slots => "slots",
            Self::Starts => "starts",
            Self::Targets => "targets",
            Self::Text => "text",
            Self::Trees => "trees",
            Self::Unions => "unions",
            Self::Values => "values",
            Self::Walk => "walk",
            Self::Wide => "wide",
            Self::Writers => "writers",
        }
    }
}

/// The contents of the run-time in an emitted crate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contents {
    /// The features that the compiler evaluates.
    pub(crate) features: BTreeSet<Feature>,
    /// The Cargo features that the crate declares.
    pub(crate) cargo_features: BTreeSet<CargoFeature>,
}

/// The files of the run-time with these contents, by their names.
pub(crate) fn runtime(contents: &Contents) -> BTreeMap<String, String> {
    let root = cut(root(), contents);
    let declared = modules(&root);
    let files = FILES.iter().filter(|(module, _)| declared.contains(module));
    let files = files.map(|(module, text)| (format!("{module}.rs"), cut(text, contents)));
    let files: BTreeMap<String, String> = files.collect();
    files.into_iter().chain([("mod.rs".to_owned(), root.clone())]).collect()
}

/// The text of the module that declares the others.
fn root() -> &'static str {
    let found = FILES.iter().find(|(module, _)| *module == ROOT);
    found.expect("the run-time has a root").1
}

/// The types that the root of generated code exports beside those of the rules, whatever
/// the rules need.
pub(crate) fn types() -> BTreeSet<&'static str> {
    let exports = root().lines().filter_map(|line| line.strip_prefix("pub use self::"));
    let names = exports.flat_map(|path| path.split([':', '{', '}', ',', ';', ' ']));
    names.filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase())).collect()
}

/// Returns the items of the run-time that the root of generated code exports.
pub(crate) fn exports(contents: &Contents) -> TokenStream {
    let root = cut(root(), contents);
    let lines: Vec<&str> = root.lines().collect();
    let mut exports = String::new();
    for (index, line) in lines.iter().enumerate() {
        let export = match line.strip_prefix("pub use self::") {
            // The modules in between are the run-time's own.
            Some(path) => path.split_once("::").map(|(_, names)| names),
            None => line.strip_prefix("pub mod "),
        };
        let Some(export) = export else { continue };
        let above = index.checked_sub(1).map_or("", |above| lines[above]);
        if above.starts_with("#[") {
            exports.push_str(above);
        }
        exports.push_str("pub use self::runtime::");
        exports.push_str(export);
    }
    exports.parse().expect("the run-time is Rust")
}

/// The names of the inherent methods of texts, which no accessor can have.
pub(crate) static METHODS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| methods(&["$view", "$buf"]));

/// The names of the inherent methods of nodes in trees, which no accessor of a node can have.
pub(crate) static NODE_METHODS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| methods(&["$node"]));

/// Returns the names of inherent methods in macros that refer to a type in one of these ways.
///
/// The run-time is formatted by rustfmt: an `impl` ends at the first closing brace that is not
/// indented deeper.
fn methods(types: &[&str]) -> BTreeSet<&'static str> {
    let mut methods = BTreeSet::new();
    for (_, text) in FILES {
        let mut block = None;
        for line in text.lines().filter(|line| !line.is_empty()) {
            let code = line.trim_start();
            let is_impl = code.starts_with("impl") && !code.contains(" for ");
            if is_impl && types.iter().any(|name| code.contains(name)) {
                block = Some(indent(line));
            } else if code.starts_with('}') && block.is_some_and(|depth| indent(line) <= depth) {
                block = None;
            } else if let (Some(_), Some((_, rest))) = (block, code.split_once("fn ")) {
                methods.extend(rest.split(['(', '<']).next());
            }
        }
    }
    methods
}

/// The modules that a file declares.
fn modules(root: &str) -> Vec<&str> {
    let declared = root.lines().filter_map(|line| line.split_once("mod ")?.1.strip_suffix(';'));
    declared.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cut_is_rust() {
        // Each feature alone, all but each, none and all; Cargo features in turn.
        let all: BTreeSet<Feature> = Feature::ALL.into();
        let mut sets = vec![BTreeSet::new(), all.clone()];
        for feature in Feature::ALL {
            sets.push([feature].into());
            sets.push(all.iter().copied().filter(|it| *it != feature).collect());
        }
        for (index, features) in sets.into_iter().enumerate() {
            let declared = CargoFeature::ALL.into_iter().enumerate();
            let declared =
                declared.filter(|(bit, _)| (3 * index) >> bit & 1 == 1).map(|(_, it)| it);
            let contents = Contents { features, cargo_features: declared.collect() };
            let cargo = |it: &CargoFeature| contents.cargo_features.contains(it);
            let evaluated = Feature::ALL.iter().map(|feature| feature.name());
            let absent = CargoFeature::ALL.into_iter().filter(|it| !cargo(it));
            let evaluated: Vec<_> =
                evaluated.chain(absent.map(CargoFeature::name)).chain([COMPILER]).collect();
            for (name, text) in runtime(&contents) {
                let parsed = syn::parse_file(&text);
                assert!(parsed.is_ok(), "{name} with {contents:?}: {text}");
                for feature in &evaluated {
                    let asked = format!("feature = \"{feature}\"");
                    assert!(!text.contains(&asked), "{name} requests {feature}: {contents:?}");
                }
            }
        }
    }

    #[test]
    fn names_are_those_of_the_files() {
        assert!(types().contains("ParseError") && types().contains("Matcher"));
        // One of an `impl` with conditions is among them.
        for method in ["as_str", "known", "tree"] {
            assert!(METHODS.contains(method), "{method}");
        }
        assert!(NODE_METHODS.contains("node") && !METHODS.contains("partial_cmp"));
    }

    #[test]
    fn every_module_has_a_file() {
        let declared: BTreeSet<&str> = modules(root()).into_iter().collect();
        let files = FILES.iter().map(|(module, _)| *module).filter(|module| *module != ROOT);
        assert_eq!(declared, files.chain(["compiler", "files"]).collect());
    }
}
