//! Which literals of a definition tell something that no accessor tells, for the documentation of
//! its type.
//!
//! A literal tells something where it may be missing: in an option, a repetition or an
//! alternative. It tells no more than the parts beside it do: whether a text of `[ "#" fragment ]`
//! has a `"#"` is whether it has a fragment. The separators of a list tell no more than its elements
//! do. The characters of a text tell nothing: what repeats one directly after the other with a set
//! in it, or where the rule has no parts, a set, an escape beside a set, and digits beside sets of
//! digits.

use super::outline::{Literal, Size, literal, size};
use super::told::{MAX_ALTERNATIVES, MAX_MARKS, Why};
use crate::grammar::{Expr, Resolved, RuleId, ValueSet};
use std::collections::{BTreeMap, BTreeSet};

/// The literals that no accessor tells, as ABNF, in the order of the definition, and why. `told` are
/// the rules of parts, and those of literals that have accessors.
pub(super) fn untold(
    grammar: &Resolved,
    expr: &Expr<RuleId>,
    literals: &BTreeMap<RuleId, Literal>,
    sizes: &[Size],
    told: &BTreeSet<RuleId>,
) -> Vec<(String, Why)> {
    let mut scope = Scope { grammar, literals, sizes, told, found: Vec::new() };
    let within = inside(expr, BTreeSet::new());
    if !scope.is_one_character(expr) {
        scope.visit(expr, Presence::Told, &within);
    }
    scope.found
}

/// Whether what stands somewhere is known to be there by what accessors tell, and why not.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Presence {
    Told,
    Untold(Why),
}

/// What is known of the rules inside of an expression whose presence is certain, told or untold.
struct Within {
    /// How often the definition uses them where they may be missing.
    uncertain: BTreeMap<RuleId, usize>,
    /// Those whose occurrences may be those of other places.
    confused: BTreeSet<RuleId>,
}

/// What accessors tell of the texts of an alternative.
struct Alternative {
    /// Sets of rules of which each text has one at least.
    signs: Vec<BTreeSet<RuleId>>,
    /// The rules that texts may have.
    uses: BTreeSet<RuleId>,
}

struct Scope<'a> {
    grammar: &'a Resolved,
    literals: &'a BTreeMap<RuleId, Literal>,
    sizes: &'a [Size],
    told: &'a BTreeSet<RuleId>,
    found: Vec<(String, Why)>,
}

/// The longest text of a character in UTF-8, or of an escape for one.
const CHARACTER: u8 = 4;

/// Where more alternatives than this have no rule of their own, they are not compared.
const MAX_COMPARED: usize = 64;

impl Scope<'_> {
    fn visit(&mut self, expr: &Expr<RuleId>, presence: Presence, within: &Within) {
        match expr {
            Expr::Concat(items) if self.is_list(items, within) => {
                for item in items {
                    match item {
                        Expr::Repeat { body, .. } => self.visit(body, presence, within),
                        other => self.visit(other, presence, within),
                    }
                }
            }
            Expr::Concat(items) => {
                let is_literal = |item: &Expr<RuleId>| literal(item).is_some();
                for run in items.chunk_by(|one, other| is_literal(one) && is_literal(other)) {
                    match literal(&Expr::concat(run.iter().cloned())) {
                        Some(literal) => self.meet(&literal, presence),
                        None => run.iter().for_each(|item| self.visit(item, presence, within)),
                    }
                }
            }
            Expr::Alt(items) => self.choose(items, &[], presence, within),
            Expr::Set(set) => match literal(expr) {
                Some(literal) => self.meet(&literal, presence),
                None => self.choose(&written(set), &[], presence, within),
            },
            Expr::Repeat { min: 0, max: Some(1), body } => {
                let items = match &**body {
                    Expr::Alt(items) => items.clone(),
                    Expr::Set(set) => written(set),
                    other => vec![other.clone()],
                };
                self.choose(&items, &[Expr::Empty], presence, within);
            }
            Expr::Repeat { min, max, body } if *max == Some(*min) => {
                self.visit(body, presence, within);
            }
            Expr::Repeat { body, .. } if self.is_text(body) => {}
            Expr::Repeat { body, .. } => {
                let inner = inside(body, confused(std::slice::from_ref(body), within));
                let is_told = self.counts(body, &inner.confused);
                let presence = match self.repeated(body) {
                    _ if is_told => Presence::Told,
                    true => Presence::Untold(Why::Repeated),
                    false => Presence::Untold(Why::Untied),
                };
                self.visit(body, presence, &inner);
            }
            Expr::Rule(rule) if !self.told.contains(rule) => {
                if let Some(literal) = self.literals.get(rule) {
                    self.meet(literal, presence);
                }
            }
            Expr::Rule(_) | Expr::Empty | Expr::Prose(_) | Expr::Error => {}
        }
    }

    /// Visits alternatives; `others` are alternatives without literals.
    fn choose(
        &mut self,
        items: &[Expr<RuleId>],
        others: &[Expr<RuleId>],
        presence: Presence,
        within: &Within,
    ) {
        let confused = confused(items, within);
        let all: Vec<Alternative> =
            items.iter().chain(others).map(|item| self.alternative(item, &confused)).collect();
        if all.iter().all(|it| it.signs.is_empty()) && self.are_characters(items) {
            return;
        }
        let is_mark = |item: &Expr<RuleId>| size(item, &[]).longest < 2;
        let are_marks = || items.iter().all(|item| literal(item).is_some() && is_mark(item));
        let is_many = MAX_ALTERNATIVES < items.len() || MAX_MARKS < items.len() && are_marks();
        let users = users(&all);
        let told = told_apart(&all, &users);
        for (at, item) in items.iter().enumerate() {
            let is_told = told[at] && (presence == Presence::Told || !all[at].signs.is_empty());
            let presence = match presence {
                _ if is_told => Presence::Told,
                _ if is_many => Presence::Untold(Why::Many),
                Presence::Told => Presence::Untold(Why::Untied),
                untold @ Presence::Untold(_) => untold,
            };
            // What another alternative has too may stand there.
            let is_elsewhere =
                |rule: &&RuleId| confused.contains(rule) || !is_told && 1 < users[rule];
            let confused = all[at].uses.iter().filter(is_elsewhere).copied().collect();
            self.visit(item, presence, &inside(item, confused));
        }
    }

    fn alternative(&self, item: &Expr<RuleId>, confused: &BTreeSet<RuleId>) -> Alternative {
        let mut uses = BTreeMap::new();
        count_uses(item, &mut uses);
        uses.retain(|rule, _| self.told.contains(rule));
        Alternative { signs: self.signs(item, confused), uses: uses.into_keys().collect() }
    }

    fn meet(&mut self, literal: &Literal, presence: Presence) {
        // A literal uses no rule.
        let is_blank = size(&literal.expr, &[]).is_blank;
        let Presence::Untold(why) = presence else { return };
        if !is_blank {
            let why = if literal.is_number() { Why::Digits } else { why };
            self.found.push((literal.text.clone(), why));
        }
    }

    /// Sets of rules of which accessors find one at least in every text of an expression, but for
    /// rules that may stand elsewhere.
    fn signs(&self, expr: &Expr<RuleId>, confused: &BTreeSet<RuleId>) -> Vec<BTreeSet<RuleId>> {
        match expr {
            Expr::Rule(rule) if self.told.contains(rule) && !confused.contains(rule) => {
                vec![BTreeSet::from([*rule])]
            }
            Expr::Concat(items) => {
                items.iter().flat_map(|item| self.signs(item, confused)).collect()
            }
            Expr::Repeat { min: 1.., body, .. } => self.signs(body, confused),
            Expr::Alt(items) => {
                let all: Vec<_> = items.iter().map(|item| self.signs(item, confused)).collect();
                if all.iter().any(Vec::is_empty) {
                    return Vec::new();
                }
                vec![all.into_iter().flatten().flatten().collect()]
            }
            _ => Vec::new(),
        }
    }

    /// Whether how often accessors find some rules says how often an expression stands there.
    fn counts(&self, expr: &Expr<RuleId>, confused: &BTreeSet<RuleId>) -> bool {
        self.signs(expr, confused).iter().any(|sign| {
            let (fewest, most) = occurrences(expr, sign);
            fewest == most && most < u32::MAX
        })
    }

    /// Whether a definition is hardly more than one character of a class: some characters, an escape
    /// or another, and marks.
    fn is_one_character(&self, expr: &Expr<RuleId>) -> bool {
        match expr {
            Expr::Set(_) => true,
            Expr::Alt(items) => {
                let is_mark = |item: &Expr<RuleId>| size(item, self.sizes).longest < 2;
                let is_rule = |item: &Expr<RuleId>| matches!(item, Expr::Rule(_));
                let is_class = |item: &Expr<RuleId>| match item {
                    Expr::Rule(rule) => {
                        let size = &self.sizes[rule.index()];
                        size.longest == 1 && size.has_choice
                    }
                    other => self.is_class(other),
                };
                size(expr, self.sizes).longest <= CHARACTER
                    && items.iter().all(|item| is_rule(item) || is_mark(item))
                    && items.iter().any(is_class)
            }
            _ => false,
        }
    }

    /// Whether this is a list whose separators tell no more than its elements: it has one
    /// element, and the same again any number of times, which nothing else in the definition has.
    fn is_list(&self, items: &[Expr<RuleId>], within: &Within) -> bool {
        let is_separator =
            |item: &&Expr<RuleId>| literal(item).is_some() || size(item, self.sizes).is_blank;
        let mut rest = items.iter().filter(|item| !is_separator(item));
        let (Some(first), Some(Expr::Repeat { body, .. }), None) =
            (rest.next(), rest.next(), rest.next())
        else {
            return false;
        };
        let Expr::Concat(elements) = &**body else { return false };
        let mut elements = elements.iter().filter(|item| !is_separator(item));
        let is_same = elements.next() == Some(first) && elements.next().is_none();
        let mut uses = BTreeMap::new();
        items.iter().for_each(|item| count_uses(item, &mut uses));
        let is_own = |(rule, count): (&RuleId, &usize)| {
            within.uncertain.get(rule).is_none_or(|all| all <= count)
        };
        is_same && uses.iter().all(is_own) && self.counts(first, &within.confused)
    }

    /// Whether what repeats is the characters of a text.
    fn is_text(&self, body: &Expr<RuleId>) -> bool {
        if self.repeated(body) {
            return self.told.is_empty();
        }
        match body {
            Expr::Alt(items) => {
                let is_character = |item: &Expr<RuleId>| self.is_class(item) || self.is_short(item);
                self.signs(body, &BTreeSet::new()).is_empty() && items.iter().any(is_character)
                    || items.iter().all(|item| size(item, self.sizes).longest < 2)
            }
            Expr::Concat(_) => false,
            _ => true,
        }
    }

    /// Whether what repeats is one of a few literals with nothing between them, and not a digit.
    fn repeated(&self, body: &Expr<RuleId>) -> bool {
        let is_literal = |item: &Expr<RuleId>| match item {
            Expr::Rule(rule) => self.literals.contains_key(rule),
            Expr::Set(set) => {
                written(set).iter().all(|it| literal(it).is_some_and(|it| !it.is_number()))
            }
            other => literal(other).is_some(),
        };
        match body {
            Expr::Alt(items) => items.iter().all(is_literal),
            Expr::Set(set) => set.alternatives().len() <= MAX_MARKS && is_literal(body),
            other => is_literal(other),
        }
    }

    /// Whether alternatives are one character, an escape of one, or a number.
    fn are_characters(&self, items: &[Expr<RuleId>]) -> bool {
        let is_short = items.iter().all(|item| size(item, self.sizes).longest <= CHARACTER);
        let (mut has_set, mut is_number) = (false, true);
        for item in items {
            item.walk(&mut |expr| {
                let set = match expr {
                    Expr::Rule(rule) => &self.grammar[*rule].expr,
                    other => other,
                };
                match set {
                    Expr::Set(set) => {
                        has_set |= self.is_class(expr);
                        is_number &= set.ranges().iter().all(|range| is_digits(*range));
                    }
                    // What a rule has that is more than one character is not looked into.
                    _ => is_number &= !matches!(expr, Expr::Rule(_)),
                }
            });
        }
        is_short && items.iter().any(|item| self.is_class(item)) || has_set && is_number
    }

    /// Whether an expression is a rule of characters and escapes of them.
    fn is_short(&self, item: &Expr<RuleId>) -> bool {
        match item {
            Expr::Rule(rule) => {
                !self.told.contains(rule)
                    && !self.literals.contains_key(rule)
                    && self.sizes[rule.index()].longest <= CHARACTER
            }
            _ => false,
        }
    }

    /// Whether an expression is a character of a set.
    fn is_class(&self, item: &Expr<RuleId>) -> bool {
        match item {
            Expr::Set(set) => set.alternatives().len() == 1 && set.character().is_none(),
            Expr::Rule(rule) => {
                let size = &self.sizes[rule.index()];
                size.longest == 1 && size.has_choice && !self.told.contains(rule)
            }
            _ => false,
        }
    }
}

/// In how many alternatives a rule is.
fn users(all: &[Alternative]) -> BTreeMap<RuleId, usize> {
    let mut users = BTreeMap::new();
    for rule in all.iter().flat_map(|it| &it.uses) {
        *users.entry(*rule).or_default() += 1;
    }
    users
}

/// Whether what accessors tell of a text of an alternative is true of no text of another one.
fn told_apart(all: &[Alternative], users: &BTreeMap<RuleId, usize>) -> Vec<bool> {
    let has_own = |it: &Alternative| it.signs.iter().any(|sign| sign.iter().all(|r| users[r] == 1));
    let lacks = |of: &Alternative, other: &Alternative| {
        of.signs.iter().any(|sign| sign.is_disjoint(&other.uses))
    };
    // Those with a sign of their own are told from all others.
    let like: Vec<usize> = (0..all.len()).filter(|&at| !has_own(&all[at])).collect();
    let is_told = |at: usize| {
        like.len() <= MAX_COMPARED
            && like.iter().all(|&other| {
                at == other || lacks(&all[at], &all[other]) || lacks(&all[other], &all[at])
            })
    };
    (0..all.len()).map(|at| has_own(&all[at]) || is_told(at)).collect()
}

fn inside(expr: &Expr<RuleId>, confused: BTreeSet<RuleId>) -> Within {
    let mut uncertain = BTreeMap::new();
    count_uncertain(expr, &mut uncertain);
    Within { uncertain, confused }
}

/// Adds the uses of rules that a text of the expression may lack.
fn count_uncertain(expr: &Expr<RuleId>, uses: &mut BTreeMap<RuleId, usize>) {
    match expr {
        Expr::Concat(items) => items.iter().for_each(|item| count_uncertain(item, uses)),
        Expr::Repeat { min, max, body } if *max == Some(*min) => count_uncertain(body, uses),
        Expr::Alt(_) | Expr::Repeat { .. } => count_uses(expr, uses),
        _ => {}
    }
}

/// How often at least and at most a text of the expression has one of these rules.
fn occurrences(expr: &Expr<RuleId>, rules: &BTreeSet<RuleId>) -> (u32, u32) {
    match expr {
        Expr::Rule(rule) => (rules.contains(rule).into(), rules.contains(rule).into()),
        Expr::Concat(items) => items.iter().fold((0, 0), |(fewest, most), item| {
            let (min, max) = occurrences(item, rules);
            (min.saturating_add(fewest), max.saturating_add(most))
        }),
        Expr::Alt(items) => {
            let all = || items.iter().map(|item| occurrences(item, rules));
            let fewest = all().map(|it| it.0).min().unwrap_or(0);
            (fewest, all().map(|it| it.1).max().unwrap_or(0))
        }
        Expr::Repeat { min, max, body } => {
            let (fewest, most) = occurrences(body, rules);
            (fewest.saturating_mul(*min), most.saturating_mul(max.unwrap_or(u32::MAX)))
        }
        Expr::Empty | Expr::Set(_) | Expr::Prose(_) | Expr::Error => (0, 0),
    }
}

fn count_uses(expr: &Expr<RuleId>, uses: &mut BTreeMap<RuleId, usize>) {
    expr.walk(&mut |expr| {
        if let Expr::Rule(rule) = expr {
            *uses.entry(*rule).or_default() += 1;
        }
    });
}

/// The rules that may be missing elsewhere too, so that an occurrence does not say that one of
/// these is there.
fn confused(items: &[Expr<RuleId>], within: &Within) -> BTreeSet<RuleId> {
    let mut own = BTreeMap::new();
    items.iter().for_each(|item| count_uses(item, &mut own));
    let is_elsewhere = |(rule, count): &(&RuleId, &usize)| within.uncertain.get(rule) > Some(count);
    let elsewhere = own.iter().filter(is_elsewhere).map(|(rule, _)| *rule);
    elsewhere.chain(within.confused.iter().copied()).collect()
}

fn is_digits((low, high): (u32, u32)) -> bool {
    u32::from(b'0') <= low && high <= u32::from(b'9')
}

/// The alternatives of a set that were written, or the set.
fn written(set: &ValueSet) -> Vec<Expr<RuleId>> {
    match set.alternatives() {
        [_] => vec![Expr::Set(set.clone())],
        all => all.iter().cloned().map(Expr::Set).collect(),
    }
}
