//! The wordings of conditions in comments, in lower case.

/// Words that can be before numbers that are the values of the rule.
const BEFORE: [&str; 16] = [
    "a", "be", "between", "from", "in", "integer", "is", "must", "number", "of", "range", "range:",
    "ranges", "the", "value", "values",
];

/// Returns the least and the greatest number of the ranges in a comment, which must not say what else
/// they are, as in `1-5 digits`.
pub(super) fn range(comment: &str) -> Option<(i128, i128)> {
    let first = comment.find(|c: char| c.is_ascii_digit())?;
    let last = comment.rfind(|c: char| c.is_ascii_digit())?;
    let after = comment[last + 1..].trim();
    let mut before = comment[..first].split_ascii_whitespace();
    let is_alone = before.all(|word| BEFORE.contains(&word))
        && (after.is_empty() || after.starts_with("inclusive") || after.starts_with("based"));
    let words: &[&str] = if comment[..first].trim_end().ends_with("between") {
        &["and "]
    } else {
        &["..", "-", "\u{2013}", "to ", "through ", "thru "]
    };
    let comment = &comment[..=last];
    let has_groups = |pair: &[u8]| pair[0] == b',' && pair[1].is_ascii_digit();
    if !is_alone || comment.as_bytes().windows(2).any(has_groups) {
        return None;
    }
    let bytes = comment.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|it| it.is_ascii_digit()).count();
    let mut found: Option<(i128, i128)> = None;
    let mut at = 0;
    while at < bytes.len() {
        let count = digits(at);
        if count == 0 {
            at += 1;
            continue;
        }
        let is_free = at == 0 || matches!(bytes[at - 1], b' ' | b'\t' | b'(' | b'[' | b',' | b':');
        let between = &comment[at + count..];
        let after = between.trim_start();
        let after = words.iter().find_map(|it| after.strip_prefix(it));
        let second = after.map(|after| comment.len() - after.trim_start().len());
        let Some(second) = second.filter(|&second| is_free && digits(second) > 0) else {
            at += count;
            continue;
        };
        let end = second + digits(second);
        let is_end =
            bytes.get(end).is_none_or(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-');
        let numbers: [Option<i128>; 2] =
            [&comment[at..at + count], &comment[second..end]].map(|text| text.parse().ok());
        if let ([Some(least), Some(greatest)], true) = (numbers, is_end)
            && least < greatest
        {
            let greatest = further(&comment[end..]).fold(greatest, i128::max);
            let (low, high) = found.unwrap_or((least, greatest));
            found = Some((low.min(least), high.max(greatest)));
        }
        at = end;
    }
    found
}

/// Returns the numbers that continue a list, as in `, 59 or 60`.
fn further(mut rest: &str) -> impl Iterator<Item = i128> {
    std::iter::from_fn(move || {
        let after = [", or ", ", ", " or "].iter().find_map(|it| rest.strip_prefix(it))?;
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        rest = &after[end..];
        // A further range begins with a number too.
        after[..end].parse().ok().filter(|_| !rest.starts_with(['-', '.']))
    })
}

/// Returns the number of bytes that a comment allows. Characters are bytes only where that is certain.
pub(super) fn greatest_length(comment: &str, is_octets: bool) -> Option<usize> {
    const LIMITS: [&str; 12] = [
        "at most ",
        "up to ",
        "no more than ",
        "not exceed ",
        "no longer than ",
        "not longer than ",
        "maximum of ",
        "maximum length of ",
        "maximum ",
        "max ",
        "max. ",
        "limited to ",
    ];
    // Each of several parts is not the whole.
    const PARTS: [&str; 5] = ["are", "each", "every", "per", "any"];
    let (before, after) = LIMITS.iter().find_map(|words| comment.split_once(words))?;
    if before.split_ascii_whitespace().any(|word| PARTS.contains(&word)) {
        return None;
    }
    let (number, unit) = after.split_once(' ')?;
    let is_unit = |units: &[&str]| units.iter().any(|it| unit.starts_with(it));
    let is_bytes = is_unit(&["octet", "byte"]) || is_octets && is_unit(&["character", "char"]);
    let is_last =
        ["", "long", "in length"].contains(&unit.split_once(' ').map_or("", |it| it.1).trim());
    number.parse().ok().filter(|_| is_bytes && is_last)
}

/// Returns the number that the values of a rule do not exceed. A number with a unit is not one.
pub(super) fn greatest_number(comment: &str) -> Option<i128> {
    const LIMITS: [&str; 8] = [
        "at most ",
        "up to ",
        "no more than ",
        "not exceed ",
        "maximum of ",
        "maximum ",
        "max. ",
        "max ",
    ];
    let (before, after) = LIMITS.iter().find_map(|words| comment.split_once(words))?;
    let is_value = before.split_ascii_whitespace().all(|word| BEFORE.contains(&word));
    let number = after.trim().trim_end_matches('.');
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    number.parse().ok().filter(|_| is_value && is_number)
}

/// Returns what follows the word that announces exceptions.
pub(super) fn after_except(comment: &str) -> &str {
    let after = ["except ", "excluding "].iter().find_map(|it| comment.split_once(it));
    let after = after.map_or("", |it| it.1).trim_start();
    ["for ", "the "].iter().find_map(|it| after.strip_prefix(it)).unwrap_or(after).trim_start()
}

#[cfg(test)]
mod tests {
    use super::{greatest_length, greatest_number, range};

    #[test]
    fn ranges_are_numbers_with_a_sign_between_them() {
        assert_eq!(range(" 01-12"), Some((1, 12)));
        assert_eq!(range(" 0 .. 191"), Some((0, 191)));
        assert_eq!(range(" range 0..191"), Some((0, 191)));
        assert_eq!(range(" 01-28, 01-29, 01-30, 01-31 based on month/year"), Some((1, 31)));
        assert_eq!(range(" 1 to 64 inclusive"), Some((1, 64)));
        assert_eq!(range(" 00 to 58, 59 or 60"), Some((0, 60)));
        assert_eq!(range(" in the range 0-255"), Some((0, 255)));
        assert_eq!(range(" 0 through 255"), Some((0, 255)));
        assert_eq!(range(" must be between 1 and 100"), Some((1, 100)));
        for text in [
            " 1 and 100",
            " between 1-100 and 200",
            " RFC2119-3",
            " 2020-01-02",
            " %x30-39",
            " 1*3",
            " section 3.1-4",
            " 9-2",
            " 7-bit",
            " 1-5 digits",
            " bits 0-7",
            " 0-4,294,967,295",
        ] {
            assert_eq!(range(text), None, "{text}");
        }
    }

    #[test]
    fn lengths_have_units() {
        assert_eq!(greatest_length(" at most 32 octets", false), Some(32));
        assert_eq!(greatest_length(" must not exceed 63 characters", true), Some(63));
        assert_eq!(greatest_length(" must not exceed 63 characters", false), None);
        assert_eq!(greatest_length(" max 63 octets", false), Some(63));
        assert_eq!(greatest_length(" limited to 63 bytes", false), Some(63));
        assert_eq!(greatest_length(" up to 3 digits or more", true), None);
        assert_eq!(greatest_length(" labels are limited to 63 octets", true), None);
        assert_eq!(greatest_length(" each line up to 80 octets", true), None);
        assert_eq!(greatest_length(" up to 3 bytes after the first", true), None);
    }

    #[test]
    fn greatest_numbers_have_no_units() {
        assert_eq!(greatest_number(" must not exceed 255"), Some(255));
        assert_eq!(greatest_number(" max. 65535"), Some(65_535));
        assert_eq!(greatest_number(" the value must not exceed 255."), Some(255));
        for text in [
            " max. 5 digits",
            " maximum length of 5",
            " length must not exceed 5",
            " not longer than 5",
            " max. 4,294,967,295",
        ] {
            assert_eq!(greatest_number(text), None, "{text}");
        }
    }
}
