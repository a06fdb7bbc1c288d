//! The formatter: a text to the same grammar in canonical layout.
//!
//! The layout is that of recent RFCs, such as RFC 3986: one column for `=`, and below it the `/`
//! of alternatives that need lines of their own; brackets with a space inside; 72 columns.
//! Names, strings, numbers and comments are unchanged. The older notations become ABNF, as
//! [`dialect`] reads them; only lists stay.
//!
//! The author decides:
//!
//! - empty lines between rules; several become one;
//! - line breaks between alternatives. All other breaks are new, and no line is longer than 72
//!   columns unless one token and its indentation are;
//! - which rules have their `=` in one column: those of one paragraph, and adjacent rules whose `=`
//!   are in one column already.
//!
//! Stages:
//!
//! 1. [`items`]: tokens to rules, each a [`tree`] with comments in it, and the items between rules;
//! 2. [`align`]: the column of each rule's `=`;
//! 3. [`layout`]: lines on a [`sheet`], with trailing comments separate;
//! 4. [`page`]: lines to text, with adjacent comments in one column;
//! 5. [`verify`]: the text has the tokens, the comments and the meaning of the original.

mod align;
mod items;
mod layout;
mod page;
mod sheet;
mod tree;
mod verify;

use abnfc::diagnostic::{Code, Diagnostic, Diagnostics, FileId, Files, Severity};
use abnfc::grammar::syntax::{ListForm, Node, Rulelist, syntax};
use abnfc::limits::Limits;
use abnfc::read::sorted;
use abnfc::spec::{Dialect, Extract, ReadOptions};
use abnfc::text::dialect::dialect;
use abnfc::text::directives;
use abnfc::text::document::document;
use abnfc::text::extract::extract;
use abnfc::text::source::{Source, source};
use abnfc::text::tokens::{Tokens, tokens};

/// Formats a grammar.
///
/// The result has the line ends of the file, by its first one. Formatting it again changes
/// nothing. References need not be defined, because no other grammar is read.
/// Takes linear time and memory for a given [`nesting`](abnfc::limits::Limits::nesting).
///
/// # Errors
///
/// All errors in the notation; and an error `formatter-fault`, a bug in this program, if the result
/// would not be the same grammar with the same comments.
///
/// # Examples
///
/// ```
/// let text = b"a=*(b/\"c\") ; both\nlong =/b";
/// let text = abnfc_tools::fmt::fmt("g.abnf", text, &Default::default())?;
/// assert_eq!(text, "a    =  *( b / \"c\" )  ; both\nlong =/ b\n");
/// # Ok::<(), abnfc::diagnostic::Diagnostics>(())
/// ```
pub fn fmt(name: &str, bytes: &[u8], options: &ReadOptions) -> Result<String, Diagnostics> {
    let original = File::read(name, bytes, options)?;
    let items = items::items(&original.source, &original.tokens, &original.rules);
    let columns = align::align(&items);
    let text = page::text(&layout::layout(&items, &columns));
    if let Err(why) = verify::verify(&original, &text, options) {
        let message = format!("the layout of `{name}` would change {why}; nothing was written");
        let error = Diagnostic::error(Code::FormatterFault, message)
            .hint("this is a bug in the formatter; please report it with the grammar");
        return Err(original.failed(vec![error]));
    }
    Ok(if has_crlf(bytes) { text.replace('\n', "\r\n") } else { text })
}

/// The input of the formatter.
struct File {
    source: Source,
    tokens: Tokens,
    rules: Rulelist,
}

impl File {
    fn read(name: &str, bytes: &[u8], options: &ReadOptions) -> Result<Self, Diagnostics> {
        let source = source(FileId(0), name, bytes, &options.limits).map_err(Diagnostics::from)?;
        let mut found = Vec::new();
        let source = document(source, &options.extract, &mut found);
        let tokens = extract(&source, tokens(&source), &options.extract, &mut found);
        let tokens = dialect(&source, tokens, options.dialect, &mut found);
        let rules = syntax(&source, &tokens, &options.limits, &mut found);
        found.retain(|item| item.severity == Severity::Error);
        found.extend(rules.errors().cloned());
        let found = sorted(found);
        let file = Self { source, tokens, rules };
        if found.is_empty() { Ok(file) } else { Err(file.failed(found)) }
    }

    fn failed(&self, items: Vec<Diagnostic>) -> Diagnostics {
        let mut files = Files::default();
        files.push(&*self.source.name, &*self.source.text);
        Diagnostics { files, items }
    }
}

/// Returns the options for reading the result of formatting, `text`.
fn of_result(original: &File, text: &str, options: &ReadOptions) -> ReadOptions {
    // The result can be longer than the original.
    let limits = Limits { source_bytes: usize::MAX, ..options.limits };
    let stated = source(FileId(0), "the result", text.as_bytes(), &limits).map(|source| {
        directives::dialect(&source, &tokens(&source), Dialect::Auto, &mut Vec::new())
    });
    let mut lists = original.rules.rules.iter().filter_map(|rule| lists(&rule.node));
    let dialect = match (stated, lists.next()) {
        (Ok(stated), _) if stated != Dialect::Auto => stated,
        (_, None) => Dialect::Abnf,
        (_, Some(ListForm::Sender)) => Dialect::Http,
        (_, Some(ListForm::Recipient)) => Dialect::HttpLenient,
        (_, Some(ListForm::Linear)) => Dialect::Bnf,
    };
    ReadOptions { dialect, extract: Extract::No, limits, encoding: options.encoding }
}

/// Returns the form of the lists in a definition.
fn lists(node: &Node) -> Option<ListForm> {
    let mut found = None;
    node.walk(&mut |node| {
        if let Node::List { form, .. } = node {
            found = Some(*form);
        }
    });
    found
}

fn has_crlf(bytes: &[u8]) -> bool {
    let first = bytes.iter().position(|&byte| byte == b'\n');
    first.and_then(|at| at.checked_sub(1)).is_some_and(|at| bytes[at] == b'\r')
}

#[cfg(test)]
mod tests;
