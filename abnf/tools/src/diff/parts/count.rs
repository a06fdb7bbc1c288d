//! A product to [`PartCount`]s: the numbers of common texts of each length by how a part differs.

use super::product::{Marked, Product};
use std::collections::BTreeMap;

/// The numbers of texts of one length that both languages have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartCount {
    /// Only the first grammar finds the part in them.
    pub only_a: u128,
    /// Only the second.
    pub only_b: u128,
    /// Both find it, but not in the same places.
    pub elsewhere: u128,
    /// Both find it in the same places, or neither finds it.
    pub equal: u128,
}

/// The minimum number of lengths that are counted.
const LENGTHS: usize = 5;

/// The maximum number of steps.
const MAX_STEPS: usize = 1 << 20;

/// Returns the counts of the lengths from 0 to `longest`, and of at least five lengths. Empty if a number
/// exceeds 128 bits, or if the steps are spent before that length.
///
/// A text is one path through the product, so paths are counted.
pub(super) fn counts(product: &Product, longest: usize) -> Vec<PartCount> {
    let needed = 1 + longest;
    let mut counts = Vec::new();
    let mut paths: BTreeMap<usize, u128> = product.begins.iter().map(|&pair| (pair, 1)).collect();
    let mut size = 0;
    while counts.len() < needed.max(LENGTHS) {
        let Some(count) = ends(product, &paths) else { break };
        counts.push(count);
        let mut longer: BTreeMap<usize, u128> = BTreeMap::new();
        for (&pair, &before) in &paths {
            size += product.steps[pair].len();
            for &(class, next) in &product.steps[pair] {
                let sum = longer.entry(next).or_default();
                let more = before.checked_mul(product.bytes[class].1);
                let Some(more) = more.and_then(|more| sum.checked_add(more)) else {
                    return enough(counts, needed);
                };
                *sum = more;
            }
        }
        if MAX_STEPS < size {
            break;
        }
        paths = longer;
    }
    enough(counts, needed)
}

fn enough(counts: Vec<PartCount>, needed: usize) -> Vec<PartCount> {
    if counts.len() < needed { Vec::new() } else { counts }
}

/// Returns the numbers of texts that end. `None` if a number is too large.
fn ends(product: &Product, paths: &BTreeMap<usize, u128>) -> Option<PartCount> {
    let mut count = PartCount::default();
    for (&pair, &paths) in paths {
        let Some(marked) = product.ends[pair] else { continue };
        let sum = match marked {
            Marked::Neither | Marked::Equal => &mut count.equal,
            Marked::OnlyA => &mut count.only_a,
            Marked::OnlyB => &mut count.only_b,
            Marked::Differently => &mut count.elsewhere,
        };
        *sum = sum.checked_add(paths)?;
    }
    Some(count)
}
