//! The lines of a layout with their comments.
//!
//! A comment after a token remains in its line if it fits. Comments below it in the same column follow
//! it; all others have separate lines.

use super::tree::Comment;

/// The maximum number of columns of a line.
pub(super) const WIDTH: usize = 72;

/// A line of the result.
#[derive(Debug, Default)]
pub(super) struct Line<'a> {
    /// The line without its trailing comment.
    pub(super) text: String,
    pub(super) after: After<'a>,
}

/// The text after the tokens of a line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum After<'a> {
    #[default]
    Nothing,
    /// A comment; `width` is that of the longest line of the whole.
    Comment { text: &'a str, width: usize },
    /// A further line of the comment above, in the same column.
    Continued(&'a str),
}

/// The finished lines, and the current one.
pub(super) struct Sheet<'a> {
    pub(super) lines: Vec<Line<'a>>,
    pub(super) line: Line<'a>,
}

impl Sheet<'_> {
    pub(super) fn put(&mut self, text: &str) {
        self.line.text.push_str(text);
    }

    /// Returns the column after the current text; elements are ASCII.
    pub(super) fn column(&self) -> usize {
        self.line.text.len()
    }

    pub(super) fn pad_to(&mut self, column: usize) {
        let missing = column.saturating_sub(self.column());
        self.line.text.extend(std::iter::repeat_n(' ', missing));
    }

    pub(super) fn end_line(&mut self) {
        self.lines.push(std::mem::take(&mut self.line));
    }

    pub(super) fn new_line(&mut self, column: usize) {
        self.end_line();
        self.pad_to(column);
    }

    /// Returns whether the line contains only indentation.
    pub(super) fn is_at_start(&self) -> bool {
        self.line.text.trim_start().is_empty()
    }
}

/// Writes the comments of a gap, which end their line. Returns whether there are any.
pub(super) fn comments<'a>(
    sheet: &mut Sheet<'a>,
    comments: &[Comment<'a>],
    elements: usize,
) -> bool {
    let mut own_lines = comments;
    if let [first, rest @ ..] = comments
        && first.is_trailing
        && !sheet.is_at_start()
    {
        let follows =
            rest.iter().take_while(|it| it.column == first.column && !it.is_trailing).count();
        let room = WIDTH.saturating_sub(sheet.column() + 1);
        let longest = |some: &[Comment<'_>]| some.iter().map(width).max().unwrap_or(0);
        let has_room = width(first) <= room;
        let follows = if longest(&rest[..follows]) <= room { follows } else { 0 };
        // A separate line saves no room, or would make the comment a directive.
        let must_stay = WIDTH - 2 < width(first) || is_directive(first);
        if has_room || must_stay {
            let width = longest(&comments[..=follows]);
            sheet.line.after = After::Comment { text: first.text, width };
            for it in &rest[..follows] {
                sheet.end_line();
                sheet.line.after = After::Continued(it.text);
            }
            own_lines = &rest[follows..];
        }
    }
    let longest = own_lines.iter().map(width).max().unwrap_or(0);
    let column = WIDTH.saturating_sub(longest).clamp(2, elements);
    for it in own_lines {
        sheet.new_line(column);
        sheet.put(it.text);
    }
    !comments.is_empty()
}

/// Returns the width of a text in columns.
fn width(comment: &Comment<'_>) -> usize {
    comment.text.chars().count()
}

/// Returns whether the comment would be a directive on a line of its own.
fn is_directive(comment: &Comment<'_>) -> bool {
    comment.text[1..].trim_start().starts_with('@')
}
