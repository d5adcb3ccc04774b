//! The server's main loop: receives messages, sends answers and diagnostics.

use crate::checker::{Checked, Checker, Job};
use crate::document::{Document, Offer};
use crate::loader::OpenFiles;
use crate::position::Encoding;
use crate::protocol::{self, Places};
use crate::requests::{self, Refusal};
use crate::settings::Settings;
use crate::uri;
use crossbeam_channel::{after, never, select};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use nvc::{Diagnostic, Report, Severity};
use nvc_diag::FileId;
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Debounce delay: a document is compiled this long after its last change, or after the first change of a file that it includes
/// or of the settings. A document that was just opened is compiled at once.
const DELAY: Duration = Duration::from_millis(80);

/// The state used to answer requests.
pub(crate) struct State {
    pub(crate) settings: Settings,
    pub(crate) encoding: Encoding,
    /// Open documents, by URI.
    pub(crate) documents: BTreeMap<String, Document>,
    /// The texts of the open documents, for resolving includes.
    pub(crate) open: OpenFiles,
    /// Number of changes of documents and settings so far. Analyses are cached with this number.
    pub(crate) revision: u64,
    root: Option<PathBuf>,
}

/// Serves an editor on standard input and output. Returns whether the editor sent `shutdown` before the session ended.
///
/// # Errors
/// If the editor violates the protocol, or a thread cannot be started.
pub fn stdio(settings: Settings) -> Result<bool, Box<dyn Error + Send + Sync>> {
    let (connection, threads) = Connection::stdio();
    let orderly = serve(&connection, settings)?;
    // The writer thread ends when its channel is closed.
    drop(connection);
    if orderly {
        threads.join()?;
    }
    Ok(orderly)
}

/// Serves an editor until it sends `exit` or closes the connection. Returns whether it sent `shutdown`
/// before.
///
/// # Errors
/// If the editor violates the protocol, or a thread cannot be started.
pub fn serve(connection: &Connection, settings: Settings) -> Result<bool, Box<dyn Error + Send + Sync>> {
    let Some(state) = initialize(connection, settings)? else { return Ok(false) };
    let mut server = Server {
        connection,
        checker: Checker::start()?,
        state,
        queue: VecDeque::new(),
        waiting: BTreeMap::new(),
        shut_down: false,
    };
    server.run();
    Ok(server.shut_down)
}

/// Performs the `initialize` handshake. Returns `None` if the editor closed the connection.
fn initialize(
    connection: &Connection,
    mut settings: Settings,
) -> Result<Option<State>, Box<dyn Error + Send + Sync>> {
    let (id, params) = match connection.initialize_start() {
        Ok(started) => started,
        Err(error) if error.channel_is_disconnected() => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let offered = params.pointer("/capabilities/general/positionEncodings").and_then(Value::as_array);
    let utf8 = offered.is_some_and(|list| list.iter().any(|name| name == Encoding::Utf8.name()));
    let encoding = if utf8 { Encoding::Utf8 } else { Encoding::Utf16 };
    let folder = params.pointer("/workspaceFolders/0/uri").or_else(|| params.get("rootUri"));
    let root = folder.and_then(Value::as_str).and_then(uri::path);
    let wrong = match params.get("initializationOptions") {
        Some(options) => settings.apply(options, root.as_deref()),
        None => Vec::new(),
    };
    let answer = json!({
        "capabilities": requests::capabilities(encoding),
        "serverInfo": {"name": "nvc", "version": env!("CARGO_PKG_VERSION")},
    });
    match connection.initialize_finish(id, answer) {
        Ok(()) => {}
        Err(error) if error.channel_is_disconnected() => return Ok(None),
        Err(error) => return Err(error.into()),
    }
    let mut open = OpenFiles::default();
    open.search(settings.include.clone());
    let state = State { settings, encoding, documents: BTreeMap::new(), open, revision: 0, root };
    wrong.into_iter().for_each(|text| complain(connection, text));
    Ok(Some(state))
}

/// Shows the user a message about invalid settings.
fn complain(connection: &Connection, text: String) {
    let params = json!({"type": 2, "message": text});
    let _ = connection.sender.send(Notification::new("window/showMessage".into(), params).into());
}

struct Server<'c> {
    connection: &'c Connection,
    checker: Checker,
    state: State,
    /// Messages received but not yet processed, in order.
    queue: VecDeque<Message>,
    /// The time at which each changed document is to be compiled, by URI.
    waiting: BTreeMap<String, Instant>,
    shut_down: bool,
}

/// An event that the loop waits for.
enum Event {
    Message(Message),
    Checked(Checked),
    Due,
    Closed,
}

impl Server<'_> {
    fn run(&mut self) {
        loop {
            match self.next() {
                Event::Message(Message::Request(request)) => self.request(request),
                Event::Message(Message::Notification(notification)) if notification.method == "exit" => {
                    return;
                }
                Event::Message(Message::Notification(notification)) => self.notification(&notification),
                // Responses are ignored, because the server sends no requests.
                Event::Message(Message::Response(_)) => {}
                Event::Checked(checked) => self.publish(checked),
                Event::Due => self.compile(),
                Event::Closed => return,
            }
        }
    }

    fn next(&mut self) -> Event {
        // All pending messages are received first, so that a cancellation is seen before its request is
        // answered.
        self.queue.extend(self.connection.receiver.try_iter());
        if let Some(message) = self.queue.pop_front() {
            return Event::Message(message);
        }
        let due = match self.waiting.values().min() {
            Some(&due) => after(due.saturating_duration_since(Instant::now())),
            None => never(),
        };
        select! {
            recv(self.connection.receiver) -> message => message.map_or(Event::Closed, Event::Message),
            recv(self.checker.results) -> checked => checked.map_or(Event::Closed, Event::Checked),
            recv(due) -> _ => Event::Due,
        }
    }

    fn send(&self, message: impl Into<Message>) {
        // The error is ignored: a closed connection is detected when receiving.
        let _ = self.connection.sender.send(message.into());
    }

    fn request(&mut self, request: Request) {
        let response = if self.shut_down {
            let message = "the server is shut down".to_owned();
            Response::new_err(request.id, ErrorCode::InvalidRequest as i32, message)
        } else if request.method == "shutdown" {
            self.shut_down = true;
            Response::new_ok(request.id, Value::Null)
        } else if self.is_cancelled(&request.id) {
            Response::new_err(request.id, ErrorCode::RequestCanceled as i32, "cancelled".into())
        } else {
            self.answer(request)
        };
        self.send(response);
    }

    /// Returns whether a received but unprocessed message cancels a request.
    fn is_cancelled(&self, id: &RequestId) -> bool {
        self.queue.iter().any(|message| match message {
            Message::Notification(notification) if notification.method == "$/cancelRequest" => {
                notification.params.get("id").and_then(request_id).as_ref() == Some(id)
            }
            _ => false,
        })
    }

    fn answer(&mut self, request: Request) -> Response {
        let Request { id, method, params } = request;
        let answered = catch_unwind(AssertUnwindSafe(|| requests::answer(&mut self.state, &method, &params)));
        let (code, message) = match answered {
            Ok(Ok(answer)) => return Response::new_ok(id, answer),
            Ok(Err(Refusal::Unknown)) => (ErrorCode::MethodNotFound, format!("unknown method {method}")),
            Ok(Err(Refusal::Parameters(why))) => (ErrorCode::InvalidParams, why.to_owned()),
            Ok(Err(Refusal::Failed(why))) => (ErrorCode::RequestFailed, why),
            Err(_) => (ErrorCode::InternalError, format!("{method} panicked: this is a bug in nvc")),
        };
        Response::new_err(id, code as i32, message)
    }

    fn notification(&mut self, notification: &Notification) {
        let params = &notification.params;
        let uri = || params.pointer("/textDocument/uri").and_then(Value::as_str).map(str::to_owned);
        let version = || params.pointer("/textDocument/version").and_then(Value::as_i64).unwrap_or(0);
        match notification.method.as_str() {
            "textDocument/didOpen" => {
                let text = params.pointer("/textDocument/text").and_then(Value::as_str);
                let language = params.pointer("/textDocument/languageId").and_then(Value::as_str);
                if let (Some(uri), Some(text)) = (uri(), text) {
                    let document = Document::new(uri.clone(), language.unwrap_or_default(), version(), text);
                    self.state.documents.insert(uri.clone(), document);
                    self.changed(&uri, Duration::ZERO);
                }
            }
            "textDocument/didChange" => {
                if let Some(uri) = uri() {
                    self.change(&uri, version(), params);
                }
            }
            "textDocument/didClose" => {
                if let Some(uri) = uri() {
                    self.close(&uri);
                }
            }
            "workspace/didChangeConfiguration" => {
                if let Some(settings) = params.get("settings") {
                    let wrong = self.state.settings.apply(settings, self.state.root.as_deref());
                    wrong.into_iter().for_each(|text| complain(self.connection, text));
                    self.state.open.search(self.state.settings.include.clone());
                    self.all_changed();
                }
            }
            // Documents may include files that changed on disk.
            "workspace/didChangeWatchedFiles" => self.all_changed(),
            _ => {}
        }
    }

    fn change(&mut self, uri: &str, version: i64, params: &Value) {
        let encoding = self.state.encoding;
        let Some(document) = self.state.documents.get_mut(uri) else { return };
        document.version = version;
        for change in params.get("contentChanges").and_then(Value::as_array).into_iter().flatten() {
            let range = change.get("range").filter(|range| !range.is_null());
            let parsed = range.and_then(protocol::range);
            let Some(text) = change.get("text").and_then(Value::as_str) else { continue };
            // An invalid range must not replace the whole document.
            if range.is_some() == parsed.is_some() {
                document.change(parsed, text, encoding);
            }
        }
        self.changed(uri, DELAY);
    }

    fn close(&mut self, uri: &str) {
        let Some(document) = self.state.documents.remove(uri) else { return };
        self.waiting.remove(uri);
        self.state.revision += 1;
        if let Some(path) = uri::path(&document.uri) {
            self.state.open.close(&path);
            self.dependents_changed(&path);
        }
        self.send_diagnostics(uri, None, Vec::new());
    }

    /// Schedules the compilation of a changed document and of the documents that include it.
    fn changed(&mut self, uri: &str, delay: Duration) {
        self.state.revision += 1;
        self.waiting.insert(uri.to_owned(), Instant::now() + delay);
        let Some(document) = self.state.documents.get(uri) else { return };
        if let Some(path) = uri::path(uri) {
            self.state.open.open(path.clone(), document.text.clone());
            self.dependents_changed(&path);
        }
    }

    fn dependents_changed(&mut self, path: &PathBuf) {
        let due = Instant::now() + DELAY;
        for document in self.state.documents.values() {
            if document.dependencies.contains(path) {
                self.waiting.entry(document.uri.clone()).or_insert(due);
            }
        }
    }

    fn all_changed(&mut self) {
        self.state.revision += 1;
        let due = Instant::now() + DELAY;
        for uri in self.state.documents.keys() {
            self.waiting.entry(uri.clone()).or_insert(due);
        }
    }

    /// Sends the documents that are due to the checker thread.
    fn compile(&mut self) {
        let now = Instant::now();
        let due: Vec<String> =
            self.waiting.iter().filter(|&(_, &due)| due <= now).map(|(uri, _)| uri.clone()).collect();
        for uri in due {
            self.waiting.remove(&uri);
            let Some(document) = self.state.documents.get(&uri) else { continue };
            let job = Job {
                version: document.version,
                source: document.source(),
                options: document.options(&self.state.settings.options),
                open: self.state.open.clone(),
                uri,
            };
            // The error is ignored: the thread ends only with the server.
            let _ = self.checker.jobs.send(job);
        }
    }

    /// Records the dependencies that a check found. Publishes its diagnostics, unless the document has changed since it was
    /// sent to the checker.
    fn publish(&mut self, checked: Checked) {
        let Checked { uri, version, report } = checked;
        let Some(document) = self.state.documents.get_mut(&uri) else { return };
        let own = uri::path(&uri);
        let names = report.dependencies().map(PathBuf::from);
        document.dependencies = names.filter(|path| Some(path) != own.as_ref()).collect();
        if document.version != version {
            return;
        }
        document.offers = offers(&report);
        let places = Places::new(&report.sources, &uri, self.state.encoding);
        let shown = report.diagnostics.iter().map(|found| shown(found, &places, &self.state.settings.book));
        let diagnostics: Vec<Value> = shown.collect();
        self.send_diagnostics(&uri, Some(version), diagnostics);
    }

    fn send_diagnostics(&self, uri: &str, version: Option<i64>, diagnostics: Vec<Value>) {
        let mut params = json!({"uri": uri, "diagnostics": diagnostics});
        if let (Some(version), Some(fields)) = (version, params.as_object_mut()) {
            fields.insert("version".into(), version.into());
        }
        self.send(Notification::new("textDocument/publishDiagnostics".into(), params));
    }
}

/// Parses a request id.
fn request_id(id: &Value) -> Option<RequestId> {
    match id {
        Value::String(text) => Some(text.clone().into()),
        number => Some(i32::try_from(number.as_i64()?).ok()?.into()),
    }
}

/// Returns the quick fixes of a report that apply to the document itself.
fn offers(report: &Report) -> Vec<Offer> {
    let own = |finding: &Diagnostic| {
        let (at, fix) = (finding.span?, finding.fix.clone()?);
        let title = finding.help.clone().unwrap_or_else(|| "apply the correction".to_owned());
        let title = match title.strip_prefix("did you mean `") {
            Some(name) => format!("Change to `{}", name.trim_end_matches('?')),
            None => capitalized(&title),
        };
        (at.file == FileId::new(0) && fix.span.file == FileId::new(0)).then_some(Offer { at, title, fix })
    };
    report.diagnostics.iter().filter_map(own).collect()
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(chars).collect()
}

/// Converts a diagnostic to JSON. A diagnostic in an included file is placed at the document's `#include` line, if the
/// diagnostic refers to it. A diagnostic without a location is placed at the start of the document.
fn shown(finding: &Diagnostic, places: &Places<'_>, book: &str) -> Value {
    let mut related = Vec::new();
    let mut relate = |span, text: &str| {
        if let Some(location) = places.location(span) {
            related.push(json!({"location": location, "message": text}));
        }
    };
    let mut message = finding.message.clone();
    let main = |span: &nvc_diag::Span| span.file == FileId::new(0);
    let mut at = finding.span.unwrap_or_default();
    if !main(&at) {
        let file = places.sources.source(at.file).name.clone();
        relate(at, &finding.message);
        message = format!("in {file}: {message}");
        let line = finding.secondary.iter().map(|label| label.span).find(main);
        at = line.unwrap_or_default();
    }
    if let Some(text) = &finding.label {
        message.push_str(&format!("\n{text}"));
    }
    for text in &finding.notes {
        message.push_str(&format!("\nnote: {text}"));
    }
    if let Some(text) = &finding.help {
        message.push_str(&format!("\nhelp: {text}"));
    }
    for label in &finding.secondary {
        relate(label.span, &label.text);
    }
    let code = finding.code.as_str();
    let mut shown = json!({
        "range": places.range(at),
        "severity": if finding.severity == Severity::Warning { 2 } else { 1 },
        "code": code,
        "source": "nvc",
        "message": message,
        "relatedInformation": related,
    });
    if let (false, Some(fields)) = (book.is_empty(), shown.as_object_mut()) {
        let href = format!("{book}/errors/{code}.html");
        fields.insert("codeDescription".into(), json!({"href": href}));
    }
    shown
}
