//! A process for each text.

use super::process::{GRACE, Piece, Process, ending};
use super::{MAX_OUTPUT, Reply};
use abnfc_tools::conform::Kind;
use std::ffi::OsString;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use wait_timeout::ChildExt as _;

pub(super) fn ask(command: &[OsString], text: &[u8], timeout: Duration) -> anyhow::Result<Reply> {
    let deadline = Instant::now() + timeout;
    let (command, is_argument) = with_text(command, text);
    let mut process = Process::start(&command)?;
    process.feed(if is_argument { Vec::new() } else { text.to_vec() });
    let lines = process.output();
    // The output is read before the process is waited for: it may be blocked by a full pipe.
    let (output, is_closed) = match read(&lines, deadline) {
        Ok(read) => read,
        Err(reply) => return Ok(reply),
    };
    let left = deadline.saturating_duration_since(Instant::now()).max(GRACE);
    let status = process.child.wait_timeout(left)?;
    if !is_closed && status.is_none() {
        return Ok(Reply::Fault(Kind::Hangs, String::new()));
    }
    let (_, words) = process.end();
    Ok(match status.and_then(|status| status.code()) {
        Some(0) => Reply::Status(true, output),
        Some(1) => Reply::Status(false, output),
        _ if status.is_none() => Reply::Fault(Kind::Hangs, String::new()),
        _ => Reply::Fault(Kind::Dies, ending(status, &words)),
    })
}

/// Reads the output until it ends. Returns it, and whether it ended in time.
fn read(lines: &Receiver<Piece>, deadline: Instant) -> Result<(Vec<u8>, bool), Reply> {
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
            Err(RecvTimeoutError::Disconnected) => return Ok((output, true)),
            Err(RecvTimeoutError::Timeout) => return Ok((output, false)),
        }
    }
}

/// Returns the command with the text in place of `{}`, and whether there is such an argument.
fn with_text(command: &[OsString], text: &[u8]) -> (Vec<OsString>, bool) {
    let mut made = command.to_vec();
    let mut is_argument = false;
    let text = argument(text);
    for argument in made.iter_mut().skip(1).filter(|argument| *argument == "{}") {
        if let Some(text) = &text {
            argument.clone_from(text);
            is_argument = true;
        }
    }
    (made, is_argument)
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
