//! `cargo xtask regen`: from the grammars of `uri-gen` to `uri/src/generated`.
//!
//! The folder holds exactly what the compiler gives; see [`crate::folder`].

use crate::folder::{Mode, folder};
use abnfc::Module;
use abnfc::spec::{Engine, Export, Extra, Import, Locate, PartSpec, Parts, Spec};
use anyhow::Context as _;
use std::collections::BTreeMap;
use std::path::Path;
use uri_gen::{GRAMMARS, Grammar};

/// The folder that this command owns.
const OWNED: &str = "uri/src/generated";

/// Writes the folder, or checks that it is up to date.
pub(crate) fn run(root: &Path, mode: Mode) -> anyhow::Result<()> {
    let files = generate(GRAMMARS)?;
    let differences = folder(&root.join(OWNED), &files, mode)?;
    match mode {
        Mode::Write => {
            let (files, changed) = (files.len(), differences.len());
            println!("{OWNED}: {files} files, {changed} changed");
        }
        Mode::Check => {
            for difference in &differences {
                eprintln!("{OWNED}/{difference}");
            }
            anyhow::ensure!(
                differences.is_empty(),
                "{OWNED} is not what the grammars give; run `cargo xtask regen`"
            );
        }
    }
    Ok(())
}

/// The files of the folder.
///
/// What the compiler warns of is not shown: the grammars stay as their authors wrote
/// them. `abnfc check` shows it.
fn generate(grammars: &[Grammar]) -> anyhow::Result<BTreeMap<String, String>> {
    let specs: Vec<Spec> = grammars.iter().map(spec).collect();
    let modules: Vec<Module<'_>> = grammars.iter().zip(&specs).map(module).collect();
    let output = abnfc::compile_modules(&modules).context("the grammars do not compile")?;
    Ok(output.files)
}

fn module<'a>((grammar, spec): (&Grammar, &'a Spec)) -> Module<'a> {
    Module { module: grammar.module, name: grammar.file, bytes: grammar.text.as_bytes(), spec }
}

fn spec(grammar: &Grammar) -> Spec {
    let export = |&(rule, type_name, docs): &uri_gen::Rule| Export {
        rule: rule.to_owned(),
        type_name: Some(type_name.to_owned()).filter(|name| !name.is_empty()),
        docs: Some(docs.to_owned()),
        parts: parts(grammar, rule),
        locate: match rule {
            _ if grammar.outermost.contains(&rule) => Locate::Outermost,
            _ if grammar.on_demand.contains(&rule) => Locate::OnDemand,
            _ => Locate::AtOnce,
        },
        engine: if grammar.code.contains(&rule) { Engine::Code } else { Engine::Shift },
    };
    let import = |import: &uri_gen::Import| Import {
        name: import.name.to_owned(),
        file: import.file.to_owned(),
        bytes: import.text.as_bytes().to_owned(),
        rules: Vec::new(),
    };
    Spec {
        imports: grammar.imports.iter().map(import).collect(),
        exports: grammar.rules.iter().map(export).collect(),
        title: grammar.file.to_owned(),
        crate_name: "uri".to_owned(),
        feature: grammar.module.to_owned(),
        extras: [Extra::Lines, Extra::Push].into(),
        command: "cargo xtask regen".to_owned(),
        ..Spec::default()
    }
}

fn parts(grammar: &Grammar, rule: &str) -> Parts {
    let part = |part: &uri_gen::Part| PartSpec {
        name: part.name.to_owned(),
        rules: part.rules.iter().map(|&rule| rule.to_owned()).collect(),
        type_name: part.type_name.map(str::to_owned),
    };
    match grammar.parts.iter().find(|parts| parts.0 == rule) {
        Some((_, parts)) => Parts::Listed(parts.iter().map(part).collect()),
        None => Parts::Direct,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::Difference;
    use crate::tree;
    use std::fs;

    #[test]
    fn the_uri_crate_is_fresh() {
        run(&tree::root(), Mode::Check).unwrap();
    }

    #[test]
    fn gives_the_same_bytes_every_time() {
        assert!(generate(GRAMMARS).unwrap() == generate(GRAMMARS).unwrap());
    }

    #[test]
    fn one_changed_character_of_the_grammar_changes_the_crate() {
        let changed = GRAMMARS[1].text.replacen("1*digit", "2*digit", 1);
        let mut grammars = GRAMMARS.to_vec();
        grammars[1].text = changed.leak();
        let before = generate(GRAMMARS).unwrap();
        let after = generate(&grammars).unwrap();
        assert_ne!(before["rfc1738/tables.rs"], after["rfc1738/tables.rs"]);
    }

    #[test]
    fn finds_a_hand_edit_and_an_orphan() {
        let temp = tempfile::tempdir().unwrap();
        let generated = temp.path().join(OWNED);
        let source = tree::root().join(OWNED);
        let files = tree::files_below(&source).unwrap();
        for file in &files {
            let path = generated.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::copy(source.join(file), path).unwrap();
        }
        run(temp.path(), Mode::Check).unwrap();

        let edited = generated.join(&files[0]);
        fs::write(&edited, fs::read_to_string(&edited).unwrap() + "// By hand.\n").unwrap();
        fs::write(generated.join("orphan.rs"), "").unwrap();
        let differences = folder(&generated, &generate(GRAMMARS).unwrap(), Mode::Check).unwrap();
        let expected =
            [Difference::Stale(files[0].clone()), Difference::Superfluous("orphan.rs".into())];
        assert_eq!(differences, expected);
        let error = run(temp.path(), Mode::Check).unwrap_err();
        assert!(error.to_string().contains("cargo xtask regen"));

        run(temp.path(), Mode::Write).unwrap();
        run(temp.path(), Mode::Check).unwrap();
    }
}
