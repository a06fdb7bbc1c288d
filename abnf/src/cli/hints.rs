//! Hints in the words of the command line: options are flags.

use abnfc::diagnostic::{Diagnostic, Hint};
use abnfc::limits::LimitName;
use abnfc::spec::Dialect;

/// All hints of a finding in one line; none if there are none.
pub(super) fn all(item: &Diagnostic) -> Option<String> {
    let hints: Vec<_> = item.hints.iter().map(words).collect();
    (!hints.is_empty()).then(|| hints.join("; "))
}

/// One hint, with the flags that it asks for.
pub(super) fn words(hint: &Hint) -> String {
    match hint {
        Hint::Text(text) => text.clone(),
        Hint::RaiseLimit(LimitName::DfaStates | LimitName::NfaStates | LimitName::SubsetWork) => {
            "raise the limit with `--max-states N`".to_owned()
        }
        Hint::RaiseLimit(limit) => {
            format!("raise the limit with `--limit {}=N`", super::options::limit_name(*limit))
        }
        Hint::Import { rule, name } => {
            let name = name.as_deref().unwrap_or("NAME");
            format!(
                "import the grammar that defines `{rule}`, with `--import {name}=FILE` or a line \
                 `; @import {name} = FILE ({rule})`"
            )
        }
        Hint::Dialect(dialect) => match dialect {
            Dialect::Auto => "`--dialect auto` reads any notation".to_owned(),
            Dialect::Abnf => "`--dialect abnf` reads ABNF".to_owned(),
            Dialect::Bnf => "`--dialect bnf` reads the BNF of RFC 822".to_owned(),
            Dialect::Http => {
                "`--dialect http` reads the lists of HTTP as senders write them".to_owned()
            }
            Dialect::HttpLenient => {
                "`--dialect http-lenient` also reads their empty elements".to_owned()
            }
        },
        Hint::Extract => "`--extract` finds the grammar in a document".to_owned(),
        Hint::Encoding => {
            "state the encoding: `--encoding octets`, or `--encoding utf8` if the values are \
             characters"
                .to_owned()
        }
        Hint::TypeName { rule } => {
            format!("give the type of `{rule}` another name with `--type {rule}=NAME`")
        }
    }
}
