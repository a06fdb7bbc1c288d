//! The answer of a program to its meaning.

use super::program::Reply;
use abnfc::bytes::escapes::escaped;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// What a program says of a text. Other fields have no meaning.
#[derive(Debug, Default, PartialEq, Deserialize)]
pub(super) struct Said {
    /// Whether it accepts the text.
    #[serde(rename = "match")]
    pub(super) is_match: bool,
    /// The texts of parts; null for a part that is absent.
    #[serde(default)]
    pub(super) parts: BTreeMap<String, Option<String>>,
    /// The data of the text.
    #[serde(default)]
    pub(super) value: Option<Value>,
}

impl Said {
    /// Returns the text of a part; `None` if the part is absent. Case does not matter in the names of rules, which parts
    /// usually have.
    pub(super) fn part(&self, name: &str) -> Option<&str> {
        let is_same = |other: &&String| other.eq_ignore_ascii_case(name);
        let text =
            self.parts.get(name).or_else(|| self.parts.get(self.parts.keys().find(is_same)?));
        text?.as_deref()
    }
}

/// The number of bytes of an answer that are shown.
const SHOWN: usize = 80;

/// Reads an answer. An error says why it has no meaning.
pub(super) fn said(is_match: Option<bool>, answer: &[u8]) -> Result<Said, String> {
    let line = answer.trim_ascii();
    match (is_match, line) {
        (Some(is_match), b"") => Ok(Said { is_match, ..Said::default() }),
        (None, b"true") => Ok(Said { is_match: true, ..Said::default() }),
        (None, b"false") => Ok(Said::default()),
        _ => {
            let said: Result<Said, _> = serde_json::from_slice(line);
            if is_match == Some(true) && said.as_ref().is_ok_and(|said| !said.is_match) {
                return Err("the exit status is 0, but `match` is false".to_owned());
            }
            said.map_err(|error| {
                let shown = escaped(&line[..line.len().min(SHOWN)]);
                format!("`{shown}` is neither true nor false nor an object with `match`: {error}")
            })
        }
    }
}

/// What a program says by its exit status and its output, which is an object if more than the verdict is
/// compared.
pub(super) fn of_reply(reply: Reply, compares_more: bool) -> Result<Said, Reply> {
    use abnfc_tools::conform::Kind::Unclear;
    let read = match reply {
        Reply::Status(is_match, output) if compares_more && is_match => said(Some(true), &output),
        Reply::Status(is_match, _) => Ok(Said { is_match, ..Said::default() }),
        Reply::Line(line) if line.trim_ascii() == b"null" => return Err(Reply::Skips),
        Reply::Line(line) => said(None, &line),
        fault @ (Reply::Fault(..) | Reply::Late(..) | Reply::Skips) => return Err(fault),
    };
    read.map_err(|error| Reply::Fault(Unclear, error))
}
