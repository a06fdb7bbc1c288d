//! The bodies of the fuzz targets over their committed seeds.

use conformance::fuzz_bodies::{compiler, front_end, uri_reference};
use std::fs;
use std::path::Path;

/// Every seed goes through all: a grammar for the compiler is one for the front
/// end, what breaks the front end must not reach the compiler, and to the comparison of
/// URIs a text is a text.
#[test]
fn seeds() {
    let mut count = 0;
    for folder in ["corpus/front_end", "corpus/compiler", "corpus/uri_reference"] {
        for entry in fs::read_dir(Path::new(folder)).expect("the folder is there") {
            let path = entry.expect("readable").path();
            println!("{}", path.display());
            let bytes = fs::read(path).expect("readable");
            front_end(&bytes);
            compiler(&bytes);
            uri_reference(&bytes);
            count += 1;
        }
    }
    assert!(count >= 70, "{count}");
}

/// The grammars of the repository are seeds too.
#[test]
fn grammars() {
    for folder in ["grammars", "grammars/nested", "../uri-gen/grammars"] {
        for entry in fs::read_dir(Path::new(folder)).expect("the folder is there") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                continue;
            }
            let bytes = fs::read(path).expect("readable");
            front_end(&bytes);
            compiler(&bytes);
        }
    }
}
