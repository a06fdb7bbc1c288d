//! Decides for a proxy which requests may pass: `requests | allow HOST...`.
//!
//! Each line of standard input is a request, `GET http://host/path` or `CONNECT host:443`. The answer
//! is a line too: `OK` if the host is one of those allowed, `ERR` otherwise.
//!
//! A program that searches the text for the host is fooled by `http://good@evil/`,
//! `http://evil/good` or `http://good.evil/`. This program asks for the host, which is a
//! part of the grammar. It refuses requests without a host: opaque URIs, registry names
//! and relative references.

use std::io::{self, BufRead as _, Write as _};
use uri::{AbsoluteUri, Host, HostPort};

/// The host that a request is for.
fn host(request: &str) -> Option<Host<'_>> {
    match request.split_once(' ')? {
        ("CONNECT", server) => Some(HostPort::parse(server).ok()?.host()),
        (_, url) => {
            let url = AbsoluteUri::parse(url).ok()?;
            let scheme = url.scheme().as_str();
            let is_http = ["http", "https"].iter().any(|http| scheme.eq_ignore_ascii_case(http));
            if is_http { url.host() } else { None }
        }
    }
}

/// Hosts ignore case, and a domain name may end in a dot.
fn plain(host: Host<'_>) -> String {
    host.as_str().trim_end_matches('.').to_ascii_lowercase()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let names: Vec<String> = std::env::args().skip(1).collect();
    // A name that is no host is a mistake of ours, not a reason to refuse everything.
    let allowed: Vec<String> =
        names.iter().map(|name| Host::parse(name).map(plain)).collect::<Result<_, _>>()?;
    let mut out = io::stdout().lock();
    for request in io::stdin().lock().lines() {
        let is_allowed = host(&request?).is_some_and(|host| allowed.contains(&plain(host)));
        writeln!(out, "{}", if is_allowed { "OK" } else { "ERR" })?;
        // The proxy waits for the answer.
        out.flush()?;
    }
    Ok(())
}
