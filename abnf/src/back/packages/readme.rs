//! The README of the packages: how each is built and used.

use super::manifests::{DATAFUSION, rules};
use super::{CRATE, Packages, YOURS, main_rule, python};
use crate::back::emit::{ColumnRule, escape};
use crate::back::scaffold::crate_name;

pub(super) fn readme(packages: &Packages<'_>) -> String {
    let Packages { name, .. } = packages;
    let (module, wheel) = (python::module(packages), python::distribution(packages));
    let title = escape(&rules(packages));
    let library = crate_name(&format!("{name}-datafusion"));
    let main = main_rule(packages);
    let (query, example) =
        main.map_or_else(Default::default, |rule| (query(rule), example(&module, rule)));
    format!(
        "<!-- {YOURS} -->\n\
         # {name} over columns\n\
         \n\
         {title} over columns of texts: as functions of SQL, and for Python.\n\
         \n\
         | folder | contents |\n\
         |---|---|\n\
         | `{CRATE}/` | the crate `{name}`: a type for each rule |\n\
         | `datafusion/` | the crate `{name}-datafusion`: functions of SQL for Apache DataFusion |\n\
         | `python/` | the wheel `{wheel}`: for pyarrow, Polars, pandas, DuckDB and DataFusion in Python |\n\
         \n\
         Run the commands below in this folder.\n\
         \n\
         ## SQL in Rust\n\
         \n\
         The example runs a query over the lines of a file, which are the column `line` of the table `lines`. The\n\
         first build of DataFusion takes minutes:\n\
         \n\
         ```console\n\
         $ cargo run --release --manifest-path datafusion/Cargo.toml --example query -- FILE \"{query}\"\n\
         ```\n\
         \n\
         A program depends on `{name}-datafusion` and on DataFusion {DATAFUSION}, and calls\n\
         `{library}::register(&mut context)`, whose documentation lists the functions:\n\
         \n\
         ```console\n\
         $ cargo doc --open --no-deps --manifest-path datafusion/Cargo.toml\n\
         ```\n\
         \n\
         ## Python\n\
         \n\
         ```console\n\
         $ pip install maturin pyarrow\n\
         $ maturin build --release --manifest-path python/Cargo.toml --out dist\n\
         $ pip install --no-index --find-links dist {wheel}\n\
         ```\n\
         \n\
         {example}\
         `help({module})` describes the rules. With Polars, `import {module}.polars` adds a namespace for each\n\
         rule to expressions and series. With DuckDB and DataFusion, `import {module}.sql`, and\n\
         `{module}.sql.register(connection, name, rule)` adds the functions of a rule.\n\
         \n\
         ## Changing the grammar\n\
         \n\
         Change the grammar in `{CRATE}/grammar`, or the rules and types in `{CRATE}/abnfc.toml`; then run\n\
         `abnfc columns -o .`, which replaces the generated files: `{CRATE}/src/generated`, `src/generated.rs` of the other\n\
         crates, and the module of Python. `abnfc columns -o . --check` reports whether they are up to date.\n"
    )
}

fn query(rule: &ColumnRule) -> String {
    let stem = &rule.stem;
    format!("SELECT {stem}_is_match(line), count(*) FROM lines GROUP BY 1")
}

/// An example with a text of the rule.
fn example(module: &str, rule: &ColumnRule) -> String {
    let Some(text) = &rule.example else { return String::new() };
    let (name, text) = (python::name(rule), python::literal(text));
    format!(
        "```python\n\
         import pyarrow\n\
         from {module} import {name}\n\
         \n\
         texts = pyarrow.array([{text}, None])\n\
         assert {name}.is_match(texts).to_pylist() == [True, None]\n\
         ```\n\
         \n"
    )
}
