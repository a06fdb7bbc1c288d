//! A folder of its own for each test, and runs of the program in it.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A small grammar that most tests use.
pub(crate) const GREETING: &str = "\
greeting = hello SP name
hello = \"hello\" / \"hi\"
name = 1*ALPHA
";

/// A folder in which the program runs.
pub(crate) struct Room(TempDir);

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Room {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Makes a folder that contains this grammar as `g.abnf`.
    pub(crate) fn with(grammar: &str) -> Self {
        let room = Self::new();
        room.write("g.abnf", grammar);
        room
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// Returns the program, ready to run with these arguments.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_abnfc"));
        command.args(args).current_dir(self.path()).stdin(Stdio::null());
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Run {
        run(self.command(args).output().unwrap())
    }

    /// Runs the program with a text at standard input.
    pub(crate) fn feed(&self, args: &[&str], input: impl AsRef<[u8]> + Send) -> Run {
        let mut command = self.command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                // The program may have failed before it read everything.
                let _ = stdin.write_all(input.as_ref());
            });
            run(child.wait_with_output().unwrap())
        })
    }

    /// Returns every file below the folder with its content, in the order of the paths.
    pub(crate) fn tree(&self, below: &str) -> Vec<(String, Vec<u8>)> {
        let mut files = Vec::new();
        let mut folders = vec![self.path().join(below)];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path.strip_prefix(self.path()).unwrap().to_str().unwrap().to_owned();
                    files.push((name, fs::read(path).unwrap()));
                }
            }
        }
        files.sort();
        files
    }
}

fn run(output: Output) -> Run {
    Run {
        status: output.status.code().expect("no signal ended it"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

impl Run {
    /// Asserts the exit status and standard output.
    #[track_caller]
    pub(crate) fn gives(&self, status: i32, out: &str) {
        assert_eq!((self.status, self.out.as_str()), (status, out), "{}", self.err);
    }

    /// Asserts exit status 2, no data, and a message that contains all of these parts.
    #[track_caller]
    pub(crate) fn fails(&self, parts: &[&str]) {
        self.gives(2, "");
        for part in parts {
            assert!(self.err.contains(part), "`{part}` is not in: {}", self.err);
        }
    }
}
