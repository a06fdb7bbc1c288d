//! A process for each text.

use super::process::{Piece, Process, ending};
use super::{MAX_OUTPUT, Reply};
use abnfc_tools::conform::Kind;
use crossbeam_channel::{Receiver, RecvTimeoutError};
use std::ffi::OsString;
use std::process::Stdio;
use std::time::{Duration, Instant};
use wait_timeout::ChildExt as _;

/// A command that is started for each text.
pub(in super::super) struct Once {
    pub(super) command: Vec<OsString>,
    pub(super) timeout: Duration,
    pub(super) stdout: Stdout,
}

/// What happens to the standard output of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Stdout {
    /// It is the answer.
    Read,
    /// It has no meaning.
    Dropped,
}

/// The argument that a text replaces.
const PLACE: &str = "{}";

/// The maximum length of a text that replaces an argument; Linux takes 131,072 bytes.
const MAX_ARGUMENT: usize = 100_000;

impl Once {
    /// Returns whether a text can be sent: one that contains NUL or is long cannot replace an argument.
    pub(super) fn takes(&self, text: &[u8]) -> bool {
        !self.has_place() || text.len() <= MAX_ARGUMENT && argument(text).is_some()
    }

    /// Returns whether an argument is the text.
    fn has_place(&self) -> bool {
        self.command.iter().skip(1).any(|argument| argument == PLACE)
    }

    /// Asks about a text that it [takes](Self::takes).
    pub(super) fn ask(&self, text: &[u8]) -> anyhow::Result<Reply> {
        let deadline = Instant::now() + self.timeout;
        let mut command = self.command.clone();
        if let (true, Some(text)) = (self.has_place(), argument(text)) {
            let places = command.iter_mut().skip(1).filter(|argument| *argument == PLACE);
            places.for_each(|place| place.clone_from(&text));
        }
        let stdout = match self.stdout {
            Stdout::Read => Stdio::piped(),
            Stdout::Dropped => Stdio::null(),
        };
        let mut process = Process::start(&command, stdout)?;
        process.feed(if self.has_place() { Vec::new() } else { text.to_vec() });
        // The output is read before the process is waited for: it may be blocked by a full pipe. If it is
        // dropped, it is at its end at once.
        let output = match read(&process.output(), deadline) {
            Ok(output) => output,
            Err(reply) => return Ok(reply),
        };
        let left = deadline.saturating_duration_since(Instant::now());
        let Some(status) = process.child.wait_timeout(left)? else {
            return Ok(Reply::Fault(Kind::Hangs, String::new()));
        };
        let (_, words) = process.end();
        Ok(match status.code() {
            Some(0) => Reply::Status(true, output),
            Some(1) => Reply::Status(false, output),
            _ => Reply::Fault(Kind::Dies, ending(Some(status), &words)),
        })
    }
}

/// Reads the output until it ends.
fn read(lines: &Receiver<Piece>, deadline: Instant) -> Result<Vec<u8>, Reply> {
    let mut output = Vec::new();
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match lines.recv_timeout(left) {
            Ok(Piece::Line(line)) if output.len() + line.len() < MAX_OUTPUT => {
                output.extend(line);
                output.push(b'\n');
            }
            Ok(_) => {
                return Err(Reply::Fault(Kind::Floods, format!("more than {MAX_OUTPUT} bytes")));
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(output),
            Err(RecvTimeoutError::Timeout) => return Err(Reply::Fault(Kind::Hangs, String::new())),
        }
    }
}

/// Returns a text as an argument. `None` if no argument can contain it.
fn argument(text: &[u8]) -> Option<OsString> {
    if text.contains(&0) {
        return None;
    }
    #[cfg(unix)]
    let argument = Some(std::os::unix::ffi::OsStringExt::from_vec(text.to_vec()));
    #[cfg(not(unix))]
    let argument = String::from_utf8(text.to_vec()).ok().map(OsString::from);
    argument
}
