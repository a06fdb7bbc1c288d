//! The search for a text with given parts.
//!
//! The search is depth-first. It follows the edges of a graph whose parts have values that are not
//! written yet, shorter fillers first, and backtracks at dead ends. The parts that are left depend
//! only on how many values of each field were written, so the search does not visit a dead end
//! again with the same numbers: the number of visits is at most the number of nodes times the
//! product of the numbers of values of all fields. In a graph in which the next part is determined
//! by those before it, the search takes one step for each part. After the first dead end, the
//! search does not visit a node from which it cannot reach a part that is left, so it leaves a list
//! that comes before another one only with all of its values written.

use super::alloc::collections::BTreeSet;
use super::alloc::vec;
use super::alloc::vec::Vec;
use super::graph::{Edge, Graph, Kind, Output, Pass, Record};

/// The greatest number of texts that one search reads back.
const MAX_TEXTS: usize = 512;

/// The greatest number of times that a literal is written for one flag.
const MAX_LITERALS: usize = 3;

/// The dead end at which the most values were written, if there is no text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stuck {
    /// The number of values that were written.
    written: usize,
    /// The first field with a value that was not written, or the field that needs a value more.
    pub(crate) field: usize,
    /// Whether the field has no value and needs one.
    pub(crate) is_absent: bool,
    /// Whether no steps were left.
    pub(crate) is_limit: bool,
}

/// A visit of a node on the path of a search.
struct Visit {
    node: usize,
    /// The number of edges that were tried.
    tried: usize,
    /// The field of the value before the node.
    before: Option<usize>,
    /// The length of the text before that value and its filler.
    length: usize,
    /// Whether some text was complete.
    has_text: bool,
}

/// Appends a text of the record that `accept` accepts. If there is none, the text is as before.
pub(crate) fn search(
    record: &dyn Record,
    out: &mut Output,
    accept: &mut dyn FnMut(&[u8]) -> bool,
) -> Result<(), Stuck> {
    let graph = record.graph();
    let begin = out.text.len();
    let mut written = vec![0_usize; graph.fields.len()];
    // Dead ends, with the number of values of each field that were written before them.
    let mut dead: BTreeSet<(usize, Vec<usize>)> = BTreeSet::new();
    let mut path = vec![Visit { node: 0, tried: 0, before: None, length: begin, has_text: false }];
    let mut furthest: Option<Stuck> = None;
    let mut reached: Vec<Vec<bool>> = Vec::new();
    let mut texts = 0;
    while let Some(visit) = path.last_mut() {
        if out.steps == 0 || texts == MAX_TEXTS {
            break;
        }
        out.steps -= 1;
        let edges = graph.nodes[visit.node];
        let pass = if visit.before.is_some() { out.pass } else { Pass::Shortest };
        let choice = edges.get(visit.tried).and_then(|edge| Some((filler(edge, pass)?, edge.then)));
        let Some((filler, then)) = choice else {
            // No choice is left at this node.
            if reached.is_empty() {
                reached = fields_after(graph);
            }
            furthest = Some(further(furthest, &written, || {
                let field = stuck_at(record, &written, edges, &reached);
                (field, record.graph().fields.get(field).is_some() && record.count(field) == 0)
            }));
            let Visit { node, before, length, has_text, .. } = *visit;
            if !has_text {
                dead.insert((node, written.clone()));
            }
            path.pop();
            if let (Some(field), Some(outer)) = (before, path.last_mut()) {
                written[field] -= 1;
                outer.has_text |= has_text;
            }
            out.text.truncate(length);
            continue;
        };
        visit.tried += 1;
        let length = out.text.len();
        let Some((symbol, node)) = then else {
            if missing(record, &written).is_none() {
                out.text.extend_from_slice(filler);
                if accept(&out.text[begin..]) {
                    return Ok(());
                }
                visit.has_text = true;
                texts += 1;
                out.text.truncate(length);
            }
            continue;
        };
        let (symbol, node) = (usize::from(symbol), usize::from(node));
        let field = usize::from(graph.symbols[symbol]);
        if written[field] >= greatest(record, field, out.pass) {
            continue;
        }
        out.text.extend_from_slice(filler);
        out.spelling = 0;
        let is_spelled = record.spell(symbol, written[field], out).is_ok();
        written[field] += 1;
        let left = reached.get(node).and_then(|reached| unreachable(record, &written, reached));
        if let (true, Some(field)) = (is_spelled, left) {
            furthest = Some(further(furthest, &written, || (field, false)));
        }
        let is_dead = || !dead.is_empty() && dead.contains(&(node, written.clone()));
        if is_spelled && left.is_none() && !is_dead() {
            path.push(Visit { node, tried: 0, before: Some(field), length, has_text: false });
        } else {
            written[field] -= 1;
            out.text.truncate(length);
        }
    }
    out.text.truncate(begin);
    Err(Stuck { is_limit: out.steps == 0, ..furthest.unwrap_or_default() })
}

/// Returns the dead end with more written values: the known one, or this one, with its field, and
/// whether this field is absent.
fn further(
    known: Option<Stuck>,
    written: &[usize],
    field: impl FnOnce() -> (usize, bool),
) -> Stuck {
    let written = written.iter().sum();
    match known {
        Some(known) if written <= known.written => known,
        _ => {
            let (field, is_absent) = field();
            Stuck { written, field, is_absent, is_limit: false }
        }
    }
}

/// Returns the field at fault at a dead end with these edges. If a missing value can only be written
/// after another field, that one needs a value more; otherwise the missing value does not fit. If no
/// value is missing, the text needs one more.
fn stuck_at(
    record: &dyn Record,
    written: &[usize],
    edges: &[Edge<'_>],
    reached: &[Vec<bool>],
) -> usize {
    let graph = record.graph();
    let field_of = |symbol: u16| usize::from(graph.symbols[usize::from(symbol)]);
    let next = || edges.iter().filter_map(|edge| edge.then);
    let Some(missing) = missing(record, written) else {
        return next().next().map_or(written.len(), |(symbol, _)| field_of(symbol));
    };
    if next().any(|(symbol, _)| field_of(symbol) == missing) {
        return missing;
    }
    let before = next().find(|(_, node)| reached[usize::from(*node)][missing]);
    before.map_or(missing, |(symbol, _)| field_of(symbol))
}

/// Returns the filler of an edge after a part, if only one is tried.
pub(crate) fn filler<'e, 'a>(edge: &'e Edge<'a>, pass: Pass) -> Option<&'e &'a [u8]> {
    // Only a filler between two parts keeps them apart.
    let is_apart = pass == Pass::Apart && edge.then.is_some();
    let apart = edge.fillers.iter().find(|it| is_apart && !it.is_empty());
    apart.or(edge.fillers.first())
}

/// The greatest number of times that a field is written.
pub(crate) fn greatest(record: &dyn Record, field: usize, pass: Pass) -> usize {
    let count = record.count(field);
    match record.graph().fields[field].kind {
        Kind::Flag | Kind::Which | Kind::WhichIfAny if pass != Pass::Shortest => {
            count * MAX_LITERALS
        }
        _ => count,
    }
}

/// Returns the first field with a value that must be written and is not.
pub(crate) fn missing(record: &dyn Record, written: &[usize]) -> Option<usize> {
    (0..written.len()).find(|&field| is_missing(record, written, field))
}

/// Returns the first field with a value that must be written, is not, and is not among the fields
/// that are reached.
fn unreachable(record: &dyn Record, written: &[usize], reached: &[bool]) -> Option<usize> {
    (0..written.len()).find(|&field| !reached[field] && is_missing(record, written, field))
}

fn is_missing(record: &dyn Record, written: &[usize], field: usize) -> bool {
    record.graph().fields[field].is_needed && written[field] < record.count(field)
}

/// Returns for each node which fields have a symbol on some path from it.
fn fields_after(graph: &Graph<'_>) -> Vec<Vec<bool>> {
    let mut after = vec![vec![false; graph.fields.len()]; graph.nodes.len()];
    let mut is_complete = false;
    while !is_complete {
        is_complete = true;
        // Most edges lead to a node with a greater number.
        for node in (0..graph.nodes.len()).rev() {
            for (symbol, next) in graph.nodes[node].iter().filter_map(|edge| edge.then) {
                let mut fields = after[usize::from(next)].clone();
                fields[usize::from(graph.symbols[usize::from(symbol)])] = true;
                for (known, field) in after[node].iter_mut().zip(fields) {
                    is_complete &= *known || !field;
                    *known |= field;
                }
            }
        }
    }
    after
}
