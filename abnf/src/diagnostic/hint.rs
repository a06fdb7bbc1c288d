//! What to do about a finding, as data.
//!
//! A hint that only concerns the grammar is a sentence, with the change of the text that does what
//! the sentence says if there is one that can be made without looking. One that asks for an option
//! says which, and who prints it chooses the words: [`Hint`]'s own `Display` names the
//! fields of [`Spec`](crate::spec::Spec) and its parts, for build scripts; the command
//! line names its flags.

use super::Span;
use crate::limits::LimitName;
use crate::spec::Dialect;
use std::fmt;

/// What to do about a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// A sentence about the grammar without a final dot.
    Text(String),
    /// A sentence about the grammar without a final dot, and what does it.
    Change {
        /// The sentence.
        text: String,
        /// In the order of the text, apart from each other.
        edits: Vec<Edit>,
    },
    /// A limit stands in the way and can be raised.
    RaiseLimit(LimitName),
    /// Another grammar may define a rule and can be imported.
    Import {
        /// The rule that is missing.
        rule: String,
        /// What the grammar calls the other one; none if it does not say.
        name: Option<String>,
        /// The bundled grammar that may be the other one.
        bundled: Option<&'static str>,
    },
    /// The text makes sense in this notation.
    Dialect(Dialect),
    /// The file may be a document with a grammar in it.
    Extract,
    /// The meaning of values should be stated.
    Encoding,
    /// The rule's type should have a name of its own.
    TypeName {
        /// The rule.
        rule: String,
    },
}

/// A piece of a text and what to write in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The piece; an empty one is the place before its byte.
    pub span: Span,
    /// What to write.
    pub text: String,
}

impl Hint {
    /// A sentence, and the text that does what it says in place of each of these pieces.
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

/// The words for the grammar that may be the one that is missing.
pub fn which_import(bundled: Option<&str>) -> String {
    bundled.map(|it| format!(", perhaps the bundled `{it}`")).unwrap_or_default()
}

/// For those who call the library: options are fields.
impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::Change { text, .. } => f.write_str(text),
            Self::RaiseLimit(limit) => write!(f, "raise the limit `Limits::{}`", limit.field()),
            Self::Import { rule, name, bundled } => {
                let name = name.as_deref().unwrap_or("NAME");
                let which = which_import(*bundled);
                let file = bundled.unwrap_or("FILE");
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
                    Dialect::Bnf => ("Bnf", "the BNF of RFC 822"),
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
        }
    }
}
