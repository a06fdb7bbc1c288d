//! Checks the tokens of a rule, each on its own.
// Long because each kind of token has its check.

use super::numbers::{self, Flaw};
use super::pieces::Piece;
use super::sink::{NONE, Sink};
use crate::diagnostic::{Code, Hint};
use crate::limits::{LimitName, Limits};
use crate::spec::Dialect;
use crate::text::source::{Source, offset};
use crate::text::tokens::{Kind, Token};

/// The greatest number of reported pieces for one rule.
const MAX_FLAWS: usize = 5;

/// The pieces of a rule. All except those of the kind [`Kind::Stray`] can be read.
pub(super) struct Checked {
    pub(super) pieces: Vec<Piece>,
    /// Whether any of the pieces was reported.
    pub(super) is_flawed: bool,
}

/// Reports unreadable pieces, and merges pieces that the author probably intended as one.
pub(super) fn check(
    pieces: &[Piece],
    source: &Source,
    limits: &Limits,
    sink: &mut Sink<'_>,
) -> Checked {
    let mut checked = Vec::with_capacity(pieces.len());
    let mut flaws = 0;
    let mut end = 0;
    for (i, piece) in pieces.iter().enumerate() {
        // Part of an earlier piece.
        if piece.start() < end {
            continue;
        }
        let flaw = if flaws < MAX_FLAWS {
            flaw(piece, source, limits, sink)
        } else {
            // The limit of reports is reached.
            (piece.kind() == Kind::Stray).then(|| piece.end())
        };
        let mut piece = *piece;
        if let Some(end_of_flaw) = flaw {
            flaws += 1;
            end = end_of_flaw;
            let kind = match piece.kind() {
                // The name of the rule is still known.
                Kind::Name if i == 0 && end - piece.start() <= limits.name_bytes => Kind::Name,
                Kind::ColonEquals => Kind::Equals,
                _ => Kind::Stray,
            };
            piece.token = Token { kind, start: piece.token.start, end: offset(end) };
        }
        checked.push(piece);
    }
    swallow_names(&mut checked);
    Checked { pieces: checked, is_flawed: 0 < flaws }
}

/// Merges names into adjacent unreadable pieces: `lt` in `&lt;` is not a rule.
fn swallow_names(pieces: &mut [Piece]) {
    for at in 1..pieces.len() {
        let is_stray = |piece: &Piece| piece.kind() == Kind::Stray;
        let behind = is_stray(&pieces[at - 1]) && !pieces[at].spaced;
        let before = pieces.get(at + 1).is_some_and(|next| is_stray(next) && !next.spaced);
        if (behind || before) && matches!(pieces[at].kind(), Kind::Name | Kind::FoldedName) {
            pieces[at].token.kind = Kind::Stray;
        }
    }
}

/// Reports the flaw that begins with this piece and returns its end; `None` if the
/// piece can be read.
fn flaw(piece: &Piece, source: &Source, limits: &Limits, sink: &mut Sink<'_>) -> Option<usize> {
    let (start, end) = piece.range();
    let text = piece.text(source);
    let rest = &source.text[start..];
    let is_flawed = match piece.kind() {
        Kind::Name | Kind::FoldedName | Kind::BracketName if limits.name_bytes < text.len() => {
            sink.error(
                Code::RulenameTooLong,
                format!(
                    "a rulename has {} bytes, more than the limit of {}",
                    text.len(),
                    limits.name_bytes
                ),
                piece.range(),
                "",
                Hint::raise_to(LimitName::NameBytes, text.len()),
            );
            true
        }
        Kind::Name => {
            let length = name_length(rest);
            if text.len() == length && !text.contains(['_', '+']) {
                return None;
            }
            bad_name(start, &rest[..length], sink);
            return Some(start + length);
        }
        Kind::Stray if rest.starts_with('_') => {
            let length = name_length(rest);
            bad_name(start, &rest[..length], sink);
            return Some(start + length);
        }
        Kind::Stray | Kind::Bar | Kind::ColonEquals => {
            return Some(start + stray(start, source, sink));
        }
        Kind::Repeat => bad_repeat(start, text, sink),
        kind if kind.is_list() => bad_count(start, text, '#', sink),
        Kind::List => {
            list(piece, text, sink);
            true
        }
        Kind::TripleQuote => {
            triple_quote(piece, sink);
            true
        }
        Kind::Text => bad_string(start, text, sink),
        Kind::OpenText => {
            open_text(start, text, sink);
            true
        }
        Kind::Prose | Kind::Words => bad_prose(piece, text, sink),
        Kind::OpenProse => {
            open_prose(start, text, sink);
            true
        }
        Kind::Number => bad_number(start, text, sink),
        _ => false,
    };
    is_flawed.then_some(end)
}

/// Returns the length of the text that the author probably intends as one name.
pub(super) fn name_length(rest: &str) -> usize {
    let mut length = 0;
    while let Some(c) = rest[length..].chars().next() {
        let behind = &rest[length + c.len_utf8()..];
        let glue =
            matches!(c, '.' | '+') && behind.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        if !(c.is_alphanumeric() || matches!(c, '_' | '-') || glue) {
            break;
        }
        length += c.len_utf8();
    }
    length
}

fn bad_name(at: usize, name: &str, sink: &mut Sink<'_>) {
    let (offset, bad) = name
        .char_indices()
        .find(|(i, c)| !c.is_ascii_alphanumeric() && (*c != '-' || *i == 0))
        .expect("something is wrong with the name");
    let hints = match bad {
        '_' if name.starts_with('_') => vec!["a rulename begins with a letter".into()],
        '_' | '+' => {
            let fixed = name.replace(['_', '+'], "-");
            let sentence = format!("write `{fixed}`");
            vec![sink.change(sentence, &fixed, (at, at + name.len())), Hint::Dialect(Dialect::Bnf)]
        }
        _ => vec!["a rulename is a letter and then letters, digits and hyphens".into()],
    };
    sink.error(
        Code::BadRulename,
        format!("{} cannot be part of a rulename", quoted(bad)),
        (at + offset, at + offset + bad.len_utf8()),
        "",
        hints,
    );
}

fn bad_repeat(start: usize, text: &str, sink: &mut Sink<'_>) -> bool {
    if 1 < text.matches('*').count() {
        sink.error(
            Code::BadRepeat,
            format!("`{text}` is not a repeat"),
            (start, start + text.len()),
            "expected `<n>`, `<n>*<m>`, `<n>*`, `*<m>` or `*`",
            NONE,
        );
        return true;
    }
    bad_count(start, text, '*', sink)
}

/// Reports a number that is too large. Returns whether there is one.
fn bad_count(start: usize, text: &str, sign: char, sink: &mut Sink<'_>) -> bool {
    let mut at = start;
    for number in text.split(sign) {
        if !number.is_empty() && number.parse::<u32>().is_err() {
            let hint = format!("the greatest number of repetitions is {}", u32::MAX);
            too_large((at, at + number.len()), hint, sink);
            return true;
        }
        at += number.len() + 1;
    }
    false
}

fn too_large(range: (usize, usize), hint: String, sink: &mut Sink<'_>) {
    sink.error(Code::NumberTooLarge, "this number is too large", range, "", [hint]);
}

/// Reports a list of HTTP, which takes a dialect.
fn list(piece: &Piece, text: &str, sink: &mut Sink<'_>) {
    sink.error(
        Code::ListExtension,
        format!("`{text}` begins a list of HTTP, which ABNF does not have"),
        piece.range(),
        "",
        [
            Hint::Dialect(Dialect::Http),
            Hint::Dialect(Dialect::HttpLenient),
            Hint::Dialect(Dialect::Bnf),
        ],
    );
}

/// Reports `"""`, which takes a dialect.
fn triple_quote(piece: &Piece, sink: &mut Sink<'_>) {
    let fixed = sink.change("write `%x22`".to_owned(), "%x22", piece.range());
    let message = "a string cannot contain `\"`";
    sink.error(
        Code::StrayCharacter,
        message,
        piece.range(),
        "",
        [fixed, Hint::Dialect(Dialect::Bnf)],
    );
}

fn open_text(start: usize, text: &str, sink: &mut Sink<'_>) {
    sink.error(
        Code::UnterminatedString,
        "this string has no closing `\"`",
        (start, start + text.trim_end().len()),
        "",
        ["a string must end on its line; `\"` itself is %x22"],
    );
}

fn bad_string(start: usize, text: &str, sink: &mut Sink<'_>) -> bool {
    let Some((at, c)) = not_printable(text) else { return false };
    let value = u32::from(c);
    let hint = format!("a string is printable ASCII; write this one as %x{value:02X}");
    let range = (start + at, start + at + c.len_utf8());
    let message = format!("{} is not allowed in a string", quoted(c));
    sink.error(Code::StrayCharacter, message, range, "", [hint]);
    true
}

fn open_prose(start: usize, text: &str, sink: &mut Sink<'_>) {
    sink.error(
        Code::UnterminatedProse,
        "this description has no closing `>`",
        (start, start + text.trim_end().len()),
        "",
        ["a description in `<` and `>` must end on its line, or on one of the next lines"],
    );
}

fn bad_prose(piece: &Piece, text: &str, sink: &mut Sink<'_>) -> bool {
    let start = piece.start();
    // The white space of several lines, also between pages, or of words without brackets, is layout.
    let has_layout = text.contains('\n') || piece.kind() == Kind::Words;
    let is_layout = |c: char| has_layout && matches!(c, '\n' | '\t' | '\u{C}');
    let mut bad = text.char_indices().filter(|&(_, c)| !is_layout(c));
    let Some((at, c)) = bad.find(|(_, c)| !matches!(c, ' '..='~')) else { return false };
    let hint = "a description in `<` and `>` is printable ASCII";
    let range = (start + at, start + at + c.len_utf8());
    let message = format!("{} is not allowed in a description", quoted(c));
    sink.error(Code::StrayCharacter, message, range, "", [hint]);
    true
}

fn not_printable(text: &str) -> Option<(usize, char)> {
    text.char_indices().find(|(_, c)| !matches!(c, ' '..='~'))
}

fn bad_number(start: usize, text: &str, sink: &mut Sink<'_>) -> bool {
    let digits = match numbers::radix(text) {
        16 => "hexadecimal digits",
        10 => "decimal digits",
        _ => "binary digits",
    };
    match numbers::values(text) {
        Ok(_) => return false,
        Err(Flaw::NoDigit(at)) => {
            let message = match text[at..].chars().next() {
                Some(c) if c.is_alphanumeric() => format!("`{c}` is not one of the {digits}"),
                _ if at == 2 => format!("expected {digits} after `{text}`", text = &text[..2]),
                _ => format!("expected {digits} after `{}`", &text[at - 1..at]),
            };
            let range = if at < text.len() {
                (start + at, start + at + 1)
            } else {
                (start, start + text.len())
            };
            sink.error(Code::BadNumber, message, range, "", NONE);
        }
        Err(Flaw::TooLarge(from, to)) => {
            let hint = "the greatest value is %x10FFFF, the last code point".to_owned();
            too_large((start + from, start + to), hint, sink);
        }
        Err(Flaw::Mixed(at)) => sink.error(
            Code::BadNumber,
            "a value is either a range or a concatenation",
            (start + at, start + text.len()),
            "",
            ["write %x41-5A for a range, %x41.42 for a concatenation"],
        ),
    }
    true
}

fn percent_hint(rest: &str) -> String {
    let digits = rest[1..].bytes().take_while(u8::is_ascii_hexdigit).count();
    match &rest[1..=digits] {
        "" => "the character itself is \"%\" or %x25".to_owned(),
        digits => format!("a value names its base: write `%x{digits}`"),
    }
}

/// Reports a piece that belongs to no notation, and returns its length in bytes.
fn stray(at: usize, source: &Source, sink: &mut Sink<'_>) -> usize {
    let rest = &source.text[at..];
    let rest = &rest[..rest.find('\n').unwrap_or(rest.len())];
    let c = rest.chars().next().expect("the text is not at its end");
    if c == '%' {
        return percent(at, rest, sink);
    }
    let mut length = rest.len() - rest.trim_start_matches(c).len();
    let hint = match c {
        '\'' => {
            if let Some(end) = rest[1..].find('\'') {
                length = end + 2;
            }
            "write strings in double quotes, `\"x\"`, or `%s\"x\"` if case matters"
        }
        '|' => "alternatives are separated by `/`",
        '{' | '}' => "a repetition is `*element` or `1*( … )`",
        '?' => "an optional element is `[ element ]`",
        '+' => "one or more is `1*element`",
        '&' if ["&lt;", "&gt;", "&amp;", "&quot;", "&#"].iter().any(|it| rest.starts_with(it)) => {
            "this is the source of a web page; open it in a browser and save it as text"
        }
        '-' | '$' | '@' | '!' if touches_name(at, rest, source) => {
            "a rulename is a letter and then letters, digits and hyphens"
        }
        ':' if rest.starts_with(":=") || rest.starts_with("::=") => {
            length = rest.find('=').unwrap_or_default() + 1;
            "a rule is defined by `=`"
        }
        '\u{201C}' | '\u{201D}' | '\u{201E}' => "write strings in straight quotes, `\"x\"`",
        '\u{FEFF}' => "this is an invisible byte order mark; delete it",
        '\u{C}' => "this is a page break; the file looks like pages of an RFC",
        c if c.is_ascii_punctuation() => "quote a literal character, `\"x\"`",
        c if c.is_whitespace() => "use spaces and tabs only",
        c if c.is_alphabetic() => {
            length = rest.len() - rest.trim_start_matches(char::is_alphanumeric).len();
            "a rulename is an ASCII letter and then letters, digits and hyphens"
        }
        _ => "outside of comments ABNF is ASCII; write values as %x41",
    };
    let option = match c {
        '|' | ':' if replacement(&rest[..length]).is_some() => Some(Hint::Dialect(Dialect::Bnf)),
        '\u{C}' => Some(Hint::Extract),
        _ => None,
    };
    let hint = match replacement(&rest[..length]) {
        Some(text) => sink.change(hint, &text, (at, at + length)),
        None => hint.into(),
    };
    sink.error(
        Code::StrayCharacter,
        format!("{} is not allowed here", quoted(c)),
        (at, at + length),
        "",
        [Some(hint), option].into_iter().flatten(),
    );
    length
}

/// Returns the replacement of a piece of another notation.
fn replacement(piece: &str) -> Option<String> {
    match piece {
        "|" => Some("/".to_owned()),
        ":=" | "::=" => Some("=".to_owned()),
        _ => {
            let text = piece.strip_prefix('\'')?.strip_suffix('\'')?;
            let is_plain = text.chars().all(|c| matches!(c, ' '..='~') && c != '"');
            is_plain.then(|| format!("\"{text}\""))
        }
    }
}

fn percent(at: usize, rest: &str, sink: &mut Sink<'_>) -> usize {
    sink.error(
        Code::BadNumber,
        "`%` begins no value here",
        (at, at + 1),
        "expected `%x`, `%d`, `%b`, `%s\"` or `%i\"`",
        [percent_hint(rest)],
    );
    1 + rest[1..].bytes().take_while(u8::is_ascii_alphanumeric).count()
}

/// Returns whether a stray character may be meant as part of a name.
fn touches_name(at: usize, rest: &str, source: &Source) -> bool {
    let before = source.text[..at].ends_with(|c: char| c.is_ascii_alphanumeric());
    before || rest[1..].starts_with(|c: char| c.is_ascii_alphabetic())
}

/// The form of a character in messages: itself, or its number if it is invisible.
fn quoted(c: char) -> String {
    if c == '\t' {
        "a tab".to_owned()
    } else if c.is_control() || c == '\u{FEFF}' || (c.is_whitespace() && c != ' ') {
        format!("the character U+{:04X}", u32::from(c))
    } else {
        format!("`{c}`")
    }
}
