//! The interpreter of [`Trees`]: the walk of the run-time.

use super::Trees;
use crate::bytes::ByteSet;
use crate::grammar::RuleId;
use abnfc_runtime::compiler::{self, Grammar};
use std::ops::Range;

/// A node of a derivation: a rule and its text. The nodes inside of it follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// The rule.
    pub rule: RuleId,
    /// The range of its text, in bytes of the whole text.
    pub range: Range<usize>,
    /// The number of nodes around it.
    pub depth: usize,
}

/// The reason why a text has no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTree {
    /// The text does not match.
    Mismatch,
    /// A limit of the walk was exceeded.
    TooComplex,
}

/// [`Trees`] in the form of the run-time.
#[derive(Clone, Debug)]
pub struct Tables {
    trees: Trees,
    sets: Vec<[u64; 4]>,
}

impl Tables {
    /// Makes tables for any number of texts.
    pub fn new(trees: Trees) -> Self {
        let sets = trees.sets.iter().map(words).collect();
        Self { trees, sets }
    }
}

/// Returns the nodes of the preferred derivation of a text of a shown rule, in pre-order.
///
/// # Errors
///
/// If the text does not match or is too complex.
pub fn derive(tables: &Tables, rule: RuleId, text: &[u8]) -> Result<Vec<Derived>, NoTree> {
    walk(tables, rule, text, compiler::derive)
}

/// As [`derive()`], without the prediction that makes most trees.
///
/// # Errors
///
/// As [`derive()`].
pub fn derive_in_two_passes(
    tables: &Tables,
    rule: RuleId,
    text: &[u8],
) -> Result<Vec<Derived>, NoTree> {
    walk(tables, rule, text, compiler::derive_in_two_passes)
}

/// As [`derive()`], by prediction alone, which has no answer if the rest of the text does not decide
/// each branch.
///
/// # Errors
///
/// [`NoTree::TooComplex`] if there is no prediction.
pub fn predict(tables: &Tables, rule: RuleId, text: &[u8]) -> Result<Vec<Derived>, NoTree> {
    walk(tables, rule, text, |grammar, rule, text| {
        compiler::predict(grammar, rule, text).ok_or(compiler::NoTree::TooComplex)
    })
}

fn walk(
    tables: &Tables,
    rule: RuleId,
    text: &[u8],
    walk: impl Fn(Grammar<'_>, u16, &[u8]) -> Result<Vec<compiler::Derived>, compiler::NoTree>,
) -> Result<Vec<Derived>, NoTree> {
    let Tables { trees, sets } = tables;
    let number = trees.shown.iter().position(|&shown| shown == rule);
    let number = number.and_then(|it| u16::try_from(it).ok()).ok_or(NoTree::Mismatch)?;
    if u32::try_from(text.len()).is_ok_and(|length| length < u32::MAX) {
        let grammar = Grammar {
            states: &trees.states,
            targets: &trees.targets,
            sets,
            rules: &trees.rules,
            leaves: &trees.leaves,
            shown: u16::try_from(trees.shown.len()).expect("rules are numbered in 16 bits"),
            before: &trees.before,
            last: &trees.last,
        };
        return match walk(grammar, number, text) {
            Ok(found) => Ok(with_depths(trees, &found)),
            Err(compiler::NoTree::Mismatch) => Err(NoTree::Mismatch),
            Err(compiler::NoTree::TooComplex) => Err(NoTree::TooComplex),
        };
    }
    Err(NoTree::TooComplex)
}

fn with_depths(trees: &Trees, found: &[compiler::Derived]) -> Vec<Derived> {
    let mut depths: Vec<usize> = Vec::with_capacity(found.len());
    let derived = found.iter().enumerate().map(|(index, it)| {
        let parent = it.parent as usize;
        let depth = if parent == index { 0 } else { depths[parent] + 1 };
        depths.push(depth);
        let range = it.begin as usize..it.end as usize;
        Derived { rule: trees.shown[usize::from(it.rule)], range, depth }
    });
    derived.collect()
}

fn words(set: &ByteSet) -> [u64; 4] {
    let mut words = [0; 4];
    for byte in set.iter() {
        words[usize::from(byte / 64)] |= 1 << (byte % 64);
    }
    words
}
