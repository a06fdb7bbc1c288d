//! Descriptions that give their values: `<any US-ASCII control character (octets 0 - 31) and DEL
//! (127)>`, `<any US-ASCII uppercase letter "A".."Z">` and `<ASCII SP, space>` of RFC 822 and RFC
//! 2616, and `<any octet with decimal value of 33 through 60 inclusive, and 62 through 126>` of RFC
//! 2045.

use crate::grammar::ValueSet;

/// Returns the values that a description gives; `None` if it does not have one of these forms, or
/// if a value is above 7F.
pub(super) fn values(text: &str) -> Option<ValueSet> {
    let ranges = in_brackets(text)
        .or_else(|| characters(text))
        .or_else(|| decimal(text))
        .or_else(|| named(text))?;
    let is_fine = |&(low, high): &(u32, u32)| low <= high && high <= 0x7F;
    (!ranges.is_empty() && ranges.iter().all(is_fine)).then(|| ValueSet::new(ranges))
}

type Ranges = Vec<(u32, u32)>;

/// Returns whether the text is words only, as those around values must be.
fn is_words(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, ' ' | ',' | '-'))
}

/// Reads `words (octets 0 - 31) words (127)`.
fn in_brackets(text: &str) -> Option<Ranges> {
    let first = text.split(' ').next()?;
    let mut rest = ["any", "ASCII", "US-ASCII"].contains(&first).then_some(text)?;
    let mut ranges = Vec::new();
    while let Some((before, after)) = rest.split_once('(') {
        let (inside, after) = after.split_once(')')?;
        ranges.push(range(inside.trim().trim_start_matches("octets "), "-")?);
        if !is_words(before) {
            return None;
        }
        rest = after;
    }
    (!ranges.is_empty() && is_words(rest)).then_some(ranges)
}

/// Reads `words "A".."Z"`.
fn characters(text: &str) -> Option<Ranges> {
    let (words, range) = text.split_once('"')?;
    let (low, high) = range.strip_suffix('"')?.split_once("\"..\"")?;
    let one = |text: &str| {
        let mut characters = text.chars();
        characters.next().filter(|_| characters.next().is_none()).map(u32::from)
    };
    let is_any = words.starts_with("any ") && is_words(words);
    is_any.then_some(vec![(one(low)?, one(high)?)])
}

/// Reads `any octet with decimal value of 33 through 60 inclusive, and 62 through 126`.
fn decimal(text: &str) -> Option<Ranges> {
    let values = text.strip_prefix("any octet with decimal value of ")?;
    let values = values.replace(" inclusive", "").replace(',', " and ");
    let values = values.split(" and ").map(str::trim).filter(|it| !it.is_empty());
    values.map(|it| range(it, "through")).collect()
}

/// Reads `ASCII SP, space`.
fn named(text: &str) -> Option<Ranges> {
    let text = text.strip_prefix("US-").unwrap_or(text).strip_prefix("ASCII ")?;
    let (name, words) = text.split_once(',')?;
    let names = [("CR", 0x0D), ("LF", 0x0A), ("SP", 0x20), ("HT", 0x09), ("DEL", 0x7F)];
    let (_, value) = names.into_iter().find(|(known, _)| *known == name)?;
    is_words(words).then_some(vec![(value, value)])
}

/// Reads `1` or `1 - 2`.
fn range(text: &str, sign: &str) -> Option<(u32, u32)> {
    let (low, high) = text.split_once(sign).unwrap_or((text, text));
    Some((low.trim().parse().ok()?, high.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::values;

    #[test]
    fn values_of_published_grammars() {
        for (text, expected) in [
            ("any US-ASCII character (octets 0 - 127)", &[(0, 127)][..]),
            (
                "any US-ASCII control character (octets 0 - 31) and DEL (127)",
                &[(0, 31), (127, 127)],
            ),
            ("US-ASCII CR, carriage return (13)", &[(13, 13)]),
            ("any US-ASCII digit \"0\"..\"9\"", &[(48, 57)]),
            ("ASCII SP, space", &[(32, 32)]),
            (
                "any octet with decimal value of 33 through 60 inclusive, and 62 through 126",
                &[(33, 60), (62, 126)],
            ),
        ] {
            assert_eq!(values(text).expect(text).ranges(), expected, "{text}");
        }
    }

    #[test]
    fn other_descriptions() {
        for text in [
            "any 8-bit sequence of data",
            "any ASCII character",
            "any octet (0 - 255)",
            "any octet (31 - 0)",
            "the time (13)",
            "any of 3 (1)",
            "any letter \"A\"..\"ZZ\"",
            "ASCII XX, unknown",
        ] {
            assert_eq!(values(text), None, "{text}");
        }
    }
}
