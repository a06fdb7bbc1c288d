//! Checks a list of references, one on each line of standard input: `lines | validate`.
//!
//! Prints the error of each line that is not a reference, and the number of lines.
//! The exit status is 1 if any line is not a reference.

use std::io::{self, BufRead as _, Write as _};
use std::process::ExitCode;
use uri::rfc3986::UriReference;

fn main() -> io::Result<ExitCode> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let (mut lines, mut wrong) = (0, 0);
    for line in io::stdin().lock().split(b'\n') {
        let line = line?;
        let line = line.strip_suffix(b"\r").unwrap_or(&line);
        lines += 1;
        // The message is a sentence with the offset, the part, the byte found and the bytes expected.
        // The line need not be text.
        if let Err(error) = UriReference::parse_bytes(line) {
            wrong += 1;
            writeln!(out, "line {lines}: {error}")?;
        }
    }
    writeln!(out, "{lines} lines, {wrong} of them not references")?;
    out.flush()?;
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
