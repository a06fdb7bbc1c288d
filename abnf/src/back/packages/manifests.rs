//! The manifests of both packages.

use super::{CRATE, Packages, YOURS};
use crate::back::scaffold::LICENSE;
use crate::plan::names::one_line;
use crate::spec::CargoFeature;
use crate::spec::toml_text::quoted;

/// The version of DataFusion that the adapters use.
pub const DATAFUSION: &str = "55.2";

/// The version of pyo3 that the adapters use.
pub const PYO3: &str = "0.30";

/// The version of tokio that DataFusion runs on.
pub const TOKIO: &str = "1.54";

/// The packages that manifests depend on, and others of the adapters. No new package can have such a name.
pub const TAKEN: [&str; 10] = [
    "abnf-arrow",
    "abnf-cluster",
    "abnf-columns",
    "abnf-datafusion",
    "abnf-layout",
    "abnf-pyo3",
    "abnf-python",
    "datafusion",
    "pyo3",
    "tokio",
];

/// The manifest of the package for DataFusion.
pub(super) fn datafusion(packages: &Packages<'_>) -> String {
    let name = format!("{}-datafusion", packages.name);
    let description = format!("{} as SQL functions of Apache DataFusion.", rules(packages));
    format!(
        "{}\
         \n\
         {}\
         [dependencies]\n\
         {}\
         abnf-datafusion = {}\n\
         abnf-layout = {}\n\
         \n\
         # For the example. `nested_expressions` reads fields of structs.\n\
         [dev-dependencies]\n\
         datafusion = {{ version = \"{DATAFUSION}\", default-features = false, features = \
         [\"nested_expressions\", \"sql\"] }}\n\
         tokio = {{ version = \"{TOKIO}\", features = [\"macros\", \"rt-multi-thread\"] }}\n",
        package(packages, &name, &description),
        features(packages),
        dependency(packages),
        adapter(packages, "datafusion"),
        adapter(packages, "layout"),
    )
}

/// The manifest of the wheel.
pub(super) fn python(packages: &Packages<'_>, module: &str) -> String {
    let name = format!("{}-python", packages.name);
    let description = format!("{} over columns, for Python.", rules(packages));
    format!(
        "{}\
         \n\
         [lib]\n\
         name = {}\n\
         crate-type = [\"cdylib\"]\n\
         # Python calls it.\n\
         test = false\n\
         doctest = false\n\
         \n\
         {}\
         [dependencies]\n\
         {}\
         abnf-layout = {}\n\
         abnf-pyo3 = {}\n\
         pyo3 = {{ version = \"{PYO3}\", features = [\"abi3-py310\", \"extension-module\"] }}\n",
        package(packages, &name, &description),
        quoted(module),
        features(packages),
        dependency(packages),
        adapter(packages, "layout"),
        adapter(packages, "pyo3"),
    )
}

/// `The rules of TITLE`, for descriptions.
pub(super) fn rules(packages: &Packages<'_>) -> String {
    let title: String = one_line(packages.title).chars().take(200).collect();
    format!("The rules of {}", if title.is_empty() { "a grammar" } else { &title })
}

pub(super) fn license<'a>(packages: &Packages<'a>) -> &'a str {
    packages.package.license.as_deref().unwrap_or(LICENSE)
}

fn package(packages: &Packages<'_>, name: &str, description: &str) -> String {
    let version = packages.package.version.as_deref().unwrap_or("0.1.0");
    format!(
        "# {YOURS}\n\
         [package]\n\
         name = {}\n\
         version = {}\n\
         edition = \"2024\"\n\
         description = {}\n\
         license = {}\n\
         publish = false\n",
        quoted(name),
        quoted(version),
        quoted(description),
        quoted(license(packages)),
    )
}

/// The feature for vectors, if the crate has it.
fn features(packages: &Packages<'_>) -> String {
    if !packages.features.declared.contains(&CargoFeature::Simd) {
        return String::new();
    }
    let name = packages.name;
    format!(
        "[features]\n\
         default = [\"simd\"]\n\
         # Vectors of the processor, chosen when the program runs.\n\
         simd = [{}, {}]\n\
         \n",
        quoted(&format!("{name}/simd")),
        quoted(&format!("{name}/std")),
    )
}

/// The dependency on the generated crate. The general engine needs `alloc`.
fn dependency(packages: &Packages<'_>) -> String {
    let modules = packages.package.features.iter().map(String::as_str);
    let features: Vec<String> =
        ["alloc", "columns"].into_iter().chain(modules).map(quoted).collect();
    let (name, path) = (packages.name, quoted(&format!("../{CRATE}")));
    format!("{name} = {{ path = {path}, features = [{}] }}\n", features.join(", "))
}

fn adapter(packages: &Packages<'_>, folder: &str) -> String {
    format!("{{ path = {} }}", quoted(&format!("{}/{folder}", packages.adapters)))
}
