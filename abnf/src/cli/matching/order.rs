//! The lines of files, answered in their order, by one thread or by several.
//!
//! A block of lines is read, cut into pieces, and the threads answer the pieces; then the
//! answers are printed in order, and the next block is read. So memory is bounded, and nobody
//! waits for answers that have been made. Of a regular file, which never makes one wait, the
//! next block is read while this one is answered.

use super::super::escapes::BadEscape;
use super::super::input;
use super::super::output::Output;
use super::answers::{Answerer, Passed, Question};
use super::blocks::{self, Blocks, Kind};
use anyhow::Context;
use memchr::memchr;
use rayon::ThreadPoolBuilder;
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use std::path::{Path, PathBuf};

/// How many bytes a piece has at least, unless its block ends: much beside what it costs
/// to hand it to a thread, little beside a block, so that all threads are done at once.
const PIECE: usize = blocks::SIZE / MOST_THREADS;

/// More threads would have no pieces.
const MOST_THREADS: usize = 16;

/// Answers all lines. Whether any did not match.
pub(super) fn answer(
    question: &Question,
    files: &[PathBuf],
    threads: usize,
    out: &mut Output,
) -> anyhow::Result<bool> {
    let threads = threads.min(MOST_THREADS);
    // This thread is one of them.
    let pool = ThreadPoolBuilder::new().num_threads(threads).use_current_thread().build();
    let pool = pool.with_context(|| format!("cannot start {threads} threads"))?;
    let mut buffers = [(); 2].map(|()| vec![0; blocks::SIZE]);
    // A line that is too long for a block is read by this one, part by part.
    let mut answerer = Answerer::new(question);
    for file in files {
        let mut blocks = Blocks::new(input::open(file)?);
        let reads_ahead = threads > 1 && input::is_regular(file);
        let mut place = Place { file, lines: 0 };
        let [buffer, other] = &mut buffers;
        let mut next = blocks.next(buffer);
        while let Some((length, kind)) = next.with_context(|| input::unreadable(file))? {
            let block = &buffer[..length];
            let mut ahead = None;
            if kind == Kind::Lines {
                let all = || answers(question, block);
                let answers = pool.install(|| {
                    if reads_ahead {
                        let (answers, read) = rayon::join(all, || blocks.next(other));
                        ahead = Some(read);
                        answers
                    } else {
                        all()
                    }
                });
                for piece in answers {
                    answerer.found |= finish(piece, &mut place, out)?;
                }
            } else {
                part(&mut answerer, block, kind, &mut place, out)?;
            }
            // A read may wait for someone who waits for our answer; that of a file does not.
            next = if let Some(read) = ahead {
                read
            } else {
                out.flush()?;
                blocks.next(other)
            };
            std::mem::swap(buffer, other);
        }
        out.flush()?;
    }
    Ok(answerer.found)
}

/// Answers a block of whole lines by all threads, piece by piece.
fn answers<'a>(question: &'a Question, block: &'a [u8]) -> Vec<Piece<'a>> {
    let pieces: Vec<_> = pieces(block, PIECE).collect();
    // Each by itself, so that no thread is left with two while another has nothing to do.
    let pieces = pieces.into_par_iter().with_max_len(1);
    let answered = pieces.map(|lines| {
        let mut answerer = Answerer::new(question);
        let passed = answerer.lines(lines);
        Piece { lines, answerer, passed }
    });
    answered.collect()
}

/// A piece of a block, and how far it has been answered.
struct Piece<'a> {
    lines: &'a [u8],
    answerer: Answerer<'a>,
    passed: Passed,
}

/// Prints the answers of a piece. Where they are far longer than its lines, not all have
/// been made: the others are now. Whether any line did not match.
fn finish(mut piece: Piece<'_>, place: &mut Place<'_>, out: &mut Output) -> anyhow::Result<bool> {
    loop {
        print(&mut piece.answerer.out, out)?;
        place.pass(piece.passed.lines, piece.passed.end)?;
        piece.lines = &piece.lines[piece.passed.bytes..];
        if piece.lines.is_empty() {
            return Ok(piece.answerer.found);
        }
        piece.passed = piece.answerer.lines(piece.lines);
    }
}

/// Cuts a block of whole lines behind the first line feed after so many bytes, again and
/// again.
fn pieces(mut block: &[u8], size: usize) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let rest = block.get(size..).unwrap_or_default();
        let length = memchr(b'\n', rest).map_or(block.len(), |feed| size + feed + 1);
        let piece = block.split_off(..length)?;
        (!piece.is_empty()).then_some(piece)
    })
}

/// Prints answers and takes them away.
fn print(answers: &mut Vec<u8>, out: &mut Output) -> anyhow::Result<()> {
    out.bytes(answers)?;
    answers.clear();
    Ok(())
}

/// Reads a part of a long line, and answers the line where it ends.
fn part(
    answerer: &mut Answerer<'_>,
    block: &[u8],
    kind: Kind,
    place: &mut Place<'_>,
    out: &mut Output,
) -> anyhow::Result<()> {
    let pushed = answerer.push(block.strip_suffix(b"\n").unwrap_or(block));
    if kind == Kind::End {
        place.pass(1, pushed.and_then(|()| answerer.end()))?;
        return print(&mut answerer.out, out);
    }
    pushed.with_context(|| place.line(1))
}

/// How far the answers are, for messages.
struct Place<'a> {
    file: &'a Path,
    /// How many lines have been answered.
    lines: u64,
}

impl Place<'_> {
    /// Goes on by so many lines, the last of which may have failed.
    fn pass(&mut self, lines: u64, end: Result<(), BadEscape>) -> anyhow::Result<()> {
        end.with_context(|| self.line(lines))?;
        self.lines += lines;
        Ok(())
    }

    /// The line so many lines further on.
    fn line(&self, further: u64) -> String {
        let line = self.lines + further;
        if input::is_stdin(self.file) {
            format!("line {line}")
        } else {
            format!("line {line} of `{}`", self.file.display())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn pieces_are_the_block_cut_behind_line_feeds() {
        let cut = |block| pieces(block, 4).collect::<Vec<&[u8]>>();
        assert!(cut(b"").is_empty());
        assert_eq!(cut(b"abc\nd"), [b"abc\nd"]);
        assert_eq!(cut(b"abcd\nd"), [&b"abcd\n"[..], b"d"]);
        assert_eq!(cut(b"a\nb\n\n\nabcdefg\na\n"), [&b"a\nb\n\n"[..], b"\nabcdefg\n", b"a\n"]);
    }
}
