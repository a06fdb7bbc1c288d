//! A regular expression for the same language, and a lexer of logos.

use crate::tokens::token;

token! {
    /// `URI-reference` of RFC 2396. The expression needs no authority, because a path may begin
    /// with two slashes: every `net_path` is also an `abs_path`.
    r"(?:[A-Za-z][A-Za-z0-9+.-]*:(?:/(?:[A-Za-z0-9_.!~*'():@&=+$,;/-]|%[0-9A-Fa-f][0-9A-Fa-f])*(?:\?(?:[A-Za-z0-9_.!~*'():@&=+$,;/?-]|%[0-9A-Fa-f][0-9A-Fa-f])*)?|(?:[A-Za-z0-9_.!~*'():@&=+$,;?-]|%[0-9A-Fa-f][0-9A-Fa-f])(?:[A-Za-z0-9_.!~*'():@&=+$,;/?-]|%[0-9A-Fa-f][0-9A-Fa-f])*)|(?:/(?:[A-Za-z0-9_.!~*'():@&=+$,;/-]|%[0-9A-Fa-f][0-9A-Fa-f])*|(?:[A-Za-z0-9_.!~*'()@&=+$,;-]|%[0-9A-Fa-f][0-9A-Fa-f])+(?:/(?:[A-Za-z0-9_.!~*'():@&=+$,;/-]|%[0-9A-Fa-f][0-9A-Fa-f])*)?)(?:\?(?:[A-Za-z0-9_.!~*'():@&=+$,;/?-]|%[0-9A-Fa-f][0-9A-Fa-f])*)?)?(?:#(?:[A-Za-z0-9_.!~*'():@&=+$,;/?-]|%[0-9A-Fa-f][0-9A-Fa-f])*)?";
    // logos refuses expressions that match the empty text.
    or empty
    r"(?:[A-Za-z][A-Za-z0-9+.-]*:(?:/(?:[A-Za-z0-9_.!~*'():@&=+$,;/-]|%[0-9A-Fa-f][0-9A-Fa-f])*(?:\?(?:[A-Za-z0-9_.!~*'():@&=+$,;/?-]|%[0-9A-Fa-f][0-9A-Fa-f])*)?|(?:[A-Za-z0-9_.!~*'():@&=+$,;?-]|%[0-9A-Fa-f][0-9A-Fa-f])(?:[A-Za-z0-9_.!~*'():@&=+$,;/?-]|%[0-9A-Fa-f][0-9A-Fa-f])*)|(?:/(?:[A-Za-z0-9_.!~*'():@&=+$,;/-]|%[0-9A-Fa-f][0-9A-Fa-f])*|(?:[A-Za-z0-9_.!~*'()@&=+$,;-]|%[0-9A-Fa-f][0-9A-Fa-f])+(?:/(?:[A-Za-z0-9_.!~*'():@&=+$,;/-]|%[0-9A-Fa-f][0-9A-Fa-f])*)?)(?:\?(?:[A-Za-z0-9_.!~*'():@&=+$,;/?-]|%[0-9A-Fa-f][0-9A-Fa-f])*)?)(?:#(?:[A-Za-z0-9_.!~*'():@&=+$,;/?-]|%[0-9A-Fa-f][0-9A-Fa-f])*)?|#(?:[A-Za-z0-9_.!~*'():@&=+$,;/?-]|%[0-9A-Fa-f][0-9A-Fa-f])*"
}
