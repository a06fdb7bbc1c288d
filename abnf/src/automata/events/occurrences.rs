//! The occurrences that a [`Transducer`] tells of a text: its interpreter.

use super::transducer::{Event, EventKind, Place, Transducer};

impl Transducer {
    /// The occurrences in the text, in order: the rule's number in the part, begin and
    /// end in bytes. `None` if the text is not in the language. Linear in the text and
    /// the occurrences: the interpreter.
    pub fn occurrences(&self, text: &[u8]) -> Option<Vec<(usize, usize, usize)>> {
        if self.is_run_twice() {
            return occurrences_backwards(self, text);
        }
        let registers = vec![0; self.register_count()];
        let mut found = Found { open: None, closed: Vec::new(), registers };
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

struct Found {
    open: Option<usize>,
    closed: Vec<(usize, usize, usize)>,
    registers: Vec<usize>,
}

impl Found {
    fn add(&mut self, events: &[Event], here: usize) {
        for event in events {
            let offset = match event.place {
                Place::Ago(age) => here - age as usize,
                Place::Kept(register) => self.registers[register.index()],
            };
            match event.kind {
                EventKind::Open => self.open = Some(offset),
                EventKind::Close(variant) => {
                    let begin = self.open.take().expect("what closes was open");
                    self.closed.push((usize::from(variant), begin, offset));
                }
                EventKind::Keep(register) => self.registers[register.index()] = offset,
                EventKind::From(_) => unreachable!("it is run once"),
            }
        }
    }
}

/// The occurrences that a transducer tells that is run twice.
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
                    let (rule, end) = close.take().expect("what opens is closed");
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

/// Where a thread comes from, and what it has met.
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
