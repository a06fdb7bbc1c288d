//! Texts of a rule for people to read: examples in documentation, not tests.
//!
//! A text follows the definition. It has one part of each option, words of three letters, lower case,
//! and letters rather than digits, and digits rather than marks. Strings of the grammar keep their
//! case. Of several alternatives, it has the plainest one ([`plainest`]). White space is as short as
//! possible, and comments are left out. Where a text would be long, it has the options that fit.
//!
//! A text is chosen as the sets of characters at its places ([`writer`]), and spelled in the end
//! ([`speller`]), so that words and numbers differ whatever rules they come from. Further texts of a rule
//! make some of the choices at random ([`variant`]).
//!
//! The results are deterministic. They are not always texts of the rule: restrictions are not part of
//! definitions. The caller must check them.

mod dice;
mod members;
mod plainest;
mod sets;
mod speller;
mod variant;
mod writer;

use crate::grammar::{Encoding, Resolved, RuleId};
use dice::Dice;
use members::Members;
use speller::{Spelling, spelled};
use variant::Variant;
use writer::Writer;

/// The maximum number of expressions that are visited for a text.
const MAX_STEPS: usize = 20_000;

/// The maximum number of rules and groups around one another.
const MAX_DEPTH: usize = 100;

/// Longer texts of alternatives are avoided.
const LONG: usize = 26;

/// Longer texts are not for people.
const MAX_LENGTH: usize = 120;

/// Longer texts lack some of the options that can be left out.
const VERY_LONG: usize = 80;

/// A text whose characters are not yet decided. In grammars of octets, a character is the octet of its
/// number.
type Text = Vec<Members>;

/// Writes readable texts of a rule.
#[derive(Debug)]
pub struct Readable<'a> {
    grammar: &'a Resolved,
    rule: RuleId,
    writer: Writer<'a>,
}

impl<'a> Readable<'a> {
    /// Prepares texts of a rule. Takes no time.
    #[must_use]
    pub fn new(grammar: &'a Resolved, rule: RuleId) -> Self {
        Self { grammar, rule, writer: Writer::new(grammar, 2) }
    }

    /// Returns the text with this number; 0 is the plainest one. `None` if it was not found within the
    /// limits: in particular, for rules that need prose, and for rules without short texts. Texts with different
    /// numbers can be equal. Takes time within a constant for each text.
    pub fn text(&mut self, number: u64) -> Option<Vec<u8>> {
        let plain = self.writer.whole(self.rule).or_else(|| {
            // A text of a rule inside of a text of itself takes more steps.
            self.writer = Writer::new(self.grammar, 1);
            self.writer.whole(self.rule)
        })?;
        let text = match number {
            0 => spelled(&plain, Spelling::Alphabet),
            seed => {
                let mut variant = Variant::new(&mut self.writer, Dice::new(seed));
                let text = variant.whole(self.rule)?;
                spelled(&text, Spelling::Syllables(Dice::new(!seed)))
            }
        };
        match self.grammar.encoding {
            Encoding::Utf8 => Some(text.into_bytes()),
            Encoding::Octets => {
                text.chars().map(|value| u8::try_from(u32::from(value)).ok()).collect()
            }
        }
    }
}

/// Returns the plainest readable text of a rule; see [`Readable::text`].
#[must_use]
pub fn readable(grammar: &Resolved, rule: RuleId) -> Option<Vec<u8>> {
    Readable::new(grammar, rule).text(0)
}

#[cfg(test)]
mod tests;
