//! Directives: comments of the form `; @KEYWORD …`, on a line of their own unless noted
//! otherwise. Other ABNF tools ignore them like any comment.
//!
//! Their contents are read by [`imports`](super::imports), by `abnfc-tools` and here
//! ([`encoding`], [`dialect`], [`allowed`]).

use crate::diagnostic::{Code, Diagnostic, Hint, Span};
use crate::spec::{Dialect, Encoding};
use crate::text::source::Source;
use crate::text::tokens::{Kind, Token, Tokens};

/// All keywords, each with a description.
pub const KEYWORDS: [(&str, &str); 10] = [
    ("import", "use the rules of another file: NAME = FILE (rule, rule)"),
    ("import-extracted", "use the rules in a document: NAME = FILE (rule, rule)"),
    ("encoding", "the meaning of values: octets or utf8"),
    ("dialect", "the notation: abnf, bnf, http or http-lenient"),
    ("implied-space", "rules with white space between words: RULE, RULE"),
    ("allow", "suppress findings: CODE, CODE"),
    ("accept", "a text that a rule must match: RULE TEXT"),
    ("reject", "a text that a rule must not match: RULE TEXT"),
    ("part", "the text of a rule inside the text above: RULE TEXT"),
    ("no-part", "a rule that does not occur in the text above: RULE"),
];

/// A comment with a keyword.
pub(super) struct Directive<'a> {
    /// The text after the keyword, without trailing white space.
    pub(super) rest: &'a str,
    /// From `@` to the end of the line.
    pub(super) span: Span,
}

/// Returns the directive of a line, if it has this keyword.
pub(super) fn directive<'a>(
    source: &'a Source,
    tokens: &Tokens,
    line: usize,
    keyword: &str,
) -> Option<Directive<'a>> {
    let first = tokens.of(&tokens.lines[line]).first();
    in_comment(source, *first?, keyword)
}

/// Returns the directive of a comment token, if it has this keyword.
fn in_comment<'a>(source: &'a Source, token: Token, keyword: &str) -> Option<Directive<'a>> {
    if token.kind != Kind::Comment {
        return None;
    }
    let comment = token.text(&source.text).trim_end();
    let rest = comment[1..].trim_start().strip_prefix('@')?.strip_prefix(keyword)?;
    // `@important` is not `@import`.
    if rest.starts_with(|c: char| c.is_alphanumeric() || c == '-') {
        return None;
    }
    let end = token.start as usize + comment.len();
    let span = source.span(end - rest.len() - keyword.len() - 1, end);
    Some(Directive { rest, span })
}

/// Reads the encoding that a grammar states: `; @encoding octets` or `; @encoding utf8`.
pub fn encoding(source: &Source, tokens: &Tokens, found: &mut Vec<Diagnostic>) -> Option<Encoding> {
    let mut stated: Option<(Encoding, Span)> = None;
    for Directive { rest, span } in on_own_lines(source, tokens, "encoding") {
        let encoding = match rest.trim() {
            "octets" => Encoding::Octets,
            "utf8" => Encoding::Utf8,
            _ => {
                let error = Diagnostic::error(Code::BadEncoding, "unknown encoding")
                    .at(span, "")
                    .hint("write `; @encoding octets` or `; @encoding utf8`");
                found.push(error);
                break;
            }
        };
        match stated {
            Some((first, place)) if first != encoding => {
                let error =
                    Diagnostic::error(Code::BadEncoding, "the grammar states two encodings")
                        .at(span, "")
                        .also(place, "the other directive")
                        .hint("remove one of the two lines");
                found.push(error);
                break;
            }
            _ => stated = Some((encoding, span)),
        }
    }
    stated.map(|(encoding, _)| encoding)
}

/// Returns the dialect of a text: the one that it states in a line `; @dialect NAME`, if the caller
/// leaves the dialect open, else the one of the caller. A contradiction is an error, and so is an
/// unknown name.
///
/// Also reads comments outside of the lines of the grammar.
pub fn dialect(
    source: &Source,
    tokens: &Tokens,
    requested: Dialect,
    found: &mut Vec<Diagnostic>,
) -> Dialect {
    let mut stated: Option<(Dialect, Span)> = None;
    for Directive { rest, span } in on_own_lines(source, tokens, "dialect") {
        let error = |message: String| Diagnostic::error(Code::BadDialect, message).at(span, "");
        let Some(dialect) = Dialect::named(rest.trim()) else {
            let names = Dialect::NAMED.map(|(name, _)| format!("`{name}`")).join(", ");
            let error = error(format!("unknown dialect `{}`", rest.trim()));
            found.push(error.hint(format!("the dialects are {names}")));
            break;
        };
        let name = dialect.name();
        if requested != Dialect::Auto && requested != dialect {
            let message = format!(
                "the grammar states the dialect `{name}`, the caller `{}`",
                requested.name()
            );
            found.push(error(message).hint(Hint::Dialect(dialect)));
            break;
        }
        if let Some((_, place)) = stated.filter(|&(first, _)| first != dialect) {
            let error = error("the grammar states two dialects".to_owned());
            found
                .push(error.also(place, "the other directive").hint("remove one of the two lines"));
            break;
        }
        stated = Some((dialect, span));
    }
    stated.map_or(requested, |(dialect, _)| dialect)
}

/// A name in a list: in a comment `; @allow NAME, NAME` or `; @implied-space NAME, NAME`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The name.
    pub name: String,
    /// Its position.
    pub span: Span,
}

/// Returns the codes of findings that a grammar allows, in the order of the text: `; @allow NAME,
/// NAME`, on a line of its own or after elements of a rule. Does not check that the codes exist.
pub fn allowed(source: &Source, tokens: &Tokens) -> Vec<Listed> {
    let comments = tokens.lines.iter().filter_map(|line| {
        tokens.of(line).iter().rev().find_map(|&token| in_comment(source, token, "allow"))
    });
    comments.flat_map(|directive| listed(source, &directive)).collect()
}

/// Returns the names of the rules with implied white space, in the order of the text. Also reads
/// comments outside of the lines of the grammar. Does not check that the rules exist.
pub fn implied_space(source: &Source, tokens: &Tokens) -> Vec<Listed> {
    let comments = on_own_lines(source, tokens, "implied-space");
    comments.flat_map(|directive| listed(source, &directive)).collect()
}

/// Returns the directives with a keyword that are on lines of their own, in the grammar or not.
fn on_own_lines<'a>(
    source: &'a Source,
    tokens: &'a Tokens,
    keyword: &'a str,
) -> impl Iterator<Item = Directive<'a>> {
    let is_first = |at: usize| {
        let before = tokens.all[..at].iter().rev().find(|token| token.kind != Kind::Space);
        before.is_none_or(|token| token.kind == Kind::Newline)
    };
    let all = (0..tokens.all.len()).filter(|&at| tokens.all[at].kind == Kind::Comment);
    all.filter(move |&at| is_first(at))
        .filter_map(move |at| in_comment(source, tokens.all[at], keyword))
}

fn listed(source: &Source, directive: &Directive<'_>) -> Vec<Listed> {
    let mut at = directive.span.end as usize - directive.rest.len();
    let name = |piece: &str| {
        let start = at + (piece.len() - piece.trim_start().len());
        let name = piece.trim().to_owned();
        at += piece.len() + 1;
        Listed { span: source.span(start, start + name.len()), name }
    };
    directive.rest.split(',').map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::{allowed, dialect, encoding, implied_space};
    use crate::diagnostic::FileId;
    use crate::limits::Limits;
    use crate::spec::{Dialect, Encoding};
    use crate::testing::brief;
    use crate::text::source::source;
    use crate::text::tokens::tokens;

    fn stated(text: &str) -> (Option<Encoding>, Vec<String>) {
        let source = source(FileId(0), "g", text.as_bytes(), &Limits::default()).unwrap();
        let mut found = Vec::new();
        let encoding = encoding(&source, &tokens(&source), &mut found);
        (encoding, brief(&found))
    }

    #[test]
    fn one_line_states_the_encoding() {
        assert_eq!(stated("a = \"x\" ; @encoding octets\n"), (None, vec![]));
        assert_eq!(stated("; @encoding  octets \na = \"x\"\n").0, Some(Encoding::Octets));
        assert_eq!(stated("  ;@encoding utf8\n; @encoding utf8").0, Some(Encoding::Utf8));
        assert_eq!(stated("; @encodings are hard").0, None);
        assert_eq!(stated("; @encoding UTF-8").1, ["bad-encoding@2"]);
        let two = stated("; @encoding utf8\n; @encoding octets");
        assert_eq!(two, (Some(Encoding::Utf8), vec!["bad-encoding@19@2".to_owned()]));
    }
    #[test]
    fn kinds_of_findings_are_allowed_in_any_comment() {
        let names = |text: &str| {
            let source = source(FileId(0), "g", text.as_bytes(), &Limits::default()).unwrap();
            let allowed = allowed(&source, &tokens(&source));
            let names = allowed.iter().map(|it| {
                assert_eq!(&text[it.span.start as usize..it.span.end as usize], it.name);
                format!("{}@{}", it.name, it.span.start)
            });
            names.collect::<Vec<_>>()
        };
        assert_eq!(names("; @allow a-b\n"), ["a-b@9"]);
        assert_eq!(names("a = \"; @allow no\" ;@allow one ,two,\n"), ["one@26", "two@31", "@35"]);
        assert_eq!(names("; @allowed a\n; we @allow b\n; @allow"), ["@35"]);
    }

    fn dialect_of(text: &str, requested: Dialect) -> (Dialect, Vec<String>) {
        let source = source(FileId(0), "g", text.as_bytes(), &Limits::default()).unwrap();
        let mut found = Vec::new();
        let dialect = dialect(&source, &tokens(&source), requested, &mut found);
        (dialect, brief(&found))
    }

    #[test]
    fn one_line_states_the_dialect() {
        let stated = |text| dialect_of(text, Dialect::Auto);
        assert_eq!(stated("a = b\n ; @dialect bnf\n"), (Dialect::Bnf, vec![]));
        assert_eq!(stated("a = b ; @dialect bnf\n"), (Dialect::Auto, vec![]));
        assert_eq!(
            stated("; @dialect http-lenient\n; @dialect http-lenient").0,
            Dialect::HttpLenient
        );
        assert_eq!(stated("; @dialect ebnf"), (Dialect::Auto, vec!["bad-dialect@2".to_owned()]));
        assert_eq!(stated("; @dialect auto").1, ["bad-dialect@2"]);
        assert_eq!(stated("; @dialect bnf\n; @dialect http").1, ["bad-dialect@17@2"]);
    }

    #[test]
    fn an_option_must_not_contradict_the_dialect() {
        assert_eq!(dialect_of("; @dialect bnf", Dialect::Bnf), (Dialect::Bnf, vec![]));
        let contradiction = (Dialect::Http, vec!["bad-dialect@2".to_owned()]);
        assert_eq!(dialect_of("; @dialect bnf", Dialect::Http), contradiction);
        assert_eq!(dialect_of("a = b", Dialect::Http), (Dialect::Http, vec![]));
    }

    #[test]
    fn rules_with_implied_space_are_listed() {
        let text = "; @implied-space a, b-c\nd = e ; @implied-space f\n;@implied-space g\n";
        let source = source(FileId(0), "g", text.as_bytes(), &Limits::default()).unwrap();
        let names = implied_space(&source, &tokens(&source));
        let names: Vec<&str> = names.iter().map(|it| &*it.name).collect();
        assert_eq!(names, ["a", "b-c", "g"]);
    }
}
