//! A program that gives verdicts: one process for each text, or one for all of them.
//!
//! Each process has a process group of its own on Unix, which is killed when the program does not answer in
//! time, and at the end, also if the run is interrupted. What a process writes is read no further than
//! [`MAX_OUTPUT`], so that no program fills the memory.

mod group;
mod kept;
mod once;
mod process;

use self::kept::Kept;
use self::once::Once;
pub(super) use self::once::Stdout;
use abnfc_tools::conform::Kind;
use std::ffi::OsString;
use std::time::Duration;

/// The maximum number of bytes of an answer.
pub(super) const MAX_OUTPUT: usize = 1 << 20;

/// How a program takes texts and answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Protocol {
    /// A process for each text, with the text as standard input, or in place of the argument {}; the exit
    /// status is 0 or 1
    #[default]
    Status,
    /// One process; each text is a line, and so is the answer: true or false
    Lines,
    /// The same, and each text is a line of JSON: {"text": "..."}, or {"hex": "..."} if it is not UTF-8
    Json,
}

impl Protocol {
    /// Returns whether a text can be sent.
    pub(super) fn takes(self, text: &[u8]) -> bool {
        match self {
            Self::Status | Self::Json => true,
            Self::Lines => !text.contains(&b'\n') && str::from_utf8(text).is_ok(),
        }
    }
}

/// What a program answers.
pub(super) enum Reply {
    /// A verdict by the exit status, and standard output.
    Status(bool, Vec<u8>),
    /// A line, without the line feed.
    Line(Vec<u8>),
    /// No answer.
    Fault(Kind, String),
    /// The program cannot take the text.
    Skips,
    /// A fault with the text before this one, which must be asked again.
    Late(Kind, String),
}

/// A program.
pub(super) enum Program {
    /// A process for each text.
    Once(Once),
    /// One process.
    Kept(Kept, Protocol),
}

impl Program {
    /// Prepares a command with its arguments.
    pub(super) fn new(
        command: &[OsString],
        protocol: Protocol,
        timeout: Duration,
        stdout: Stdout,
    ) -> anyhow::Result<Self> {
        group::kill_all_if_interrupted()?;
        let command = command.to_vec();
        Ok(match protocol {
            Protocol::Status => Self::Once(Once { command, timeout, stdout }),
            Protocol::Lines | Protocol::Json => Self::Kept(Kept::new(command, timeout), protocol),
        })
    }

    /// Returns whether a text can be sent.
    pub(super) fn takes(&self, text: &[u8]) -> bool {
        match self {
            Self::Once(once) => once.takes(text),
            Self::Kept(_, protocol) => protocol.takes(text),
        }
    }

    /// Asks about a text that it [takes](Self::takes).
    ///
    /// # Errors
    ///
    /// If the command cannot be started.
    pub(super) fn ask(&mut self, text: &[u8]) -> anyhow::Result<Reply> {
        match self {
            Self::Once(once) => once.ask(text),
            Self::Kept(kept, protocol) => {
                let mut line = match protocol {
                    Protocol::Json => json(text).into_bytes(),
                    Protocol::Lines | Protocol::Status => text.to_vec(),
                };
                line.push(b'\n');
                kept.ask(line)
            }
        }
    }
}

/// A text as an object in one line of ASCII: some programs end lines at U+2028, or read another encoding.
fn json(text: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut line = String::new();
    let written: std::fmt::Result = if let Ok(text) = str::from_utf8(text) {
        serde_json::json!({ "text": text }).to_string().chars().try_for_each(|char| {
            if char.is_ascii() {
                return line.write_char(char);
            }
            let mut units = [0; 2];
            char.encode_utf16(&mut units).iter().try_for_each(|unit| write!(line, "\\u{unit:04x}"))
        })
    } else {
        let hex = text.iter().try_for_each(|byte| write!(line, "{byte:02x}"));
        line = serde_json::json!({ "hex": line }).to_string();
        hex
    };
    written.expect("a string grows");
    line
}

#[cfg(test)]
mod tests {
    use super::json;

    #[test]
    fn lines_are_ascii() {
        for text in ["", "a\n\"", "\u{2028}é", "\u{1F600}\u{7F}"] {
            let line = json(text.as_bytes());
            assert!(line.bytes().all(|byte| (b' '..=0x7F).contains(&byte)), "{line}");
            assert_eq!(serde_json::from_str::<serde_json::Value>(&line).unwrap()["text"], text);
        }
        assert_eq!(json(b"a\xFF"), r#"{"hex":"61ff"}"#);
    }
}
