//! Phrases that except values from a set, and those that add linear white space.

use crate::grammar::RuleName;
use crate::text::tokens::is_rulename;

/// The words between a set and the exceptions.
pub(super) const EXCEPT: [&str; 3] = ["except", "excepting", "excluding"];

/// An operand of an exception.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Term {
    Rule(RuleName),
    Value(u32),
}

/// `any base except less or less, but including more`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Phrase {
    pub(super) base: RuleName,
    pub(super) less: Vec<Term>,
    pub(super) more: Vec<RuleName>,
}

/// Reads a description; `None` if it does not have this form.
pub(super) fn parse(text: &str) -> Option<Phrase> {
    let words = words(text)?;
    let is = |word: &String, known: &[&str]| known.contains(&word.to_lowercase().as_str());
    let words = match words.split_first()? {
        (any, rest) if any.eq_ignore_ascii_case("any") => rest,
        // `TEXT, excluding CR`
        _ => &words,
    };
    let (base, rest) = words.split_first()?;
    let rest = rest.strip_prefix(&[",".to_owned()]).unwrap_or(rest);
    let (except, rest) = rest.split_first()?;
    if !is(except, &EXCEPT) || !is_rulename(base) {
        return None;
    }
    let mut phrase = Phrase { base: RuleName::new(base), less: Vec::new(), more: Vec::new() };
    let mut needs_term = true;
    let mut adds = false;
    for word in rest {
        if is(word, &["including"]) && needs_term && !phrase.less.is_empty() && !adds {
            adds = true;
        } else if is(word, &[",", "and", "or", "&", "/", "|", "but"]) {
            // `, and` is one separator.
            if needs_term && phrase.less.is_empty() {
                return None;
            }
            needs_term = true;
        } else if needs_term {
            if adds {
                phrase.more.push(is_rulename(word).then(|| RuleName::new(word))?);
            } else {
                phrase.less.push(term(word)?);
            }
            needs_term = false;
        } else {
            return None;
        }
    }
    (!needs_term).then_some(phrase)
}

fn term(word: &str) -> Option<Term> {
    if let Some(quoted) = word.strip_prefix('"') {
        let mut characters = quoted.strip_suffix('"')?.chars();
        let c = characters.next()?;
        // The description does not say which cases of a letter are meant.
        let is_clear = characters.next().is_none() && !c.is_alphabetic();
        return is_clear.then(|| Term::Value(u32::from(c)));
    }
    if let Some(digits) = word.strip_prefix("%x") {
        return u32::from_str_radix(digits, 16).ok().map(Term::Value);
    }
    is_rulename(word).then(|| Term::Rule(RuleName::new(word)))
}

/// Splits a text into words, quoted texts and single characters; `None` if there is anything else.
fn words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            // It adds nothing to the name of a set.
            '(' if rest.starts_with("(US-ASCII)") => {
                rest = rest["(US-ASCII)".len()..].trim_start();
                continue;
            }
            ',' | '&' | '/' | '|' => 1,
            // `"""` is the quotation mark.
            '"' if rest.starts_with("\"\"\"") => 3,
            '"' => rest[1..].find('"')? + 2,
            c if c.is_ascii_alphanumeric() || c == '%' => {
                let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '%');
                rest.find(|c| !is_word(c)).unwrap_or(rest.len())
            }
            _ => return None,
        };
        words.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(String, Vec<Term>)> {
        parse(text).map(|it| (it.base.to_string(), it.less))
    }

    #[test]
    fn white_space_can_be_included() {
        let more = |text: &str| parse(text).map(|it| it.more);
        let space = Some(vec![RuleName::new("LWS")]);
        assert_eq!(more("any OCTET except CTLs, but including LWS"), space);
        assert_eq!(more("any CHAR excluding DQUOTE & CR, & including LWS"), space);
        assert_eq!(more("TEXT, excluding CR, LF"), Some(Vec::new()));
        assert_eq!(more("TEXT excluding \":\""), Some(Vec::new()));
        assert_eq!(more("any (US-ASCII) CHAR except CTLs"), Some(Vec::new()));
        for text in ["any CHAR including LWS", "any CHAR except CR including LWS"] {
            assert_eq!(more(text), None, "{text}");
        }
    }

    #[test]
    fn forms_of_published_grammars() {
        let rule = |name: &str| Term::Rule(RuleName::new(name));
        let value = |c: char| Term::Value(u32::from(c));
        for (text, base, less) in [
            ("any CHAR except \";\"", "CHAR", vec![value(';')]),
            ("any CHAR except CTLs or \";\"", "CHAR", vec![rule("CTLs"), value(';')]),
            ("any CHAR except CR and LF", "CHAR", vec![rule("CR"), rule("LF")]),
            ("any CHAR except specials, SPACE and CTLs", "CHAR", {
                vec![rule("specials"), rule("SPACE"), rule("CTLs")]
            }),
            ("any TEXT-CHAR except quoted-specials", "TEXT-CHAR", vec![rule("quoted-specials")]),
            ("Any CHAR excluding \"\"\", and \"\\\"", "CHAR", vec![value('"'), value('\\')]),
        ] {
            assert_eq!(read(text), Some((base.to_owned(), less)), "{text}");
        }
    }

    #[test]
    fn other_descriptions() {
        for text in [
            "any CHAR",
            "any CHAR except",
            "any CHAR except or \";\"",
            "any CHAR except \";\" or",
            "any CHAR except \"a\"",
            "any CHAR except \"ab\"",
            "any CHAR except bare CR",
            "any CHAR, including bare CR",
            "any CHAR except (CTLs)",
            "all CHAR except CTLs",
            "any US-ASCII character (octets 0 - 127)",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
