//! Translates the tokens of other notations to those of ABNF.
//!
//! ABNF is RFC 5234 with RFC 7405. Older notations are read as one, BNF: those of RFC 733, 822,
//! 2045, 2616 and 6455, of RFC 1738 and 2396, and of RFC 821 and 959. This pass translates their
//! tokens, so that `syntax` and all later stages handle a single notation:
//!
//! - `|` separates alternatives, like `/`;
//! - `:=` and `::=` define a rule, like `=`;
//! - `#a`, `1#a` and `2#4a` are lists of RFC 822 section 2.7 and RFC 2616 section 2.1, which may have
//!   empty elements, and white space around the commas;
//! - `_` and `+` in a rulename become `-`;
//! - `*[ a ]` and `1*[ a ]` repeat `a`: the brackets are a group, since an option
//!   in a repetition would make every `1*` mean `*` (RFC 1738 section 5 uses
//!   brackets for groups);
//! - `<">` and `"""` are the quotation mark, which no string can contain;
//! - if rules are defined as `<name>`, such is a reference elsewhere, and words without brackets
//!   describe a rule ([`bracketed_names`]);
//! - a `/` in the position of an element and followed by another element has lost
//!   its quotes (`gopherurl` in RFC 1738): it is read as `"/"`, with a warning.
//!
//! The lists of RFC 9110 ([`Dialect::Http`], [`Dialect::HttpLenient`]) are an extension of
//! ABNF; `|` separates alternatives there too, as in the older RFCs with lists. Unless one of these
//! dialects is requested, `syntax` rejects lists.
//!
//! A comment `; @dialect NAME` in the text takes the place of [`Dialect::Auto`], and must not
//! contradict any other dialect.

mod auto;
mod bracketed_names;

use crate::diagnostic::{Code, Diagnostic, Hint};
use crate::spec::Dialect;
use crate::text::directives;
use crate::text::source::Source;
use crate::text::tokens::{Kind, Token, Tokens};
use std::collections::BTreeMap;

/// The greatest number of warnings of one kind.
const MAX_WARNINGS: usize = 100;

/// Translates the tokens to ABNF.
///
/// [`Dialect::Auto`] is the dialect that the text states, else the one that it seems to have
/// ([`auto`]). One stray `|` in an ABNF file is an error, which `syntax` reports.
pub fn dialect(
    source: &Source,
    mut tokens: Tokens,
    requested: Dialect,
    found: &mut Vec<Diagnostic>,
) -> Tokens {
    let mut kept = kept(&tokens);
    let stated = directives::dialect(source, &tokens, requested, found);
    let is_bnf = match stated {
        Dialect::Bnf => true,
        Dialect::Auto => auto::is_bnf(&source.text, &tokens.all, &kept),
        Dialect::Abnf | Dialect::Http | Dialect::HttpLenient => false,
    };
    if !is_bnf {
        found.extend(long_prose(source, &tokens.all, &kept));
        return match stated {
            Dialect::Http => lists(tokens, &kept, Kind::StrictList),
            Dialect::HttpLenient => lists(tokens, &kept, Kind::LenientList),
            Dialect::Abnf | Dialect::Auto | Dialect::Bnf => tokens,
        };
    }
    if drop_mark(source, &mut tokens) {
        kept = self::kept(&tokens);
    }
    let mut warnings = Vec::new();
    if stated == Dialect::Auto {
        warnings.extend(mixed(source, &tokens.all, &kept));
    }
    bracketed_names::bracketed_names(source, &mut tokens, &kept);
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

/// Drops the definition of the quotation mark, `<"> = …`, which needs none: it is the value 22. Returns
/// whether there is one.
fn drop_mark(source: &Source, tokens: &mut Tokens) -> bool {
    let mut is_inside = false;
    let Tokens { all, lines } = tokens;
    let count = lines.len();
    lines.retain(|line| {
        let line = &all[line.first as usize..line.last as usize];
        let mut words = line.iter().filter(|token| !token.kind.is_trivia());
        let Some(first) = words.next() else { return true };
        let is_rest = matches!(first.kind, Kind::ProseMore | Kind::ProseEnd);
        let is_mark = first.text(&source.text) == "<\">"
            && words.next().is_some_and(|it| matches!(it.kind, Kind::Equals | Kind::ColonEquals))
            && !line.iter().any(|token| token.kind == Kind::Comment);
        is_inside = is_mark || is_inside && is_rest;
        !is_inside
    });
    lines.len() < count
}

/// Warns of the first description that RFC 5234 does not allow, though it is read.
fn long_prose(source: &Source, tokens: &[Token], kept: &[usize]) -> Option<Diagnostic> {
    let is_long = |token: &&Token| match token.kind {
        Kind::ProseStart => true,
        Kind::Prose => token.text(&source.text).matches('>').count() != 1,
        _ => false,
    };
    let first = kept.iter().map(|&at| &tokens[at]).find(is_long)?;
    let message = "RFC 5234 ends a description at the first `>` and on its line";
    let warning = Diagnostic::warning(Code::LongProse, message).at(span(source, *first), "");
    Some(warning.hint("write it on one line, without `>` in it").hint(Hint::Dialect(Dialect::Bnf)))
}

/// Gives lists a kind, and translates the other signs of the RFCs that have lists.
fn lists(mut tokens: Tokens, kept: &[usize], list: Kind) -> Tokens {
    for &at in kept {
        let kind = &mut tokens.all[at].kind;
        *kind = match *kind {
            Kind::List => list,
            Kind::Bar => Kind::Slash,
            kind => kind,
        };
    }
    tokens
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
        // A bracket ends with its rule.
        if matches!(token.kind, Kind::Equals | Kind::EqualsSlash | Kind::ColonEquals) {
            open.clear();
        }
        let mapped = match token.kind {
            Kind::Name if written.contains(['_', '+']) => Kind::FoldedName,
            Kind::Prose if written == "<\">" => Kind::QuoteMark,
            Kind::TripleQuote => Kind::QuoteMark,
            Kind::List => Kind::LinearList,
            Kind::ColonEquals => Kind::Equals,
            Kind::Bar => Kind::Slash,
            Kind::Slash if is_bare(previous.map(|it| it.kind), next) => {
                warnings.push(bare_slash(source, token));
                Kind::BareSlash
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
                | Kind::ColonEquals
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
        None | Some(
            Kind::GroupOpen
                | Kind::OptionOpen
                | Kind::Bar
                | Kind::Slash
                | Kind::Equals
                | Kind::ColonEquals
        )
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
mod tests;
