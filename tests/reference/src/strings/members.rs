//! Random walks of a grammar, which make members of its language.

use super::Random;
use abnfc::grammar::{Encoding, Expr, Resolved, RuleId, ValueSet};

/// Makes members of the rules of one grammar.
pub struct Members<'a> {
    grammar: &'a Resolved,
    /// For each rule, the depth of its shallowest derivation in rules; `None`
    /// if there is none.
    heights: Vec<Option<usize>>,
}

/// Up to this depth of rules, choices are random; deeper rules take the shortest
/// derivation. Repetitions become rarer with the depth as well.
const FREE_DEPTH: usize = 24;
/// A text of this length takes the shortest derivation for its rest.
const FREE_LENGTH: usize = 80;
/// A walk through this many expressions takes the shortest derivation for the rest, however
/// short its text is: some grammars have many derivations of the empty text.
const FREE_STEPS: usize = 10_000;
/// The greatest number of copies, even if the lower bound requires more.
const COPIES: u32 = 300;

impl<'a> Members<'a> {
    /// Computes the heights of the rules of a grammar.
    pub fn new(grammar: &'a Resolved) -> Self {
        let mut heights: Vec<Option<usize>> = vec![None; grammar.rules().len()];
        // Each round computes the rules of the next height, so the first value
        // of a rule is its least.
        loop {
            let next: Vec<_> = grammar
                .rules()
                .map(|(id, rule)| {
                    heights[id.index()].or_else(|| height(&rule.expr, &heights).map(|h| h + 1))
                })
                .collect();
            if next == heights {
                return Self { grammar, heights };
            }
            heights = next;
        }
    }

    /// Returns a text of the rule; `None` if the language is empty. It is a member
    /// unless the rule requires more repetitions than the limit.
    pub fn member(&self, rule: RuleId, random: &mut Random) -> Option<Vec<u8>> {
        self.heights[rule.index()]?;
        let mut text = Vec::new();
        self.walk(&self.grammar[rule].expr, 0, &mut 0, random, &mut text);
        Some(text)
    }

    // As deep as the rules' heights and their groups above FREE_DEPTH.
    fn walk(
        &self,
        expr: &Expr<RuleId>,
        depth: usize,
        steps: &mut usize,
        random: &mut Random,
        text: &mut Vec<u8>,
    ) {
        *steps += 1;
        let is_free = depth < FREE_DEPTH && text.len() < FREE_LENGTH && *steps < FREE_STEPS;
        match expr {
            Expr::Empty | Expr::Prose(_) | Expr::Error => (),
            Expr::Set(set) => push_value(self.grammar.encoding, set, random, text),
            Expr::Concat(items) => {
                for item in items {
                    self.walk(item, depth, steps, random, text);
                }
            }
            Expr::Alt(items) => {
                let mut open: Vec<_> = items
                    .iter()
                    .filter_map(|item| Some((height(item, &self.heights)?, item)))
                    .collect();
                if !is_free {
                    let least = open.iter().map(|entry| entry.0).min();
                    open.retain(|entry| Some(entry.0) == least);
                }
                let (_, item) = *random.choose(&open);
                self.walk(item, depth, steps, random, text);
            }
            Expr::Repeat { min, max, body } => {
                if height(body, &self.heights).is_none() {
                    return;
                }
                let mut count = 0;
                while count < *min && count < COPIES {
                    self.walk(body, depth, steps, random, text);
                    count += 1;
                }
                // One in eight runs is long.
                let stop_in = if random.one_in(8) { 12 } else { 2 };
                while depth < FREE_DEPTH
                    && text.len() < FREE_LENGTH
                    && *steps < FREE_STEPS
                    && count < max.unwrap_or(u32::MAX)
                    && !random.one_in(stop_in)
                {
                    self.walk(body, depth, steps, random, text);
                    count += 1;
                }
            }
            Expr::Rule(rule) => {
                self.walk(&self.grammar[*rule].expr, depth + 1, steps, random, text);
            }
        }
    }
}

/// Returns the depth of the shallowest derivation, from the heights known so far.
fn height(expr: &Expr<RuleId>, heights: &[Option<usize>]) -> Option<usize> {
    match expr {
        Expr::Empty
        | Expr::Set(_)
        | Expr::Repeat { max: Some(0), .. }
        | Expr::Repeat { min: 0, .. } => Some(0),
        Expr::Prose(_) | Expr::Error => None,
        Expr::Concat(items) => {
            items.iter().try_fold(0, |most, item| Some(most.max(height(item, heights)?)))
        }
        Expr::Alt(items) => items.iter().filter_map(|item| height(item, heights)).min(),
        Expr::Repeat { body, .. } => height(body, heights),
        Expr::Rule(rule) => heights[rule.index()],
    }
}

/// Returns a value of the set: often the end of a range, otherwise any value of one.
fn push_value(encoding: Encoding, set: &ValueSet, random: &mut Random, text: &mut Vec<u8>) {
    // A range without a scalar value has no encoding: try again elsewhere.
    for _ in 0..100 {
        let &(lo, hi) = random.choose(set.ranges());
        let value = match random.below(4) {
            0 => lo,
            1 => hi,
            _ => lo + u32::try_from(random.below((hi - lo) as usize + 1)).expect("in the range"),
        };
        match encoding {
            Encoding::Octets => return text.push(u8::try_from(value).unwrap_or(0xFF)),
            Encoding::Utf8 => {
                if let Some(scalar) = char::from_u32(value) {
                    let mut buffer = [0; 4];
                    return text.extend(scalar.encode_utf8(&mut buffer).bytes());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::Recogniser;

    fn letter(byte: u8) -> Expr<RuleId> {
        Expr::Set(ValueSet::single(byte.into()))
    }

    fn rule(index: u32) -> Expr<RuleId> {
        Expr::Rule(RuleId::from_index(index))
    }

    /// `a = "(" a ")" / a b / b`, `b = 2*3(%x80-10FFFF) / c`, `c = "x" c`: all
    /// walks end and make members, of more than one length.
    #[test]
    fn members_are_members() {
        let wide = Expr::Set(ValueSet::new([(0x80, 0x10_FFFF)]));
        let grammar = Resolved::from_rules(
            Encoding::Utf8,
            [
                (
                    "a",
                    Expr::Alt(vec![
                        Expr::Concat(vec![letter(b'('), rule(0), letter(b')')]),
                        Expr::Concat(vec![rule(0), rule(1)]),
                        rule(1),
                    ]),
                ),
                (
                    "b",
                    Expr::Alt(vec![
                        Expr::Repeat { min: 2, max: Some(3), body: Box::new(wide) },
                        rule(2),
                    ]),
                ),
                ("c", Expr::Concat(vec![letter(b'x'), rule(2)])),
            ],
        );
        let members = Members::new(&grammar);
        let mut random = Random::new(3);
        let a = RuleId::from_index(0);
        let mut recogniser = Recogniser::new(&grammar, a);
        let mut lengths = std::collections::BTreeSet::new();
        for _ in 0..200 {
            let text = members.member(a, &mut random).expect("not empty");
            assert!(recogniser.judge(&text).is_member, "{text:X?}");
            lengths.insert(text.len());
        }
        assert!(lengths.len() > 20, "{lengths:?}");
        assert_eq!(members.member(RuleId::from_index(2), &mut random), None);
    }
}
