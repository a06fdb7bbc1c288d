//! A rule as a parsing expression grammar, as a graph. Each point is a continuation: the rest of the
//! parse, and how it begins.
//!
//! A continuation is a linked list of tasks. The list of a rule continues with the tasks after the
//! reference, so no return address is needed; the graph is finite unless references are nested in rules
//! that have tasks after them. A choice tests whether its first alternative matches, whatever follows:
//! the same tasks followed by [`Point::Any`].

use crate::lint::element::{Element, Kind};
use crate::lint::languages::Languages;
use abnfc::automata::pattern::Pattern;
use abnfc::bytes::ByteSet;
use abnfc::grammar::{Expr, RuleId};
use std::collections::BTreeMap;

/// The maximum number of points of a graph that counts as finite.
const MAX_POINTS: usize = 20_000;

/// The maximum number of nodes of all rules that a rule uses.
const MAX_NODES: usize = 100_000;

/// The reason why a graph cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// A point leads to itself without reading.
    Endless,
    /// There are too many points, often infinitely many.
    Infinite,
    /// There is prose or an error, or another limit is exceeded.
    Unknown,
}

/// A part of a definition, by its number.
type NodeId = usize;

/// A point, by its number.
pub(super) type PointId = usize;

#[derive(Clone, Debug)]
enum Node {
    Set(ByteSet),
    Sequence(Vec<NodeId>),
    Choice(Vec<NodeId>),
    Repeat { min: u32, max: Option<u32>, body: NodeId },
    Call(RuleId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Task {
    Do(NodeId),
    /// The alternatives of a choice from this one on.
    From(NodeId, usize),
    /// The repetitions after this number of them; without a maximum, numbers above the minimum are the
    /// same.
    More(NodeId, u32),
}

/// A step of a continuation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Point {
    /// The text must end.
    End,
    /// Any text may follow.
    Any,
    Then(Task, PointId),
}

/// The first step of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Accepts at the end of the text.
    End,
    /// Accepts.
    Any,
    /// Continues at a point.
    Goto(PointId),
    /// Reads a byte of the set.
    Read(ByteSet, PointId),
    /// Continues with `yes` if `test` accepts, and otherwise with `no`.
    Choose(Choice),
}

/// A decision to which a parser commits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) test: PointId,
    pub(super) yes: PointId,
    pub(super) no: PointId,
    /// The continuation after the first element of `yes`.
    pub(super) after: PointId,
    /// The decision for `yes`.
    pub(super) taken: Commitment,
    node: NodeId,
}

/// A decision of a parser that it never reverses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lint) enum Commitment {
    /// The parser takes an alternative.
    Alternative,
    /// The parser repeats, or takes an option.
    Repetition,
}

/// The graph of a rule, built on demand.
pub(super) struct Program<'a> {
    pub(super) start: PointId,
    nodes: Vec<Node>,
    /// The rule and the element of some nodes.
    places: BTreeMap<NodeId, (RuleId, &'a Element)>,
    roots: BTreeMap<RuleId, NodeId>,
    points: Vec<Point>,
    numbers: BTreeMap<Point, PointId>,
    steps: Vec<Option<Step>>,
    max_points: usize,
}

impl<'a> Program<'a> {
    /// Makes the graph of a rule and of all rules that it uses.
    pub(super) fn new(
        languages: &Languages<'_>,
        elements: &'a [Element],
        rule: RuleId,
    ) -> Result<Self, Stop> {
        let mut program = Self {
            start: 0,
            nodes: Vec::new(),
            places: BTreeMap::new(),
            roots: BTreeMap::new(),
            points: Vec::new(),
            numbers: BTreeMap::new(),
            steps: Vec::new(),
            max_points: MAX_POINTS,
        };
        let mut open = vec![rule];
        while let Some(rule) = open.pop() {
            if program.roots.contains_key(&rule) {
                continue;
            }
            let mut builder = Builder { program: &mut program, languages, rule, used: Vec::new() };
            let root = builder.element(&elements[rule.index()])?;
            open.extend(builder.used);
            program.roots.insert(rule, root);
        }
        let end = program.point(Point::End)?;
        let root = program.roots[&rule];
        program.start = program.point(Point::Then(Task::Do(root), end))?;
        Ok(program)
    }

    /// Raises the limit of points, for callers that do not visit all of them.
    pub(super) fn widen(&mut self) {
        self.max_points = MAX_POINTS << 4;
    }

    /// Returns the current number of points.
    pub(super) fn point_count(&self) -> usize {
        self.points.len()
    }

    /// Returns the sets of bytes that are read.
    pub(super) fn sets(&self) -> Vec<ByteSet> {
        let set = |node: &Node| match node {
            Node::Set(set) => Some(*set),
            _ => None,
        };
        self.nodes.iter().filter_map(set).collect()
    }

    /// Returns the alternative, repetition or option that a decision takes, with the rule whose definition
    /// contains it.
    pub(super) fn place(&self, choice: &Choice) -> Option<(RuleId, &'a Element)> {
        self.places.get(&choice.node).copied()
    }

    /// Returns the first step of a point.
    pub(super) fn step(&mut self, at: PointId) -> Result<Step, Stop> {
        if let Some(step) = self.steps[at] {
            return Ok(step);
        }
        let step = match self.points[at] {
            Point::End => Step::End,
            Point::Any => Step::Any,
            Point::Then(task, after) => self.first(task, after)?,
        };
        self.steps[at] = Some(step);
        Ok(step)
    }

    fn first(&mut self, task: Task, after: PointId) -> Result<Step, Stop> {
        match task {
            Task::Do(node) => match self.nodes[node].clone() {
                Node::Set(set) => Ok(Step::Read(set, after)),
                Node::Sequence(items) => {
                    let mut at = after;
                    for &item in items.iter().rev() {
                        at = self.point(Point::Then(Task::Do(item), at))?;
                    }
                    Ok(Step::Goto(at))
                }
                Node::Choice(_) => self.goto(Task::From(node, 0), after),
                Node::Repeat { .. } => self.goto(Task::More(node, 0), after),
                Node::Call(rule) => self.goto(Task::Do(self.roots[&rule]), after),
            },
            Task::From(node, at) => {
                let Node::Choice(items) = &self.nodes[node] else { unreachable!("it is a choice") };
                let (item, is_last) = (items[at], at + 1 == items.len());
                if is_last {
                    return self.goto(Task::Do(item), after);
                }
                let no = self.point(Point::Then(Task::From(node, at + 1), after))?;
                self.choose(Commitment::Alternative, (item, item), after, no)
            }
            Task::More(node, count) => {
                let Node::Repeat { min, max, body } = self.nodes[node] else {
                    unreachable!("it is a repetition")
                };
                if max == Some(count) {
                    return Ok(Step::Goto(after));
                }
                let next = if max.is_none() { (count + 1).min(min) } else { count + 1 };
                // No task follows the last repetition, so a rule that ends with a
                // reference to itself has finitely many points.
                let again = if max == Some(next) {
                    after
                } else {
                    self.point(Point::Then(Task::More(node, next), after))?
                };
                if count < min {
                    return self.goto(Task::Do(body), again);
                }
                self.choose(Commitment::Repetition, (body, node), again, after)
            }
        }
    }

    fn goto(&mut self, task: Task, after: PointId) -> Result<Step, Stop> {
        Ok(Step::Goto(self.point(Point::Then(task, after))?))
    }

    /// Runs an item, which belongs to the element of `node`, and continues after it if it matches.
    fn choose(
        &mut self,
        taken: Commitment,
        (item, node): (NodeId, NodeId),
        after: PointId,
        no: PointId,
    ) -> Result<Step, Stop> {
        let any = self.point(Point::Any)?;
        let test = self.point(Point::Then(Task::Do(item), any))?;
        let yes = self.point(Point::Then(Task::Do(item), after))?;
        Ok(Step::Choose(Choice { test, yes, no, after, taken, node }))
    }

    fn point(&mut self, point: Point) -> Result<PointId, Stop> {
        if let Some(&known) = self.numbers.get(&point) {
            return Ok(known);
        }
        if self.max_points <= self.points.len() {
            return Err(Stop::Infinite);
        }
        let id = self.points.len();
        self.points.push(point);
        self.steps.push(None);
        self.numbers.insert(point, id);
        Ok(id)
    }
}

/// Makes the nodes of one rule.
struct Builder<'a, 'p, 'l> {
    program: &'p mut Program<'a>,
    languages: &'l Languages<'l>,
    rule: RuleId,
    /// The rules that the rule refers to.
    used: Vec<RuleId>,
}

impl<'a> Builder<'a, '_, '_> {
    fn element(&mut self, element: &'a Element) -> Result<NodeId, Stop> {
        let node = match &element.kind {
            Kind::Values(sets) => {
                let expr = Expr::concat(sets.iter().cloned().map(Expr::Set));
                return self.pattern(&self.languages.pattern(&expr));
            }
            Kind::Rule(rule) => {
                self.used.push(*rule);
                Node::Call(*rule)
            }
            Kind::Choice(items) => Node::Choice(self.elements(items)?),
            Kind::Sequence(items) => Node::Sequence(self.elements(items)?),
            Kind::Repeat { min, max, body } => {
                Node::Repeat { min: *min, max: *max, body: self.element(body)? }
            }
            Kind::Prose(_) | Kind::Error => return Err(Stop::Unknown),
        };
        let id = self.add(node)?;
        self.program.places.insert(id, (self.rule, element));
        Ok(id)
    }

    fn elements(&mut self, items: &'a [Element]) -> Result<Vec<NodeId>, Stop> {
        let item = |item| {
            let id = self.element(item)?;
            self.program.places.entry(id).or_insert((self.rule, item));
            Ok(id)
        };
        items.iter().map(item).collect()
    }

    /// Converts a pattern over bytes. No encoded value is a prefix of another, so their order does not
    /// matter.
    fn pattern(&mut self, pattern: &Pattern) -> Result<NodeId, Stop> {
        let all = |builder: &mut Self, items: &[Pattern]| {
            items.iter().map(|item| builder.pattern(item)).collect::<Result<Vec<_>, _>>()
        };
        let node = match pattern {
            Pattern::Set(set) => Node::Set(*set),
            Pattern::Empty => Node::Sequence(Vec::new()),
            Pattern::Concat(items) => Node::Sequence(all(self, items)?),
            Pattern::Alt(items) => Node::Choice(all(self, items)?),
            Pattern::Repeat { .. }
            | Pattern::Within(..)
            | Pattern::Rule(_)
            | Pattern::Prose(_)
            | Pattern::Error => {
                unreachable!("values have no parts")
            }
        };
        self.add(node)
    }

    fn add(&mut self, node: Node) -> Result<NodeId, Stop> {
        if MAX_NODES <= self.program.nodes.len() {
            return Err(Stop::Unknown);
        }
        self.program.nodes.push(node);
        Ok(self.program.nodes.len() - 1)
    }
}
