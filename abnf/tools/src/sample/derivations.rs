//! The expressions of all rules that one rule uses, as a graph, and the shortest derivations in it.
//!
//! A rule is the node of its definition, so all its uses lead to one node. The minimum lengths of the
//! nodes are the least fixed point of sums and minima (Knuth, "A generalization of Dijkstra's
//! algorithm", 1977). A shortest text through a node is a shortest path from the root (Dijkstra), where
//! the cost of an edge is the additional length of its siblings.

use abnfc::grammar::filter::Filter;
use abnfc::grammar::{Encoding, Expr, Resolved, RuleId, ValueSet};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

pub(crate) type NodeId = usize;

#[derive(Debug)]
pub(crate) enum Node {
    Set(ValueSet),
    /// A concatenation; without items, the empty text.
    Concat(Vec<NodeId>),
    /// A choice; without items, the empty language.
    Alt(Vec<NodeId>),
    Repeat {
        min: u32,
        max: Option<u32>,
        body: NodeId,
    },
}

impl Node {
    fn children(&self) -> &[NodeId] {
        match self {
            Self::Set(_) => &[],
            Self::Concat(items) | Self::Alt(items) => items,
            Self::Repeat { body, .. } => std::slice::from_ref(body),
        }
    }
}

/// See [`Derivations::parents`].
pub(crate) type Parents = BTreeMap<NodeId, (u64, Option<(NodeId, usize)>)>;

/// The graph of a rule; see the head comment.
#[derive(Debug)]
pub(crate) struct Derivations {
    pub(crate) nodes: Vec<Node>,
    pub(crate) encoding: Encoding,
    root: NodeId,
    rules: BTreeMap<RuleId, NodeId>,
    /// The filters of restricted rules, by their nodes. Everything else here ignores them.
    filters: BTreeMap<NodeId, Arc<Filter>>,
    /// The length in bytes of a shortest text of each node, if it has any text.
    least: Vec<Option<u64>>,
    /// A number for each node with a text, greater than those of the nodes in a shortest derivation.
    ranks: Vec<usize>,
}

impl Derivations {
    pub(crate) fn new(grammar: &Resolved, rule: RuleId) -> Self {
        let mut builder = Builder { nodes: Vec::new(), rules: BTreeMap::new(), open: Vec::new() };
        let root = builder.rule(rule);
        while let Some((rule, at)) = builder.open.pop() {
            builder.fill(at, &grammar[rule].expr);
        }
        let Builder { nodes, rules, .. } = builder;
        let filter =
            |(&rule, &node): (&RuleId, &NodeId)| Some((node, grammar[rule].filter.clone()?));
        let filters = rules.iter().filter_map(filter).collect();
        let (least, ranks) = least(&nodes, grammar.encoding);
        Self { nodes, encoding: grammar.encoding, root, rules, filters, least, ranks }
    }

    /// The rules in the graph and their nodes, in the order of the grammar.
    pub(crate) fn rules(&self) -> impl Iterator<Item = (RuleId, NodeId)> {
        self.rules.iter().map(|(&rule, &node)| (rule, node))
    }

    /// The filter of a node that is a restricted rule.
    pub(crate) fn filter(&self, node: NodeId) -> Option<&Filter> {
        self.filters.get(&node).map(AsRef::as_ref)
    }

    pub(crate) fn root(&self) -> NodeId {
        self.root
    }

    /// The bytes of a shortest text of a node, if it has any text.
    pub(crate) fn least(&self, node: NodeId) -> Option<u64> {
        self.least[node]
    }

    /// The alternative with a shortest text. Taking it never leads back to the same choice.
    pub(crate) fn shortest(&self, alternatives: &[NodeId]) -> Option<NodeId> {
        let possible = alternatives.iter().copied().filter(|&it| self.least[it].is_some());
        possible.min_by_key(|&it| self.ranks[it])
    }

    /// Adds a shortest text of a node, with the given value of each set.
    pub(crate) fn write_shortest(
        &self,
        node: NodeId,
        value: impl Fn(&ValueSet) -> u32,
        text: &mut Vec<u8>,
    ) {
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            if self.least[node].is_none_or(|least| least == 0) {
                continue;
            }
            match &self.nodes[node] {
                Node::Set(set) => bytes_of(value(set), self.encoding, text),
                Node::Concat(items) => stack.extend(items.iter().rev()),
                Node::Alt(items) => stack.extend(self.shortest(items)),
                Node::Repeat { min, body, .. } => stack.extend((0..*min).map(|_| *body)),
            }
        }
    }

    /// For each node in a text of the root, returns the length of a shortest text with the node, and the parent of
    /// the node in it with the index of the child.
    pub(crate) fn parents(&self) -> Parents {
        let mut parents = BTreeMap::new();
        let first = self.least[self.root].map(|least| Reverse((least, self.root, None)));
        let mut heap: BinaryHeap<_> = first.into_iter().collect();
        while let Some(Reverse((length, node, above))) = heap.pop() {
            if parents.contains_key(&node) {
                continue;
            }
            parents.insert(node, (length, above));
            for (place, &child) in self.nodes[node].children().iter().enumerate() {
                if let Some(more) = self.more(node, place) {
                    heap.push(Reverse((length.saturating_add(more), child, Some((node, place)))));
                }
            }
        }
        parents
    }

    /// Returns the increase of the minimum length of a node if its text must use the child at this index.
    fn more(&self, node: NodeId, place: usize) -> Option<u64> {
        let own = self.least[node]?;
        let of_child = self.least[self.nodes[node].children()[place]]?;
        Some(match &self.nodes[node] {
            Node::Alt(_) => of_child - own,
            Node::Repeat { min: 0, .. } => of_child,
            Node::Set(_) | Node::Concat(_) | Node::Repeat { .. } => 0,
        })
    }
}

/// Returns the nodes above a node in a shortest text with it, from the root on, each with the index of
/// the next one.
pub(crate) fn way(parents: &Parents, node: NodeId) -> Vec<(NodeId, usize)> {
    let mut way = Vec::new();
    let mut above = parents[&node].1;
    while let Some((node, place)) = above {
        way.push((node, place));
        above = parents[&node].1;
    }
    way.reverse();
    way
}

struct Builder {
    nodes: Vec<Node>,
    rules: BTreeMap<RuleId, NodeId>,
    /// Rules whose nodes have no definition yet.
    open: Vec<(RuleId, NodeId)>,
}

impl Builder {
    fn push(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn rule(&mut self, rule: RuleId) -> NodeId {
        if let Some(&known) = self.rules.get(&rule) {
            return known;
        }
        let node = self.push(Node::Alt(Vec::new()));
        self.rules.insert(rule, node);
        self.open.push((rule, node));
        node
    }

    /// Adds an expression. The recursion is as deep as groups are nested.
    fn expr(&mut self, expr: &Expr<RuleId>) -> NodeId {
        if let Expr::Rule(rule) = expr {
            return self.rule(*rule);
        }
        let node = self.push(Node::Alt(Vec::new()));
        self.fill(node, expr);
        node
    }

    fn fill(&mut self, at: NodeId, expr: &Expr<RuleId>) {
        self.nodes[at] = match expr {
            Expr::Empty => Node::Concat(Vec::new()),
            Expr::Set(set) => Node::Set(set.clone()),
            Expr::Rule(rule) => Node::Concat(vec![self.rule(*rule)]),
            Expr::Concat(items) => Node::Concat(items.iter().map(|it| self.expr(it)).collect()),
            Expr::Alt(items) => Node::Alt(items.iter().map(|it| self.expr(it)).collect()),
            Expr::Repeat { min, max, body } => {
                Node::Repeat { min: *min, max: *max, body: self.expr(body) }
            }
            // A rule that needs one of these has no automaton.
            Expr::Prose(_) | Expr::Error => Node::Alt(Vec::new()),
        };
    }
}

/// Returns the most legible value of a set: a lower-case letter, a digit, a capital, other printable
/// ASCII.
pub(crate) fn plainest(set: &ValueSet) -> u32 {
    let kinds = [(0x61, 0x7A), (0x30, 0x39), (0x41, 0x5A), (0x21, 0x7E), (0, u32::MAX)];
    let within = |(low, high): (u32, u32)| {
        let mut ranges = set.ranges().iter();
        ranges.find_map(|&(from, to)| Some(from.max(low)).filter(|&it| it <= to.min(high)))
    };
    kinds.into_iter().find_map(within).unwrap_or(0)
}

/// Returns the bytes of a value.
pub(crate) fn bytes_of(value: u32, encoding: Encoding, text: &mut Vec<u8>) {
    match (encoding, char::from_u32(value), u8::try_from(value)) {
        (Encoding::Utf8, Some(c), _) => text.extend(c.encode_utf8(&mut [0; 4]).bytes()),
        (Encoding::Octets, _, Ok(byte)) => text.push(byte),
        // Grammars do not contain other values.
        _ => (),
    }
}

/// Returns the minimum length of each node, and its rank in the order in which they are found.
fn least(nodes: &[Node], encoding: Encoding) -> (Vec<Option<u64>>, Vec<usize>) {
    let mut ranks = vec![0; nodes.len()];
    let mut rank = 0;
    let mut least: Vec<Option<u64>> = vec![None; nodes.len()];
    // For each concatenation, the number of missing items, and the sum of the others.
    let mut sums: Vec<(usize, u64)> = nodes.iter().map(|node| (node.children().len(), 0)).collect();
    let mut parents: Vec<Vec<NodeId>> = vec![Vec::new(); nodes.len()];
    let mut heap = BinaryHeap::new();
    for (id, node) in nodes.iter().enumerate() {
        node.children().iter().for_each(|&child| parents[child].push(id));
        match node {
            Node::Set(set) => {
                let mut bytes = Vec::new();
                let first = set.ranges().first().map_or(0, |range| range.0);
                bytes_of(first, encoding, &mut bytes);
                heap.push(Reverse((bytes.len() as u64, id)));
            }
            Node::Concat(items) if items.is_empty() => heap.push(Reverse((0, id))),
            Node::Repeat { min: 0, .. } => heap.push(Reverse((0, id))),
            Node::Concat(_) | Node::Alt(_) | Node::Repeat { .. } => (),
        }
    }
    while let Some(Reverse((length, id))) = heap.pop() {
        if least[id].is_some() {
            continue;
        }
        least[id] = Some(length);
        rank += 1;
        ranks[id] = rank;
        for &parent in &parents[id] {
            match &nodes[parent] {
                Node::Set(_) => (),
                Node::Alt(_) => heap.push(Reverse((length, parent))),
                Node::Repeat { min, .. } => {
                    heap.push(Reverse((length.saturating_mul(u64::from(*min)), parent)));
                }
                Node::Concat(_) => {
                    let (missing, sum) = &mut sums[parent];
                    *missing -= 1;
                    *sum = sum.saturating_add(length);
                    if *missing == 0 {
                        heap.push(Reverse((*sum, parent)));
                    }
                }
            }
        }
    }
    (least, ranks)
}
