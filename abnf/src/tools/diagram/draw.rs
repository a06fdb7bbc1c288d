//! [`Track`]s to SVG: what does not fit into a width goes on in the next row.
//!
//! The library has the geometry and the curves; where rows break is decided here, from the widths
//! that it reports.

use super::plate::{plate, times};
use super::track::{Leaf, Track};
use crate::grammar::RuleId;
use railroad::{Choice, Diagram, Empty, Link, Node, Optional, Repeat, Sequence, SimpleEnd};
use railroad::{SimpleStart, Stack};
use std::fmt::Write as _;

/// Between two elements of a row.
const SPACING: i64 = 10;

/// What choices and options need beside what they hold, left and right together.
const SIDES: i64 = 48;

/// The same of several rows.
const ROW_SIDES: i64 = 60;

/// The same of a loop.
const LOOP_SIDES: i64 = 34;

/// No row is asked to be narrower, however deep it is nested.
const NARROWEST: i64 = 140;

/// Around a drawing, left and right together.
const MARGIN: i64 = 20;

/// The marks at the beginning and at the end, with the lines from and to them.
const MARKS: i64 = 50;

/// A finished drawing.
#[derive(PartialEq, Eq)]
pub(super) struct Drawn {
    /// On one line.
    pub(super) svg: String,
    pub(super) width: i64,
}

/// Where the box of a rule leads; none for no link.
pub(super) type Href<'a> = &'a dyn Fn(RuleId) -> Option<String>;

/// A drawing, at most so wide unless one box or much nesting needs more.
pub(super) fn svg(track: &Track, label: &str, style: &str, width: i64, href: Href<'_>) -> Drawn {
    let ways: Vec<Box<dyn Node>> =
        vec![Box::new(SimpleStart), node(track, width - MARGIN - MARKS, href), Box::new(SimpleEnd)];
    let mut diagram = Diagram::new(Sequence::new(ways));
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
    write!(text, "{diagram}").expect("a string takes all");
    Drawn { svg: text.replace('\n', ""), width: geometry.width }
}

fn node(track: &Track, budget: i64, href: Href<'_>) -> Box<dyn Node> {
    let budget = budget.max(NARROWEST);
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
            rows(items.iter().map(|item| node(item, budget - ROW_SIDES, href)).collect(), budget)
        }
        Track::Choice(items) => {
            let items = items.iter().map(|item| node(item, budget - SIDES, href));
            Box::new(Choice::new(items.collect()))
        }
        Track::Optional(inner) => Box::new(Optional::new(node(inner, budget - SIDES, href))),
        Track::Loop { body, separator, min, max } => {
            let mut back: Vec<Box<dyn Node>> = Vec::new();
            if **separator != Track::Empty {
                // Rows lead from left to right, and this is the way back.
                back.push(node(separator, i64::MAX / 2, href));
            }
            if let Some(times) = times(*min, *max) {
                back.push(Box::new(times));
            }
            let back: Box<dyn Node> = match back.len() {
                0 => Box::new(Empty),
                1 => back.remove(0),
                _ => Box::new(Sequence::new(back)),
            };
            Box::new(Repeat::new(node(body, budget - LOOP_SIDES, href), back))
        }
    }
}

/// One row, or as many as the width takes.
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
