//! A file in blocks of whole lines, and stretches of lines that are too long for one.
//!
//! A block is read into memory that the caller lends: threads that take blocks in turn allocate
//! nothing for them.

use memchr::{memchr, memchr_iter, memrchr};
use std::io::{self, ErrorKind, Read};
use std::mem;

/// How many bytes are read at once.
const READ: usize = 1 << 18;

/// More memory than this is given back after a block.
pub(super) const LARGE: usize = 1 << 21;

/// A file of which some blocks have been read.
pub(super) struct Blocks<R> {
    file: R,
    longest: usize,
    /// The number of the line that comes next or goes on.
    line: u64,
    /// What was read behind the last block: at most [`READ`] bytes.
    rest: Vec<u8>,
    /// Whether the line that goes on comes in stretches.
    is_long: bool,
    is_at_end: bool,
}

/// A part of a file: the first bytes of the buffer, so many of them.
pub(super) enum Block {
    /// Lines with their line feeds, which the last line of the file may lack; the number of the
    /// first, from 1.
    Lines { first: u64, size: usize },
    /// A part of a line that is longer than the longest in a block, without the line feed.
    Stretch { line: u64, size: usize, is_last: bool },
}

impl<R: Read> Blocks<R> {
    /// Lines of more than `longest` bytes come in stretches, of which the first is longer than that.
    pub(super) fn new(file: R, longest: usize) -> Self {
        Self { file, longest, line: 1, rest: Vec::new(), is_long: false, is_at_end: false }
    }

    /// The next block; none at the end of the file.
    pub(super) fn next(&mut self, buffer: &mut Vec<u8>) -> io::Result<Option<Block>> {
        if LARGE < buffer.len() {
            *buffer = Vec::new();
        }
        let line = self.line;
        let (mut searched, mut size) = (0, self.rest.len());
        buffer.resize(buffer.len().max(size), 0);
        buffer[..size].copy_from_slice(&self.rest);
        self.rest.clear();
        loop {
            let new = &buffer[searched..size];
            let feed = if self.is_long { memchr(b'\n', new) } else { memrchr(b'\n', new) };
            if let Some(feed) = feed.map(|feed| searched + feed) {
                self.rest.extend_from_slice(&buffer[feed + 1..size]);
                self.line += memchr_iter(b'\n', &buffer[..=feed]).count() as u64;
                return Ok(Some(if mem::take(&mut self.is_long) {
                    Block::Stretch { line, size: feed, is_last: true }
                } else {
                    Block::Lines { first: line, size: feed + 1 }
                }));
            }
            if self.is_at_end {
                return Ok(if mem::take(&mut self.is_long) {
                    Some(Block::Stretch { line, size, is_last: true })
                } else {
                    (0 < size).then_some(Block::Lines { first: line, size })
                });
            }
            if self.longest < size || self.is_long && 0 < size {
                self.is_long = true;
                return Ok(Some(Block::Stretch { line, size, is_last: false }));
            }
            searched = size;
            buffer.resize(buffer.len().max(size + READ), 0);
            size += read(&mut self.file, &mut buffer[size..size + READ])?;
            self.is_at_end = size == searched;
        }
    }
}

fn read(mut file: impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match file.read(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => (),
            other => return other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Block, Blocks, READ};

    /// The blocks of a text, as first line and size.
    #[track_caller]
    fn check(text: &[u8], longest: usize, expected: &[(u64, usize, &str)]) {
        let (mut blocks, mut buffer) = (Blocks::new(text, longest), Vec::new());
        let mut found = Vec::new();
        while let Some(block) = blocks.next(&mut buffer).unwrap() {
            found.push(match block {
                Block::Lines { first, size } => (first, size, "lines"),
                Block::Stretch { line, size, is_last: true } => (line, size, "last"),
                Block::Stretch { line, size, .. } => (line, size, "stretch"),
            });
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn blocks_hold_whole_lines() {
        check(b"", 9, &[]);
        check(b"a\n\nb", 9, &[(1, 3, "lines"), (3, 1, "lines")]);
        let long = [vec![b'x'; READ], b"\ny\n".to_vec()].concat();
        check(&long, 2 * READ, &[(1, READ + 3, "lines")]);
    }

    #[test]
    fn long_lines_come_in_stretches() {
        let x = |count: usize| vec![b'x'; count];
        let text = [b"a\n".to_vec(), x(2 * READ), b"\nb\nc".to_vec(), x(READ), b"\n".to_vec()];
        check(
            &text.concat(),
            9,
            &[
                (1, 2, "lines"),
                (2, READ - 2, "stretch"),
                (2, READ, "stretch"),
                (2, 2, "last"),
                (3, 2, "lines"),
                (4, READ - 5, "stretch"),
                (4, 6, "last"),
            ],
        );
        // The end of the file ends the line as well.
        check(&x(10), 9, &[(1, 10, "stretch"), (1, 0, "last")]);
        check(&[x(READ), b"\n".to_vec()].concat(), 9, &[(1, READ, "stretch"), (1, 0, "last")]);
        check(&x(9), 9, &[(1, 9, "lines")]);
    }
}
