//! The documents that a client has open, and their analyses.
//!
//! A document is read on the first request about it, and again after it or another document has
//! changed: if its imports are open too, their open texts are used.

use super::paths;
use super::text::{Encoding, Text};
use abnfc::diagnostic::{Diagnostics, Edit, FileId, Span};
use abnfc::spec::{Import, ReadOptions};
use abnfc::text::bundled;
use abnfc_build::files::{self, Input};
use abnfc_build::imports::imports_of;
use abnfc_tools::editor::Document;
use anyhow::bail;
use lsp_types::{Location, Position, Range, TextDocumentContentChangeEvent, TextEdit, Uri};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The maximum number of changes in one message. After more, the text is lost until it is sent again.
const MAX_CHANGES: usize = 10_000;
/// The maximum size of a text in bytes.
const MAX_TEXT: usize = 64 << 20;
/// The maximum number of files of a folder that are offered as imports.
const MAX_FILES: usize = 1_000;

/// All open documents.
#[derive(Debug, Default)]
pub(super) struct Documents {
    open: BTreeMap<Uri, Open>,
    next: u64,
}

/// An open document.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) text: Text,
    /// The version that the client sent.
    pub(super) version: i32,
    /// A number that is different after each change of this or another document.
    pub(super) state: u64,
    /// Its path, if it is a file.
    path: Option<PathBuf>,
    analysis: OnceCell<Analysis>,
}

/// The analysis of a document.
#[derive(Debug)]
pub(super) struct Analysis {
    /// The document, or the reason why it is not text.
    pub(super) document: Result<Document, Diagnostics>,
    /// The errors of its imports.
    pub(super) in_imports: Diagnostics,
    /// The name of each import's file, with its path unless it is bundled.
    paths: BTreeMap<String, PathBuf>,
    /// The imports.
    pub(super) imports: Vec<Import>,
}

impl Documents {
    pub(super) fn get(&self, uri: &Uri) -> Option<&Open> {
        self.open.get(uri)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = (&Uri, &Open)> {
        self.open.iter()
    }

    pub(super) fn open(&mut self, uri: Uri, version: i32, text: String) {
        let path = paths::path(&uri);
        let text = Text::new(if text.len() <= MAX_TEXT { text } else { String::new() });
        let open = Open { text, version, state: 0, path, analysis: OnceCell::new() };
        self.open.insert(uri, open);
        self.touch();
    }

    pub(super) fn close(&mut self, uri: &Uri) {
        self.open.remove(uri);
        self.touch();
    }

    /// Changes a document.
    ///
    /// # Errors
    ///
    /// If the request is not valid, with the reason.
    pub(super) fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> Result<(), &'static str> {
        let open = self.open.get_mut(uri).ok_or("a change of a document that is not open")?;
        open.version = version;
        let result = open.change(changes, encoding);
        self.touch();
        result
    }

    /// Discards the analyses of all documents with imports.
    pub(super) fn touch(&mut self) {
        for open in self.open.values_mut() {
            // A document without imports depends only on its own text.
            let is_alone = open
                .analysis
                .get()
                .is_some_and(|it| it.imports.is_empty() && it.in_imports.items.is_empty());
            if !is_alone {
                self.next += 1;
                open.state = self.next;
                open.analysis = OnceCell::new();
            }
        }
    }

    /// Returns the analysis of a document.
    pub(super) fn analysis<'a>(&self, open: &'a Open, options: &ReadOptions) -> &'a Analysis {
        open.analysis.get_or_init(|| {
            let path = open.path.clone().unwrap_or_default();
            let name = path.display().to_string();
            let bytes = open.text.as_str().as_bytes().to_vec();
            let input = Input { name: name.clone(), bytes, bundled: None };
            let limits = &options.limits;
            let read = |path: &Path, name: &str, limit: usize| {
                self.read(open.path.is_some(), path, name, limit)
            };
            let (loaded, result) = imports_of(&input, &path, &read, limits);
            let in_imports = match result.map_err(anyhow::Error::downcast::<Diagnostics>) {
                Err(Ok(found)) => found,
                Ok(()) | Err(Err(_)) => Diagnostics::default(),
            };
            let is_file = |import: &Import| import.imports.is_none();
            let paths = loaded.iter().filter(|(import, _)| is_file(import));
            let paths = paths.map(|(import, path)| (import.file.clone(), path.clone())).collect();
            let imports: Vec<Import> = loaded.into_iter().map(|(import, _)| import).collect();
            let document = Document::new(&name, &input.bytes, imports.clone(), options);
            Analysis { document, in_imports, paths, imports }
        })
    }

    /// Reads a file that another file names: open documents take precedence over files, and files
    /// over bundled grammars.
    fn read(
        &self,
        has_folder: bool,
        path: &Path,
        name: &str,
        limit: usize,
    ) -> anyhow::Result<Input> {
        if !has_folder && bundled::find(name).is_none() {
            bail!("a document that is not a file can import bundled grammars only");
        }
        if let Some(open) = self.at(path).filter(|_| has_folder) {
            let bytes = open.text.as_str().as_bytes();
            if limit < bytes.len() {
                bail!("`{}` has more than {limit} bytes, the limit", path.display());
            }
            let name = files::name(path);
            return Ok(Input { name, bytes: bytes.to_vec(), bundled: None });
        }
        files::read_named_grammar(path, name, limit)
    }

    /// Returns the open document of a path.
    fn at(&self, path: &Path) -> Option<&Open> {
        let uri = self.uri(path)?;
        self.open.get(uri)
    }

    /// Returns the URI that the client uses for an open file.
    fn uri(&self, path: &Path) -> Option<&Uri> {
        let wanted = canonical(path);
        let is_it = |open: &Open| open.path.as_deref().is_some_and(|it| canonical(it) == wanted);
        self.open.iter().find(|(_, open)| is_it(open)).map(|(uri, _)| uri)
    }

    /// Returns the location of a span of the document or of an imported file, by the file's name. `None` if
    /// that is bundled.
    pub(super) fn location(
        &self,
        (uri, open): (&Uri, &Open),
        analysis: &Analysis,
        (file, span): (&str, Span),
        encoding: Encoding,
    ) -> Option<Location> {
        if span.file == FileId(0) {
            return Some(Location { uri: uri.clone(), range: open.range(span, encoding) });
        }
        let path = analysis.paths.get(file)?;
        if let Some(uri) = self.uri(path) {
            let range = self.open.get(uri)?.range(span, encoding);
            return Some(Location { uri: uri.clone(), range });
        }
        let document = analysis.document.as_ref().ok()?;
        let text = Text::new(document.read.diagnostics.files.get(span.file)?.text.clone());
        let range = Range {
            start: text.place(span.start as usize, encoding),
            end: text.place(span.end as usize, encoding),
        };
        Some(Location { uri: paths::uri(path)?, range })
    }

    /// Returns the names of the rules of a grammar that a document can import.
    pub(super) fn rules_of(&self, open: &Open, file: &str, options: &ReadOptions) -> Vec<String> {
        let folder = open.path.as_deref().and_then(Path::parent);
        let path = folder.unwrap_or(Path::new("")).join(file);
        let limit = options.limits.source_bytes;
        let Ok(input) = self.read(folder.is_some(), &path, file, limit) else { return Vec::new() };
        let read = abnfc::read_leniently(&input.name, &input.bytes, &[], options);
        let Ok(read) = read else { return Vec::new() };
        read.resolved.own_rules().map(|(_, rule)| rule.name.to_string()).collect()
    }
}

impl Analysis {
    /// Returns whether the document imports this open document.
    pub(super) fn is_of(&self, file: &str, open: &Open) -> bool {
        let path = self.paths.get(file).map(|path| canonical(path));
        path.is_some() && path == open.path.as_deref().map(canonical)
    }
}

impl Open {
    fn change(
        &mut self,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> Result<(), &'static str> {
        // Changes before a whole text have no effect.
        let whole = changes.iter().rposition(|change| change.range.is_none()).unwrap_or(0);
        self.analysis = OnceCell::new();
        if MAX_CHANGES < changes.len() - whole {
            self.text = Text::new(String::new());
            return Err("more than 10000 changes in one message; the text is lost");
        }
        for change in changes.into_iter().skip(whole) {
            match change.range {
                Some(range) => self.text.replace(range, encoding, &change.text),
                None => self.text = Text::new(change.text),
            }
            if MAX_TEXT < self.text.as_str().len() {
                self.text = Text::new(String::new());
                return Err("a text of more than 64 MiB; it is lost");
            }
        }
        Ok(())
    }

    pub(super) fn range(&self, span: Span, encoding: Encoding) -> Range {
        Range {
            start: self.text.place(span.start as usize, encoding),
            end: self.text.place(span.end as usize, encoding),
        }
    }

    /// Returns the offset in the normalised text of a position.
    pub(super) fn offset(&self, at: Position, encoding: Encoding) -> usize {
        self.text.normal(at, encoding)
    }

    /// Converts edits for the client, with the line ends of the text.
    pub(super) fn edits(&self, edits: &[Edit], encoding: Encoding) -> Vec<TextEdit> {
        let line_end = self.text.line_end();
        let edit = |edit: &Edit| TextEdit {
            range: self.range(edit.span, encoding),
            new_text: edit.text.replace('\n', line_end),
        };
        edits.iter().map(edit).collect()
    }

    /// Returns its name in messages.
    pub(super) fn name(&self) -> String {
        self.path.as_deref().unwrap_or(Path::new("")).display().to_string()
    }

    /// Returns the names of grammars in its folder, in order.
    pub(super) fn neighbours(&self) -> Vec<String> {
        let Some(path) = &self.path else { return Vec::new() };
        let entries = path.parent().and_then(|folder| fs::read_dir(folder).ok());
        let names = entries.into_iter().flatten().flatten().take(MAX_FILES).filter_map(|entry| {
            let is_grammar = entry.path().extension().is_some_and(|it| it == "abnf");
            let is_other = Some(&*entry.file_name()) != path.file_name();
            (is_grammar && is_other).then(|| entry.file_name().into_string().ok())?
        });
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }
}

/// Returns the canonical path of a file, so that two paths to it are equal.
fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
