//! Input cut into blocks of bounded size where lines end.

use memchr::{memchr, memrchr};
use std::io::{self, ErrorKind, Read};

/// How many bytes a block has at most. Large beside what it costs to wake threads for it,
/// small beside the memory of a machine.
pub(super) const SIZE: usize = 1 << 20;

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Whole lines. Each has its line feed, but for the last of the input.
    Lines,
    /// The begin of a line that is longer than a block, or more of it.
    Part,
    /// The end of such a line, with its line feed unless the input ends.
    End,
}

/// Input that is read block by block.
pub(super) struct Blocks<R> {
    from: R,
    /// What was read and belongs to the next block.
    rest: Vec<u8>,
    /// A part of a line was given, and not its end.
    is_open: bool,
    is_done: bool,
}

impl<R: Read> Blocks<R> {
    pub(super) fn new(from: R) -> Self {
        Self { from, rest: Vec::new(), is_open: false, is_done: false }
    }

    /// The next block: how many bytes it has, which are then at the begin of the buffer,
    /// of [`SIZE`] bytes, and what it is. Nothing at the end of the input.
    ///
    /// Lines that have been read are given before more is read, because who writes them
    /// may wait for an answer.
    pub(super) fn next(&mut self, buffer: &mut [u8]) -> io::Result<Option<(usize, Kind)>> {
        let mut filled = self.rest.len();
        buffer[..filled].copy_from_slice(&self.rest);
        self.rest.clear();
        let mut searched = 0;
        loop {
            let unknown = &buffer[searched..filled];
            let search = if self.is_open { memchr } else { memrchr };
            let feed = search(b'\n', unknown);
            if let Some(feed) = feed {
                let length = searched + feed + 1;
                self.rest.extend_from_slice(&buffer[length..filled]);
                return Ok(Some((length, self.close())));
            }
            if filled == buffer.len() {
                self.is_open = true;
                return Ok(Some((filled, Kind::Part)));
            }
            searched = filled;
            let read = if self.is_done { Ok(0) } else { self.from.read(&mut buffer[filled..]) };
            match read {
                Ok(0) => {
                    self.is_done = true;
                    let is_left = 0 < filled || self.is_open;
                    return Ok(is_left.then(|| (filled, self.close())));
                }
                Ok(read) => filled += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => (),
                Err(error) => return Err(error),
            }
        }
    }

    /// What a block is that ends with a line.
    fn close(&mut self) -> Kind {
        if std::mem::take(&mut self.is_open) { Kind::End } else { Kind::Lines }
    }
}

#[cfg(test)]
mod tests {
    use super::{Blocks, Kind};
    use std::io::{self, ErrorKind, Read};

    /// Gives its text in pieces of these lengths, in turn, with interruptions.
    struct Pieces<'a> {
        text: &'a [u8],
        lengths: &'a [usize],
        turn: usize,
    }

    impl Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.turn += 1;
            if self.turn.is_multiple_of(3) {
                return Err(ErrorKind::Interrupted.into());
            }
            let length = self.lengths[self.turn % self.lengths.len()];
            let length = length.min(buffer.len()).min(self.text.len());
            let (piece, rest) = self.text.split_at(length);
            buffer[..length].copy_from_slice(piece);
            self.text = rest;
            Ok(length)
        }
    }

    fn blocks(text: &[u8], lengths: &[usize], size: usize) -> Vec<(Vec<u8>, Kind)> {
        let mut blocks = Blocks::new(Pieces { text, lengths, turn: 0 });
        let mut buffer = vec![0; size];
        let mut all = Vec::new();
        while let Some((length, kind)) = blocks.next(&mut buffer).unwrap() {
            all.push((buffer[..length].to_vec(), kind));
        }
        assert_eq!(blocks.next(&mut buffer).unwrap(), None);
        all
    }

    /// Every text of two letters up to ten bytes, read in pieces, cut into blocks of four.
    #[test]
    fn blocks_are_the_input_cut_where_lines_end() {
        for bits in 0..1_u32 << 11 {
            let length = bits.leading_zeros() as usize;
            let text: Vec<u8> = (0..32_usize.saturating_sub(length + 1))
                .map(|i| if bits >> i & 1 == 1 { b'\n' } else { b'a' })
                .collect();
            for lengths in [&[1][..], &[2, 3], &[7], &[100]] {
                let blocks = blocks(&text, lengths, 4);
                let joined: Vec<u8> = blocks.iter().flat_map(|(bytes, _)| bytes.clone()).collect();
                assert_eq!(joined, text);
                let mut is_open = false;
                for (i, (bytes, kind)) in blocks.iter().enumerate() {
                    let is_last = i + 1 == blocks.len();
                    let feeds = bytes.iter().filter(|&&byte| byte == b'\n').count();
                    let ends = bytes.ends_with(b"\n");
                    assert!(match kind {
                        Kind::Lines => !is_open && !bytes.is_empty() && (ends || is_last),
                        Kind::Part => feeds == 0 && bytes.len() == 4,
                        Kind::End => is_open && (feeds == 1 && ends || is_last && feeds == 0),
                    });
                    is_open = *kind == Kind::Part;
                }
                assert!(!is_open, "{text:?}");
            }
        }
    }

    #[test]
    fn a_line_is_given_before_more_is_read() {
        assert_eq!(
            blocks(b"a\nbc\nd", &[2], 64),
            [
                (b"a\n".to_vec(), Kind::Lines),
                (b"bc\n".to_vec(), Kind::Lines),
                (b"d".to_vec(), Kind::Lines)
            ]
        );
    }
}
