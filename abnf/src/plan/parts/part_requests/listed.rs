//! The parts that a spec lists for a rule.

use super::PartRequest;
use super::counts::Counter;
use super::definitions::Definitions;
use crate::automata::rules::at_rule;
use crate::automata::tagged::parts::{Depth, Occurrences, Part, occurrences};
use crate::diagnostic::{Code, Diagnostic};
use crate::grammar::suggest::nearest_rule;
use crate::grammar::{Resolved, RuleId};
use crate::plan::accessors::{Content, Count, LocatedIn};
use crate::plan::names::is_type_name;
use crate::spec::PartSpec;

/// Returns the valid parts of a list, and errors about the others.
pub(super) fn listed(
    definitions: &Definitions<'_>,
    counter: &Counter,
    rule: RuleId,
    list: &[PartSpec],
) -> (Vec<PartRequest>, Vec<Diagnostic>) {
    let grammar = definitions.grammar;
    let mut parts: Vec<PartRequest> = Vec::new();
    let mut errors = Vec::new();
    for spec in list {
        let result = part(definitions, counter, rule, spec).and_then(|part| {
            match parts.iter().find(|other| other.accessor == part.accessor) {
                Some(other) => Err(same_accessor(grammar[rule].name.as_str(), &part, other)),
                None => Ok(part),
            }
        });
        match result {
            Ok(part) => parts.push(part),
            Err(error) => errors.push(at_list(grammar, rule, spec, error)),
        }
    }
    (parts, errors)
}

/// Sets the span of an error to the list in the spec file or, without one, to the rule.
fn at_list(grammar: &Resolved, rule: RuleId, spec: &PartSpec, error: Diagnostic) -> Diagnostic {
    if error.primary.is_some() {
        return error;
    }
    let error = error.at_spec(spec.span);
    if error.primary.is_some() {
        return error;
    }
    at_rule(grammar, rule, Diagnostic { secondary: Vec::new(), ..error })
}

fn part(
    definitions: &Definitions<'_>,
    counter: &Counter,
    rule: RuleId,
    spec: &PartSpec,
) -> Result<PartRequest, Diagnostic> {
    let grammar = definitions.grammar;
    let name = &spec.name;
    let owner = &grammar[rule].name;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if !is_name {
        let message = format!("`{name}` cannot be the name of a part of `{owner}`");
        return Err(Diagnostic::error(Code::BadPartName, message)
            .hint("a part name consists of letters, digits and hyphens and begins with a letter"));
    }
    if spec.rules.is_empty() {
        let message = format!("part `{name}` of `{owner}` has no rule");
        return Err(Diagnostic::error(Code::EmptyPart, message)
            .hint("list the rules that the part is made of"));
    }
    if let Some(type_name) = spec.type_name.as_ref().filter(|name| !is_type_name(name)) {
        let message =
            format!("`{type_name}` cannot be the type name of part `{name}` of `{owner}`");
        return Err(Diagnostic::error(Code::BadTypeName, message).hint(
            "a type name consists of ASCII letters and digits and begins with a capital letter",
        ));
    }
    let mut rules: Vec<RuleId> = Vec::new();
    for (index, used) in spec.rules.iter().enumerate() {
        let span = spec.rule_span(index);
        let Some(id) = grammar.find(used) else {
            let message = format!("part `{name}` of `{owner}`: `{used}` is not a rule");
            let error = Diagnostic::error(Code::UnknownPart, message).at_spec(span);
            return Err(match nearest_rule(grammar, used) {
                Some(near) => error.hint(format!("did you mean `{near}`?")),
                None => error.hint("a part is made of rules of the grammar or its imports"),
            });
        };
        if !definitions.exported.contains(id) {
            let message = format!("part `{name}` of `{owner}`: `{used}` is not exported");
            return Err(Diagnostic::error(Code::PartNotExported, message)
                .at_spec(span)
                .hint(format!("export `{used}` too; an accessor returns its type")));
        }
        // A union that shares its enum may list rules that only the other unions need.
        let shared = spec.type_name.is_some();
        if !shared && counts(definitions, counter, rule, &[id]).1 == 0 {
            return Err(absent(definitions, rule, name, used).at_spec(span));
        }
        if rules.contains(&id) {
            let message = format!("part `{name}` of `{owner}` lists `{used}` twice");
            return Err(Diagnostic::error(Code::DuplicatePart, message)
                .at_spec(span)
                .hint("remove one of the two"));
        }
        rules.push(id);
    }
    if rules.len() == 1 && spec.type_name.is_some() {
        let message =
            format!("part `{name}` of `{owner}` is a single rule and has the type of that rule");
        return Err(Diagnostic::error(Code::BadTypeName, message)
            .hint("only a union of rules has a type name of its own"));
    }
    let Some(count) = Count::of(counts(definitions, counter, rule, &rules)) else {
        return Err(absent(definitions, rule, name, &spec.rules.join("`, `")));
    };
    Ok(PartRequest {
        name: name.clone(),
        accessor: definitions.accessor(name),
        rules,
        type_name: spec.type_name.clone(),
        content: Content::Texts,
        count,
    })
}

/// Returns the minimum and the maximum number of occurrences of a listed part, where 2 means two or
/// more.
fn counts(
    definitions: &Definitions<'_>,
    counter: &Counter,
    rule: RuleId,
    rules: &[RuleId],
) -> (u8, u8) {
    let Definitions { grammar, shapes, .. } = definitions;
    match definitions.located_in {
        LocatedIn::Text => {
            let part = Part { name: String::new(), rules: rules.iter().copied().collect() };
            let Occurrences { min, max } = occurrences(grammar, shapes, rule, &part, Depth::Any);
            (min, max)
        }
        LocatedIn::Tree => counter.count_of(&grammar[rule].expr, rules),
    }
}

fn absent(definitions: &Definitions<'_>, rule: RuleId, name: &str, used: &str) -> Diagnostic {
    let definition = &definitions.grammar[rule];
    let owner = &definition.name;
    let (what, hint) = match definitions.located_in {
        LocatedIn::Text => (
            format!("no text of `{owner}` contains a `{used}`"),
            "list rules that the definition uses, directly or through other rules",
        ),
        LocatedIn::Tree => (
            format!("the trees of `{owner}` have no `{used}` directly below them"),
            "the parts of a nested rule are found in trees: list rules that its definition uses",
        ),
    };
    let message = format!("part `{name}` of `{owner}`: {what}");
    let error = Diagnostic::error(Code::AbsentPart, message).hint(hint);
    match definition.span {
        Some(span) => error.also(span, "the definition"),
        None => error,
    }
}

fn same_accessor(owner: &str, part: &PartRequest, other: &PartRequest) -> Diagnostic {
    let message = format!(
        "parts `{}` and `{}` of `{owner}` would both have the accessor `{}`",
        other.name, part.name, part.accessor
    );
    Diagnostic::error(Code::PartNameCollision, message).hint("rename one of the two")
}
