//! What is going on while it takes long, on a terminal; nothing is drawn where standard error goes
//! elsewhere.

use indicatif::{ProgressBar, ProgressStyle};
use std::fs::File;
use std::io::{self, IsTerminal as _, Read};
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// What most work is about.
pub(super) const COMPILING: &str = "compiling the grammar";

/// What takes no longer goes without.
const DELAY: Duration = Duration::from_millis(700);

/// Does some work, which prints nothing, and tells what it is and for how long it has been going on.
pub(super) fn during<T>(what: &str, work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    thread::scope(|scope| {
        let (done, wait) = mpsc::channel::<()>();
        scope.spawn(move || {
            if wait.recv_timeout(DELAY) == Err(mpsc::RecvTimeoutError::Timeout) {
                let bar = ProgressBar::new_spinner().with_message(what.to_owned());
                bar.set_style(style("{spinner} {msg}, {elapsed}"));
                bar.enable_steady_tick(Duration::from_millis(120));
                // Nothing is ever sent; the other end is dropped when the work ends or panics.
                let _ = wait.recv();
                bar.finish_and_clear();
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// A file that tells how much of it has been read, unless answers on the terminal do.
pub(super) fn reading(path: &Path, file: File) -> Box<dyn Read + Send> {
    let length = file.metadata().map_or(0, |it| it.len());
    if length == 0 || io::stdout().is_terminal() || !io::stderr().is_terminal() {
        return Box::new(file);
    }
    let bar = ProgressBar::new(length).with_message(path.display().to_string());
    bar.set_style(style("{msg} {wide_bar} {bytes} of {total_bytes}, {eta}"));
    Box::new(Reading { file, bar })
}

/// Takes the bar away in the end, whatever the reason.
struct Reading {
    file: File,
    bar: ProgressBar,
}

impl Read for Reading {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.bar.inc(count as u64);
        Ok(count)
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is right")
}
