//! Lists the types of `uri` and of the examples with their accessors, as planned by the compiler
//! from their spec files. The lists are macro calls for which the tests define macros, so that no
//! test can miss a type or an accessor.

use abnfc::grammar::RuleId;
use abnfc::plan::accessors::AccessorKind;
use abnfc::plan::exports::form::Form;
use abnfc::plan::names::static_name;
use abnfc::plan::parts::selected::{Selected, SelectedPart, Selection};
use abnfc_build::load::spec_file;
use std::fmt::Write as _;
use std::path::Path;

/// A module of a spec file.
pub(crate) struct Planned {
    /// Its name; empty for the root.
    pub(crate) module: String,
    /// The name of its grammar's file, without folders.
    pub(crate) file: String,
    /// The names of the rules to export; `None` means all of the selection. The rules of groups have
    /// types too, but no names in the grammar.
    export: Option<Vec<String>>,
    selection: Selection,
}

/// Rules, each with the name of its type or constant.
pub(crate) type Names = Vec<(String, String)>;

/// Plans the modules of a spec file.
pub(crate) fn planned(path: &str) -> Vec<Planned> {
    println!("cargo::rerun-if-changed={path}");
    let (file, loaded) = spec_file(Path::new(path)).unwrap_or_else(|error| panic!("{error:#}"));
    let plan = |(grammar, loaded): (&abnfc::spec_file::Grammar, abnfc_build::load::Loaded)| {
        let spec = file.spec(grammar, loaded.imports, "");
        let read = abnfc::read(&loaded.name, &loaded.bytes, &spec.imports, &spec.read);
        let read = read.unwrap_or_else(|errors| panic!("{errors}"));
        let planned = abnfc::compile::plan(&read.resolved, &spec, &[]);
        let (selection, _) = planned.unwrap_or_else(|errors| panic!("{errors:?}"));
        let file = grammar.file.rsplit('/').next().unwrap_or_default().to_owned();
        let (module, export) = (grammar.module.clone(), grammar.export.clone());
        Planned { module, file, export, selection }
    };
    file.grammars.iter().zip(loaded).map(plan).collect()
}

impl Planned {
    /// The rules that are types, and those that are constants, with their names.
    pub(crate) fn names(&self) -> [Names; 2] {
        let is_named = |rule: &&Selected| {
            let name = rule.name.as_str();
            self.export.as_ref().is_none_or(|names| names.iter().any(|it| it == name))
        };
        let rules = self.selection.rules.iter().filter(is_named);
        let (types, sets): (Vec<_>, Vec<_>) = rules.partition(|rule| rule.form == Form::Type);
        let of_type = |rule: &Selected| (rule.name.as_str().to_owned(), rule.type_name.clone());
        let of_set =
            |rule: &Selected| (rule.name.as_str().to_owned(), static_name(rule.name.folded()));
        [types.into_iter().map(of_type).collect(), sets.into_iter().map(of_set).collect()]
    }

    /// Calls of `views!`, `unions!` and `iterators!` with the accessors of all types. `list` is the
    /// name of the function that `views!` declares, and `module` is in scope there.
    pub(crate) fn accessors(&self, list: &str, module: &str) -> String {
        let Selection { rules, unions, .. } = &self.selection;
        let mut text = format!("views! {{ {list}: {module}:\n");
        let types = || rules.iter().filter(|rule| rule.form == Form::Type);
        for rule in types() {
            let once = rule.view.parts.iter();
            let repeated = rule.view.repeated.iter().map(|it| &it.part);
            let names: Vec<&str> = once.chain(repeated).map(|it| it.accessor.as_str()).collect();
            writeln!(text, "{} {{ {} }}", rule.type_name, names.join(" ")).unwrap();
        }
        writeln!(text, "}}\nunions! {{ {module}:").unwrap();
        for union in unions {
            assert!(union.literals.is_empty(), "a literal is not a view: {union:?}");
            let variants: Vec<&str> = union.rules.iter().map(|it| self.type_name(*it)).collect();
            writeln!(text, "{} {{ {} }}", union.type_name, variants.join(" ")).unwrap();
        }
        writeln!(text, "}}\niterators! {{ {module}:").unwrap();
        for it in types().flat_map(|rule| &rule.view.repeated) {
            assert_eq!(it.kind, AccessorKind::Each, "it returns views: {it:?}");
            writeln!(text, "{} of {}", it.iterator, self.item(&it.part)).unwrap();
        }
        text + "}\n"
    }

    /// The type of a part.
    fn item(&self, part: &SelectedPart) -> &str {
        match part.union {
            Some(union) => &self.selection.unions[union].type_name,
            None => self.type_name(part.rules[0]),
        }
    }

    fn type_name(&self, rule: RuleId) -> &str {
        let rule = self.selection.rules.iter().find(|it| it.id == rule);
        &rule.expect("a part is an exported rule").type_name
    }
}
