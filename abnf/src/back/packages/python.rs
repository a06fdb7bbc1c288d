//! The wheel: a library of Rust with the rules, and a module of Python that gives them names.

use super::{PackageFiles, Packages, YOURS, list, manifests, notice};
use crate::back::emit::{ColumnPart, ColumnRule, plain};
use crate::back::scaffold::package_name;
use crate::plan::names::one_line;
use crate::spec::toml_text::quoted;

/// The files of the module that are the same for all grammars.
const SAME: [(&str, &str); 3] = [
    ("_rule.py", include_str!("python/_rule.py")),
    ("polars.py", include_str!("python/polars.py")),
    ("sql.py", include_str!("python/sql.py")),
];

/// Words that cannot be the name of a rule: keywords, and names of files of the module.
const RESERVED: [&str; 37] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "polars", "raise", "return", "sql",
    "try", "while", "with", "yield",
];

pub(super) fn add(files: &mut PackageFiles, packages: &Packages<'_>) {
    let module = module(packages);
    files.once("python/Cargo.toml", manifests::python(packages, &module));
    files.once("python/pyproject.toml", project(packages, &module));
    files.once("python/src/lib.rs", library(&module));
    files.generated("python/src/generated.rs", rules(packages));
    let notice = notice(packages);
    let mut python = |name: &str, text: &str| {
        files.generated(&format!("python/python/{module}/{name}"), format!("# {notice}\n{text}"));
    };
    python("__init__.py", &init(packages));
    SAME.iter().for_each(|(name, text)| python(name, text));
}

/// The name of the wheel for a registry.
pub(super) fn distribution(packages: &Packages<'_>) -> String {
    format!("{}-columns", package_name(packages.name))
}

/// The name of the module of Python.
pub(super) fn module(packages: &Packages<'_>) -> String {
    distribution(packages).replace('-', "_")
}

/// The name of a rule in Python: that of its functions, unless Python needs the word.
pub(super) fn name(rule: &ColumnRule) -> String {
    let is_reserved = RESERVED.contains(&&*rule.stem);
    format!("{}{}", rule.stem, if is_reserved { "_" } else { "" })
}

/// A text as a literal.
pub(super) fn literal(text: &str) -> String {
    let mut literal = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => literal.extend(['\\', c]),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            ' '..='~' => literal.push(c),
            c => literal.extend(["\\U".to_owned(), format!("{:08x}", u32::from(c))]),
        }
    }
    literal + "\""
}

fn project(packages: &Packages<'_>, module: &str) -> String {
    format!(
        "# {YOURS}\n\
         [build-system]\n\
         requires = [\"maturin>=1.9,<2\"]\n\
         build-backend = \"maturin\"\n\
         \n\
         [project]\n\
         name = {}\n\
         description = {}\n\
         requires-python = \">=3.10\"\n\
         license = {}\n\
         dynamic = [\"version\"]\n\
         # Any library with the Arrow C data interface; none of them is needed.\n\
         dependencies = []\n\
         \n\
         [tool.maturin]\n\
         python-source = \"python\"\n\
         module-name = {}\n\
         strip = true\n",
        quoted(&distribution(packages)),
        quoted(&format!("{} over columns of texts.", manifests::rules(packages))),
        quoted(manifests::license(packages)),
        quoted(&format!("{module}._native")),
    )
}

fn library(module: &str) -> String {
    format!(
        "//! The Rust half of the Python package `{module}`: its rules.\n\
         //\n\
         // {YOURS}\n\
         \n\
         #[rustfmt::skip]\n\
         mod generated;\n\
         \n\
         use pyo3::prelude::*;\n\
         \n\
         #[pymodule]\n\
         fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {{\n    \
             abnf_pyo3::add(module, &generated::RULES)\n\
         }}\n"
    )
}

fn rules(packages: &Packages<'_>) -> String {
    let (notice, list) = (notice(packages), list(packages));
    format!(
        "// {notice}\n\
         \n\
         //! The rules of the grammar.\n\
         \n\
         use abnf_layout::{{Columns, rule}};\n\
         \n\
         /// The rules, by their names.\n\
         pub(crate) static RULES: [(&str, Columns); {}] = {list};\n",
        packages.rules.len(),
    )
}

/// The module that users import, with a description of each rule.
fn init(packages: &Packages<'_>) -> String {
    let title = escaped(&manifests::rules(packages));
    let rules: String = packages.rules.iter().map(rule).collect();
    let entry = |rule: &ColumnRule| format!("    \"{}\": {},\n", rule.stem, name(rule));
    let entries: String = packages.rules.iter().map(entry).collect();
    let mut names: Vec<String> = packages.rules.iter().map(name).collect();
    names.sort();
    let line = |name: &String| format!("    \"{name}\",\n");
    let names: String = names.iter().map(line).collect();
    format!(
        "\"\"\"{title} over columns of texts.\n\
         \n\
         Each method of a rule takes a column: a pyarrow array, a Polars or pandas series, or any\n\
         other object with the Arrow C data interface. ``is_match`` returns which texts match, ``error`` where and\n\
         why one does not, ``parts`` structs of all parts, ``values`` the same with numbers where the rule has\n\
         numbers. There is a method for each part. ``RULES`` has the rules by their names.\n\
         \"\"\"\n\
         \n\
         from ._native import RULES as _RULES\n\
         from ._rule import Rule\n\
         {rules}\n\
         RULES = {{\n{entries}}}\n\
         \n\
         __all__ = [\n    \"RULES\",\n    \"Rule\",\n{names}]\n"
    )
}

/// The name of a rule with its description.
fn rule(rule: &ColumnRule) -> String {
    let mut text = format!("The rule ``{}``.", escaped(&rule.rule));
    if let Some(docs) = &rule.docs {
        text.extend([" ", &*escaped(&one_line(docs))]);
    }
    let part = |part: &ColumnPart| match part.value {
        None => format!("- ``{}``\n", part.name),
        Some(value) => format!("- ``{}``, as a value {value}\n", part.name),
    };
    let parts: String = rule.parts.iter().map(part).collect();
    if !parts.is_empty() {
        text.extend(["\n\nParts:\n\n", &*parts]);
    }
    format!("\n{} = Rule(_RULES[\"{}\"])\n\"\"\"{text}\"\"\"\n", name(rule), rule.stem)
}

/// A text for the inside of a string of several lines.
fn escaped(text: &str) -> String {
    plain(text).replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_ascii() {
        assert_eq!(literal("a \"\\\r\n\0ä😀"), r#""a \"\\\r\n\U00000000\U000000e4\U0001f600""#);
    }

    #[test]
    fn no_text_ends_a_string() {
        assert_eq!(escaped("a\"\"\"b\\"), r#"a\"\"\"b\\"#);
    }
}
