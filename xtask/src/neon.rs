//! `cargo xtask neon`: tests the NEON code of the run-time under QEMU, on machines without NEON.

use anyhow::Context as _;
use std::path::Path;
use std::process::{Command, Stdio};

const TARGET: &str = "aarch64-unknown-linux-gnu";

const INSTALL: &str = "QEMU, a linker and the target are needed: apt-get install qemu-user \
    gcc-aarch64-linux-gnu libc6-dev-arm64-cross; rustup target add aarch64-unknown-linux-gnu";

/// Runs the test of the run-time's vectors, optimised: QEMU is slow.
pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    for tool in ["qemu-aarch64", "aarch64-linux-gnu-gcc"] {
        let found = Command::new(tool).arg("--version").stdout(Stdio::null()).status();
        anyhow::ensure!(found.is_ok_and(|status| status.success()), INSTALL);
    }
    let status = Command::new("cargo")
        .args(["test", "--package", "abnfc-runtime", "--features", "simd", "--test", "scan"])
        .args(["--release", "--target", TARGET])
        .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc")
        .env(
            "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER",
            "qemu-aarch64 -L /usr/aarch64-linux-gnu",
        )
        .current_dir(root)
        .status();
    anyhow::ensure!(status.context("cannot run cargo")?.success(), "the test failed under QEMU");
    Ok(())
}
