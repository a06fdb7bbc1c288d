//! Properties of rules that could not be decided, and the bound up to which they hold.

use super::Subject;
use super::languages::{Extent, Unknown};
use abnfc::diagnostic::{Code, Diagnostic, report};
use abnfc::grammar::RuleId;
use std::collections::BTreeMap;

/// The undecided properties of each rule.
#[derive(Default)]
pub(super) struct Undecided(BTreeMap<RuleId, Vec<String>>);

impl Undecided {
    /// Records the texts for which the comparison of alternatives is complete.
    pub(super) fn alternatives(&mut self, rule: RuleId, extent: Result<Extent, Unknown>) {
        self.of_texts(rule, "two alternatives have a text in common", extent);
    }

    /// Records the texts for which the search for two derivations is complete.
    pub(super) fn ambiguity(&mut self, rule: RuleId, extent: Result<Extent, Unknown>) {
        self.of_texts(rule, "it has a text with two readings", extent);
    }

    /// Records that a parser that takes the first match accepts all texts of at most `bytes` bytes.
    pub(super) fn first_match(&mut self, rule: RuleId, bytes: Option<usize>) {
        let what = "a parser that takes the first match refuses a text of it";
        let bound = bytes.map(|bytes| format!(", of more than {bytes} bytes"));
        self.add(rule, format!("{what}{}", bound.unwrap_or_default()));
    }

    fn of_texts(&mut self, rule: RuleId, what: &str, extent: Result<Extent, Unknown>) {
        match extent {
            Ok(Extent::All) => (),
            Ok(Extent::Depth(depth)) => {
                self.add(rule, format!("{what}, nested more than {depth} deep"));
            }
            Err(Unknown) => self.add(rule, what.to_owned()),
        }
    }

    fn add(&mut self, rule: RuleId, what: String) {
        self.0.entry(rule).or_default().push(what);
    }

    /// Returns a note for each rule.
    pub(super) fn report(self, subject: &Subject<'_>, found: &mut Vec<Diagnostic>) {
        for (rule, open) in self.0 {
            let it = &subject.grammar[rule];
            let message = format!("some questions about `{}` are undecided", it.name);
            let note = Diagnostic::note(Code::Undecided, message);
            let note = open
                .into_iter()
                .fold(note, |note, what| note.remark(format!("it is not decided whether {what}")));
            report(
                found,
                match it.span {
                    Some(span) => note.at(span, ""),
                    None => note,
                },
            );
        }
    }
}
