//! Finds the lines of each rule.
//!
//! RFC 5234 section 2.2: rules begin in one column, and continuation lines are indented
//! further. No element contains a `=` outside of quotes, so a line that begins
//! with a name and `=` begins a rule in any column. Reading also resumes there
//! after an error.

use super::sink::{NONE, Owner, Sink};
use crate::diagnostic::{Code, Hint};
use crate::text::source::Source;
use crate::text::tokens::{Kind, Line, Token, Tokens};

/// The lines of one rule, as indices.
pub(super) struct Region {
    pub(super) first: usize,
    pub(super) last: usize,
    /// Whether later lines may belong to the rule too, because of a reported error.
    pub(super) may_lack_lines: bool,
}

/// Returns the lines of the rules in order, and reports text between them.
pub(super) fn regions(source: &Source, tokens: &Tokens, sink: &mut Sink<'_>) -> Vec<Region> {
    let text = &*source.text;
    let begins: Vec<bool> =
        (0..tokens.lines.len()).map(|line| begins_rule(tokens, line, text)).collect();
    let base = (0..begins.len())
        .filter(|&line| begins[line])
        .map(|line| tokens.lines[line].column)
        .min()
        .unwrap_or(u32::MAX);
    let mut regions: Vec<Region> = Vec::new();
    let mut within = Within::Nothing;
    let mut warned = false;
    // The number of groups and options that the rule has opened.
    let mut open: usize = 0;
    for (at, line) in tokens.lines.iter().enumerate() {
        let Some(first) = tokens.of(line).first().filter(|it| !it.kind.is_trivia()) else {
            continue;
        };
        let range = (first.start as usize, first.end as usize);
        let closes = 0 < open && matches!(first.kind, Kind::GroupClose | Kind::OptionClose);
        if begins[at] {
            open = 0;
        }
        open = tokens.of(line).iter().fold(open, opened);
        if begins[at] {
            if base < line.column && !warned {
                warned = true;
                rule_column(line, base, range, sink);
            }
            regions.push(Region { first: at, last: at + 1, may_lack_lines: false });
            within = Within::Rule;
            continue;
        }
        let continues = base < line.column && base != u32::MAX;
        let is_rest = begins_like_continuation(*first, text);
        let owner = regions.len().checked_sub(1).map_or(Owner::Nothing, Owner::Region);
        match (within, regions.last_mut()) {
            (Within::Rule | Within::Flush, Some(rule)) if continues => rule.last = at + 1,
            // Nothing else can be meant.
            (Within::Rule, Some(rule)) if closes => {
                rule.last = at + 1;
                sink.warning(
                    Code::RuleColumn,
                    "this line continues a rule but begins in the column of the rulenames",
                    (range.0, range.0 + 1),
                    "RFC 5234 has the lines that continue a rule indented",
                );
            }
            (Within::Rule, Some(rule)) if is_rest => {
                rule.last = at + 1;
                rule.may_lack_lines = true;
                within = Within::Flush;
                sink.next_rule(owner);
                sink.error(
                    Code::ContinuationColumn,
                    "this line continues a rule but begins in the column of the rulenames",
                    (range.0, range.0 + 1),
                    "indent this line",
                    ["only lines that are indented further continue a rule"],
                );
            }
            (Within::Flush, Some(rule)) if is_rest => rule.last = at + 1,
            (Within::Text, _) => (),
            (_, rule) => {
                if let Some(rule) = rule {
                    rule.may_lack_lines = true;
                }
                within = Within::Text;
                sink.next_rule(owner);
                outside(range.0, &text[range.0..line.end as usize], sink);
            }
        }
    }
    regions
}

/// The context of the previous line.
#[derive(Clone, Copy)]
enum Within {
    /// Before the first rule.
    Nothing,
    /// A rule.
    Rule,
    /// A rule whose lines are not indented; reported.
    Flush,
    /// Text outside of rules; reported.
    Text,
}

/// Returns the number of open groups and options after a token.
fn opened(open: usize, token: &Token) -> usize {
    match token.kind {
        Kind::GroupOpen | Kind::OptionOpen => open + 1,
        Kind::GroupClose | Kind::OptionClose => open.saturating_sub(1),
        _ => open,
    }
}

fn rule_column(line: &Line, base: u32, range: (usize, usize), sink: &mut Sink<'_>) {
    let message = format!(
        "this rule begins in column {}, others begin in column {}",
        line.column + 1,
        base + 1
    );
    sink.warning(
        Code::RuleColumn,
        message,
        (range.0, range.0 + 1),
        "RFC 5234 has all rules begin in the same column",
    );
}

/// Reports the rest of a line that belongs to no rule.
fn outside(start: usize, rest: &str, sink: &mut Sink<'_>) {
    let word = rest.len() - rest.trim_start_matches(is_name_char).len();
    let after = rest[word..].trim_start();
    if 0 < word && after.starts_with(['"', '(', '[', '%', '*', ':']) {
        let at = start + (rest.len() - after.len());
        sink.error(
            Code::MissingEquals,
            format!("expected `=` after the rulename `{}`", &rest[..word]),
            (at, at + 1),
            "expected `=` or `=/`",
            NONE,
        );
        return;
    }
    let hints = match rest.chars().next() {
        Some('\u{C}') => vec!["the file looks like pages of an RFC".into(), Hint::Extract],
        Some('\u{FEFF}') => {
            vec!["it begins with an invisible byte order mark; delete it".into()]
        }
        Some(c) if c.is_whitespace() => {
            let text = format!(
                "it begins with the character U+{:04X}; indent with spaces and tabs",
                u32::from(c)
            );
            vec![text.into()]
        }
        _ => vec!["a rule is `name = elements`".into(), Hint::Extract],
    };
    let end = start + rest.trim_end().len().max(1);
    sink.error(Code::OutsideRule, "this text belongs to no rule", (start, end), "", hints);
}

/// Returns whether a line can only be a part of a rule.
fn begins_like_continuation(first: Token, text: &str) -> bool {
    match first.kind {
        Kind::Name
        | Kind::FoldedName
        | Kind::BracketName
        | Kind::Equals
        | Kind::EqualsSlash
        | Kind::ColonEquals => false,
        Kind::Stray => first.text(text) == "%",
        kind => !kind.is_trivia() && kind != Kind::List,
    }
}

/// Returns whether a line begins with a name and `=`. The name may be one that ABNF forbids, so
/// that it can be reported, and `=` may be on a later line.
fn begins_rule(tokens: &Tokens, at: usize, text: &str) -> bool {
    let line = tokens.of(&tokens.lines[at]);
    let Some(first) = line.first() else { return false };
    let mut behind_name = 1;
    if !matches!(first.kind, Kind::Prose | Kind::BracketName | Kind::QuoteMark) {
        let is_part = |token: &Token| match token.kind {
            Kind::Name | Kind::FoldedName => true,
            Kind::Stray | Kind::Repeat => token.text(text).chars().all(is_name_char),
            _ => false,
        };
        behind_name = line.iter().take_while(|token| is_part(token)).count();
        let has_letter = |token: &Token| token.text(text).contains(char::is_alphabetic);
        if !line[..behind_name].iter().any(has_letter) {
            return false;
        }
    }
    // `syntax` reports white space that ABNF does not allow.
    let is_space = |token: &Token| {
        token.kind.is_trivia()
            || token.kind == Kind::Stray && token.text(text).contains(char::is_whitespace)
    };
    let is_sign =
        |token: &Token| matches!(token.kind, Kind::Equals | Kind::EqualsSlash | Kind::ColonEquals);
    if let Some(token) = line[behind_name..].iter().find(|token| !is_space(token)) {
        return is_sign(token);
    }
    let below = tokens.lines[at + 1..].iter().filter_map(|line| tokens.of(line).first());
    let mut below = below.filter(|token| !token.kind.is_trivia());
    below.next().is_some_and(is_sign)
}

/// Returns whether an author may mistake a character for a part of a name.
fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '+' | '$' | '@' | '!')
}
