//! Values of JSON in files: each on a line of its own, over several lines, or beside others.

use super::super::lines::{Lines, MAX_LINE};
use super::super::output::Output;
use anyhow::bail;
use serde::de::IgnoredAny;
use serde_json::Deserializer;

/// Lines that have whole values, unless something in them is no JSON.
pub(super) struct Chunk {
    /// The lines.
    pub(super) text: Vec<u8>,
    /// The number of the first one, from 1.
    pub(super) line: u64,
}

/// Returns the next line, and the following ones up to the end of its objects and arrays.
pub(super) fn next(lines: &mut Lines, out: &mut Output) -> anyhow::Result<Option<Chunk>> {
    let Some(text) = lines.next(out)? else { return Ok(None) };
    let mut chunk = Chunk { text, line: lines.number };
    let mut nesting = Nesting::default();
    nesting.read(&chunk.text);
    while nesting.continues() {
        let Some(more) = lines.next(out)? else { break };
        if MAX_LINE < chunk.text.len() + more.len() {
            let (name, number) = (&lines.name, chunk.line);
            bail!("{name}:{number}: the value is longer than {MAX_LINE} bytes, the limit");
        }
        nesting.read(&more);
        chunk.text.push(b'\n');
        chunk.text.extend_from_slice(&more);
    }
    Ok(Some(chunk))
}

/// Returns where the first value of a text ends: at the end of the text, if something there is no JSON.
/// `None` if there is no value.
pub(super) fn end_of_value(json: &str) -> Option<usize> {
    let mut values = Deserializer::from_str(json).into_iter::<IgnoredAny>();
    let is_value = values.next()?.is_ok();
    Some(if is_value { values.byte_offset() } else { json.len() })
}

/// The objects and arrays that are open.
#[derive(Default)]
struct Nesting {
    depth: usize,
    in_string: bool,
    is_escaped: bool,
}

impl Nesting {
    fn read(&mut self, line: &[u8]) {
        for &byte in line {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' if self.in_string => self.is_escaped = true,
                b'"' => self.in_string = !self.in_string,
                _ if self.in_string => (),
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => self.depth = self.depth.saturating_sub(1),
                _ => (),
            }
        }
    }

    /// Returns whether the value continues after the end of a line. A string does not.
    const fn continues(&self) -> bool {
        !self.in_string && 0 < self.depth
    }
}
