//! The engine with a stack: JSON.

#[path = "../benches/peers/rfc8259/by_hand.rs"]
mod by_hand;

use crate::generated::by_default::json::Whole;
use crate::page::Page;
use crate::texts::{Reference, Texts};

/// The maximum depth of nested values, which is that of the matcher.
const MAX_DEPTH: usize = 256;

/// Compares the verdicts and the offsets of errors on texts. Returns how many of them matched, and the length
/// of the longest.
pub(crate) fn compare(count: usize) -> (usize, usize) {
    let reference = Reference::new("rfc8259", "JSON-text");
    let (mut page, mut texts) = (Page::new(), Texts::new(&reference));
    let (mut members, mut longest) = (0, 0);
    for _ in 0..count {
        let text = texts.draw();
        longest = longest.max(text.len());
        let shown = text.escape_ascii();
        let mut matcher = Whole::matcher();
        let in_pieces = text.chunks(1).try_for_each(|byte| matcher.push(byte));
        let in_pieces = in_pieces.and_then(|()| matcher.finish());
        for is_last in [true, false] {
            let placed = page.holding(text, is_last);
            let checked = Whole::check_bytes(placed);
            assert_eq!(checked, in_pieces, "{shown}");
            assert_eq!(Whole::is_match_bytes(placed), checked.is_ok(), "{shown}");
            let is_json = std::str::from_utf8(placed).is_ok_and(|text| {
                assert_eq!(Whole::check(text), checked, "{shown}");
                assert_eq!(Whole::is_match(text), checked.is_ok(), "{shown}");
                by_hand::is_json(text)
            });
            assert_eq!(checked.is_ok(), is_json, "{shown}");
        }
        members += usize::from(in_pieces.is_ok());
    }
    (members, longest)
}
