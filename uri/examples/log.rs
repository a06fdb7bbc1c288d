//! Splits the URLs of a log, one a line of standard input, into columns:
//! host, port, path, and what the query says, decoded.
//!
//! A line that is no absolute URI gets one column that says why.

use std::io::{self, BufRead as _, Write as _};
use uri::{AbsoluteUri, Query};

fn main() -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line?;
        // Nothing is copied: the parts are slices of the line.
        let url = match AbsoluteUri::parse(&line) {
            Ok(url) => url,
            Err(error) => {
                writeln!(out, "{error}")?;
                continue;
            }
        };
        let host = url.host().map_or("-", |host| host.as_str());
        let port = url.port().map_or("-", |port| port.as_str());
        let path = url.path().map_or("", |path| path.as_str());
        write!(out, "{host}\t{port}\t{path}")?;
        for pair in url.query().into_iter().flat_map(Query::pairs) {
            write!(out, "\t{}", pair.name())?;
            if let Some(value) = pair.value() {
                write!(out, "={value}")?;
            }
        }
        writeln!(out)?;
    }
    out.flush()
}
