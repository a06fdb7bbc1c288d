//! Compares the texts of two languages in the order of length.
//!
//! Texts are sequences of classes of bytes that neither language distinguishes, so a few texts
//! represent all texts of a length. Of the texts that lead to the same state with the same stack, only as
//! many are continued as are wanted: whatever follows a later text follows each of them.

use abnfc::automata::compare::{legibility, legible};
use abnfc::automata::language::{Language, Position, Walk};
use std::collections::BTreeMap;

/// The maximum number of texts that a search reads if a rule is nested.
pub const MAX_WALKS: usize = 1 << 14;

/// The maximum length of a text in bytes if a rule is nested. It ends the search if each text has only one
/// continuation.
const MAX_BYTES: usize = 256;

/// Bounds of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// The maximum number of texts on either side.
    pub(super) count: usize,
    /// The maximum number of texts that the search reads.
    walks: usize,
    /// The maximum number of texts that it continues.
    continued: usize,
    /// The maximum length of a text in bytes.
    bytes: usize,
}

impl Bounds {
    /// The bounds of a search if a rule is nested.
    pub(super) fn of_nested(count: usize) -> Self {
        Self { count, walks: MAX_WALKS, continued: usize::MAX, bytes: MAX_BYTES }
    }

    /// The bounds of a search through this number of pairs of states of regular rules.
    pub(super) fn of_pairs(count: usize, pairs: usize) -> Self {
        Self { count, walks: usize::MAX, continued: pairs, bytes: usize::MAX }
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub(super) struct SearchResult {
    /// The first texts that only one language has.
    pub(super) texts: [Vec<Vec<u8>>; 2],
    /// The length in bytes up to which all texts were compared, unless longer texts cannot change the
    /// result.
    pub(super) bound: Option<usize>,
}

/// A text, and its positions in both languages; `None` if no continuation matches.
struct Step<'a> {
    text: Vec<u8>,
    at: [Option<Walk<'a>>; 2],
}

/// Compares the texts of two languages, in the order of length and then of legibility.
pub(super) fn search(a: &Language, b: &Language, bounds: Bounds) -> SearchResult {
    let count = bounds.count;
    let classes = a.own_classes().refined(&b.own_classes());
    let mut bytes: Vec<u8> = classes.sets().iter().map(legible).collect();
    bytes.sort_by_key(|&byte| legibility(byte));
    let mut texts = [Vec::new(), Vec::new()];
    let mut level = vec![Step { text: Vec::new(), at: [Some(a.walk()), Some(b.walk())] }];
    let mut known = BTreeMap::new();
    let mut length = 0;
    let (mut walks, mut continued) = (0, 0);
    loop {
        for step in &level {
            let [in_a, in_b] = step.at.each_ref().map(|it| it.as_ref().is_some_and(Walk::is_end));
            let side = match (in_a, in_b) {
                (true, false) => &mut texts[0],
                (false, true) => &mut texts[1],
                _ => continue,
            };
            if side.len() < count {
                side.push(step.text.clone());
            }
        }
        if texts.iter().all(|it| it.len() == count) || level.is_empty() {
            return SearchResult { texts, bound: None };
        }
        if length == bounds.bytes {
            return SearchResult { texts, bound: Some(length) };
        }
        let mut longer = Vec::new();
        for step in &level {
            for &byte in &bytes {
                walks += 1;
                if bounds.walks < walks {
                    return SearchResult { texts, bound: Some(length) };
                }
                let at = step.at.each_ref().map(|it| it.as_ref().and_then(|it| after(it, byte)));
                // If only one language continues, each of its texts is a witness.
                let is_needed = match &at {
                    [None, None] => false,
                    [Some(_), None] => texts[0].len() < count,
                    [None, Some(_)] => texts[1].len() < count,
                    [Some(_), Some(_)] => true,
                };
                if is_needed && is_new(&at, &mut known, count) {
                    continued += 1;
                    if bounds.continued < continued {
                        return SearchResult { texts, bound: Some(length) };
                    }
                    longer.push(Step { text: [step.text.as_slice(), &[byte]].concat(), at });
                }
            }
        }
        level = longer;
        length += 1;
    }
}

fn after<'a>(walk: &Walk<'a>, byte: u8) -> Option<Walk<'a>> {
    let mut walk = walk.clone();
    (walk.read(&[byte]) == 1).then_some(walk)
}

/// Returns whether fewer than `count` texts led to these positions. The general engine has no comparable
/// positions.
fn is_new(
    at: &[Option<Walk<'_>>; 2],
    known: &mut BTreeMap<[Option<Position>; 2], usize>,
    count: usize,
) -> bool {
    let mut places = [None, None];
    for (place, walk) in places.iter_mut().zip(at) {
        if let Some(walk) = walk {
            let Some(position) = walk.position() else { return true };
            *place = Some(position);
        }
    }
    let known = known.entry(places).or_default();
    *known += 1;
    *known <= count
}
