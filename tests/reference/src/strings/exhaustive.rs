//! All short strings over one byte of each class.

use super::{for_each, reachable};
use crate::reference::Recogniser;
use abnfc::grammar::{Encoding, Expr, Resolved, RuleId};
use std::collections::BTreeMap;

/// Returns one byte of each class that the grammar of a rule distinguishes.
///
/// Two bytes are in one class if they are in the same sets of values of the
/// rules that it needs; the smallest one represents its class. In UTF-8 the bytes
/// above 7F are those that the ends of the sets' ranges and their neighbours
/// begin and continue with, and those at which well-formed UTF-8 has its corners.
pub fn alphabet(grammar: &Resolved, rule: RuleId) -> Vec<u8> {
    let mut sets = Vec::new();
    for used in reachable(grammar, rule) {
        for_each(&grammar[used].expr, &mut |expr| {
            if let Expr::Set(set) = expr
                && !sets.contains(&set)
            {
                sets.push(set);
            }
        });
    }
    let last_byte = match grammar.encoding {
        Encoding::Octets => 0xFF,
        Encoding::Utf8 => 0x7F,
    };
    let mut kinds = BTreeMap::new();
    for byte in 0..=last_byte {
        let value = u32::from(byte);
        let is_in =
            |ranges: &[(u32, u32)]| ranges.iter().any(|&(lo, hi)| lo <= value && value <= hi);
        let kind: Vec<bool> = sets.iter().map(|set| is_in(set.ranges())).collect();
        kinds.entry(kind).or_insert(byte);
    }
    let mut bytes: Vec<u8> = kinds.into_values().collect();
    if grammar.encoding == Encoding::Utf8 {
        bytes.extend([0x80, 0xBF, 0xC0]);
        let ends = sets.iter().flat_map(|set| set.ranges()).flat_map(|&(lo, hi)| [lo, hi]);
        let mut is_wide = false;
        for value in ends.filter(|&value| value > 0x7F) {
            is_wide = true;
            for near in [value.saturating_sub(1), value, value + 1] {
                if let Some(scalar) = char::from_u32(near) {
                    let mut buffer = [0; 4];
                    bytes.extend(scalar.encode_utf8(&mut buffer).bytes().filter(|&b| b > 0x7F));
                }
            }
        }
        if is_wide {
            bytes.extend([0x8F, 0x90, 0x9F, 0xA0, 0xC1, 0xC2, 0xE0, 0xED, 0xF0, 0xF4, 0xF5]);
        }
    }
    bytes.sort_unstable();
    bytes.dedup();
    bytes
}

/// The extent of [`exhaustive`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted {
    /// All strings up to this length were tried, or nothing viable was left.
    pub length: usize,
    /// The number of strings tried.
    pub strings: usize,
    /// No longer string is viable: the whole language has been tried.
    pub is_whole: bool,
}

/// Tries every string over `alphabet` of up to `longest` bytes, shortest first, as
/// long as all strings of the next length fit into `budget`. A string that is not
/// viable is tried but not extended.
///
/// `visit` receives each string with the recogniser that has read it.
pub fn exhaustive(
    recogniser: &mut Recogniser,
    alphabet: &[u8],
    budget: usize,
    longest: usize,
    mut visit: impl FnMut(&[u8], &Recogniser),
) -> Exhausted {
    recogniser.seek(b"");
    visit(b"", recogniser);
    let mut strings = 1;
    let mut viable = if recogniser.is_viable() { vec![Vec::new()] } else { Vec::new() };
    let mut length = 0;
    while !viable.is_empty()
        && length < longest
        && strings + viable.len() * alphabet.len() <= budget
    {
        let mut longer = Vec::new();
        for prefix in &viable {
            recogniser.seek(prefix);
            let mut text = prefix.clone();
            for &byte in alphabet {
                text.push(byte);
                recogniser.push(byte);
                visit(&text, recogniser);
                strings += 1;
                if recogniser.is_viable() {
                    longer.push(text.clone());
                }
                recogniser.pop();
                text.pop();
            }
        }
        viable = longer;
        length += 1;
    }
    Exhausted { length, strings, is_whole: viable.is_empty() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abnfc::grammar::ValueSet;

    fn set(lo: u32, hi: u32) -> Expr<RuleId> {
        Expr::Set(ValueSet::new([(lo, hi)]))
    }

    #[test]
    fn one_byte_of_each_kind() {
        // Digits, hexadecimal digits above them, and the rest; the second rule is not needed.
        let digits_in_hex = Expr::Alt(vec![
            set(0x30, 0x39),
            Expr::Set(ValueSet::new([(0x30, 0x39), (0x41, 0x46)])),
        ]);
        let grammar =
            Resolved::from_rules(Encoding::Octets, [("a", digits_in_hex), ("b", set(0, 9))]);
        assert_eq!(alphabet(&grammar, RuleId::from_index(0)), [0, b'0', b'A']);
    }

    #[test]
    fn corners_of_utf_8() {
        let grammar = Resolved::from_rules(Encoding::Utf8, [("a", set(0x20AC, 0x20AD))]);
        let found = alphabet(&grammar, RuleId::from_index(0));
        for byte in [0x00, 0xE2, 0x82, 0xAB, 0xAC, 0xAD, 0xAE, 0xC0, 0xED, 0x9F, 0xA0] {
            assert!(found.contains(&byte), "{byte:X}");
        }
        assert!(!found.contains(&0x01));
    }

    /// `a = 1*2"x"` over two letters: the empty text, 2, 2 and 2 after each viable one.
    #[test]
    fn sees_a_finite_language_whole() {
        let body = Box::new(set(0x78, 0x78));
        let grammar = Resolved::from_rules(
            Encoding::Octets,
            [("a", Expr::Repeat { min: 1, max: Some(2), body })],
        );
        let mut recogniser = Recogniser::new(&grammar, RuleId::from_index(0));
        let mut members = Vec::new();
        let found = exhaustive(&mut recogniser, b"ax", 100, 9, |text, recogniser| {
            if recogniser.accepts() {
                members.push(text.to_vec());
            }
        });
        assert_eq!(members, [&b"x"[..], b"xx"]);
        assert_eq!(found, Exhausted { length: 3, strings: 7, is_whole: true });
        let found = exhaustive(&mut recogniser, b"ax", 6, 9, |_, _| ());
        assert_eq!(found, Exhausted { length: 2, strings: 5, is_whole: false });
        let found = exhaustive(&mut recogniser, b"ax", 100, 1, |_, _| ());
        assert_eq!(found, Exhausted { length: 1, strings: 3, is_whole: false });
    }
}
