//! A grammar in the notation of another tool for context-free grammars: GBNF, Lark, W3C EBNF, ANTLR 4.
//!
//! These notations have the meaning of ABNF: all alternatives and all numbers of repetitions count, whatever
//! follows. Two more things make the languages equal. Each terminal is one character, so it does not matter
//! whether a tool divides a text into tokens beforehand, as ANTLR does, or takes the longest token.
//! And a repetition never repeats an element that can be empty ([`nonempty`]), which tools refuse or on which they hang.
//!
//! Characters are code points everywhere, so rules with bytes above 7F cannot be written.

mod antlr;
mod atoms;
mod ebnf;
mod elements;
mod gbnf;
mod lark;
mod nonempty;

use abnfc::automata::graph;
use abnfc::grammar::facts::{begins_with, nullable};
use abnfc::grammar::uses::{reached, references};
use abnfc::grammar::{Encoding, Expr, Origin, Resolved, RuleId};
use atoms::Atoms;
use elements::Elements;
use nonempty::Loops;
use std::collections::{BTreeMap, BTreeSet};

/// A notation for context-free grammars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// GBNF, of llama.cpp.
    Gbnf,
    /// Lark, and the dialect of llguidance.
    Lark,
    /// EBNF as in the specifications of W3C.
    Ebnf,
    /// ANTLR 4, also for Grammarinator.
    Antlr,
}

/// A grammar in another notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The grammar.
    pub text: String,
    /// Its name, where the file must be called so: for ANTLR.
    pub name: Option<String>,
}

/// The reason why nothing is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unwritten {
    /// The notation cannot express this rule, for this reason.
    Rule(RuleId, &'static str),
    /// There are more than 2^20 elements, since repetitions are written out.
    TooLarge,
}

/// The maximum number of elements: references, characters and sets.
const MAX_ELEMENTS: usize = 1 << 20;

/// Writes a rule and all rules that it uses; texts of the grammar are those of the rule.
///
/// # Errors
///
/// If the notation cannot express a rule, or the grammar would be too large.
pub fn grammar(
    grammar: &Resolved,
    start: RuleId,
    notation: Notation,
) -> Result<Written, Unwritten> {
    let used: Vec<RuleId> = order(start, reached(&[start], |rule| references(&grammar[rule].expr)));
    let nullable = nullable(grammar);
    let refused = refused(grammar, notation, &nullable);
    let mut loops = Loops::new(grammar, &nullable);
    let mut exprs = Vec::new();
    for &rule in &used {
        let it = &grammar[rule];
        let restricted = it.filter.is_some().then_some("the spec file restricts it");
        let why = restricted.or_else(|| refused.get(&rule).copied());
        if let Some(why) = why.or_else(|| unsupported(&it.expr, grammar.encoding, notation)) {
            return Err(Unwritten::Rule(rule, why));
        }
        exprs.push(loops.definition(&it.expr).ok_or(Unwritten::TooLarge)?);
    }
    let rest = loops.rest().ok_or(Unwritten::TooLarge)?;
    let mut rules: Vec<(RuleId, RuleId)> = used.iter().map(|&rule| (rule, rule)).collect();
    for (new, rule, expr) in rest {
        rules.push((new, rule));
        exprs.push(expr);
    }
    let names = names(grammar, &rules, notation);
    let mut elements = Elements { notation, names: &names, atoms: Atoms::default(), count: 0 };
    if notation == Notation::Antlr {
        elements.atoms = Atoms::of(&exprs);
    }
    let written = exprs.iter().map(|expr| elements.definition(expr));
    let written = written.collect::<Option<Vec<String>>>().ok_or(Unwritten::TooLarge)?;
    let rules = rules.iter().zip(&written).map(|((rule, _), text)| (&*names[rule], &**text));
    let (text, name) = match notation {
        Notation::Gbnf => (gbnf::grammar(&names[&start], rules), None),
        Notation::Lark => (lark::grammar(&names[&start], rules), None),
        Notation::Ebnf => (ebnf::grammar(rules), None),
        Notation::Antlr => {
            let (text, name) = antlr::grammar(&names[&start], rules, &elements.atoms);
            (text, Some(name))
        }
    };
    Ok(Written { text, name })
}

/// Returns the rules with the start first.
fn order(start: RuleId, used: BTreeSet<RuleId>) -> Vec<RuleId> {
    let others = used.into_iter().filter(|&rule| rule != start);
    std::iter::once(start).chain(others).collect()
}

/// Returns the rules with which tools do not end, each with the reason.
fn refused(
    grammar: &Resolved,
    notation: Notation,
    nullable: &[bool],
) -> BTreeMap<RuleId, &'static str> {
    let why = match notation {
        Notation::Gbnf => "it can begin with itself, which llama.cpp refuses",
        Notation::Antlr => "it can begin with itself, which ANTLR refuses or takes for operators",
        Notation::Lark | Notation::Ebnf => return BTreeMap::new(),
    };
    let on_cycles = graph::on_cycles(&begins_with(grammar, nullable));
    let rule = |at| RuleId::from_index(u32::try_from(at).expect("rules are few"));
    on_cycles.into_iter().map(|at| (rule(at), why)).collect()
}

/// Returns the name of each rule; all names are different. Each rule comes with the one after which it is named.
fn names(
    grammar: &Resolved,
    rules: &[(RuleId, RuleId)],
    notation: Notation,
) -> BTreeMap<RuleId, String> {
    let (dash, is_lower, taken): (&str, bool, &[&str]) = match notation {
        Notation::Gbnf => ("-", false, &["root", "start"]),
        Notation::Lark => ("_", true, &["start"]),
        Notation::Ebnf => ("_", false, &[]),
        Notation::Antlr => ("_", true, antlr::TAKEN),
    };
    let mut names: BTreeMap<RuleId, String> = BTreeMap::new();
    let mut known: BTreeSet<String> = taken.iter().map(|&name| name.to_owned()).collect();
    for &(id, rule) in rules {
        let it = &grammar[rule];
        let mut name = it.name.as_str().replace('-', dash);
        if let Origin::Import(import) = &it.origin
            && grammar.find(it.name.as_str()) != Some(rule)
        {
            let import = import.replace(|char: char| !char.is_ascii_alphanumeric(), dash);
            name = format!("{name}{dash}{import}");
        }
        if id != rule {
            name = format!("{name}{dash}nonempty");
        }
        if is_lower {
            name.make_ascii_lowercase();
        }
        // Names that differ in case alone confuse people, and are equal in some file systems.
        while !known.insert(name.to_ascii_lowercase()) {
            name.push_str(dash);
        }
        names.insert(id, name);
    }
    names
}

/// Returns the reason why an expression cannot be written.
fn unsupported(
    expr: &Expr<RuleId>,
    encoding: Encoding,
    notation: Notation,
) -> Option<&'static str> {
    let most = match notation {
        Notation::Gbnf => gbnf::MAX_COUNT,
        Notation::Lark => lark::MAX_COUNT,
        Notation::Ebnf | Notation::Antlr => u32::MAX,
    };
    let mut why = None;
    expr.walk(&mut |expr| {
        let found = match expr {
            Expr::Prose(_) | Expr::Error => "it is defined by prose",
            Expr::Set(set)
                if encoding == Encoding::Octets && set.max().is_some_and(|max| 0x7F < max) =>
            {
                "it has bytes above 7F, but the notation is for characters"
            }
            Expr::Repeat { min, max, .. } if most < max.unwrap_or(*min) => {
                "it has a count above 1000, for which the tools are not made"
            }
            _ => return,
        };
        why = why.or(Some(found));
    });
    why
}
