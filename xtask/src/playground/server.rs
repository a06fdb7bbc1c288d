//! A web server for one folder on the local machine: one answer for each connection, and only
//! the method GET. It serves the page for previews and tests. `tiny_http` was tried; pages that it
//! served to Chromium did not always finish loading.

use anyhow::Context as _;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

/// A server in a thread, which runs until the program ends.
pub(super) struct Running {
    pub(super) port: u16,
    thread: JoinHandle<()>,
}

impl Running {
    /// Serves until the program is interrupted.
    pub(super) fn wait(self) {
        // The thread ends with the program.
        let _ = self.thread.join();
    }
}

/// Serves the files of a folder, not of its subfolders. Port 0 means any free port.
pub(super) fn start(folder: PathBuf, port: u16) -> anyhow::Result<Running> {
    let listener = TcpListener::bind(("127.0.0.1", port));
    let listener = listener.with_context(|| format!("cannot serve on port {port}"))?;
    let port = listener.local_addr()?.port();
    let thread = std::thread::spawn(move || {
        for connection in listener.incoming().flatten() {
            let folder = folder.clone();
            // The browser may have closed the connection.
            std::thread::spawn(move || respond(connection, &folder));
        }
    });
    Ok(Running { port, thread })
}

/// The maximum size of a request in bytes.
const MAX_REQUEST: u64 = 1 << 16;

fn respond(mut connection: TcpStream, folder: &Path) -> std::io::Result<()> {
    let mut lines = BufReader::new((&connection).take(MAX_REQUEST)).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    // The rest of the head is ignored, but must be read before the connection is closed.
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let (status, kind, body) = match file(&first, folder) {
        Some((kind, body)) => ("200 OK", kind, body),
        None => ("404 Not Found", "text/plain", b"there is no such file\n".to_vec()),
    };
    let length = body.len();
    write!(
        connection,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n"
    )?;
    connection.write_all(&body)
}

/// Returns the type and content of the file that the first line of a request names.
fn file(line: &str, folder: &Path) -> Option<(&'static str, Vec<u8>)> {
    let target = line.strip_prefix("GET /")?.split(' ').next()?;
    let name = match target.split(['?', '#']).next()? {
        "" => "index.html",
        name => name,
    };
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_".contains(&byte));
    let kind = match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css",
        "js" => "text/javascript",
        "json" => "application/json",
        "wasm" => "application/wasm",
        _ => return None,
    };
    let bytes = fs::read(folder.join(name)).ok().filter(|_| is_plain)?;
    Some((kind, bytes))
}

#[cfg(test)]
mod tests {
    use super::file;

    #[test]
    fn nothing_outside_of_the_folder_is_served() {
        let temp = tempfile::tempdir().unwrap();
        let folder = temp.path().join("page");
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join("index.html"), "a").unwrap();
        std::fs::write(temp.path().join("b.html"), "b").unwrap();
        let served = |line: &str| file(line, &folder);
        let page = Some(("text/html; charset=utf-8", b"a".to_vec()));
        assert_eq!(served("GET / HTTP/1.1"), page);
        assert_eq!(served("GET /index.html?x=1 HTTP/1.1"), page);
        for line in
            ["GET /../b.html HTTP/1.1", "GET /%2e%2e/b.html", "POST / HTTP/1.1", "GET /c.html", ""]
        {
            assert_eq!(served(line), None, "{line}");
        }
    }
}
