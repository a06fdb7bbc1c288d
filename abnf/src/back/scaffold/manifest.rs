//! The manifest of a standalone crate: the package, and the features that it declares.

use super::Crate;
use crate::plan::model::CargoFeatures;
use crate::plan::names::one_line;
use crate::spec::toml_text::{key, quoted};
use crate::spec::{CargoFeature, Package};

/// The default licence, that of most crates.
pub(crate) const LICENSE: &str = "MIT OR Apache-2.0";

/// A feature that a manifest declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Its name.
    pub name: String,
    /// Its line in the table of features.
    pub line: String,
    /// The line of the dependency that it enables.
    pub dependency: Option<&'static str>,
    /// What the feature adds, for the README.
    pub docs: String,
}

/// The features of a crate: those that generated code uses, then those of its modules.
pub fn features(package: &Package, features: &CargoFeatures) -> Vec<Feature> {
    let known = features.declared.iter().map(|&feature| cargo_feature(feature, features));
    let modules = package.features.iter().map(|name| Feature {
        name: name.clone(),
        line: format!("{} = []", key(name)),
        dependency: None,
        docs: "a module with the rules of another grammar.".to_owned(),
    });
    known.chain(modules).collect()
}

fn cargo_feature(feature: CargoFeature, all: &CargoFeatures) -> Feature {
    let has = |feature| all.declared.contains(&feature);
    let enables: &[&str] = match feature {
        CargoFeature::Alloc if has(CargoFeature::Serde) => &["serde_core?/alloc"],
        CargoFeature::Alloc | CargoFeature::Columns | CargoFeature::Simd => &[],
        CargoFeature::Arbitrary => &["dep:arbitrary", "std"],
        CargoFeature::Conform => &["std"],
        CargoFeature::Proptest => &["dep:proptest", "std"],
        CargoFeature::Serde => &["dep:serde_core"],
        CargoFeature::Std if has(CargoFeature::Serde) => &["alloc", "serde_core?/std"],
        CargoFeature::Std => &["alloc"],
    };
    let docs = match feature {
        CargoFeature::Alloc => {
            "a type that owns its text for each rule; for data, lists and `to_text`."
        }
        CargoFeature::Arbitrary => "random texts of each rule, for fuzzers.",
        CargoFeature::Columns => {
            "functions for 64 texts at once, for engines that keep texts by columns."
        }
        CargoFeature::Conform if has(CargoFeature::Proptest) => {
            "comparisons of other parsers with each rule, for tests; with `proptest`, near misses."
        }
        CargoFeature::Conform => "comparisons of other parsers with each rule, for tests.",
        CargoFeature::Proptest => "random texts of each rule, for property tests.",
        CargoFeature::Serde => {
            "`Serialize` and `Deserialize`: texts as text, data as structs and enums."
        }
        CargoFeature::Simd => {
            "vector instructions for rules that are matched as code: AVX2 or AVX-512, if the \
             target has them, and NEON on 64-bit ARM."
        }
        CargoFeature::Std if has(CargoFeature::Simd) => {
            "implies `alloc`; with `simd`, detects AVX2 and AVX-512 at run time."
        }
        CargoFeature::Std => "implies `alloc`; the standard library, which other features need.",
    };
    let dependency = match feature {
        CargoFeature::Arbitrary => Some("arbitrary = { version = \"1.5.0\", optional = true }"),
        CargoFeature::Proptest => Some(
            "proptest = { version = \"1.11.0\", default-features = false, features = [\"std\"], \
             optional = true }",
        ),
        CargoFeature::Serde => Some(
            "serde_core = { version = \"1.0.220\", default-features = false, optional = true }",
        ),
        CargoFeature::Alloc
        | CargoFeature::Columns
        | CargoFeature::Conform
        | CargoFeature::Simd
        | CargoFeature::Std => None,
    };
    let name = feature.name();
    let line = format!("{name} = [{}]", list(enables));
    Feature { name: name.to_owned(), line, dependency, docs: docs.to_owned() }
}

/// The manifest of a new crate.
pub(super) fn manifest(krate: &Crate<'_>) -> String {
    let package = krate.package;
    let or = |value: &Option<String>, default: &str| quoted(value.as_deref().unwrap_or(default));
    let repository = package.repository.as_deref();
    let repository =
        repository.map_or_else(String::new, |url| format!("repository = {}\n", quoted(url)));
    let default: Vec<&str> = krate.features.default.iter().map(|it| it.name()).collect();
    let default = if default.is_empty() {
        String::new()
    } else {
        format!("default = [{}]\n", list(&default))
    };
    let features = features(package, krate.features);
    let dependencies = features.iter().filter_map(|feature| feature.dependency);
    let dependencies: String = dependencies.flat_map(|line| [line, "\n"]).collect();
    let dependencies = match &*dependencies {
        "" => String::new(),
        lines => format!("[dependencies]\n{lines}\n"),
    };
    let features: String = features.iter().flat_map(|feature| [&*feature.line, "\n"]).collect();
    format!(
        "# This file is yours: `abnfc build` wrote it once and never changes it.\n\
         [package]\n\
         name = {}\n\
         version = {}\n\
         edition = \"2024\"\n\
         rust-version = \"1.89\"\n\
         description = {}\n\
         license = {}\n\
         {repository}\
         categories = [\"parsing\", \"no-std\"]\n\
         keywords = [\"abnf\", \"grammar\", \"parser\"]\n\
         \n\
         # README.md explains the features.\n\
         [features]\n\
         {default}{features}\
         \n\
         {dependencies}\
         [package.metadata.docs.rs]\n\
         all-features = true\n",
        quoted(krate.name),
        or(&package.version, "0.1.0"),
        or(&package.description, &description(krate.title)),
        or(&package.license, LICENSE),
    )
}

/// The longest title that a description quotes, in characters.
const MAX_TITLE: usize = 200;

/// One sentence about the crate.
fn description(title: &str) -> String {
    let title: String = one_line(title).chars().take(MAX_TITLE).collect();
    match title.trim() {
        "" => "Types for the rules of a grammar.".to_owned(),
        title => format!("Types for the rules of {title}."),
    }
}

fn list(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    #[track_caller]
    fn check(declared: &[CargoFeature], expected: &Expect) {
        let declared = declared.iter().copied().collect();
        let features = CargoFeatures { declared, ..CargoFeatures::default() };
        let package = Package { features: ["x+".to_owned()].into(), ..Package::default() };
        let krate =
            Crate { name: "a", title: "a\n\"b\".abnf", package: &package, features: &features };
        let text = manifest(&krate);
        let (_, rest) = text.split_once("edition").unwrap();
        expected.assert_eq(rest.split_once("\n[package.metadata").unwrap().0);
    }

    #[test]
    fn a_crate_without_requests_has_no_dependencies() {
        check(
            &[CargoFeature::Alloc],
            &expect![[r#"
                 = "2024"
                rust-version = "1.89"
                description = "Types for the rules of a \"b\".abnf."
                license = "MIT OR Apache-2.0"
                categories = ["parsing", "no-std"]
                keywords = ["abnf", "grammar", "parser"]

                # README.md explains the features.
                [features]
                alloc = []
                "x+" = []
            "#]],
        );
    }

    #[test]
    fn requested_features_bring_their_dependencies() {
        check(
            &CargoFeature::ALL,
            &expect![[r#"
                 = "2024"
                rust-version = "1.89"
                description = "Types for the rules of a \"b\".abnf."
                license = "MIT OR Apache-2.0"
                categories = ["parsing", "no-std"]
                keywords = ["abnf", "grammar", "parser"]

                # README.md explains the features.
                [features]
                alloc = ["serde_core?/alloc"]
                arbitrary = ["dep:arbitrary", "std"]
                columns = []
                conform = ["std"]
                proptest = ["dep:proptest", "std"]
                serde = ["dep:serde_core"]
                simd = []
                std = ["alloc", "serde_core?/std"]
                "x+" = []

                [dependencies]
                arbitrary = { version = "1.5.0", optional = true }
                proptest = { version = "1.11.0", default-features = false, features = ["std"], optional = true }
                serde_core = { version = "1.0.220", default-features = false, optional = true }
            "#]],
        );
    }
}
