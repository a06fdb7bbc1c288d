//! Makes the [`Writer`] of each rule with parts, which turns data into a text of the rule.
//!
//! Input: the parts that have automata. Each is one symbol of a [`Skeleton`]; the fillers between
//! them are spelled as the grammar spells its literals. `None` for rules without parts, and for rules
//! for which the spec requests values alone. A rule that would have more than [`MAX_EDGES`] edges or
//! exceed a budget has no graph, but what its data would lose is known.
//!
//! A part without a value is no symbol: its texts belong to the fillers, and data does not keep what
//! they contain. Only as an alternative of a part of several rules it is a symbol, with one text.
//!
//! A part that the spec lists can be inside of another part. Only its occurrences outside of other
//! parts are symbols, because the text of the outer part contains the inner ones.

mod rule_texts;

use super::hollow_texts::Hollow;
use super::letters::{Spelling, path};
use super::locate::limits_of_others;
use super::located::LocatedParts;
use super::part_requests::PartRequest;
use crate::automata::nfa::Nfa;
use crate::automata::order::order_varies;
use crate::automata::pattern::Patterns;
use crate::automata::remainder::remainder_varies;
use crate::automata::skeleton::{self, MAX_FILLERS, Skeleton, hollow, skeleton};
use crate::automata::tagged::Tagging;
use crate::automata::tagged::parts::Depth;
use crate::automata::tagged::replaced::Replacement;
use crate::budget::Budget;
use crate::bytes::ByteSet;
use crate::grammar::RuleId;
use crate::plan::context::Context;
use crate::plan::exports::named::NamedRule;
use crate::plan::outline::Hints;
use crate::spec::{Spec, Values};
use rule_texts::is_one;
pub(super) use rule_texts::{RuleTexts, rule_texts};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The greatest number of edges of a writer.
pub const MAX_EDGES: usize = 4096;

/// The graph by which the data of a rule becomes text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writer {
    /// The rules of the parts, by the numbers of the symbols.
    pub symbols: Vec<RuleId>,
    /// The field of each symbol.
    pub fields: Vec<usize>,
    /// The symbols that can also be inside other ones.
    pub inner: BTreeSet<RuleId>,
    /// The texts of the symbols that have one text, apart from the case of letters, or no value. The
    /// preferred one comes first.
    pub literals: BTreeMap<RuleId, Vec<Vec<u8>>>,
    /// The edges of each node; node 0 is the start of the text. `None` if they are too many.
    pub nodes: Option<Vec<Vec<Edge>>>,
    /// Whether a text can differ outside of its parts in more than the case of letters, or the edges
    /// are too many.
    pub has_other_text: bool,
    /// Whether data loses letters or digits outside of the parts, or the order of the parts, or may
    /// lose them because a budget was exceeded, if the spec does not list the parts.
    pub loses_text: bool,
    /// The derivations of a text that is written without going back.
    pub derivations: Derivations,
    /// The texts of the rule without those of its parts. `None` if they are unknown.
    pub hollow: Option<Hollow>,
}

/// Facts about the derivations of a text that is written without going back, apart from those inside of
/// its parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Derivations {
    /// Whether there is one.
    pub is_one: bool,
    /// Whether all have the same text in each field, whatever rule of the field it is a text of.
    pub have_same_fields: bool,
    /// Whether there always is one: each written text is one of the rule, whatever texts its parts have.
    pub always_exist: bool,
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
    let spelling = Spelling::of_grammar(grammar);
    let texts = rule_texts(rules, &spelling);
    let of_depth = |depth| {
        let tagging = || {
            let patterns = Arc::clone(patterns);
            Tagging::of_patterns(grammar, shapes, patterns, limits, depth).without_filters()
        };
        automata(&texts, tagging)
    };
    let (listed, others) = (of_depth(Depth::Any), of_depth(Depth::Direct));
    let of_rule = |(rule, parts): (&NamedRule, &LocatedParts)| {
        let fields = fields(parts.fields(), &texts);
        if fields.is_empty() {
            return None;
        }
        let automata = if rule.listed_parts().is_some() { &listed } else { &others };
        let spelling = spelling.in_case(rule.request.export.letter_case);
        writer(automata, &spelling, (hints, &texts), rule.id(), &fields)
    };
    rules.iter().zip(located).map(of_rule).collect()
}

/// Returns the field that has the data of each rule: the first one, if there are several. `parts` are
/// those that are fields.
pub(super) fn fields<'a>(
    parts: impl Iterator<Item = &'a PartRequest>,
    texts: &RuleTexts,
) -> BTreeMap<RuleId, usize> {
    let is_kept = |it: &&PartRequest| it.is_union() || !texts.units.contains(&it.rules[0]);
    let mut fields = BTreeMap::new();
    for (part, index) in parts.filter(is_kept).zip(0..) {
        for &rule in &part.rules {
            fields.entry(rule).or_insert(index);
        }
    }
    fields
}

/// Where the automata of texts come from.
pub(super) struct Automata<'a> {
    /// With the texts that the spec gives.
    texts: Tagging<'a>,
    /// Without the texts that data leaves out. `None` if that makes no difference.
    kept: Option<Tagging<'a>>,
}

/// Returns the automata of rules whose texts are known. `tagging` makes those without replacements.
pub(super) fn automata<'a>(texts: &RuleTexts, tagging: impl Fn() -> Tagging<'a>) -> Automata<'a> {
    let nothing = texts.units.iter().map(|&rule| (rule, Replacement::Nothing)).collect();
    let differs = !texts.units.is_empty() || !texts.given.is_empty();
    Automata {
        texts: tagging().with_replacements(texts.given.clone()),
        kept: differs.then(|| tagging().with_replacements(nothing)),
    }
}

/// Makes the writer of a rule. `fields` has the field of each rule that is a symbol.
fn writer(
    automata: &Automata<'_>,
    spelling: &Spelling,
    known: (&Hints, &RuleTexts),
    rule: RuleId,
    fields: &BTreeMap<RuleId, usize>,
) -> Option<Writer> {
    let symbols: BTreeSet<RuleId> = fields.keys().copied().collect();
    let number: BTreeMap<RuleId, u16> = symbols.iter().copied().zip(0..).collect();
    let hollow = |used: RuleId, _: Nfa| hollow(number[&used]);
    let nfa = |tagging: &Tagging<'_>| tagging.marked(rule, &symbols, &hollow).ok();
    let made = of_automata(automata, spelling, known, fields, nfa)?;
    let Tagging { shapes, depth, .. } = automata.texts;
    let inside = |&outer: &RuleId| {
        let mut reached = shapes.reached_above(0, [outer], |_| true);
        reached.remove(&outer);
        reached
    };
    let inner = match depth {
        Depth::Direct => BTreeSet::new(),
        Depth::Any => symbols.iter().flat_map(inside).filter(|it| symbols.contains(it)).collect(),
    };
    Some(Writer { inner, ..made })
}

/// Makes a writer. `nfa` returns the automaton in which each rule that is a symbol is replaced by a tag,
/// whose number is that of the symbol.
pub(super) fn of_automata(
    Automata { texts: tagging, kept }: &Automata<'_>,
    spelling: &Spelling,
    (hints, texts): (&Hints, &RuleTexts),
    fields: &BTreeMap<RuleId, usize>,
    nfa: impl Fn(&Tagging<'_>) -> Option<Nfa>,
) -> Option<Writer> {
    let symbols: BTreeSet<RuleId> = fields.keys().copied().collect();
    let of_tagging = nfa;
    let nfa = of_tagging(tagging)?;
    let kept = match kept {
        Some(kept) => Some(of_tagging(kept)?),
        None => None,
    };
    let budget = || Budget::of_rule(tagging.limits);
    let field_of: Vec<usize> = fields.values().copied().collect();
    // A rule whose order is difficult to decide would take seconds.
    let few_steps = &mut Budget::of_rule(&limits_of_others(tagging.limits));
    let of_data = kept.as_ref().unwrap_or(&nfa);
    let loses_text = tagging.depth == Depth::Direct
        && (remainder_varies(of_data, &mut budget()) != Some(false)
            || order_varies(of_data, &field_of, few_steps) != Some(false));
    let is_small = |it: &Skeleton| it.nodes.iter().map(Vec::len).sum::<usize>() <= MAX_EDGES;
    let skeleton = |nfa| skeleton(nfa, &mut budget()).ok().filter(is_small);
    let made = skeleton(&nfa);
    let varies =
        |it: &Skeleton| it.nodes.iter().flatten().any(|edge| has_other_text(&edge.fillers));
    let has_other_text = match &kept {
        Some(kept) => skeleton(kept).as_ref().is_none_or(varies),
        None => made.as_ref().is_none_or(varies),
    };
    let spelled = |edge: &skeleton::Edge| Edge {
        fillers: fillers(spelling, &edge.fillers),
        then: edge.then.map(|step| (usize::from(step.symbol), step.node)),
    };
    let spelled = |edges: &Vec<_>| edges.iter().map(spelled).collect();
    let nodes = made.map(|it| it.nodes.iter().map(spelled).collect());
    let encoding = tagging.grammar.encoding;
    let literals = symbols.iter().filter_map(|it| Some((*it, hints.literals.get(it)?)));
    let literals =
        literals.map(|(id, it)| Some((id, vec![spelling.spell(&path(&it.expr, encoding)?)])));
    let literals: Option<BTreeMap<_, _>> = literals.collect();
    let of_one = symbols.iter().filter_map(|it| Some((*it, texts.fixed.get(it)?.clone())));
    Some(Writer {
        nodes,
        has_other_text,
        loses_text,
        derivations: Derivations::default(),
        hollow: None,
        inner: BTreeSet::new(),
        literals: of_one.chain(literals?).collect(),
        fields: field_of,
        symbols: symbols.into_iter().collect(),
    })
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
    // The first one is the shortest, or has a text that the spec gives.
    if let Some(others) = all.get_mut(1..) {
        others.sort_by_key(Vec::len);
    }
    let mut known = BTreeSet::new();
    all.retain(|filler| known.insert(filler.clone()));
    all
}
