//! Compares the answers of a program with a rule.

use super::answer::{Said, of_reply};
use super::program::{Program, Reply};
use super::words::{KindName, fault};
use crate::matching::locator::Locator;
use crate::write::RuleData;
use abnfc::bytes::escapes::escaped;
use abnfc_tools::conform::{Answer, Disagreement, Kind};
use abnfc_tools::explain::Subject;
use anyhow::bail;
use std::time::{Duration, Instant};

/// A program, and what it is compared with.
pub(super) struct Judge<'a> {
    program: Program,
    subject: &'a Subject<'a>,
    locator: Option<Locator<'a>>,
    values: Option<RuleData>,
    kinds: &'a [KindName],
    /// The beginning of the run, before the texts were made.
    begun: Instant,
    time: Duration,
    /// The number of questions before the texts of findings are shortened.
    texts: usize,
    asked: usize,
    /// The number of texts for which there was no time.
    unsent: usize,
    /// Whether the program has answered.
    has_answered: bool,
}

/// The program must answer one of the first `FIRST` texts.
const FIRST: usize = 3;

impl<'a> Judge<'a> {
    pub(super) fn new(
        program: Program,
        subject: &'a Subject<'a>,
        locator: Option<Locator<'a>>,
        values: Option<RuleData>,
        kinds: &'a [KindName],
        (begun, time): (Instant, Duration),
        texts: usize,
    ) -> Self {
        let (asked, unsent) = (0, 0);
        Self {
            program,
            subject,
            locator,
            values,
            kinds,
            begun,
            time,
            texts,
            asked,
            unsent,
            has_answered: false,
        }
    }

    /// The number of questions.
    pub(super) fn asked(&self) -> usize {
        self.asked
    }

    /// The number of texts for which there was no time.
    pub(super) fn unsent(&self) -> usize {
        self.unsent
    }

    /// Compares the program with the rule on a text. A quarter of the time is for the texts of findings.
    pub(super) fn ask(&mut self, text: &[u8]) -> anyhow::Result<Answer> {
        Ok(match self.answer(text)? {
            Answer::Differs(mut all) => {
                all.retain(|it| self.kinds.contains(&KindName::of(&it.kind)));
                if all.is_empty() { Answer::Ignored } else { Answer::Differs(all) }
            }
            answer => answer,
        })
    }

    fn answer(&mut self, text: &[u8]) -> anyhow::Result<Answer> {
        let is_first = self.asked + self.unsent < self.texts;
        let time = if is_first { self.time / 4 * 3 } else { self.time };
        if time < self.begun.elapsed() {
            self.unsent += usize::from(is_first);
            return Ok(Answer::Unasked);
        }
        // A text that cannot be sent is no shorter form of a finding's text.
        if !self.program.takes(text) {
            return Ok(Answer::Agrees);
        }
        self.asked += 1;
        let reply = self.program.ask(text)?;
        let compares_more = self.locator.is_some() || self.values.is_some();
        let said = match of_reply(reply, compares_more) {
            Ok(said) => said,
            Err(Reply::Fault(kind, detail)) => {
                if !self.has_answered && FIRST <= self.asked {
                    bail!(
                        "the program answers none of the first {FIRST} texts: {}",
                        fault(&kind, &detail)
                    );
                }
                return Ok(Answer::Differs(vec![Disagreement { kind, detail }]));
            }
            Err(Reply::Late(kind, detail)) => {
                return Ok(Answer::Late(Disagreement { kind, detail }));
            }
            Err(Reply::Skips) => {
                self.has_answered = true;
                return Ok(Answer::Ignored);
            }
            Err(_) => unreachable!("an answer is read or it is a fault"),
        };
        self.has_answered = true;
        Ok(self.compare(text, &said))
    }

    fn compare(&self, text: &[u8], said: &Said) -> Answer {
        let differs = |kind| Answer::Differs(vec![Disagreement { kind, detail: String::new() }]);
        let mut all = Vec::new();
        match (self.subject.check(text), said.is_match) {
            // The rule has no verdict.
            (Err(at), _) if at.is_too_complex => return Answer::Agrees,
            (Err(_), false) => return Answer::Agrees,
            (Err(_), true) => return differs(Kind::Accepts),
            (Ok(()), false) => return differs(Kind::Rejects),
            (Ok(()), true) => (),
        }
        if let Some(located) = self.locator.as_ref().and_then(|locator| locator.locate(text)) {
            let expected = located.texts(text);
            // Texts of JSON are UTF-8.
            let is_text =
                |text: Option<&[u8]>| text.is_none_or(|text| str::from_utf8(text).is_ok());
            for (part, expected) in expected.filter(|(_, text)| is_text(*text)) {
                let found = said.part(part).map(str::as_bytes);
                if found != expected {
                    let [expected, found] = [expected, found].map(|it| match it {
                        Some(text) => format!("`{}`", escaped(text)),
                        None => "absent".to_owned(),
                    });
                    let detail = format!("it is {expected}, and the program reports {found}");
                    all.push(Disagreement { kind: Kind::Part(part.to_owned()), detail });
                }
            }
        }
        if let Some(values) = &self.values {
            let expected = values
                .data(text)
                .ok()
                .map(|data| serde_json::to_value(values.json(&data)).unwrap_or_default());
            let is_equal = expected.as_ref() == said.value.as_ref();
            if let (Some(expected), false) = (&expected, is_equal) {
                let found = said.value.as_ref().map_or("none".to_owned(), ToString::to_string);
                let detail = format!("it is {expected}, and the program reports {found}");
                all.push(Disagreement { kind: Kind::Value, detail });
            }
        }
        if all.is_empty() { Answer::Agrees } else { Answer::Differs(all) }
    }
}
