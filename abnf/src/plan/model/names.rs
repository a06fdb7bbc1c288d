//! Rust names from rulenames.

use std::collections::BTreeSet;

/// The name of a rule's type.
///
/// A rulename is cut into words at hyphens, before a capital that follows a small
/// letter, and between a digit and a letter after it; each word gets a capital
/// first letter and small ones after it. `URI-reference` becomes `UriReference`,
/// `IPv4address` becomes `Ipv4Address`, `h16` stays `H16`. The one name that Rust
/// reserves, `Self`, becomes `SelfRule`.
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

/// Whether a type may be called that: ASCII letters and digits, a capital first,
/// and not `Self`.
pub fn is_type_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric())
        && name != "Self"
}

/// The name of a rule's static, which is unique because rulenames are.
pub(super) fn static_name(folded: &str) -> String {
    folded.to_ascii_uppercase().replace('-', "_")
}

/// The names of modules that are given away.
#[derive(Default)]
pub(super) struct Taken(BTreeSet<String>);

impl Taken {
    /// A name for the rule's module, and thereby for its file: in small letters, of
    /// a length that every file system takes, neither a word of Rust nor a name
    /// that Windows reserves. What is not unique gets a number.
    pub(super) fn module_name(&mut self, folded: &str) -> String {
        let words: Vec<_> = folded.split('-').filter(|word| !word.is_empty()).collect();
        let mut base: String = words.join("_").chars().take(100).collect();
        if is_reserved(&base) {
            base.push_str("_rule");
        }
        let mut name = base.clone();
        let mut number = 2;
        while !self.0.insert(name.clone()) {
            name = format!("{base}_{number}");
            number += 1;
        }
        name
    }
}

fn is_reserved(name: &str) -> bool {
    let device = name.len() == 4
        && (name.starts_with("com") || name.starts_with("lpt"))
        && name.ends_with(|c: char| c.is_ascii_digit());
    device
        || matches!(name, "aux" | "con" | "nul" | "prn")
        // The module that holds the rules, and its file.
        || matches!(name, "mod" | "rules")
        || syn::parse_str::<syn::Ident>(name).is_err()
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
        assert_eq!(name("nul"), "nul_rule");
        assert_eq!(name("com1"), "com1_rule");
        assert!(name(&"x".repeat(500)).len() < 120);
    }
}
