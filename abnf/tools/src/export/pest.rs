//! A grammar in the notation of pest, a generator for parsing expression grammars (Ford, "Parsing
//! expression grammars: a recognition-based syntactic foundation", 2004).
//!
//! A parsing expression has ordered choices that are never reconsidered, and greedy repetitions. The
//! exported grammar therefore differs from the ABNF grammar wherever more than one alternative or
//! number of repetitions fits; `abnfc check` finds texts that show it.

mod refused;

use abnfc::grammar::uses::{reached, references, users};
use abnfc::grammar::{Encoding, Expr, Origin, Resolved, RuleId, ValueSet};
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;

/// A grammar for pest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pest {
    /// The grammar.
    pub text: String,
    /// The rules that pest cannot express and their users, each with the reason.
    pub left_out: Vec<(RuleId, String)>,
}

/// Writes all rules of a grammar, and those of imports that they use, for pest. Rules are atomic (`@`):
/// no white space is skipped. Names have `_` for `-`, and an additional `_` if the name is reserved.
#[must_use]
pub fn pest(grammar: &Resolved) -> Pest {
    let own: Vec<RuleId> = grammar.own_rules().map(|(rule, _)| rule).collect();
    let used = reached(&own, |rule| references(&grammar[rule].expr));
    let names = names(grammar, &used.iter().copied().collect::<Vec<_>>());
    let refused = refused::refused(grammar);
    let (mut written, mut left_out) = (BTreeMap::new(), BTreeMap::new());
    for &rule in &used {
        let mut out = String::new();
        let said = alternation(grammar, &names, &grammar[rule].expr, &mut out);
        let is_restricted = grammar[rule].filter.is_some();
        let restricted = is_restricted.then_some("the spec file restricts it");
        match said.err().or(refused.get(&rule).copied()).or(restricted) {
            None => _ = written.insert(rule, out),
            Some(why) => _ = left_out.insert(rule, why.to_owned()),
        }
    }
    // Users of a refused rule are refused too.
    let users = users(used.iter().map(|&rule| (rule, &grammar[rule])));
    let mut missing: VecDeque<RuleId> = left_out.keys().copied().collect();
    while let Some(rule) = missing.pop_front() {
        for &user in users.get(&rule).into_iter().flatten() {
            if written.remove(&user).is_some() {
                let why = format!("it uses `{}`, which is left out", grammar[rule].name);
                left_out.insert(user, why);
                missing.push_back(user);
            }
        }
    }
    let mut text = String::new();
    for (rule, expr) in written {
        writeln!(text, "{} = @{{ {expr} }}", names[&rule])
            .expect("writing to a string cannot fail");
    }
    Pest { text, left_out: left_out.into_iter().collect() }
}

/// Words that are reserved in pest or in Rust.
const TAKEN: &[&str] = &[
    "any",
    "soi",
    "eoi",
    "push",
    "pop",
    "peek",
    "drop",
    "newline",
    "whitespace",
    "comment",
    "ascii",
    "pop_all",
    "peek_all",
    "abstract",
    "alignof",
    "as",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "crate",
    "do",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "offsetof",
    "override",
    "priv",
    "proc",
    "pure",
    "pub",
    "ref",
    "return",
    "self",
    "sizeof",
    "static",
    "struct",
    "super",
    "trait",
    "true",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
    "async",
    "await",
    "dyn",
    "try",
    "gen",
];

/// Returns the name of each rule; all names are different.
fn names(grammar: &Resolved, rules: &[RuleId]) -> BTreeMap<RuleId, String> {
    let mut names: BTreeMap<RuleId, String> = BTreeMap::new();
    for &rule in rules {
        let it = &grammar[rule];
        let mut name = it.name.as_str().replace('-', "_");
        if let Origin::Import(import) = &it.origin
            && grammar.find(it.name.as_str()) != Some(rule)
        {
            name = format!(
                "{name}_{}",
                import.replace(|char: char| !char.is_ascii_alphanumeric(), "_")
            );
        }
        let folded = name.to_ascii_lowercase();
        if TAKEN.contains(&&*folded) || folded.starts_with("ascii_") {
            name.push('_');
        } else if name.starts_with("PUSH") {
            // A name in pest cannot begin with this character.
            name.insert(0, '_');
        }
        while names.values().any(|other| other.eq_ignore_ascii_case(&name)) {
            name.push('_');
        }
        names.insert(rule, name);
    }
    names
}

type Names = BTreeMap<RuleId, String>;

/// Writes an expression in a position where alternatives need no brackets.
fn alternation(
    grammar: &Resolved,
    names: &Names,
    expr: &Expr<RuleId>,
    out: &mut String,
) -> Result<(), &'static str> {
    match expr {
        Expr::Alt(items) => {
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { " | " });
                alternation(grammar, names, item, out)?;
            }
            Ok(())
        }
        Expr::Set(set) => {
            out.push_str(&pieces(grammar.encoding, set)?.join(" | "));
            Ok(())
        }
        Expr::Concat(items) => {
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { " ~ " });
                element(grammar, names, item, out)?;
            }
            Ok(())
        }
        expr => element(grammar, names, expr, out),
    }
}

/// Writes an expression that an operator can follow.
fn element(
    grammar: &Resolved,
    names: &Names,
    expr: &Expr<RuleId>,
    out: &mut String,
) -> Result<(), &'static str> {
    match expr {
        Expr::Empty => out.push_str("\"\""),
        Expr::Rule(rule) => out.push_str(&names[rule]),
        Expr::Prose(_) | Expr::Error => return Err("it is defined by prose"),
        Expr::Set(set) if pieces(grammar.encoding, set)?.len() == 1 => {
            out.push_str(&pieces(grammar.encoding, set)?[0]);
        }
        Expr::Set(_) | Expr::Concat(_) | Expr::Alt(_) => {
            out.push('(');
            alternation(grammar, names, expr, out)?;
            out.push(')');
        }
        Expr::Repeat { min, max, body } => {
            match &**body {
                // Two operators in a row.
                Expr::Repeat { .. } => {
                    out.push('(');
                    element(grammar, names, body, out)?;
                    out.push(')');
                }
                body => element(grammar, names, body, out)?,
            }
            let operator = match (min, max) {
                (0, None) => "*".to_owned(),
                (1, None) => "+".to_owned(),
                (0, Some(1)) => "?".to_owned(),
                (min, None) => format!("{{{min},}}"),
                (min, Some(max)) if min == max => format!("{{{min}}}"),
                (min, Some(max)) => format!("{{{min},{max}}}"),
            };
            out.push_str(&operator);
        }
    }
    Ok(())
}

/// Returns the alternatives whose union is a set.
fn pieces(encoding: Encoding, set: &ValueSet) -> Result<Vec<String>, &'static str> {
    if encoding == Encoding::Octets && set.max().is_some_and(|max| 0x7F < max) {
        return Err("it has bytes above 7F, but pest matches characters");
    }
    let [(upper, u), (lower, l)] = set.ranges() else {
        return Ok(set.ranges().iter().map(|&range| piece(range)).collect());
    };
    let is_letter = char::from_u32(*upper).is_some_and(|char| char.is_ascii_uppercase());
    if upper == u && lower == l && *lower == upper + 0x20 && is_letter {
        return Ok(vec![format!("^\"{}\"", char::from_u32(*lower).expect("it is a letter"))]);
    }
    Ok(vec![piece((*upper, *u)), piece((*lower, *l))])
}

fn piece((low, high): (u32, u32)) -> String {
    if low == high {
        format!("\"{}\"", char(low))
    } else {
        format!("'{}'..'{}'", char(low), char(high))
    }
}

/// Returns a character in quotes of either kind.
fn char(value: u32) -> String {
    match char::from_u32(value) {
        Some(char @ ('"' | '\'' | '\\')) => format!("\\{char}"),
        Some(char @ ' '..='~') => char.to_string(),
        _ => format!("\\u{{{value:02X}}}"),
    }
}
