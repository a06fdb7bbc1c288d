//! Names of packages: from the name of a grammar to one that cargo accepts.

/// The greatest length of a package name in a registry.
const MAX_NAME: usize = 64;

/// Names that a package cannot have, in addition to the keywords of Rust.
const RESERVED: [&str; 13] = [
    "alloc",
    "aux",
    "build",
    "con",
    "core",
    "deps",
    "examples",
    "incremental",
    "nul",
    "prn",
    "proc_macro",
    "std",
    "test",
];

/// Returns whether a package can have this name: cargo accepts it, and Rust code can refer to it.
pub fn is_package_name(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    let library = crate_name(name);
    name.starts_with(is_letter)
        && name.chars().all(|c| is_letter(c) || c.is_ascii_digit() || c == '-')
        && name.len() <= MAX_NAME
        && !RESERVED.contains(&&*library.to_ascii_lowercase())
        && syn::parse_str::<syn::Ident>(&library).is_ok()
}

/// The name of the package for a grammar of this name, say `my-grammar` for `My grammar`. It is
/// one that [`is_package_name`] takes.
pub fn package_name(stem: &str) -> String {
    let mut name = String::new();
    for c in stem.chars() {
        match c.to_ascii_lowercase() {
            c if c.is_ascii_alphanumeric() || c == '_' => name.push(c),
            _ if name.ends_with('-') => {}
            _ => name.push('-'),
        }
    }
    // The prefix below still fits.
    let name: String = name.trim_matches(['-', '_']).chars().take(MAX_NAME - 8).collect();
    match &*name {
        "" => "grammar".to_owned(),
        name if is_package_name(name) => name.to_owned(),
        name => format!("grammar-{name}"),
    }
}

/// The name by which Rust code refers to a package's library.
pub fn crate_name(package: &str) -> String {
    package.replace('-', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_accepts_the_name_of_any_package() {
        let names = [
            ("uri", "uri"),
            ("My grammar (v2)", "my-grammar-v2"),
            ("", "grammar"),
            ("äöü", "grammar"),
            ("3986", "grammar-3986"),
            ("match", "grammar-match"),
            ("test", "grammar-test"),
            ("rfc_1738", "rfc_1738"),
        ];
        for (stem, expected) in names {
            assert_eq!(package_name(stem), expected);
            assert!(is_package_name(expected));
        }
        let long = package_name(&"1".repeat(100));
        assert!(is_package_name(&long), "{long}");
    }

    #[test]
    fn names_that_cargo_accepts_are_accepted() {
        assert!(["Abc", "a-", "_a", "a_1"].into_iter().all(is_package_name));
        for bad in ["", "_", "1a", "-a", "a b", "ä", "Test", "proc-macro", "match", "a::b"] {
            assert!(!is_package_name(bad), "{bad}");
        }
    }
}
