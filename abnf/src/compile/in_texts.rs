//! The stages from an outline to located parts. They run again if no automaton can locate the parts of
//! some regular rules: these parts are then in trees.

use super::exported::{Exported, exported};
use super::findings::in_order_of_spec;
use crate::automata::language::Language;
use crate::automata::rules::Automata;
use crate::automata::shape::Shape;
use crate::automata::trees::Trees;
use crate::diagnostic::Diagnostic;
use crate::grammar::RuleId;
use crate::plan::context::Context;
use crate::plan::exports::form::Form;
use crate::plan::exports::named::NamedRule;
use crate::plan::outline::Outline;
use crate::plan::parts::lacks::{Lack, in_trees, without_parts};
use crate::plan::parts::locate::{Known, locate};
use crate::plan::parts::located::LocatedParts;
use crate::plan::parts::nesting::Nesting;
use crate::plan::parts::part_requests::{PartRequests, Requested, TreeRequests, part_requests};
use crate::plan::parts::tree_plan::tree_automata;
use crate::plan::parts::unions::collisions;
use crate::spec::Spec;
use std::collections::{BTreeMap, BTreeSet};

/// The rules of a module with the parts that automata locate.
pub(super) struct Located<'a> {
    pub(super) context: Context<'a>,
    pub(super) automata: Automata,
    pub(super) rules: Vec<NamedRule>,
    pub(super) nesting: Nesting<'a>,
    /// The requested parts and those with automata, parallel to the rules.
    pub(super) in_texts: Vec<PartRequests>,
    pub(super) parts: Vec<LocatedParts>,
    /// The parts in trees, with the automata of the trees.
    pub(super) of_trees: Option<(TreeRequests, Trees)>,
    /// The warning that the grammar is too large for trees.
    pub(super) no_trees: Option<Diagnostic>,
    /// The parts that no automaton locates.
    pub(super) lacks: Vec<Lack>,
    pub(super) warnings: Vec<Diagnostic>,
}

/// Locates parts in texts. `reserved` are type names that the module needs for itself. If `only` is the
/// name of a rule, there are only the rules that it needs. The parts of `known` rules need not be located
/// again. Sets the warnings about prose.
///
/// # Errors
///
/// Errors in the spec, and the requested rules that cannot be compiled.
pub(super) fn located<'a>(
    outline: &'a Outline,
    spec: &'a Spec,
    reserved: &[&str],
    only: Option<&str>,
    known: Option<&Located<'_>>,
    prose: &mut Vec<Diagnostic>,
) -> Result<Located<'a>, Vec<Diagnostic>> {
    let Outline { grammar, shapes, patterns, hints, in_trees } = outline;
    // Every rule has an automaton that tables can hold, and type names of its own.
    let automata = known.map(|it| &it.automata);
    let exported = exported(grammar, (shapes, patterns), hints, spec, reserved, only, automata);
    let Exported { context, automata, rules, mut errors, warnings, .. } = exported;
    *prose = exported.prose;
    // Every part is made of rules that can be located in texts or in trees.
    let (requested, more) = part_requests(context, hints, in_trees, spec, &rules);
    errors.extend(more);
    errors.extend(collisions(context, &rules, &requested, reserved));
    if !errors.is_empty() {
        return Err(in_order_of_spec(errors));
    }
    let Requested { in_texts, in_trees: of_trees } = requested;
    // For each pair of rules, it can be determined whether one occurs inside the other.
    let nesting = Nesting::new(grammar, shapes);
    // Every remaining part has an automaton that tables can hold; all tables together are not too
    // large.
    let known = known.map(Located::known).unwrap_or_default();
    let (parts, lacks) = locate(context, patterns, &nesting, hints, &rules, &in_texts, &known)?;
    // Trees have automata, unless the grammar is too large.
    let with_automata = |requests: TreeRequests| {
        let automata = tree_automata(in_trees, &rules, &requests.shown)?;
        Ok((requests, automata))
    };
    let (of_trees, no_trees) = match of_trees.map(with_automata).transpose() {
        Ok(of_trees) => (of_trees, None),
        Err(warning) => (None, Some(warning)),
    };
    Ok(Located {
        context,
        automata,
        rules,
        nesting,
        in_texts,
        parts,
        of_trees,
        no_trees,
        lacks,
        warnings,
    })
}

impl Located<'_> {
    /// Returns what is known about the parts of each rule.
    fn known(&self) -> BTreeMap<RuleId, Known<'_>> {
        let known = |index: usize| {
            let rule = self.rules[index].id();
            let lacks = self.lacks.iter().filter(|lack| lack.rule == rule).collect();
            (rule, (&self.in_texts[index].parts[..], &self.parts[index], lacks))
        };
        (0..self.rules.len()).map(known).collect()
    }

    /// Returns the regular rules whose parts no automaton locates, and the warnings that these parts are in
    /// trees.
    pub(super) fn large(&self, outline: &Outline) -> (BTreeSet<RuleId>, Vec<Diagnostic>) {
        let types = self.rules.iter().filter(|it| it.form == Form::Type).map(NamedRule::id);
        let types: BTreeSet<RuleId> = types.collect();
        let shapes = self.context.shapes;
        let needs_general_engine = |rule: &&NamedRule| {
            matches!(rule.language, Language::General(..))
                && matches!(shapes.of(rule.id()), Shape::Regular(_))
                && shapes.uses(rule.id()).iter().any(|it| types.contains(it))
        };
        let general = self.rules.iter().filter(needs_general_engine).map(NamedRule::id);
        let lacking = without_parts(&self.rules, &self.parts, &self.lacks);
        // Trees show nothing inside of leaves and of restricted rules.
        let is_opaque = |rule: &&NamedRule| {
            rule.request.export.is_leaf || self.context.grammar[rule.id()].filter.is_some()
        };
        let opaque: BTreeSet<RuleId> =
            self.rules.iter().filter(is_opaque).map(NamedRule::id).collect();
        // The groups of a rule move with it.
        let moves =
            |rule: &RuleId| !outline.hints.groups.contains_key(rule) && !opaque.contains(rule);
        let lacking: BTreeSet<RuleId> = lacking.into_iter().filter(moves).collect();
        let warnings = in_trees(self.context, &self.lacks, &lacking);
        (general.filter(moves).chain(lacking.iter().copied()).collect(), warnings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::pattern::Patterns;
    use crate::automata::shape::Shapes;
    use crate::automata::superset::superset;
    use crate::automata::tagged::Tagging;
    use crate::automata::tagged::parts::Depth;
    use crate::budget::Budget;
    use crate::grammar::Resolved;
    use crate::plan::exports::named::regular_dfas;
    use crate::plan::outline::outline;
    use crate::text::bundled;
    use std::sync::Arc;

    /// The grammars of texts and of trees name groups, but rules keep their texts. Stages after this one
    /// rely on that: they take the automata of rules instead of making them again.
    #[test]
    fn automata_of_rules_are_those_of_their_patterns() {
        for name in ["rfc3986", "rfc5234", "rfc8259", "rfc8610", "rfc6570", "rfc5646"] {
            let grammar = bundled::find(name).expect("it is bundled");
            let spec = Spec::default();
            let read = crate::read(name, grammar.text.as_bytes(), &grammar.imports(), &spec.read);
            let grammar = read.expect("it reads").resolved;
            let shapes = superset(&grammar, &spec.read.limits);
            let outline = outline(&grammar, &shapes, &spec);
            let made = located(&outline, &spec, &[], None, None, &mut Vec::new()).expect("located");
            let same = |grammar: &Resolved, shapes: &Shapes, patterns: &Arc<Patterns>| {
                let limits = &spec.read.limits;
                let patterns = Arc::clone(patterns);
                let tagging =
                    Tagging::of_patterns(grammar, shapes, patterns, limits, Depth::Direct);
                for (rule, dfa) in regular_dfas(&made.rules) {
                    let again = tagging.plain_dfa(rule, &mut Budget::of_rule(limits));
                    assert_eq!(again.as_ref(), Some(&dfa), "{name}: {}", grammar[rule].name);
                }
            };
            same(&outline.grammar, &outline.shapes, &outline.patterns);
            if let Some((requests, _)) = &made.of_trees {
                let of_trees = &outline.in_trees;
                let patterns = Arc::new(requests.shown.patterns.clone());
                same(&of_trees.grammar, &of_trees.shapes, &patterns);
            }
        }
    }
}
