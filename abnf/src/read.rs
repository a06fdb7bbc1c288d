//! The parts of [`read`](crate::read()) that are not stages: the files of a run and their limits.

mod imported_files;

pub use imported_files::{ImportedFile, imported_files};

use crate::diagnostic::{Code, Diagnostic, Diagnostics, FileId, Files, Hint};
use crate::grammar::lint::RedefinedCoreRule;
use crate::grammar::resolve::UnresolvedProse;
use crate::grammar::syntax::{self, Rulelist};
use crate::grammar::uses::{reached, references};
use crate::grammar::{Resolved, RuleId};
use crate::limits::{LimitName, Limits};
use crate::spec::ReadOptions;
use crate::text::source::{Source, readable, source};
use crate::text::tokens::Tokens;
use crate::text::{dialect, document, extract};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A grammar and the findings about it.
#[derive(Clone, Debug)]
pub struct Read {
    /// The grammar and its imports.
    pub resolved: Resolved,
    /// In the order of the text. From [`read`](crate::read()): warnings only.
    pub diagnostics: Diagnostics,
    /// The same without the errors about definitions, which are [`Resolved::errors`], prose,
    /// which is [`Resolved::prose`], and redefined core rules.
    pub others: Vec<Diagnostic>,
    /// The core rules that the grammar redefines with another structure.
    pub core_rules: Vec<RedefinedCoreRule>,
}

/// Makes a [`Read`] of a grammar and its findings, except those that are data of the grammar.
pub(crate) fn read(
    resolved: Resolved,
    files: Files,
    core_rules: Vec<RedefinedCoreRule>,
    others: Vec<Diagnostic>,
) -> Read {
    let diagnostics = Diagnostics { files, items: Vec::new() };
    let read = Read { resolved, diagnostics, others: sorted(others), core_rules };
    let items = read.with_errors(read.others.iter().cloned().chain(read.redefined()).collect());
    Read { diagnostics: Diagnostics { items, ..read.diagnostics }, ..read }
}

impl Read {
    /// Narrows the grammar for a caller that needs only `rules`: removes the errors in the
    /// definitions of rules that these do not use.
    ///
    /// # Errors
    ///
    /// All errors that concern the whole grammar or a rule that `rules` use.
    pub fn require(self, rules: &[RuleId]) -> Result<Self, Diagnostics> {
        let used = reached(rules, |rule| references(&self.resolved[rule].expr));
        let is_broken = used.iter().any(|&rule| self.resolved[rule].is_broken);
        let is_whole = self.is_whole();
        let needed: Vec<Arc<Diagnostic>> = errors_in(&self.resolved, &used).cloned().collect();
        let Self { mut resolved, diagnostics: Diagnostics { files, .. }, mut others, core_rules } =
            self;
        if is_broken || !is_whole {
            resolved.errors = needed;
            return Err(read(resolved, files, core_rules, others).diagnostics);
        }
        // Any other error belongs to no rule.
        others.retain(|item| !item.is_of_rule());
        resolved.errors.clear();
        Ok(read(resolved, files, core_rules, others))
    }

    /// Adds the errors about definitions and the warnings about prose, in the order of the text.
    pub(crate) fn with_errors(&self, others: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let prose = self.resolved.prose.iter().map(UnresolvedProse::finding);
        with_errors(others.into_iter().chain(prose), &self.resolved.errors)
    }

    /// Returns the warnings about redefined core rules.
    pub fn redefined(&self) -> impl Iterator<Item = Diagnostic> {
        self.core_rules.iter().map(|it| it.finding(&self.resolved))
    }

    /// Returns whether no error concerns the grammar as a whole.
    pub fn is_whole(&self) -> bool {
        self.others.iter().all(Diagnostic::is_confined)
    }

    /// Returns whether rules can be compiled, as far as the reader knows. A grammar without rules
    /// is compiled only if no error is the reason, so that the missing rules are reported.
    pub fn can_be_compiled(&self) -> bool {
        let has_rules = self.resolved.own_rules().next().is_some();
        self.is_whole() && (has_rules || !self.diagnostics.has_errors())
    }
}

/// Adds errors about definitions to other findings, in the order of the text.
pub(crate) fn with_errors<'a>(
    others: impl IntoIterator<Item = Diagnostic>,
    errors: impl IntoIterator<Item = &'a Arc<Diagnostic>>,
) -> Vec<Diagnostic> {
    let errors = errors.into_iter().map(|error| Diagnostic::clone(error));
    sorted(others.into_iter().chain(errors).collect())
}

/// Returns the errors in the definitions of `rules`, each once.
pub(crate) fn errors_in<'a>(
    grammar: &'a Resolved,
    rules: &BTreeSet<RuleId>,
) -> impl Iterator<Item = &'a Arc<Diagnostic>> {
    let own = rules.iter().flat_map(|&rule| &grammar[rule].errors);
    let own: BTreeSet<*const Diagnostic> = own.map(Arc::as_ptr).collect();
    grammar.errors.iter().filter(move |error| own.contains(&Arc::as_ptr(error)))
}

/// The texts of a run: that of the grammar, then that of each import.
///
/// Reports every input that is not text.
pub(crate) fn sources(
    name: &str,
    bytes: &[u8],
    imports: &[ImportedFile<'_>],
    options: &ReadOptions,
    found: &mut Vec<Diagnostic>,
) -> Result<(Files, Source, Vec<Source>), Diagnostics> {
    let own = (name, bytes, options.extract.clone());
    let imported = imports.iter().map(|it| {
        let import = it.import;
        (import.file.as_str(), import.bytes.as_slice(), it.options(options).extract)
    });
    let inputs = [own].into_iter().chain(imported);
    let mut files = Files::default();
    let mut sources = Vec::new();
    let mut errors: Vec<Diagnostic> = too_much(bytes, imports, &options.limits).collect();
    if !errors.is_empty() {
        return Err(Diagnostics { files, items: errors });
    }
    for (i, (name, bytes, extract)) in inputs.enumerate() {
        let id = FileId(u32::try_from(i).expect("imports are few"));
        let text = match source(id, name, bytes, &options.limits) {
            Ok(source) => {
                let source = document::document(source, &extract, found);
                let text = source.text.to_string();
                sources.push(source);
                text
            }
            Err(error) => {
                let text = if error.primary.is_some() { readable(bytes) } else { String::new() };
                errors.push(error);
                text
            }
        };
        files.push(name, text);
    }
    if !errors.is_empty() {
        return Err(Diagnostics { files, items: errors });
    }
    let own = sources.remove(0);
    Ok((files, own, sources))
}

/// Reports too many inputs, and inputs that are too large together.
fn too_much(
    bytes: &[u8],
    imports: &[ImportedFile<'_>],
    limits: &Limits,
) -> impl Iterator<Item = Diagnostic> {
    let sum = imports.iter().map(|it| it.import.bytes.len()).sum::<usize>() + bytes.len();
    let number = (limits.imports < imports.len()).then(|| too_many_imports(limits));
    let size = (limits.total_source_bytes < sum).then(|| imports_too_large(limits));
    number.into_iter().chain(size)
}

/// The error for more imports than the limit.
pub fn too_many_imports(limits: &Limits) -> Diagnostic {
    let message = format!("there are more than {} imports, the limit", limits.imports);
    Diagnostic::error(Code::TooManyImports, message).hint(Hint::raise(LimitName::Imports))
}

/// The error for more bytes in all files than the limit.
pub fn imports_too_large(limits: &Limits) -> Diagnostic {
    let message = format!(
        "the grammar and its imports have more than {} bytes, the limit of all files",
        limits.total_source_bytes
    );
    Diagnostic::error(Code::ImportsTooLarge, message).hint(Hint::raise(LimitName::TotalSourceBytes))
}

/// Sorts findings in the order of the text; those without a span come first.
pub fn sorted(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    found
        .sort_by_key(|item| item.primary.as_ref().map(|label| (label.span.file, label.span.start)));
    found
}

/// Parses the tokens of a file into rules.
pub fn rules(
    source: &Source,
    tokens: Tokens,
    options: &ReadOptions,
    found: &mut Vec<Diagnostic>,
) -> Rulelist {
    // Only the lines of the grammar are left.
    let tokens = extract::extract(source, tokens, &options.extract, found);
    // The tokens have the meaning of RFC 5234 and RFC 7405.
    let tokens = dialect::dialect(source, tokens, options.dialect, found);
    // Rules are trees of bounded depth, and every node has a span.
    syntax::syntax(source, &tokens, &options.limits, found)
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Severity;
    use crate::grammar::Origin;
    use crate::limits::Limits;
    use crate::spec::{Import, ReadOptions};
    use crate::{Read, read, read_leniently};

    fn import(name: &str, text: &[u8], rules: &[&str]) -> Import {
        Import {
            name: name.to_owned(),
            file: format!("{name}.abnf"),
            bytes: text.to_vec(),
            rules: rules.iter().map(|&rule| rule.to_owned()).collect(),
            ..Import::default()
        }
    }

    /// Each finding as `code file:line:column`.
    fn brief(diagnostics: &crate::diagnostic::Diagnostics) -> Vec<String> {
        let place = |item: &crate::diagnostic::Diagnostic| match &item.primary {
            Some(label) => {
                let (line, column) = diagnostics.files.line_column(label.span);
                let file = &diagnostics.files.get(label.span.file).unwrap().name;
                format!("{} {file}:{line}:{column}", item.code)
            }
            None => item.code.to_string(),
        };
        diagnostics.items.iter().map(place).collect()
    }

    fn with(text: &str, imports: &[Import]) -> Result<Read, Vec<String>> {
        read("own", text.as_bytes(), imports, &ReadOptions::default()).map_err(|e| brief(&e))
    }

    #[test]
    fn findings_of_all_stages_are_in_the_order_of_the_text() {
        let text = "a = \"x\" / \"x\"\nb = ( a\nc = %x39-30\nd = nope\nb2 = b2\na =/ b\n";
        let expected = [
            "redundant-alternative own:1:11",
            "unclosed-group own:2:5",
            "reversed-range own:3:5",
            "undefined-rule own:4:5",
            "rule-without-end own:5:1",
        ];
        assert_eq!(with(text, &[]).unwrap_err(), expected);
    }

    #[test]
    fn an_error_in_an_import_counts_a_warning_does_not() {
        let imports = |text: &str| [import("X", text.as_bytes(), &[])];
        let read = with("a = x\n", &imports("x = \"\" y\ny = \"x\" / \"x\"\nz = z\n")).unwrap();
        assert_eq!(brief(&read.diagnostics), [""; 0]);
        let errors = with("a = x\n", &imports("x = \"1\"\n\ny = %x2-1\n")).unwrap_err();
        assert_eq!(errors, ["reversed-range X.abnf:3:5"]);
    }

    #[test]
    fn an_import_may_have_a_notation_of_its_own() {
        let imports = [import("BNF", b"x_y = \"1\" | <\">\n", &["x-y"])];
        let read = with("a = \"0\" / x-y\n", &imports).unwrap();
        let id = read.resolved.find("x-y").unwrap();
        assert_eq!(read.resolved[id].origin, Origin::Import("BNF".to_owned()));
    }

    #[test]
    fn all_inputs_that_are_not_text_are_reported() {
        let imports = [import("X", b"\xFF\xFE", &[]), import("Y", b"a = \"b\"\n", &[])];
        let result = read_leniently("own", b"a\0b", &imports, &ReadOptions::default());
        assert_eq!(result.unwrap_err().items.len(), 2);
    }

    #[test]
    fn inputs_are_bounded_in_number_and_sum() {
        let imports = [import("X", b"x = \"1\"\n", &[]), import("Y", b"y = \"1\"\n", &[])];
        let code = |limits: Limits| {
            let options = ReadOptions { limits, ..ReadOptions::default() };
            let result = read_leniently("own", b"a = \"b\"\n", &imports, &options);
            result.map_err(|errors| brief(&errors)).err().unwrap_or_default()
        };
        let limits = Limits::default();
        assert_eq!(code(Limits { imports: 1, ..limits }), ["too-many-imports"]);
        assert_eq!(code(Limits { total_source_bytes: 23, ..limits }), ["imports-too-large"]);
        assert_eq!(code(Limits { total_source_bytes: 24, ..limits }), [""; 0]);
    }

    #[test]
    fn leniently_a_broken_rule_is_still_a_rule() {
        let text = b"a = b\nb = ( a\nc = %xD800 a\n";
        let read = read_leniently("own", text, &[], &ReadOptions::default()).unwrap();
        assert_eq!(brief(&read.diagnostics), ["unclosed-group own:2:5", "surrogate own:3:5"]);
        assert_eq!(read.resolved.own_rules().count(), 3);
    }

    const FLAWED: &[u8] = b"a = b\nb = \"x\"\nc = nope\nd = 3*1\"x\"\ne = \"e\"\n/ \"f\"\n\
        g = \"g\"\nstray words\nh = \"h\"\nb2 = b\nb2 = a a\ni =/ \"i\"\nj = \"j\"\nj =/ %x2-1\n";

    /// Also if it may lack lines that could not be read.
    #[test]
    fn a_rule_with_an_error_in_it_is_broken() {
        let read = read_leniently("own", FLAWED, &[], &ReadOptions::default()).unwrap();
        let broken = read.resolved.own_rules().filter(|(_, rule)| rule.is_broken);
        let broken: Vec<_> = broken.map(|(_, rule)| rule.name.as_str()).collect();
        assert_eq!(broken, ["c", "d", "e", "g", "b2", "i", "j"]);
    }

    #[test]
    fn errors_in_other_rules_do_not_matter() {
        let read = read_leniently("own", FLAWED, &[], &ReadOptions::default()).unwrap();
        let find = |name: &str| read.resolved.find(name).unwrap();
        let has_errors =
            |read: &Read| read.diagnostics.items.iter().any(|it| it.severity == Severity::Error);
        assert!(has_errors(&read));
        let sound = read.clone().require(&[find("a"), find("h")]).unwrap();
        assert!(!has_errors(&sound));
        assert_eq!(brief(&sound.diagnostics), [""; 0]);
        // Errors in a required rule are reported, and errors that belong to no rule.
        let errors = read.clone().require(&[find("a"), find("j")]).unwrap_err();
        assert_eq!(brief(&errors), ["reversed-range own:14:6"]);
        let errors = read.clone().require(&[find("c"), find("b2")]).unwrap_err();
        assert_eq!(brief(&errors), ["undefined-rule own:3:5", "duplicate-rule own:11:1"]);
        // An error about the whole grammar is reported whichever rules are required.
        let imports = [import("X", b"x = \"1\"\n", &["y"])];
        let read = read_leniently("own", b"a = \"x\"\n", &imports, &ReadOptions::default());
        let read = read.unwrap();
        let a = read.resolved.find("a").unwrap();
        read.require(&[a]).unwrap_err();
    }
}
