//! Expensive findings, computed in the background.
//!
//! One thread checks one document at a time. Its findings are discarded if the document has changed
//! since. A check cannot be cancelled; the next one begins after it, with the newest text.

use abnfc::diagnostic::Diagnostics;
use abnfc::spec::Spec;
use abnfc_tools::lint::{Options, lint};
use crossbeam_channel::{Receiver, Sender, bounded};
use lsp_types::Uri;
use std::collections::BTreeMap;
use std::panic::catch_unwind;
use std::thread;
use std::time::{Duration, Instant};

/// The time without changes after which a document is checked.
const PAUSE: Duration = Duration::from_millis(400);
/// The size of the stack, which suffices for the maximum nesting of groups.
const STACK: usize = 16 << 20;

/// A document in some state.
pub(super) struct Job {
    pub(super) uri: Uri,
    pub(super) state: u64,
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
    pub(super) spec: Spec,
    pub(super) options: Options,
}

/// The result of a check; without findings if the linter itself failed.
pub(super) struct Done {
    pub(super) uri: Uri,
    pub(super) state: u64,
    pub(super) found: Option<Diagnostics>,
}

/// The thread, and the pending documents.
pub(super) struct Linter {
    jobs: Sender<Job>,
    pub(super) done: Receiver<Done>,
    is_busy: bool,
    due: BTreeMap<Uri, Instant>,
}

impl Linter {
    pub(super) fn start() -> std::io::Result<Self> {
        let (jobs, to_do) = bounded::<Job>(1);
        let (results, done) = bounded(1);
        thread::Builder::new().stack_size(STACK).spawn(move || {
            for Job { uri, state, name, bytes, spec, options } in to_do {
                let look = || lint(&name, &bytes, &spec, &options).unwrap_or_else(|errors| errors);
                let found = catch_unwind(look).ok();
                if results.send(Done { uri, state, found }).is_err() {
                    return;
                }
            }
        })?;
        Ok(Self { jobs, done, is_busy: false, due: BTreeMap::new() })
    }

    /// Schedules a document that has changed.
    pub(super) fn wait(&mut self, uri: Uri) {
        self.due.insert(uri, Instant::now() + PAUSE);
    }

    /// Schedules a document without delay, because the client has saved it.
    pub(super) fn hurry(&mut self, uri: &Uri) {
        self.due.entry(uri.clone()).and_modify(|due| *due = Instant::now());
    }

    /// Removes a closed document.
    pub(super) fn forget(&mut self, uri: &Uri) {
        self.due.remove(uri);
    }

    /// Handles the end of a check.
    pub(super) fn finish(&mut self) {
        self.is_busy = false;
    }

    /// Returns the time until the next check is due. `None` if no check is waiting.
    pub(super) fn timeout(&self) -> Option<Duration> {
        let first = self.due.values().min().filter(|_| !self.is_busy)?;
        Some(first.saturating_duration_since(Instant::now()))
    }

    /// Returns the document to check now.
    pub(super) fn next(&mut self) -> Option<Uri> {
        if self.is_busy {
            return None;
        }
        let now = Instant::now();
        let (uri, _) =
            self.due.iter().filter(|(_, due)| **due <= now).min_by_key(|(_, due)| **due)?;
        let uri = uri.clone();
        self.due.remove(&uri);
        Some(uri)
    }

    /// Starts the check of a document.
    pub(super) fn begin(&mut self, job: Job) {
        // If the thread has ended, there are no further checks.
        self.is_busy = self.jobs.try_send(job).is_ok();
    }
}
