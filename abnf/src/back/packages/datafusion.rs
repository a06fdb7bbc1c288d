//! The package for DataFusion: a function that registers the rules, and a program that queries a file.

use super::functions::functions;
use super::{PackageFiles, Packages, YOURS, list, manifests, notice};
use crate::back::emit::{ColumnRule, escape, plain};
use crate::back::scaffold::crate_name;
use crate::bytes::markdown::code;
use crate::plan::names::one_line;

const EXAMPLE: &str = include_str!("query.rs.txt");

pub(super) fn add(files: &mut PackageFiles, packages: &Packages<'_>) {
    files.once("datafusion/Cargo.toml", manifests::datafusion(packages));
    files.once("datafusion/src/lib.rs", library(packages));
    let library = crate_name(&format!("{}-datafusion", packages.name));
    files.once(
        "datafusion/examples/query.rs",
        EXAMPLE.replace("YOURS", YOURS).replace("LIBRARY", &library),
    );
    files.generated("datafusion/src/generated.rs", generated(packages));
}

fn library(packages: &Packages<'_>) -> String {
    let rules = escape(&manifests::rules(packages));
    format!(
        "//! {rules} as SQL functions of Apache DataFusion.\n\
         //!\n\
         //! [`register`] adds the functions to a context, and lists them.\n\
         //\n\
         // {YOURS}\n\
         #![forbid(unsafe_code)]\n\
         #![warn(missing_docs)]\n\
         \n\
         #[rustfmt::skip]\n\
         mod generated;\n\
         \n\
         pub use generated::{{RULES, register}};\n"
    )
}

fn generated(packages: &Packages<'_>) -> String {
    let (notice, list) = (notice(packages), list(packages));
    let rules: String = packages.rules.iter().map(section).collect();
    format!(
        "// {notice}\n\
         \n\
         //! The rules of the grammar, and their functions.\n\
         \n\
         use abnf_datafusion::datafusion_common::Result;\n\
         use abnf_datafusion::datafusion_expr::registry::FunctionRegistry;\n\
         use abnf_layout::{{Columns, rule}};\n\
         \n\
         /// The rules, by the beginning of the names of their functions.\n\
         pub static RULES: [(&str, Columns); {}] = {list};\n\
         \n\
         /// Adds the functions of all rules to a context or another registry.\n\
         ///\n\
         /// The functions of a rule have one argument, a text or bytes: `is_match` returns whether it matches,\n\
         /// `error` where and why it does not, `parts` a struct of all parts, `values` the same with numbers where the\n\
         /// rule has numbers, and the others one part each. [`abnf_datafusion`] describes them.\n\
         ///\n\
         /// # Errors\n\
         ///\n\
         /// Returns an error, and adds no function, if the registry has a function of one of the names.\n\
         /// [`abnf_datafusion::register`] takes other names, and one rule of [`RULES`].\n\
         ///\n\
         /// # Functions\n\
         {rules}\
         pub fn register(registry: &mut dyn FunctionRegistry) -> Result<()> {{\n    \
             abnf_datafusion::register_all(registry, &RULES)\n\
         }}\n",
        packages.rules.len(),
    )
}

/// The functions of a rule, as documentation.
fn section(rule: &ColumnRule) -> String {
    let mut lines = vec![String::new(), format!("## {}", code(&plain(&rule.rule))), String::new()];
    if let Some(docs) = &rule.docs {
        lines.extend([plain(&one_line(docs)), String::new()]);
    }
    lines.extend(functions(rule).iter().map(|name| format!("- `{name}(text)`")));
    let numbers =
        rule.parts.iter().filter_map(|part| Some(format!("`{}`: `{}`", part.name, part.value?)));
    let numbers: Vec<String> = numbers.collect();
    if !numbers.is_empty() {
        lines.extend([String::new(), format!("Values: {}.", numbers.join(", "))]);
    }
    let line = |line: &String| format!("/// {line}").trim_end().to_owned() + "\n";
    lines.iter().map(line).collect()
}
