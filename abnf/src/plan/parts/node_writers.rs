//! Makes the [`Writer`] of each node of trees: of recursive rules, and of their groups.
//!
//! The automaton of a node reads its definition, in which each part is a tag without a text, so that
//! recursion through parts ends there. The hidden rules, which trees do not show, belong to the definition. A
//! node has no automaton, and no data, if a hidden rule embeds itself around parts, or if the
//! definition uses a nested rule that is not a part: its texts are not regular. The exception is a rule
//! without a value for which the spec gives a text.
//!
//! The module `decided` finds the nodes whose texts need not be read back.

mod decided;

use super::hollow_texts::{Hollow, Piece};
use super::hollows::{Pieces, pieces_of};
use super::letters::Spelling;
use super::locate::limits_of_others;
use super::part_requests::{self, PartRequests, ShownRules, TreeRequests};
use super::writers::{Writer, automata, fields, of_automata, rule_texts};
use crate::automata::graph;
use crate::automata::marked::marked;
use crate::automata::nfa::{self, Fragment, Nfa, NfaError};
use crate::automata::pattern::{Pattern, Patterns, references};
use crate::automata::shape::{Shape, recursion};
use crate::automata::skeleton::hollow;
use crate::automata::tagged::Tagging;
use crate::automata::tagged::parts::Depth;
use crate::budget::Budget;
use crate::grammar::RuleId;
use crate::grammar::uses::reached;
use crate::plan::exports::named::{NamedRule, regular_dfas};
use crate::plan::outline::InTrees;
use crate::spec::{Spec, Values};
use decided::{Node, Part, decided};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Index;
use std::sync::Arc;

/// Makes the writers of the nodes, in their order. `None` for nodes without parts that have data, and for
/// nodes without an automaton.
pub fn node_writers(
    in_trees: &InTrees,
    spec: &Spec,
    rules: &[NamedRule],
    TreeRequests { shown, nodes }: &TreeRequests,
) -> Vec<Option<Writer>> {
    if spec.values != Values::Inferred {
        return vec![None; nodes.len()];
    }
    let InTrees { grammar, shapes, hints, .. } = in_trees;
    let spelling = Spelling::of_grammar(grammar);
    let texts = rule_texts(rules, &spelling);
    let patterns = Arc::new(shown.patterns.clone());
    let of_depth = |depth| {
        let limits = &spec.read.limits;
        let tagging =
            || Tagging::of_patterns(grammar, shapes, Arc::clone(&patterns), limits, depth);
        automata(&texts, tagging)
    };
    // The parts of nodes are direct. What differs is whether letters outside of them count.
    let (listed, others) = (of_depth(Depth::Any), of_depth(Depth::Direct));
    let of_node = |(node, PartRequests { parts, .. }): &(RuleId, PartRequests)| {
        let fields = fields(part_requests::fields(parts.iter()), &texts);
        if fields.is_empty() {
            return None;
        }
        let owner = hints.owner(*node);
        let owner = rules.iter().find(|rule| rule.id() == owner)?;
        let is_listed = owner.id() == *node && owner.listed_parts().is_some();
        let automata = if is_listed { &listed } else { &others };
        let spelling = spelling.in_case(owner.request.export.letter_case);
        let nfa = |tagging: &Tagging<'_>| hollow_nfa(tagging, shown, *node, &fields).ok();
        of_automata(automata, &spelling, (hints, &texts), &fields, nfa)
    };
    let mut writers: Vec<Option<Writer>> = nodes.iter().map(of_node).collect();
    let limits = limits_of_others(&spec.read.limits);
    let patterns = Arc::clone(&patterns);
    let tagging = Tagging::of_patterns(grammar, shapes, patterns, &limits, Depth::Direct);
    let tagging = tagging.with_dfas(regular_dfas(rules));
    let mut pieces = Pieces::new();
    let of_node = |((node, _), writer): (&(RuleId, PartRequests), &Option<Writer>)| {
        hollow_of(&tagging, shown, *node, writer.as_ref()?, &mut pieces)
    };
    let hollows: Vec<Option<Hollow>> = nodes.iter().zip(&writers).map(of_node).collect();
    for (writer, hollow) in writers.iter_mut().zip(hollows) {
        if let Some(writer) = writer {
            writer.hollow = hollow;
        }
    }
    let number: BTreeMap<RuleId, usize> = nodes.iter().map(|it| it.0).zip(0..).collect();
    let known: Vec<_> = writers.iter().map(|it| known_node(it.as_ref()?, &number)).collect();
    let decided = decided(&known);
    for (writer, is_decided) in writers.iter_mut().flatten().zip(decided) {
        writer.derivations.is_one = is_decided;
    }
    writers
}

/// Returns the texts of a node without those of its parts. `pieces` are those of the symbols that are
/// known. `None` if a filter applies to them, or a
/// budget is exceeded.
fn hollow_of(
    tagging: &Tagging<'_>,
    shown: &ShownRules,
    node: RuleId,
    writer: &Writer,
    pieces: &mut Pieces,
) -> Option<Hollow> {
    let own = hidden(&Unfiltered(&tagging.patterns), shown, node).concat();
    let is_filtered = |rule: &RuleId| matches!(tagging.patterns[*rule], Pattern::Within(..));
    if own.iter().chain([&node]).any(is_filtered) {
        return None;
    }
    let fields = writer.symbols.iter().map(|symbol| (*symbol, 0)).collect();
    let nfa = hollow_nfa(tagging, shown, node, &fields).ok()?;
    let texts = marked(&nfa, &mut Budget::of_rule(tagging.limits)).ok()?;
    Some(Hollow { texts, pieces: pieces_of(tagging, pieces, &writer.symbols) })
}

/// Returns what is known about the texts of a node. `number` are those of all nodes.
fn known_node<'a>(writer: &'a Writer, number: &BTreeMap<RuleId, usize>) -> Option<Node<'a>> {
    let hollow = writer.hollow.as_ref()?;
    let part = |(symbol, piece): (&RuleId, &Option<Piece>)| match (number.get(symbol), piece) {
        (Some(node), _) => Part::Node(*node),
        (None, Some(Piece { first, more, may_be_empty: false, .. })) => {
            Part::Text { first: *first, more: *more }
        }
        _ => Part::Unknown,
    };
    Some(Node {
        texts: &hollow.texts,
        graph: writer.nodes.as_ref()?,
        parts: writer.symbols.iter().zip(&hollow.pieces).map(part).collect(),
    })
}

/// The reason why a node has no automaton.
enum NoNfa {
    /// The texts outside of parts are not regular.
    Nested,
    Limit,
}

impl From<NfaError> for NoNfa {
    fn from(_: NfaError) -> Self {
        Self::Limit
    }
}

/// Makes the automaton of a node whose parts are tags, with their indices as numbers.
fn hollow_nfa(
    tagging: &Tagging<'_>,
    shown: &ShownRules,
    node: RuleId,
    symbols: &BTreeMap<RuleId, usize>,
) -> Result<Nfa, NoNfa> {
    let number: &BTreeMap<RuleId, u16> = &symbols.keys().copied().zip(0..).collect();
    let patterns = &Unfiltered(&tagging.patterns);
    let limit = tagging.limits.nfa_states;
    let mut built: BTreeMap<RuleId, Nfa> = BTreeMap::new();
    for component in hidden(patterns, shown, node) {
        let uses = component.iter().flat_map(|&rule| used(patterns, rule));
        let has_parts = { uses }.any(|it| number.contains_key(&it) || built.contains_key(&it));
        if !has_parts && matches!(tagging.shapes.of(component[0]), Shape::Regular(_)) {
            continue;
        }
        let is_inner = |rule| component.contains(&rule);
        let recursion = recursion(tagging.grammar, &component, &is_inner).ok_or(NoNfa::Nested)?;
        let mut fragment = |used: RuleId| fragment(tagging, number, &built, used);
        let nfas = nfa::nfa(patterns, &component, recursion, limit, &mut fragment)?;
        let nfas = component.iter().zip(nfas);
        built.extend(nfas.map(|(&rule, nfa)| (rule, tagging.replaced(rule, nfa))));
    }
    let mut fragment = |used: RuleId| fragment(tagging, number, &built, used);
    nfa::definition(&patterns[node], limit, &mut fragment)
}

/// Returns the automaton of a rule in the definition of a node.
fn fragment(
    tagging: &Tagging<'_>,
    number: &BTreeMap<RuleId, u16>,
    built: &BTreeMap<RuleId, Nfa>,
    used: RuleId,
) -> Result<Fragment, NoNfa> {
    let nfa = match (number.get(&used), built.get(&used), tagging.shapes.of(used)) {
        (Some(&number), ..) => hollow(number),
        (_, Some(nfa), _) => nfa.clone(),
        (.., Shape::Regular(_)) => tagging.plain(used).map_err(|_| NoNfa::Limit)?,
        (.., Shape::Nested { .. }) => tagging.replacement(used).ok_or(NoNfa::Nested)?,
    };
    Ok(Fragment::Nfa(nfa))
}

/// Returns the components of the rules that belong to the definition of a node and that trees do not
/// show, each after those that it uses.
fn hidden(patterns: &Unfiltered<'_>, shown: &ShownRules, node: RuleId) -> Vec<Vec<RuleId>> {
    let is_shown: BTreeSet<RuleId> = shown.all().collect();
    let inside = |rule: &RuleId| {
        let uses = used(patterns, *rule).into_iter();
        uses.filter(|it| !is_shown.contains(it)).collect::<Vec<_>>()
    };
    let hidden = reached(&inside(&node), |rule| inside(&rule));
    let hidden: Vec<RuleId> = hidden.into_iter().collect();
    let index = |rule: &RuleId| hidden.binary_search(rule).expect("it was reached");
    let uses = hidden.iter().map(|rule| inside(rule).iter().map(index).collect());
    let components = graph::components(&uses.collect::<graph::Graph>());
    let rules = |it: Vec<usize>| it.into_iter().map(|index| hidden[index]).collect();
    components.into_iter().map(rules).collect()
}

/// Returns the rules that a definition uses.
fn used(patterns: &Unfiltered<'_>, rule: RuleId) -> Vec<RuleId> {
    let mut found = Vec::new();
    references(&patterns[rule], &mut found);
    found
}

/// Patterns without filters, which make no sense without the texts of the parts.
struct Unfiltered<'a>(&'a Patterns);

impl Index<RuleId> for Unfiltered<'_> {
    type Output = Pattern;
    fn index(&self, rule: RuleId) -> &Pattern {
        match &self.0[rule] {
            Pattern::Within(body, _) => body,
            pattern => pattern,
        }
    }
}
