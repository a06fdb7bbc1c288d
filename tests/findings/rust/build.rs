//! Gives the version of the compiler to the program, which reports it for the standard library.

use std::process::Command;

fn main() {
    let compiler = std::env::var_os("RUSTC").expect("Cargo sets it");
    let output = Command::new(compiler).arg("--version").output().expect("the compiler runs");
    let version = String::from_utf8_lossy(&output.stdout);
    println!("cargo::rustc-env=RUSTC_VERSION={}", version.split(' ').nth(1).unwrap_or_default());
}
