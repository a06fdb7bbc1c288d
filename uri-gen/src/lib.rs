//! The input of the `uri` crate: its grammars, and what their rules are called in
//! Rust.
//!
//! Data only. `cargo xtask regen` hands it to the compiler and writes the result to
//! `uri/src/generated`. The URI grammar is `grammars/uri.abnf`; `grammars/reference.abnf`
//! imports it and adds one rule. `grammars/rfc2396.bnf` is the RFC's own statement of the
//! same language and stands beside it so that the two can be compared rule by rule.

mod rfc1738;
mod rfc2396;

/// A rule to export: its rulename in ABNF, which has `-` where BNF may have `_` or
/// `+`, the name of its type in Rust, and one line of documentation.
pub type Rule = (&'static str, &'static str, &'static str);

/// The parts that a rule's type gives access to; a rule without such an entry has those
/// that the compiler gives by default.
pub type PartsOf = (&'static str, &'static [Part]);

/// A part: its name, from which its accessor gets its own, and its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// As a rulename.
    pub name: &'static str,
    /// What it can be; a union if there are several.
    pub rules: &'static [&'static str],
    /// The name of a union's type, where rules share it.
    pub type_name: Option<&'static str>,
}

/// A part called like its rule.
const fn part(rule: &'static [&'static str; 1]) -> Part {
    Part { name: rule[0], rules: rule, type_name: None }
}

/// A part with a name of its own.
const fn named(name: &'static str, rules: &'static [&'static str]) -> Part {
    Part { name, rules, type_name: None }
}

/// A grammar that becomes a module of the crate.
#[derive(Clone, Copy, Debug)]
pub struct Grammar {
    /// The module below the crate's root; empty for the root itself.
    pub module: &'static str,
    /// The file's name inside `uri-gen/grammars`.
    pub file: &'static str,
    /// The file's content.
    pub text: &'static str,
    /// The grammars that it imports.
    pub imports: &'static [Import],
    /// The rules to export: its own in its order, then those of the imports.
    pub rules: &'static [Rule],
    /// What the types of some of them give access to.
    pub parts: &'static [PartsOf],
    /// The rules of whose parts the outermost are located with the text, and what is inside
    /// of these when it is asked for: whoever parses them is rare.
    pub outermost: &'static [&'static str],
    /// The rules whose parts are located when they are asked for: they are mostly parts
    /// of others, which need not know where theirs lie.
    pub on_demand: &'static [&'static str],
    /// The rules whose automata become code, which is quick and much.
    pub code: &'static [&'static str],
}

/// A grammar that another imports.
#[derive(Clone, Copy, Debug)]
pub struct Import {
    /// The name by which it is imported.
    pub name: &'static str,
    /// The file's name inside `uri-gen/grammars`.
    pub file: &'static str,
    /// The file's content.
    pub text: &'static str,
}

/// The URI grammar, in ABNF.
pub const URI: Import =
    Import { name: "URI", file: "uri.abnf", text: include_str!("../grammars/uri.abnf") };

/// The grammars of the `uri` crate, the root first.
pub const GRAMMARS: &[Grammar] = &[
    Grammar {
        module: "",
        file: "reference.abnf",
        text: include_str!("../grammars/reference.abnf"),
        imports: &[URI],
        rules: rfc2396::RULES,
        parts: rfc2396::PARTS,
        outermost: &["hier-part", "net-path", "relativeURI"],
        on_demand: &["rel-path", "hostname"],
        code: &["reference", "URI-reference", "absoluteURI", "authority"],
    },
    Grammar {
        module: "rfc1738",
        file: "rfc1738.bnf",
        text: include_str!("../grammars/rfc1738.bnf"),
        imports: &[],
        rules: rfc1738::RULES,
        parts: rfc1738::PARTS,
        outermost: &[],
        on_demand: &[],
        code: &[],
    },
];

/// Appendix A of RFC 2396 in its own notation; nothing is generated from it.
pub const RFC2396: &str = include_str!("../grammars/rfc2396.bnf");

#[cfg(test)]
mod tests {
    use super::*;
    use abnfc::spec::ReadOptions;

    /// The names of the rules in a text.
    fn rules(file: &str, text: &str) -> Vec<String> {
        // References are settled elsewhere.
        let read = abnfc::read_leniently(file, text.as_bytes(), &[], &ReadOptions::default());
        let resolved = read.unwrap().resolved;
        resolved.own_rules().map(|(_, rule)| rule.name.as_str().to_owned()).collect()
    }

    #[test]
    fn every_rule_of_a_grammar_has_its_line_in_order() {
        for grammar in GRAMMARS {
            let mut defined = rules(grammar.file, grammar.text);
            for import in grammar.imports {
                defined.extend(rules(import.file, import.text));
            }
            let listed = grammar.rules.iter().map(|rule| rule.0);
            assert_eq!(listed.collect::<Vec<_>>(), defined, "{}", grammar.file);
        }
    }

    #[test]
    fn parts_are_those_of_rules() {
        for grammar in GRAMMARS {
            let names: Vec<_> = grammar.rules.iter().map(|rule| rule.0).collect();
            let order: Vec<_> = grammar
                .parts
                .iter()
                .map(|parts| names.iter().position(|&name| name == parts.0).expect(parts.0))
                .collect();
            assert!(order.is_sorted_by(|a, b| a < b), "{}", grammar.file);
        }
    }

    #[test]
    fn the_grammar_says_what_it_imports() {
        for grammar in GRAMMARS {
            for import in grammar.imports {
                let directive = format!("; @import {} = {}\n", import.name, import.file);
                assert!(grammar.text.contains(&directive), "{}", grammar.file);
            }
        }
    }

    #[test]
    fn the_appendix_is_read_as_it_is() {
        let uri = rules(URI.file, URI.text);
        // All but DQUOTE, control, space, delims and unwise, which the appendix leaves out.
        assert_eq!(rules("rfc2396.bnf", RFC2396).len(), uri.len() - 5);
    }

    #[test]
    fn documentation_names_its_section() {
        for rule in GRAMMARS.iter().flat_map(|grammar| grammar.rules) {
            let names = ["section ", "appendix "].iter().any(|word| rule.2.contains(word));
            assert!(names && rule.2.ends_with('.'), "{rule:?}");
        }
    }
}
