//! Data of other people that tests run over, which is not part of this repository: it
//! stands in `../shared` beside it.

use std::io::Write as _;
use std::path::{Path, PathBuf};

/// A file or folder of the outside data, if it is there.
pub fn shared(path: &str) -> Option<PathBuf> {
    let path = Path::new("../../shared").join(path);
    if path.exists() {
        return Some(path);
    }
    skipped(&format!("there is no {}", path.display()));
    None
}

/// Says that a test is skipped. Past the test harness, which hides what a test prints
/// as long as it passes: one who runs the suite shall see what was left out.
pub fn skipped(why: &str) {
    let test = std::thread::current();
    let test = test.name().unwrap_or_default();
    // If nobody listens there is nothing to be done.
    let _ = writeln!(std::io::stderr(), "skipped: {test}: {why}");
}
