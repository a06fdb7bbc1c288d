//! The literals of a rule, as a dictionary for fuzzers.
//!
//! A mutation that inserts a literal reaches alternatives that random bytes seldom reach. The words are the
//! longest sequences of single characters in the definitions of the rule and of all rules that it uses. A
//! literal that matches in both cases gives two words, one in lower case and one in capitals.

use abnfc::grammar::uses::{reached, references};
use abnfc::grammar::{Encoding, Expr, Resolved, RuleId, ValueSet};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The maximum length of a word: AFL++ refuses longer ones.
const MAX_LENGTH: usize = 128;

/// The maximum number of words. More make fuzzers choose each too seldom.
const MAX_WORDS: usize = 1000;

/// Returns the words of a rule, sorted.
///
/// Words of more than 128 bytes are cut, and the words after the first 1000 are left out.
///
/// # Examples
///
/// ```
/// use abnfc_tools::dictionary::words;
///
/// let grammar = abnfc::read("g", b"a = \"get\" SP %x0D.0A", &[], &abnfc::spec::ReadOptions::default())?.resolved;
/// let words = words(&grammar, grammar.find("a").unwrap());
/// assert_eq!(words, [&b"\r\n"[..], b" ", b"GET", b"get"].map(<[u8]>::to_vec));
/// # Ok::<(), abnfc::diagnostic::Diagnostics>(())
/// ```
pub fn words(grammar: &Resolved, rule: RuleId) -> Vec<Vec<u8>> {
    let mut found = Found { encoding: grammar.encoding, words: BTreeSet::new() };
    for rule in reached(&[rule], |rule| references(&grammar[rule].expr)) {
        found.of(&grammar[rule].expr);
    }
    found.words.into_iter().collect()
}

/// Writes words in the format of libFuzzer and AFL++: a line for each, in quotes. Bytes that are not
/// printable ASCII are escaped.
pub fn lines(words: &[Vec<u8>]) -> String {
    let mut text = String::new();
    for word in words {
        text.push('"');
        for &byte in word {
            match byte {
                b'"' | b'\\' => text.extend(['\\', char::from(byte)]),
                b' '..=b'~' => text.push(char::from(byte)),
                _ => write!(text, "\\x{byte:02X}").expect("a string grows"),
            }
        }
        text.push_str("\"\n");
    }
    text
}

struct Found {
    encoding: Encoding,
    words: BTreeSet<Vec<u8>>,
}

impl Found {
    fn of(&mut self, expr: &Expr<RuleId>) {
        match expr {
            Expr::Concat(items) => {
                let mut literal = Vec::new();
                for item in items {
                    if let Expr::Set(set) = item
                        && let Some(character) = set.character()
                    {
                        literal.push((character, set));
                        continue;
                    }
                    self.add(&literal);
                    literal.clear();
                    self.of(item);
                }
                self.add(&literal);
            }
            Expr::Set(set) => {
                for one in set.alternatives() {
                    if let Some(character) = one.character() {
                        self.add(&[(character, one)]);
                    }
                }
            }
            Expr::Alt(items) => items.iter().for_each(|item| self.of(item)),
            Expr::Repeat { body, .. } => self.of(body),
            Expr::Empty | Expr::Rule(_) | Expr::Prose(_) | Expr::Error => (),
        }
    }

    /// Adds a literal: the capital or only character of each set.
    fn add(&mut self, literal: &[(u32, &ValueSet)]) {
        let (mut capitals, mut small) = (Vec::new(), Vec::new());
        for (character, set) in literal {
            // A letter in both cases has two ranges.
            let lower = set.ranges().last().map_or(*character, |range| range.1);
            self.push(&mut capitals, *character);
            self.push(&mut small, lower);
        }
        for word in [capitals, small] {
            if !word.is_empty() && self.words.len() < MAX_WORDS {
                self.words.insert(word);
            }
        }
    }

    /// Adds a character to a word that stays short enough.
    fn push(&self, word: &mut Vec<u8>, value: u32) {
        let mut utf8 = [0; 4];
        let bytes = match (self.encoding, char::from_u32(value), u8::try_from(value)) {
            (Encoding::Octets, _, Ok(byte)) => {
                utf8[0] = byte;
                &utf8[..1]
            }
            (Encoding::Utf8, Some(character), _) => character.encode_utf8(&mut utf8).as_bytes(),
            _ => return,
        };
        if word.len() + bytes.len() <= MAX_LENGTH {
            word.extend_from_slice(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(grammar: &str, expected: &str) {
        let read = abnfc::read("g", grammar.as_bytes(), &[], &abnfc::spec::ReadOptions::default())
            .unwrap();
        let words = words(&read.resolved, RuleId::from_index(0));
        assert_eq!(lines(&words).replace('\n', " ").trim_end(), expected);
    }

    #[test]
    fn words_are_the_longest_literals() {
        check("a = \"ab\" %s\"cD\" 1*DIGIT \":\"\n", r#"":" "ABcD" "abcD""#);
        check("a = [ \"x=\" b ]\nb = %x22 / \"\\\"\nc = \"unused\"\n", r#""\"" "X=" "\\" "x=""#);
        check("a = %x41-5A / %d0 / %x7F.80\n", r#""\x7F\x80""#);
    }

    #[test]
    fn characters_are_written_in_utf8() {
        check("a = %x20AC \"!\"\n", r#""\xE2\x82\xAC!""#);
        check("a = %xAC \"!\"\n", r#""\xAC!""#);
    }

    #[test]
    fn words_are_short_and_few() {
        let read = |text: String| {
            abnfc::read("g", text.as_bytes(), &[], &abnfc::spec::ReadOptions::default())
        };
        let grammar = read(format!("a = %s\"{}\"\n", "x".repeat(200))).unwrap().resolved;
        assert_eq!(words(&grammar, RuleId::from_index(0)), [vec![b'x'; 128]]);
        let many: Vec<String> = (0..2000).map(|it| format!("\"{it:04}\"")).collect();
        let grammar = read(format!("a = {}\n", many.join(" / "))).unwrap().resolved;
        assert_eq!(words(&grammar, RuleId::from_index(0)).len(), 1000);
    }
}
