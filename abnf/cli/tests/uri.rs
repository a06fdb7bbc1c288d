//! The grammars of the crate `uri`, and the documents from which they were taken.

use super::support::Room;
use std::path::{Path, PathBuf};

/// A path in the repository.
fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn grammar(name: &str) -> String {
    repository("uri-gen/grammars").join(name).to_str().unwrap().to_owned()
}

#[test]
fn the_grammar_is_that_of_the_rfc() {
    let maps = ["--map", "urlc=uric", "--map", "urlc-no-slash=uric-no-slash"];
    let files = [&*grammar("uri.abnf"), &*grammar("rfc2396.bnf")];
    let run = Room::new().run(&[&["diff", "--common"], &maps[..], &files[..]].concat());
    assert_eq!(run.status, 0, "{}", run.out);
    assert_eq!(run.err, "41 equal\n");
}

/// Both figures are known from an independent prototype.
#[test]
fn a_reference_takes_twelve_states_over_eleven_classes() {
    let run = Room::new().run(&["rules", "--format", "json", &grammar("uri.abnf")]);
    let row = run.out.lines().find(|line| line.contains("\"rule\":\"URI-reference\"")).unwrap();
    assert!(row.contains("\"states\":12,\"classes\":11,"), "{row}");
}

/// A copy of the RFC on the web lost the `//` of `net_path`.
#[test]
fn a_damaged_grammar_differs_where_the_loss_shows() {
    let whole = std::fs::read_to_string(grammar("rfc2396.bnf")).unwrap();
    let damaged = whole.replacen("\"//\"", "\"\"", 1);
    assert_ne!(whole, damaged);
    let room = Room::with(&damaged);
    let run = room.run(&["diff", "--common", &grammar("uri.abnf"), "g.abnf"]);
    assert_eq!(run.status, 1, "{}", run.err);
    let is_shown = |line: &&str| !line.starts_with("equal") && !line.contains("texts of up to");
    let different: Vec<&str> = run.out.lines().filter(is_shown).collect();
    assert_eq!(
        different,
        [
            "renamed       urlc = uric",
            "subset        absoluteURI",
            "              only in B: \"a:\"",
            "subset        hier-part",
            "              only in B: \"\"",
            "subset        net-path",
            "              only in B: \"\"",
            "renamed       urlc-no-slash = uric-no-slash",
            "subset        URI-reference",
            "              only in B: \":\"",
            "subset        relativeURI",
            "              only in B: \"\"",
        ]
    );
}
