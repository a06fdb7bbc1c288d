//! The complete graph of a parsing expression grammar.

use super::expression::{PointId, Program, Step, Stop};
use abnfc::automata::compare::{legibility, legible};
use abnfc::automata::graph;
use abnfc::bytes::{ByteClasses, ByteSet};

/// All points that are reachable from the start.
#[derive(Clone, Debug)]
pub(super) struct Points {
    /// The start of the rule.
    pub(super) start: PointId,
    /// The first step of each point.
    pub(super) steps: Vec<Step>,
    /// The points, each after those that it leads to without reading.
    pub(super) order: Vec<PointId>,
}

impl Points {
    /// Fails if there are too many points, or if a point leads to itself without reading.
    pub(super) fn of(program: &mut Program<'_>) -> Result<Self, Stop> {
        let mut steps = Vec::new();
        // Points are numbered in the order of discovery.
        while steps.len() < program.point_count() {
            steps.push(program.step(steps.len())?);
        }
        let leads = |step: &Step| match step {
            Step::End | Step::Any | Step::Read(..) => Vec::new(),
            Step::Goto(to) => vec![*to],
            Step::Choose(it) => vec![it.test, it.yes, it.no],
        };
        let silent: Vec<Vec<PointId>> = steps.iter().map(leads).collect();
        if graph::has_cycle(&silent) {
            return Err(Stop::Endless);
        }
        let order = graph::components(&silent).into_iter().flatten().collect();
        Ok(Self { start: program.start, steps, order })
    }

    /// Returns the points that read, with their sets and targets.
    pub(super) fn reads(&self) -> impl Iterator<Item = (PointId, ByteSet, PointId)> + '_ {
        self.steps.iter().enumerate().filter_map(|(at, step)| match step {
            Step::Read(set, then) => Some((at, *set, *then)),
            _ => None,
        })
    }

    /// Returns the classes of bytes that the graph distinguishes.
    pub(super) fn classes(&self) -> ByteClasses {
        let sets: Vec<ByteSet> = self.reads().map(|(_, set, _)| set).collect();
        ByteClasses::of_sets(&sets)
    }

    /// Returns one byte of each class, the most legible first.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.classes().sets().iter().map(legible).collect();
        bytes.sort_by_key(|&byte| legibility(byte));
        bytes
    }
}
