//! The text of an open document, and positions in it in the form of the protocol.
//!
//! A position is a line and a number of code units in it, of UTF-16 or UTF-8 (Language Server Protocol
//! 3.17, "Position Encodings"). Lines end with `\n`, `\r\n` or `\r`. A position after the end of a line
//! is moved to its end, one after the last line to the end of the text, and one inside a character to its
//! beginning.
//!
//! The library counts bytes of the normalised text (see note [positions in texts] in ARCHITECTURE.md),
//! which has the same lines except for the byte order mark.

use lsp_types::{Position, Range};

/// The unit in which a client counts the characters of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Code units of UTF-16.
    #[default]
    Utf16,
    /// Bytes.
    Utf8,
}

/// A text with its lines.
#[derive(Clone, Debug)]
pub(super) struct Text {
    text: String,
    lines: Vec<Line>,
}

/// A line, in bytes.
#[derive(Clone, Copy, Debug)]
struct Line {
    start: usize,
    /// The offset of its line end.
    end: usize,
    /// The offset of the line in the normalised text.
    normal: usize,
}

const MARK: char = '\u{FEFF}';

impl Text {
    pub(super) fn new(text: String) -> Self {
        let lines = lines(&text);
        Self { text, lines }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the line end of the text, by its first line.
    pub(super) fn line_end(&self) -> &'static str {
        match self.lines.first().map(|line| &self.text[line.end..]) {
            Some(rest) if rest.starts_with("\r\n") => "\r\n",
            _ => "\n",
        }
    }

    /// Replaces a piece of the text.
    pub(super) fn replace(&mut self, range: Range, encoding: Encoding, with: &str) {
        let start = self.offset(range.start, encoding);
        let end = self.offset(range.end, encoding).max(start);
        self.text.replace_range(start..end, with);
        self.lines = lines(&self.text);
    }

    /// Returns the offset of a position.
    fn offset(&self, at: Position, encoding: Encoding) -> usize {
        let Some(line) = self.lines.get(at.line as usize) else { return self.text.len() };
        let text = &self.text[line.start..line.end];
        let mut left = at.character as usize;
        for (offset, char) in text.char_indices() {
            let width = width(char, encoding);
            if left < width {
                return line.start + offset;
            }
            left -= width;
        }
        line.end
    }

    /// Returns the position of an offset. In the middle of a line end, that is the end of the line.
    fn position(&self, offset: usize, encoding: Encoding) -> Position {
        let line = self.lines.partition_point(|line| line.start <= offset).saturating_sub(1);
        let Line { start, end, .. } = self.lines[line];
        let text = &self.text[start..offset.clamp(start, end)];
        let character: usize = text.chars().map(|char| width(char, encoding)).sum();
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Position { line: number(line), character: number(character) }
    }

    /// Returns the position of an offset in the normalised text.
    pub(super) fn place(&self, normal: usize, encoding: Encoding) -> Position {
        let line = self.lines.partition_point(|line| line.normal <= normal).saturating_sub(1);
        let at = self.lines[line];
        let offset = at.start + self.mark(line) + (normal - at.normal);
        self.position(offset.min(at.end), encoding)
    }

    /// Returns the offset in the normalised text of a position.
    pub(super) fn normal(&self, at: Position, encoding: Encoding) -> usize {
        let offset = self.offset(at, encoding);
        let line = self.lines.partition_point(|line| line.start <= offset).saturating_sub(1);
        let Line { start, end, normal } = self.lines[line];
        normal + (offset.min(end) - start).saturating_sub(self.mark(line))
    }

    /// Returns the length of the byte order mark at the beginning of a line.
    fn mark(&self, line: usize) -> usize {
        if line == 0 && self.text.starts_with(MARK) { MARK.len_utf8() } else { 0 }
    }
}

fn width(char: char, encoding: Encoding) -> usize {
    match encoding {
        Encoding::Utf16 => char.len_utf16(),
        Encoding::Utf8 => char.len_utf8(),
    }
}

/// Returns the lines, at least one; the last one has no line end.
fn lines(text: &str) -> Vec<Line> {
    let bytes = text.as_bytes();
    let mut lines = Vec::new();
    let (mut start, mut normal) = (0, 0);
    let mut at = 0;
    let mark = if text.starts_with(MARK) { MARK.len_utf8() } else { 0 };
    while at < bytes.len() {
        let length = match bytes[at] {
            b'\r' if bytes.get(at + 1) == Some(&b'\n') => 2,
            b'\n' | b'\r' => 1,
            _ => {
                at += 1;
                continue;
            }
        };
        lines.push(Line { start, end: at, normal });
        normal += at - start + 1 - if start == 0 { mark } else { 0 };
        at += length;
        start = at;
    }
    lines.push(Line { start, end: bytes.len(), normal });
    lines
}

#[cfg(test)]
mod tests {
    use super::{Encoding, Text};
    use abnfc::diagnostic::FileId;
    use abnfc::limits::Limits;
    use abnfc::text::source::source;
    use lsp_types::{Position, Range};

    const BOTH: [Encoding; 2] = [Encoding::Utf16, Encoding::Utf8];

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn characters_count_in_code_units() {
        let text = Text::new("a\u{1F600}é\nb".to_owned());
        let offsets = |encoding| -> Vec<usize> {
            (0..9).map(|character| text.offset(at(0, character), encoding)).collect()
        };
        // The emoji has two units of UTF-16 and four bytes; a position inside of it is its beginning.
        assert_eq!(offsets(Encoding::Utf16), [0, 1, 1, 5, 7, 7, 7, 7, 7]);
        assert_eq!(offsets(Encoding::Utf8), [0, 1, 1, 1, 1, 5, 5, 7, 7]);
        assert_eq!(text.position(5, Encoding::Utf16), at(0, 3));
        assert_eq!(text.position(5, Encoding::Utf8), at(0, 5));
    }

    #[test]
    fn what_lies_behind_an_end_is_the_end() {
        let text = Text::new("ab\r\nc\rd\n".to_owned());
        for encoding in BOTH {
            let offset = |line, character| text.offset(at(line, character), encoding);
            assert_eq!((offset(0, 2), offset(0, 3), offset(0, u32::MAX)), (2, 2, 2));
            assert_eq!((offset(1, 9), offset(2, 0), offset(2, 9), offset(3, 9)), (5, 6, 7, 8));
            assert_eq!((offset(4, 0), offset(u32::MAX, u32::MAX)), (8, 8));
            assert_eq!(text.position(3, encoding), at(0, 2));
            assert_eq!(text.position(99, encoding), at(3, 0));
        }
    }

    /// Compares with the normal form of the library: each position has the same character.
    #[test]
    fn places_are_those_of_the_normalised_text() {
        for text in ["\u{FEFF}a=b\r\n é\u{1F600}\rc\n\n", "", "\u{FEFF}", "a", "\r\n\r\r\n", "x\n"]
        {
            let normal = source(FileId(0), "g", text.as_bytes(), &Limits::default()).unwrap();
            let client = Text::new(text.to_owned());
            for encoding in BOTH {
                for (offset, char) in normal.text.char_indices() {
                    let place = client.place(offset, encoding);
                    let back = client.normal(place, encoding);
                    assert_eq!(back, offset, "{text:?} {char:?}");
                    let there = client.text[client.offset(place, encoding)..].chars().next();
                    let there = there.map(|char| if char == '\r' { '\n' } else { char });
                    // The last line end can be missing.
                    assert_eq!(there.unwrap_or('\n'), char, "{text:?}");
                }
            }
        }
    }

    #[test]
    fn pieces_are_replaced() {
        let mut text = Text::new("a = b\r\nc = d\r\n".to_owned());
        let piece = |a: (u32, u32), b: (u32, u32)| Range { start: at(a.0, a.1), end: at(b.0, b.1) };
        text.replace(piece((0, 4), (0, 5)), Encoding::Utf16, "\u{1F600}x\ny");
        assert_eq!(text.as_str(), "a = \u{1F600}x\ny\r\nc = d\r\n");
        text.replace(piece((2, 0), (2, 1)), Encoding::Utf16, "z");
        assert_eq!(text.as_str(), "a = \u{1F600}x\ny\r\nz = d\r\n");
        // A range that ends before it starts is empty.
        text.replace(piece((2, 1), (0, 0)), Encoding::Utf16, "!");
        text.replace(piece((9, 0), (9, 9)), Encoding::Utf16, ".");
        assert_eq!(text.as_str(), "a = \u{1F600}x\ny\r\nz! = d\r\n.");
        assert_eq!((Text::new("a\r\n".to_owned()).line_end(), text.line_end()), ("\r\n", "\n"));
    }
}
