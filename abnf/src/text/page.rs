//! The pages of RFCs and drafts: the lines at the end of a page and at the beginning of the next one.

/// The greatest number of lines between the texts of two pages.
pub(super) const MAX_BREAK: usize = 16;

/// Returns whether a line is empty, a footer or a header.
pub(super) fn is_furniture(line: &str) -> bool {
    let line = line.trim_matches(|c: char| c.is_whitespace() || c == '\u{C}');
    line.is_empty() || is_footer(line) || is_header(line)
}

/// Returns the number of lines of a break of pages at the beginning of some lines; `None` if there is
/// none, or no footer in them.
pub(super) fn page_break(lines: &[&str]) -> Option<usize> {
    let count = lines.iter().take(MAX_BREAK).take_while(|line| is_furniture(line)).count();
    lines[..count].iter().any(|line| is_footer(line)).then_some(count)
}

/// `Berners-Lee, et. al.   Standards Track   [Page 1]`
fn is_footer(line: &str) -> bool {
    let line = line.trim_end();
    line.rsplit_once("[Page ").is_some_and(|(_, page)| {
        page.strip_suffix(']').is_some_and(|page| {
            !page.is_empty() && page.bytes().all(|b| b.is_ascii_digit() || b == b'-')
        })
    })
}

/// `RFC 2396   URI Generic Syntax   August 1998`
fn is_header(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    let document = match words.next() {
        Some("RFC") => words.next().is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit())),
        Some(word) => word.eq_ignore_ascii_case("internet-draft"),
        None => false,
    };
    let mut words = line.split_ascii_whitespace().rev();
    let year = words.next().is_some_and(|year| year.len() == 4 && year.parse::<u16>().is_ok());
    let month = words.next().is_some_and(|month| MONTHS.contains(&month));
    document && year && month
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

#[cfg(test)]
mod tests {
    use super::page_break;

    #[test]
    fn a_break_has_a_footer() {
        let of = |text: &str| page_break(&text.lines().collect::<Vec<_>>());
        assert_eq!(of("\n\nBy et al   [Page 3]\n\u{C}\nRFC 1  T  May 1998\n\n  a\n"), Some(6));
        assert_eq!(of("By [Page 3]\na\n"), Some(1));
        for text in ["", "\n\na [Page 3]b\n", "a\nBy [Page 3]\n", "\n\u{C}\nRFC 1  T  May 1998\n"] {
            assert_eq!(of(text), None, "{text:?}");
        }
        assert_eq!(of(&("\n".repeat(99) + "By [Page 3]")), None);
    }
}
