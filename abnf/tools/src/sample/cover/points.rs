//! The elements that derivations of a rule can use.

use super::super::derivations::{Derivations, Node, NodeId, Parents};
use super::MAX_LENGTH;
use abnfc::diagnostic::{Code, Diagnostic};
use std::collections::BTreeSet;

/// The maximum number of points.
const MAX_POINTS: usize = 1 << 16;

/// An element that a text can cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Point {
    /// An alternative.
    Alternative(NodeId, usize),
    /// The lower bound of a repetition.
    Fewest(NodeId),
    /// The upper bound of a repetition. If it is unbounded, one more than the lower bound, and at least
    /// two.
    Most(NodeId),
    /// An end of a range of values.
    Value(NodeId, u32),
}

impl Point {
    pub(super) fn node(self) -> NodeId {
        match self {
            Self::Alternative(node, _)
            | Self::Fewest(node)
            | Self::Most(node)
            | Self::Value(node, _) => node,
        }
    }
}

/// Returns all points that short texts can cover, and the number of others.
pub(super) fn points(
    derivations: &Derivations,
    parents: &Parents,
) -> Result<(Vec<Point>, usize), Diagnostic> {
    let mut points = Vec::new();
    let mut left_out = 0;
    for (&node, &(length, _)) in parents {
        let least = |node| derivations.least(node);
        let own = least(node).unwrap_or(0);
        let mut add = |point, of_text: u64| {
            if of_text <= MAX_LENGTH { points.push(point) } else { left_out += 1 }
        };
        match &derivations.nodes[node] {
            Node::Concat(_) => (),
            Node::Alt(items) => {
                for (i, &item) in items.iter().enumerate() {
                    if let Some(of_item) = least(item) {
                        add(Point::Alternative(node, i), length.saturating_add(of_item - own));
                    }
                }
            }
            Node::Repeat { min, max, body } => {
                add(Point::Fewest(node), length.max(u64::from(*min)));
                let most = most(*min, *max);
                if let Some(of_body) = least(*body).filter(|_| *min < most) {
                    let more = of_body.saturating_mul(u64::from(most - min));
                    add(Point::Most(node), length.saturating_add(more).max(u64::from(most)));
                }
            }
            Node::Set(set) => {
                let ends = set.ranges().iter().flat_map(|&(low, high)| [low, high]);
                for value in ends.collect::<BTreeSet<u32>>() {
                    // A character has at most four bytes.
                    add(Point::Value(node, value), length.saturating_add(3));
                }
            }
        }
        if MAX_POINTS < points.len() {
            let error =
                "there are more than 65536 alternatives, bounds and ends of ranges to cover";
            return Err(Diagnostic::error(Code::SampleLimit, error).hint("take a smaller rule"));
        }
    }
    Ok((points, left_out))
}

/// Returns the number of repetitions for [`Point::Most`].
pub(super) fn most(min: u32, max: Option<u32>) -> u32 {
    max.unwrap_or_else(|| min.saturating_add(1).max(2))
}
