//! Filters the requests of a proxy: `requests | allow HOST...`.
//!
//! Each line of standard input is a request, `GET http://host/path` or `CONNECT host:443`. The
//! answer is also a line: `OK` if the host is allowed, `ERR` otherwise.
//!
//! A program that searches the text for the host is fooled by `http://good@evil/`,
//! `http://evil/good` or `http://good.evil/`. This program compares the host, which is a part in
//! the grammar, and refuses everything that it does not know: other schemes, other ports, user
//! information. Any path of an allowed host is allowed.

use std::io::{self, BufRead as _, Write as _};
use uri::rfc3986::{AbsoluteUri, Authority, Host};

/// The host that a request is for, if there is nothing unusual about it.
fn host(request: &str) -> Option<Host<'_>> {
    let (method, target) = request.split_once(' ')?;
    let authority = if method == "CONNECT" {
        let authority = Authority::parse(target).ok()?;
        // Other ports lead to other servers: 25 is that of mail.
        authority.port().filter(|port| port.to_u16() == Ok(443))?;
        authority
    } else {
        let uri = AbsoluteUri::parse(target).ok()?;
        let scheme = uri.scheme();
        let is_http = ["http", "https"].iter().any(|it| scheme.as_str().eq_ignore_ascii_case(it));
        let is_usual = uri.port_or_default() == Ok(scheme.default_port());
        uri.authority().filter(|_| is_http && is_usual)?
    };
    authority.userinfo().is_none().then_some(authority.host())
}

/// Hosts ignore case. A name that is spelled with escapes or a dot at the end is not in the list.
fn plain(host: Host<'_>) -> String {
    host.as_str().to_ascii_lowercase()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let names: Vec<String> = std::env::args().skip(1).collect();
    // An argument that is not a host is a mistake in the call, so the program ends.
    let allowed: Vec<String> =
        names.iter().map(|name| Host::parse(name).map(plain)).collect::<Result<_, _>>()?;
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().split(b'\n') {
        // A request that is not text is refused like any other: an error would end the program.
        let line = line?;
        let request = std::str::from_utf8(&line).unwrap_or_default();
        let is_allowed =
            host(request.trim_end_matches('\r')).is_some_and(|host| allowed.contains(&plain(host)));
        writeln!(out, "{}", if is_allowed { "OK" } else { "ERR" })?;
        // The proxy waits for the answer.
        out.flush()?;
    }
    Ok(())
}
