//! A rule to a regular expression of the same structure: references are replaced by definitions.

use super::Regex;
use abnfc::grammar::uses::{reached, references};
use abnfc::grammar::{Expr, Resolved, RuleId};

/// The maximum number of nodes of a regular expression.
pub const MAX_NODES: usize = 1 << 16;

/// The maximum number of its levels: engines refuse deeper expressions.
pub const MAX_DEPTH: usize = 250;

/// The expression would exceed [`MAX_NODES`] or [`MAX_DEPTH`].
#[derive(Clone, Copy, Debug)]
pub(super) struct TooLarge;

/// Substitutes the definitions of all rules that a definition uses. `None` if one of them is recursive,
/// or has fewer texts than its definition.
pub(super) fn expand(grammar: &Resolved, rule: RuleId) -> Result<Option<Regex>, TooLarge> {
    let used = reached(&[rule], |rule| references(&grammar[rule].expr));
    if used.iter().any(|&used| grammar[used].filter.is_some()) {
        return Ok(None);
    }
    let mut expansion = Expansion { grammar, open: vec![rule], nodes: 0, depth: 0 };
    expansion.of(&grammar[rule].expr)
}

struct Expansion<'g> {
    grammar: &'g Resolved,
    /// The rules whose definitions are being expanded.
    open: Vec<RuleId>,
    nodes: usize,
    depth: usize,
}

impl Expansion<'_> {
    fn of(&mut self, expr: &Expr<RuleId>) -> Result<Option<Regex>, TooLarge> {
        self.nodes += 1;
        self.depth += 1;
        if MAX_NODES < self.nodes || MAX_DEPTH < self.depth {
            return Err(TooLarge);
        }
        let made = self.expression(expr);
        self.depth -= 1;
        made
    }

    fn expression(&mut self, expr: &Expr<RuleId>) -> Result<Option<Regex>, TooLarge> {
        Ok(Some(match expr {
            Expr::Empty => Regex::Empty,
            Expr::Set(set) => Regex::Set(set.clone()),
            Expr::Concat(items) => match self.all(items)? {
                Some(items) => concat(items),
                None => return Ok(None),
            },
            Expr::Alt(items) => match self.all(items)? {
                Some(items) => alt(items),
                None => return Ok(None),
            },
            Expr::Repeat { min, max, body } => match self.of(body)? {
                Some(body) => repeat(*min, *max, body),
                None => return Ok(None),
            },
            Expr::Rule(rule) => {
                if self.open.contains(rule) {
                    return Ok(None);
                }
                self.open.push(*rule);
                let grammar = self.grammar;
                let made = self.of(&grammar[*rule].expr)?;
                self.open.pop();
                return Ok(made);
            }
            // Rules with an automaton contain none of these.
            Expr::Prose(_) | Expr::Error => Regex::Nothing,
        }))
    }

    fn all(&mut self, items: &[Expr<RuleId>]) -> Result<Option<Vec<Regex>>, TooLarge> {
        let mut made = Vec::new();
        for item in items {
            let Some(item) = self.of(item)? else { return Ok(None) };
            made.push(item);
        }
        Ok(Some(made))
    }
}

/// Returns the concatenation of expressions.
pub(super) fn concat(items: impl IntoIterator<Item = Regex>) -> Regex {
    let mut flat = Vec::new();
    for item in items {
        match item {
            Regex::Nothing => return Regex::Nothing,
            Regex::Empty => (),
            Regex::Concat(inner) => flat.extend(inner),
            item => flat.push(item),
        }
    }
    match flat.len() {
        0 => Regex::Empty,
        1 => flat.swap_remove(0),
        _ => Regex::Concat(flat),
    }
}

/// Returns the choice of expressions. Adjacent sets are merged, and the empty text makes the others
/// optional.
pub(super) fn alt(items: impl IntoIterator<Item = Regex>) -> Regex {
    let mut flat: Vec<Regex> = Vec::new();
    let mut is_optional = false;
    let mut todo: Vec<Regex> = items.into_iter().collect();
    todo.reverse();
    while let Some(item) = todo.pop() {
        match (item, flat.last_mut()) {
            (Regex::Nothing, _) => (),
            (Regex::Empty, _) => is_optional = true,
            (Regex::Alt(inner), _) => todo.extend(inner.into_iter().rev()),
            (Regex::Set(set), Some(Regex::Set(last))) => *last = last.union(&set),
            (item, _) => {
                if !flat.contains(&item) {
                    flat.push(item);
                }
            }
        }
    }
    let made = match flat.len() {
        0 if is_optional => return Regex::Empty,
        0 => return Regex::Nothing,
        1 => flat.swap_remove(0),
        _ => Regex::Alt(flat),
    };
    if is_optional { repeat(0, Some(1), made) } else { made }
}

/// Returns a repetition in its simplest equivalent form.
pub(super) fn repeat(min: u32, max: Option<u32>, body: Regex) -> Regex {
    match (body, min, max) {
        (_, _, Some(0)) | (Regex::Empty, _, _) | (Regex::Nothing, 0, _) => Regex::Empty,
        (Regex::Nothing, _, _) => Regex::Nothing,
        (body, 1, Some(1)) => body,
        // `(x*)?`, `(x*)*` and `(x+)*`.
        (Regex::Repeat(0, None, body), 0 | 1, Some(1) | None)
        | (Regex::Repeat(1, None, body), 0, Some(1) | None) => Regex::Repeat(0, None, body),
        (Regex::Repeat(0, Some(1), body), 0, max @ (Some(1) | None)) => Regex::Repeat(0, max, body),
        (body, min, max) => Regex::Repeat(min, max, Box::new(body)),
    }
}
