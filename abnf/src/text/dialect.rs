//! The BNF of RFC 822, RFC 1738 and RFC 2396 to ABNF.
//!
//! What differs is rewritten, token by token, so that `syntax` and all that comes
//! after it know ABNF only:
//!
//! - `|` separates alternatives, as `/` does (RFC 822 has `/` already);
//! - `_` and `+` in a rulename become `-`;
//! - `*[ a ]` and `1*[ a ]` repeat `a`: the brackets are a group, since an option
//!   in a repetition would make every `1*` mean `*` (RFC 1738 section 5 writes
//!   groups so);
//! - `<">` is the quotation mark, which no string can hold;
//! - a `/` where an element has to stand, with another element behind it, has lost
//!   its quotes (`gopherurl` in RFC 1738): it is read as `"/"`, with a warning.

use crate::diagnostic::{Diagnostic, Hint};
use crate::spec::Dialect;
use crate::text::rough::{Kind, Token, tokens};
use crate::text::source::{Edit, Source};
use std::collections::BTreeMap;

/// More warnings than this help nobody.
const MAX_WARNINGS: usize = 100;

/// Rewrites BNF as ABNF. [`Dialect::Auto`] takes a text as BNF where `|` stands
/// outside of quotes and comments.
pub fn dialect(source: Source, dialect: Dialect, found: &mut Vec<Diagnostic>) -> Source {
    let is_bnf = match dialect {
        Dialect::Abnf => false,
        Dialect::Bnf => true,
        Dialect::Auto => tokens(&source.text).any(|token| token.kind == Kind::Bar),
    };
    if !is_bnf {
        return source;
    }
    let mut warnings = Vec::new();
    let edits = edits(&source, &mut warnings);
    if dialect == Dialect::Auto {
        warnings.extend(mixed(&source));
    }
    warnings.extend(clashes(&source));
    warnings.truncate(MAX_WARNINGS);
    found.append(&mut warnings);
    source.edited(&edits)
}

fn edits(source: &Source, warnings: &mut Vec<Diagnostic>) -> Vec<Edit> {
    let text = source.text.as_str();
    let mut edits = Vec::new();
    let mut replace = |token: Token, text: String| {
        edits.push(Edit { start: token.start, end: token.end, text });
    };
    let mut previous: Option<Token> = None;
    // Of each open bracket, whether it was made a group.
    let mut open = Vec::new();
    let mut tokens = tokens(text).peekable();
    while let Some(token) = tokens.next() {
        let written = &text[token.start..token.end];
        match token.kind {
            Kind::Name if written.contains(['_', '+']) => replace(token, folded(written)),
            Kind::Prose if written == "<\">" => replace(token, "%x22".to_owned()),
            // `=|` must not become the `=/` of an incremental alternative.
            Kind::Bar if previous.is_some_and(|it| it.kind == Kind::Equals && !token.spaced) => {
                replace(token, " /".to_owned());
            }
            Kind::Bar => replace(token, "/".to_owned()),
            Kind::Slash if is_bare(previous, tokens.peek().copied()) => {
                warnings.push(bare_slash(source, token));
                replace(token, "\"/\"".to_owned());
            }
            // Brackets do not reach from one rule into the next.
            Kind::Equals | Kind::EqualsSlash => open.clear(),
            Kind::Open => {
                let repeated = previous.is_some_and(|it| {
                    it.kind == Kind::Repeat && text[it.start..it.end].contains('*')
                });
                let is_group = written == "[" && repeated && !token.spaced;
                open.push(is_group);
                if is_group {
                    replace(token, "(".to_owned());
                }
            }
            Kind::Close if open.pop() == Some(true) && written == "]" => {
                replace(token, ")".to_owned());
            }
            _ => (),
        }
        previous = Some(token);
    }
    edits
}

fn folded(name: &str) -> String {
    name.replace(['_', '+'], "-")
}

/// Whether a `/` between two tokens can only mean itself.
fn is_bare(previous: Option<Token>, next: Option<Token>) -> bool {
    let needs_element = previous.is_some_and(|it| {
        matches!(it.kind, Kind::Open | Kind::Bar | Kind::Slash | Kind::Equals | Kind::EqualsSlash)
    });
    needs_element && next.is_some_and(|it| it.kind.begins_element())
}

fn bare_slash(source: &Source, token: Token) -> Diagnostic {
    Diagnostic::warning("bare-slash", "`/` stands where an element has to, and is read as `\"/\"`")
        .at(source.span(token.start, token.end), "")
        .hint("put it in quotes")
}

/// A file that seems to be ABNF but for some `|`, or the reverse.
fn mixed(source: &Source) -> Option<Diagnostic> {
    let mut previous = None;
    let mut bar = None;
    let mut slash = None;
    for token in tokens(&source.text) {
        match token.kind {
            Kind::Bar if bar.is_none() => bar = Some(token),
            Kind::Slash if slash.is_none() && !is_operator(previous) => slash = Some(token),
            _ => (),
        }
        previous = Some(token.kind);
    }
    let (bar, slash) = (bar?, slash?);
    Some(
        Diagnostic::warning(
            "mixed-alternation",
            "both `|` and `/` separate alternatives in this file; it is read as BNF",
        )
        .at(source.span(slash.start, slash.end), "")
        .also(source.span(bar.start, bar.end), "")
        .hint("use one of the two")
        .hint(Hint::Dialect(Dialect::Bnf)),
    )
}

fn is_operator(kind: Option<Kind>) -> bool {
    matches!(kind, None | Some(Kind::Open | Kind::Bar | Kind::Slash | Kind::Equals))
}

/// Names that differ in the file and are one after folding.
fn clashes(source: &Source) -> Vec<Diagnostic> {
    let mut first: BTreeMap<String, Token> = BTreeMap::new();
    let mut seen = BTreeMap::new();
    for token in tokens(&source.text).filter(|token| token.kind == Kind::Name) {
        let written = source.text[token.start..token.end].to_ascii_lowercase();
        let known = first.entry(folded(&written)).or_insert(token);
        if !source.text[known.start..known.end].eq_ignore_ascii_case(&written) {
            seen.entry(written).or_insert((*known, token));
        }
    }
    let mut clashes: Vec<_> = seen.into_values().collect();
    clashes.sort_by_key(|(_, token)| token.start);
    clashes
        .into_iter()
        .map(|(known, token)| {
            let name = |token: Token| &source.text[token.start..token.end];
            Diagnostic::warning(
                "folded-names",
                format!(
                    "`{}` and `{}` are one rule: `{}`",
                    name(known),
                    name(token),
                    folded(name(known))
                ),
            )
            .at(source.span(token.start, token.end), "")
            .also(source.span(known.start, known.end), "")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::FileId;
    use crate::limits::Limits;
    use crate::text::source::source;

    fn read(text: &str, notation: Dialect) -> (Source, Vec<&'static str>) {
        let source = source(FileId(0), "g", text.as_bytes(), &Limits::default()).unwrap();
        let mut found = Vec::new();
        let source = dialect(source, notation, &mut found);
        (source, found.iter().map(|item| item.code).collect())
    }

    #[track_caller]
    fn check(text: &str, expected: &str, warnings: &[&str]) {
        let (source, codes) = read(text, Dialect::Auto);
        assert_eq!(source.text.trim_end(), expected);
        assert_eq!(codes, warnings);
    }

    #[test]
    fn a_bar_in_quotes_or_comments_makes_no_bnf() {
        check("a_b = \"|\" / <|> ; |", "a_b = \"|\" / <|> ; |", &[]);
    }

    #[test]
    fn bnf_becomes_abnf() {
        check("a_b+c = d | \"_|\" ; a_b |", "a-b-c = d / \"_|\" ; a_b |", &[]);
        check("a = *[ b | [ c ] ] | 1*[d] [ e ]", "a = *( b / [ c ] ) / 1*(d) [ e ]", &[]);
        check("a = 2[ b ] | * [ c ]", "a = 2[ b ] / * [ c ]", &[]);
        check("a = \"<\" | <\"> | <b>", "a = \"<\" / %x22 / <b>", &[]);
        check("a =| b", "a = / b", &[]);
        check("a = *[ b\nc = d ] | e", "a = *( b\nc = d ] / e", &[]);
    }

    #[test]
    fn a_bare_slash_is_a_string() {
        check("a = b [ / [ c ] ] | d", "a = b [ \"/\" [ c ] ] / d", &["bare-slash"]);
        check("a = b | / c", "a = b / \"/\" c", &["bare-slash"]);
        check("a = b | / | c", "a = b / / / c", &[]);
    }

    #[test]
    fn mixing_and_folding_are_told() {
        check("a = b | c / d", "a = b / c / d", &["mixed-alternation"]);
        check("a_b = c | a+b | A_B", "a-b = c / a-b / A-B", &["folded-names"]);
        let (_, codes) = read("a = b | c / d", Dialect::Bnf);
        assert!(codes.is_empty(), "RFC 822 writes `/`");
        assert_eq!(read("a_b = c", Dialect::Bnf).0.text, "a-b = c\n");
        assert_eq!(read("a_b = c | d", Dialect::Abnf).0.text, "a_b = c | d\n");
    }

    #[test]
    fn positions_are_those_of_the_file() {
        let (source, _) = read("a = [ / b ] <\"> | c\n", Dialect::Auto);
        assert_eq!(source.text, "a = [ \"/\" b ] %x22 / c\n");
        for (written, original) in [("\"/\"", "/"), ("b", "b"), ("%x22", "<\">"), ("c", "c")] {
            let at = source.text.find(written).unwrap();
            let span = source.span(at, at + written.len());
            assert_eq!(&source.original[span.start as usize..span.end as usize], original);
        }
    }
}
