//! Finds unused rules, and references that are spelled differently from the definition.

use super::Subject;
use abnfc::diagnostic::{Code, Diagnostic, Hint, Span, report};
use abnfc::grammar::syntax::{Name, Node};
use abnfc::grammar::uses::{reached, references};
use abnfc::grammar::{Origin, RuleId, RuleName};
use std::collections::{BTreeMap, BTreeSet};

/// Reports unused rules. With roots, adds a warning for each rule that they do not use. Without roots,
/// adds a note for each unused rule except the first one, since it may be a root.
pub(super) fn unused(subject: &Subject<'_>, roots: &[RuleId], found: &mut Vec<Diagnostic>) {
    let grammar = subject.grammar;
    let in_prose = named_in_prose(subject);
    let uses = |rule: RuleId| {
        let mut used = references(&grammar[rule].expr);
        used.extend(in_prose.get(&rule).into_iter().flatten());
        used
    };
    if roots.is_empty() {
        let used: BTreeSet<RuleId> = grammar
            .rules()
            .flat_map(|(rule, _)| uses(rule).into_iter().filter(move |&used| used != rule))
            .chain(grammar.rules().filter_map(|(_, it)| it.extends))
            .collect();
        for (_, it) in grammar.own_rules().skip(1).filter(|(rule, _)| !used.contains(rule)) {
            let message = format!("no other rule uses `{}`", it.name);
            let note = Diagnostic::note(Code::UnusedRule, message);
            report(found, placed(note, it.span).hint(ROOTS));
        }
        return;
    }
    let needed = reached(roots, uses);
    for (_, it) in grammar.own_rules().filter(|(rule, _)| !needed.contains(rule)) {
        let message = format!("no root needs `{}`", it.name);
        let warning = Diagnostic::warning(Code::UnusedRule, message);
        report(found, placed(warning, it.span).hint("delete it, or name it among the roots"));
    }
}

/// Returns the rules that prose names, as `<any CHAR except specials>` does, by the rule that
/// contains the prose.
fn named_in_prose(subject: &Subject<'_>) -> BTreeMap<RuleId, Vec<RuleId>> {
    let defined: BTreeMap<&str, RuleId> = subject.grammar.names();
    let mut named: BTreeMap<RuleId, Vec<RuleId>> = BTreeMap::new();
    for rule in &subject.rules.rules {
        let name = rule.name.text.to_ascii_lowercase();
        let Some(&id) = defined.get(&*name) else { continue };
        rule.node.walk(&mut |node| {
            let Node::Prose { text, .. } = node else { return };
            let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
            let known = words.filter_map(|word| defined.get(&*word.to_ascii_lowercase()).copied());
            named.entry(id).or_default().extend(known);
        });
    }
    named
}

const ROOTS: &str = "name those that are meant to be used from outside as roots";

fn placed(item: Diagnostic, span: Option<Span>) -> Diagnostic {
    match span {
        Some(span) => item.at(span, ""),
        None => item,
    }
}

/// Reports each rule of the grammar, of an import or of the core that is spelled differently than
/// in its definition.
pub(super) fn case_drift<'a>(subject: &Subject<'a>, found: &mut Vec<Diagnostic>) {
    let mut drifts: BTreeMap<RuleName, Vec<&'a Name>> = BTreeMap::new();
    let defined: BTreeMap<&str, RuleId> = subject.grammar.names();
    let mut note = |name: &'a Name| {
        let folded = RuleName::new(name.text.as_str());
        let spelled = defined.get(folded.folded()).map(|&rule| &subject.grammar[rule].name);
        if spelled.is_some_and(|spelled| spelled.as_str() != name.text) {
            drifts.entry(folded).or_default().push(name);
        }
    };
    for rule in &subject.rules.rules {
        note(&rule.name);
        rule.node.walk(&mut |node| {
            if let Node::Rulename(name) = node {
                note(name);
            }
        });
    }
    for (name, uses) in drifts {
        let rule = &subject.grammar[defined[name.folded()]];
        let first = uses[0];
        let count = match uses.len() {
            1 => String::new(),
            more => format!(", here and in {} more", places(more - 1)),
        };
        let message =
            format!("`{}` is spelled `{}` in its definition{count}", first.text, rule.name);
        let mut warning = Diagnostic::note(Code::CaseDrift, message).at(first.span, "");
        if rule.origin == Origin::Own
            && let Some(span) = rule.span
        {
            warning = warning.also(span, "defined here");
        }
        let spans = uses.iter().map(|name| name.span);
        let sentence = format!("write `{}`", rule.name);
        report(found, warning.hint(Hint::change(sentence, rule.name.as_str(), spans)));
    }
}

fn places(count: usize) -> String {
    if count == 1 { "place".to_owned() } else { format!("{count} places") }
}
