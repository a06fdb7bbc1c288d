//! IPv6 addresses in brackets, in the form of RFC 5952.
//!
//! Most addresses are in this form already. Reading an address also decides whether it is, so that
//! nothing is written for the decision.

use crate::operations::percent::{character_of, digit};
use core::net::Ipv4Addr;
use core::ops::Range;

/// The number of groups of sixteen bits.
const GROUPS: usize = 8;

/// An IPv6 address, and what its text has in common with the form of RFC 5952.
pub(super) struct Address {
    groups: [u16; GROUPS],
    /// Whether the text has the form of RFC 5952, except for the case of letters.
    is_normal: bool,
    has_upper: bool,
}

impl Address {
    /// Reads a host in brackets, as RFC 3986 defines it. `None` if it is an address of a future
    /// version, whose text begins with a `v`.
    #[inline]
    pub(super) fn read(host: &str) -> Option<Self> {
        let mut rest = host.strip_prefix('[')?.strip_suffix(']')?.as_bytes();
        let mut groups = [0; GROUPS];
        let mut count = 0;
        // The number of groups before `::`.
        let mut gap = None;
        if let Some(after) = rest.strip_prefix(b"::") {
            (gap, rest) = (Some(0), after);
        }
        let (mut is_short, mut has_upper, mut has_ipv4) = (true, false, false);
        while !rest.is_empty() {
            let group = Group::read(rest);
            is_short &= group.is_short;
            has_upper |= group.has_upper;
            match &rest[group.length..] {
                [b'.', ..] => {
                    let address: Ipv4Addr = core::str::from_utf8(rest).ok()?.parse().ok()?;
                    let [a, b, c, d] = address.octets();
                    let both = groups.get_mut(count..count + 2)?;
                    both.copy_from_slice(&[u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d])]);
                    (count, has_ipv4, rest) = (count + 2, true, &[]);
                    continue;
                }
                [b':', b':', after @ ..] => (gap, rest) = (Some(count + 1), after),
                [b':', after @ ..] => rest = after,
                [] => rest = &[],
                _ => return None,
            }
            *groups.get_mut(count)? = group.value;
            count += 1;
        }
        let omitted = match gap {
            Some(begin) if count < GROUPS => {
                let end = begin + GROUPS - count;
                groups.copy_within(begin..count, end);
                groups[begin..end].fill(0);
                begin..end
            }
            None if count == GROUPS => NOTHING,
            _ => return None,
        };
        let is_normal = is_short && has_ipv4 == has_ipv4_form(&groups) && omitted == zeros(&groups);
        Some(Self { groups, is_normal, has_upper })
    }

    /// Returns whether the text that was read has the form of RFC 5952, except for capital letters.
    #[inline]
    pub(super) fn is_normal(&self) -> bool {
        self.is_normal
    }

    /// Returns whether the text that was read has capital letters.
    #[inline]
    pub(super) fn has_upper(&self) -> bool {
        self.has_upper
    }

    /// Writes the host: the first longest run of at least two groups of zero as `::`, and an
    /// IPv4-mapped address with the IPv4 address at the end.
    #[inline]
    pub(super) fn text(&self) -> Ipv6Text {
        let Self { groups, .. } = self;
        let omitted = zeros(groups);
        let end = if has_ipv4_form(groups) { GROUPS - 2 } else { GROUPS };
        let mut text = Ipv6Text { bytes: [0; LONGEST], length: 0, at: 0 };
        text.push(b'[');
        let mut at = 0;
        while at < end {
            if at == omitted.start {
                text.push(b':');
                text.push(b':');
                at = omitted.end;
                continue;
            }
            if at != 0 && at != omitted.end {
                text.push(b':');
            }
            text.push_group(groups[at]);
            at += 1;
        }
        if end < GROUPS {
            let mut separator = b':';
            for octet in [groups[end], groups[end + 1]].map(u16::to_be_bytes).as_flattened() {
                text.push(separator);
                text.push_octet(*octet);
                separator = b'.';
            }
        }
        text.push(b']');
        text
    }
}

/// One group at the front of a text.
struct Group {
    value: u16,
    /// The number of its digits.
    length: usize,
    /// Whether it has no needless zeros.
    is_short: bool,
    has_upper: bool,
}

impl Group {
    #[inline]
    fn read(text: &[u8]) -> Self {
        let (mut value, mut length, mut has_upper) = (0, 0, false);
        while let Some(&byte) = text.get(length)
            && let digit = digit(byte)
            && digit < 16
        {
            value = value << 4 | u16::from(digit);
            has_upper |= byte.is_ascii_uppercase();
            length += 1;
        }
        Self { value, length, is_short: length == 1 || text[0] != b'0', has_upper }
    }
}

/// No groups.
const NOTHING: Range<usize> = GROUPS..GROUPS;

/// The groups of zero that RFC 5952 section 4.2 writes as `::`.
#[inline]
fn zeros(groups: &[u16; GROUPS]) -> Range<usize> {
    // A bit for each group: first whether it is zero, then whether a run of zeros of some length
    // begins there.
    let mut runs = 0_u8;
    for (at, &group) in groups.iter().enumerate() {
        runs |= u8::from(group == 0) << at;
    }
    let (mut longest, mut length) = (0, 0);
    while runs != 0 {
        (longest, length) = (runs, length + 1);
        runs &= runs >> 1;
    }
    if length < 2 {
        return NOTHING;
    }
    let begin = longest.trailing_zeros() as usize;
    begin..begin + length
}

/// Returns whether the address ends as an IPv4 address: RFC 5952 section 5, for mapped addresses.
#[inline]
fn has_ipv4_form(groups: &[u16; GROUPS]) -> bool {
    matches!(groups, [0, 0, 0, 0, 0, 0xFFFF, _, _])
}

/// The longest text of an IPv6 address with its brackets.
const LONGEST: usize = "[ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]".len();

/// An IPv6 address in brackets, in the form of RFC 5952.
pub(super) struct Ipv6Text {
    bytes: [u8; LONGEST],
    length: usize,
    at: usize,
}

impl Ipv6Text {
    #[inline]
    pub(super) fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.length]).expect("characters of ASCII")
    }

    #[inline]
    fn push(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }

    #[inline]
    fn push_group(&mut self, group: u16) {
        let digits = 4 - (group | 1).leading_zeros() / 4;
        for place in (0..digits).rev() {
            self.push(b"0123456789abcdef"[usize::from(group >> (4 * place) & 15)]);
        }
    }

    #[inline]
    fn push_octet(&mut self, octet: u8) {
        for (least, place) in [(100, 100), (10, 10), (0, 1)] {
            if least <= octet {
                self.push(b'0' + octet / place % 10);
            }
        }
    }
}

/// The characters, one by one.
impl Iterator for Ipv6Text {
    type Item = &'static str;

    #[inline]
    fn next(&mut self) -> Option<&'static str> {
        let &byte = self.bytes[..self.length].get(self.at)?;
        self.at += 1;
        Some(character_of(byte))
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::String;
    use core::net::Ipv6Addr;

    /// Compares with the standard library.
    #[track_caller]
    fn check(text: &str) {
        let host = format!("[{text}]");
        let expected: Option<Ipv6Addr> = text.parse().ok();
        let address = Address::read(&host);
        assert_eq!(
            address.as_ref().map(|it| it.groups),
            expected.map(|it| it.segments()),
            "{text}"
        );
        if let (Some(address), Some(expected)) = (address, expected) {
            let expected = format!("[{expected}]");
            assert_eq!(address.text().as_str(), expected);
            assert_eq!(address.text().collect::<String>(), expected);
            let is_lower = host == host.to_ascii_lowercase();
            assert_eq!(address.has_upper(), !is_lower, "{text}");
            assert_eq!(address.is_normal(), host.to_ascii_lowercase() == expected, "{text}");
        }
    }

    /// Every address whose groups are among these, with `::` for each run of groups that are zero.
    #[test]
    fn agrees_with_the_standard_library() {
        const VALUES: [&str; 4] = ["0", "1", "ffff", "0abc"];
        for number in 0..VALUES.len().pow(8) {
            let digits = (0..8).map(|place| number / VALUES.len().pow(place) % VALUES.len());
            let groups: [&str; 8] =
                core::array::from_fn(|at| VALUES[digits.clone().nth(at).unwrap_or(0)]);
            let values = groups.map(|group| u16::from_str_radix(group, 16).unwrap());
            let text = Address { groups: values, is_normal: true, has_upper: false }.text();
            assert_eq!(text.as_str(), format!("[{}]", Ipv6Addr::from(values)));
            if number % 7 == 0 || number < 300 {
                check_spellings(&groups);
            }
        }
    }

    fn check_spellings(groups: &[&str; 8]) {
        check(&groups.join(":"));
        for begin in 0..8 {
            for end in begin + 1..=8 {
                if groups[begin..end].iter().all(|&group| group == "0") {
                    check(&[&groups[..begin].join(":"), "::", &groups[end..].join(":")].concat());
                }
            }
        }
    }

    #[test]
    fn spellings() {
        for text in [
            "::",
            "::0",
            "0::",
            "1::",
            "::1",
            "00::1",
            "::0001",
            "::a",
            "::A",
            "::AbCd",
            "::1.2.3.4",
            "::ffff:1.2.3.4",
            "::FFFF:1.2.3.4",
            "::ffff:0:0",
            "::ffff:0.0.0.0",
            "::ffff:10.100.255.9",
            "::ffff:102:304",
            "0:0:0:0:0:ffff:1.2.3.4",
            "0::ffff:1.2.3.4",
            "0:0:0:0:0:0:255.255.255.255",
            "64:ff9b::192.0.2.33",
            "1:2:3:4:5:6:7:8",
            "1:2:3:4:5:6:7.8.9.10",
            "1:2:3:4:5:6:7::",
            "::2:3:4:5:6:7:8",
            "1::3:4:5:6:7:8",
            "1:0:3:4:5:6:7:8",
            "1:0:0:4:0:0:7:8",
            "1::4:0:0:7:8",
            "1:0:0:4::7:8",
            "1:0:0:4:0:0:0:8",
            "1::4:0:0:0:8",
            "fe80::1ff:fe23:4567:890a",
            "vF.a",
            "V1.::",
            "",
        ] {
            check(text);
        }
        for octet in 0..=255_u8 {
            check(&format!("::ffff:{octet}.0.{octet}.{}", 255 - octet));
        }
    }
}
