//! [`Track`]s to SVG: a track that exceeds the width continues in the next row.
//!
//! The library computes the geometry and the curves. This module breaks the rows, from the widths
//! that the library reports.

use super::caption::Captioned;
use super::plate::{plate, times};
use super::track::{Leaf, Track};
use abnfc::grammar::RuleId;
use railroad::{Choice, Diagram, Empty, Link, Node, Optional, Repeat, Sequence, SimpleEnd};
use railroad::{SimpleStart, Stack};
use std::fmt::Write as _;

/// The distance between two elements of a row.
const SPACING: i64 = 10;

/// The width of a choice or option in addition to its content, on both sides together.
const SIDES: i64 = 48;

/// The additional width of several rows.
const ROW_SIDES: i64 = 60;

/// The additional width of a loop.
const LOOP_SIDES: i64 = 34;

/// The minimum width of a row, however deep it is nested.
const NARROWEST: i64 = 140;

/// The sum of the left and the right margin of a drawing.
const MARGIN: i64 = 20;

/// The width of the marks at the beginning and at the end, with their lines.
const MARKS: i64 = 50;

/// A finished drawing.
#[derive(PartialEq, Eq)]
pub(super) struct Drawn {
    /// The drawing, on one line.
    pub(super) svg: String,
    pub(super) width: i64,
}

/// The target of the link of a rule; `None` for no link.
pub(super) type Href<'a> = &'a dyn Fn(RuleId) -> Option<String>;

/// The words of a drawing.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    /// The description for those who cannot see the drawing.
    pub(super) label: &'a str,
    /// The words below the drawing; empty for none.
    pub(super) caption: &'a str,
}

/// Returns a drawing of at most this width, unless one box or deep nesting needs more.
pub(super) fn svg(
    track: &Track,
    Words { label, caption }: Words<'_>,
    style: &str,
    width: i64,
    href: Href<'_>,
) -> Drawn {
    let ways: Vec<Box<dyn Node>> = vec![
        Box::new(SimpleStart),
        node(track, Direction::Forth, width - MARGIN - MARKS, href),
        Box::new(SimpleEnd),
    ];
    let line = Box::new(Sequence::new(ways));
    let whole: Box<dyn Node> = match caption {
        "" => line,
        words => Box::new(Captioned::new(line, words, width - MARGIN)),
    };
    let mut diagram = Diagram::new(whole);
    let geometry = diagram.compute_geometry();
    let mut attribute = |name: &str, value: String| {
        diagram.attr(name.to_owned()).or_insert(value);
    };
    attribute("width", geometry.width.to_string());
    attribute("height", geometry.height.to_string());
    attribute("role", "group".to_owned());
    attribute("aria-label", label.to_owned());
    if !style.is_empty() {
        diagram.add_css(style);
    }
    let mut text = String::new();
    write!(text, "{diagram}").expect("writing to a string cannot fail");
    Drawn { svg: text.replace('\n', ""), width: geometry.width }
}

/// The direction of a line.
#[derive(Clone, Copy)]
enum Direction {
    /// From the left to the right.
    Forth,
    /// From the right to the left.
    Back,
}

impl Direction {
    fn inverse(self) -> Self {
        match self {
            Self::Forth => Self::Back,
            Self::Back => Self::Forth,
        }
    }
}

fn node(track: &Track, way: Direction, budget: i64, href: Href<'_>) -> Box<dyn Node> {
    let budget = budget.max(NARROWEST);
    let inner = |track, sides| node(track, way, budget - sides, href);
    match track {
        Track::Empty => Box::new(Empty),
        Track::Leaf(leaf) => {
            let plate = plate(leaf, budget);
            let rule = match leaf {
                Leaf::Rule { rule, .. } | Leaf::Prose { rule, .. } => *rule,
                _ => None,
            };
            match rule.and_then(href) {
                Some(href) => Box::new(Link::new(plate, href)),
                None => Box::new(plate),
            }
        }
        Track::Sequence(items) => {
            let items = items.iter().map(|item| inner(item, ROW_SIDES));
            match way {
                Direction::Forth => rows(items.collect(), budget),
                // The library places the first element on the left.
                Direction::Back => Box::new(Sequence::new(items.rev().collect())),
            }
        }
        Track::Choice(items) => {
            Box::new(Choice::new(items.iter().map(|item| inner(item, SIDES)).collect()))
        }
        Track::Optional(body) => Box::new(Optional::new(inner(body, SIDES))),
        Track::Loop { body, separator, min, max } => {
            let mut back: Vec<Box<dyn Node>> = Vec::new();
            if **separator != Track::Empty {
                back.push(node(separator, way.inverse(), budget - LOOP_SIDES, href));
            }
            if let Some(times) = times(*min, *max) {
                back.push(Box::new(times));
            }
            let back: Box<dyn Node> = match back.len() {
                0 => Box::new(Empty),
                1 => back.remove(0),
                _ => Box::new(Sequence::new(back)),
            };
            Box::new(Repeat::new(inner(body, LOOP_SIDES), back))
        }
    }
}

/// Breaks a sequence into rows that fit the width.
fn rows(items: Vec<Box<dyn Node>>, budget: i64) -> Box<dyn Node> {
    let widths: Vec<i64> = items.iter().map(|item| item.compute_geometry().width).collect();
    let whole = widths.iter().map(|width| width + SPACING).sum::<i64>() - SPACING;
    if whole <= budget {
        return Box::new(Sequence::new(items));
    }
    let mut rows: Vec<Vec<Box<dyn Node>>> = Vec::new();
    let mut used = 0;
    for (item, width) in items.into_iter().zip(widths) {
        match rows.last_mut() {
            Some(row) if used + width <= budget - ROW_SIDES => row.push(item),
            _ => {
                rows.push(vec![item]);
                used = 0;
            }
        }
        used += width + SPACING;
    }
    Box::new(Stack::new(rows.into_iter().map(Sequence::new).collect()))
}
