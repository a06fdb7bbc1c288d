//! The lines of files, answered in their order, by one thread or by several.
//!
//! With several, one thread reads blocks, others answer them, and this one prints the
//! answers in the order of the blocks. There are as many buffers for blocks as the
//! threads need, and a thread waits with answers that nobody takes, so that memory is
//! bounded whichever of them is slow.

use super::super::escapes::BadEscape;
use super::super::input;
use super::super::output::Output;
use super::answers::{Answerer, Question};
use super::blocks::{self, Blocks, Kind};
use anyhow::{Context, bail};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender, TryRecvError};
use std::sync::{Arc, Mutex};
use std::thread;

type Buffer = Box<[u8]>;

/// Answers all lines. Whether any did not match.
pub(super) fn answer(
    question: Question,
    files: &[PathBuf],
    threads: usize,
    out: &mut Output,
) -> anyhow::Result<bool> {
    if threads == 1 {
        alone(&question, files, out)
    } else {
        together(question, files, threads, out)
    }
}

/// In this thread.
fn alone(question: &Question, files: &[PathBuf], out: &mut Output) -> anyhow::Result<bool> {
    let mut answerer = Answerer::new(question);
    let mut buffer = buffer();
    for file in files {
        let mut blocks = Blocks::new(input::open(file)?);
        let mut place = Place::new(file);
        loop {
            // The next read may wait for someone who waits for our answer.
            out.flush()?;
            let block = blocks.next(&mut buffer).with_context(|| input::unreadable(file))?;
            let Some((length, kind)) = block else { break };
            let block = &buffer[..length];
            if kind == Kind::Lines {
                let (lines, end) = answerer.lines(block, |answers| print(answers, out))?;
                place.pass(lines, end)?;
            } else {
                piece(&mut answerer, block, kind, &mut place, out)?;
            }
        }
    }
    Ok(answerer.found)
}

/// With as many threads for answers. None of them is waited for at the end: the one that
/// reads may wait for input that nobody needs after an error.
fn together(
    question: Question,
    files: &[PathBuf],
    threads: usize,
    out: &mut Output,
) -> anyhow::Result<bool> {
    let question = Arc::new(question);
    let (turns_in, turns) = mpsc::channel();
    let (free, buffers) = mpsc::channel();
    // One for each thread at work, one that waits for each, one being filled, one being
    // printed.
    for _ in 0..2 * threads + 2 {
        free.send(buffer()).expect("the receiver is here");
    }
    let reader = Reader { question: Arc::clone(&question), threads, buffers, turns: turns_in };
    let files = files.to_vec();
    thread::spawn(move || reader.run(files));

    // What is too long for a block is read in order.
    let mut answerer = Answerer::new(&question);
    let mut place = Place::default();
    let mut found = false;
    loop {
        let turn = match turns.try_recv() {
            Ok(turn) => turn,
            Err(TryRecvError::Disconnected) => bail!("the thread that reads has failed"),
            Err(TryRecvError::Empty) => {
                // The next read may wait for someone who waits for our answer.
                out.flush()?;
                turns.recv().context("the thread that reads has failed")?
            }
        };
        let buffer = match turn {
            Turn::Begin(file) => {
                place = Place::new(&file);
                continue;
            }
            Turn::Lines(answers) => loop {
                match answers.recv().context("a thread that answers has failed")? {
                    Answers::Some(mut answers) => print(&mut answers, out)?,
                    Answers::All { lines, end, any_found, buffer } => {
                        place.pass(lines, end)?;
                        found |= any_found;
                        break buffer;
                    }
                }
            },
            Turn::Piece(block, kind) => {
                piece(&mut answerer, block.bytes(), kind, &mut place, out)?;
                block.buffer
            }
            Turn::End(read) => {
                read?;
                return Ok(found || answerer.found);
            }
        };
        // Nobody takes it where everything has been read.
        let _ = free.send(buffer);
    }
}

/// What is to be printed next.
enum Turn {
    /// Nothing yet, but another file begins.
    Begin(PathBuf),
    /// The answers of a block.
    Lines(Receiver<Answers>),
    /// That of a long line, once it has been read.
    Piece(Block, Kind),
    /// Nothing more. Whether all could be read.
    End(anyhow::Result<()>),
}

/// Answers of a block, in order.
enum Answers {
    Some(Vec<u8>),
    All { lines: u64, end: Result<(), BadEscape>, any_found: bool, buffer: Buffer },
}

struct Block {
    buffer: Buffer,
    length: usize,
}

impl Block {
    fn bytes(&self) -> &[u8] {
        &self.buffer[..self.length]
    }
}

/// A block of lines, and where its answers go.
type Job = (Block, SyncSender<Answers>);

/// The thread that reads.
struct Reader {
    question: Arc<Question>,
    threads: usize,
    buffers: Receiver<Buffer>,
    turns: Sender<Turn>,
}

impl Reader {
    fn run(self, files: Vec<PathBuf>) {
        let read = self.files(files);
        // Nobody is left where this fails.
        let _ = self.turns.send(Turn::End(read));
    }

    /// Reads all files, until nobody takes what is read.
    fn files(&self, files: Vec<PathBuf>) -> anyhow::Result<()> {
        let (jobs, queue) = mpsc::channel::<Job>();
        let queue = Arc::new(Mutex::new(queue));
        let mut started = 0;
        // A buffer that nothing could be read into.
        let mut spare = None;
        for file in files {
            let mut blocks = Blocks::new(input::open(&file)?);
            if self.turns.send(Turn::Begin(file.clone())).is_err() {
                return Ok(());
            }
            loop {
                let Some(mut buffer) = spare.take().or_else(|| self.buffers.recv().ok()) else {
                    return Ok(());
                };
                let block = blocks.next(&mut buffer).with_context(|| input::unreadable(&file))?;
                let Some((length, kind)) = block else {
                    spare = Some(buffer);
                    break;
                };
                let block = Block { buffer, length };
                let turn = if kind == Kind::Lines {
                    if started < self.threads {
                        let (question, queue) = (Arc::clone(&self.question), Arc::clone(&queue));
                        thread::spawn(move || work(&question, &queue));
                        started += 1;
                    }
                    // A thread waits until its turn has come before it makes more.
                    let (answers, taken) = mpsc::sync_channel(1);
                    jobs.send((block, answers)).context("no thread answers")?;
                    Turn::Lines(taken)
                } else {
                    Turn::Piece(block, kind)
                };
                if self.turns.send(turn).is_err() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// What a thread does that answers.
fn work(question: &Question, queue: &Mutex<Receiver<Job>>) {
    let mut answerer = Answerer::new(question);
    loop {
        let job = match queue.lock() {
            Ok(queue) => queue.recv(),
            Err(_) => return,
        };
        let Ok((block, answers)) = job else { return };
        answerer.found = false;
        let made =
            answerer.lines(block.bytes(), |made| answers.send(Answers::Some(std::mem::take(made))));
        let Ok((lines, end)) = made else { return };
        let Block { buffer, .. } = block;
        let all = Answers::All { lines, end, any_found: answerer.found, buffer };
        if answers.send(all).is_err() {
            return;
        }
    }
}

fn buffer() -> Buffer {
    vec![0; blocks::SIZE].into()
}

/// Prints answers and takes them away.
fn print(answers: &mut Vec<u8>, out: &mut Output) -> anyhow::Result<()> {
    out.bytes(answers)?;
    answers.clear();
    Ok(())
}

/// Reads a piece of a long line, and answers the line where it ends.
fn piece(
    answerer: &mut Answerer<'_>,
    block: &[u8],
    kind: Kind,
    place: &mut Place,
    out: &mut Output,
) -> anyhow::Result<()> {
    let pushed = answerer.push(
        block
            .strip_suffix(
                b"
",
            )
            .unwrap_or(block),
    );
    if kind == Kind::End {
        place.pass(1, pushed.and_then(|()| answerer.end()))?;
        return print(&mut answerer.out, out);
    }
    pushed.with_context(|| place.line(1))
}

/// How far the answers are, for messages.
#[derive(Default)]
struct Place {
    /// None for standard input.
    file: Option<PathBuf>,
    /// How many lines have been answered.
    lines: u64,
}

impl Place {
    fn new(file: &Path) -> Self {
        Self { file: (!input::is_stdin(file)).then(|| file.to_owned()), lines: 0 }
    }

    /// Goes on by so many lines, the last of which may have failed.
    fn pass(&mut self, lines: u64, end: Result<(), BadEscape>) -> anyhow::Result<()> {
        end.with_context(|| self.line(lines))?;
        self.lines += lines;
        Ok(())
    }

    /// The line so many lines further on.
    fn line(&self, further: u64) -> String {
        let line = self.lines + further;
        match &self.file {
            None => format!("line {line}"),
            Some(file) => format!("line {line} of `{}`", file.display()),
        }
    }
}
