//! Words for literals, from which variants and accessors are named: `"<="` becomes `LessEqual` and
//! `has_less_equal`.

/// Returns the words of a literal: its own, and the names of its punctuation marks. A word begins
/// with a capital or a digit. A character without a name is spelled as in ABNF: `%xE9` is `Xe9`.
pub(super) fn words(text: &str) -> Vec<String> {
    let has_words = text.contains(|c: char| c.is_ascii_alphanumeric());
    let are_marks_named = !has_words || text.chars().count() <= MAX_NAMED;
    let mut words: Vec<String> = Vec::new();
    let mut is_inside = false;
    for c in text.chars() {
        if !c.is_ascii_alphanumeric() {
            if are_marks_named {
                words.extend(character_name(c).split('-').map(str::to_owned));
            }
        } else if let Some(word) = words.last_mut().filter(|_| is_inside) {
            word.push(c.to_ascii_lowercase());
        } else {
            words.push(c.to_ascii_uppercase().to_string());
        }
        is_inside = c.is_ascii_alphanumeric();
    }
    words
}

/// In longer literals, punctuation only separates words.
const MAX_NAMED: usize = 2;

/// Returns the words of a character's name, separated by hyphens.
fn character_name(c: char) -> String {
    let name = match c {
        ' ' => "Space",
        '!' => "Exclamation",
        '"' => "Quote",
        '#' => "Hash",
        '$' => "Dollar",
        '%' => "Percent",
        '&' => "Ampersand",
        '\'' => "Apostrophe",
        '(' => "Opening-Parenthesis",
        ')' => "Closing-Parenthesis",
        '*' => "Asterisk",
        '+' => "Plus",
        ',' => "Comma",
        '-' => "Minus",
        '.' => "Dot",
        '/' => "Slash",
        ':' => "Colon",
        ';' => "Semicolon",
        '<' => "Less",
        '=' => "Equal",
        '>' => "Greater",
        '?' => "Question",
        '@' => "At",
        '[' => "Opening-Bracket",
        '\\' => "Backslash",
        ']' => "Closing-Bracket",
        '^' => "Caret",
        '_' => "Underscore",
        '`' => "Backtick",
        '{' => "Opening-Brace",
        '|' => "Bar",
        '}' => "Closing-Brace",
        '~' => "Tilde",
        other => return format!("X{:02x}", u32::from(other)),
    };
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn literals_have_names_that_can_be_read() {
        for (text, expected) in [
            ("EN-gb", &["En", "Gb"][..]),
            ("self", &["Self"]),
            ("1a", &["1a"]),
            ("a-", &["A", "Minus"]),
            ("<=", &["Less", "Equal"]),
            ("...", &["Dot", "Dot", "Dot"]),
            ("[", &["Opening", "Bracket"]),
            ("--x--", &["X"]),
            ("\u{1}\u{e9}", &["X01", "Xe9"]),
            ("\u{1f600}", &["X1f600"]),
            // Letters that Rust accepts but a reader could confuse.
            ("é", &["Xe9"]),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }
}
