//! The bodies of the fuzz targets over their committed seeds.

use conformance::fuzz_bodies::{
    compiler, front_end, uri_escapes, uri_normal_forms, uri_reference, uri_successors, uri_targets,
    uri_urls,
};
use conformance::fuzz_tools::tools;
use std::fs;
use std::path::Path;

const FOLDERS: [&str; 8] = [
    "corpus/front_end",
    "corpus/compiler",
    "corpus/uri_reference",
    "corpus/uri_successors",
    "corpus/uri_targets",
    "corpus/uri_normal_forms",
    "corpus/uri_escapes",
    "corpus/uri_urls",
];

/// The bodies of the targets for URIs.
const URIS: [fn(&[u8]); 6] =
    [uri_reference, uri_successors, uri_targets, uri_normal_forms, uri_escapes, uri_urls];

/// Every seed is passed to all targets: a grammar for the compiler is also an input for the front
/// end, an input that breaks the front end must not reach the compiler, and any text can be
/// compared as a URI.
#[test]
fn seeds() {
    let mut count = 0;
    for folder in FOLDERS {
        for entry in fs::read_dir(Path::new(folder)).expect("the folder is there") {
            let path = entry.expect("readable").path();
            println!("{}", path.display());
            let bytes = fs::read(path).expect("readable");
            front_end(&bytes);
            compiler(&bytes);
            tools(&bytes);
            URIS.iter().for_each(|body| body(&bytes));
            count += 1;
        }
    }
    assert!(count >= 100, "{count}");
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
            tools(&bytes);
        }
    }
}
