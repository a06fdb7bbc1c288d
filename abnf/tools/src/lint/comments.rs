//! Finds comments that say more than a definition: `prival = 1*3DIGIT ; 0 .. 191`.
//!
//! A comment belongs to a rule if it is on its line; those in longer definitions often describe one
//! alternative. These wordings are understood:
//!
//! - a range of numbers, such as `01-12` or `0 .. 191`, of a rule whose texts are all digits. Of several
//!   ranges, such as `01-28, 01-31`, and further numbers, such as `00 to 58, 59 or 60`, the least and the
//!   greatest number count;
//! - a greatest length, such as `at most 32 octets` or `must not exceed 63 characters`;
//! - `except` with the name of a rule;
//! - `case-sensitive`.
//!
//! A comment is reported only if the rule has a text that the comment excludes, and one that it does not
//! exclude. Rules that the spec restricts are left out.

use super::Subject;
use super::languages::Languages;
use super::shown;
use abnfc::automata::compare::shortest;
use abnfc::automata::dfa::Dfa;
use abnfc::automata::numeral_range::numerals_in;
use abnfc::automata::numerals::{NoNumber, Notation, Signs, numbers};
use abnfc::automata::products::{complement, intersection};
use abnfc::budget::Budget;
use abnfc::diagnostic::{Code, Diagnostic, Span, report};
use abnfc::grammar::syntax::{Node, ParsedRule};
use abnfc::grammar::{Encoding, RuleId};
use abnfc::limits::Limits;
use abnfc::spec::Spec;
use abnfc::text::source::Source;
use abnfc::text::tokens::{Kind, Tokens};

/// A condition that a comment states.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stated {
    Range { least: i128, greatest: i128 },
    MaxBytes(usize),
    Except(RuleId),
    Case,
}

/// The greatest product of a length and the states of the rule that is compared with it.
const MAX_STEPS: usize = 1 << 20;

/// Adds a note for each comment that excludes texts of its rule.
pub(super) fn restrictions(
    subject: &Subject<'_>,
    (source, tokens): (&Source, &Tokens),
    languages: &Languages<'_>,
    (spec, limits): (&Spec, &Limits),
    found: &mut Vec<Diagnostic>,
) {
    for rule in &subject.rules.rules {
        let Some(id) = subject.grammar.find(&rule.name.text) else { continue };
        let Some(dfa) = languages.rule(id).map(|texts| &*texts.dfa) else { continue };
        let is_it = |name: &str| name.eq_ignore_ascii_case(&rule.name.text);
        let mut exports = spec.exports.iter();
        if exports.any(|export| is_it(&export.rule) && !export.restrictions.is_empty()) {
            continue;
        }
        for (comment, span) in comments(source, tokens, rule.span) {
            for stated in stated(subject, rule, id, &comment.to_ascii_lowercase()) {
                let excluded = excluded(&stated, languages, dfa, limits);
                if let Some(text) = excluded {
                    report(found, note(subject, rule, &stated, &text, span));
                }
            }
        }
    }
}

/// Returns the comments on the line of a rule that has one line.
fn comments<'a>(
    source: &'a Source,
    tokens: &'a Tokens,
    rule: Span,
) -> impl Iterator<Item = (&'a str, Span)> {
    let lines = tokens.lines.iter();
    let of_rule = lines.filter(move |line| line.start <= rule.start && rule.end <= line.end);
    let tokens = of_rule.flat_map(|line| tokens.of(line));
    tokens.filter(|token| token.kind == Kind::Comment).map(|token| {
        let comment = token.text(&source.text).trim_end();
        let start = token.start as usize;
        (&comment[1..], source.span(start, start + comment.len()))
    })
}

/// Returns the conditions of a comment in lower case.
fn stated(subject: &Subject<'_>, rule: &ParsedRule, id: RuleId, comment: &str) -> Vec<Stated> {
    let mut found = Vec::new();
    found.extend(range(comment).map(|(least, greatest)| Stated::Range { least, greatest }));
    let is_octets = subject.grammar.encoding == Encoding::Octets;
    found.extend(greatest_length(comment, is_octets).map(Stated::MaxBytes));
    found.extend(excepted(subject, comment).filter(|other| *other != id).map(Stated::Except));
    let is_about_case = ["case-sensitive", "case sensitive"].iter().any(|words| {
        let mut before = comment.split(words).take(comment.matches(words).count());
        let negations = ["no", "n't", "in", "never"];
        before.next().is_some_and(|it| negations.iter().all(|word| !it.contains(word)))
    });
    let mut ignores_case = false;
    rule.node.walk(&mut |node| {
        if let Node::Text { value, case_sensitive: false, .. } = node {
            ignores_case |= value.contains(|c: char| c.is_ascii_alphabetic());
        }
    });
    found.extend((is_about_case && ignores_case).then_some(Stated::Case));
    found
}

/// Returns the least and the greatest number of the ranges in a comment, which must not say what else
/// they are, as in `1-5 digits`.
fn range(comment: &str) -> Option<(i128, i128)> {
    const BEFORE: [&str; 7] = ["", "range", "range:", "ranges", "from", "value", "values"];
    let first = comment.find(|c: char| c.is_ascii_digit())?;
    let last = comment.rfind(|c: char| c.is_ascii_digit())?;
    let after = comment[last + 1..].trim();
    let is_alone = BEFORE.contains(&comment[..first].trim())
        && (after.is_empty() || after.starts_with("inclusive") || after.starts_with("based"));
    let comment = &comment[..=last];
    let has_groups = |pair: &[u8]| pair[0] == b',' && pair[1].is_ascii_digit();
    if !is_alone || comment.as_bytes().windows(2).any(has_groups) {
        return None;
    }
    let bytes = comment.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|it| it.is_ascii_digit()).count();
    let mut found: Option<(i128, i128)> = None;
    let mut at = 0;
    while at < bytes.len() {
        let count = digits(at);
        if count == 0 {
            at += 1;
            continue;
        }
        let is_free = at == 0 || matches!(bytes[at - 1], b' ' | b'\t' | b'(' | b'[' | b',' | b':');
        let between = &comment[at + count..];
        let after = between.trim_start();
        let after = ["..", "-", "to "].iter().find_map(|it| after.strip_prefix(it));
        let second = after.map(|after| comment.len() - after.trim_start().len());
        let Some(second) = second.filter(|&second| is_free && digits(second) > 0) else {
            at += count;
            continue;
        };
        let end = second + digits(second);
        let is_end =
            bytes.get(end).is_none_or(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-');
        let numbers: [Option<i128>; 2] =
            [&comment[at..at + count], &comment[second..end]].map(|text| text.parse().ok());
        if let ([Some(least), Some(greatest)], true) = (numbers, is_end)
            && least < greatest
        {
            let greatest = further(&comment[end..]).fold(greatest, i128::max);
            let (low, high) = found.unwrap_or((least, greatest));
            found = Some((low.min(least), high.max(greatest)));
        }
        at = end;
    }
    found
}

/// Returns the numbers that continue a list, as in `, 59 or 60`.
fn further(mut rest: &str) -> impl Iterator<Item = i128> {
    std::iter::from_fn(move || {
        let after = [", or ", ", ", " or "].iter().find_map(|it| rest.strip_prefix(it))?;
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        rest = &after[end..];
        // A further range begins with a number too.
        after[..end].parse().ok().filter(|_| !rest.starts_with(['-', '.']))
    })
}

/// Returns the number of bytes that a comment allows. Characters are bytes only where that is certain.
fn greatest_length(comment: &str, is_octets: bool) -> Option<usize> {
    const LIMITS: [&str; 7] = [
        "at most ",
        "up to ",
        "no more than ",
        "not exceed ",
        "no longer than ",
        "not longer than ",
        "maximum of ",
    ];
    let after = LIMITS.iter().find_map(|words| comment.split_once(words))?.1;
    let (number, unit) = after.split_once(' ')?;
    let is_unit = |units: &[&str]| units.iter().any(|it| unit.starts_with(it));
    let is_bytes = is_unit(&["octet", "byte"]) || is_octets && is_unit(&["character", "char"]);
    let is_last =
        ["", "long", "in length"].contains(&unit.split_once(' ').map_or("", |it| it.1).trim());
    number.parse().ok().filter(|_| is_bytes && is_last)
}

/// Returns the rules that a comment excepts.
fn excepted(subject: &Subject<'_>, comment: &str) -> impl Iterator<Item = RuleId> {
    let after = comment.split_once("except ").map_or("", |it| it.1);
    let words = after.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let rule = |word: &str| {
        let singular = word.strip_suffix('s').unwrap_or(word);
        subject.grammar.find(word).or_else(|| subject.grammar.find(singular))
    };
    words.filter(|word| !word.is_empty()).map_while(rule)
}

/// Returns a text of a rule that does not meet a condition, if there is also one that does.
fn excluded(
    stated: &Stated,
    languages: &Languages<'_>,
    dfa: &Dfa,
    limits: &Limits,
) -> Option<Vec<u8>> {
    let meets = match stated {
        Stated::Range { least, greatest } => {
            let notation = Notation { radix: 10, signs: Signs::Optional };
            if let Err(NoNumber::Other(_)) = numbers(dfa, notation, [u128::MAX; 2]) {
                return None;
            }
            numerals_in(&(*least..=*greatest), 10)
        }
        Stated::Except(other) => complement(&languages.rule(*other)?.dfa),
        &Stated::MaxBytes(greatest) => return longer(dfa, greatest),
        Stated::Case => return Some(Vec::new()),
    };
    let budget = || Budget::of_rule(limits);
    shortest(&intersection(dfa, &meets, &mut budget()).ok()?)?;
    shortest(&intersection(dfa, &complement(&meets), &mut budget()).ok()?)
}

/// Returns the beginning of a text of more bytes, if there are shorter texts too.
fn longer(dfa: &Dfa, greatest: usize) -> Option<Vec<u8>> {
    if MAX_STEPS / dfa.state_count() < greatest || shortest(dfa)?.len() > greatest {
        return None;
    }
    let bytes = dfa.classes().representatives();
    // The states after each number of bytes, each with the one before it and the byte between them.
    let mut layers = vec![vec![None; dfa.state_count()]];
    layers[0][Dfa::START.index()] = Some((Dfa::START, 0));
    for length in 0..=greatest {
        let mut next = vec![None; dfa.state_count()];
        for state in dfa.states().filter(|state| layers[length][state.index()].is_some()) {
            for (class, edge) in dfa.row(state) {
                next[edge.target.index()].get_or_insert((state, bytes[class]));
            }
        }
        layers.push(next);
    }
    let mut state = dfa.states().find(|state| layers[greatest + 1][state.index()].is_some())?;
    let mut text = Vec::new();
    for layer in layers.iter().skip(1).rev() {
        let (before, byte) = layer[state.index()].expect("it was reached");
        text.push(byte);
        state = before;
    }
    text.reverse();
    Some(text)
}

fn note(
    subject: &Subject<'_>,
    rule: &ParsedRule,
    stated: &Stated,
    text: &[u8],
    comment: Span,
) -> Diagnostic {
    let name = &rule.name.text;
    let setting = match stated {
        Stated::Range { least, greatest } => format!("range = [{least}, {greatest}]"),
        Stated::MaxBytes(greatest) => format!("max-bytes = {greatest}"),
        Stated::Except(other) => format!("except = \"{}\"", subject.grammar[*other].name),
        Stated::Case => {
            let message = format!("`{name}` ignores case, and its comment says that case matters");
            return Diagnostic::note(Code::RestrictionInComment, message)
                .at(comment, "")
                .hint("write `%s` before the text in quotes (RFC 7405)");
        }
    };
    let message = match stated {
        Stated::MaxBytes(_) => format!("`{name}` has longer texts, beginning with {}", shown(text)),
        _ => format!("`{name}` has the text {}, which its comment excludes", shown(text)),
    };
    Diagnostic::note(Code::RestrictionInComment, message)
        .at(comment, "")
        .hint(format!("a spec file can restrict the rule: `[rules.{name}]`, `{setting}`"))
}

#[cfg(test)]
mod tests {
    use super::{greatest_length, range};

    #[test]
    fn ranges_are_numbers_with_a_sign_between_them() {
        assert_eq!(range(" 01-12"), Some((1, 12)));
        assert_eq!(range(" 0 .. 191"), Some((0, 191)));
        assert_eq!(range(" range 0..191"), Some((0, 191)));
        assert_eq!(range(" 01-28, 01-29, 01-30, 01-31 based on month/year"), Some((1, 31)));
        assert_eq!(range(" 1 to 64 inclusive"), Some((1, 64)));
        assert_eq!(range(" 00 to 58, 59 or 60"), Some((0, 60)));
        for text in [
            " RFC2119-3",
            " 2020-01-02",
            " %x30-39",
            " 1*3",
            " section 3.1-4",
            " 9-2",
            " 7-bit",
            " 1-5 digits",
            " bits 0-7",
            " 0-4,294,967,295",
        ] {
            assert_eq!(range(text), None, "{text}");
        }
    }

    #[test]
    fn lengths_have_units() {
        assert_eq!(greatest_length(" at most 32 octets", false), Some(32));
        assert_eq!(greatest_length(" must not exceed 63 characters", true), Some(63));
        assert_eq!(greatest_length(" must not exceed 63 characters", false), None);
        assert_eq!(greatest_length(" up to 3 digits or more", true), None);
        assert_eq!(greatest_length(" up to 3 bytes after the first", true), None);
    }
}
