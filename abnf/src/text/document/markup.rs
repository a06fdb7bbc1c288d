//! The text that is left of a document when its markup is removed.

use crate::text::block::Block;

/// The text of the blocks of code, on the lines of the document, and what is wrong with the document.
#[derive(Debug, Default)]
pub(super) struct Markup {
    /// The text; lines without code are empty.
    pub(super) text: String,
    /// The blocks, in order.
    pub(super) blocks: Vec<Block>,
    /// Lines, from 0, with a message each.
    pub(super) findings: Vec<(usize, String)>,
    /// The number of line ends in the text.
    lines: usize,
}

impl Markup {
    /// Begins a block at a line of the document.
    pub(super) fn open(&mut self, line: usize, language: String) {
        self.move_to(line);
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
            self.lines += 1;
        }
        let line = self.lines;
        self.blocks.push(Block { lines: line..line + 1, language });
    }

    /// Adds text of the last block that begins at a line of the document.
    pub(super) fn push(&mut self, line: usize, text: &str) {
        self.move_to(line);
        self.text.push_str(text);
        self.lines += text.matches('\n').count();
        if let Some(block) = self.blocks.last_mut() {
            block.lines.end = block.lines.end.max(self.lines + 1);
        }
    }

    /// Ends a document with a number of lines.
    pub(super) fn end(mut self, lines: usize) -> Self {
        self.move_to(lines);
        self
    }

    /// Adds empty lines up to a line of the document.
    fn move_to(&mut self, line: usize) {
        // Text can have a line too many, from a reference to a line feed.
        self.text.extend(std::iter::repeat_n('\n', line.saturating_sub(self.lines)));
        self.lines = self.lines.max(line);
    }
}

/// Returns the message about text in another file.
pub(super) fn in_another_file(file: &str) -> String {
    format!("this grammar is in another file, `{file}`, which is not read")
}

/// Counts the lines of a text up to growing offsets.
#[derive(Debug)]
pub(super) struct LineCounter<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> LineCounter<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 0 }
    }

    /// Returns the line, from 0, of an offset that is not before those of earlier calls.
    pub(super) fn line(&mut self, offset: usize) -> usize {
        let end = offset.min(self.text.len());
        if self.at < end {
            let passed = &self.text.as_bytes()[self.at..end];
            self.line += passed.iter().filter(|&&byte| byte == b'\n').count();
            self.at = end;
        }
        self.line
    }
}
