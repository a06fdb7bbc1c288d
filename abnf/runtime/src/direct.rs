//! The direct way from data to text: at each node of the graph, the first edge that can be taken,
//! and never back.
//!
//! Data whose next part is determined by the parts before it, which is most data, is written in this
//! way, without memory for anything but the text. The search of [`super::search`] takes the same
//! edges first, so its text is the same; where this way is a dead end, the search finds others.

use super::alloc::vec::Vec;
use super::graph::{Output, Pass, Record};
use super::rule::{Rule, Unit};
use super::search::missing;

/// The greatest number of fields of a record that is written directly.
const MAX_FIELDS: usize = 24;

/// The capacity of a new text, in bytes.
const CAPACITY: usize = 64;

/// Returns the text of a record on the direct way, if it is no dead end. The caller reads it back, unless the
/// compiler has proved that this is not necessary.
#[inline]
pub fn text<R: Record>(record: &R) -> Option<Vec<u8>> {
    let mut out = Output { text: Vec::with_capacity(CAPACITY), ..Output::new(Pass::Shortest) };
    write(record, &mut out).then_some(out.text)
}

/// Appends the text of a record on the direct way. Returns whether it is complete; if not, the text
/// is as before.
#[inline]
pub(crate) fn write<R: Record>(record: &R, out: &mut Output) -> bool {
    match record.straight(out) {
        Some(is_complete) => is_complete,
        None => walk(record, out),
    }
}

/// As [`write()`], for a graph that is no code.
pub(crate) fn walk(record: &dyn Record, out: &mut Output) -> bool {
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

/// [`write()`] as code, for a graph whose edges do not lead back to earlier nodes:
/// for each node the edges in order, and then the kinds and names of the fields.
macro_rules! straight {
    ([] $($graph:tt)*) => {};
    (
        [straight]
        $([$(($filler:literal $($others:literal)* $(=> $symbol:literal $next:literal)?))*])+;
        $($kind:ident $field:tt $($inner:ident)?;)+
    ) => {
        #[allow(unused_assignments, reason = "the last node is not counted")]
        #[inline]
        fn straight(
            &self,
            out: &mut runtime::graph::Output,
        ) -> ::core::option::Option<bool> {
            let needed = [$(runtime::records::is_needed!($($inner)?)),+];
            let counts = [$(runtime::records::count!($kind runtime::records::field!(self $field))),+];
            let mut written = counts.map(|_| 0_usize);
            let begin = out.text.len();
            let (mut node, mut here) = (0_u16, 0_u16);
            $(
                while node == here {
                    $(runtime::direct::edge! {
                        self, $filler, ($($symbol $next)?), needed, counts, written, node, out
                    })*
                    out.text.truncate(begin);
                    return ::core::option::Option::Some(false);
                }
                here += 1;
            )+
            ::core::option::Option::Some(false)
        }
    };
}
pub(crate) use straight;

/// Takes an edge, if its part has a value that is not written yet, or ends the text.
macro_rules! edge {
    (
        $self:ident, $filler:literal, (),
        $needed:ident, $counts:ident, $written:ident, $node:ident, $out:ident
    ) => {
        if $needed
            .iter()
            .zip(&$counts)
            .zip(&$written)
            .all(|((needed, count), it)| !needed || count <= it)
        {
            $out.text.extend_from_slice($filler);
            return ::core::option::Option::Some(true);
        }
    };
    (
        $self:ident, $filler:literal, ($symbol:literal $next:literal),
        $needed:ident, $counts:ident, $written:ident, $node:ident, $out:ident
    ) => {
        let field = usize::from(runtime::graph::Record::graph($self).symbols[$symbol]);
        if $written[field] < $counts[field] {
            let length = $out.text.len();
            $out.text.extend_from_slice($filler);
            $out.spelling = 0;
            if runtime::graph::Record::spell($self, $symbol, $written[field], $out).is_ok() {
                $written[field] += 1;
                $node = $next;
                continue;
            }
            $out.text.truncate(length);
        }
    };
}
pub(crate) use edge;

/// Returns a text as the owned type of its unit. `None` if it is not UTF-8 and must be.
pub(crate) fn owned<R: Rule>(text: Vec<u8>) -> Option<<R::Unit as Unit>::Owned>
where
    <R::Unit as Unit>::Owned: TryFrom<Vec<u8>>,
{
    text.try_into().ok()
}
