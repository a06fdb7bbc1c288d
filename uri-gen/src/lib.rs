//! The input of the `uri` crate: its grammars, and `uri.toml`, the spec file for the code that is
//! generated from them.
//!
//! Data only. `cargo xtask regen` runs `abnfc` on the spec file and writes the result to
//! `uri/src/generated`. The URI grammar is `grammars/uri.abnf`; `grammars/reference.abnf` imports
//! it and adds one rule. `grammars/rfc2396.bnf` is the same language in the notation of the RFC, so
//! that the two can be compared rule by rule; nothing is generated from it. The grammars of the
//! other modules are bundled with `abnfc`.

/// The spec file, whose paths are those of [`GRAMMARS`].
pub const SPEC: &str = include_str!("../uri.toml");

/// The texts of the grammars by their paths.
pub const GRAMMARS: [(&str, &str); 4] = [
    ("grammars/reference.abnf", include_str!("../grammars/reference.abnf")),
    ("grammars/rfc1738.bnf", include_str!("../grammars/rfc1738.bnf")),
    ("grammars/rfc2396.bnf", RFC2396),
    ("grammars/uri.abnf", URI),
];

/// The grammar of URIs, in ABNF.
pub const URI: &str = include_str!("../grammars/uri.abnf");

/// Appendix A of RFC 2396 in its own notation.
pub const RFC2396: &str = include_str!("../grammars/rfc2396.bnf");

#[cfg(test)]
mod tests {
    use super::*;
    use abnfc::spec::ReadOptions;
    use abnfc::spec_file::{Grammar, read};
    use abnfc::text::bundled;

    fn grammars() -> Vec<Grammar> {
        read("uri.toml", SPEC.as_bytes()).unwrap_or_else(|errors| panic!("{errors}")).grammars
    }

    fn text(path: &str) -> &'static str {
        if let Some(bundled) = bundled::find(path) {
            return bundled.text;
        }
        GRAMMARS.iter().find(|(other, _)| *other == path).expect(path).1
    }

    /// The names of the rules in a text.
    fn rules(path: &str) -> Vec<String> {
        // References are not resolved here, so findings about them are ignored.
        let read = abnfc::read_leniently(path, text(path).as_bytes(), &[], &ReadOptions::default());
        let resolved = read.unwrap().resolved;
        resolved.own_rules().map(|(_, rule)| rule.name.as_str().to_owned()).collect()
    }

    /// The rules to export: those that the spec lists, or else all rules of the grammar and its
    /// imports.
    fn wanted(grammar: &Grammar) -> Vec<String> {
        if let Some(export) = &grammar.export {
            return export.clone();
        }
        let imports = grammar.imports.iter().map(|import| &import.file);
        [&grammar.file].into_iter().chain(imports).flat_map(|file| rules(file)).collect()
    }

    #[test]
    fn every_rule_of_a_grammar_has_its_table_in_order() {
        for grammar in grammars() {
            let wanted = wanted(&grammar);
            let listed: Vec<String> = grammar.rules.into_iter().map(|rule| rule.rule).collect();
            assert_eq!(listed, wanted, "{}", grammar.file);
        }
    }

    /// The list of exports omits only the rules that its comment names.
    #[test]
    fn no_rule_is_forgotten() {
        let grammars = grammars();
        let root = &grammars[0];
        let files = [&root.file].into_iter().chain(root.imports.iter().map(|import| &import.file));
        let export = root.export.clone().unwrap_or_default();
        let missing: Vec<String> =
            files.flat_map(|file| rules(file)).filter(|rule| !export.contains(rule)).collect();
        assert_eq!(missing, ["path", "path-segments"]);
    }

    /// Both modules have the same types in the same order, except those of whole references.
    #[test]
    fn modules_of_uris_and_iris_have_the_same_types() {
        let types = |module: &str| -> Vec<Option<String>> {
            let grammar = grammars().into_iter().find(|grammar| grammar.module == module);
            let rules = grammar.expect(module).rules;
            rules.into_iter().map(|rule| rule.type_name).collect()
        };
        let uris = types("rfc3986").into_iter().map(|name| name.map(|it| it.replace("Uri", "Iri")));
        assert_eq!(uris.collect::<Vec<_>>(), types("rfc3987"));
    }

    #[test]
    fn every_import_is_named_in_the_grammar() {
        for grammar in grammars() {
            for import in grammar.imports {
                let file = import.file.trim_start_matches("grammars/");
                let directive = format!("; @import {} = {file}\n", import.name);
                assert!(text(&grammar.file).contains(&directive), "{}", grammar.file);
            }
        }
    }

    #[test]
    fn the_appendix_is_read_unchanged() {
        // All but DQUOTE, control, space, delims and unwise, which the appendix leaves out.
        let uri = rules("grammars/uri.abnf").len();
        assert_eq!(rules("grammars/rfc2396.bnf").len(), uri - 5);
    }

    #[test]
    fn documentation_names_its_section() {
        for rule in grammars().into_iter().flat_map(|grammar| grammar.rules) {
            let docs = rule.docs.unwrap_or_default();
            // An example may follow.
            let docs = docs.split("\n\n```").next().unwrap_or_default();
            let names = ["section", "appendix "].iter().any(|word| docs.contains(word));
            assert!(names && docs.ends_with('.'), "{}: {docs}", rule.rule);
        }
    }
}
