//! Measures the latency of the language server as an editor sees it: from starting `nvc lsp` to its first
//! answer, from an edit to the new diagnostics, and from a request sent directly after an edit to its answer.

use crate::corpus::Program;
use crate::stats::median;
use anyhow::{Context, Result, bail};
use serde::Serialize;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// Number of samples of each measurement.
const RUNS: usize = 25;

/// Median wall times in seconds.
#[derive(Serialize)]
pub struct Server {
    /// Name of the edited program: the largest of the corpus.
    pub program: String,
    /// Size of the program in bytes.
    pub bytes: usize,
    /// Time from starting the process to the answer to `initialize`.
    pub start_seconds: f64,
    /// Time from an edit to the diagnostics of the new version, including the server's debounce delay.
    pub diagnostics_seconds: f64,
    /// Time of each request when sent directly after an edit, with nothing cached for the new text.
    pub answers: Vec<Answer>,
}

/// The median latency of one request method.
#[derive(Serialize)]
pub struct Answer {
    /// LSP method.
    pub method: &'static str,
    /// Median latency in seconds.
    pub seconds: f64,
}

const URI: &str = "file:///largest.nvcp";

/// The LSP methods to measure.
const METHODS: [&str; 5] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/semanticTokens/full",
    "textDocument/documentSymbol",
    "textDocument/formatting",
];

/// A running language server, with the pipes to it.
struct Session {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Id of the last request.
    last_id: u64,
}

impl Session {
    fn start(nvc: &Path) -> Result<Session> {
        let mut command = Command::new(nvc);
        command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().with_context(|| format!("cannot start {command:?}"))?;
        let input = process.stdin.take().context("no pipe")?;
        let output = BufReader::new(process.stdout.take().context("no pipe")?);
        let mut session = Session { process, input, output, last_id: 0 };
        session.request("initialize", json!({"capabilities": {}}))?;
        session.notify("initialized", json!({}))?;
        Ok(session)
    }

    fn send(&mut self, message: &Value) -> Result<()> {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        Ok(self.input.flush()?)
    }

    fn notify(&mut self, method: &str, params: Value) -> Result<()> {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
    }

    fn receive(&mut self) -> Result<Value> {
        let mut length = None;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                bail!("`nvc lsp` closed its output");
            }
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", number)) => length = Some(number.parse()?),
                Some(_) => {}
                None => break,
            }
        }
        let mut bytes = vec![0; length.context("a message has no `Content-Length`")?];
        self.output.read_exact(&mut bytes)?;
        Ok(serde_json::from_slice(&bytes)?)
    }

    /// Sends a request and returns its result. Discards notifications that arrive before it.
    fn request(&mut self, method: &str, params: Value) -> Result<Value> {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        loop {
            let message = self.receive()?;
            if message["id"] == id {
                return Ok(message["result"].clone());
            }
        }
    }

    /// Waits until the diagnostics of this document version arrive.
    fn diagnostics(&mut self, version: usize) -> Result<()> {
        loop {
            let params = &self.receive()?["params"];
            if params["version"] == version {
                return Ok(());
            }
        }
    }

    /// Inserts a comment after the first line of the program.
    fn edit(&mut self, version: usize) -> Result<()> {
        let position = json!({"line": 1, "character": 0});
        let change = json!({"range": {"start": position, "end": position}, "text": "# edited\n"});
        let document = json!({"uri": URI, "version": version});
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": [change]}))
    }

    fn end(mut self) -> Result<()> {
        self.request("shutdown", Value::Null)?;
        self.notify("exit", Value::Null)?;
        let status = self.process.wait()?;
        if !status.success() {
            bail!("`nvc lsp` ended with {status}");
        }
        Ok(())
    }
}

/// Measures the language server of the `nvc` command at this path on the largest program.
pub fn measure(nvc: &Path, programs: &[Program]) -> Result<Server> {
    let largest = programs.iter().max_by_key(|program| program.text.len()).context("no programs")?;
    let mut starts = Vec::new();
    for _ in 0..RUNS {
        let start = Instant::now();
        let session = Session::start(nvc)?;
        starts.push(start.elapsed());
        session.end()?;
    }

    let mut session = Session::start(nvc)?;
    let document = json!({"uri": URI, "languageId": "nvcp5", "version": 0, "text": largest.text});
    session.notify("textDocument/didOpen", json!({"textDocument": document}))?;
    session.diagnostics(0)?;
    let mut diagnostics = Vec::new();
    for version in 1..=RUNS {
        let start = Instant::now();
        session.edit(version)?;
        session.diagnostics(version)?;
        diagnostics.push(start.elapsed());
    }
    let params = json!({
        "textDocument": {"uri": URI},
        "position": {"line": largest.lines() / 2, "character": 1},
        "options": {"tabSize": 2, "insertSpaces": true},
    });
    let mut answers = Vec::new();
    for (number, method) in METHODS.into_iter().enumerate() {
        let mut samples: Vec<Duration> = Vec::new();
        for run in 1..=RUNS {
            session.edit(RUNS + number * RUNS + run)?;
            let start = Instant::now();
            session.request(method, params.clone())?;
            samples.push(start.elapsed());
        }
        answers.push(Answer { method, seconds: median(&samples).as_secs_f64() });
    }
    session.end()?;
    Ok(Server {
        program: largest.name.clone(),
        bytes: largest.text.len(),
        start_seconds: median(&starts).as_secs_f64(),
        diagnostics_seconds: median(&diagnostics).as_secs_f64(),
        answers,
    })
}

impl std::fmt::Display for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (start, diagnostics) = (self.start_seconds * 1e3, self.diagnostics_seconds * 1e3);
        writeln!(f, "\n`nvc lsp` on {} ({} bytes)", self.program, self.bytes)?;
        writeln!(f, "{:<36} {start:>8.2} ms", "start")?;
        writeln!(f, "{:<36} {diagnostics:>8.2} ms", "diagnostics after an edit")?;
        for answer in &self.answers {
            writeln!(f, "{:<36} {:>8.2} ms", answer.method, answer.seconds * 1e3)?;
        }
        Ok(())
    }
}
