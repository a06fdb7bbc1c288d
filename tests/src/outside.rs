//! Data of other projects for tests. The data is not part of this repository: the folder
//! `../shared` beside the clone holds it.
//!
//! A test over such data is marked `#[ignore = "needs ../shared"]`, so that a run without the
//! folder lists the test as ignored instead of as passed. Where the folder exists, `.ci/run`
//! runs these tests as well:
//!
//! ```text
//! cargo test --package conformance -- --ignored
//! ```

use std::path::{Path, PathBuf};

/// A file or folder of the outside data.
///
/// # Panics
///
/// If the file or folder is missing.
#[track_caller]
pub fn shared(path: &str) -> PathBuf {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared")).join(path);
    assert!(path.exists(), "there is no {}", path.display());
    path
}
