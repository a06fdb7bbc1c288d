//! Hints in the terms of the command line: options are flags, or keys if a spec file was read.

use abnfc::diagnostic::{
    Diagnostic, Diagnostics, Hint, UNKNOWN_VALUE, file_to_import, which_import,
};
use abnfc::limits::{LimitName, UNLISTED_SHARE};
use abnfc::spec::Dialect;

/// Returns all hints of a finding in one line. `None` if it has none.
pub(super) fn all(item: &Diagnostic) -> Option<String> {
    let hints: Vec<_> = item.hints.iter().map(words).collect();
    (!hints.is_empty()).then(|| hints.join("; "))
}

/// Returns the hints of a finding in terms of the grammar itself, for editors. Hints that only options can
/// follow are left out.
pub(super) fn in_editor(item: &Diagnostic) -> Option<String> {
    let hints: Vec<_> = item.hints.iter().filter_map(words_in_editor).collect();
    (!hints.is_empty()).then(|| hints.join("; "))
}

fn words_in_editor(hint: &Hint) -> Option<String> {
    Some(match hint {
        Hint::Text(text) | Hint::Change { text, .. } => text.clone(),
        Hint::Import { rule, name, bundled } => {
            let name = name.as_deref().unwrap_or("NAME");
            let which = which_import(bundled);
            let file = file_to_import(bundled);
            format!(
                "import the grammar that defines `{rule}`{which} with a line `; @import {name} = \
                 {file} ({rule})`"
            )
        }
        Hint::Dialect(dialect) => {
            let (word, what) = dialect_words(*dialect);
            format!("a line `; @dialect {word}` reads {what}")
        }
        Hint::Encoding => {
            "state the encoding with a line `; @encoding octets`, or `; @encoding utf8` if the values \
             are characters"
                .to_owned()
        }
        Hint::RaiseLimit { .. } => "a spec file can raise the limit".to_owned(),
        Hint::Extract | Hint::TypeName { .. } | Hint::ListParts { .. } | Hint::Trees => return None,
    })
}

/// Returns a hint that names flags.
pub(super) fn words(hint: &Hint) -> String {
    match hint {
        Hint::Text(text) | Hint::Change { text, .. } => text.clone(),
        Hint::RaiseLimit {
            limit: LimitName::DfaStates | LimitName::NfaStates | LimitName::SubsetWork,
            to: None,
        } => format!("raise the limit with `--max-states N`; {UNKNOWN_VALUE}"),
        Hint::RaiseLimit { limit, to } => {
            let name = super::options::limit_name(*limit);
            match to {
                Some(value) => format!("raise the limit with `--limit {name}={value}`"),
                None => format!("raise the limit with `--limit {name}=N`; {UNKNOWN_VALUE}"),
            }
        }
        Hint::Import { rule, name, bundled } => {
            let name = name.as_deref().unwrap_or("NAME");
            let which = which_import(bundled);
            let file = file_to_import(bundled);
            format!(
                "import the grammar that defines `{rule}`{which}, with `--import {name}={file}` or \
                 a line `; @import {name} = {file} ({rule})`"
            )
        }
        Hint::Dialect(dialect) => {
            let (word, what) = dialect_words(*dialect);
            format!("`--dialect {word}` reads {what}")
        }
        Hint::Extract => {
            "`--extract` finds the grammar in a document, `--import-extracted` one in an import"
                .to_owned()
        }
        Hint::Encoding => {
            "state the encoding: `--encoding octets`, or `--encoding utf8` if the values are \
             characters; a line `; @encoding octets` in the grammar says the same"
                .to_owned()
        }
        Hint::TypeName { rule } => {
            format!("give the type of `{rule}` another name with `--type {rule}=NAME`")
        }
        Hint::ListParts { rule } => format!(
            "list the parts that you need, as `--parts {rule}=PART,PART`: for these, the limit is \
             {UNLISTED_SHARE} times as high"
        ),
        Hint::Trees => {
            "trees show all rules in a text: `extras = [\"trees\"]` in a spec file".to_owned()
        }
    }
}

/// Returns the name of a dialect in options, and the notation that it reads.
fn dialect_words(dialect: Dialect) -> (&'static str, &'static str) {
    match dialect {
        Dialect::Auto => ("auto", "any notation"),
        Dialect::Abnf => ("abnf", "ABNF"),
        Dialect::Bnf => ("bnf", "the notations of RFC 822 and RFC 2616"),
        Dialect::Http => ("http", "the lists of HTTP as senders write them"),
        Dialect::HttpLenient => ("http-lenient", "the lists of HTTP with empty elements"),
    }
}

/// Returns the findings of a run with a spec file, whose hints name its keys.
pub(super) fn in_keys(mut found: Diagnostics) -> Diagnostics {
    for item in &mut found.items {
        for hint in &mut item.hints {
            *hint = Hint::Text(keys(hint));
        }
    }
    found
}

/// Returns a hint that names keys of the spec file.
fn keys(hint: &Hint) -> String {
    match hint {
        Hint::Text(text) | Hint::Change { text, .. } => text.clone(),
        Hint::RaiseLimit { limit, to } => {
            let name = super::options::limit_name(*limit);
            let table = "in the table `limits` of the spec file";
            match to {
                Some(value) => format!("raise the limit with `{name} = {value}` {table}"),
                None => format!("raise the limit with `{name} = N` {table}; {UNKNOWN_VALUE}"),
            }
        }
        Hint::Import { rule, name, bundled } => {
            let name = name.as_deref().unwrap_or("NAME");
            let which = which_import(bundled);
            let file = file_to_import(bundled);
            format!(
                "import the grammar that defines `{rule}`{which}, with `{name} = \"{file}\"` in the \
                 table `imports` of the spec file or a line `; @import {name} = {file} ({rule})`"
            )
        }
        Hint::Dialect(dialect) => {
            let (word, what) = dialect_words(*dialect);
            format!("`dialect = \"{word}\"` in the spec file reads {what}")
        }
        Hint::Extract => {
            "`extract = true` in the spec file, for the grammar or an import, finds the grammar in a \
             document"
                .to_owned()
        }
        Hint::Encoding => {
            "state the encoding in the spec file: `encoding = \"octets\"`, or `\"utf8\"` if the \
             values are characters; a line `; @encoding octets` in the grammar says the same"
                .to_owned()
        }
        Hint::TypeName { rule } => format!(
            "give the type of `{rule}` another name with `type = \"NAME\"` in the table \
             `rules.{rule}` of the spec file"
        ),
        Hint::ListParts { rule } => format!(
            "list the parts that you need, as `parts = [\"PART\"]` in the table `rules.{rule}` of the spec \
             file: for these, the limit is {UNLISTED_SHARE} times as high"
        ),
        Hint::Trees => {
            "trees show all rules in a text: `extras = [\"trees\"]` in the spec file".to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{keys, words, words_in_editor};
    use abnfc::diagnostic::Hint;
    use abnfc::limits::LimitName;
    use abnfc::spec::Dialect;

    #[test]
    fn each_hint_names_options_or_keys() {
        let import = Hint::Import {
            rule: "tchar".to_owned(),
            name: Some("HTTP".to_owned()),
            bundled: vec!["rfc9110"],
        };
        let enough = Hint::raise_to(LimitName::ExportedRules, 5000).expect("below the ceiling");
        let hints = [
            (
                Hint::raise(LimitName::DfaStates),
                "`--max-states N`; it is not known",
                "`dfa-states = N`",
            ),
            (Hint::raise(LimitName::Nesting), "`--limit nesting=N`; it is", "`nesting = N`"),
            (enough, "`--limit exported-rules=5000`", "`exported-rules = 5000`"),
            (import, "`--import HTTP=rfc9110`", "`HTTP = \"rfc9110\"`"),
            (Hint::Dialect(Dialect::Bnf), "`--dialect bnf`", "`dialect = \"bnf\"`"),
            (Hint::Extract, "`--extract`", "`extract = true`"),
            (Hint::Encoding, "`--encoding octets`", "`encoding = \"octets\"`"),
            (Hint::TypeName { rule: "a".to_owned() }, "`--type a=NAME`", "`rules.a`"),
            (Hint::ListParts { rule: "a".to_owned() }, "`--parts a=PART,PART`", "`rules.a`"),
        ];
        for (hint, flag, key) in hints {
            assert!(words(&hint).contains(flag), "{}", words(&hint));
            assert!(keys(&hint).contains(key) && !keys(&hint).contains("--"), "{}", keys(&hint));
        }
    }

    /// An editor has neither options nor the spec file of the build.
    #[test]
    fn hints_in_editors_name_lines_of_the_grammar() {
        let import = |name: Option<&str>, bundled: &[&'static str]| Hint::Import {
            rule: "tchar".to_owned(),
            name: name.map(str::to_owned),
            bundled: bundled.to_vec(),
        };
        let hints = [
            (import(Some("HTTP"), &["rfc9110"]), Some("`; @import HTTP = rfc9110 (tchar)`")),
            (import(None, &["rfc3339", "rfc5322"]), Some("`; @import NAME = FILE (tchar)`")),
            (
                Hint::Dialect(Dialect::Http),
                Some("a line `; @dialect http` reads the lists of HTTP"),
            ),
            (Hint::Encoding, Some("`; @encoding octets`")),
            (Hint::raise(LimitName::DfaStates), Some("a spec file can raise the limit")),
            (Hint::Text("use `/`".to_owned()), Some("use `/`")),
            (Hint::Extract, None),
            (Hint::TypeName { rule: "a".to_owned() }, None),
        ];
        for (hint, expected) in hints {
            let found = words_in_editor(&hint);
            assert_eq!(found.is_some(), expected.is_some(), "{hint:?}");
            let found = found.unwrap_or_default();
            assert!(found.contains(expected.unwrap_or_default()), "{found}");
            assert!(!found.contains("--"), "{found}");
        }
    }
}
