//! Requests about documents to answers. A request about a document that is not open, or is not text, has
//! no answer (`null`).
// Long because each request of the protocol has its answer here.

use super::documents::{Analysis, Documents, Open};
use super::findings::message;
use super::text::Encoding;
use abnfc::diagnostic::{Code, Diagnostics};
use abnfc::grammar::syntax::Definition;
use abnfc::grammar::{Origin, RuleId};
use abnfc::spec::ReadOptions;
use abnfc_tools::editor::classes::{Class, classes};
use abnfc_tools::editor::completion::{CompletionKind, Surroundings, completion};
use abnfc_tools::editor::fixes::{FixKind, fixes};
use abnfc_tools::editor::hover::{hover, summary};
use abnfc_tools::editor::rename::{is_taken, refusal, rename};
use abnfc_tools::editor::symbols::{FoldKind, folds, symbols};
use abnfc_tools::editor::{Document, Mention, Role};
use abnfc_tools::fmt::fmt;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse,
    CodeLens, Command, CompletionItem, CompletionItemKind, CompletionResponse, CompletionTextEdit,
    DocumentHighlight, DocumentHighlightKind, DocumentSymbol, DocumentSymbolResponse, FoldingRange,
    FoldingRangeKind, GotoDefinitionResponse, Hover, HoverContents, Location, MarkupContent,
    MarkupKind, OneOf, Position, PrepareRenameResponse, Range, SemanticToken,
    SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensLegend,
    SemanticTokensResult, SymbolKind, TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit,
    WorkspaceSymbol, WorkspaceSymbolResponse,
};
use serde_json::json;
use std::collections::BTreeMap;

/// The maximum number of symbols of all documents in one answer.
const MAX_SYMBOLS: usize = 1_000;

/// The context of an answer.
#[derive(Clone, Copy)]
pub(super) struct Answers<'a> {
    pub(super) documents: &'a Documents,
    /// The last findings in each document, and the state that they are about.
    pub(super) found: &'a BTreeMap<Uri, (u64, Diagnostics)>,
    pub(super) options: &'a ReadOptions,
    pub(super) encoding: Encoding,
}

/// Returns a document that is open and is text.
#[derive(Clone, Copy)]
struct Here<'a> {
    uri: &'a Uri,
    open: &'a Open,
    analysis: &'a Analysis,
    document: &'a Document,
}

impl<'a> Answers<'a> {
    fn here(self, uri: &'a Uri) -> Option<Here<'a>> {
        let open = self.documents.get(uri)?;
        self.of(uri, open)
    }

    fn of(self, uri: &'a Uri, open: &'a Open) -> Option<Here<'a>> {
        let analysis = self.documents.analysis(open, self.options);
        let document = analysis.document.as_ref().ok()?;
        Some(Here { uri, open, analysis, document })
    }

    fn all(self) -> impl Iterator<Item = Here<'a>> {
        self.documents.all().filter_map(move |(uri, open)| self.of(uri, open))
    }

    /// Returns the name at a position.
    fn name(self, here: Here<'a>, at: Position) -> Option<&'a Mention> {
        here.document.at(here.open.offset(at, self.encoding))
    }

    fn range(self, here: Here<'_>, mention: &Mention) -> Range {
        here.open.range(mention.span, self.encoding)
    }

    pub(super) fn hover(self, params: &'a TextDocumentPositionParams) -> Option<Hover> {
        let here = self.here(&params.text_document.uri)?;
        let name = self.name(here, params.position)?;
        let value = hover(here.document, name.rule?, self.options);
        let contents = MarkupContent { kind: MarkupKind::Markdown, value };
        let range = Some(self.range(here, name));
        Some(Hover { contents: HoverContents::Markup(contents), range })
    }

    /// Returns the definition, or for a rule of a bundled grammar the comment that imports it.
    pub(super) fn definition(
        self,
        params: &'a TextDocumentPositionParams,
    ) -> Option<GotoDefinitionResponse> {
        let here = self.here(&params.text_document.uri)?;
        let rule = self.name(here, params.position)?.rule?;
        self.defined(here, rule).map(GotoDefinitionResponse::Scalar)
    }

    fn defined(self, here: Here<'a>, rule: RuleId) -> Option<Location> {
        let place = here.document.definition(rule)?;
        let at = (here.uri, here.open);
        self.documents.location(at, here.analysis, place, self.encoding).or_else(|| {
            let directive = here.document.import_of(rule)?;
            let range = here.open.range(directive.span, self.encoding);
            Some(Location { uri: here.uri.clone(), range })
        })
    }

    /// Returns the mentions of a rule in all open documents, each with its name.
    fn places(self, here: Here<'a>, rule: RuleId) -> Vec<(Here<'a>, &'a Mention)> {
        let own = here.document.of(rule).map(|it| (here, it));
        let grammar = here.document.grammar();
        let name = &grammar[rule].name;
        // Mentions of a rule of this document in documents that import it.
        let is_own = grammar[rule].origin == Origin::Own;
        let others = self.all().filter(|other| is_own && other.uri != here.uri);
        let others = others.flat_map(|other| {
            let rules = other.document.grammar().rules();
            let rules = rules.filter(|(id, it)| {
                matches!(it.origin, Origin::Import(_))
                    && it.name == *name
                    && other
                        .document
                        .definition(*id)
                        .is_some_and(|(file, _)| other.analysis.is_of(file, here.open))
            });
            let rules: Vec<RuleId> = rules.map(|(id, _)| id).collect();
            rules.into_iter().flat_map(move |id| other.document.of(id).map(move |it| (other, it)))
        });
        own.chain(others).collect()
    }

    pub(super) fn references(
        self,
        params: &'a TextDocumentPositionParams,
        with_definition: bool,
    ) -> Option<Vec<Location>> {
        let here = self.here(&params.text_document.uri)?;
        let rule = self.name(here, params.position)?.rule?;
        let places = self.places(here, rule).into_iter();
        let places = places.filter(|(_, it)| with_definition || it.role != Role::Definition);
        let location = |(there, it): (Here<'_>, &Mention)| Location {
            uri: there.uri.clone(),
            range: self.range(there, it),
        };
        Some(places.map(location).collect())
    }

    pub(super) fn highlight(
        self,
        params: &'a TextDocumentPositionParams,
    ) -> Option<Vec<DocumentHighlight>> {
        let here = self.here(&params.text_document.uri)?;
        let rule = self.name(here, params.position)?.rule?;
        let highlight = |it: &Mention| {
            let kind = match it.role {
                Role::Definition | Role::Increment => DocumentHighlightKind::WRITE,
                Role::Reference | Role::Prose | Role::Import | Role::Example => {
                    DocumentHighlightKind::READ
                }
            };
            DocumentHighlight { range: self.range(here, it), kind: Some(kind) }
        };
        Some(here.document.of(rule).map(highlight).collect())
    }

    /// # Errors
    ///
    /// The reason why the name cannot be changed.
    pub(super) fn prepare_rename(
        self,
        params: &'a TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResponse>, String> {
        let Some(here) = self.here(&params.text_document.uri) else { return Ok(None) };
        let Some(name) = self.name(here, params.position) else { return Ok(None) };
        match refusal(here.document, name) {
            Some(why) => Err(why),
            None => Ok(Some(PrepareRenameResponse::RangeWithPlaceholder {
                range: self.range(here, name),
                placeholder: name.name.clone(),
            })),
        }
    }

    /// # Errors
    ///
    /// The reason why the name cannot be changed.
    pub(super) fn rename(
        self,
        params: &'a TextDocumentPositionParams,
        new: &str,
    ) -> Result<Option<WorkspaceEdit>, String> {
        let Some(here) = self.here(&params.text_document.uri) else { return Ok(None) };
        let Some(name) = self.name(here, params.position) else { return Ok(None) };
        let edits = rename(here.document, name, new, self.options)?;
        let mut changes: Vec<(Uri, Vec<TextEdit>)> =
            vec![(here.uri.clone(), here.open.edits(&edits, self.encoding))];
        let Some(rule) = name.rule else { return Ok(None) };
        for (there, mention) in self.places(here, rule) {
            if there.uri == here.uri {
                continue;
            }
            if let Some(why) = is_taken(there.document, mention.rule, new) {
                return Err(format!("{why}: {}", there.uri.as_str()));
            }
            let edit = TextEdit { range: self.range(there, mention), new_text: new.to_owned() };
            match changes.iter_mut().find(|(uri, _)| uri == there.uri) {
                Some((_, edits)) => edits.push(edit),
                None => changes.push((there.uri.clone(), vec![edit])),
            }
        }
        Ok(Some(changed(changes)))
    }

    pub(super) fn completion(
        self,
        params: &'a TextDocumentPositionParams,
    ) -> Option<CompletionResponse> {
        let here = self.here(&params.text_document.uri)?;
        let files = || here.open.neighbours();
        let rules = |file: &str| self.documents.rules_of(here.open, file, self.options);
        let around = Surroundings { files: &files, rules: &rules };
        let offset = here.open.offset(params.position, self.encoding);
        let items = completion(here.document, offset, around).into_iter().map(|it| {
            let range = here.open.range(it.span, self.encoding);
            CompletionItem {
                label: it.text.clone(),
                kind: Some(match it.kind {
                    CompletionKind::Rule | CompletionKind::Missing => CompletionItemKind::FUNCTION,
                    CompletionKind::CoreRule => CompletionItemKind::CONSTANT,
                    CompletionKind::Keyword => CompletionItemKind::KEYWORD,
                    CompletionKind::File => CompletionItemKind::FILE,
                    CompletionKind::Code => CompletionItemKind::ENUM_MEMBER,
                }),
                detail: (!it.detail.is_empty()).then_some(it.detail),
                text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: it.text })),
                ..CompletionItem::default()
            }
        });
        Some(CompletionResponse::Array(items.collect()))
    }

    #[expect(deprecated, reason = "the field of a symbol is mandatory")]
    pub(super) fn symbols(self, uri: &'a Uri) -> Option<DocumentSymbolResponse> {
        let here = self.here(uri)?;
        let symbols = symbols(here.document).into_iter().map(|it| DocumentSymbol {
            detail: Some(it.summary),
            kind: SymbolKind::FUNCTION,
            tags: None,
            deprecated: None,
            range: here.open.range(it.span, self.encoding),
            selection_range: here.open.range(it.name_span, self.encoding),
            children: None,
            name: match it.definition {
                Definition::Basic => it.name,
                Definition::Incremental => format!("{} =/", it.name),
            },
        });
        Some(DocumentSymbolResponse::Nested(symbols.collect()))
    }

    /// Returns the rules of open documents whose names contain this text.
    pub(super) fn workspace_symbols(self, query: &str) -> WorkspaceSymbolResponse {
        let query = query.to_ascii_lowercase();
        let all = self
            .all()
            .flat_map(|here| symbols(here.document).into_iter().map(move |it| (here, it)));
        let all = all.filter(|(_, it)| it.name.to_ascii_lowercase().contains(&query));
        let all = all.take(MAX_SYMBOLS).map(|(here, it)| WorkspaceSymbol {
            name: it.name,
            kind: SymbolKind::FUNCTION,
            tags: None,
            container_name: None,
            location: OneOf::Left(Location {
                uri: here.uri.clone(),
                range: here.open.range(it.name_span, self.encoding),
            }),
            data: None,
        });
        WorkspaceSymbolResponse::Nested(all.collect())
    }

    /// Returns the lines that change. `None` if the notation has errors, which are published as
    /// findings.
    pub(super) fn formatting(self, uri: &'a Uri) -> Result<Option<Vec<TextEdit>>, String> {
        let Some(open) = self.documents.get(uri) else { return Ok(None) };
        let old = open.text.as_str();
        let new = match fmt(&open.name(), old.as_bytes(), self.options) {
            Ok(new) => new,
            Err(found) => {
                let fault = found.items.iter().find(|item| item.code == Code::FormatterFault);
                return fault.map_or(Ok(None), |item| Err(message(item)));
            }
        };
        let (a, b): (Vec<&str>, Vec<&str>) =
            (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
        let before = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
        let most = a.len().min(b.len()) - before;
        let after =
            a.iter().rev().zip(b.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
        if before == a.len() && a.len() == b.len() {
            return Ok(Some(Vec::new()));
        }
        let line =
            |line: usize| Position { line: u32::try_from(line).unwrap_or(u32::MAX), character: 0 };
        let range = Range { start: line(before), end: line(a.len() - after) };
        // A last line without a line feed extends to the end of the text.
        let is_open = after == 0 && !old.ends_with('\n');
        let end = if is_open { line(usize::MAX) } else { range.end };
        let new_text = b[before..b.len() - after].concat();
        Ok(Some(vec![TextEdit { range: Range { end, ..range }, new_text }]))
    }

    pub(super) fn semantic_tokens(self, uri: &'a Uri) -> Option<SemanticTokensResult> {
        let here = self.here(uri)?;
        let mut last = Position::default();
        let mut data = Vec::new();
        for it in classes(here.document) {
            let Range { start, end } = here.open.range(it.span, self.encoding);
            let (token_type, token_modifiers_bitset) = encoded(it.class);
            let same_line = start.line == last.line;
            data.push(SemanticToken {
                delta_line: start.line - last.line,
                delta_start: if same_line {
                    start.character - last.character
                } else {
                    start.character
                },
                length: end.character - start.character,
                token_type,
                token_modifiers_bitset,
            });
            last = start;
        }
        Some(SemanticTokensResult::Tokens(SemanticTokens { result_id: None, data }))
    }

    pub(super) fn folds(self, uri: &'a Uri) -> Option<Vec<FoldingRange>> {
        let here = self.here(uri)?;
        let folds = folds(here.document).into_iter().map(|it| {
            let Range { start, end } = here.open.range(it.span, self.encoding);
            let kind = match it.kind {
                FoldKind::Rule => FoldingRangeKind::Region,
                FoldKind::Comment => FoldingRangeKind::Comment,
            };
            FoldingRange {
                start_line: start.line,
                end_line: end.line,
                kind: Some(kind),
                ..FoldingRange::default()
            }
        });
        Some(folds.collect())
    }

    /// Returns the quick fixes for the findings in the current text.
    pub(super) fn actions(self, params: &'a CodeActionParams) -> Option<CodeActionResponse> {
        let here = self.here(&params.text_document.uri)?;
        let (state, found) = self.found.get(here.uri)?;
        if *state != here.open.state {
            return None;
        }
        let offset = |at| here.open.offset(at, self.encoding);
        let start = offset(params.range.start);
        let piece = here.document.source.span(start, offset(params.range.end));
        let wanted = params.context.only.as_deref();
        let is_wanted = wanted.is_none_or(|all| {
            all.iter().any(|kind| CodeActionKind::QUICKFIX.as_str().starts_with(kind.as_str()))
        });
        let fixes = fixes(here.document, &found.items, piece).into_iter().filter(|_| is_wanted);
        let actions = fixes.map(|fix| {
            let code = found.items[fix.finding].code;
            let place = found.items[fix.finding].primary.as_ref();
            let range = place.map(|label| here.open.range(label.span, self.encoding));
            // The finding in the form that the client has received.
            let known = params.context.diagnostics.iter().filter(|it| {
                Some(it.range) == range
                    && matches!(&it.code, Some(lsp_types::NumberOrString::String(it)) if it == code.as_str())
            });
            let known: Vec<_> = known.cloned().collect();
            let edits = here.open.edits(&fix.edits, self.encoding);
            CodeActionOrCommand::CodeAction(CodeAction {
                title: fix.title,
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: (!known.is_empty()).then_some(known),
                edit: Some(changed([(here.uri.clone(), edits)])),
                is_preferred: Some(fix.kind == FixKind::Repair),
                ..CodeAction::default()
            })
        });
        Some(actions.collect())
    }

    /// Returns an empty lens above each definition: editors resolve visible ones with
    /// [`lens`](Self::lens).
    pub(super) fn lenses(self, uri: &'a Uri) -> Option<Vec<CodeLens>> {
        let here = self.here(uri)?;
        let definitions = here.document.mentions.iter().filter(|it| it.role == Role::Definition);
        let lenses = definitions.filter_map(|it| {
            let rule = here.document.grammar()[it.rule?].name.as_str();
            let data = json!({ "uri": here.uri, "rule": rule });
            Some(CodeLens { range: self.range(here, it), command: None, data: Some(data) })
        });
        Some(lenses.collect())
    }

    /// Returns the number of states of a rule, if it is regular, and of its users. A rule that no longer
    /// exists has no text.
    pub(super) fn lens(self, lens: &CodeLens) -> CodeLens {
        let title = lens.data.as_ref().and_then(|it| {
            let uri = it["uri"].as_str()?.parse().ok()?;
            let document =
                &self.documents.analysis(self.documents.get(&uri)?, self.options).document;
            let document = document.as_ref().ok()?;
            let rule = document.grammar().find(it["rule"].as_str()?)?;
            Some(summary(document, rule, &self.options.limits))
        });
        let command =
            Command { title: title.unwrap_or_default(), command: String::new(), arguments: None };
        CodeLens { command: Some(command), ..lens.clone() }
    }
}

/// Changes of documents.
fn changed(changes: impl IntoIterator<Item = (Uri, Vec<TextEdit>)>) -> WorkspaceEdit {
    WorkspaceEdit { changes: Some(changes.into_iter().collect()), ..WorkspaceEdit::default() }
}

/// Returns the names of semantic tokens, by their numbers.
pub(super) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: vec![
            SemanticTokenType::COMMENT,
            SemanticTokenType::FUNCTION,
            SemanticTokenType::STRING,
            SemanticTokenType::NUMBER,
            SemanticTokenType::OPERATOR,
            SemanticTokenType::MACRO,
            SemanticTokenType::VARIABLE,
        ],
        token_modifiers: vec![
            SemanticTokenModifier::DECLARATION,
            SemanticTokenModifier::DEFAULT_LIBRARY,
            SemanticTokenModifier::STATIC,
            SemanticTokenModifier::DOCUMENTATION,
        ],
    }
}

/// Returns the number of a class in the legend, and its modifiers as bits.
fn encoded(class: Class) -> (u32, u32) {
    match class {
        Class::Comment => (0, 0),
        Class::Directive => (0, 1 << 3),
        Class::Definition => (1, 1),
        Class::Own => (1, 0),
        Class::Imported => (1, 1 << 2),
        Class::Core => (1, 1 << 1),
        Class::Text => (2, 0),
        Class::Number | Class::Repeat => (3, 0),
        Class::Operator => (4, 0),
        Class::Prose => (5, 0),
        Class::Unknown => (6, 0),
    }
}
