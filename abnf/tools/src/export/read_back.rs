//! A regular expression in the notation of Rust to the automaton of the texts that it matches, by the
//! parser of the crate `regex`.

use abnfc::automata::dfa::Dfa;
use abnfc::automata::rules::automata;
use abnfc::automata::shape::shape;
use abnfc::grammar::{Encoding, Expr, Resolved, RuleId, ValueSet};
use abnfc::limits::Limits;
use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind};
use regex_syntax::utf8::{Utf8Sequence, Utf8Sequences};

/// Returns the minimal automaton of an expression between anchors. `None` if it cannot be read or
/// exceeds the limits.
pub(super) fn read_back(pattern: &str, limits: &Limits) -> Option<Dfa> {
    let mut parser = ParserBuilder::new().utf8(false).nest_limit(1000).build();
    let expr = of_hir(&parser.parse(pattern).ok()?);
    let none = Expr::concat([set(&[(0, 0)]), Expr::Rule(NOTHING)]);
    let grammar = Resolved::from_rules(Encoding::Octets, [("r", expr), ("nothing", none)]);
    let rule = RuleId::from_index(0);
    let automata = automata(&grammar, &shape(&grammar), &[rule], limits);
    automata.dfa(rule).ok().cloned()
}

/// A rule without texts.
const NOTHING: RuleId = RuleId::from_index(1);

/// One byte within these ranges.
fn set(ranges: &[(u8, u8)]) -> Expr<RuleId> {
    let values = ranges.iter().map(|&(low, high)| (low.into(), high.into()));
    Expr::set(ValueSet::new(values)).unwrap_or(Expr::Rule(NOTHING))
}

/// Converts an expression over bytes. Anchors are the empty text: they occur at the ends only.
fn of_hir(hir: &Hir) -> Expr<RuleId> {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => Expr::Empty,
        HirKind::Literal(literal) => {
            Expr::concat(literal.0.iter().map(|&byte| set(&[(byte, byte)])))
        }
        HirKind::Class(Class::Bytes(class)) => {
            let ranges = class.ranges().iter().map(|range| (range.start(), range.end()));
            set(&ranges.collect::<Vec<_>>())
        }
        HirKind::Class(Class::Unicode(class)) if class.ranges().is_empty() => set(&[]),
        HirKind::Class(Class::Unicode(class)) => {
            let ranges = class.ranges().iter();
            let all = ranges.flat_map(|range| Utf8Sequences::new(range.start(), range.end()));
            let text = |it: Utf8Sequence| {
                Expr::concat(it.as_slice().iter().map(|range| set(&[(range.start, range.end)])))
            };
            Expr::alt(all.map(text))
        }
        HirKind::Repetition(it) => Expr::repeat(it.min, it.max, of_hir(&it.sub)),
        HirKind::Capture(it) => of_hir(&it.sub),
        HirKind::Concat(items) => Expr::concat(items.iter().map(of_hir)),
        HirKind::Alternation(items) => Expr::alt(items.iter().map(of_hir)),
    }
}
