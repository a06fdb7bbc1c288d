//! Rust names from rulenames: of types, methods, modules and statics.
//!
//! A leaf, without grammars and automata. Each function turns a spelling into a spelling;
//! [`Taken`] makes names unique within a scope.

use super::runtime::{METHODS, NODE_METHODS};
use crate::diagnostic::{Code, Diagnostic};
use std::collections::BTreeSet;

/// Returns the name of a rule's type.
///
/// A rulename is divided into words at hyphens, before a capital that follows a lower-case letter,
/// and between a digit and a letter after it. The first letter of each word becomes a capital; the
/// others become lower-case letters. `URI-reference` becomes `UriReference`, `IPv4address` becomes
/// `Ipv4Address`, `h16` stays `H16`. The one name that Rust reserves, `Self`, becomes `SelfRule`.
pub fn type_name(rule: &str) -> String {
    let mut name = String::new();
    let mut previous = '-';
    for c in rule.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-') {
        let begins_word = previous == '-'
            || previous.is_ascii_lowercase() && c.is_ascii_uppercase()
            || previous.is_ascii_digit() && c.is_ascii_alphabetic();
        if c != '-' {
            name.push(if begins_word { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() });
        }
        previous = c;
    }
    if name == "Self" { "SelfRule".to_owned() } else { name }
}

/// Returns the name of a rule's type, with `Rule` appended if the module needs the name itself:
/// since the run-time has a `Matcher`, the type of a rule `matcher` is `MatcherRule`.
pub(crate) fn free_type_name(rule: &str, reserved: &[&str]) -> String {
    let name = type_name(rule);
    if reserved.contains(&&*name) { format!("{name}Rule") } else { name }
}

/// Returns whether a type can have this name: it consists of ASCII letters and digits, begins with
/// a capital letter, and is not `Self`.
pub fn is_type_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric())
        && name != "Self"
}

/// Returns the name of a rule's static, which is unique because rulenames are.
pub fn static_name(folded: &str) -> String {
    folded.to_ascii_uppercase().replace('-', "_")
}

/// Returns the name of the static for a repeated part. It is unique: no accessor has two
/// underscores in a row, so the last two divide the name.
pub(crate) fn part_static_name(owner: &str, accessor: &str) -> String {
    format!("{}__{}", static_name(owner), accessor.to_ascii_uppercase())
}

/// Returns the method for a part: its name in snake case.
pub(crate) fn accessor(part: &str) -> String {
    free_accessor(part, &METHODS)
}

/// Returns the method for a part of a node in a tree.
pub(crate) fn accessor_of_node(part: &str) -> String {
    free_accessor(part, &NODE_METHODS)
}

fn free_accessor(part: &str, methods: &BTreeSet<&str>) -> String {
    let words = part.split('-').filter(|word| !word.is_empty());
    let name = words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("_");
    // `gen` is a keyword in the edition of 2024 only.
    let is_word = name == "gen" || syn::parse_str::<syn::Ident>(&name).is_err();
    let taken = is_word || TRAIT_METHODS.contains(&&*name) || methods.contains(&*name);
    if taken { format!("{name}_part") } else { name }
}

/// Returns the name of a repeated part of one rule: `segments` for `segment`, `addresses` for
/// `address`. For a plural, or an abbreviation such as `OWS`, it is `ows-iter`.
pub(crate) fn repeated_name(rule: &str) -> String {
    let folded = rule.to_ascii_lowercase();
    let ends_with = |ends: &[&str]| ends.iter().any(|end| folded.ends_with(end));
    let vowel = |c: char| "aeiou".contains(c);
    let is_word = folded.rsplit('-').next().is_some_and(|last| last.contains(vowel));
    match folded.strip_suffix('y') {
        _ if is_abbreviation(rule) => format!("{rule}-iter"),
        _ if is_word && ends_with(&["ss", "x", "ch", "sh"]) => format!("{rule}es"),
        _ if ends_with(&["s", "x", "z", "ch", "sh"]) => format!("{rule}-iter"),
        Some(stem) if stem.ends_with(|c: char| c.is_ascii_lowercase() && !vowel(c)) => {
            format!("{}ies", &rule[..stem.len()])
        }
        _ => format!("{rule}s"),
    }
}

/// Returns whether a name in capitals ends with an abbreviation: a name of one word does, such as
/// `CRLF`; of several words, as in grammars that write all names in capitals, the last one does if it
/// has no vowel, such as in `SD-WSP`.
fn is_abbreviation(rule: &str) -> bool {
    let is_vowel = |c: char| "AEIOU".contains(c);
    !rule.contains(|c: char| c.is_ascii_lowercase())
        && rule.rsplit_once('-').is_none_or(|(_, last)| !last.contains(is_vowel))
}

/// Returns the name of the iterator that an accessor returns, without a repetition of the owner's
/// name: `PathSegmentsIter` for `segments` of `PathSegments`.
pub(crate) fn iterator_name(owner: &str, accessor: &str) -> String {
    let part = camel(accessor.strip_suffix("_iter").unwrap_or(accessor));
    if owner.ends_with(&part) { format!("{owner}Iter") } else { format!("{owner}{part}Iter") }
}

/// Converts a name to camel case, for the end of a type name.
pub(crate) fn camel(part: &str) -> String {
    let words = part.split(['-', '_']).filter(|word| !word.is_empty());
    let word = |word: &str| {
        let (first, rest) = word.split_at(1);
        first.to_ascii_uppercase() + rest
    };
    words.map(word).collect()
}

/// Returns the name of a file without its folders: generated text contains no path.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Replaces line breaks and other control characters.
pub(crate) fn one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The names that are taken in one scope.
#[derive(Clone, Debug, Default)]
pub(crate) struct Taken(BTreeSet<String>);

impl Taken {
    /// Makes a scope in which these names are taken.
    pub(crate) fn new(names: impl IntoIterator<Item = String>) -> Self {
        Self(names.into_iter().collect())
    }

    /// Takes a name, which may be taken already.
    pub(crate) fn insert(&mut self, name: &str) {
        self.0.insert(name.to_owned());
    }

    /// Returns the name itself, or the name with the smallest number from 2 that makes it unique:
    /// `Path`, `Path2`.
    pub(crate) fn unique(&mut self, base: &str) -> String {
        self.numbered(base, "")
    }

    /// Like [`unique`](Self::unique), in snake case: `path`, `path_2`.
    pub(crate) fn unique_snake(&mut self, base: &str) -> String {
        self.numbered(base, "_")
    }

    fn numbered(&mut self, base: &str, joint: &str) -> String {
        let mut name = base.to_owned();
        let mut number = 2;
        while !self.0.insert(name.clone()) {
            name = format!("{base}{joint}{number}");
            number += 1;
        }
        name
    }

    /// A name for the module of a rule, and so for its file: lower case, short enough
    /// for every file system, neither a Rust keyword nor a name that Windows reserves.
    pub(crate) fn module_name(&mut self, folded: &str) -> String {
        let words: Vec<_> = folded.split('-').filter(|word| !word.is_empty()).collect();
        let mut base: String = words.join("_").chars().take(100).collect();
        if is_reserved(&base) {
            base.push_str("_rule");
        }
        self.unique_snake(&base)
    }
}

fn is_reserved(name: &str) -> bool {
    let device = name.len() == 4
        && (name.starts_with("com") || name.starts_with("lpt"))
        && name.ends_with(|c: char| c.is_ascii_digit());
    device
        || matches!(name, "aux" | "con" | "nul" | "prn")
        // The module that holds the types uses `rules` and `runtime`.
        || matches!(name, "mod" | "rules" | "runtime" | "types")
        || syn::parse_str::<syn::Ident>(name).is_err()
}

/// The methods of traits that are in scope everywhere: an accessor of the same name would
/// hide them.
const TRAIT_METHODS: &[&str] = &[
    "as_ref",
    "borrow",
    "clamp",
    "clone",
    "clone_from",
    "clone_into",
    "cmp",
    "default",
    "deserialize",
    "eq",
    "fmt",
    "from",
    "from_str",
    "ge",
    "gt",
    "hash",
    "into",
    "le",
    "lt",
    "max",
    "min",
    "ne",
    "partial_cmp",
    "serialize",
    "to_owned",
    "to_string",
    "try_from",
    "try_into",
    "type_id",
];

/// The modules that generated code has at its root, whose names no module of a grammar can have.
const MODULES: [&str; 17] = [
    "classes", "code", "columns", "general", "lines", "mod", "nested", "nodes", "parts",
    "repeated", "rules", "runtime", "tables", "tree", "trees", "types", "values",
];

/// Checks that generated code can have a module of this name below its root.
///
/// # Errors
///
/// Why it cannot.
pub fn check_module_name(name: &str) -> Result<(), Diagnostic> {
    let is_snake = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        && syn::parse_str::<syn::Ident>(name).is_ok();
    if !is_snake || MODULES.contains(&name) || name == "tests" {
        let message = format!("generated code cannot have a module `{name}`");
        let hint = if is_snake {
            "another module has that name already"
        } else {
            "a module name consists of lower-case letters, digits and `_` and begins with a letter"
        };
        return Err(Diagnostic::error(Code::BadModuleName, message).hint(hint));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_called_after_their_rules() {
        let names = [
            ("host", "Host"),
            ("URI-reference", "UriReference"),
            ("IPv4address", "Ipv4Address"),
            ("abs-path", "AbsPath"),
            ("h16", "H16"),
            ("UTF8-3", "Utf83"),
            ("gopher--string", "GopherString"),
            ("SELF", "SelfRule"),
            ("option", "Option"),
        ];
        for (rule, expected) in names {
            assert_eq!(type_name(rule), expected);
            assert!(is_type_name(expected));
        }
        for name in ["", "Self", "host", "2Host", "Ho st", "Hôst", "r#type"] {
            assert!(!is_type_name(name), "{name}");
        }
    }

    #[test]
    fn modules_have_names_that_rust_and_file_systems_take() {
        let mut taken = Taken::default();
        let mut name = |rule| taken.module_name(rule);
        assert_eq!(name("a-b"), "a_b");
        assert_eq!(name("a--b"), "a_b_2");
        assert_eq!(name("a-b-2"), "a_b_2_2");
        assert_eq!(name("match"), "match_rule");
        assert_eq!(name("match-rule"), "match_rule_2");
        assert_eq!(name("self"), "self_rule");
        assert_eq!(name("mod"), "mod_rule");
        assert_eq!(name("rules"), "rules_rule");
        assert_eq!(name("nul"), "nul_rule");
        assert_eq!(name("com1"), "com1_rule");
        assert!(name(&"x".repeat(500)).len() < 120);
    }

    #[test]
    fn accessors_are_called_after_their_parts() {
        let names = [
            ("host", "host"),
            ("URI-reference", "uri_reference"),
            ("IPv4address", "ipv4address"),
            ("gopher--string", "gopher_string"),
            ("type", "type_part"),
            ("self", "self_part"),
            ("new", "new_part"),
            ("as-str", "as_str_part"),
            ("kind", "kind"),
            ("from", "from_part"),
            ("default", "default_part"),
            ("parse-bytes", "parse_bytes_part"),
            ("into-string", "into_string_part"),
            ("text", "text"),
            ("bytes", "bytes"),
        ];
        for (part, expected) in names {
            assert_eq!(accessor(part), expected);
        }
        assert_eq!(camel("rel-segments"), "RelSegments");
        assert_eq!(camel("IPv4address"), "IPv4address");
    }

    #[test]
    fn repeated_parts_have_plurals_that_are_words() {
        let plurals = [
            ("segment", "segments"),
            ("query", "queries"),
            ("key", "keys"),
            ("path", "paths"),
            ("digits", "digits-iter"),
            ("class", "classes"),
            ("mailbox", "mailboxes"),
            ("OWS", "OWS-iter"),
            ("CRLF", "CRLF-iter"),
            ("SD-ELEMENT", "SD-ELEMENTs"),
            ("SD-ENTRY", "SD-ENTRies"),
            ("SD-WSP", "SD-WSP-iter"),
            ("MAIL-BOX", "MAIL-BOXes"),
            ("y", "ys"),
        ];
        for (one, many) in plurals {
            assert_eq!(repeated_name(one), many);
        }
        let iterators = [
            (("AbsPath", "segments"), "AbsPathSegmentsIter"),
            (("PathSegments", "segments"), "PathSegmentsIter"),
            (("Field", "ows_iter"), "FieldOwsIter"),
        ];
        for ((owner, accessor), name) in iterators {
            assert_eq!(iterator_name(owner, accessor), name);
        }
    }
}
