//! A headless Chromium, controlled over a pipe by the protocol of its developer tools: each
//! message is JSON and ends with a NUL byte.

use anyhow::{Context as _, bail};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The time after which a silent browser is considered dead.
const TIME_OUT: Duration = Duration::from_secs(120);

/// The paths of Chromium.
pub(super) fn find() -> anyhow::Result<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let mut candidates = NAMES.iter().flat_map(|name| folders.iter().map(move |it| it.join(name)));
    candidates.find(|it| it.is_file()).context("Chromium is needed: apt-get install chromium")
}

/// A browser with one page open.
pub(super) struct Browser {
    process: Child,
    commands: ChildStdin,
    messages: Receiver<Value>,
    session: Option<String>,
    last: u64,
    /// The errors in the page.
    pub(super) errors: Vec<String>,
    _profile: tempfile::TempDir,
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The browser may have exited already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Browser {
    /// Starts a browser with an empty profile, and opens a page.
    pub(super) fn open(program: &Path, address: &str) -> anyhow::Result<Self> {
        let profile = tempfile::tempdir()?;
        // The browser reads commands from file 3 and writes messages into file 4. Its sandbox does
        // not work for root, nor in most containers; it shows nothing but our own page.
        let mut process = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 >/dev/null 2>&1 </dev/null"])
            .arg(program)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
            .args(["--no-first-run", "--disable-background-networking", "--hide-scrollbars"])
            .args(["--remote-debugging-pipe", "--force-color-profile=srgb"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot run Chromium")?;
        let commands = process.stdin.take().expect("it is a pipe");
        let mut output = BufReader::new(process.stdout.take().expect("it is a pipe"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            while output.read_until(0, &mut bytes).is_ok_and(|length| 0 < length) {
                bytes.pop();
                let Ok(message) = serde_json::from_slice(&bytes) else { break };
                if sender.send(message).is_err() {
                    break;
                }
                bytes.clear();
            }
        });
        let errors = Vec::new();
        let mut browser =
            Self { process, commands, messages, session: None, last: 0, errors, _profile: profile };
        let target = browser.call("Target.createTarget", &json!({ "url": "about:blank" }))?;
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.call("Target.attachToTarget", &attach)?;
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log"] {
            browser.call(&format!("{domain}.enable"), &json!({}))?;
        }
        browser.call("Page.navigate", &json!({ "url": address }))?;
        Ok(browser)
    }

    /// Calls a method of the protocol.
    pub(super) fn call(&mut self, method: &str, arguments: &Value) -> anyhow::Result<Value> {
        self.last += 1;
        let mut command = json!({ "id": self.last, "method": method, "params": arguments });
        if let Some(session) = &self.session {
            command["sessionId"] = session.as_str().into();
        }
        self.commands.write_all(command.to_string().as_bytes())?;
        self.commands.write_all(&[0])?;
        self.commands.flush()?;
        loop {
            let message = self.messages.recv_timeout(TIME_OUT);
            let mut message =
                message.with_context(|| format!("Chromium does not answer {method}"))?;
            if message["id"] == self.last {
                if let Some(error) = message.get("error") {
                    bail!("{method}: {error}");
                }
                return Ok(message["result"].take());
            }
            self.note(&message);
        }
    }

    /// Records the errors in the page that a message reports.
    fn note(&mut self, message: &Value) {
        let params = &message["params"];
        match message["method"].as_str() {
            Some("Runtime.exceptionThrown") => {
                self.errors
                    .push(params["exceptionDetails"]["exception"]["description"].to_string());
            }
            Some("Log.entryAdded") if params["entry"]["level"] == "error" => {
                self.errors.push(params["entry"]["text"].to_string());
            }
            _ => (),
        }
    }

    /// Evaluates an expression in the page, and awaits a promise.
    pub(super) fn value(&mut self, expression: &str) -> anyhow::Result<Value> {
        let arguments =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let mut result = self.call("Runtime.evaluate", &arguments)?;
        if let Some(details) = result.get("exceptionDetails") {
            bail!("{expression}: {details}");
        }
        Ok(result["result"]["value"].take())
    }
}
