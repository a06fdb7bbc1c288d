//! Further texts of a rule: some alternatives and options are chosen at random.
//!
//! Where that would lead to a long text, or back to a rule around it, the text is the plainest one.

use super::dice::Dice;
use super::members::{Kind, Members};
use super::plainest::{Candidate, Rank, chosen, is_blank, rank};
use super::writer::{Before, Writer, after, clamped};
use super::{MAX_DEPTH, MAX_LENGTH, Text};
use crate::grammar::{Expr, RuleId};
use std::collections::BTreeSet;

/// A text of this many characters gets no further options.
const FULL: usize = 40;

/// The maximum number of expressions that are written at random for a text.
const MAX_VARIED: usize = 1_000;

pub(super) struct Variant<'w, 'a> {
    plain: &'w mut Writer<'a>,
    dice: Dice,
    /// The rules around the expression.
    open: BTreeSet<RuleId>,
    /// The number of characters that were written.
    written: usize,
    steps: usize,
}

impl<'w, 'a> Variant<'w, 'a> {
    pub(super) fn new(plain: &'w mut Writer<'a>, dice: Dice) -> Self {
        Self { plain, dice, open: BTreeSet::new(), written: 0, steps: 0 }
    }

    pub(super) fn whole(&mut self, rule: RuleId) -> Option<Text> {
        let text = self.rule(rule, None, 0)?;
        (text.len() <= MAX_LENGTH).then_some(text)
    }

    fn rule(&mut self, rule: RuleId, before: Before, depth: usize) -> Option<Text> {
        if !self.open.insert(rule) {
            return self.written(|plain| plain.rule(rule, before, depth));
        }
        let grammar = self.plain.grammar();
        let text = self.expr(&grammar[rule].expr, before, depth + 1);
        self.open.remove(&rule);
        text
    }

    /// Adds a text that the plain writer returns.
    fn written(&mut self, text: impl FnOnce(&mut Writer<'a>) -> Option<Text>) -> Option<Text> {
        let text = text(self.plain)?;
        self.written += text.len();
        Some(text)
    }

    fn expr(&mut self, expr: &'a Expr<RuleId>, before: Before, depth: usize) -> Option<Text> {
        self.steps += 1;
        if MAX_VARIED < self.steps || MAX_DEPTH < depth || MAX_LENGTH < self.written {
            return self.written(|plain| plain.expr(expr, before, depth.min(MAX_DEPTH)));
        }
        match expr {
            Expr::Rule(rule) => self.rule(*rule, before, depth),
            Expr::Concat(items) => {
                let (mut text, mut before) = (Text::new(), before);
                for item in items {
                    let more = self.expr(item, before, depth + 1)?;
                    before = after(before, &more);
                    text.extend(more);
                }
                Some(text)
            }
            Expr::Alt(items) => self.alternative(items, before, depth),
            Expr::Repeat { min, max, body } => self.repeated(*min, *max, body, before, depth),
            Expr::Empty | Expr::Set(_) | Expr::Prose(_) | Expr::Error => {
                self.written(|plain| plain.expr(expr, before, depth))
            }
        }
    }

    fn alternative(
        &mut self,
        items: &'a [Expr<RuleId>],
        before: Before,
        depth: usize,
    ) -> Option<Text> {
        let all = self.plain.candidates(items, before, depth);
        let best = chosen(&all)?;
        let of_best = rank(&best.text);
        let is_good = |it: &&Candidate| {
            of_best.min(Rank::Numbers) <= rank(&it.text) && rank(&it.text) != Rank::Comment
        };
        let good: Vec<&Candidate> = all.iter().filter(is_good).collect();
        let is_varied = !is_blank(&best.text) && !good.is_empty() && self.dice.once_in(2);
        let one = if is_varied { *self.dice.choose(&good) } else { best };
        let more = one.index.and_then(|index| self.expr(&items[index], before, depth + 1));
        more.or_else(|| self.written(|_| Some(one.text.clone())))
    }

    fn repeated(
        &mut self,
        min: u32,
        max: Option<u32>,
        body: &'a Expr<RuleId>,
        before: Before,
        depth: usize,
    ) -> Option<Text> {
        if let Some(members) = self.plain.word_members(body, depth) {
            let count = clamped(self.length(members, before, min), min, max);
            return self.written(|_| (count <= MAX_LENGTH).then(|| vec![members; count]));
        }
        if min == 0 && (FULL < self.written || self.dice.once_in(3)) {
            return Some(Text::new());
        }
        let one = self.plain.expr(body, before, depth + 1);
        if one.is_none_or(|one| is_blank(&one)) || MAX_LENGTH < min as usize {
            return self.written(|plain| plain.repeated(min, max, body, before, depth));
        }
        let wanted = if self.written < FULL / 2 && self.dice.once_in(4) { 2 } else { 1 };
        let (mut text, mut before) = (Text::new(), before);
        for _ in 0..clamped(wanted, min, max) {
            let more = self.expr(body, before, depth + 1)?;
            before = after(before, &more);
            text.extend(more);
        }
        Some(text)
    }

    /// Draws the length of a word or a number.
    fn length(&mut self, members: Members, before: Before, min: u32) -> usize {
        let kind = members.kind();
        let known = before.filter(|it| it.0 == kind).map_or(0, |it| it.1);
        match kind {
            Kind::Letter if min == 0 && 0 < known && self.dice.once_in(3) => 0,
            Kind::Letter => 2 + self.dice.below(4) - known.min(1),
            Kind::Digit => 1 + self.dice.below(3),
            Kind::Mark | Kind::Other => self.dice.below(2),
            Kind::Space => 0,
        }
    }
}
