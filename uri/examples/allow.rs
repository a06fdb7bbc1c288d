//! Lets through only URLs of certain hosts, one a line of standard input:
//! `urls | allow HOST...`.
//!
//! A program that searches the text for the host is fooled by `http://good@evil/`,
//! `http://evil/good` or `http://good.evil/`. This program asks for the host, which is a
//! part of the grammar. It refuses references without a host: opaque URIs, registry names
//! and relative references.

use std::io::{self, BufRead as _, Write as _};
use uri::{AbsoluteUri, Host};

/// Whether the text is the URL of one of the hosts, by HTTP.
fn is_allowed(text: &str, hosts: &[Host<'_>]) -> bool {
    let Ok(url) = AbsoluteUri::parse(text) else { return false };
    let scheme = url.scheme().as_str();
    let is_http = ["http", "https"].iter().any(|http| scheme.eq_ignore_ascii_case(http));
    let is_one = |host: Host<'_>| {
        // Hosts ignore case, and a domain name may end in a dot.
        let plain = |host: Host<'_>| host.as_str().trim_end_matches('.').to_ascii_lowercase();
        hosts.iter().any(|&allowed| plain(allowed) == plain(host))
    };
    is_http && url.host().is_some_and(is_one)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let hosts: Vec<Host<'_>> =
        names.iter().map(|name| Host::parse(name)).collect::<Result<_, _>>()?;
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let verdict = if is_allowed(&line, &hosts) { "allowed" } else { "refused" };
        writeln!(out, "{verdict} {line}")?;
    }
    Ok(())
}
