//! A scanner for ABNF and BNF alike, for the stages before [`crate::grammar::syntax`].
//!
//! It never fails: what is no token of either notation is [`Kind::Stray`]. What
//! it tells is enough to see grammar among prose and to turn one notation into
//! the other; errors are found later, where their places can be told.

/// A token with its offsets in the scanned text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Whether white space, a line end or a comment stands before it.
    pub(crate) spaced: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A letter, then letters, digits, `-`, `_` and `+`.
    Name,
    /// `"a"`, with or without `%s` or `%i`.
    Text,
    /// `%` and a number.
    Number,
    /// `<words>`, `<">`
    Prose,
    /// `<` without its `>` in the line, up to the line end.
    UnclosedProse,
    /// Digits and stars.
    Repeat,
    /// `=`
    Equals,
    /// `=/`
    EqualsSlash,
    /// `/`
    Slash,
    /// `|`
    Bar,
    /// `(` or `[`
    Open,
    /// `)` or `]`
    Close,
    /// Any other character; also a `"` without its partner in the line.
    Stray(char),
}

impl Kind {
    /// Whether it can only begin, or be, an element.
    pub(crate) fn begins_element(self) -> bool {
        matches!(
            self,
            Self::Name | Self::Text | Self::Number | Self::Prose | Self::Repeat | Self::Open
        )
    }
}

/// The tokens of a text; comments are skipped.
pub(crate) fn tokens(text: &str) -> impl Iterator<Item = Token> {
    let mut at = 0;
    let mut spaced = false;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            match rest.as_bytes().first()? {
                b' ' | b'\t' | b'\n' => at += 1,
                // Copied from a page; `syntax` says so.
                0xC2 if rest.starts_with('\u{A0}') => at += 2,
                b';' => at += rest.find('\n').unwrap_or(rest.len()),
                _ => break,
            }
            spaced = true;
        }
        let (kind, length) = token(&text[at..]);
        let token = Token { kind, start: at, end: at + length, spaced };
        at += length;
        spaced = false;
        Some(token)
    })
}

/// The token at the start of a text that is not empty.
fn token(text: &str) -> (Kind, usize) {
    let length_while =
        |pred: fn(u8) -> bool| text.bytes().position(|byte| !pred(byte)).unwrap_or(text.len());
    let first = text.chars().next().unwrap_or_default();
    match first {
        'a'..='z' | 'A'..='Z' => {
            (Kind::Name, length_while(|b| b.is_ascii_alphanumeric() || b"-_+".contains(&b)))
        }
        '0'..='9' | '*' => (Kind::Repeat, length_while(|b| b.is_ascii_digit() || b == b'*')),
        '"' => string(text, 0),
        '%' => match text.as_bytes().get(1).map(u8::to_ascii_lowercase) {
            Some(b's' | b'i') if text[2..].starts_with('"') => string(text, 2),
            Some(b'x' | b'd' | b'b') => {
                let digits = text[2..]
                    .bytes()
                    .take_while(|b| b.is_ascii_hexdigit() || b".-".contains(b))
                    .count();
                if digits == 0 { (Kind::Stray('%'), 1) } else { (Kind::Number, 2 + digits) }
            }
            _ => (Kind::Stray('%'), 1),
        },
        '<' => match text.find(['>', '\n']) {
            Some(end) if text[end..].starts_with('>') => (Kind::Prose, end + 1),
            end => (Kind::UnclosedProse, end.unwrap_or(text.len())),
        },
        '=' if text.starts_with("=/") => (Kind::EqualsSlash, 2),
        '=' => (Kind::Equals, 1),
        '/' => (Kind::Slash, 1),
        '|' => (Kind::Bar, 1),
        '(' | '[' => (Kind::Open, 1),
        ')' | ']' => (Kind::Close, 1),
        _ => (Kind::Stray(first), first.len_utf8()),
    }
}

/// A string after a prefix of the given length.
fn string(text: &str, prefix: usize) -> (Kind, usize) {
    let inner = &text[prefix + 1..];
    match inner.find(['"', '\n']) {
        Some(end) if inner[end..].starts_with('"') => (Kind::Text, prefix + 1 + end + 1),
        end => (Kind::Stray('"'), prefix + 1 + end.unwrap_or(inner.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hide_what_stands_in_them() {
        let text = "a_b = \"<\" | <\"> / %x41-5A ; \" |\n 1*[ é \"x";
        let kinds: Vec<_> = tokens(text).map(|token| token.kind).collect();
        assert_eq!(
            kinds,
            [
                Kind::Name,
                Kind::Equals,
                Kind::Text,
                Kind::Bar,
                Kind::Prose,
                Kind::Slash,
                Kind::Number,
                Kind::Repeat,
                Kind::Open,
                Kind::Stray('é'),
                Kind::Stray('"'),
            ]
        );
    }
}
