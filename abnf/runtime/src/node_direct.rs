//! The direct way from the data of recursive rules to text, as [`super::direct`], on a stack of its own
//! instead of the call stack. The texts of the data inside of other data are appended in place.

use super::alloc::vec;
use super::alloc::vec::Vec;
use super::graph::{Inside, Output, Pass};
use super::nests::NodeRecord;
use super::node_data::MAX_LEVELS;
use super::search::{filler, missing};

/// The number of steps of a search for each value, beyond those of any search.
pub(crate) const STEPS_FOR_VALUE: usize = 64;

/// Data whose text has begun.
struct Level<R> {
    record: R,
    /// The node of its graph after the text so far.
    node: usize,
    /// The number of fields of the data around.
    before: usize,
}

/// Returns the text of some data on the direct way with one filler of each edge, if it is no dead end
/// and the data is not too deep.
pub(crate) fn text<R: NodeRecord>(record: R, pass: Pass) -> Option<Vec<u8>> {
    let mut out = Output::new(pass);
    let mut around: Vec<Level<R>> = Vec::new();
    // The number of values that were written, for the fields of all levels.
    let mut written = vec![0; record.graph().fields.len()];
    let mut level = Level { record, node: 0, before: 0 };
    loop {
        let of_level = &mut written[level.before..];
        if let Some(record) = advance(&mut level, of_level, &mut out).ok()? {
            let before = written.len();
            written.resize(before + record.graph().fields.len(), 0);
            around.push(core::mem::replace(&mut level, Level { record, node: 0, before }));
            if around.len() == MAX_LEVELS {
                return None;
            }
        } else {
            written.truncate(level.before);
            match around.pop() {
                Some(outer) => level = outer,
                None => return Some(out.text),
            }
        }
    }
}

/// No edge can be taken, or no steps are left.
struct DeadEnd;

/// Writes up to the next data of a recursive rule, which is returned, or to the end.
fn advance<R: NodeRecord>(
    level: &mut Level<R>,
    written: &mut [usize],
    out: &mut Output,
) -> Result<Option<R>, DeadEnd> {
    let Level { record, node, .. } = level;
    let graph = record.graph();
    'nodes: loop {
        // The field of the last choice, and the alternative that its next value is.
        let mut asked = None;
        for edge in graph.nodes[*node] {
            out.steps = out.steps.checked_sub(1).ok_or(DeadEnd)?;
            let then = edge.then.map(|(symbol, next)| (usize::from(symbol), usize::from(next)));
            let Some((symbol, next)) = then else {
                if missing(record, written).is_none() {
                    out.text.extend_from_slice(edge.fillers.first().ok_or(DeadEnd)?);
                    return Ok(None);
                }
                continue;
            };
            let field = usize::from(graph.symbols[symbol]);
            let index = written[field];
            if let Some(Some(alternative)) = graph.alternatives.get(symbol) {
                let known = asked.filter(|(of, _)| *of == field).map(|(_, is)| is);
                let is = known.unwrap_or_else(|| record.alternative(field, index));
                asked = Some((field, is));
                if is.is_some_and(|it| it != *alternative) {
                    continue;
                }
            }
            if index >= record.count(field) {
                continue;
            }
            let length = out.text.len();
            let is_begun = *node > 0 || written.iter().any(|count| *count > 0);
            let filler = if is_begun { filler(edge, out.pass) } else { edge.fillers.first() };
            out.text.extend_from_slice(filler.ok_or(DeadEnd)?);
            out.spelling = 0;
            if record.spell(symbol, index, out).is_ok() {
                // Each step writes one more value, so the walk ends.
                written[field] += 1;
                *node = next;
                out.steps = out.steps.saturating_add(STEPS_FOR_VALUE);
                if let Inside::Next(is_next @ true) = &mut out.inside {
                    *is_next = false;
                    return record.inside(field, index).map(Some).ok_or(DeadEnd);
                }
                continue 'nodes;
            }
            out.text.truncate(length);
        }
        return Err(DeadEnd);
    }
}
