//! A drawing with lines of words below it.

use super::plate::group;
use railroad::svg::{self, HDir};
use railroad::{Node, NodeGeometry};
use std::fmt;

/// The height of a line.
const LINE: i64 = 18;

/// The distance between the drawing and the first line.
const GAP: i64 = 8;

/// The width of a character, in tenths of a unit.
const CHARACTER: i64 = 75;

/// A drawing above lines of words.
pub(super) struct Captioned {
    drawing: Box<dyn Node>,
    lines: Vec<String>,
}

impl Captioned {
    /// Puts words below a drawing, in lines of this width; a longer word is broken.
    pub(super) fn new(drawing: Box<dyn Node>, words: &str, width: i64) -> Self {
        let characters = usize::try_from(width * 10 / CHARACTER).unwrap_or(0).max(1);
        Self { drawing, lines: broken(words, characters) }
    }
}

/// Breaks words into lines of a number of characters.
fn broken(words: &str, characters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut used = 0;
    for word in words.split(' ') {
        let word: Vec<char> = word.chars().collect();
        for (piece, index) in word.chunks(characters).zip(0..) {
            match lines.last_mut() {
                Some(line) if index == 0 && used + 1 + piece.len() <= characters => {
                    line.push(' ');
                    line.extend(piece);
                    used += 1 + piece.len();
                }
                _ => {
                    lines.push(piece.iter().collect());
                    used = piece.len();
                }
            }
        }
    }
    lines
}

impl Node for Captioned {
    fn entry_height(&self) -> i64 {
        self.compute_geometry().entry_height
    }

    fn height(&self) -> i64 {
        self.compute_geometry().height
    }

    fn width(&self) -> i64 {
        self.compute_geometry().width
    }

    fn compute_geometry(&self) -> NodeGeometry {
        let drawing = self.drawing.compute_geometry();
        let count = |it: usize| i64::try_from(it).unwrap_or(i64::MAX / 1000);
        let longest = self.lines.iter().map(|line| count(line.chars().count())).max().unwrap_or(0);
        NodeGeometry {
            entry_height: drawing.entry_height,
            height: drawing.height + GAP + LINE * count(self.lines.len()),
            width: drawing.width.max((longest * CHARACTER + 9) / 10),
            children: vec![drawing],
        }
    }

    fn draw(&self, x: i64, y: i64, h_dir: HDir) -> svg::Element {
        group(self, x, y, h_dir)
    }

    fn render_with_geometry(
        &self,
        out: &mut svg::Renderer<'_>,
        x: i64,
        y: i64,
        h_dir: HDir,
        geometry: &NodeGeometry,
    ) -> fmt::Result {
        let drawing = &geometry.children[0];
        self.drawing.render_with_geometry(out, x, y, h_dir, drawing)?;
        let mut base = y + drawing.height + GAP;
        for line in &self.lines {
            base += LINE;
            let mut text = out.start_element("text")?;
            text.attr("x", x)?;
            text.attr("y", base - 4)?;
            text.attr("xml:space", "preserve")?;
            text.attr("class", "data")?;
            text.finish()?;
            out.write_text(line)?;
            out.end_element("text")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::broken;

    #[test]
    fn words_are_in_lines_of_the_width() {
        assert_eq!(broken("a: { b: u8, c: u8 }", 10), ["a: { b:", "u8, c: u8", "}"]);
        assert_eq!(broken("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(broken("ab cd", 5), ["ab cd"]);
    }
}
