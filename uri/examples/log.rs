//! Splits the URLs of a log, one on each line of standard input, into columns: host, port, path,
//! and the decoded pairs of the query, in which control characters are written as in Rust. Uses all
//! processors, and holds only a chunk of the log in memory.
//!
//! A line that is not an absolute URI gets one column that says why.

use std::io::{self, Read as _, Write as _};
use std::num::NonZeroUsize;
use std::thread;
use uri::lines::{Lines, pieces, whole_lines};
use uri::rfc3986::{AbsoluteUri, Query};
use uri::{Decode, ParseError};

fn main() -> io::Result<()> {
    let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
    // The buffer begins with the bytes that are kept: the beginning of a line that has not ended
    // yet.
    let (mut buffer, mut kept) = (vec![0; 1 << 20], 0);
    loop {
        if kept == buffer.len() {
            buffer.resize(2 * kept, 0);
        }
        let read = input.read(&mut buffer[kept..])?;
        let chunk = &buffer[..kept + read];
        if read == 0 {
            return split(chunk, &mut out);
        }
        let (whole, rest) = whole_lines(chunk, kept);
        split(whole, &mut out)?;
        let begin = whole.len();
        kept = rest.len();
        buffer.copy_within(begin..begin + kept, 0);
    }
}

/// Each thread gets whole lines, and the tables come in the order of the pieces.
fn split(lines: &[u8], out: &mut impl io::Write) -> io::Result<()> {
    let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    thread::scope(|scope| {
        let workers: Vec<_> =
            pieces(lines, threads).map(|lines| scope.spawn(|| table(lines))).collect();
        workers.into_iter().try_for_each(|worker| match worker.join() {
            Ok(table) => out.write_all(&table?),
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })
}

fn table(lines: Lines<'_>) -> io::Result<Vec<u8>> {
    let mut table = Vec::new();
    for (_, url) in lines.parse::<AbsoluteUri<'_>>() {
        row(&mut table, url)?;
    }
    Ok(table)
}

fn row(out: &mut Vec<u8>, url: Result<AbsoluteUri<'_>, ParseError>) -> io::Result<()> {
    // Nothing was copied: the parts are slices of the line.
    let url = match url {
        Ok(url) => url,
        Err(error) => return writeln!(out, "{error}"),
    };
    let host = url.host().map_or("-", |host| host.as_str());
    let port = url.port().map_or("-", |port| port.as_str());
    write!(out, "{host}\t{port}\t{}", url.path())?;
    for pair in url.query().into_iter().flat_map(Query::pairs) {
        write!(out, "\t")?;
        cell(out, pair.name())?;
        if let Some(value) = pair.value() {
            write!(out, "=")?;
            cell(out, value)?;
        }
    }
    writeln!(out)
}

/// Decoded data can be anything: a tab or a line feed in it must not begin another
/// column or row.
fn cell(out: &mut Vec<u8>, text: Decode<'_>) -> io::Result<()> {
    text.chars_lossy().try_for_each(|character| match character {
        '\\' => write!(out, r"\\"),
        _ if character.is_control() => write!(out, "{}", character.escape_default()),
        _ => write!(out, "{character}"),
    })
}
