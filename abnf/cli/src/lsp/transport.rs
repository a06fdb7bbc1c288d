//! Reads and writes messages of the Language Server Protocol.
//!
//! A message has a header with the line `Content-Length: N`, an empty line, and N bytes of JSON (3.17,
//! "Base Protocol"). The messages are those of `lsp-server`, whose `Connection` would allocate any
//! length that a header states, and stop at the first message that is not JSON. This reader has limits,
//! and continues after an invalid message if the beginning of the next one is known.

use crossbeam_channel::Sender;
use lsp_server::Message;
use serde_json::Value;
use std::io::{self, BufRead, Read};

/// The maximum size of a message in bytes. A larger message is skipped.
pub(super) const MAX_MESSAGE: u64 = 64 << 20;
/// The maximum length of a header line in bytes.
const MAX_HEADER: u64 = 4 << 10;

/// Input from a client.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A message.
    Message(Message),
    /// An invalid message, with the reason.
    Malformed(&'static str),
    /// The end: the stream has ended, or the beginning of the next message is unknown.
    End(Option<String>),
}

/// Reads messages until the input ends or the receiver is dropped.
pub(super) fn read_all(mut from: impl BufRead, to: &Sender<Incoming>) {
    loop {
        let message =
            read(&mut from).unwrap_or_else(|error| Incoming::End(Some(error.to_string())));
        let is_end = matches!(message, Incoming::End(_));
        if to.send(message).is_err() || is_end {
            return;
        }
    }
}

fn read(from: &mut impl BufRead) -> io::Result<Incoming> {
    let mut length = None;
    let mut lines = 0;
    loop {
        let mut line = Vec::new();
        from.by_ref().take(MAX_HEADER).read_until(b'\n', &mut line)?;
        if line.is_empty() && lines == 0 {
            return Ok(Incoming::End(None));
        }
        lines += 1;
        if line.last() != Some(&b'\n') || MAX_HEADER < lines {
            return Ok(Incoming::End(Some("a header without an end".to_owned())));
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse::<u64>().ok();
        }
    }
    let Some(length) = length else {
        return Ok(Incoming::End(Some("a header without `Content-Length`".to_owned())));
    };
    let mut body = from.by_ref().take(length);
    if MAX_MESSAGE < length {
        let read = io::copy(&mut body, &mut io::sink())?;
        return Ok(if read < length {
            cut_short()
        } else {
            Incoming::Malformed("it is too large")
        });
    }
    let mut bytes = Vec::new();
    body.read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < length {
        return Ok(cut_short());
    }
    let Ok(value) = serde_json::from_slice::<Value>(&bytes) else {
        return Ok(Incoming::Malformed("it is not JSON"));
    };
    Ok(match serde_json::from_value(value) {
        Ok(message) => Incoming::Message(message),
        Err(_) => Incoming::Malformed("it is not a message of JSON-RPC"),
    })
}

fn cut_short() -> Incoming {
    Incoming::End(Some("a message that is shorter than its header says".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::{Incoming, MAX_MESSAGE, read};
    use std::io::{BufReader, Read};

    /// Returns the messages of a stream, up to its end.
    fn kinds(from: impl Read) -> Vec<String> {
        let mut from = BufReader::new(from);
        let mut kinds = Vec::new();
        loop {
            match read(&mut from).unwrap() {
                Incoming::Message(_) => kinds.push("message".to_owned()),
                Incoming::Malformed(why) => kinds.push(why.to_owned()),
                Incoming::End(why) => {
                    kinds.push(why.unwrap_or_else(|| "end".to_owned()));
                    return kinds;
                }
            }
        }
    }

    fn framed(body: &str) -> String {
        format!("content-length:{}\nContent-Type: x\r\n\r\n{body}", body.len())
    }

    #[test]
    fn invalid_messages_are_skipped() {
        let good = framed(r#"{"jsonrpc":"2.0","method":"exit"}"#);
        let deep = framed(&"[".repeat(100_000));
        let stream = [&good, &framed("{"), &deep, &framed("[1]"), &framed("\u{FEFF}"), &good];
        let expected = [
            "message",
            "it is not JSON",
            "it is not JSON",
            "it is not a message of JSON-RPC",
            "it is not JSON",
            "message",
            "end",
        ];
        assert_eq!(kinds(stream.map(String::as_str).concat().as_bytes()), expected);
    }

    #[test]
    fn a_stream_without_known_lengths_ends() {
        let without = "a header without `Content-Length`";
        for header in ["a: b\r\n\r\n{}", "\n", "Content-Length: -1\n\n", "Content-Length: 1e9\n\n"]
        {
            assert_eq!(kinds(header.as_bytes()), [without], "{header}");
        }
        assert_eq!(kinds("x".repeat(10_000).as_bytes()), ["a header without an end"]);
        assert_eq!(kinds(std::io::repeat(b'x')), ["a header without an end"]);
        assert_eq!(kinds("a:b\n".repeat(10_000).as_bytes()), ["a header without an end"]);
        let short = "a message that is shorter than its header says";
        assert_eq!(kinds(&b"Content-Length: 99\r\n\r\n{}"[..]), [short]);
        let claim = format!("Content-Length: {}\r\n\r\n{{}}", u64::MAX);
        assert_eq!(kinds(claim.as_bytes()), [short]);
    }

    #[test]
    fn a_message_that_is_too_large_is_skipped() {
        let length = MAX_MESSAGE + 1;
        let header = format!("Content-Length: {length}\r\n\r\n");
        let after = framed(r#"{"jsonrpc":"2.0","method":"exit"}"#);
        let body = std::io::repeat(b' ').take(length);
        let stream = header.as_bytes().chain(body).chain(after.as_bytes());
        assert_eq!(kinds(stream), ["it is too large", "message", "end"]);
    }
}
