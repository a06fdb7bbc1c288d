//! A set of bytes in words, for messages: ``a letter, a digit, `-` or the end``.

use super::escapes::escaped_byte;
use abnfc::bytes::ByteSet;

/// More items than this are told as ranges, where that is shorter.
const MANY: usize = 24;

/// The bytes with which characters beyond ASCII begin in UTF-8.
const LEADING: (u8, u8) = (0xC2, 0xF4);

/// What may come next, where `end` says that the text may also end here.
pub(super) fn expected(set: ByteSet, end: bool) -> String {
    let mut items = if set.len() == 256 { vec!["any byte".to_owned()] } else { items(set) };
    if end {
        items.push("the end".to_owned());
    }
    match items.pop() {
        None => "nothing, no text is in this language".to_owned(),
        Some(last) if items.is_empty() => last,
        Some(last) => format!("{} or {last}", items.join(", ")),
    }
}

fn items(set: ByteSet) -> Vec<String> {
    let grouped = grouped(set);
    if grouped.len() <= MANY {
        return grouped;
    }
    let ranges = ranges(set);
    if ranges.len() < grouped.len() { ranges } else { grouped }
}

/// Well-known groups first, then what is left.
fn grouped(set: ByteSet) -> Vec<String> {
    let upper = ByteSet::range(b'A', b'Z');
    let lower = ByteSet::range(b'a', b'z');
    let digits = ByteSet::range(b'0', b'9');
    let letters_to_f = ByteSet::range(b'A', b'F').union(ByteSet::range(b'a', b'f'));
    let groups = [
        (upper.union(lower), "a letter"),
        (upper, "an upper-case letter"),
        (lower, "a lower-case letter"),
        (digits.union(letters_to_f), "a hexadecimal digit"),
        (digits, "a digit"),
        (ByteSet::range(0x80, 0xFF), "a byte above \\x7F"),
    ];
    let mut rest = set;
    let mut items = Vec::new();
    for (group, words) in groups {
        if rest.intersection(group) == group {
            rest = rest.iter().filter(|&byte| !group.contains(byte)).collect();
            items.push(words.to_owned());
        }
    }
    for (lo, hi) in rest.ranges() {
        if (lo, hi) == LEADING {
            items.push("a character beyond ASCII".to_owned());
            continue;
        }
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || !(b' '..=b'~').contains(&byte);
        // Nobody knows the order of punctuation by heart.
        if hi - lo >= 2 && is_word(lo) && is_word(hi) {
            items.push(range(lo, hi));
        } else {
            items.extend((lo..=hi).map(byte));
        }
    }
    items
}

fn ranges(set: ByteSet) -> Vec<String> {
    set.ranges()
        .into_iter()
        .flat_map(
            |(lo, hi)| {
                if hi - lo >= 2 { vec![range(lo, hi)] } else { (lo..=hi).map(byte).collect() }
            },
        )
        .collect()
}

fn range(lo: u8, hi: u8) -> String {
    format!("{} to {}", byte(lo), byte(hi))
}

/// A byte in words.
pub(super) fn byte(byte: u8) -> String {
    match byte {
        b' ' => "a space".to_owned(),
        b'`' => "a backtick".to_owned(),
        _ => format!("`{}`", escaped_byte(byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::expected;
    use abnfc::bytes::ByteSet;

    #[track_caller]
    fn check(ranges: &[(u8, u8)], end: bool, words: &str) {
        let set =
            ranges.iter().fold(ByteSet::EMPTY, |set, &(lo, hi)| set.union(ByteSet::range(lo, hi)));
        assert_eq!(expected(set, end), words);
    }

    #[test]
    fn groups_come_first_and_the_end_last() {
        check(
            &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z'), (b'-', b'-')],
            true,
            "a letter, a digit, `-` or the end",
        );
    }

    #[test]
    fn one_case_of_letters_is_not_a_letter() {
        check(&[(b'a', b'z')], false, "a lower-case letter");
        check(&[(b'A', b'Z')], false, "an upper-case letter");
        check(&[(b'A', b'Y'), (b'a', b'z')], false, "a lower-case letter or `A` to `Y`");
    }

    #[test]
    fn hexadecimal_digits_are_a_group_only_without_other_letters() {
        check(&[(b'0', b'9'), (b'A', b'F'), (b'a', b'f')], false, "a hexadecimal digit");
        check(&[(b'0', b'9'), (b'A', b'G'), (b'a', b'f')], false, "a hexadecimal digit or `G`");
    }

    #[test]
    fn what_does_not_print_is_escaped() {
        check(&[(0, 0), (b'\n', b'\n'), (0x7F, 0x7F)], false, r"`\x00`, `\n` or `\x7F`");
        check(&[(b' ', b' '), (b'`', b'`')], false, "a space or a backtick");
        check(&[(0x80, 0xBF)], false, r"`\x80` to `\xBF`");
    }

    #[test]
    fn what_is_above_ascii_is_a_byte_or_a_character() {
        check(&[(0x80, 0xFF)], false, "a byte above \\x7F");
        check(
            &[(b'a', b'z'), (0xC2, 0xF4)],
            false,
            "a lower-case letter or a character beyond ASCII",
        );
        check(&[(0xC2, 0xF5)], false, "`\\xC2` to `\\xF5`");
    }

    #[test]
    fn punctuation_is_listed() {
        check(&[(b'(', b'+')], false, "`(`, `)`, `*` or `+`");
    }

    #[test]
    fn many_items_become_ranges() {
        check(&[(b'!', b'~')], true, "`!` to `~` or the end");
    }

    #[test]
    fn all_and_nothing() {
        check(&[(0, 255)], false, "any byte");
        check(&[], true, "the end");
        check(&[], false, "nothing, no text is in this language");
    }
}
