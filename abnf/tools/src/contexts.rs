//! Texts of a rule around texts of its parts: a short text of the whole rule that contains a given text
//! of a part.
//!
//! A search through all texts finds only short witnesses. If two rules differ in a part, a text of the
//! part that only one grammar has, in the shortest text around it, is usually a witness of the
//! difference of the whole. The caller has to check it: the other grammar may derive it in another
//! way.

use crate::sample::derivations::{Derivations, Node, NodeId, Parents, plainest, way};
use abnfc::grammar::{Resolved, RuleId};

/// Longer texts are not made.
const MAX_BYTES: u64 = 1024;

/// A part of a rule: a rule that it uses, directly or indirectly.
pub(crate) struct Part {
    pub(crate) rule: RuleId,
    node: NodeId,
    /// The length of a shortest text of the whole with the part.
    length: u64,
}

/// The derivations of a rule.
pub(crate) struct Contexts {
    derivations: Derivations,
    parents: Parents,
}

impl Contexts {
    pub(crate) fn new(grammar: &Resolved, rule: RuleId) -> Self {
        let derivations = Derivations::new(grammar, rule);
        let parents = derivations.parents();
        Self { derivations, parents }
    }

    /// Returns the parts that some text has, those with the shortest texts first.
    pub(crate) fn parts(&self) -> Vec<Part> {
        let part = |(rule, node)| Some(Part { rule, node, length: self.parents.get(&node)?.0 });
        let mut parts: Vec<Part> = self.derivations.rules().filter_map(part).collect();
        parts.retain(|part| part.node != self.derivations.root());
        parts.sort_by_key(|part| part.length);
        parts
    }

    /// Returns a text of the whole with this text of a part. `None` if it would be long.
    pub(crate) fn around(&self, part: &Part, text: &[u8]) -> Option<Vec<u8>> {
        if MAX_BYTES < part.length.saturating_add(text.len() as u64) {
            return None;
        }
        let mut before = Vec::new();
        // The nodes after the part, the last one first.
        let mut after = Vec::new();
        for (node, place) in way(&self.parents, part.node) {
            match &self.derivations.nodes[node] {
                Node::Concat(items) => {
                    for &item in &items[..place] {
                        self.derivations.write_shortest(item, plainest, &mut before);
                    }
                    after.extend(items[place + 1..].iter().rev());
                }
                Node::Repeat { min, body, .. } if 0 < self.least(*body) => {
                    after.extend((1..*min).map(|_| *body));
                }
                Node::Set(_) | Node::Alt(_) | Node::Repeat { .. } => (),
            }
        }
        before.extend(text);
        for &node in after.iter().rev() {
            self.derivations.write_shortest(node, plainest, &mut before);
        }
        Some(before)
    }

    fn least(&self, node: NodeId) -> u64 {
        self.derivations.least(node).unwrap_or(0)
    }
}
