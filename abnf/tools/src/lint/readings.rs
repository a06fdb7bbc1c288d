//! Finds two ways to divide a text among the parts of an element.

use super::Subject;
use super::element::{Element, Kind};
use super::languages::Texts;
use abnfc::bytes::escapes::quoted;

/// The maximum length of a text that is divided.
const MAX_BYTES: usize = 256;

/// The maximum number of steps of the search.
const MAX_STEPS: usize = 1 << 16;

/// A division of a text: the number of each part that reads a piece, and the beginning and end of the
/// piece.
pub(super) type Reading = Vec<(usize, usize, usize)>;

/// Returns the first two divisions of a text, in order of preference: an earlier alternative, a longer
/// piece and one more repetition come first. `None` if there are fewer than two, or if the search
/// exceeds its limit.
pub(super) fn readings(element: &Element, parts: &[Texts], text: &[u8]) -> Option<[Reading; 2]> {
    if MAX_BYTES < text.len() {
        return None;
    }
    let mut search = Search { parts, text, found: Vec::new(), steps: MAX_STEPS };
    let mut way = Vec::new();
    match &element.kind {
        Kind::Choice(items) => {
            for part in 0..items.len() {
                if search.reads(part, 0, text.len()) {
                    search.found.push(vec![(part, 0, text.len())]);
                }
            }
        }
        Kind::Sequence(items) => search.sequence(items.len(), 0, &mut way),
        Kind::Repeat { min, max, .. } => {
            let bounds = Bounds { min: *min as usize, max: max.map(|max| max as usize) };
            search.repeat(bounds, 0, &mut way);
        }
        Kind::Values(_) | Kind::Rule(_) | Kind::Prose(_) | Kind::Error => (),
    }
    search.found.truncate(2);
    search.found.try_into().ok()
}

struct Search<'a> {
    parts: &'a [Texts],
    text: &'a [u8],
    found: Vec<Reading>,
    steps: usize,
}

#[derive(Clone, Copy)]
struct Bounds {
    min: usize,
    max: Option<usize>,
}

impl Search<'_> {
    fn reads(&mut self, part: usize, start: usize, end: usize) -> bool {
        self.steps = self.steps.saturating_sub(1);
        self.parts[part].dfa.check(&self.text[start..end]).is_ok()
    }

    fn is_done(&self) -> bool {
        2 <= self.found.len() || self.steps == 0
    }

    fn sequence(&mut self, count: usize, start: usize, way: &mut Reading) {
        let part = way.len();
        if part == count {
            if start == self.text.len() {
                self.found.push(way.clone());
            }
            return;
        }
        for end in (start..=self.text.len()).rev() {
            if self.is_done() {
                return;
            }
            if self.reads(part, start, end) {
                way.push((part, start, end));
                self.sequence(count, end, way);
                way.pop();
            }
        }
    }

    /// If there are two divisions, two have at most one unnecessary repetition that reads nothing.
    fn repeat(&mut self, bounds: Bounds, start: usize, way: &mut Reading) {
        let spare = way.iter().skip(bounds.min).filter(|(_, start, end)| start == end).count();
        if bounds.max.is_none_or(|max| way.len() < max) && way.len() < bounds.min + MAX_BYTES {
            for end in (start..=self.text.len()).rev() {
                if self.is_done() {
                    return;
                }
                let may_be_empty = spare == 0 || way.len() < bounds.min;
                if (start < end || may_be_empty) && self.reads(0, start, end) {
                    way.push((0, start, end));
                    self.repeat(bounds, end, way);
                    way.pop();
                }
            }
        }
        if bounds.min <= way.len() && start == self.text.len() && !self.is_done() {
            self.found.push(way.clone());
        }
    }
}

/// Returns a division in words.
pub(super) fn shown(
    subject: &Subject<'_>,
    element: &Element,
    reading: &Reading,
    text: &[u8],
) -> String {
    const MAX_PIECES: usize = 12;
    let children = element.children();
    let piece = |&(part, start, end): &(usize, usize, usize)| {
        format!("{} = {}", brief(subject, &children[part]), quoted(&text[start..end]))
    };
    let mut pieces: Vec<String> = reading.iter().take(MAX_PIECES).map(piece).collect();
    if pieces.len() < reading.len() {
        pieces.push("…".to_owned());
    }
    match (&element.kind, pieces.is_empty()) {
        (_, false) => pieces.join(", "),
        (Kind::Repeat { .. }, true) => "no repetition".to_owned(),
        (_, true) => "nothing".to_owned(),
    }
}

/// Returns an element in quotes as the author wrote it, or as ABNF if it is not contiguous in the text;
/// cut if it is long.
pub(super) fn brief(subject: &Subject<'_>, element: &Element) -> String {
    const MAX_CHARACTERS: usize = 40;
    let written = element
        .span
        .filter(|_| element.is_exact)
        .map(|span| &subject.text[span.start as usize..span.end as usize])
        .filter(|text| !text.contains(char::is_control));
    let text = match written {
        Some(text) => text.to_owned(),
        None => subject.grammar.show(&element.expr()).to_string(),
    };
    if text.chars().count() <= MAX_CHARACTERS {
        format!("`{text}`")
    } else {
        let start: String = text.chars().take(MAX_CHARACTERS).collect();
        format!("`{start}…`")
    }
}
