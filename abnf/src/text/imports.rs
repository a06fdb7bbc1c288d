//! Import directives: comments by which a grammar names its imports.
//!
//! ```text
//! ; @import URI = uri.abnf
//! ; @import HTTP = "RFC 9110.abnf" (token, quoted-string)
//! ; @import-extracted MAIL = rfc5322.txt (addr-spec)
//! ```
//!
//! A directive is on a line of its own. It gives the name that `<rule, see [NAME]>` refers to, the
//! file, in quotes if the file name has spaces or brackets, and optionally the rules to import.
//! With `@import-extracted`, the file is a document from which the grammar must be extracted. If
//! there is no such file, the name may be that of a [bundled](super::bundled) grammar.
//!
//! The library reads no files: the caller opens the files that [`directives`] returns, and passes
//! them on as [`Import`](crate::spec::Import)s.

use super::directives::directive;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::spec::Extract;
use crate::text::source::Source;
use crate::text::tokens::tokens;

/// An import that a grammar requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directive {
    /// The name of the import.
    pub name: String,
    /// The file, as written; relative to the folder of the grammar.
    pub file: String,
    /// The rules that are wanted; empty means all.
    pub rules: Vec<String>,
    /// Whether the grammar must be found inside the file; `None` means as for the grammar.
    pub extract: Option<Extract>,
    /// From `@` to the end of the line.
    pub span: Span,
}

/// Returns the imports that a grammar requests, in the order of the text.
///
/// A directive that does not have the form above is an error.
pub fn directives(source: &Source, found: &mut Vec<Diagnostic>) -> Vec<Directive> {
    let tokens = tokens(source);
    let mut directives = Vec::new();
    for line in 0..tokens.lines.len() {
        let one = |keyword| directive(source, &tokens, line, keyword);
        let (extract, it) = match (one(IMPORT), one(EXTRACT)) {
            (Some(it), _) => (None, it),
            (None, Some(it)) => (Some(Extract::Yes), it),
            (None, None) => continue,
        };
        let span = it.span;
        match parse(it.rest) {
            Some((name, file, rules)) => {
                directives.push(Directive { name, file, rules, extract, span });
            }
            None => found.push(
                Diagnostic::error(Code::BadImport, "an import that cannot be read")
                    .at(span, "")
                    .hint("write `; @import NAME = FILE` or `; @import NAME = FILE (rule, rule)`"),
            ),
        }
    }
    directives
}

const IMPORT: &str = "import";
const EXTRACT: &str = "import-extracted";

/// Parses the text after the keyword.
fn parse(text: &str) -> Option<(String, String, Vec<String>)> {
    let (name, rest) = text.split_once('=')?;
    let name = name.trim();
    let rest = rest.trim();
    let (file, rest) = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"')?,
        None => rest.split_at(rest.find([' ', '\t', '(']).unwrap_or(rest.len())),
    };
    let rest = rest.trim();
    let rules = if rest.is_empty() {
        Vec::new()
    } else {
        let list = rest.strip_prefix('(')?.strip_suffix(')')?;
        list.split(',').map(|rule| rule.trim().to_owned()).collect()
    };
    let is_word = |word: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
    };
    let is_fine = is_word(name) && !file.is_empty() && rules.iter().all(|rule| is_word(rule));
    is_fine.then(|| (name.to_owned(), file.to_owned(), rules))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::FileId;
    use crate::limits::Limits;

    fn read(text: &str) -> (Vec<Directive>, Vec<Diagnostic>) {
        let source = crate::text::source::source(
            FileId::default(),
            "test.abnf",
            text.as_bytes(),
            &Limits::default(),
        );
        let mut found = Vec::new();
        let directives = directives(&source.unwrap(), &mut found);
        (directives, found)
    }

    #[test]
    fn forms() {
        let (directives, found) = read(
            "; @import URI = uri.abnf\r\na = \"; @import NOT = this\"\n\
             ;@import H = \"a b(.abnf\"(token, quoted-string) \n; @imported goods\n\
             ; @import-extracted D = d.txt (x)\n",
        );
        assert_eq!(found, []);
        let brief: Vec<_> = directives
            .iter()
            .map(|d| (d.name.as_str(), d.file.as_str(), d.rules.as_slice(), d.span.start))
            .collect();
        let rules = ["token".to_owned(), "quoted-string".to_owned()];
        let x = ["x".to_owned()];
        let expected = [
            ("URI", "uri.abnf", &[][..], 2),
            ("H", "a b(.abnf", &rules[..], 53),
            ("D", "d.txt", &x[..], 120),
        ];
        assert_eq!(brief, expected);
        let extract: Vec<_> = directives.iter().map(|d| d.extract.as_ref()).collect();
        assert_eq!(extract, [None, None, Some(&Extract::Yes)]);
    }

    #[test]
    fn bad_forms_are_errors() {
        for bad in [
            "; @import",
            "; @import uri.abnf",
            "; @import A =",
            "; @import A = \"x",
            "; @import A B = x",
            "; @import A = x y",
            "; @import A = x (a,)",
            "; @import A = x (a",
        ] {
            let (directives, found) = read(bad);
            assert_eq!((directives.len(), found.len()), (0, 1), "{bad}");
            assert_eq!(found[0].primary.as_ref().unwrap().span.start, 2);
        }
    }
}
