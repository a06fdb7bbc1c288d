//! Whether a rule's tokens are a rule: the grammar of RFC 5234 section 4, with
//! a stack of its own in place of recursion.

use super::Definition;
use super::report::{NONE, Report};
use super::scan::{Token, TokenKind};
use crate::diagnostic::{Diagnostic, Hint};
use crate::limits::{LimitName, Limits};

/// More errors than this in one rule are the consequence of the first.
const MAX_ERRORS: usize = 5;

/// `name =`
pub(super) struct Head<'a> {
    pub(super) name: &'a Token,
    pub(super) definition: Definition,
}

/// The first two tokens; reports what is wrong with them.
pub(super) fn head<'a>(tokens: &'a [Token], report: &mut Report<'_>) -> Option<Head<'a>> {
    let name = tokens.first()?;
    let at = tokens.iter().position(|token| definition(token).is_some());
    match (name.kind, at) {
        (TokenKind::Name, Some(1)) => {
            Some(Head { name, definition: definition(&tokens[1]).expect("found there") })
        }
        (TokenKind::Prose, Some(1)) => {
            report.error(
                "bad-rulename",
                "the name of a rule stands in angle brackets",
                name.range(),
                "",
                Some(format!("write `{}`", report.text(name).trim_matches(['<', '>']))),
            );
            None
        }
        (TokenKind::Repeat, Some(2)) => {
            report.error("bad-rulename", "a rulename begins with a letter", name.range(), "", NONE);
            None
        }
        // Something in the name or before `=` was reported by the scanner.
        _ => None,
    }
}

fn definition(token: &Token) -> Option<Definition> {
    match token.kind {
        TokenKind::Equals => Some(Definition::Basic),
        TokenKind::EqualsSlash => Some(Definition::Incremental),
        _ => None,
    }
}

/// What stands before the next token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// `=`, `/` or an opening bracket: an element has to follow.
    Operator,
    /// A repeat: its element has to follow at once.
    Repeat,
    /// An element.
    Element,
}

/// Reports all that is wrong behind the head.
pub(super) fn elements(tokens: &[Token], limits: &Limits, report: &mut Report<'_>) {
    let most = report.errors() + MAX_ERRORS;
    let mut open: Vec<&Token> = Vec::new();
    let mut before = Before::Operator;
    let mut warned = false;
    for (previous, token) in tokens[1..].iter().zip(&tokens[2..]) {
        if most <= report.errors() {
            return;
        }
        match token.kind {
            TokenKind::Equals | TokenKind::EqualsSlash => {
                report.error(
                    "unexpected-equals",
                    format!("`{}` cannot stand here", report.text(token)),
                    token.range(),
                    "",
                    Some(unexpected_equals(previous).to_owned()),
                );
                return;
            }
            TokenKind::Slash => {
                if before != Before::Element {
                    missing(previous, token, before, report);
                }
                before = Before::Operator;
            }
            TokenKind::GroupClose | TokenKind::OptionClose => {
                if before != Before::Element {
                    missing(previous, token, before, report);
                }
                close(&mut open, token, report);
                before = Before::Element;
            }
            _ => {
                match before {
                    Before::Repeat if token.kind == TokenKind::Repeat || token.spaced => {
                        missing(previous, token, before, report);
                    }
                    Before::Element if !token.spaced => {
                        unspaced(previous, token, &mut warned, report);
                    }
                    _ => (),
                }
                before = Before::Element;
                match token.kind {
                    TokenKind::Repeat => before = Before::Repeat,
                    TokenKind::GroupOpen | TokenKind::OptionOpen => {
                        before = Before::Operator;
                        open.push(token);
                        if limits.nesting < open.len() {
                            too_deep(token, limits, report);
                            return;
                        }
                    }
                    _ => (),
                }
            }
        }
    }
    let last = tokens.last().expect("a rule has a head");
    let is_open = matches!(last.kind, TokenKind::GroupOpen | TokenKind::OptionOpen);
    // That a bracket is not closed says enough.
    if before != Before::Element && !is_open {
        missing_at_end(last, before, report);
    }
    for token in open.iter().rev().take(MAX_ERRORS) {
        unclosed(token, report);
    }
}

fn unexpected_equals(previous: &Token) -> &'static str {
    match previous.kind {
        TokenKind::Equals | TokenKind::EqualsSlash => "a rule is defined by one `=`",
        // RFC 5234 has one rule begin in each line.
        TokenKind::Name => "a rule begins in a line of its own; the character itself is \"=\"",
        _ => "the character itself is \"=\"",
    }
}

fn close(open: &mut Vec<&Token>, token: &Token, report: &mut Report<'_>) {
    let partner = match token.kind {
        TokenKind::GroupClose => TokenKind::GroupOpen,
        _ => TokenKind::OptionOpen,
    };
    let Some(at) = open.iter().rposition(|bracket| bracket.kind == partner) else {
        let text = report.text(token);
        let opening = if text == ")" { "(" } else { "[" };
        report.error(
            "unbalanced-bracket",
            format!("`{text}` closes nothing"),
            token.range(),
            &format!("no `{opening}` is open here"),
            NONE,
        );
        return;
    };
    for bracket in open[at + 1..].iter().rev().take(MAX_ERRORS) {
        unclosed(bracket, report);
    }
    open.truncate(at);
}

fn unclosed(token: &Token, report: &mut Report<'_>) {
    let (code, what, closing) = match token.kind {
        TokenKind::GroupOpen => ("unclosed-group", "group", ")"),
        _ => ("unclosed-option", "option", "]"),
    };
    report.error(
        code,
        format!("this {what} has no closing `{closing}`"),
        token.range(),
        "opened here",
        NONE,
    );
}

fn too_deep(token: &Token, limits: &Limits, report: &mut Report<'_>) {
    report.error(
        "nesting-too-deep",
        format!("more than {} groups and options within each other", limits.nesting),
        token.range(),
        "",
        [Hint::RaiseLimit(LimitName::Nesting), "give the inner groups a rule of their own".into()],
    );
}

const ELEMENT: &str = "expected a rulename, a group, an option, a string, a value or a description";

fn missing(previous: &Token, token: &Token, before: Before, report: &mut Report<'_>) {
    let follows = matches!(
        token.kind,
        TokenKind::Slash | TokenKind::GroupClose | TokenKind::OptionClose | TokenKind::Repeat
    );
    let previous_text = report.text(previous);
    if before == Before::Repeat {
        let hint = (!follows).then(|| {
            format!("no white space after a repeat: write `{previous_text}{}`", report.text(token))
        });
        report.error(
            "missing-element",
            format!("the repeat `{previous_text}` has no element"),
            previous.range(),
            "its element has to follow at once",
            hint,
        );
        return;
    }
    let hint = match (previous.kind, token.kind) {
        (TokenKind::Equals, TokenKind::Slash) => {
            Some("to add alternatives to a rule write `=/` without a space".to_owned())
        }
        _ => Some("what may be empty is an option, or the empty string \"\"".to_owned()),
    };
    report.error(
        "missing-element",
        format!("no element between `{previous_text}` and `{}`", report.text(token)),
        token.range(),
        ELEMENT,
        hint,
    );
}

fn missing_at_end(last: &Token, before: Before, report: &mut Report<'_>) {
    let text = report.text(last);
    let message = match before {
        Before::Repeat => format!("the repeat `{text}` has no element"),
        _ => format!("no element after `{text}`"),
    };
    report.error("missing-element", message, last.range(), ELEMENT, NONE);
}

/// Two elements side by side. Where the first may have swallowed digits of a
/// repeat, its author alone can say what is meant.
fn unspaced(previous: &Token, token: &Token, warned: &mut bool, report: &mut Report<'_>) {
    let range = (previous.start(), token.end());
    let message =
        format!("no white space between `{}` and `{}`", report.text(previous), report.text(token));
    let digit: fn(char) -> bool = match previous.kind {
        TokenKind::Number => |c| c.is_ascii_hexdigit(),
        _ => |c| c.is_ascii_digit(),
    };
    let swallows = token.kind == TokenKind::Repeat
        && matches!(previous.kind, TokenKind::Name | TokenKind::Number)
        && report.text(previous).ends_with(digit);
    if swallows {
        let hint = "put a space where the repeat begins".to_owned();
        report.error("missing-space", message, range, "", Some(hint));
    } else if !*warned {
        *warned = true;
        report.push(
            Diagnostic::warning("missing-space", message)
                .at(report.source.span(range.0, range.1), "")
                .hint("RFC 5234 asks for white space between elements"),
        );
    }
}
