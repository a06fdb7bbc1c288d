//! Finds left-recursive rules, and repetitions of elements that can be empty. Recursive descent and
//! parsing expression grammars support neither.

use super::Subject;
use super::element::{Element, Kind};
use super::readings::brief;
use abnfc::automata::graph;
use abnfc::diagnostic::{Code, Diagnostic, report};
use abnfc::grammar::facts::begins_with;
use abnfc::grammar::{Expr, Origin, ResolvedRule, RuleId, facts};

/// Adds a note for each cycle of left-recursive rules.
pub(super) fn left_recursion(subject: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    const MAX_NAMED: usize = 5;
    let begins = begins_with(subject.grammar, &subject.nullable);
    for component in graph::components(&begins) {
        let Some(&first) = component.iter().find(|&&rule| is_own(subject, rule)) else { continue };
        let Some(circle) = circle(&begins, &component, first) else { continue };
        let name = |at: usize| format!("`{}`", rule_at(subject, at).name);
        let mut names: Vec<String> =
            circle.iter().skip(1).take(MAX_NAMED).map(|&at| name(at)).collect();
        names.push(if circle.len() <= MAX_NAMED + 1 { name(first) } else { "…".to_owned() });
        let message = format!(
            "{} can begin with itself: it begins with {}",
            name(first),
            names.join(", which begins with ")
        );
        let mut note = Diagnostic::note(Code::LeftRecursion, message)
            .hint("for parsers that cannot read it, write a repetition instead");
        if let Some(span) = rule_at(subject, first).span {
            note = note.at(span, "");
        }
        report(found, note);
    }
}

/// Returns a shortest cycle through a node of a component, beginning with the node.
fn circle(graph: &graph::Graph, component: &[usize], start: usize) -> Option<Vec<usize>> {
    let mut before = vec![None; component.len()];
    let place = |node: usize| component.binary_search(&node).ok();
    let mut queue = vec![start];
    let mut done = 0;
    while let Some(&at) = queue.get(done) {
        done += 1;
        for &next in &graph[at] {
            if next == start {
                let mut way = vec![at];
                let mut at = at;
                while at != start {
                    at = before[place(at)?]?;
                    way.push(at);
                }
                way.reverse();
                return Some(way);
            }
            let Some(place) = place(next) else { continue };
            if before[place].is_none() {
                before[place] = Some(at);
                queue.push(next);
            }
        }
    }
    None
}

/// Returns the rule at an index.
fn rule_at<'a>(subject: &Subject<'a>, index: usize) -> &'a ResolvedRule {
    &subject.grammar
        [RuleId::from_index(u32::try_from(index).expect("rules are numbered in 32 bits"))]
}

fn is_own(subject: &Subject<'_>, rule: usize) -> bool {
    rule_at(subject, rule).origin == Origin::Own
}

/// Reports unbounded repetitions and options of elements that can be empty.
pub(super) fn of_nothing(subject: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    for (rule, _) in subject.grammar.own_rules() {
        subject.elements[rule.index()].walk(&mut |element| {
            let Kind::Repeat { min, max, body } = &element.kind else { return };
            let (Some(span), true) = (element.span, is_nullable(subject, body)) else { return };
            let words = brief(subject, body);
            match (max, &body.kind) {
                (None, _) => report(
                    found,
                    Diagnostic::warning(
                        Code::NullableRepetition,
                        format!("this repeats {words}, which can be empty"),
                    )
                    .at(span, "")
                    .hint(match &body.kind {
                        Kind::Repeat { min: 0, max: Some(1), body } => {
                            let plain = Expr::repeat(0, None, body.expr());
                            format!(
                                "write `{}`, which has the same texts",
                                subject.grammar.show(&plain)
                            )
                        }
                        _ => format!("make sure that {words} cannot be empty"),
                    }),
                ),
                (Some(1), _) if *min == 0 => report(
                    found,
                    Diagnostic::note(
                        Code::NullableOption,
                        format!("this makes {words} optional, which can be empty"),
                    )
                    .at(span, ""),
                ),
                _ => (),
            }
        });
    }
}

fn is_nullable(subject: &Subject<'_>, element: &Element) -> bool {
    facts::nullable_expr(&element.expr(), &subject.nullable)
}

/// Returns for each rule whether the rule, or a rule that it uses, is left-recursive or has an unbounded
/// repetition of an element that can be empty.
pub(super) fn endless(subject: &Subject<'_>) -> Vec<bool> {
    let begins = begins_with(subject.grammar, &subject.nullable);
    let mut roots = graph::on_cycles(&begins);
    for (at, element) in subject.elements.iter().enumerate() {
        let mut is_endless = false;
        element.walk(&mut |element| {
            if let Kind::Repeat { max: None, body, .. } = &element.kind {
                is_endless |= is_nullable(subject, body);
            }
        });
        if is_endless {
            roots.push(at);
        }
    }
    let uses: graph::Graph = facts::uses(subject.grammar)
        .into_iter()
        .map(|uses| uses.into_iter().map(RuleId::index).collect())
        .collect();
    let users = graph::reversed(&uses);
    graph::reached(users.len(), roots, |rule| users[rule].iter().copied())
}
