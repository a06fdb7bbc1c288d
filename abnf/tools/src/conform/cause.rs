//! The likely cause of a disagreement on a text.

use super::{Element, Kind, is_match_of};
use crate::elements::Elements;
use crate::explain;
use abnfc::grammar::RuleId;
use std::collections::BTreeSet;

/// Texts with equal causes are shrunk once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cause {
    /// The text leaves the language of the rule: the part, what was expected there, and whether the text
    /// could have ended.
    Mismatch(Option<String>, Vec<u8>, bool),
    /// The text uses these elements, and no text that both accept does.
    Elements(BTreeSet<RuleId>),
    /// Another byte in this part, of the same class, makes the program agree, as in a number that the program
    /// bounds.
    Byte(Option<String>),
    /// Nothing is known.
    Unknown,
}

impl Cause {
    /// Returns whether a shorter text with another cause is an example of this one.
    pub(super) fn has_example(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Mismatch(part, ..), Self::Mismatch(other, ..)) => part == other,
            // Fewer elements are suspected.
            (Self::Elements(all), Self::Elements(some)) => some.is_subset(all),
            _ => self == other,
        }
    }
}

/// The maximum length of a text whose bytes are replaced one by one.
const MAX_PROBED: usize = 40;

/// Bytes that replace others of their class.
const OTHERS: &[u8] = b"01258aAz";

/// The elements of the grammar, and those that the program reads correctly as far as one kind of
/// disagreements is concerned.
pub(super) struct Causes<'a, 's> {
    subject: &'s explain::Subject<'a>,
    /// The kind of the disagreements.
    kind: Kind,
    /// `None` if the grammar is too large.
    elements: Option<&'s Elements>,
    /// The elements of texts without such a disagreement.
    agreed: BTreeSet<RuleId>,
}

impl<'a, 's> Causes<'a, 's> {
    /// `agreed` are texts that the rule matches, and on which there is no disagreement of this kind.
    pub(super) fn new(
        subject: &'s explain::Subject<'a>,
        kind: Kind,
        elements: Option<&'s Elements>,
        agreed: &[&[u8]],
    ) -> Self {
        let rule = subject.rule();
        let agreed = elements
            .iter()
            .flat_map(|elements| agreed.iter().flat_map(move |text| elements.of(rule, text)));
        let agreed = agreed.collect();
        Self { subject, kind, elements, agreed }
    }

    /// Returns the rule to which the program is compared.
    pub(super) fn subject(&self) -> &explain::Subject<'a> {
        self.subject
    }

    /// Returns the kind of the disagreements.
    pub(super) fn kind(&self) -> &Kind {
        &self.kind
    }

    pub(super) fn of(&self, text: &[u8]) -> Cause {
        match self.subject.check(text) {
            Err(at) if is_match_of(&self.kind) != Some(true) && !at.is_too_complex => {
                let expected = at.expected.iter().collect();
                Cause::Mismatch(self.subject.part(&text[..at.offset]), expected, at.end)
            }
            Err(_) => Cause::Unknown,
            Ok(()) => match self.suspects(text) {
                suspects if suspects.is_empty() => Cause::Unknown,
                suspects => Cause::Elements(suspects),
            },
        }
    }

    /// Returns the cause of a text that the rule matches, a [`Cause::Byte`] if there is one. `agrees` returns whether the
    /// program agrees on a text.
    pub(super) fn of_byte<E>(
        &self,
        text: &[u8],
        mut agrees: impl FnMut(&[u8]) -> Result<bool, E>,
    ) -> Result<Cause, E> {
        let language = self.subject.language();
        let classes = language.classes();
        let suspects = self.suspects(text);
        let without = match &suspects {
            none if none.is_empty() => Cause::Unknown,
            some => Cause::Elements(some.clone()),
        };
        if MAX_PROBED < text.len() {
            return Ok(without);
        }
        for at in (0..text.len()).rev() {
            let members = classes.members(classes.class(text[at]));
            for &byte in OTHERS.iter().filter(|&&it| it != text[at] && members.contains(it)) {
                let mut other = text.to_vec();
                other[at] = byte;
                // If the other text uses the suspects too, they are read correctly.
                let uses = || self.suspects(&other).is_superset(&suspects);
                if language.check(&other).is_ok() && uses() && agrees(&other)? {
                    return Ok(Cause::Byte(self.subject.part(&text[..at])));
                }
            }
        }
        Ok(without)
    }

    /// Returns the elements that may be responsible for the disagreement on a text that the rule matches.
    pub(super) fn elements(&self, text: &[u8]) -> Vec<Element> {
        match self.elements {
            Some(elements) if is_match_of(&self.kind) != Some(false) => {
                self.suspects(text).into_iter().map(|it| elements.element(it)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn suspects(&self, text: &[u8]) -> BTreeSet<RuleId> {
        let Some(elements) = self.elements else { return BTreeSet::new() };
        &elements.of(self.subject.rule(), text) - &self.agreed
    }
}
