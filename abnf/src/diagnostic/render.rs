//! The text form of diagnostics: severity, code and message, then each span with its
//! file, line, column and source line, then the remarks, then the hints.
//!
//! `annotate-snippets` draws the excerpts. It receives only the lines around a span, and
//! only a window of a long line, so that the work is bounded by the size of the output.

use crate::diagnostic::{Diagnostic, Diagnostics, FileId, Files, Hint, Label, Severity};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

/// Labels at most this many lines apart are shown in one excerpt.
const NEAR_LINES: usize = 4;
/// A line of more bytes is cut here; the library cuts shorter ones.
const LONG_LINE: usize = 1 << 16;
/// The longest message, label or hint, in bytes: each may quote a name of any length.
const MAX_SENTENCE: usize = 400;
/// The number of bytes of a cut line that are kept before the span and after its start.
const WINDOW: (usize, usize) = (40, 70);

/// Renders diagnostics without colours, and with hints that name fields.
pub fn plain(diagnostics: &Diagnostics) -> String {
    render(diagnostics, Look::Plain, &Hint::to_string)
}

/// The style of rendered text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Plain text.
    Plain,
    /// With the colours of a terminal.
    Coloured,
}

/// Renders diagnostics in this look, with the caller's words for hints.
pub fn render(diagnostics: &Diagnostics, look: Look, words: &dyn Fn(&Hint) -> String) -> String {
    let renderer = match look {
        Look::Plain => Renderer::plain(),
        Look::Coloured => Renderer::styled(),
    };
    let lines = Lines::new(diagnostics);
    let rendered = diagnostics.items.iter().map(|item| {
        let groups = groups(item, &diagnostics.files, &lines, words);
        format!("{}\n", renderer.render(&groups))
    });
    rendered.collect::<Vec<_>>().join("\n")
}

fn groups<'a>(
    item: &'a Diagnostic,
    files: &'a Files,
    lines: &Lines,
    words: &dyn Fn(&Hint) -> String,
) -> Vec<Group<'a>> {
    let level = match item.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level.clone().primary_title(shortened(&item.message)).id(item.code.as_str());
    let mut groups = Vec::new();
    let mut group = Group::with_title(title);
    for excerpt in excerpts(item, files, lines) {
        let name = files.get(excerpt.file).map_or("", |file| &file.name);
        let snippet = Snippet::source(excerpt.text)
            .line_start(excerpt.line_start)
            .annotations(excerpt.annotations);
        group = match excerpt.cut_at {
            None => group.element(snippet.path(name)),
            // The library takes columns from the text that it shows.
            Some((line, column)) => {
                let origin = Origin::path(name).line(line).char_column(column);
                groups.push(group.element(origin));
                Group::with_level(level.clone()).element(snippet)
            }
        };
    }
    for note in &item.notes {
        group = group.element(Level::NOTE.message(shortened(note).into_owned()));
    }
    for hint in &item.hints {
        group = group.element(Level::HELP.message(shortened(&words(hint)).into_owned()));
    }
    groups.push(group);
    groups
}

/// Some lines of a file with the labels on them.
struct Excerpt<'a> {
    file: FileId,
    /// Line and column of the label, from 1, where the line was cut.
    cut_at: Option<(usize, usize)>,
    text: String,
    /// The number of the first line of `text`.
    line_start: usize,
    annotations: Vec<Annotation<'a>>,
}

/// A label, cut to one line.
struct Mark<'a> {
    kind: AnnotationKind,
    label: &'a Label,
    /// From 0.
    line: usize,
    span: Range<usize>,
}

fn excerpts<'a>(item: &'a Diagnostic, files: &Files, lines: &Lines) -> Vec<Excerpt<'a>> {
    let labels = item.primary.iter().map(|label| (AnnotationKind::Primary, label));
    let labels = labels.chain(item.secondary.iter().map(|label| (AnnotationKind::Context, label)));
    let mut clusters: Vec<Vec<Mark<'a>>> = Vec::new();
    for (kind, label) in labels {
        let Some(mark) = mark(kind, label, files, lines) else { continue };
        let near = |cluster: &&mut Vec<Mark<'a>>| {
            cluster.iter().all(|other| are_near(other, &mark, lines))
        };
        match clusters.iter_mut().find(near) {
            Some(cluster) => cluster.push(mark),
            None => clusters.push(vec![mark]),
        }
    }
    clusters.into_iter().filter_map(|cluster| excerpt(&cluster, files, lines)).collect()
}

fn mark<'a>(
    kind: AnnotationKind,
    label: &'a Label,
    files: &Files,
    lines: &Lines,
) -> Option<Mark<'a>> {
    let text = &files.get(label.span.file)?.text;
    // A span at the end of the text belongs to the last line.
    let at = label.span.start as usize;
    let at = if at < text.len() { at } else { text.trim_end_matches('\n').len() };
    let (start, id) = (floor(text, at), label.span.file);
    let line = lines.number(id, start)?;
    let end = lines.range(id, line, text)?.end;
    let end = floor(text, (label.span.end as usize).clamp(start, end));
    Some(Mark { kind, label, line, span: start..end })
}

fn are_near(a: &Mark<'_>, b: &Mark<'_>, lines: &Lines) -> bool {
    let file = a.label.span.file;
    let (first, last) = (a.line.min(b.line), a.line.max(b.line));
    file == b.label.span.file
        && last - first <= NEAR_LINES
        && (first..=last).all(|line| !lines.is_long(file, line))
}

fn excerpt<'a>(cluster: &[Mark<'a>], files: &Files, lines: &Lines) -> Option<Excerpt<'a>> {
    let first = cluster.first()?;
    let file = first.label.span.file;
    let source = &files.get(file)?.text;
    let line = lines.range(file, first.line, source)?;
    let cut_at = lines.is_long(file, first.line).then(|| {
        let column = 1 + source[line.start..first.span.start].chars().count();
        (first.line + 1, column)
    });
    let top = cluster.iter().map(|mark| mark.line).min()?;
    let bottom = cluster.iter().map(|mark| mark.line).max()?;
    let (range, before, after) = if cut_at.is_some() {
        let start = floor(source, first.span.start.saturating_sub(WINDOW.0).max(line.start));
        let end = floor(source, (first.span.start + WINDOW.1).min(line.end));
        let cut = |is_cut| if is_cut { "…" } else { "" };
        (start..end, cut(line.start < start), cut(end < line.end))
    } else {
        let end = lines.range(file, bottom, source)?.end;
        (lines.range(file, top, source)?.start..end, "", "")
    };
    let shift = |at: usize| at.min(range.end) - range.start + before.len();
    let annotations = cluster
        .iter()
        .map(|mark| {
            let annotation = mark.kind.span(shift(mark.span.start)..shift(mark.span.end));
            if mark.label.text.is_empty() {
                annotation
            } else {
                annotation.label(shortened(&mark.label.text))
            }
        })
        .collect();
    Some(Excerpt {
        file,
        cut_at,
        text: format!("{before}{}{after}", &source[range]),
        line_start: top + 1,
        annotations,
    })
}

fn shortened(sentence: &str) -> Cow<'_, str> {
    if sentence.len() <= MAX_SENTENCE {
        return Cow::Borrowed(sentence);
    }
    let half = MAX_SENTENCE / 2;
    let (head, tail) = (floor(sentence, half), floor(sentence, sentence.len() - half));
    Cow::Owned(format!("{} … {}", &sentence[..head], &sentence[tail..]))
}

/// The last boundary between characters at or before an offset.
fn floor(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The offsets of lines, for each file with labels.
struct Lines(BTreeMap<FileId, Vec<usize>>);

impl Lines {
    fn new(diagnostics: &Diagnostics) -> Self {
        let labels =
            diagnostics.items.iter().flat_map(|item| item.primary.iter().chain(&item.secondary));
        let mut lines = BTreeMap::new();
        for label in labels {
            lines.entry(label.span.file).or_insert_with(|| {
                let text = diagnostics.files.get(label.span.file).map_or("", |file| &file.text);
                // The last entry ends the last line.
                let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
                let mut starts: Vec<_> = [0].into_iter().chain(ends.map(|(i, _)| i + 1)).collect();
                if starts.last() != Some(&text.len()) {
                    starts.push(text.len() + 1);
                }
                starts
            });
        }
        Self(lines)
    }

    /// The line, from 0, of an offset.
    fn number(&self, file: FileId, at: usize) -> Option<usize> {
        self.0.get(&file)?.partition_point(|start| *start <= at).checked_sub(1)
    }

    /// The bytes of a line without its newline; empty after the last line.
    fn range(&self, file: FileId, line: usize, text: &str) -> Option<Range<usize>> {
        let starts = self.0.get(&file)?;
        let start = (*starts.get(line)?).min(text.len());
        let end = starts.get(line + 1).map_or(text.len(), |next| next - 1);
        Some(start..end.max(start))
    }

    fn is_long(&self, file: FileId, line: usize) -> bool {
        let Some(starts) = self.0.get(&file) else { return false };
        match (starts.get(line), starts.get(line + 1)) {
            (Some(start), Some(end)) => LONG_LINE < end - start,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Code, Span};

    fn span(start: u32, end: u32) -> Span {
        Span { file: FileId(0), start, end }
    }

    fn shown(text: &str, items: Vec<Diagnostic>) -> String {
        let mut files = Files::default();
        files.push("g.abnf", text);
        plain(&Diagnostics { files, items })
    }

    #[test]
    fn labels_and_hint() {
        let error = Diagnostic::error(Code::DuplicateRule, "`a` is defined twice")
            .at(span(8, 9), "again")
            .also(span(0, 1), "first")
            .hint("write `=/`");
        assert_eq!(
            shown("a = \"é\"\na = b\n", vec![error]),
            "error[duplicate-rule]: `a` is defined twice
 --> g.abnf:1:8
  |
1 | a = \"é\"
  | -      ^ again
  | |
  | first
  |
  = help: write `=/`
"
        );
    }

    #[test]
    fn without_a_span() {
        let warning = Diagnostic::warning(Code::NoTrees, "odd");
        let error = Diagnostic::error(Code::BadSpec, "bad").hint("fix it");
        assert_eq!(
            shown("", vec![warning, error]),
            "warning[no-trees]: odd\n\nerror[bad-spec]: bad\n  |\n  = help: fix it\n"
        );
    }

    #[test]
    fn columns_count_characters() {
        let error = Diagnostic::error(Code::BadSpec, "m").at(span(12, 13), "");
        let text = shown("a = b\n;\té\u{1F600}c\n", vec![error]);
        assert!(text.contains("g.abnf:2:4"), "{text}");
    }

    #[test]
    fn distant_labels_are_shown_separately() {
        let error =
            Diagnostic::error(Code::BadSpec, "m").at(span(0, 1), "p").also(span(40, 41), "s");
        let text = shown(&format!("a\n{}b = c\n", "\n".repeat(38)), vec![error]);
        assert!(text.contains("g.abnf:1:1") && text.contains("g.abnf:40:1"), "{text}");
        assert!(text.lines().count() < 15, "{text}");
    }

    #[test]
    fn long_lines_are_cut_around_the_span() {
        let mut line = "é / ".repeat(200_000);
        line.push_str("@ / ");
        line.push_str(&"y / ".repeat(200_000));
        let at = u32::try_from(line.find('@').unwrap()).unwrap();
        let items = vec![Diagnostic::error(Code::BadSpec, "m").at(span(at, at + 1), "here"); 200];
        let text = shown(&line, items);
        assert!(text.contains("g.abnf:1:800001"), "{}", &text[..400]);
        assert!(text.contains("^ here"));
        assert!(text.len() < 200 * 500, "{}", text.len());
    }

    #[test]
    fn long_names_are_cut() {
        let name = "é".repeat(1 << 20);
        let text = shown(
            "",
            vec![Diagnostic::error(Code::BadSpec, format!("no `{name}` here")).hint(name)],
        );
        assert!(text.starts_with("error[bad-spec]: no `é") && text.contains("é` here\n"));
        assert!(text.len() < 3 * MAX_SENTENCE);
    }

    #[test]
    fn spans_outside_the_text_do_not_panic() {
        for (text, place) in [("", span(0, 0)), ("a = b\n", span(6, 9)), ("é", span(1, 9))] {
            let shown = shown(text, vec![Diagnostic::error(Code::BadSpec, "m").at(place, "")]);
            assert!(shown.contains("g.abnf:1:"), "{shown}");
        }
    }
}
