//! Decides the column of the `=` of each rule.
//!
//! Rules of one paragraph share a column. So do adjacent rules across an empty line if their `=` already
//! are in one column, unless only because their names have the same length.

use super::items::Item;
use super::tree::Rule;

/// The maximum length of an aligned name. A longer name would move the elements of all other rules too
/// far right.
pub(super) const MAX_NAME: usize = 28;

/// The beginning of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// The column of `=` or `=/`, from 0.
    pub(super) sign: usize,
    /// The column of the first element, if it is in the line of the name.
    pub(super) elements: usize,
}

/// Returns the heads of all rules, in order.
pub(super) fn align(items: &[Item<'_>]) -> Vec<Head> {
    let rules = in_paragraphs(items);
    let mut heads: Vec<Head> = rules
        .iter()
        .map(|&(rule, paragraph)| {
            let sign = rule.name.len() + 1;
            Head { sign, elements: sign + paragraph.sign_width + 1 }
        })
        .collect();
    // The rules of the current column.
    let mut group: Vec<usize> = Vec::new();
    for (i, &(rule, paragraph)) in rules.iter().enumerate() {
        if MAX_NAME < rule.name.len() {
            continue;
        }
        let goes_on = group.last().is_some_and(|&last| {
            let (before, its) = rules[last];
            its.number == paragraph.number || are_aligned(before, rule)
        });
        if !goes_on {
            settle(&mut heads, &group);
            group.clear();
        }
        group.push(i);
    }
    settle(&mut heads, &group);
    heads
}

#[derive(Clone, Copy)]
struct Paragraph {
    number: usize,
    /// The width of `=`, or of `=/` if a rule has it.
    sign_width: usize,
}

/// Returns all rules, each with its paragraph.
fn in_paragraphs<'a, 'b>(items: &'b [Item<'a>]) -> Vec<(&'b Rule<'a>, Paragraph)> {
    let mut rules = Vec::new();
    for (number, paragraph) in items.split(|item| matches!(item, Item::Blank)).enumerate() {
        let of = paragraph.iter().filter_map(|item| match item {
            Item::Rule(rule) => Some(rule),
            Item::Blank | Item::Comment(_) => None,
        });
        let sign_width = of.clone().map(|rule| rule.sign.len()).max().unwrap_or(0);
        rules.extend(of.map(|rule| (rule, Paragraph { number, sign_width })));
    }
    rules
}

fn are_aligned(a: &Rule<'_>, b: &Rule<'_>) -> bool {
    let is_padded = |rule: &Rule<'_>| rule.name.len() + 1 < rule.sign_column;
    a.sign_column == b.sign_column && (is_padded(a) || is_padded(b))
}

/// Moves the rules of a group to the column of the one with the longest name.
fn settle(heads: &mut [Head], group: &[usize]) {
    let column = group.iter().map(|&i| heads[i].sign).max().unwrap_or(0);
    for &i in group {
        let head = &mut heads[i];
        *head = Head { sign: column, elements: head.elements + column - head.sign };
    }
}
