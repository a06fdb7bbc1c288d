//! The interpreter of a [`Transducer`]: the occurrences that it reports for a text.

use super::transducer::{Event, EventKind, Offset, Transducer};

impl Transducer {
    /// Returns the occurrences in the text, in order: the rule's number in the part, and the begin
    /// and end in bytes. `None` if the text is not in the language. Takes time linear in the text
    /// and the occurrences.
    pub fn occurrences(&self, text: &[u8]) -> Option<Vec<(usize, usize, usize)>> {
        if self.is_run_twice() {
            return occurrences_backwards(self, text);
        }
        let registers = vec![0; self.register_count()];
        let mut found = Occurrences { open: None, closed: Vec::new(), registers };
        found.add(&self.begin, 0);
        let mut state = Self::START;
        for (before, &byte) in text.iter().enumerate() {
            let edge = self.next(state, byte)?;
            found.add(&edge.output, before + 1);
            state = edge.target;
        }
        found.add(self.end(state)?, text.len());
        Some(found.closed)
    }
}

struct Occurrences {
    open: Option<usize>,
    closed: Vec<(usize, usize, usize)>,
    registers: Vec<usize>,
}

impl Occurrences {
    fn add(&mut self, events: &[Event], here: usize) {
        for event in events {
            let offset = match event.offset {
                Offset::Ago(age) => here - age as usize,
                Offset::Kept(register) => self.registers[register.index()],
            };
            match event.kind {
                EventKind::Open => self.open = Some(offset),
                EventKind::Close(variant) => {
                    let begin = self.open.take().expect("an open event precedes each close event");
                    self.closed.push((usize::from(variant), begin, offset));
                }
                EventKind::Keep(register) => self.registers[register.index()] = offset,
                EventKind::From(_) => {
                    unreachable!("a transducer that is run once has no such events")
                }
            }
        }
    }
}

/// Returns the occurrences that a transducer reports if it is run twice.
fn occurrences_backwards(
    transducer: &Transducer,
    text: &[u8],
) -> Option<Vec<(usize, usize, usize)>> {
    let mut noted = vec![transducer.begin()];
    let mut state = Transducer::START;
    for &byte in text {
        let edge = transducer.next(state, byte)?;
        noted.push(&edge.output);
        state = edge.target;
    }
    let mut found = Vec::new();
    let mut close = None;
    let (mut thread, _) = of_thread(transducer.end(state)?, 0);
    for (offset, events) in noted.into_iter().enumerate().rev() {
        let (before, met) = of_thread(events, thread);
        for event in met.iter().rev() {
            match event.kind {
                EventKind::Close(rule) => close = Some((usize::from(rule), offset)),
                EventKind::Open => {
                    let (rule, end) = close.take().expect("a close event follows each open event");
                    found.push((rule, offset, end));
                }
                EventKind::From(_) | EventKind::Keep(_) => unreachable!("there is one thread"),
            }
        }
        thread = before;
    }
    found.reverse();
    Some(found)
}

/// Returns the predecessor of a thread, and the events on its edge.
fn of_thread(events: &[Event], thread: u16) -> (u16, &[Event]) {
    let is_from = |event: &Event| matches!(event.kind, EventKind::From(_));
    let mut rest = events;
    for _ in 0..thread {
        let length = rest[1..].iter().position(is_from).expect("the thread is there");
        rest = &rest[1 + length..];
    }
    let EventKind::From(before) = rest[0].kind else { unreachable!("a thread comes from another") };
    let length = rest[1..].iter().position(is_from).unwrap_or(rest.len() - 1);
    (before, &rest[1..=length])
}
