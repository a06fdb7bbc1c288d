//! Regular expressions for the same language.

use crate::contestant::{Checks, Contestant};
use crate::engines::is_accepted;
use logos::Logos as _;

/// Defines the expression as a constant, and as the only token of a logos lexer, which requires a
/// literal.
macro_rules! expression {
    ($expression:tt, $not_empty:tt) => {
        /// `URI-reference` of RFC 2396. The expression needs no authority, because a path may begin
        /// with two slashes: every `net_path` is also an `abs_path`.
        pub(crate) const EXPRESSION: &str = $expression;

        #[derive(logos::Logos)]
        enum Token {
            #[regex($not_empty)]
            UriReference,
        }
    };
}

expression!(
    r"(?:[A-Za-z][A-Za-z0-9+.-]*:(?:/(?:[A-Za-z0-9_.!~*'():@&=+$,;/-]|%[0-9A-Fa-f][0-9A-Fa-f])*(?:\?(?:[A-Za-z0-9_.!~*'():@&=+$,;/?-]|%[0-9A-Fa-f][0-9A-Fa-f])*)?|(?:[A-Za-z0-9_.!~*'():@&=+$,;?-]|%[0-9A-Fa-f][0-9A-Fa-f])(?:[A-Za-z0-9_.!~*'():@&=+$,;/?-]|%[0-9A-Fa-f][0-9A-Fa-f])*)|(?:/(?:[A-Za-z0-9_.!~*'():@&=+$,;/-]|%[0-9A-Fa-f][0-9A-Fa-f])*|(?:[A-Za-z0-9_.!~*'()@&=+$,;-]|%[0-9A-Fa-f][0-9A-Fa-f])+(?:/(?:[A-Za-z0-9_.!~*'():@&=+$,;/-]|%[0-9A-Fa-f][0-9A-Fa-f])*)?)(?:\?(?:[A-Za-z0-9_.!~*'():@&=+$,;/?-]|%[0-9A-Fa-f][0-9A-Fa-f])*)?)?(?:#(?:[A-Za-z0-9_.!~*'():@&=+$,;/?-]|%[0-9A-Fa-f][0-9A-Fa-f])*)?",
    r"(?:[A-Za-z][A-Za-z0-9+.-]*:(?:/(?:[A-Za-z0-9_.!~*'():@&=+$,;/-]|%[0-9A-Fa-f][0-9A-Fa-f])*(?:\?(?:[A-Za-z0-9_.!~*'():@&=+$,;/?-]|%[0-9A-Fa-f][0-9A-Fa-f])*)?|(?:[A-Za-z0-9_.!~*'():@&=+$,;?-]|%[0-9A-Fa-f][0-9A-Fa-f])(?:[A-Za-z0-9_.!~*'():@&=+$,;/?-]|%[0-9A-Fa-f][0-9A-Fa-f])*)|(?:/(?:[A-Za-z0-9_.!~*'():@&=+$,;/-]|%[0-9A-Fa-f][0-9A-Fa-f])*|(?:[A-Za-z0-9_.!~*'()@&=+$,;-]|%[0-9A-Fa-f][0-9A-Fa-f])+(?:/(?:[A-Za-z0-9_.!~*'():@&=+$,;/-]|%[0-9A-Fa-f][0-9A-Fa-f])*)?)(?:\?(?:[A-Za-z0-9_.!~*'():@&=+$,;/?-]|%[0-9A-Fa-f][0-9A-Fa-f])*)?)(?:#(?:[A-Za-z0-9_.!~*'():@&=+$,;/?-]|%[0-9A-Fa-f][0-9A-Fa-f])*)?|#(?:[A-Za-z0-9_.!~*'():@&=+$,;/?-]|%[0-9A-Fa-f][0-9A-Fa-f])*"
);

/// Returns whether logos makes one token of the text. logos refuses expressions that match the
/// empty text, so this is handled separately.
fn is_token(text: &str) -> bool {
    if text.is_empty() {
        return true;
    }
    let mut lexer = Token::lexer(text);
    matches!(lexer.next(), Some(Ok(Token::UriReference))) && lexer.span().end == text.len()
}

/// All contestants of this module.
pub(super) fn contestants() -> Vec<Contestant> {
    let contestant = |name, validate| Contestant {
        name,
        checks: Checks::Whole("RFC 2396"),
        validate: Some(validate),
        parse: None,
        parts: None,
    };
    vec![
        contestant("logos", |_, text| usize::from(is_token(text))),
        contestant("regex", |engines, text| usize::from(engines.regex.is_match(text))),
        contestant("regex-automata dense", |engines, text| {
            usize::from(is_accepted(&engines.dense, text))
        }),
    ]
}
