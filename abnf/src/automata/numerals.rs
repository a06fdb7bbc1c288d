//! The numbers that the texts of a regular rule denote: whether every text is a numeral, and the
//! least and the greatest number.
//!
//! A numeral is a sign, if signs are allowed, and at least one digit. The automaton is read
//! together with the [`Phase`] of a numeral, by a breadth-first search. Leading zeros do not change
//! a number, so they are a phase of their own: significant digits begin where it ends. The greater
//! of two numbers has more significant digits or, if both have equally many, the greater digit at
//! the first difference. A text with more digits than the limit is an error. Otherwise the search
//! finds the greatest possible number of digits, and then chooses digit by digit among the states
//! from which exactly `n` more digits lead to an end. Takes time linear in the automaton for each
//! digit.

use super::inclusion::{Pair, Reached, reached};
use crate::automata::dfa::{Dfa, StateId};
use crate::automata::separated::{with_byte, without_byte};
use crate::automata::shortest_paths::{Paths, preferred};
use crate::budget::{Budget, TooLarge};
use crate::limits::Limits;
use std::collections::{BTreeMap, BTreeSet};

/// The notation of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notation {
    /// The number of digits, 2 to 36. Letters are digits in both cases.
    pub radix: u8,
    /// Whether a `+` or `-` may come first.
    pub signs: Signs,
}

/// Whether numbers have signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signs {
    /// Digits alone.
    Never,
    /// A sign may come first.
    Optional,
}

/// The numbers that the texts of a rule denote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Those without `-`.
    pub positive: Option<Bounds>,
    /// Those with `-`, by their magnitudes.
    pub negative: Option<Bounds>,
}

/// The bounds of magnitudes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The least magnitude.
    pub least: Numeral,
    /// The greatest magnitude.
    pub greatest: Numeral,
}

/// A text with its magnitude.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numeral {
    /// A text of the rule.
    pub text: Vec<u8>,
    /// Its number, without the sign.
    pub magnitude: u128,
}

/// A text that is not a number up to the limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoNumber {
    /// It is not a numeral.
    Other(Vec<u8>),
    /// Its number is too large.
    TooLarge(Vec<u8>),
}

/// Returns the bounds of the numbers that the texts of a language denote. `limits` are the greatest
/// magnitudes without and with `-`.
///
/// # Errors
///
/// A text that is not a number, or whose magnitude is above its limit.
pub fn numbers(dfa: &Dfa, notation: Notation, limits: [u128; 2]) -> Result<Numbers, NoNumber> {
    let search = Search::new(dfa, notation).map_err(NoNumber::Other)?;
    let positive = search.bounds(&[Phase::Start, Phase::Plus, Phase::Zeros], limits[0])?;
    let negative = search.bounds(&[Phase::Minus, Phase::MinusZeros], limits[1])?;
    Ok(Numbers { positive, negative })
}

/// As [`numbers`], of texts in which a byte is ignored anywhere.
///
/// # Errors
///
/// If the automaton of the texts without the byte exceeds the limits; inside, as [`numbers`].
pub fn separated_numbers(
    dfa: &Dfa,
    separator: u8,
    notation: Notation,
    limits: [u128; 2],
    of_rule: &Limits,
) -> Result<Result<Numbers, NoNumber>, TooLarge> {
    let plain = without_byte(dfa, separator, &mut Budget::of_rule(of_rule))?;
    let whole = |text: Vec<u8>| with_byte(dfa, separator, &text).unwrap_or(text);
    Ok(numbers(&plain, notation, limits).map_err(|error| match error {
        NoNumber::Other(text) => NoNumber::Other(whole(text)),
        NoNumber::TooLarge(text) => NoNumber::TooLarge(whole(text)),
    }))
}

/// Returns the value of a digit; `None` for other bytes. Digits above 9 are letters.
pub fn digit(byte: u8, radix: u8) -> Option<u8> {
    let digit = char::from(byte).to_digit(36)?;
    u8::try_from(digit).ok().filter(|&digit| digit < radix)
}

/// The part of a numeral that has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Start,
    Plus,
    Minus,
    /// Zeros without a sign, or after `+`.
    Zeros,
    /// Zeros after `-`.
    MinusZeros,
    /// A digit above zero, and any others.
    Digits,
    /// The same after `-`.
    MinusDigits,
}

impl Phase {
    /// Returns the phase after a byte. `None` if no numeral continues with it.
    fn next(self, byte: u8, notation: Notation) -> Option<Self> {
        let is_sign = self == Self::Start && notation.signs == Signs::Optional;
        match (byte, digit(byte, notation.radix)) {
            (b'+', _) if is_sign => Some(Self::Plus),
            (b'-', _) if is_sign => Some(Self::Minus),
            (_, None) => None,
            (_, Some(0)) => Some(match self {
                Self::Start | Self::Plus | Self::Zeros => Self::Zeros,
                Self::Minus | Self::MinusZeros => Self::MinusZeros,
                Self::Digits | Self::MinusDigits => self,
            }),
            (_, Some(_)) => Some(match self {
                Self::Start | Self::Plus | Self::Zeros | Self::Digits => Self::Digits,
                Self::Minus | Self::MinusZeros | Self::MinusDigits => Self::MinusDigits,
            }),
        }
    }

    /// Returns whether a numeral can end.
    fn is_numeral(self) -> bool {
        !matches!(self, Self::Start | Self::Plus | Self::Minus)
    }
}

/// The automaton in a phase.
type Node = Pair<Phase>;

/// The nodes that the texts of a language reach.
struct Search<'a> {
    dfa: &'a Dfa,
    radix: u8,
    /// The bytes that are digits, with their numbers.
    digits: Vec<(u8, u8)>,
    reached: Reached<Phase>,
}

impl<'a> Search<'a> {
    /// Reads all texts. The error is a text that is not a numeral.
    fn new(dfa: &'a Dfa, notation: Notation) -> Result<Self, Vec<u8>> {
        let next = |phase: Phase, byte| phase.next(byte, notation);
        let reached = reached(dfa, Phase::Start, next, Phase::is_numeral)?;
        let radix = notation.radix;
        let digits = (b'0'..=b'z').filter_map(|byte| Some((byte, digit(byte, radix)?)));
        Ok(Self { dfa, radix, digits: digits.collect(), reached })
    }

    /// Returns the bounds of the numbers whose significant digits, if any, begin in one of these
    /// phases.
    fn bounds(&self, phases: &[Phase], limit: u128) -> Result<Option<Bounds>, NoNumber> {
        let nodes = || self.reached.pairs().filter(|(phase, _)| phases.contains(phase));
        let zero = nodes().find(|node| node.0.is_numeral() && self.dfa.is_accepting(node.1));
        let zero = zero.map(|node| Numeral { text: self.reached.text(node), magnitude: 0 });
        let starts: Vec<Node> = nodes().collect();
        let most = digit_count(limit, self.radix);
        if let Some(text) = self.longer(&starts, most) {
            return Err(NoNumber::TooLarge(text));
        }
        // From the states of the set `ending[n]`, exactly `n` digits lead to an end.
        let mut ending: Vec<BTreeSet<StateId>> = vec![BTreeSet::new(); most + 1];
        ending[0] = self.dfa.states().filter(|&state| self.dfa.is_accepting(state)).collect();
        for count in 1..most {
            let leads = |&state: &StateId| {
                let mut nexts = self.digits(state, 0);
                nexts.any(|(_, next)| ending[count - 1].contains(&next))
            };
            ending[count] = self.dfa.states().filter(leads).collect();
        }
        let begins = |count: &usize| {
            let mut nexts = starts.iter().flat_map(|node| self.digits(node.1, 1));
            nexts.any(|(_, next)| ending[count - 1].contains(&next))
        };
        let fewest = (1..=most).find(begins);
        let longest = (1..=most).rev().find(begins);
        let numeral = |count, order| self.numeral(&starts, &ending[..count], order);
        let least = match (zero.clone(), fewest) {
            (Some(zero), _) => zero,
            (None, Some(count)) => numeral(count, Order::Ascending)?,
            (None, None) => return Ok(None),
        };
        let greatest = match (longest, zero) {
            (Some(count), _) => numeral(count, Order::Descending)?,
            (None, Some(zero)) => zero,
            (None, None) => return Ok(None),
        };
        if limit < greatest.magnitude {
            return Err(NoNumber::TooLarge(greatest.text));
        }
        Ok(Some(Bounds { least, greatest }))
    }

    /// Iterates over the digits of at least `least` with which a text can continue, and the states
    /// after them.
    fn digits(&self, state: StateId, least: u8) -> impl Iterator<Item = (u8, StateId)> {
        let digits = self.digits.iter().filter(move |(_, digit)| *digit >= least);
        digits.filter_map(move |&(byte, _)| Some((byte, self.dfa.next(state, byte)?)))
    }

    /// Returns a text with more significant digits than `most`, if there is one.
    fn longer(&self, starts: &[Node], most: usize) -> Option<Vec<u8>> {
        let mut layers: Vec<BTreeMap<StateId, (u8, StateId)>> = Vec::new();
        let mut states: BTreeSet<StateId> = starts.iter().map(|node| node.1).collect();
        for count in 0..=most {
            let mut layer = BTreeMap::new();
            for state in states {
                for (byte, next) in self.digits(state, u8::from(count == 0)) {
                    layer.entry(next).or_insert((byte, state));
                }
            }
            states = layer.keys().copied().collect();
            layers.push(layer);
        }
        let mut cursor = *states.first()?;
        let mut text: Vec<u8> = Paths::new(self.dfa, &preferred()).from(cursor);
        text.reverse();
        for layer in layers.iter().rev() {
            let (byte, before) = layer[&cursor];
            text.push(byte);
            cursor = before;
        }
        text.reverse();
        let start = starts.iter().find(|node| node.1 == cursor)?;
        Some([self.reached.text(*start), text].concat())
    }

    /// Returns the first numeral in an order. It has as many significant digits as `ending` has
    /// sets; from the states of `ending[n]`, exactly `n` digits lead to an end.
    fn numeral(
        &self,
        starts: &[Node],
        ending: &[BTreeSet<StateId>],
        order: Order,
    ) -> Result<Numeral, NoNumber> {
        let mut reached: BTreeMap<StateId, Vec<u8>> =
            starts.iter().map(|&node| (node.1, self.reached.text(node))).collect();
        let mut magnitude = Some(0_u128);
        for (index, targets) in ending.iter().rev().enumerate() {
            let least = u8::from(index == 0);
            let mut nexts: BTreeMap<u8, BTreeMap<StateId, Vec<u8>>> = BTreeMap::new();
            for (&state, text) in &reached {
                for (byte, next) in self.digits(state, least).filter(|it| targets.contains(&it.1)) {
                    let digit = digit(byte, self.radix).expect("it is a digit");
                    let text = || [&text[..], &[byte]].concat();
                    nexts.entry(digit).or_default().entry(next).or_insert_with(text);
                }
            }
            let chosen = match order {
                Order::Ascending => nexts.pop_first(),
                Order::Descending => nexts.pop_last(),
            };
            let (digit, next) = chosen.expect("the digits lead to an end");
            let shifted = magnitude.and_then(|it| it.checked_mul(self.radix.into()));
            magnitude = shifted.and_then(|it| it.checked_add(digit.into()));
            reached = next;
        }
        let (_, text) = reached.pop_first().expect("a digit leads to a state");
        match magnitude {
            Some(magnitude) => Ok(Numeral { text, magnitude }),
            None => Err(NoNumber::TooLarge(text)),
        }
    }
}

/// The order in which numerals are compared.
#[derive(Clone, Copy)]
enum Order {
    Ascending,
    Descending,
}

/// Returns the number of digits of a number; none for zero.
fn digit_count(number: u128, radix: u8) -> usize {
    let mut rest = number;
    let mut count = 0;
    while rest > 0 {
        rest /= u128::from(radix);
        count += 1;
    }
    count
}

#[cfg(test)]
mod tests;
