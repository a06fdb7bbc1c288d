//! Finds comments that say more than a definition: `prival = 1*3DIGIT ; 0 .. 191`.
//!
//! A comment belongs to a rule if it is on its line; those in longer definitions often describe one
//! alternative. These wordings are understood:
//!
//! - a range of numbers, such as `01-12`, `0 .. 191` or `between 1 and 100`, of a rule whose texts are all
//!   digits. Of several ranges, such as `01-28, 01-31`, and further numbers, such as `00 to 58, 59 or 60`,
//!   the least and the greatest number count;
//! - a greatest length, such as `at most 32 octets` or `must not exceed 63 characters`;
//! - `except` with the names of rules, or with texts in quotes;
//! - `case-sensitive`.
//!
//! A comment is reported only if the rule has a text that the comment excludes, and one that it does not
//! exclude. Rules that the spec restricts are left out.

mod wordings;

use super::Subject;
use super::languages::Languages;
use super::shown;
use abnfc::automata::compare::shortest;
use abnfc::automata::dfa::Dfa;
use abnfc::automata::numeral_range::numerals_in;
use abnfc::automata::numerals::{NoNumber, Notation, Signs, numbers};
use abnfc::automata::products::{complement, intersection};
use abnfc::automata::words::{other_than_words, spelled};
use abnfc::budget::Budget;
use abnfc::diagnostic::{Code, Diagnostic, Span, report};
use abnfc::grammar::syntax::{Node, ParsedRule};
use abnfc::grammar::{Encoding, RuleId};
use abnfc::limits::Limits;
use abnfc::spec::Spec;
use abnfc::text::source::Source;
use abnfc::text::tokens::{Kind, Tokens};
use wordings::{after_except, excepted_texts, greatest_length, range};

/// A condition that a comment states.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stated {
    Range {
        least: i128,
        greatest: i128,
    },
    MaxBytes(usize),
    Except(RuleId),
    /// In lower case.
    ExceptText(String),
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
    let defined = subject.grammar.names();
    for rule in &subject.rules.rules {
        let name = rule.name.text.to_ascii_lowercase();
        let Some(&id) = defined.get(&*name) else { continue };
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
    found.extend(excepted_rules(subject, comment).filter(|it| *it != id).map(Stated::Except));
    found.extend(excepted_texts(comment).map(|it| Stated::ExceptText(it.into())));
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

/// Returns the rules that a comment excepts.
fn excepted_rules(subject: &Subject<'_>, comment: &str) -> impl Iterator<Item = RuleId> {
    let words = after_except(comment).split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
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
        Stated::ExceptText(text) => {
            let word = text.as_bytes();
            other_than_words(dfa, [word; 2])?;
            return spelled(dfa, word);
        }
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
        Stated::ExceptText(_) => "except = \"NAME\"".into(),
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
    let note = Diagnostic::note(Code::RestrictionInComment, message)
        .at(comment, "")
        .hint(format!("a spec file can restrict the rule: `[rules.{name}]`, `{setting}`"));
    match stated {
        Stated::ExceptText(text) => note.hint(format!("`NAME` is a rule `NAME = \"{text}\"`")),
        _ => note,
    }
}
