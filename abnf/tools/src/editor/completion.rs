//! Completions at a position: names of rules in definitions, and the contents of directives in
//! comments.

use super::symbols::summary;
use super::{Document, Role, floor};
use crate::lint::catalogue;
use abnfc::diagnostic::Span;
use abnfc::grammar::{Origin, ResolvedRule};
use abnfc::spec::Dialect;
use abnfc::text::bundled;
use abnfc::text::directives::KEYWORDS;
use abnfc::text::tokens::Kind;
use std::collections::BTreeSet;

/// The kind of a completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The text to insert.
    pub text: String,
    /// The kind.
    pub kind: CompletionKind,
    /// A description of one line.
    pub detail: String,
    /// The span that it replaces: the word before the position.
    pub span: Span,
}

/// A completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A rule of the grammar or of an import.
    Rule,
    /// A core rule.
    CoreRule,
    /// A rule that is used and not defined, where a definition can begin.
    Missing,
    /// A word after `@`, or an argument of a directive.
    Keyword,
    /// A file or a bundled grammar.
    File,
    /// The code of a kind of finding.
    Code,
}

/// The surroundings of a document.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// The grammars that an import can name, in addition to the bundled ones.
    pub files: &'a dyn Fn() -> Vec<String>,
    /// The names of the rules of a file that an import names.
    pub rules: &'a dyn Fn(&str) -> Vec<String>,
}

/// Returns the completions at a position, in order.
pub fn completion(document: &Document, offset: usize, around: Surroundings<'_>) -> Vec<Completion> {
    let text = &*document.source.text;
    let offset = floor(text, offset);
    let (line, _) = document.line(offset);
    let tokens = &document.tokens.all;
    let after = tokens.partition_point(|token| (token.start as usize) < offset);
    let token = tokens[..after].last().filter(|token| offset <= token.end as usize);
    match token.map(|token| (token.kind, token.start as usize, token.end)) {
        Some((Kind::Comment, start, _)) => in_comment(document, start, offset, around),
        Some((Kind::OpenText | Kind::OpenProse | Kind::Number, ..)) => Vec::new(),
        Some((Kind::Text | Kind::Prose, _, end)) if offset < end as usize => Vec::new(),
        Some((Kind::Name, start, _)) if start == line => missing(document, start, offset),
        Some((Kind::Name, start, _)) => rules(document, start, offset),
        _ if offset == line => missing(document, offset, offset),
        _ => rules(document, offset, offset),
    }
}

/// Makes a completion of the piece from `start` to `end`.
fn item(
    document: &Document,
    (start, end): (usize, usize),
    kind: CompletionKind,
    text: &str,
    detail: impl Into<String>,
) -> Completion {
    let span = document.source.span(start, end);
    Completion { text: text.to_owned(), kind, detail: detail.into(), span }
}

/// Returns the rules that a definition can use: own rules, imported rules and core rules, in this
/// order of precedence.
fn rules(document: &Document, start: usize, end: usize) -> Vec<Completion> {
    let mut known = BTreeSet::new();
    let mut found = Vec::new();
    for (_, rule) in document.grammar().rules() {
        let (kind, from) = match &rule.origin {
            Origin::Own => (CompletionKind::Rule, String::new()),
            Origin::Import(name) if is_offered(document, name, rule) => {
                (CompletionKind::Rule, format!("{name}: "))
            }
            Origin::Core => (CompletionKind::CoreRule, String::new()),
            Origin::Import(_) | Origin::Group => continue,
        };
        if known.insert(rule.name.folded()) {
            let detail = format!("{from}{}", summary(&rule.text));
            found.push(item(document, (start, end), kind, rule.name.as_str(), detail));
        }
    }
    found
}

/// Returns whether the grammar can use a rule of an import by its name.
fn is_offered(document: &Document, import: &str, rule: &ResolvedRule) -> bool {
    document.imports.iter().any(|it| {
        it.name.eq_ignore_ascii_case(import)
            && (it.rules.is_empty()
                || it.rules.iter().any(|name| name.eq_ignore_ascii_case(rule.name.as_str())))
    })
}

/// Returns the names of rules without a definition.
fn missing(document: &Document, start: usize, end: usize) -> Vec<Completion> {
    let names = document.mentions.iter();
    let names = names.filter(|it| it.rule.is_none() && it.role == Role::Reference);
    let mut known = BTreeSet::new();
    names
        .filter(|it| known.insert(it.name.to_ascii_lowercase()))
        .map(|it| {
            item(document, (start, end), CompletionKind::Missing, &it.name, "used, not defined")
        })
        .collect()
}

fn in_comment(
    document: &Document,
    start: usize,
    offset: usize,
    around: Surroundings<'_>,
) -> Vec<Completion> {
    let before = &document.source.text[start + 1..offset];
    let said = before.trim_start();
    if !said.starts_with('@') {
        return Vec::new();
    }
    let make = |word: &str, kind, text: &str, detail: &str| {
        item(document, (offset - word.len(), offset), kind, text, detail)
    };
    let Some((keyword, rest)) = said.split_once([' ', '\t']) else {
        let all = KEYWORDS.iter();
        return all
            .map(|(word, detail)| make(said, CompletionKind::Keyword, &format!("@{word}"), detail))
            .collect();
    };
    let last = |text: &'_ str| text.rsplit([',', '(']).next().unwrap_or("").trim_start().len();
    let word = &rest[rest.len() - last(rest)..];
    match keyword {
        "@allow" => {
            let all = catalogue::ALL.iter().filter(|it| it.can_be_allowed());
            all.map(|it| make(word, CompletionKind::Code, it.code.as_str(), it.code.summary()))
                .collect()
        }
        "@encoding" => {
            let all = [("octets", "a value is a byte"), ("utf8", "a value is a character")];
            let all = all.into_iter();
            all.map(|(text, detail)| make(word, CompletionKind::Keyword, text, detail)).collect()
        }
        "@dialect" => {
            let all = Dialect::NAMED.into_iter();
            all.map(|(name, _)| make(word, CompletionKind::Keyword, name, "a notation")).collect()
        }
        "@import" | "@import-extracted" => match rest.split_once('=') {
            Some((_, rest)) => match rest.split_once('(') {
                Some((file, _)) => {
                    let file = file.trim().trim_matches('"');
                    let rules = (around.rules)(file);
                    let all = rules.iter();
                    all.map(|rule| make(word, CompletionKind::Rule, rule, file)).collect()
                }
                None => files(rest.trim_start(), around, &make),
            },
            None => Vec::new(),
        },
        "@accept" | "@reject" | "@part" | "@no-part" => {
            let word = rest.trim_start();
            if word.contains([' ', '\t']) {
                Vec::new()
            } else {
                rules(document, offset - word.len(), offset)
            }
        }
        _ => Vec::new(),
    }
}

fn files(
    word: &str,
    around: Surroundings<'_>,
    make: &dyn Fn(&str, CompletionKind, &str, &str) -> Completion,
) -> Vec<Completion> {
    let files = (around.files)();
    let quoted = |file: &String| {
        let is_plain = !file.contains([' ', '(', '\t']);
        if is_plain { file.clone() } else { format!("\"{file}\"") }
    };
    let beside = files.iter().map(|file| make(word, CompletionKind::File, &quoted(file), ""));
    let bundled = bundled::ALL.iter();
    let bundled = bundled.map(|it| make(word, CompletionKind::File, it.name, it.title()));
    beside.chain(bundled).collect()
}
