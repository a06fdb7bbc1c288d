//! Turns documentation into `#[doc]` attributes.

use crate::bytes::markdown::code;
use crate::plan::accessors::Lacking;
use proc_macro2::TokenStream;
use quote::quote;

/// Documentation of the next item.
pub(super) fn outer_docs(text: &str) -> TokenStream {
    let lines = lines(text);
    quote! { #(#[doc = #lines])* }
}

/// Documentation of the enclosing module.
pub(super) fn inner_docs(text: &str) -> TokenStream {
    let lines = lines(text);
    quote! { #(#![doc = #lines])* }
}

fn lines(text: &str) -> Vec<String> {
    let line = |line: &str| if line.is_empty() { String::new() } else { format!(" {line}") };
    text.lines().map(|text| line(plain(text).trim_end())).collect()
}

/// The sentence that lists items without accessors, the first few of many, without a final dot.
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

/// The same for missing parts, with the reason.
pub(super) fn lacks(lacking: &Lacking) -> String {
    format!("{}: {}.", absent(&lacking.parts), lacking.why)
}

/// The sentence of an accessor of a literal that may be absent.
pub(super) fn whether(name: &str) -> String {
    format!("Returns whether the {name} is present.")
}

/// Names of rules as a list of code.
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

/// Words on lines of at most 80 characters, unless a word is longer.
pub(super) fn wrapped(text: &str) -> String {
    let options = textwrap::Options::new(80)
        .break_words(false)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .wrap_algorithm(textwrap::WrapAlgorithm::FirstFit);
    textwrap::fill(text, options)
}

/// Escapes text for Markdown.
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

/// Removes characters that could mislead the compiler or a reader:
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
    fn only_the_first_of_many_parts_are_named() {
        let names = |count: usize| (0..count).map(|i| i.to_string()).collect::<Vec<_>>();
        assert_eq!(absent(&names(1)), "There is no accessor for `0`");
        assert!(absent(&names(16)).ends_with("`14` and `15`"));
        assert!(absent(&names(17)).ends_with("`13`, `14` and 2 more"));
    }

    #[test]
    fn a_list_ends_with_a_word() {
        assert_eq!(list(&["a"], "or"), "a");
        assert_eq!(list(&["a", "b", "c"], "or"), "a, b or c");
    }

    #[test]
    fn no_character_changes_the_direction_of_documentation() {
        assert_eq!(plain("a\u{202E}b\tc\u{7}"), "a\\u{202e}b    c\\u{7}");
        assert_eq!(escape("my_file <1>"), "my\\_file \\<1\\>");
    }
}
