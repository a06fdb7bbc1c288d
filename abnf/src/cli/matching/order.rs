//! The lines of files, answered in their order, by one thread or by several.
//!
//! With several, each reads a block, takes its turn and answers it, while this one prints
//! the answers in the order of turns. A thread waits with answers that nobody takes, so
//! that memory is bounded whichever of them is slow.

use super::super::escapes::BadEscape;
use super::super::input;
use super::super::output::Output;
use super::answers::{Answerer, Question};
use super::blocks::{self, Blocks, Kind};
use anyhow::{Context, bail};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender, TryRecvError};
use std::sync::{Arc, Mutex};
use std::thread;

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
    let mut buffer = vec![0; blocks::SIZE];
    let mut source = Source::new(files);
    let mut place = Place::default();
    loop {
        // The next read may wait for someone who waits for our answer.
        out.flush()?;
        match source.next(&mut buffer)? {
            Some(Next::File(file)) => place = Place::new(&file),
            Some(Next::Block(length, Kind::Lines)) => {
                let block = &buffer[..length];
                let (lines, end) = answerer.lines(block, |answers| print(answers, out))?;
                place.pass(lines, end)?;
            }
            Some(Next::Block(length, kind)) => {
                piece(&mut answerer, &buffer[..length], kind, &mut place, out)?;
            }
            None => return Ok(answerer.found),
        }
    }
}

/// With so many threads for answers. None of them is waited for at the end: one may be
/// reading what nobody needs after an error.
fn together(
    question: Question,
    files: &[PathBuf],
    threads: usize,
    out: &mut Output,
) -> anyhow::Result<bool> {
    // A thread that is ahead by more waits.
    let (turns_in, turns) = mpsc::sync_channel(threads);
    let queue = Queue { source: Source::new(files), waiting: threads - 1 };
    let shared = Arc::new(Shared { question, queue: Mutex::new(queue) });
    start(&shared, turns_in);

    // A line that is too long for a block is read here, piece by piece.
    let mut answerer = Answerer::new(&shared.question);
    let mut place = Place::default();
    let mut found = false;
    loop {
        let turn = match turns.try_recv() {
            Ok(turn) => turn,
            Err(TryRecvError::Disconnected) => bail!("a thread has failed"),
            Err(TryRecvError::Empty) => {
                // The next read may wait for someone who waits for our answer.
                out.flush()?;
                turns.recv().context("a thread has failed")?
            }
        };
        match turn {
            Turn::Begin(file) => place = Place::new(&file),
            Turn::Lines(answers, used) => loop {
                match answers.recv().context("a thread has failed")? {
                    Answers::Some(mut answers) => {
                        print(&mut answers, out)?;
                        // The thread may have come to its end.
                        let _ = used.send(answers);
                    }
                    Answers::All { lines, end, any_found } => {
                        place.pass(lines, end)?;
                        found |= any_found;
                        break;
                    }
                }
            },
            Turn::Piece(block, kind) => piece(&mut answerer, &block, kind, &mut place, out)?,
            Turn::End(read) => return read.map(|()| found || answerer.found),
        }
    }
}

/// What is to be printed next.
enum Turn {
    /// Nothing yet, but another file begins.
    Begin(PathBuf),
    /// The answers of a block. Vectors that have been printed go back.
    Lines(Receiver<Answers>, Sender<Vec<u8>>),
    /// The answer of a long line, where its last piece comes.
    Piece(Vec<u8>, Kind),
    /// Nothing more. Whether all could be read.
    End(anyhow::Result<()>),
}

/// Answers of a block, in order.
enum Answers {
    Some(Vec<u8>),
    All { lines: u64, end: Result<(), BadEscape>, any_found: bool },
}

/// What the threads share.
struct Shared {
    question: Question,
    queue: Mutex<Queue>,
}

/// Who reads a block also takes its turn, before anybody else can read on: so turns are
/// in the order of blocks.
struct Queue {
    source: Source,
    /// How many threads have not been started, because there was nothing for them.
    waiting: usize,
}

/// Starts a thread.
fn start(shared: &Arc<Shared>, turns: SyncSender<Turn>) {
    let shared = Arc::clone(shared);
    thread::spawn(move || work(&shared, &turns));
}

/// Reads blocks and answers them, until all has been read or nobody takes the answers.
/// The same thread does both, because then the block is in its cache.
fn work(shared: &Arc<Shared>, turns: &SyncSender<Turn>) {
    let mut answerer = Answerer::new(&shared.question);
    let mut buffer = vec![0; blocks::SIZE];
    let (used_in, used) = mpsc::channel();
    loop {
        let Some((length, answers)) = block(shared, &mut buffer, turns, &used_in) else { return };
        answerer.found = false;
        let made = answerer.lines(&buffer[..length], |made| {
            let empty = used.try_recv().unwrap_or_default();
            answers.send(Answers::Some(std::mem::replace(made, empty)))
        });
        let Ok((lines, end)) = made else { return };
        let all = Answers::All { lines, end, any_found: answerer.found };
        if answers.send(all).is_err() {
            return;
        }
    }
}

/// Reads a block of lines and takes its turn: its length, and where its answers go.
fn block(
    shared: &Arc<Shared>,
    buffer: &mut [u8],
    turns: &SyncSender<Turn>,
    used: &Sender<Vec<u8>>,
) -> Option<(usize, SyncSender<Answers>)> {
    let mut queue = shared.queue.lock().ok()?;
    loop {
        match queue.source.next(buffer) {
            Ok(Some(Next::File(file))) => turns.send(Turn::Begin(file)).ok()?,
            Ok(Some(Next::Block(length, Kind::Lines))) => {
                // Who has made more answers than this waits until they are taken.
                let (answers, taken) = mpsc::sync_channel(2);
                turns.send(Turn::Lines(taken, used.clone())).ok()?;
                if 0 < queue.waiting {
                    queue.waiting -= 1;
                    start(shared, turns.clone());
                }
                return Some((length, answers));
            }
            Ok(Some(Next::Block(length, kind))) => {
                turns.send(Turn::Piece(buffer[..length].to_vec(), kind)).ok()?;
            }
            Ok(None) => {
                turns.send(Turn::End(Ok(()))).ok()?;
                return None;
            }
            Err(error) => {
                turns.send(Turn::End(Err(error))).ok()?;
                return None;
            }
        }
    }
}

/// What is left to read.
struct Source {
    /// The last of them first.
    files: Vec<PathBuf>,
    /// The file that is being read.
    open: Option<(PathBuf, Blocks<Box<dyn Read + Send>>)>,
}

/// What is read next.
enum Next {
    /// A file begins.
    File(PathBuf),
    /// A block of this length.
    Block(usize, Kind),
}

impl Source {
    fn new(files: &[PathBuf]) -> Self {
        Self { files: files.iter().rev().cloned().collect(), open: None }
    }

    /// Reads on into a buffer of [`blocks::SIZE`] bytes. Nothing at the end of all files.
    fn next(&mut self, buffer: &mut [u8]) -> anyhow::Result<Option<Next>> {
        if let Some((file, blocks)) = &mut self.open {
            let block = blocks.next(buffer).with_context(|| input::unreadable(file))?;
            if let Some((length, kind)) = block {
                return Ok(Some(Next::Block(length, kind)));
            }
            self.open = None;
        }
        let Some(file) = self.files.pop() else { return Ok(None) };
        self.open = Some((file.clone(), Blocks::new(input::open(&file)?)));
        Ok(Some(Next::File(file)))
    }
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
