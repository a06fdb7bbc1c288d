//! The boxes of a diagram: [`Leaf`]s to nodes of the library that draws.
//!
//! Widths are computed for common fixed-width fonts, whose characters are 0.6 em wide.

use super::track::Leaf;
use railroad::svg::{self, HDir};
use railroad::{Node, NodeGeometry};
use std::fmt;

/// The maximum length of a label in characters; the tooltip contains the whole text.
const MAX_LABEL: usize = 36;

/// A text in a box, in lines of spans.
#[derive(Debug)]
pub(super) struct Plate {
    /// The class of its group in the style sheets.
    class: &'static str,
    caption: &'static str,
    lines: Vec<Vec<Span>>,
    /// The tooltip; empty for none.
    title: String,
    width: i64,
}

#[derive(Debug)]
struct Span {
    /// `None` for plain text.
    class: Option<&'static str>,
    text: String,
}

const LINE: i64 = 20;
const CAPTION: i64 = 14;
const GAP: i64 = 12;
/// The sum of the left and the right padding of a box.
const PADDING: i64 = 20;

impl Span {
    fn plain(text: impl Into<String>) -> Self {
        Self { class: None, text: text.into() }
    }

    /// The widths of characters in units of the drawing; the code is smaller than the label.
    fn width(&self) -> i64 {
        let tenths = if self.class == Some("code") { 68 } else { 85 };
        let characters = i64::try_from(self.text.chars().count()).unwrap_or(i64::MAX / 100);
        (characters * tenths + 9) / 10
    }
}

fn width(line: &[Span]) -> i64 {
    let gaps = i64::try_from(line.len().saturating_sub(1)).unwrap_or(0) * GAP;
    line.iter().map(Span::width).sum::<i64>() + gaps
}

/// The box of a leaf; only sets have several lines, to keep within the width.
pub(super) fn plate(leaf: &Leaf, budget: i64) -> Plate {
    match leaf {
        Leaf::Rule { name, .. } => of("rule", vec![Span::plain(cut(name))], whole(name)),
        Leaf::Text { value, has_case: true } => {
            of("text", vec![Span::plain(cut(&quoted(value)))], whole(value))
        }
        Leaf::Text { value, .. } => {
            let label = Span { class: Some("any-case"), text: cut(&quoted(value)) };
            let long = whole(value);
            let title = if long.is_empty() { "" } else { ": " };
            of("text", vec![label], format!("letters in upper or lower case{title}{long}"))
        }
        Leaf::Values(_) | Leaf::Range(..) => {
            let code = code(leaf);
            let label = characters(leaf).map(|label| Span::plain(cut(&label)));
            let class = if label.is_some() { "code" } else { "value" };
            let written = Span { class: Some(class), text: cut(&code) };
            of("values", label.into_iter().chain([written]).collect(), whole(&code))
        }
        Leaf::Prose { text, .. } => of("prose", vec![Span::plain(cut(text))], whole(text)),
        Leaf::OneOf(items) => one_of(items, budget),
    }
}

/// The comment of a loop: the number of its repetitions.
pub(super) fn times(min: u32, max: Option<u32>) -> Option<railroad::Comment> {
    let words = match (min, max) {
        (1, None) => return None,
        (min, None) => format!("{min} or more times"),
        (1, Some(max)) => format!("up to {max} times"),
        (min, Some(max)) if min == max => format!("{min} times"),
        (min, Some(max)) => format!("{min} to {max} times"),
    };
    Some(railroad::Comment::new(words))
}

fn of(class: &'static str, line: Vec<Span>, title: String) -> Plate {
    let width = width(&line) + PADDING;
    Plate { class, caption: "", lines: vec![line], title, width }
}

/// Returns the box of a set of characters, which can have several lines.
fn one_of(items: &[Leaf], budget: i64) -> Plate {
    let mut lines: Vec<Vec<Span>> = vec![Vec::new()];
    let mut written = Vec::new();
    for item in items {
        let span = match item {
            Leaf::Text { value, has_case } => {
                let text = if value == " " { quoted(value) } else { value.clone() };
                Span { class: (!has_case).then_some("any-case"), text }
            }
            item => match characters(item) {
                Some(label) => Span::plain(label),
                None => Span { class: Some("value"), text: code(item) },
            },
        };
        written.push(match item {
            Leaf::Text { value, has_case: true } => quoted(value),
            Leaf::Text { value, .. } => format!("{} in either case", quoted(value)),
            item => code(item),
        });
        let line = lines.last_mut().expect("there is one");
        if !line.is_empty() && budget - PADDING < width(line) + GAP + span.width() {
            lines.push(vec![span]);
        } else {
            line.push(span);
        }
    }
    let widest = lines.iter().map(|line| width(line)).max().unwrap_or(0);
    let title = format!("one of {}", written.join(", "));
    Plate { class: "values", caption: "one of", lines, title, width: widest.max(40) + PADDING }
}

/// Returns the characters of values. `None` if one of them is not printable.
fn characters(leaf: &Leaf) -> Option<String> {
    let character =
        |value: u32| char::from_u32(value).filter(char::is_ascii_graphic).map(|it| it.to_string());
    match leaf {
        Leaf::Values(values) => values.iter().map(|&value| character(value)).collect(),
        Leaf::Range(low, high) => Some(format!("{}–{}", character(*low)?, character(*high)?)),
        _ => None,
    }
}

/// Returns values in the notation of ABNF.
fn code(leaf: &Leaf) -> String {
    match leaf {
        Leaf::Values(values) => {
            let values: Vec<String> = values.iter().map(|it| format!("{it:02X}")).collect();
            format!("%x{}", values.join("."))
        }
        Leaf::Range(low, high) => format!("%x{low:02X}-{high:02X}"),
        _ => String::new(),
    }
}

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

/// Returns at most [`MAX_LABEL`] characters of a label, with a mark if it was cut.
fn cut(text: &str) -> String {
    if text.chars().count() <= MAX_LABEL {
        return text.to_owned();
    }
    text.chars().take(MAX_LABEL - 1).chain(['…']).collect()
}

/// Returns a text with its label cut.
fn whole(text: &str) -> String {
    if text.chars().count() + 2 <= MAX_LABEL { String::new() } else { text.to_owned() }
}

impl Plate {
    fn caption_height(&self) -> i64 {
        if self.caption.is_empty() { 0 } else { CAPTION }
    }

    fn text(
        out: &mut svg::Renderer<'_>,
        class: Option<&str>,
        (x, y): (i64, i64),
        spans: &[Span],
    ) -> fmt::Result {
        let mut text = out.start_element("text")?;
        text.attr("x", x)?;
        text.attr("y", y)?;
        text.attr("xml:space", "preserve")?;
        if let Some(class) = class {
            text.attr("class", class)?;
        }
        text.finish()?;
        for (i, span) in spans.iter().enumerate() {
            if i == 0 && span.class.is_none() {
                out.write_text(&span.text)?;
                continue;
            }
            let mut tspan = out.start_element("tspan")?;
            if 0 < i {
                tspan.attr("dx", GAP)?;
            }
            if let Some(class) = span.class {
                tspan.attr("class", class)?;
            }
            tspan.finish()?;
            out.write_text(&span.text)?;
            out.end_element("tspan")?;
        }
        out.end_element("text")
    }
}

/// Draws a node that renders itself as an element of its own.
pub(super) fn group(node: &dyn Node, x: i64, y: i64, h_dir: HDir) -> svg::Element {
    let mut text = String::new();
    let geometry = node.compute_geometry();
    node.render_with_geometry(&mut svg::Renderer::new(&mut text), x, y, h_dir, &geometry)
        .expect("writing to a string cannot fail");
    svg::Element::new("g").raw_text(&text)
}

impl Node for Plate {
    fn entry_height(&self) -> i64 {
        self.height() / 2
    }

    fn height(&self) -> i64 {
        let lines = i64::try_from(self.lines.len()).unwrap_or(1);
        4 + lines * LINE + self.caption_height()
    }

    fn width(&self) -> i64 {
        self.width
    }

    fn draw(&self, x: i64, y: i64, h_dir: HDir) -> svg::Element {
        group(self, x, y, h_dir)
    }

    fn render_with_geometry(
        &self,
        out: &mut svg::Renderer<'_>,
        x: i64,
        y: i64,
        _: HDir,
        _: &NodeGeometry,
    ) -> fmt::Result {
        let mut group = out.start_element("g")?;
        group.attr("class", self.class)?;
        group.finish()?;
        if !self.title.is_empty() {
            out.start_element("title")?.finish()?;
            out.write_text(&self.title)?;
            out.end_element("title")?;
        }
        let mut rect = out.start_element("rect")?;
        rect.attr("x", x)?;
        rect.attr("y", y)?;
        rect.attr("width", self.width)?;
        rect.attr("height", self.height())?;
        if matches!(self.class, "text" | "values") {
            rect.attr("rx", 11)?;
        }
        rect.finish_empty()?;
        let middle = x + self.width / 2;
        if !self.caption.is_empty() {
            let caption = Span::plain(self.caption);
            Self::text(out, Some("caption"), (middle, y + CAPTION), &[caption])?;
        }
        let mut base = y + self.caption_height() + 17;
        for line in &self.lines {
            Self::text(out, None, (middle, base), line)?;
            base += LINE;
        }
        out.end_element("g")
    }
}
