//! The plainest text of a rule, and of each expression in it.

use super::members::{Kind, Members};
use super::plainest::{Candidate, Rank, chosen, is_blank, rank};
use super::sets::{sets, some_sets};
use super::{LONG, MAX_DEPTH, MAX_LENGTH, MAX_STEPS, Text, VERY_LONG};
use crate::grammar::{Expr, Resolved, RuleId};
use std::collections::BTreeMap;

/// Which texts have the options that they can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Extent {
    /// Those of up to 80 characters.
    Full,
    /// Those of up to 26 characters.
    Brief,
    /// None.
    Lean,
}

/// The word or number at the end of the text before: its kind, and its length up to two. A word
/// continues across rules, and shall have three letters altogether.
pub(super) type Before = Option<(Kind, usize)>;

#[derive(Debug)]
pub(super) struct Writer<'a> {
    grammar: &'a Resolved,
    extent: Extent,
    /// The texts of finished rules.
    known: BTreeMap<(RuleId, Extent, Before), Text>,
    /// The rules around the expression, and how often.
    open: BTreeMap<RuleId, usize>,
    /// How often a rule can be around an expression.
    most: usize,
    steps: usize,
}

impl<'a> Writer<'a> {
    pub(super) fn new(grammar: &'a Resolved, most: usize) -> Self {
        let (known, open) = (BTreeMap::new(), BTreeMap::new());
        Self { grammar, extent: Extent::Full, known, open, most, steps: 0 }
    }

    /// Returns the text of a rule.
    pub(super) fn whole(&mut self, rule: RuleId) -> Option<Text> {
        self.steps = 0;
        self.rule(rule, None, 0)
    }

    pub(super) fn grammar(&self) -> &'a Resolved {
        self.grammar
    }

    /// Returns the text of an expression with fewer options.
    fn shorter(
        &mut self,
        extent: Extent,
        expr: &'a Expr<RuleId>,
        before: Before,
        depth: usize,
    ) -> Option<Text> {
        let own = self.extent;
        self.extent = own.max(extent);
        let text = self.expr(expr, before, depth);
        self.extent = own;
        text
    }

    pub(super) fn rule(&mut self, rule: RuleId, before: Before, depth: usize) -> Option<Text> {
        let key = (rule, self.extent, before);
        if let Some(known) = self.known.get(&key) {
            return Some(known.clone());
        }
        // A text that contains one of the same rule, and so on, would never end.
        let times = self.open.get(&rule).copied().unwrap_or(0);
        if self.most <= times {
            return None;
        }
        self.open.insert(rule, times + 1);
        let grammar = self.grammar;
        let extent = if times == 0 { self.extent } else { Extent::Lean };
        let text = self.shorter(extent, &grammar[rule].expr, before, depth + 1);
        self.open.insert(rule, times);
        self.known.extend(text.clone().map(|text| (key, text)));
        text
    }

    pub(super) fn expr(
        &mut self,
        expr: &'a Expr<RuleId>,
        before: Before,
        depth: usize,
    ) -> Option<Text> {
        self.steps += 1;
        if MAX_STEPS < self.steps || MAX_DEPTH < depth {
            return None;
        }
        let text = match expr {
            Expr::Empty => Text::new(),
            Expr::Set(set) => vec![Members::of(&[set])?],
            Expr::Rule(rule) => self.rule(*rule, before, depth)?,
            Expr::Concat(items) => self.sequence(items, before, depth)?,
            Expr::Alt(items) => chosen(&self.candidates(items, before, depth))?.text.clone(),
            Expr::Repeat { min, max, body } => self.repeated(*min, *max, body, before, depth)?,
            Expr::Prose(_) | Expr::Error => return None,
        };
        (text.len() <= MAX_LENGTH).then_some(text)
    }

    /// Returns the text of a sequence, with the options that fit, the first ones first.
    fn sequence(
        &mut self,
        items: &'a [Expr<RuleId>],
        before: Before,
        depth: usize,
    ) -> Option<Text> {
        let most = match self.extent {
            Extent::Full => VERY_LONG,
            Extent::Brief => LONG,
            Extent::Lean => {
                return self
                    .all(items, before, depth)
                    .into_iter()
                    .collect::<Option<Vec<_>>>()
                    .map(|it| it.concat());
            }
        };
        let rich = self.all(items, before, depth);
        let length = |texts: &[Text]| texts.iter().map(Vec::len).sum::<usize>();
        if rich.iter().flatten().map(Vec::len).sum::<usize>() <= most
            && let Some(rich) = rich.iter().cloned().collect::<Option<Vec<_>>>()
        {
            return Some(rich.concat());
        }
        let own = std::mem::replace(&mut self.extent, Extent::Lean);
        let lean = self.all(items, before, depth);
        self.extent = own;
        let texts =
            lean.iter().zip(&rich).map(|(lean, rich)| lean.as_ref().or(rich.as_ref()).cloned());
        let mut texts = texts.collect::<Option<Vec<Text>>>()?;
        for (index, rich) in rich.into_iter().enumerate() {
            let Some(rich) = rich else { continue };
            if length(&texts) - texts[index].len() + rich.len() <= most {
                texts[index] = rich;
            }
        }
        Some(texts.concat())
    }

    /// Returns the text of each item.
    fn all(
        &mut self,
        items: &'a [Expr<RuleId>],
        mut before: Before,
        depth: usize,
    ) -> Vec<Option<Text>> {
        let mut texts = Vec::new();
        for item in items {
            let text = self.expr(item, before, depth + 1);
            before = text.as_ref().and_then(|text| after(before, text));
            texts.push(text);
        }
        texts
    }

    /// Returns the texts of alternatives.
    pub(super) fn candidates(
        &mut self,
        items: &'a [Expr<RuleId>],
        before: Before,
        depth: usize,
    ) -> Vec<Candidate> {
        let mut merged = Vec::new();
        let mut all: Vec<Candidate> = Vec::new();
        for (index, item) in items.iter().enumerate() {
            if let Some(more) = sets(self.grammar, item, depth, &mut self.steps) {
                merged.extend(more);
                continue;
            }
            let mut text = self.expr(item, before, depth + 1);
            for extent in [Extent::Brief, Extent::Lean] {
                if text.as_ref().is_none_or(|text| LONG < text.len()) {
                    text = self.shorter(extent, item, before, depth + 1).or(text);
                }
            }
            all.extend(text.map(|text| Candidate { text, index: Some(index) }));
        }
        if let Some(one) = Members::of(&merged) {
            let is_better =
                one.kind() == Kind::Letter || all.iter().all(|it| rank(&it.text) <= Rank::Empty);
            let one = Candidate { text: vec![one], index: None };
            all.insert(if is_better { 0 } else { all.len() }, one);
        }
        all
    }

    pub(super) fn repeated(
        &mut self,
        min: u32,
        max: Option<u32>,
        body: &'a Expr<RuleId>,
        before: Before,
        depth: usize,
    ) -> Option<Text> {
        if let Some(word) = self.word(min, max, body, before, depth) {
            return Some(word);
        }
        if max == Some(0) || self.extent == Extent::Lean && min == 0 {
            return Some(Text::new());
        }
        let Some(one) = self.expr(body, before, depth + 1) else {
            return (min == 0).then(Text::new);
        };
        let count = if is_blank(&one) { min } else { min.max(1) } as usize;
        (count.saturating_mul(one.len()) <= MAX_LENGTH).then(|| one.repeat(count))
    }

    /// Returns the characters of a repetition that is a word, a number or a mark. `None` for another
    /// repetition.
    pub(super) fn word_members(&mut self, body: &'a Expr<RuleId>, depth: usize) -> Option<Members> {
        if let Some(sets) = sets(self.grammar, body, depth, &mut self.steps) {
            return Members::of(&sets);
        }
        let some = Members::of(&some_sets(self.grammar, body, depth, &mut self.steps))?;
        matches!(some.kind(), Kind::Letter | Kind::Digit).then_some(some)
    }

    fn word(
        &mut self,
        min: u32,
        max: Option<u32>,
        body: &'a Expr<RuleId>,
        before: Before,
        depth: usize,
    ) -> Option<Text> {
        let members = self.word_members(body, depth)?;
        let kind = members.kind();
        let known = before.filter(|it| it.0 == kind).map_or(0, |it| it.1);
        let wanted = match kind {
            Kind::Letter => 3 - known,
            Kind::Digit => 2 - known.min(1),
            Kind::Mark | Kind::Other => 1,
            Kind::Space => 0,
        };
        Some(vec![members; clamped(wanted, min, max)])
    }
}

/// Returns the number of repetitions that is nearest to the wanted one.
pub(super) fn clamped(wanted: usize, min: u32, max: Option<u32>) -> usize {
    let most = max.map_or(usize::MAX, |max| max as usize);
    wanted.clamp(min as usize, most).min(MAX_LENGTH + 1)
}

/// Returns the word at the end of a text after a word.
pub(super) fn after(before: Before, text: &[Members]) -> Before {
    let Some(last) = text.last() else { return before };
    let kind = last.kind();
    if !matches!(kind, Kind::Letter | Kind::Digit) || last.is_fixed() {
        return None;
    }
    let is_same = |it: &&Members| it.kind() == kind && !it.is_fixed();
    let count = text.iter().rev().take_while(is_same).count();
    let known = before.filter(|it| it.0 == kind && count == text.len()).map_or(0, |it| it.1);
    Some((kind, (count + known).min(2)))
}
