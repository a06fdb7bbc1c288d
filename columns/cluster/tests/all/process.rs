//! Processes that end with the test, and waiting for what they do.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long a test waits for anything. Only a test that fails waits so long.
pub(crate) const LIMIT: Duration = Duration::from_mins(20);

/// A process that is killed when it is dropped.
pub(crate) struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Process {
    /// Starts a process that prints nothing: neither its output nor its log.
    pub(crate) fn quiet(mut command: Command) -> Self {
        command.stdin(Stdio::null()).stdout(Stdio::null());
        if std::env::var_os("RUST_LOG").is_none() {
            command.stderr(Stdio::null());
        }
        Self(command.spawn().unwrap())
    }

    /// Sends SIGTERM to the process, waits for its end, and returns its exit status.
    pub(crate) fn terminate(mut self) -> Option<i32> {
        signal("-TERM", &self.0);
        until("the process ends", || self.0.try_wait().unwrap().is_some());
        self.0.wait().unwrap().code()
    }
}

/// A query that runs.
pub(crate) struct Query(Option<Child>);

impl Query {
    pub(crate) fn start(mut command: Command) -> Self {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Self(Some(command.spawn().unwrap()))
    }

    pub(crate) fn is_running(&mut self) -> bool {
        self.0.as_mut().unwrap().try_wait().unwrap().is_none()
    }

    /// Does what Ctrl-C does.
    pub(crate) fn interrupt(self) -> Self {
        signal("-INT", self.0.as_ref().unwrap());
        self
    }

    /// Waits for the end of the query.
    pub(crate) fn finish(mut self) -> Output {
        until("the query ends", || !self.is_running());
        self.0.take().unwrap().wait_with_output().unwrap()
    }
}

impl Drop for Query {
    fn drop(&mut self) {
        if let Some(mut child) = self.0.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn signal(name: &str, process: &Child) {
    let id = process.id().to_string();
    assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
}

/// Returns the program under test.
pub(crate) fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_abnf-cluster"))
}

/// Waits until a condition is met.
pub(crate) fn until(what: &str, mut is_met: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_met() {
        assert!(begin.elapsed() < LIMIT, "{what}: not within {LIMIT:?}");
        sleep(Duration::from_millis(5));
    }
}

/// Returns ports that are free.
pub(crate) fn ports<const N: usize>() -> [u16; N] {
    // All of them are bound before the first is free again.
    let listeners = [(); N].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    listeners.map(|listener| listener.local_addr().unwrap().port())
}

/// Returns the status and the body of an answer by HTTP. `None` if the port is closed.
pub(crate) fn get(port: u16, path: &str) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    write!(stream, "GET {path} HTTP/1.0\r\nHost: localhost\r\n\r\n").ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    Some((head.split_whitespace().nth(1)?.parse().ok()?, body.to_owned()))
}
