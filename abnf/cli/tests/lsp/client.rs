//! A minimal client of the Language Server Protocol.

use super::super::support::Room;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// A server, and the findings that it has published.
pub(super) struct Client {
    server: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    next_id: i64,
    /// The findings of documents, by version.
    published: Vec<(i64, Value)>,
    logged: Vec<String>,
}

pub(super) fn at(line: u32, character: u32) -> Value {
    json!({ "line": line, "character": character })
}

pub(super) fn range(line: u32, start: u32, last_line: u32, end: u32) -> Value {
    json!({ "start": at(line, start), "end": at(last_line, end) })
}

impl Client {
    pub(super) fn start(room: &Room, args: &[&str]) -> Self {
        let mut command = room.command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = command.spawn().unwrap();
        let to = server.stdin.take().unwrap();
        let from = BufReader::new(server.stdout.take().unwrap());
        Self { server, to, from, next_id: 0, published: Vec::new(), logged: Vec::new() }
    }

    /// The URI of a file in the room.
    pub(super) fn uri(room: &Room, name: &str) -> String {
        format!("file://{}/{name}", room.path().display())
    }

    pub(super) fn raw(&mut self, bytes: &[u8]) {
        self.to.write_all(bytes).unwrap();
        self.to.flush().unwrap();
    }

    fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = "2.0".into();
        let text = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    /// Sends a notification.
    pub(super) fn tell(&mut self, method: &str, params: Value) {
        let mut message = json!({ "method": method });
        message["params"] = params;
        self.send(message);
    }

    pub(super) fn open(&mut self, uri: &str, version: i64, text: &str) {
        let document =
            json!({ "uri": uri, "languageId": "abnf", "version": version, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces the whole text.
    pub(super) fn change(&mut self, uri: &str, version: i64, text: &str) {
        let document = json!({ "uri": uri, "version": version });
        let changes = json!([{ "text": text }]);
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.tell("textDocument/didChange", params);
    }

    /// Returns the next message.
    pub(super) fn next(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert_ne!(self.from.read_line(&mut line).unwrap(), 0, "the server has ended");
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", value)) => length = value.parse().unwrap(),
                Some(_) => panic!("{line}"),
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.from.read_exact(&mut bytes).unwrap();
        let message: Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(message["jsonrpc"], "2.0");
        match message["method"].as_str() {
            Some("textDocument/publishDiagnostics") => {
                let version = message["params"]["version"].as_i64().unwrap_or(0);
                self.published.push((version, message["params"].clone()));
            }
            Some("window/logMessage") => {
                self.logged.push(message["params"]["message"].to_string());
            }
            _ => (),
        }
        message
    }

    fn response(&mut self, method: &str, params: Value) -> Value {
        self.next_id += 1;
        let id = self.next_id;
        let mut message = json!({ "id": id, "method": method });
        message["params"] = params;
        self.send(message);
        loop {
            let message = self.next();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Sends a request and returns the answer.
    #[track_caller]
    pub(super) fn ask(&mut self, method: &str, params: Value) -> Value {
        let response = self.response(method, params);
        assert!(response.get("result").is_some(), "{method}: {response}");
        response["result"].clone()
    }

    /// Sends a request and returns the error with which it is answered.
    #[track_caller]
    pub(super) fn fail(&mut self, method: &str, params: Value) -> Value {
        let response = self.response(method, params);
        assert!(response.get("error").is_some(), "{method}: {response}");
        response["error"].clone()
    }

    /// Waits for findings of a document that satisfy a condition, given its version.
    pub(super) fn findings(
        &mut self,
        uri: &str,
        are_right: impl Fn(i64, &[Value]) -> bool,
    ) -> Value {
        let mut seen = 0;
        loop {
            while let Some((version, params)) = self.published.get(seen) {
                let found = &params["diagnostics"];
                if params["uri"] == uri && are_right(*version, found.as_array().unwrap()) {
                    return found.clone();
                }
                seen += 1;
            }
            self.next();
        }
    }

    /// Returns all findings that the server has published, with their versions.
    pub(super) fn published(&self) -> &[(i64, Value)] {
        &self.published
    }

    pub(super) fn logged(&self) -> &[String] {
        &self.logged
    }

    /// Sends `shutdown` and `exit`, and returns the exit status.
    pub(super) fn shut_down(mut self) -> i32 {
        self.ask("shutdown", Value::Null);
        self.end()
    }

    /// Sends `exit`, and returns the exit status.
    pub(super) fn end(mut self) -> i32 {
        self.tell("exit", Value::Null);
        self.server.wait().unwrap().code().expect("no signal ended it")
    }
}
