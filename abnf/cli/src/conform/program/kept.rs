//! One process for all texts. It is started again after each fault.

use super::Reply;
use super::process::{Piece, Process, ending};
use abnfc_tools::conform::Kind;
use crossbeam_channel::{Receiver, RecvTimeoutError, SendTimeoutError, Sender};
use std::ffi::OsString;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

/// How long a second line for one text is waited for, once there was one.
const SECOND_LINE: Duration = Duration::from_millis(20);

/// The command, and its process while there is one.
pub(in super::super) struct Kept {
    command: Vec<OsString>,
    timeout: Duration,
    running: Option<Running>,
    /// Whether the program has written more than one line for a text.
    is_talkative: bool,
}

/// The fault of a second line.
const SECOND: &str = "more than one line for one text";

struct Running {
    process: Process,
    texts: Sender<Vec<u8>>,
    answers: Receiver<Piece>,
}

impl Kept {
    pub(super) fn new(command: Vec<OsString>, timeout: Duration) -> Self {
        Self { command, timeout, running: None, is_talkative: false }
    }

    /// Sends a line, and returns the answer.
    pub(super) fn ask(&mut self, line: Vec<u8>) -> anyhow::Result<Reply> {
        let running = match self.running.take() {
            Some(running) => running,
            None => Running::start(&self.command)?,
        };
        // A line without a question would be taken for this answer. The process is started again.
        if running.answers.try_recv().is_ok() {
            self.is_talkative = true;
            return Ok(Reply::Late(Kind::Floods, SECOND.to_owned()));
        }
        // If the process has ended, the sender fails, and there will be no answer.
        let sent = running.texts.send_timeout(line, self.timeout);
        if matches!(sent, Err(SendTimeoutError::Timeout(_))) {
            return Ok(Reply::Fault(Kind::Hangs, "it does not read".to_owned()));
        }
        let answer = running.answers.recv_timeout(self.timeout);
        Ok(match answer {
            Ok(Piece::Line(_))
                if self.is_talkative && running.answers.recv_timeout(SECOND_LINE).is_ok() =>
            {
                Reply::Fault(Kind::Floods, SECOND.to_owned())
            }
            Ok(Piece::Line(answer)) => {
                self.running = Some(running);
                Reply::Line(answer)
            }
            Ok(Piece::TooLong) => Reply::Fault(Kind::Floods, "a line that does not end".to_owned()),
            Err(RecvTimeoutError::Timeout) => Reply::Fault(Kind::Hangs, String::new()),
            Err(RecvTimeoutError::Disconnected) => running.died(),
        })
    }
}

impl Running {
    fn start(command: &[OsString]) -> anyhow::Result<Self> {
        let mut process = Process::start(command, Stdio::piped())?;
        let (texts, answers) = (process.input(), process.output());
        Ok(Self { process, texts, answers })
    }

    /// The process has closed its output. It has up to a second to end.
    fn died(mut self) -> Reply {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(1) {
            if !matches!(self.process.child.try_wait(), Ok(None)) {
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
        let (status, words) = self.process.end();
        Reply::Fault(Kind::Dies, ending(status, &words))
    }
}
