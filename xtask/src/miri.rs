//! `cargo xtask miri`: runs the `unsafe` code of the run-time under Miri, as far as Miri supports
//! it.

use anyhow::Context as _;
use std::path::Path;
use std::process::{Command, Stdio};

const INSTALL: &str = "Miri is needed: rustup toolchain install nightly --component miri";

/// Runs the test of the vectors that tests every byte with every set. Miri is slow, and reports an
/// error for unsupported intrinsics.
pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let miri = || {
        let mut cargo = Command::new("cargo");
        cargo.args(["+nightly", "miri"]).current_dir(root);
        cargo
    };
    let installed = miri().arg("--version").stderr(Stdio::null()).output();
    anyhow::ensure!(installed.is_ok_and(|output| output.status.success()), INSTALL);
    let status = miri()
        .args(["test", "--package", "abnfc-runtime", "--features", "simd", "--test", "scan"])
        .arg("every_byte")
        // A folder of its own, because of the flags.
        .env("CARGO_TARGET_DIR", "target/miri")
        // Without `std`, vectors are used only if the target features are enabled at compile time.
        .env("RUSTFLAGS", "-C target-feature=+avx2,+bmi1,+bmi2")
        .status();
    anyhow::ensure!(status.context("cannot run cargo")?.success(), "the test failed under Miri");
    Ok(())
}
