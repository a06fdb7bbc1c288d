//! Phrases to avoid in documents, comments and messages, because readers stumble over them.
//!
//! A pattern is a sequence of words; `a|b` is either of two words, `^` in front of the first
//! word matches only at the beginning of a sentence, and a last word `!a` excludes matches before
//! `a`. Punctuation between words prevents a match. A place that is right as it is belongs into
//! [`ALLOWED`], with the reason.

use super::File;

/// Patterns, and what to write instead.
const PATTERNS: &[(&str, &str)] = &[
    ("is|are|was|were|be|been|being|not told", "reported, distinguished, indicated"),
    ("told apart|with|by|of|where", "reported, distinguished, indicated"),
    ("tell|tells", "says, reports, shows, determines; name the subject"),
    ("untold", "without accessors, unreported"),
    ("so many", "`n`, or at most `n`"),
    ("save|but for", "except"),
    ("nobody|somebody|whoever", "name the reader: callers, users, the compiler"),
    ("no one", "name the reader: callers, users, the compiler"),
    ("in vain", "needlessly, without effect; or say what fails"),
    (
        "stands|stand|stood|standing|lies|lie|lying \
         in|at|on|there|behind|before|beside|between|where|elsewhere|alone",
        "is, occurs, appears, follows",
    ),
    ("goes|go|going|went on", "continues"),
    ("behind it|them|the|a|each|that|this !feature", "after"),
    ("has|have|had to be", "must be"),
    ("^of which|these|those", "name the noun"),
    ("none where", "`None` if"),
    ("is|are|was|were asked", "name who does what: \"the walk tests\", \"`parse` reads\""),
    ("is|are|was|were looked at|into", "name who does what"),
    ("asks for|whether|the", "needs, tests, requests"),
    ("all|what|that that is|are|has|can", "name the noun"),
    (
        "^what is|are|has|have|can|cannot|does|do|stands|comes|tells|makes",
        "begin with the noun or the verb",
    ),
    ("^it is known|certain|asked|told|said|seen|checked", "say who, or state the fact"),
    ("besides|thereby|therein|thereof|wherein|whereof", "plain words"),
    ("as people|one|somebody write|writes|type|types", "say what input is meant"),
    ("way|ways|lead|leads on", "transition, continuation"),
    ("leads nowhere", "dead end"),
    ("way round", "reverse, cycle"),
    ("mend|mends|mended|mending", "fix, repair"),
    ("patience|patient|fable|hung", "step budget, limit, unresolved"),
];

/// Places that are right as they are: the beginning of a path, a pattern, and the reason.
const ALLOWED: &[(&str, &str, &str)] = &[
    ("uri-gen/grammars/", "", "grammars keep their authors' comments"),
    ("tests/grammars/", "", "grammars keep their authors' comments"),
    ("docs/tutorial/beacons.txt", "", "a document as readers find it"),
    (
        "examples/gallery/tests/rfc5322.rs",
        "nobody|somebody|whoever",
        "`Nobody` is the name of a group",
    ),
    ("xtask/src/tidy/prose.rs", "", "the patterns themselves"),
    ("abnf/runtime/src/automaton.rs", "", "being rewritten"),
    ("abnf/runtime/src/backward.rs", "", "being rewritten"),
    ("abnf/runtime/src/chart.rs", "", "being rewritten"),
    ("abnf/runtime/src/derivation.rs", "", "being rewritten"),
    ("abnf/runtime/src/general.rs", "", "being rewritten"),
    ("abnf/runtime/src/leads.rs", "", "being rewritten"),
    ("abnf/runtime/src/run.rs", "", "being rewritten"),
    ("abnf/runtime/src/ways.rs", "", "being rewritten"),
];

/// Finds phrases to avoid.
pub(super) fn prose(files: &[File], found: &mut Vec<String>) {
    found.extend(files.iter().filter(|it| !it.is_generated()).flat_map(places));
}

fn places(file: &File) -> Vec<String> {
    let allowed: Vec<&str> = ALLOWED
        .iter()
        .filter(|(path, ..)| file.path.starts_with(path))
        .map(|(_, pattern, _)| *pattern)
        .collect();
    let mut places = Vec::new();
    for (i, line) in file.text.lines().enumerate() {
        for text in texts(&file.path, line) {
            let words = words(&text);
            for (pattern, instead) in PATTERNS {
                let is_allowed = allowed.iter().any(|it| it.is_empty() || it == pattern);
                if let Some(hit) = find(pattern, &words).filter(|_| !is_allowed) {
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

    #[test]
    fn phrases_are_found_in_prose() {
        assert_eq!(hits("a.md", "All but for one.\n"), ["a.md:1: \"but for\": except"]);
        assert_eq!(hits("a.rs", "/// Goes on.\nlet a = 1;\n"), ["a.rs:1: \"goes on\": continues"]);
        assert_eq!(hits("a.rs", "f(\"the job has to be done\");\n").len(), 1);
        assert_eq!(hits("a.toml", "a = 1 # stands on a line\n").len(), 1);
    }

    #[test]
    fn code_and_other_words_are_not() {
        assert_eq!(hits("a.rs", "fn go_on() {}\nlet tell = 1;\n"), [""; 0]);
        assert_eq!(hits("a.md", "So, many of these. One of which is that.\n"), [""; 0]);
        assert_eq!(hits("uri-gen/grammars/a.md", "Nobody.\n"), [""; 0]);
        assert_eq!(hits("a.md", "It is behind a feature.\n"), [""; 0]);
        assert_eq!(hits("a.md", "It is behind a slash.\n").len(), 1);
    }

    #[test]
    fn sentences_begin_after_a_full_stop() {
        assert_eq!(hits("a.md", "It ends. Of these, one is left.\n").len(), 1);
        assert_eq!(hits("a.md", "/ What is it\n").len(), 1);
    }
}
