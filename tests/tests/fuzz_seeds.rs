//! The bodies of the fuzz targets over their committed seeds.

use conformance::fuzz_bodies::{compiler, front_end};
use std::fs;
use std::path::Path;

/// Every seed goes through both: a grammar for the compiler is one for the front
/// end, and what breaks the front end must not reach the compiler.
#[test]
fn seeds() {
    let mut count = 0;
    for folder in ["corpus/front_end", "corpus/compiler"] {
        for entry in fs::read_dir(Path::new(folder)).expect("the folder is there") {
            let path = entry.expect("readable").path();
            println!("{}", path.display());
            let bytes = fs::read(path).expect("readable");
            front_end(&bytes);
            compiler(&bytes);
            count += 1;
        }
    }
    assert!(count >= 30, "{count}");
}

/// The grammars of the repository are seeds too.
#[test]
fn grammars() {
    for folder in ["grammars", "../uri-gen/grammars"] {
        for entry in fs::read_dir(Path::new(folder)).expect("the folder is there") {
            let bytes = fs::read(entry.expect("readable").path()).expect("readable");
            front_end(&bytes);
            compiler(&bytes);
        }
    }
}
