//! Finds comments that say more than a definition: `prival = 1*3DIGIT ; 0 .. 191`.
//!
//! A comment belongs to a rule if it is on its line; those in longer definitions often describe one
//! alternative. These wordings are understood:
//!
//! - a range of numbers, such as `01-12`, `0 .. 191` or `between 1 and 100`, of a rule whose texts are all
//!   digits. Of several ranges, such as `01-28, 01-31`, and further numbers, such as `00 to 58, 59 or 60`,
//!   the least and the greatest number count;
//! - a greatest length, such as `at most 32 octets` or `must not exceed 63 characters`;
//! - a greatest number, such as `must not exceed 255` or `max. 65535`, of a rule whose texts are all digits;
//! - `except` with characters, texts in quotes and names of rules, also in a further line of comments;
//! - `case-sensitive`.
//!
//! A comment is reported only if the rule has a text that the comment excludes, and one that it does not
//! exclude. Rules that the spec restricts are left out.

mod characters;
mod excepted;
#[cfg(test)]
mod tests;
mod wordings;

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
use abnfc::grammar::{Encoding, Expr, RuleId, facts};
use abnfc::limits::Limits;
use abnfc::spec::Spec;
use abnfc::text::source::Source;
use abnfc::text::tokens::{Kind, Token, Tokens};
use characters::{definition_without, free_of};
use excepted::{Excepted, Known, excepted};
use wordings::{greatest_length, greatest_number, range};

/// A condition that a comment states.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stated {
    Range { least: i128, greatest: i128 },
    MaxNumber(i128),
    MaxBytes(usize),
    Except(Excepted),
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
    let values = facts::value_sets(subject.grammar);
    let known = Known { languages, values: &values };
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
            let excepted = excepted(known, id, &comment).map(Stated::Except);
            let others = stated(subject, rule, &comment.to_ascii_lowercase());
            for stated in others.into_iter().chain(excepted) {
                let excluded = excluded(&stated, languages, dfa, limits);
                if let Some(text) = excluded {
                    report(found, note((known, dfa), (rule, id), &stated, &text, span));
                }
            }
        }
    }
}

/// Returns the comment on the line of a rule that has one line, and one in the next lines that lists
/// exceptions. A comment that ends with a comma continues in the next line.
fn comments(source: &Source, tokens: &Tokens, rule: Span) -> Vec<(String, Span)> {
    let after = tokens.lines.partition_point(|line| line.start <= rule.start);
    let Some((first, rest)) =
        tokens.lines[..].get(after.wrapping_sub(1)..).unwrap_or(&[]).split_first()
    else {
        return Vec::new();
    };
    if first.end < rule.end {
        return Vec::new();
    }
    let text_of = |token: &Token| {
        let comment = token.text(&source.text).trim_end();
        let start = token.start as usize;
        (comment[1..].to_owned(), source.span(start, start + comment.len()))
    };
    let is_comment = |token: &&Token| token.kind == Kind::Comment;
    let mut found: Vec<_> =
        tokens.of(first).iter().find(is_comment).map(text_of).into_iter().collect();
    // Comments of the rule are further to the right than its name.
    let below = (first.number + 1..)
        .zip(rest)
        .take_while(|(number, line)| *number == line.number && first.column < line.column);
    let mut is_new = true;
    for (_, line) in below {
        let Some(token) = tokens.of(line).first().filter(is_comment) else { break };
        let (text, span) = text_of(token);
        match found.last_mut() {
            Some((before, whole)) if before.ends_with(',') => {
                before.push_str(&text);
                *whole = whole.to(span);
            }
            _ if is_new && is_exception(&text) => {
                found.push((text, span));
                is_new = false;
            }
            _ => break,
        }
    }
    found
}

/// Returns whether a comment begins with what it excepts.
fn is_exception(comment: &str) -> bool {
    let lower = comment.trim_start().to_ascii_lowercase();
    ["except ", "excluding "].iter().any(|word| lower.starts_with(word))
}

/// Returns the conditions of a comment in lower case.
fn stated(subject: &Subject<'_>, rule: &ParsedRule, comment: &str) -> Vec<Stated> {
    let mut found = Vec::new();
    found.extend(range(comment).map(|(least, greatest)| Stated::Range { least, greatest }));
    let is_octets = subject.grammar.encoding == Encoding::Octets;
    found.extend(greatest_length(comment, is_octets).map(Stated::MaxBytes));
    found.extend(greatest_number(comment).map(Stated::MaxNumber));
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

/// Returns a text of a rule that does not meet a condition, if there is also one that does.
fn excluded(
    stated: &Stated,
    languages: &Languages<'_>,
    dfa: &Dfa,
    limits: &Limits,
) -> Option<Vec<u8>> {
    let meets = match stated {
        Stated::Range { least, greatest } => {
            are_numbers(dfa, Signs::Optional)?;
            numerals_in(&(*least..=*greatest), 10)
        }
        Stated::MaxNumber(greatest) => {
            are_numbers(dfa, Signs::Never)?;
            numerals_in(&(0..=*greatest), 10)
        }
        Stated::Except(excepted) => match excepted.characters() {
            Some(characters) => free_of(languages, &characters)?,
            None => complement(&languages.texts(&languages.pattern(&excepted.texts())).ok()?.dfa),
        },
        &Stated::MaxBytes(greatest) => return longer(dfa, greatest),
        Stated::Case => return Some(Vec::new()),
    };
    let budget = || Budget::of_rule(limits);
    shortest(&intersection(dfa, &meets, &mut budget()).ok()?)?;
    shortest(&intersection(dfa, &complement(&meets), &mut budget()).ok()?)
}

/// `None` if a text is not a numeral.
fn are_numbers(dfa: &Dfa, signs: Signs) -> Option<()> {
    let notation = Notation { radix: 10, signs };
    let found = numbers(dfa, notation, [u128::MAX; 2]);
    (!matches!(found, Err(NoNumber::Other(_)))).then_some(())
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
    (known, dfa): (Known<'_>, &Dfa),
    (rule, id): (&ParsedRule, RuleId),
    stated: &Stated,
    text: &[u8],
    comment: Span,
) -> Diagnostic {
    let name = &rule.name.text;
    let grammar = known.languages.grammar;
    let message = match stated {
        Stated::Case => format!("`{name}` ignores case, and its comment says that case matters"),
        Stated::MaxBytes(_) => format!("`{name}` has longer texts, beginning with {}", shown(text)),
        _ => format!("`{name}` has the text {}, which its comment excludes", shown(text)),
    };
    let note = Diagnostic::note(Code::RestrictionInComment, message).at(comment, "");
    let setting =
        |setting: &str| format!("a spec file can restrict the rule: `[rules.{name}]`, `{setting}`");
    match stated {
        Stated::Range { least, greatest } => {
            note.hint(setting(&format!("range = [{least}, {greatest}]")))
        }
        Stated::MaxNumber(greatest) => note.hint(setting(&format!("range = [0, {greatest}]"))),
        Stated::MaxBytes(greatest) => note.hint(setting(&format!("max-bytes = {greatest}"))),
        Stated::Except(excepted) => match (excepted.characters(), excepted.texts()) {
            (Some(characters), _) => {
                let items: Vec<_> =
                    excepted.items.iter().map(|it| format!("`{}`", it.written)).collect();
                let items = items.join(", ");
                let definition = definition_without(known, dfa, id, &characters);
                note.hint(match definition.filter(|_| excepted.is_all) {
                    Some(definition) => format!(
                        "leave these characters out of the set: {items}; write `{name} = {definition}`"
                    ),
                    None => format!("leave these characters out of the definition: {items}"),
                })
            }
            (None, Expr::Rule(other)) => {
                note.hint(setting(&format!("except = \"{}\"", grammar[other].name)))
            }
            (None, texts) => note
                .hint(setting("except = \"NAME\""))
                .hint(format!("`NAME` is a rule `NAME = {}`", grammar.show(&texts))),
        },
        Stated::Case => note.hint("write `%s` before the text in quotes (RFC 7405)"),
    }
}
