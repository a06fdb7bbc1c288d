//! `abnfc lsp`: a server for editors that speak the Language Server Protocol, version 3.17.
//!
//! [`abnfc_tools::editor`] computes the answers and is independent of the protocol. This module contains
//! the exchange of messages ([`transport`], this file), the texts ([`mod@text`], [`documents`]), the
//! types of the protocol ([`answers`], [`findings`]) and a thread for expensive findings ([`linter`]).
//!
//! Messages are those of `lsp-server`, the crate of rust-analyzer, and `lsp-types`. Servers based on
//! `tower` are asynchronous; here one thread reads, one lints, and everything else happens in order,
//! so an answer is always about the text at the time of the request. Requests are answered immediately,
//! so cancelling them has no effect.
// Long because the loop, its requests and its notifications share one state.

mod answers;
mod capabilities;
mod documents;
mod findings;
mod linter;
mod paths;
mod text;
mod transport;

use super::Outcome;
use super::man::short_help;
use super::options::{DialectArg, limit};
use super::output::{self, Output};
use abnfc::diagnostic::Diagnostics;
use abnfc::limits::{LimitName, Limits};
use abnfc::spec::{ReadOptions, Spec};
use abnfc_build::files;
use abnfc_tools::lint::{Extent, Notes, Options, lint};
use answers::Answers;
use capabilities::capabilities;
use crossbeam_channel::{bounded, never, select};
use documents::Documents;
use findings::Publisher;
use linter::{Done, Job, Linter};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{self, Notification as _};
use lsp_types::request::{self, Request as _};
use lsp_types::{
    InitializeParams, InitializeResult, LogMessageParams, MessageType, PositionEncodingKind,
    PublishDiagnosticsParams, ServerInfo, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::BufReader;
use std::thread;
use text::Encoding;
use transport::Incoming;

const MANUAL: &str = include_str!("manual/lsp.txt");

/// Run a language server for editors
#[derive(Debug, clap::Args)]
#[command(after_help = short_help("lsp", MANUAL), after_long_help = MANUAL)]
pub(super) struct Lsp {
    /// Report notes too, as `abnfc check --notes` does
    #[arg(long)]
    notes: bool,
    /// The notation of grammars
    #[arg(long, value_enum, default_value_t)]
    dialect: DialectArg,
    /// Set a limit, such as `source-bytes=4000000` (here 1048576 by default); repeatable
    #[arg(long = "limit", value_name = "NAME=N", value_parser = limit)]
    limits: Vec<(LimitName, usize)>,
    /// Accepted because some editors pass it; standard streams are the only transport
    #[arg(long, hide = true)]
    stdio: bool,
}

/// The maximum size of a grammar in bytes, since it is read again after each change.
const SOURCE_BYTES: usize = 1 << 20;

impl Lsp {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let mut limits = Limits { source_bytes: SOURCE_BYTES, ..Limits::default() };
        self.limits.iter().for_each(|&(name, value)| limits.set(name, value));
        let server = Server {
            out,
            options: ReadOptions { dialect: self.dialect.into(), limits, ..ReadOptions::default() },
            notes: if self.notes { Notes::Shown } else { Notes::Hidden },
            phase: Phase::New,
            encoding: Encoding::default(),
            documents: Documents::default(),
            found: BTreeMap::new(),
            published: BTreeMap::new(),
            linter: Linter::start()?,
        };
        server.converse()
    }
}

/// The state of the session.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The client has not sent `initialize`.
    New,
    Running,
    /// The client has sent `shutdown`.
    Down,
}

struct Server<'a> {
    out: &'a mut Output,
    options: ReadOptions,
    notes: Notes,
    phase: Phase,
    encoding: Encoding,
    documents: Documents,
    /// The findings in each document, and the state that they are about.
    found: BTreeMap<Uri, (u64, Diagnostics)>,
    /// The state of each document whose findings the client has.
    published: BTreeMap<Uri, u64>,
    linter: Linter,
}

/// The reason why a request has no answer.
type Refusal = (ErrorCode, String);

impl Server<'_> {
    fn converse(mut self) -> anyhow::Result<Outcome> {
        let stdin = files::stdin()?;
        // The bound blocks clients that send faster than the server answers.
        let (to, messages) = bounded(64);
        thread::spawn(move || transport::read_all(BufReader::new(stdin), &to));
        loop {
            // Findings are about the newest text, so pending messages are handled first.
            let incoming = if let Ok(incoming) = messages.try_recv() {
                incoming
            } else {
                self.publish_all()?;
                self.lint_next();
                let done = self.linter.done.clone();
                let timer = self.linter.timeout().map_or_else(never, crossbeam_channel::after);
                select! {
                    recv(messages) -> it => it.unwrap_or(Incoming::End(None)),
                    recv(done) -> it => {
                        self.linted(it.ok())?;
                        continue;
                    }
                    recv(timer) -> _ => continue,
                }
            };
            match incoming {
                Incoming::Message(Message::Request(request)) => self.request(request)?,
                Incoming::Message(Message::Notification(it)) => {
                    if it.method == notification::Exit::METHOD {
                        return Ok(Outcome::finding_if(self.phase != Phase::Down));
                    }
                    self.notification(it)?;
                }
                // The server sends no requests, so there are no responses.
                Incoming::Message(Message::Response(_)) => (),
                Incoming::Malformed(why) => self.malformed(why)?,
                Incoming::End(None) => return Ok(Outcome::Finding),
                Incoming::End(Some(why)) => {
                    output::error(&format!("the editor sent {why}"));
                    return Ok(Outcome::Failed);
                }
            }
        }
    }

    fn send(&mut self, message: &impl Serialize) -> anyhow::Result<()> {
        let text = serde_json::to_string(message)?;
        self.out.text(&format!("Content-Length: {}\r\n\r\n{text}", text.len()))?;
        self.out.flush()?;
        Ok(())
    }

    fn notify<N: notification::Notification>(&mut self, params: N::Params) -> anyhow::Result<()> {
        self.send(&json!({
            "jsonrpc": "2.0",
            "method": N::METHOD,
            "params": serde_json::to_value(params)?,
        }))
    }

    fn log(&mut self, message: String) -> anyhow::Result<()> {
        let typ = MessageType::ERROR;
        self.notify::<notification::LogMessage>(LogMessageParams { typ, message })
    }

    /// Sends the error that JSON-RPC requires if the request is unknown.
    fn malformed(&mut self, why: &str) -> anyhow::Result<()> {
        let message = format!("a message cannot be understood: {why}");
        let code = ErrorCode::ParseError as i32;
        self.send(&json!({
            "jsonrpc": "2.0",
            "id": Value::Null,
            "error": { "code": code, "message": message },
        }))
    }

    fn request(&mut self, request: Request) -> anyhow::Result<()> {
        let id = request.id.clone();
        let result = match self.phase {
            Phase::New if request.method == request::Initialize::METHOD => self.initialize(request),
            Phase::New => {
                Err((ErrorCode::ServerNotInitialized, "the server is not initialized".to_owned()))
            }
            Phase::Running => self.answer(request),
            Phase::Down => {
                Err((ErrorCode::InvalidRequest, "the server is shutting down".to_owned()))
            }
        };
        self.respond(id, result)
    }

    fn respond(&mut self, id: RequestId, result: Result<Value, Refusal>) -> anyhow::Result<()> {
        let response = match result {
            Ok(value) => Response::new_ok(id, value),
            Err((code, message)) => Response::new_err(id, code as i32, message),
        };
        let mut message = serde_json::to_value(response)?;
        message["jsonrpc"] = "2.0".into();
        self.send(&message)
    }

    fn initialize(&mut self, request: Request) -> Result<Value, Refusal> {
        let params: InitializeParams = extracted(request.params)?;
        let general = params.capabilities.general;
        let encodings = general.and_then(|it| it.position_encodings).unwrap_or_default();
        if encodings.contains(&PositionEncodingKind::UTF8) {
            self.encoding = Encoding::Utf8;
        }
        self.phase = Phase::Running;
        let version = Some(env!("CARGO_PKG_VERSION").to_owned());
        made(InitializeResult {
            capabilities: capabilities(self.encoding),
            server_info: Some(ServerInfo { name: "abnfc".to_owned(), version }),
        })
    }

    fn answer(&mut self, request: Request) -> Result<Value, Refusal> {
        let Request { method, params, .. } = request;
        let answers = Answers {
            documents: &self.documents,
            found: &self.found,
            options: &self.options,
            encoding: self.encoding,
        };
        let failed = |why| (ErrorCode::RequestFailed, why);
        match method.as_str() {
            request::Shutdown::METHOD => {
                self.phase = Phase::Down;
                Ok(Value::Null)
            }
            request::HoverRequest::METHOD => with::<request::HoverRequest>(params, |it| {
                Ok(answers.hover(&it.text_document_position_params))
            }),
            request::GotoDefinition::METHOD => with::<request::GotoDefinition>(params, |it| {
                Ok(answers.definition(&it.text_document_position_params))
            }),
            request::References::METHOD => with::<request::References>(params, |it| {
                let with_definition = it.context.include_declaration;
                Ok(answers.references(&it.text_document_position, with_definition))
            }),
            request::DocumentHighlightRequest::METHOD => {
                with::<request::DocumentHighlightRequest>(params, |it| {
                    Ok(answers.highlight(&it.text_document_position_params))
                })
            }
            request::PrepareRenameRequest::METHOD => {
                with::<request::PrepareRenameRequest>(params, |it| {
                    answers.prepare_rename(it).map_err(failed)
                })
            }
            request::Rename::METHOD => with::<request::Rename>(params, |it| {
                answers.rename(&it.text_document_position, &it.new_name).map_err(failed)
            }),
            request::Completion::METHOD => with::<request::Completion>(params, |it| {
                Ok(answers.completion(&it.text_document_position))
            }),
            request::DocumentSymbolRequest::METHOD => {
                with::<request::DocumentSymbolRequest>(params, |it| {
                    Ok(answers.symbols(&it.text_document.uri))
                })
            }
            request::WorkspaceSymbolRequest::METHOD => {
                with::<request::WorkspaceSymbolRequest>(params, |it| {
                    Ok(Some(answers.workspace_symbols(&it.query)))
                })
            }
            request::Formatting::METHOD => with::<request::Formatting>(params, |it| {
                answers.formatting(&it.text_document.uri).map_err(failed)
            }),
            request::SemanticTokensFullRequest::METHOD => {
                with::<request::SemanticTokensFullRequest>(params, |it| {
                    Ok(answers.semantic_tokens(&it.text_document.uri))
                })
            }
            request::FoldingRangeRequest::METHOD => {
                with::<request::FoldingRangeRequest>(params, |it| {
                    Ok(answers.folds(&it.text_document.uri))
                })
            }
            request::CodeActionRequest::METHOD => {
                with::<request::CodeActionRequest>(params, |it| Ok(answers.actions(it)))
            }
            request::CodeLensRequest::METHOD => with::<request::CodeLensRequest>(params, |it| {
                Ok(answers.lenses(&it.text_document.uri))
            }),
            request::CodeLensResolve::METHOD => {
                with::<request::CodeLensResolve>(params, |it| Ok(answers.lens(it)))
            }
            request::Initialize::METHOD => {
                Err((ErrorCode::InvalidRequest, "the server is initialized already".to_owned()))
            }
            method => Err((ErrorCode::MethodNotFound, format!("there is no method `{method}`"))),
        }
    }

    fn notification(&mut self, it: Notification) -> anyhow::Result<()> {
        if self.phase != Phase::Running {
            return Ok(());
        }
        match self.noticed(it) {
            Ok(()) => Ok(()),
            Err(why) => self.log(why),
        }
    }

    /// Handles a notification.
    ///
    /// # Errors
    ///
    /// If the notification is not valid, with the reason.
    fn noticed(&mut self, it: Notification) -> Result<(), String> {
        let Notification { method, params } = it;
        let bad = |(_, why): Refusal| format!("{method}: {why}");
        match method.as_str() {
            notification::DidOpenTextDocument::METHOD => {
                let params = noted::<notification::DidOpenTextDocument>(params).map_err(bad)?;
                let it = params.text_document;
                self.documents.open(it.uri, it.version, it.text);
            }
            notification::DidChangeTextDocument::METHOD => {
                let params = noted::<notification::DidChangeTextDocument>(params).map_err(bad)?;
                let it = params.text_document;
                self.documents
                    .change(&it.uri, it.version, params.content_changes, self.encoding)
                    .map_err(|why| format!("{method}: {why}"))?;
            }
            notification::DidSaveTextDocument::METHOD => {
                let params = noted::<notification::DidSaveTextDocument>(params).map_err(bad)?;
                // Other files can have changed, too.
                self.documents.touch();
                self.linter.hurry(&params.text_document.uri);
            }
            notification::DidCloseTextDocument::METHOD => {
                let params = noted::<notification::DidCloseTextDocument>(params).map_err(bad)?;
                self.documents.close(&params.text_document.uri);
            }
            // Other notifications need no action.
            _ => (),
        }
        Ok(())
    }

    /// Publishes the cheap findings in documents that have changed, and starts the linter for the others.
    fn publish_all(&mut self) -> anyhow::Result<()> {
        let closed = self.published.keys().filter(|uri| self.documents.get(uri).is_none());
        for uri in closed.cloned().collect::<Vec<_>>() {
            self.published.remove(&uri);
            self.found.remove(&uri);
            self.linter.forget(&uri);
            let params = PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None };
            self.notify::<notification::PublishDiagnostics>(params)?;
        }
        let changed = self
            .documents
            .all()
            .filter(|(uri, open)| self.published.get(uri).is_none_or(|&state| state != open.state));
        for uri in changed.map(|(uri, _)| uri.clone()).collect::<Vec<_>>() {
            let Some(job) = self.job(&uri, Extent::Reading) else { continue };
            let found = lint(&job.name, &job.bytes, &job.spec, &job.options);
            self.published.insert(uri.clone(), job.state);
            self.publish(uri.clone(), job.state, found.unwrap_or_else(|errors| errors))?;
            self.linter.wait(uri);
        }
        Ok(())
    }

    /// Returns the input of the linter for a document.
    fn job(&self, uri: &Uri, extent: Extent) -> Option<Job> {
        let open = self.documents.get(uri)?;
        let analysis = self.documents.analysis(open, &self.options);
        let imports = analysis.imports.clone();
        Some(Job {
            uri: uri.clone(),
            state: open.state,
            name: open.name(),
            bytes: open.text.as_str().as_bytes().to_vec(),
            spec: Spec { read: self.options.clone(), imports, ..Spec::default() },
            options: Options { notes: self.notes, extent, ..Options::default() },
        })
    }

    fn publish(&mut self, uri: Uri, state: u64, found: Diagnostics) -> anyhow::Result<()> {
        let Some(open) = self.documents.get(&uri) else { return Ok(()) };
        let analysis = self.documents.analysis(open, &self.options);
        let (documents, encoding) = (&self.documents, self.encoding);
        let diagnostics = Publisher { documents, uri: &uri, open, analysis, encoding }.all(&found);
        let version = Some(open.version);
        self.found.insert(uri.clone(), (state, found));
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        self.notify::<notification::PublishDiagnostics>(params)
    }

    fn lint_next(&mut self) {
        if let Some(uri) = self.linter.next()
            && let Some(job) = self.job(&uri, Extent::Languages)
        {
            self.linter.begin(job);
        }
    }

    /// Publishes the findings of the linter, if they are about the current text.
    fn linted(&mut self, done: Option<Done>) -> anyhow::Result<()> {
        let Some(Done { uri, state, found }) = done else {
            self.linter.done = never();
            return self.log("internal error: the search for findings has ended".to_owned());
        };
        self.linter.finish();
        if self.documents.get(&uri).is_none_or(|open| open.state != state) {
            return Ok(());
        }
        match found {
            Some(found) => self.publish(uri, state, found),
            None => {
                self.log(format!("internal error in the search for findings in {}", uri.as_str()))
            }
        }
    }
}

fn extracted<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|why| (ErrorCode::InvalidParams, why.to_string()))
}

fn noted<N: notification::Notification>(params: Value) -> Result<N::Params, Refusal> {
    extracted(params)
}

fn made(result: impl Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(result).map_err(|why| (ErrorCode::InternalError, why.to_string()))
}

/// Answers a request of one kind.
fn with<R: request::Request>(
    params: Value,
    answer: impl FnOnce(&R::Params) -> Result<R::Result, Refusal>,
) -> Result<Value, Refusal> {
    made(answer(&extracted(params)?)?)
}
