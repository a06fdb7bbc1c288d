//! The grammars of the examples with the rules that are exported, from the spec files.

use abnfc::Module;
use abnfc::automata::dfa::Dfa;
use abnfc::automata::rules::automata;
use abnfc::automata::superset::superset;
use abnfc::compile::model_of;
use abnfc::diagnostic::FileId;
use abnfc::grammar::{Encoding, Expr, Origin, Resolved, ResolvedRule, RuleId, RuleName, ValueSet};
use abnfc::limits::Limits;
use abnfc::plan::model;
use abnfc::plan::restrict::restrict;
use abnfc::spec::{Import, ReadOptions, Spec};
use abnfc::spec_file::{self, Grammar};
use abnfc::text::bundled;
use abnfc::text::imports::directives;
use abnfc::text::source::source;
use abnfc_tools::data::{self, Plan};
use abnfc_tools::sample::{Random, Sampler, Subject};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A grammar, and the names of the rules that are exported.
pub(crate) struct Exported {
    pub(crate) grammar: Resolved,
    pub(crate) rules: Vec<String>,
}

/// The grammar of a module of the gallery, or of the stand-alone crate of this name.
pub(crate) fn exported(name: &str) -> Exported {
    let (grammar, spec) = read(name);
    let rules = spec.exports.iter().map(|export| export.rule.clone()).collect();
    Exported { grammar, rules }
}

/// The grammar with the restrictions of the spec file.
pub(crate) fn restricted(name: &str) -> Resolved {
    let (grammar, spec) = read(name);
    restrict(&grammar, &spec).expect("the restrictions can be applied").grammar.into_owned()
}

/// The grammar in which the automaton of each restricted rule is its definition, since the reference
/// knows definitions alone; and the restricted rules with characters beyond ASCII, which stay as they are.
pub(crate) fn unfolded(name: &str) -> (Resolved, BTreeSet<RuleId>) {
    let mut grammar = restricted(name);
    let limits = Limits::default();
    let rules = grammar.rules().filter(|(_, rule)| rule.filter.is_some()).map(|(rule, _)| rule);
    let mut rules: BTreeSet<RuleId> = rules.collect();
    let roots: Vec<RuleId> = rules.iter().copied().collect();
    let automata = automata(&grammar, &superset(&grammar, &limits), &roots, &limits);
    rules.retain(|&rule| {
        let dfa = automata.dfa(rule).expect("a restricted rule is regular");
        let mut sets = dfa.edges().flat_map(|(_, edges)| edges).map(|(set, _)| set);
        let is_kept = grammar.encoding == Encoding::Utf8
            && sets.any(|set| set.iter().any(|byte| !byte.is_ascii()));
        if !is_kept {
            unfold(&mut grammar, rule, dfa);
        }
        is_kept
    });
    (grammar, rules)
}

/// Replaces the definition of a rule by a rule for each state of its automaton.
fn unfold(grammar: &mut Resolved, rule: RuleId, dfa: &Dfa) {
    let first = u32::try_from(grammar.rules().len()).expect("rules are few");
    let ids: BTreeMap<_, _> =
        dfa.edges().zip(first..).map(|((state, _), id)| (state, RuleId::from_index(id))).collect();
    let values = |byte: u8| (u32::from(byte), u32::from(byte));
    for (state, edges) in dfa.edges() {
        let steps = edges.iter().map(|(set, next)| {
            let set = Expr::Set(ValueSet::new(set.iter().map(values)));
            Expr::Concat(vec![set, Expr::Rule(ids[next])])
        });
        let end = dfa.is_accepting(state).then_some(Expr::Empty);
        grammar.push(ResolvedRule {
            name: RuleName::new("state"),
            origin: Origin::Group,
            span: None,
            expr: Expr::Alt(steps.chain(end).collect()),
            filter: None,
            text: String::new(),
            extends: None,
            is_broken: false,
            lists: None,
            errors: Vec::new(),
        });
    }
    grammar.redefine(rule, Expr::Rule(RuleId::from_index(first)));
}

/// Random texts of rules of a module, by rule: none of a rule that has no short texts.
pub(crate) fn samples(
    name: &str,
    rules: &[&str],
    max_length: usize,
    count: usize,
) -> Vec<Vec<Vec<u8>>> {
    let grammar = restricted(name);
    let limits = Limits::default();
    let shapes = superset(&grammar, &limits);
    let mut random = Random::new(3);
    let mut of_rule = |rule: &&str| {
        let id = grammar.find(rule).unwrap_or_else(|| panic!("{name} has no rule {rule}"));
        let automata = automata(&grammar, &shapes, &[id], &limits);
        let subject = Subject { grammar: &grammar, automata: &automata, rule: id, limits: &limits };
        let Ok(sampler) = Sampler::new(subject, 0..=max_length) else { return Vec::new() };
        (0..count).map_while(|_| sampler.text(&mut random)).collect()
    };
    rules.iter().map(&mut of_rule).collect()
}

/// The plan of the data of its rules, and their names.
pub(crate) fn planned(name: &str) -> (Plan, Vec<String>) {
    let (File { name, bytes, .. }, spec) = file(name);
    let module = Module { module: "", name: &name, bytes: &bytes, spec: &spec };
    let rules = spec.exports.iter().map(|export| export.rule.clone()).collect();
    (data::plan(&module).unwrap_or_else(|errors| panic!("{errors}")), rules)
}

/// The model of its generated code.
pub(crate) fn model(name: &str) -> model::Module {
    let (File { name, bytes, .. }, spec) = file(name);
    let module = Module { module: "", name: &name, bytes: &bytes, spec: &spec };
    let model = model_of(&[module]).unwrap_or_else(|errors| panic!("{errors}")).0;
    model.modules.into_iter().next().expect("there is one")
}

fn read(name: &str) -> (Resolved, Spec) {
    let (File { name, bytes, imports }, spec) = file(name);
    (resolved(&name, &bytes, &imports), spec)
}

/// A file of a grammar.
struct File {
    name: String,
    bytes: Vec<u8>,
    imports: Vec<Import>,
}

fn file(name: &str) -> (File, Spec) {
    let (folder, module) = if name == "rfc3339" { (name, "") } else { ("gallery", name) };
    let folder = Path::new("../examples").join(folder);
    let text = fs::read(folder.join(spec_file::FILE_NAME)).expect("it is in the repository");
    let file = spec_file::read(name, &text).unwrap_or_else(|errors| panic!("{errors}"));
    let grammar = file.grammars.iter().find(|grammar| grammar.module == module);
    let grammar = grammar.unwrap_or_else(|| panic!("no module {name}"));
    let found = of_spec(&folder, grammar);
    let spec = file.spec(grammar, found.imports.clone(), "");
    (found, spec)
}

/// Reads a grammar.
pub(crate) fn resolved(name: &str, text: &[u8], imports: &[Import]) -> Resolved {
    let read = abnfc::read(name, text, imports, &ReadOptions::default());
    read.unwrap_or_else(|errors| panic!("{errors}")).resolved
}

/// A bundled grammar, or a file of the crate that imports bundled grammars.
fn of_spec(folder: &Path, grammar: &Grammar) -> File {
    let name = grammar.file.clone();
    if let Some(bundled) = bundled::find(&name) {
        return File { name, bytes: bundled.text.into(), imports: bundled.imports() };
    }
    let import = |name: &str, file: &str, rules: &[String]| {
        let rules: Vec<&str> = rules.iter().map(String::as_str).collect();
        bundled::find(file).expect("it is bundled").import(name, &rules)
    };
    let text = fs::read(folder.join(&grammar.file)).expect("it is in the repository");
    let lines = source(FileId(0), &grammar.file, &text, &Limits::default()).expect("text");
    let imports: Vec<Import> = directives(&lines, &mut Vec::new())
        .iter()
        .map(|it| import(&it.name, &it.file, &it.rules))
        .chain(grammar.imports.iter().map(|it| import(&it.name, &it.file, &it.rules)))
        .collect();
    File { name, bytes: text, imports }
}
