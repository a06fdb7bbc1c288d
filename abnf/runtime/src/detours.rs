//! The search for a text with given parts among all spellings and fillers, near ones first.
//!
//! Where the preferred text between two parts, or the preferred spelling of one, would be read as
//! something else, another one may not: `Aa` instead of `aa`, `1.50` instead of `1.5`, `--` instead of
//! `-`. At each place of the graph, fillers are numbered, and so are the spellings of the part after
//! them; number 0 is the preferred one. A number costs as much as it has binary digits, and the
//! search tries all texts that cost 0, then all that cost 1, and so on, so that a text with a detour
//! near its beginning costs no more than one near its end (Harvey and Ginsberg, "Limited discrepancy
//! search", 1995). Otherwise, the search is that of [`super::search`].
//!
//! The fillers of an edge are those of the graph, then those whose letters are in the other case, and
//! then [others](super::fillers), which the automaton of the rule allows and which cost [`OF_OTHERS`] more.
//!
//! The search ends without a text if none costs at most [`MAX_COST`], or after [`MAX_WORK`] steps. To
//! read back a text takes one step for each byte, and [`READING`] more.

use super::alloc::collections::{BTreeMap, BTreeSet};
use super::alloc::rc::Rc;
use super::alloc::vec;
use super::alloc::vec::Vec;
use super::fillers::{alphabet, other_fillers, read};
use super::graph::{Automaton, Edge, Graph, Output, Record, Then};
use super::search::{greatest, missing};
use super::spellings::other_cases;

/// The greatest cost of a text.
const MAX_COST: usize = 12;

/// What a filler that is not in the graph costs beyond its number.
const OF_OTHERS: usize = 2;

/// The greatest number of steps of one search, with those inside.
pub(crate) const MAX_WORK: usize = 1 << 20;

/// The steps that it takes to read back a text, beside those for its bytes.
const READING: usize = 32;

/// A search inside of another one takes at most this part of the steps that are left.
const SHARE: usize = 8;

/// No text was accepted.
pub(crate) struct NoText;

/// Appends a text of the record that `accept` accepts. If there is none, the text is as before.
pub(crate) fn search(
    record: &dyn Record,
    out: &mut Output,
    accept: &mut dyn FnMut(&[u8]) -> bool,
) -> Result<(), NoText> {
    let graph = record.graph();
    let automaton = record.automaton();
    let bytes = alphabet(graph);
    let (others, spelled) = (BTreeMap::new(), BTreeMap::new());
    let mut search = Search { record, graph, automaton, bytes, others, spelled };
    for cost in 0..=MAX_COST {
        match search.with_cost(cost, out, accept) {
            Found::Text => return Ok(()),
            Found::All => break,
            Found::Dearer if out.steps == 0 => break,
            Found::Dearer => {}
        }
    }
    Err(NoText)
}

/// As [`search()`], with a part of the steps that are left, for data inside of other data.
pub(crate) fn search_inside(
    record: &dyn Record,
    out: &mut Output,
    accept: &mut dyn FnMut(&[u8]) -> bool,
) -> Result<(), NoText> {
    let spare = out.steps - out.steps / SHARE;
    out.steps -= spare;
    let found = search(record, out, accept);
    out.steps += spare;
    found
}

/// The result of a search for texts of one cost.
enum Found {
    /// A text was accepted.
    Text,
    /// No text was accepted, and none costs more.
    All,
    /// No text was accepted, or no steps were left.
    Dearer,
}

/// A filler of an edge.
struct Filler {
    text: Rc<[u8]>,
    then: Then,
    cost: usize,
}

/// A visit of a node on the path of a search.
struct Visit {
    node: usize,
    /// The state of the automaton of the rule.
    state: usize,
    /// What further choices may cost.
    left: usize,
    /// The fillers of the edges.
    fillers: Vec<Filler>,
    /// The filler and the spelling to try next.
    next: (usize, usize),
    /// The field of the value before the node.
    before: Option<usize>,
    /// The length of the text before that value and its filler.
    length: usize,
    /// Whether some text was complete, or would have been dearer.
    has_text: bool,
}

struct Search<'a> {
    record: &'a dyn Record,
    graph: &'a Graph<'a>,
    automaton: Option<&'a dyn Automaton>,
    bytes: Vec<u8>,
    /// Fillers that are not in the graph, by the state before them.
    others: BTreeMap<usize, Rc<[Rc<[u8]>]>>,
    /// The texts of the values that were spelled, by the symbol, the index of the value and the number of
    /// the spelling.
    spelled: BTreeMap<[usize; 3], Option<Rc<[u8]>>>,
}

impl Search<'_> {
    fn with_cost(
        &mut self,
        cost: usize,
        out: &mut Output,
        accept: &mut dyn FnMut(&[u8]) -> bool,
    ) -> Found {
        let record = self.record;
        let begin = out.text.len();
        let mut written = vec![0_usize; self.graph.fields.len()];
        let mut dead: BTreeSet<(usize, usize, usize, Vec<usize>)> = BTreeSet::new();
        let start = self.automaton.map_or(0, Automaton::start);
        let mut is_cut = false;
        let visit = |search: &mut Self, [node, state, left]: [usize; 3], before, length| {
            let fillers = search.fillers(node, state, left);
            Visit { node, state, left, fillers, next: (0, 0), before, length, has_text: false }
        };
        let mut path = vec![visit(self, [0, start, cost], None, begin)];
        while let Some(at) = path.last_mut() {
            if out.steps == 0 {
                out.text.truncate(begin);
                return Found::Dearer;
            }
            out.steps -= 1;
            let Some(filler) = at.fillers.get(at.next.0) else {
                let Some(Visit { node, state, left, before, length, has_text, .. }) = path.pop()
                else {
                    break;
                };
                if !has_text {
                    dead.insert((node, state, left, written.clone()));
                }
                if let (Some(field), Some(outer)) = (before, path.last_mut()) {
                    written[field] -= 1;
                    outer.has_text |= has_text;
                }
                out.text.truncate(length);
                continue;
            };
            let length = out.text.len();
            let spelling = at.next.1;
            let price = filler.cost + price(spelling);
            if at.left < price {
                is_cut = true;
                at.has_text = true;
                at.next = (at.next.0 + 1, 0);
                continue;
            }
            let left = at.left - price;
            out.text.extend_from_slice(&filler.text);
            let Some((symbol, node)) = filler.then else {
                at.next = (at.next.0 + 1, 0);
                let is_text = read(self.automaton, at.state, &out.text[length..])
                    .is_some_and(|end| self.automaton.is_none_or(|it| it.is_end(end)));
                if is_text && missing(record, &written).is_none() {
                    at.has_text = true;
                    if left == 0 {
                        let read_back = READING + out.text.len() - begin;
                        out.steps = out.steps.saturating_sub(read_back);
                        if accept(&out.text[begin..]) {
                            return Found::Text;
                        }
                    }
                }
                out.text.truncate(length);
                continue;
            };
            let (symbol, node) = (usize::from(symbol), usize::from(node));
            let field = usize::from(self.graph.symbols[symbol]);
            let state = read(self.automaton, at.state, &out.text[length..]);
            let before = out.text.len();
            let is_spelled = written[field] < greatest(record, field, out.pass)
                && state.is_some()
                && self.spell([symbol, written[field], spelling], out);
            at.next = if is_spelled { (at.next.0, spelling + 1) } else { (at.next.0 + 1, 0) };
            let state = state
                .filter(|_| is_spelled)
                .and_then(|state| read(self.automaton, state, &out.text[before..]));
            let Some(state) = state else {
                out.text.truncate(length);
                continue;
            };
            written[field] += 1;
            if dead.contains(&(node, state, left, written.clone())) {
                written[field] -= 1;
                out.text.truncate(length);
                continue;
            }
            let next = visit(self, [node, state, left], Some(field), length);
            path.push(next);
        }
        out.text.truncate(begin);
        if is_cut { Found::Dearer } else { Found::All }
    }

    /// Returns the fillers of the edges of a node, with those that are too dear up to the first one.
    fn fillers(&mut self, node: usize, state: usize, left: usize) -> Vec<Filler> {
        let mut fillers = Vec::new();
        for edge in self.graph.nodes[node] {
            let mut number = 0;
            let mut add = |text: Rc<[u8]>, more: usize| {
                let cost = price(number) + more;
                number += 1;
                fillers.push(Filler { text, then: edge.then, cost });
                cost <= left
            };
            let is_all = known(edge).into_iter().all(|text| add(text, 0));
            // A graph has fillers with other first bytes, so without such fillers there are no longer ones.
            if is_all && edge.fillers.iter().any(|it| !it.is_empty()) {
                let others = self.others(state);
                let is_new = |it: &&Rc<[u8]>| !edge.fillers.contains(&&***it);
                others.iter().filter(is_new).cloned().all(|text| add(text, OF_OTHERS));
            }
        }
        fillers
    }

    /// Appends a value, unless this spelling does not exist.
    fn spell(&mut self, at @ [symbol, index, spelling]: [usize; 3], out: &mut Output) -> bool {
        if let Some(known) = self.spelled.get(&at) {
            out.text.extend_from_slice(known.as_deref().unwrap_or_default());
            return known.is_some();
        }
        let before = out.text.len();
        out.spelling = spelling;
        let is_spelled = self.record.spell(symbol, index, out).is_ok();
        self.spelled.insert(at, is_spelled.then(|| out.text[before..].into()));
        is_spelled
    }

    fn others(&mut self, state: usize) -> Rc<[Rc<[u8]>]> {
        let Self { automaton, bytes, others, .. } = self;
        let made = || other_fillers(*automaton, state, bytes).into();
        Rc::clone(others.entry(state).or_insert_with(made))
    }
}

/// Returns the fillers of an edge, then those in other cases.
fn known(edge: &Edge<'_>) -> Vec<Rc<[u8]>> {
    let listed = edge.fillers.iter().map(|it| Rc::from(*it));
    let others = edge.fillers.iter().filter_map(|it| other_cases(it).next());
    listed.chain(others.map(Rc::from)).collect()
}

/// Returns the number of binary digits of a number; zero has none.
const fn price(number: usize) -> usize {
    (usize::BITS - number.leading_zeros()) as usize
}
