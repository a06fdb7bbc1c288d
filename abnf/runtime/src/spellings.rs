//! Texts with one meaning in several spellings.

use super::alloc::vec::Vec;
use super::graph::{Fault, Output, Pass};

/// The number of first letters of a text that are written in each combination of cases.
const MAX_LETTERS: usize = 5;

/// Appends one of several texts that mean the same. Where all spellings are tried, they are also
/// written in other cases.
///
/// # Errors
///
/// If all of them are to be left out.
pub fn one_of(texts: &[impl AsRef<[u8]>], out: &mut Output) -> Result<(), Fault> {
    if let Some(text) = texts.get(out.spelling) {
        out.text.extend_from_slice(text.as_ref());
        return Ok(());
    }
    if out.pass != Pass::All {
        return Err(Fault::Here);
    }
    let mut others = texts.iter().flat_map(|text| other_cases(text.as_ref()));
    let other = others.nth(out.spelling - texts.len()).ok_or(Fault::Here)?;
    out.text.extend_from_slice(&other);
    Ok(())
}

/// Appends a text that is a literal, as [`one_of`].
///
/// # Errors
///
/// If this spelling is to be left out.
#[inline]
pub fn literal(text: &[u8], out: &mut Output) -> Result<(), Fault> {
    if out.spelling == 0 {
        out.text.extend_from_slice(text);
        return Ok(());
    }
    one_of(&[text], out)
}

/// Returns a text with letters in the other case: first all of them, then some of the first
/// [`MAX_LETTERS`]. The literal may distinguish them.
pub(super) fn other_cases(text: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    let letters = text.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    let all = (0 < letters).then_some(usize::MAX);
    let last = if letters <= MAX_LETTERS { (1 << letters) - 1 } else { 1 << MAX_LETTERS };
    all.into_iter().chain(1..last).map(|set: usize| {
        let mut letter = 0;
        let other = |&byte: &u8| {
            let is_letter = byte.is_ascii_alphabetic();
            letter += u32::from(is_letter);
            let is_in_set =
                set == usize::MAX || letter < usize::BITS && set << 1 >> letter & 1 == 1;
            if is_letter && is_in_set { byte ^ 0x20 } else { byte }
        };
        text.iter().map(other).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::super::alloc::string::String;
    use super::*;

    #[test]
    fn letters_are_in_each_case() {
        let of = |text: &str| -> Vec<String> {
            other_cases(text.as_bytes()).map(|it| String::from_utf8(it).unwrap()).collect()
        };
        assert_eq!(of("1-"), Vec::<String>::new());
        assert_eq!(of("a"), ["A"]);
        assert_eq!(of("1aB"), ["1Ab", "1AB", "1ab"]);
        assert_eq!(of("content").len(), 32);
        assert_eq!(of("content")[0], "CONTENT");
        assert_eq!(of("content")[31], "CONTEnt");
    }
}
