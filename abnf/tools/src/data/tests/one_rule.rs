//! The plan of one rule has the same data as the plan of all rules.

use super::super::json::to_json;
use super::super::{Plan, plan, plan_of, read, write};
use abnfc::compile::Module;
use abnfc::spec::Spec;
use abnfc::spec_file;
use abnfc::text::bundled;

/// The data of a text as JSON, and a text with that data.
fn answer(plan: &Plan, rule: &str, text: &[u8]) -> Option<(String, Vec<u8>)> {
    let rule = plan.rule(rule).expect("the grammar has the rule");
    let data = read(plan, rule, text).ok()?;
    let json = serde_json::to_string(&to_json(plan, rule, &data)).expect("it is JSON");
    let written = if plan.is_written(rule) { write(plan, rule, &data).ok()? } else { Vec::new() };
    Some((json, written))
}

/// Compares the data of the samples of all rules. Returns their number.
fn check(name: &str, text: &str, spec: &Spec) -> usize {
    let module = Module { module: "", name, bytes: text.as_bytes(), spec };
    let all = plan(&module).unwrap_or_else(|errors| panic!("{errors}"));
    let mut count = 0;
    for rule in &all.module.rules {
        let one = plan_of(&module, &rule.name).unwrap_or_else(|errors| panic!("{errors}"));
        for known in &one.module.rules {
            let of_all = &all.module.rules[all.rule(&known.name).expect("it is a rule")];
            assert_eq!(known.type_name, of_all.type_name, "{name}: {}", rule.name);
        }
        for text in [&rule.samples.shortest, &rule.samples.example].into_iter().flatten() {
            let found = answer(&one, &rule.name, text);
            assert_eq!(found, answer(&all, &rule.name, text), "{name}: {}", rule.name);
            count += usize::from(found.is_some());
        }
    }
    count
}

#[test]
fn rules_of_rfcs_have_the_same_data() {
    let mut count = 0;
    for name in ["rfc3339", "rfc5234", "rfc5646", "rfc6838", "rfc8141", "rfc9651"] {
        let grammar = bundled::find(name).expect("it is bundled");
        let spec = Spec { imports: grammar.imports(), ..Spec::default() };
        count += check(name, grammar.text, &spec);
    }
    assert!(count > 150, "{count}");
}

/// A rule whose type name is taken has no type, so it is no part.
#[test]
fn names_are_those_among_all_rules() {
    let text = "r = x-y \"-\" z\nq = x--y z\nx--y = 1*\"a\"\nx-y = 1*\"b\"\nz = 1*\"c\"\n";
    check("g.abnf", text, &Spec::default());
}

/// A list of parts may name rules that the rule does not use.
#[test]
fn listed_parts_are_planned() {
    let text = "r = x \"-\" y\ns = z\nx = 1*\"x\"\ny = 1*\"y\"\nz = 1*\"z\"\nother = 1*\"o\" / r\n";
    let spec = "grammar = \"g.abnf\"\n\
        [rules.r]\nparts = [{ name = \"any\", rules = [\"x\", \"z\"], type = \"Any\" }, \"y\"]\n\
        [rules.s]\nparts = [{ name = \"any\", rules = [\"x\", \"z\"], type = \"Any\" }]\n";
    let file = spec_file::read("abnfc.toml", spec.as_bytes()).unwrap_or_else(|it| panic!("{it}"));
    let spec = file.spec(&file.grammars[0], Vec::new(), "");
    assert!(check("g.abnf", text, &spec) > 5);
}
