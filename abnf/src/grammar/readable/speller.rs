//! The last step: a letter, digit or mark for each place of a text.
//!
//! Adjacent letters are a word, and adjacent digits a number. Words differ from each other, so that a reader
//! sees which part of the text is which. Numbers of two digits could be a month, a day, an hour or a minute;
//! those of four digits a year.

use super::dice::Dice;
use super::members::{Kind, Members};

/// How words and numbers are spelled.
pub(super) enum Spelling {
    /// `abc`, `def`, and so on, with the numbers 12, 10, 11 and so on.
    Alphabet,
    /// Words of syllables, such as `tomi`.
    Syllables(Dice),
}

const CONSONANTS: &[u8] = b"bdfgklmnprst";
const VOWELS: &[u8] = b"aeiou";

/// Returns the text.
pub(super) fn spelled(text: &[Members], spelling: Spelling) -> String {
    let mut speller = Speller { spelling, letter: 0, numbers: [0; 3] };
    let mut spelled = String::with_capacity(text.len());
    let is_word = |it: &Members| it.kind() == Kind::Letter && !it.is_fixed();
    let is_digit = |it: &Members| it.kind() == Kind::Digit;
    let mut rest = text;
    while let Some(first) = rest.first() {
        let run = |is: &dyn Fn(&Members) -> bool| rest.iter().take_while(|it| is(it)).count();
        let length = if is_word(first) {
            let length = run(&is_word);
            speller.word(&rest[..length], &mut spelled);
            length
        } else if is_digit(first) {
            let length = run(&is_digit);
            speller.number(&rest[..length], &mut spelled);
            length
        } else {
            spelled.extend(first.only_letter().or_else(|| first.mark()));
            1
        };
        rest = &rest[length..];
    }
    spelled
}

struct Speller {
    spelling: Spelling,
    /// The place of the next letter in the alphabet.
    letter: u8,
    /// The count of numbers of one, two and four digits.
    numbers: [u8; 3],
}

impl Speller {
    fn word(&mut self, run: &[Members], out: &mut String) {
        for (place, members) in run.iter().enumerate() {
            let wanted = match &mut self.spelling {
                Spelling::Alphabet => b'a' + self.letter % 26,
                Spelling::Syllables(dice) if !members.is_word() => *dice.choose(b"abcdef"),
                Spelling::Syllables(dice) if place % 2 == 0 => *dice.choose(CONSONANTS),
                Spelling::Syllables(dice) => *dice.choose(VOWELS),
            };
            let letter = members.letter(char::from(wanted));
            if let Some(letter) = letter {
                self.letter = letter.to_ascii_lowercase() as u8 - b'a' + 1;
            }
            out.extend(letter);
        }
    }

    fn number(&mut self, run: &[Members], out: &mut String) {
        let number = self.digits(run.len());
        for (members, wanted) in run.iter().zip(number) {
            out.extend(members.digit(char::from(wanted)));
        }
    }

    /// Returns the digits of the next number.
    fn digits(&mut self, count: usize) -> Vec<u8> {
        let turn = match (&mut self.spelling, count) {
            (Spelling::Alphabet, 1 | 2 | 4) => {
                let turn = &mut self.numbers[count / 2];
                *turn = turn.wrapping_add(1);
                *turn - 1
            }
            (Spelling::Alphabet, _) => 0,
            (Spelling::Syllables(dice), _) => *dice.choose(b"\x00\x01\x02\x03\x04\x05\x06\x07\x08"),
        };
        match (&mut self.spelling, count) {
            (_, 1) => vec![b'1' + turn % 9],
            // 12, 10, 11: also the numbers of months and hours.
            (_, 2) => vec![b'1', b'0' + (turn + 2) % 3],
            (_, 4) => vec![b'2', b'0', b'2', b'0' + (turn + 4) % 10],
            (Spelling::Alphabet, _) => b"1234567890".iter().cycle().take(count).copied().collect(),
            (Spelling::Syllables(dice), _) => {
                // Below 200 with three digits, so that it can be an octet.
                let first = if count == 3 { b'1' } else { *dice.choose(b"123456789") };
                let others = (1..count).map(|_| *dice.choose(b"0123456789"));
                std::iter::once(first).chain(others).collect()
            }
        }
    }
}
