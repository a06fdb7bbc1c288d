//! Makes the [`Writer`] of each rule with parts, which turns data into a text of the rule.
//!
//! Input: the parts that have automata. Each is one symbol of a [`Skeleton`]; the fillers between
//! them are spelled as the grammar spells its literals. `None` for rules without parts, and for rules
//! for which the spec requests values alone. A rule that would have more than [`MAX_EDGES`] edges or
//! exceed a budget has no graph, but what its data would lose is known.
//!
//! A part that the spec lists can be inside of another part. Only its occurrences outside of other
//! parts are symbols, because the text of the outer part contains the inner ones.

use super::letters::{Spelling, path};
use super::located::LocatedParts;
use crate::automata::dfa::Dfa;
use crate::automata::nfa::Nfa;
use crate::automata::pattern::Patterns;
use crate::automata::remainder::remainder_varies;
use crate::automata::skeleton::{self, MAX_FILLERS, Skeleton, hollow, skeleton};
use crate::automata::tagged::Tagging;
use crate::automata::tagged::parts::Depth;
use crate::budget::Budget;
use crate::bytes::ByteSet;
use crate::grammar::RuleId;
use crate::plan::context::Context;
use crate::plan::exports::named::NamedRule;
use crate::plan::outline::Hints;
use crate::spec::{Spec, ValueSpec, Values};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The greatest number of edges of a writer.
pub const MAX_EDGES: usize = 4096;

/// The graph by which the data of a rule becomes text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writer {
    /// The rules of the parts, by the numbers of the symbols.
    pub symbols: Vec<RuleId>,
    /// The symbols that can also be inside other ones.
    pub inner: BTreeSet<RuleId>,
    /// The texts of the symbols that have one text, apart from the case of letters.
    pub literals: BTreeMap<RuleId, Vec<u8>>,
    /// The edges of each node; node 0 is the start of the text. `None` if they are too many.
    pub nodes: Option<Vec<Vec<Edge>>>,
    /// Whether a text can differ outside of its parts in more than the case of letters, or the edges
    /// are too many.
    pub has_other_text: bool,
    /// Whether letters or digits outside of the parts vary, or may vary because a budget was exceeded,
    /// if the spec does not list the parts.
    pub loses_text: bool,
}

/// A continuation after a part, or after the start of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The fillers, the preferred one first.
    pub fillers: Vec<Vec<u8>>,
    /// The number of the symbol after the filler, and the node after it. `None` is the end.
    pub then: Option<(usize, usize)>,
}

/// Makes the writer of each rule.
pub fn writers(
    context: Context<'_>,
    patterns: &Arc<Patterns>,
    spec: &Spec,
    hints: &Hints,
    rules: &[NamedRule],
    located: &[LocatedParts],
) -> Vec<Option<Writer>> {
    if spec.values == Values::Requested {
        return vec![None; rules.len()];
    }
    let Context { grammar, shapes, limits } = context;
    let of_depth = |depth| {
        Tagging::of_patterns(grammar, shapes, Arc::clone(patterns), limits, depth).without_filters()
    };
    let (listed, others) = (of_depth(Depth::Any), of_depth(Depth::Direct));
    let spelling = Spelling::of_grammar(grammar);
    let single = single_texts(rules);
    let of_rule = |(rule, parts): (&NamedRule, &LocatedParts)| {
        let symbols: BTreeSet<RuleId> =
            parts.requests().flat_map(|it| &it.rules).copied().collect();
        if symbols.is_empty() {
            return None;
        }
        let tagging = if rule.listed_parts().is_some() { &listed } else { &others };
        writer(tagging, &spelling, (hints, &single), rule.id(), symbols)
    };
    rules.iter().zip(located).map(of_rule).collect()
}

fn writer(
    tagging: &Tagging<'_>,
    spelling: &Spelling,
    (hints, single): (&Hints, &BTreeMap<RuleId, Vec<ByteSet>>),
    rule: RuleId,
    symbols: BTreeSet<RuleId>,
) -> Option<Writer> {
    let number: BTreeMap<RuleId, u16> = symbols.iter().copied().zip(0..).collect();
    let hollow = |used: RuleId, _: Nfa| hollow(number[&used]);
    let nfa = tagging.marked(rule, &symbols, &hollow).ok()?;
    let inside = |&outer: &RuleId| {
        let mut reached = tagging.shapes.reached_above(0, [outer], |_| true);
        reached.remove(&outer);
        reached
    };
    let inner = match tagging.depth {
        Depth::Direct => BTreeSet::new(),
        Depth::Any => symbols.iter().flat_map(inside).filter(|it| symbols.contains(it)).collect(),
    };
    let made = of_nfa(tagging, spelling, (hints, single), &nfa, symbols)?;
    Some(Writer { inner, ..made })
}

/// Makes the writer of an automaton in which each part is replaced by a tag, whose number is that of
/// the symbol.
pub(super) fn of_nfa(
    tagging: &Tagging<'_>,
    spelling: &Spelling,
    (hints, single): (&Hints, &BTreeMap<RuleId, Vec<ByteSet>>),
    nfa: &Nfa,
    symbols: BTreeSet<RuleId>,
) -> Option<Writer> {
    let loses_text = tagging.depth == Depth::Direct
        && remainder_varies(nfa, &mut Budget::of_rule(tagging.limits)) != Some(false);
    let skeleton = skeleton(nfa, &mut Budget::of_rule(tagging.limits)).ok();
    let is_small = |it: &Skeleton| it.nodes.iter().map(Vec::len).sum::<usize>() <= MAX_EDGES;
    let skeleton = skeleton.filter(is_small);
    let varies =
        |it: &Skeleton| it.nodes.iter().flatten().any(|edge| has_other_text(&edge.fillers));
    let has_other_text = skeleton.as_ref().is_none_or(varies);
    let spelled = |edge: &skeleton::Edge| Edge {
        fillers: fillers(spelling, &edge.fillers),
        then: edge.then.map(|step| (usize::from(step.symbol), step.node)),
    };
    let spelled = |edges: &Vec<_>| edges.iter().map(spelled).collect();
    let nodes = skeleton.map(|it| it.nodes.iter().map(spelled).collect());
    let encoding = tagging.grammar.encoding;
    let literals = symbols.iter().filter_map(|it| Some((*it, hints.literals.get(it)?)));
    let literals = literals.map(|(id, it)| Some((id, spelling.spell(&path(&it.expr, encoding)?))));
    let literals: Option<BTreeMap<_, _>> = literals.collect();
    let of_one = symbols.iter().filter_map(|it| Some((*it, spelling.spell(single.get(it)?))));
    Some(Writer {
        nodes,
        has_other_text,
        loses_text,
        inner: BTreeSet::new(),
        literals: of_one.chain(literals?).collect(),
        symbols: symbols.into_iter().collect(),
    })
}

/// Returns the texts of the rules that have one text, apart from the case of letters.
pub(super) fn single_texts(rules: &[NamedRule]) -> BTreeMap<RuleId, Vec<ByteSet>> {
    rules.iter().filter_map(|rule| Some((rule.id(), single_text(rule)?))).collect()
}

/// Returns the only text of a rule, apart from the case of letters, if the spec requests no value of it.
fn single_text(rule: &NamedRule) -> Option<Vec<ByteSet>> {
    let dfa = rule.language.dfa().filter(|_| rule.request.export.value == ValueSpec::Inferred)?;
    let edges: Vec<_> = dfa.edges().map(|(_, edges)| edges).collect();
    let (mut state, mut text) = (Dfa::START, Vec::new());
    // A text that is longer than this repeats a state.
    while text.len() < edges.len() {
        match (&edges[state.index()][..], dfa.is_accepting(state)) {
            ([], true) => return Some(text),
            ([(set, next)], false) if is_one(set) => {
                text.push(*set);
                state = *next;
            }
            _ => return None,
        }
    }
    None
}

/// Returns whether a set is one byte, apart from the case of a letter.
fn is_one(set: &ByteSet) -> bool {
    let first = set.iter().next();
    set.iter().all(|byte| first.is_some_and(|first| byte.eq_ignore_ascii_case(&first)))
}

/// Returns whether there are several fillers, apart from the case of letters.
fn has_other_text(paths: &[Vec<ByteSet>]) -> bool {
    paths.len() > 1 || paths.iter().flatten().any(|set| !is_one(set))
}

/// Spells fillers. If a first byte can be another one, that is one more filler.
fn fillers(spelling: &Spelling, paths: &[Vec<ByteSet>]) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = paths.iter().map(|path| spelling.spell(path)).collect();
    for (path, index) in paths.iter().zip(0..) {
        let Some(&first) = all[index].first() else { continue };
        let is_other = |byte: &u8| !byte.eq_ignore_ascii_case(&first);
        let others: ByteSet = path[0].iter().filter(is_other).collect();
        if !others.is_empty() && all.len() < MAX_FILLERS {
            all.push(spelling.spell(&[&[others], &path[1..]].concat()));
        }
    }
    all.sort_by_key(Vec::len);
    all.dedup();
    all
}
