//! Documentation: text to `#[doc]` attributes.

use crate::bytes::markdown::code;
use crate::plan::told::{Among, Lacking, Place};
use proc_macro2::TokenStream;
use quote::quote;

/// For the item that follows.
pub(super) fn outer_docs(text: &str) -> TokenStream {
    let lines = lines(text);
    quote! { #(#[doc = #lines])* }
}

/// For the module around.
pub(super) fn inner_docs(text: &str) -> TokenStream {
    let lines = lines(text);
    quote! { #(#![doc = #lines])* }
}

fn lines(text: &str) -> Vec<String> {
    let line = |line: &str| if line.is_empty() { String::new() } else { format!(" {line}") };
    text.lines().map(|text| line(plain(text).trim_end())).collect()
}

/// That there are no accessors for these, the first few of many, without a final dot.
pub(super) fn absent(names: &[String]) -> String {
    const MAX_SHOWN: usize = 16;
    let shown = if names.len() > MAX_SHOWN { &names[..MAX_SHOWN - 1] } else { names };
    let mut those: Vec<String> = shown.iter().map(|name| code(name)).collect();
    if shown.len() < names.len() {
        those.push(format!("{} more", names.len() - shown.len()));
    }
    let noun = if names.len() == 1 { "is no accessor" } else { "are no accessors" };
    format!("There {noun} for {}", list(&those, "and"))
}

/// The same of parts that are lacking, with the reason.
pub(super) fn lacks(lacking: &Lacking) -> String {
    format!("{}: {}.", absent(&lacking.parts), lacking.why)
}

/// Which of several equal literals is meant: `the first of the two "-" in the definition`. The
/// name is that of one.
fn one_of(place: &Place, name: &str) -> String {
    let those: Vec<String> = place.indices.iter().map(|index| ordinal(index + 1)).collect();
    let (those, count) = (list(&those, "or"), cardinal(place.count));
    match place.among {
        Among::Definition => format!("the {those} of the {count} {name} in the definition"),
        Among::Accessors => format!("the {those} of {count} {name} that have accessors"),
    }
}

/// The sentence of an accessor of a literal that is there or not.
pub(super) fn whether(name: &str, place: Option<&Place>) -> String {
    match place {
        None => format!("Whether the {name} is there."),
        Some(place) if place.among == Among::Definition => {
            format!("Whether {} is there.", one_of(place, name))
        }
        Some(place) => format!("Whether the {name} is there: {}.", one_of(place, name)),
    }
}

/// The end of the sentence of an accessor of a choice, without a final dot.
pub(super) fn of_choice(place: Option<&Place>) -> String {
    place.map_or_else(String::new, |place| format!(": {}", one_of(place, "such choices")))
}

fn ordinal(number: usize) -> String {
    const WORDS: [&str; 9] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
    match (number.checked_sub(1).and_then(|index| WORDS.get(index)), number % 10, number % 100) {
        (Some(word), ..) => (*word).to_owned(),
        (None, _, 11..=13) => format!("{number}th"),
        (None, 1, _) => format!("{number}st"),
        (None, 2, _) => format!("{number}nd"),
        (None, 3, _) => format!("{number}rd"),
        _ => format!("{number}th"),
    }
}

fn cardinal(number: usize) -> String {
    const WORDS: [&str; 9] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    let word = number.checked_sub(1).and_then(|index| WORDS.get(index));
    word.map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// Names of rules as code, one after the other.
pub(super) fn quoted(rules: &[String]) -> String {
    let rules: Vec<_> = rules.iter().map(|rule| format!("`{rule}`")).collect();
    rules.join(", ")
}

/// `a, b or c`, with this word before the last.
pub(super) fn list(items: &[impl AsRef<str>], word: &str) -> String {
    let mut text = String::new();
    for (i, item) in items.iter().enumerate() {
        let separator = match items.len() - i {
            _ if i == 0 => "",
            1 => &format!(" {word} "),
            _ => ", ",
        };
        text.push_str(separator);
        text.push_str(item.as_ref());
    }
    text
}

/// Words on lines of at most 80 characters, where they are not longer themselves.
pub(super) fn wrapped(text: &str) -> String {
    let options = textwrap::Options::new(80)
        .break_words(false)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .wrap_algorithm(textwrap::WrapAlgorithm::FirstFit);
    textwrap::fill(text, options)
}

/// Text without any meaning to Markdown.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if r"\`*_{}[]<>#|~&".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Text without characters that the compiler or a reader could take amiss:
/// controls and those that change the direction of writing.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::new();
    for c in text.chars() {
        match c {
            '\t' => plain.push_str("    "),
            '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' => {
                plain.extend(c.escape_unicode());
            }
            c if c.is_control() => plain.extend(c.escape_unicode()),
            c => plain.push(c),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_parts_the_first_are_named() {
        let names = |count: usize| (0..count).map(|i| i.to_string()).collect::<Vec<_>>();
        assert_eq!(absent(&names(1)), "There is no accessor for `0`");
        assert!(absent(&names(16)).ends_with("`14` and `15`"));
        assert!(absent(&names(17)).ends_with("`13`, `14` and 2 more"));
    }

    #[test]
    fn a_place_is_counted_in_words() {
        let place = Place { among: Among::Definition, indices: vec![0, 2, 20], count: 23 };
        assert_eq!(
            one_of(&place, "`\"-\"`"),
            "the first, third or 21st of the 23 `\"-\"` in the definition"
        );
        let numbers = [1, 9, 10, 11, 12, 13, 22, 23, 101, 111].map(ordinal);
        let expected =
            ["first", "ninth", "10th", "11th", "12th", "13th", "22nd", "23rd", "101st", "111th"];
        assert_eq!(numbers, expected);
    }

    #[test]
    fn a_list_ends_with_a_word() {
        assert_eq!(list(&["a"], "or"), "a");
        assert_eq!(list(&["a", "b", "c"], "or"), "a, b or c");
    }

    #[test]
    fn no_character_turns_documentation_around() {
        assert_eq!(plain("a\u{202E}b\tc\u{7}"), "a\\u{202e}b    c\\u{7}");
        assert_eq!(escape("my_file <1>"), "my\\_file \\<1\\>");
    }
}
