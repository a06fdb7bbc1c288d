//! A file in pieces: blocks of whole lines, and stretches of lines that are too long for one.
//!
//! A thread of its own reads, so that the next block is read while one is answered. It is not
//! waited for: it may wait for input that nobody needs any more.

use std::io::{self, ErrorKind, Read};
use std::mem;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// How many bytes are read at once.
const BLOCK: usize = 1 << 18;

/// A part of a file.
pub(super) enum Piece {
    /// Lines with their line feeds, which the last line of the file may lack.
    Lines {
        /// The number of the first, from 1.
        first: u64,
        bytes: Vec<u8>,
    },
    /// A part of a line that is longer than the longest in a block, without the line feed.
    Stretch { line: u64, bytes: Vec<u8>, is_last: bool },
}

/// How many pieces wait to be taken.
const WAITING: usize = 2;

/// The pieces of a file in order. Lines of more than `longest` bytes come in stretches, of
/// which the first is longer than that.
pub(super) fn pieces(
    file: Box<dyn Read + Send>,
    longest: usize,
) -> io::Result<Receiver<io::Result<Piece>>> {
    let (sender, receiver) = sync_channel(WAITING);
    let work = move || {
        if let Err(error) = read(file, longest, &sender) {
            // Nobody listens any more if this fails.
            let _ = sender.send(Err(error));
        }
    };
    thread::Builder::new().spawn(work)?;
    Ok(receiver)
}

fn read(
    mut file: impl Read,
    longest: usize,
    sender: &SyncSender<io::Result<Piece>>,
) -> io::Result<()> {
    let send = |piece| sender.send(Ok(piece)).map_err(|_| io::Error::from(ErrorKind::BrokenPipe));
    let mut line = 1;
    // What was read of a line without its end.
    let mut rest = Vec::new();
    // Whether stretches of that line are sent already.
    let mut is_long = false;
    let mut block = vec![0; BLOCK];
    loop {
        let count = loop {
            match file.read(&mut block) {
                Err(error) if error.kind() == ErrorKind::Interrupted => (),
                other => break other?,
            }
        };
        let mut begin = rest.len();
        rest.extend_from_slice(&block[..count]);
        if count == 0 {
            break;
        }
        if is_long {
            let end = rest.iter().position(|&byte| byte == b'\n');
            let after = end.map(|end| rest.split_off(end + 1)).unwrap_or_default();
            rest.truncate(end.unwrap_or(rest.len()));
            let bytes = mem::replace(&mut rest, after);
            send(Piece::Stretch { line, bytes, is_last: end.is_some() })?;
            is_long = end.is_none();
            line += u64::from(end.is_some());
            begin = 0;
        }
        if let Some(end) = rest[begin..].iter().rposition(|&byte| byte == b'\n') {
            let after = rest.split_off(begin + end + 1);
            let bytes = mem::replace(&mut rest, after);
            let count = bytes.iter().filter(|&&byte| byte == b'\n').count();
            send(Piece::Lines { first: line, bytes })?;
            line += count as u64;
        }
        if longest < rest.len() {
            send(Piece::Stretch { line, bytes: mem::take(&mut rest), is_last: false })?;
            is_long = true;
        }
    }
    if is_long {
        send(Piece::Stretch { line, bytes: rest, is_last: true })?;
    } else if !rest.is_empty() {
        send(Piece::Lines { first: line, bytes: rest })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Piece, pieces};

    /// The pieces of a text, as first line and bytes; stretches in brackets.
    fn check(text: Vec<u8>, longest: usize, expected: &[(u64, usize, &str)]) {
        let file = Box::new(std::io::Cursor::new(text));
        let found: Vec<_> = pieces(file, longest)
            .unwrap()
            .iter()
            .map(|piece| match piece.unwrap() {
                Piece::Lines { first, bytes } => (first, bytes.len(), "lines"),
                Piece::Stretch { line, bytes, is_last: true } => (line, bytes.len(), "last"),
                Piece::Stretch { line, bytes, .. } => (line, bytes.len(), "stretch"),
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn blocks_hold_whole_lines() {
        check(Vec::new(), 9, &[]);
        check(b"a\n\nb".to_vec(), 9, &[(1, 3, "lines"), (3, 1, "lines")]);
        let long = [vec![b'x'; BLOCK], b"\ny\n".to_vec()].concat();
        check(long, 2 * BLOCK, &[(1, BLOCK + 3, "lines")]);
    }

    #[test]
    fn long_lines_come_in_stretches() {
        let x = |count: usize| vec![b'x'; count];
        let text = [b"a\n".to_vec(), x(2 * BLOCK), b"\nb\n".to_vec(), x(BLOCK), b"\n".to_vec()];
        check(
            text.concat(),
            9,
            &[
                (1, 2, "lines"),
                (2, BLOCK - 2, "stretch"),
                (2, BLOCK, "stretch"),
                (2, 2, "last"),
                (3, 2, "lines"),
                (4, BLOCK - 5, "stretch"),
                (4, 5, "last"),
            ],
        );
        // The end of the file ends the line as well.
        check(x(10), 9, &[(1, 10, "stretch"), (1, 0, "last")]);
        check([x(BLOCK), b"\n".to_vec()].concat(), 9, &[(1, BLOCK, "stretch"), (1, 0, "last")]);
        check(x(9), 9, &[(1, 9, "lines")]);
    }
}
