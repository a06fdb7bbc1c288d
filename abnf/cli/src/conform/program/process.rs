//! A process with threads that write its input and read its output.

use super::{MAX_OUTPUT, group};
use abnfc::bytes::escapes::escaped;
use anyhow::Context as _;
use crossbeam_channel::{Receiver, Sender, bounded};
use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

/// A running process. It is killed when it is dropped.
pub(super) struct Process {
    pub(super) child: Child,
    /// The end of standard error, once it is closed.
    stderr: Receiver<Vec<u8>>,
}

/// What a process writes on standard output.
pub(super) enum Piece {
    /// A line without its line feed, or what follows the last line feed.
    Line(Vec<u8>),
    /// More than [`MAX_OUTPUT`] bytes without a line feed.
    TooLong,
}

/// How many pieces of the output wait to be read.
const WAITING: usize = 16;

/// How long standard error may stay open after the process was killed.
const GRACE: Duration = Duration::from_millis(200);

/// The bytes of standard error that are kept.
const MAX_WORDS: usize = 1 << 12;

impl Process {
    /// Starts a command whose standard input is a pipe.
    pub(super) fn start(command: &[OsString], stdout: Stdio) -> anyhow::Result<Self> {
        let (program, arguments) = command.split_first().context("there is no command")?;
        let mut started = Command::new(program);
        started.args(arguments).stdin(Stdio::piped()).stdout(stdout).stderr(Stdio::piped());
        let child = group::start(&mut started);
        let mut child = child.with_context(|| format!("cannot start `{}`", program.display()))?;
        let (sender, stderr) = bounded(1);
        if let Some(pipe) = child.stderr.take() {
            thread::spawn(move || sender.send(end_of(pipe)).is_ok());
        }
        Ok(Self { child, stderr })
    }

    /// Writes a text as the whole input, in a thread of its own: the process may not read it.
    pub(super) fn feed(&mut self, text: Vec<u8>) {
        if let Some(mut pipe) = self.child.stdin.take() {
            // A process may end before it has read everything.
            thread::spawn(move || pipe.write_all(&text).is_ok());
        }
    }

    /// Returns where texts are sent, one after another.
    pub(super) fn input(&mut self) -> Sender<Vec<u8>> {
        let (sender, receiver) = bounded(1);
        if let Some(pipe) = self.child.stdin.take() {
            thread::spawn(move || write_all(pipe, &receiver));
        }
        sender
    }

    /// Returns the output line by line. It ends when the process closes it.
    pub(super) fn output(&mut self) -> Receiver<Piece> {
        let (sender, receiver) = bounded(WAITING);
        if let Some(pipe) = self.child.stdout.take() {
            thread::spawn(move || read_lines(pipe, &sender));
        }
        receiver
    }

    /// Kills the process, and returns how it had ended, if it had.
    pub(super) fn end(mut self) -> (Option<ExitStatus>, String) {
        let status = self.child.try_wait().ok().flatten();
        group::kill(&mut self.child);
        // A process that has left the group may keep it open.
        let words = self.stderr.recv_timeout(GRACE).unwrap_or_default();
        (status, last_line(&words))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        group::kill(&mut self.child);
    }
}

fn write_all(mut pipe: ChildStdin, texts: &Receiver<Vec<u8>>) {
    for text in texts {
        if pipe.write_all(&text).and_then(|()| pipe.flush()).is_err() {
            // The process has ended, and so does its output.
            return;
        }
    }
}

fn read_lines(pipe: impl Read, pieces: &Sender<Piece>) {
    let mut pipe = BufReader::new(pipe);
    loop {
        let mut line = Vec::new();
        let read = pipe.by_ref().take(MAX_OUTPUT as u64 + 1).read_until(b'\n', &mut line);
        let piece = match read {
            Ok(0) | Err(_) => return,
            Ok(_) if line.last() == Some(&b'\n') => {
                line.pop();
                Piece::Line(line)
            }
            Ok(read) if MAX_OUTPUT < read => Piece::TooLong,
            Ok(_) => Piece::Line(line),
        };
        if pieces.send(piece).is_err() {
            return;
        }
    }
}

/// Reads to the end, and returns the last bytes.
fn end_of(mut pipe: impl Read) -> Vec<u8> {
    let (mut kept, mut buffer) = (Vec::new(), [0; MAX_WORDS]);
    while let Ok(read @ 1..) = pipe.read(&mut buffer) {
        kept.extend(&buffer[..read]);
        let excess = kept.len().saturating_sub(MAX_WORDS);
        kept.drain(..excess);
    }
    kept
}

/// The last line that is not empty.
fn last_line(words: &[u8]) -> String {
    let words = String::from_utf8_lossy(words);
    words.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default().to_owned()
}

/// Returns how a process ended, in words.
pub(super) fn ending(status: Option<ExitStatus>, words: &str) -> String {
    let status =
        status.map_or_else(|| "it closed its output".to_owned(), |status| status.to_string());
    if words.is_empty() { status } else { format!("{status}: {}", escaped(words.as_bytes())) }
}
