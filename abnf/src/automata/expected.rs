//! The wording of expected and found bytes in messages, which is that of generated code.

use crate::automata::language::Mismatch;
use crate::automata::nested::reader::{MAX_LINKS, MAX_STEPS};
use crate::bytes::ByteSet;
use abnfc_runtime::compiler;

/// Returns the wording of the expected bytes. With `end`, the text could also end there.
#[must_use]
pub fn expected(set: ByteSet, end: bool) -> String {
    compiler::expected(set.iter(), end).to_string()
}

/// Returns the wording of the byte that was found; `None` is the end of the text.
#[must_use]
pub fn found(byte: Option<u8>) -> String {
    compiler::found(byte).to_string()
}

/// Returns the message about a text that leaves the language of a rule. `name` is the rule, or the
/// part that is wrong.
#[must_use]
pub fn mismatch(name: &str, at: &Mismatch, text: &[u8]) -> String {
    let &Mismatch { offset, expected: set, end, is_too_complex } = at;
    if is_too_complex {
        return too_complex();
    }
    let (expected, found) = (expected(set, end), found(text.get(offset).copied()));
    format!("invalid {name} at byte {offset}: {expected}, found {found}")
}

/// The beginning of the message about a text that the general engine cannot decide.
pub const TOO_COMPLEX: &str = "too complex";

/// Returns the message about a text that the general engine cannot decide.
#[must_use]
pub fn too_complex() -> String {
    format!(
        "{TOO_COMPLEX}: the text takes more than {MAX_LINKS} calls of rules or {MAX_STEPS} steps, the \
         limits of the general engine"
    )
}

#[cfg(test)]
mod tests {
    use super::{expected, found};
    use crate::bytes::ByteSet;

    #[track_caller]
    fn check(ranges: &[(u8, u8)], end: bool, words: &str) {
        let set =
            ranges.iter().fold(ByteSet::EMPTY, |set, &(lo, hi)| set.union(ByteSet::range(lo, hi)));
        assert_eq!(expected(set, end), words);
    }

    #[test]
    fn groups_come_first_and_the_end_last() {
        let label = [(b'0', b'9'), (b'A', b'Z'), (b'a', b'z'), (b'-', b'-')];
        check(&label, true, "expected a letter, a digit, `-` or the end");
        check(&[(b'(', b'+')], false, "expected `(` to `+`");
        check(&[(0, 255)], false, "expected any byte");
        check(&[(255, 255)], true, "expected byte FF or the end");
        check(&[(254, 255)], false, "expected byte FE or byte FF");
        check(&[], false, "no text matches this rule");
    }

    #[test]
    fn the_found_byte_or_the_end_is_shown() {
        let all = [Some(b'x'), Some(b' '), Some(0), None].map(found);
        assert_eq!(all, ["`x`", "a space", "byte 00", "the end"]);
    }
}
