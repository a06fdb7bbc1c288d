//! The direct way from data to text: at each node of the graph, the first edge that can be taken,
//! and never back.
//!
//! Data whose next part is determined by the parts before it, which is most data, is written in this
//! way, without memory for anything but the text. The search of [`super::search`] takes the same
//! edges first, so its text is the same; where this way is a dead end, the search finds others.

use super::alloc::vec::Vec;
use super::graph::{Output, Pass, Record};
use super::search::missing;
use core::fmt::Debug;

/// The greatest number of fields of a record that is written directly.
const MAX_FIELDS: usize = 24;

/// The capacity of a new text, in bytes.
const CAPACITY: usize = 64;

/// Returns the text of a record on the direct way, if it is no dead end. The caller reads it back.
pub(crate) fn text(record: &dyn Record) -> Option<Vec<u8>> {
    let mut out = Output::new(Pass::Shortest);
    out.text.reserve(CAPACITY);
    write(record, &mut out).then_some(out.text)
}

/// Appends the text of a record on the direct way. Returns whether it is complete; if not, the text
/// is as before.
pub(crate) fn write(record: &dyn Record, out: &mut Output) -> bool {
    let graph = record.graph();
    let mut written = [0; MAX_FIELDS];
    let Some(written) = written.get_mut(..graph.fields.len()) else { return false };
    let begin = out.text.len();
    let mut node = 0;
    'nodes: loop {
        for edge in graph.nodes[node] {
            if out.steps == 0 {
                break;
            }
            out.steps -= 1;
            let Some(filler) = edge.fillers.first() else { continue };
            let Some((symbol, next)) = edge.then else {
                if missing(record, written).is_none() {
                    out.text.extend_from_slice(filler);
                    return true;
                }
                continue;
            };
            let field = usize::from(graph.symbols[usize::from(symbol)]);
            if written[field] >= record.count(field) {
                continue;
            }
            let length = out.text.len();
            out.text.extend_from_slice(filler);
            out.spelling = 0;
            // Each step writes one more value, so the walk ends.
            if record.spell(usize::from(symbol), written[field], out).is_ok() {
                written[field] += 1;
                node = usize::from(next);
                continue 'nodes;
            }
            out.text.truncate(length);
        }
        out.text.truncate(begin);
        return false;
    }
}

/// Returns a text as the owned type of its unit.
pub(crate) fn owned<T: TryFrom<Vec<u8>, Error: Debug>>(text: Vec<u8>) -> T {
    text.try_into().expect("text that matches is UTF-8")
}
