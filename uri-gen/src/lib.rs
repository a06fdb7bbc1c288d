//! The input of the `uri` crate: its grammars, and what their rules are called in
//! Rust.
//!
//! Data only. `cargo xtask regen` hands it to the compiler and writes the result to
//! `uri/src/generated`. The URI grammar is `grammars/uri.abnf`; `grammars/rfc2396.bnf`
//! is the RFC's own statement of the same language and stands beside it so that the
//! two can be compared rule by rule.

mod rfc1738;
mod rfc2396;

/// A rule to export: its rulename in ABNF, which has `-` where BNF may have `_` or
/// `+`, the name of its type in Rust, and one line of documentation.
pub type Rule = (&'static str, &'static str, &'static str);

/// A grammar that becomes a module of the crate.
#[derive(Clone, Copy, Debug)]
pub struct Grammar {
    /// The module below the crate's root; empty for the root itself.
    pub module: &'static str,
    /// The file's name inside `uri-gen/grammars`.
    pub file: &'static str,
    /// The file's content.
    pub text: &'static str,
    /// The rules to export, in the order of the grammar.
    pub rules: &'static [Rule],
}

/// The grammars of the `uri` crate, the root first.
pub const GRAMMARS: &[Grammar] = &[
    Grammar {
        module: "",
        file: "uri.abnf",
        text: include_str!("../grammars/uri.abnf"),
        rules: rfc2396::RULES,
    },
    Grammar {
        module: "rfc1738",
        file: "rfc1738.bnf",
        text: include_str!("../grammars/rfc1738.bnf"),
        rules: rfc1738::RULES,
    },
];

/// Appendix A of RFC 2396 in its own notation; nothing is generated from it.
pub const RFC2396: &str = include_str!("../grammars/rfc2396.bnf");

#[cfg(test)]
mod tests {
    use super::*;
    use abnfc::spec::ReadOptions;

    #[test]
    fn every_rule_of_a_grammar_has_its_line_in_order() {
        for grammar in GRAMMARS {
            let options = ReadOptions::default();
            let read = abnfc::read(grammar.file, grammar.text.as_bytes(), &[], &options).unwrap();
            let defined = read.resolved.own_rules().map(|(_, rule)| rule.name.as_str().to_owned());
            let listed = grammar.rules.iter().map(|rule| rule.0);
            assert_eq!(listed.collect::<Vec<_>>(), defined.collect::<Vec<_>>(), "{}", grammar.file);
        }
    }

    #[test]
    fn the_appendix_is_read_as_it_is() {
        let options = ReadOptions::default();
        let read = abnfc::read("rfc2396.bnf", RFC2396.as_bytes(), &[], &options).unwrap();
        // All but DQUOTE, control, space, delims and unwise, which the appendix leaves out.
        assert_eq!(read.resolved.own_rules().count(), GRAMMARS[0].rules.len() - 5);
    }

    #[test]
    fn documentation_names_its_section() {
        for rule in GRAMMARS.iter().flat_map(|grammar| grammar.rules) {
            assert!(rule.2.contains("section ") && rule.2.ends_with('.'), "{rule:?}");
        }
    }
}
