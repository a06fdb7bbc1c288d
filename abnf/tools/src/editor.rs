//! Answers for editors: a text to a [`Document`], and functions from a document and a position to an
//! answer.
//!
//! Positions are bytes of the normalised text (see note [positions in texts]). The caller converts
//! them to the units of the editor, and loads the imports. In a document with errors, the answers
//! cover everything that could be read.
//!
//! - [`Document::mentions`]: where each rule is defined and used, for definition and references;
//! - [`rename`]: the edits that rename a rule, proved to change nothing else;
//! - [`hover`]: a rule with facts about its language;
//! - [`completion`], [`fixes`], [`symbols`], [`classes`]: names to insert, edits that fix findings, the
//!   rules of a file, and classes for colours.

pub mod classes;
pub mod completion;
pub mod fixes;
pub mod hover;
mod mentions;
pub mod rename;
pub mod rule_facts;
pub mod symbols;

pub use mentions::{Mention, Role};

use crate::written::{Written, written};
use abnfc::Read;
use abnfc::diagnostic::{Diagnostics, Span};
use abnfc::grammar::syntax::Rulelist;
use abnfc::grammar::uses::users;
use abnfc::grammar::{Origin, Resolved, RuleId};
use abnfc::spec::{Dialect, Import, ReadOptions};
use abnfc::text::imports::{Directive, directives};
use abnfc::text::source::Source;
use abnfc::text::tokens::Tokens;

/// A grammar that is open in an editor.
#[derive(Clone, Debug)]
pub struct Document {
    /// The text.
    pub source: Source,
    /// The text as tokens, before any dialect.
    pub tokens: Tokens,
    /// The rules, with their spans.
    pub rules: Rulelist,
    /// The resolved rules, and the findings.
    pub read: Read,
    /// The imports that the caller has loaded.
    pub imports: Vec<Import>,
    /// The comments that import grammars.
    pub directives: Vec<Directive>,
    /// Every mention of a rule, in the order of the text.
    pub mentions: Vec<Mention>,
    /// The dialect of the options.
    pub dialect: Dialect,
}

impl Document {
    /// Reads a text. Takes time in proportion to the text and its imports.
    ///
    /// # Errors
    ///
    /// If one of the inputs is not text, or is too large.
    ///
    /// # Examples
    ///
    /// ```
    /// use abnfc_tools::editor::Document;
    ///
    /// let text = b"greeting = hello SP name\nhello = \"hi\"\nname = 1*ALPHA\n";
    /// let document = Document::new("g.abnf", text, Vec::new(), &Default::default())?;
    /// let name = document.at(20).unwrap();
    /// assert_eq!((&*name.name, document.of(name.rule.unwrap()).count()), ("name", 2));
    /// # Ok::<(), abnfc::diagnostic::Diagnostics>(())
    /// ```
    pub fn new(
        name: &str,
        bytes: &[u8],
        imports: Vec<Import>,
        options: &ReadOptions,
    ) -> Result<Self, Diagnostics> {
        let read = abnfc::read_leniently(name, bytes, &imports, options)?;
        let Written { source, tokens, rules } = written(name, bytes, options)?;
        let directives = directives(&source, &mut Vec::new());
        let mentions = mentions::mentions(&source, &rules, &directives, &read.resolved);
        let dialect = options.dialect;
        Ok(Self { source, tokens, rules, read, imports, directives, mentions, dialect })
    }

    /// The grammar.
    pub fn grammar(&self) -> &Resolved {
        &self.read.resolved
    }

    /// Returns the name at an offset. The offset after its last byte also belongs to the name.
    pub fn at(&self, offset: usize) -> Option<&Mention> {
        let after = self.mentions.partition_point(|it| it.span.start as usize <= offset);
        let it = self.mentions[..after].last()?;
        (offset <= it.span.end as usize).then_some(it)
    }

    /// Returns the mentions of a rule.
    pub fn of(&self, rule: RuleId) -> impl Iterator<Item = &Mention> {
        self.mentions.iter().filter(move |it| it.rule == Some(rule))
    }

    /// Returns the other rules of the grammar that use a rule.
    pub fn users(&self, rule: RuleId) -> Vec<RuleId> {
        let mut users = users(self.grammar().own_rules()).remove(&rule).unwrap_or_default();
        users.retain(|user| *user != rule);
        users
    }

    /// Returns the file and the span of the definition of a rule, unless it is a core rule.
    pub fn definition(&self, rule: RuleId) -> Option<(&str, Span)> {
        let span = self.grammar()[rule].span?;
        let file = self.read.diagnostics.files.get(span.file)?;
        Some((&file.name, span))
    }

    /// Returns the comment that imports the grammar of a rule, if there is one.
    pub fn import_of(&self, rule: RuleId) -> Option<&Directive> {
        let Origin::Import(name) = &self.grammar()[rule].origin else { return None };
        self.directives.iter().find(|it| it.name.eq_ignore_ascii_case(name))
    }

    /// Returns the line of an offset: the offsets of its first byte and of its end.
    fn line(&self, offset: usize) -> (usize, usize) {
        let text = &*self.source.text;
        let at = floor(text, offset);
        let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
        let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
        (start, end)
    }
}

/// Returns the text after the `;` of each line that is a comment, without trailing white space, and
/// its offset.
fn comment_lines(source: &Source) -> Vec<(usize, &str)> {
    let mut at = 0;
    let mut found = Vec::new();
    for line in source.text.split_inclusive('\n') {
        let indented = line.len() - line.trim_start().len();
        if let Some(comment) = line[indented..].strip_prefix(';') {
            found.push((at + indented + 1, comment.trim_end()));
        }
        at += line.len();
    }
    found
}

/// Returns the last beginning of a character that is not after an offset.
fn floor(text: &str, offset: usize) -> usize {
    let mut at = offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests;
