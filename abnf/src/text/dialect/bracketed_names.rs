//! The notation of RFC 821 and RFC 959, in which all names have angle brackets:
//!
//! ```text
//! <path> ::= "<" [ <route> ":" ] <mailbox> ">"
//! <CR> ::= the carriage return character (ASCII code 13)
//! ```
//!
//! A text has this notation if it defines a rule by such a name. Then each `<name>` is a reference,
//! and a definition with two words without brackets in a sequence is a description as a whole.

use crate::text::source::Source;
use crate::text::tokens::{Kind, Token, Tokens, is_rulename};

/// Translates names in brackets and definitions in words.
pub(super) fn bracketed_names(source: &Source, tokens: &mut Tokens, kept: &[usize]) {
    let text = &*source.text;
    let is_name = |token: &Token| token.kind == Kind::Prose && is_bracketed(token.text(text));
    // The positions, in `kept`, of the names of rules.
    let heads: Vec<usize> = kept
        .windows(2)
        .enumerate()
        .filter(|(_, pair)| is_name(&tokens.all[pair[0]]) && is_sign(tokens.all[pair[1]].kind))
        .map(|(at, _)| at)
        .collect();
    if heads.is_empty() {
        return;
    }
    for (i, &head) in heads.iter().enumerate() {
        let end = heads.get(i + 1).copied().unwrap_or(kept.len());
        // A rule without brackets may follow.
        let body = &kept[head + 2..end];
        let end = body.iter().position(|&at| is_sign(tokens.all[at].kind));
        let body = &body[..end.map_or(body.len(), |end| end.saturating_sub(1))];
        // Signs separate words, names do not.
        let mut runs = body.split(|&at| !matches!(tokens.all[at].kind, Kind::Name | Kind::Prose));
        let count =
            |run: &[usize]| run.iter().filter(|&&at| tokens.all[at].kind == Kind::Name).count();
        if runs.any(|run| 2 <= count(run)) {
            for (i, &at) in body.iter().enumerate() {
                tokens.all[at].kind = if i == 0 { Kind::Words } else { Kind::WordsMore };
            }
        }
    }
    for &at in kept {
        if is_name(&tokens.all[at]) {
            tokens.all[at].kind = Kind::BracketName;
        }
    }
}

fn is_sign(kind: Kind) -> bool {
    matches!(kind, Kind::Equals | Kind::EqualsSlash | Kind::ColonEquals)
}

fn is_bracketed(written: &str) -> bool {
    let name = written.strip_prefix('<').and_then(|it| it.strip_suffix('>'));
    name.is_some_and(|name| is_rulename(&name.replace('_', "-")))
}
