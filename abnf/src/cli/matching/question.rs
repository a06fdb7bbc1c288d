//! A rule that is asked about texts, and how the answers are printed. It is shared by threads.

use super::super::output::Format;
use super::answer::{Answer, Place};
use super::parts::Parts;
use super::places::Places;
use super::tree::{Rules, Tree};
use abnfc::automata::language::Language;
use abnfc::bytes::ByteSet;
use abnfc::bytes::escapes::decode;
use abnfc::tools::expected::expected;
use anyhow::{Context, anyhow};
use clap::builder::styling::Style;
use memchr::memchr_iter;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The longest line that is kept as a whole where that is needed; a longer one is an error.
pub(super) const MAX_LINE: usize = 64 << 20;

/// What is said of a longer line.
pub(super) fn too_long(place: &Place<'_>) -> anyhow::Error {
    anyhow!(
        "{place}the line is longer than {MAX_LINE} bytes, the limit with `--parts`, `--tree`, \
         `--escapes` and `--format json`"
    )
}

/// A rule with what is asked about each text.
pub(super) struct Question {
    pub(super) rule: String,
    pub(super) language: Language,
    pub(super) parts: Parts,
    pub(super) tree: Option<Tree>,
    /// Whether escapes in the texts are decoded.
    pub(super) has_escapes: bool,
    /// None prints nothing.
    pub(super) format: Option<Format>,
    /// Of a match and of a mismatch.
    pub(super) styles: [Style; 2],
}

/// What comes of texts.
pub(super) struct Answers {
    /// The answers as they are printed.
    pub(super) printed: Vec<u8>,
    pub(super) all_match: bool,
    /// What is wrong with the text behind the last answer.
    pub(super) error: Option<anyhow::Error>,
}

impl Question {
    /// Whether a text cannot be answered in stretches.
    pub(super) fn needs_whole_texts(&self) -> bool {
        let is_json = self.format == Some(Format::Json);
        self.has_escapes || self.parts.are_asked() || self.tree.is_some() || is_json
    }

    /// Whether nothing is printed.
    pub(super) fn is_quiet(&self) -> bool {
        self.format.is_none()
    }

    /// The answer to an argument.
    pub(super) fn argument(&self, text: &[u8], number: u64) -> Answers {
        self.texts(&Place { file: None, line: number }, [text])
    }

    /// The answers to the lines of a file from this one on.
    pub(super) fn lines(&self, file: &str, first: u64, lines: &[u8]) -> Answers {
        // What is behind the last line feed is no line.
        let lines = lines.strip_suffix(b"\n").unwrap_or(lines);
        let mut begin = 0;
        let texts = memchr_iter(b'\n', lines).chain([lines.len()]).map(|end| {
            let text = &lines[begin..end];
            begin = end + 1;
            text
        });
        self.texts(&Place { file: Some(file), line: first }, texts)
    }

    /// The answers to texts, of which the first has this place.
    fn texts<'a>(&self, first: &Place<'_>, texts: impl IntoIterator<Item = &'a [u8]>) -> Answers {
        let mut answers = Answers { printed: Vec::new(), all_match: true, error: None };
        // Texts that fail alike are many.
        let mut words = BTreeMap::new();
        let answered = texts.into_iter().zip(first.line..).try_for_each(|(text, line)| {
            let place = Place { line, ..*first };
            answers.all_match &= self.text(text, &place, &mut words, &mut answers.printed)?;
            Ok(())
        });
        answers.error = answered.err();
        answers
    }

    /// Answers a text. Whether it matches and has what was asked of it.
    fn text(
        &self,
        text: &[u8],
        place: &Place<'_>,
        words: &mut BTreeMap<(ByteSet, bool), String>,
        printed: &mut Vec<u8>,
    ) -> anyhow::Result<bool> {
        if MAX_LINE < text.len() && place.file.is_some() && self.needs_whole_texts() {
            return Err(too_long(place));
        }
        let text = if self.has_escapes {
            let decoded = decode(text).with_context(|| match place.file {
                Some(_) => place.to_string().trim_end_matches(": ").to_owned(),
                None => format!("input {}", place.line),
            })?;
            Cow::from(decoded)
        } else {
            Cow::from(text)
        };
        let verdict = self.language.check(&text);
        let tree = self.tree.as_ref().filter(|_| verdict.is_ok());
        let tree = tree.map(|tree| tree.rules(&text));
        let parts = verdict.is_ok().then(|| self.parts.places(&text)).flatten();
        let is_found =
            verdict.is_ok() && tree != Some(Rules::TooComplex) && parts != Some(Places::TooComplex);
        if self.is_quiet() {
            return Ok(is_found);
        }
        let answer = match verdict {
            Ok(()) => Answer::Match { parts, tree },
            Err(why) => {
                let part = || self.parts.part(&text[..why.offset]);
                let words = words
                    .entry((why.expected, why.end))
                    .or_insert_with(|| expected(why.expected, why.end));
                Answer::wrong(why, 0, &self.rule, part, words)
            }
        };
        self.print(&answer, &text, place, printed)?;
        Ok(is_found)
    }

    /// Prints an answer about a text, of which the bytes around the wrong one are enough
    /// unless [whole texts are needed](Self::needs_whole_texts).
    pub(super) fn print(
        &self,
        answer: &Answer<'_>,
        text: &[u8],
        place: &Place<'_>,
        printed: &mut Vec<u8>,
    ) -> anyhow::Result<()> {
        match self.format {
            None => (),
            Some(Format::Text) => answer.write(printed, text, place, self.styles)?,
            Some(Format::Json) => {
                serde_json::to_writer(&mut *printed, &answer.json(text, place))?;
                printed.push(b'\n');
            }
        }
        Ok(())
    }
}
