//! Suggests names for a misspelt name.
//!
//! A wrong suggestion is harmful, since it hides that a grammar must be imported. So the first
//! letter must agree, and at most two edits may separate the names, or one if the name has fewer
//! than eight letters: insertions, deletions, replacements and swaps of neighbours (the optimal
//! string alignment distance).

use super::Resolved;

/// Longer names get no suggestion, since the distance takes time proportional to the product of
/// both lengths.
const MAX_LENGTH: usize = 64;
/// The greatest number of names compared with one misspelt name.
const MAX_COMPARED: usize = 1 << 16;

/// Returns up to `count` of the candidates, the most similar first, each once.
pub fn nearest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    count: usize,
) -> Vec<&'a str> {
    nearest_within(name, candidates, (name.chars().count() / 4).clamp(1, 2), count)
}

/// As [`nearest`], but a name of `n` letters may differ in `n / 2` edits, at most three. For names that a
/// person has typed, which are always meant to be one of the candidates.
pub fn nearest_of_typed<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    count: usize,
) -> Vec<&'a str> {
    nearest_within(name, candidates, (name.chars().count() / 2).clamp(1, 3), count)
}

/// Returns up to `count` of the candidates that contain a name of at least three letters, the shortest
/// first. For names that a person has typed in part.
pub fn containing<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    count: usize,
) -> Vec<&'a str> {
    let name = name.to_ascii_lowercase();
    if name.len() < 3 || MAX_LENGTH < name.len() {
        return Vec::new();
    }
    let candidates = candidates.into_iter().take(MAX_COMPARED);
    let mut found: Vec<&str> =
        candidates.filter(|it| it.to_ascii_lowercase().contains(&name)).collect();
    found.sort_unstable_by_key(|it| (it.len(), *it));
    found.dedup();
    found.truncate(count);
    found
}

/// Returns the candidates that are at most `most` edits away.
fn nearest_within<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    most: usize,
    count: usize,
) -> Vec<&'a str> {
    if MAX_LENGTH < name.len() {
        return Vec::new();
    }
    let name = name.to_ascii_lowercase();
    let first = name.chars().next();
    let mut near: Vec<(usize, &str)> = candidates
        .into_iter()
        .take(MAX_COMPARED)
        .filter(|candidate| candidate.len().abs_diff(name.len()) <= most)
        .map(|candidate| (candidate, candidate.to_ascii_lowercase()))
        .filter(|(_, folded)| folded.chars().next() == first)
        .map(|(candidate, folded)| (strsim::osa_distance(&name, &folded), candidate))
        .filter(|&(distance, _)| 0 < distance && distance <= most && 3 <= name.len())
        .collect();
    near.sort_unstable();
    near.dedup();
    near.into_iter().map(|(_, candidate)| candidate).take(count).collect()
}

/// Returns the rule of the grammar or its imports whose name is the most similar.
pub fn nearest_rule<'a>(grammar: &'a Resolved, name: &str) -> Option<&'a str> {
    nearest(name, grammar.rules().map(|(_, rule)| rule.name.as_str()), 1).pop()
}

#[cfg(test)]
mod tests {
    use super::{containing, nearest, nearest_of_typed};

    #[track_caller]
    fn check(name: &str, candidates: &[&str], expected: &[&str]) {
        assert_eq!(nearest(name, candidates.iter().copied(), 2), expected);
    }

    #[test]
    fn typos_are_corrected() {
        check("HEXDIGIT", &["HEXDIG", "DIGIT"], &["HEXDIG"]);
        check("identifer", &["identity", "identifier"], &["identifier"]);
        check("sgement", &["segment"], &["segment"]);
        check("DIGIT1", &["DIGIT"], &["DIGIT"]);
        check("hots", &["host", "hosts", "Hot", "port"], &["Hot", "host"]);
    }

    #[test]
    fn other_words_are_not_corrected() {
        check("tchar", &["CHAR"], &[]);
        check("SQUOTE", &["DQUOTE"], &[]);
        check("FWS", &["OWS"], &[]);
        check("be", &["b"], &[]);
        check("absolute-URI", &["absolute-form"], &[]);
    }

    #[test]
    fn typed_names_may_differ_more() {
        assert!(nearest("urll", ["URI", "userinfo"], 3).is_empty());
        assert_eq!(nearest_of_typed("urll", ["URI", "userinfo"], 3), ["URI"]);
        assert!(nearest_of_typed("foo", ["far", "bar"], 3).is_empty());
    }

    #[test]
    fn names_may_be_typed_in_part() {
        let names = ["tz-start", "DTSTART", "stamp", "start-time-value"];
        assert_eq!(containing("Start", names, 2), ["DTSTART", "tz-start"]);
        assert!(containing("st", names, 2).is_empty());
    }

    #[test]
    fn long_names_are_not_compared() {
        let long = "a".repeat(100);
        check(&long, &[&long[1..]], &[]);
        check("a", &[&long], &[]);
    }
}
