//! Names that nobody chose: of accessors, and of the types that come with a rule's.

use std::collections::BTreeSet;

/// The methods that views have, inherent or by traits that are in scope everywhere:
/// an accessor of the same name would hide them.
const METHODS: &[&str] = &[
    "as_bytes",
    "as_ref",
    "as_str",
    "borrow",
    "check",
    "check_bytes",
    "clamp",
    "clone",
    "clone_from",
    "clone_into",
    "cmp",
    "eq",
    "fmt",
    "ge",
    "gt",
    "hash",
    "into",
    "is_match",
    "is_match_bytes",
    "le",
    "longest_prefix",
    "lt",
    "matcher",
    "max",
    "min",
    "ne",
    "new",
    "parse",
    "partial_cmp",
    "to_buf",
    "to_owned",
    "to_string",
    "try_from",
    "try_into",
    "type_id",
];

/// The method for a part: its name in snake case.
pub(super) fn accessor(part: &str) -> String {
    let words = part.split('-').filter(|word| !word.is_empty());
    let name = words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("_");
    // `gen` is a word of the edition of 2024 only.
    let is_word = name == "gen" || syn::parse_str::<syn::Ident>(&name).is_err();
    let taken = is_word || METHODS.contains(&&*name);
    if taken { format!("{name}_part") } else { name }
}

/// The plural of a rulename.
pub(super) fn plural(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    let vowel = |c: char| "aeiou".contains(c);
    match lower.strip_suffix('y') {
        Some(stem) if !stem.ends_with(vowel) && !stem.is_empty() => {
            format!("{}ies", &name[..name.len() - 1])
        }
        _ if ["s", "x", "z", "ch", "sh"].iter().any(|end| lower.ends_with(end)) => {
            format!("{name}es")
        }
        _ => format!("{name}s"),
    }
}

/// In camel case, for the end of a type name.
pub(super) fn camel(part: &str) -> String {
    let words = part.split(['-', '_']).filter(|word| !word.is_empty());
    let word = |word: &str| {
        let (first, rest) = word.split_at(1);
        first.to_ascii_uppercase() + rest
    };
    words.map(word).collect()
}

/// The type names of a module.
pub(super) struct TypeNames(BTreeSet<String>);

impl TypeNames {
    /// With the names that are given away.
    pub(super) fn new(taken: impl IntoIterator<Item = String>) -> Self {
        Self(taken.into_iter().collect())
    }

    /// The name, or the name with the smallest number that makes it unique.
    pub(super) fn unique(&mut self, base: &str) -> String {
        let mut name = base.to_owned();
        let mut number = 2;
        while !self.0.insert(name.clone()) {
            name = format!("{base}{number}");
            number += 1;
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        ];
        for (part, expected) in names {
            assert_eq!(accessor(part), expected);
        }
        assert_eq!(camel("rel-segments"), "RelSegments");
        assert_eq!(camel("IPv4address"), "IPv4address");
    }

    #[test]
    fn plurals() {
        let plurals = [
            ("segment", "segments"),
            ("query", "queries"),
            ("key", "keys"),
            ("class", "classes"),
            ("index", "indexes"),
            ("path", "paths"),
            ("match", "matches"),
            ("y", "ys"),
        ];
        for (one, many) in plurals {
            assert_eq!(plural(one), many);
        }
    }
}
