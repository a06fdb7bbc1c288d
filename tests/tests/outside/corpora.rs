//! Lists of real links: the generated matcher and the reference
//! agree on each, valid or not.

use super::shared;
use abnfc::spec::ReadOptions;
use conformance::reference::{Recogniser, Verdict};

/// One line in `SAMPLE` is tried.
const SAMPLE: usize = 20;

#[test]
#[ignore = "needs ../shared"]
fn links_in_the_wild() {
    let folder = shared("testdata/corpora");
    let text = std::fs::read("../uri-gen/grammars/uri.abnf").expect("in the repository");
    let read = abnfc::read("uri.abnf", &text, &[], &ReadOptions::default()).expect("good");
    let rule = read.resolved.find("URI-reference").expect("there");
    let mut recogniser = Recogniser::new(&read.resolved, rule);
    let (mut tried, mut accepted) = (0, 0);
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let bytes = std::fs::read(entry.expect("readable").path()).expect("readable");
        let text = String::from_utf8_lossy(&bytes);
        for line in text.lines().step_by(SAMPLE) {
            // The table has two texts a line.
            for text in std::iter::once(line).chain(line.rsplit(',')) {
                let parsed = uri::UriReference::parse(text);
                let found = Verdict {
                    is_member: parsed.is_ok(),
                    offset: parsed.err().map_or(text.len(), |error| error.offset()),
                    longest_prefix: uri::UriReference::longest_prefix(text)
                        .map(|prefix| prefix.as_str().len()),
                };
                assert_eq!(found, recogniser.judge(text.as_bytes()), "{text:?}");
                tried += 1;
                accepted += usize::from(found.is_member);
            }
        }
    }
    println!("{tried} texts, {accepted} of them URI references");
    assert!(tried > 5_000 && accepted > tried / 2 && accepted < tried, "{accepted} of {tried}");
}
