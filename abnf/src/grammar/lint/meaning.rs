//! Rules with a surprising meaning.

use crate::diagnostic::{Code, Diagnostic, Span, report};
use crate::grammar::structure::StructuralEquality;
use crate::grammar::{Expr, Origin, Resolved, RuleId, facts};
use std::collections::{BTreeMap, BTreeSet};

/// Reports rules that derive no text, because all their alternatives lead back to them: one
/// warning for each cycle, which also names the rules that need a rule of the cycle.
pub(super) fn rules_without_end(grammar: &Resolved, found: &mut Vec<Diagnostic>) {
    let productive = facts::productive(grammar);
    let stuck: Vec<RuleId> =
        grammar.rules().map(|(id, _)| id).filter(|id| !productive[id.index()]).collect();
    // For each rule, the first unproductive rule that it needs; following these ends in a cycle.
    let next: BTreeMap<RuleId, RuleId> = stuck
        .iter()
        .map(|&id| {
            (id, unproductive_rule(&grammar[id].expr, &productive).expect("it derives no text"))
        })
        .collect();
    let mut circle_of: BTreeMap<RuleId, RuleId> = BTreeMap::new();
    for &start in &stuck {
        let mut path = Vec::new();
        let mut at = start;
        // A rule is its own cycle until the path is done.
        while !circle_of.contains_key(&at) {
            circle_of.insert(at, at);
            path.push(at);
            at = next[&at];
        }
        let circle = circle_of[&at];
        for id in path {
            circle_of.insert(id, circle);
        }
    }
    let mut members: BTreeMap<RuleId, Vec<RuleId>> = BTreeMap::new();
    for (&id, &circle) in &circle_of {
        members.entry(circle).or_default().push(id);
    }
    for (circle, members) in members {
        if let Some(warning) = without_end(grammar, &next, circle, &members) {
            report(found, warning);
        }
    }
}

/// Returns a rule that every text of the expression would need, and that derives no text.
fn unproductive_rule(expr: &Expr<RuleId>, productive: &[bool]) -> Option<RuleId> {
    match expr {
        Expr::Rule(id) => (!productive[id.index()]).then_some(*id),
        Expr::Concat(items) => items.iter().find_map(|item| unproductive_rule(item, productive)),
        // The expression derives no text, so every alternative contains an unproductive rule.
        Expr::Alt(items) => {
            let ways: Option<Vec<_>> =
                items.iter().map(|item| unproductive_rule(item, productive)).collect();
            ways.map(|ways| ways[0])
        }
        Expr::Repeat { min: 0, .. } | Expr::Empty | Expr::Set(_) | Expr::Prose(_) | Expr::Error => {
            None
        }
        Expr::Repeat { body, .. } => unproductive_rule(body, productive),
    }
}

fn without_end(
    grammar: &Resolved,
    next: &BTreeMap<RuleId, RuleId>,
    circle: RuleId,
    members: &[RuleId],
) -> Option<Diagnostic> {
    const MAX_NAMED: usize = 4;
    let quoted = |id: &RuleId| format!("`{}`", grammar[*id].name);
    let mut round = vec![circle];
    let mut at = next[&circle];
    while at != circle {
        round.push(at);
        at = next[&at];
    }
    // Reported at the first rule of the cycle; a cycle in an import only if it is needed here.
    let is_own = |id: &&RuleId| grammar[**id].origin == Origin::Own;
    let &told = round.iter().filter(is_own).min().or_else(|| members.iter().find(is_own))?;
    let start = round.iter().position(|&id| id == told).unwrap_or(0);
    round.rotate_left(start);
    let way: Vec<_> = round[1..].iter().chain([&round[0]]).take(MAX_NAMED).map(quoted).collect();
    let more = if round.len() > MAX_NAMED { ", and so on" } else { " again" };
    let message = if told == round[0] {
        format!(
            "`{}` matches nothing: it needs {}{more}",
            grammar[told].name,
            way.join(", which needs ")
        )
    } else {
        format!(
            "`{}` matches nothing: it needs {}, which has no end",
            grammar[told].name,
            quoted(&round[0])
        )
    };
    let in_round: BTreeSet<_> = round.iter().collect();
    let others = members.iter().filter(|id| !in_round.contains(id) && **id != told);
    let hint = match &grammar[told].expr {
        Expr::Rule(used) if *used == told => {
            "names ignore case; if a rule of another grammar is meant, import it, and rename this one"
                .to_owned()
        }
        _ => format!("add an alternative that does not use {}", quoted(&round[0])),
    };
    let mut warning = Diagnostic::warning(Code::RuleWithoutEnd, message).hint(hint);
    if let Some(span) = grammar[told].span {
        warning = warning.at(span, "");
    }
    for id in others.filter(is_own).take(MAX_NAMED) {
        if let Some(span) = grammar[*id].span {
            warning = warning.also(span, "needs it, and so matches nothing either");
        }
    }
    Some(warning)
}

/// A core rule that the grammar defines in another way.
///
/// The reader compares structures only, so the two may have the same texts. The lints of
/// `abnfc-tools` compare their languages before they report the rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedefinedCoreRule {
    /// The rule of the grammar.
    pub own: RuleId,
    /// The core rule.
    pub core: RuleId,
    span: Span,
}

impl RedefinedCoreRule {
    /// Returns the warning about the rule.
    pub fn finding(&self, grammar: &Resolved) -> Diagnostic {
        let &Self { own, core, span } = self;
        let name = &grammar[own].name;
        let label = match user_in_core(grammar, core) {
            Some(user) => format!(
                "this grammar uses this definition; the core rule `{user}` keeps using the core rule"
            ),
            None => "this grammar uses this definition".to_owned(),
        };
        let message = format!("`{name}` differs from the core rule `{}`", grammar[core].text);
        Diagnostic::warning(Code::RedefinedCoreRule, message)
            .at(span, label)
            .hint("give the rule another name, unless all references mean this definition")
            .hint(format!("write `{name} =/ …` to add to the core rule"))
    }
}

/// Returns the core rules that the grammar redefines with another structure. Rules that use prose
/// cannot be compared and are left out.
pub fn redefined_core_rules(grammar: &Resolved) -> Vec<RedefinedCoreRule> {
    let mut known = None;
    let mut differs = |own: RuleId, core: RuleId| {
        let (equality, unclear) = known
            .get_or_insert_with(|| (StructuralEquality::new(grammar), facts::unclear(grammar)));
        !unclear[own.index()] && !equality.equal(own, core)
    };
    let pairs = own_and_core_rules(grammar).into_iter();
    pairs
        .filter_map(|(own, core)| {
            let span = grammar[own].span?;
            differs(own, core).then_some(RedefinedCoreRule { own, core, span })
        })
        .collect()
}

/// Returns the own rules that have the names of core rules, with the core rules, except own rules
/// that extend the core rule with `=/`.
pub fn own_and_core_rules(grammar: &Resolved) -> Vec<(RuleId, RuleId)> {
    let core = grammar.rules().filter(|(_, rule)| rule.origin == Origin::Core);
    let core: BTreeMap<_, _> = core.map(|(id, rule)| (&rule.name, id)).collect();
    let own = grammar.own_rules().filter(|(_, rule)| rule.extends.is_none());
    own.filter_map(|(own, rule)| Some((own, *core.get(&rule.name)?))).collect()
}

/// Returns the first core rule that uses `core`.
fn user_in_core(grammar: &Resolved, core: RuleId) -> Option<&str> {
    let uses = |expr: &Expr<RuleId>| {
        let mut uses = false;
        expr.walk(&mut |expr| uses |= *expr == Expr::Rule(core));
        uses
    };
    let mut rules = grammar.rules().filter(|(_, rule)| rule.origin == Origin::Core);
    rules.find(|(_, rule)| uses(&rule.expr)).map(|(_, rule)| rule.name.as_str())
}
