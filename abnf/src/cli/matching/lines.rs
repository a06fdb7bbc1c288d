//! The lines of a file, answered by several threads and printed in order.
//!
//! Each thread takes a block of lines from the file, queues where the answers will come, leaves the
//! file to the next thread and answers. Whoever prints follows the queue, which has the order of
//! the file. The threads are not waited for: they may wait for input that nobody needs any more.

use super::super::input;
use super::super::output::Output;
use super::answer::Place;
use super::blocks::{Block, Blocks, LARGE};
use super::deliver;
use super::long::Long;
use super::question::{Answers, MAX_LINE, Question, too_long};
use anyhow::Context;
use std::io::Read;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

/// The longest line that is kept as a whole where this is not needed.
const SHORT: usize = 1 << 20;

/// More threads than this answer nothing faster: the answers are written by one.
const MAX_THREADS: usize = 8;

/// A file that threads share.
struct File {
    name: String,
    unreadable: String,
    blocks: Mutex<Blocks<Box<dyn Read + Send>>>,
}

/// Lines that are to be answered, or a long one with its answer.
enum Next {
    Lines { first: u64, size: usize },
    Answered(Answers),
}

/// Where answers will come.
type Queued = Receiver<anyhow::Result<Answers>>;

/// Answers the lines of a file. Whether all match.
pub(super) fn lines(
    question: &Arc<Question>,
    path: &Path,
    out: &mut Output,
) -> anyhow::Result<bool> {
    let longest = if question.needs_whole_texts() { MAX_LINE } else { SHORT };
    let file = Arc::new(File {
        name: input::name(path),
        unreadable: input::unreadable(path),
        blocks: Mutex::new(Blocks::new(input::open(path)?, longest)),
    });
    let threads = thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS);
    let (queue, queued) = sync_channel(threads);
    for number in 0..threads {
        let (question, file, queue) = (Arc::clone(question), Arc::clone(&file), queue.clone());
        let thread = thread::Builder::new().spawn(move || file.answer(&question, &queue));
        // One is enough.
        if number == 0 {
            thread.context("cannot start a thread")?;
        }
    }
    drop(queue);
    let mut all_match = true;
    loop {
        let ready = queued.try_recv().ok();
        if ready.is_none() {
            // Whoever writes the lines may wait for the answers.
            out.flush()?;
        }
        let Some(next) = ready.or_else(|| queued.recv().ok()) else { return Ok(all_match) };
        let answers = next.recv().expect("a thread answers what it has queued, or has panicked");
        all_match &= deliver(answers?, out)?;
    }
}

impl File {
    /// Takes blocks and answers them, until there are none or nobody wants to know.
    fn answer(&self, question: &Question, queue: &SyncSender<Queued>) {
        let mut buffer = Vec::new();
        while let Ok(mut blocks) = self.blocks.lock()
            && let Some(next) = self.next(&mut blocks, question, &mut buffer).transpose()
        {
            // A large block keeps the file until its answers are taken: memory is for one of them.
            let is_large = LARGE < buffer.len();
            let (answer, answers) = sync_channel(usize::from(!is_large));
            let is_wanted = queue.send(answers).is_ok();
            let kept = is_large.then_some(blocks);
            let answers = next.map(|next| match next {
                Next::Lines { first, size } => question.lines(&self.name, first, &buffer[..size]),
                Next::Answered(answers) => answers,
            });
            if !is_wanted || answer.send(answers).is_err() {
                return;
            }
            drop(kept);
        }
    }

    /// What is next in the file, in the buffer. A long line is read to its end.
    fn next(
        &self,
        blocks: &mut Blocks<impl Read>,
        question: &Question,
        buffer: &mut Vec<u8>,
    ) -> anyhow::Result<Option<Next>> {
        let mut long: Option<Long<'_>> = None;
        loop {
            let block = blocks.next(buffer).with_context(|| self.unreadable.clone())?;
            let (line, size, is_last) = match block {
                None => return Ok(None),
                Some(Block::Lines { first, size }) => return Ok(Some(Next::Lines { first, size })),
                Some(Block::Stretch { line, size, is_last }) => (line, size, is_last),
            };
            if question.needs_whole_texts() {
                return Err(too_long(&Place { file: Some(&self.name), line }));
            }
            let mut whole = long.take().unwrap_or_else(|| Long::new(question, &self.name, line));
            whole.take(&buffer[..size]);
            if is_last {
                return Ok(Some(Next::Answered(whole.end())));
            }
            long = Some(whole);
        }
    }
}
