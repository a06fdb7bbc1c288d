//! The search for a text with given parts.
//!
//! A search in depth follows the edges of a graph whose parts the data still has, shorter fillers
//! first, and takes back what leads nowhere. What was written determines which parts are left, so a
//! node that led nowhere is not visited again with as much of each field: there are at most as many
//! visits as nodes times the numbers of values of all fields, multiplied. In a graph in which the
//! next part is determined by those before it, the search takes one step for each part.

use super::alloc::collections::BTreeSet;
use super::alloc::vec;
use super::alloc::vec::Vec;
use super::writing::{Edge, Kind, Output, Pass, Record, Then};

/// The greatest number of texts that one search reads back.
const MAX_TEXTS: usize = 64;

/// The greatest number of times that a literal is written for one flag.
const MAX_LITERALS: usize = 3;

/// Where a search ended without a text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stuck {
    /// The number of values that were written.
    written: usize,
    /// The first field with a value that was not.
    pub(crate) field: usize,
    /// Whether no steps were left.
    pub(crate) is_limit: bool,
}

/// A node on the path of a search.
struct Place {
    node: usize,
    /// The number of choices that were tried, each a filler of an edge.
    tried: usize,
    /// The field of the value before the node.
    before: Option<usize>,
    /// The length of the text before that value and its filler.
    length: usize,
    /// Whether some text was complete.
    has_text: bool,
}

/// Appends a text of the record that `accept` accepts. If there is none, the text is as before.
pub(crate) fn search<R: Record>(
    record: &R,
    out: &mut Output,
    accept: &mut dyn FnMut(&[u8]) -> bool,
) -> Result<(), Stuck> {
    let graph = record.graph();
    let begin = out.text.len();
    let mut written = vec![0_usize; graph.fields.len()];
    // Nodes that lead nowhere, with what was written before them.
    let mut dead: BTreeSet<(usize, Vec<usize>)> = BTreeSet::new();
    let mut path = vec![Place { node: 0, tried: 0, before: None, length: begin, has_text: false }];
    let mut furthest: Option<Stuck> = None;
    let mut texts = 0;
    while let Some(place) = path.last_mut() {
        if out.steps == 0 || texts == MAX_TEXTS {
            break;
        }
        out.steps -= 1;
        let edges = graph.nodes[place.node];
        let Some((filler, then)) = choice(edges, place, out.pass) else {
            // Nothing else can follow.
            let count = written.iter().sum();
            if furthest.is_none_or(|it| it.written < count) {
                let field = missing(record, &written).unwrap_or(written.len());
                furthest = Some(Stuck { written: count, field, is_limit: false });
            }
            let Place { node, before, length, has_text, .. } = *place;
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
        place.tried += 1;
        let length = out.text.len();
        let Some((symbol, node)) = then else {
            if missing(record, &written).is_none() {
                out.text.extend_from_slice(filler);
                if accept(&out.text[begin..]) {
                    return Ok(());
                }
                place.has_text = true;
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
        let is_spelled = record.spell(symbol, written[field], out).is_ok();
        written[field] += 1;
        if is_spelled && (dead.is_empty() || !dead.contains(&(node, written.clone()))) {
            path.push(Place { node, tried: 0, before: Some(field), length, has_text: false });
        } else {
            written[field] -= 1;
            out.text.truncate(length);
        }
    }
    out.text.truncate(begin);
    Err(Stuck { is_limit: out.steps == 0, ..furthest.unwrap_or_default() })
}

/// Returns the next choice at a node: a filler, and what follows it.
fn choice<'a>(edges: &[Edge<'a>], place: &Place, pass: Pass) -> Option<(&'a [u8], Then)> {
    // No edge has more than two fillers.
    let index = place.tried;
    let edge = match pass {
        Pass::Shortest | Pass::Apart => edges.get(index)?,
        Pass::All | Pass::Explain => edges.get(index / 2)?,
    };
    let filler = match pass {
        Pass::Shortest => edge.fillers.first(),
        // Only what is between two parts keeps them apart.
        Pass::Apart if place.before.is_none() || edge.then.is_none() => edge.fillers.first(),
        Pass::Apart => edge.fillers.last(),
        Pass::All | Pass::Explain => edge.fillers.get(index % 2).or(edge.fillers.last()),
    };
    Some((filler?, edge.then))
}

/// The greatest number of times that a field is written.
fn greatest<R: Record>(record: &R, field: usize, pass: Pass) -> usize {
    let count = record.count(field);
    match record.graph().fields[field].kind {
        Kind::Flag | Kind::Which | Kind::WhichIfAny if pass != Pass::Shortest => {
            count * MAX_LITERALS
        }
        _ => count,
    }
}

/// Returns the first field with a value that must be written and is not.
fn missing<R: Record>(record: &R, written: &[usize]) -> Option<usize> {
    let fields = record.graph().fields;
    let is_missing =
        |&field: &usize| fields[field].is_needed && written[field] < record.count(field);
    (0..fields.len()).find(is_missing)
}
