//! Suggestions for a finding, as data.
//!
//! A hint that only concerns the grammar is a sentence, together with the edit that implements it
//! if the edit is unambiguous. A hint that suggests an option identifies the option as data, and
//! the printer chooses the words: `Display` of [`Hint`] names the fields of
//! [`Spec`](crate::spec::Spec) and its parts, for build scripts; the command line names its flags.

use super::Span;
use crate::limits::{LimitName, UNLISTED_SHARE};
use crate::spec::Dialect;
use std::fmt;

/// A suggestion for a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// A sentence about the grammar without a final dot.
    Text(String),
    /// A sentence about the grammar without a final dot, and the edits that implement it.
    Change {
        /// The sentence.
        text: String,
        /// In the order of the text, without overlaps.
        edits: Vec<Edit>,
    },
    /// A limit was exceeded and can be raised.
    RaiseLimit {
        /// The limit.
        limit: LimitName,
        /// The least value that suffices; `None` if it is not known.
        to: Option<usize>,
    },
    /// Another grammar may define a rule and can be imported.
    Import {
        /// The rule that is missing.
        rule: String,
        /// The grammar's name for the other one; `None` if it has none.
        name: Option<String>,
        /// The bundled grammars that may be meant.
        bundled: Vec<&'static str>,
    },
    /// The text is valid in this notation.
    Dialect(Dialect),
    /// The file may be a document that contains a grammar.
    Extract,
    /// The meaning of values should be stated.
    Encoding,
    /// The rule's type should have a name of its own.
    TypeName {
        /// The rule.
        rule: String,
    },
    /// The spec should list the parts of the rule that are needed.
    ListParts {
        /// The rule.
        rule: String,
    },
    /// Trees should show all rules.
    Trees,
}

/// A replacement for a piece of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The piece; an empty span inserts before its offset.
    pub span: Span,
    /// The new text.
    pub text: String,
}

impl Hint {
    /// A hint to raise a limit to a value that is not known.
    pub fn raise(limit: LimitName) -> Self {
        Self::RaiseLimit { limit, to: None }
    }

    /// A hint to raise a limit to the least value that suffices. `None` if this value is beyond the
    /// ceiling of the limit.
    pub fn raise_to(limit: LimitName, value: usize) -> Option<Self> {
        (value <= limit.ceiling()).then_some(Self::RaiseLimit { limit, to: Some(value) })
    }

    /// A hint with a sentence, and one new text that replaces each of `spans`.
    pub fn change(
        sentence: impl Into<String>,
        text: &str,
        spans: impl IntoIterator<Item = Span>,
    ) -> Self {
        let edits = spans.into_iter().map(|span| Edit { span, text: text.to_owned() });
        Self::Change { text: sentence.into(), edits: edits.collect() }
    }
}

impl From<&str> for Hint {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Hint {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// The remark of a hint to raise a limit to a value that is not known.
pub const UNKNOWN_VALUE: &str = "it is not known which value suffices";

/// The phrase that names bundled grammars, one or more, if one may be missing.
pub fn which_import(bundled: &[&str]) -> String {
    match bundled {
        [] => String::new(),
        [one] => format!(", perhaps the bundled `{one}`"),
        [others @ .., last] => {
            let others: Vec<String> = others.iter().map(|it| format!("`{it}`")).collect();
            format!(", perhaps one of the bundled {} and `{last}`", others.join(", "))
        }
    }
}

/// The file to import in an example: the bundled grammar if only one may be meant.
pub fn file_to_import(bundled: &[&'static str]) -> &'static str {
    if let [one] = bundled { one } else { "FILE" }
}

/// For callers of the library: options are fields.
impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::Change { text, .. } => f.write_str(text),
            Self::RaiseLimit { limit, to: Some(value) } => {
                write!(f, "raise the limit `Limits::{}` to {value}", limit.field())
            }
            Self::RaiseLimit { limit, to: None } => {
                write!(f, "raise the limit `Limits::{}`; {UNKNOWN_VALUE}", limit.field())
            }
            Self::Import { rule, name, bundled } => {
                let name = name.as_deref().unwrap_or("NAME");
                let which = which_import(bundled);
                let file = file_to_import(bundled);
                write!(
                    f,
                    "import the grammar that defines `{rule}`{which}, with `Spec::imports` or a \
                     line `; @import {name} = {file} ({rule})`"
                )
            }
            Self::Dialect(dialect) => {
                let (variant, what) = match dialect {
                    Dialect::Auto => ("Auto", "any notation"),
                    Dialect::Abnf => ("Abnf", "ABNF"),
                    Dialect::Bnf => ("Bnf", "the notations of RFC 822 and RFC 2616"),
                    Dialect::Http => ("Http", "the lists of HTTP as senders write them"),
                    Dialect::HttpLenient => ("HttpLenient", "the lists of HTTP leniently"),
                };
                write!(f, "to read {what}, set `ReadOptions::dialect` to `Dialect::{variant}`")
            }
            Self::Extract => f.write_str(
                "to find the grammar in a document, set `ReadOptions::extract` to `Extract::Yes`",
            ),
            Self::Encoding => f.write_str(
                "state the encoding in `ReadOptions::encoding`, or in a line `; @encoding octets`, or \
                 `; @encoding utf8` if the values are characters",
            ),
            Self::TypeName { rule } => {
                write!(f, "give the type of `{rule}` another name in `Export::type_name`")
            }
            Self::ListParts { rule } => write!(
                f,
                "list the parts that you need in `Export::parts` of `{rule}`: for these, the limit of \
                 steps is {UNLISTED_SHARE} times as high"
            ),
            Self::Trees => f.write_str("trees show all rules in a text: add `Extra::Trees`"),
        }
    }
}
