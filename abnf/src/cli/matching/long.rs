//! A line that is too long to be kept, answered while it is read: only the bytes around the
//! first wrong one are kept.

use super::answer::{Answer, BEFORE, BEHIND, Place};
use super::question::{Answers, Question};
use abnfc::automata::dense::StateId;
use abnfc::automata::language::Walk;
use abnfc::automata::tagged::tdfa::Tdfa;
use abnfc::tools::expected::expected;

/// A line of which more may come.
pub(super) struct Long<'a> {
    question: &'a Question,
    place: Place<'a>,
    /// How far the walk has come: bytes of the line that can begin a match.
    offset: usize,
    walk: Walk<'a>,
    /// Of the automaton that knows the parts.
    part: Option<StateId>,
    /// Whether the byte at the offset is wrong.
    is_wrong: bool,
    /// The bytes before the offset, as many as are shown, and those from the offset on.
    window: Vec<u8>,
    /// The offset in the window.
    middle: usize,
}

impl<'a> Long<'a> {
    /// The line of this number in a file.
    pub(super) fn new(question: &'a Question, file: &'a str, line: u64) -> Self {
        Self {
            question,
            place: Place { file: Some(file), line },
            offset: 0,
            walk: question.language.walk(),
            part: Some(Tdfa::START),
            is_wrong: false,
            window: Vec::new(),
            middle: 0,
        }
    }

    /// Takes more of the line.
    pub(super) fn take(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        if !self.is_wrong {
            let good = self.walk.read(bytes);
            self.is_wrong = good < bytes.len();
            if !self.question.is_quiet() {
                self.part = self.question.parts.after(self.part, &bytes[..good]);
            }
            self.offset = self.offset.saturating_add(good);
            // One more than is shown tells that there are more.
            self.window.extend_from_slice(&bytes[good.saturating_sub(BEFORE + 1)..good]);
            self.window.drain(..self.window.len().saturating_sub(BEFORE + 1));
            self.middle = self.window.len();
            rest = &bytes[good..];
        }
        let room = (self.middle + BEHIND + 1).saturating_sub(self.window.len());
        self.window.extend_from_slice(&rest[..rest.len().min(room)]);
    }

    /// The answer at the end of the line.
    pub(super) fn end(self) -> Answers {
        let Self { question, place, offset, .. } = self;
        let why = self.walk.mismatch(offset);
        let all_match = !self.is_wrong && why.end && !why.is_too_complex;
        let words = expected(why.expected, why.end);
        let answer = if all_match {
            Answer::Match { parts: None, tree: None }
        } else {
            let part = || question.parts.part_at(self.part);
            Answer::wrong(why, offset - self.middle, &question.rule, part, &words)
        };
        let mut printed = Vec::new();
        let error = question.print(&answer, &self.window, &place, &mut printed).err();
        Answers { printed, all_match, error }
    }
}
