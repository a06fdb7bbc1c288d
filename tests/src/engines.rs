//! An interpreter of the programs from which code is generated. It skips runs like generated
//! code, but in windows of any width, so that short texts reach every border of a
//! window. It decodes characters with the standard library.

use abnfc::automata::tagged::tdfa::{Register, StateId, Tdfa, Value};
use abnfc::plan::engines::program::code_points::CodePoints;
use abnfc::plan::engines::program::{Detour, Edge, Length, Program, Run};

/// The values of the slots.
pub type Slots = Vec<Option<usize>>;

/// A scanner of runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skip {
    /// As `runtime/scan.rs`, by the length of the run. Long runs: `far` lanes at once if all are
    /// plain, then `near` bytes one by one, then `far` lanes at once. Runs of medium length: half
    /// as many lanes.
    Bytes {
        /// The number of bytes that are tested one by one first.
        near: usize,
        /// The number of bytes that are tested at once.
        lanes: usize,
    },
    /// As `runtime/simd.rs`: by masks of windows of this many bytes.
    Windows {
        /// The width of a window, at most 64, and greater than any distance within a detour.
        width: usize,
    },
}

/// Scanners with windows that end anywhere in short texts, and the real ones.
pub const SKIPS: [Skip; 8] = [
    Skip::Bytes { near: 64, lanes: 32 },
    Skip::Bytes { near: 0, lanes: 1 },
    Skip::Bytes { near: 1, lanes: 2 },
    Skip::Bytes { near: 2, lanes: 3 },
    Skip::Windows { width: 64 },
    Skip::Windows { width: 3 },
    Skip::Windows { width: 4 },
    Skip::Windows { width: 5 },
];

/// Returns the slots of a text, if the program accepts it, together with the automaton that
/// continues after it. Takes linear time for each scanner.
pub fn read(program: &Program, tdfa: &Tdfa, text: &[u8], skip: Skip) -> Option<Slots> {
    let skipper = Skipper { program, text, skip };
    let mut registers = vec![None; tdfa.register_count()];
    let (mut state, mut at) = (0, 0);
    loop {
        let found = &program.states[state];
        if found.is_crossed {
            let (landing, after) = cross(tdfa, found.id, text, at, &mut registers)?;
            at = after;
            let mut later = program.states.iter().enumerate().skip(state + 1);
            match later.find(|(_, it)| it.id == landing && !it.is_crossed) {
                Some((index, _)) => state = index,
                None => return resume(tdfa, landing, text, at, registers),
            }
            continue;
        }
        if let Some(sweep) = &found.sweep {
            let end = skipper.sweep(&program.runs[sweep.run], at);
            let Some(&byte) = text.get(end) else {
                assert_eq!(end, text.len(), "no run goes beyond the text");
                return Some(Slots::new());
            };
            if let Some(edge) = sweep.edges.iter().find(|edge| edge.bytes.contains(byte)) {
                assert!(state < edge.target, "edges lead forward");
                state = edge.target;
                at = end + 1;
                continue;
            }
        }
        if let Some(run) = found.run {
            at = skipper.skip(&program.runs[run], at);
        }
        let Some(&byte) = text.get(at) else {
            assert_eq!(at, text.len(), "no run goes beyond the text");
            assert!(found.end.is_none() || found.end.as_deref() == tdfa.ends(found.id));
            return resume(tdfa, found.id, text, at, registers);
        };
        let character = character(text, at);
        let is_taken = |edge: &&Edge| match (edge.code_points, character) {
            (None, _) => edge.bytes.contains(byte),
            (Some(set), Some(character)) => is_among(&program.code_points[set], character),
            (Some(_), None) => false,
        };
        let mut edges = found.edges.iter().filter(is_taken);
        let Some(edge) = edges.next() else { return resume(tdfa, found.id, text, at, registers) };
        assert_eq!(edges.next(), None, "edges are disjoint");
        assert!(state < edge.target, "edges lead forward");
        assign(&mut registers, &edge.assign, at);
        state = edge.target;
        at += edge.code_points.and(character).map_or(1, char::len_utf8);
    }
}

/// Reads a text from a state that does not accept up to the next state that does.
fn cross(
    tdfa: &Tdfa,
    mut state: StateId,
    text: &[u8],
    mut at: usize,
    registers: &mut Slots,
) -> Option<(StateId, usize)> {
    assert!(tdfa.ends(state).is_none(), "a crossing begins in a state that does not accept");
    while tdfa.ends(state).is_none() {
        let transition = tdfa.next(state, *text.get(at)?)?;
        assign(registers, &transition.output, at);
        state = transition.target;
        at += 1;
    }
    Some((state, at))
}

/// Returns the character beyond ASCII at an offset, if there is one.
fn character(text: &[u8], at: usize) -> Option<char> {
    let mut prefixes = (2..=4).filter_map(|length| text.get(at..at + length));
    let text = prefixes.find_map(|prefix| std::str::from_utf8(prefix).ok())?;
    text.chars().next().filter(|it| !it.is_ascii())
}

fn is_among(code_points: &CodePoints, character: char) -> bool {
    code_points.iter().any(|range| (range[0]..=range[1]).contains(&u32::from(character)))
}

/// The number of bytes of a detour that can precede a byte of it.
const BEFORE: usize = 2;

struct Skipper<'a> {
    program: &'a Program,
    text: &'a [u8],
    skip: Skip,
}

impl Skipper<'_> {
    fn skip(&self, run: &Run, mut at: usize) -> usize {
        loop {
            let end = match self.skip {
                Skip::Bytes { near, lanes } => self.bytes(run, at, near, lanes),
                Skip::Windows { width } => self.windows(run, at, width),
            };
            at = self.characters(run, end);
            if at == end {
                return at;
            }
        }
    }

    /// Returns the offset after all characters that a run skips.
    fn characters(&self, run: &Run, mut at: usize) -> usize {
        let Some(set) = run.code_points else { return at };
        let is_in = |it: &char| is_among(&self.program.code_points[set], *it);
        while let Some(character) = character(self.text, at).filter(is_in) {
            at += character.len_utf8();
        }
        at
    }

    fn sweep(&self, run: &Run, at: usize) -> usize {
        match self.skip {
            Skip::Bytes { lanes, .. } => self.plain(run, at, lanes),
            Skip::Windows { width } => self.windows(run, at, width),
        }
    }

    fn bytes(&self, run: &Run, at: usize, near: usize, lanes: usize) -> usize {
        // As `runtime/planes.rs`.
        let width = (lanes / 2).max(2);
        let is_name = !run.detours.is_empty() && run.detours.iter().all(|it| it.rest.len() == 1);
        if is_name && width <= self.text.len() {
            return self.name(run, at, width);
        }
        match run.length {
            Length::Short => return self.narrow(run, at, self.text.len()),
            Length::Medium => return self.medium(run, at, lanes.div_ceil(2)),
            Length::Long | Length::Rest => {}
        }
        let at = self.plain(run, at, lanes);
        let near = self.text.len().min(at + near);
        let mut at = self.narrow(run, at, near);
        if at < near || self.text.len() <= at {
            return at;
        }
        let start = at;
        while BEFORE <= at
            && at + lanes <= self.text.len()
            && self.continued(run, 0, at, lanes) == lanes
        {
            at += lanes;
        }
        let last = self.text.len().checked_sub(lanes).filter(|&last| BEFORE <= last && last < at);
        if last.is_some_and(|last| self.continued(run, 0, last, lanes) == lanes) {
            at = self.text.len();
        }
        at = self.whole(run, start, at);
        self.narrow(run, at, self.text.len())
    }

    fn plain(&self, run: &Run, mut at: usize, lanes: usize) -> usize {
        let length = self.text.len();
        // Bytes before the run are not tested if the set is known to lack some.
        let first = if run.length == Length::Rest { at } else { 0 };
        let is_plain = |begin: usize, lanes| {
            (begin.max(first)..begin + lanes).all(|at| self.is_in(run.set, at))
        };
        let Some(last) = length.checked_sub(lanes) else {
            let half = lanes / 2;
            let both = half <= length && is_plain(0, half) && is_plain(length - half, half);
            return if both { length } else { at };
        };
        while at + lanes < length {
            if !is_plain(at, lanes) {
                return at;
            }
            at += lanes;
        }
        if is_plain(last, lanes) { length } else { at }
    }

    /// Windows of this many bytes; the last one may begin before the run.
    fn medium(&self, run: &Run, mut at: usize, width: usize) -> usize {
        let Some(last) = self.text.len().checked_sub(width) else {
            return self.narrow(run, at, self.text.len());
        };
        while at < self.text.len() {
            let end = at.min(last) + width;
            at = (at..end).find(|&at| !self.is_in(run.set, at)).unwrap_or(end);
            if at < end {
                let begin = at;
                while let Some(it) = run.detours.iter().find(|it| self.has(it, at)) {
                    at += 1 + it.rest.len();
                }
                if at == begin {
                    break;
                }
            }
        }
        at
    }

    fn name(&self, run: &Run, mut at: usize, width: usize) -> usize {
        while at < self.text.len() {
            let from = at;
            let begin = from.min(self.text.len() - width);
            at = self.in_window(run, begin, width, from);
            if begin < from || at - from + 1 < width {
                break;
            }
        }
        at
    }

    fn narrow(&self, run: &Run, mut at: usize, end: usize) -> usize {
        while at < end {
            if self.is_in(run.set, at) {
                at += 1;
                continue;
            }
            let detour = run.detours.iter().find(|detour| detour.byte == self.text[at]);
            let Some(detour) = detour.filter(|detour| self.has(detour, at)) else { break };
            at += 1 + detour.rest.len();
        }
        at
    }

    fn windows(&self, run: &Run, mut at: usize, width: usize) -> usize {
        if at < width {
            at = self.in_window(run, 0, width, at);
            if self.text.len() < width || at + BEFORE < width {
                return at;
            }
        }
        // The rest is as long as a window, or part of the last one.
        let base = self.text.len() - width;
        while at <= base {
            let start = at;
            while at <= base {
                let count = self.continued(run, start, at, width);
                if count < width {
                    return self.whole(run, start, at + count);
                }
                at += width;
            }
            at = self.whole(run, start, at);
        }
        if at == self.text.len() { at } else { self.in_window(run, base, width, at) }
    }

    /// Returns the end of a run, as far as it is inside the window.
    fn in_window(&self, run: &Run, base: usize, width: usize, at: usize) -> usize {
        at + (!(self.skipped(run, base, width) >> (at - base))).trailing_zeros() as usize
    }

    /// Returns the number of bytes, up to `count`, that can follow the bytes before them, ignoring
    /// those before `start`.
    fn continued(&self, run: &Run, start: usize, from: usize, count: usize) -> usize {
        let begins = |detour: &Detour, at: usize| self.text.get(at) == Some(&detour.byte);
        let follows = |at: usize, detour: &Detour| {
            detour.rest.iter().zip(1..).all(|(&set, by)| {
                at < start + by || !begins(detour, at - by) || self.is_in(set, at)
            })
        };
        let mut all = from..from + count;
        let end = all.find(|&at| {
            let inside = self.is_in(run.set, at) || run.detours.iter().any(|it| begins(it, at));
            !inside || !run.detours.iter().all(|it| follows(at, it))
        });
        end.map_or(count, |end| end - from)
    }

    /// Removes an incomplete detour.
    fn whole(&self, run: &Run, start: usize, end: usize) -> usize {
        let begun = |it: &Detour| {
            let mut lengths = 1..=it.rest.len().min(end - start);
            lengths.find(|length| self.text[end - length] == it.byte)
        };
        end - run.detours.iter().find_map(begun).unwrap_or(0)
    }

    fn skipped(&self, run: &Run, base: usize, width: usize) -> u64 {
        let word = |set: usize| -> u64 {
            let inside = (0..width).filter(|offset| self.is_in(set, base + offset));
            inside.fold(0, |word, offset| word | 1 << offset)
        };
        let first = |byte: u8| {
            let found = (0..width).filter(|by| self.text.get(base + by) == Some(&byte));
            found.fold(0, |word, offset| word | 1 << offset)
        };
        run.detours.iter().fold(word(run.set), |skipped, detour| {
            let rest = detour.rest.iter().zip(1..);
            skipped | rest.fold(first(detour.byte), |whole, (&set, by)| whole & word(set) >> by)
        })
    }

    fn has(&self, detour: &Detour, at: usize) -> bool {
        self.text.get(at) == Some(&detour.byte)
            && detour.rest.iter().zip(1..).all(|(&set, by)| self.is_in(set, at + by))
    }

    fn is_in(&self, set: usize, at: usize) -> bool {
        self.text.get(at).is_some_and(|&byte| self.program.sets[set].contains(byte))
    }
}

/// Returns the slots of a text by the automaton itself, byte by byte.
pub fn slots(tdfa: &Tdfa, text: &[u8]) -> Option<Slots> {
    resume(tdfa, Tdfa::START, text, 0, vec![None; tdfa.register_count()])
}

/// Continues from a state.
fn resume(
    tdfa: &Tdfa,
    mut state: StateId,
    text: &[u8],
    from: usize,
    mut registers: Slots,
) -> Option<Slots> {
    for (at, &byte) in text.iter().enumerate().skip(from) {
        let transition = tdfa.next(state, byte)?;
        assign(&mut registers, &transition.output, at);
        state = transition.target;
    }
    let ends = tdfa.ends(state)?.iter();
    Some(ends.map(|&slot| value(slot, text.len(), &registers)).collect())
}

/// Makes parallel assignments.
fn assign(registers: &mut Slots, list: &[(Register, Value)], at: usize) {
    let before = registers.clone();
    for &(to, from) in list {
        registers[to.index()] = value(from, at, &before);
    }
}

fn value(value: Value, at: usize, registers: &[Option<usize>]) -> Option<usize> {
    match value {
        Value::None => None,
        Value::Here => Some(at),
        Value::Register(register) => registers[register.index()],
    }
}

/// Checks that the program gives the `expected` slots of a text with every scanner.
///
/// # Errors
///
/// A sentence that names the scanner that differs.
pub fn agree(
    program: &Program,
    tdfa: &Tdfa,
    text: &[u8],
    expected: Option<&Slots>,
) -> Result<(), String> {
    for skip in SKIPS {
        let found = read(program, tdfa, text, skip);
        if found.as_ref() != expected {
            return Err(format!(
                "code with {skip:?} returns {found:?} for \"{}\", not {expected:?}",
                text.escape_ascii()
            ));
        }
    }
    Ok(())
}
