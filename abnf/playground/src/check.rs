//! The findings about a grammar, with positions in the text of the page, and the names of its
//! rules.

use crate::grammar::{Grammar, limits, load, read};
use abnfc::bytes::escapes::escaped;
use abnfc::diagnostic::{
    Diagnostic, Edit, FileId, Files, Hint, Span, file_to_import, which_import,
};
use abnfc::spec::Dialect;
use abnfc_tools::lint::{Notes, Options, lint};
use serde::{Deserialize, Serialize};

#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    grammar: Grammar,
    /// Whether notes are requested, which take longer.
    #[serde(default)]
    notes: bool,
}

#[derive(Debug, Serialize)]
pub(crate) struct Answer {
    /// The findings, in the order of their positions.
    findings: Vec<Finding>,
    /// The rules of the grammar, in its order.
    rules: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Finding {
    /// `error`, `warning` or `note`.
    severity: &'static str,
    code: &'static str,
    message: String,
    /// The line, from 1; absent without a position in this text.
    line: Option<usize>,
    column: Option<usize>,
    /// The offset in UTF-16 code units, as JavaScript counts.
    begin: Option<usize>,
    end: Option<usize>,
    /// A text that shows the finding, escaped.
    witness: Option<String>,
    notes: Vec<String>,
    hints: Vec<Advice>,
}

/// A suggested change.
#[derive(Debug, Serialize)]
struct Advice {
    text: String,
    /// The edits of the hint, if it is unambiguous; in order and without overlaps.
    edits: Vec<Change>,
}

/// A piece of the text and its replacement.
#[derive(Debug, Serialize)]
struct Change {
    begin: usize,
    end: usize,
    text: String,
}

pub(crate) fn check(question: &Question) -> Answer {
    let loaded = load(&question.grammar);
    let notes = if question.notes { Notes::Shown } else { Notes::Hidden };
    let options = Options { notes, ..Options::default() };
    let (rules, found) = match read(&loaded) {
        Ok(read) => {
            let rules = read.resolved.own_rules().map(|(_, rule)| rule.name.as_str().to_owned());
            (rules.collect(), lint(loaded.name, loaded.bytes, &loaded.spec, &options))
        }
        Err(_) => (Vec::new(), lint(loaded.name, loaded.bytes, &loaded.spec, &options)),
    };
    let found = found.unwrap_or_else(|errors| errors);
    let places = Places::new(&found.files);
    let mut items = loaded.found;
    items.extend(found.items);
    items.sort_by_key(|item| item.primary.as_ref().map(|label| label.span));
    let findings = items.iter().map(|item| finding(item, &places, &found.files)).collect();
    Answer { findings, rules }
}

/// The offset of each byte of the grammar in UTF-16 code units.
struct Places(Vec<usize>);

impl Places {
    fn new(files: &Files) -> Self {
        let mut places = Vec::new();
        let mut units = 0;
        for c in files.get(FileId(0)).map_or("", |file| &file.text).chars() {
            places.extend(std::iter::repeat_n(units, c.len_utf8()));
            units += c.len_utf16();
        }
        places.push(units);
        Self(places)
    }

    fn of(&self, byte: u32) -> usize {
        let last = self.0.len() - 1;
        self.0[usize::try_from(byte).map_or(last, |byte| byte.min(last))]
    }

    fn range(&self, span: Span) -> (usize, usize) {
        (self.of(span.start), self.of(span.end))
    }
}

fn finding(item: &Diagnostic, places: &Places, files: &Files) -> Finding {
    let span = item.primary.as_ref().map(|label| label.span);
    let here = span.filter(|span| span.file == FileId(0));
    let (line, column) = here.map(|span| files.line_column(span)).unzip();
    let (begin, end) = here.map(|span| places.range(span)).unzip();
    let of_import = span.filter(|span| span.file != FileId(0)).and_then(|span| {
        let (line, _) = files.line_column(span);
        Some(format!(" (in `{}`, line {line})", files.get(span.file)?.name))
    });
    Finding {
        severity: item.severity.as_str(),
        code: item.code.as_str(),
        message: format!("{}{}", item.message, of_import.unwrap_or_default()),
        line,
        column,
        begin,
        end,
        witness: item.witness.as_deref().map(escaped),
        notes: item.notes.clone(),
        hints: item.hints.iter().map(|hint| advice(hint, places)).collect(),
    }
}

/// A hint in the words of the page.
fn advice(hint: &Hint, places: &Places) -> Advice {
    let text = match hint {
        Hint::Text(text) | Hint::Change { text, .. } => text.clone(),
        Hint::RaiseLimit { limit, .. } => format!(
            "the limit is {} here; the program `abnfc` has greater ones",
            limits().get(*limit)
        ),
        Hint::Import { rule, name, bundled } => format!(
            "import the grammar that defines `{rule}`{}, with a line `; @import {} = {} ({rule})`",
            which_import(bundled),
            name.as_deref().unwrap_or("NAME"),
            file_to_import(bundled)
        ),
        Hint::Dialect(dialect) => {
            let notation = match dialect {
                Dialect::Auto => "any notation",
                Dialect::Abnf => "ABNF",
                Dialect::Bnf => "the notations of RFC 822 and RFC 2616",
                Dialect::Http => "the lists of HTTP",
                Dialect::HttpLenient => "the lists of HTTP with empty elements",
            };
            format!("choose {notation} as the notation")
        }
        Hint::Extract => "declare the text to be a document that contains a grammar".to_owned(),
        Hint::Encoding => {
            "state the encoding: a line `; @encoding octets`, or `; @encoding utf8` if \
                           the values are characters"
                .to_owned()
        }
        Hint::TypeName { rule } => format!("give the type of `{rule}` another name"),
        Hint::ListParts { .. } => {
            "the program `abnfc` has a higher limit for parts that a spec file lists".to_owned()
        }
        Hint::Trees => "the program `abnfc` makes trees, which show all rules in a text".to_owned(),
    };
    let edits: &[Edit] = match hint {
        Hint::Change { edits, .. } => edits,
        _ => &[],
    };
    let is_here = edits.iter().all(|edit| edit.span.file == FileId(0));
    let change = |edit: &Edit| {
        let (begin, end) = places.range(edit.span);
        Change { begin, end, text: edit.text.clone() }
    };
    Advice { text, edits: edits.iter().filter(|_| is_here).map(change).collect() }
}
