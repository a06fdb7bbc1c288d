//! A rule's text to tokens with their places.

use super::report::{NONE, Report};
use crate::diagnostic::Hint;
use crate::spec::Dialect;

/// More errors than this in one rule are the consequence of the first.
const MAX_ERRORS: usize = 5;

/// A token of RFC 5234 section 4.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// Whether white space or a comment stands before it.
    pub(super) spaced: bool,
    start: u32,
    end: u32,
}

impl Token {
    /// Offset of the first byte in the source's text.
    pub(super) fn start(&self) -> usize {
        self.start as usize
    }

    /// Offset after the last byte.
    pub(super) fn end(&self) -> usize {
        self.end as usize
    }

    pub(super) fn range(&self) -> (usize, usize) {
        (self.start(), self.end())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// `a`
    Name,
    /// `=`
    Equals,
    /// `=/`
    EqualsSlash,
    /// `/`
    Slash,
    /// `(`
    GroupOpen,
    /// `)`
    GroupClose,
    /// `[`
    OptionOpen,
    /// `]`
    OptionClose,
    /// `1*3`
    Repeat,
    /// `"a"`, `%s"a"`
    Text,
    /// `%x41.42`
    Number,
    /// `<words>`
    Prose,
}

/// The tokens of a range of the text. What is no token is reported and left out.
pub(super) fn scan(start: usize, end: usize, report: &mut Report<'_>) -> Vec<Token> {
    let text = &report.source.text[..end];
    let bytes = text.as_bytes();
    let most = report.errors() + MAX_ERRORS;
    let mut tokens = Vec::new();
    let mut at = start;
    let mut spaced = false;
    while at < end && report.errors() < most {
        let begin = at;
        let rest = &text[at..];
        let kind = match bytes[at] {
            b' ' | b'\t' | b'\n' => {
                at += 1;
                spaced = true;
                continue;
            }
            b';' => {
                at += rest.find('\n').unwrap_or(rest.len());
                spaced = true;
                continue;
            }
            b'=' if rest.starts_with("=/") => single(TokenKind::EqualsSlash, 2),
            b'=' => single(TokenKind::Equals, 1),
            b'/' => single(TokenKind::Slash, 1),
            b'(' => single(TokenKind::GroupOpen, 1),
            b')' => single(TokenKind::GroupClose, 1),
            b'[' => single(TokenKind::OptionOpen, 1),
            b']' => single(TokenKind::OptionClose, 1),
            b'0'..=b'9' | b'*' => repeat(at, rest, report),
            b'"' => string(at, rest, 0, report),
            b'<' => prose(at, rest, report),
            b'%' => percent(at, rest, report),
            byte if byte.is_ascii_alphabetic() || byte == b'_' => name(at, rest, report),
            _ => stray(at, rest, report),
        };
        let (kind, length) = kind;
        at += length;
        if let Some(kind) = kind {
            let offset = |at: usize| u32::try_from(at).expect("a source is below 4 GiB");
            tokens.push(Token { kind, spaced, start: offset(begin), end: offset(at) });
        }
        spaced = false;
    }
    tokens
}

/// A token, none where it was reported, and its length in bytes.
type Scanned = (Option<TokenKind>, usize);

fn single(kind: TokenKind, length: usize) -> Scanned {
    (Some(kind), length)
}

fn length_while(text: &str, pred: impl Fn(u8) -> bool) -> usize {
    text.bytes().position(|byte| !pred(byte)).unwrap_or(text.len())
}

fn name(at: usize, rest: &str, report: &mut Report<'_>) -> Scanned {
    let length = length_while(rest, |b| b.is_ascii_alphanumeric() || b == b'-');
    let mut whole = length;
    // What the author means to be one name.
    while let Some(c) = rest[whole..].chars().next() {
        let glue =
            matches!(c, '.' | '+') && rest[whole + 1..].starts_with(|c: char| c.is_alphanumeric());
        if !(c.is_alphanumeric() || matches!(c, '_' | '-') || glue) {
            break;
        }
        whole += c.len_utf8();
    }
    if whole == length {
        return single(TokenKind::Name, length);
    }
    bad_name(at, &rest[..whole], report);
    (Some(TokenKind::Name), whole)
}

fn bad_name(at: usize, name: &str, report: &mut Report<'_>) {
    let (offset, bad) = name
        .char_indices()
        .find(|(i, c)| !c.is_ascii_alphanumeric() && (*c != '-' || *i == 0))
        .expect("something is wrong with the name");
    let hints = match bad {
        '_' if name.starts_with('_') => vec!["a rulename begins with a letter".into()],
        '_' | '+' => vec![
            format!("write `{}`", name.replace(['_', '+'], "-")).into(),
            Hint::Dialect(Dialect::Bnf),
        ],
        _ => vec!["a rulename is a letter and then letters, digits and hyphens".into()],
    };
    report.error(
        "bad-rulename",
        format!("{} cannot be part of a rulename", quoted(bad)),
        (at + offset, at + offset + bad.len_utf8()),
        "",
        hints,
    );
}

fn repeat(at: usize, rest: &str, report: &mut Report<'_>) -> Scanned {
    let length = length_while(rest, |b| b.is_ascii_digit() || b == b'*');
    let repeat = &rest[..length];
    if 1 < repeat.matches('*').count() {
        report.error(
            "bad-repeat",
            format!("`{repeat}` is no repeat"),
            (at, at + length),
            "expected `<n>`, `<n>*<m>`, `<n>*`, `*<m>` or `*`",
            NONE,
        );
        return (None, length);
    }
    let mut offset = at;
    for number in repeat.split('*') {
        if !number.is_empty() && number.parse::<u32>().is_err() {
            too_large(number, offset, report);
            return (None, length);
        }
        offset += number.len() + 1;
    }
    (Some(TokenKind::Repeat), length)
}

fn too_large(number: &str, at: usize, report: &mut Report<'_>) {
    report.error(
        "number-too-large",
        "this number is too large",
        (at, at + number.len()),
        "",
        Some(format!("the greatest number that can be read is {}, %x{0:X}", u32::MAX)),
    );
}

/// A string after a prefix of the given length.
fn string(at: usize, rest: &str, prefix: usize, report: &mut Report<'_>) -> Scanned {
    let inner = &rest[prefix + 1..];
    let end = inner.find(['"', '\n']).unwrap_or(inner.len());
    if !inner[end..].starts_with('"') {
        let end = prefix + 1 + inner[..end].trim_end().len();
        report.error(
            "unterminated-string",
            "this string has no closing `\"`",
            (at, at + end),
            "",
            Some("a string ends in the line it begins in; `\"` itself is %x22".to_owned()),
        );
        return (None, end);
    }
    let length = prefix + 1 + end + 1;
    let bad = inner[..end].char_indices().find(|(_, c)| !matches!(c, ' '..='~'));
    if let Some((offset, c)) = bad {
        let start = at + prefix + 1 + offset;
        report.error(
            "stray-character",
            format!("{} cannot stand in a string", quoted(c)),
            (start, start + c.len_utf8()),
            "",
            Some(format!("a string is printable ASCII; write this one as %x{:02X}", u32::from(c))),
        );
        return (None, length);
    }
    (Some(TokenKind::Text), length)
}

fn prose(at: usize, rest: &str, report: &mut Report<'_>) -> Scanned {
    let end = rest.find(['>', '\n']).unwrap_or(rest.len());
    if !rest[end..].starts_with('>') {
        let end = rest[..end].trim_end().len();
        report.error(
            "unterminated-prose",
            "this description has no closing `>`",
            (at, at + end),
            "",
            Some("a description in `<` and `>` ends in the line it begins in".to_owned()),
        );
        return (None, end);
    }
    if let Some((offset, c)) = rest[..end].char_indices().find(|(_, c)| !matches!(c, ' '..='~')) {
        report.error(
            "stray-character",
            format!("{} cannot stand in a description", quoted(c)),
            (at + offset, at + offset + c.len_utf8()),
            "",
            Some("a description in `<` and `>` is printable ASCII".to_owned()),
        );
        return (None, end + 1);
    }
    (Some(TokenKind::Prose), end + 1)
}

fn percent(at: usize, rest: &str, report: &mut Report<'_>) -> Scanned {
    match rest.as_bytes().get(1).map(u8::to_ascii_lowercase) {
        Some(b's' | b'i') if rest[2..].starts_with('"') => string(at, rest, 2, report),
        Some(b'x') => number(at, rest, 16, report),
        Some(b'd') => number(at, rest, 10, report),
        Some(b'b') => number(at, rest, 2, report),
        _ => {
            report.error(
                "bad-number",
                "`%` begins no value here",
                (at, at + 1),
                "expected `%x`, `%d`, `%b`, `%s\"` or `%i\"`",
                Some(percent_hint(rest)),
            );
            (None, 1 + length_while(&rest[1..], |b| b.is_ascii_alphanumeric()))
        }
    }
}

fn percent_hint(rest: &str) -> String {
    let digits = length_while(&rest[1..], |b| b.is_ascii_hexdigit());
    match &rest[1..=digits] {
        "" => "the character itself is \"%\" or %x25".to_owned(),
        digits => format!("a value names its base: write `%x{digits}`"),
    }
}

fn number(at: usize, rest: &str, radix: u32, report: &mut Report<'_>) -> Scanned {
    // All that the author can have meant to be part of the number.
    let whole = 2 + length_while(&rest[2..], |b| b.is_ascii_alphanumeric() || b".-".contains(&b));
    let digit = |b: u8| char::from(b).is_digit(radix);
    let digits = match radix {
        16 => "hexadecimal digits",
        10 => "decimal digits",
        _ => "binary digits",
    };
    let mut separator = None;
    let mut offset = 2;
    loop {
        let length = length_while(&rest[offset..whole], digit);
        if length == 0 {
            let found = rest[offset..].chars().next().filter(|c| !matches!(c, ' ' | '\t' | '\n'));
            let message = match (found, separator) {
                (Some(c), _) if c.is_alphanumeric() => {
                    format!("{} is none of the {digits}", quoted(c))
                }
                _ => format!("expected {digits} after `{}`", &rest[offset - 1..offset])
                    .replace("after `x`", "after `%x`")
                    .replace("after `d`", "after `%d`")
                    .replace("after `b`", "after `%b`"),
            };
            report.error("bad-number", message, place(at, offset, whole), "", NONE);
            return (None, whole);
        }
        let value = &rest[offset..offset + length];
        if u32::from_str_radix(value, radix).is_err() {
            too_large(value, at + offset, report);
            return (None, whole);
        }
        offset += length;
        match (separator, rest.as_bytes()[..whole].get(offset)) {
            (_, None) => return (Some(TokenKind::Number), whole),
            (None, Some(&byte @ (b'.' | b'-'))) | (Some(b'.'), Some(&byte @ b'.')) => {
                separator = Some(byte);
                offset += 1;
            }
            (_, Some(b'.' | b'-')) => {
                report.error(
                    "bad-number",
                    "a value is either a range or a concatenation",
                    (at + offset, at + whole),
                    "",
                    Some("write %x41-5A for a range, %x41.42 for a concatenation".to_owned()),
                );
                return (None, whole);
            }
            (_, Some(&byte)) => {
                let message = format!("`{}` is none of the {digits}", char::from(byte));
                report.error("bad-number", message, place(at, offset, offset + 1), "", NONE);
                return (None, whole);
            }
        }
    }
}

/// The digit that is wrong, else the whole number.
fn place(at: usize, offset: usize, whole: usize) -> (usize, usize) {
    if offset < whole { (at + offset, at + offset + 1) } else { (at, at + whole) }
}

fn stray(at: usize, rest: &str, report: &mut Report<'_>) -> Scanned {
    let c = rest.chars().next().expect("the text goes on");
    let mut length = rest.len() - rest.trim_start_matches(c).len();
    let hint = match c {
        '\'' => {
            let line = rest.lines().next().unwrap_or_default();
            if let Some(end) = line[1..].find('\'') {
                length = end + 2;
            }
            "a string stands in double quotes, `\"x\"`; where case matters, `%s\"x\"`"
        }
        '|' => "alternatives are separated by `/`",
        '#' => "the lists of RFC 2616 are no ABNF; write `element *( \",\" element )`",
        '{' | '}' => "a repetition is `*element` or `1*( … )`",
        '?' => "an optional element is `[ element ]`",
        '+' => "one or more is `1*element`",
        '&' if ["&lt;", "&gt;", "&amp;", "&quot;", "&#"].iter().any(|it| rest.starts_with(it)) => {
            "this is the source of a web page; save what a browser shows of it as text"
        }
        '-' | '$' | '@' | '!' if touches_name(at, rest, report) => {
            "a rulename is a letter and then letters, digits and hyphens"
        }
        ':' if rest.starts_with(":=") || rest.starts_with("::=") => {
            length = rest.find('=').unwrap_or_default() + 1;
            "a rule is defined by `=`"
        }
        '\u{201C}' | '\u{201D}' | '\u{201E}' => "a string stands in straight quotes, `\"x\"`",
        '\u{C}' => "this is a page break; the file looks like pages of an RFC",
        c if c.is_ascii_punctuation() => "a character that stands for itself is quoted, `\"x\"`",
        c if c.is_whitespace() => "use spaces and tabs only",
        c if c.is_alphabetic() => {
            length = rest.len() - rest.trim_start_matches(char::is_alphanumeric).len();
            "a rulename is a letter of ASCII and then letters, digits and hyphens"
        }
        _ => "outside of comments ABNF is ASCII; write values as %x41",
    };
    let option = match c {
        '|' => Some(Hint::Dialect(Dialect::Bnf)),
        '\u{C}' => Some(Hint::Extract),
        _ => None,
    };
    report.error(
        "stray-character",
        format!("{} cannot stand here", quoted(c)),
        (at, at + length),
        "",
        [Some(hint.into()), option].into_iter().flatten(),
    );
    (None, length)
}

/// Whether a stray character may be meant as part of a name.
fn touches_name(at: usize, rest: &str, report: &Report<'_>) -> bool {
    let before = report.source.text[..at].ends_with(|c: char| c.is_ascii_alphanumeric());
    before || rest[1..].starts_with(|c: char| c.is_ascii_alphabetic())
}

/// For a message: the character, or its number where it cannot be seen.
fn quoted(c: char) -> String {
    if c == '\t' {
        "a tab".to_owned()
    } else if c.is_control() || (c.is_whitespace() && c != ' ') {
        format!("the character U+{:04X}", u32::from(c))
    } else {
        format!("`{c}`")
    }
}
