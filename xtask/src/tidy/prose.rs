//! Phrases to avoid in documents, comments and messages, because readers stumble over them.
//!
//! `phrases.txt` lists them. A pattern is a sequence of words: `a|b` matches either of two words,
//! `^` before the first word restricts matches to the beginning of a sentence, and a last word `!a`
//! excludes matches before `a`. Punctuation between words prevents a match. Files that use a phrase
//! correctly belong in [`ALLOWED`], with the reason.

use super::File;

/// Patterns, and what to write instead: `pattern: replacement`, one a line.
const PHRASES: &str = include_str!("phrases.txt");

/// Files that may use these phrases: the beginning of a path, and the reason.
const ALLOWED: &[(&str, &str)] = &[
    ("uri-gen/grammars/", "grammars keep their authors' comments"),
    ("tests/grammars/", "grammars keep their authors' comments"),
    ("docs/tutorial/beacons.txt", "a document as readers find it"),
    ("examples/gallery/tests/rfc5322.rs", "an address with this name"),
    ("xtask/src/tidy/phrases.txt", "the phrases themselves"),
];

/// Finds phrases to avoid.
pub(super) fn prose(files: &[File], found: &mut Vec<String>) {
    found.extend(files.iter().filter(|it| !it.is_generated()).flat_map(places));
}

fn phrases() -> impl Iterator<Item = (&'static str, &'static str)> {
    PHRASES.lines().filter_map(|it| it.split_once(": "))
}

fn places(file: &File) -> Vec<String> {
    let mut places = Vec::new();
    if ALLOWED.iter().any(|(path, _)| file.path.starts_with(path)) {
        return places;
    }
    for (i, line) in file.text.lines().enumerate() {
        for text in texts(&file.path, line) {
            let words = words(&text);
            for (pattern, instead) in phrases() {
                if let Some(hit) = find(pattern, &words) {
                    places.push(format!("{}:{}: \"{hit}\": {instead}", file.path, i + 1));
                }
            }
        }
    }
    places
}

/// The parts of a line that are English: a line of Markdown or a manual, a comment, a string.
fn texts(path: &str, line: &str) -> Vec<String> {
    const MIN_STRING: usize = 12;
    let ending = path.rsplit('.').next();
    match ending {
        Some("md" | "txt") => vec![line.to_owned()],
        Some("toml") => line.split_once('#').map(|(_, text)| text.to_owned()).into_iter().collect(),
        Some("rs") => {
            let comment = ["/// ", "//! ", "// "]
                .iter()
                .find_map(|mark| line.find(mark).map(|at| line[at + mark.len()..].to_owned()));
            let strings = line.split('"').skip(1).step_by(2).map(str::to_owned);
            let strings = strings.filter(|it| MIN_STRING <= it.len() && comment.is_none());
            comment.clone().into_iter().chain(strings).collect()
        }
        _ => Vec::new(),
    }
}

/// A word in lower case, and whether it begins a sentence. An empty word stands for punctuation.
type Word = (String, bool);

fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut begins = true;
    for piece in text.split_inclusive(|c: char| !c.is_alphanumeric() && c != '\'') {
        let word = piece.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '\'');
        if !word.is_empty() {
            words.push((word.to_lowercase(), begins));
            begins = false;
        }
        let sign = piece[word.len()..].trim();
        if !sign.is_empty() {
            words.push((String::new(), false));
            begins |= matches!(sign, "." | "?" | "!" | ":");
        }
    }
    words
}

/// The words that match a pattern, if any do.
fn find(pattern: &str, words: &[Word]) -> Option<String> {
    let (is_first, pattern) = match pattern.strip_prefix('^') {
        Some(rest) => (true, rest),
        None => (false, pattern),
    };
    let (pattern, excluded) = pattern.split_once(" !").unwrap_or((pattern, ""));
    let parts: Vec<Vec<&str>> =
        pattern.split_whitespace().map(|part| part.split('|').collect()).collect();
    let is_hit = |at: &usize| {
        let rest = &words[*at..];
        (!is_first || rest[0].1)
            && parts.len() <= rest.len()
            && parts.iter().zip(rest).all(|(part, (word, _))| part.contains(&word.as_str()))
            && (excluded.is_empty() || rest.get(parts.len()).is_none_or(|it| it.0 != excluded))
    };
    let at = (0..words.len()).find(is_hit)?;
    let hit = words[at..at + parts.len()].iter().map(|(word, _)| word.as_str());
    Some(hit.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hits(path: &str, text: &str) -> Vec<String> {
        places(&File { path: path.to_owned(), text: text.to_owned() })
    }

    /// A sentence with the first words of a pattern.
    fn example(pattern: &str) -> String {
        let (words, _) = pattern.split_once(" !").unwrap_or((pattern, ""));
        let words: Vec<_> = words
            .split(' ')
            .map(|it| it.trim_start_matches('^').split('|').next().unwrap_or_default())
            .collect();
        format!("X. {} y.", words.join(" "))
    }

    #[test]
    fn every_phrase_is_found_in_documents_comments_and_messages() {
        assert_eq!(phrases().count(), PHRASES.lines().count());
        for (pattern, instead) in phrases() {
            let text = example(pattern);
            let found = hits("a.md", &text);
            let hit = found.iter().any(|it| it.ends_with(&format!(": {instead}")));
            assert!(hit, "{pattern}: {found:?}");
            assert!(!hits("a.rs", &format!("/// {text}")).is_empty(), "{pattern}");
            assert!(!hits("a.rs", &format!("f(\"A message. {text}\");")).is_empty(), "{pattern}");
            assert!(!hits("a.toml", &format!("a = 1 # {text}")).is_empty(), "{pattern}");
            assert_eq!(hits("uri-gen/grammars/a.md", &text), [""; 0]);
        }
    }

    #[test]
    fn code_and_other_words_are_not() {
        assert_eq!(hits("a.rs", "fn go_on() {}\nlet t = 1;\n"), [""; 0]);
    }

    #[test]
    fn patterns_match_words_where_they_may() {
        let is_hit = |pattern: &str, text: &str| find(pattern, &words(text)).is_some();
        assert!(is_hit("left|right on", "It turns right on red."));
        assert!(!is_hit("left|right on", "It turns right, on red."));
        assert!(!is_hit("left|right on !red", "It turns right on red."));
        assert!(is_hit("left|right on !red", "It turns right on blue."));
        assert!(is_hit("^left", "It ends. Left of it is nothing."));
        assert!(is_hit("^left", "/ Left"));
        assert!(!is_hit("^left", "It is left."));
    }
}
