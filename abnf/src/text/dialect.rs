//! Translates the tokens of other notations to those of ABNF.
//!
//! ABNF is RFC 5234 with RFC 7405. In the BNF of RFC 822, RFC 1738 and RFC 2396
//! some tokens have another meaning. This pass translates them, so that `syntax` and all
//! later stages handle a single notation:
//!
//! - `|` separates alternatives, like `/` (RFC 822 uses `/` itself);
//! - `_` and `+` in a rulename become `-`;
//! - `*[ a ]` and `1*[ a ]` repeat `a`: the brackets are a group, since an option
//!   in a repetition would make every `1*` mean `*` (RFC 1738 section 5 uses
//!   brackets for groups);
//! - `<">` is the quotation mark, which no string can contain;
//! - a `/` in the position of an element and followed by another element has lost
//!   its quotes (`gopherurl` in RFC 1738): it is read as `"/"`, with a warning.
//!
//! The lists of HTTP ([`Dialect::Http`], [`Dialect::HttpLenient`]) are an extension of
//! ABNF. Unless the dialect is requested, `syntax` rejects them.

use crate::diagnostic::{Code, Diagnostic, Hint};
use crate::spec::Dialect;
use crate::text::source::Source;
use crate::text::tokens::{Kind, Token, Tokens};
use std::collections::BTreeMap;

/// The greatest number of warnings of one kind.
const MAX_WARNINGS: usize = 100;

/// Translates the tokens to ABNF.
///
/// [`Dialect::Auto`] assumes BNF if the text contains more `|` than
/// signs of ABNF (`/`, `=/` and numbers). One stray `|` in an ABNF file is
/// an error, which `syntax` reports.
pub fn dialect(
    source: &Source,
    mut tokens: Tokens,
    dialect: Dialect,
    found: &mut Vec<Diagnostic>,
) -> Tokens {
    let kept = kept(&tokens);
    let is_bnf = match dialect {
        Dialect::Abnf => false,
        Dialect::Http => return lists(tokens, &kept, Kind::StrictList),
        Dialect::HttpLenient => return lists(tokens, &kept, Kind::LenientList),
        Dialect::Bnf => true,
        Dialect::Auto => looks_like_bnf(&tokens.all, &kept),
    };
    if !is_bnf {
        return tokens;
    }
    let mut warnings = Vec::new();
    if dialect == Dialect::Auto {
        warnings.extend(mixed(source, &tokens.all, &kept));
    }
    map(source, &mut tokens.all, &kept, &mut warnings);
    warnings.extend(clashes(source, &tokens.all, &kept));
    warnings.truncate(MAX_WARNINGS);
    found.append(&mut warnings);
    tokens
}

/// Returns the indices of the tokens of the remaining lines, without comments.
fn kept(tokens: &Tokens) -> Vec<usize> {
    let lines = tokens.lines.iter();
    let all = lines.flat_map(|line| line.first as usize..line.last as usize);
    all.filter(|&at| !tokens.all[at].kind.is_trivia()).collect()
}

/// Gives the lists of HTTP a kind.
fn lists(mut tokens: Tokens, kept: &[usize], kind: Kind) -> Tokens {
    for &at in kept {
        if tokens.all[at].kind == Kind::List {
            tokens.all[at].kind = kind;
        }
    }
    tokens
}

fn looks_like_bnf(tokens: &[Token], kept: &[usize]) -> bool {
    let mut bars = 0;
    let mut signs_of_abnf = 0;
    let mut previous = None;
    for &at in kept {
        let kind = tokens[at].kind;
        match kind {
            Kind::Bar => bars += 1,
            Kind::Slash if !is_operator(previous) => signs_of_abnf += 1,
            Kind::EqualsSlash | Kind::Number => signs_of_abnf += 1,
            _ => (),
        }
        previous = Some(kind);
    }
    signs_of_abnf < bars
}

/// Gives the tokens their kinds in ABNF.
fn map(source: &Source, tokens: &mut [Token], kept: &[usize], warnings: &mut Vec<Diagnostic>) {
    let mut previous: Option<Token> = None;
    // For each open bracket, whether it became a group.
    let mut open = Vec::new();
    for (i, &at) in kept.iter().enumerate() {
        let token = tokens[at];
        let written = token.text(&source.text);
        let next = kept.get(i + 1).map(|&next| tokens[next].kind);
        let touches = previous.is_some_and(|previous| previous.end == token.start);
        let mapped = match token.kind {
            Kind::Name if written.contains(['_', '+']) => Kind::FoldedName,
            Kind::Prose if written == "<\">" => Kind::QuoteMark,
            Kind::Bar => Kind::Slash,
            Kind::Slash if is_bare(previous.map(|it| it.kind), next) => {
                warnings.push(bare_slash(source, token));
                Kind::BareSlash
            }
            // A bracket ends with its rule.
            Kind::Equals | Kind::EqualsSlash => {
                open.clear();
                token.kind
            }
            Kind::GroupOpen | Kind::OptionOpen => {
                let repeated = previous.is_some_and(|it| {
                    it.kind == Kind::Repeat && it.text(&source.text).contains('*')
                });
                let is_group = token.kind == Kind::OptionOpen && repeated && touches;
                open.push(is_group);
                if is_group { Kind::GroupOpen } else { token.kind }
            }
            Kind::GroupClose | Kind::OptionClose => match (open.pop(), token.kind) {
                (Some(true), Kind::OptionClose) => Kind::GroupClose,
                (_, kind) => kind,
            },
            kind => kind,
        };
        tokens[at].kind = mapped;
        // The token before the next one, as written.
        previous = Some(token);
    }
}

fn folded(name: &str) -> String {
    name.replace(['_', '+'], "-")
}

/// Returns whether a `/` between two tokens can only be a literal slash.
fn is_bare(previous: Option<Kind>, next: Option<Kind>) -> bool {
    let needs_element = matches!(
        previous,
        Some(
            Kind::GroupOpen
                | Kind::OptionOpen
                | Kind::Bar
                | Kind::Slash
                | Kind::Equals
                | Kind::EqualsSlash
        )
    );
    needs_element && next.is_some_and(Kind::begins_element)
}

fn bare_slash(source: &Source, token: Token) -> Diagnostic {
    Diagnostic::warning(
        Code::BareSlash,
        "`/` is in the position of an element and is read as `\"/\"`",
    )
    .at(span(source, token), "")
    .hint(Hint::change("put it in quotes", "\"/\"", [span(source, token)]))
}

fn span(source: &Source, token: Token) -> crate::diagnostic::Span {
    source.span(token.start as usize, token.end as usize)
}

/// Warns of a file of BNF in which some alternatives are separated as in ABNF.
fn mixed(source: &Source, tokens: &[Token], kept: &[usize]) -> Option<Diagnostic> {
    let mut previous = None;
    let mut bar = None;
    let mut slash = None;
    for &at in kept {
        let token = tokens[at];
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
            Code::MixedAlternation,
            "both `|` and `/` separate alternatives in this file; it is read as BNF",
        )
        .at(span(source, slash), "")
        .also(span(source, bar), "")
        .hint("use one of the two")
        .hint(Hint::Dialect(Dialect::Bnf)),
    )
}

fn is_operator(kind: Option<Kind>) -> bool {
    matches!(
        kind,
        None | Some(Kind::GroupOpen | Kind::OptionOpen | Kind::Bar | Kind::Slash | Kind::Equals)
    )
}

/// Warns of names that differ in the file and are equal after folding.
fn clashes(source: &Source, tokens: &[Token], kept: &[usize]) -> Vec<Diagnostic> {
    let written = |token: Token| token.text(&source.text);
    let mut first: BTreeMap<String, Token> = BTreeMap::new();
    let mut seen = BTreeMap::new();
    let names = kept.iter().map(|&at| tokens[at]);
    for token in names.filter(|it| matches!(it.kind, Kind::Name | Kind::FoldedName)) {
        let name = written(token).to_ascii_lowercase();
        let known = first.entry(folded(&name)).or_insert(token);
        if !written(*known).eq_ignore_ascii_case(&name) {
            seen.entry(name).or_insert((*known, token));
        }
    }
    let mut clashes: Vec<_> = seen.into_values().collect();
    clashes.sort_by_key(|(_, token)| token.start);
    clashes
        .into_iter()
        .map(|(known, token)| {
            let message = format!(
                "`{}` and `{}` are one rule: `{}`",
                written(known),
                written(token),
                folded(written(known))
            );
            Diagnostic::warning(Code::FoldedNames, message)
                .at(span(source, token), "")
                .also(span(source, known), "")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::FileId;
    use crate::limits::Limits;
    use crate::text::source::source;
    use crate::text::tokens::tokens;

    /// The text in ABNF, and the codes of the warnings.
    fn read(text: &str, notation: Dialect) -> (String, Vec<&'static str>) {
        let source = source(FileId(0), "g", text.as_bytes(), &Limits::default()).unwrap();
        let mut found = Vec::new();
        let tokens = dialect(&source, tokens(&source), notation, &mut found);
        (tokens.to_abnf(&source.text), found.iter().map(|item| item.code.as_str()).collect())
    }

    #[track_caller]
    fn check(text: &str, expected: &str, warnings: &[&str]) {
        let (abnf, codes) = read(text, Dialect::Auto);
        assert_eq!(abnf.trim_end(), expected);
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
        // Not `=/`.
        check("a =| b", "a =/ b", &[]);
        check("a = *[ b\nc = d ] | e", "a = *( b\nc = d ] / e", &[]);
    }

    #[test]
    fn a_bare_slash_is_a_string() {
        check("a = b [ / [ c ] ] | d", "a = b [ \"/\" [ c ] ] / d", &["bare-slash"]);
        check("a = b | / c", "a = b / \"/\" c", &["bare-slash"]);
        check("a = b | / | c", "a = b / / / c", &[]);
    }

    #[test]
    fn mixing_and_folding_are_reported() {
        check("a = b | c | c / d", "a = b / c / c / d", &["mixed-alternation"]);
        check("a_b = c | a+b | A_B", "a-b = c / a-b / A-B", &["folded-names"]);
        let (_, codes) = read("a = b | c / d", Dialect::Bnf);
        assert!(codes.is_empty(), "RFC 822 writes `/`");
        assert_eq!(read("a_b = c", Dialect::Bnf).0, "a-b = c\n");
        assert_eq!(read("a_b = c | d", Dialect::Abnf).0, "a_b = c | d\n");
    }

    #[test]
    fn a_stray_bar_makes_no_bnf() {
        for text in ["a = b / c\nd = b | c", "a = %x41 | %x42", "a = b\na =/ c | d"] {
            assert_eq!(read(text, Dialect::Auto).0.trim_end(), text);
        }
        check("a = b | c", "a = b / c", &[]);
    }
}
