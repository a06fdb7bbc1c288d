//! Compares the language of a rule, for any kind of automaton, with
//! the reference: verdict, offset, and expected bytes.

use crate::forms::disagreement;
use crate::reference::{Recogniser, Verdict};
use abnfc::automata::language::Language;

/// The verdict of the compiler's interpreter on a text.
pub fn judge(language: &Language, text: &[u8]) -> Verdict {
    let mut walk = language.walk();
    let mut longest_prefix = walk.is_end().then_some(0);
    let mut offset = 0;
    while offset < text.len() && walk.read(&text[offset..=offset]) == 1 {
        offset += 1;
        longest_prefix = if walk.is_end() { Some(offset) } else { longest_prefix };
    }
    Verdict { is_member: longest_prefix == Some(text.len()), offset, longest_prefix }
}

/// Compares the interpreter with the reference, which has read the text
/// or its longest prefix with a continuation. The expected bytes are compared for the
/// bytes of the alphabet.
///
/// # Errors
///
/// A sentence about the difference.
pub fn agree(
    language: &Language,
    text: &[u8],
    read: &Recogniser,
    alphabet: &[u8],
) -> Result<(), String> {
    let expected = read.verdict();
    let found = judge(language, text);
    if found != expected {
        return Err(disagreement("the language", text, &found, &expected));
    }
    let mismatch = match language.check(text) {
        Ok(()) if expected.is_member => return Ok(()),
        Err(mismatch) if !expected.is_member => mismatch,
        checked => return Err(disagreement("the check", text, &checked, &expected)),
    };
    let offset = mismatch.offset;
    let is_end = read.accepts_at(offset);
    let mut bytes = alphabet.iter().copied();
    let differs =
        bytes.find(|&byte| mismatch.expected.contains(byte) != read.expects_at(offset, byte));
    if offset != expected.offset
        || mismatch.end != is_end
        || mismatch.is_too_complex
        || differs.is_some()
    {
        let why = format!("the mismatch {mismatch:?}, with {differs:?} and {is_end},");
        return Err(disagreement(&why, text, &offset, &expected));
    }
    Ok(())
}
